"""Common questions about units on the field, asked by all chapters (MELEE and HIST most of all)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.state.field import fights_for
from schiltron.battle.state.unit import Aloft, Upon
from schiltron.rulesets.chainmail.nature import Trait, Word
from schiltron.rulesets.chainmail.state import CAUGHT, REORGANIZING, STUNNED, Arms, Battle, Profile, Unit
from schiltron.table.facing import Arc, arc_of
from schiltron.table.lengths import CONTACT, Mil
from schiltron.table.outline import gap

_MET: Final[Mil] = 2 * CONTACT
INVISIBLE: Final = "invisible"
CONCEALED: Final = "concealed"
"""Marks of those whom others do not see (CM-FANT-ELF-03, CM-FANT-SPELL-13)."""
A_GUARD: Final = 5
"""Prisoners one figure can guard (CM-MELEE-42)."""
POLE_ARMS: Final[tuple[Arms, ...]] = ("pike", "halberd")
HEDGEHOG: Final = 10
"""Figures that a hedgehog takes at least (CM-MELEE-49)."""

# ---------------------------------------------------------------- one unit


def profile(unit: Unit) -> Profile:
    return unit.own.profile


def alive(unit: Unit) -> bool:
    """On the table or with a unit, with figures left."""
    return unit.figures > 0 and (unit.on_table or bool(unit.host))


def is_commander(unit: Unit) -> bool:
    """The army commander, a figure of his own (CM-HIST-32)."""
    return unit.own.profile.commander


def is_person(profile: Profile) -> bool:
    """Who may go with a unit or on his own: the army commander (CM-HIST-32), hero types and magic users
    (CM-FANT-HERO-06)."""
    return profile.commander or (profile.nature is not None and profile.nature.has("joins"))


def is_joined(profile: Profile) -> bool:
    """Whom such a figure may join: troops, but no engine, no other person, and no monster that fights alone."""
    return not (profile.engine or profile.commander or (profile.nature is not None and profile.nature.has("alone")))


def goes_singly(unit: Unit) -> bool:
    """A figure that has no ranks and files: it turns as it likes."""
    line = unit.own.profile
    return line.commander or (line.nature is not None and line.nature.has("alone"))


def goes_as_person(unit: Unit) -> bool:
    """One who passes through friends and may join them."""
    return is_person(unit.own.profile)


def has_trait(unit: Unit, word: Word) -> bool:
    """Whether a unit is of creatures of which a row says this."""
    nature = unit.own.profile.nature
    return nature is not None and nature.has(word)


def trait(unit: Unit, word: Word) -> Trait | None:
    nature = unit.own.profile.nature
    return nature.trait(word) if nature is not None else None


def is_aloft(unit: Unit) -> bool:
    """In the air (CM-FANT-GEN-12)."""
    return isinstance(unit.level, Aloft)


def fearless(unit: Unit) -> bool:
    """Who need never check morale (CM-FANT-HERO-02 and the like); nobody does who stands on a work, and has no way
    back (CM-SIEGE-19)."""
    return type(unit.level) is Upon or has_trait(unit, "fearless")


def like_figures(unit: Unit, figures: int) -> list[tuple[Unit, int]]:
    """So many figures of a unit by their types: it and how many, then as if it were all of the other type and how many.

    Who falls is of both in proportion, those of the second first (CM-HIST-01).
    """
    mixed = unit.own.mixed
    if mixed is None:
        return [(unit, figures)]
    second = figures * mixed.figures // unit.original
    as_second = replace(unit, own=replace(unit.own, profile=mixed.profile))
    return [(one, number) for one, number in ((unit, figures - second), (as_second, second)) if number]


def is_engine(unit: Unit) -> bool:
    """A catapult, a cannon or a wagon; its figures are the crew."""
    return bool(unit.own.profile.engine)


def is_fleeing(unit: Unit) -> bool:
    """In retreat or rout and not rallied (CM-MELEE-27)."""
    return unit.own.morale.flight is not None


def helpless(unit: Unit) -> bool:
    """Struck without striking back: in flight, or caught before it had rallied (CM-MELEE-29, CM-HIST-03), or stunned
    (CM-SIEGE-21)."""
    return is_fleeing(unit) or unit.own.turn.ordered == CAUGHT or unit.has(STUNNED)


def is_swiss(unit: Unit) -> bool:
    """Swiss or Landsknechte, a class of their own (CM-MELEE-05)."""
    return unit.own.profile.people in ("swiss", "landsknechte")


def all_round(unit: Unit) -> bool:
    """A formation that looks all ways and so has neither flank nor rear (CM-MELEE-53, CM-HIST-23)."""
    return unit.own.formation in ("square", "hedgehog", "schiltron")


def in_open_order(unit: Unit) -> bool:
    return unit.own.formation == "open"


def in_close_order(unit: Unit) -> bool:
    """Formed, no farther than an inch apart (CM-MELEE-07)."""
    return not in_open_order(unit) and not is_fleeing(unit) and not reorganizing(unit)


def is_hedgehog(unit: Unit) -> bool:
    """Ten or more with weapons pointing out on all four sides (CM-MELEE-49); with fewer left it is one no more."""
    return unit.own.formation == "hedgehog" and unit.figures >= HEDGEHOG


def has_pole_arms(unit: Unit) -> bool:
    return unit.own.profile.arms in POLE_ARMS


def prevails(battle: Battle, weather: str) -> bool:
    """Whether the weather, or what it has made of the ground, is like that (CM-WEATHER-05)."""
    return battle.effects.of_kind("", weather) is not None


def reorganizing(unit: Unit) -> bool:
    return REORGANIZING in unit.marks


def unrallied(unit: Unit) -> bool:
    """In flight, or reorganizing, which counts the same (CM-HIST-03)."""
    return is_fleeing(unit) or reorganizing(unit)


def prisoners_of(unit: Unit) -> int:
    return sum(some.figures for some in unit.own.captives)


def guards(unit: Unit) -> int:
    """Figures of a unit that guard prisoners and fight nobody: one for every five of them, rounded up (CM-MELEE-42)."""
    return min(unit.figures, -(-prisoners_of(unit) // A_GUARD))


# ---------------------------------------------------------------- the turn


def in_turns(battle: Battle) -> bool:
    """Whether the sides move one after the other, and not at once by written orders (CM-TURN-01)."""
    return battle.own.options.turn_system == "move_counter_move"


# ---------------------------------------------------------------- units together


def returned(battle: Battle, unit: Unit, side: str) -> int:
    """Figures of a unit that were taken prisoner and fight again for a side, as units of it (CM-MELEE-43)."""
    freed = [one for one in battle.units.values() if one.of == unit.id and not one.own.parted]
    here = sum(one.figures for one in freed if alive(one) and fights_for(battle, one, side))
    return here + sum(returned(battle, one, side) for one in freed)


def have_met(one: Unit, other: Unit) -> bool:
    """Whether one has come up to the other; who met on the move may be a hair apart until they line up."""
    return one.outline.near(other.outline, _MET) and gap(one.outline, other.outline) <= _MET


def arc_from(x: float, y: float, target: Unit) -> Arc:
    """From where a point lies to a unit: ahead of its front edge, behind its rear edge, or beside."""
    if all_round(target):
        return "front"
    return arc_of(target.pose, target.body, target.bodies, x, y)
