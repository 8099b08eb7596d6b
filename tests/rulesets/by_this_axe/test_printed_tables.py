"""Tables of the fantasy supplement and of battles off the table, cell by cell as the book prints them."""

from __future__ import annotations

from typing import Any

import pytest

from schiltron.rulesets.by_this_axe.abilities import ABILITIES
from schiltron.rulesets.by_this_axe.creatures import A_FIGURE, KINDS
from schiltron.rulesets.by_this_axe.off_table.result_table import (
    Clash,
    Verdict,
    loss_modifiers,
    lost_percent,
    verdict_of,
)
from schiltron.rulesets.by_this_axe.powers import prayers, spell_dice

RED_ATTACKS = Clash("red", "blue", "frontal_assault", "stand_and_hold")
WHO = {"A": "red", "D": "blue", "": ""}

RESULTS = """
    D:CV D:CV D:V  D:MV D:MV SM   SK
    D:V  D:V  D:MV SM   SM   SK   A:MV
    D:V  D:MV D:MV SK   SK   A:MV A:MV
    D:MV D:MV SK   SK   A:MV A:MV A:V
    D:MV SK   SM   SM   A:MV A:V  A:V
    SK   SM   A:MV A:MV A:V  A:CV A:CV
"""
RATIOS = (-4, -3, -2, 1, 2, 3, 4)


def test_every_cell_of_the_battle_results() -> None:
    """TA-ABS-81, TA-ABS-82, TA-ABS-83: a row for each face, from 1:4 to 4:1."""
    for die, row in enumerate(RESULTS.split("\n")[1:-1], 1):
        for odds, cell in zip(RATIOS, row.split(), strict=True):
            who, _, code = cell.rpartition(":")
            found = verdict_of(RED_ATTACKS, odds, die)
            assert (found.code, found.winner) == (code, WHO[who]), (die, odds)


@pytest.mark.parametrize(
    ("verdict", "red", "blue"),
    [
        (Verdict("SK"), -7, -7),
        (Verdict("SM"), -2, None),
        (Verdict("MV", "red"), -2, 1),
        (Verdict("MV", "blue"), 1, -2),
        (Verdict("V", "red"), -4, 2),
        (Verdict("V", "blue"), 2, -4),
        (Verdict("CV", "red"), -8, 4),
        (Verdict("CV", "blue"), 4, -8),
    ],
)
def test_what_each_result_adds_to_throws_for_losses(verdict: Verdict, red: int, blue: int | None) -> None:
    """TA-ABS-84, TA-ABS-85, TA-ABS-86, TA-ABS-88, TA-ABS-90: of a stalemate the attacker throws for both."""
    found = loss_modifiers(RED_ATTACKS, verdict)
    assert found == {"red": red, **({} if blue is None else {"blue": blue})}


def test_every_row_of_the_casualties() -> None:
    """TA-ABS-100"""
    assert [lost_percent(roll) for roll in range(1, 14)] == [0, 0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 100]


MONSTERS: list[tuple[str, int, tuple[str, ...], int, int]] = [
    ("Bandits and pirates", 2, (), 5, 20),
    ("Berserkers", 3, ("fanatic",), 5, 20),
    ("Cavemen", 4, (), 5, 20),
    ("Elves", 3, ("camouflage",), 5, 20),
    ("Hobbits", 2, ("small", "marksman"), 7, 28),
    ("Dwarves", 2, ("small", "tough"), 5, 20),
    ("Gnomes", 2, ("small",), 7, 28),
    ("Orcs", 2, (), 5, 20),
    ("Uruk Hai orcs", 3, (), 5, 20),
    ("Hobgoblins", 3, (), 5, 20),
    ("Goblins", 2, ("small",), 7, 28),
    ("Kobolds", 1, ("small",), 7, 28),
    ("Gnolls", 4, ("large",), 5, 20),
    ("Lizardmen", 4, (), 5, 20),
    ("Bugbears", 4, ("large",), 3, 12),
    ("Newhonian ghouls", 4, ("camouflage",), 5, 20),
    ("Serpent men", 4, (), 5, 20),
    ("Skeletons", 2, ("undead",), 5, 20),
    ("Skeleton elite", 3, ("undead",), 5, 20),
    ("Zombies", 3, ("undead", "slow"), 5, 20),
    ("Ghouls", 3, ("undead", "multiple_attacks"), 5, 20),
]


def test_every_row_of_the_monsters() -> None:
    """TA-FANT-C01 to TA-FANT-C21, in the order of the book, each by its own rule."""
    kinds = list(KINDS.values())
    found = [(kind.name, kind.fc, kind.abilities, kind.heads["1:5"], kind.heads["1:20"]) for kind in kinds]
    assert found == MONSTERS
    assert [kind.rule for kind in kinds] == [f"TA-FANT-C{number:02}" for number in range(1, 22)]
    assert {word for kind in kinds for word in kind.abilities} <= set(ABILITIES)


@pytest.mark.parametrize(
    ("role", "small", "great"),
    [
        ("mage", (8, 0), (2, 0)),
        ("wizard", (16, 0), (4, 0)),
        ("priest", (0, 8), (0, 2)),
        ("high_priest", (0, 16), (0, 4)),
        ("champion", (0, 0), (0, 0)),
    ],
)
def test_dice_and_prayers_at_either_scale(role: Any, small: tuple[int, int], great: tuple[int, int]) -> None:
    """TA-FANT-M01, TA-FANT-M02, TA-FANT-P02, TA-FANT-P08"""
    assert (spell_dice([role], "1:5"), prayers([role], "1:5")) == small
    assert (spell_dice([role], "1:20"), prayers([role], "1:20")) == great


def test_great_creatures_in_a_figure() -> None:
    """TA-FANT-C23"""
    assert A_FIGURE == {"1:5": (1, 2), "1:20": (1, 5)}
