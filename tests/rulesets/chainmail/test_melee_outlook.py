"""What a round is likely to do."""

from __future__ import annotations

from itertools import product

import pytest
from msgspec.structs import replace

from schiltron.battle.state.battle import Engagement
from schiltron.rulesets.chainmail.melee.involved import melees
from schiltron.rulesets.chainmail.melee.outlook import Losses, melee_of, outlook
from schiltron.rulesets.chainmail.melee.rounds import round_of
from schiltron.table.contact import Edge
from tests.rulesets.chainmail.fights import fight, met, ours, theirs
from tests.rulesets.chainmail.positions import field


def test_the_chances_are_those_of_the_dice() -> None:
    """CM-MELEE-01: three dice of 5 or more at two figures, all 216 throws through the door."""
    position = met(ours(figures=3), theirs("light_foot", 2))
    frozen = round_of(position, melees(position)[0])
    assert [blow.dice.total for blow in frozen.blows] == [3, 1]
    losses = outlook(position, frozen)["theirs"]
    counted = [0, 0, 0]
    for throw in product((4, 5, 6), repeat=3):
        weight = 1
        for face in throw:
            weight *= 4 if face == 4 else 1
        played = fight(position).then(f"{' '.join(map(str, throw))} | 1")
        counted[2 - played.unit("theirs").figures] += weight
    assert losses.fallen == pytest.approx([number / 216 for number in counted])
    assert losses.destroyed == pytest.approx(counted[2] / 216)
    assert losses.expected == pytest.approx(losses.fallen[1] + 2 * losses.fallen[2])


def test_those_out_of_reach_do_not_fall() -> None:
    """CM-MELEE-03: eight in a file, five of them in it."""
    position = met(ours("armored_foot", 8), theirs(figures=8, files=1))
    losses = outlook(position, round_of(position, melees(position)[0]))["theirs"]
    assert (losses.involved, len(losses.fallen), losses.destroyed) == (5, 6, 0.0)
    assert sum(losses.fallen) == pytest.approx(1)


def test_a_meeting_can_be_imagined() -> None:
    """CM-MELEE-26: from behind nothing comes back."""
    assert melee_of(field(ours(at=(48, 40)), theirs()), "ours") is None
    front, rear = _met_on("front"), _met_on("rear")
    assert front["ours"].expected > rear["ours"].expected == 0
    assert rear["theirs"].expected > front["theirs"].expected


def _met_on(edge: Edge) -> dict[str, Losses]:
    position = field(ours(), theirs())
    there = replace(position, engagements=(Engagement("ours", "theirs", edge, position.turn),))
    return outlook(there, round_of(there, melees(there)[0]))
