"""Whom creatures go for whatever they are told: old hatreds (CM-FANT-GOBLIN-03, CM-FANT-DWARF-03), and what dragons
hunt (CM-FANT-DRAGON-11)."""

from __future__ import annotations

from typing import Final

from schiltron.battle.state.field import enemies
from schiltron.battle.state.illegal import Reason
from schiltron.rulesets.chainmail.fantasy.unseen import unseen_by
from schiltron.rulesets.chainmail.field import trait
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.nature import Trait
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.rulesets.chainmail.walking.rates import charge_move, flight_move, normal_move
from schiltron.table.lengths import TOLERANCE
from schiltron.table.outline import gap

_HUNTED: Final = {
    str(row["target"]): int(str(row["preference"])) for row in LAW.sheet("CM-T-fant-dragon-targets").records()
}


def hated_in_reach(battle: Battle, unit: Unit, how: Trait) -> list[Unit]:
    """Enemies of the folk a unit hates, no farther off than its charge move, the nearest first."""
    far = charge_move(battle, unit).total + TOLERANCE
    found = []
    for foe in enemies(battle, unit):
        nature = foe.own.profile.nature
        if foe.figures and nature is not None and nature.is_called(how.against) and foe.level is None:
            apart = gap(unit.outline, foe.outline)
            if apart <= far and unseen_by(battle, unit, foe, apart) is None:
                found.append((apart, foe.turn_in_line, foe))
    return [foe for _, _, foe in sorted(found, key=lambda one: one[:2])]


def must_be_attacked(battle: Battle, unit: Unit) -> list[Unit]:
    """Whom dwarves who are told to attack go for instead of anybody else (CM-FANT-DWARF-03); untold they attack nobody,
    and no die is thrown for them (CM-FANT-DWARF-04)."""
    how = trait(unit, "hates_under_orders")
    return hated_in_reach(battle, unit, how) if how is not None else []


def owed_to_others(view: Battle, unit: Unit, met: Unit | None) -> list[Reason]:
    """Dwarves who are told to attack go for goblins in reach and for nobody else (CM-FANT-DWARF-03)."""
    hated = must_be_attacked(view, unit) if met is not None and view.own.options.fantasy == "on" else []
    if not hated or any(met is not None and foe.id == met.id for foe in hated):
        return []
    return [Reason(f"{unit.name} attack {hated[0].name} and nobody else", ("CM-FANT-DWARF-03",), measured=True)]


def quarry_of(battle: Battle, unit: Unit) -> Unit | None:
    """The creature that a dragon attacks of itself, on whichever side: the one it likes best of those it could fly to,
    of equals the nearest (CM-FANT-DRAGON-11)."""
    if trait(unit, "hunts") is None:
        return None
    far = max(flight_move(battle, unit).total, normal_move(battle, unit).total) + TOLERANCE
    found = []
    for other in battle.standing():
        nature = other.own.profile.nature
        if other.id == unit.id or not other.figures or nature is None:
            continue
        likes = [place for kind, place in _HUNTED.items() if kind in nature.called]
        apart = gap(unit.outline, other.outline)
        if likes and apart <= far and unseen_by(battle, unit, other, apart) is None:
            found.append((min(likes), apart, other.turn_in_line, other))
    return min(found, key=lambda one: one[:3])[-1] if found else None
