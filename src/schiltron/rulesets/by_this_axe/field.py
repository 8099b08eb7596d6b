"""Common questions about units on the field, asked by all chapters (MOVE and UNIT most of all)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schiltron.battle.state.effects import AtWork
from schiltron.battle.state.field import apart, company, standing_with, troops
from schiltron.battle.words.grammar import does
from schiltron.rulesets.by_this_axe.abilities import FLYING, has
from schiltron.rulesets.by_this_axe.law import LAW
from schiltron.rulesets.by_this_axe.state import ROUTED, Battle, Profile, Unit
from schiltron.table.facing import Arc, arc_of
from schiltron.table.lengths import Mil, inches

COMMAND_REACH: Final = inches(12)  # TA-CMD-09
LEADER_REACH: Final = inches(3)  # TA-MORALE-14


def _rates() -> dict[tuple[bool, bool], Mil]:
    """By whether it rides and whether it is heavily clad (TA-MOVE-06 to TA-MOVE-09)."""
    sheet = LAW.sheet("TA-T-movement")
    return {
        (mounted, heavy): inches(int(sheet.row(f"{arm}_{clad}")["base_in"]))
        for mounted, arm in ((True, "cavalry"), (False, "infantry"))
        for heavy, clad in ((True, "medium_or_heavy"), (False, "unarmored_or_light"))
    }


_RATES: Final = _rates()
_ALONE: Final = {
    mounted: inches(int(LAW.sheet("TA-T-movement").row(f"unattached_character_on_{how}")["base_in"]))
    for mounted, how in ((False, "foot"), (True, "horse"))
}  # TA-MOVE-10


# ---------------------------------------------------------------- one unit


def profile(unit: Unit) -> Profile:
    return unit.own.profile


def is_character(unit: Unit) -> bool:
    """A single figure with a line of his own (TA-CHAR-01), not a troop unit (TA-UNIT-05)."""
    return unit.own.person is not None


def said_of(unit: Unit, phrase: str) -> str:
    """A unit with what it does: of a character in the singular."""
    return f"{unit.name} {does(phrase, one=is_character(unit))}"


def is_routed(unit: Unit) -> bool:
    return ROUTED in unit.marks


def alive(unit: Unit) -> bool:
    """On the table or with a unit, with figures left."""
    return unit.figures > 0 and (unit.on_table or bool(unit.host))


def base_rate(unit: Unit) -> Mil:
    """The move before doubling, musicians and cards (TA-UNIT-28)."""
    line = unit.own.profile
    if unit.own.person is not None:
        return _ALONE[line.mounted]
    return _RATES[line.mounted, line.armour in ("medium", "heavy")]


def ordered(battle: Battle, unit: Unit, *words: str) -> AtWork | None:
    """What a card that is at work on a unit grants it of these words."""
    return battle.effects.first(unit.id, *words)


def can_fly(battle: Battle, unit: Unit) -> bool:
    """Whether a body flies, and everybody with it (TA-FANT-A10)."""
    return has(unit.own.profile, FLYING) and all(has(one.own.profile, FLYING) for one in company(battle, unit))


def is_out_of_reach(battle: Battle, unit: Unit) -> bool:
    """Whether who flies keeps away from those who cannot, this turn (TA-FANT-A11)."""
    return ordered(battle, unit, "aloft") is not None


def leads(unit: Unit) -> bool:
    """A general or leader whose word counts this turn (TA-DUEL-05)."""
    person = unit.own.person
    return person is not None and person.leadership > 0 and not unit.own.turn.shamed and alive(unit)


def is_shamed(unit: Unit) -> bool:
    """Who has declined a challenge for the first time this turn takes no part in any attack (TA-DUEL-06)."""
    return unit.own.turn.shamed


def is_general(unit: Unit) -> bool:
    return unit.own.person is not None and "general" in unit.own.person.roles


# ---------------------------------------------------------------- units together


def head_count(battle: Battle, unit: Unit) -> int:
    """Figures of a unit, characters included."""
    return unit.figures + len(company(battle, unit))


def troop_units(battle: Battle, side: str) -> Iterator[Unit]:
    """The units that count for the end of the battle, wherever they are (TA-TURN-08)."""
    return (unit for unit in troops(battle, side) if unit.own.person is None)


def leaders(battle: Battle, side: str) -> Iterator[Unit]:
    """Generals and leaders who can give orders: not in flight, not shamed."""
    return (unit for unit in troops(battle, side) if leads(unit) and not is_routed(standing_with(battle, unit)))


def leader_near(battle: Battle, unit: Unit, reach: Mil = LEADER_REACH) -> Unit | None:
    """A leader of its side within reach of a unit, the nearest first."""
    near = [(apart(battle, unit, leader), leader) for leader in leaders(battle, unit.side)]
    within = [(distance, leader) for distance, leader in near if distance <= reach]
    return min(within, key=lambda one: (one[0], one[1].turn_in_line))[1] if within else None


def arc_from(x: float, y: float, target: Unit) -> Arc:
    """From where a point lies to a unit: ahead of its front edge, behind its rear edge, or beside (TA-UNIT-32)."""
    return arc_of(target.pose, target.body, target.bodies, x, y)
