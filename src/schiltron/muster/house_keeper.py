"""A book's quartermaster who knows besides what armies bring of their own. The book judges a row of that kind as what
it is like; its price is its own, and it is marked wherever it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from schiltron.battle.state.battle import Battle
from schiltron.battle.state.tally import Tally, show_points
from schiltron.battle.state.unit import House
from schiltron.muster.own_rows import EXTRA, OwnRow, as_made, is_own, made, marked, own_row, spells_of
from schiltron.rulesets.mustering import too_dear
from schiltron.rulesets.outfits import Outfit
from schiltron.rulesets.quartermaster import Enlisted, Field, Listing, Quartermaster, Report, Switches, Violation
from schiltron.rulesets.sheets import Entry, RosterSheet

_NO_LIMIT = 10**9


class HouseKeeper:
    """Everything that is not about rows of one's own is the book's."""

    def __init__(self, book: Quartermaster) -> None:
        self._book = book

    def __getattr__(self, name: str) -> Any:
        return getattr(self._book, name)

    @property
    def listings(self) -> Mapping[str, Listing]:
        return _Listings(self._book.listings)

    def outfits(self, troop: str) -> Sequence[Outfit]:
        row = own_row(troop)
        known = troop if row is None else row.like
        return self._book.outfits(known) if known in self._book.listings else ()

    def check(self, units: Sequence[Enlisted], limit: int | None, switches: Switches | None = None) -> Report:
        rows = [own_row(unit.troop) for unit in units]
        if not any(rows):
            return self._book.check(_plain(units), limit, switches)
        plain = _plain(units)
        found = self._book.check(plain, None if limit is None else _NO_LIMIT, switches)
        costs = tuple(
            cost if row is None else row.priced(cost, unit.figures)
            for row, unit, cost in zip(rows, units, found.costs, strict=True)
        )
        points = found.points + sum(one.points - other.points for one, other in zip(costs, found.costs, strict=True))
        against = list(found.violations)
        if limit is not None and points > limit:
            rules = {rule for one in self._book.check(plain, 1, switches).violations for rule in _of_limit(one, found)}
            against.append(too_dear(points, limit, *sorted(rules)))
        lines = found.lines and tuple(
            line if row is None else _line(row, line) for row, line in zip(rows, found.lines, strict=True)
        )
        note = found.note if limit is None else self._book.check(plain, None, switches).note
        return replace(found, points=points, costs=costs, violations=tuple(against), lines=lines, note=note)

    def check_field(self, field: Field) -> tuple[Violation, ...]:
        return self._book.check_field(_plain_field(field))

    def prepare(self, field: Field) -> Battle[Any, Any, Any]:
        battle = self._book.prepare(_plain_field(field))
        own = {f"{side}-{number}": unit for side, army in field.armies for number, unit in enumerate(army, 1)}
        own = {
            key: unit
            for key, unit in own.items()
            if key in battle.units and (is_own(unit.troop) or spells_of(unit.equipment))
        }
        if not own:
            return battle
        agreed = {key: one for side, army in field.armies for key, one in self._agreed(side, army, field.switches)}
        units = {
            key: replace(one, name=_known_as(own[key], one.name), house=_house(own[key], agreed[key], one.original))
            if key in own
            else one
            for key, one in battle.units.items()
        }
        return replace(battle, units=units)

    def _agreed(self, side: str, army: Sequence[Enlisted], switches: Switches) -> Iterator[tuple[str, Tally]]:
        """What the units of an army cost, by their ids."""
        for number, cost in enumerate(self.check(army, None, switches).costs, 1):
            yield f"{side}-{number}", cost

    def relisted(self, battle: Any, unit: Any) -> Enlisted:
        """A unit of a list's own stays one; of what it is like it may have become another."""
        again = self._book.relisted(battle, unit)
        if unit.house is UNSET:
            return again
        if unit.house.spells:
            again = replace(again, equipment={**again.equipment, EXTRA: unit.house.spells})
        row = own_row(unit.house.troop)
        if row is None:
            return replace(again, troop=unit.house.troop) if is_own(unit.house.troop) else again
        like = again.troop if again.troop in self._book.listings else row.like
        return replace(again, troop=replace(row, like=like).key)

    def remustered(self, units: Sequence[Enlisted], switches: Switches) -> tuple[Enlisted, ...]:
        """Whoever marches on is what he was by the list's own rules, as long as nothing that he has says otherwise."""
        plain = _plain(units)
        own = {
            (one.name, one.troop): row for unit, one in zip(units, plain, strict=True) if (row := own_row(unit.troop))
        }
        return tuple(
            unit if row is None or row.equipped(unit.equipment) != unit.equipment else replace(unit, troop=row.key)
            for unit in map(_made_again, self._book.remustered(plain, switches))
            for row in (own.get((unit.name, unit.troop)),)
        )

    def sheets(self, units: Sequence[Enlisted], switches: Switches) -> tuple[RosterSheet, ...]:
        sheets = self._book.sheets(_plain(units), switches)
        if len(sheets) != len(units) or not any(is_own(unit.troop) for unit in units):
            return sheets
        costs = self.check(units, None, switches).costs
        return tuple(map(self._sheet, sheets, units, costs))

    def _sheet(self, sheet: RosterSheet, unit: Enlisted, cost: Tally) -> RosterSheet:
        row = own_row(unit.troop)
        if row is None:
            return replace(sheet, name=marked(sheet.name)) if is_own(unit.troop) else sheet
        price = Entry("points", "Points", show_points(cost.points), tuple(term.label for term in cost.terms))
        facts = tuple(Entry("items", "Item", marked(one.name)) for one in row.items)
        kind = f"{marked(row.name)}, like {sheet.kind.lower()}" if row.name else sheet.kind
        return replace(
            sheet,
            name=_called(unit, sheet.name),
            kind=kind,
            ratings=tuple(price if one.field == "points" else one for one in sheet.ratings),
            facts=(*sheet.facts, *facts),
        )


