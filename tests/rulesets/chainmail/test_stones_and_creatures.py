"""Catapults and cannon against creatures: whom stones strike, and who is proof against shot (CM-FANT-CATAPULT-01)."""

from __future__ import annotations

import pytest

from schiltron.battle.state.event import Landed
from schiltron.rulesets.chainmail.artillery.outlook import outlook
from schiltron.rulesets.chainmail.artillery.phase import Artillery
from schiltron.rulesets.chainmail.fantasy.stones import SUBJECT, withstands
from schiltron.rulesets.chainmail.troops import TROOPS
from tests.rulesets.chainmail.positions import Played, aim, blue, field, play, red

KILLED: tuple[str, ...] = (
    "hobbits",
    "sprites",
    "dwarves",
    "goblins",
    "elves",
    "orcs",
    "hero",
    "anti_hero",
    "wights",
    "ghouls",
)
KILLED += ("werebear", "werewolf", "ogres", "ent", "roc", "wyvern", "griffon")
IMMUNE: tuple[str, ...] = (
    "super_hero",
    "wizard",
    "sorcerer",
    "wraith",
    "true_troll",
    "balrog",
    "giant",
    "red_dragon",
    "white_dragon",
)
IMMUNE += ("air_elemental", "djinn", "basilisk", "giant_spider")


def lobbed(troop: str, engine: str = "heavy_catapult") -> Played:
    """A stone that comes down on two of them, or on one that fights alone, as it was called."""
    nature = TROOPS[troop].profile.nature
    number = 1 if nature is not None and nature.has("alone") else 2
    thrower = blue("thrower", 4, at=(40, 55), troop=engine)
    position = field(
        thrower, red("them", number, at=(40.3, 24.4), troop=troop), fantasy="on", scatter="called", phase="artillery"
    )
    return play(position, Artillery(("blue",)), aim("thrower", 0, 30))


def test_the_list_is_that_of_the_book() -> None:
    assert len(SUBJECT) == 17
    every = {key for key, one in TROOPS.items() if one.profile.nature is not None}
    assert {key for key in every if not withstands(_of(key))} == set(KILLED)


def _of(troop: str):  # type: ignore[no-untyped-def]
    return red("it", 1, at=(9, 9), troop=troop)


@pytest.mark.parametrize("troop", KILLED)
def test_types_of_the_list_are_killed_outright(troop: str) -> None:
    """However many hits they would take of ordinary men, heroes and ogres included."""
    assert lobbed(troop).unit("them").figures == 0


@pytest.mark.parametrize("troop", IMMUNE)
def test_all_others_are_immune(troop: str) -> None:
    played = lobbed(troop)
    assert played.unit("them").figures == 1
    (landed,) = played.events_of(Landed)
    assert landed.struck == ()
    assert "CM-FANT-CATAPULT-01" in landed.rules


@pytest.mark.parametrize(
    ("troop", "falls"), [("giant", True), ("ogres", True), ("wizard", False), ("red_dragon", False)]
)
def test_cannon_kill_whoever_is_not_proof_against_missiles(troop: str, *, falls: bool) -> None:
    gun = blue("gun", 4, at=(40, 50), troop="heavy_field_gun")
    position = field(gun, red("them", 1, at=(40, 24.4), troop=troop), fantasy="on", phase="artillery")
    for section in ("white", "black"):
        played = play(position, Artillery(("blue",)), aim("gun", 0, 24.8, section), "4")
        if not played.unit("them").figures:
            break
    assert (played.unit("them").figures == 0) is falls


def test_gunners_reckon_with_it() -> None:
    """What a shot promises leaves the immune out."""
    thrower = blue("thrower", 4, at=(40, 55), troop="heavy_catapult")
    for troop, promised in (("ogres", True), ("wizard", False)):
        them = red("them", 1, at=(40.3, 24.4), troop=troop)
        position = field(thrower, them, fantasy="on", scatter="called", phase="artillery")
        form = aim("thrower", 0, 30).form
        assert (outlook(position, thrower, form).foes > 0) is promised  # type: ignore[arg-type]
