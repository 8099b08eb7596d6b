"""Mustering an army (rules UNIT, CHAR and POINTS), and the battle made from two of them, on a
table or off it (ABS)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import cos, pi, sin
from typing import Any, ClassVar, Final

from msgspec import UNSET
from msgspec.structs import replace

from schiltron.battle.state.tally import Tally
from schiltron.battle.words.grammar import counted, listed
from schiltron.parent_game.creature import Record
from schiltron.parent_game.party import Party
from schiltron.parent_game.spell import SpellEntry
from schiltron.rulesets.by_this_axe.conversions import figures
from schiltron.rulesets.by_this_axe.creatures import heads
from schiltron.rulesets.by_this_axe.equipping import LEAST_UNITS, Equipped, equipped
from schiltron.rulesets.by_this_axe.ground import AREAS, STRIPS, numbers_of
from schiltron.rulesets.by_this_axe.ground_told import ground_notes
from schiltron.rulesets.by_this_axe.on_paper import boxes_of, facts_of
from schiltron.rulesets.by_this_axe.options import SWITCHES, Options
from schiltron.rulesets.by_this_axe.outfits import outfits
from schiltron.rulesets.by_this_axe.own_spells import respelled, written
from schiltron.rulesets.by_this_axe.points import battle_size, cost, each, unpriced_of
from schiltron.rulesets.by_this_axe.remnants import remustered
from schiltron.rulesets.by_this_axe.roster import roster_line
from schiltron.rulesets.by_this_axe.setup.opening import RULESET, enlisted, off_table, prepared
from schiltron.rulesets.by_this_axe.state import Battle, Unit
from schiltron.rulesets.by_this_axe.troops import MONSTER, TROOPS, Line
from schiltron.rulesets.conversion import Converted
from schiltron.rulesets.mustering import Muster, first_place, too_dear, unpriced
from schiltron.rulesets.outfits import Outfit
from schiltron.rulesets.quartermaster import Enlisted, Field, GroundNote, Listing, Number, Report, Switches, Violation
from schiltron.rulesets.sheets import RosterSheet
from schiltron.table.lengths import inches
from schiltron.table.pose import Pose
from schiltron.table.terrain import Contour, Points

UNITS_PER_LEADER: Final = 3  # TA-CHAR-03
_PIECE: Final = (inches(10), inches(8))
"""Across and down: the book names no size for a piece of terrain."""
_CORNERS: Final = 20
_OFF_TABLE_SIDES: Final = 2


def _listing(line: Line) -> Listing:
    unit = enlisted(line.id, "", line, 1)
    return Listing(line.id, line.name, each(line), roster_line(unit))


# ---------------------------------------------------------------- checking an army


def check(units: Sequence[Enlisted], limit: int | None, switches: Switches | None = None) -> Report:
    """The price of an army (TA-POINTS-14) and everything against it."""
    options = SWITCHES.read(switches or {})[0]
    if switches is None:
        options = replace(options, fantasy="supplement")
    army, found = equipped(units, options)
    costs = tuple(_cost(unit, one, options) for unit, one in zip(units, army, strict=True))
    points = sum(tally.total for tally in costs)
    found += _army_violations([one for one in army if one is not None])
    if limit is None and switches is None:
        found += _too_many_leaders([one for one in army if one is not None])
    if limit is not None and points > limit:
        found.append(too_dear(points, limit, "TA-POINTS-01", "TA-POINTS-14"))
    lines = tuple(roster_line(_fielded("", one, options)) if one is not None else "" for one in army)
    lines_of = [one.line for one in army if one is not None]
    return Report(
        points=points, costs=costs, violations=tuple(found), lines=lines, note=_note(points, lines_of, options)
    )


def _note(points: int, lines: Sequence[Line], options: Options) -> str:
    """What the book calls such a sum, and what it has no price for (TA-POINTS-02, TA-POINTS-12)."""
    free = unpriced_of(lines, surcharge=options.surcharge == "agreed")
    without = f"; the book has no price for {listed(free)}, and nothing is paid for it" if free else ""
    return f"{battle_size(points)}{without}"


def _cost(unit: Enlisted, one: Equipped | None, options: Options) -> Tally:
    if one is None:
        return unpriced(unit)
    return cost(one.line, unit.figures, one.name, surcharge=options.surcharge == "agreed")


def _army_violations(army: Sequence[Equipped]) -> Iterator[Violation]:
    """Two units or more, characters not counted (TA-UNIT-02, TA-UNIT-05), under exactly one general (TA-CHAR-02)."""
    troops = [one for one in army if not one.line.character]
    generals = [one.name for one in army if "general" in one.line.roles]
    if len(troops) < LEAST_UNITS:
        wrong = f"the army has {len(troops)} {'unit' if len(troops) == 1 else 'units'}"
        right = f"{LEAST_UNITS} or more; characters do not count"
        yield Violation("units", wrong, right, ("TA-UNIT-02", "TA-UNIT-05"))
    if len(generals) != 1:
        wrong = f"{len(generals)} generals: {', '.join(generals)}" if generals else "the army has no general"
        yield Violation("units", wrong, "exactly one general", ("TA-CHAR-02",))


def _too_many_leaders(army: Sequence[Equipped]) -> Iterator[Violation]:
    """Where neither points nor a scenario bound them, one leader to three full units (TA-CHAR-03)."""
    troops = sum(1 for one in army if not one.line.character)
    leaders = sum(1 for one in army if "leader" in one.line.roles and "general" not in one.line.roles)
    most = troops // UNITS_PER_LEADER
    if leaders > most:
        wrong = f"{counted(leaders, 'leader')} to {counted(troops, 'unit')}, and no limit of points"
        yield Violation("units", wrong, f"{most} besides the general, or limit = points", ("TA-CHAR-03",))


# ---------------------------------------------------------------- the field


def outlined(pose: Pose) -> Points:
    """An oval about a point."""
    across, down = (side / 2 for side in _PIECE)
    turns = [2 * pi * corner / _CORNERS for corner in range(_CORNERS)]
    ring = [pose.world(across * sin(turn), down * cos(turn)) for turn in turns]
    return tuple((round(x), round(y)) for x, y in ring)


def _abilities_on_a_table(field: Field, options: Options) -> Iterator[Violation]:
    """Special advantages count in battles off the table (TA-ABS-06), and on one with the fantasy supplement."""
    if options.fantasy != "none":
        return
    for side, units in field.armies:
        for number, unit in enumerate(units):
            if unit.equipment.get("abilities"):
                place = f"sides.{side}.units[{number}].equipment.abilities"
                right = 'fantasy = "supplement" among the options, a scenario without a [table], or no abilities'
                wrong = "special abilities belong to the fantasy supplement"
                yield Violation(place, wrong, right, ("TA-ABS-06", "TA-UNIT-08"))


def _units(field: Field, options: Options) -> Iterator[Unit]:
    """Numbered within their side: red-1, red-2 … A character who joins a unit is with it from the start."""
    for side, units in field.armies:
        army, _ = equipped(units, options)
        for number, one in enumerate(army, 1):
            assert one is not None, "the field has been checked"
            yield replace(_fielded(side, one, options), id=f"{side}-{number}")


def _fielded(side: str, one: Equipped, options: Options) -> Unit:
    return enlisted(
        one.unit.troop,
        side,
        one.line,
        one.unit.figures,
        files=one.unit.files,
        name=one.unit.name,
        place=first_place(side, one.unit, one.host),
        scale=options.scale,
    )


def relisted(unit: Unit, heads_each: int) -> Enlisted:
    """A unit as a list has it, all its equipment written out; of individuals a figure for every so many of them, and
    one for the rest (TA-ABS-12)."""
    line, person = unit.own.profile, unit.own.person
    equipment: dict[str, Any] = {
        "fc": line.fc,
        "armour": line.armour,
        "shield": line.shield,
        "mounted": line.mounted,
        "melee": line.melee,
        "ranged": line.ranged,
        "musician": line.musician,
    }
    equipment |= {"abilities": line.advantages} if line.advantages else {}
    if person is not None:
        roles = tuple(role for role in person.roles if role != MONSTER)
        equipment |= {"roles": roles} | ({"leadership": person.leadership} if person.leadership else {})
        equipment |= {} if line.creatures is UNSET else {"creatures": line.creatures}
        del equipment["musician"]
        return Enlisted(line.kind or "character", 1, equipment=equipment)
    return Enlisted(
        line.kind or ("horse" if line.mounted else "foot"), -(-unit.figures // heads_each), equipment=equipment
    )


def _on_paper(sheet: RosterSheet, unit: Unit) -> RosterSheet:
    return replace(sheet, facts=(*sheet.facts, *facts_of(unit)), boxes=(*sheet.boxes, *boxes_of(unit)))


# ---------------------------------------------------------------- the book's quartermaster


class ByThisAxeMuster(Muster[Options]):
    """The muster of the historical game."""

    ruleset: Final = RULESET
    listings: Final[Mapping[str, Listing]] = {line.id: _listing(line) for line in TROOPS.values()}
    areas: Final = AREAS
    strips: Final = STRIPS
    rolls_ground: Final = False
    many_sides: Final = True
    tableless: ClassVar[bool] = True
    switchboard = SWITCHES
    table: Final = (inches(72), inches(48))

    def ground_notes(self, kind: str) -> tuple[GroundNote, ...]:
        return tuple(ground_notes(kind))

    def ground_numbers(self, kind: str) -> tuple[Number, ...]:
        return numbers_of(kind)

    def outfits(self, troop: str) -> tuple[Outfit, ...]:
        return outfits(troop)

    def check(self, units: Sequence[Enlisted], limit: int | None, switches: Switches | None = None) -> Report:
        return check(units, limit, switches)

    def contours(self, kind: str, ring: Points, switches: Switches) -> tuple[Contour, ...]:
        """A hill is one level high unless the scenario draws more (TA-TERR-01)."""
        return (Contour(ring, 1),) if kind == "hill" else ()

    def outlined(self, pose: Pose) -> Points:
        return outlined(pose)

    def check_field(self, field: Field) -> tuple[Violation, ...]:
        """Off the table one army meets one other (TA-ABS-01)."""
        found = super().check_field(field)
        if field.board is None and len(field.sides) != _OFF_TABLE_SIDES:
            wrong = f"{len(field.sides)} sides, and no table"
            found += (Violation("sides", wrong, "two sides, or a [table]", ("TA-ABS-01",)),)
        if field.board is not None:
            found += tuple(_abilities_on_a_table(field, self.options(field.switches)))
        return found

    def converted(self, record: Record, switches: Switches) -> Converted[Line]:
        """At the scale of the switches (TA-CONV-04 to TA-CONV-18)."""
        return figures.one(record, self.options(switches))

    def converted_party(self, party: Party, switches: Switches) -> tuple[Converted[Any], ...]:
        """Several may make a figure together (TA-CONV-01)."""
        return figures.party(party.members, party.becomes, self.options(switches))

    def spell(self, entry: SpellEntry, key: str) -> str | list[Violation]:
        return written(entry, key)

    def respelled(self, line: str) -> tuple[str, SpellEntry] | None:
        return respelled(line)

    def relisted(self, battle: Battle, unit: Unit) -> Enlisted:
        return relisted(unit, heads(unit.own.profile, battle.own.options.scale) if battle.board is None else 1)

    def remustered(self, units: Sequence[Enlisted], switches: Switches) -> tuple[Enlisted, ...]:
        return remustered(units, self.options(switches))

    def sheets(self, units: Sequence[Enlisted], switches: Switches) -> tuple[RosterSheet, ...]:
        """A plain sheet for every unit, with what its abilities do and boxes for hits, spell dice and prayers."""
        options = self.options(switches)
        army, _ = equipped(units, options)
        return tuple(
            sheet if one is None else _on_paper(sheet, _fielded("", one, options))
            for sheet, one in zip(super().sheets(units, switches), army, strict=True)
        )

    def prepare(self, field: Field) -> Battle:
        options = self.options(field.switches)
        if field.board is None:
            return off_table(title=field.title, sides=field.sides, units=_units(field, options), options=options)
        return prepared(
            title=field.title,
            board=field.table,
            sides=field.sides,
            units=_units(field, options),
            zones=field.zones,
            options=options,
        )


QUARTERMASTER: Final = ByThisAxeMuster()
