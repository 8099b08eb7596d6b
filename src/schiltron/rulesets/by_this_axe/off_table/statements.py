"""Both sides state their troops (rules ABS, step 3): numbers and kinds; how good they are may be kept back, and who has
deployed to deceive states more or less than there is."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import Final, cast

from msgspec import UNSET
from msgspec.structs import replace

from schiltron.battle.play.agenda import Step
from schiltron.battle.play.option_choice import chooses
from schiltron.battle.state.decision import UNSEATED, Choose, Chosen, Option
from schiltron.battle.state.event import Reported
from schiltron.battle.state.field import asked_seat, troops
from schiltron.battle.words.grammar import listed
from schiltron.battle.words.names import as_side
from schiltron.rulesets.by_this_axe.off_table.days import changed
from schiltron.rulesets.by_this_axe.off_table.stratagems import DECEPTION, FOIL
from schiltron.rulesets.by_this_axe.off_table.strength import army
from schiltron.rulesets.by_this_axe.state import Army, Battle, Profile, Scene, Statement, Unit
from schiltron.rulesets.by_this_axe.troops import HEROIC

UNSTATED: Final = "unstated"
"""The mark of an enemy of whom nothing has been stated yet."""
_TIMES: Final[dict[str, Fraction]] = {"half": Fraction(1, 2), "double": Fraction(2)}
_BEST: Final = HEROIC - 1
"""What no whole unit is above: to state more would give the lie away (TA-ABS-41)."""
_OPTIONS: Final = (
    Option("open", "Numbers and quality"),
    Option("guarded", "Numbers alone; how good they are stays hidden"),
)
_LIES: Final = (
    Option("half", "Half of what there is, in numbers and quality"),
    Option("double", "Double of what there is, in numbers and quality"),
)


class StateTroops(Step, frozen=True, tag="by_this_axe.state_troops"):
    """Both at once (TA-ABS-16)."""


def deceives(battle: Battle, side: str) -> bool:
    """Whether a side may state what is not (TA-ABS-41)."""
    one = battle.own.abroad.army(side)
    return one.worked and one.stratagem == DECEPTION


def _ask(battle: Battle, step: StateTroops) -> tuple[Choose, ...]:
    return tuple(
        Choose(
            seat=asked_seat(battle, side.id) or UNSEATED,
            prompt="State your troops. What do you tell the enemy?",
            waits="troops to be stated",
            rules=("TA-ABS-16", "TA-ABS-41"),
            options=(*_OPTIONS, *_LIES) if deceives(battle, side.id) else _OPTIONS,
            default=Chosen(("guarded",)),
            sealed=True,
        )
        for side in battle.sides
    )


def _take(scene: Scene, step: StateTroops, answers: tuple[Chosen, ...]) -> None:
    for side, answer in zip(scene.battle.sides, answers, strict=True):
        changed(scene, side.id, statement=cast(Statement, answer.keys[0]))
    for side in scene.battle.sides:
        how = scene.battle.own.abroad.army(side.id).statement
        said = [_said(stated(unit, how)) for unit in army(scene.battle, side.id)]
        scene.tell(Reported(what=f"{side.title} {as_side(side.title, 'state')} {listed(said)}", rules=("TA-ABS-16",)))


def _said(unit: Unit) -> str:
    quality = f" of FC {unit.own.profile.fc}" if unit.own.profile.fc else ""
    return f"{unit.figures} {unit.name}{quality}" if unit.own.person is None else unit.name


STATE_TROOPS: Final = chooses(StateTroops, ask=_ask, take=_take)


# ---------------------------------------------------------------- what the enemy knows


def stated(unit: Unit, how: Statement) -> Unit:
    """A unit as its owner has stated it. Who leads is always known, and whether he lives; abilities never are
    (TA-ABS-16)."""
    line, person = _without_abilities(unit.own.profile), unit.own.person
    if how in ("", "guarded"):
        line = replace(line, fc=0)
    unit = replace(unit, own=replace(unit.own, profile=line))
    if person is not None:
        return unit
    if how == "":
        bare = replace(unit.own, profile=Profile(fc=0, mounted=line.mounted))
        return replace(unit, figures=0, original=0, marks=(UNSTATED,), own=bare)
    if how in _TIMES:
        times = _TIMES[how]
        line = replace(line, fc=min(_BEST, ceil(line.fc * times)))
        figures, original = ceil(unit.figures * times), ceil(unit.original * times)
        return replace(unit, figures=figures, original=original, own=replace(unit.own, profile=line))
    return unit


def stated_number(battle: Battle, side: str) -> int:
    """How many a side has by its own word."""
    how = battle.own.abroad.army(side).statement
    return sum(stated(unit, how).figures for unit in army(battle, side))


def _without_abilities(line: Profile) -> Profile:
    return (
        line
        if line == replace(line, abilities=UNSET, creature=UNSET)
        else replace(line, abilities=UNSET, creature=UNSET)
    )


def as_stated(battle: Battle, seat: str | None) -> Battle:
    """The battle as a seat may know it: other armies as they were stated, and no stratagem of theirs."""
    mine, abroad = battle.side_at(seat), battle.own.abroad
    units = dict(battle.units)
    for one in abroad.armies:
        if one.of != mine:
            units |= {unit.id: stated(unit, one.statement) for unit in troops(battle, one.of)}
    armies = tuple(one if one.of == mine else _seen(one) for one in abroad.armies)
    own = _ids(battle, mine)
    known = replace(abroad, armies=armies, lacking=tuple(one for one in abroad.lacking if one[0] in own))
    return replace(battle, units=units, own=replace(battle.own, off_table=known))


def _ids(battle: Battle, side: str) -> set[str]:
    return {unit.id for unit in troops(battle, side)}


def _seen(one: Army) -> Army:
    """What others may know of a side: that it has tried something and that it worked, not what; and a statement as if
    it were true."""
    statement: Statement = "open" if one.statement in _TIMES else one.statement
    return replace(one, stratagem=FOIL if one.stratagem == FOIL else "", statement=statement)
