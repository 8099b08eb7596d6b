"""Mercenaries do as they please: CM-HIST-16 to CM-HIST-20, CM-HIST-39."""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from schiltron.battle.movement.flight_ways import OUTWARD, edge_distances, to_nearest_edge
from schiltron.battle.movement.separation import stand_alone
from schiltron.battle.play.agenda import Step, does, rolls
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.state.event import Compelled, Ruled
from schiltron.battle.state.field import company, enemies, in_melee
from schiltron.rulesets.chainmail.field import alive, is_fleeing
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.losses import MARCHED_OFF, remove
from schiltron.rulesets.chainmail.obedience.compulsion import at_large, march_to, set_out, stand
from schiltron.rulesets.chainmail.state import BRIBED, DESERTING, MUTINOUS, Battle, Scene, Unit, with_hire
from schiltron.rulesets.chainmail.steps import Walk
from schiltron.rulesets.chainmail.troop_traits.kinds import are_hired
from schiltron.rulesets.chainmail.walking.rates import normal_move
from schiltron.table.edges import TableEdge
from schiltron.table.lengths import Mil, inches
from schiltron.table.outline import gap


class Tempers(Step, frozen=True, tag="chainmail.tempers"):
    """Mercenaries show before the turn whether they obey (CM-HIST-17 to CM-HIST-20)."""


class Temper(Step, frozen=True, tag="chainmail.temper"):
    """A unit of mercenaries dices, a `second` time after a 6 (CM-HIST-17, CM-HIST-18)."""

    unit: str
    second: bool = False


class MarchAway(Step, frozen=True, tag="chainmail.march_away"):
    """Mercenaries march off the board, or to the enemy who has bribed them (CM-HIST-18, CM-HIST-19)."""

    unit: str


class Arrive(Step, frozen=True, tag="chainmail.arrive"):
    """Mercenaries who marched away are off the board or among the enemy, if they have got that far."""

    unit: str


AMONG_THEM: Final[Mil] = inches(3)
"""As near to an enemy unit bribed men have reached his lines (CM-HIST-19)."""
_HALT: Final[Mil] = inches(2)
_AT_THE_EDGE: Final[Mil] = 100
_LOYAL_MOVES: Final = 3
TEMPER: Final = "temper"
_RESULTS: Final = tuple(LAW.sheet("CM-T-mercenary").records())
_RULE: Final = {False: "CM-HIST-17", True: "CM-HIST-18"}

Mood = Literal["stands", "deserts", "bribed"]
_MOODS: Final[dict[str, Mood]] = {
    "stand_still_defend_only": "stands",
    "stand_no_attack_or_movement": "stands",
    "march_off_board": "deserts",
    "bribed_march_to_join_enemy": "bribed",
}
_SAID: Final[dict[Mood, str]] = {
    "stands": "stand still and only defend themselves",
    "deserts": "will march off the table",
    "bribed": "will march to join the enemy",
}
MARKS: Final[dict[Mood, str]] = {"stands": MUTINOUS, "deserts": DESERTING, "bribed": BRIBED}


def result_of(die: int, *, second: bool) -> str:
    """The line of the table a die comes to."""
    roll = "second" if second else "first"
    found = (row for row in _RESULTS if row["roll"] == roll and int(row["die_min"]) <= die <= int(row["die_max"]))
    return str(next(found)["result"])


# ---------------------------------------------------------------- before each turn


def must_check(battle: Battle, unit: Unit) -> bool:
    """Not in melee (CM-HIST-20), not while they have promised to obey (CM-HIST-18), not once they are on their way."""
    if not are_hired(battle, unit) or not alive(unit) or not unit.on_table or unit.own.hire.temper:
        return False
    return not in_melee(battle, unit) and not is_fleeing(unit) and unit.own.hire.loyal_until < battle.turn


def _do_tempers(scene: Scene, _step: Tempers) -> None:
    """Who stood still for a turn is asked anew."""
    for unit in list(scene.battle.units.values()):
        if unit.own.hire.temper == "stands" or (unit.own.hire.temper and not are_hired(scene.battle, unit)):
            _calm(scene, unit.id)
    due = [unit.id for unit in scene.battle.units.values() if must_check(scene.battle, unit)]
    scene.now(*(Temper(key) for key in scene.battle.in_line(due)))


def _calm(scene: Scene, unit_id: str) -> None:
    unit = scene.unit(unit_id)
    if unit.own.hire.temper:
        mark = MARKS[unit.own.hire.temper]
        scene.change(with_hire(unit, temper=""))
        scene.mark(unit_id, mark, on=False, rules=("CM-HIST-17",))


def _ask(battle: Battle, step: Temper) -> Roll:
    unit = battle.units[step.unit]
    again = " again" if step.second else ""
    return Roll(
        purpose=f"{unit.name}: whether the mercenaries obey{again}",
        pools=(Pool(1, 6, SumOf(), TEMPER, whose=unit.side),),
        rules=(_RULE[step.second],),
    )


