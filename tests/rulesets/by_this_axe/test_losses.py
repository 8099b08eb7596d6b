"""Figures fall, characters die, units are destroyed."""

from __future__ import annotations

from typing import Any

import pytest

from schiltron.battle.door.futures import chances_of, futures
from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.event import Detached, Parted, Removed, Struck
from schiltron.rulesets.by_this_axe.attacks.fighting import Melees
from schiltron.rulesets.by_this_axe.attacks.fire import Fire
from schiltron.rulesets.by_this_axe.attacks.losses import destroy, kill_character
from schiltron.rulesets.by_this_axe.attacks.outlook import outlook
from schiltron.rulesets.by_this_axe.attacks.strikes import Strike
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.state import Scene
from schiltron.table.outline import gap
from tests.rulesets.by_this_axe.positions import (
    EAST,
    Ordered,
    Played,
    Unit,
    blue,
    choose,
    field,
    hero,
    locked,
    place,
    play,
    red,
    share,
    shoot,
)

FIRST_BLUE = Fire(("blue", "red"))


def bows(figures: int = 6, **more: Any) -> Unit:
    return blue("bows", figures, **{"at": (24, 30), "fc": 3, "ranged": ("short_bow",), **more})


def foe(figures: int, **more: Any) -> Unit:
    return red("foe", figures, **{"at": (24, 20), **more})


def shot(*units: Unit, hits: int) -> Played:
    """Six bows shoot and hit so often."""
    dice = " ".join("1" if number < hits else "6" for number in range(6))
    return play(field(*units, phase="ranged"), FIRST_BLUE, shoot("bows", at="foe"), dice)


def files(played: Played, unit: str = "foe") -> int:
    return played.unit(unit).body.files  # type: ignore[union-attr]


# ---------------------------------------------------------------- taking them off


def test_the_owner_takes_losses_from_the_rear_or_from_the_flanks() -> None:
    """TA-RANGED-13: two ranks of six lose four; silence takes the rear."""
    played = shot(bows(), foe(12, files=6), hits=4)
    assert played.decision.seat == "red"
    assert played.decision.rules == ("TA-RANGED-13",)
    assert played.decision.default == choose("rear")
    rear, flanks = played.then(choose("rear")), played.then(choose("flanks"))
    assert (rear.unit("foe").figures, files(rear)) == (8, 6)
    assert (flanks.unit("foe").figures, files(flanks)) == (8, 4)
    assert place(flanks.unit("foe")) == (24, 20, 180)


def test_nothing_is_asked_where_it_makes_no_difference() -> None:
    """TA-RANGED-13: one figure of two ranks, or a single rank."""
    assert shot(bows(), foe(12, files=6), hits=1).over
    single = shot(bows(), foe(6), hits=2)
    assert single.over
    assert files(single) == 4


def test_in_melee_the_choice_keeps_everybody_in_contact() -> None:
    """TA-MELEE-10: with an enemy on the flank whole files are not given up."""
    pikes = blue("ours", 6, at=(24, 24), fc=3, melee=("pike",))
    theirs = red("foe", 12, files=6, at=(24, 24))
    played = play(field(pikes, theirs, contacts=(locked("ours", "foe", since=1),)), Melees())
    asked = played.then("1 1 1 1 6 6", "6 6 6 6 6 6")
    assert asked.decision.rules == ("TA-MELEE-10",)
    beside = blue("beside", 2, at=(21, 23.5), facing=EAST, files=2)
    contacts = (locked("ours", "foe", since=1), locked("beside", "foe", "right", since=1))
    played = play(field(pikes, theirs, beside, contacts=contacts), Melees(), share("foe", ours=6))
    played = played.then("1 1 1 1 6 6", "6 6", "6 6 6 6 6 6")
    assert played.over
    assert files(played) == 6


def test_who_attacked_the_rear_follows_the_thinned_ranks() -> None:
    """TA-MELEE-10: the rear rank falls, and the attacker behind closes up."""
    behind = blue("behind", 3, at=(24, 18), facing=180, fc=4)
    theirs = red("foe", 6, files=3, at=(24, 20), facing=180)
    position = field(behind, theirs, contacts=(locked("behind", "foe", "rear", since=0),))
    played = play(position, Melees(), "1 1 1", "6 6 6").then(choose("rear"))
    assert played.unit("foe").figures == 3
    assert gap(played.unit("behind").outline, played.unit("foe").outline) == 0
    assert place(played.unit("behind")) == (24, 19, 180)


