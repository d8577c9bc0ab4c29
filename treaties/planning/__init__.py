"""Planning ahead under a treaty: how long one may stay, and what people and places may do.

Nothing here is written for a treaty: every answer comes from assessing hypothetical facts.
"""

from treaties.planning.conduct import (
    ACTIVITIES,
    CIRCUMSTANCES,
    POWERS,
    STATUSES,
    Conduct,
    Trial,
    activities_at_places,
    independence_of_people,
    powers_of_people,
)
from treaties.planning.stays import Planned, Room, Stretch, plannable, rooms

__all__ = [
    "ACTIVITIES",
    "CIRCUMSTANCES",
    "POWERS",
    "STATUSES",
    "Conduct",
    "Planned",
    "Room",
    "Stretch",
    "Trial",
    "activities_at_places",
    "independence_of_people",
    "plannable",
    "powers_of_people",
    "rooms",
]
