"""Choosing an army (chapters B2 and B4), and the battle made from two armies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Final

from msgspec.structs import replace

from schiltron.battle.setup.enrolment import usual_files
from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.rulesets.book_of_war.movement.ground import GROUND, KINDS, ROAD
from schiltron.rulesets.book_of_war.movement.turning import holds_hedgehog
from schiltron.rulesets.book_of_war.options import SWITCHES, Options
from schiltron.rulesets.book_of_war.setup.opening import RULESET, enlisted, prepared
from schiltron.rulesets.book_of_war.setup.pieces import contours, outlined
from schiltron.rulesets.book_of_war.state import Battle
from schiltron.rulesets.book_of_war.troops import CREATURES, MEN, TROOPS, Troop
from schiltron.rulesets.mustering import Muster, too_dear, unpriced
from schiltron.rulesets.quartermaster import (
    Enlisted,
    Field,
    Listing,
    Report,
    Switches,
    Violation,
    only_as_listed,
)
from schiltron.table.body import Formed
from schiltron.table.lengths import inches, show_inches
from schiltron.table.pose import Pose
from schiltron.table.terrain import Contour, Points

LEAST_FIGURES: Final = 3  # BW-B4-01

HEROES: Final = frozenset(str(row[0]) for row in LAW.sheet("BW-T-heroes").rows) | {"wizard"}
"""Individuals of the Advanced Rules, who cannot be mustered yet."""


def _listing(troop: Troop) -> Listing:
    armed = f", {troop.missile.name.replace('_', ' ')}" if troop.missile else ""
    numbers = f"move {show_inches(troop.move)}, hit on {troop.armour_hit}+, {troop.hit_dice} HD"
    more = "".join(f", {ability.replace('_', ' ')}" for ability in sorted(troop.abilities))
    return Listing(troop.id, troop.name, troop.cost, numbers + armed + more)


# ---------------------------------------------------------------- checking an army


def cost(unit: Enlisted) -> Tally:
    """Figures at their listed price (BW-B2-01, BW-B2-03); nothing for a type the book does not know."""
    troop = TROOPS.get(unit.troop)
    if troop is None:
        return unpriced(unit)
    term = Term(f"{unit.figures} {troop.name.lower()} at {troop.cost}", unit.figures * troop.cost, "BW-B2-03")
    return Tally(label=unit.name or troop.name, terms=(term,), measure="points")


def check(units: Sequence[Enlisted], limit: int | None, game: str = "advanced") -> Report:
    """The price of an army and everything against it, in the game of that name; a list by itself may be for any."""
    owned: Counter[str] = Counter()
    for unit in units:
        owned[unit.troop] += unit.figures
    found = [
        violation
        for place, unit in enumerate(units)
        for violation in _unit_violations(f"units[{place}]", unit, owned[unit.troop], game)
    ]
    found += only_as_listed(units)
    costs = tuple(cost(unit) for unit in units)
    points = sum(tally.total for tally in costs)
    if not units:
        found.append(Violation("units", "the army has no units", "at least one unit", ("BW-B2-01",)))
    if limit is not None and points > limit:
        found.append(too_dear(points, limit, "BW-B2-01"))
    return Report(points=points, costs=costs, violations=tuple(found))


def _unit_violations(place: str, unit: Enlisted, owned: int, game: str) -> Iterator[Violation]:
    if unit.troop in TROOPS:
        yield from _formation_violations(place, unit, TROOPS[unit.troop])
    elif unit.troop not in HEROES:
        yield Violation(f"{place}.troop", f"there is no troop type {unit.troop!r}", _nearest(unit.troop), ("BW-B2-02",))
    if unit.troop in CREATURES and game != "advanced":
        right = f'game = "advanced" for this battle, or one of the troops of the Basic Game: {", ".join(MEN)}'
        yield Violation(f"{place}.troop", f"{unit.troop} belong to the Advanced Rules", right, ("BW-B2-04",))
    elif unit.troop in HEROES:
        wrong = f"{unit.troop} belongs to the Advanced Rules for heroes and wizards, which are not played yet"
        yield Violation(f"{place}.troop", wrong, f"one of {', '.join(TROOPS)}", ("BW-B2-04",))
    if unit.figures < LEAST_FIGURES <= owned:
        yield Violation(
            f"{place}.figures",
            f"a unit of {unit.figures}, while the army has {owned} figures of {unit.troop}",
            f"{LEAST_FIGURES} figures or more; fewer only where the army has fewer of the type in all",
            ("BW-B4-01", "BW-B4-02"),
        )


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
    listings: Final[Mapping[str, Listing]] = {troop.id: _listing(troop) for troop in TROOPS.values()}
    areas: Final = tuple(kind for kind in KINDS if kind != ROAD and GROUND[kind].tile == "page")
    strips: Final = tuple(kind for kind in KINDS if kind == ROAD or GROUND[kind].tile == "strip")

    rolls_ground: Final = True
    many_sides: Final = False
    switchboard = SWITCHES
    table: Final = (inches(72), inches(48))

    def check(self, units: Sequence[Enlisted], limit: int | None, switches: Switches | None = None) -> Report:
        """Prices are the same under all switches; who may be chosen is not (BW-B2-04)."""
        named = self.options(switches).game if switches is not None and "game" in switches else "advanced"
        return check(units, limit, named)

    def contours(self, kind: str, ring: Points, switches: Switches) -> tuple[Contour, ...]:
        return contours(kind, ring, self.options(switches).contour_steps)

    def outlined(self, pose: Pose) -> Points:
        return outlined(pose)

    def prepare(self, field: Field) -> Battle:
        """Units are numbered within their side: red-1, red-2 and so on. Who brings creatures plays by the Advanced
        Rules, if no game is named (BW-B2-04)."""
        options = self.options(field.switches)
        if "game" not in field.switches and any(unit.troop in CREATURES for _, army in field.armies for unit in army):
            options = replace(options, game="advanced")
        return prepared(
            title=field.title,
            board=field.table,
            sides=field.sides,
            units=[
                enlisted(
                    f"{side}-{number}",
                    side,
                    unit.troop,
                    unit.figures,
                    files=unit.files,
                    name=unit.name,
                    hedgehog=unit.hedgehog,
                    pose=unit.pose,
                )
                for side, army in field.armies
                for number, unit in enumerate(army, 1)
            ],
            zones=field.zones,
            options=options,
            terrain_fixed=field.ground == "fixed",
        )


QUARTERMASTER: Final = BookOfWarMuster()
