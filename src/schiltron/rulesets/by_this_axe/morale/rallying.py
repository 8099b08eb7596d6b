"""Rallying: TA-RALLY-01 to TA-RALLY-08."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schiltron.battle.play import option_choice
from schiltron.battle.play.agenda import Step, does, rolls
from schiltron.battle.state.chance import AtMost, Pool, Roll, Thrown
from schiltron.battle.state.decision import Choose, Chosen, Option
from schiltron.battle.state.event import Checked
from schiltron.battle.state.field import apart, commands, friendly, standing_with
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.state.unit import in_line
from schiltron.rulesets.by_this_axe.field import alive, is_routed, leads
from schiltron.rulesets.by_this_axe.law import LAW
from schiltron.rulesets.by_this_axe.recovery import rally
from schiltron.rulesets.by_this_axe.state import Battle, Scene, Unit
from schiltron.table.lengths import CONTACT


class Rallies(Step, frozen=True, tag="by_this_axe.rallies"):
    """Step d of the Movement Phase: leaders try to rally the units they touch (TA-RALLY-03)."""


class OfferRally(Step, frozen=True, tag="by_this_axe.offer_rally"):
    """A leader may try to rally a unit (TA-RALLY-01)."""

    leader: str
    unit: str


class RollRally(Step, frozen=True, tag="by_this_axe.roll_rally"):
    leader: str
    unit: str


_LEVELS: Final = {int(row["level"]): str(row["name"]) for row in LAW.sheet("TA-T-leadership").records()}
_TRY, _LEAVE = "try", "leave"
_RULES: Final = ("TA-RALLY-02", "TA-RALLY-08", "TA-CHAR-09")


# ---------------------------------------------------------------- who may try


def _do_rallies(scene: Scene, _step: Rallies) -> None:
    """After both sides have moved, one try for each leader and each unit he touches (TA-RALLY-03).

    The best leader tries first.
    """
    battle = scene.battle
    people = [(unit.own.person, unit) for unit in in_line(battle.units.values())]
    leaders = sorted(((he, unit) for he, unit in people if he is not None), key=lambda one: -one[0].leadership)
    scene.now(
        *(
            OfferRally(leader.id, unit.id)
            for side in battle.own.order
            for _, leader in leaders
            if commands(battle, side, leader)
            for unit in battle.units.values()
            if friendly(battle, leader, unit) and _reaches(battle, leader, unit)
        )
    )


def _reaches(battle: Battle, leader: Unit, unit: Unit) -> bool:
    """A general or leader in touch with a routed unit: in its ranks, or himself not in flight (TA-RALLY-01)."""
    person = leader.own.person
    if person is None or not person.leadership or not alive(leader):
        return False
    if not (alive(unit) and unit.on_table and is_routed(unit)):
        return False
    if leader.host == unit.id:
        return True
    return not is_routed(standing_with(battle, leader)) and apart(battle, leader, unit) <= CONTACT


def leadership(leader: Unit) -> Tally:
    """His level, and nothing else (TA-RALLY-08); none for one who has just declined a challenge (TA-RALLY-07)."""
    person = leader.own.person
    assert person is not None
    if leader.own.turn.shamed:
        term = Term(f"{leader.name} declined a challenge", 0, "TA-RALLY-07")
        return Tally("leadership", (term,), verdict="impossible")
    return Tally("leadership", (Term(f"{leader.name}, {_LEVELS[person.leadership]}", person.leadership, "TA-CHAR-09"),))


# ---------------------------------------------------------------- whether he tries


def _ask_offer(battle: Battle, step: OfferRally) -> tuple[Choose, ...] | None:
    leader, unit = battle.units[step.leader], battle.units[step.unit]
    if not _reaches(battle, leader, unit) or not leads(leader):
        return None
    level = leadership(leader).total
    return (
        Choose(
            seat=leader.controller,
            prompt=f"{leader.name} touches {unit.name}, in rout. Does he try to rally them, on {level} or less?",
            waits=f"{leader.name} to rally {unit.name}, or let them run",
            rules=("TA-RALLY-01", "TA-RALLY-03", *_RULES),
            options=(Option(_TRY, "Try to rally them"), Option(_LEAVE, "Let them run", forgoes=True)),
            default=Chosen((_TRY,)),
        ),
    )


def _do_offer(scene: Scene, step: OfferRally) -> None:
    """Nobody is asked: the unit has been rallied meanwhile, or its leader has no word to give (TA-RALLY-07)."""
    leader, unit = scene.unit(step.leader), scene.unit(step.unit)
    if _reaches(scene.battle, leader, unit):
        scene.tell(_tried(leader, unit, rallied=False))


def _take_offer(scene: Scene, step: OfferRally, answers: tuple[Chosen, ...]) -> None:
    if answers[0] == Chosen((_TRY,)):
        scene.now(RollRally(step.leader, step.unit))


def _suggest_offer(_view: Battle, _step: OfferRally, _decision: Choose) -> Iterator[Chosen]:
    yield Chosen((_TRY,))
    yield Chosen((_LEAVE,))


# ---------------------------------------------------------------- the roll


def _ask_roll(battle: Battle, step: RollRally) -> Roll:
    """At or under his leadership, whatever else weighs on the unit (TA-RALLY-02, TA-RALLY-08)."""
    leader, unit = battle.units[step.leader], battle.units[step.unit]
    level = leadership(leader).total
    return Roll(
        purpose=f"{leader.name} tries to rally {unit.name}",
        pools=(Pool(1, 6, AtMost(level), leader.name, whose=unit.side),),
        rules=_RULES,
    )


def _roll_rally(scene: Scene, step: RollRally, pools: tuple[Thrown, ...]) -> None:
    rallied = bool(pools[0].hits)
    scene.tell(_tried(scene.unit(step.leader), scene.unit(step.unit), rallied=rallied))
    if rallied:
        rally(scene, step.unit, ("TA-RALLY-02",))


def _tried(leader: Unit, unit: Unit, *, rallied: bool) -> Checked:
    tally = leadership(leader)
    rules = tuple(dict.fromkeys((*_RULES, *tally.rules)))
    return Checked(unit=unit.id, why="rally", tally=tally, need=tally.total, passed=rallied, under=True, rules=rules)


RALLIES = does(Rallies, _do_rallies)
OFFER_RALLY = option_choice.chooses(OfferRally, ask=_ask_offer, do=_do_offer, take=_take_offer, suggest=_suggest_offer)
ROLL_RALLY = rolls(RollRally, ask=_ask_roll, roll=_roll_rally)
