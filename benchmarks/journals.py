"""How long it takes to open a long battle from the store."""

from __future__ import annotations

import time
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from benchmarks.measuring import Figure
from schiltron.battle.door.dice import SealedDice
from schiltron.battle.record.journal import Journal
from schiltron.battle.record.positions import packed
from schiltron.battle.record.savefile import replayed
from schiltron.battle.record.savefile_writer import entry_line, first_line
from schiltron.battle.record.seals import Chain
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Reply, Undo
from schiltron.muster import load_scenario, prepare
from schiltron.rulesets import ruleset
from schiltron.server.battle_summary import standing_of, throw_due
from schiltron.server.live import MARKED_EVERY, LiveBattle
from schiltron.server.seats import Claim
from schiltron.server.snapshots import snapshot
from schiltron.server.store import Kept, KeptSeat, Store

ENTRIES: Final = 5_000
BOOK: Final = ruleset("book_of_war")
TIMES: Final = 5


@cache
def long_journal() -> tuple[SealedDice, Journal[Any, Any, Any], dict[int, bytes]]:
    """A battle of two who set down and take back over and over, then play; with its positions."""
    dice, random = SealedDice.from_number(1), Random(1)
    journal = Journal.start(BOOK, prepare(load_scenario("open-field")), dice.kind, dice.commitment)
    throw_due(journal, dice)
    positions: dict[int, bytes] = {}
    while len(journal.entries) < ENTRIES and journal.battle.outcome is None:
        decision = journal.battle.decisions[0]
        answer = BOOK.sample(BOOK.view(journal.battle, decision.seat), decision, random)
        assert not isinstance(journal.obey(Reply(decision.seat, decision.id, answer)), Illegal)
        if len(journal.entries) < ENTRIES - 60 and not journal.against_undo(decision.seat):
            journal.obey(Undo(decision.seat))
        throw_due(journal, dice)
        if len(journal.entries) // MARKED_EVERY > max(positions, default=0) // MARKED_EVERY:
            positions[len(journal.entries)] = packed(journal)
    return dice, journal, positions


def long_journals_open() -> list[Figure]:
    dice, journal, positions = long_journal()
    chain = Chain()
    seats = tuple(KeptSeat(side, "me") for side in ("red", "blue"))
    kept = Kept(
        id="long",
        title=journal.battle.title,
        scenario="open-field",
        ruleset=BOOK.name,
        header=first_line(journal, chain),
        seed=dice.seed,
        created=0.0,
        seats=seats,
        lines=tuple(entry_line(entry, chain) for entry in journal.entries),
    )
    with TemporaryDirectory() as folder:
        store = Store(str(Path(folder) / "battles.sqlite"))
        store.create(kept, standing_of(journal.battle)).result()
        plainly, _ = _opened(store)
        for number, position in positions.items():
            store.keep_position("long", number, position).result()
        from_position, shown = min(_opened(store) for _ in range(TIMES))
        store.close()
    entries = len(journal.entries)
    return [
        Figure(f"a battle of {entries} entries opened from the store", from_position, "s", "0.3", 3),
        Figure("  and shown to a player, with its log", shown, "s", "", 3),
        Figure("  opened without kept positions", plainly, "s", "", 3),
    ]


def _opened(store: Store) -> tuple[float, float]:
    """Seconds until the battle lies in memory, and until somebody sees it."""
    started = time.perf_counter()
    kept = store.load("long")
    assert kept is not None
    journal, chain, _ = replayed(Path("long"), kept.header, kept.lines, {BOOK.name: BOOK}, kept.positions)
    live = LiveBattle(kept, journal, chain, store)
    opened = time.perf_counter() - started
    snapshot(live, "red", Claim())
    return opened, time.perf_counter() - started


BENCHES = (long_journals_open,)
