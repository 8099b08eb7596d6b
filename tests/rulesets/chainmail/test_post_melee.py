"""Post-melee morale: the arithmetic, the reactions, and what comes of them."""

from __future__ import annotations

import pytest

from schiltron.battle.state.event import Checked, Compelled, Parted, Removed, Ruled
from schiltron.battle.state.field import opponents
from schiltron.rulesets.chainmail.melee.rounds import Melees
from schiltron.rulesets.chainmail.morale.post_melee import outcome_for
from schiltron.rulesets.chainmail.sequence import EndTurn
from schiltron.rulesets.chainmail.state import CAUGHT, RETREATING, ROUTED, Battle, Flight, with_past
from schiltron.rulesets.chainmail.steps import MeleeSide, PostMelee
from tests.rulesets.chainmail.positions import Played, blue, field, locked, place, play, red


def side(name: str, *units: tuple[str, int, int]) -> MeleeSide:
    """A side of a melee: each unit with its figures involved and those it lost."""
    return MeleeSide(name, tuple(u for u, _, _ in units), tuple(n for _, n, _ in units), tuple(k for _, _, k in units))


def melee(horse: int = 8, foot: int = 12, **more: object) -> Battle:
    """Heavy horse that came onto the front of heavy foot; the fallen have been taken off."""
    return field(
        blue("horse", horse, files=5, at=(40, 30), troop="heavy_horse", original=10),
        red("foot", foot, files=10, at=(40, 30), original=20),
        contacts=[locked("horse", "foot")],
        **more,
    )


EXAMPLE = PostMelee((side("blue", ("horse", 10, 2)), side("red", ("foot", 20, 8))))


def totals(played: Played) -> dict[str, int]:
    return {told.unit: told.tally.total for told in played.events_of(Checked)}


def test_the_worked_example_of_ten_heavy_horse_against_twenty_heavy_foot() -> None:
    """CM-MELEE-17 to CM-MELEE-20: 18 + 72 = 90 against 4 + 60 = 64, a difference of 26: back half a move."""
    played = play(melee(), EXAMPLE, "3")
    horse, foot = played.events_of(Checked)
    assert [(term.value, term.rule) for term in horse.tally.terms] == [(18, "CM-MELEE-17"), (72, "CM-MELEE-19")]
    assert [(term.value, term.rule) for term in foot.tally.terms] == [(4, "CM-MELEE-18"), (60, "CM-MELEE-19")]
    assert (horse.tally.total, horse.need, horse.passed) == (90, 64, True)
    assert (foot.tally.total, foot.need, foot.passed) == (64, 90, False)
    assert place(played.unit("foot")) == (40, 25.5, 180), "half of 9 inches, the front still to the enemy"
    assert not played.unit("foot").marks
    assert not opponents(played.battle, played.unit("horse"))
    assert played.events_of(Parted)
    assert "CM-MELEE-21" in played.events_of(Compelled)[0].rules
    assert played.over


@pytest.mark.parametrize(
    ("difference", "reaction", "reach"),
    [
        (0, "melee_continues", 0),
        (19, "melee_continues", 0),
        (20, "back_good_order", 500),
        (39, "back_good_order", 500),
        (40, "back_good_order", 1000),
        (59, "back_good_order", 1000),
        (60, "retreat", 1500),
        (79, "retreat", 1500),
        (80, "rout", 1500),
        (99, "rout", 1500),
        (100, "surrender", 0),
        (250, "surrender", 0),
    ],
)
def test_the_reaction_is_read_from_the_difference(difference: int, reaction: str, reach: int) -> None:
    """CM-MELEE-21."""
    assert outcome_for(difference)[1:] == (reaction, reach)


def test_the_die_decides_how_far_the_losers_go() -> None:
    """CM-MELEE-17: the die multiplies the difference in losses; 6 makes 108 against 64, one whole move back."""
    assert place(play(melee(), EXAMPLE, "6").unit("foot")) == (40, 21, 180)
    held = play(melee(), EXAMPLE, "1")
    assert totals(held) == {"horse": 78, "foot": 64}
    assert opponents(held.battle, held.unit("horse")), "14 is less than 20: the melee continues"


def test_the_die_is_thrown_by_the_side_that_lost_fewer() -> None:
    """CM-MELEE-17."""
    pool = play(melee(), EXAMPLE).roll.pools[0]
    assert (pool.count, pool.whose) == (1, "blue")


def test_equal_losses_need_no_die() -> None:
    """CM-MELEE-17, CM-MELEE-20: no difference, no die; equal totals go on fighting."""
    battle = field(
        blue("axes", 15, files=5, at=(40, 30), original=20),
        red("spears", 15, files=5, at=(40, 30), original=20),
        contacts=[locked("axes", "spears")],
    )
    played = play(battle, PostMelee((side("blue", ("axes", 20, 5)), side("red", ("spears", 20, 5)))))
    assert played.over
    assert totals(played) == {"axes": 75, "spears": 75}
    assert all(told.passed for told in played.events_of(Checked))
    assert played.battle.engagements == battle.engagements


