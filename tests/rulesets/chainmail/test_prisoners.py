"""Prisoners and their guards."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.event import Placed, Removed, Ruled
from schiltron.rulesets.chainmail.field import guards
from schiltron.rulesets.chainmail.fire.sighting import firing, sights
from schiltron.rulesets.chainmail.morale.instability import Instability, lost
from schiltron.rulesets.chainmail.morale.prisoners import TakePrisoners
from schiltron.rulesets.chainmail.morale.reactions import React
from schiltron.rulesets.chainmail.sequence import EndTurn
from schiltron.rulesets.chainmail.state import GUARDING, Battle, Captives, Flight
from schiltron.rulesets.chainmail.steps import MeleeSide, PostMelee
from schiltron.rulesets.chainmail.victory import points, strength
from tests.rulesets.chainmail.crooked import LOOKS, Look, near
from tests.rulesets.chainmail.fights import met, ours, struck, theirs, thrown
from tests.rulesets.chainmail.positions import Played, blue, field, locked, play, red
from tests.rulesets.chainmail.test_post_melee import EXAMPLE, melee


def won(winner: str, loser: str, **options: Any) -> Battle:
    return field(
        blue("winner", 10, files=5, at=(40, 40), troop=winner),
        red("loser", 15, files=5, at=(40, 40), troop=loser, original=20),
        contacts=[locked("winner", "loser")],
        prisoners="on",
        **options,
    )


def take(battle: Battle, *dice: str, reaction: Any = "back_good_order") -> Played:
    return play(battle, TakePrisoners(("winner",), ("loser",), reaction), *dice)


def captives(played: Played) -> int:
    return sum(some.figures for some in played.unit("winner").own.captives)


# ---------------------------------------------------------------- how many


@pytest.mark.parametrize(
    ("winner", "loser", "dice", "taken"),
    [
        ("heavy_foot", "heavy_horse", "2 | 5", 3),
        ("heavy_foot", "heavy_horse", "4 | 4", 0),
        ("heavy_horse", "heavy_foot", "2 | 5", 7),
        ("heavy_foot", "light_foot", "4", 4),
        ("light_horse", "heavy_horse", "6", 6),
    ],
)
def test_the_number_is_read_from_the_prisoner_table(winner: str, loser: str, dice: str, taken: int) -> None:
    """CM-MELEE-38: foot over horse the difference, horse over foot the sum, like over like the winner's die."""
    played = take(won(winner, loser), dice)
    assert captives(played) == taken
    assert played.unit("loser").figures == 15 - taken


def test_mixed_winners_use_their_own_die() -> None:
    """CM-MELEE-38: horse and foot together."""
    battle = field(
        blue("winner", 10, files=5, at=(40, 40)),
        blue("riders", 8, files=4, at=(46, 40), troop="light_horse"),
        red("loser", 15, files=15, at=(42, 40)),
        prisoners="on",
    )
    played = play(battle, TakePrisoners(("winner", "riders"), ("loser",), "back_good_order"), "5")
    assert captives(played) == 5


@pytest.mark.parametrize(("reaction", "more"), [("back_good_order", 0), ("retreat", 1), ("rout", 2)])
def test_who_retreats_loses_one_more_and_who_routs_two(reaction: str, more: int) -> None:
    """CM-MELEE-39: added to what the dice say."""
    assert captives(take(won("heavy_foot", "heavy_foot"), "3", reaction=reaction)) == 3 + more


def test_of_several_losers_the_largest_gives_up_its_men_first() -> None:
    """CM-MELEE-38: one number for the melee."""
    battle = field(
        blue("winner", 10, files=5, at=(40, 40), troop="heavy_horse"),
        red("small", 4, files=4, at=(36, 40)),
        red("large", 6, files=6, at=(44, 40)),
        prisoners="on",
    )
    played = play(battle, TakePrisoners(("winner",), ("small", "large"), "back_good_order"), "3 | 5")
    assert captives(played) == 8
    assert (played.unit("large").figures, played.unit("small").figures) == (0, 2)


def test_never_more_than_there_are() -> None:
    """CM-MELEE-38: the whole unit at most; it is gone then."""
    battle = field(
        blue("winner", 10, files=5, at=(40, 40), troop="heavy_horse"),
        red("loser", 4, files=4, at=(40, 40), original=20),
        prisoners="on",
    )
    played = take(battle, "6 | 6")
    assert captives(played) == 4
    assert not played.unit("loser").on_table


@pytest.mark.parametrize("troop", ["swiss_pikemen", "landsknechte", "turk_archers", "janissaries"])
def test_swiss_landsknechte_and_turks_take_no_prisoners(troop: str) -> None:
    """CM-MELEE-40: no dice, and none without dice either."""
    played = take(won(troop, "heavy_foot"), reaction="rout")
    assert played.over
    assert not captives(played)


