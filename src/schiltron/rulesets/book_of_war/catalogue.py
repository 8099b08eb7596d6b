"""Choosing an army (chapters B2, B4 and A3), and the battle made from two armies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import ClassVar, Final

from msgspec.structs import replace

from schiltron.battle.setup.enrolment import usual_files
from schiltron.battle.state.tally import Tally, Term
from schiltron.parent_game.creature import Record
from schiltron.parent_game.party import Party
from schiltron.parent_game.spell import SpellEntry
from schiltron.rulesets.book_of_war import equipping, vessels
from schiltron.rulesets.book_of_war.conversions.figures import converted, in_tens
from schiltron.rulesets.book_of_war.conversions.house_types import house
from schiltron.rulesets.book_of_war.costs import too_cheap, unspent, wages
from schiltron.rulesets.book_of_war.ground_told import ground_notes
from schiltron.rulesets.book_of_war.individuals import BARE_WIZARDS, INDIVIDUALS, UNHORSED, WIZARDS
from schiltron.rulesets.book_of_war.magic.house_spells import respelled, written
from schiltron.rulesets.book_of_war.movement.ground import GROUND, KINDS, ROAD, numbers_of
from schiltron.rulesets.book_of_war.movement.turning import holds_hedgehog
from schiltron.rulesets.book_of_war.on_paper import with_powers
from schiltron.rulesets.book_of_war.options import SWITCHES, Options
from schiltron.rulesets.book_of_war.outfits import outfits
from schiltron.rulesets.book_of_war.setup.garrisons import garrisoned, post_violations
from schiltron.rulesets.book_of_war.setup.opening import RULESET, enlisted, prepared
from schiltron.rulesets.book_of_war.setup.pieces import contours, outlined
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.rulesets.book_of_war.troop_type import Troop
from schiltron.rulesets.book_of_war.troops import CREATURES, MEN, Troops, is_house, race_of
from schiltron.rulesets.book_of_war.troops import TROOPS as _ALL
from schiltron.rulesets.conversion import Converted
from schiltron.rulesets.mustering import Muster, called, too_dear, unpriced
from schiltron.rulesets.outfits import Outfit
from schiltron.rulesets.quartermaster import (
    Enlisted,
    Field,
    GroundNote,
    Habit,
    Listing,
    Number,
    Report,
    Switches,
    Violation,
    Wages,
    only_as_listed,
)
from schiltron.rulesets.sheets import RosterSheet
from schiltron.table.body import Formed
from schiltron.table.lengths import inches, show_inches
from schiltron.table.pose import Pose
from schiltron.table.terrain import Contour, Points

LEAST_FIGURES: Final = 3  # BW-B4-01

TROOPS: Final = Troops({key: troop for key, troop in _ALL.items() if key not in UNHORSED | BARE_WIZARDS})
"""Those that can be mustered."""


def _listing(troop: Troop) -> Listing:
    armed = f", {troop.missile.name.replace('_', ' ')}" if troop.missile else ""
    numbers = f"move {show_inches(troop.move)}, hit on {troop.armour_hit}+, {troop.hit_dice} HD"
    more = "".join(f", {ability.replace('_', ' ')}" for ability in sorted(troop.abilities))
    return Listing(troop.id, troop.name, troop.cost, numbers + armed + more + _heroic(troop))


class _Listings(dict[str, Listing]):
    """Those of the book, and of whatever an army brings."""

    def __missing__(self, key: str) -> Listing:
        return vessels.LISTING if key == vessels.SHIP else _listing(TROOPS[key])


def _heroic(troop: Troop) -> str:
    """What a hero has besides, in words."""
    if troop.hero is None:
        return ""
    said = [f"a hero: strikes on {troop.hero.attack}+, damage {troop.damage}"]
    said += ["flies"] if troop.hero.flies else []
    if troop.hero.breath is not None:
        said.append(f"breathes {' or '.join(troop.hero.breath.ways)} {troop.hero.breath.uses} times")
    said += [f"immune to {ward}" for ward in sorted(troop.wards)]
    return "".join(f", {one}" for one in said)


# ---------------------------------------------------------------- checking an army


def cost(unit: Enlisted) -> Tally:
    """Figures at their listed price (BW-B2-01, BW-B2-03); nothing for a type the book does not know."""
    if vessels.is_ship(unit):
        return Tally(label=unit.name, terms=(), measure="points")
    troop = TROOPS.known(unit.troop)
    if troop is None:
        return unpriced(unit)
    if unit.troop in WIZARDS:
        return Tally(label=unit.name or troop.name, terms=equipping.price(unit), measure="points")
    term = Term(f"{unit.figures} {troop.name.lower()} at {troop.cost}", unit.figures * troop.cost, "BW-B2-03")
    return Tally(label=unit.name or troop.name, terms=(term,), measure="points")


def check(
    units: Sequence[Enlisted], limit: int | None, game: str = "advanced", *, least_by_cost: bool = False
) -> Report:
    """The price of an army and everything against it, in the game of that name; a list by itself may be for any."""
    owned: Counter[str] = Counter()
    for unit in units:
        owned[unit.troop] += unit.figures
    alone = (place for place, unit in enumerate(units) if is_single(unit.troop) or unit.on or vessels.is_ship(unit))
    single = {*_entourages(units), *alone, *_crews(units)}
    found = [
        violation for place, unit in enumerate(units) for violation in _unit_violations(f"units[{place}]", unit, game)
    ]
    found += only_as_listed([_as_listed(unit) for unit in units])
    found += _joining_violations(units)
    costs = tuple(cost(unit) for unit in units)
    found += too_cheap(costs, single) if least_by_cost else _too_few(units, owned, single)
    points = sum(tally.total for tally in costs)
    if not units:
        found.append(Violation("units", "the army has no units", "at least one unit", ("BW-B2-01",)))
    if limit is not None and points > limit:
        found.append(too_dear(points, limit, "BW-B2-01", "BW-O7-03"))
    return Report(points=points, costs=costs, violations=tuple(found), note=unspent(points, limit))


def _as_listed(unit: Enlisted) -> Enlisted:
    """A unit without what is checked by itself: what heroes join and what wizards carry."""
    own = unit.troop in WIZARDS or vessels.is_ship(unit)
    return replace(unit, joins="", on="", on_top=False, equipment={} if own else unit.equipment)


def _unit_violations(place: str, unit: Enlisted, game: str) -> Iterator[Violation]:
    """Heroes stand one by one (BW-A3-01); what is said of a ship is looked at by itself."""
    if vessels.is_ship(unit):
        yield from vessels.violations(place, unit)
        return
    if unit.troop in TROOPS:
        yield from _formation_violations(place, unit, TROOPS[unit.troop])
    else:
        yield Violation(f"{place}.troop", f"there is no troop type {unit.troop!r}", _nearest(unit.troop), ("BW-B2-02",))
    if (unit.troop in CREATURES | INDIVIDUALS or is_house(unit.troop)) and game != "advanced":
        right = f'game = "advanced" for this battle, or one of the troops of the Basic Game: {", ".join(MEN)}'
        yield Violation(f"{place}.troop", f"{unit.troop} belong to the Advanced Rules", right, ("BW-B2-04",))
    if unit.troop in WIZARDS:
        yield from equipping.violations(place, unit)
    if is_single(unit.troop) and unit.figures != 1:
        wrong = f"{unit.figures} figures of {unit.troop}: a hero is a figure of his own"
        yield Violation(f"{place}.figures", wrong, "1 figure; list each hero by himself", ("BW-A3-01",))


def _too_few(units: Sequence[Enlisted], owned: Mapping[str, int], single: Collection[int]) -> Iterator[Violation]:
    """Three figures or more, unless the army has no more of the type (BW-B4-01, BW-B4-02)."""
    for place, unit in enumerate(units):
        if unit.figures < LEAST_FIGURES <= owned[unit.troop] and place not in single:
            yield Violation(
                f"units[{place}].figures",
                f"a unit of {unit.figures}, while the army has {owned[unit.troop]} figures of {unit.troop}",
                f"{LEAST_FIGURES} figures or more; fewer only where the army has fewer of the type in all",
                ("BW-B4-01", "BW-B4-02"),
            )


def is_single(troop: str) -> bool:
    """Whether that is the type of a hero, listed or converted: a figure of his own (BW-A3-01)."""
    found = TROOPS.known(troop)
    return found is not None and found.hero is not None


def _hosts(units: Sequence[Enlisted]) -> dict[int, str]:
    """The units that a hero may start with, by their places in the list."""
    return {
        place: unit.name
        for place, unit in enumerate(units)
        if not is_single(unit.troop) and unit.name and not vessels.is_ship(unit)
    }


def _entourages(units: Sequence[Enlisted]) -> set[int]:
    """Places of single figures whom a hero of the list starts with: his entourage (BW-A3-20)."""
    joined = {unit.joins for unit in units if is_single(unit.troop) and unit.joins}
    return {place for place, name in _hosts(units).items() if name in joined and units[place].figures == 1}


def _crews(units: Sequence[Enlisted]) -> dict[int, int]:
    """Places in the list of those who start aboard a ship, and the places of their ships. In its enclosed space they
    may be fewer than three (BW-O6-02)."""
    ships = {unit.name: place for place, unit in enumerate(units) if vessels.is_ship(unit)}
    return {place: ships[unit.joins] for place, unit in enumerate(units) if unit.joins in ships}


def _crew_violations(units: Sequence[Enlisted]) -> Iterator[Violation]:
    """Who is aboard must find room on the deck (BW-O6-01)."""
    for ship_place in dict.fromkeys(_crews(units).values()):
        ship = units[ship_place]
        crew = {place: units[place] for place, on in _crews(units).items() if on == ship_place}
        if any(vessels.violations("", ship)) or any(unit.troop not in TROOPS for unit in crew.values()):
            continue
        kind = vessels.type_of(ship)
        if vessels.deck_used(kind, list(crew.values())) > kind.base.depth:
            wrong = f"there is no room on {ship.name} for all who start there"
            yield Violation(f"units[{next(iter(crew))}].joins", wrong, "fewer figures, or a larger ship", ("BW-O6-01",))


def _joining_violations(units: Sequence[Enlisted]) -> Iterator[Violation]:
    """Only man-like heroes stand in units (BW-A3-04), an entourage is of the hero's own kind and one for each. Anybody
    may start aboard a ship."""
    hosts, taken, crews = _hosts(units), set[int](), _crews(units)
    yield from _crew_violations(units)
    for number, unit in enumerate(units):
        place = f"units[{number}].joins"
        if not unit.joins or unit.troop not in TROOPS or number in crews:
            continue
        hero = TROOPS[unit.troop].hero
        if hero is None:
            yield Violation(place, "only heroes start with a unit", "no joins", ("BW-A3-03", "BW-B4-12"))
            continue
        if not hero.embeds:
            wrong = f"{unit.troop} always acts alone"
            yield Violation(place, wrong, "no joins: only man-like heroes stand in units", ("BW-A3-04",))
            continue
        host = called(unit.joins, hosts, place, ("BW-A3-03",))
        if isinstance(host, Violation):
            yield host
        elif units[host].figures == 1 and units[host].troop in TROOPS:
            yield from _entourage_violations(place, TROOPS[unit.troop], TROOPS[units[host].troop])
            if host in taken:
                yield Violation(place, f"{unit.joins} is the entourage of another", "one of his own", ("BW-A3-20",))
            taken.add(host)


def _entourage_violations(place: str, hero: Troop, guard: Troop) -> Iterator[Violation]:
    """Mounted with mounted heroes, heavy cavalry with knights; any infantry for those on foot; of the hero's own race
    (BW-A3-20)."""
    if hero.mounted and guard.id != "heavy_cavalry":
        yield Violation(place, f"{guard.name} are no entourage of a knight", "heavy_cavalry", ("BW-A3-20",))
    elif not hero.mounted and guard.mounted:
        wrong = f"{guard.name} ride, and {hero.name} goes on foot"
        yield Violation(place, wrong, "an entourage of infantry", ("BW-A3-20",))
    elif race_of(hero) != race_of(guard):
        wrong = f"{guard.name} are not of the race of {hero.name}"
        yield Violation(place, wrong, f"an entourage of his own race, {race_of(hero)}", ("BW-A3-20",))


def _nearest(name: str) -> str:
    close = get_close_matches(name.lower().replace(" ", "_").replace("-", "_"), TROOPS, n=1)
    known = ", ".join(TROOPS)
    return f"did you mean {close[0]}? The types are {known}" if close else f"one of {known}"


def _formation_violations(place: str, unit: Enlisted, troop: Troop) -> Iterator[Violation]:
    """Ranks and files must come out (BW-B4-05), and a hedgehog must be deep and wide enough (BW-B4-21)."""
    files = usual_files(unit.figures) if unit.files is None else unit.files
    if not 1 <= files <= unit.figures:
        wrong = f"{unit.figures} figures cannot stand in {files} files"
        yield Violation(f"{place}.files", wrong, f"1 to {unit.figures}", ("BW-B4-05",))
    elif unit.hedgehog and not holds_hedgehog(Formed(troop.base, files), unit.figures):
        wrong = f"{unit.figures} figures in {files} files cannot form a hedgehog"
        right = "at least 2 files and 2 ranks (the last may be short), or hedgehog = false"
        yield Violation(f"{place}.hedgehog", wrong, right, ("BW-B4-21",))


# ---------------------------------------------------------------- the book's quartermaster


class BookOfWarMuster(Muster[Options]):
    """The muster of the basic game."""

    ruleset: Final = RULESET
    listings: Final[Mapping[str, Listing]] = _Listings({troop.id: _listing(troop) for troop in TROOPS.values()})
    areas: Final = tuple(kind for kind in KINDS if kind != ROAD and GROUND[kind].tile == "page")
    strips: Final = tuple(kind for kind in KINDS if kind == ROAD or GROUND[kind].tile == "strip")

    builds = True
    habits: ClassVar[Mapping[Habit, str]] = {
        "zones stay clear": "BW-B3-07",
        "pieces lie apart": "BW-B3-06",
        "water runs through": "BW-B3-05",
    }
    rolls_ground: Final = True
    many_sides: Final = False
    switchboard = SWITCHES
    table: Final = (inches(72), inches(48))

    def ground_notes(self, kind: str) -> tuple[GroundNote, ...]:
        return tuple(ground_notes(kind))

    def ground_numbers(self, kind: str) -> tuple[Number, ...]:
        return numbers_of(kind)

    def outfits(self, troop: str) -> tuple[Outfit, ...]:
        return outfits(troop)

    def check(self, units: Sequence[Enlisted], limit: int | None, switches: Switches | None = None) -> Report:
        """Prices are the same under all switches; who may be chosen is not (BW-B2-04)."""
        options = self.options(switches or {})
        named = options.game if switches is not None and "game" in switches else "advanced"
        return check(units, limit, named, least_by_cost=options.unit_minimum == "cost")

    def contours(self, kind: str, ring: Points, switches: Switches) -> tuple[Contour, ...]:
        return contours(kind, ring, self.options(switches).contour_steps)

    def outlined(self, pose: Pose) -> Points:
        return outlined(pose)

    def converted(self, record: Record, switches: Switches) -> Converted[Troop]:
        """By the armour that the switches name (BW-O4-01)."""
        return converted(record, exact=self.options(switches).armour == "exact")

    def converted_party(self, party: Party, switches: Switches) -> tuple[Converted[Troop], ...]:
        """Each by himself; of many alike, how many figures of ten they are (BW-C1-01)."""
        return tuple(in_tens(self.converted(one.record, switches), one.number) for one in party.members)

    def house(self, record: Record, key: str, price: int, *, exact: bool) -> str | Violation:
        return house(record, key, price, exact=exact)

    def spell(self, entry: SpellEntry, key: str) -> str | list[Violation]:
        """Any other spell of the role-playing game (BW-A4-29, BW-A4-30)."""
        return written(entry, key)

    def respelled(self, line: str) -> tuple[str, SpellEntry] | None:
        return respelled(line)

    def wages(self, points: int, months: int | None, *, dearer: bool) -> Wages:
        return wages(points, months, dearer=dearer)

    def relisted(self, battle: Battle, unit: Unit) -> Enlisted:
        """A unit that is left after a battle; a wizard has the wand and the greater spells that he came with."""
        again = super().relisted(battle, unit)
        return replace(again, equipment=equipping.carried(unit)) if again.troop in WIZARDS else again

    def sheets(self, units: Sequence[Enlisted], switches: Switches) -> tuple[RosterSheet, ...]:
        """A plain sheet for every unit; a hero's has boxes for his hits and for each use of his powers."""
        plain = super().sheets(units, switches)
        return tuple(with_powers(sheet, unit) for sheet, unit in zip(plain, units, strict=True))

    def check_field(self, field: Field) -> tuple[Violation, ...]:
        return (*super().check_field(field), *vessels.afloat_violations(field), *post_violations(field))

    def prepare(self, field: Field) -> Battle:
        """Units are numbered within their side: red-1, red-2 and so on. Who brings creatures or heroes plays by
        the Advanced Rules, if no game is named (BW-B2-04)."""
        options, beyond = self.options(field.switches), CREATURES | INDIVIDUALS
        if "game" not in field.switches and any(
            unit.troop in beyond or is_house(unit.troop) or vessels.is_ship(unit)
            for _, army in field.armies
            for unit in army
        ):
            options = replace(options, game="advanced")
        battle = prepared(
            title=field.title,
            board=field.table,
            sides=field.sides,
            units=[unit for side, army in field.armies for unit in _fielded(side, army, options)],
            zones=field.zones,
            options=options,
            terrain_fixed=field.ground == "fixed",
        )
        posts = {
            f"{side}-{number}": (unit.on, unit.on_top)
            for side, army in field.armies
            for number, unit in enumerate(army, 1)
            if unit.on
        }
        return garrisoned(battle, posts) if posts else battle


