"""The battle as a captain looks at it before a phase: who is who, what each is worth, and how bold to be."""

from __future__ import annotations

from typing import Final

from schiltron.battle.state.field import apart, company, fights_against, fights_for, friendly
from schiltron.captains.by_this_axe.expected_losses import Band, band, panics, price
from schiltron.captains.temperament import EVEN, Temperament
from schiltron.rulesets.by_this_axe.attacks.shooting import reach
from schiltron.rulesets.by_this_axe.field import (
    LEADER_REACH,
    alive,
    is_character,
    is_routed,
    leaders,
    ordered,
    troop_units,
)
from schiltron.rulesets.by_this_axe.ground import OBSTACLES, OVER_WALL, RIVER, WOODS
from schiltron.rulesets.by_this_axe.morale.causes import PANIC_REACH
from schiltron.rulesets.by_this_axe.morale.number import hero_among
from schiltron.rulesets.by_this_axe.movement.walk import normal_rate, rate
from schiltron.rulesets.by_this_axe.powers import SPELL_REACH
from schiltron.rulesets.by_this_axe.state import Battle, Unit
from schiltron.rulesets.by_this_axe.victory import out_of_it
from schiltron.rulesets.by_this_axe.weapons import RANGED
from schiltron.table.ground import crosses
from schiltron.table.lengths import Mil, inches
from schiltron.table.outline import Outline, gap
from schiltron.table.terrain import Feature, loss_at

POWER: Final = 1.2
"""What all figures of an army are worth, against the whole of what it may lose before it is beaten."""
PERSON: Final = {"general": 0.35, "leader": 0.1, "hero": 0.08}
"""What it costs to see a character run, or fall."""
RUNNING: Final = 0.12
"""What is left to gain of a unit that runs already: it may be rallied."""
NEAR: Final = 0.8
"""How much the panic of friends counts that a rout may set off."""
LAST_TURNS: Final = 3
BOLD: Final = 0.4
"""How much less care those take who are shot at and cannot shoot back: waiting costs them most."""
LEAST_CARE: Final = 0.85
"""How little own losses count for those who are much stronger."""
PATIENT: Final = 1.0
"""How much more care those take who shoot better: every turn they wait is theirs."""
FORD: Final = 1.5
"""Moves that a river costs (TA-TERR-06, TA-TERR-07)."""
IN_WOODS: Final = {False: inches(1.5), True: inches(3.5)}
"""What woods cost foot and horse on average (TA-TERR-03, TA-TERR-04)."""


class Body:
    """A body on the table, own or enemy, with what is asked about it again and again.

    `move` is what it can go this turn, `pace` without a card. `life` is what it is worth that it runs or is destroyed,
    `power` what its figures are worth.
    """

    __slots__ = ("band", "busy", "id", "life", "move", "outline", "pace", "power", "reach", "routed", "unit")

    def __init__(self, battle: Battle, unit: Unit, life: float, whole: float, *, busy: bool) -> None:
        self.unit = unit
        self.id = unit.id
        self.outline: Outline = unit.outline
        self.band: Band = band(battle, unit, nerve(battle, unit))
        self.routed = is_routed(unit)
        self.busy = busy
        self.move: Mil = rate(battle, unit).total
        self.pace: Mil = normal_rate(battle, unit)
        self.reach: Mil = max(reach(battle, unit), SPELL_REACH if self.band.spells else 0)
        people = [unit] if is_character(unit) else company(battle, unit)
        self.life = (RUNNING * life if self.routed else 0.0 if is_character(unit) else life) + sum(map(life_of, people))
        self.power = POWER * strength(unit) / whole


def life_of(unit: Unit) -> float:
    """What it costs to see a character run, or fall."""
    person = unit.own.person
    assert person is not None
    return max(PERSON.get(role, PERSON["hero"]) for role in person.roles)


def strength(unit: Unit) -> float:
    """Points of the figures that stand."""
    return 0.0 if is_character(unit) else float(price(unit.own.profile) * unit.figures)


def nerve(battle: Battle, unit: Unit) -> int:
    """What adds to morale besides ranks and losses: leaders, heroes in the ranks, leaders lost, cards.

    TA-MORALE-14, TA-FANT-H09, TA-MORALE-20, TA-MORALE-21, TA-CMD-41.
    """
    found = sum(term.value for term in hero_among(battle, unit))
    if any(one.id != unit.id and apart(battle, unit, one) <= LEADER_REACH for one in leaders(battle, unit.side)):
        found += 1
    lost = [one for one in battle.own.leaders_lost if fights_for(battle, unit, one.side)]
    if any(one.general and one.turn < battle.turn for one in lost):
        found -= 3
    if any(one.turn == battle.turn and unit.id in one.near for one in lost):
        found -= 2
    card = ordered(battle, unit, "morale")
    return found + (card.grant.value if card is not None else 0)


