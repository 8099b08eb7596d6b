"""Wands and spells as one would say them, and what may be done at any moment."""

from __future__ import annotations

import pytest
from msgspec import UNSET

from schiltron.battle.state.decision import Commanded, Played
from schiltron.battle.state.order import AtWill, Reply
from schiltron.herald.herald import Herald
from schiltron.herald.orders_in_words import said_answer
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.magic.steps import Spell, Spells
from tests.rulesets.book_of_war.positions import Played as Play
from tests.rulesets.book_of_war.positions import blue, field, piece, play, red

SPELLS = ("antimagic_shell", "death_spell", "disintegrate", "move_earth")


def asked() -> Play:
    wizard = blue("wizard_5", 1, at=(24, 40), id="mareth", wand="fireballs", spells=SPELLS)
    start = field(
        wizard,
        red("light_infantry", 12, files=4, at=(24, 30)),
        features=[piece("hill", 40, 20, 48, 26)],
        game="advanced",
    )
    return play(start, Spells("blue"), AttackPhase("blue"))


def meant(line: str) -> Played:
    played = asked()
    spoken = Herald(BOOK_OF_WAR, "blue").hear(line, played.battle)
    assert isinstance(spoken.order, Reply), spoken.lines
    answer = spoken.order.answer
    assert isinstance(answer, Commanded)
    assert isinstance(answer.form, Played)
    assert not BOOK_OF_WAR.reasons(played.battle, spoken.order)
    again = Herald(BOOK_OF_WAR, "blue").hear(said_answer(played.battle, answer), played.battle)
    assert isinstance(again.order, Reply), again.lines
    assert again.order.answer == answer, "what is said back means the same"
    return answer.form


@pytest.mark.parametrize(
    ("line", "power", "place"),
    [
        ("wizard wand at light infantry", "fireballs", 6),
        ("wizard fires wand of fireballs at light infantry figure 3", "fireballs", 2),
        ("wand at light infantry rank 2 file 1", "fireballs", 4),
        ("wizard casts death spell at light infantry", "death_spell", UNSET),
        ("cast death spell at light", "death_spell", UNSET),
        ("cast antimagic shell", "antimagic_shell", UNSET),
    ],
)
def test_a_power_is_called_upon(line: str, power: str, place: int) -> None:
    form = meant(line)
    assert (form.card, form.place) == (f"mareth:{power}", place)


def test_ground_is_named_with_where_it_goes() -> None:
    form = meant("cast move earth on hill 6 north")
    assert (form.feature, form.at) == ("hill 40", (44_000, 17_000))
    assert meant("cast move earth on hill to 30 20").at == (30_000, 20_000)


def test_what_is_left_and_what_is_at_work_is_told() -> None:
    played = asked()
    herald = Herald(BOOK_OF_WAR, "blue")
    told = "\n".join(herald.hear("spells", played.battle).lines)
    assert "Death spell: at Light infantry" in told
    assert "Disintegrate: not now, there is nothing it could be aimed at" in told
    assert "leave the field" in told
    assert herald.hear("what is at work", played.battle).lines == ("Nothing is at work.",)


def test_a_shell_is_dismissed_and_the_field_left_in_words() -> None:
    battle = play(asked().battle, Spell("mareth", "antimagic_shell"), AttackPhase("blue"), Spells("blue")).battle
    herald = Herald(BOOK_OF_WAR, "blue")
    order = herald.hear("dismiss the shell", battle).order
    assert isinstance(order, AtWill)
    assert order.what.startswith("dismiss:")
    assert "antimagic shell until turn 13" in herald.hear("what is at work", battle).lines[0]
    assert herald.hear("mareth leaves the field", battle).order == AtWill("blue", "leave:mareth")
