"""By This Axe in words: characters in the singular, checks under a number, hands of cards."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.state.chance import AtMost, Pool, Roll, SumOf, read
from schiltron.battle.state.event import (
    AnyEvent,
    Attached,
    Checked,
    Compelled,
    Declared,
    Detached,
    Drew,
    Fell,
    Leg,
    Marked,
    Moved,
    Removed,
    Rolled,
    Struck,
    Touched,
)
from schiltron.battle.state.manoeuvre import Advance, Manoeuvre, Reform
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.words.sentences import tell
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.state import Token
from tests.rulesets.by_this_axe.positions import blue, field, hero, red

FIELD = field(
    blue("spears", 8, at=(24, 30)),
    red("axes", 8, at=(24, 20)),
    hero("sir_kay", "blue", with_="spears", roles=("leader", "hero"), leadership=2, hits=2, wounds=1),
    hero("mordred", "red", at=(30, 20)),
    command="cards",
    hands={"blue": ("S07", "J01"), "red": ("C01",)},
)
NUMBER = Tally("morale", (Term("FC 2", 4, "TA-MORALE-08"),))


def moved(unit: str, spent: int, *legs: Manoeuvre) -> Moved:
    pose, body = FIELD.units["axes"].pose, FIELD.units[unit].body
    return Moved(unit=unit, start=pose, legs=tuple(Leg(leg, pose, body, spent) for leg in legs), spent=spent, left=0)


def struck(action: str, hits: int = 1, kept: int = 0) -> Struck:
    return Struck(unit="mordred", target="sir_kay", action=action, dice=2, hits=hits, kept=kept, tallies=())


SENTENCES: list[tuple[AnyEvent, str]] = [
    (Declared(unit="mordred", action="challenge", target="sir_kay"), "Mordred (Red) challenges Sir Kay."),
    (Declared(unit="mordred", action="decline", target="sir_kay"), "Mordred (Red) declines the challenge of Sir Kay."),
    (Declared(unit="mordred", action="flee", target="sir_kay"), "Mordred (Red) tries to flee from Sir Kay."),
    (Declared(unit="axes", action="charge", target="spears"), "Axes (Red) will charge Spears."),
    (Marked(unit="mordred", mark="shamed", on=True), "Mordred (Red) is now shamed."),
    (Marked(unit="mordred", mark="in_a_duel", on=False), "Mordred (Red) is no longer in a duel."),
    (Marked(unit="mordred", mark="wounded", on=True), "Mordred (Red) is wounded and fights on."),
    (Marked(unit="axes", mark="routed", on=True), "Axes (Red) are now routed."),
    (Fell(unit="mordred", figures=1, left=0), "Mordred (Red) falls."),
    (Fell(unit="axes", figures=1, left=7), "Axes (Red) lose 1 figure, 7 left."),
    (Removed(unit="mordred", figures=1, why="killed"), "Mordred (Red): off the table, killed."),
    (moved("mordred", 6_000, Advance(6_000)), "Mordred (Red) moves 6″: advance 6″."),
    (moved("axes", 0, Reform(4)), "Axes (Red) form 4 files."),
    (Compelled(unit="mordred", action="flee"), "Mordred (Red) flees, as the rules demand."),
    (Touched(unit="axes", other="mordred", edge="left"), "Axes (Red) come into contact with Mordred."),
    (struck("duel", 1, 1), "Mordred (Red) strikes at Sir Kay: 2 dice, 1 hit, 1 not saved."),
    (struck("dirty tricks", 0), "Mordred (Red) plays dirty tricks on Sir Kay: 2 dice, no hits."),
    (Attached(unit="mordred", host="axes"), "Mordred (Red) joins Axes."),
    (Detached(unit="mordred", host="axes"), "Mordred (Red) leaves Axes."),
    (
        Checked(unit="axes", why="losses", tally=NUMBER, need=4, passed=True, under=True),
        "Axes (Red) check morale, losses: 4 or less is needed, they pass.",
    ),
    (
        Checked(unit="mordred", why="friends", tally=NUMBER, need=4, passed=False, under=True),
        "Mordred (Red) checks morale, friends: 4 or less is needed, failed.",
    ),
    (
        Checked(unit="axes", why="rally", tally=NUMBER, need=2, passed=False, under=True),
        "Axes (Red) try to rally: 2 or less is needed, they fail.",
    ),
    (Drew(side="red"), "Red draws a card."),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES, ids=[sentence for _, sentence in SENTENCES])
def test_an_event_is_told_of_one_or_of_many(event: AnyEvent, sentence: str) -> None:
    assert tell(event, FIELD) == sentence


@pytest.mark.parametrize(
    ("purpose", "pool", "faces", "sentence"),
    [
        ("axes save", Pool(2, 6, AtMost(3), "Axes"), (1, 6), "Axes save: 2d6 for 3 or less: 1 of 2."),
        ("is it so?", Pool(1, 6, SumOf(), "so"), (4,), "Is it so? 1d6: 4."),
        ("who is first", Pool(1, 6, SumOf(), "Red"), (4,), "Who is first: Red, 1d6: 4."),
    ],
)
def test_a_label_that_says_nothing_new_is_left_out(
    purpose: str, pool: Pool, faces: tuple[int, ...], sentence: str
) -> None:
    assert tell(Rolled(roll=Roll(purpose, (pool,), ()), pools=(read(pool, faces),)), FIELD) == sentence


def test_a_character_is_described_by_what_he_is() -> None:
    """TA-CHAR-08, TA-CHAR-12"""
    assert BY_THIS_AXE.epithet(FIELD, "sir_kay") == "leader and hero, leadership 2, 1 of 2 hits taken"
    assert BY_THIS_AXE.epithet(FIELD, "mordred") == "hero"
    assert BY_THIS_AXE.epithet(FIELD, "axes") == ""


def test_of_anothers_hand_only_the_number_is_told() -> None:
    """TA-CMD-04"""
    mine, theirs = (BY_THIS_AXE.held(BY_THIS_AXE.view(FIELD, seat)) for seat in ("blue", "red"))
    assert "Blue holds 2 order cards: seven of spades, Target; first joker, Any two effects." in mine
    assert "Red holds 1 order card." in mine
    assert "Blue holds 2 order cards." in theirs
    assert "Red holds 1 order card: ace of clubs, Rally." in theirs
    assert BY_THIS_AXE.held(BY_THIS_AXE.view(FIELD, None)) == ("Blue holds 2 order cards.", "Red holds 1 order card.")


def test_what_a_joker_left_for_later_is_told() -> None:
    """TA-CMD-48"""
    position = replace(FIELD, own=replace(FIELD.own, tokens=(Token("red", "TA-CMD-J02", "rally"),)))
    assert "Red may still use the Rally of a joker this turn." in BY_THIS_AXE.held(position)
