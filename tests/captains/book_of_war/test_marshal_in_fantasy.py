"""What a marshal does with creatures, magic and castles: he calls upon magic, hides, flies, breathes and storms."""

from __future__ import annotations

from random import Random
from typing import Any

from schiltron.battle.door.dice import FastDice
from schiltron.battle.play.agenda import Step
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.decision import AnyDecision, Commanded
from schiltron.battle.state.decision import Played as Called
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Order, Reply
from schiltron.battle.state.unit import Hidden
from schiltron.captains.roster import captain_named
from schiltron.muster import load_scenario, prepare
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.magic.steps import Spells
from schiltron.rulesets.book_of_war.movement.phase import MovementPhase
from schiltron.rulesets.book_of_war.steps import BeginTurn
from tests.captains.book_of_war.asking import moved
from tests.captains.book_of_war.test_magic import FOES, ready, wizard
from tests.captains.book_of_war.test_storming import KEEP, WALL
from tests.rulesets.book_of_war.castles import guard
from tests.rulesets.book_of_war.positions import blue, field, piece, play, red


def decided(battle: AnyBattle, *steps: Step) -> Commanded:
    """What he does first, with eight imagined battles for it."""
    played = play(battle, *steps, BeginTurn("red"))
    said = _answer(played.battle, played.decision)
    assert isinstance(said, Commanded)
    return said


def _answer(battle: AnyBattle, decision: AnyDecision) -> Any:
    marshal = captain_named("marshal:8", BOOK_OF_WAR, 1)
    return marshal.answer(BOOK_OF_WAR.view(battle, decision.seat), decision)


def test_he_calls_upon_magic() -> None:
    """BW-A4-07: a wand with a dozen before it."""
    said = decided(ready(wizard((24, 30)), FOES), Spells("blue"), AttackPhase("blue"))
    assert isinstance(said.form, Called)


def test_he_flies_over_water_at_those_beyond_and_breathes() -> None:
    """BW-A3-28, BW-A3-29"""
    pond = piece("pond", 10, 26, 38, 32)
    knights = red("heavy_cavalry", 4, files=3, at=(24, 20))
    dragon = blue("dragon_adult_red", 1, at=(24, 38), id="ember")
    flown = decided(ready(dragon, knights, features=(pond,)), MovementPhase("blue"))
    assert (flown.actor, flown.action) == ("ember", "move")
    landed, _ = moved(ready(dragon, knights))
    assert decided(landed.battle, AttackPhase("blue")).action.startswith("breathe")


def test_he_storms() -> None:
    """BW-O6-10: up the ladders at a held wall."""
    men = blue("heavy_infantry", 9, files=6, at=(25, 20.52))
    battle = field(men, guard(25, 20, "archers"), features=(WALL, KEEP), game="advanced", declare="measure_first")
    assert decided(battle, MovementPhase("blue")).action == "climb:wall"


def test_he_hides() -> None:
    """BW-A2-02: elves and halflings in the Lindwood are set up where nobody sees them."""
    battle, dice = BOOK_OF_WAR.begun(prepare(load_scenario("lindwood"))).battle, FastDice(Random(1))
    while battle.turn == 0:
        order: Order
        if battle.roll is not None:
            order = dice.throw(battle.roll, 0)
        else:
            one = battle.decisions[0]
            order = Reply(one.seat, one.id, _answer(battle, one))
        obeyed = BOOK_OF_WAR.obey(battle, order)
        assert not isinstance(obeyed, Illegal), obeyed
        battle = obeyed.battle
    assert {unit.name for unit in battle.units.values() if isinstance(unit.place, Hidden)}
