"""Whatever is wrong with what a player hands in: one clear message, exit status 2, never a traceback."""

from pathlib import Path

import pytest

from tests.cli.conftest import Command

SCENARIO = """
id = "trial"
title = "Trial"
ruleset = "book_of_war"
[table]
width = 6
depth = 4
[sides.red]
edge = "north"
army = "book_of_war/grey-company"
[sides.blue]
edge = "south"
army = "book_of_war/harrow-levy"
"""

BROKEN_SCENARIOS = [
    ("id = [", "line 1"),
    ("", "is missing"),
    (SCENARIO.replace('"book_of_war"\n[table]', '"chess"\n[table]'), "there is no ruleset 'chess'"),
    (SCENARIO.replace("width = 6", 'width = "wide"'), "table.width: found the text 'wide'"),
    (SCENARIO.replace("width = 6", "width = -6"), "table.width"),
    (SCENARIO.replace("width = 6\n", ""), "width is missing"),
    (SCENARIO.replace("depth = 4", "depht = 4"), "did you mean depth?"),
    (SCENARIO.replace("grey-company", "gray-company"), "did you mean"),
    (SCENARIO.replace('edge = "south"', 'edge = "north"'), "opposite edges"),
    (SCENARIO.replace('edge = "south"', 'edge = "up"'), "sides.blue.edge"),
    (SCENARIO + "[options]\nspeed = 3\n", "options.speed"),
    (SCENARIO + '[options]\ndeclare = "never"\n', "options.declare"),
    (SCENARIO + "[deployment]\ndepth = 40\n", "deployment.depth"),
    (SCENARIO + '[[terrain]]\nform = "tile"\nkind = "volcano"\nat = [9, 9]\n', "terrain[0].kind"),
    (SCENARIO + '[[terrain]]\nform = "tile"\nkind = "woods"\nat = [900, 9]\n', "is not on the table"),
]


@pytest.mark.parametrize(("text", "expected"), BROKEN_SCENARIOS)
def test_a_broken_scenario(schiltron: Command, tmp_path: Path, text: str, expected: str) -> None:
    path = tmp_path / "trial.toml"
    path.write_text(text, "utf-8")
    said = schiltron("battle", path, "--quiet")
    _clear(said.status, said.err)
    assert str(path) in said.err
    assert expected in said.err


def test_the_scenario_above_is_whole_where_it_is_not_broken(schiltron: Command, tmp_path: Path) -> None:
    path = tmp_path / "trial.toml"
    path.write_text(SCENARIO, "utf-8")
    said = schiltron("battle", path, "--quiet", "--red", "recruit", "--blue", "recruit", "--option", "turn_limit=1")
    assert (said.status, said.err) == (0, "")


ARGUMENTS = [
    (["battle", "open-feild"], "did you mean open-field?"),
    (["battle", "nowhere.toml"], "there is no file nowhere.toml"),
    (["battle", "open-field", "--blue", "captin"], "--blue captin: there is no such captain. Did you mean captain?"),
    (["battle", "open-field", "--red", "napoleon"], "There are: recruit, lieutenant, captain, marshal"),
    (["battle", "open-field", "--red", "captain:bald"], "Did you mean captain:bold?"),
    (
        ["battle", "three-parishes", "--seat", "ochre=captin"],
        "--seat ochre=captin: there is no such captain.",
    ),
    (["battle", "three-parishes", "--seat", "ocher=captain"], "there is no such side. Did you mean ochre?"),
    (["battle", "three-parishes", "--seat", "ochre"], "a side and who leads it are needed, as in --seat ochre=recruit"),
    (["battle", "open-field", "--seed", "x"], "--seed"),
    (["battle", "open-field", "--seed", "-1"], "--seed"),
    (["battle", "open-field", "--option", "turn_limit"], "--option turn_limit: a switch and its value"),
    (["battle", "open-field", "--option", "=3"], "a switch and its value"),
    (["battle", "open-field", "--option", "turn_limit=soon"], "--option turn_limit: turn_limit takes a number"),
    (["battle", "open-field", "--option", "declare=nothing"], "by_phase or measure_first"),
    (["battle", "open-field", "--option", "speed=fast"], "--option speed: there is no switch 'speed'"),
    (["battle", "open-field", "--option", "victory=luck"], "--option victory"),
    (["battle", "open-field", "--dice", "loaded"], "--dice"),
    (["battle", "open-field", "--save", "/proc/nowhere/battle.jsonl"], "/proc/nowhere/battle.jsonl"),
    (["battle", "open-field", "--html", "/"], "/: this is a folder"),
    (["battle", "open-field", "--save", "x.html", "--html", "x.html"], "both name x.html"),
    (["battle"], "Missing argument"),
    (["battle", "open-field", "extra"], "extra"),
    (["match", "open-field", "--games", "0"], "--games"),
    (["match", "open-field", "--games", "many"], "--games"),
    (["match", "open-field", "--jobs", "0"], "--jobs"),
    (["match", "nowhere"], "there is nothing called 'nowhere'"),
    (["match", "open-field", "--csv", "/"], "/: this is a folder"),
    (["replay", "nowhere.jsonl"], "nowhere.jsonl: the file cannot be read"),
    (["replay", "nowhere.jsonl", "--verify"], "nowhere.jsonl: the file cannot be read"),
    (["replay", "nowhere.jsonl", "--at", "3"], "--svg FILE"),
    (["rules", "--coverage", "chess"], "--coverage chess: there is no such book"),
    (["rules", "BW-99"], "there is no such rule"),
    (["army", "check", "nobody"], "there is nothing called 'nobody'"),
    (["army", "check", "nobody.toml"], "there is no file nobody.toml"),
    (["army", "march"], "march"),
    (["--loud"], "--loud"),
]


