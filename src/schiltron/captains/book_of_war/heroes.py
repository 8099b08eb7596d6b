"""Heroes in a captain's hands: straight at the enemy, into the ranks of friends, and whom to breathe on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from schiltron.battle.movement.straight_and_wheel import straight_at
from schiltron.battle.state.decision import Aimed, Commanded
from schiltron.battle.state.field import friendly
from schiltron.battle.state.manoeuvre import Advance, Path, Turn
from schiltron.captains.book_of_war.expected_losses import worth
from schiltron.captains.book_of_war.situation import Foe, Situation
from schiltron.rulesets.book_of_war.attacks.area_damage import caught, save_of, warded
from schiltron.rulesets.book_of_war.attacks.breath import BREATHE, breath_of, breaths_left, ways, within_breath
from schiltron.rulesets.book_of_war.attacks.to_hit import DIE
from schiltron.rulesets.book_of_war.embedded import is_hero
from schiltron.rulesets.book_of_war.field import is_routed, troop
from schiltron.rulesets.book_of_war.movement.individuals import JOIN, judge_join
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.table.lengths import HALF_TURN, Mil
from schiltron.table.outline import gap

WORTH_A_BREATH: Final = 3.0
"""Points that a breath must promise: there are few of them."""
_STOPS: Final = 2


def hero_courses(unit: Unit, foes: list[Foe], reaches: list[Mil], *, touched: bool) -> Iterator[Path]:
    """Straight at each of these foes, as far as it goes or half as far, or to where magic reaches them; out of contact,
    away from it."""
    move = troop(unit).move
    if touched:
        yield (Turn(HALF_TURN), Advance(move))
        return
    for foe in foes:
        path = straight_at(unit, foe.unit, HALF_TURN, lambda _: True)
        if path is None:
            continue
        *turn, ahead = path
        assert isinstance(ahead, Advance)
        far = min(move, ahead.distance)
        yield (*turn, Advance(far))
        if ahead.distance > move // _STOPS:
            yield (*turn, Advance(max(1, far // _STOPS)))
        for reach in reaches:
            if 0 < ahead.distance - reach < move:
                yield (*turn, Advance(ahead.distance - reach))
    yield (Turn(HALF_TURN), Advance(move))


def into_the_ranks(situation: Situation, unit: Unit) -> Commanded | None:
    """The order to join a unit, for a hero who has nobody to strike at: of those he reaches, that nearest the enemy."""
    hero = troop(unit).hero
    if hero is None or not hero.embeds:
        return None
    battle = situation.battle
    hosts = [
        (_to_the_enemy(situation, host), host.turn_in_line, host.id)
        for host in battle.standing()
        if friendly(battle, unit, host) and not is_hero(host) and not is_routed(host) and host.figures > 1
        if not judge_join(battle, unit, host.id)
    ]
    return Commanded(unit.id, JOIN, Aimed(min(hosts)[2])) if hosts else None


def _to_the_enemy(situation: Situation, host: Unit) -> Mil:
    return min((gap(host.outline, foe.outline) for foe in situation.foes), default=0)


def best_breath(battle: Battle, unit: Unit) -> Commanded | None:
    """The breath that costs the enemy most, if it is worth one."""
    found = [(_loss(battle, unit, way, foe), way, foe) for foe in within_breath(battle, unit) for way in ways(unit)]
    if not found:
        return None
    loss, way, foe = max(found)
    return Commanded(unit.id, way, Aimed(foe)) if loss >= WORTH_A_BREATH else None


def breath_at(battle: Battle, unit: Unit, foes: Iterable[str]) -> float:
    """What a breath on the best of these foes would cost them, if one is left."""
    if not breaths_left(unit):
        return 0.0
    return max((_loss(battle, unit, way, foe) for foe in foes for way in ways(unit)), default=0.0)


def _loss(battle: Battle, unit: Unit, way: str, foe: str) -> float:
    breath, target = breath_of(unit), battle.units[foe]
    kind = troop(target)
    if breath is None or warded(kind, (way.removeprefix(BREATHE),)):
        return 0.0
    if kind.hero is not None:
        return worth(target.kind, 1) * (save_of(breath.rating) - 1) / DIE / kind.hit_dice
    least, most = caught(kind, breath.rating)
    return worth(target.kind, 1) * (least + most) / 2 / kind.hit_dice
