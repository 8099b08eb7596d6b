"""Who singles out whom in a melee, and heroes who leave their command to fight alone."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.play.agenda import Scene
from schiltron.battle.state.battle import Engagement
from schiltron.battle.state.decision import FINISH, Aimed, Commanded
from schiltron.battle.state.event import Declared, Fell, Struck
from schiltron.battle.state.field import opponents
from schiltron.battle.state.unit import Aboard
from schiltron.battle.words.sentences import tell
from schiltron.captains.chainmail.captain import ChainmailCaptain
from schiltron.herald.answers import typed_answer
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.losses import remove
from schiltron.rulesets.chainmail.melee.challenges import SINGLE_OUT, Challenges
from schiltron.rulesets.chainmail.melee.rounds import Melees
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.state import Battle, Unit, with_turn, with_uncanny
from schiltron.rulesets.chainmail.steps import Walk
from schiltron.table.outline import overlapping
from tests.rulesets.chainmail.crooked import LOOKS, Look
from tests.rulesets.chainmail.positions import Played, ahead, blue, field, locked, march, play, red, rules

ON: dict[str, Any] = {"fantasy": "on", "light": "dim", "phase": "melee"}


def rider(name: str, host: str, troop: str = "hero", *, side: str = "blue", **more: Any) -> Unit:
    make = blue if side == "blue" else red
    return replace(make(name, 1, at=(0, 0), troop=troop, **more), place=Aboard(host))


def melee(
    *more: Unit,
    troop: str = "hero",
    look: Look = LOOKS[0],
    foe: Unit | None = None,
    contacts: tuple[Engagement, ...] = (),
) -> Battle:
    """Six heavy foot with a hero in their ranks against a giant, unless others are named."""
    ours = blue("ours", 6, at=(40, 30), files=6)
    theirs = foe or red("theirs", 1, at=(40, 30), troop="giant")
    battle = field(
        ours, rider("hero", "ours", troop), theirs, *more, contacts=contacts or (locked("ours", "theirs"),), **ON
    )
    return look.at(battle)


def out(unit: str, target: str) -> Commanded:
    return Commanded(unit, SINGLE_OUT, Aimed(target))


def labels(played: Played) -> dict[str, int]:
    found: dict[str, int] = {}
    for pool in played.roll.pools:
        found[pool.label] = found.get(pool.label, 0) + pool.count
    return found


# ---------------------------------------------------------------- who is asked


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_a_giant_is_asked_whether_he_singles_out_the_hero(look: Look) -> None:
    """CM-FANT-HERO-05: the hero rolls two dice back at him, and his men strike as before; without a word the giant
    strikes at the men."""
    played = play(melee(look=look), Melees())
    assert played.decision.seat == "red"
    assert played.decision.actors == ("theirs",)
    assert set(played.decision.rules) == {"CM-FANT-HERO-05", "CM-FANT-HERO-06"}
    chosen = played.then(out("theirs", "hero"))
    assert labels(chosen) == {"Ours against Theirs": 3, "Hero against Theirs": 2, "Theirs against Hero": 2}
    (said,) = chosen.events_of(Declared)
    assert (said.unit, said.target, said.rules) == ("theirs", "hero", ("CM-FANT-HERO-05",))
    assert "singles out Hero" in tell(said, chosen.battle)
    plain = played.then(FINISH)
    assert "Theirs against Hero" not in labels(plain)
    assert labels(plain)["Theirs against Ours"] > 6


def test_the_hero_may_fall_alone_and_his_men_live() -> None:
    """CM-FANT-HERO-05, CM-FANT-HERO-04: 7 and more kills him, though his six men stand."""
    played = play(melee(), Melees(), out("theirs", "hero"))
    pools = [pool.label for pool in played.roll.pools]
    dice = {"Ours against Theirs": "1 1 1", "Hero against Theirs": "1 1", "Theirs against Hero": "6 6"}
    fought = played.then(" | ".join(dice[label] for label in pools))
    assert fought.unit("hero").figures == 0
    assert fought.unit("ours").figures == 6
    assert [event.unit for event in fought.events_of(Fell)] == ["hero"]
    assert any(event.target == "hero" and event.unit == "theirs" for event in fought.events_of(Struck))


def test_of_a_formation_one_figure_singles_him_out() -> None:
    """CM-FANT-HERO-05: of four ogres three go on against the men."""
    ogres = red("theirs", 4, at=(40, 30), troop="ogres", files=4)
    played = play(melee(foe=ogres), Melees())
    plain, chosen = labels(played.then(FINISH)), labels(played.then(out("theirs", "hero")))
    assert chosen["Theirs against Hero"] == 2
    assert chosen["Theirs against Ours"] == plain["Theirs against Ours"] * 3 // 4


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_heroes_in_the_ranks_of_both_sides_meet(look: Look) -> None:
    """CM-FANT-HERO-05, CM-FANT-HERO-06: neither fights with his unit then; both are asked, and one word is enough."""
    foe = red("theirs", 6, at=(40, 30), files=6)
    battle = melee(rider("mordred", "theirs", side="red"), foe=foe, look=look)
    played = play(battle, Melees())
    assert [played.decision.actors] == [("hero",)]
    chosen = played.then(out("hero", "mordred"))
    assert chosen.decision.seat == "red"
    assert labels(chosen.then(FINISH)) == {
        "Ours against Theirs": 6,
        "Theirs against Ours": 6,
        "Hero against Mordred": 2,
        "Mordred against Hero": 2,
    }
    neither = labels(played.then(FINISH, FINISH))
    assert neither["Hero against Theirs"] == 4
    assert "Hero against Mordred" not in neither


def test_out_of_the_ranks_he_turns_to_another_foe() -> None:
    """CM-FANT-HERO-06: where his men fight goblins and an ogre at once."""
    goblins = red("goblins", 6, at=(40, 30), troop="goblins", files=6)
    ogre = red("theirs", 1, at=(43.5, 30), troop="ogres")
    pairs = (locked("ours", "goblins"), locked("ours", "theirs"))
    played = play(melee(goblins, foe=ogre, contacts=pairs), Challenges(("blue", "red")))
    assert played.decision.actors == ("hero",)
    assert played.refusal(out("hero", "goblins"))
    assert played.then(out("hero", "theirs")).unit("hero").own.turn.singles_out == "theirs"


def test_who_is_not_asked() -> None:
    """CM-FANT-HERO-05: ordinary troops, those far off, the paralysed, and who has spoken; nobody without the
    supplement."""
    assert play(melee(foe=red("theirs", 6, at=(40, 30), files=6)), Challenges(("blue", "red"))).over
    far = red("far", 1, at=(60, 10), troop="giant")
    assert play(melee(far), Challenges(("red",))).decision.actors == ("theirs",)
    battle = melee()
    numb = with_uncanny(battle.units["theirs"], held=1)
    assert play(battle.with_unit(numb), Challenges(("red",))).over
    spoken = battle.with_unit(with_turn(battle.units["theirs"], singles_out="hero"))
    assert play(spoken, Challenges(("red",))).over
    no_table = melee(rider("kay", "ours", "army_commander"), foe=red("theirs", 1, at=(40, 30), troop="giant"))
    refused = play(no_table, Challenges(("red",))).refusal(out("theirs", "kay"))
    assert "CM-FANT-HERO-05" in rules(refused)


@pytest.mark.parametrize("target", ["ours", "theirs", "nobody"])
def test_whom_nobody_singles_out(target: str) -> None:
    """CM-FANT-HERO-05: a unit, oneself, nobody at all; nor is another's figure ordered about."""
    played = play(melee(), Challenges(("red",)))
    assert rules(played.refusal(out("theirs", target))) >= {"CM-FANT-HERO-05"}
    assert rules(played.refusal(out("hero", "theirs"))) >= {"CM-FANT-HERO-05"}