@pytest.mark.parametrize(
    ("winner", "loser", "rule"),
    [("turkish_guard", "heavy_foot", "CM-MELEE-40"), ("saracen_guard", "knights_of_an_order", "CM-HIST-29")],
)
def test_it_is_told_who_gives_no_quarter(winner: str, loser: str, rule: str) -> None:
    """CM-MELEE-40, CM-HIST-29: instead of the dice for prisoners."""
    battle = field(
        blue("winner", 10, files=5, at=(40, 30), troop=winner),
        red("loser", 4, files=4, at=(40, 30), troop=loser),
        contacts=[locked("winner", "loser")],
        prisoners="on",
        saracens="on",
    )
    step = PostMelee((MeleeSide("blue", ("winner",), (10,), (2,)), MeleeSide("red", ("loser",), (24,), (20,))))
    played = play(battle, step, "1")
    assert played.over
    assert [told.rules for told in played.events_of(Ruled)] == [(rule,)]


def test_saracens_give_no_quarter_to_an_order() -> None:
    """CM-HIST-29: with the option on; others they take."""
    assert take(won("saracen_horse", "knights_of_an_order", saracens="on")).over
    assert captives(take(won("saracen_horse", "knights", saracens="on"), "3")) == 3
    assert captives(take(won("saracen_horse", "knights_of_an_order"), "3")) == 3


def test_prisoners_count_as_losses_of_their_unit() -> None:
    """CM-MELEE-41: 5 fallen and 2 taken of 20 exceed a third."""
    played = take(won("heavy_foot", "heavy_foot"), "2")
    assert lost(played.battle, played.unit("loser")) == 7
    assert "CM-MELEE-41" in played.events_of(Removed)[0].rules
    assert play(played.battle, Instability("melee")).battle.roll is not None
    assert play(won("heavy_foot", "heavy_foot"), Instability("melee")).over


def test_dice_fall_before_the_losers_fall_back_and_only_with_the_option() -> None:
    """CM-MELEE-38: the loser still stands in contact when they do."""

    played = play(melee(prisoners="on"), EXAMPLE, "3")
    assert [pool.whose for pool in played.roll.pools] == ["blue", "red"]
    assert played.battle.engagements
    assert played.then("1 | 2").unit("foot").figures == 9
    assert play(melee(), EXAMPLE, "3").over


def test_a_unit_that_surrenders_is_guarded_entire() -> None:
    """CM-MELEE-24: under the prisoner option it is kept, otherwise removed."""
    played = play(won("heavy_horse", "heavy_foot"), React(("winner",), ("loser",), "surrender", 0))
    assert played.unit("winner").own.captives == (Captives("loser", 15),)
    assert not played.unit("loser").on_table


# ---------------------------------------------------------------- guards


@pytest.mark.parametrize(("taken", "needed"), [(1, 1), (5, 1), (6, 2), (15, 3)])
def test_one_figure_guards_five(taken: int, needed: int) -> None:
    """CM-MELEE-42: rounded up; so many do not fight."""
    assert guards(blue("winner", 10, at=(40, 40), captives=(Captives("loser", taken),))) == needed


def guarded(figures: int, **more: Any) -> Battle:
    """So many figures guard twelve prisoners of a unit that stands elsewhere; the turn is about to end."""
    return field(
        blue("winner", figures, files=2, at=(40, 40), captives=(Captives("loser", 12),), marks=(GUARDING,), **more),
        red("loser", 3, files=3, at=(40, 10), original=20),
        prisoners="on",
        turn_limit=1,
    )


def test_with_enough_guards_nobody_escapes() -> None:
    """CM-MELEE-42: three figures are enough for twelve."""
    played = play(guarded(3), EndTurn())
    assert captives(played) == 12
    assert played.unit("winner").has(GUARDING), "nobody of it is free for anything else"
    assert not play(guarded(4), EndTurn()).unit("winner").has(GUARDING), "of four one is"


def test_those_beyond_five_a_guard_escape_when_the_turn_ends() -> None:
    """CM-MELEE-42, CM-MELEE-43: two of twelve get away from two guards, and form up as a unit of their old one."""
    played = play(guarded(2), EndTurn())
    assert captives(played) == 10
    (placed,) = played.events_of(Placed)
    assert set(placed.rules) == {"CM-MELEE-42", "CM-MELEE-43"}
    (freed,) = [one for one in played.battle.units.values() if one.of == "loser"]
    assert (freed.figures, freed.side, freed.on_table) == (2, "red", True)
    assert freed.own.morale.flight is None, "from the next turn on they fight as any other"
    assert lost(played.battle, played.unit("loser")) == 20 - 3 - 2


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize("other", [(52, 37), (28, 38), (41, 55)])
def test_who_escapes_stands_away_from_the_enemy(look: Look, other: tuple[float, float]) -> None:
    """CM-MELEE-43: of places as near on the one farthest from the enemy, however one looks at it."""
    held = guarded(2)
    near_by = field(*held.units.values(), blue("other", 12, files=6, at=other, facing=17), prisoners="on")
    freed = [
        next(one for one in play(seen, EndTurn()).battle.units.values() if one.of == "loser")
        for seen in (near_by, look.at(near_by))
    ]
    here, there = Look(0).place(freed[0]), look.place(freed[1])
    assert there == near(*here)
    (x, y, _), (ox, oy) = here, other
    assert (x - 40) * (ox - 40) + (y - 40) * (oy - 40) < 0, "on the other side of their guards"


