"""`schiltron play --text`: a battle by typed lines at the terminal."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from schiltron.battle.record.journal import Origin
from schiltron.battle.record.proof import verify
from schiltron.battle.record.savefile import read
from schiltron.cli.fault import CommandFault
from schiltron.cli.play_command import play_on_text, play_text
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
    assert {"The Grey Company (Red)> ", "The Levy of Harrowdale (Blue)> "} == set(terminal.prompts)
    assert terminal.said[-1] == "The battle is drawn: by agreement."


def test_a_captain_refuses_a_draw_and_the_person_may_concede() -> None:
    terminal = Terminal("propose draw", "concede")
    assert terminal.play() == 0
    assert "Refused: a draw." in terminal.said


def test_an_illegal_order_is_explained_and_asked_again() -> None:
    terminal = Terminal("place spears at 36 40", "quit")
    assert terminal.play() == 130
    assert any(line.startswith("It cannot be: ") for line in terminal.said)


def test_one_line_moves_several_units() -> None:
    class Marshal(Terminal):
        """Takes what is suggested until units are to be moved, then moves all of them and quits."""

        def ask(self, prompt: str) -> str:
            if "all forward 3" in self.prompts:
                return "quit"
            moving = any("Move a unit" in line for line in self.said[-6:])
            self.prompts.append("all forward 3" if moving else prompt)
            return "all forward 3" if moving else "take 1"

    terminal = Marshal()
    assert terminal.play() == 130
    moved = [line for line in terminal.said if "(Red) move" in line and ": advance" in line]
    assert len(moved) == 4, terminal.said[-12:]


def test_dice_of_ones_own(tmp_path: Path) -> None:
    terminal = Terminal("dice 6 6 | 1 1", "quit")
    assert terminal.play(typed=True, save=tmp_path / "battle.jsonl") == 130
    assert "  2d6 The Grey Company, added up" in terminal.said
    assert any("The Grey Company (Red), 2d6: 12" in line for line in terminal.said)


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
    assert any(line.startswith("The Host of Vaire (Ochre) draws ") and " of " in line[30:] for line in draws)
    assert {line for line in draws if line.startswith("The Pikes")} == {"The Pikes of Uhrwald (Teal) draw a card."}
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


def test_a_kept_battle_is_played_on_from_any_entry(tmp_path: Path) -> None:
    old, new = tmp_path / "old.jsonl", tmp_path / "new.jsonl"
    Terminal(then="take 1").play(save=old)
    written = old.read_bytes()
    terminal = Terminal(then="take 1")
    journal = read(old, {"book_of_war": ruleset("book_of_war")}).journal
    how = {"seed": 5, "typed": False, "save": new, "ask": terminal.ask, "say": terminal.said.append}
    players = {"red": "me", "blue": "captain"}
    assert play_on_text(journal, "old.jsonl", 9, players, **how) == 0  # type: ignore[arg-type]
    assert terminal.said[0] == "Played on from old.jsonl, after entry 9."
    assert old.read_bytes() == written
    loaded = read(new, {"book_of_war": ruleset("book_of_war")})
    assert loaded.journal.header.origin == Origin("old.jsonl", 9)
    assert loaded.journal.entries[:9] == journal.entries[:9]
    assert loaded.journal.entries[9:] != journal.entries[9:]
    verified = verify(loaded)
    assert not verified.problems
    assert verified.rolls


@pytest.mark.parametrize(("entry", "wrong"), [(10_000, "entries"), (-1, "was over there")])
def test_it_is_played_on_only_from_a_moment_there_was(tmp_path: Path, entry: int, wrong: str) -> None:
    old = tmp_path / "old.jsonl"
    Terminal(then="take 1").play(save=old)
    journal = read(old, {"book_of_war": ruleset("book_of_war")}).journal
    wanted = entry if entry > 0 else len(journal.entries)
    with pytest.raises(CommandFault, match=wrong):
        play_on_text(journal, "old", wanted, {"red": "me", "blue": "captain"}, seed=1, typed=False, save=None)


def test_why_tells_what_the_captain_thought_of_his_last_order(tmp_path: Path) -> None:
    terminal = Terminal(*["take 1"] * 8, "why")
    save = tmp_path / "battle.jsonl"
    terminal.play(save=save)
    at = terminal.said.index("The captain's reasons:")
    assert terminal.said[at + 1].startswith("  ")
    assert (tmp_path / "battle.jsonl.reasons").read_text().startswith('{"entry":')


def test_before_a_captain_has_done_anything_there_is_no_why() -> None:
    terminal = Terminal("why")
    terminal.play(blue="me")
    assert any(line.startswith("No captain has done anything yet") for line in terminal.said)
