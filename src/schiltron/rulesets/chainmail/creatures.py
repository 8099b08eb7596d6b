"""The creatures of the fantasy supplement, made from their rows and the book's tables (CM-FANT-GEN-02 to -05)."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any, Final, Literal, cast

from msgspec import Struct, convert
from msgspec.structs import replace

from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.nature import Nature, Toughness, Trait, TroopClass
from schiltron.table.lengths import Mil, inches

EIGHTHS: Final = 8
UNRATED_PRICE: Final = 1.0
"""What a figure costs for which no price is printed but that is for sale all the same (CM-FANT-HOBBIT-03)."""
_LENGTHS: Final = {"terrifies", "detects", "carries", "fights_double_in_woods", "stays_by_water", "swims", "woken"}
"""Words whose number is a length in inches."""
_REFERENCE: Final = LAW.sheet("CM-T-fant-ref")
_NORMAL: Final = LAW.sheet("CM-T-fant-normal")
_RATINGS: Final = LAW.sheet("CM-T-fant-ratings")
_LINE_UP: Final = LAW.sheet("CM-T-fant-lineup").records()
_ELEMENTALS: Final = {str(row["kind"]): row for row in LAW.sheet("CM-T-fant-elementals").records()}
_NOT_FOR_SALE: Final = ("conjured", "special_only")

Number = Literal["rated", "attack", "defence", "hits", "kind"]
"""What a rule of a creature's own may give: rating and price, as what it strikes and is struck, what kills it, and the
kind that it is counted among."""


class Row(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the file; `like` another one but for what it says itself, `instead` has traits in the place of some."""

    name: str
    reference: str = ""
    normal: str = ""
    rating: str = ""
    combat: str = ""
    size: str = ""
    picture: str = ""
    called: tuple[str, ...] = ()
    missile: str = ""
    mounted: bool = False
    kind: str = ""
    grade: int = 0
    move: int | None = None
    charge: int | None = None
    fly: int | None = None
    traits: tuple[Trait, ...] = ()
    by: dict[Number, str] = {}
    like: str = ""
    instead: dict[str, tuple[Trait, ...]] = {}


class Creature(Struct, frozen=True):
    """A creature as an army list names it; `missile` is the weapon it has of itself. `by` are rules of its own for some
    of its numbers."""

    name: str
    nature: Nature
    missile: str = ""
    by: dict[Number, str] = {}


def _rows() -> dict[str, Row]:
    written = files("schiltron.rulesets.chainmail").joinpath("creatures.toml").read_text(encoding="utf-8")
    rows = convert(tomllib.loads(written), dict[str, Row])
    return {key: _whole(row, rows) for key, row in rows.items()}


def _whole(row: Row, rows: dict[str, Row]) -> Row:
    if not row.like:
        return row
    first = _whole(rows[row.like], rows)
    said: dict[str, Any] = {
        name: getattr(row, name)
        for name in row.__struct_fields__
        if name not in ("like", "instead", "traits", "by") and getattr(row, name) not in ("", (), None, False, 0)
    }
    said |= {name: value for name in ("charge", "fly") if (value := getattr(row, name)) is not None}
    kept = tuple(trait for trait in first.traits if trait.word not in row.instead)
    put = tuple(trait for traits in row.instead.values() for trait in traits)
    return replace(first, **said, traits=(*kept, *put), by=first.by | row.by)


def _inches(cell: object) -> Mil:
    return inches(int(str(cell))) if str(cell).isdigit() else 0


def _nature(key: str, row: Row) -> Nature:
    line, rating = _REFERENCE.row(row.reference), _RATINGS.row(row.rating)
    horse = "_mounted" if row.mounted and line["move_mounted"] != "-" else ""
    fights = _as_troops(line) if not row.normal else _as_figures(row)
    price = rating["points"]
    free = any(trait.word in _NOT_FOR_SALE for trait in row.traits)
    points = float(price) if price != "-" else 0.0 if free else UNRATED_PRICE
    lengths: dict[str, Any] = {
        "move": _inches(line[f"move{horse}"]),
        "charge": _inches(line[f"charge{horse}"]),
        "fly": _inches(line["fly"]),
        **_of_its_element(row),
        **{name: inches(value) for name in ("move", "charge", "fly") if (value := getattr(row, name)) is not None},
    }
    return Nature(
        key=key,
        called=row.called,
        combat=row.combat,
        **lengths,
        range=_inches(line["missile_range"]),
        **fights,
        rating=int(rating["morale_rating"]) if rating["morale_rating"] != "-" else None,
        eighths=round(points * EIGHTHS),
        mounted=row.mounted,
        size=row.size,
        picture=row.picture,
        kind=row.kind,
        grade=row.grade,
        traits=tuple(_measured(trait) for trait in row.traits),
        sides=tuple(dict.fromkeys(str(one["side"]) for one in _LINE_UP if one["type"] in row.called)),
    )


def _measured(trait: Trait) -> Trait:
    return replace(trait, value=inches(trait.value)) if trait.word in _LENGTHS else trait


def _of_its_element(row: Row) -> dict[str, Mil]:
    """How far elementals go, who have a table of their own (CM-FANT-ELEM-04 to CM-FANT-ELEM-07)."""
    if not row.kind:
        return {}
    line = _ELEMENTALS[row.kind]
    far = _inches(line["move"])
    return {"fly": far} if line["flies"] else {"move": far}


def _as_troops(line: dict[str, Any]) -> dict[str, Any]:
    """Small folk fight figure for figure as ordinary troops (CM-FANT-GEN-06)."""
    return {"attacks_as": cast(TroopClass, line["attack"]), "defends_as": cast(TroopClass, line["defend"])}


def _as_figures(row: Row) -> dict[str, Any]:
    """Others as so many figures of a class, and how many hits they take (CM-FANT-GEN-07)."""
    line = _NORMAL.row(row.normal)
    killed, _, how = str(line["hits_to_kill_in_normal_combat"]).partition("_")
    toughness: Toughness = "impervious" if killed == "impervious" else "plain"
    if killed.isdigit() and int(killed) > 1:
        toughness = "cumulative" if how.startswith("cumulative") else "simultaneous"
    attacks = str(line["attack_class"])
    defends = str(line["defend_class"])
    own: TroopClass = "armored_foot"
    return {
        "attack": int(str(line["attack_figures"])),
        "attacks_as": cast(TroopClass, attacks) if attacks.endswith(("foot", "horse")) else own,
        "defends_as": cast(TroopClass, defends) if defends.endswith(("foot", "horse")) else own,
        "toughness": toughness,
        "hits": int(killed) if killed.isdigit() else 1,
    }


CREATURES: Final = {key: Creature(row.name, _nature(key, row), row.missile, row.by) for key, row in _rows().items()}


def rule_of(nature: Nature, number: Number, otherwise: str) -> str:
    """The rule that gives a creature one of its numbers: one of its own, or that of its table."""
    known = CREATURES.get(nature.key)
    return known.by.get(number, otherwise) if known is not None else otherwise
