"""A captain asked about a position."""

from __future__ import annotations

from schiltron.battle.state.decision import Assigned, PathDrawn
from schiltron.battle.state.manoeuvre import Path
from schiltron.captains.book_of_war.captain import BookOfWarCaptain
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.movement.phase import MovementPhase
from schiltron.rulesets.book_of_war.state import Battle
from tests.captains.asking import Asked
from tests.rulesets.book_of_war.positions import Played

CAPTAIN = Asked(Played, BookOfWarCaptain)
answer, chosen, phase = CAPTAIN.answer, CAPTAIN.chosen, CAPTAIN.phase


def moved(battle: Battle, side: str = "blue") -> tuple[Played, dict[str, Path]]:
    """The movement phase: how it ended, and the path of everybody who moved."""
    played, given = phase(battle, MovementPhase(side))
    return played, {one.actor: one.form.path for one in given if isinstance(one.form, PathDrawn)}


def volleys(battle: Battle, side: str = "blue") -> dict[str, str]:
    """The attack phase: who shoots at whom."""
    _, given = phase(battle, AttackPhase(side))
    return {one.actor: one.form.target for one in given}


def shares(played: Played) -> dict[tuple[str, str], int]:
    said = answer(played)
    assert isinstance(said, Assigned)
    return {(share.item, share.bin): share.count for share in said.shares}
