"""The lines of the log, as the page is sent them."""

from msgspec.structs import replace

from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.chance import AtLeast, Pool, Roll, SumOf, Thrown, read
from schiltron.battle.state.event import (
    AnyEvent,
    Began,
    Checked,
    Declared,
    Drew,
    Fell,
    Landed,
    Marked,
    Moved,
    Removed,
    Rolled,
    Ruled,
    Struck,
    Touched,
)
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.words.text import Named, Secret, spotted, text, words
from schiltron.server.shown import BeatShown, BeginsShown, beats_shown, told
from schiltron.table.pose import Pose
from tests.rulesets.by_this_axe.positions import field, hero

FIELD: AnyBattle = field(hero("kay", "blue", at=(24, 24), hits=2), hero("mordred", "red", at=(24, 20), hits=2))
KAY, MORDRED = Named("kay", FIELD.units["kay"].name), Named("mordred", FIELD.units["mordred"].name)
NEED = Tally("to hit", (Term("armour", 4, "BW-C3-03"),))
POOL = Pool(3, 6, AtLeast(4), f"{KAY.words}: 4 or more", "blue")
ROLL = Rolled(roll=Roll("kay strikes", (POOL,), ("BW-C3-01",)), pools=(Thrown(((0, 1), (1, 2)), (6, 2, 4)),))
STRUCK = Struck(unit="kay", target="mordred", action="shooting", dice=3, hits=2, kept=0, tallies=(NEED,))
FELL = Fell(unit="mordred", figures=2, left=3)
MOVED = Moved(unit="kay", start=Pose(0, 0, 0), legs=(), spent=0, left=0)


def lines(*events: AnyEvent) -> list[BeatShown]:
    return list(beats_shown(events, FIELD))


def ends(*events: AnyEvent) -> list[tuple[int, int]]:
    return [(beat.first, beat.last) for beat in lines(*events)]


def test_an_attack_is_told_by_who_does_what_to_whom_with_its_result_beside_it() -> None:
    (beat,) = lines(ROLL, STRUCK, FELL)
    assert (beat.kind, beat.side, beat.result, beat.deed) == ("struck", "blue", "2 hits", "shot")
    assert beat.line == (KAY, " shoots at ", MORDRED)
    assert [(said.side, words(said.text)) for said in beat.more] == [("red", f"{MORDRED.words} falls")]


def test_a_check_ends_with_what_became_of_the_unit() -> None:
    failed = Checked(unit="kay", why="losses", tally=NEED, need=10, passed=False)
    assert lines(failed)[0].result == "Fail"
    (beat,) = lines(failed, Marked(unit="kay", mark="in_rout", on=True))
    assert (words(beat.line), beat.result, beat.deed) == (f"{KAY.words} checks morale, losses", "In rout", "check")


def test_losses_belong_to_the_blow_at_who_suffers_them_and_saves_to_no_blow() -> None:
    back = replace(STRUCK, unit="mordred", target="kay")
    assert ends(ROLL, STRUCK, back, FELL) == [(0, 1), (2, 2), (3, 3)]
    assert ends(ROLL, replace(STRUCK, dice=2)) == [(0, 0), (1, 1)]


def test_a_shot_that_fell_is_told_with_its_dice_and_whom_it_struck() -> None:
    (beat,) = lines(ROLL, Landed(unit="kay", marks=(), struck=(("mordred", 1),)), FELL)
    assert (beat.result, beat.deed) == ("1 struck", "shot")
    assert beat.line == (KAY, ": the shot falls on ", MORDRED)


def test_why_something_is_cut_short_is_never_folded_away_but_what_dice_decide_is_told_beneath_them() -> None:
    stuck = Ruled(what="kay cannot set out")
    for before in (Declared(unit="kay", action="charge"), MOVED, STRUCK):
        assert ends(before, stuck) == [(0, 0), (1, 1)]
    (beat,) = lines(ROLL, stuck)
    assert ([words(said.text) for said in beat.decided], beat.more) == (["Ruling: kay cannot set out"], ())


def test_who_follows_a_battle_sees_moves_one_by_one() -> None:
    moves = [replace(MOVED, unit=unit, together=True) for unit in ("kay", "mordred")]
    assert ends(*moves) == [(0, 0), (1, 1)]
    (charge,) = lines(MOVED, Touched(unit="kay", other="mordred", edge="front"))
    assert (charge.deed, lines(MOVED)[0].deed) == ("charge", "move")


def test_the_fallen_are_told_of_together() -> None:
    (beat,) = lines(*(Removed(unit=unit, figures=1, why="fallen") for unit in ("kay", "mordred")))
    assert (words(beat.line), len(beat.more)) == ("The fallen are taken off the table", 2)


def test_what_was_drawn_is_marked_as_a_secret() -> None:
    two, four = (Drew(side="blue", what=card) for card in ("Two of clubs: Rally", "Four of clubs: Rally"))
    (beat,) = lines(two, four)
    assert beat.line[-1] == Secret("Two of clubs: Rally", "a card")
    assert beat.more[0].text[-1] == Secret("Four of clubs: Rally", "a card")


def test_a_turn_and_a_phase_say_when_what_follows_happens() -> None:
    turn, phase = lines(Began(what="turn", side="red", turn=4), Began(what="morale"))
    assert (turn.moment, phase.moment) == (BeginsShown(4, "red", ""), BeginsShown(0, "", "morale"))


def test_dice_name_their_side_in_full_and_the_unit_that_throws_them() -> None:
    red = FIELD.side_named("red")
    pools = (POOL, replace(POOL, label=f"{KAY.words}: 5 or more"), replace(POOL, label=f"{red.name}, +2"))
    event = Rolled(roll=Roll("blows", pools, ()), pools=tuple(read(pool, (1, 2, 3)) for pool in pools))
    sent = told(event, FIELD)
    assert sent["throwers"] == ["kay", "kay", ""]
    assert [pool["label"] for pool in sent["roll"]["pools"]][2] == f"{red.title}, +2"
    both = told(Rolled(roll=Roll("blows", pools[:2], ()), pools=event.pools[:2]), FIELD)
    assert both["labels"] == ("4 or more", "5 or more")


def test_of_tallies_it_is_said_which_are_what_a_die_has_to_show() -> None:
    tallies = tuple(Tally(label, ()) for label in ("dice", "to hit", "to hit in a duel", "to save", "morale"))
    sent = told(Struck(unit="kay", target="mordred", action="melee", dice=3, hits=1, kept=0, tallies=tallies), FIELD)
    assert sent["needed"] == [False, True, True, True, False]


def test_several_pools_are_listed_under_what_they_are_for() -> None:
    pools = tuple(Pool(1, 6, SumOf(), side.name, side.id) for side in FIELD.sides)
    (beat,) = lines(Rolled(roll=Roll("who moves first", pools, ()), pools=tuple(read(pool, (3,)) for pool in pools)))
    assert (beat.line, beat.side) == (("Who moves first",), "")


def test_units_are_found_in_what_a_book_has_written_longer_names_first() -> None:
    units = {
        key: replace(FIELD.units["kay"], id=key, name=name)
        for key, name in (("a", "Knights"), ("b", "Knights of the Left"), ("c", "Bows"))
    }
    battle = replace(FIELD, units=units)
    assert spotted("Knights of the Left pass Knights, not Bowsmen.", battle) == text(
        Named("b", "Knights of the Left"), " pass ", Named("a", "Knights"), ", not Bowsmen."
    )
