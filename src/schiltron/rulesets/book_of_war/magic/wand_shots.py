"""Shots of wands (chapters A4 and O5): a die says where they come down, and whoever stands there is struck."""

from __future__ import annotations

from typing import Final

from schiltron.battle.play.agenda import rolls
from schiltron.battle.play.powers import Point, Struck, figure_at
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.state.event import Covered, Landed
from schiltron.rulesets.book_of_war.attacks.area_damage import AreaHit
from schiltron.rulesets.book_of_war.attacks.large_areas import blast, caught_in, is_large
from schiltron.rulesets.book_of_war.attacks.to_hit import DIE
from schiltron.rulesets.book_of_war.enclosed import beyond_walls, level_with
from schiltron.rulesets.book_of_war.hiding import is_hidden, put_down
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.rulesets.book_of_war.magic.landing import heroes_at
from schiltron.rulesets.book_of_war.magic.rows import power_of
from schiltron.rulesets.book_of_war.magic.steps import Fall, WandShot
from schiltron.rulesets.book_of_war.state import Battle, Scene
from schiltron.table.lengths import inches
from schiltron.table.shapes import Disc

_MARK: Final = inches(0.25)
"""Half as wide as a shot is drawn on the table."""
_RULES: Final = ("BW-A4-08", "BW-A4-11")


def _ask(battle: Battle, step: WandShot) -> Roll:
    wizard = battle.units[step.unit]
    pool = Pool(1, DIE, SumOf(), f"{wizard.name}: 1-2 an inch short, 5-6 an inch long", wizard.side)
    return Roll(f"{wizard.name} fires the {power_of(wizard, step.wand).title.lower()}", (pool,), ("BW-A4-11",))


def fall_of(step: WandShot, rolled: int) -> Fall:
    """Where a shot comes down by its die."""
    for row in LAW.sheet("BW-T-wand-accuracy").records():
        if int(row["roll_min"]) <= rolled <= int(row["roll_max"]):
            result = str(row["result"])
            return step.short if result == "short" else step.long if result == "long" else step.on_target
    raise ValueError(f"no die shows {rolled}")


def _roll(scene: Scene, step: WandShot, pools: tuple[Thrown, ...]) -> None:
    power, where = power_of(scene.unit(step.unit), step.wand), fall_of(step, pools[0].total)
    if not where.unit:
        where = _upon_the_hidden(scene, step, where)
    struck = struck_at(scene.battle, step.unit, where)
    for one in struck:
        put_down(scene, one, "BW-A2-05")
    large = is_large(scene.battle)
    rules = (*_RULES, "BW-O5-04") if large else _RULES
    mark = Covered(blast(where.x, where.y) if large else Disc(where.x, where.y, _MARK), power.title)
    scene.tell(Landed(unit=step.unit, marks=(mark,), struck=tuple(struck.items()), rules=rules))
    action = power.title.lower()
    scene.now(
        *(
            AreaHit(step.unit, one, power.amount, power.tags[1:], action, rules, figures)
            for one, figures in struck.items()
        )
    )


def struck_at(battle: Battle, wizard: str, where: Fall) -> dict[str, int]:
    """Whom a shot strikes where it comes down, and how many figures of theirs (BW-A4-11, BW-O5-04)."""
    if not is_large(battle):
        return dict.fromkeys(caught_at(battle, wizard, where), 1)
    first = Struck(where.unit, where.place) if where.unit and battle.units[where.unit].figures else None
    there = battle.units[where.unit].level if where.unit else None
    spared = beyond_walls(battle, level_with(battle, battle.units[wizard]), there)
    return caught_in(battle, blast(where.x, where.y), first, (wizard, *spared))


def _upon_the_hidden(scene: Scene, step: WandShot, where: Fall) -> Fall:
    """A shot that comes down on somebody who hides strikes him and brings him to light (BW-A2-05)."""
    found = figure_at(scene.battle, Point(where.x, where.y), (step.unit,))
    if found is None or not is_hidden(scene.unit(found.unit)):
        return where
    put_down(scene, found.unit, "BW-A2-05")
    return Fall(where.x, where.y, *found)


def caught_at(battle: Battle, wizard: str, where: Fall) -> list[str]:
    """Whoever is struck where a shot comes down: the figure there, and all heroes who stand on its place, but for the
    wizard himself."""
    if not where.unit or not battle.units[where.unit].figures:
        return []
    heroes = heroes_at(battle, Struck(where.unit, where.place))
    return [where.unit, *(one for one in heroes if one not in (where.unit, wizard))]


WAND_SHOT = rolls(WandShot, ask=_ask, roll=_roll)