def _fielded(side: str, army: Sequence[Enlisted], options: Options) -> Iterator[Unit]:
    """The units of an army; ships are on the water, with their crews aboard."""
    crews = _crews(army)
    for number, unit in enumerate(army, 1):
        if vessels.is_ship(unit):
            ship = vessels.launched(f"{side}-{number}", side, unit)
            yield ship
            aboard = [(at + 1, army[at]) for at, on in crews.items() if on == number - 1]
            yield from vessels.manned(side, ship, aboard, options)
        elif number - 1 not in crews:
            yield _enlisted(side, number, unit, army, options)


def _enlisted(side: str, number: int, unit: Enlisted, army: Sequence[Enlisted], options: Options) -> Unit:
    return enlisted(
        f"{side}-{number}",
        side,
        equipping.kind_of(unit, options),
        unit.figures,
        files=unit.files,
        name=unit.name,
        hedgehog=unit.hedgehog,
        pose=unit.pose,
        host=_host_of(side, army, unit),
        wand=equipping.wand_of(unit) if unit.troop in WIZARDS else "",
        spells=equipping.prepared_by(unit) if unit.troop in WIZARDS else (),
        extra=equipping.extra_of(unit) if unit.troop in WIZARDS else (),
    )


def _host_of(side: str, army: Sequence[Enlisted], unit: Enlisted) -> str:
    """The unit with which a hero starts (BW-A3-03); "" for who starts alone."""
    if not unit.joins:
        return ""
    number = next(place for place, name in _hosts(army).items() if name == unit.joins)
    return f"{side}-{number + 1}"


QUARTERMASTER: Final = BookOfWarMuster()
