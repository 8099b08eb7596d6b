"""Those who can become invisible do so at the start of every move that is no attack."""

from __future__ import annotations

from schiltron.battle.state.decision import Commanded, PathDrawn
from schiltron.battle.state.manoeuvre import FormUp, Path
from schiltron.captains.chainmail.tried_moves import Trial
from schiltron.rulesets.chainmail.fantasy.unseen import VANISH, may_not_vanish
from schiltron.rulesets.chainmail.movement.trial_moves import MOVE
from schiltron.rulesets.chainmail.state import Battle
from schiltron.rulesets.chainmail.steps import Walk
from schiltron.rulesets.chainmail.walking.walk import LONGEST_PATH, walk


def begun_unseen(view: Battle, best: Trial) -> Commanded:
    """The order for a move, begun unseen where it may be and does not end at an enemy."""
    unseen = None if best.met or best.action != MOVE else _unseen(view, best.unit.id, best.path)
    return unseen or best.command


def where_it_stands(view: Battle, unit_id: str) -> Commanded | None:
    """The order to become invisible and stay, if that can be given."""
    return _unseen(view, unit_id, ())


def _unseen(view: Battle, unit_id: str, path: Path) -> Commanded | None:
    unit = view.units[unit_id]
    longer: Path = (FormUp(VANISH), *path)
    if may_not_vanish(view, unit) is not None or len(longer) > LONGEST_PATH:
        return None
    if walk(view, Walk(unit_id, longer, MOVE)).reasons:
        return None
    return Commanded(unit_id, MOVE, PathDrawn(longer))
