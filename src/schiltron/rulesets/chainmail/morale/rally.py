"""Rallying: CM-MELEE-27 to CM-MELEE-32.

The turn after it ran a unit stays where it is and is in hand again when that turn is over, unless it was attacked. Its
player may let it run on; then, as when an attack forced it on, it has to dice in later turns, and fails at the cost of
another run. A unit that rallies turns to the nearest enemy where it stands.
"""

from __future__ import annotations

from random import Random
from typing import Final

from msgspec.structs import replace

from schiltron.battle.movement.flight_ways import has_room
from schiltron.battle.play import option_choice
from schiltron.battle.play.agenda import Step, asks, does, rolls
from schiltron.battle.state.chance import AtMost, Pool, Roll, SumOf, Thrown
from schiltron.battle.state.decision import Choose, Chosen, Option
from schiltron.battle.state.event import Checked, Formed
from schiltron.battle.state.field import commanded_by, enemies, in_melee
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.words import grammar
from schiltron.rulesets.chainmail.field import alive, is_fleeing
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.melee.edges import edge_against
from schiltron.rulesets.chainmail.morale.checks import rally_terms
from schiltron.rulesets.chainmail.morale.flight import MARKS, run_on
from schiltron.rulesets.chainmail.state import REORGANIZING, STANDS, Battle, Scene, Unit, with_morale, with_turn
from schiltron.table.facing import TURNS, faced
from schiltron.table.outline import gap, outline


class Rallies(Step, frozen=True, tag="chainmail.rallies"):
    """Units in retreat or rout stay to rally, or go on (CM-MELEE-27 to CM-MELEE-32); "" is both sides'."""

    side: str = ""


class StayOrRun(Step, frozen=True, tag="chainmail.stay_or_run"):
    """A unit that ran last turn stays unmoved to rally, or its player lets it run on (CM-MELEE-27, CM-MELEE-30)."""

    unit: str


class RollRally(Step, frozen=True, tag="chainmail.roll_rally"):
    """A unit that has run on dices to rally (CM-MELEE-30)."""

    unit: str


RALLY: Final = "rally"
AT_ONCE: Final = 2
"""The most a unit attacked while it rallies may throw to stand (CM-MELEE-28)."""
_DIE: Final = 6
_SCORES: Final[dict[int, int]] = {
    int(row["turn_of_retreat"]): int(row["die_min"])
    for row in LAW.sheet("CM-T-rally").records()
    if row["result"] == "rally"
}
"""The least die that rallies, by the turn of flight (CM-MELEE-30)."""
_STAY, _RUN = "stay", "run"


# ---------------------------------------------------------------- when a side's move begins


def _do_rallies(scene: Scene, step: Rallies) -> None:
    due: list[StayOrRun | RollRally] = []
    for unit in commanded_by(scene.battle, step.side) if step.side else scene.battle.units.values():
        if _ran_before(scene.battle, unit):
            assert unit.own.morale.flight is not None
            due.append(StayOrRun(unit.id) if unit.own.morale.flight.turns not in _SCORES else RollRally(unit.id))
    scene.now(*due)


def _ran_before(battle: Battle, unit: Unit) -> bool:
    """In flight, with its last run in an earlier turn."""
    flight = unit.own.morale.flight
    return flight is not None and flight.since < battle.turn and alive(unit) and unit.on_table


def _ask_stay(battle: Battle, step: StayOrRun) -> tuple[Choose, ...] | None:
    unit = battle.units[step.unit]
    if not _ran_before(battle, unit):
        return None
    have = grammar.does("have", one=unit.original == 1)
    return (
        Choose(
            seat=unit.controller,
            prompt=f"{unit.name} {have} fled. Stay unmoved to rally, or run on?",
            waits=f"{unit.name} to stay and rally, or run on",
            rules=("CM-MELEE-27", "CM-MELEE-30"),
            options=(Option(_STAY, "Stay and rally"), Option(_RUN, "Run on, and dice to rally later")),
            default=Chosen((_STAY,)),
        ),
    )


def _take_stay(scene: Scene, step: StayOrRun, answers: tuple[Chosen, ...]) -> None:
    if answers[0] == Chosen((_RUN,)):
        run_on(scene, step.unit, ("CM-MELEE-30", "CM-MELEE-31"))


def _sample_stay(view: Battle, step: StayOrRun, decision: Choose, random: Random) -> Chosen:
    return Chosen((_RUN if random.random() < 0.1 else _STAY,))


# ---------------------------------------------------------------- a die to rally


def rally_score(unit: Unit) -> int:
    """What the die and what is added to it must come to in this turn of flight (CM-MELEE-30)."""
    assert unit.own.morale.flight is not None
    return _SCORES[unit.own.morale.flight.turns]


def rally_need(battle: Battle, unit: Unit) -> int:
    """What the die alone must show."""
    return rally_score(unit) - sum(term.value for term in rally_terms(battle, unit))


def _ask_roll(battle: Battle, step: RollRally) -> Roll | None:
    unit = battle.units[step.unit]
    if not _ran_before(battle, unit):
        return None
    need = rally_need(battle, unit)
    if not 1 < need <= _DIE:
        return None
    return Roll(
        purpose=f"{unit.name} {grammar.does('try to rally', one=unit.original == 1)}: {need} or more",
        pools=(Pool(1, _DIE, SumOf(), RALLY, whose=unit.side),),
        rules=("CM-MELEE-30",),
    )


def _do_roll(scene: Scene, step: RollRally) -> None:
    """Where no die could fail, or none could do."""
    if _ran_before(scene.battle, scene.unit(step.unit)):
        _tried(scene, step.unit, None)


