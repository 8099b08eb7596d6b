"""What a battle and a unit of this book carry."""

from typing import TypeAlias

from msgspec import Struct

from push_of_pike.options import Options
from schiltron.battle.play.agenda import Scene as AnyScene
from schiltron.battle.play.agenda import Step
from schiltron.battle.play.open_decision import Asked as AnyAsked
from schiltron.battle.state.battle import Battle as AnyBattle
from schiltron.battle.state.decision import Zone
from schiltron.battle.state.unit import Unit as AnyUnit


class UnitPart(Struct, frozen=True):
    """`moved` this turn."""

    moved: bool = False


class BattlePart(Struct, frozen=True, dict=True):
    """`order` is who has his turn first and last."""

    options: Options
    zones: tuple[tuple[str, Zone], ...]
    order: tuple[str, ...] = ()


Unit: TypeAlias = AnyUnit[UnitPart]
Battle: TypeAlias = AnyBattle[BattlePart, UnitPart, Step]
Scene: TypeAlias = AnyScene[BattlePart, UnitPart, Step]
Asked: TypeAlias = AnyAsked[BattlePart, UnitPart, Step]
