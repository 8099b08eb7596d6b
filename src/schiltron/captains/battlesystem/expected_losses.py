"""The expected losses of fights, by the book's own strikes and checks, round by round on average.

Everything is a part of a unit: 0 when nobody is lost, 1 when all are. Equal fights are worked out once.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec.structs import replace

from schiltron.battle.guide.probability import below, sums
from schiltron.battle.state.battle import Battle as AnyBattle
from schiltron.battle.state.battle import Engagement, Side
from schiltron.battle.state.tally import Tally
from schiltron.battle.state.unit import Aboard, OnTable
from schiltron.battle.state.unit import Unit as AnyUnit
from schiltron.captains.imagining import about
from schiltron.captains.steering import facing_edge
from schiltron.rulesets.battlesystem.field import is_individual, is_mob, is_skirmisher, ratings
from schiltron.rulesets.battlesystem.in_command import own_commander
from schiltron.rulesets.battlesystem.losses import HIT_POINTS_PER_DIE
from schiltron.rulesets.battlesystem.melee.fights import frozen
from schiltron.rulesets.battlesystem.melee.heroes import affects_whole_figure
from schiltron.rulesets.battlesystem.melee.parties import Pair, melees, units_of
from schiltron.rulesets.battlesystem.melee.strikes import Strike, done_by, hopeless
from schiltron.rulesets.battlesystem.morale.checks import checks_at_all
from schiltron.rulesets.battlesystem.morale.current import current_morale
from schiltron.rulesets.battlesystem.options import Options
from schiltron.rulesets.battlesystem.state import (
    Arms,
    Battle,
    BattlePart,
    ChainOfCommand,
    Morale,
    Unit,
    UnitPart,
    with_command,
    with_turn,
)
from schiltron.table.body import Body, Formed
from schiltron.table.contact import Edge, squared
from schiltron.table.edges import Board
from schiltron.table.lengths import inches
from schiltron.table.pose import Pose

ROUNDS: Final = 4
LATER: Final = 0.85
"""How much the next round of a melee counts: help may come to either side."""
ROUTED: Final = 0.5
"""What it costs a unit to run: it may be rallied, caught, or leave the field."""
DUEL_ROUNDS: Final = 3
"""Melee rounds of individual combat in a Game Round (BS-1.0-05)."""
_TWO_SIX: Final = tuple((dice, chance) for dice, chance in enumerate(sums(2, 6)) if chance)
_TWO_TEN: Final = sums(2, 10)
_SIDES: Final = ("attackers", "defenders")


@lru_cache(maxsize=64)
def passing(number: int) -> float:
    """How likely 2d10 come to a number or less (BS-4.3-01)."""
    return below(_TWO_TEN, number + 1)


# ---------------------------------------------------------------- a party in a melee


class _Party:
    """A unit, a skirmish unit or an individual in a melee that is thought through."""

    __slots__ = ("closed", "dice", "figures", "gone", "left", "morale", "original", "ran", "steady", "whole")

    def __init__(self, battle: Battle, key: str) -> None:
        units = units_of(battle, key)
        first = units[0]
        own = first.own
        self.figures = float(sum(unit.figures for unit in units))
        if is_individual(first):
            self.dice = max(1.0, 10.0 * own.hit_points / HIT_POINTS_PER_DIE)
        else:
            self.dice = float(ratings(battle, first).hit_dice)
        mustered = battle.own.company(key)
        self.original = float(max(first.original if mustered is None else mustered.figures, 1))
        self.whole = self.figures
        self.gone = 0.5 * own.wounded
        self.closed = 1.0 if own.formation == "closed" else 0.0
        self.steady = is_individual(first) or not checks_at_all(first)
        self.morale = 0 if self.steady else current_morale(battle, first).total
        self.ran = 1.0 if own.morale.rout is not None else 0.0
        self.left = 1.0

    @property
    def power(self) -> float:
        """The part of it that still strikes."""
        return (1 - self.ran) * max(0.0, 1 - self.gone / self.whole)

    def suffer(self, damage: float) -> None:
        before, self.gone = self.gone, min(self.whole, self.gone + damage / self.dice)
        if self.steady or self.gone <= before:
            return
        away = self.original - self.whole
        for mark in (0.25, 0.5):
            if away + before < mark * self.original <= away + self.gone:
                self._check(half=mark >= 0.5)
                return
        if away + before >= self.original / 2:
            self._check(half=True, due=min(1.0, self.gone - before))

    def _check(self, *, half: bool, due: float = 1.0) -> None:
        """A failed check opens closed ranks, and routs others (case 4.5)."""
        already = 2 * (self.original - self.whole) >= self.original
        number = self.morale - (2 if half and not already else 0)
        fails = due * (1 - passing(number))
        opens = fails * self.closed
        self.ran += fails * (1 - self.closed) * (1 - self.ran)
        self.closed -= opens

    @property
    def lost(self) -> float:
        fallen = self.gone / self.whole
        return fallen + ROUTED * self.ran * (1 - fallen)


# ---------------------------------------------------------------- strikes


def mean(battle: Battle, one: Strike, rating: Tally | None = None, worse: int = 0) -> float:
    """Tenths of a hit die that a strike does on average, no more than there are on the target."""
    made = one if rating is None else replace(one, rating=rating)
    if hopeless(made):
        return 0.0
    striker = battle.units[one.unit]
    most = _most(battle, one, striker)
    total = 0.0
    for dice, chance in _TWO_SIX:
        done = done_by(made, dice + worse)
        if most is not None:
            done = most if done >= most else 0
        total += chance * done
    return total


def _most(battle: Battle, one: Strike, striker: Unit) -> int | None:
    """A hero wounds one figure a round, or kills one where he affects all of it (BS-9.4-03, BS-9.4-06)."""
    if not is_individual(striker) or (one.target in battle.units and is_individual(battle.units[one.target])):
        return None
    target = units_of(battle, one.target)[0]
    dice = ratings(battle, target).hit_dice
    return dice if affects_whole_figure(battle, striker, target) else dice // 2


class _Blow(NamedTuple):
    """What one party does to another in a round: of the charge, later, and in open ranks."""

    key: str
    target: str
    first: float
    then: float
    opened: float


def _blow(battle: Battle, key: str, target: str) -> _Blow | None:
    if all(one in battle.units and is_individual(battle.units[one]) for one in (key, target)):
        done = duel(battle.units[key], battle.units[target])
        return _Blow(key, target, done, done, done)
    made = frozen(battle, key, target)
    if made is None:
        return None
    first = mean(battle, made)
    calm = frozen(_without_charges(battle, key, target), key, target) or made
    then = mean(battle, calm) if calm != made else first
    return _Blow(key, target, first, then, mean(battle, calm, worse=1))


def _without_charges(battle: Battle, *parties: str) -> Battle:
    """The same fight in a later round, when nobody in it comes in with a run any more."""
    for party in parties:
        for unit in units_of(battle, party):
            if unit.own.turn.charged:
                battle = battle.with_unit(with_turn(unit, charged=False))
    return battle


def duel(one: Unit, other: Unit) -> float:
    """What an individual does to another in the three rounds of a Game Round, in tenths of a hit die (BS-9.4-07)."""
    person, line = one.own.profile.person, one.own.profile
    if person is None:
        return 0.0
    need = person.thac0 - other.own.profile.creature.armour_class
    hits = min(0.95, max(0.05, (21 - need) / 20))
    weapon = line.weapons[0].damage if line.weapons else line.creature.attacks
    each = sum(die.count * (die.sides + 1) / 2 + die.plus for die in weapon) if weapon else 3.5
    return DUEL_ROUNDS * person.half_attacks / 2 * hits * each * 10 / HIT_POINTS_PER_DIE


# ---------------------------------------------------------------- melees


def fought(battle: Battle, pairs: Iterable[Pair], rounds: int = ROUNDS) -> dict[str, float]:
    """The part that every party in these melees is likely to lose in them."""
    pairs = list(pairs)
    parties = {key: _Party(battle, key) for key in dict.fromkeys(key for each in pairs for key in each)}
    found = (_blow(battle, *way) for one, other in pairs for way in ((one, other), (other, one)))
    blows = [blow for blow in found if blow is not None]
    weight = 1.0
    for number in range(rounds):
        damage = dict.fromkeys(parties, 0.0)
        for blow in blows:
            striker, target = parties[blow.key], parties[blow.target]
            each = blow.first if number == 0 else _between(blow.opened, blow.then, striker.closed)
            damage[blow.target] += each * striker.power * (1 - target.ran) * weight
        for key, done in damage.items():
            parties[key].suffer(done)
        weight *= LATER
    return {key: one.lost for key, one in parties.items()}


def _between(opened: float, then: float, closed: float) -> float:
    return closed * then + (1 - closed) * opened if opened < then and closed < 1 and closed > 0 else then


def touching(battle: Battle, keys: Iterable[str]) -> list[Pair]:
    """All melees that are linked with these parties, and combats of individuals among them."""
    every = [*melees(battle), *_duels(battle)]
    known, grown = set(keys), True
    while grown:
        more = {key for each in every if known & set(each) for key in each} - known
        grown = bool(more)
        known |= more
    return [each for each in every if each[0] in known]


def _duels(battle: Battle) -> list[Pair]:
    pairs = []
    for each in battle.engagements:
        one, other = battle.units[each.attacker], battle.units[each.defender]
        if each.touching and is_individual(one) and is_individual(other) and one.figures and other.figures:
            pairs.append((one.id, other.id))
    return pairs


# ---------------------------------------------------------------- two units, wherever they are


class Band(NamedTuple):
    """All that counts of a unit in a fight, so that equal fights are worked out once."""

    own: UnitPart
    figures: int
    original: int
    body: Body
    chief: UnitPart | None


def band(battle: Battle, unit: Unit) -> Band:
    own = unit.own
    chief = own_commander(battle, unit)
    led = chief is not None and chief.host == unit.id
    kept = UnitPart(
        profile=own.profile,
        formation=own.formation,
        stance=own.stance,
        wounded=own.wounded,
        worn_by_marches=own.worn_by_marches,
        hit_points=own.hit_points,
        arms=Arms(weapon=own.arms.weapon),
        command=ChainOfCommand(rank=own.command.rank),
        morale=Morale(astray=own.morale.astray or ("" if led or not needs_chief(unit) else "leaderless")),
    )
    body = unit.body
    if isinstance(body, Formed):
        body = Formed(base=body.base, files=min(body.files, max(1, unit.figures)), spacing=body.spacing)
    leader = (
        UnitPart(profile=chief.own.profile, formation="none", command=ChainOfCommand(rank="unit"))
        if chief is not None and led
        else None
    )
    return Band(kept, max(1, unit.figures), unit.original, body, leader)


def at_its_best(one: Band) -> Band:
    """A unit as it will be drawn up by the time it comes to a fight: led regulars in two closed ranks."""
    if not isinstance(one.body, Formed) or one.own.profile.kind != "regular" or one.own.morale.astray:
        return one
    files = max(one.body.files, (one.figures + 1) // 2)
    own = replace(one.own, formation="closed", stance="")
    return one._replace(own=own, body=replace(one.body, files=files, spacing=0))


def roughly(one: Band) -> Band:
    """A unit of about the same size, so that fewer fights are worked out."""
    figures = about(one.figures)
    own = replace(one.own, wounded=0) if one.own.wounded else one.own
    if figures == one.figures:
        return one if own is one.own else one._replace(own=own)
    body = one.body
    if isinstance(body, Formed) and body.files > figures:
        body = replace(body, files=figures)
    return one._replace(own=own, figures=figures, body=body)


def needs_chief(unit: Unit) -> bool:
    return not (is_individual(unit) or is_skirmisher(unit) or is_mob(unit))


class Odds(NamedTuple):
    """The part that the attacker and the defender lose."""

    attacker: float
    defender: float


class Reckoner:
    """Works out fights between two units under the switches of a battle, and remembers them."""

    def __init__(self, options: Options, *, hasty: bool = False) -> None:
        """Who is `hasty` takes units of about the same size for equal."""
        self._hasty = hasty
        own = BattlePart(options=replace(options, level="basic"), zones=())
        sides = tuple(Side(one, one, "") for one in _SIDES)
        board = Board(inches(96), inches(96))
        self._plain: Battle = AnyBattle("battlesystem", "", board, sides, (), {}, own, (), turn=2)
        self._duels: dict[tuple[Band, Band, Edge, bool], Odds] = {}

    def clash(self, attacker: Band, defender: Band, edge: Edge, *, charge: bool = True) -> Odds:
        """What both lose if one attacks the other on an edge."""
        if self._hasty:
            attacker, defender = roughly(attacker), roughly(defender)
        key = attacker, defender, edge, charge
        found = self._duels.get(key)
        if found is None:
            found = self._duels[key] = self._clash(attacker, defender, edge, charge=charge)
        return found

    def met_with(self, attacker: Band, defender: Band, edge: Edge) -> float:
        """The part of a charging attacker that falls to the first blows of the defender."""
        there = self._meeting(attacker, defender, edge, charge=True)
        blow = _blow(there, "defender", "attacker")
        party = _Party(there, "attacker")
        return min(1.0, blow.first / (party.dice * party.whole)) if blow is not None else 0.0

    def _clash(self, attacker: Band, defender: Band, edge: Edge, *, charge: bool) -> Odds:
        lost = fought(self._meeting(attacker, defender, edge, charge=charge), (("attacker", "defender"),))
        return Odds(lost["attacker"], lost["defender"])

    def _meeting(self, attacker: Band, defender: Band, edge: Edge, *, charge: bool) -> Battle:
        """Nobody on the table but these two, in contact."""
        other = _enlisted(defender, "defender", _SIDES[1], Pose(0, 0, 0))
        one = _coming(attacker, "attacker", _SIDES[0], other, edge, charge=charge and may_charge(attacker.own))
        units = {unit.id: unit for unit in (one, other, *_chief(attacker, one), *_chief(defender, other))}
        return replace(self._plain, units=units, engagements=(Engagement(one.id, other.id, edge, self._plain.turn),))


def may_charge(own: UnitPart) -> bool:
    return own.profile.kind in ("regular", "mob") and own.formation != "skirmish" and not own.profile.engine


@lru_cache(maxsize=16)
def reckoner(options: Options, *, hasty: bool = False) -> Reckoner:
    """The reckoner for a set of switches; each set has one, and one for those in haste."""
    return Reckoner(options, hasty=hasty)


def _enlisted(one: Band, name: str, side: str, pose: Pose) -> Unit:
    unit: Unit = AnyUnit(
        name, name, name, side, side, side, one.original, one.figures, OnTable(pose), one.body, one.own
    )
    return with_command(unit, commander=f"{name} chief") if one.chief is not None else unit


def _chief(one: Band, unit: Unit) -> list[Unit]:
    if one.chief is None:
        return []
    return [replace(unit, id=f"{unit.id} chief", original=1, figures=1, place=Aboard(unit.id), own=one.chief)]


def _coming(one: Band, name: str, side: str, other: Unit, edge: Edge, *, charge: bool) -> Unit:
    """A unit that has come upon another, flush with one of its edges."""
    unit = _enlisted(one, name, side, facing_edge(other.outline, edge))
    place = squared(unit.pose, unit.body, unit.bodies, other.outline, 0, edge)
    closed = charge and unit.own.formation == "closed"
    return replace(with_turn(unit, charged=charge, closed_charge=closed, moved=True), place=unit.place_at(place))
