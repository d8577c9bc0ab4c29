"""Rows of clocks say whether they are possible alone. They are derived: made again afterwards."""

from django.db import migrations, models


def forget(apps, schema_editor):
    apps.get_model("clocks", "Clock").objects.all().delete()


class Migration(migrations.Migration):

    dependencies = [
        ("clocks", "0003_number"),
    ]

    operations = [
        migrations.RunPython(forget, migrations.RunPython.noop),
        migrations.AddField(
            model_name="clock",
            name="possible",
            field=models.BooleanField(default=False),
        ),
    ]
