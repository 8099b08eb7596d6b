"""Mustering an army (cases 2.6, 3.1, 3.2, 4.8 and 5.0), and the battle made of two armies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from schiltron.battle.state.tally import Tally, points_of, show_points
from schiltron.parent_game.creature import Record
from schiltron.rulesets.battlesystem.commissions import Commissioned, commissioned, misgivings
from schiltron.rulesets.battlesystem.converting import converted
from schiltron.rulesets.battlesystem.equipped import Equipped
from schiltron.rulesets.battlesystem.ground.effects import numbers_of
from schiltron.rulesets.battlesystem.ground_told import ground_notes
from schiltron.rulesets.battlesystem.options import SWITCHES, Options
from schiltron.rulesets.battlesystem.outfits import OUTFITS
from schiltron.rulesets.battlesystem.points import cost, each
from schiltron.rulesets.battlesystem.roster import roster_line
from schiltron.rulesets.battlesystem.setup.enrolling import enrol
from schiltron.rulesets.battlesystem.setup.opening import RULESET, prepared
from schiltron.rulesets.battlesystem.sheets import roster_sheets
from schiltron.rulesets.battlesystem.state import Battle
from schiltron.rulesets.battlesystem.terrain import AREAS, HILL, STRIPS
from schiltron.rulesets.battlesystem.troops import TROOPS, Troop
from schiltron.rulesets.conversion import Converted
from schiltron.rulesets.mustering import Muster, unpriced
from schiltron.rulesets.outfits import Outfit
from schiltron.rulesets.quartermaster import (
    Enlisted,
    Field,
    GroundNote,
    Listing,
    Number,
    Report,
    Switches,
    Violation,
    nothing_agreed,
)
from schiltron.rulesets.sheets import RosterSheet
from schiltron.table.lengths import inches
from schiltron.table.pieces import rounded_ring
from schiltron.table.pose import Pose
from schiltron.table.terrain import Contour, Points

SMALLEST: Final = 48
"""Inches each way of the smallest table (BS-0.0-03)."""
USUAL: Final = (inches(96), inches(48))
"""The table that is recommended, and the largest of the second scenario (BS-0.0-03, BS-S2-03)."""
_PIECE: Final = (inches(12), inches(8))
"""Across and down: the book names no size for a piece of terrain."""
NOTE: Final = "one point for each hit die: the book names no prices"


def _listing(troop: Troop) -> Listing:
    profile, figures = troop.profile, troop.figures
    return Listing(troop.id, troop.name, each(profile, figures), roster_line(profile, figures, Options()))


# ---------------------------------------------------------------- checking an army


def check(units: Sequence[Enlisted], limit: int | None, switches: Switches | None = None) -> Report:
    """The hit dice of an army, and everything against it."""
    options = SWITCHES.read(switches or {})[0]
    army, found = commissioned(units, options if switches is not None else None)
    costs = tuple(_cost(unit, one) for unit, one in zip(units, army.units, strict=True))
    points = points_of(sum(tally.total for tally in costs))
    found += _army_violations(army)
    if switches is not None:
        found += _level_violations(army, options)
    if limit is not None and points > limit:
        wrong = f"the army has {show_points(points)} hit dice, the limit is {limit}"
        right = f"take away {show_points(points - limit)} hit dice or more"
        found.append(Violation("units", wrong, right, ("BS-3.1-04",)))
    commanders = sum(one is not None and one.leader is not None for one in army.units)
    return Report(points, costs, tuple(found), _lines(army, options), NOTE, commanders)


def _cost(unit: Enlisted, one: Equipped | None) -> Tally:
    if one is None:
        return unpriced(unit, "eighths")
    return cost(one.profile, unit.figures, one.name)


def _lines(army: Commissioned, options: Options) -> tuple[str, ...]:
    """Roster blocks, with what a unit might have against its commander (BS-4.8-04)."""
    doubts = tuple(misgivings(army))
    return tuple(
        ""
        if one is None
        else "; ".join(
            (
                roster_line(one.profile, one.unit.figures, options),
                *(doubt for doubt in doubts if doubt.startswith(f"{one.name} ")),
            )
        )
        for one in army.units
    )


def _army_violations(army: Commissioned) -> Iterator[Violation]:
    """Figures of other ratios than 1:1 belong to units, and an army has at least one (BS-2.6-01)."""
    if all(one is None or one.individual for one in army.units):
        yield Violation("units", "the army has no troops", "at least one unit", ("BS-2.6-01",))


def _level_violations(army: Commissioned, options: Options) -> Iterator[Violation]:
    """The Basic Game has no horse, artillery or heroes (BS-5.0-01, BS-S1-04); commanders it has (BS-5.0-02)."""
    if options.level != "basic":
        return
    for number, one in enumerate(army.units):
        if one is None:
            continue
        wrong = _above_basic(one)
        if wrong:
            right = 'foot and its commanders, or level = "intermediate" among the options'
            yield Violation(f"units[{number}].troop", f"{wrong} in the Basic Game", right, ("BS-5.0-01", "BS-S1-04"))


def _above_basic(one: Equipped) -> str:
    if one.profile.engine:
        return "artillery"
    if one.profile.mounted:
        return "cavalry or chariots"
    return f"an individual who is a {one.rank}" if one.individual and one.rank in ("hero", "member") else ""


# ---------------------------------------------------------------- the field


def check_field(field: Field) -> Iterator[Violation]:
    yield from nothing_agreed(field)
    across, down = field.table.width, field.table.depth
    if min(across, down) < inches(SMALLEST):
        wrong = f"the table is {across / 1000:g} by {down / 1000:g} inches"
        yield Violation("table", wrong, f"{SMALLEST} inches or more each way", ("BS-0.0-03",))


class BattlesystemMuster(Muster[Options]):
    """The muster of the Basic and the Intermediate Game."""

    ruleset: Final = RULESET
    listings: Final[Mapping[str, Listing]] = {troop.id: _listing(troop) for troop in TROOPS.values()}
    areas: Final = AREAS
    strips: Final = STRIPS
    rolls_ground: Final = False
    many_sides: Final = True
    switchboard = SWITCHES
    table: Final = USUAL

    def ground_notes(self, kind: str) -> tuple[GroundNote, ...]:
        return tuple(ground_notes(kind))

    def ground_numbers(self, kind: str) -> tuple[Number, ...]:
        return numbers_of(kind)

    def outfits(self, troop: str) -> tuple[Outfit, ...]:
        return OUTFITS

    def converted(self, record: Record, switches: Switches) -> Converted[Troop]:
        return converted(record)

    def check(self, units: Sequence[Enlisted], limit: int | None, switches: Switches | None = None) -> Report:
        return check(units, limit, switches)

    def check_field(self, field: Field) -> tuple[Violation, ...]:
        return tuple(check_field(field))

    def sheets(self, units: Sequence[Enlisted], switches: Switches) -> tuple[RosterSheet, ...]:
        """On the book's own two forms (BS-3.1-01, BS-3.2-01)."""
        return roster_sheets(units, self.options(switches))

    def contours(self, kind: str, ring: Points, switches: Switches) -> tuple[Contour, ...]:
        """A hill is one contour of ten feet high unless the scenario draws more (BS-11.8-04)."""
        return (Contour(ring, 1),) if kind == HILL else ()

    def outlined(self, pose: Pose) -> Points:
        return rounded_ring(pose, *_PIECE)

    def prepare(self, field: Field) -> Battle:
        options = self.options(field.switches)
        return prepared(
            title=field.title,
            board=field.table,
            sides=field.sides,
            armies=[enrol(side, units, options) for side, units in field.armies],
            zones=field.zones,
            options=options,
        )


QUARTERMASTER: Final = BattlesystemMuster()
