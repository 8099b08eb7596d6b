"""Terrain from the deck of cards."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from schiltron.battle.state.chance import FromBag
from schiltron.battle.state.decision import Choose, Chosen, Laid, PlaceFeature
from schiltron.battle.state.event import Drew, Placed
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.setup.deployment import RollSetup
from schiltron.rulesets.chainmail.setup.pieces import CARDS, DECK
from schiltron.rulesets.chainmail.setup.terrain_cards import DrawTerrain, LayTerrain, OfferTerrain
from schiltron.rulesets.quartermaster import Enlisted, Standing
from schiltron.table.lengths import inches
from schiltron.table.terrain import Area, Feature, Strip
from tests.rulesets.chainmail.positions import Played, choose, rules
from tests.rulesets.chainmail.test_setup import against, opened, pose, prepared

FOOT = (Enlisted("heavy_foot", 10),)
DRAW, STOP = choose("draw"), choose("stop")


def ground(**more: Any) -> Played:
    """Equal armies before ground that is to be drawn."""
    return opened(prepared(**{"red": FOOT, "blue": FOOT, "ground": "rolled", **more}))


def draw(played: Played, card: str) -> Played:
    """The side whose turn it is draws that card."""
    drawing = played.then(DRAW)
    step = drawing.battle.agenda[0]
    assert isinstance(step, DrawTerrain)
    return drawing.then(str(step.deck.index(card) + 1))


def oblong(kind: str, left: float, top: float, right: float, bottom: float) -> Laid:
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return Laid(Area("", kind, "", tuple((inches(x), inches(y)) for x, y in corners)))


def river(*course: tuple[float, float], width: float = 2) -> Laid:
    return Laid(Strip("", "river", "", tuple((inches(x), inches(y)) for x, y in course), inches(width)))


def features(played: Played) -> tuple[Feature, ...]:
    assert played.battle.board is not None
    return played.battle.board.features


def test_the_deck_has_twenty_cards_and_four_different_hills() -> None:
    """CM-TERR-13"""
    assert len(DECK) == 20
    kinds = Counter("blank" if card == "blank" else CARDS[card].kind for card in DECK)
    assert kinds == {"river": 2, "marsh": 1, "pond": 1, "gully": 1, "woods": 2, "rough": 1, "hill": 4, "blank": 8}
    hills = {(CARDS[card].width, CARDS[card].depth) for card in DECK if card.startswith("hill")}
    assert len(hills) == 4


def test_a_die_decides_who_draws_first_where_armies_are_equal() -> None:
    """CM-TERR-14"""
    played = ground()
    assert played.roll.rules == ("CM-TERR-14",)
    assert played.then("2 | 5").decision.seat == "blue"
    assert played.then("5 | 2").decision.seat == "red"


def test_the_weaker_army_draws_first() -> None:
    """CM-TERR-14: fewer points."""
    assert ground(blue=(Enlisted("heavy_foot", 9),)).decision.seat == "blue"


def test_the_defender_draws_first_however_strong() -> None:
    """CM-TERR-14"""
    weaker = (Enlisted("heavy_foot", 9),)
    assert ground(blue=weaker, standings=(("red", Standing(defends=True)),)).decision.seat == "red"
    both = (("red", Standing(defends=True)), ("blue", Standing(defends=True)))
    assert [found.rules for found in against(standings=both)] == [("CM-TERR-14",)]


def test_draws_alternate_and_each_side_has_four() -> None:
    """CM-TERR-14: one card at a time; a blank brings nothing."""
    played = ground().then("5 | 2")
    seats = []
    for _ in range(8):
        assert isinstance(played.decision, Choose)
        seats.append(played.decision.seat)
        played = draw(played, "blank")
    assert seats == ["red", "blue"] * 4
    assert [type(step) for step in played.battle.agenda[:1]] == [RollSetup]
    assert not features(played)
    assert {event.what for event in played.events_of(Drew)} == {"a blank card"}


def test_nobody_has_to_draw() -> None:
    """CM-TERR-14: up to four; silence draws no more."""
    played = ground().then("5 | 2")
    assert played.decision.default == STOP
    alone = played.then(STOP)
    assert (alone.decision.seat, draw(alone, "blank").decision.seat) == ("blue", "blue")
    assert isinstance(alone.then(STOP).battle.agenda[0], RollSetup)
    assert rules(played.refusal(choose("draw", "stop"))) == {"CM-TERR-14"}


def test_a_card_is_drawn_from_those_left() -> None:
    """CM-TERR-13: what has been drawn does not come again."""
    played = draw(ground().then("5 | 2"), "pond").then(oblong("pond", 40, 20, 48, 26))
    assert isinstance(played.battle.agenda[0], OfferTerrain)
    assert "pond" not in played.battle.agenda[0].deck
    drawing = played.then(DRAW)
    (pool,) = drawing.roll.pools
    assert (pool.sides, pool.reading, drawing.roll.drawn) == (19, FromBag(), True)
    assert CHAINMAIL.draws


def test_who_draws_a_piece_lays_it_anywhere() -> None:
    """CM-TERR-15: also in the set-up zones, and one piece on another."""
    played = draw(ground().then("5 | 2"), "hill_2")
    decision = played.decision
    assert isinstance(decision, PlaceFeature)
    assert (decision.seat, decision.kind, decision.kept) == ("red", "hill", ())
    assert (decision.width, decision.depth) == (inches(16), inches(8))
    played = played.then(oblong("hill", 0, 0, 16, 8))
    (hill,) = features(played)
    assert (hill.id, len(hill.contours)) == ("hill-1", 2)
    assert played.decision.seat == "blue"
    (placed,) = played.events_of(Placed)
    assert (placed.side, placed.rules) == ("red", ("CM-TERR-15",))
    both = draw(played, "woods").then(oblong("woods", 2, 0, 14, 8))
    assert [feature.id for feature in features(both)] == ["hill-1", "woods-1"]


def test_a_piece_is_laid_as_the_card_shows_it() -> None:
    """CM-TERR-13, CM-TERR-15"""
    played = draw(ground().then("5 | 2"), "marsh")
    rule = {"CM-TERR-15"}
    assert rules(played.refusal(oblong("woods", 30, 20, 42, 28))) == rule
    assert rules(played.refusal(oblong("marsh", 30, 20, 44, 28))) == rule
    assert rules(played.refusal(oblong("marsh", 30, 20, 34, 24))) == rule
    assert rules(played.refusal(oblong("marsh", 90, 20, 102, 28))) == rule
    assert rules(played.refusal(river((0, 20), (96, 20)))) == rule
    assert rules(played.refusal(Laid(None))) == rule
    assert rules(played.refusal(Chosen(()))) == rule


def test_a_river_runs_from_edge_to_edge() -> None:
    """CM-TERR-13, CM-TERR-15"""
    played = draw(ground().then("5 | 2"), "river")
    assert played.decision.depth == 0
    rule = {"CM-TERR-15"}
    assert rules(played.refusal(river((0, 20), (50, 20)))) == rule
    assert rules(played.refusal(river((0, 20), (96, 20), width=1))) == rule
    assert rules(played.refusal(river((0, 20), (60, 40), (60, 10), (20, 40), (96, 50)))) == rule
    (laid,) = features(played.then(river((0, 20), (40, 30), (96, 20))))
    assert (laid.id, laid.kind) == ("river-1", "river")


@pytest.mark.parametrize("card", sorted(CARDS))
def test_random_and_sensible_places_are_found_for_every_card(card: str) -> None:
    """CM-TERR-15"""
    played = draw(ground().then("5 | 2"), card)
    for seed in range(4):
        answer = CHAINMAIL.sample(played.battle, played.decision, Random(seed))
        assert len(features(played.then(answer))) == 1
    suggested = list(CHAINMAIL.suggest(played.battle, played.decision))
    assert suggested
    assert isinstance(played.battle.agenda[0], LayTerrain)
    assert all(len(features(played.then(answer))) == 1 for answer in suggested[:3])


def test_nobody_stands_where_terrain_may_still_be_laid() -> None:
    """CM-TERR-15"""
    posted = (Enlisted("heavy_foot", 10, pose=pose(48, 50, 0)),)
    (found,) = against(blue=posted, ground="rolled")
    assert (found.place, found.rules) == ("sides.blue.units[0].at", ("CM-TERR-15",))
