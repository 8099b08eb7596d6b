"""What orders are called whose name says what they are about: `climb:castle_wall-1` is "climb South Wall"."""

from __future__ import annotations

from typing import Final

from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.words.phrases import spelled
from schiltron.table.terrain import name_of

_ABOUT: Final = {
    "climb": "climb {}",
    "enter": "enter {}",
    "down": "climb down {}",
    "leave": "leave by the {} door",
    "stairs": "go {} the stairs",
}


def tell_action(action: str, battle: AnyBattle) -> str:
    """An order in words."""
    what, colon, about = action.partition(":")
    if not colon:
        return spelled(action)
    board = battle.board
    piece = next((one for one in board.features if one.id == about), None) if board is not None else None
    return _ABOUT.get(what, f"{what} {{}}").format(name_of(piece) if piece is not None else spelled(about))
