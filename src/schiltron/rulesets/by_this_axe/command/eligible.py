"""Which units a card can be played for, and every reason against the others: TA-CMD-07 to TA-CMD-09, and what each use
asks of a unit."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Final, Literal

from schiltron.battle.state.decision import Aim
from schiltron.battle.state.field import apart, commanded_by, in_melee, standing_with
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.memory import keep, recall
from schiltron.rulesets.by_this_axe.command import line
from schiltron.rulesets.by_this_axe.command.line import Named
from schiltron.rulesets.by_this_axe.command.uses import Choice, Law, Need
from schiltron.rulesets.by_this_axe.field import (
    COMMAND_REACH,
    is_character,
    is_routed,
    is_shamed,
    leaders,
    ordered,
    troop_units,
)
from schiltron.rulesets.by_this_axe.state import Battle, Profile, Unit
from schiltron.table.lengths import inches, show_inches
from schiltron.table.outline import gap

TOGETHER: Final = inches(1)
NOBODY: Final = Aim()
_CANDIDATES: Final = "candidates"
_HELD: Final = {"brace": ("braced for a charge", "TA-CMD-45"), "shieldwall": ("in shieldwall", "TA-CMD-47")}


class Candidates:
    """The bodies of a side on the table, as its cards find them."""

    def __init__(self, battle: Battle, side: str) -> None:
        self.battle, self.side = battle, side
        self._fit: dict[Need, frozenset[str]] = {}

    @cached_property
    def bodies(self) -> dict[str, Unit]:
        """Troop units, and characters who stand alone."""
        return {unit.id: unit for unit in commanded_by(self.battle, self.side) if unit.on_table and unit.figures}

    @cached_property
    def commanded(self) -> frozenset[str]:
        """Those within 12 inches of a leader whose word counts (TA-CMD-09)."""
        heard = [standing_with(self.battle, leader).outline for leader in leaders(self.battle, self.side)]
        return frozenset(
            key
            for key, unit in self.bodies.items()
            if any(
                unit.outline.near(there, COMMAND_REACH) and gap(unit.outline, there) <= COMMAND_REACH for there in heard
            )
        )

    def fit(self, need: Need) -> frozenset[str]:
        """Those in command who can do, or are, what a use asks for."""
        found = self._fit.get(need)
        if found is None:
            bodies, asks = self.bodies, _NEEDS[need]
            found = frozenset(key for key in self.commanded if not asks(self.battle, bodies[key], ""))
            self._fit[need] = found
        return found

    def aim(self, law: Law, card: str, about: str = "") -> Aim:
        """Whom a use may be for. A card that names its units itself leaves out those it cannot reach."""
        if law.choice == "nobody":
            return NOBODY
        if law.choice == "free":
            able = self._able(law, self.bodies, card)
            return _friends(able, 1, law.most) if not about else _about(able, law, about)
        named = self.named(law.choice)
        sure, tied = (self._able(law, keys, card) for keys in (named.sure, named.tied))
        number = len(sure) + min(named.places, len(tied))
        return _friends((*sure, *tied), max(1, number), number, sure)

    def named(self, choice: Choice) -> Named:
        if choice in _LINE:
            return _LINE[choice](self.battle, self.side)
        arm = _ARMS[choice]
        return Named(tuple(unit.id for unit in troop_units(self.battle, self.side) if arm(unit.own.profile)))

    def _able(self, law: Law, keys: Iterable[str], card: str) -> tuple[str, ...]:
        """Those of them against whom there is nothing."""
        fit = self.fit(law.need)
        return tuple(key for key in keys if key in fit and not self._taken(self.bodies[key], card))

    # ------------------------------------------------------------ one unit

    def against(self, law: Law, key: str, card: str) -> list[Reason]:
        """Every reason why this unit cannot have this use of a card."""
        unit = self.bodies.get(key)
        if unit is None:
            return [Reason(f"{self._name(key)} is no unit of yours on the table", ("TA-CMD-09",))]
        found = []
        if key not in self.commanded:
            text = f"{unit.name} are not within {show_inches(COMMAND_REACH)} of a general or leader"
            found.append(Reason(text, ("TA-CMD-09",)))
        if self._taken(unit, card):
            found.append(Reason(f"a card has been played for {unit.name} in this phase", ("TA-CMD-08",)))
        return found + _NEEDS[law.need](self.battle, unit, law.rules[0])

    def _taken(self, unit: Unit, card: str) -> bool:
        """Whether another card of its owner's has touched it in this phase (TA-CMD-08)."""
        return _touched(self.battle, unit) and not _by_this_joker(self.battle, unit, card)

    def scattered(self, keys: tuple[str, ...]) -> Reason | None:
        """Units ordered by one card stand close together."""
        here = [self.bodies[key] for key in keys]
        for place, one in enumerate(here):
            for other in here[place + 1 :]:
                if apart(self.battle, one, other) > TOGETHER:
                    return Reason(f"{one.name} and {other.name} are more than {show_inches(TOGETHER)} apart")
        return None

    def _name(self, key: str) -> str:
        unit = self.battle.units.get(key)
        return unit.name if unit is not None else repr(key)


