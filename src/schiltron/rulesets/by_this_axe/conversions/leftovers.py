"""What of a character or creature is not carried over, and what no rule gives (rules CONV)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from schiltron.battle.words.grammar import Note, cited, listed
from schiltron.parent_game.creature import Record
from schiltron.parent_game.party import Member
from schiltron.rulesets.by_this_axe.conversions import creatures, levels


def small(names: Sequence[str]) -> Iterator[Note]:
    """Monsters that count for nothing beside those who do."""
    for name in dict.fromkeys(names):
        yield cited(f"{name}: below {creatures.SMALL} Hit Dice, and counts for nothing here", "TA-CONV-18")


def unused(members: Sequence[Member], carried: frozenset[str] = frozenset()) -> Iterator[Note]:
    """What the book does not carry over; abilities by these names it does."""
    for one in members:
        yield from _lesser_items(one.record)
        yield from _abilities(one.record, carried)
        yield from _spells_and_mount(one.record)


def _lesser_items(record: Record) -> Iterator[Note]:
    best = levels.best_grade(record)
    for item in levels.items_of(record):
        if best is not None and levels.grade(item) is not None and item.name not in best[1]:
            yield cited(f"{record.name}'s {item.name}: the best of his magic alone counts", "TA-CONV-11")


def _abilities(record: Record, carried: frozenset[str]) -> Iterator[Note]:
    weapons = {item.name for item in levels.items_of(record)}
    for ability in record.abilities:
        said = ability.name.replace("_", " ")
        if ability.name not in carried and said not in weapons:
            yield cited(f"{record.name}: {said}, which no rule carries over")


def _spells_and_mount(record: Record) -> Iterator[Note]:
    if record.mount is not None:
        yield cited(f"{record.name}'s {record.mount.name}: mounts add no fighting level", "TA-CONV-08")
    spells = [magic.name for magic in record.magic if not creatures.is_breath(magic.name)]
    if spells:
        yield cited(f"{record.name}'s spells by name ({listed(spells)}): a mage has dice instead", "TA-CONV-16")


def ungraded(members: Sequence[Member]) -> Iterator[Note]:
    """Magic items whose grade is the referee's to say (TA-CONV-11)."""
    for one in members:
        for item in one.record.items:
            if levels.grade(item) is None:
                wrong = f"Whether {one.record.name}'s {item.name} is minor, average or major"
                yield cited(wrong, "TA-CONV-11", "TA-CONV-12", "TA-CONV-13")
