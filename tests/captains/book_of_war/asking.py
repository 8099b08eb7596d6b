"""A captain asked about a position."""

from __future__ import annotations

from schiltron.battle.decision import Answer, Assigned, Chosen, Commanded, Marched, Planned
from schiltron.battle.manoeuvre import Path
from schiltron.captains.book_of_war.captain import BookOfWarCaptain
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.state import AttackPhase, Battle, MovementPhase, Step
from tests.rulesets.book_of_war.positions import Played, play


def answer(played: Played, captain: BookOfWarCaptain | None = None) -> Answer:
    """What a captain says to the open decision."""
    decision = played.decision
    view = BOOK_OF_WAR.view(played.battle, decision.seat)
    return (captain or BookOfWarCaptain()).answer(view, decision)


def phase(battle: Battle, *steps: Step) -> tuple[Played, list[Commanded]]:
    """A captain plays a phase until dice are due or it is over: how it ended, and what was commanded."""
    captain = BookOfWarCaptain()
    played = play(battle, *steps)
    given: list[Commanded] = []
    while played.battle.decisions:
        said = answer(played, captain)
        if isinstance(said, Planned):
            given += said.commands
        elif isinstance(said, Commanded) and said.actor:
            given.append(said)
        played = played.then(said)
    return played, given


def moved(battle: Battle, side: str = "blue") -> tuple[Played, dict[str, Path]]:
    """The movement phase: how it ended, and the path of everybody who moved."""
    played, given = phase(battle, MovementPhase(side))
    return played, {one.actor: one.form.path for one in given if isinstance(one.form, Marched)}


def volleys(battle: Battle, side: str = "blue") -> dict[str, str]:
    """The attack phase: who shoots at whom."""
    _, given = phase(battle, AttackPhase(side))
    return {one.actor: one.form.target for one in given}


def chosen(played: Played) -> str:
    said = answer(played)
    assert isinstance(said, Chosen)
    return said.keys[0]


def shares(played: Played) -> dict[tuple[str, str], int]:
    said = answer(played)
    assert isinstance(said, Assigned)
    return {(share.item, share.bin): share.count for share in said.shares}