def candidates_of(battle: Battle, side: str) -> Candidates:
    """The candidates of a side, the same as before where nothing that they depend on has changed."""
    candidates: Candidates | None = recall(battle, _CANDIDATES)
    if candidates is not None and candidates.side == side:
        return candidates
    found = Candidates(battle, side)
    keep(battle, _CANDIDATES, found)
    return found


def _friends(units: tuple[str, ...], least: int, most: int, must: tuple[str, ...] = ()) -> Aim:
    at: Literal["unit", "units"] = "unit" if most == 1 else "units"
    return Aim(at, "friend", least, min(most, len(units)), units, must)


def _about(able: tuple[str, ...], law: Law, about: str) -> Aim:
    """A card played because of one unit is for that unit, and for others only along with it."""
    if about not in able:
        return NOBODY
    return _friends(able if law.most > 1 else (about,), 1, law.most, (about,))


def _touched(battle: Battle, unit: Unit) -> bool:
    return bool(unit.own.phase.carded) and unit.own.phase.carded == battle.phase


def _by_this_joker(battle: Battle, unit: Unit, card: str) -> bool:
    """A joker is one card for a unit, whichever of its effects fall on it (TA-CMD-08, TA-CMD-48)."""
    at_work = battle.effects.on_unit(unit.id)
    return bool(card) and bool(at_work) and at_work[-1].by == card


# ---------------------------------------------------------------- what a use asks of a unit


def _steady(_battle: Battle, unit: Unit, _rule: str) -> list[Reason]:
    return [Reason(f"{unit.name} are routed", ("TA-MORALE-26",))] if is_routed(unit) else []


def _moves(battle: Battle, unit: Unit, rule: str) -> list[Reason]:
    """It can still move this turn, and has not begun to."""
    own, name = unit.own, unit.name
    found = _steady(battle, unit, rule)
    if in_melee(battle, unit):
        found.append(Reason(f"{name} are locked in melee", ("TA-MOVE-03",)))
    if own.turn.shot:
        found.append(Reason(f"{name} have shot this turn", ("TA-RANGED-10",)))
    if own.turn.moved:
        found.append(Reason(f"{name} have moved: a card comes before the move", ("TA-CMD-07", rule)))
    if own.turn.rallied:
        found.append(Reason(f"{name} have rallied this turn and may not move", ("TA-RALLY-05",)))
    for effect, (how, held) in _HELD.items():
        if ordered(battle, unit, effect) is not None:
            found.append(Reason(f"{name} are {how} and may not move", (held,)))
    if ordered(battle, unit, "reserve") is not None:
        found.append(Reason(f"{name} hold their fire and may not move", ("TA-CMD-34",)))
    return found


def _charges(battle: Battle, unit: Unit, rule: str) -> list[Reason]:
    return _moves(battle, unit, rule) + _shamed(unit)


def _shamed(unit: Unit) -> list[Reason]:
    if not is_shamed(unit):
        return []
    return [Reason(f"{unit.name} has declined a challenge and attacks nobody this turn", ("TA-DUEL-06",))]


def _shoots(battle: Battle, unit: Unit, rule: str) -> list[Reason]:
    found = _steady(battle, unit, rule) + _shamed(unit)
    if not unit.own.profile.ranged:
        found.append(Reason(f"{unit.name} have no missile weapons", (rule,)))
    if in_melee(battle, unit):
        found.append(Reason(f"{unit.name} are in melee and cannot shoot", ("TA-RANGED-09",)))
    if unit.own.turn.shot:
        found.append(Reason(f"{unit.name} have shot: a card comes before the shots", ("TA-CMD-07", rule)))
    return found


def _stands(battle: Battle, unit: Unit, rule: str) -> list[Reason]:
    found = _steady(battle, unit, rule)
    if in_melee(battle, unit):
        found.append(Reason(f"an enemy is in contact with {unit.name} already", ("TA-CMD-44",)))
    if unit.own.turn.moved:
        found.append(Reason(f"{unit.name} have moved this turn", ("TA-CMD-45",)))
    return found


def _shield(battle: Battle, unit: Unit, rule: str) -> list[Reason]:
    found = _steady(battle, unit, rule)
    line = unit.own.profile
    if line.mounted or is_character(unit) or not line.shield:
        found.append(Reason(f"{unit.name} are no infantry with shields", (rule,)))
    return found


def _routed(_battle: Battle, unit: Unit, rule: str) -> list[Reason]:
    return [] if is_routed(unit) else [Reason(f"{unit.name} are not routed", (rule,))]


_NEEDS: Final[dict[Need, Callable[[Battle, Unit, str], list[Reason]]]] = {
    "moves": _moves,
    "charges": _charges,
    "shoots": _shoots,
    "stands": _stands,
    "shield": _shield,
    "routed": _routed,
    "steady": _steady,
}
_LINE: Final[dict[Choice, Callable[[Battle, str], Named]]] = {
    "left_wing": line.left_wing,
    "right_wing": line.right_wing,
    "center": line.center,
}
_ARMS: Final[dict[Choice, Callable[[Profile], bool]]] = {
    "cavalry": lambda profile: profile.mounted,
    "light_infantry": lambda profile: not profile.mounted and profile.armour in ("unarmored", "light"),
    "infantry": lambda profile: not profile.mounted,
}
