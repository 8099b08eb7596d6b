"""Text play of a book with engines to point, formations to take up and orders to write."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import Aimed, Commanded, PathDrawn, Planned, Pointed
from schiltron.battle.state.manoeuvre import Advance, FormUp
from schiltron.battle.state.order import Reply
from schiltron.herald.answers import typed_answer
from schiltron.herald.not_understood import Misheard
from schiltron.herald.orders_in_words import said_answer
from schiltron.rulesets.chainmail.artillery.breath import Breaths
from schiltron.rulesets.chainmail.artillery.phase import Artillery
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.written.orders import WriteOrders
from tests.rulesets.chainmail.positions import Played, blue, field, piece, play, red


def engines() -> Played:
    battle = field(
        blue("stone_thrower", 4, at=(30, 50), troop="light_catapult"),
        blue("culverin", 4, at=(44, 50), troop="heavy_field_gun"),
        red("pikes", 20, files=5, at=(30, 26), troop="swiss_pikemen"),
        red("levy", 20, files=10, at=(44, 24), troop="levies"),
    )
    return play(battle, Artillery(("blue", "red")))


def typed(played: Played, line: str) -> object:
    decision = next(one for one in played.battle.decisions if one.seat == "blue")
    view = CHAINMAIL.view(played.battle, "blue")
    answer = typed_answer(CHAINMAIL, view, decision, line)
    asked = Planned((answer,)) if played.battle.agenda[0] == WriteOrders() and isinstance(answer, Commanded) else answer
    assert not CHAINMAIL.reasons(played.battle, Reply("blue", decision.id, asked))
    return answer


@pytest.mark.parametrize(
    ("line", "form"),
    [
        ("stone thrower fires bearing 10 range 22", Pointed(10_000, 22_000)),
        ("fire stone thrower north 25", Pointed(0, 25_000)),
        ("culverin fires bearing 0 range 26 white", Pointed(0, 26_000, "white")),
    ],
)
def test_an_engine_is_pointed_by_bearing_and_distance(line: str, form: Pointed) -> None:
    """CM-CATAPULT-11, CM-GUN-14"""
    answer = typed(engines(), line)
    assert isinstance(answer, Commanded)
    assert answer.form == form


def test_an_engine_is_pointed_at_somebody() -> None:
    answer = typed(engines(), "culverin fires at levy black")
    assert isinstance(answer, Commanded)
    assert isinstance(answer.form, Pointed)
    assert answer.form.section == "black"


def test_what_was_pointed_can_be_said_back() -> None:
    played = engines()
    answer = typed(played, "culverin fires bearing 5.5 range 26 white")
    said = said_answer(played.battle, answer)  # type: ignore[arg-type]
    assert typed(played, said) == answer


def breather() -> Played:
    dragon = blue("cinder", 1, at=(48, 40), troop="red_dragon")
    return play(field(dragon, red("levy", 8, at=(48, 35)), fantasy="on"), Breaths(("blue",)))


@pytest.mark.parametrize(
    ("line", "bearing"),
    [("cinder breathes at levy", 0), ("cinder breathes bearing 40", 40_000), ("breathe cinder west", 270_000)],
)
def test_what_always_reaches_as_far_needs_a_bearing_alone(line: str, bearing: int) -> None:
    """CM-FANT-DRAGON-07: and is said back in its own word."""
    answer = typed(breather(), line)
    assert isinstance(answer, Commanded)
    assert answer.action == "breathe"
    assert isinstance(answer.form, Pointed)
    assert (answer.form.distance, abs(answer.form.bearing - bearing) < 20_000) == (9_000, True)
    assert typed(breather(), said_answer(breather().battle, answer)) == answer


def test_it_must_be_said_where() -> None:
    with pytest.raises(Misheard, match="pointed"):
        typed(engines(), "stone thrower fires")
    with pytest.raises(Misheard, match="bearing and a distance"):
        typed(engines(), "stone thrower fires bearing 10")


def test_formations_are_taken_up_in_words() -> None:
    battle = field(blue("spears", 16, files=4, at=(30, 50)), red("levy", 20, files=10, at=(44, 10), troop="levies"))
    answer = typed(play(battle, Moves("blue")), "spears open order")
    assert answer == Commanded("spears", "move", PathDrawn((FormUp("open"),)))


@pytest.mark.parametrize("line", ["spears set fire", "spears set fire to holt", "spears sets fire to Holt"])
def test_cover_is_set_on_fire_in_words(line: str) -> None:
    """CM-WEATHER-04"""
    holt = replace(piece("woods", 24, 40, 36, 48), name="Holt")
    battle = field(
        blue("spears", 16, files=4, at=(30, 50)), red("levy", 20, at=(44, 10)), features=[holt], burning="on"
    )
    played = play(battle, Moves("blue"))
    answer = typed(played, line)
    assert answer == Commanded("spears", "set_fire")
    assert said_answer(played.battle, answer) == "Spears set fire"  # type: ignore[arg-type]


def orders() -> Played:
    battle = field(
        blue("knights", 6, at=(30, 50), troop="knights"),
        blue("archers", 12, files=6, at=(40, 50), troop="archers"),
        red("levy", 20, files=10, at=(44, 10), troop="levies"),
        turn_system="simultaneous",
    )
    return play(battle, WriteOrders())


def test_orders_are_written_in_words() -> None:
    """CM-TURN-10, CM-TURN-14"""
    assert typed(orders(), "archers advance 4") == Commanded("archers", "move", PathDrawn((Advance(4000),)))
    itself = Commanded("knights", "charge_if_charged", Aimed("knights"))
    assert typed(orders(), "knights charge if charged") == itself
    friend = Commanded("knights", "charge_if_charged", Aimed("archers"))
    assert typed(orders(), "knights charge if charged for archers") == friend
