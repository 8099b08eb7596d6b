"""Commanders who cast a spell give up their command for the round (BS-9.2-02)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.door.ruleset import Obeyed
from schiltron.battle.state.decision import Choose, Chosen
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.event import Declared
from schiltron.battle.state.order import Agree, Amend, Propose, Reply
from schiltron.battle.state.view import heard_by
from schiltron.captains.battlesystem.captain import BattlesystemCaptain
from schiltron.rulesets.battlesystem.book import BATTLESYSTEM
from schiltron.rulesets.battlesystem.command.spells import spell_casters
from schiltron.rulesets.battlesystem.in_command import entitled, in_command
from schiltron.rulesets.battlesystem.state import Rout, Unit
from schiltron.rulesets.battlesystem.steps import BeginRound
from tests.rulesets.battlesystem.positions import MAN, Played, blue, choose, field, person, play, red, rules


def mage(name: str = "mage", side: str = "blue", kind: str = "magic_user", level: int = 6, **more: Any) -> Unit:
    usual = {"rank": "unit", "with_": "men" if side == "blue" else "orcs", "radius": 9}
    return person(name, side, of=replace(MAN, fights_as=(kind, level)), **{**usual, **more})


def begun(*more: Unit, **options: Any) -> Played:
    units = (
        blue("men", 12, files=6, at=(24, 30), formation="closed", ml=12),
        red("orcs", 12, files=6, at=(24, 8), ml=12),
        *more,
    )
    switches: dict[str, Any] = {"spells": "declared", **options}
    return play(field(*units, turn=4, order=(), movers=(), **switches), BeginRound())


def test_who_casts_a_spell_does_not_command_in_the_round() -> None:
    """BS-9.2-02, BS-7.6-02: asked before anything else of the round; closed ranks open, nobody is rallied by him."""
    asked = begun(mage())
    assert asked.decision.rules == ("BS-9.2-02",)
    assert asked.battle.turn == 5
    cast = asked.then(choose("mage"))
    assert [(event.unit, event.rules) for event in cast.events_of(Declared)] == [("mage", ("BS-9.2-02",))]
    assert cast.roll.unequal, "initiative comes after it"
    assert not in_command(cast.battle, cast.unit("men"))
    assert cast.unit("men").own.formation == "open"
    assert entitled(cast.battle, cast.unit("men")) == []
    kept = asked.then(Chosen(()))
    assert in_command(kept.battle, kept.unit("men"))
    assert kept.unit("men").own.formation == "closed"


def test_the_next_round_he_commands_again() -> None:
    """BS-9.2-02."""
    cast = begun(mage()).then(choose("mage"))
    later = play(cast.battle, BeginRound(), Chosen(()))
    assert in_command(later.battle, later.unit("men"))


@pytest.mark.parametrize(
    ("kind", "level", "more", "asked"),
    [
        ("magic_user", 1, {}, True),
        ("illusionist", 6, {}, True),
        ("cleric", 5, {}, True),
        ("druid", 5, {"rank": "army", "at": (30, 30), "with_": ""}, True),
        ("magic_user", 0, {}, False),
        ("fighter", 9, {}, False),
        ("thief", 9, {}, False),
        ("cleric", 5, {"rank": "hero"}, False),
        ("cleric", 5, {"rout": Rout(0, 1)}, False),
    ],
)
def test_commanders_who_know_spells_are_asked(kind: str, level: int, more: dict[str, Any], *, asked: bool) -> None:
    """BS-9.2-02: heroes have no command to lose."""
    played = begun(mage(kind=kind, level=level, **more))
    assert bool(spell_casters(played.battle, "blue")) is asked
    assert (played.battle.roll is None) is asked


def test_nobody_in_a_rout_is_asked() -> None:
    """BS-9.2-02: with a unit that runs he commands nobody."""
    men = blue("men", 12, files=6, at=(24, 30), rout=Rout(0, 1), astray="rout")
    battle = field(men, red("orcs", 12, files=6, at=(24, 8)), mage(), turn=4, spells="declared")
    assert spell_casters(battle, "blue") == []


def test_without_agreement_nobody_is_asked_and_players_may_agree_on_it_in_mid_battle() -> None:
    """BS-9.2-02, BS-0.0-04."""
    plain = begun(mage(), spells="off")
    assert plain.battle.roll is not None
    proposed = BATTLESYSTEM.obey(plain.battle, Propose("blue", Amend("spells", "declared")))
    assert isinstance(proposed, Obeyed)
    agreed = BATTLESYSTEM.obey(proposed.battle, Agree("red", proposed.battle.proposals[0].id, agrees=True))
    assert isinstance(agreed, Obeyed)
    assert play(agreed.battle, BeginRound()).decision.rules == ("BS-9.2-02",)


def test_both_sides_declare_at_once_and_unseen() -> None:
    """BS-9.2-02: whichever is first on the roster."""
    for order in ((mage(), mage("witch", "red")), (mage("witch", "red"), mage())):
        asked = begun(*order)
        assert [one.seat for one in asked.battle.decisions] == ["blue", "red"]
        assert all(isinstance(one, Choose) and one.sealed for one in asked.battle.decisions)
        seen = []
        for answer in (Chosen(("mage",)), Chosen(())):
            decision = asked.decision_of("blue")
            obeyed = BATTLESYSTEM.obey(asked.battle, Reply("blue", decision.id, answer))
            assert isinstance(obeyed, Obeyed)
            seen.append((encode(BATTLESYSTEM.view(obeyed.battle, "red")), heard_by(obeyed.events, "red")))
        assert seen[0] == seen[1]
        both = asked.at_once(Chosen(("mage",)), Chosen(("witch",)))
        assert not in_command(both.battle, both.unit("orcs"))


def test_nobody_else_is_named() -> None:
    """BS-9.2-02."""
    asked = begun(mage(), mage("witch", "red"))
    assert rules(asked.refusal(choose("witch"), "blue")) == {"BS-9.2-02"}


def test_card_and_captain_know_of_it() -> None:
    """BS-9.2-02: what a spell does is not the program's, so a captain keeps his command."""
    asked = begun(mage())
    assert BattlesystemCaptain().answer(asked.battle, asked.decision) == Chosen(())
    cast = asked.then(choose("mage"))
    assert any("casts a spell" in note.text for note in BATTLESYSTEM.card(cast.battle, "mage").notes)
    assert not any("casts a spell" in note.text for note in BATTLESYSTEM.card(asked.battle, "mage").notes)
    shown = BATTLESYSTEM.preview(asked.battle, asked.decision, choose("mage"))
    assert shown.note == "out of command for the round: Men"