def test_totals_are_doubled_when_both_sides_have_fewer_than_twenty() -> None:
    """CM-MELEE-23: 19 against 10 double; 20 against 10 do not, as in the book's example."""
    small = PostMelee((side("blue", ("horse", 10, 2)), side("red", ("foot", 19, 8))))
    played = play(melee(foot=11), small, "3")
    assert totals(played) == {"horse": 2 * (18 + 72), "foot": 2 * (3 + 55)}
    assert played.events_of(Checked)[0].tally.terms[-1].rule == "CM-MELEE-23"


def test_every_type_counts_with_its_own_rating() -> None:
    """CM-MELEE-19: survivors by type; only those who were in the melee count."""
    battle = field(
        blue("foot", 14, files=7, at=(40, 30)),
        blue("peasants", 10, files=5, at=(46, 30), troop="peasants"),
        red("swiss", 20, files=10, at=(42, 30), troop="swiss_pikemen"),
        contacts=[locked("swiss", "foot"), locked("swiss", "peasants")],
    )
    sides = (side("blue", ("foot", 14, 0), ("peasants", 6, 0)), side("red", ("swiss", 20, 0)))
    played = play(battle, PostMelee(sides))
    foot, swiss = played.events_of(Checked)
    assert [term.value for term in foot.tally.terms] == [14 * 5, 6 * 3]
    assert swiss.tally.total == 20 * 9


def test_fatigue_takes_one_off_the_rating() -> None:
    """CM-FATIGUE-07: 12 tired heavy foot count 4 each."""
    battle = field(
        blue("horse", 8, files=5, at=(40, 30), troop="heavy_horse"),
        red("foot", 12, files=10, at=(40, 30), fatigued=True),
        contacts=[locked("horse", "foot")],
    )
    foot = play(battle, EXAMPLE, "1").events_of(Checked)[1]
    assert foot.tally.total == 4 + 12 * 4
    assert foot.tally.terms[-1].rule == "CM-FATIGUE-07"


# ---------------------------------------------------------------- worse than falling back


def beaten(lost: int, die: str, **more: object) -> Played:
    """Twenty heavy horse lose nobody; the foot lose so many of 20."""
    battle = field(
        blue("horse", 20, files=10, at=(40, 40), troop="heavy_horse"),
        red("foot", 20 - lost, files=10, at=(40, 40), original=20, **more),
        contacts=[locked("horse", "foot")],
    )
    return play(battle, PostMelee((side("blue", ("horse", 20, 0)), side("red", ("foot", 20, lost)))), die)


def test_a_retreat_is_a_move_and_a_half_with_backs_to_the_enemy() -> None:
    """CM-MELEE-21, CM-MELEE-22: at once; 180 + ... against 5 each."""
    battle = field(
        blue("horse", 18, files=9, at=(40, 40), troop="medium_horse"),
        red("foot", 16, files=8, at=(40, 40), original=20),
        contacts=[locked("horse", "foot")],
    )
    played = play(battle, PostMelee((side("blue", ("horse", 20, 2)), side("red", ("foot", 20, 4)))), "1")
    assert totals(played) == {"horse": 2 + 2 + 144, "foot": 80}, "a difference of 68"
    foot = played.unit("foot")
    assert foot.own.morale.flight == Flight("retreat", 1, 1500, 1)
    assert foot.has(RETREATING)
    x, y, heading = place(foot)
    assert (x, heading) == (40, 0), "its back to the horse"
    assert y == pytest.approx(40 - 1.5 - 13.5), "its ranks were 1.5 inches deep, and it ran 13.5"


def test_a_rout_is_as_far_and_marked_as_such() -> None:
    """CM-MELEE-21: the rout's distance is a move and a half too."""
    battle = field(
        blue("horse", 18, files=9, at=(40, 40), troop="medium_horse"),
        red("foot", 14, files=7, at=(40, 40), original=20),
        contacts=[locked("horse", "foot")],
    )
    played = play(battle, PostMelee((side("blue", ("horse", 20, 2)), side("red", ("foot", 20, 6)))), "3")
    assert totals(played)["horse"] - totals(played)["foot"] == 12 + 4 + 144 - 70
    assert played.unit("foot").own.morale.flight == Flight("rout", 1, 1500, 1)
    assert played.unit("foot").has(ROUTED)


def test_who_surrenders_is_out_of_the_game_where_prisoners_are_not_played() -> None:
    """CM-MELEE-24."""
    played = beaten(4, "1")
    assert not played.unit("foot").on_table
    removed = played.events_of(Removed)[-1]
    assert removed.why == "surrendered"
    assert "CM-MELEE-24" in removed.rules


