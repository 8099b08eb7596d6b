"""Skirmish companies are set down together as a loose line; then every figure acts alone (case 2.9)."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.state.event import Placed
from schiltron.rulesets.battlesystem.state import Scene, Unit
from schiltron.table.body import Formed, Single, figures
from schiltron.table.pose import Pose

_RULES = ("BS-2.9-05", "BS-2.9-08")


def scatter(scene: Scene, unit: Unit) -> None:
    """A company that stands in one body becomes single figures, each a unit where it stands: red-3, red-3.2 and so on.

    An individual who was with the company is with its first figure, in the middle of the front.
    """
    if not unit.of or not isinstance(unit.body, Formed):
        return
    for number, place in enumerate(_from_the_middle(unit), 1):
        figure = unit.places[place]
        single = replace(
            unit,
            id=unit.id if number == 1 else f"{unit.id}.{number}",
            name=f"{unit.name} {number}",
            original=1,
            figures=1,
            body=Single(unit.body.base),
            place=unit.place_at(Pose(round(figure.x), round(figure.y), unit.pose.heading)),
        )
        scene.change(single)
        scene.tell(Placed(what=single.id, name=single.name, side=single.side, pose=single.pose, rules=_RULES))


def _from_the_middle(unit: Unit) -> list[int]:
    """The places of a body, those nearest to the middle of its front first, of two alike the left one; reckoned before
    the body is turned, so that no heading decides between them."""
    plain = figures(Pose(0, 0, 0), unit.body, unit.bodies)
    return sorted(range(len(plain)), key=lambda place: plain[place].x ** 2 + plain[place].y ** 2)
