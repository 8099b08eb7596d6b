"""The crew of one engine serves another: CM-CATAPULT-07."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Final

from msgspec.structs import replace
from shapely import LineString, Polygon, union_all

from schiltron.battle.movement.flight_ways import has_room
from schiltron.battle.play.agenda import Step, asks
from schiltron.battle.play.casualties import go_over
from schiltron.battle.play.form_checks import judge_assignment
from schiltron.battle.state.decision import Assign, Assigned, Item, Option, Share
from schiltron.battle.state.event import Placed, Ruled
from schiltron.battle.state.field import commanded_by, enemies
from schiltron.battle.state.illegal import Reason
from schiltron.rulesets.chainmail.engines import FULL_CREW, is_artillery, not_free
from schiltron.rulesets.chainmail.field import alive
from schiltron.rulesets.chainmail.losses import SENT_AWAY, remove
from schiltron.rulesets.chainmail.morale.ways import CONTROL
from schiltron.rulesets.chainmail.state import (
    Battle,
    Effort,
    Scene,
    Unit,
    with_engine,
    with_hire,
    with_morale,
    with_past,
    with_turn,
)
from schiltron.rulesets.chainmail.troops import TROOPS
from schiltron.rulesets.chainmail.walking.rates import normal_move
from schiltron.table.outline import gap, outline


class Crews(Step, frozen=True, tag="chainmail.crews"):
    """Trained crew may go to other pieces (CM-CATAPULT-07): sides still to be asked, the first one next."""

    sides: tuple[str, ...]


_RULES: Final = ("CM-CATAPULT-06", "CM-CATAPULT-07")
_ON_FOOT: Final = TROOPS["light_foot"].profile

# ---------------------------------------------------------------- who can go where


def pieces(battle: Battle, side: str) -> list[Unit]:
    """The pieces of a side whose crew could go or to which crew could come, by their names; one without a crew as
    it would stand."""
    found = (_as_it_stands(unit) for unit in commanded_by(battle, side) if is_artillery(unit))
    return [unit for unit in found if unit is not None and _at_hand(battle, unit)]


def _as_it_stands(unit: Unit) -> Unit | None:
    if unit.own.engine.abandoned is not None:
        return replace(unit, place=unit.place_at(unit.own.engine.abandoned.at), figures=0, fallen=0)
    return unit if alive(unit) and unit.on_table else None


def _at_hand(battle: Battle, unit: Unit) -> bool:
    if unit.figures:
        return not not_free(battle, unit)
    here = outline(unit.pose, unit.body, 1)
    beset = any(gap(here, enemy.outline) <= CONTROL for enemy in enemies(battle, unit) if enemy.figures)
    return not beset and has_room(battle, unit, here)


def in_reach(battle: Battle, one: Unit, other: Unit) -> bool:
    """Whether men can walk from one piece to another in a move of light foot, past the enemy (CM-MOVE-01)."""
    here, there = (outline(unit.pose, unit.body, 1) for unit in (one, other))
    afoot = replace(one, own=replace(one.own, profile=_ON_FOOT))
    if gap(here, there) > normal_move(battle, afoot).total:
        return False
    way = LineString([(here.x, here.y), (there.x, there.y)])
    wall = [Polygon(rect.corners) for enemy in enemies(battle, one) if enemy.figures for rect in enemy.outline.rects]
    return not wall or not way.intersects(union_all(wall).buffer(CONTROL))


def exchanges(battle: Battle, side: str) -> dict[str, tuple[str, ...]]:
    """To which other pieces the crew of each could usefully go."""
    there = pieces(battle, side)
    if all(unit.figures >= FULL_CREW for unit in there):
        return {}
    found = {one.id: tuple(two.id for two in there if _gains(battle, one, two)) for one in there if one.figures}
    return {key: others for key, others in found.items() if others}


def _gains(battle: Battle, one: Unit, two: Unit) -> bool:
    short = not two.figures or (two.figures < FULL_CREW and one.figures < FULL_CREW)
    return one.id != two.id and short and in_reach(battle, one, two)


# ---------------------------------------------------------------- asked


def _ask(battle: Battle, step: Crews) -> tuple[Assign, ...] | None:
    found = exchanges(battle, step.sides[0]) if step.sides else {}
    if not found:
        return None
    named = battle.in_line({*found, *(key for others in found.values() for key in others)})
    return (
        Assign(
            seat=battle.units[next(iter(found))].controller,
            prompt="Say for each crew which pieces its men are to serve.",
            rules=_RULES,
            items=tuple(
                Item(key, f"crew of {battle.units[key].name}", battle.units[key].figures, (key, *others))
                for key, others in found.items()
            ),
            bins=tuple(Option(key, battle.units[key].name) for key in named),
            default=_stay(battle, found),
        ),
    )


def _stay(battle: Battle, found: dict[str, tuple[str, ...]]) -> Assigned:
    return Assigned(tuple(Share(key, key, battle.units[key].figures) for key in found))


def _judge(view: Battle, step: Crews, decision: Assign, answer: Assigned) -> list[Reason]:
    found = judge_assignment(decision, answer)
    if found:
        return found
    full = f"no piece gains by more than {FULL_CREW} crew"
    hands = _crews(view, answer)
    return [
        Reason(f"{view.units[key].name}: {full}", ("CM-CATAPULT-07",))
        for key, came in _came(answer).items()
        if came and hands[key] > FULL_CREW
    ]


def _came(answer: Assigned) -> Counter[str]:
    """How many came to each piece from others."""
    came = Counter[str]()
    for share in answer.shares:
        if share.bin != share.item:
            came[share.bin] += share.count
    return came


def _crews(battle: Battle, answer: Assigned) -> Counter[str]:
    """The crew each piece would have."""
    hands = Counter({key: unit.figures for key, unit in battle.units.items()})
    for share in answer.shares:
        hands[share.item] -= share.count
        hands[share.bin] += share.count
    return hands


# ---------------------------------------------------------------- they go


def _take(scene: Scene, step: Crews, answers: tuple[Assigned, ...]) -> None:
    for share in answers[0].shares:
        if share.count and share.bin != share.item:
            _send(scene, share)
    for share in answers[0].shares:
        _leave_empty(scene, share.item)
    _do(scene, step)


def _do(scene: Scene, step: Crews) -> None:
    if step.sides[1:]:
        scene.now(Crews(step.sides[1:]))


def _send(scene: Scene, share: Share) -> None:
    one = scene.unit(share.item)
    scene.change(with_engine(one, lent=one.own.engine.lent + share.count))
    go_over(scene, share.item, share.bin, share.count)
    what = f"{share.count} of the crew of {one.name} go to {scene.unit(share.bin).name}"
    scene.tell(Ruled(what=what, rules=("CM-CATAPULT-07",)))
    two = scene.unit(share.bin)
    if two.own.engine.abandoned is not None:
        _man(scene, two)
        return
    scene.change(with_engine(two, lent=two.own.engine.lent - share.count, manned_in=scene.battle.turn))


def _man(scene: Scene, unit: Unit) -> None:
    """Somebody serves a machine again; if it was not loaded when its crew left, loading begins now."""
    machine, turn = unit.own.engine.abandoned, scene.battle.turn
    assert machine is not None
    past = unit.own.past
    manned = replace(unit, place=unit.place_at(machine.at), fallen=0, marks=())
    manned = with_engine(manned, abandoned=None, lent=unit.original - unit.figures, manned_in=turn)
    manned = with_past(
        manned,
        turns_still=past.turns_still + turn - machine.since,
        last_shot=past.last_shot if machine.loaded else turn,
        fatigued=False,
        effort=Effort(),
    )
    manned = with_morale(with_turn(manned, moved=False), times_judged=0, owed=(), flight=None)
    scene.change(with_hire(manned, temper=""))
    scene.tell(Placed(what="unit", name=unit.name, side=unit.side, pose=machine.at, rules=("CM-CATAPULT-07",)))


def _leave_empty(scene: Scene, key: str) -> None:
    """A piece whose whole crew went elsewhere stands without one."""
    unit = scene.unit(key)
    if not unit.figures and unit.on_table:
        remove(scene, key, SENT_AWAY, ("CM-CATAPULT-07",))


# ---------------------------------------------------------------- by machine


def _sample(view: Battle, step: Crews, decision: Assign, random: Random) -> Assigned:
    return random.choice(list(_suggest(view, step, decision)))


def _suggest(view: Battle, _step: Crews, decision: Assign) -> Iterator[Assigned]:
    """Everybody stays; else the fullest crew is shared with a piece that has none."""
    unmoved = tuple(Share(item.key, item.key, item.count) for item in decision.items)
    yield Assigned(unmoved)
    for item in decision.items:
        for bin_ in item.bins[1:]:
            going = min(item.count, FULL_CREW - view.units[bin_].figures)
            for count in sorted({going, going // 2} - {0}):
                stay = tuple(share for share in unmoved if share.item != item.key)
                moved = (Share(item.key, item.key, item.count - count), Share(item.key, bin_, count))
                yield Assigned((*stay, *(share for share in moved if share.count)))


CREWS: Final = asks(Crews, ask=_ask, judge=_judge, take=_take, sample=_sample, suggest=_suggest, do=_do)
