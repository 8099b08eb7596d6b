"""Men against orcs, who stand ten inches apart: positions for tests of charges and of what follows contact."""

from __future__ import annotations

from typing import Any

from schiltron.rulesets.battlesystem.movement.phase import Moves
from schiltron.rulesets.battlesystem.state import Unit
from tests.rulesets.battlesystem.positions import ORC, Played, blue, field, play, red


def men(
    figures: int = 6, *, at: tuple[float, float] = (24, 30), formation: str = "closed", files: int = 6, **more: Any
) -> Unit:
    return blue("men", figures, files=files, at=at, formation=formation, **more)


def orcs(
    figures: int = 6, *, at: tuple[float, float] = (24, 20), formation: str = "closed", files: int = 6, **more: Any
) -> Unit:
    return red("orcs", figures, files=files, at=at, formation=formation, **{"of": ORC, **more})


def ready(*units: Unit, **more: Any) -> Played:
    """Blue is about to move."""
    return play(field(*units, **more), Moves("blue"))