def test_the_last_figure_of_a_unit_ends_it_and_frees_its_enemies() -> None:
    """TA-MELEE-09: a destroyed unit leaves, and nobody is in contact with it."""
    ours = blue("ours", 6, at=(24, 24), fc=3)
    theirs = red("foe", 3, at=(24, 24))
    played = play(field(ours, theirs, contacts=(locked("ours", "foe", since=0),)), Melees(), "1 1 1 1 6 6", "6 6 6")
    assert played.over
    assert not played.unit("foe").on_table
    assert played.battle.engagements == ()
    assert [event.why for event in played.events_of(Removed)] == ["destroyed"]
    assert len(played.events_of(Parted)) == 1


# ---------------------------------------------------------------- characters among few


def test_with_five_or_fewer_a_die_says_whether_a_character_is_hit() -> None:
    """TA-CHAR-07: on a 1 he takes the hit and rolls his own save."""
    kay = hero("kay", "red", with_="foe", armour="heavy", hits=2)
    played = shot(bows(), foe(4), kay, hits=1)
    assert played.dice == [(1, 1)]
    hit = played.then("1")
    assert hit.roll.purpose == "Kay saves"
    assert hit.dice == [(1, 4)]
    assert hit.then("4").unit("kay").own.person.wounds == 0  # type: ignore[union-attr]
    wounded = hit.then("5")
    assert wounded.unit("kay").own.person.wounds == 1  # type: ignore[union-attr]
    assert wounded.unit("foe").figures == 4
    spared = played.then("2")
    assert spared.unit("foe").figures == 3
    assert spared.unit("kay").own.person.wounds == 0  # type: ignore[union-attr]


def test_hits_come_one_at_a_time_once_five_are_left() -> None:
    """TA-CHAR-07: of seven two fall together; the third hit finds five."""
    kay = hero("kay", "red", with_="foe")
    played = shot(bows(), foe(6), kay, hits=4)
    assert played.unit("foe").figures == 4
    assert played.dice == [(1, 1)]
    played = played.then("6")
    assert played.unit("foe").figures == 3
    played = played.then("6")
    assert played.unit("foe").figures == 2


def test_the_log_shows_the_save_of_a_character_whom_hits_may_reach() -> None:
    """TA-CHAR-07, TA-UNIT-25: every number with its terms; nobody is named whom these hits cannot reach."""
    kay = hero("kay", "red", with_="foe", armour="heavy", hits=2)

    def saves(figures: int, hits: int) -> list[tuple[str, int]]:
        (struck,) = shot(bows(), foe(figures, armour="light"), kay, hits=hits).events_of(Struck)
        return [(tally.label, tally.total) for tally in struck.tallies[1:]]

    assert saves(4, 1) == saves(6, 3) == [("to save", 1), ("to save, Kay", 4)]
    assert saves(6, 2) == [("to save", 1)]


def test_a_character_shares_the_shieldwall_of_his_unit() -> None:
    """TA-CHAR-07, TA-CMD-46: the order was given to the body he stands with."""
    kay = hero("kay", "red", with_="foe", roles=("leader",), leadership=2)
    wall = foe(3, shield=True, orders=(Ordered("shieldwall", "TA-CMD-C11", 2),))
    played = shot(bows(), wall, kay, hits=1).then("1")
    assert (played.roll.purpose, played.dice) == ("Kay saves", [(1, 2)])


def test_saved_hits_keep_the_unit_above_five() -> None:
    """TA-CHAR-07: of seven two are rolled for together, one is saved, and so one more before the die is due."""
    kay = hero("kay", "red", with_="foe")
    played = shot(bows(), foe(6, armour="medium"), kay, hits=4)
    assert played.dice == [(2, 2)]
    played = played.then("1 6")
    assert played.dice == [(1, 2)]
    played = played.then("6")
    assert played.roll.rules == ("TA-CHAR-07",)


def test_among_several_characters_a_die_decides() -> None:
    """TA-CHAR-07, TA-UNIT-11: a d2 out of a d6; among four a 5 or 6 is thrown again."""
    kay, bors = hero("kay", "red", with_="foe"), hero("bors", "red", with_="foe")
    played = shot(bows(), foe(3), kay, bors, hits=1).then("1")
    assert len(played.roll.pools) == 1
    assert played.then("3").roll.purpose == "Bors saves"
    assert played.then("4").roll.purpose == "Kay saves"
    more = [hero(name, "red", with_="foe") for name in ("kay", "bors", "lucan", "ector")]
    four = shot(bows(), foe(1), *more, hits=1).then("1")
    assert four.then("4").roll.purpose == "Lucan saves"
    again = four.then("5")
    assert again.roll.purpose == four.roll.purpose
    assert again.then("2").roll.purpose == "Ector saves"


