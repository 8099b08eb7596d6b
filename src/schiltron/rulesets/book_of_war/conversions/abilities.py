"""What a converted creature can do besides (chapters A1, A3 and A4): only what is worth at least +3 is carried over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple, get_args

from schiltron.battle.words.grammar import Note, cited
from schiltron.parent_game.creature import Magic, Record
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.rulesets.book_of_war.troop_type import Ability
from schiltron.table.lengths import show_inches

LEAST: Final = 3
"""What an ability must be worth on a d20 (BW-A1-16)."""
_LISTED: Final = {str(row["ability"]) for row in LAW.sheet("BW-T-abilities").records()}
_OF_HEROES: Final = frozenset(("weather", "magic_sword"))
_IMMUNE: Final = "_immune"
_A_THIRD: Final = 3


class Carried(NamedTuple):
    """What becomes of abilities: those of the figure, and in words what is kept, left out, and left to the players."""

    abilities: frozenset[Ability]
    words: frozenset[str]
    notes: tuple[Note, ...]
    left_out: tuple[Note, ...]
    missing: tuple[Note, ...]


def carried(record: Record, *, hero: bool) -> Carried:
    """Each ability in turn, and magic; what it swims is no part of the game."""
    words, notes, left_out, missing = set[str](), list[Note](), list[Note](), list[Note]()
    for one in record.abilities:
        said = one.name.replace("_", " ")
        if one.worth < LEAST:
            worth = f"worth {one.worth:+d} only" if one.worth else "no bonus"
            left_out.append(cited(f"{said.capitalize()}: {worth}, less than +{LEAST}", "BW-A1-16"))
        elif _has_a_word(one.name, hero=hero):
            words.add(one.name)
            notes.append(cited(said.capitalize(), "BW-A1-16"))
        else:
            missing.append(cited(f"What {said} does: this book has no such ability", "BW-A1-16"))
    notes += map(_spoken, record.magic)
    if record.infravision:
        notes.append(cited("Infravision, for battles in the dark", "BW-O2-06"))
    if record.underworld:
        notes.append(cited("At home in the underworld, where there is no light at all", "BW-O2-07"))
    if record.only_hit_by:
        notes.append(cited("Ordinary troops cannot hit it: it needs magic weapons", "BW-A3-12"))
    if record.enchanted:
        notes.append(cited("Enchanted", "BW-A4-04"))
    left_out += _unused(record, hero=hero)
    own = frozenset(word for word in get_args(Ability) if word in words)
    return Carried(own, frozenset(words), tuple(notes), tuple(left_out), tuple(missing))


def _has_a_word(name: str, *, hero: bool) -> bool:
    return name in _LISTED or (hero and (name in _OF_HEROES or name.endswith(_IMMUNE)))


def _unused(record: Record, *, hero: bool) -> Iterator[Note]:
    """What the book has no use for."""
    if record.hit_dice.plus and not record.classes:
        yield cited(f"{record.hit_dice.plus:+d} of its {record.hit_dice} Hit Dice", "BW-A1-01")
    if record.swim:
        yield cited(f"Swimming, {show_inches(record.swim)}: the book has no rule for it", "BW-A1-01")
    if record.fly and not hero:
        yield cited(f"Flying, {show_inches(record.fly)}: only heroes fly", "BW-A3-28")
    if record.mount is not None and abs(record.mount.armour_class - record.armour_class) > LEAST:
        apart = abs(record.mount.armour_class - record.armour_class)
        wrong = f"The armour of the {record.mount.name}, {apart} points apart from the rider's: one number serves both"
        yield cited(wrong, "BW-A1-08")
    if hero and record.to_hit:
        yield cited(f"{record.to_hit:+d} to hit: heroes hit by their attacks a round", "BW-A3-16")
    elif 0 < abs(record.to_hit) < LEAST:
        yield cited(f"{record.to_hit:+d} to hit: a third of it is nothing", "BW-C3-07")


def _spoken(magic: Magic) -> Note:
    """A magic area attack with its damage rating (BW-A1-13); ranges in the same inches, durations in the same turns,
    each dimension of an area by three (BW-A4-30)."""
    parts = [f"damage rating {magic.dice}"] if magic.dice else []
    parts += [f"range {magic.range:g}″"] if magic.range else []
    parts += [f"{magic.area / _A_THIRD:.2g}″ across"] if magic.area else []
    parts += [f"for {magic.duration} turns"] if magic.duration else []
    parts += [f"{magic.uses} times"] if magic.uses else []
    rules = [
        *(("BW-A1-13",) if magic.dice else ()),
        *(("BW-A4-30",) if magic.range or magic.area or magic.duration else ()),
    ]
    return cited(": ".join(filter(None, (magic.name.capitalize(), ", ".join(parts)))), *rules)
