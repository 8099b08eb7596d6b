"""Missile troops among other footmen refuse combat. Red horse comes down the table at a blue line."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.event import Declared, Moved
from schiltron.battle.words.sentences import tell
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.melee.refusing import REFUSE_COMBAT, RefuseCombat, may_refuse
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.rulesets.chainmail.steps import BeginTurn, Contact, Walk
from tests.rulesets.chainmail.positions import ahead, blue, choose, field, locked, piece, place, play, red

STEP = RefuseCombat("bows", "horse")


def bows(**more: Any) -> Unit:
    return blue("bows", 8, **{"at": (48, 30), "troop": "longbowmen", **more})


def line(archers: Unit | None = None, *others: Unit, foot: Unit | None = None, **more: Any) -> Battle:
    """Archers with heavy foot on their right, and horse about to reach them."""
    beside = foot if foot is not None else blue("foot", 8, at=(55, 30))
    horse = red("horse", 6, at=(48, 29.9), troop="heavy_horse")
    return field(archers if archers is not None else bows(), beside, horse, *others, **more)


def test_missile_troops_among_footmen_may_go_back_three_inches() -> None:
    """CM-MELEE-15: a window for their owner, who may let them fight."""
    played = play(line(), STEP)
    assert (played.decision.seat, played.decision.window, played.decision.default) == ("blue", True, choose("fight"))
    assert played.decision.rules == ("CM-MELEE-15", "CM-MELEE-16")
    back = played.then(choose("refuse"))
    assert place(back.unit("bows")) == (48, 33, 0)
    assert (back.unit("bows").own.turn.moved, back.unit("bows").own.turn.spent) == (True, 3000)
    assert back.events_of(Declared)[0].action == "refuse combat"
    (moved,) = back.events_of(Moved)
    assert tell(moved, back.battle) is not None
    stay = played.then(choose("fight"))
    assert place(stay.unit("bows")) == (48, 30, 0)


def test_once_a_turn() -> None:
    """CM-MELEE-15: whoever reaches them again has his melee; next turn they may do it again."""
    played = play(line(), STEP).then(choose("refuse"))
    assert not may_refuse(played.battle, played.unit("bows"))
    assert play(played.battle, STEP).over
    assert not play(played.battle, BeginTurn()).unit("bows").own.turn.refused_combat


def test_they_must_fight_who_carries_on_his_charge() -> None:
    """CM-MELEE-16: the footmen were driven off, and the balance of the charge reaches the missile troops."""
    won = Walk("horse", (ahead(6),), "charge", paused=True, on=True)
    position = line()
    assert REFUSE_COMBAT.ask is not None
    assert REFUSE_COMBAT.ask(replace(position, agenda=(STEP, Contact(won, "bows"))), STEP) is None
    first = replace(won, on=False)
    assert REFUSE_COMBAT.ask(replace(position, agenda=(STEP, Contact(first, "bows"))), STEP) is not None


@pytest.mark.parametrize(
    "foot",
    [
        blue("foot", 8, at=(58, 30)),
        blue("foot", 8, at=(48, 31.75)),
        blue("foot", 8, at=(55, 30), troop="archers"),
        blue("foot", 8, at=(56, 30), troop="heavy_horse"),
        blue("foot", 4, at=(53, 30), troop="wagon"),
    ],
    ids=["too far", "behind", "archers too", "horse", "wagon"],
)
def test_without_other_footmen_beside_or_before_them_they_fight(foot: Unit) -> None:
    """CM-MELEE-15: a defensive line of foot, within 3 inches."""
    assert play(line(foot=foot), STEP).over


def test_footmen_before_them_make_a_line_too() -> None:
    """CM-MELEE-15."""
    before = blue("foot", 4, at=(53, 28))
    assert not play(line(foot=before), STEP).over


@pytest.mark.parametrize("troop", ["heavy_foot", "vikings", "horse_archers", "peasants"])
def test_only_missile_troops_on_foot_refuse(troop: str) -> None:
    """CM-MELEE-15: throwing axes make no missile troops."""
    assert play(line(bows(troop=troop)), STEP).over


def test_who_is_in_melee_already_or_has_no_room_fights() -> None:
    """CM-MELEE-15: 3 inches straight back, on the table and not into a pond."""
    other = red("other", 3, at=(44, 29.9))
    position = line(bows(), other)
    assert play(replace(position, engagements=(locked("other", "bows"),)), STEP).over
    assert play(line(bows(), blue("behind", 8, at=(48, 33.5))), STEP).over
    assert play(line(features=(piece("pond", 40, 32, 56, 36),)), STEP).over
    assert play(line(size=(96, 33)), STEP).over


def test_samples_are_random_among_both() -> None:
    """CM-MELEE-15."""
    asked = play(line(), STEP)
    answers = {CHAINMAIL.sample(asked.battle, asked.decision, Random(seed)) for seed in range(12)}
    assert answers == set(CHAINMAIL.suggest(asked.battle, asked.decision)) == {choose("fight"), choose("refuse")}