def _roll(scene: Scene, step: Temper, pools: tuple[Thrown, ...]) -> None:
    die = pools[0].total
    result = result_of(die, second=step.second)
    if result == "roll_again":
        scene.now(Temper(step.unit, second=True))
        return
    mood = _MOODS.get(result)
    if mood is not None:
        _change_mood(scene, step.unit, mood, (_RULE[step.second],))
    elif step.second:
        unit = scene.unit(step.unit)
        until = scene.battle.turn + _LOYAL_MOVES - 1
        scene.change(with_hire(unit, loyal_until=until))
        scene.tell(Ruled(what=f"{unit.name} obey for the next {_LOYAL_MOVES} moves", rules=("CM-HIST-18",)))


def _change_mood(scene: Scene, unit_id: str, mood: Mood, rules: tuple[str, ...]) -> None:
    unit = scene.unit(unit_id)
    scene.change(with_hire(unit, temper=mood))
    scene.tell(Compelled(unit=unit_id, action=_SAID[mood], rules=rules))
    scene.mark(unit_id, MARKS[mood], rules=rules)


# ---------------------------------------------------------------- on their way


def _do_march(scene: Scene, step: MarchAway) -> None:
    unit = scene.unit(step.unit)
    if not at_large(scene.battle, unit):
        return
    deserts = unit.own.hire.temper == "deserts"
    rules = ("CM-HIST-18",) if deserts else ("CM-HIST-18", "CM-HIST-19")
    what = "march off the board" if deserts else "march to join the enemy"
    if has_arrived(scene.battle, unit):
        arrive(scene, step.unit)
        return
    order = _to_the_edge(scene.battle, unit) if deserts else _to_the_enemy(scene.battle, unit)
    if order is None:
        stand(scene, step.unit, f"{what}, but find no way", rules)
        return
    set_out(scene, order, what, rules, then=Arrive(step.unit))


def _to_the_edge(battle: Battle, unit: Unit) -> Walk | None:
    board = battle.table
    out = to_nearest_edge(board, unit)
    edge = next(name for name, heading in OUTWARD.items() if heading == out)
    x, y = unit.outline.x, unit.outline.y
    goals: dict[TableEdge, tuple[float, float]] = {
        "north": (x, 0),
        "east": (board.width, y),
        "south": (x, board.depth),
        "west": (0, y),
    }
    return march_to(battle, unit, goals[edge], normal_move(battle, unit).total)


def _to_the_enemy(battle: Battle, unit: Unit) -> Walk | None:
    foe = _nearest_enemy(battle, unit)
    if foe is None:
        return None
    far = min(normal_move(battle, unit).total, gap(unit.outline, foe.outline) - _HALT)
    return march_to(battle, unit, (foe.outline.x, foe.outline.y), far)


def _nearest_enemy(battle: Battle, unit: Unit) -> Unit | None:
    foes = [one for one in enemies(battle, unit) if one.figures]
    return min(foes, key=lambda one: (gap(unit.outline, one.outline), one.turn_in_line), default=None)


# ---------------------------------------------------------------- there


def has_arrived(battle: Battle, unit: Unit) -> bool:
    """At the edge of the table, or at the enemy's lines."""
    if not alive(unit) or not unit.on_table or in_melee(battle, unit) or is_fleeing(unit):
        return False
    if unit.own.hire.temper == "deserts":
        return min(edge_distances(battle.table, unit.outline).values()) <= _AT_THE_EDGE
    foe = _nearest_enemy(battle, unit) if unit.own.hire.temper == "bribed" else None
    return foe is not None and gap(unit.outline, foe.outline) <= AMONG_THEM


def arrive(scene: Scene, unit_id: str) -> None:
    """Deserters are gone; bribed men turn their coats, and their new masters command them (CM-HIST-19).

    The army commander goes neither with the ones nor with the others.
    """
    unit = scene.unit(unit_id)
    if unit.own.hire.temper == "deserts":
        near = edge_distances(scene.battle.table, unit.outline)
        edge = min(near, key=lambda one: near[one])
        remove(scene, unit_id, MARCHED_OFF, ("CM-HIST-18",), edge=edge)
        return
    for he in company(scene.battle, unit):
        stand_alone(scene, he, unit, ("CM-HIST-39",))
    foe = _nearest_enemy(scene.battle, unit)
    assert foe is not None, "they have arrived where somebody stands"
    _calm(scene, unit_id)
    unit = scene.unit(unit_id)
    scene.change(replace(unit, side=foe.side, controller=foe.controller))
    name = scene.battle.side_named(foe.side).title
    scene.tell(Ruled(what=f"{unit.name} go over to {name}", rules=("CM-HIST-19",)))


def _do_arrive(scene: Scene, step: Arrive) -> None:
    if has_arrived(scene.battle, scene.unit(step.unit)):
        arrive(scene, step.unit)


def arrivals(scene: Scene) -> None:
    """At the end of a turn: those who marched by written orders."""
    for unit in list(scene.battle.units.values()):
        if unit.own.hire.temper and has_arrived(scene.battle, scene.unit(unit.id)):
            arrive(scene, unit.id)


TEMPERS: Final = does(Tempers, _do_tempers)
TEMPER_DIE: Final = rolls(Temper, ask=_ask, roll=_roll)
MARCH_AWAY: Final = does(MarchAway, _do_march)
ARRIVE: Final = does(Arrive, _do_arrive)