def test_each_is_told_once_and_by_his_own_side() -> None:
    """CM-FANT-HERO-05"""
    foe = red("theirs", 6, at=(40, 30), files=6)
    both = rider("mordred", "theirs", side="red"), rider("kay", "ours")
    played = play(melee(*both, foe=foe), Challenges(("blue", "red")))
    assert "CM-FANT-HERO-05" in rules(played.refusal(out("mordred", "hero")))
    told = played.then(out("hero", "mordred"))
    assert told.decision.actors == ("kay",)
    assert "CM-FANT-HERO-05" in rules(told.refusal(out("hero", "mordred")))


# ---------------------------------------------------------------- shown, typed, and played by captains


def test_what_comes_of_it_is_shown_before() -> None:
    """CM-FANT-HERO-05, CM-FANT-FCT-03: the giant kills him on 7 or more, he the giant on 12."""
    played = play(melee(), Challenges(("red",)))
    view = CHAINMAIL.view(played.battle, "red")
    (entry,) = CHAINMAIL.menu(view, played.decision, "theirs")
    assert (entry.label, entry.rule) == ("Single out", "CM-FANT-HERO-05")
    (target,) = CHAINMAIL.targets(view, played.decision, "theirs")
    assert target.unit == "hero"
    assert target.odds is not None
    assert target.odds.losses[1] == pytest.approx(21 / 36)
    assert target.beside[0].losses[1] == pytest.approx(1 / 36)
    shown = CHAINMAIL.preview(view, played.decision, out("theirs", "hero"))
    assert shown.odds == target.odds
    assert "driven back" in shown.odds.note  # type: ignore[union-attr]


