"""Cards are drawn by the program also where people type in their own dice, and are told to nobody else."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from schiltron.battle.door.dice import TYPED, SealedDice
from schiltron.battle.record.journal import Journal
from schiltron.battle.record.proof import verify
from schiltron.battle.record.savefile import read
from schiltron.battle.record.savefile_writer import write
from schiltron.battle.state.event import Drew, Rolled
from schiltron.battle.state.order import Dice
from schiltron.battle.words.beats import beats
from schiltron.cli.own_dice import TypedDice
from schiltron.cli.play_command import TextBattle
from schiltron.herald import Herald
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.command.drawing import DrawOrder, KeepCards
from tests.rulesets.by_this_axe.positions import blue, field, hero, red

DICE = SealedDice.from_number(7)


@pytest.fixture
def journal() -> Journal:
    """Both are about to draw, two cards and one."""
    battle = field(
        blue("spears", 8, files=4, at=(30, 30)),
        red("axes", 8, files=4, at=(30, 18)),
        hero("kay", "blue", with_="spears", roles=("general",), leadership=2),
        hero("mordred", "red", with_="axes", roles=("general",), leadership=1),
        command="cards",
        phase="command",
    )
    return Journal.start(BY_THIS_AXE, replace(battle, agenda=(DrawOrder(), KeepCards())), TYPED, DICE.commitment)


def drawn(journal: Journal) -> None:
    """The players' die for who is first, then what the program draws."""
    asked = []
    dice = TypedDice(lambda prompt: asked.append(prompt) or "5 | 2", lambda _line: None, DICE)
    while journal.battle.roll is not None:
        journal.obey(dice.throw(journal.battle.roll, journal.next_number))
    assert len(asked) == 1


def test_typed_dice_ask_for_dice_and_draw_cards_themselves(journal: Journal) -> None:
    drawn(journal)
    assert [hand.count for hand in journal.battle.own.hands] == [2, 1]


def test_two_people_at_a_terminal_throw_their_die_and_hear_that_cards_were_drawn(journal: Journal) -> None:
    said: list[str] = []
    lines = iter(["dice 5 | 2"])
    played = TextBattle(journal, {"blue": "me", "red": "me"}, DICE, lambda _: next(lines), said.append, None, 1)
    while journal.battle.roll is not None:
        order = played._by_itself() or played._typed()
        assert order is not None
        played._carry_out(order)
    assert said.count("Blue draws a card.") == 2
    assert said.count("Red draws a card.") == 1
    assert not [line for line in said if " of " in line]
    assert len([line for line in played.log["blue"] if line.startswith("Blue draws") and " of " in line]) == 2
    assert "Red draws a card." in played.log["blue"]


def test_the_herald_takes_no_typed_draws(journal: Journal) -> None:
    journal.obey(Dice("0", DICE.throw(journal.battle.roll, 1).pools))
    assert journal.battle.roll.drawn
    for seat in ("blue", "red"):
        said = Herald(BY_THIS_AXE, seat).hear("dice 7", BY_THIS_AXE.view(journal.battle, seat))
        assert said.order is None
        assert said.lines == ("These dice are not yours to throw.",)


def test_draws_are_proven_by_the_seed_and_typed_dice_by_nothing(journal: Journal, tmp_path: Path) -> None:
    drawn(journal)
    write(journal, tmp_path / "battle.jsonl", DICE.seed)
    found = verify(read(tmp_path / "battle.jsonl", {"by_this_axe": BY_THIS_AXE}))
    assert (found.rolls, found.problems, found.notes) == (3, (), ("the dice are typed: nothing proves them",))


def test_draws_that_the_seed_does_not_give_are_found(journal: Journal, tmp_path: Path) -> None:
    journal.obey(Dice("0", SealedDice.from_number(8).throw(journal.battle.roll, 1).pools))
    while journal.battle.roll is not None:
        journal.obey(SealedDice.from_number(8).throw(journal.battle.roll, journal.next_number))
    write(journal, tmp_path / "battle.jsonl", DICE.seed)
    found = verify(read(tmp_path / "battle.jsonl", {"by_this_axe": BY_THIS_AXE}))
    assert len(found.problems) == 3


def test_a_battle_told_afterwards_tells_a_draw_once_with_its_card(journal: Journal) -> None:
    drawn(journal)
    entry = next(events for events in journal.events if any(isinstance(event, Drew) for event in events))
    told = list(beats(entry, journal.battle))
    assert [(beat.side, beat.line.text.startswith("Blue draws")) for beat in told] == [("blue", True)]
    assert " of " in told[0].line.text
    public = [event for event in entry if isinstance(event, Drew) and not event.what]
    assert [beat.line.text for beat in beats(public, journal.battle)] == ["Blue draws a card."]
    assert any(isinstance(event, Rolled) for event in entry)