def _roll_rally(scene: Scene, step: RollRally, pools: tuple[Thrown, ...]) -> None:
    _tried(scene, step.unit, pools[0].total)


def _tried(scene: Scene, unit_id: str, die: int | None) -> None:
    """It is in hand again, or moves at once and checks again next turn (CM-MELEE-31)."""
    unit = scene.unit(unit_id)
    terms = rally_terms(scene.battle, unit)
    need = rally_need(scene.battle, unit)
    rallied = need <= 1 if die is None else die >= need
    thrown = (Term("d6", die, "CM-MELEE-30"),) if die is not None else ()
    tally = Tally(RALLY, (*thrown, *terms), verdict="total" if thrown else "automatic" if rallied else "impossible")
    rules = tuple(dict.fromkeys(("CM-MELEE-30", *tally.rules)))
    scene.tell(Checked(unit=unit_id, why=RALLY, tally=tally, need=rally_score(unit), passed=rallied, rules=rules))
    if rallied:
        rally(scene, unit_id, ("CM-MELEE-30",))
        _stay_unmoved(scene, unit_id)
    else:
        run_on(scene, unit_id, ("CM-MELEE-31",))


def _stay_unmoved(scene: Scene, unit_id: str) -> None:
    """Who has just rallied does not move that turn (CM-MELEE-27)."""
    unit = scene.unit(unit_id)
    scene.change(with_turn(unit, ordered=STANDS))


# ---------------------------------------------------------------- attacked while it rallies


def attacked_need(battle: Battle, unit: Unit) -> int:
    """The most the die may show for a unit to rally at once (CM-MELEE-28), with what helps and hinders it."""
    return AT_ONCE + sum(term.value for term in rally_terms(battle, unit))


def attacked_roll(battle: Battle, unit: Unit, rules: tuple[str, ...]) -> Roll:
    rallies = grammar.does("are attacked and try to rally at once", one=unit.original == 1)
    return Roll(
        purpose=f"{unit.name} {rallies}",
        pools=(Pool(1, _DIE, AtMost(attacked_need(battle, unit)), RALLY, whose=unit.side),),
        rules=rules,
    )


def attacked_told(battle: Battle, unit: Unit, rules: tuple[str, ...], *, rallied: bool) -> Checked:
    terms = (Term("rallies at once when attacked", AT_ONCE, "CM-MELEE-28"), *rally_terms(battle, unit))
    need = attacked_need(battle, unit)
    return Checked(
        unit=unit.id, why=RALLY, tally=Tally(RALLY, terms), need=need, passed=rallied, under=True, rules=rules
    )


# ---------------------------------------------------------------- in hand again


def recover(scene: Scene) -> None:
    """At the end of a turn units that stayed to rally and were left alone are in hand again (CM-MELEE-27)."""
    for unit in list(scene.battle.units.values()):
        if _ran_before(scene.battle, unit) and not unit.own.turn.fought and not in_melee(scene.battle, unit):
            rally(scene, unit.id, ("CM-MELEE-27",))


def rally(scene: Scene, unit_id: str, rules: tuple[str, ...], towards: str = "") -> None:
    """A unit is in hand again, and turns where it stands to an enemy: this one, or the nearest."""
    unit = scene.unit(unit_id)
    if unit.own.morale.flight is not None:
        mark = MARKS[unit.own.morale.flight.kind]
        scene.change(with_morale(unit, flight=None))
        scene.mark(unit_id, mark, on=False, rules=rules)
    elif (effect := scene.battle.effects.of_kind(unit_id, REORGANIZING)) is not None:
        scene.lift(effect, rules)
    _face(scene, scene.unit(unit_id), towards, rules)


def _face(scene: Scene, unit: Unit, towards: str, rules: tuple[str, ...]) -> None:
    battle = scene.battle
    foes = [battle.units[towards]] if towards else [one for one in enemies(battle, unit) if one.figures]
    foe = min(foes, key=lambda one: (is_fleeing(one), gap(unit.outline, one.outline), one.turn_in_line), default=None)
    if foe is None:
        return
    edge, _ = edge_against(unit, foe)
    for to in sorted(TURNS, key=lambda to: (to != edge, -_looks_at(unit, foe, to))):
        pose, body = faced(unit.pose, unit.body, unit.bodies, to)
        if to == "front":
            return
        if has_room(battle, unit, outline(pose, body, unit.bodies)):
            scene.change(replace(unit, place=unit.place_at(pose), body=body))
            scene.tell(Formed(unit=unit.id, pose=pose, body=body, why="face the enemy", rules=rules))
            _meet_anew(scene, unit.id)
            return


def _meet_anew(scene: Scene, unit_id: str) -> None:
    """Who lies against a unit that has turned lies against another edge of it now."""
    unit = scene.unit(unit_id)
    held = [
        replace(one, edge=edge_against(unit, scene.unit(one.attacker))[0]) if one.defender == unit_id else one
        for one in scene.battle.engagements
    ]
    if tuple(held) != tuple(scene.battle.engagements):
        scene.engage(held)


def _looks_at(unit: Unit, foe: Unit, to: str) -> float:
    """How much a unit would look at a foe if it faced that way."""
    here = replace(unit.pose, x=round(unit.outline.x), y=round(unit.outline.y)).turned(TURNS[to])
    return here.local(foe.outline.x, foe.outline.y)[1]


RALLIES: Final = does(Rallies, _do_rallies)
STAY_OR_RUN: Final = asks(
    StayOrRun,
    ask=_ask_stay,
    judge=option_choice.judge,
    take=_take_stay,
    sample=_sample_stay,
    suggest=option_choice.every_option,
)
ROLL_RALLY: Final = rolls(RollRally, ask=_ask_roll, roll=_roll_rally, do=_do_roll)
