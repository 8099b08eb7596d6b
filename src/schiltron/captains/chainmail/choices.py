"""The smaller decisions: who moves first, who falls back before a melee, who joins one, terrain."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from schiltron.battle.state.battle import Engagement
from schiltron.battle.state.decision import FINISH, Aimed, Answer, Chosen, Commanded, Laid
from schiltron.battle.state.field import enemies, standing_with
from schiltron.captains.chainmail.expected_losses import band, fought
from schiltron.captains.chainmail.move_values import balance, charge_in_reach
from schiltron.captains.chainmail.situation import Situation
from schiltron.rulesets.chainmail.magic.countering import LET_BE, free_to_counter, kept_up
from schiltron.rulesets.chainmail.magic.rows import POWERS
from schiltron.rulesets.chainmail.magic.steps import MayCounter
from schiltron.rulesets.chainmail.magic.strength import counters_on
from schiltron.rulesets.chainmail.magic.wizards import missile_of
from schiltron.rulesets.chainmail.man_to_man.stances import choices as stances
from schiltron.rulesets.chainmail.man_to_man.stances import taken
from schiltron.rulesets.chainmail.melee.joining import JOIN, choices
from schiltron.rulesets.chainmail.melee.outlook import melee_of
from schiltron.rulesets.chainmail.melee.refusing import FIGHT, REFUSE, RefuseCombat
from schiltron.rulesets.chainmail.melee.ways_in import way_to
from schiltron.rulesets.chainmail.movement.initiative import FIRST, LAST, ChooseOrder
from schiltron.rulesets.chainmail.state import Battle, Unit, with_turn
from schiltron.table.contact import sector
from schiltron.table.lengths import inches

EVEN_ODDS: Final = 7
"""What two dice come to or surpass more often than not."""
_WORTH_SAYING: Final = 0.001
"""So much better must a round be, in the worth of what is lost, for a word to be said about it."""


def move_order(view: Battle, step: ChooseOrder) -> Answer:
    """Move first if there is an enemy to charge before it goes away; otherwise let the enemy show where he goes."""
    return Chosen((FIRST if charge_in_reach(Situation(view, step.winner)) else LAST,))


def refuse(view: Battle, step: RefuseCombat) -> Answer:
    """Shooters stand only where they would win."""
    unit, attacker = view.units[step.unit], view.units[step.attacker]
    situation = Situation(view, unit.side)
    edge = sector(unit.outline.main, attacker.outline.x, attacker.outline.y)
    odds = situation.reckoner.charge(band(attacker), band(unit), edge)
    loses = odds.defender * situation.stakes.worth(unit) > odds.attacker * situation.stakes.worth(attacker)
    return Chosen((REFUSE if loses else FIGHT,))


def join(view: Battle, actors: Iterable[str]) -> Answer:
    """The unit that helps a melee most, if it helps at all."""
    best: tuple[float, Commanded] | None = None
    for actor in actors:
        unit = view.units[actor]
        situation = Situation(view, unit.side)
        for target in choices(view, unit):
            walker = way_to(view, unit, target)
            assert walker is not None, "it is a choice"
            there = view.with_unit(replace(with_turn(unit, moved=True), place=unit.place_at(walker.pose)))
            met = Engagement(unit.id, target.id, walker.edge, view.turn)
            there = replace(there, engagements=(*view.engagements, met))
            value = _melee(situation, there, target.id) - _melee(situation, view, target.id)
            if value > 0 and (best is None or value > best[0]):
                best = value, Commanded(actor, JOIN, Aimed(target.id))
    return best[1] if best is not None else FINISH


def stance(view: Battle, actors: Iterable[str]) -> Answer:
    """What bettered a round most, of all that may be said of the men in it; nothing, where nothing would."""
    best: tuple[float, Commanded] | None = None
    for actor in actors:
        unit = view.units[actor]
        situation = Situation(view, unit.side)
        plain = _melee(situation, view, actor)
        for order in stances(view, unit):
            value = _melee(situation, view.with_unit(taken(unit, order)), actor) - plain
            if value > _WORTH_SAYING and (best is None or value > best[0]):
                best = value, order
    return best[1] if best is not None else FINISH


def _melee(situation: Situation, battle: Battle, unit: str) -> float:
    melee = melee_of(battle, unit)
    return balance(situation, battle, fought(battle, melee)) if melee is not None else 0.0


def counter(view: Battle, step: MayCounter) -> Answer:
    """A spell is countered by whoever is as likely as not to do it and loses nothing by it: he keeps nothing up
    himself, and nobody is within reach of his missile."""
    caster = view.units[step.cast.unit]
    idle = [
        one for one in free_to_counter(view, step.sides[0]) if not kept_up(view, one.id) and not _has_a_mark(view, one)
    ]
    best = min(idle, key=lambda one: (counters_on(view, one, caster), one.turn_in_line), default=None)
    return Chosen((best.id if best is not None and counters_on(view, best, caster) <= EVEN_ODDS else LET_BE,))


def _has_a_mark(view: Battle, unit: Unit) -> bool:
    here, far = standing_with(view, unit).outline, inches(POWERS[missile_of(unit)].range)
    return any(foe.figures and here.near(foe.outline, far) for foe in enemies(view, unit))


def lay(view: Battle, candidates: Iterable[Answer]) -> Answer:
    """Terrain is laid out of the way."""
    pieces = [one for one in candidates if isinstance(one, Laid)]
    board = view.table

    def from_middle(piece: Laid) -> float:
        if piece.feature is None:
            return 0.0
        left, top, right, bottom = piece.feature.bounds
        return abs(left + right - board.width) / board.width + abs(top + bottom - board.depth) / board.depth

    return max(pieces, key=from_middle)