class Situation:
    """One side's picture of the field. `battle` moves on as moves are planned.

    Who is `hasty` thinks of one foe at a time and of no ways round.
    """

    __slots__ = (
        "_known",
        "battle",
        "care",
        "foes",
        "friends",
        "hasty",
        "lives",
        "mires",
        "outshot",
        "second",
        "side",
        "temperament",
        "whole",
    )

    def __init__(self, battle: Battle, side: str, *, hasty: bool = False, temperament: Temperament = EVEN) -> None:
        self.hasty = hasty
        self.temperament = temperament
        self.side = side
        self.lives = {one.id: lives(battle, one.id) for one in battle.sides}
        self.whole = {one.id: _whole(battle, one.id) for one in battle.sides}
        self.second = bool(battle.own.order) and battle.own.order[-1] == side
        self.mires = _mires(battle)
        self._known: dict[str, Body] = {}
        self.now(battle)
        arrows = _arrows(self.friends, self.foes)
        self.outshot = max(0.0, -arrows)
        self.care = temperament.own_losses * _care(battle, side) * (1 + (PATIENT if arrows > 0 else BOLD) * arrows)

    def now(self, battle: Battle) -> None:
        """The field has changed."""
        self.battle = battle
        everybody = self.everybody(battle)
        self._known = {body.id: body for body in everybody}
        self.friends = [body for body in everybody if fights_for(battle, body.unit, self.side)]
        self.foes = [body for body in everybody if fights_against(battle, body.unit, self.side)]

    def everybody(self, battle: Battle) -> list[Body]:
        engaged = _engaged(battle)
        return [self._body(battle, unit, engaged) for unit in battle.units.values() if unit.on_table and alive(unit)]

    def body(self, battle: Battle, unit: Unit) -> Body:
        return self._body(battle, unit, _engaged(battle))

    def _body(self, battle: Battle, unit: Unit, engaged: frozenset[str]) -> Body:
        """Who has not changed since it was looked at last is known already."""
        busy = unit.id in engaged
        known = self._known.get(unit.id)
        if known is not None and known.unit is unit and known.busy == busy:
            return known
        return Body(battle, unit, 1 / self.lives[unit.side], self.whole[unit.side], busy=busy)

    def detour(self, start: Outline, goal: Outline, body: Body) -> float:
        """What the ground on the straight way between two bodies costs, in thousandths of an inch."""
        if not self.mires:
            return 0.0
        cost = 0.0
        for feature, _ in crosses(start.x, start.y, goal.x, goal.y, self.mires):
            if feature.kind == RIVER:
                cost += FORD * body.move
            elif feature.kind in OBSTACLES:
                cost += loss_at(feature, OVER_WALL)
            else:
                cost += IN_WOODS[body.band.line.mounted]
        return cost


def spent(body: Body) -> bool:
    """Whether a unit is down to half: the next loss may be its last (TA-MORALE-02, TA-MORALE-19)."""
    return 0 < 2 * body.band.figures <= body.band.original


def _engaged(battle: Battle) -> frozenset[str]:
    return frozenset(key for one in battle.engagements if one.touching for key in (one.attacker, one.defender))


def _mires(battle: Battle) -> list[Feature]:
    """Pieces of terrain that slow a march down much."""
    features = battle.board.features if battle.board is not None else ()
    return [one for one in features if one.kind in (RIVER, WOODS, *OBSTACLES)]


def lives(battle: Battle, side: str) -> int:
    """How many more units a side can lose before it is beaten, that one included (TA-TURN-08)."""
    units = list(troop_units(battle, side))
    return max(1, len(units) // 2 + 1 - sum(map(out_of_it, units)))


def _whole(battle: Battle, side: str) -> float:
    return max(1.0, float(sum(price(unit.own.profile) * unit.original for unit in troop_units(battle, side))))


def _care(battle: Battle, side: str) -> float:
    """How much own losses count against the enemy's: less when stronger.

    In the last turns whoever is ahead has something to keep, and whoever is not has nothing to lose.
    """
    limit = battle.own.options.turn_limit
    if limit and battle.turn > limit - LAST_TURNS:
        return 1.5 if _ahead(battle, side) else 0.5
    parts = {True: 1.0, False: 1.0}
    for unit in battle.units.values():
        if alive(unit) and not is_routed(unit):
            parts[fights_for(battle, unit, side)] += strength(unit)
    ratio: float = (parts[False] / parts[True]) ** 0.5
    return min(1.15, max(LEAST_CARE, ratio))


def _ahead(battle: Battle, side: str) -> bool:
    """Whether a side would win if the battle ended now (TA-TURN-08)."""
    shares = {}
    for one in battle.sides:
        units = list(troop_units(battle, one.id))
        shares[one.id] = sum(map(out_of_it, units)) / max(1, len(units))
    return shares[side] < min(share for other, share in shares.items() if other != side)


def _arrows(friends: list[Body], foes: list[Body]) -> float:
    """Whom time is with: 1 for those who shoot and are not shot at, 0 where both shoot as well, -1 for targets."""
    ours, theirs = (sum(map(_fire, bodies)) for bodies in (friends, foes))
    return (ours - theirs) / (ours + theirs) if ours + theirs else 0.0


def _fire(body: Body) -> float:
    """Hits a body scores by shooting, roughly; javelins seldom come near enough."""
    weapons = [RANGED[key] for key in body.band.line.ranged]
    if body.routed or not weapons:
        return 0.0
    best = max(weapons, key=lambda weapon: weapon.reach)
    return body.band.figures * body.band.fc * (1 - best.save / 4) * (1.0 if best.reach > inches(12) else 0.3)


def shaken(battle: Battle, runner: Unit, others: list[Body]) -> float:
    """What other units may run if a unit does: its friends within 6 inches check morale (TA-MORALE-04)."""
    if is_character(runner):
        return 0.0
    return sum(
        NEAR * panics(one.band) * (one.life + one.power)
        for one in others
        if one.id != runner.id
        and friendly(battle, runner, one.unit)
        and gap(one.outline, runner.outline) <= PANIC_REACH
    )
