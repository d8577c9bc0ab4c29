"""Rows of lists say more by themselves. They are derived: made again after migrating."""

from django.db import migrations, models


def forget(apps, schema_editor):
    apps.get_model("lists", "Listed").objects.all().delete()


class Migration(migrations.Migration):

    dependencies = [
        ("lists", "0001_initial"),
    ]

    operations = [
        migrations.RunPython(forget, migrations.RunPython.noop),
        migrations.AddField(
            model_name="listed",
            name="number",
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="listed",
            name="summary",
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name="listed",
            name="residence_state",
            field=models.CharField(default="", max_length=2),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="listed",
            name="source_state",
            field=models.CharField(default="", max_length=2),
            preserve_default=False,
        ),
    ]
