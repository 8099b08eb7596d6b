"""The days of a battle off the table (rules ABS): what is at work in one, and how it comes to its end."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from schiltron.battle.play.agenda import Step, does
from schiltron.battle.state.battle import Outcome
from schiltron.battle.state.event import NOBODY, Reported
from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.by_this_axe.off_table.strength import army, shown, strength, total
from schiltron.rulesets.by_this_axe.state import Battle, Scene

DAYS: Final = 7
"""After so many days armies part, where the scenario does not say otherwise (TA-ABS-62)."""


class BeginDay(Step, frozen=True, tag="by_this_axe.begin_day"):
    """Rosters are checked, and everything begins anew (TA-ABS-14)."""


class Stage(Step, frozen=True, tag="by_this_axe.stage"):
    """One of the steps of the day begins."""

    name: str


class EndDay(Step, frozen=True, tag="by_this_axe.end_day"):
    """Nothing was decided: the armies stay, and may fight again the next day (TA-ABS-62, TA-ABS-92)."""


def changed(scene: Scene, side: str, **fields: Any) -> None:
    """What a side is about is another now."""
    abroad = scene.battle.own.abroad
    armies = tuple(replace(one, **fields) if one.of == side else one for one in abroad.armies)
    scene.set(own=replace(scene.battle.own, off_table=replace(abroad, armies=armies)))


def reckoning(battle: Battle, side: str) -> Tally:
    """What is left of an army, in hundredths of strength."""
    left = [(unit.name, strength(battle, unit)) for unit in army(battle, side)]
    return Tally("strength left", tuple(Term(name, value, "TA-ABS-13") for name, value in left), measure="hundredths")


def _reckoned(battle: Battle) -> tuple[tuple[str, Tally], ...]:
    return tuple((side.id, reckoning(battle, side.id)) for side in battle.sides)


def part(scene: Scene, *rules: str) -> None:
    """The armies part, and nobody has won."""
    scene.end(Outcome("", "parted", rules, _reckoned(scene.battle)))


def won(scene: Scene, winner: str, *rules: str) -> None:
    scene.end(Outcome(winner, "beaten", rules, _reckoned(scene.battle)))


def _end_day(scene: Scene, _step: EndDay) -> None:
    battle = scene.battle
    gone = [side.id for side in battle.sides if not army(battle, side.id)]
    if len(gone) == 1:
        (left,) = (side.id for side in battle.sides if side.id not in gone)
        scene.end(Outcome(left, "annihilated", ("TA-ABS-100", "TA-ABS-101"), _reckoned(battle)))
    elif gone or battle.turn >= (battle.own.options.turn_limit or DAYS):
        part(scene, "TA-ABS-62", "TA-ABS-92")
    else:
        scene.now(BeginDay())


END_DAY: Final = does(EndDay, _end_day)


def ears(battle: Battle, side: str) -> tuple[str, ...]:
    """Who hears what a side keeps to itself: its seats, and nobody where it has none."""
    return battle.seats_of(side) or (NOBODY,)


def tell_strengths(scene: Scene) -> None:
    """Each side checks its own roster (TA-ABS-14)."""
    battle = scene.battle
    for side in battle.sides:
        units = ", ".join(f"{unit.name} {shown(strength(battle, unit))}" for unit in army(battle, side.id))
        what = f"{side.title}: strength {shown(total(battle, side.id))} ({units})"
        scene.tell(Reported(what=what, rules=("TA-ABS-13", "TA-ABS-14"), audience=ears(battle, side.id)))
