"""What is done about a castle after the moves: ladders, siege towers, oil, rocks, ditches, breaches, gates:
CM-SIEGE-06 to CM-SIEGE-08, CM-SIEGE-17, CM-SIEGE-22, CM-SIEGE-29, CM-SIEGE-30, CM-SIEGE-39, CM-SIEGE-42,
CM-FANT-SIEGE-03, CM-FANT-SIEGE-04."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from schiltron.battle.play import offers
from schiltron.battle.play.agenda import Step, asks
from schiltron.battle.play.aimed_ground import piece
from schiltron.battle.play.powers import Power, held_by, holder_and_power
from schiltron.battle.state.decision import FINISH, PLAY, UNSEATED, Aim, Command, Commanded, HeldCard, Played, Use
from schiltron.battle.state.event import Formed as FormedEvent
from schiltron.battle.state.event import Ruled
from schiltron.battle.state.field import asked_seat, commanded_by, in_melee
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.unit import Upon, in_line
from schiltron.battle.words.grammar import counted, said
from schiltron.rulesets.chainmail.fantasy.havoc import BREAKS, KINDLES
from schiltron.rulesets.chainmail.field import alive, is_engine, is_fleeing
from schiltron.rulesets.chainmail.fortress import GATE, OPEN_GATE, TOWER_DECK, TOWER_STOREY
from schiltron.rulesets.chainmail.siege import labours
from schiltron.rulesets.chainmail.siege.boiling import DropRock, below, hot, pour, throw_at_machine
from schiltron.rulesets.chainmail.siege.ladders import (
    climb,
    climbs,
    come_down,
    cross,
    enter,
    is_assaulting,
    is_bridge,
    ladder,
    leave,
    may_climb,
    may_cross,
    may_enter,
    may_leave,
    may_raise,
    raise_ladder,
)
from schiltron.rulesets.chainmail.siege.stations import (
    AT_FOOT,
    beyond,
    distance,
    is_holder,
    on_top_near,
    outwards,
    work,
    works,
)
from schiltron.rulesets.chainmail.siege.wreckers import (
    break_down,
    may_break,
    may_burn_machines,
    may_kindle,
    points_off,
    set_machine_alight,
    set_work_alight,
)
from schiltron.rulesets.chainmail.state import BOARDED, STUNNED, Battle, Scene, Unit, with_turn
from schiltron.rulesets.chainmail.terrain import DRAWBRIDGE, LOWERED
from schiltron.rulesets.chainmail.walking.footing import at_foot, is_up
from schiltron.table.body import Formed
from schiltron.table.lengths import HALF_TURN
from schiltron.table.terrain import Feature, name_of


class SiegeActs(Step, frozen=True, tag="chainmail.siege_acts"):
    """Each side does what there is to do about the castle: sides still to act, the first one next."""

    sides: tuple[str, ...]


_RULES: Final = ("CM-SIEGE-17", "CM-SIEGE-22", "CM-SIEGE-29")


class Act(NamedTuple):
    """Something that a unit may do: its key, what it is called, by which rules, and at what it is aimed."""

    key: str
    title: str
    text: str
    rules: tuple[str, ...]
    aim: Aim
    sensible: bool = True


# ---------------------------------------------------------------- what each may do


def acts_of(battle: Battle, unit: Unit) -> Iterator[Act]:
    """Everything that a unit may do about the castle now."""
    if unit.own.turn.ordered == BOARDED or unit.has(STUNNED) or is_fleeing(unit):
        return
    yield from _of_creatures(battle, unit)
    if in_melee(battle, unit):
        return
    yield from _up_ladders(battle, unit)
    yield from _in_towers(battle, unit)
    yield from _from_above(battle, unit)
    yield from _stairs(battle, unit)
    yield from _work(battle, unit)


def _pieces(found: list[Feature]) -> Aim:
    return Aim("feature", "any", 0, 0, tuple(one.id for one in found))


def _units(found: list[Unit], whom: str = "foe") -> Aim:
    side = "friend" if whom == "friend" else "foe"
    return Aim("unit", side, 1, 1, tuple(one.id for one in in_line(found)))  # type: ignore[arg-type]


def _of_creatures(battle: Battle, unit: Unit) -> Iterator[Act]:
    """What great creatures do to what they stand against; machines they burn in the midst of a fight."""
    burn = may_burn_machines(battle, unit)
    if burn:
        text = "Its wood burns from now on: it is left in the next turn, and gone five turns later."
        yield Act("burn", "Set the machine on fire", text, (KINDLES,), _units(burn))
    if in_melee(battle, unit):
        return
    kindle = may_kindle(battle, unit)
    if kindle:
        text = "It has to be left in the next turn, and has burnt down five turns later."
        yield Act("kindle", "Set the wood on fire", text, (KINDLES,), _pieces(kindle))
    down = may_break(battle, unit)
    if down:
        off = max(points_off(unit, one) for one in down)
        text = f"It takes {counted(off, 'point')} off in a turn; with the last the work falls."
        yield Act("break", "Break it down", text, (BREAKS,), _pieces(down))


def _up_ladders(battle: Battle, unit: Unit) -> Iterator[Act]:
    found = may_raise(battle, unit)
    if found:
        text = "Lean it on the wall at hand. Up to three men climb it in a turn."
        yield Act("raise", "Raise the ladder", text, ("CM-SIEGE-17",), _pieces(found))
    leaning = [piece(battle, one.id) for one in may_climb(battle, unit)]
    free = [one for one in leaning if one is not None]
    if free:
        text = "Three men go up, one after the other, and fight whoever is near its head."
        yield Act("climb", "Climb", text, ("CM-SIEGE-17", "CM-SIEGE-18"), _pieces(free))
    on = climbs(battle, unit)
    if on is not None and not is_bridge(on):
        yield Act("come_down", "Come down", "Leave the ladder.", ("CM-SIEGE-17",), Aim(), sensible=False)


def _in_towers(battle: Battle, unit: Unit) -> Iterator[Act]:
    for key, storey, where in (("enter", TOWER_STOREY, "to the drawbridge"), ("deck", TOWER_DECK, "to the deck")):
        found = may_enter(battle, unit, storey)
        if found:
            text = "Five climb in a turn. The storey of the drawbridge holds five, the deck three."
            title = f"Go up the tower, {where}"
            yield Act(key, title, text, ("CM-SIEGE-07", "CM-SIEGE-08"), _units(found, "friend"), storey == TOWER_STOREY)
    across = may_cross(battle, unit)
    if across:
        text = "Let it down on the wall, and go over it."
        yield Act("cross", "Let down the drawbridge", text, ("CM-SIEGE-07", "CM-SIEGE-18"), _pieces(across))
    if may_leave(battle, unit) is not None:
        yield Act("leave", "Go down from the tower", "Back to the ground.", ("CM-SIEGE-08",), Aim(), sensible=False)


def _from_above(battle: Battle, unit: Unit) -> Iterator[Act]:
    if not is_up(unit) or not is_holder(battle, unit) or unit.own.turn.shots:
        return
    near = [foe for foe, _ in below(battle, unit)]
    if near and hot(battle, unit) is not None:
        text = "It runs down two inches wide, and burns for three turns at the foot, four inches by three."
        yield Act("pour", "Pour boiling oil", text, ("CM-SIEGE-22", "CM-SIEGE-23"), _units(near))
    under = [foe for foe in near if is_engine(foe) or _on_ladder(battle, foe, unit)]
    if under:
        text = "Down a ladder it kills the first man and perhaps those behind; a machine loses a point."
        yield Act("rock", "Throw a rock", text, ("CM-SIEGE-29", "CM-SIEGE-30"), _units(under))


def _on_ladder(battle: Battle, foe: Unit, unit: Unit) -> bool:
    on = climbs(battle, foe)
    level = unit.level
    return on is not None and not is_bridge(on) and type(level) is Upon and on.piece == level.feature


def _stairs(battle: Battle, unit: Unit) -> Iterator[Act]:
    if not is_assaulting(unit) or unit.own.turn.moved or climbs(battle, unit) is not None:
        return
    level = unit.level
    if type(level) is Upon and work(battle, level.feature) is not None:
        text = "By the stairs to the ground within the walls; it takes the whole move."
        yield Act("down", "Go down", text, ("CM-SIEGE-19",), Aim(), not is_holder(battle, unit))
    if level is None and is_holder(battle, unit):
        found = [one for one in works(battle) if distance(unit, one) <= AT_FOOT and one.kind != GATE]
        if found:
            text = "By the stairs to its top; it takes the whole move."
            yield Act("up", "Go up", text, ("CM-SIEGE-19",), _pieces(found))


def _work(battle: Battle, unit: Unit) -> Iterator[Act]:
    told = {
        labours.FILL: ("Fill in the ditch", "Eight men fill four inches of it in three turns without a break."),
        labours.BUILD: ("Put up abatis", "Four men close the breach in three turns, while no attackers are in it."),
        labours.TEAR: ("Tear down the abatis", "It takes three turns in which nobody attacks them."),
    }
    for kind, (title, text) in told.items():
        found = labours.may(battle, unit, kind)
        if found:
            yield Act(kind, title, text, labours.RULES[kind], _pieces(found))
    if is_holder(battle, unit) and not is_engine(unit):
        names = {GATE: ("open", "Open the gate"), OPEN_GATE: ("shut", "Shut the gate")}
        names |= {DRAWBRIDGE: ("lower", "Lower the drawbridge"), LOWERED: ("hoist", "Raise the drawbridge")}
        for kind, (key, title) in names.items():
            near = [one for one in battle.table.features if one.kind == kind and distance(unit, one) <= 3 * AT_FOOT]
            near = [one for one in near if key not in ("shut", "hoist") or not _stood_in(battle, one)]
            if near:
                text = "Whoever of the garrison stands within three inches of it may."
                yield Act(key, title, text, ("CM-SIEGE-06",), _pieces(near), key in ("shut", "hoist"))


def _stood_in(battle: Battle, one: Feature) -> bool:
    return any(unit.bodies and unit.level is None and distance(unit, one) <= 0 for unit in battle.standing())


# ---------------------------------------------------------------- as cards


def hand(battle: Battle, side: str) -> tuple[HeldCard, ...]:
    """What the units of a side may do, each as a card that it holds."""
    units = in_line(unit for unit in commanded_by(battle, side) if alive(unit) and unit.on_table)
    return tuple(_card(unit, act) for unit in units for act in acts_of(battle, unit))


def _card(unit: Unit, act: Act) -> HeldCard:
    row = Power(key=act.key, title=act.title, text=act.text, rules=act.rules, aim="nobody", does=act.key)
    return held_by(unit.id, row, (Use(act.key, act.title, act.rules, act.aim),), 1)


def _ask(battle: Battle, step: SiegeActs) -> tuple[Command, ...] | None:
    cards = hand(battle, step.sides[0]) if step.sides else ()
    if not cards:
        return None
    return (
        Command(
            seat=asked_seat(battle, step.sides[0]) or UNSEATED,
            prompt="Say what your units do about the castle, or go on.",
            waits="what is done about the castle",
            rules=_RULES,
            actors=(),
            actions=(PLAY,),
            hand=cards,
            finish="Go on",
            default=FINISH,
        ),
    )


def _judge(view: Battle, step: SiegeActs, decision: Command, answer: Commanded) -> list[Reason]:
    if answer == FINISH:
        return []
    if answer.actor or answer.action != PLAY or not isinstance(answer.form, Played):
        return [Reason("say which unit does what; or that you have finished", decision.rules)]
    return _judge_act(view, decision.hand, answer.form)


def _judge_act(view: Battle, cards: tuple[HeldCard, ...], form: Played) -> list[Reason]:
    def why(unit_id: str) -> list[Reason]:
        unit = view.units.get(unit_id)
        name = unit.name if unit is not None else repr(unit_id)
        return [Reason(f"{name} cannot be reached like that", _RULES)]

    return offers.judge(view, cards, form, _RULES, why)


# ---------------------------------------------------------------- carried out


def _take(scene: Scene, step: SiegeActs, answers: tuple[Commanded, ...]) -> None:
    form = answers[0].form
    if not isinstance(form, Played):
        _next_side(scene, step)
        return
    scene.now(step)
    key, act = holder_and_power(form.card)
    unit = scene.unit(key)
    ground = piece(scene.battle, form.feature) if form.feature is not UNSET else None
    target = scene.unit(form.units[0]) if form.units else None
    _spend_turn(scene, unit)
    unit = scene.unit(key)
    if ground is not None:
        _at_ground(scene, unit, act, ground)
    elif target is not None:
        _at_unit(scene, unit, act, target)
    elif act == "down":
        _go_down(scene, unit)
    elif act == "leave":
        tower = may_leave(scene.battle, unit)
        if tower is None or not leave(scene, unit, tower):
            scene.tell(Ruled(what=f"{unit.name} find no room below", rules=("CM-SIEGE-08",)))
    else:
        come_down(scene, unit)


def _spend_turn(scene: Scene, unit: Unit) -> None:
    """Who does one thing about the castle does nothing else in the turn."""
    scene.change(with_turn(unit, ordered=BOARDED))


def _at_ground(scene: Scene, unit: Unit, act: str, ground: Feature) -> None:
    if act == "break":
        break_down(scene, unit, ground)
    elif act == "kindle":
        set_work_alight(scene, unit, ground)
    elif act == "raise":
        raise_ladder(scene, unit, ground)
        scene.change(with_turn(scene.unit(unit.id), ordered=""))
    elif act == "climb":
        one = ladder(scene.battle, ground.id)
        assert one is not None
        climb(scene, unit, one)
    elif act == "cross":
        cross(scene, unit, ground)
    elif act == "up":
        _go_up(scene, unit, ground)
    elif act in labours.RULES:
        labours.begin(scene, unit, act, ground)
    else:
        _turn_over(scene, unit, act, ground)


_BECOMES: Final = {"open": OPEN_GATE, "shut": GATE, "lower": LOWERED, "hoist": DRAWBRIDGE}
_DONE: Final = {"open": "open", "shut": "shut", "lower": "lower", "hoist": "raise"}


def _turn_over(scene: Scene, unit: Unit, act: str, ground: Feature) -> None:
    board = scene.battle.table
    turned = replace(ground, kind=_BECOMES[act])
    scene.set(board=replace(board, features=tuple(turned if one.id == ground.id else one for one in board.features)))
    scene.tell(Ruled(what=f"{said(unit, _DONE[act])} {name_of(ground)}", rules=("CM-SIEGE-06",)))


def _at_unit(scene: Scene, unit: Unit, act: str, target: Unit) -> None:
    if act in ("enter", "deck"):
        enter(scene, unit, target, TOWER_STOREY if act == "enter" else TOWER_DECK)
        return
    if act == "burn":
        set_machine_alight(scene, unit, target)
        return
    scene.change(with_turn(scene.unit(unit.id), shots=unit.own.turn.shots + 1))
    if act == "pour":
        pour(scene, scene.unit(unit.id), target)
        return
    on = climbs(scene.battle, target)
    if on is not None and not is_bridge(on):
        scene.now(DropRock(unit.id, on.id))
    else:
        throw_at_machine(scene, scene.unit(unit.id), target)


def _go_up(scene: Scene, unit: Unit, ground: Feature) -> None:
    """Up the stairs to the top, looking out."""
    assert isinstance(unit.body, Formed)
    looks = (outwards(ground, unit.outline.x, unit.outline.y) + HALF_TURN) % 360_000
    for ranks in range(1, unit.figures + 1):
        body = replace(unit.body, files=-(-unit.figures // ranks), spacing=0, hedgehog=False)
        place = on_top_near(scene.battle, ground, (unit.outline.x, unit.outline.y), looks, body, unit.figures)
        if place is not None:
            scene.change(with_turn(replace(unit, place=place, body=body), moved=True, ordered=BOARDED))
            scene.tell(FormedEvent(unit=unit.id, pose=place.pose, body=body, why="go up", rules=("CM-SIEGE-19",)))
            return
    scene.tell(Ruled(what=f"{unit.name} find no room on {name_of(ground)}", rules=("CM-SIEGE-19",)))


def _go_down(scene: Scene, unit: Unit) -> None:
    """Down within the walls: behind those who hold them, before those who have stormed them."""
    level = unit.level
    assert isinstance(level, Upon)
    assert isinstance(unit.body, Formed)
    looks = unit.pose.heading
    way = looks if not is_holder(scene.battle, unit) else (looks + HALF_TURN) % 360_000
    under = work(scene.battle, level.feature)
    assert under is not None
    x, y = beyond(unit.outline.x, unit.outline.y, way, 2 * AT_FOOT)
    place = at_foot(scene.battle, (x, y), looks, unit.body, unit.figures, unit.id)
    if place is None:
        scene.tell(Ruled(what=f"{unit.name} find no room below", rules=("CM-SIEGE-19",)))
        return
    scene.change(with_turn(replace(unit, place=place), moved=True, ordered=BOARDED))
    scene.tell(FormedEvent(unit=unit.id, pose=place.pose, body=unit.body, why="go down", rules=("CM-SIEGE-19",)))


def _next_side(scene: Scene, step: SiegeActs) -> None:
    if step.sides[1:]:
        scene.now(SiegeActs(step.sides[1:]))


# ---------------------------------------------------------------- random and sensible


def _sample(view: Battle, step: SiegeActs, decision: Command, random: Random) -> Commanded:
    if random.random() < 0.2:
        return FINISH
    form = offers.sample(view, decision.hand, random, lambda form: not _judge_act(view, decision.hand, form))
    return Commanded("", PLAY, form) if form is not None else FINISH


_FIRST: Final = (
    "burn",
    "kindle",
    "break",
    "cross",
    "climb",
    "pour",
    "rock",
    "raise",
    "enter",
    labours.TEAR,
    labours.BUILD,
    labours.FILL,
    "down",
)


def _suggest(view: Battle, step: SiegeActs, decision: Command) -> Iterator[Commanded]:
    """What storms or holds the castle, before what gives something up."""
    units = (unit for unit in commanded_by(view, step.sides[0]) if alive(unit) and unit.on_table)
    sensible = {f"{unit.id}:{act.key}" for unit in units for act in acts_of(view, unit) if act.sensible}
    forms = list(offers.suggest(view, decision.hand, lambda form: not _judge_act(view, decision.hand, form)))
    good = [form for form in forms if form.card in sensible and _worth(view, form)]
    order = {word: number for number, word in enumerate(_FIRST)}
    for form in sorted(good, key=lambda one: order.get(holder_and_power(one.card)[1], len(order))):
        yield Commanded("", PLAY, form)
    yield FINISH
    for form in forms:
        if form not in good:
            yield Commanded("", PLAY, form)


def _worth(view: Battle, form: Played) -> bool:
    """Oil is kept for more than a man or two."""
    _, act = holder_and_power(form.card)
    if act != "pour":
        return True
    target = view.units[form.units[0]]
    return target.figures > 2 or is_engine(target) or climbs(view, target) is not None


SIEGE_ACTS: Final = asks(SiegeActs, ask=_ask, judge=_judge, take=_take, sample=_sample, suggest=_suggest, do=_next_side)
