"""Pictures of a ready battle: both armies drawn up, Red on the near side."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import fmean
from typing import Final

from schiltron.battle.door.dice import FastDice
from schiltron.battle.state.drawn import drawn_units
from schiltron.captains.play import play
from schiltron.captains.roster import captain_named, quickest
from schiltron.drawing.half_turn import drawn_half_turned, half_turned
from schiltron.drawing.svg import Drawn
from schiltron.muster import Scenario, prepare
from schiltron.muster.preparing import table_size
from schiltron.rulesets import ruleset
from schiltron.server.catalogue_payloads import GroundShown
from schiltron.table.edges import Board
from schiltron.table.outline import outline

PICTURE_WIDTH: Final = 960


def drawn_up(scenario: Scenario) -> tuple[Board, list[Drawn]] | None:
    """The table with the armies as two captains would draw them up, seen from the first side's seat; None if there is
    no table."""
    if scenario.table is None:
        return None
    battle = prepare(scenario)
    book = ruleset(scenario.ruleset)
    best = quickest(book.name)
    captains = {seat.id: captain_named(best, book, place) for place, seat in enumerate(battle.seats)}
    begun = play(book, battle, captains, FastDice(Random(0)), to_the_end=False)
    board, bodies = begun.board or Board(*table_size(scenario.table)), drawn_units(begun)
    if _depth(bodies, second=False) >= _depth(bodies, second=True):
        return board, bodies
    return half_turned(board), [drawn_half_turned(board, one) for one in bodies]


def _depth(bodies: Sequence[Drawn], *, second: bool) -> float:
    """How far down the page a side stands. The second side's bases are the open ones."""
    return fmean(one.pose.y for one in bodies if one.open == second)


def ground_of(board: Board, bodies: Sequence[Drawn]) -> GroundShown:
    """The ground that both armies stand on."""
    corners = [
        corner for one in bodies for rect in outline(one.pose, one.body, one.count).rects for corner in rect.corners
    ] or [(0, 0), (board.width, board.depth)]
    return GroundShown(
        left=round(min(x for x, _ in corners) / 1000, 1),
        top=round(min(y for _, y in corners) / 1000, 1),
        right=round(max(x for x, _ in corners) / 1000, 1),
        bottom=round(max(y for _, y in corners) / 1000, 1),
    )
