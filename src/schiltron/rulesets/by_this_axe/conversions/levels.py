"""Fighting levels, and what levels together come to (rules CONV, TA-CONV-04 to TA-CONV-18).

Levels are counted in hundredths, since those of a cleric are three quarters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, cast

from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.words.grammar import plain
from schiltron.parent_game.classes import family
from schiltron.parent_game.creature import Item, ItemGrade, Record
from schiltron.parent_game.party import Member
from schiltron.rulesets.by_this_axe.conversions.creatures import SMALL
from schiltron.rulesets.by_this_axe.law import LAW
from schiltron.rulesets.by_this_axe.state import Role

WHOLE: Final = 100
_VALUES: Final = {
    str(row["source"]): round(float(row["value"]) * WHOLE) for row in LAW.sheet("TA-T-fighting-level-values").records()
}
_CALLINGS: Final = {
    "fighter": ("fighter_class", "TA-CONV-07"),
    "cleric": ("cleric_or_thief_class", "TA-CONV-09"),
    "thief": ("cleric_or_thief_class", "TA-CONV-09"),
    "magic_user": ("magic_user", "TA-CONV-10"),
}
"""What a level counts, by the family of the class, and the rule."""
_ITEMS: Final[dict[ItemGrade, tuple[str, str]]] = {
    "minor": ("minor_magic_items", "TA-CONV-11"),
    "average": ("average_magic_items", "TA-CONV-12"),
    "major": ("major_magic_items", "TA-CONV-13"),
}
_GRADES: Final = tuple(_ITEMS)
_GREAT: Final = ("sentient", "artifact")
_SMALL: Final = ("potion", "scroll")
_MAGIC: Final = "magic_"
"""What abilities of a creature begin with that are magic weapons: their worth is their plus."""
_STATUSES: Final = (
    ("TA-T-fighting-level-figures", "type", "min_level"),
    ("TA-T-priest-mage-levels", "figure", "min_total_levels"),
)
LEAST: Final[dict[Role, int]] = {
    cast("Role", str(row[name])): int(row[least])
    for sheet, name, least in _STATUSES
    for row in LAW.sheet(sheet).records()
}
"""The levels from which a figure is a hero, a priest, a mage and so on (TA-CONV-04 to TA-CONV-06, TA-CONV-14 to
TA-CONV-17)."""
HERO_RULES: Final[dict[Role, str]] = {"hero": "TA-CONV-04", "superhero": "TA-CONV-05", "champion": "TA-CONV-06"}
PRIEST_RULES: Final[dict[Role, str]] = {"priest": "TA-CONV-14", "high_priest": "TA-CONV-15"}
MAGE_RULES: Final[dict[Role, str]] = {"mage": "TA-CONV-16", "wizard": "TA-CONV-17"}


# ---------------------------------------------------------------- one individual


def counts(record: Record) -> bool:
    """A character of any class; a monster of three Hit Dice and more (TA-CONV-18)."""
    return bool(record.classes) or record.hit_dice.dice >= SMALL


def _ways(record: Record) -> Iterator[Term]:
    """What one individual comes to by each of his classes, and by hit dice of his own (TA-CONV-08)."""
    for name, level in record.classes:
        source, rule = _CALLINGS[family(name)]
        yield Term(f"{record.name}: {plain(name)} {level}", level * _VALUES[source], rule)
    if record.monster:
        dice = record.hit_dice
        tenths = dice.tenths * WHOLE // 10 * _VALUES["monster"] // WHOLE
        yield Term(f"{record.name}: Hit Dice {dice}", dice.dice * _VALUES["monster"] + tenths, "TA-CONV-08")


def grade(item: Item) -> ItemGrade | None:
    """Which grade of the book a magic item is of (TA-CONV-11 to TA-CONV-13); None where only a referee can tell."""
    if item.grade is not None:
        return item.grade
    if item.kind in _GREAT or item.plus >= len(_GRADES):
        return "major"
    if item.plus:
        return _GRADES[item.plus - 1]
    return "minor" if item.kind in _SMALL else None


def items_of(record: Record) -> tuple[Item, ...]:
    """What he bears, and the magic weapons among his abilities."""
    own = [
        Item(plain(one.name), min(one.worth, 10), "weapon") for one in record.abilities if one.name.startswith(_MAGIC)
    ]
    return (*record.items, *own)


def best_grade(record: Record) -> tuple[ItemGrade, str] | None:
    """The best grade alone counts; a weapon and armour of +1 together are average (TA-CONV-12)."""
    graded = [(found, one.name) for one in items_of(record) if (found := grade(one)) is not None]
    if not graded:
        return None
    best = max(graded, key=lambda one: _GRADES.index(one[0]))
    plain_ones = {one.kind: one.name for one in items_of(record) if one.plus == 1 and grade(one) == "minor"}
    if best[0] == "minor" and {"weapon", "armour"} <= plain_ones.keys():
        return "average", f"{plain_ones['weapon']} and {plain_ones['armour']}"
    return best


def _own(record: Record) -> Iterator[Term]:
    """The best of his ways to fight (TA-CONV-07), and his magic items."""
    yield max(_ways(record), key=lambda term: term.value)
    found = best_grade(record)
    if found is not None:
        source, rule = _ITEMS[found[0]]
        yield Term(f"{record.name}: {found[0]} magic, {found[1]}", _VALUES[source], rule)


# ---------------------------------------------------------------- several together


def _times(term: Term, number: int) -> Term:
    return term if number == 1 else Term(f"{number} × {term.label}", number * term.value, term.rule)


def fighting_level(group: Sequence[Member]) -> Tally:
    """The fighting levels of all of a figure, added (TA-CONV-01)."""
    terms = tuple(_times(term, one.number) for one in group if counts(one.record) for term in _own(one.record))
    return Tally("fighting level", terms, measure="hundredths")


def class_levels(group: Sequence[Member], calling: str) -> Tally:
    """Levels of clerics, or of magic-users, added (TA-CONV-14 to TA-CONV-17)."""
    rule = "TA-CONV-14" if calling == "cleric" else "TA-CONV-16"
    terms = tuple(
        _times(Term(f"{one.record.name}: {plain(name)} {level}", level, rule), one.number)
        for one in group
        for name, level in one.record.classes
        if family(name) == calling
    )
    return Tally(f"{plain(calling)} levels", terms)


def status(total: int, among: Sequence[Role]) -> Role | None:
    """The greatest of some kinds of figures for which so many levels suffice."""
    return next((role for role in reversed(among) if total >= LEAST[role]), None)


def hero_status(group: Sequence[Member]) -> Role | None:
    """Rounded down before it is compared (TA-CONV-04)."""
    return status(fighting_level(group).total // WHOLE, tuple(HERO_RULES))


def priest_status(group: Sequence[Member]) -> Role | None:
    return status(class_levels(group, "cleric").total, tuple(PRIEST_RULES))


def mage_status(group: Sequence[Member]) -> Role | None:
    return status(class_levels(group, "magic_user").total, tuple(MAGE_RULES))
