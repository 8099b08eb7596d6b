"""A captain asked about a position."""

from __future__ import annotations

from schiltron.battle.decision import Answer, Assigned, Chosen, Commanded, Played
from schiltron.captains.by_this_axe.captain import ByThisAxeCaptain
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.movement.steps import Moves
from schiltron.rulesets.by_this_axe.state import Battle, Step
from tests.rulesets.by_this_axe.positions import Played as Play
from tests.rulesets.by_this_axe.positions import play


def answer(played: Play, captain: ByThisAxeCaptain | None = None) -> Answer:
    """What a captain says to the first open decision."""
    decision = played.battle.decisions[0]
    view = BY_THIS_AXE.view(played.battle, decision.seat)
    return (captain or ByThisAxeCaptain()).answer(view, decision)


def phase(battle: Battle, *steps: Step) -> tuple[Play, list[Commanded]]:
    """A captain plays until dice are due or all is done: how it ended, and what was commanded."""
    captain = ByThisAxeCaptain()
    played = play(battle, *steps)
    given: list[Commanded] = []
    while played.battle.decisions:
        said = answer(played, captain)
        if isinstance(said, Commanded) and said.form is not None:
            given.append(said)
        played = played.then(said)
    return played, given


def moved(battle: Battle, side: str = "blue") -> tuple[Play, list[Commanded]]:
    return phase(battle, Moves(side))


def contacts(played: Play) -> dict[str, tuple[str, str]]:
    """Who came upon whom, and on which edge."""
    return {one.attacker: (one.defender, one.edge) for one in played.battle.engagements if one.touching}


def chosen(played: Play, captain: ByThisAxeCaptain | None = None) -> str:
    said = answer(played, captain)
    assert isinstance(said, Chosen)
    return said.keys[0]


def shares(played: Play, captain: ByThisAxeCaptain | None = None) -> dict[str, int]:
    """What an assignment puts into each bin."""
    said = answer(played, captain)
    assert isinstance(said, Assigned)
    found: dict[str, int] = {}
    for share in said.shares:
        found[share.bin] = found.get(share.bin, 0) + share.count
    return found


def card_played(played: Play) -> Played | None:
    said = answer(played)
    assert isinstance(said, Commanded)
    return said.form if isinstance(said.form, Played) else None
