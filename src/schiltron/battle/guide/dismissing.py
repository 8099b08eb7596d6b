"""Effects that somebody may end at any moment of anybody's turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeVar

from msgspec import Struct

from schiltron.battle.guide.answers import Liberty
from schiltron.battle.play.agenda import Scene
from schiltron.battle.state.battle import Battle
from schiltron.battle.state.effects import Effect
from schiltron.battle.state.event import Ruled

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S", bound=Struct)

_DISMISS: Final = "dismiss:"


def dismissals(view: Battle[B, U, S]) -> Iterator[Liberty]:
    """Every effect that obeys somebody who has a seat, in the order in which they began."""
    for effect in view.effects.all:
        unit = view.units.get(effect.obeys)
        if unit is not None and unit.controller:
            name = effect.kind.replace("_", " ")
            yield Liberty(f"{_DISMISS}{effect.id}", f"End the {name}", unit.controller, unit.id, effect.rules)


def dismiss(scene: Scene[B, U, S], what: str) -> bool:
    """End the effect that a liberty is about; False for a liberty of another kind."""
    if not what.startswith(_DISMISS):
        return False
    end(scene, next(one for one in scene.battle.effects.all if one.id == what.removeprefix(_DISMISS)))
    return True


def end(scene: Scene[B, U, S], effect: Effect) -> None:
    """An effect is over because whom it obeys wants it to be."""
    name = scene.unit(effect.obeys).name
    scene.tell(Ruled(what=f"{name} ends the {effect.kind.replace('_', ' ')}", rules=effect.rules))
    scene.lift(effect)
