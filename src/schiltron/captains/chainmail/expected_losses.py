"""The expected losses of fights, by the book's own outlooks: of a melee round by round, of a volley, of morale.

Everything is a part of a unit: 0 when nobody is lost, 1 when all are. Equal fights are worked out once.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec.structs import replace

from schiltron.battle.guide.probability import Chances
from schiltron.battle.state.battle import Battle as AnyBattle
from schiltron.battle.state.battle import Engagement, Side
from schiltron.battle.state.field import fights_for
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.state.unit import OnTable
from schiltron.battle.state.unit import Unit as AnyUnit
from schiltron.captains.imagining import about
from schiltron.captains.steering import facing_edge
from schiltron.rulesets.chainmail.field import has_trait
from schiltron.rulesets.chainmail.fire.arquebus import Fusillade
from schiltron.rulesets.chainmail.fire.outlook import fallen
from schiltron.rulesets.chainmail.fire.rates import die_bonus, is_slow, shots
from schiltron.rulesets.chainmail.fire.tables import ARROW_PROOF, grouped
from schiltron.rulesets.chainmail.fire.volleys import Fire, Volley, again
from schiltron.rulesets.chainmail.man_to_man.outlook import outlook as by_blows
from schiltron.rulesets.chainmail.man_to_man.shooting import line_of, range_of, shafts
from schiltron.rulesets.chainmail.melee.involved import Melee, man_by_man, melees
from schiltron.rulesets.chainmail.melee.outlook import Losses, outlook
from schiltron.rulesets.chainmail.melee.rounds import Round, round_of
from schiltron.rulesets.chainmail.morale.outlook import CONTINUES, Aftermath, aftermath, remains, stands
from schiltron.rulesets.chainmail.options import Options
from schiltron.rulesets.chainmail.scale import man_to_man
from schiltron.rulesets.chainmail.state import (
    Battle,
    BattlePart,
    Formation,
    Forming,
    Morale,
    Past,
    Profile,
    Unit,
    UnitPart,
    with_turn,
)
from schiltron.rulesets.chainmail.steps import MeleeSide
from schiltron.rulesets.chainmail.walking.attacking import attack_barred
from schiltron.rulesets.chainmail.walking.formations import WHOLE
from schiltron.table.body import Body, Formed
from schiltron.table.contact import Edge, squared
from schiltron.table.pose import Pose

FLED: Final = 0.35
"""What it costs a unit to run from a charge: it may be caught, or run off the table."""
REACTIONS: Final = {"back_good_order": 0.06, "retreat": FLED, "rout": 0.5, "surrender": 1.0}
"""The same for what troops do after a melee."""
ROUNDS: Final = 3
LATER: Final = 0.7
"""How much the next round of a melee counts: help may come to either side."""
Days = tuple[tuple[float, tuple[int, int]], ...]
LUCK: Final[Days] = ((0.5, (0, 0)), (0.25, (1, -1)), (0.25, (-1, 1)))
"""How often the dice favour nobody, the one side or the other."""
ENOUGH: Final = 0.1
"""A chance that is worth thinking about."""
TOGETHER: Final[tuple[Edge, ...]] = ("front", "left", "right")
"""Where those come who come together; more than that hardly find room."""
_SIDES: Final = ("attackers", "defenders")
_BEGUN: Final = Forming("line", 1, 0, WHOLE)
"""Any change of formation: who is caught at it is flanked (CM-FORM-03)."""
_NOT_FAR: Final = 3
"""What an arquebus needs at middle range (CM-GUN-02)."""


# ---------------------------------------------------------------- losses


def share_lost(battle: Battle, unit: Unit, fallen: Chances) -> float:
    """The part of a unit that falls, or leaves the table since so many fell (CM-MORALE-01)."""
    figures = max(1, unit.figures)
    lost = 0.0
    for number, chance in enumerate(fallen):
        if number and chance:
            lost += chance * (number + (1 - remains(battle, unit, number)) * (figures - number))
    return lost / figures


def fought(battle: Battle, melee: Melee, rounds: int = ROUNDS, *, hasty: bool = False) -> dict[str, float]:
    """The part that every unit in a melee is likely to lose in it; in haste only on an average day."""
    if man_by_man(battle, melee):
        return _hand_to_hand(battle, melee, rounds, hasty=hasty)
    one = round_of(battle, melee)
    ahead = outlook(battle, one)
    lost = {key: share_lost(battle, battle.units[key], losses.fallen) for key, losses in ahead.items()}
    after = _aftermath(battle, one, ahead, LUCK[:1] if hasty else LUCK)
    for (side, what), chance in after.items():
        for key, share in lost.items():
            if what in REACTIONS and fights_for(battle, battle.units[key], side):
                lost[key] = share + chance * REACTIONS[what] * (1 - share)
    going_on = after.get(("", CONTINUES), 0.0)
    if rounds > 1 and going_on > ENOUGH:
        for key, further in _next_round(battle, melee, ahead, rounds - 1, hasty=hasty).items():
            lost[key] += LATER * going_on * further * (1 - lost[key])
    return lost


def _hand_to_hand(battle: Battle, melee: Melee, rounds: int, *, hasty: bool) -> dict[str, float]:
    """The same man to man, where nobody goes back and the next round is sure to come."""
    ahead = by_blows(battle, melee).losses
    lost = {key: share_lost(battle, battle.units[key], losses.fallen) for key, losses in ahead.items()}
    if rounds > 1 and all(lost[key] < 1 - ENOUGH for key in lost):
        for key, further in _next_round(battle, melee, ahead, rounds - 1, hasty=hasty).items():
            lost[key] += LATER * further * (1 - lost[key])
    return lost


def _aftermath(battle: Battle, one: Round, ahead: dict[str, Losses], days: Days) -> Aftermath:
    """What comes of a round on an average day, and when the dice favour one side or the other."""
    found: Aftermath = {}
    whole = sum(weight for weight, _ in days)
    for weight, luck in days:
        sides = tuple(_with_luck(side, ahead, bad) for side, bad in zip(one.sides, luck, strict=True))
        for what, chance in aftermath(battle, sides).items():  # type: ignore[arg-type]
            found[what] = found.get(what, 0.0) + weight / whole * chance
    return found


def _with_luck(side: MeleeSide, ahead: dict[str, Losses], bad: int) -> MeleeSide:
    """A side with losses as expected, or more or fewer by as much as is usual."""
    lost = []
    for key, there in zip(side.units, side.involved, strict=True):
        mean = ahead[key].expected
        lost.append(min(there, max(0, round(mean + bad * 0.8 * mean**0.5))))
    return replace(side, lost=tuple(lost))


def _next_round(
    battle: Battle, melee: Melee, ahead: dict[str, Losses], rounds: int, *, hasty: bool
) -> dict[str, float]:
    """The same melee a turn later: thinner ranks, and nobody charges any more."""
    for key, losses in ahead.items():
        unit = battle.units[key]
        left = max(1, unit.figures - round(losses.expected))
        body = replace(unit.body, files=min(unit.body.files, left)) if isinstance(unit.body, Formed) else unit.body
        battle = battle.with_unit(replace(with_turn(unit, charged=False), figures=left, body=body))
    older = tuple(replace(one, since=battle.turn - 1) for one in melee.pairs)
    return fought(replace(battle, engagements=older), melee._replace(pairs=older), rounds, hasty=hasty)


# ---------------------------------------------------------------- two units, wherever they are


class Band(NamedTuple):
    """All that counts of a unit in a fight, so that equal fights are worked out once."""

    profile: Profile
    figures: int
    original: int
    body: Body
    formation: Formation
    fatigued: bool
    judged: int
    forming: bool = False
    standing: bool = False
    """Horse that has not stirred and is struck at a disadvantage (CM-MELEE-45)."""


def band(unit: Unit) -> Band:
    own = unit.own
    body = unit.body
    if isinstance(body, Formed):
        body = replace(body, files=min(body.files, max(1, unit.figures)))
    figures, forming = max(1, unit.figures), own.forming is not None
    return Band(
        own.profile, figures, unit.original, body, own.formation, own.past.fatigued, own.morale.times_judged, forming
    )


def roughly(one: Band) -> Band:
    """A unit of about the same size, so that fewer fights are worked out."""
    figures = about(one.figures)
    if figures == one.figures:
        return one
    body = one.body
    if isinstance(body, Formed) and body.files > figures:
        body = replace(body, files=figures)
    return one._replace(figures=figures, body=body)


class Odds(NamedTuple):
    """The part that the attacker and the defender lose."""

    attacker: float
    defender: float


class Reckoner:
    """Works out fights between two units under the switches of a battle, and remembers them."""

    def __init__(self, options: Options, *, hasty: bool = False) -> None:
        """Who is `hasty` takes units of about the same size for equal, and does not think of luck."""
        self._hasty = hasty
        own = BattlePart(options=options, zones=())
        sides = tuple(Side(one, one, "") for one in _SIDES)
        self._plain: Battle = AnyBattle("chainmail", "", None, sides, (), {}, own, (), turn=2)
        self._duels: dict[tuple[Band, Band, Edge], Odds] = {}
        self._volleys: dict[tuple[Band, Band], float] = {}
        self._joint: dict[tuple[tuple[Band, ...], Band], float] = {}

    def charge(self, attacker: Band, defender: Band, edge: Edge) -> Odds:
        """What both lose if one charges the other on an edge."""
        if self._hasty:
            attacker, defender = roughly(attacker), roughly(defender)
        key = attacker, defender, edge
        found = self._duels.get(key)
        if found is None:
            found = self._duels[key] = self._charge(*key)
        return found

    def _charge(self, attacker: Band, defender: Band, edge: Edge) -> Odds:
        other = _enlisted(defender, "defender", _SIDES[1], Pose(0, 0, 0))
        one = _coming(attacker, "attacker", _SIDES[0], other, edge)
        if attack_barred(self._plain, one, other) is not None:
            return Odds(0.0, 0.0)
        there = replace(self._plain, units={one.id: one, other.id: other})
        stand = stands(there, other, one)
        lost = self._lost(other, {edge: one})
        return Odds(stand * lost[one.id], stand * lost[other.id] + (1 - stand) * FLED)

    def together(self, attackers: tuple[Band, ...], defender: Band) -> float:
        """What a defender loses if several come upon it at once, on the front and on the flanks."""
        key = attackers, defender
        if key not in self._joint:
            other = _enlisted(defender, "defender", _SIDES[1], Pose(0, 0, 0))
            coming = {
                edge: _coming(one, f"attacker {edge}", _SIDES[0], other, edge)
                for edge, one in zip(TOGETHER, attackers, strict=False)
            }
            self._joint[key] = self._lost(other, coming)[other.id]
        return self._joint[key]

    def _lost(self, other: Unit, coming: Mapping[Edge, Unit]) -> dict[str, float]:
        """A melee of one unit against those who came onto its edges."""
        met = tuple(Engagement(one.id, other.id, edge, self._plain.turn) for edge, one in coming.items())
        units = {unit.id: unit for unit in (other, *coming.values())}
        there = replace(self._plain, units=units, engagements=met)
        return fought(there, melees(there)[0], hasty=self._hasty)

    def volley(self, shooter: Band, target: Band) -> float:
        """The part of a target that falls to a turn of fire by those who stand still, not too far away."""
        if self._hasty:
            shooter, target = roughly(shooter), roughly(target)
        key = shooter, target
        if key not in self._volleys:
            self._volleys[key] = self._volley(*key)
        return self._volleys[key]

    def _volley(self, shooter: Band, target: Band) -> float:
        one = _enlisted(shooter, "attacker", _SIDES[0], Pose(0, 0, 0))
        other = _enlisted(target, "defender", _SIDES[1], Pose(0, 0, 0))
        there = replace(self._plain, units={one.id: one, other.id: other})
        fire = _plain_fire(there, one, other)
        if fire is None:
            return 0.0
        for _ in range(shots(there, one).total - 1):
            fire = again(fire)
        return share_lost(there, other, fallen(there, fire)) / (2 if is_slow(one) else 1)


@lru_cache(maxsize=16)
def reckoner(options: Options, *, hasty: bool = False) -> Reckoner:
    """The reckoner for a set of switches; each set has one, and one for those in haste."""
    return Reckoner(options, hasty=hasty)


def _plain_fire(battle: Battle, unit: Unit, target: Unit) -> Fire | None:
    """Two ranks at a target in the open."""
    if man_to_man(battle.own.options):
        return _shafts(battle, unit, target)
    files = unit.body.files if isinstance(unit.body, Formed) else 1
    firing = Tally("firing", (Term("two ranks", min(unit.figures, 2 * files)),))
    if unit.own.profile.missile == "arquebus":
        return Fusillade(unit.id, target.id, firing, Tally("to hit", (Term("not far", _NOT_FAR),)))
    column = target.own.profile.armour
    if column == ARROW_PROOF or has_trait(target, "proof_to_missiles"):
        return None
    return Volley(unit.id, target.id, firing, grouped(firing.total, column), column, die_bonus(unit))


def _shafts(battle: Battle, unit: Unit, target: Unit) -> Fire | None:
    """Every man of two ranks at middle range."""
    files = unit.body.files if isinstance(unit.body, Formed) else 1
    if not line_of(unit.own.profile):
        return None
    firing = Tally("firing", (Term("two ranks", min(unit.figures, 2 * files)),))
    middle = range_of(unit.own.profile) * 2 // 3
    fire = shafts(battle, unit.own.profile, (unit, target), firing, middle, 0, over=False)
    return None if isinstance(fire, list) else fire


def _enlisted(one: Band, name: str, side: str, pose: Pose) -> Unit:
    own = UnitPart(
        profile=one.profile,
        formation=one.formation,
        forming=_BEGUN if one.forming else None,
        past=Past(fatigued=one.fatigued, turns_still=int(one.standing)),
        morale=Morale(times_judged=one.judged),
    )
    return AnyUnit(name, name, name, side, side, side, one.original, one.figures, OnTable(pose), one.body, own)


def _coming(one: Band, name: str, side: str, other: Unit, edge: Edge) -> Unit:
    """A unit that has charged another, flush with one of its edges."""
    unit = _enlisted(one, name, side, facing_edge(other.outline, edge))
    place = squared(unit.pose, unit.body, unit.bodies, other.outline, 0, edge)
    return replace(with_turn(unit, charged=True, moved=True), place=unit.place_at(place))
