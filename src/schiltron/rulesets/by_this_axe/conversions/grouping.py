"""Who stands with whom in a figure (rules CONV, TA-CONV-01): as players say, else whoever makes one by himself does,
and the others of like calling are put together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from schiltron.parent_game.classes import family
from schiltron.parent_game.creature import Record
from schiltron.parent_game.party import Becomes, Member
from schiltron.rulesets.by_this_axe.conversions.creatures import listed
from schiltron.rulesets.by_this_axe.conversions.levels import counts, hero_status, mage_status, priest_status
from schiltron.rulesets.by_this_axe.creatures import A_FIGURE

MOST_PEOPLE: Final = {"1:5": 5, "1:20": 20}
"""Individuals in a figure (TA-CONV-01)."""


class Group(NamedTuple):
    """A figure to be: who is in it, what it is called, and as what it counts if players say so."""

    name: str
    members: tuple[Member, ...]
    becomes: Becomes | None = None

    @property
    def number(self) -> int:
        return sum(one.number for one in self.members)


def most(group: Group, scale: str) -> int:
    """How many may stand in it: of major monsters among themselves as their own rule has it (TA-FANT-C23)."""
    monsters = not any(one.record.classes for one in group.members)
    return A_FIGURE[scale][1] if monsters else MOST_PEOPLE[scale]


def groups(members: Sequence[Member], becomes: Mapping[str, Becomes], scale: str) -> list[Group]:
    """Figures that players name first, in the order of the party; then all others, where each belongs."""
    found = []
    for name in dict.fromkeys(one.figure for one in members if one.figure):
        together = tuple(one for one in members if one.figure == name)
        found.append(Group(name, together, becomes.get(name)))
    left = [one for one in members if not one.figure]
    return [*found, *_of_their_own(left), *_put_together(left, scale)]


def _alone(one: Member) -> bool:
    """Whether nobody else is needed for a figure: of the book's list, below all counting, or enough by himself."""
    single = (replace(one, number=1),)
    enough = (hero_status, priest_status, mage_status)
    return listed(one.record) is not None or not counts(one.record) or any(status(single) for status in enough)


def _of_their_own(left: Sequence[Member]) -> Iterator[Group]:
    """Troops keep together, however many they are; characters and great monsters come one to a figure."""
    for one in left:
        if not _alone(one):
            continue
        if listed(one.record) is not None or not counts(one.record):
            yield Group(one.record.name, (one,))
        else:
            yield from (Group(one.record.name, (replace(one, number=1),)) for _ in range(one.number))


def _calling(record: Record) -> str:
    """Fighters, thieves and monsters go together; clerics by themselves, and magic-users."""
    families = {family(name) for name, _ in record.classes}
    if not record.classes:
        return "monster"
    return next((one for one in ("cleric", "magic_user") if families == {one}), "fighter")


def _put_together(left: Sequence[Member], scale: str) -> Iterator[Group]:
    """Those who come to nothing alone. A calling that comes to no figure of its own goes with the fighters."""
    kinds: dict[str, list[Member]] = {}
    for one in left:
        if not _alone(one):
            kinds.setdefault(_calling(one.record), []).append(one)
    for calling, status in (("cleric", priest_status), ("magic_user", mage_status)):
        if calling in kinds and status(kinds[calling]) is None:
            kinds.setdefault("fighter", []).extend(kinds.pop(calling))
    for calling, members in kinds.items():
        yield from _filled(members, A_FIGURE[scale][1] if calling == "monster" else MOST_PEOPLE[scale])


def _filled(members: Sequence[Member], room: int) -> Iterator[Group]:
    """Figures filled one after the other."""
    open_one: list[Member] = []
    for one in members:
        left = one.number
        while left:
            taken = min(left, room - sum(other.number for other in open_one))
            open_one.append(replace(one, number=taken))
            left -= taken
            if sum(other.number for other in open_one) == room:
                yield _called(open_one)
                open_one = []
    if open_one:
        yield _called(open_one)


def _called(members: Sequence[Member]) -> Group:
    first = members[0].record.name
    alone = sum(one.number for one in members) == 1
    return Group(first if alone else f"{first} and company", tuple(members))
