"""Mustering an army (CM-SETUP-02 to CM-SETUP-04, CM-POINTS-01 to CM-POINTS-06), and the battle made of two armies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import ClassVar, Final

from msgspec.structs import replace

from schiltron.battle.state.tally import Tally, Term, points_of
from schiltron.parent_game.creature import Record
from schiltron.parent_game.spell import SpellEntry
from schiltron.rulesets.chainmail.converting import converted
from schiltron.rulesets.chainmail.creature_equipment import line_up_faults
from schiltron.rulesets.chainmail.equipping import Equipped, equipped
from schiltron.rulesets.chainmail.fortress import TOWERS, WALLS
from schiltron.rulesets.chainmail.ground_told import ground_notes
from schiltron.rulesets.chainmail.magic.own_spells import respelled, written
from schiltron.rulesets.chainmail.options import SWITCHES, Options
from schiltron.rulesets.chainmail.outfits import CREATURE_OUTFITS, OUTFITS
from schiltron.rulesets.chainmail.points import cost, each
from schiltron.rulesets.chainmail.roster import roster_line
from schiltron.rulesets.chainmail.scale import LEAST, LENGTH, WIDTH, man_to_man, men
from schiltron.rulesets.chainmail.setup.opening import RULESET, enlisted, in_the_lists, prepared
from schiltron.rulesets.chainmail.setup.pieces import contours
from schiltron.rulesets.chainmail.siege.posts import besieged, post_violations
from schiltron.rulesets.chainmail.state import Battle, Formation, Unit
from schiltron.rulesets.chainmail.terrain import AREAS, STRIPS
from schiltron.rulesets.chainmail.troops import TROOPS, Line
from schiltron.rulesets.chainmail.walking.ground import numbers_of
from schiltron.rulesets.conversion import Converted
from schiltron.rulesets.mustering import Muster, first_place, too_dear, unpriced
from schiltron.rulesets.outfits import Outfit
from schiltron.rulesets.quartermaster import (
    Enlisted,
    Field,
    GroundNote,
    Habit,
    Listing,
    Number,
    Report,
    Standing,
    Switches,
    Violation,
)
from schiltron.table.lengths import inches
from schiltron.table.pieces import rounded_ring
from schiltron.table.pose import Pose
from schiltron.table.terrain import Contour, Points

_PIECE: Final = (inches(12), inches(9))
"""Across and down: the book names no size for a piece of terrain."""
_TEAMS: Final = 2
_WEIGHED: Final = ("mounted", "in full armour", "with missiles", "with pikes")


def _listing(line: Line) -> Listing:
    return Listing(line.id, line.name, each(line.profile), roster_line(line.profile))


# ---------------------------------------------------------------- checking an army


def check(units: Sequence[Enlisted], limit: int | None, switches: Switches | None = None) -> Report:
    """The price of an army (CM-POINTS-01 to CM-POINTS-05) and everything against it."""
    options = SWITCHES.read(switches or {})[0]
    army, found = equipped(units, options if switches is not None else None)
    costs = tuple(_cost(unit, one) for unit, one in zip(units, army, strict=True))
    points = points_of(sum(tally.total for tally in costs))
    known = [one for one in army if one is not None]
    found += _army_violations(army)
    found += line_up_faults([one.profile if one is not None else None for one in army], options)
    if limit is not None and points > limit:
        found.append(too_dear(points, limit, "CM-SETUP-02"))
    lines = tuple(roster_line(one.profile, one.mixed) if one is not None else "" for one in army)
    note = make_up(known, options)
    return Report(points=points, costs=costs, violations=tuple(found), lines=lines, note=note)


def _cost(unit: Enlisted, one: Equipped | None) -> Tally:
    if one is None:
        return unpriced(unit, "eighths")
    if one.mixed is None:
        return cost(one.profile, unit.figures, one.name)
    own, second = cost(one.profile, unit.figures - one.mixed.figures, one.name), one.mixed
    return Tally(one.name, (*own.terms, *cost(second.profile, second.figures, "").terms), measure="eighths")


def _army_violations(army: Sequence[Equipped | None]) -> Iterator[Violation]:
    """Somebody must fight, under one army commander at most (CM-HIST-32)."""
    commanders = [one.name for one in army if one is not None and one.profile.commander]
    if len(commanders) == len(army):
        yield Violation("units", "the army has no troops", "at least one unit", ("CM-SCALE-04",))
    if len(commanders) > 1:
        wrong = f"{len(commanders)} army commanders: {', '.join(commanders)}"
        yield Violation("units", wrong, "one army commander, or none", ("CM-HIST-32",))


def make_up(army: Sequence[Equipped], options: Options) -> str:
    """Of what an army is made, for those who weigh it against others: armour, missiles and pikes decide (CM-SETUP-10),
    and whether it is made up as such an army was (CM-POINTS-06) is for the players to say."""
    figures = sum(one.unit.figures for one in army)
    counts = Counter[str]()
    for one in army:
        for kind in _weighed(one):
            counts[kind] += one.unit.figures
    parts = [f"{counts[kind]} {kind}" for kind in _WEIGHED if counts[kind]]
    strength = f"{men(figures, options):,} men"
    return f"{strength}; of {figures} figures {', '.join(parts)}" if parts else strength


def _weighed(one: Equipped) -> Iterator[str]:
    profile = one.profile
    for kind, fits in zip(
        _WEIGHED,
        (profile.mounted, profile.armour == "fully_armored", bool(profile.missile), profile.arms == "pike"),
        strict=True,
    ):
        if fits:
            yield kind


# ---------------------------------------------------------------- the field


def allowed(standing: Standing, options: Options) -> Tally:
    """The points a side may spend: what was agreed (CM-SETUP-02), more for the weaker player (CM-SETUP-03), less for
    whoever alone chose the ground (CM-SETUP-04), down to a whole point."""
    terms = [Term("agreed for each side", options.points, "CM-SETUP-02")]
    if standing.chose_ground:
        less = ceil(options.points * options.terrain_choice / 100)
        terms.append(Term(f"chose the ground, {options.terrain_choice} percent", -less, "CM-SETUP-04"))
    if standing.extra_points:
        terms.append(Term("the weaker player", standing.extra_points, "CM-SETUP-03"))
    return Tally("points allowed", tuple(terms), measure="points")


def check_field(field: Field) -> Iterator[Violation]:
    if field.board is None:
        yield from _lists_violations(field)
        return
    options = SWITCHES.read(field.switches)[0]
    yield from _table_violations(field, options)
    for side, army in field.armies:
        standing = field.standing(side)
        if options.baggage == "on_table" and not any(unit.troop == "wagon" for unit in army):
            wrong = "the baggage is on the table, and the side has no wagon"
            yield Violation(f"sides.{side}.units", wrong, "one wagon or more", ("CM-HIST-45",))
        if options.points:
            yield from _limit_violations(side, army, allowed(standing, options), options)
        elif standing.extra_points or standing.chose_ground:
            name = "extra_points" if standing.extra_points else "chose_ground"
            rule = "CM-SETUP-03" if standing.extra_points else "CM-SETUP-04"
            wrong = "no number of points was agreed"
            yield Violation(f"sides.{side}.{name}", wrong, "points = a number among the options", (rule,))
    if all(field.standing(side).defends for side, _ in field.armies):
        yield Violation("sides.blue.defends", "both sides defend", "one of them, or neither", ("CM-TERR-14",))
    yield from post_violations(field)
    if field.ground == "rolled":
        yield from _posted_violations(field)


def _lists_violations(field: Field) -> Iterator[Violation]:
    """Without a table two teams joust, of mounted knights with lance and shield (CM-JOUST-01)."""
    if len(field.sides) != _TEAMS:
        wrong = f"{len(field.sides)} sides, and no table"
        yield Violation("sides", wrong, "two teams of knights, or a [table]", ("CM-JOUST-01",))
    options = SWITCHES.read(field.switches)[0]
    for side, army in field.armies:
        for number, one in enumerate(equipped(army, options)[0]):
            if one is None:
                continue
            profile, place = one.profile, f"sides.{side}.units[{number}]"
            if not (profile.knights and profile.mounted and profile.arms == "lance"):
                wrong = f"{one.name} cannot joust"
                right = "mounted knights with lances, or a scenario with a [table]"
                yield Violation(f"{place}.troop", wrong, right, ("CM-JOUST-01",))
            elif army[number].figures != 1:
                yield Violation(f"{place}.figures", "several knights of one name", "1", ("CM-JOUST-01",))


def _table_violations(field: Field, options: Options) -> Iterator[Violation]:
    """A table is 4 to 7 feet wide and 8 feet long or longer (CM-SETUP-01); for single men it may be small
    (CM-MTM-01)."""
    short, long = sorted((field.table.width, field.table.depth))
    if man_to_man(options) and short >= inches(LEAST):
        return
    low, high = WIDTH
    if not inches(low) <= short <= inches(high):
        wrong = f"the table is {short / 1000:g} inches wide"
        yield Violation("table", wrong, f"{low} to {high} inches, {low // 12} to {high // 12} feet", ("CM-SETUP-01",))
    if long < inches(LENGTH):
        wrong = f"the table is {long / 1000:g} inches long"
        yield Violation("table", wrong, f"{LENGTH} inches or more, {LENGTH // 12} feet", ("CM-SETUP-01",))


def _limit_violations(side: str, army: Sequence[Enlisted], limit: Tally, options: Options) -> Iterator[Violation]:
    points = check(army, None, {}).points
    if points > limit.total:
        said = f"{limit.total}"
        if len(limit.terms) > 1:
            said += f" ({', '.join(f'{term.value} {term.label}' for term in limit.terms)})"
        yield replace(too_dear(points, limit.total, *limit.rules, said=said), place=f"sides.{side}.units")


def _posted_violations(field: Field) -> Iterator[Violation]:
    """Terrain may come to lie anywhere, so nobody can stand there yet (CM-TERR-15)."""
    for side, army in field.armies:
        for number, unit in enumerate(army):
            if unit.pose is not None:
                wrong = "the ground is still to be drawn and laid"
                right = 'no at, or ground = "fixed"'
                yield Violation(f"sides.{side}.units[{number}].at", wrong, right, ("CM-TERR-15",))


def _units(field: Field, options: Options) -> Iterator[Unit]:
    """Numbered within their side: red-1, red-2 … A commander who joins a unit is with it from the start."""
    for side, units in field.armies:
        army, _ = equipped(units, options)
        for number, one in enumerate(army, 1):
            assert one is not None, "the field has been checked"
            yield enlisted(
                f"{side}-{number}",
                side,
                one.profile,
                one.unit.figures,
                name=one.name,
                files=one.unit.files,
                formation=_formation(one),
                place=first_place(side, one.unit, one.host),
                mixed=one.mixed,
            )


def _formation(one: Equipped) -> Formation:
    return "hedgehog" if one.unit.hedgehog else one.formation


# ---------------------------------------------------------------- the book's quartermaster


class ChainmailMuster(Muster[Options]):
    """The muster of the historical game."""

    ruleset: Final = RULESET
    listings: Final[Mapping[str, Listing]] = {line.id: _listing(line) for line in TROOPS.values()}
    areas: Final = AREAS
    strips: Final = STRIPS
    rolls_ground: Final = True
    many_sides: Final = False
    builds: ClassVar[bool] = True
    walls: ClassVar[Sequence[str]] = WALLS
    towers: ClassVar[Sequence[str]] = TOWERS
    tableless: ClassVar[bool] = True
    habits: ClassVar[Mapping[Habit, str]] = {"water runs through": "CM-TERR-15"}
    switchboard = SWITCHES
    table: Final = (inches(LENGTH), inches(60))

    def ground_notes(self, kind: str) -> tuple[GroundNote, ...]:
        return tuple(ground_notes(kind))

    def spell(self, entry: SpellEntry, key: str) -> str | list[Violation]:
        """Any other spell that is agreed on (CM-FANT-SPELL-21)."""
        return written(entry, key)

    def respelled(self, line: str) -> tuple[str, SpellEntry] | None:
        return respelled(line)

    def ground_numbers(self, kind: str) -> tuple[Number, ...]:
        return numbers_of(kind)

    def outfits(self, troop: str) -> tuple[Outfit, ...]:
        return CREATURE_OUTFITS if TROOPS[troop].profile.nature is not None else OUTFITS

    def converted(self, record: Record, switches: Switches) -> Converted[Line]:
        return converted(record)

    def check(self, units: Sequence[Enlisted], limit: int | None, switches: Switches | None = None) -> Report:
        return check(units, limit, switches)

    def check_field(self, field: Field) -> tuple[Violation, ...]:
        return tuple(check_field(field))

    def contours(self, kind: str, ring: Points, switches: Switches) -> tuple[Contour, ...]:
        """A hill is one contour high unless the scenario draws more."""
        return contours(kind, ring, 1)

    def outlined(self, pose: Pose) -> Points:
        return rounded_ring(pose, *_PIECE)

    def prepare(self, field: Field) -> Battle:
        options = self.options(field.switches)
        if field.board is None:
            units = _units(field, options)
            return in_the_lists(title=field.title, sides=field.sides, units=units, options=options)
        battle = prepared(
            title=field.title,
            board=field.table,
            sides=field.sides,
            units=_units(field, options),
            zones=field.zones,
            options=options,
            objectives=field.objectives,
            conditions=field.conditions,
            defender=next((side for side, standing in field.standings if standing.defends), ""),
            terrain_fixed=field.ground == "fixed",
        )
        posts = {
            f"{side}-{number}": (unit.on, unit.on_top)
            for side, army in field.armies
            for number, unit in enumerate(army, 1)
            if unit.on
        }
        return besieged(battle, posts)


QUARTERMASTER: Final = ChainmailMuster()
