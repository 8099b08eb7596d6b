"""Battles that older programs have kept still load, and prove themselves: captains of every book, of some turns.

Those of format 1 were written by the first program. `SCHILTRON_WRITE_TRACES=1 make test-fast` keeps those of today's
format anew; do so only while no program that wrote them is in anybody's hands.
"""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest
from msgspec.structs import replace

import schiltron
from schiltron.battle.door import upgrades
from schiltron.battle.record import savefile
from schiltron.battle.record.journal import Journal
from schiltron.battle.state.battle import FORMAT, AnyBattle
from schiltron.battle.state.chance import Pool

FILES = Path(__file__).parent / "files"
TURNS = {"horse-and-pikes": 5, "wolf-wood": 5, "field-of-lamps": 5, "lairn": 4}
SEED = 7
HASHED = range(2, FORMAT + 1)
"""Formats whose hashes can still be compared."""


def kept(number: int, scenario: str, folder: Path) -> Path:
    """The battle of a format, unpacked."""
    path = folder / f"{scenario}.jsonl"
    path.write_bytes(gzip.decompress((FILES / f"format-{number}" / f"{path.name}.gz").read_bytes()))
    return path


@pytest.mark.skipif(not os.environ.get("SCHILTRON_WRITE_TRACES"), reason="they are kept once")
@pytest.mark.parametrize("scenario", TURNS)
def test_keeping_battles_of_today(scenario: str, tmp_path: Path) -> None:
    short = schiltron.switched(schiltron.load_scenario(scenario), turn_limit=TURNS[scenario])
    journal, path = schiltron.fight(short, seed=SEED), tmp_path / "battle.jsonl"
    schiltron.save_battle(journal, path, schiltron.SealedDice.from_number(SEED).seed)
    packed = gzip.compress(path.read_bytes(), mtime=0)
    folder = FILES / f"format-{FORMAT}"
    folder.mkdir(exist_ok=True)
    (folder / f"{scenario}.jsonl.gz").write_bytes(packed)


def proven(path: Path) -> schiltron.Loaded:
    loaded = schiltron.load_battle(path)
    checked = schiltron.verify(loaded)
    assert checked.problems == ()
    assert checked.rolls > 20
    return loaded


@pytest.mark.parametrize("scenario", TURNS)
@pytest.mark.parametrize("number", HASHED)
def test_a_kept_battle_proves_itself(number: int, scenario: str, tmp_path: Path) -> None:
    assert proven(kept(number, scenario, tmp_path)).notes == ()


@pytest.mark.parametrize(
    ("scenario", "kinds"), [("lily-field", {"march", "all_infantry"}), ("two-crowns", {"unloaded"})]
)
def test_one_of_format_3_proves_itself_where_something_is_at_work(
    scenario: str, kinds: set[str], tmp_path: Path
) -> None:
    """Cards, and what had to be reloaded, stood on units then."""
    loaded = schiltron.load_battle(kept(3, scenario, tmp_path))
    assert (loaded.notes, schiltron.verify(loaded).problems) == ((), ())
    battles = (loaded.journal.battle_at(entry.number) for entry in loaded.journal.entries)
    assert kinds <= {effect.kind for battle in battles for effect in battle.effects.all}


@pytest.mark.parametrize("scenario", TURNS)
def test_one_of_the_first_format_is_played_again_and_says_what_cannot_be_compared(
    scenario: str, tmp_path: Path
) -> None:
    loaded = proven(kept(1, scenario, tmp_path))
    (note,) = loaded.notes
    assert "its states cannot be compared" in note
    schiltron.save_battle(loaded.journal, tmp_path / "anew.jsonl", loaded.seed)
    assert proven(tmp_path / "anew.jsonl").notes == ()


@pytest.mark.parametrize("scenario", TURNS)
def test_a_format_later_it_is_still_compared(scenario: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing but the number has changed: what is written back is what was written."""
    monkeypatch.setattr(upgrades, "FORMAT", FORMAT + 1)
    monkeypatch.setattr(savefile, "BATTLE_FORMAT", FORMAT + 1)
    assert proven(kept(FORMAT, scenario, tmp_path)).notes == ()


@pytest.mark.parametrize("scenario", TURNS)
def test_a_sentence_that_is_put_otherwise_spoils_no_kept_battle(
    scenario: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = kept(FORMAT, scenario, tmp_path)
    usual = Journal._record

    def reworded(self: Journal, order: object, obeyed: schiltron.Obeyed) -> None:  # type: ignore[type-arg]
        usual(self, order, replace(obeyed, battle=worded_otherwise(obeyed.battle)))  # type: ignore[arg-type]

    monkeypatch.setattr(Journal, "_record", reworded)
    journal = schiltron.load_battle(path).journal
    asked = [one.prompt for number in range(1, 20) for one in journal.battle_at(number).decisions]
    assert asked
    assert all(prompt == "What now?" for prompt in asked)


def worded_otherwise(battle: AnyBattle) -> AnyBattle:
    decisions = tuple(replace(one, prompt="What now?") for one in battle.decisions)
    roll = battle.roll and replace(battle.roll, purpose="Throw!", pools=tuple(map(_relabelled, battle.roll.pools)))
    outcome = battle.outcome and replace(battle.outcome, reckoning=())
    return replace(battle, decisions=decisions, roll=roll, outcome=outcome)


def _relabelled(pool: Pool) -> Pool:
    return replace(pool, label="dice")
