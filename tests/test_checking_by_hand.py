"""What docs/checking-the-dice.md tells a sceptic to type proves an honest battle and finds a changed one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from schiltron.battle.door.dice import DiceShare, SealedDice
from schiltron.battle.record.journal import Journal
from schiltron.battle.record.savefile_writer import write
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Concede
from schiltron.muster import load_scenario, prepare
from schiltron.rulesets import ruleset

PAGE = Path(__file__).parents[1] / "docs" / "checking-the-dice.md"
SHARES = (DiceShare("red", "roses"), DiceShare("blue", "violets"))


def battle(path: Path, shares: tuple[DiceShare, ...]) -> SealedDice:
    """Initiative is diced for, and Red gives up."""
    dice = SealedDice(bytes(range(32)), shares)
    book = ruleset("book_of_war")
    journal = Journal.start(book, prepare(load_scenario("open-field")), dice.kind, dice.commitment, shares)
    roll = journal.battle.roll
    assert roll is not None
    for order in (dice.throw(roll, 1), Concede("red")):
        assert not isinstance(journal.obey(order), Illegal)
    write(journal, path, dice.seed)
    return dice


@pytest.mark.parametrize("shares", [SHARES, ()], ids=["with players' secrets", "the seed alone"])
def test_the_page_proves_an_honest_battle(
    shares: tuple[DiceShare, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    dice = battle(tmp_path / "battle.jsonl", shares)
    monkeypatch.chdir(tmp_path)
    said = typed(capsys)
    assert said[0] == f"True {dice.commitment}"
    number, recorded, reckoned = re.fullmatch(r"(\d+) (\[.*?\]) (\[.*?\])", said[-1]).groups()  # type: ignore[union-attr]
    assert number == "1"
    assert recorded == reckoned
    assert not [line for line in said if line.startswith("changed")]


def test_the_page_finds_a_changed_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "battle.jsonl"
    battle(path, SHARES)
    path.write_bytes(path.read_bytes().replace(b'"faces":[', b'"faces":[6,', 1))
    monkeypatch.chdir(tmp_path)
    assert "changed: 2" in typed(capsys)


def typed(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What the page's own lines print."""
    code = "\n".join(re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL))
    exec(compile(code, str(PAGE), "exec"), {})
    return capsys.readouterr().out.splitlines()