class _Listings(Mapping[str, Listing]):
    """Those of the book; one of an army's own is found by its whole row."""

    def __init__(self, listings: Mapping[str, Listing]) -> None:
        self._listings = listings

    def __getitem__(self, troop: str) -> Listing:
        row = own_row(troop)
        if row is None:
            return self._listings[troop]
        like = self._listings[row.like]
        cost = like.cost if row.price is None else row.price
        return Listing(troop, marked(row.name or like.name), cost, like.note)

    def __contains__(self, troop: object) -> bool:
        return troop in self._listings or (isinstance(troop, str) and own_row(troop) is not None)

    def __iter__(self) -> Iterator[str]:
        return iter(self._listings)

    def __len__(self) -> int:
        return len(self._listings)


def _plain(units: Sequence[Enlisted]) -> list[Enlisted]:
    """As the book knows them."""
    return [
        unit if row is None else _as_book(unit, row) for unit in map(_spelled, units) for row in (own_row(unit.troop),)
    ]


def _made_again(unit: Enlisted) -> Enlisted:
    """The other way round."""
    spells = spells_of(unit.equipment)
    return replace(unit, equipment={**unit.equipment, EXTRA: tuple(map(made, spells))}) if spells else unit


def _spelled(unit: Enlisted) -> Enlisted:
    """With its spells of the list's own as the book has made them."""
    spells = spells_of(unit.equipment)
    return replace(unit, equipment={**unit.equipment, EXTRA: tuple(map(as_made, spells))}) if spells else unit


def _as_book(unit: Enlisted, row: OwnRow) -> Enlisted:
    return replace(unit, troop=row.like, equipment=row.equipped(unit.equipment))


def _plain_field(field: Field) -> Field:
    return replace(field, armies=tuple((side, tuple(_plain(army))) for side, army in field.armies))


def _house(unit: Enlisted, cost: Tally, figures: int) -> House:
    """What a unit of a list's own is for its battle."""
    row, spells = own_row(unit.troop), spells_of(unit.equipment)
    if row is None or cost.verdict != "total" or (row.price is None and not row.items):
        return House(unit.troop, spells=spells)
    return House(unit.troop, cost.total if cost.measure == "eighths" else cost.total * 8, figures, spells)


def _known_as(unit: Enlisted, usual: str) -> str:
    return _called(unit, usual) if is_own(unit.troop) else usual


def _called(unit: Enlisted, usual: str) -> str:
    row = own_row(unit.troop)
    return marked(unit.name or (row.name if row is not None else "") or usual)


def _line(row: OwnRow, line: str) -> str:
    items = "".join(f", {marked(one.name)}" for one in row.items)
    return f"{marked(row.name)}: {line}{items}" if row.name else f"{line}{items}"


def _of_limit(one: Violation, found: Report) -> tuple[str, ...]:
    """The rules by which an army may cost no more than its limit."""
    return one.rules if one.place == "units" and one not in found.violations else ()
