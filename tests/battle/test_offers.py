"""Things held in hand: plays are judged, made at random and suggested from what is offered alone."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from schiltron.battle.play.offers import judge, sample, suggest
from schiltron.battle.state.decision import Aim, HeldCard, Played, Use
from schiltron.battle.state.illegal import Reason
from tests.battle.drawn_up import drawn_up, hero

BATTLE = drawn_up(hero("blue ann", 20, 20), hero("blue bob", 24, 20), hero("red ben", 21, 30), hero("red col", 19, 30))
OURS, THEIRS = ("blue ann", "blue bob"), ("red ben", "red col")
FOE = Aim("unit", "foe", 1, 1, THEIRS)
BOLT = HeldCard("bolt", "Bolt", "One enemy is struck.", "T-1", (Use("bolt", "bolt", ("T-2",), FOE),), count=3)
HASTE = Use("haste", "haste", ("T-4",), Aim("units", "friend", 1, 2, OURS, ("blue ann",)))
SWAP = Use("swap", "swap", ("T-5",), Aim("unit", "friend", 1, 1, OURS), FOE)
LATE = Use("late", "late", ("T-6",), barred="late: it is worked at dawn")
WAND = HeldCard("wand", "Wand: many things", "", "T-3", (HASTE, SWAP, LATE))
GONG = HeldCard("gong", "Gong", "", "T-7", (Use("sound", "sound", ("T-8",)), HASTE))
ALL = HeldCard(
    "all", "All of them", "", "T-9", (Use("all", "all", ("T-9",), Aim("units", "friend", 2, 2, OURS, OURS)),)
)
HAND = (BOLT, WAND, GONG, ALL, replace(BOLT, key="spent", count=0))


def against(form: Played) -> list[Reason]:
    return judge(BATTLE, HAND, form, ("T-0",), lambda unit: [Reason("he is far away", ("T-far",))][: unit == "red col"])


def played(card: str, use: str, *units: str, target: str = "") -> Played:
    return Played(card, use, units, target)


@pytest.mark.parametrize(
    "form",
    [
        played("bolt", "bolt", "red ben"),
        played("wand", "haste", "blue ann"),
        played("wand", "haste", "blue bob", "blue ann"),
        played("wand", "swap", "blue bob", target="red col"),
        played("gong", "sound"),
        played("all", "all", *OURS),
        played("all", "all"),
    ],
)
def test_what_is_offered_may_be_played(form: Played) -> None:
    assert against(form) == []


@pytest.mark.parametrize(
    ("form", "text", "rule"),
    [
        (played("staff", "bolt"), "you do not hold 'staff'", "T-0"),
        (played("spent", "bolt", "red ben"), "nothing is left of the bolt", "T-1"),
        (played("wand", "bolt"), "the wand is not for 'bolt': haste, swap, late", "T-3"),
        (played("wand", "late"), "late: it is worked at dawn", "T-6"),
        (played("wand", "late", "red col"), "he is far away", "T-far"),
        (played("bolt", "bolt", "blue ann"), "blue ann are not among those it is for", "T-2"),
        (played("bolt", "bolt", "nobody"), "'nobody' are not among those it is for", "T-2"),
        (played("bolt", "bolt"), "bolt is for 1 of them, not 0", "T-2"),
        (played("bolt", "bolt", *THEIRS), "bolt is for 1 of them, not 2", "T-2"),
        (played("bolt", "bolt", "red ben", target="red ben"), "bolt names no target", "T-2"),
        (played("wand", "haste", "blue ann", "blue ann"), "a unit is named twice", "T-4"),
        (played("wand", "haste", "blue ann", "red col"), "he is far away", "T-far"),
        (played("wand", "haste", "blue bob"), "blue ann must be among them", "T-4"),
        (played("wand", "swap", "blue ann"), "swap is against one of red ben and red col", "T-5"),
        (played("wand", "swap", "blue ann", target="blue bob"), "swap is against one of red ben and red col", "T-5"),
        (played("gong", "sound", "blue ann"), "sound is for no unit", "T-8"),
        (played("all", "all", "blue ann"), "all is for 2 of them, not 1", "T-9"),
    ],
)
def test_every_reason_against_a_play_is_told_with_its_rule(form: Played, text: str, rule: str) -> None:
    assert Reason(text, (rule,)) in against(form)


def test_a_random_play_is_a_legal_one_and_every_use_comes_up() -> None:
    random = Random(1)
    found = [sample(BATTLE, HAND, random, lambda form: not against(form)) for _ in range(300)]
    forms = [form for form in found if form is not None]
    assert len(forms) > 290
    assert not any(against(form) for form in forms)
    assert {(form.card, form.use) for form in forms} == {
        *(("bolt", "bolt"), ("wand", "haste"), ("wand", "swap"), ("gong", "sound"), ("gong", "haste"), ("all", "all")),
    }
    assert (
        sample(BATTLE, (replace(BOLT, count=0), HeldCard("late", "Late", "", "", (LATE,))), random, lambda _: True)
        is None
    )


def test_unlike_plays_are_suggested_first() -> None:
    """Every use once, with those who must be among them; then other targets, and the same use of another card."""
    assert list(suggest(BATTLE, HAND, lambda form: not against(form))) == [
        played("bolt", "bolt", "red ben"),
        played("wand", "haste", "blue ann"),
        played("wand", "swap", "blue ann", target="red ben"),
        played("gong", "sound"),
        played("all", "all", *OURS),
        played("bolt", "bolt", "red col"),
        played("wand", "swap", "blue ann", target="red col"),
        played("gong", "haste", "blue ann"),
    ]
    assert next(suggest(BATTLE, HAND[1:], lambda form: form.target == "red col")) == played(
        "wand", "swap", "blue ann", target="red col"
    )