def test_all_escape_from_guards_who_flee() -> None:
    """CM-MELEE-42: nobody guards who runs."""
    played = play(guarded(5, flight=Flight("rout", 1, 1500, 1)), EndTurn())
    assert not captives(played)
    assert not played.unit("winner").has(GUARDING)
    assert sum(one.figures for one in played.battle.units.values() if one.of == "loser") == 12


def test_all_escape_when_their_guards_are_gone() -> None:
    """CM-MELEE-42: they form up near where those stood."""
    battle = guarded(5)
    gone = play(
        battle.with_unit(blue("winner", 5, files=2, at=(40, 40), original=30, captives=(Captives("loser", 12),)))
    )
    played = play(gone.battle, Instability("melee"), EndTurn())
    assert not played.unit("winner").on_table
    (freed,) = [one for one in played.battle.units.values() if one.of == "loser"]
    assert freed.figures == 12
    assert abs(freed.pose.y - 40_000) < 8_000


def test_guards_do_not_fight() -> None:
    """CM-MELEE-42: of ten in a melee two guard eight prisoners; a body in contact has one figure in it at least."""
    some = (Captives("taken", 8),)
    free, watching = struck(met(ours(), theirs())), struck(met(ours(captives=some), theirs()))
    assert (free.dice.total, watching.dice.total) == (10, 8)
    assert "CM-MELEE-42" in watching.dice.rules
    assert thrown(met(ours(figures=2, captives=some), theirs())) == (1, 6)
    crew = ours("light_field_gun", 4, captives=some)
    assert thrown(met(theirs(name="ours"), replace(crew, id="theirs")), "theirs", "ours")[0] == 1, "two for two"


def test_guards_do_not_fire() -> None:
    """CM-MELEE-42: of six bowmen in one rank two guard ten prisoners."""
    bows = blue("bows", 6, at=(40, 40), troop="archers", captives=(Captives("taken", 10),))
    foe = red("foe", 8, at=(40, 32))
    tally = firing(field(bows, foe), bows, sights(field(bows, foe), bows, foe).of("direct"))
    assert tally.total == 4
    assert "CM-MELEE-42" in tally.rules


def test_a_crew_that_escapes_is_light_foot_without_its_engine() -> None:
    """CM-MELEE-43, CM-MELEE-02: the gun is not there twice."""
    battle = field(
        blue("winner", 1, at=(40, 40), captives=(Captives("gun", 7),)),
        red("gun", 1, at=(40, 10), troop="light_field_gun", original=8),
        prisoners="on",
        turn_limit=1,
    )
    (freed,) = [one for one in play(battle, EndTurn()).battle.units.values() if one.of == "gun"]
    assert (freed.figures, freed.own.profile.engine, freed.own.profile.fights_as) == (2, "", "light_foot")
    assert len(freed.places) == 2


def test_mercenaries_who_changed_sides_let_their_new_friends_go() -> None:
    """CM-HIST-19, CM-MELEE-42: prisoners of what is now their own side; others they keep."""
    battle = field(
        replace(
            blue("hired", 8, files=4, at=(40, 40), captives=(Captives("loser", 4), Captives("mine", 3))), side="red"
        ),
        red("loser", 8, at=(40, 10), original=20),
        blue("mine", 8, at=(70, 50), original=20),
        prisoners="on",
        turn_limit=1,
    )
    played = play(battle, EndTurn())
    assert played.unit("hired").own.captives == (Captives("mine", 3),)
    assert [(one.side, one.figures) for one in played.battle.units.values() if one.of] == [("red", 4)]


def test_who_escapes_twice_is_counted_once() -> None:
    """CM-MELEE-43: for the losses of the old unit and of the one that was taken again."""
    battle = field(
        red("loser", 10, files=5, at=(40, 10), original=20),
        replace(red("again", 2, at=(60, 10), original=6), of="loser"),
        replace(red("third", 3, at=(70, 10)), of="again"),
        blue("foe", 8, at=(40, 50)),
    )
    assert lost(battle, battle.units["loser"]) == 20 - 10 - 2 - 3
    assert lost(battle, battle.units["again"]) == 6 - 2 - 3
    assert strength(battle, "red").total == 15
    assert len(strength(battle, "red").terms) == 1
    assert points(battle, "blue").total == 5 * 16


def test_no_dice_for_prisoners_where_all_surrender() -> None:
    """CM-MELEE-38, CM-MELEE-24: they are taken entire."""
    battle = field(
        blue("horse", 10, files=5, at=(40, 30), troop="heavy_horse"),
        red("foot", 2, files=2, at=(40, 30), original=20),
        contacts=[locked("horse", "foot")],
        prisoners="on",
    )
    step = PostMelee((MeleeSide("blue", ("horse",), (10,), (0,)), MeleeSide("red", ("foot",), (20,), (18,))))
    played = play(battle, step, "3")
    assert played.over
    assert played.unit("horse").own.captives == (Captives("foot", 2),)
