"""Creatures of the role-playing game as figures of the fantasy supplement. It rates kinds of creature and no sheets:
who is of a kind that it names is that figure, and none of his own numbers counts (CM-FANT-GEN-02, CM-FANT-GEN-03)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.words.grammar import Note, cited
from schiltron.parent_game.creature import Record
from schiltron.rulesets.chainmail.points import each
from schiltron.rulesets.chainmail.roster import roster_line
from schiltron.rulesets.chainmail.troops import TROOPS, Line
from schiltron.rulesets.conversion import Converted, ListEntry, Rating

_RULES: Final = ("CM-FANT-GEN-02", "CM-FANT-GEN-03")
_TITLES: Final = {
    "fighter": ((8, "super_hero"), (4, "hero")),
    "magic_user": ((11, "wizard"), (9, "sorcerer"), (8, "warlock"), (6, "magician")),
}
"""From which level on the role-playing game calls somebody what the supplement calls a figure."""


def converted(record: Record) -> Converted[Line]:
    key, titled = _kind(record), _title(record)
    line = TROOPS.get(key or titled)
    if line is None:
        return Converted(
            record.name,
            cited("The supplement names no figure of this kind, and turns no numbers into one", *_RULES),
            left_out=tuple(_numbers(record)),
            missing=(Note("Which figure it is nearest to: a troop type of your own can be like that one"),),
        )
    missing = []
    if titled and not key:
        missing.append(Note("From which level on he is one: agree on it; here it goes by the titles of levels"))
    conjured = line.profile.nature.trait("conjured") if line.profile.nature is not None else None
    if conjured is not None:
        missing.append(cited("A price: it is called up in play, and no army list has it", conjured.rule))
    price = round(each(line.profile) * 8)
    cost = Tally("Points", (Term(line.name, price, ""),), "eighths")
    return Converted(
        name=record.name,
        verdict=cited(f"{line.name}: {roster_line(line.profile)}", *_RULES),
        line=line,
        ratings=() if conjured else (Rating("price", "Points", f"{price / 8:g}", cost),),
        left_out=tuple(_numbers(record)),
        missing=tuple(missing),
        entry=None if conjured else ListEntry(line.id, 1, record.name),
    )


def _numbers(record: Record) -> Iterator[Note]:
    yield cited(
        f"Its Hit Dice, {record.hit_dice}, armour class, attacks and damage: kinds are rated, not sheets", *_RULES
    )
    if record.classes:
        said = ", ".join(f"{name.replace('_', ' ')} {level}" for name, level in record.classes)
        yield cited(f"Its levels: {said}", *_RULES)
    for name in record.powers:
        yield cited(f"{name.replace('_', ' ').capitalize()}: a figure has what its kind has", *_RULES)


def _kind(record: Record) -> str:
    """The figure that its name says it is, in one or in many."""
    name = record.name.lower().replace("-", " ").split("(")[0].strip()
    for key, line in TROOPS.items():
        nature = line.profile.nature
        if nature is None:
            continue
        known = {key.replace("_", " "), line.name.lower()}
        if {name, f"{name}s", f"{name}es", name.removesuffix("f") + "ves"} & known:
            return key
    return ""


def _title(record: Record) -> str:
    for name, level in record.classes:
        for least, figure in _TITLES.get(name, ()):
            if level >= least:
                return figure
    return ""
