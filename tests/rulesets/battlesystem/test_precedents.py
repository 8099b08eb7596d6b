"""Defaults are told when they are first used, and the players may agree on something else (BS-0.0-04)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.door.ruleset import Obeyed
from schiltron.battle.state.decision import Commanded
from schiltron.battle.state.event import Ruled, Struck
from schiltron.battle.state.order import Agree, Amend, Propose
from schiltron.muster.library import load_scenario
from schiltron.muster.preparing import prepare
from schiltron.rulesets.battlesystem.book import BATTLESYSTEM
from schiltron.rulesets.battlesystem.command.initiative import Initiative
from schiltron.rulesets.battlesystem.command.roles import Roles
from schiltron.rulesets.battlesystem.melee.fights import Melees
from schiltron.rulesets.battlesystem.missiles.limits import note_shot
from schiltron.rulesets.battlesystem.morale.capture import Hemmed
from schiltron.rulesets.battlesystem.options import RULE_OF
from schiltron.rulesets.battlesystem.precedents import by_default
from schiltron.rulesets.battlesystem.ratings.weapons import MISSILES
from schiltron.rulesets.battlesystem.sequence import EndRound, RoundOrder
from schiltron.rulesets.battlesystem.state import Battle, Scene
from schiltron.rulesets.battlesystem.steps import BeginRound
from tests.rulesets.battlesystem.positions import MAN, Played, blue, field, locked, person, piece, play, red

MEN = blue("men", 12, files=6, at=(24, 30), ml=12)
ORCS = red("orcs", 12, files=6, at=(24, 8), ml=12)


def told(events: Any, switch: str) -> list[str]:
    """What was said of a default."""
    rules = (RULE_OF[switch], "BS-0.0-04")
    return [event.what for event in events if isinstance(event, Ruled) and event.rules == rules]


def amended(battle: Battle, switch: str, value: str) -> Battle:
    """What both sides agree on in mid-battle."""
    proposed = BATTLESYSTEM.obey(battle, Propose("blue", Amend(switch, value)))
    assert isinstance(proposed, Obeyed)
    agreed = BATTLESYSTEM.obey(proposed.battle, Agree("red", proposed.battle.proposals[0].id, agrees=True))
    assert isinstance(agreed, Obeyed)
    return agreed.battle


def uphill(**more: Any) -> Battle:
    hill = piece("hill", 10, 10, 40, 29.9)
    foes = red("orcs", 6, files=6, at=(24, 30), formation="closed")
    men = blue("men", 6, files=6, at=(24, 30), formation="closed")
    return field(men, foes, contacts=[locked("men", "orcs")], features=[hill], phase="melee", **more)


# ---------------------------------------------------------------- once, and only of defaults


def test_a_default_is_told_once_in_words_of_players() -> None:
    """BS-0.0-04, BS-8.3-08"""
    scene = Scene(field(MEN, ORCS))
    by_default(scene, "higher_ground")
    by_default(scene, "higher_ground")
    (what,) = told(scene.events, "higher_ground")
    label = BATTLESYSTEM.switches.said(scene.battle.own.options, "higher_ground")
    assert what == f"by default “{label}”; the players may agree on something else"
    agreed = Scene(field(MEN, ORCS, higher_ground="printed"))
    by_default(agreed, "higher_ground")
    assert agreed.events == []


# ---------------------------------------------------------------- where each is used


def test_the_die_for_initiative() -> None:
    """BS-0.0-04, BS-5.1-02: with the first throw, not with the next."""
    first = play(field(MEN, ORCS), Initiative(), "5 | 2")
    assert len(told(first.events, "initiative")) == 1
    assert told(play(first.battle, Initiative(), "5 | 2").events, "initiative") == []
    assert told(play(field(MEN, ORCS, initiative="d20"), Initiative(), "15 | 2").events, "initiative") == []


def test_declaring_before_measuring() -> None:
    """BS-0.0-04, BS-3.5-01"""
    assert len(told(play(field(MEN, ORCS, measuring="declared"), RoundOrder()).events, "measuring")) == 1
    assert told(play(field(MEN, ORCS, measuring="free"), RoundOrder()).events, "measuring") == []


@pytest.mark.parametrize(("scenario", "printed"), [("lairn", True), ("field-of-wagers", False)])
def test_setting_up_and_the_printed_sheets(scenario: str, *, printed: bool) -> None:
    """BS-0.0-04, BS-3.4-01, BS-3.4-02, BS-S0-05: sheets only where an army has any."""
    begun = BATTLESYSTEM.begun(prepare(load_scenario(scenario)))
    assert bool(told(begun.events, "rosters")) is printed
    options = begun.battle.own.options
    for switch, default in (("setup", "simultaneous"), ("setup_depth", 10_000)):
        assert len(told(begun.events, switch)) == (getattr(options, switch) == default)


def test_who_sets_up_first_by_agreement_is_no_default() -> None:
    """BS-0.0-04, BS-3.4-02"""
    ready = prepare(load_scenario("field-of-wagers"))
    agreed = replace(ready, own=replace(ready.own, options=replace(ready.own.options, setup="red_first")))
    begun = BATTLESYSTEM.begun(agreed)
    assert begun.battle.own.told == ("setup_depth",)
    assert BATTLESYSTEM.begun(ready).battle.own.told == ("setup", "setup_depth")


def test_higher_ground_when_somebody_strikes_uphill() -> None:
    """BS-0.0-04, BS-8.3-08: not on the flat, not in the Basic Game, and not a second time."""
    struck = _struck(uphill())
    assert len(told(struck.events, "higher_ground")) == 1
    assert told(_struck(again(struck)).events, "higher_ground") == []
    assert told(_struck(uphill(level="basic")).events, "higher_ground") == []
    assert told(_struck(uphill(higher_ground="printed")).events, "higher_ground") == []
    flat = replace(uphill(), board=replace(uphill().board, features=()))  # type: ignore[type-var]
    assert told(_struck(flat).events, "higher_ground") == []


def _struck(battle: Battle) -> Played:
    played = play(battle, Melees())
    return played.then(" | ".join("6 6" for _ in played.roll.pools))


def again(played: Played) -> Battle:
    return replace(uphill(), own=played.battle.own)


def test_volleys_that_run_out() -> None:
    """BS-0.0-04, BS-10.3-02: arrows are not counted."""
    for name, counted in (("javelin", True), ("long_bow", False)):
        scene = Scene(field(blue("men", 6, at=(24, 30), missile=MISSILES[name]), ORCS))
        note_shot(scene, "men")
        assert bool(told(scene.events, "volleys")) is counted


def test_surrounded_units_are_destroyed() -> None:
    """BS-0.0-04, BS-7.15-08"""
    ended = play(field(MEN, ORCS), Hemmed("men", ("orcs",)))
    assert len(told(ended.events, "capture")) == 1
    assert not ended.unit("men").figures


def test_deputies() -> None:
    """BS-0.0-04, BS-9.3-04"""
    captain = person("captain", "blue", with_="men", rank="unit", radius=9)
    squire = person("squire", "blue", with_="men", rank="member", deputy_to="captain", radius=8)
    left = play(field(MEN, ORCS, captain, squire), Roles("blue"), Commanded("captain", "become_hero"))
    assert told(left.events, "hierarchy") == []
    later = play(replace(left.battle, turn=2), Roles("blue"), Commanded("squire", "succeed"))
    assert len(told(later.events, "hierarchy")) == 1


def test_nobody_is_left() -> None:
    """BS-0.0-04, BS-S0-14"""
    gone = [replace(one, figures=0) for one in (MEN, ORCS)]
    ended = play(field(*gone), EndRound())
    assert ended.battle.outcome is not None
    assert (ended.battle.outcome.how, ended.battle.outcome.winner) == ("annihilated", "")
    assert len(told(ended.events, "tie")) == 1
    assert told(play(field(MEN, gone[1]), EndRound()).events, "tie") == []


@pytest.mark.parametrize(("kind", "knows"), [("magic_user", True), ("cleric", True), ("fighter", False)])
def test_nobody_is_asked_for_spells(kind: str, *, knows: bool) -> None:
    """BS-0.0-04, BS-9.2-02: said once, where somebody could be asked, and not where it is agreed that he is."""
    mage = person("mage", "blue", with_="men", rank="unit", radius=9, of=replace(MAN, fights_as=(kind, 6)))
    begun = play(field(MEN, ORCS, mage, order=(), movers=()), BeginRound())
    assert len(told(begun.events, "spells")) == knows
    assert told(play(replace(begun.battle, agenda=()), BeginRound()).events, "spells") == []
    asked = play(field(MEN, ORCS, mage, order=(), movers=(), spells="declared"), BeginRound())
    assert told(asked.events, "spells") == []


@pytest.mark.parametrize(("limit", "said"), [(0, "no limit"), (1, "after 1 Game Round at"), (8, "8 Game Rounds")])
def test_how_long_it_may_last(limit: int, said: str) -> None:
    """BS-0.0-04, BS-1.0-06: as the battle opens."""
    ready = prepare(load_scenario("field-of-wagers"))
    ready = replace(ready, own=replace(ready.own, options=replace(ready.own.options, turn_limit=limit)))
    (what,) = [
        event.what
        for event in BATTLESYSTEM.begun(ready).events
        if isinstance(event, Ruled) and event.rules == ("BS-1.0-06",)
    ]
    assert said in what


# ---------------------------------------------------------------- by agreement


def test_the_players_agree_on_something_else_for_the_rest_of_the_battle() -> None:
    """BS-0.0-04, BS-8.3-08: from then on another number is used, and nothing is told of a default."""
    battle = uphill()
    agreed = amended(play(battle, Melees()).battle, "higher_ground", "printed")
    assert agreed.own.options.higher_ground == "printed"
    later = _struck(replace(battle, own=agreed.own))
    assert told(later.events, "higher_ground") == []
    terms = [term.value for event in later.events_of(Struck) for one in event.tallies for term in one.terms]
    assert terms != [
        term.value for event in _struck(battle).events_of(Struck) for one in event.tallies for term in one.terms
    ]
