"""Rocs that carry a figure through the air."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.decision import Aimed, Commanded, Planned
from schiltron.battle.state.manoeuvre import FormUp
from schiltron.battle.state.unit import Aboard, Aloft, OnTable
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.losses import clear, kill
from schiltron.rulesets.chainmail.movement.phase import Moves, held_back
from schiltron.rulesets.chainmail.nature import ALOFT
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit
from schiltron.rulesets.chainmail.walking.rates import flight_move
from schiltron.rulesets.chainmail.written.orders import WriteOrders
from schiltron.table.lengths import inches
from tests.rulesets.chainmail.positions import Played, ahead, blue, field, locked, march, play, red, rules

ON: dict[str, Any] = {"fantasy": "on"}
RISE, LAND = FormUp("rise"), FormUp("land")


def roc(**more: Any) -> Unit:
    return blue("roc", 1, at=(48, 55), troop="roc", **more)


def hero(troop: str = "hero", **more: Any) -> Unit:
    return blue("he", 1, at=(52, 55), troop=troop, **more)


def moving(*units: Unit, **more: Any) -> Played:
    return play(field(*units, red("foe", 6, at=(10, 5)), phase="first_move", **{**ON, **more}), Moves("blue"))


UP = Commanded("he", "join", Aimed("roc"))


def test_a_figure_goes_up_to_it_and_is_carried_36_inches() -> None:
    """CM-FANT-ROC-05: without him it flies 48."""
    assert flight_move(field(roc(), **ON), roc()).total == inches(48)
    mounted = moving(roc(), hero()).then(UP)
    assert mounted.unit("he").host == "roc"
    assert flight_move(mounted.battle, mounted.unit("roc")).total == inches(36)
    assert rules(mounted.refusal(march("roc", RISE, ahead(30.1), LAND)))
    flown = mounted.then(march("roc", RISE, ahead(30), LAND))
    assert flown.unit("he").host == "roc"
    assert flown.unit("roc").pose.y == mounted.unit("roc").pose.y - inches(30)


def test_he_gets_down_where_it_has_landed() -> None:
    """CM-FANT-ROC-05: by a move of his own in a later turn, and not in the air."""
    rider = replace(hero(), place=Aboard("roc"))
    battle = field(roc(), rider, **ON)
    assert not held_back(battle, rider)
    up = replace(roc(), place=OnTable(roc().pose, Aloft(ALOFT, 1)))
    assert "CM-FANT-ROC-05" in rules(held_back(battle.with_unit(up), rider))
    off = moving(roc(), rider).then(march("he", ahead(4)))
    assert off.unit("he").on_table


@pytest.mark.parametrize(
    ("unit", "beast"),
    [
        (hero("wraith"), roc()),
        (hero(), replace(roc(), place=OnTable(roc().pose, Aloft(ALOFT, 1)))),
    ],
    ids=["mounted", "aloft"],
)
def test_whom_it_does_not_take_up(unit: Unit, beast: Unit) -> None:
    """CM-FANT-ROC-05: a man's weight, on the ground."""
    assert "CM-FANT-ROC-05" in rules(moving(beast, unit).refusal(UP))


def test_it_carries_one_and_takes_up_nobody_in_a_fight() -> None:
    """CM-FANT-ROC-05."""
    other = replace(blue("other", 1, at=(0, 0), troop="hero"), place=Aboard("roc"))
    assert "CM-FANT-ROC-05" in rules(moving(roc(), hero(), other).refusal(UP))
    foe = red("near", 6, at=(48, 55), files=6)
    fighting = field(roc(), hero(), foe, contacts=(locked("near", "roc"),), phase="first_move", **ON)
    assert "CM-FANT-ROC-05" in rules(play(fighting, Moves("blue")).refusal(UP))


def test_by_written_orders_he_gets_up_and_is_carried_at_once() -> None:
    """CM-FANT-ROC-05, CM-TURN-11: who goes alone goes first."""
    battle = field(roc(), hero(), red("foe", 6, at=(10, 5)), phase="orders", turn_system="simultaneous", **ON)
    orders = Planned((UP, march("roc", RISE, ahead(20), LAND)))
    done = play(battle, WriteOrders()).at_once(orders, Planned(()))
    assert done.unit("he").host == "roc"
    assert done.unit("roc").pose.y < inches(40)


def slain(battle: Battle) -> Battle:
    scene = Scene(battle)
    kill(scene, "roc", 1, Harm(by="foe", rules=("CM-FANT-ROC-02",)))
    clear(scene, ("CM-FANT-ROC-02",))
    return scene.battle


def test_who_is_carried_falls_with_it() -> None:
    """CM-FANT-ROC-05: out of the air to his death; on the ground he stands where it stood."""
    rider = replace(hero(), place=Aboard("roc"))
    up = replace(roc(), place=OnTable(roc().pose, Aloft(ALOFT, 1)))
    foe = red("foe", 6, at=(10, 5))
    assert slain(field(up, rider, foe, **ON)).units["he"].figures == 0
    assert slain(field(roc(), rider, foe, **ON)).units["he"].on_table


def test_the_card_tells_of_it() -> None:
    """CM-FANT-ROC-05."""
    rider = replace(hero(), place=Aboard("roc"))
    card = CHAINMAIL.card(field(roc(), rider, **ON), "roc")
    assert card is not None
    told = {(one.label, one.value): one.rule for one in card.stats}
    assert told["Flies", "36″"] == "CM-FANT-ROC-05"
    assert told["Carries", "a man on its back, 36″ a turn"] == "CM-FANT-ROC-05"