@pytest.mark.parametrize(("arguments", "expected"), ARGUMENTS, ids=[" ".join(one) for one, _ in ARGUMENTS])
def test_a_wrong_argument(
    schiltron: Command, arguments: list[str], expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = schiltron(*arguments)
    _clear(said.status, said.err)
    assert expected in said.err
    assert said.out == ""


BROKEN_JOURNALS = [
    (b"", "the file is empty"),
    (b"hello\n", "not a saved battle of Schiltron"),
    (b"\xff\xfe\x00", "not a saved battle of Schiltron"),
    (b"[1, 2]\n", "not a saved battle of Schiltron"),
    (b'{"line":"schiltron journal","format":99,"program":"9.9"}\n', "format 99"),
    (b'{"line":"schiltron journal","format":1,"program":"1","ruleset":"chess"}\n', "'chess' is not known here"),
    (b'{"line":"schiltron journal","format":1,"ruleset":"book_of_war"}\n', "line 1"),
]


@pytest.mark.parametrize(("data", "expected"), BROKEN_JOURNALS)
def test_a_broken_journal(schiltron: Command, tmp_path: Path, data: bytes, expected: str) -> None:
    path = tmp_path / "broken.jsonl"
    path.write_bytes(data)
    said = schiltron("replay", path)
    _clear(said.status, said.err)
    assert str(path) in said.err
    assert expected in said.err


@pytest.mark.parametrize("cut", [1, 2, 10])
def test_a_journal_with_lines_missing(schiltron: Command, kept: Path, tmp_path: Path, cut: int) -> None:
    lines = kept.read_bytes().splitlines(keepends=True)
    path = tmp_path / "gap.jsonl"
    path.write_bytes(b"".join(lines[:cut] + lines[cut + 1 :]))
    said = schiltron("replay", path)
    _clear(said.status, said.err)
    assert f"{path}, line {cut + 1}" in said.err
    assert schiltron("replay", path, "--verify").status == 1


def test_a_folder_is_no_journal(schiltron: Command, tmp_path: Path) -> None:
    said = schiltron("replay", tmp_path)
    _clear(said.status, said.err)
    assert str(tmp_path) in said.err


BROKEN_ARMIES = [
    (b"name = ", "line 1"),
    (b"\xff\xff", "UTF-8"),
    (b'ruleset = "book_of_war"\nname = "x"\nunits = 3\n', "units"),
    (b'ruleset = "book_of_war"\nname = "x"\n', "units"),
    (b'ruleset = "chess"\nname = "x"\nunits = []\n', "there is no ruleset 'chess'"),
    (b'ruleset = "book_of_war"\nname = "x"\nunits = []\n', "the army has no units"),
    (b'ruleset = "book_of_war"\nname = "x"\n[[units]]\ntroop = "orcs"\nfigures = 9\n', "units[0].troop"),
    (b'ruleset = "book_of_war"\nname = "x"\n[[units]]\ntroop = "pikemen"\nfigures = "9"\n', "units[0].figures"),
]


@pytest.mark.parametrize(("data", "expected"), BROKEN_ARMIES)
def test_a_broken_army(schiltron: Command, tmp_path: Path, data: bytes, expected: str) -> None:
    path = tmp_path / "army.toml"
    path.write_bytes(data)
    said = schiltron("army", "check", path)
    _clear(said.status, said.err)
    assert str(path) in said.err
    assert expected in said.err


def _clear(status: int, message: str) -> None:
    assert status == 2
    assert message.startswith("schiltron: ")
    assert "Traceback" not in message
    assert "This is a bug" not in message
    assert len(message.splitlines()) <= 6
