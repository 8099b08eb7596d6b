"""Texts keep to the word list: what docs/words.md does not want to be said is said nowhere."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TEXTS = [
    *(ROOT / "src" / "schiltron").rglob("*.py"),
    *(ROOT / "src" / "schiltron").rglob("switches.toml"),
    *(ROOT / "src" / "schiltron" / "lessons").rglob("*.toml"),
    *(one for kind in ("*.ts", "*.svelte") for one in (ROOT / "web" / "src").rglob(kind)),
]
FORBIDDEN = {
    r"f?[\"`][^\"`\n]*\bin command of \{": "under the command of",
    r"passed with \{": "to pass",
    r"stands as after entry": "is undone",
    r"(?:\bthings?|\"thing\"\)\}) against it\b(?=[^\n]*[\"`<])": "it cannot be",
    r"by rule and not by order": "as the rules demand",
    r"\bside [12]\b": "the side's name",
    r"\bfalls with \{": "that … falls",
    r"f\"[^\"\n]*\b(?:rall\w+|holds?|goes on|wound|back|obeys?|heeds?) with \{percent": "55% to pass",
    r"is called drawn": "a draw",
    r"Right would be": "Try",
    r"[\"`. ]As: [a-z{]": "For example",
    r"fought of themselves": "by themselves",
    r"(?:refuse|Reason)\(f?\"who (?:has|is|looks)\b": "a unit that",
    r"[\"` ](?:light|medium|heavy|half|no|without|\{armour\}) armor\b": "armour",
    r"(?:your|a player's) time (?:is|was) out\b|was out of time": "time ran out",
    r"\d+ %[\"`<]": "95%",
}


@pytest.mark.parametrize("wrong", FORBIDDEN)
def test_what_the_word_list_forbids_is_said_nowhere(wrong: str) -> None:
    pattern = re.compile(wrong)
    found = [
        f"{one.relative_to(ROOT)}:{number}: {line.strip()}"
        for one in TEXTS
        for number, line in enumerate(one.read_text("utf-8").splitlines(), 1)
        if pattern.search(line)
    ]
    assert found == [], f"say: {FORBIDDEN[wrong]}"


def test_the_word_list_names_what_is_forbidden() -> None:
    listed = (ROOT / "docs" / "words.md").read_text("utf-8")
    for phrase in ("in command of", "passed with", "by rule and not by order", "1 figures", "side 1"):
        assert phrase in listed
