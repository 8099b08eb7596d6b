"""Is a battle still the same battle after the code was reshaped?

    python -m tools.frozen_play record out/frozen          before the first change
    python -m tools.frozen_play compare out/frozen         after every change
    python -m tools.frozen_play compare out/frozen lairn   one scenario, or those of a book

All ready scenarios, ten seeds of recruits and two of captains. Of each entry are kept what was due, the order, and
fingerprints of the events and of the state. The first entry that differs is told, with what differs if `record` was
called with `--whole`.

States and events are *projected* before they are compared, so that a field which is added or moved makes no
difference: they are written back into the format in which play was recorded (`battle/door/upgrades.py`), whatever is
empty is left out, and the fields of the parts in `LIFTED` are taken up into the value that
holds them. What a change renames is listed in `RENAMED`, what it adds in `ADDED`.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any, cast

import msgspec

from schiltron.battle.door.dice import FastDice
from schiltron.battle.door.upgrades import written_then
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Amend, Reply
from schiltron.captains.roster import captain_named
from schiltron.muster import load_scenario, prepare, ready_scenarios
from schiltron.rulesets import ruleset

SEEDS = {"recruit": 10, "captain": 2}
LONGEST = "6"
"""Turns of a battle whose scenario names no end but the last figure."""
MOST_ENTRIES = 20_000
LIFTED = frozenset({"shape", "turn", "phase", "past", "morale", "melee", "hire", "engine", "arms", "command"})
"""Fields that hold a part of what used to be fields of the value itself."""
FORMAT = 1
"""The number that all states are given; another one is no difference in play."""
RECORDED = 3
"""The format of battles in which play was recorded: states of today are written back into it."""
RENAMED: dict[str, str] = {
    "battlesystem.rest": "battlesystem.end_round",
    "disc": "circle",
    "corridor": "streak",
    "came_in_with": "began",
    "casting_in": "casting",
    "charge_bearing": "bearing",
    "chosen_in": "armed",
    "come_upon": "met",
    "files_loosed": "loosed",
    "former_post": "former",
    "had_order": "done",
    "last_led_by": "led_by",
    "losses_judged": "judged",
    "lost_to_woods": "woods",
    "manned_in": "manned",
    "out_of_melee": "free",
    "partial_hits": "partial",
    "rallied_in": "rallied",
    "rally_tried": "tried",
    "recast_in": "recast",
    "refused_combat": "refused",
    "second_crew": "replaced",
    "shot_in_passing": "passed",
    "shot_wasted": "wasted",
    "stood_against": "stood",
    "struck_at_by": "beset",
    "times_judged": "judged",
    "turns_still": "still",
    "was_attacked": "attacked",
    "worn_by_marches": "worn",
}
"""Names of fields and of kinds, as they are now, by what they were when play was recorded."""
SUNK = {"shamed": "person", "duelled": "person"}
"""Fields that stood in a part of the value where they stand now."""
ADDED = frozenset({"circle.struck", "graves"})
"""Fields there were none of when play was recorded: by name, or by kind and name."""


def projected(value: Any) -> Any:
    """A plain form that two shapes of one state share."""
    if isinstance(value, dict):
        fields: dict[Any, Any] = {}
        for key, held in value.items():
            plain = projected(held)
            if key in LIFTED and isinstance(plain, dict):
                fields.update(plain)
            elif plain:
                fields[RENAMED.get(key, key)] = plain
        for key in [key for key in SUNK.keys() & fields if SUNK[key] in fields]:
            fields[SUNK[key]][key] = fields.pop(key)
        kind = fields.get("type")
        return {key: held for key, held in fields.items() if not ADDED & {key, f"{kind}.{key}"}}
    if isinstance(value, list | tuple):
        return [projected(one) for one in value]
    if isinstance(value, str):
        return RENAMED.get(value, value)
    return value


def fingerprint(value: Any) -> str:
    return blake2b(encode(projected(value)), digest_size=8).hexdigest()


def entries(scenario: str, level: str, seed: int, *, whole: bool) -> Iterator[list[Any]]:
    """What is kept of a battle, entry by entry."""
    battle: AnyBattle = prepare(load_scenario(scenario))
    book = ruleset(battle.ruleset)
    if not battle.own.options.turn_limit:
        battle = cast(AnyBattle, book.amended(battle, Amend("turn_limit", LONGEST)))
    dice, random = FastDice(Random(seed)), Random(seed)
    captains = {seat.id: captain_named(level, book, seed) for seat in battle.seats}
    begun = book.begun(battle)
    battle, events = begun.battle, begun.events
    order: Any = None
    for number in range(MOST_ENTRIES):
        then = written_then(battle, RECORDED, book.changes)
        state, told = (then or {}) | {"format": FORMAT}, msgspec.to_builtins(events)
        kept = [msgspec.to_builtins(order), fingerprint(told), fingerprint(state)]
        yield [*kept, projected(told), projected(state)] if whole else kept
        if battle.outcome is not None:
            return
        if battle.roll is not None:
            order = dice.throw(battle.roll, number)
        else:
            decision = random.choice(battle.decisions)
            answer = captains[decision.seat].answer(book.view(battle, decision.seat), decision)
            order = Reply(decision.seat, decision.id, answer)
        obeyed = book.obey(battle, order)
        if isinstance(obeyed, Illegal):
            raise SystemExit(f"{scenario}, {level}s, seed {seed}, entry {number + 1} was refused: {obeyed}")
        battle, events = obeyed.battle, obeyed.events


def record(folder: Path, case: tuple[str, str, int], *, whole: bool) -> str:
    with gzip.open(folder / name_of(case), "wt", encoding="utf-8") as file:
        for kept in entries(*case, whole=whole):
            file.write(json.dumps(kept) + "\n")
    return ""


def compare(folder: Path, case: tuple[str, str, int]) -> str:
    """The first difference, or nothing."""
    with gzip.open(folder / name_of(case), "rt", encoding="utf-8") as file:
        before = [json.loads(line) for line in file]
    number = -1
    for number, now in enumerate(entries(*case, whole=len(before[0]) > 3)):
        if number >= len(before):
            return f"{name_of(case)}: goes on after entry {number}"
        then = before[number]
        for place, what in enumerate(("order", "events", "state")):
            if projected(then[place]) != projected(now[place]):
                details = list(differences(then[place + 2], now[place + 2])) if place and len(then) > 3 else []
                return f"{name_of(case)}: other {what} in entry {number}\n" + "\n".join(details[:20])
    return "" if number + 1 == len(before) else f"{name_of(case)}: ends after entry {number}"


def differences(then: Any, now: Any, at: str = "") -> Iterator[str]:
    if isinstance(then, dict) and isinstance(now, dict):
        for key in sorted({*then, *now}):
            yield from differences(then.get(key), now.get(key), f"{at}.{key}")
    elif isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        for index, (one, other) in enumerate(zip(then, now, strict=True)):
            yield from differences(one, other, f"{at}[{index}]")
    elif then != now:
        yield f"    {at}: {str(then)[:200]} -> {str(now)[:200]}"


def name_of(case: tuple[str, str, int]) -> str:
    return ".".join(map(str, case)) + ".gz"


def cases(wanted: list[str]) -> list[tuple[str, str, int]]:
    names = [one.id for one in ready_scenarios() if not wanted or one.id in wanted or one.ruleset in wanted]
    return [(name, level, seed) for name in names for level, seeds in SEEDS.items() for seed in range(seeds)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("deed", choices=["record", "compare"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("scenarios", nargs="*", help="names of scenarios or books; all where none is named")
    parser.add_argument("--whole", action="store_true", help="keep states and events too (large)")
    parser.add_argument("--workers", type=int, default=None)
    given = parser.parse_args()
    wanted = cases(given.scenarios)
    if given.deed == "record":
        given.folder.mkdir(parents=True, exist_ok=True)
        do = partial(record, given.folder, whole=given.whole)
    else:
        do = partial(compare, given.folder)
    with ProcessPoolExecutor(given.workers) as pool:
        found = [told for told in pool.map(do, wanted) if told]
    done = "recorded" if given.deed == "record" else "the same as recorded"
    print("\n".join(found) or f"{len(wanted)} battles: {done}")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
