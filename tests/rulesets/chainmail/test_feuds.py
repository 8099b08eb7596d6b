"""Who fights whom whatever he is told: goblins and dwarves, tribes of orcs, dragons."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import Commanded
from schiltron.battle.state.event import Compelled
from schiltron.battle.state.field import opponents
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.creature_equipment import with_equipment
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.movement.trial_moves import legal_beginning
from schiltron.rulesets.chainmail.obedience.feuds import Brawl, Feuds, feuding
from schiltron.rulesets.chainmail.state import COMPELLED, Unit, with_uncanny
from schiltron.rulesets.chainmail.steps import Compulsions
from schiltron.rulesets.chainmail.walking.enmities import quarry_of
from tests.rulesets.chainmail.positions import EAST, Played, ahead, blue, charge, field, locked, play, red, rules

ON: dict[str, Any] = {"fantasy": "on", "light": "dim", "phase": "first_move", "turn": 3}


def compelled(*units: Unit) -> Played:
    return play(field(*units, **ON), Compulsions("blue"))


# ---------------------------------------------------------------- goblins and dwarves


def test_goblins_go_for_dwarves_in_reach_without_choice() -> None:
    """CM-FANT-GOBLIN-03: nine inches are their charge."""
    near = compelled(blue("goblins", 8, at=(48, 40), troop="goblins"), red("dwarves", 8, at=(48, 32), troop="dwarves"))
    assert near.unit("goblins").own.turn.ordered == COMPELLED
    assert next(event.rules for event in near.events_of(Compelled)) == ("CM-FANT-GOBLIN-03",)
    far = compelled(blue("goblins", 8, at=(48, 40), troop="goblins"), red("dwarves", 8, at=(48, 30.5), troop="dwarves"))
    assert far.unit("goblins").own.turn.ordered == ""
    men = compelled(blue("goblins", 8, at=(48, 40), troop="goblins"), red("men", 8, at=(48, 32)))
    assert men.unit("goblins").own.turn.ordered == ""


def test_goblins_in_melee_stay_there() -> None:
    """CM-FANT-GOBLIN-03."""
    goblins, men = blue("goblins", 8, at=(48, 40), troop="goblins"), red("men", 8, at=(48, 40))
    dwarves = red("dwarves", 8, at=(36, 35), troop="dwarves")
    battle = field(goblins, men, dwarves, contacts=[locked("goblins", "men", "front", 2)], **ON)
    assert play(battle, Compulsions("blue")).unit("goblins").own.turn.ordered == ""


def test_dwarves_are_not_driven_but_attack_nobody_else() -> None:
    """CM-FANT-DWARF-03, CM-FANT-DWARF-04: they stand if they are let, and charge goblins in reach before men."""
    dwarves = blue("dwarves", 8, at=(48, 40), troop="dwarves")
    men, goblins = red("men", 8, at=(48, 33)), red("goblins", 8, at=(57, 36), troop="goblins")
    stands = compelled(dwarves, men, goblins)
    assert stands.unit("dwarves").own.turn.ordered == ""
    battle = field(dwarves, men, goblins, **ON)
    refused = play(battle, Moves("blue")).refusal(charge("dwarves", ahead(7)))
    assert "CM-FANT-DWARF-03" in rules(refused)
    alone = field(dwarves, men, red("goblins", 8, at=(75, 20), troop="goblins"), **ON)
    assert play(alone, Moves("blue"), charge("dwarves", ahead(7))).battle.units["dwarves"].own.turn.charged


def test_nothing_is_suggested_or_tried_at_random_that_they_would_not_do() -> None:
    """CM-FANT-DWARF-03: neither a charge at others nor a march that ends at them."""
    dwarves = blue("dwarves", 8, at=(48, 40), troop="dwarves")
    men, goblins = red("men", 6, at=(45, 33)), red("goblins", 6, at=(51, 33.4), troop="goblins")
    played = play(field(dwarves, men, goblins, **ON), Moves("blue"))
    suggested = list(CHAINMAIL.suggest(played.battle, played.decision))
    drawn = [CHAINMAIL.sample(played.battle, played.decision, Random(seed)) for seed in range(300)]
    charges = [one for one in (*suggested, *drawn) if isinstance(one, Commanded) and one.action == "charge"]
    assert charges
    assert all(CHAINMAIL.preview(played.battle, played.decision, one).legal for one in (*suggested, *drawn))
    for foe, goes in ((red("men", 6, at=(48, 36)), False), (red("goblins", 6, at=(48, 36), troop="goblins"), True)):
        near = field(dwarves, foe, red("other", 6, at=(51, 46), facing=0, troop="goblins"), **ON)
        assert bool(legal_beginning(near, near.units["dwarves"], (ahead(5),), "move")) == goes


# ---------------------------------------------------------------- tribes


def orcs(name: str, tribe: str, at: tuple[float, float], figures: int = 6, side: Any = blue, **more: Any) -> Unit:
    unit = side(name, figures, at=at, troop="orcs", files=figures, **more)
    return replace(unit, own=replace(unit.own, profile=with_equipment(unit.own.profile, {"tribe": tribe}).profile))


def test_tribes_within_a_charge_move_throw_for_peace() -> None:
    """CM-FANT-ORC-03: a die for each pair of unlike kind; 4 or more keeps it."""
    pair = (orcs("red_eyes", "red_eye", (40, 40)), orcs("palms", "white_hand", (54, 40)))
    battle = field(*pair, **ON)
    assert [(one.id, other.id) for one, other in feuding(battle)] == [("palms", "red_eyes")]
    peace = play(battle, Feuds()).then("4")
    assert peace.over
    assert peace.unit("palms").own.turn.ordered == ""
    war = play(battle, Feuds()).then("3")
    assert war.roll.purpose.endswith("turn on one another")


def test_who_has_nothing_to_fall_out_about() -> None:
    """CM-FANT-ORC-02, CM-FANT-ORC-03: one kind, too far apart, in melee, on the other side."""
    alike = field(orcs("one", "mordor", (40, 40)), orcs("two", "mordor", (50, 40)), **ON)
    far = field(orcs("one", "mordor", (30, 40)), orcs("two", "mountains", (50, 40)), **ON)
    foes = field(orcs("one", "mordor", (40, 40)), orcs("two", "mountains", (46, 30), side=red), **ON)
    fighting = field(
        orcs("one", "mordor", (40, 40)),
        orcs("two", "mountains", (50, 40)),
        red("men", 6, at=(40, 40), files=6),
        contacts=[locked("one", "men")],
        **ON,
    )
    for battle in (alike, far, foes, fighting):
        assert not feuding(battle)
        assert play(battle, Feuds()).over


def test_a_brawl_is_a_round_on_the_spot() -> None:
    """CM-FANT-ORC-03: as many of each as there are of the fewer strike; both have had their turn then."""
    battle = field(orcs("one", "mordor", (40, 40), 6), orcs("two", "mountains", (50, 40), 4), **ON)
    brawl = play(battle, Brawl("one", "two", "CM-FANT-ORC-03"))
    assert [pool.count for pool in brawl.roll.pools] == [4, 4]
    done = brawl.then("6 6 1 1 | 6 1 1 1")
    assert (done.unit("one").figures, done.unit("two").figures) == (5, 2)
    assert {done.unit(key).own.turn.ordered for key in ("one", "two")} == {COMPELLED}
    assert not done.battle.engagements


# ---------------------------------------------------------------- dragons


def dragon(**more: Any) -> Unit:
    return blue("ours", 1, troop="red_dragon", **{"at": (20, 30), "facing": EAST, **more})


def other(name: str, troop: str, at: tuple[float, float], side: Any = red) -> Unit:
    return with_uncanny(side(name, 1, at=at, troop=troop), braved=("ours",))


@pytest.mark.parametrize("side", [red, blue])
def test_a_dragon_prefers_dragons_to_giants_to_balrogs(side: Any) -> None:
    """CM-FANT-DRAGON-11: on whichever side, by preference and only then by distance."""
    battle = field(
        dragon(),
        other("worm", "white_dragon", (40, 30), side),
        other("giant", "giant", (30, 34), side),
        other("balrog", "balrog", (25, 24), side),
        **ON,
    )
    assert quarry_of(battle, battle.units["ours"]).id == "worm"  # type: ignore[union-attr]
    fewer = field(dragon(), other("ent", "ent", (24, 30), side), other("roc", "roc", (38, 34), side), **ON)
    assert quarry_of(fewer, fewer.units["ours"]).id == "roc"  # type: ignore[union-attr]


def test_it_hunts_no_farther_than_it_flies_and_no_men() -> None:
    """CM-FANT-DRAGON-11."""
    assert quarry_of(field(dragon(), other("giant", "giant", (50, 30)), **ON), dragon()) is None
    assert (
        quarry_of(field(dragon(), red("men", 8, at=(30, 30)), other("hero", "hero", (30, 40)), **ON), dragon()) is None
    )


def test_it_flies_at_an_enemy_it_hunts() -> None:
    """CM-FANT-DRAGON-11: nobody is asked; it comes down onto him."""
    played = play(field(dragon(), other("giant", "giant", (38, 30)), **ON), Compulsions("blue"))
    assert played.unit("ours").own.turn.ordered == COMPELLED
    assert [foe.id for foe in opponents(played.battle, played.unit("ours"))] == ["giant"]


def test_it_fights_with_those_of_its_own_side() -> None:
    """CM-FANT-DRAGON-11: a round on two dice where they stand."""
    battle = field(dragon(), other("giant", "giant", (30, 30), blue), **ON)
    brawl = play(battle, Compulsions("blue"))
    assert [pool.count for pool in brawl.roll.pools] == [2, 2]
    done = brawl.then("6 6 | 1 1")
    assert done.unit("giant").figures == 0
    assert done.unit("ours").own.turn.ordered == COMPELLED


def test_a_turned_dragon_finds_its_prey_as_well() -> None:
    """CM-FANT-DRAGON-11: whichever way it looks."""
    played = play(field(dragon(facing=200), other("giant", "giant", (38, 37)), **ON), Compulsions("blue"))
    assert [foe.id for foe in opponents(played.battle, played.unit("ours"))] == ["giant"]
