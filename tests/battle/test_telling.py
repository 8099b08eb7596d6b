"""The log in plain English."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from schiltron.battle.door.dice import SealedDice
from schiltron.battle.state import event as events
from schiltron.battle.state.battle import Outcome
from schiltron.battle.state.chance import AtLeast, EachFace, Pool, Roll, SumOf, Thrown, read
from schiltron.battle.state.event import (
    Altered,
    AnyEvent,
    Attached,
    Began,
    Checked,
    Compelled,
    Declared,
    Detached,
    Drew,
    Ended,
    Fell,
    Formed,
    Landed,
    Leg,
    Marked,
    Moved,
    Parted,
    Placed,
    Proposed,
    RanOut,
    Removed,
    Reported,
    Revealed,
    Rolled,
    Ruled,
    Sealed,
    Spent,
    Struck,
    TookBack,
    Touched,
    Worked,
)
from schiltron.battle.state.manoeuvre import (
    Advance,
    Expand,
    Face,
    FormHedgehog,
    Manoeuvre,
    Reform,
    SquareUp,
    Wheel,
    Wrap,
)
from schiltron.battle.state.order import Amend, CallItDrawn, TakeBack
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.words.companies import in_companies, tell_company
from schiltron.battle.words.phrases import tell_tally
from schiltron.battle.words.sentences import tell
from schiltron.battle.words.text import words
from schiltron.table.base import Base
from schiltron.table.body import Single
from tests.battle.toy import TOY, Play, at, begun, ford

BATTLE = begun(ford(referee=True))
NERVE = Tally("nerve", (Term("dice", 7), Term("half lost", -2, "TOY-8"), Term("general near", 1)))


def rolled(pool: Pool, *faces: int) -> Rolled:
    return Rolled(roll=Roll("blows", (pool,), ()), pools=(read(pool, faces),))


def moved(*manoeuvres: Manoeuvre) -> Moved:
    legs = tuple(Leg(one, at(0), Single(Base(750, 750)), 0) for one in manoeuvres)
    return Moved(unit="spears", start=at(0), legs=legs, spent=6_500, left=0)


def struck(action: str, dice: int = 24, hits: int = 9, kept: int = 0) -> Struck:
    return Struck(unit="spears", target="axes", action=action, dice=dice, hits=hits, kept=kept, tallies=())


SENTENCES: list[tuple[AnyEvent, str]] = [
    (Began(what="turn", turn=3), "Turn 3."),
    (Began(what="missile_fire", side="red"), "Missile fire, Red."),
    (Began(what="deployment", side="blue", turn=2), "Deployment, Blue (turn 2)."),
    (Declared(unit="spears", action="charge", target="axes"), "Spears (Red) will charge Axes."),
    (Declared(unit="spears", action="hold_fire"), "Spears (Red) will hold fire."),
    (Declared(unit="spears", action="rally", target="axes"), "Spears (Red) try to rally Axes."),
    (Declared(unit="spears", action="order forward", target="axes"), "Spears (Red) try to send forward Axes."),
    (Sealed(seat="anna"), "Red has answered; the others have yet to answer."),
    (Revealed(seats=("anna", "ben", "judge")), "Red, Blue and Judge have all answered."),
    (Reported(what="neither seeks battle, and the day passes"), "Neither seeks battle, and the day passes."),
    (
        moved(Advance(6_000), Wheel("left", 30_000), Face("rear"), Face("left")),
        "Spears (Red) move 6½″: advance 6″, wheel left 30°, face about, face left.",
    ),
    (
        moved(Reform(6), FormHedgehog(), SquareUp()),
        "Spears (Red) move 6½″: form 6 files, form hedgehog, square up.",
    ),
    (
        moved(Wrap(1, 0), Expand(0, 2)),
        "Spears (Red) move 6½″: wrap round the enemy, expand round the enemy.",
    ),
    (moved(), "Spears (Red) stand."),
    (moved(Face("rear"), Advance(0)), "Spears (Red) move 6½″: face about."),
    (
        Moved(
            unit="spears",
            start=at(0),
            legs=(Leg(Advance(4), at(0), Single(Base(750, 750)), 4),),
            spent=4,
            left=0,
        ),
        "Spears (Red) stand.",
    ),
    (
        Formed(unit="spears", pose=at(0), body=Single(Base(750, 750)), why="close_ranks"),
        "Spears (Red) close ranks.",
    ),
    (Placed(what="axes", name="Axes", side="blue"), "Axes (Blue): put on the table."),
    (Placed(what="f1", name="wood"), "Wood: put on the table."),
    (Removed(unit="axes", figures=1, why="routed"), "Axes (Blue): 1 figure off the table, routed."),
    (
        Touched(unit="spears", other="axes", edge="left"),
        "Spears (Red) come into contact with the left flank of Axes.",
    ),
    (Parted(unit="spears", other="axes"), "Spears (Red) and Axes are out of contact."),
    (rolled(Pool(3, 6, AtLeast(5), "Spears"), 6, 5, 1), "Blows: Spears, 3d6 for 5 or more: 2 hits."),
    (rolled(Pool(2, 6, SumOf(), "nerve"), 6, 5), "Blows: nerve, 2d6: 11."),
    (rolled(Pool(3, 6, EachFace(), "scatter"), 6, 1, 6), "Blows: scatter, 3d6: 6 1 6."),
    (
        Rolled(
            roll=Roll("scatter", (Pool(3, 6, EachFace(), "dice"),), ()),
            pools=(Thrown(((1, 1), (6, 2))),),
        ),
        "Scatter: dice, 3d6: 1 6 6.",
    ),
    (Rolled(roll=Roll("a secret roll", (), ()), pools=()), "A secret roll."),
    (struck("shoot"), "Spears (Red) shoot at Axes: 24 dice, 9 hits."),
    (replace(struck("shoot", hits=4), each="hit point"), "Spears (Red) shoot at Axes: 24 dice, 4 hit points."),
    (struck("shoot", 1, 0), "Spears (Red) shoot at Axes: 1 die, no hits."),
    (struck("fight", 4, 1, 1), "Spears (Red) fight Axes: 4 dice, 1 hit, 1 carried over."),
    (struck("free_attack"), "Spears (Red) make a free attack on Axes: 24 dice, 9 hits."),
    (struck("free_blow"), "Spears (Red) free blow against Axes: 24 dice, 9 hits."),
    (Landed(unit="spears", marks=()), "Spears (Red): the shot falls on nobody."),
    (
        Landed(unit="spears", marks=(), struck=(("axes", 2),), stopped="Holt"),
        "Spears (Red): the shot falls on 2 of Axes and is stopped by Holt.",
    ),
    (
        Worked(unit="spears", power="Death spell", what="at Axes"),
        "Spears (Red): Death spell, at Axes.",
    ),
    (Fell(unit="axes", figures=2, left=1), "Axes (Blue) lose 2 figures, 1 left."),
    (Fell(unit="axes", figures=3, left=0), "Axes (Blue) lose 3 figures, none left."),
    (
        Checked(unit="axes", why="half_lost", tally=NERVE, need=8, passed=False),
        "Axes (Blue) check morale, half lost: 6 against 8, they fail.",
    ),
    (
        Checked(unit="axes", why="charged", tally=NERVE, need=6, passed=True),
        "Axes (Blue) check morale, charged: 6 against 6, they pass.",
    ),
    (
        Checked(unit="axes", why="losses", tally=replace(NERVE, verdict="automatic"), need=6, passed=True),
        "Axes (Blue) check morale, losses: they cannot fail.",
    ),
    (
        Checked(unit="axes", why="fire", tally=NERVE, need=8, passed=False),
        "Axes (Blue) throw a die to fire: 6 against 8, they fail.",
    ),
    (Marked(unit="axes", mark="routed", on=True), "Axes (Blue) are now routed."),
    (Marked(unit="axes", mark="routed", on=False), "Axes (Blue) are no longer routed."),
    (Compelled(unit="axes", action="fall_back"), "Axes (Blue) fall back, as the rules demand."),
    (Ruled(what="the lowest id goes first."), "Ruling: the lowest id goes first."),
    (Proposed(seat="ben", matter=Amend("to_hit", "5")), "Blue proposes changing to hit to 5."),
    (Proposed(seat="judge", matter=CallItDrawn()), "Judge proposes a draw."),
    (Altered(matter=TakeBack(), agreed=True), "Agreed: taking an answer back, dice and all."),
    (Altered(matter=Amend("to_hit", "5"), agreed=False), "Refused: changing to hit to 5."),
    (RanOut(seat="anna"), "Red is out of time."),
    (RanOut(seat="anna", captain="captain"), "Red is out of time: a captain plays on."),
    (TookBack(seat="anna", to=4), "Red takes an answer back: whatever came of it is undone."),
    (TookBack(seat="anna", to=0), "Red takes an answer back: the battle begins again."),
    (Drew(side="red", what="Ace of hearts"), "Red draws Ace of hearts."),
    (Drew(side="red"), "Red draws a card."),
    (
        Spent(side="blue", what="the ace of hearts", effect="maneuver", units=("wolves",)),
        "Blue plays the ace of hearts, maneuver for Wolves.",
    ),
    (Spent(side="blue", what="the ace of hearts", effect=""), "Blue gives back the ace of hearts."),
    (Attached(unit="wolves", host="wolves"), "Wolves (Blue) join Wolves."),
    (Detached(unit="wolves", host="wolves"), "Wolves (Blue) leave Wolves."),
    (Ended(outcome=Outcome("red", "beaten")), "Red wins: the enemy is beaten."),
    (Ended(outcome=Outcome("", "agreed")), "The battle is drawn: by agreement."),
    (
        Ended(outcome=Outcome("blue", "points", reckoning=(("red", NERVE), ("blue", NERVE)))),
        "Blue wins: on points (nerve: Red 6; Blue 6).",
    ),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES, ids=[sentence for _, sentence in SENTENCES])
def test_an_event_is_told_in_a_sentence(event: AnyEvent, sentence: str) -> None:
    assert tell(event, BATTLE) == sentence


def test_of_two_who_answer_the_other_is_named_as_still_out() -> None:
    two = replace(BATTLE, seats=BATTLE.seats[:2])
    assert tell(Sealed(seat="anna"), two) == "Red has answered; Blue has yet to answer."


def test_what_figures_of_a_company_all_do_is_told_once() -> None:
    scouts = [replace(BATTLE.units["axes"], id=f"s{n}", name=f"Scouts {n}", of="scouts", original=1) for n in (1, 2, 3)]
    battle = replace(BATTLE, units={**BATTLE.units, **{one.id: one for one in scouts}})
    placed = [Placed(what=one.id, name=one.name, side="blue") for one in scouts]
    whole = Placed(what="s1", name="Scouts", side="blue")
    far, near = ([replace(moved(Advance(inch)), unit=one.id) for one in scouts] for inch in (6_000, 5_000))
    told = [
        words(tell_company(run, battle) or ())
        for run in in_companies([whole, *placed, *far[:2], near[2], moved()], battle)
    ]
    assert told == [
        "Scouts (Blue): 3 figures put on the table.",
        "Scouts (Blue): 2 figures move 6½″: advance 6″.",
        "Scouts 3 (Blue) moves 6½″: advance 5″.",
        "Spears (Red) stand.",
    ]


def kinds() -> Iterator[type]:
    for value in vars(events).values():
        if isinstance(value, type) and issubclass(value, events.Event) and value is not events.Event:
            yield value


def test_there_is_a_sentence_for_every_kind_of_event() -> None:
    assert {type(event) for event, _ in SENTENCES} == set(kinds())


def test_a_sentence_names_nobody_the_view_does_not_know() -> None:
    ambush = Compelled(unit="wolves", action="attack")
    assert tell(ambush, BATTLE) == "Wolves (Blue) attack, as the rules demand."
    assert tell(ambush, TOY.view(BATTLE, "anna")) is None
    blow = Struck(unit="spears", target="wolves", action="fight", dice=1, hits=0, kept=0, tallies=())
    assert tell(blow, TOY.view(BATTLE, "anna")) is None


def test_what_hits_without_a_die_is_told_without_one() -> None:
    assert tell(struck("fight", dice=0, hits=1), BATTLE) == "Spears (Red) fight Axes: 1 hit."
    assert tell(struck("fight", dice=1, hits=1), BATTLE) == "Spears (Red) fight Axes: 1 die, 1 hit."


def test_a_tally_is_told_term_by_term() -> None:
    assert tell_tally(NERVE) == ["nerve: 6", "7 dice", "−2 half lost", "+1 general near"]
    assert NERVE.rules == ("TOY-8",), "rule ids are there, apart from the words"


def test_a_length_is_told_in_inches() -> None:
    move = Tally("move", (Term("foot", 9_000), Term("rough ground", -4_500)), measure="thousandths")
    assert tell_tally(move) == ["move: 4½″", "9″ foot", "−4½″ rough ground"]


@pytest.mark.parametrize("verdict", ["automatic", "impossible"])
def test_what_needs_no_number_is_told_without(verdict: str) -> None:
    tally = Tally("to hit", (), verdict="automatic" if verdict == "automatic" else "impossible")
    assert tell_tally(tally) == [f"to hit: {verdict}"]


def test_a_whole_battle_can_be_told() -> None:
    journal = Play(ford(ambush=1), SealedDice.from_number(4)).plays_out(Random(4)).journal
    told = [
        tell(event, journal.battle_at(number)) for number, happened in enumerate(journal.events) for event in happened
    ]
    assert all(sentence and sentence.endswith(".") for sentence in told)
