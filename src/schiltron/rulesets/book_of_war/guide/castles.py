"""What may be done about a castle (chapter O6), with the chances before it is ordered, and what cards say of who stands
on a wall or in a tower."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import Final

from msgspec.structs import replace

from schiltron.battle.guide.answers import MenuEntry, Preview, Stat
from schiltron.battle.play.aimed_ground import piece
from schiltron.battle.words.actions import tell_action
from schiltron.battle.words.grammar import counted, noted
from schiltron.battle.words.grammar import does as verb
from schiltron.battle.words.phrases import capital
from schiltron.rulesets.book_of_war.attacks.to_hit import chance
from schiltron.rulesets.book_of_war.enclosed import covered, deck_under, storey_of
from schiltron.rulesets.book_of_war.field import troop
from schiltron.rulesets.book_of_war.movement.assault import (
    CLIMB,
    DOWN,
    ENTER,
    LEAVE,
    RULE,
    STAIRS,
    assaults,
    judge_assault,
    tries,
)
from schiltron.rulesets.book_of_war.movement.doors import room_left
from schiltron.rulesets.book_of_war.movement.trying import Try
from schiltron.rulesets.book_of_war.state import Asked, Battle, Unit

_KEYS: Final = {CLIMB: "C", ENTER: "I", DOWN: "ZX", LEAVE: "ZX", STAIRS: "U"}
CASTLE_KEYS: Final = (
    ("C", "climb a wall"),
    ("I", "in at a door"),
    ("Z, X", "down from a wall, out of a tower"),
    ("U", "up or down the stairs of a tower"),
)


def castle_entries(asked: Asked, unit: Unit) -> Iterator[MenuEntry]:
    """Ladders, doors and stairs within reach of a unit."""
    used: dict[str, int] = {}
    for action in assaults(asked.view, unit):
        if action in asked.actions:
            what = action.partition(":")[0]
            number = used[what] = used.get(what, -1) + 1
            keys = _KEYS[what]
            yield MenuEntry(
                action,
                capital(tell_action(action, asked.view)),
                keys[number] if number < len(keys) else "",
                RULE[what],
                "none",
                name=action,
                reasons=tuple(judge_assault(asked.view, unit, action)),
            )


def storm_preview(view: Battle, unit: Unit, action: str, plain: Preview) -> Preview:
    """Who tries it and with what chance (BW-O6-10, BW-O6-15)."""
    what, _, where = action.partition(":")
    if not plain.legal or what not in (CLIMB, ENTER):
        return replace(plain, rules=(RULE[what],))
    trying = tries(view, unit, action)
    luck = [1.0 if one.need is None else chance(one.need) for one in trying]
    work = piece(view, where)
    most = len(trying) if what == CLIMB or work is None else min(len(trying), room_left(view, unit, work))
    does = "get over" if what == CLIMB else "get in"
    told = [*_who_tries(trying, does)]
    if min(luck) < 1 and max(luck) < 1:
        told.append(f"{1 - prod(1 - one for one in luck):.0%} that somebody does {does}")
    if what == ENTER:
        told.append(f"room for {most}")
    elif min(luck) < 1:
        told.append(f"{sum(luck):.1f} {does} on average")
    return replace(plain, notes=noted(*told), rules=(RULE[what],))


def _who_tries(trying: Sequence[Try], does: str) -> Iterator[str]:
    """How many need a die, and how many get there without one."""
    needs = [one.need for one in trying if one.need is not None]
    if needs:
        each = "needs" if len(needs) == 1 else "each need"
        yield f"{counted(len(needs), 'figure')} {each} {needs[0].total} or more"
    free = len(trying) - len(needs)
    if free:
        yield f"{counted(free, 'figure')} {verb(does, one=free == 1)} without a roll: nobody bars the way"


def castle_stats(view: Battle, unit: Unit) -> Iterator[Stat]:
    """Where a unit in an enclosed space stands, and what that means for it."""
    storey, hull = storey_of(view, unit.level), deck_under(view, unit.level)
    if storey is not None:
        yield Stat("Inside" if storey.sealed else "On", storey.name, "BW-O6-04", part="stands")
    elif hull is not None:
        yield Stat("Aboard", hull.name, "BW-O6-02", part="stands")
    else:
        return
    if storey is not None and storey.sealed:
        yield Stat("Shelter", "nothing from outside harms it", "BW-O6-12", part="armour")
    elif covered(view, unit):
        yield Stat("Castle" if hull is not None else "Battlement", "+1 AH against missiles", "BW-O6-07", part="armour")
    if not troop(unit).fearless:
        yield Stat("Morale", "always good here", "BW-O6-04", part="armour")
