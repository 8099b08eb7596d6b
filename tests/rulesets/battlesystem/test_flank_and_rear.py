"""Blows at flank and rear (BS-8.3-11), in tidy and in crooked positions."""

from __future__ import annotations

import pytest

from schiltron.rulesets.battlesystem.melee.attack import struck_side
from schiltron.rulesets.battlesystem.melee.eligible import Contact
from schiltron.rulesets.battlesystem.melee.fights import frozen
from schiltron.rulesets.battlesystem.state import Battle, Unit
from schiltron.table.contact import Edge
from tests.rulesets.battlesystem.crooked import CROOKED, Crooked
from tests.rulesets.battlesystem.positions import ORC, blue, field, locked, red


def men(**more) -> Unit:
    """Six files of three, from (45.75, 30) to (50.25, 32.25)."""
    return blue("men", 18, files=6, at=(48, 30), **{"formation": "closed", "shields": True, **more})


def orcs(at: tuple[float, float], facing: float, figures: int = 3, files: int = 3) -> Unit:
    return red("orcs", figures, files=files, at=at, facing=facing, of=ORC, formation="closed", ar=15)


WHERE = {
    "front": ((48, 30), 180),
    "right": ((50.25, 31.125), 270),
    "left": ((45.75, 31.125), 90),
    "rear": ((48, 32.25), 0),
    "front, off-centre": ((50.5, 30), 180),
    "right, off-centre": ((50.25, 32.1), 270),
    "rear, off-centre": ((45.2, 32.25), 0),
}


def worth(battle: Battle) -> int:
    made = frozen(battle, "orcs", "men")
    assert made is not None
    return sum(term.value for term in made.rating.terms if term.rule == "BS-8.3-11")


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize("where", WHERE)
def test_flanks_past_the_shields_and_backs(crooked: Crooked, where: str) -> None:
    """BS-8.3-11: -1 on the flank of those with shields, -2 from behind whatever they carry."""
    at, facing = WHERE[where]
    edge: Edge = where.split(",", maxsplit=1)[0]  # type: ignore[assignment]
    expected = {"front": (0, 0), "left": (-1, 0), "right": (-1, 0), "rear": (-2, -2)}[edge]
    for shields, modifier in zip((True, False), expected, strict=True):
        position = field(men(shields=shields), orcs(at, facing), contacts=[locked("orcs", "men", edge)])
        assert worth(crooked(position)) == modifier


@pytest.mark.parametrize("crooked", CROOKED)
def test_who_looks_all_ways_has_neither(crooked: Crooked) -> None:
    """BS-11.6-03, BS-11.7-04, BS-7.9-04."""
    for stance in ("shield_ring", "set_ring", "all_round"):
        for where in ("right", "rear"):
            at, facing = WHERE[where]
            position = field(men(stance=stance), orcs(at, facing), contacts=[locked("orcs", "men", where)])
            assert worth(crooked(position)) == 0


@pytest.mark.parametrize(
    ("edges", "side"),
    [
        (("front", "front", "right"), "front"),
        (("front", "right", "right"), "flank"),
        (("front", "left", "right"), "flank"),
        (("rear", "rear", "left"), "rear"),
        (("rear", "left", "right"), "flank"),
        (("front", "rear"), "front"),
        (("left", "rear"), "flank"),
        ((), "front"),
    ],
)
def test_the_most_of_the_attackers_decide(edges: tuple[Edge, ...], side: str) -> None:
    """BS-8.3-11: of equals what helps the attacker less."""
    assert struck_side(men(), [Contact(number, "front", edge) for number, edge in enumerate(edges)]) == side
