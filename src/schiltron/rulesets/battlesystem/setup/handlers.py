"""What the steps of the set-up do."""

from __future__ import annotations

from typing import Any, Final

from schiltron.battle.agenda import Handler
from schiltron.rulesets.battlesystem.setup.rolled_scores import ROLLED_SCORES
from schiltron.rulesets.battlesystem.setup.steps import Deploy, OpenField, RollScores
from schiltron.rulesets.battlesystem.state import Scene


def _nothing(_scene: Scene, _step: Any) -> None:
    """Stands for what is not written yet."""


SETTING_UP: Final[dict[type, Handler]] = {
    Deploy: Handler(do=_nothing),
    OpenField: Handler(do=_nothing),
    RollScores: ROLLED_SCORES,
}
