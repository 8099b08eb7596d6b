"""`schiltron play --text`: a battle by typed lines at the terminal."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from schiltron.battle.proving import verify
from schiltron.battle.savefile import read
from schiltron.cli.fault import CommandFault
from schiltron.cli.play_command import play_text
from schiltron.rulesets import ruleset


class Terminal:
    """Types prepared lines, then the same again and again; remembers what was said."""

    def __init__(self, *lines: str, then: str | None = None) -> None:
        self._lines: Iterator[str] = iter(lines)
        self._then = then
        self.said: list[str] = []
        self.prompts: list[str] = []

    def ask(self, prompt: str) -> str:
        self.prompts.append(prompt)
        line = next(self._lines, self._then)
        if line is None:
            raise EOFError
        return line

    def play(
        self,
        red: str = "me",
        blue: str = "captain",
        *,
        typed: bool = False,
        save: Path | None = None,
        seed: int | None = 3,
    ) -> int:
        players = {"red": red, "blue": blue}
        return play_text(
            "open-field",
            players,
            seed=seed,
            switches=["turn_limit=3"],
            typed=typed,
            save=save,
            ask=self.ask,
            say=self.said.append,
        )


def test_a_whole_battle_against_a_captain_by_typed_lines(tmp_path: Path) -> None:
    terminal = Terminal("look", then="take 1")
    path = tmp_path / "battle.jsonl"
    assert terminal.play(save=path) == 0
    assert any("wins" in line or "drawn" in line for line in terminal.said)
    verified = verify(read(path, {"book_of_war": ruleset("book_of_war")}))
    assert not verified.problems
    assert verified.rolls


def test_two_people_at_one_terminal_are_asked_by_turns_and_agree_on_a_draw() -> None:
    terminal = Terminal("take 1", "propose draw", "agree")
    assert terminal.play(blue="me") == 0
    assert {"red> ", "blue> "} == set(terminal.prompts)
    assert terminal.said[-1] == "The battle is drawn: by agreement."


def test_a_captain_refuses_a_draw_and_the_person_may_concede() -> None:
    terminal = Terminal("propose draw", "concede")
    assert terminal.play() == 0
    assert "Refused: the battle is called drawn." in terminal.said


def test_an_illegal_order_is_explained_and_asked_again() -> None:
    terminal = Terminal("place spears at 36 40", "quit")
    assert terminal.play() == 130
    assert any(line.startswith("It cannot be: ") for line in terminal.said)


def test_dice_of_ones_own(tmp_path: Path) -> None:
    terminal = Terminal("dice 6 6 | 1 1", "quit")
    assert terminal.play(typed=True, save=tmp_path / "battle.jsonl") == 130
    assert "  2d6 The Grey Company, added up" in terminal.said
    assert any("The Grey Company, 2d6: 12" in line for line in terminal.said)


def test_a_captain_nobody_knows_is_refused() -> None:
    with pytest.raises(CommandFault, match="no such captain"):
        Terminal().play(blue="general")


def test_a_battle_with_order_cards_duels_and_characters_by_typed_lines() -> None:
    """By This Axe: nobody hears what the enemy draws."""
    terminal = Terminal("look", then="take 1")
    status = play_text(
        "lily-field",
        {"red": "recruit", "blue": "me"},
        seed=5,
        switches=["turn_limit=4"],
        typed=False,
        save=None,
        ask=terminal.ask,
        say=terminal.said.append,
    )
    assert status == 0
    draws = [line for line in terminal.said if " draw a card" in line or " draws " in line]
    assert any(line.startswith("The Host of Vaire draws ") and " of " in line[24:] for line in draws)
    assert {line for line in draws if line.startswith("The Pikes")} == {"The Pikes of Uhrwald draw a card."}
    assert any(line.startswith("  You hold ") for line in terminal.said)


def test_players_at_a_terminal_add_words_of_their_own_to_the_dice(tmp_path: Path) -> None:
    """The program shows its fingerprint first; who says nothing gets some made."""
    path = tmp_path / "battle.jsonl"
    terminal = Terminal("seven  herons", "", "concede")
    assert terminal.play(blue="me", save=path, seed=None) == 0
    loaded = read(path, {"book_of_war": ruleset("book_of_war")})
    dice = loaded.journal.header.dice
    assert terminal.said[0] == f"Fingerprint of the dice: {dice.commitment}"
    assert [one.seat for one in dice.shares] == ["red", "blue"]
    assert dice.shares[0].secret == "seven herons"
    assert len(dice.shares[1].secret) == 32
    proven = verify(loaded, [dice.commitment], ["seven herons"])
    assert proven.problems == ()
    assert proven.rolls