def test_it_is_typed() -> None:
    """CM-FANT-HERO-05"""
    played = play(melee(), Challenges(("red",)))
    view = CHAINMAIL.view(played.battle, "red")
    assert typed_answer(CHAINMAIL, view, played.decision, "theirs single out hero") == out("theirs", "hero")


def test_captains_single_out_whom_they_are_likely_to_kill() -> None:
    """CM-FANT-HERO-05: a giant does, a hero leaves a giant alone whom his men fight besides goblins."""
    played = play(melee(), Challenges(("red",)))
    answer = ChainmailCaptain(1).answer(CHAINMAIL.view(played.battle, "red"), played.decision)
    assert answer == out("theirs", "hero")
    goblins = red("goblins", 6, at=(40, 30), troop="goblins", files=6)
    pairs = (locked("ours", "goblins"), locked("ours", "theirs"))
    giant = red("theirs", 1, at=(44, 30), troop="giant")
    both = play(melee(goblins, foe=giant, contacts=pairs), Challenges(("blue",)))
    assert ChainmailCaptain(1).answer(CHAINMAIL.view(both.battle, "blue"), both.decision) == FINISH


# ---------------------------------------------------------------- away from his command


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize("troop", ["hero", "super_hero"])
def test_a_hero_leaves_his_command_to_fight_alone(look: Look, troop: str) -> None:
    """CM-FANT-HERO-06: out of the ranks and up to a balrog, whom he fights on two dice; his men stay where they are."""
    balrog = with_uncanny(red("theirs", 1, at=(40, 20), troop="balrog"), braved=("hero",))
    battle = look.at(field(blue("ours", 6, at=(40, 30), files=6), rider("hero", "ours", troop), balrog, **ON))
    moving = play(replace(battle, phase="first_move"), Moves("blue"))
    entry = next(one for one in CHAINMAIL.menu(moving.battle, moving.decision, "hero") if one.name == "advance")
    assert (entry.label, entry.rule) == ("Leave", "CM-FANT-HERO-06")
    gone = moving.then(march("hero", ahead(11.5)))
    hero = gone.unit("hero")
    assert not hero.host
    assert [foe.id for foe in opponents(gone.battle, hero)] == ["theirs"]
    assert look.place(gone.unit("ours")) == look.place(battle.units["ours"])
    fought = play(replace(gone.battle, agenda=(), decisions=(), phase="melee"), Melees())
    assert labels(fought) == {"Hero against Theirs": 2, "Theirs against Hero": 2}


def test_he_goes_back_to_his_men_later() -> None:
    """CM-FANT-HERO-06: joining is told by that rule."""
    battle = field(blue("ours", 6, at=(40, 30)), blue("hero", 1, at=(40, 36), troop="hero"), **ON)
    moving = play(replace(battle, phase="first_move"), Moves("blue"))
    joins = next(one for one in CHAINMAIL.menu(moving.battle, moving.decision, "hero") if one.label == "Join")
    assert joins.rule == "CM-FANT-HERO-06"
    shown = CHAINMAIL.preview(moving.battle, moving.decision, Commanded("hero", "join", Aimed("ours")))
    assert "CM-FANT-HERO-06" in {rule for note in shown.notes for rule in note.rules}
    assert moving.then(Commanded("hero", "join", Aimed("ours"))).unit("hero").host == "ours"


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_who_meets_an_enemy_in_the_midst_of_friends_steps_back_out_of_them(look: Look) -> None:
    """CM-SCALE-04, CM-HIST-32: where it is not as it was when he set out; in front of them he fights."""
    hero = blue("hero", 1, at=(40, 33), troop="hero")
    friends = blue("friends", 6, at=(40, 30), files=6)
    for before, fights in ((0.2, False), (1.5, True)):
        battle = look.at(field(hero, friends, red("foe", 6, at=(40, 30 - before), files=6), **ON))
        went = play(replace(battle, phase="first_move"), Walk("hero", (ahead(8),), "move"))
        there = went.unit("hero")
        assert bool(opponents(went.battle, there)) == fights
        assert not any(overlapping(there.outline, one.outline, 40) for one in (went.unit("friends"), went.unit("foe")))


@pytest.mark.parametrize("heading", [0, 45, 81, 90, 135, 180])
def test_whose_unit_is_gone_at_the_edge_of_the_table_stands_on_it(heading: float) -> None:
    """CM-HIST-33, CM-SETUP-01: before the place of his men, if there is none behind it."""
    men = blue("ours", 2, at=(0.9, 30), facing=heading, files=2)
    battle = field(men, rider("hero", "ours", "wraith"), red("foe", 4, at=(60, 40)), **ON)
    scene = Scene(battle, CHAINMAIL.lapses)
    remove(scene, "ours", "destroyed", ("CM-MELEE-01",))
    assert scene.battle.table.holds(scene.unit("hero").outline)
    assert scene.unit("hero").on_table