def test_religious_orders_never_surrender() -> None:
    """CM-HIST-30: with the option on they fight on, in contact as they were."""
    swiss = blue("swiss", 20, files=10, at=(40, 40), troop="swiss_pikemen")
    templars = red("templars", 6, files=5, at=(40, 40), troop="knights_of_an_order", original=10)
    sides = PostMelee((side("blue", ("swiss", 20, 0)), side("red", ("templars", 10, 4))))
    for switch, there in (("on", True), ("off", False)):
        battle = field(swiss, templars, contacts=[locked("swiss", "templars")], religious_orders=switch)
        played = play(battle, sides, "1")
        assert played.unit("templars").on_table is there
        assert bool(played.battle.engagements) is there
        assert any("CM-HIST-30" in told.rules for told in played.events_of(Ruled)) is there


# ---------------------------------------------------------------- who is there to react


def test_who_has_nobody_left_makes_no_dice_fall() -> None:
    """CM-MELEE-20: a side that was destroyed reacts no more."""
    battle = field(blue("horse", 8, files=4, at=(40, 30)), red("foot", 0, files=1, at=(40, 20), original=5))
    assert play(battle, PostMelee((side("blue", ("horse", 8, 0)), side("red", ("foot", 5, 5))))).over


def test_who_was_caught_in_flight_is_struck_alone_and_runs_on() -> None:
    """CM-MELEE-29: no reckoning of morale; its retreat goes on as a second turn of it."""
    battle = field(
        blue("horse", 10, files=5, at=(40, 40), troop="heavy_horse"),
        red(
            "foot",
            12,
            files=6,
            at=(40, 38.5),
            facing=0,
            original=20,
            flight=Flight("retreat", 1, 1500, 1),
            ordered=CAUGHT,
            marks=(RETREATING,),
        ),
        contacts=[locked("horse", "foot", "rear", since=2)],
        turn=2,
    )
    played = play(battle, PostMelee((side("blue", ("horse", 10, 0)), side("red", ("foot", 20, 8)))))
    assert not played.events_of(Checked)
    assert played.unit("foot").own.morale.flight == Flight("retreat", 2, 1500, 2)
    assert place(played.unit("foot"))[:2] == (40, 25)
    assert not played.battle.engagements


def test_a_unit_backs_off_from_a_flank_attack_facing_it() -> None:
    """CM-MELEE-21: in good order is with the front to the enemy."""
    battle = field(
        blue("horse", 8, files=4, at=(45, 35), facing=270, troop="heavy_horse", original=10),
        red("foot", 12, files=6, at=(42.75, 35), facing=180, original=20),
        contacts=[locked("horse", "foot", "left")],
    )
    played = play(battle, EXAMPLE, "3")
    assert played.unit("foot").pose.heading == 90_000
    assert played.unit("foot").pose.x < 42_750


def test_in_good_order_nobody_goes_over_the_edge() -> None:
    """CM-MELEE-33 is about flight: who falls back in good order halts at the edge."""
    battle = field(
        blue("horse", 8, files=5, at=(40, 4), troop="heavy_horse", original=10),
        red("foot", 12, files=10, at=(40, 4), original=20),
        contacts=[locked("horse", "foot")],
    )
    played = play(battle, EXAMPLE, "6")
    foot = played.unit("foot")
    assert foot.on_table
    assert place(foot)[1] == pytest.approx(1.5)


def test_those_count_for_doubling_who_were_there_when_the_melee_began() -> None:
    """CM-MELEE-23: 21 against 12 in the first round, 19 against 10 in the second: still not doubled."""
    ours = blue("ours", 21, files=21, at=(40, 30))
    theirs = red("theirs", 12, files=12, at=(40, 30), troop="heavy_horse")
    first = play(field(ours, theirs, contacts=[locked("ours", "theirs")]), Melees())
    second = first.then("6 6 1 1 1 | 6 6 " + "1 " * 34)
    assert not any("CM-MELEE-23" in told.rules for told in second.events_of(Checked))
    again = field(*second.battle.units.values(), contacts=[locked("ours", "theirs")], turn=2)
    third = play(again, Melees()).then("1 1 1 1 | " + "1 " * 30)
    assert len(third.events_of(Checked)) == 2
    assert not any("CM-MELEE-23" in told.rules for told in third.events_of(Checked))
    fresh = play(field(*second.battle.units.values(), contacts=[locked("ours", "theirs", since=2)], turn=2), Melees())
    anew = fresh.then("1 1 1 1 | " + "1 " * 30)
    assert all("CM-MELEE-23" in told.rules for told in anew.events_of(Checked)), "another melee"


def test_who_is_driven_back_has_moved() -> None:
    """CM-MELEE-21, CM-HIST-21: it stands on one spot no longer, and has not rested."""
    battle = melee(turn_limit=1)
    foot = battle.units["foot"]
    played = play(battle.with_unit(with_past(foot, turns_still=4)), EXAMPLE, EndTurn(), "3")
    assert played.unit("foot").own.past.turns_still == 0
    assert played.unit("foot").own.past.effort.moves == 1
