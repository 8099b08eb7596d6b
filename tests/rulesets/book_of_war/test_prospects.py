"""No run over open ground leads a routed unit farther than was foretold of it (BW-B5-06)."""

from __future__ import annotations

from random import Random

import pytest

from schiltron.rulesets.book_of_war.field import formation, troop
from schiltron.rulesets.book_of_war.morale.flight_bounds import prospect
from schiltron.rulesets.book_of_war.morale.sheaves import promises, sheaves
from schiltron.rulesets.book_of_war.morale.straight_runs import nearest
from schiltron.rulesets.book_of_war.morale.ways import Way, start_of, ways_from
from schiltron.rulesets.book_of_war.movement.columns import wheeled
from schiltron.rulesets.book_of_war.state import Unit
from schiltron.table.body import gone_on
from schiltron.table.facing import faced
from schiltron.table.lengths import TOLERANCE, degrees
from schiltron.table.many_rectangles import rows, seen_from
from schiltron.table.outline import Outline, outline
from tests.rulesets.book_of_war.positions import blue, red


def run_along(unit: Unit, way: Way, length: int) -> Outline:
    """Where a unit stands that turned as a way says and went straight on for some length."""
    pose, body = unit.pose, formation(unit)
    if way.to != "front":
        pose, body = faced(pose, body, unit.bodies, way.to)
    if way.turn:
        pose, body = wheeled(pose, body, unit.bodies, way.turn)
    return outline(pose.advanced(length), gone_on(body, unit.bodies, length), unit.bodies)


def enemies_of(unit: Unit, random: Random) -> list[Outline]:
    return [
        red(
            random.choice(("archers", "heavy_infantry", "medium_cavalry")),
            random.randint(3, 14),
            files=random.randint(1, 3),
            at=(40 + random.uniform(-14, 14), 40 + random.uniform(-14, 14)),
            facing=random.uniform(0, 360),
            id=f"foe {number}",
        ).outline
        for number in range(random.randint(1, 4))
    ]


@pytest.mark.parametrize("files", [1, 2, 3, 5, 8])
@pytest.mark.parametrize("kind", ["pikemen", "medium_cavalry"])
def test_nothing_leads_farther_than_foretold(kind: str, files: int) -> None:
    random = Random(f"{kind} {files}")
    for _ in range(6):
        figures = random.randint(files, 3 * files + 5)
        unit = blue(kind, figures, files=files, at=(40, 40), facing=random.uniform(0, 360))
        foes = enemies_of(unit, random)
        enemy = [rect for foe in foes for rect in foe.rects]
        seen = seen_from(rows(enemy), unit.pose)
        middles = [
            (x, y, min(half_width, half_depth))
            for x, y, half_width, half_depth in zip(seen.x, seen.y, seen.half_width, seen.half_depth, strict=True)
        ]
        for sheaf in sheaves(formation(unit), unit.bodies, troop(unit).half_move, troop(unit).move):
            roughly = promises(sheaf, seen)
            start = start_of(unit, sheaf.to)
            for way in random.sample(sheaf.ways, 4):
                number, most = sheaf.ways.index(way), 0
                for length in range(0, way.ahead + 1, 100):
                    most = max(most, nearest(run_along(unit, way, length), foes))
                    assert most <= prospect(way, start, enemy, length, 0), (way, length)
                    assert most <= roughly.within(number, length), (way, length)
                assert most <= roughly.most[number] <= sheaf.promise(middles)
                assert most <= sheaf.closer_promise(middles) <= sheaf.promise(middles)


def test_what_is_foretold_is_near_the_mark() -> None:
    """Who runs straight away from a single enemy comes as far as was foretold, a column by its last rank."""
    foe = red("heavy_infantry", 8, files=4, at=(40.3, 46), facing=10).outline
    for files in (2, 6):
        unit = blue("pikemen", 12, files=files, at=(40, 40), facing=0)
        start = start_of(unit, "front")
        for way in ways_from(start, "front", troop(unit).half_move, troop(unit).move):
            if abs(way.turn) <= degrees(30):
                least = nearest(run_along(unit, way, way.ahead), [foe])
                assert least <= prospect(way, start, foe.rects, way.ahead, 0) <= least + 2 * TOLERANCE, way
                enough = least + 2 * TOLERANCE
                assert prospect(way, start, foe.rects, way.ahead, enough + 1) <= enough, way
