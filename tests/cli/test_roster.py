"""`schiltron roster`."""

import sys
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.cli.conftest import Command


def text_of(path: Path) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(path.read_bytes())).pages)


def test_of_an_army_and_of_the_sides_of_a_scenario(schiltron: Command, tmp_path: Path) -> None:
    out = tmp_path / "new folder" / "rosters.pdf"
    said = schiltron("roster", "harrow-levy", "--out", out)
    assert said.status == 0
    assert "The Levy of Harrowdale" in said.out
    assert "Harrow Pikes" in text_of(out)
    assert schiltron("roster", "crossroads", "--side", "blue", "--out", out, "--paper", "letter").status == 0
    assert "Glarian Guard" in text_of(out)
    assert "Skullcrushers" not in text_of(out)
    assert schiltron("roster", "crossroads", "--out", out).status == 0
    assert "Skullcrushers" in text_of(out)
    assert "Glarian Guard" in text_of(out)


def test_of_a_list_of_ones_own(schiltron: Command, tmp_path: Path) -> None:
    own, out = tmp_path / "own.toml", tmp_path / "own.pdf"
    own.write_text('ruleset = "battlesystem"\nname = "Mine"\n[[units]]\ntroop = "human_pikemen"\nfigures = 24\n')
    assert schiltron("roster", own, "--out", out).status == 0
    assert "3 rows fight when closed" in text_of(out)


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        (("harow-levy",), "Did you mean harrow-levy?"),
        (("harrow-levy", "--side", "blue"), "an army list, which has no sides"),
        (("open-field", "--side", "green"), "--side green: there is no such side. There are: red, blue."),
        (("nowhere.toml",), "there is no file nowhere.toml"),
    ],
)
def test_what_cannot_be_printed_is_said(
    schiltron: Command, tmp_path: Path, asked: tuple[str, ...], answer: str
) -> None:
    out = tmp_path / "rosters.pdf"
    said = schiltron("roster", *asked, "--out", out)
    assert said.status == 2
    assert answer in said.err
    assert not out.exists()


def test_an_army_that_breaks_rules_is_not_printed(schiltron: Command, tmp_path: Path) -> None:
    own, out = tmp_path / "own.toml", tmp_path / "own.pdf"
    own.write_text('ruleset = "battlesystem"\nname = "Mine"\n[[units]]\ntroop = "human_pikemen"\nfigures = 3\n')
    said = schiltron("roster", own, "--out", out)
    assert said.status == 2
    assert "units[0].figures" in said.err
    assert "BS-2.8-01" in said.err
    own.write_text("this is no list")
    assert "this is not TOML" in schiltron("roster", own, "--out", out).err
    assert "cannot be" in schiltron("roster", "harrow-levy", "--out", "/proc/rosters.pdf").err


def test_without_typst_it_is_said_what_to_install(
    schiltron: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    out = tmp_path / "new folder" / "rosters.pdf"
    said = schiltron("roster", "harrow-levy", "--out", out)
    assert said.status == 2
    assert "Try: pip install 'schiltron[sheets]'." in said.err
    assert "bug" not in said.err
    assert not out.parent.exists()
