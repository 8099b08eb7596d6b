"""Basilisks and cockatrices, who turn to stone, and giant spiders."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import Planned
from schiltron.battle.state.event import Checked
from schiltron.battle.state.unit import Aboard
from schiltron.captains.chainmail.captain import ChainmailCaptain
from schiltron.captains.chainmail.faces import stares_amiss
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.creatures import CREATURES
from schiltron.rulesets.chainmail.melee.involved import melees
from schiltron.rulesets.chainmail.melee.outlook import outlook
from schiltron.rulesets.chainmail.melee.petrifying import Petrify, chance_of_loss, in_danger
from schiltron.rulesets.chainmail.melee.rounds import Melees, NextMelee, round_of
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.rulesets.chainmail.written.orders import WriteOrders
from tests.rulesets.chainmail.crooked import LOOKS, Look
from tests.rulesets.chainmail.fights import met, ours, struck, theirs
from tests.rulesets.chainmail.positions import EAST, NORTH, Played, ahead, blue, field, locked, march, play, red

ON: dict[str, Any] = {"fantasy": "on"}


def basilisk(at: tuple[float, float] = (48, 20), facing: float = 180, troop: str = "basilisk") -> Unit:
    return red("it", 1, at=at, facing=facing, troop=troop)


def looking(unit: Unit, it: Unit | None = None, **more: Any) -> int:
    it = it or basilisk()
    return in_danger(field(unit, it, **{**ON, **more}), it, unit, "gaze")


def moving(*units: Unit, side: str = "blue", **more: Any) -> Played:
    return play(field(*units, phase="first_move", **{**ON, **more}), Moves(side))


# ---------------------------------------------------------------- the gaze


@pytest.mark.parametrize("troop", ["basilisk", "cockatrice"])
def test_who_ends_a_move_before_its_face_is_stone(troop: str) -> None:
    """CM-FANT-BASILISK-01: without a save, and without dice; those more than three inches off do not look."""
    men = blue("men", 10, at=(48, 30), files=10)
    far = moving(men, basilisk(troop=troop)).then(march("men", ahead(6.9)))
    assert far.unit("men").figures == 10
    near = moving(men, basilisk(troop=troop)).then(march("men", ahead(7.1)))
    assert near.unit("men").figures == 6
    closer = moving(men, basilisk(troop=troop)).then(march("men", ahead(8)))
    assert closer.unit("men").figures == 4


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_where_one_has_to_stand_to_look(look: Look) -> None:
    """CM-FANT-BASILISK-01: the face is the middle of its front; it must lie before the figure, and the figure before
    it."""
    cases = (
        (blue("men", 4, at=(48, 22), files=4), 4),
        (blue("men", 8, at=(48, 22), files=4), 8),
        (blue("men", 4, at=(48, 22), files=4, facing=180), 0),
        (blue("men", 4, at=(46, 21.5), files=4, facing=EAST), 3),
        (blue("men", 4, at=(48, 18), files=4, facing=180), 0),
        (blue("men", 4, at=(46.5, 19.8), files=4, facing=EAST), 2),
    )
    for men, number in cases:
        it = look.unit(basilisk())
        battle = look.at(field(men, basilisk(), **ON))
        assert in_danger(battle, it, battle.units["men"], "gaze") == number, men.pose


def test_its_own_side_looks_as_well_and_its_own_kind_does_not() -> None:
    """CM-FANT-BASILISK-01."""
    friends = red("friends", 4, at=(48, 22), facing=NORTH, files=4)
    moved = moving(friends, basilisk((48, 16)), blue("far", 4, at=(10, 55)), side="red").then(march("it", ahead(3.5)))
    assert moved.unit("friends").figures < 4
    other = red("other", 1, at=(48, 22), facing=NORTH, troop="cockatrice")
    assert looking(other) == 0


def test_it_walks_up_and_they_look() -> None:
    """CM-FANT-BASILISK-01: its own move makes them look as theirs does."""
    men = blue("men", 4, at=(48, 30), files=4)
    played = moving(men, basilisk(), side="red").then(march("it", ahead(8)))
    assert not played.unit("men").on_table


def test_who_is_blind_in_the_dark_does_not_look() -> None:
    """CM-FANT-BASILISK-01, CM-FANT-GEN-10."""
    assert looking(blue("men", 4, at=(48, 22), files=4), light="dark") == 0
    assert looking(blue("orcs", 4, at=(48, 22), files=4, troop="orcs"), light="dark") == 4


@pytest.mark.parametrize(
    ("troop", "dice", "saved"),
    [
        ("super_hero", "3 3", True),
        ("super_hero", "3 2", False),
        ("wizard", "3 3", True),
        ("wizard", "3 2", False),
        ("magician", "3 5", False),
        ("magician", "4 5", True),
    ],
)
def test_magic_users_and_super_heroes_may_save_themselves(troop: str, dice: str, saved: bool) -> None:
    """CM-FANT-BASILISK-01, CM-FANT-WIZARD-02: 6 on two dice, and a lesser magic user has his grade off them."""
    he = blue("he", 1, at=(48, 30), troop=troop)
    played = moving(he, basilisk()).then(march("he", ahead(8)))
    assert [pool.count for pool in played.roll.pools] == [2]
    done = played.then(dice)
    assert done.unit("he").on_table is saved
    told = done.events_of(Checked)[-1]
    assert "CM-FANT-BASILISK-01" in told.rules
    assert told.passed is saved


@pytest.mark.parametrize("troop", ["hero", "red_dragon", "giant", "balrog"])
def test_nobody_else_is_saved(troop: str) -> None:
    """CM-FANT-BASILISK-01."""
    he = blue("he", 1, at=(48, 22.5), troop=troop)
    played = play(field(he, basilisk(), **ON), Petrify("it", ("he",), "gaze"))
    assert not played.unit("he").on_table


def test_who_goes_with_a_unit_is_lost_with_the_last_of_it() -> None:
    """CM-FANT-BASILISK-01."""
    hero = replace(blue("hero", 1, at=(0, 0), troop="hero"), place=Aboard("men"))
    part = play(field(blue("men", 10, at=(48, 22), files=10), hero, basilisk(), **ON), Petrify("it", ("men",), "gaze"))
    assert part.unit("hero").figures == 1
    whole = play(field(blue("men", 3, at=(48, 22), files=3), hero, basilisk(), **ON), Petrify("it", ("men",), "gaze"))
    assert whole.unit("hero").figures == 0


def test_by_written_orders_they_look_where_they_end() -> None:
    """CM-FANT-BASILISK-01, CM-TURN-11: not in the middle of their way."""
    men = blue("men", 4, at=(48, 30), files=4)
    battle = field(men, basilisk(), phase="orders", turn_system="simultaneous", **ON)
    done = play(battle, WriteOrders()).at_once(Planned((march("men", ahead(8)),)), Planned(()))
    assert not done.unit("men").on_table
    by = blue("men", 4, at=(42, 26), facing=EAST, files=4, troop="light_foot")
    past = field(by, basilisk((48, 23.5)), phase="orders", turn_system="simultaneous", **ON)
    there = replace(by, place=by.place_at(replace(by.pose, x=46_000)))
    assert in_danger(past.with_unit(there), past.units["it"], there, "gaze")
    gone = play(past, WriteOrders()).at_once(Planned((march("men", ahead(8)),)), Planned(()))
    assert gone.unit("men").figures == 4


def fight(unit: Unit, it: Unit, **more: Any) -> Battle:
    return field(unit, it, contacts=(locked("men", "it", more.pop("edge", "front")),), phase="melee", **{**ON, **more})


def test_who_fights_it_from_the_front_looks_before_he_strikes() -> None:
    """CM-FANT-BASILISK-01: all of them near enough, and the melee goes on without them."""
    played = play(fight(blue("men", 12, at=(48, 20), files=12), basilisk()), Melees())
    assert played.unit("men").figures < 12
    assert played.roll.purpose.startswith("the melee of")


def test_from_behind_nobody_looks_but_who_touches_it_must_save_himself() -> None:
    """CM-FANT-BASILISK-02: 7 on two dice, after the blows."""
    men = blue("men", 4, at=(48, 20), files=4, facing=NORTH)
    battle = fight(men, basilisk(facing=0), edge="rear")
    assert in_danger(battle, battle.units["it"], men, "gaze") == 0
    played = play(battle, NextMelee())
    struck_it = played.then(" ".join(["1"] * played.roll.pools[0].count))
    touching = in_danger(struck_it.battle, struck_it.unit("it"), struck_it.unit("men"), "touch")
    assert touching == 2
    assert [pool.count for pool in struck_it.roll.pools] == [2] * touching
    done = struck_it.then("3 4 | 3 3")
    assert done.unit("men").figures == 3
    assert "CM-FANT-BASILISK-02" in done.events_of(Checked)[0].rules


@pytest.mark.parametrize(
    ("troop", "need"),
    [
        ("hobbits", 10),
        ("dwarves", 10),
        ("goblins", 10),
        ("orcs", 10),
        ("ent", 10),
        ("giant", 10),
        ("elves", 7),
        ("heavy_foot", 7),
        ("ogres", 7),
        ("red_dragon", 7),
        ("hero", 7),
    ],
)
def test_what_saves_from_its_touch(troop: str, need: int) -> None:
    """CM-FANT-BASILISK-02, CM-FANT-BASILISK-05: its own entry says so, and not that of dragons."""
    unit = blue("men", 1, at=(48, 20), troop=troop, facing=NORTH)
    battle = field(unit, basilisk(facing=0), **ON)
    for dice, saved in ((need, True), (need - 1, False)):
        done = play(battle, Petrify("it", ("men",), "touch"), f"{dice - dice // 2} {dice // 2}")
        assert done.unit("men").on_table is saved


def test_a_slain_basilisk_touches_nobody() -> None:
    """CM-FANT-BASILISK-02, CM-FANT-BASILISK-03: it falls to four hits at once, as a lycanthrope does."""
    men = blue("men", 16, at=(48, 20), files=4, facing=NORTH, troop="armored_foot")
    played = play(fight(men, basilisk(facing=0), edge="rear"), NextMelee())
    count = played.roll.pools[0].count
    assert count >= 4
    slain = played.then(" ".join(["6"] * 4 + ["1"] * (count - 4)))
    assert not slain.unit("it").on_table
    assert slain.unit("men").figures == 16
    alive = played.then(" ".join(["6"] * 3 + ["1"] * (count - 3)))
    assert alive.unit("it").on_table
    assert alive.roll.purpose.startswith("who is saved")


def test_odds_reckon_with_face_and_touch() -> None:
    """CM-FANT-BASILISK-01, CM-FANT-BASILISK-02: captains and the page look before they attack."""
    battle = fight(blue("men", 4, at=(48, 20), files=4), basilisk())
    found = outlook(battle, round_of(battle, melees(battle)[0]))
    assert found["men"].expected == pytest.approx(4.0)
    behind = fight(blue("men", 4, at=(48, 20), files=4, facing=NORTH), basilisk(facing=0), edge="rear")
    found = outlook(behind, round_of(behind, melees(behind)[0]))
    assert found["men"].expected == pytest.approx(2 * 15 / 36)
    assert chance_of_loss(blue("he", 1, at=(9, 9), troop="magician"), 6) == pytest.approx(26 / 36)


# ---------------------------------------------------------------- spiders


def test_a_giant_spider_kills_whom_it_touches_but_on_8() -> None:
    """CM-FANT-SPIDER-01: ordinary figures in contact; their blows and missiles do it no harm."""
    battle = met(ours("giant_spider", 1), theirs("heavy_foot", 3, files=3), since=0, **ON)
    assert struck(battle, "ours", "theirs").dice.total == 0
    assert struck(battle, "theirs", "ours").dice.total == 0
    nature = CREATURES["giant_spider"].nature
    assert nature.has("proof_to_missiles")
    played = play(battle, NextMelee())
    touching = len(played.roll.pools)
    done = played.then(" | ".join(["4 4"] + ["3 4"] * (touching - 1)))
    assert done.unit("theirs").figures == 3 - (touching - 1)
    assert "CM-FANT-SPIDER-01" in done.events_of(Checked)[0].rules


def test_it_fights_fantastic_foes_as_a_lycanthrope() -> None:
    """CM-FANT-SPIDER-01: against a hero 7, and he needs 8; nobody saves himself then."""
    battle = met(ours("giant_spider", 1), theirs("hero", 1), since=0, **ON)
    rolled = round_of(battle, melees(battle)[0])
    assert {(one.unit, one.score.need.total) for one in rolled.duels} == {("ours", 7), ("theirs", 8)}
    played = play(battle, NextMelee()).then("1 1 | 1 1")
    assert played.battle.roll is None or not played.roll.purpose.startswith("who is saved")


def test_cards_tell_of_stone_and_spiders() -> None:
    """CM-FANT-BASILISK-01, CM-FANT-SPIDER-01."""
    for troop, rule in (("basilisk", "CM-FANT-BASILISK-01"), ("giant_spider", "CM-FANT-SPIDER-01")):
        card = CHAINMAIL.card(field(red("it", 1, at=(48, 20), troop=troop), **ON), "it")
        assert card is not None
        assert rule in {one.rule for one in card.stats if one.label in ("Turns to stone", "Kills unless saved")}


def test_the_preview_warns_of_the_face() -> None:
    """CM-FANT-BASILISK-01: of figures that would be stone, and of who may be saved."""
    asked = moving(blue("men", 4, at=(48, 30), files=4), blue("he", 1, at=(30, 30), troop="super_hero"), basilisk())
    notes = CHAINMAIL.preview(asked.battle, asked.decision, march("men", ahead(8))).note
    assert "4 figures of Men would look at It and be stone" in notes
    near = moving(blue("he", 1, at=(48, 30), troop="super_hero"), basilisk())
    assert "saved on 6" in CHAINMAIL.preview(near.battle, near.decision, march("he", ahead(8))).note
    assert "look" not in CHAINMAIL.preview(near.battle, near.decision, march("he", ahead(4))).note


@pytest.mark.parametrize(
    ("at", "foe"),
    [((48, 27), (48, 8)), ((50.5, 24), (48, 8)), ((48.8, 26.9), (48.3, 15)), ((46.6, 26.9), (55.8, 18.8))],
)
def test_a_captain_stays_out_of_its_sight(at: tuple[float, float], foe: tuple[float, float]) -> None:
    """CM-FANT-BASILISK-01: he ends no move before the face, and attacks it from no side where he would look."""
    men = blue("men", 8, at=at, files=4, troop="heavy_foot")
    asked = moving(men, basilisk(), red("foe", 4, at=foe))
    played, captain = asked, ChainmailCaptain()
    for _ in range(3):
        if not played.battle.decisions or played.decision.seat != "blue":
            break
        played = played.then(captain.answer(CHAINMAIL.view(played.battle, "blue"), played.decision))
    assert played.unit("men").figures == 8


def test_its_own_captain_shows_it_to_the_enemy_and_not_to_his_men() -> None:
    """CM-FANT-BASILISK-01."""
    it = basilisk((48, 22))
    men, friends = blue("men", 4, at=(48, 24), files=4), red("friends", 4, at=(48, 24), facing=NORTH, files=4)
    assert not stares_amiss(field(men, it, **ON), it)
    assert stares_amiss(field(friends, it, **ON), it)
    assert stares_amiss(field(men, it, **ON), men)
    assert not stares_amiss(field(men, it, fantasy="off"), men)
