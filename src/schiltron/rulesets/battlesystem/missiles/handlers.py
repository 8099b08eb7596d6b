"""What the steps of missile fire do."""

from __future__ import annotations

from typing import Any, Final

from schiltron.battle.agenda import Handler
from schiltron.rulesets.battlesystem.missiles.steps import Artillery, PassThrough, Shooting, SplitFire
from schiltron.rulesets.battlesystem.state import Scene


def _nothing(_scene: Scene, _step: Any) -> None:
    """Stands for what is not written yet."""


MISSILES: Final[dict[type, Handler]] = {
    Artillery: Handler(do=_nothing),
    PassThrough: Handler(do=_nothing),
    Shooting: Handler(do=_nothing),
    SplitFire: Handler(do=_nothing),
}