def test_when_no_ordinary_figure_is_left_every_hit_is_on_a_character() -> None:
    """TA-CHAR-07: then he stands alone where they stood."""
    kay = hero("kay", "red", with_="foe", hits=3)
    played = shot(bows(), foe(1), kay, hits=2).then("6")
    assert played.roll.purpose == "Kay saves"
    played = played.then("6")
    assert played.over
    assert played.unit("kay").on_table
    assert place(played.unit("kay")) == (24, 19.5, 180)
    assert played.unit("kay").own.person.wounds == 1  # type: ignore[union-attr]
    assert not played.unit("foe").on_table
    assert [event.unit for event in played.events_of(Detached)] == ["kay"]


def test_the_same_in_melee() -> None:
    """TA-CHAR-07."""
    kay = hero("kay", "red", with_="foe")
    position = field(
        blue("ours", 6, at=(24, 24), fc=3), red("foe", 4, at=(24, 24)), kay, contacts=(locked("ours", "foe", since=0),)
    )
    played = play(position, Melees(), "1 6 6 6 6 6")
    assert played.roll.rules == ("TA-CHAR-07",)


def test_a_plain_leader_dies_of_one_unsaved_hit_and_a_hero_of_more() -> None:
    """TA-CHAR-08."""
    leader = hero("leader", "red", with_="foe", roles=("leader",), leadership=2)
    played = shot(bows(), foe(2), leader, hits=1).then("1")
    assert not played.unit("leader").figures
    (lost,) = played.battle.own.leaders_lost
    assert (lost.side, lost.x, lost.y, lost.turn, lost.general) == ("red", 24000, 20000, 1, False)


def test_who_falls_to_older_enemies_strikes_in_the_same_round() -> None:
    """TA-MELEE-07, TA-CHAR-06: two characters alone kill each other."""
    position = field(
        hero("kay", "blue", at=(24, 24.5)),
        hero("bors", "red", at=(24, 23.5)),
        contacts=(locked("kay", "bors", since=0),),
    )
    played = play(position, Melees(), "1", "6", "1", "6")
    assert played.over
    assert not played.unit("kay").figures
    assert not played.unit("bors").figures


# ---------------------------------------------------------------- for other chapters


def test_killing_a_general_is_remembered() -> None:
    arthur = hero("arthur", "blue", with_="spears", roles=("general", "hero"), leadership=4)
    scene = Scene(field(blue("spears", 6, at=(24, 30)), arthur, turn=3))
    kill_character(scene, "arthur", Harm(rules=("TA-DUEL-24",)))
    (lost,) = scene.battle.own.leaders_lost
    assert (lost.turn, lost.general) == (3, True)
    assert not scene.unit("arthur").figures


def test_survivors_of_a_destroyed_unit_stand_beside_each_other() -> None:
    kay, bors = hero("kay", "blue", with_="spears"), hero("bors", "blue", with_="spears")
    scene = Scene(field(blue("spears", 6, at=(24, 30)), kay, bors))
    destroy(scene, "spears", "destroyed", ("TA-MELEE-09",))
    assert [place(scene.unit(one)) for one in ("kay", "bors")] == [(24, 30.5, 0), (25, 30.5, 0)]


# ---------------------------------------------------------------- outlook


@pytest.mark.parametrize(
    "units",
    [
        (bows(4), foe(3, armour="medium")),
        (bows(4), foe(8)),
        (bows(3), foe(6, armour="light"), hero("kay", "red", with_="foe", hits=2, armour="medium")),
        (bows(3), foe(2), hero("kay", "red", with_="foe"), hero("bors", "red", with_="foe", hits=2)),
        (bows(2), hero("robin", "blue", with_="bows", ranged=("longbow",)), foe(3, armour="heavy")),
        (bows(3), hero("foe", "red", at=(24, 20), hits=2, armour="light")),
    ],
)
def test_the_outlook_is_what_the_door_comes_to(units: tuple[Unit, ...]) -> None:
    """TA-UNIT-12, TA-UNIT-20, TA-CHAR-07: every throw answered, and the chances agree."""
    played = play(field(*units, phase="ranged"), FIRST_BLUE, shoot("bows", at="foe"))
    strike = played.battle.agenda[0]
    assert isinstance(strike, Strike)
    expected = outlook(played.battle, strike)
    found = futures(BY_THIS_AXE, played.battle, lambda battle: not battle.agenda)
    people = [one.id for one in units if one.side == "red" and one.own.person is not None]
    standing = chances_of(found, lambda battle: battle.units["foe"].figures)
    before = played.unit("foe").figures
    if "foe" not in people:
        for lost, chance in enumerate(expected.fallen):
            assert standing.get(before - lost, 0.0) == pytest.approx(chance)
    for name, chance in expected.deaths:
        dead = sum(future.chance for future in found if not future.battle.units[name].figures)
        assert dead == pytest.approx(chance)
    assert sum(expected.hits) == pytest.approx(1)
