"""A captain asked about a position."""

from __future__ import annotations

from schiltron.battle.state.decision import Assigned, Commanded
from schiltron.captains.by_this_axe.captain import ByThisAxeCaptain
from schiltron.rulesets.by_this_axe.movement.phase import Moves
from schiltron.rulesets.by_this_axe.state import Battle
from tests.captains.asking import Asked
from tests.rulesets.by_this_axe.positions import Played as Play

CAPTAIN = Asked(Play, ByThisAxeCaptain)
answer, chosen, phase = CAPTAIN.answer, CAPTAIN.chosen, CAPTAIN.phase


def moved(battle: Battle, side: str = "blue") -> tuple[Play, list[Commanded]]:
    return phase(battle, Moves(side))


def contacts(played: Play) -> dict[str, tuple[str, str]]:
    """Who came upon whom, and on which edge."""
    return {one.attacker: (one.defender, one.edge) for one in played.battle.engagements if one.touching}


def shares(played: Play, captain: ByThisAxeCaptain | None = None) -> dict[str, int]:
    """What an assignment puts into each bin."""
    said = answer(played, captain)
    assert isinstance(said, Assigned)
    found: dict[str, int] = {}
    for share in said.shares:
        found[share.bin] = found.get(share.bin, 0) + share.count
    return found
