"""Rows of clocks say the number of their version. They are derived: made again after migrating."""

from django.db import migrations, models


def forget(apps, schema_editor):
    apps.get_model("clocks", "Clock").objects.all().delete()


class Migration(migrations.Migration):

    dependencies = [
        ("clocks", "0002_address"),
    ]

    operations = [
        migrations.RunPython(forget, migrations.RunPython.noop),
        migrations.AddField(
            model_name="clock",
            name="number",
            field=models.PositiveIntegerField(null=True),
        ),
    ]
