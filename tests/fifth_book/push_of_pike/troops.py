"""The troops, as the table has them."""

from typing import Final

from msgspec import Struct

from push_of_pike.law import LAW
from push_of_pike.state import Unit
from schiltron.table.base import Base
from schiltron.table.lengths import Mil, inches


class Troop(Struct, frozen=True):
    id: str
    name: str
    move: Mil
    cost: int


TROOPS: Final = {
    str(row["troop"]): Troop(
        str(row["troop"]), str(row["troop"]).capitalize(), inches(float(row["move"])), int(row["cost"])
    )
    for row in LAW.sheet("PP-T-troops").records()
}
BASE: Final = Base(inches(0.75), inches(0.75))


def troop(unit: Unit) -> Troop:
    return TROOPS[unit.kind]
