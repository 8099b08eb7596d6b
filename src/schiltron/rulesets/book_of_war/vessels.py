"""Ships of a scenario, and who is aboard when the battle begins (chapter O6).

The book has no list of ships: a scenario says of each how far it moves under oars and under sail, in inches as the
role-playing game lists them, for turns of 30 seconds, and how long and broad it is, in feet.

    troop = "ship"
    figures = 1
    name = "The Swan"
    equipment = { type = "galley", rowed = 9, sailed = 15, length = 120, beam = 30, forecastle = 30, aftercastle = 30 }
    at = [30, 20]
    heading = 90
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from schiltron.battle.state.unit import Afloat, OnTable, Upon
from schiltron.rulesets.book_of_war import equipping
from schiltron.rulesets.book_of_war.hulls import DECK, hull_shape
from schiltron.rulesets.book_of_war.individuals import WIZARDS
from schiltron.rulesets.book_of_war.movement.water import floats, water
from schiltron.rulesets.book_of_war.options import Options
from schiltron.rulesets.book_of_war.scale import FEET_PER_INCH
from schiltron.rulesets.book_of_war.setup.opening import enlisted
from schiltron.rulesets.book_of_war.state import Unit
from schiltron.rulesets.book_of_war.troop_type import Ship, Troop
from schiltron.rulesets.book_of_war.troops import TROOPS, house_key
from schiltron.rulesets.quartermaster import Enlisted, Field, Listing, Violation
from schiltron.table.base import Base
from schiltron.table.lengths import Mil, inches
from schiltron.table.outline import overlapping
from schiltron.table.pose import Pose

SHIP: Final = "ship"
LISTING: Final = Listing(SHIP, "Ship", 0, "carries figures; its moves and its size come from the scenario")
_MOVES: Final = ("rowed", "sailed")
_FEET: Final = ("length", "beam", "forecastle", "aftercastle")
_WORDS: Final = ("type", *_MOVES, *_FEET)
_MOST: Final = 600
_RULES: Final = ("BW-O6-01", "BW-O6-19")


def is_ship(unit: Enlisted) -> bool:
    return unit.troop == SHIP


def _number(unit: Enlisted, word: str) -> int:
    value = unit.equipment.get(word, 0)
    return value if type(value) is int else 0


def _feet(unit: Enlisted, word: str) -> Mil:
    """A length of a ship at the scale of the ground (BW-O6-01)."""
    return inches(_number(unit, word)) // FEET_PER_INCH


def violations(place: str, unit: Enlisted) -> Iterator[Violation]:
    """Everything against a ship as a scenario describes it."""
    for word, value in unit.equipment.items():
        where = f"{place}.equipment.{word}"
        if word not in _WORDS:
            yield Violation(where, f"a ship has no {word!r}", f"one of {', '.join(_WORDS)}", _RULES)
        elif word != "type" and not (type(value) is int and 0 <= value <= _MOST):
            yield Violation(where, f"{value!r} is no number for it", f"a whole number from 0 to {_MOST}", _RULES)
    if not any(_number(unit, word) for word in _MOVES):
        yield Violation(f"{place}.equipment", "the ship has no move", "rowed or sailed, in inches", ("BW-O6-19",))
    if not 0 < _number(unit, "beam") <= _number(unit, "length"):
        yield Violation(f"{place}.equipment", "the ship has no size", "length and beam, in feet", ("BW-O6-01",))
    elif _number(unit, "forecastle") + _number(unit, "aftercastle") > _number(unit, "length"):
        yield Violation(f"{place}.equipment", "its castles are longer than the ship", "shorter ones", ("BW-O6-07",))
    if unit.figures != 1:
        yield Violation(f"{place}.figures", f"{unit.figures} ships in one entry", "1; list each ship by itself", _RULES)
    if not unit.name:
        yield Violation(f"{place}.name", "the ship has no name", "a name, by which its crew joins it", _RULES)


def type_of(unit: Enlisted) -> Troop:
    """The type of a ship, at the scale of the ground (BW-O6-01). It costs nothing and is worth nothing: the book prices
    figures alone."""
    name = str(unit.equipment.get("type", SHIP)).replace("_", " ")
    ship = Ship(
        rowed=inches(_number(unit, "rowed")),
        sailed=inches(_number(unit, "sailed")),
        forecastle=_feet(unit, "forecastle"),
        aftercastle=_feet(unit, "aftercastle"),
    )
    return Troop(
        id=SHIP,
        name=name.capitalize(),
        cost=0,
        move=max(ship.rowed, ship.sailed),
        armour_hit=0,
        hit_dice=0,
        base=Base(width=_feet(unit, "beam"), depth=_feet(unit, "length")),
        mounted=False,
        dice_open=0,
        dice_broken=0,
        attack_bonus=0,
        missile=None,
        ship=ship,
    )


def launched(unit_id: str, side: str, unit: Enlisted) -> Unit:
    """A ship of a side, on the water where its scenario puts it."""
    assert unit.pose is not None, f"{unit.name} lies nowhere"
    hull = enlisted(unit_id, side, house_key(type_of(unit)), 1, files=1, name=unit.name)
    return replace(hull, place=Afloat(unit.pose))


def afloat_violations(field: Field) -> Iterator[Violation]:
    """Ships begin on the water, wholly, and none on another."""
    lying: list[Unit] = []
    for side, army in field.armies:
        for number, unit in enumerate(army):
            place = f"sides.{side}.units[{number}].at"
            if not is_ship(unit):
                continue
            if unit.pose is None:
                yield Violation(place, f"{unit.name} lies nowhere", "at = [across, down], its bow", _RULES)
                continue
            hull = launched(f"{side}-{number + 1}", side, unit)
            if not floats(water(field.table), hull_shape(hull.outline)) or not field.table.holds(hull.outline):
                yield Violation(place, f"{unit.name} does not lie in the water", "a place in a pond", ("BW-O6-19",))
            if any(overlapping(hull.outline, other.outline) for other in lying):
                yield Violation(place, f"{unit.name} lies on another ship", "hulls that lie apart", ("BW-O6-19",))
            lying.append(hull)


# ---------------------------------------------------------------- crews


def abreast(ship: Troop, figure: Base) -> int:
    """How many figures stand side by side on a deck."""
    return ship.base.width // figure.width


def deck_used(ship: Troop, crew: Sequence[Enlisted]) -> Mil:
    """How much of the length of a ship those take up who start aboard, row behind row from the bow."""
    used = 0
    for unit in crew:
        base = TROOPS[unit.troop].base
        across = abreast(ship, base)
        used += -(-unit.figures // across) * base.depth if across else ship.base.depth + 1
    return used


def manned(side: str, ship: Unit, crew: Sequence[tuple[int, Enlisted]], options: Options) -> Iterator[Unit]:
    """Those who start aboard a ship, by their numbers in the list, in its enclosed space each figure singly
    (BW-O6-02, BW-O6-06): in rows across the deck from the bow, and looking ahead."""
    kind = TROOPS[ship.kind]
    back: Mil = (kind.base.depth - deck_used(kind, [unit for _, unit in crew])) // 2
    for number, unit in crew:
        base = TROOPS[unit.troop].base
        across = abreast(kind, base)
        for figure in range(unit.figures):
            row, file = divmod(figure, across)
            in_row = min(across, unit.figures - row * across)
            pose = ship.pose.shifted((2 * file - in_row + 1) * base.width / 2, -back - row * base.depth)
            yield _hand(side, number, unit, figure, pose, ship, options)
        back += -(-unit.figures // across) * base.depth


def _hand(side: str, number: int, unit: Enlisted, figure: int, pose: Pose, ship: Unit, options: Options) -> Unit:
    """One figure of a crew. The last of them has the number of the unit itself."""
    whole = f"{side}-{number}"
    last = figure == unit.figures - 1
    name = unit.name or TROOPS[unit.troop].name
    one = enlisted(
        whole if last else f"{whole}.{figure + 1}",
        side,
        equipping.kind_of(unit, options),
        1,
        name=name if unit.figures == 1 else f"{name} {figure + 1}",
        wand=equipping.wand_of(unit) if unit.troop in WIZARDS else "",
        spells=equipping.prepared_by(unit) if unit.troop in WIZARDS else (),
        extra=equipping.extra_of(unit) if unit.troop in WIZARDS else (),
    )
    place = OnTable(pose, Upon(ship.id, DECK))
    return replace(one, place=place, of="" if last else whole)
