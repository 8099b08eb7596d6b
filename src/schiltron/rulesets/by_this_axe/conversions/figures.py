"""The figure that several individuals make together, or troops of one kind (rules CONV, FANT), with every sum."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.words.grammar import Note, cited, counted
from schiltron.battle.words.grammar import listed as enumerated
from schiltron.battle.words.phrases import show_sum
from schiltron.parent_game.creature import Record
from schiltron.parent_game.party import Becomes, Member
from schiltron.rulesets.by_this_axe.conversions import creatures, leaders, leftovers, levels
from schiltron.rulesets.by_this_axe.conversions.counts_as import Standing, called, standing
from schiltron.rulesets.by_this_axe.conversions.grouping import Group, groups, most
from schiltron.rulesets.by_this_axe.conversions.leaders import Leading
from schiltron.rulesets.by_this_axe.creatures import MAJOR, Kind
from schiltron.rulesets.by_this_axe.duels.pools import hits_to_kill
from schiltron.rulesets.by_this_axe.equipping import equipped
from schiltron.rulesets.by_this_axe.options import Options
from schiltron.rulesets.by_this_axe.points import cost
from schiltron.rulesets.by_this_axe.state import Role
from schiltron.rulesets.by_this_axe.troops import FC_NAMES, MONSTER, MONSTER_FC, TROOPS, Line
from schiltron.rulesets.conversion import Converted, ListEntry, Rating
from schiltron.rulesets.quartermaster import Enlisted

_CHARACTER: Final = "character"
_ARMS: Final = "Armour, weapons and mount: no rule makes them from an armour class; the army list says what it carries"

_PLAIN: Final = "What they are as ordinary troops: no rule makes fighting capability from so few levels"


def party(members: Sequence[Member], becomes: Mapping[str, Becomes], options: Options) -> tuple[Converted[Line], ...]:
    """Every figure of a party, or of a list of monsters (TA-CONV-01)."""
    return tuple(_converted(group, options) for group in groups(members, becomes, options.scale))


def one(record: Record, options: Options) -> Converted[Line]:
    """What a single creature makes by itself."""
    kind = creatures.listed(record)
    if kind is not None:
        return _troops(record, kind, options)
    return _converted(Group(record.name, (Member(record),)), options)


def _converted(group: Group, options: Options) -> Converted[Line]:
    first = group.members[0].record
    kind = creatures.listed(first) if len(group.members) == 1 else None
    if kind is not None:
        return _troops(first, kind, options, group.number)
    room = most(group, options.scale)
    if group.number > room:
        rules = ("TA-CONV-01",) if any(one.record.classes for one in group.members) else ("TA-FANT-C23",)
        return Converted(group.name, cited(f"{group.number} in one figure: at most {room} at {options.scale}", *rules))
    small = [one.record.name for one in group.members if not levels.counts(one.record)]
    if len(small) == len(group.members):
        return _too_small(group)
    return _figure(group, small, options)


def _too_small(group: Group) -> Converted[Line]:
    names = enumerated(list(dict.fromkeys(one.record.name for one in group.members)))
    return Converted(
        group.name,
        cited(f"Ordinary troops: a monster below {creatures.SMALL} Hit Dice counts into no figure", "TA-CONV-18"),
        missing=(cited(f"The fighting capability of {names}: the book's list of creatures has none", "TA-FANT-C22"),),
    )


# ---------------------------------------------------------------- troops on the book's list


def _troops(record: Record, kind: Kind, options: Options, number: int | None = None) -> Converted[Line]:
    """With the fighting capability and abilities of the list, so many to a figure; of so many, or of a figure full."""
    rule, scale, line = creatures.rule_of(kind), options.scale, TROOPS[kind.id]
    heads = kind.heads[scale]
    figures, rest = divmod(heads if number is None else number, heads)
    plural = kind.name[0].lower() + kind.name[1:]
    said = f"{heads} {plural} to a figure"
    if number is not None:
        left = f", and {rest} {'is' if rest == 1 else 'are'} left over" if rest else ""
        said = f"{number} {plural} are {counted(figures, 'figure')}{left}"
    own = frozenset(one.name for one in record.abilities)
    return Converted(
        name=record.name,
        verdict=cited(f"Ordinary troops: {said}", "TA-FANT-C23", rule),
        line=line,
        ratings=(
            _rating("fc", "Fighting, FC", f"{kind.fc} {FC_NAMES[kind.fc]}", Term("the book's list", kind.fc, rule)),
            _rating("heads", "To a figure", str(heads), Term(f"individuals at {scale}", heads, rule)),
        ),
        notes=tuple(cited(word.replace("_", " ").capitalize(), rule) for word in kind.abilities),
        left_out=(*_of_its_own(record, rule), *leftovers.unused((Member(record),), own)),
        missing=(cited(_ARMS, "TA-FANT-C22"),),
        entry=ListEntry(kind.id, figures, kind.name) if figures else None,
    )


def _of_its_own(record: Record, rule: str) -> Iterator[Note]:
    """What is written of it and gives way to the list."""
    yield cited(f"Its Hit Dice, {record.hit_dice}: who is on the list is as the list says", "TA-FANT-C23", rule)
    for one in record.abilities:
        yield cited(f"{one.name.replace('_', ' ').capitalize()}: the list says what it can do", rule)


# ---------------------------------------------------------------- figures of characters and major monsters


def _figure(group: Group, small: Sequence[str], options: Options) -> Converted[Line]:
    """A figure of characters, or of major monsters."""
    members = group.members
    monsters = not any(one.record.classes for one in members)
    stands, led = standing(group), leaders.leading(group, options.leadership_start)
    able: dict[str, Note] = {}
    carried: frozenset[str] = frozenset()
    if monsters:
        able = {word: note for one in members for word, note in creatures.abilities(one.record).items()}
        carried = frozenset(name for one in members for name in creatures.carried(one.record))
    roles: tuple[Role, ...] = (*((led.leads,) if led.leads else ()), *stands.roles)
    entry = _entry(group, roles, led, tuple(able), monsters=monsters) if roles or monsters else None
    line = _line(entry, options) if entry is not None else None
    alike = creatures.unsettled(members[0].record) if monsters else ()
    return Converted(
        name=group.name,
        verdict=_verdict(group, stands, led, monsters=monsters),
        line=line,
        ratings=(*_levels(group), *(_numbers(line, options, led) if line is not None else ())),
        notes=(*able.values(), *led.notes),
        left_out=(*stands.others, *leftovers.small(small), *leftovers.unused(members, carried)),
        missing=(
            *stands.missing,
            *led.missing,
            *leftovers.ungraded(members),
            *alike,
            cited(_ARMS if line else _PLAIN, "TA-UNIT-31"),
        ),
        entry=entry,
    )


def _entry(group: Group, roles: tuple[Role, ...], led: Leading, able: tuple[str, ...], *, monsters: bool) -> ListEntry:
    """As an army list takes it."""
    equipment: dict[str, Any] = {"roles": roles} if roles else {}
    if led.tally is not None:
        equipment["leadership"] = led.tally.total
    if able:
        equipment["abilities"] = able
    if monsters and group.number > 1:
        equipment["creatures"] = group.number
    return ListEntry(MAJOR if monsters else _CHARACTER, 1, group.name, equipment)


def _line(entry: ListEntry, options: Options) -> Line | None:
    """What the muster makes of that entry."""
    made, _ = equipped([Enlisted(entry.troop, 1, name=entry.name, equipment=entry.equipment)], options)
    return made[0].line if made[0] is not None else None


def _verdict(group: Group, stands: Standing, led: Leading, *, monsters: bool) -> Note:
    who = "One" if group.number == 1 else f"{group.number} together"
    if stands.roles:
        great = ("TA-FANT-C24",) if monsters else ()
        return cited(f"{who}: {_an(called(stands.roles))} figure", *stands.rules, "TA-CONV-01", *great)
    level = show_sum(levels.fighting_level(group.members))
    short = f"fighting level {level}, and {levels.LEAST['hero']} make a hero"
    if monsters:
        said = f"{who}: {_an(FC_NAMES[MONSTER_FC])} figure, a major monster below a hero ({short})"
        return cited(said, "TA-FANT-C24", "TA-CONV-18")
    if led.leads:
        return cited(f"{who}: a figure only as {led.leads} ({short})", "TA-CONV-03", "TA-CONV-04")
    return cited(f"{who}: no figure, but may be part of one ({short})", "TA-CONV-04", "TA-CONV-01")


# ---------------------------------------------------------------- the sums


def _rating(key: str, label: str, said: str, *terms: Term) -> Rating:
    return Rating(key, label, said, Tally(label.lower(), terms))


def _levels(group: Group) -> Iterator[Rating]:
    fighting = levels.fighting_level(group.members)
    yield Rating("fighting_level", "Fighting level", show_sum(fighting), fighting)
    for key, calling, label in (("cleric", "cleric", "Cleric levels"), ("mage", "magic_user", "Mage levels")):
        tally = levels.class_levels(group.members, calling)
        if tally.terms:
            yield Rating(key, label, show_sum(tally), tally)


def _numbers(line: Line, options: Options, led: Leading) -> Iterator[Rating]:
    fc, scale = line.profile.fc, options.scale
    why, rule = _why_fc(line)
    yield _rating("fc", "Fighting, FC", f"{fc} {FC_NAMES[fc]}", Term(why, fc, rule))
    hits = hits_to_kill(line.roles, scale)
    yield _rating("hits", "Hits to kill", str(hits), Term(f"at {scale}", hits, "TA-CHAR-08"))
    if led.tally is not None:
        yield Rating("leadership", "Leadership", str(led.tally.total), led.tally)
    priced = cost(line, 1)
    yield Rating("points", "Points", show_sum(priced), priced)


def _why_fc(line: Line) -> tuple[str, str]:
    if MONSTER in line.roles:
        return "major monsters fight as what they are rated", "TA-FANT-C24"
    if line.heroic:
        return "heroes of all kinds", "TA-UNIT-18"
    if line.leads:
        return "alone; with a unit he fights as it does", "TA-CHAR-04"
    if any(role in levels.PRIEST_RULES for role in line.roles):
        return "priests alone", "TA-FANT-P13"
    return "mages", "TA-FANT-M12"


def _an(words: str) -> str:
    return f"{'an' if words[:1] in 'aeiou' else 'a'} {words}"
