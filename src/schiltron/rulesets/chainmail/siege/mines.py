"""Mines and counter-mines, noted in secret and judged by the program: CM-SIEGE-32 to CM-SIEGE-36,
CM-FANT-SIEGE-01, CM-FANT-SIEGE-02.

Its own side alone knows of a tunnel. Who sappers are everybody sees, and all of them are asked every turn whether they
dig or not.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from random import Random
from typing import Final

from msgspec.structs import replace
from shapely import LineString, Point
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from schiltron.battle.play.agenda import Step, asks, does
from schiltron.battle.play.aimed_ground import piece
from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.decision import UNSEATED, Choose, Chosen, Option
from schiltron.battle.state.event import Ruled
from schiltron.battle.state.field import asked_seat, enemies, hostile, in_melee
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.unit import in_line
from schiltron.rulesets.chainmail.fantasy.havoc import digging
from schiltron.rulesets.chainmail.field import alive, is_fleeing
from schiltron.rulesets.chainmail.fortress import Attempts, Siege, Tunnel
from schiltron.rulesets.chainmail.losses import clear, kill
from schiltron.rulesets.chainmail.siege.stations import change_siege, is_holder, siege_of, works
from schiltron.rulesets.chainmail.siege.wear import fall
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit
from schiltron.table.lengths import Mil, inches, show_inches
from schiltron.table.terrain import name_of


class PlanMines(Step, frozen=True, tag="chainmail.plan_mines"):
    """Sappers are told in secret whether to dig: those still to be asked, the first one next (CM-SIEGE-33)."""

    units: tuple[str, ...] | None = None


class Dig(Step, frozen=True, tag="chainmail.dig"):
    """Tunnels come on with the battle on the table; the program judges who meets whom (CM-SIEGE-32)."""


MINE: Final = "mine"
COUNTER: Final = "counter_mine"
_MOST: Final = {MINE: 3, COUNTER: 2}
"""Attempts of a side (CM-SIEGE-34)."""
_STEP: Final[Mil] = inches(1)
_MEN: Final = 2
_FASTEST: Final[Mil] = inches(4)
"""An inch for two at work, up to four inches (CM-SIEGE-32)."""
NEAR: Final[Mil] = inches(12)
"""How near a counter-mine must come (CM-SIEGE-35)."""
_RULES: Final = ("CM-SIEGE-32", "CM-SIEGE-33", "CM-SIEGE-34")
STOP: Final = "nothing"
ON: Final = "dig_on"


def whole(tunnel: Tunnel) -> float:
    """How long it is to be."""
    return hypot(tunnel.to_x - tunnel.from_x, tunnel.to_y - tunnel.from_y)


def line(tunnel: Tunnel) -> LineString:
    """As much of it as there is."""
    part = min(1.0, tunnel.dug / whole(tunnel)) if whole(tunnel) else 1.0
    ax, ay = tunnel.from_x, tunnel.from_y
    return LineString([(ax, ay), (ax + (tunnel.to_x - ax) * part, ay + (tunnel.to_y - ay) * part)])


def tunnels(battle: Battle, kind: str) -> list[Tunnel]:
    """The tunnels of a kind that somebody digs, as far as the battle shows them."""
    return [one for one in siege_of(battle).tunnels if one.counter == (kind == COUNTER)]


def tunnel_of(battle: Battle, unit: Unit) -> Tunnel | None:
    """The tunnel that a unit digs."""
    return next((one for one in siege_of(battle).tunnels if one.unit == unit.id), None)


def with_tunnels_unknown(battle: Battle, seat: str | None) -> Battle:
    """The battle less the tunnels that others dig (CM-SIEGE-33)."""
    siege = battle.own.siege
    if not isinstance(siege, Siege) or not (siege.tunnels or siege.attempts):
        return battle
    mine = tuple(one for one in siege.tunnels if battle.units[one.unit].controller == seat)
    begun_by = tuple(one for one in siege.attempts if seat in battle.seats_of(one.side))
    if len(mine) == len(siege.tunnels) and len(begun_by) == len(siege.attempts):
        return battle
    return replace(battle, own=replace(battle.own, siege=replace(siege, tunnels=mine, attempts=begun_by)))


# ---------------------------------------------------------------- asked in secret


def sappers(battle: Battle) -> tuple[str, ...]:
    """The sappers of both sides who stand on the table and are not at blows: everybody sees who they are."""
    found = (unit for unit in battle.standing() if unit.own.profile.sappers and alive(unit))
    return tuple(
        unit.id for unit in in_line(found) if unit.on_table and not in_melee(battle, unit) and not is_fleeing(unit)
    )


def _open(scene: Scene, step: PlanMines) -> None:
    if step.units is None:
        scene.now(PlanMines(sappers(scene.battle)))


def _ask(battle: Battle, step: PlanMines) -> tuple[Choose, ...] | None:
    if not step.units:
        return None
    unit = battle.units[step.units[0]]
    return (
        Choose(
            seat=asked_seat(battle, unit) or UNSEATED,
            prompt=f"Note in secret what {unit.name} do under the ground.",
            waits="sappers to be told what to do",
            rules=(*_RULES, *digging(unit).rules),
            options=tuple(_options(battle, unit)),
            sealed=True,
            default=Chosen((STOP,)),
        ),
    )


def _options(battle: Battle, unit: Unit) -> Iterator[Option]:
    """To go on, to begin a tunnel if any is left, or nothing at all."""
    own = tunnel_of(battle, unit)
    if own is not None:
        yield Option(ON, f"Dig on: {show_inches(own.dug)} of {show_inches(round(whole(own)))}")
    elif is_holder(battle, unit):
        if begun(battle, unit.side) < most(unit, COUNTER):
            for foe in _enemy_sappers(battle, unit):
                yield Option(f"{COUNTER}:{foe.id}", f"Counter-mine towards {foe.name}")
    elif begun(battle, unit.side) < most(unit, MINE):
        for work in works(battle):
            far = show_inches(round(_aim(unit, work.polygon)[1]))
            yield Option(f"{MINE}:{work.id}", f"Mine {name_of(work)}, {far} off")
    yield Option(STOP, "Dig nothing", forgoes=True)


def _enemy_sappers(battle: Battle, unit: Unit) -> list[Unit]:
    found = [foe for foe in enemies(battle, unit) if foe.own.profile.sappers and alive(foe)]
    return sorted(found, key=lambda foe: (_apart(unit, foe), foe.turn_in_line))


def _apart(unit: Unit, foe: Unit) -> float:
    return round(hypot(foe.outline.x - unit.outline.x, foe.outline.y - unit.outline.y))


def _aim(unit: Unit, shape: BaseGeometry) -> tuple[tuple[float, float], float]:
    """The point of a work that is nearest to those who dig, and how far off it is."""
    here = Point(unit.outline.x, unit.outline.y)
    at, _ = nearest_points(shape, here)
    return (at.x, at.y), float(here.distance(at))


def most(unit: Unit, kind: str) -> int:
    """How many tunnels its side may have begun, that of these sappers included: dwarves and orcs may try more
    (CM-SIEGE-34, CM-FANT-SIEGE-01, CM-FANT-SIEGE-02)."""
    return _MOST[kind] + digging(unit).more


def begun(battle: Battle, side: str) -> int:
    """How many tunnels a side has begun (CM-SIEGE-34)."""
    return {one.side: one.begun for one in siege_of(battle).attempts}.get(side, 0)


def _judge(view: Battle, step: PlanMines, decision: Choose, answer: Chosen) -> list[Reason]:
    known = [option.key for option in decision.options]
    if len(answer.keys) == 1 and answer.keys[0] in known:
        return []
    return [Reason(f"one of these is to be chosen: {', '.join(known)}", _RULES)]


def _take(scene: Scene, step: PlanMines, answers: tuple[Chosen, ...]) -> None:
    assert step.units
    unit, word = scene.unit(step.units[0]), answers[0].keys[0]
    own = tunnel_of(scene.battle, unit)
    if word == STOP and own is not None:
        _fill_in(scene, own)
    kind, _, target = word.partition(":")
    if kind in _MOST and target:
        _begin(scene, unit, kind, target)
    scene.now(PlanMines(step.units[1:]))


def _begin(scene: Scene, unit: Unit, kind: str, target: str) -> None:
    """From where they stand straight to the nearest point of a work, or to those against whom they dig."""
    battle = scene.battle
    work = piece(battle, target)
    if work is not None:
        end, _ = _aim(unit, work.polygon)
    else:
        foe = battle.units[target]
        end = (foe.outline.x, foe.outline.y)
    siege, seats = siege_of(battle), battle.seats_of(unit.side)
    start = (round(unit.outline.x), round(unit.outline.y))
    new = Tunnel(unit.id, target, kind == COUNTER, *start, round(end[0]), round(end[1]))
    counts = {one.side: one.begun for one in siege.attempts}
    counts[unit.side] = counts.get(unit.side, 0) + 1
    attempts = tuple(Attempts(side, number) for side, number in sorted(counts.items()))
    change_siege(scene, replace(siege, tunnels=(*siege.tunnels, new), attempts=attempts))
    name = name_of(work) if work is not None else battle.units[target].name
    what = f"{unit.name} begin a {kind.replace('_', '-')} towards {name}"
    scene.tell(Ruled(what=what, rules=("CM-SIEGE-33",), audience=seats))


def _sample(view: Battle, step: PlanMines, decision: Choose, random: Random) -> Chosen:
    return Chosen((random.choice(decision.options).key,))


def _suggest(view: Battle, step: PlanMines, decision: Choose) -> Iterator[Chosen]:
    """On with what has been begun; else to the nearest work, or against the nearest sappers."""
    assert step.units
    unit = view.units[step.units[0]]
    keys = [option.key for option in decision.options]

    def far(key: str) -> float:
        work = piece(view, key.partition(":")[2])
        return _aim(unit, work.polygon)[1] if work is not None else 0.0

    yield from (Chosen((key,)) for key in keys if key == ON)
    yield from (Chosen((key,)) for key in sorted((key for key in keys if key.startswith(MINE)), key=far))
    yield from (Chosen((key,)) for key in keys if key.startswith(COUNTER))
    yield Chosen((STOP,))


PLAN_MINES: Final = asks(PlanMines, ask=_ask, judge=_judge, take=_take, sample=_sample, suggest=_suggest, do=_open)

# ---------------------------------------------------------------- dug and judged


def rate(unit: Unit) -> Mil:
    """How far a tunnel comes in a turn (CM-SIEGE-32): as far as men dig it, and so many times that (CM-FANT-SIEGE-01,
    CM-FANT-SIEGE-02)."""
    return round(min(unit.figures // _MEN * _STEP, _FASTEST) * digging(unit).times)


def _dig(scene: Scene, _step: Dig) -> None:
    for tunnel in siege_of(scene.battle).tunnels:
        _come_on(scene, tunnel)
    for tunnel in tunnels(scene.battle, MINE):
        if _met(scene.battle, tunnel):
            _broken_into(scene, tunnel)
        elif tunnel.dug >= whole(tunnel):
            _sprung(scene, tunnel)


def _fill_in(scene: Scene, tunnel: Tunnel, now: tuple[Tunnel, ...] = ()) -> None:
    """A tunnel is no more, or as it is now."""
    siege = siege_of(scene.battle)
    kept = tuple(new for one in siege.tunnels for new in (now if one.unit == tunnel.unit else (one,)))
    change_siege(scene, replace(siege, tunnels=kept))


def _come_on(scene: Scene, tunnel: Tunnel) -> None:
    """Who goes away from it or has to fight has given it up."""
    unit = scene.unit(tunnel.unit)
    gone = not alive(unit) or not unit.on_table or unit.own.turn.moved or in_melee(scene.battle, unit)
    if gone or not (tunnel.counter or piece(scene.battle, tunnel.target) is not None):
        _fill_in(scene, tunnel)
        seats = scene.battle.seats_of(unit.side)
        scene.tell(Ruled(what=f"{unit.name} give up their tunnel", rules=("CM-SIEGE-32",), audience=seats))
        return
    _fill_in(scene, tunnel, (replace(tunnel, dug=tunnel.dug + rate(unit)),))


def _met(battle: Battle, mine: Tunnel) -> bool:
    """Whether a counter-mine of the enemy has come near a mine (CM-SIEGE-35)."""
    return any(
        line(counter).distance(line(mine)) <= NEAR
        for counter in tunnels(battle, COUNTER)
        if hostile(battle, battle.units[counter.unit], battle.units[mine.unit])
    )


def _broken_into(scene: Scene, mine: Tunnel) -> None:
    """It fails, and those in it are killed (CM-SIEGE-35)."""
    unit = scene.unit(mine.unit)
    rules = ("CM-SIEGE-35",)
    _fill_in(scene, mine)
    scene.tell(Ruled(what=f"a counter-mine breaks into the mine of {unit.name}", rules=rules))
    kill(scene, unit.id, unit.figures, Harm(("mine",), rules=rules))
    clear(scene, rules)


def _sprung(scene: Scene, mine: Tunnel) -> None:
    """The wall comes down where the mine has struck it (CM-SIEGE-36)."""
    work = piece(scene.battle, mine.target)
    _fill_in(scene, mine)
    if work is not None:
        scene.tell(Ruled(what=f"a mine goes up under {name_of(work)}", rules=("CM-SIEGE-36",)))
        fall(scene, work, (mine.to_x, mine.to_y), ("CM-SIEGE-36", "CM-SIEGE-37"))


DIG: Final = does(Dig, _dig)
