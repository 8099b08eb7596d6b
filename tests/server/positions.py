"""Battles played up to a question of some kind, put into a server's store as if they had been played there."""

import time
from functools import cache
from random import Random
from typing import Any

from msgspec.structs import replace

from schiltron.battle.door.dice import SealedDice
from schiltron.battle.record.journal import Journal
from schiltron.battle.record.savefile_writer import entry_line, first_line
from schiltron.battle.record.seals import Chain
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Reply
from schiltron.captains.roster import captain_named
from schiltron.muster import load_scenario, prepare
from schiltron.rulesets import ruleset
from schiltron.server.battle_summary import standing_of, throw_due
from schiltron.server.seats import COOKIE, Claim, fresh_cookie, fresh_id
from schiltron.server.store import Kept, KeptSeat, Store
from tests.server.running import Running


@cache
def played_to(kind: str, action: str = "") -> tuple[SealedDice, Journal[Any, Any, Any]]:
    """A battle in which a decision of the kind is due, with an action among its menu; captains lead to it if one is."""
    book = ruleset("book_of_war")
    scenario = load_scenario("random-ground" if kind == "place_feature" else "horse-and-pikes")
    declare = "by_phase" if kind == "plan" else "measure_first"
    setup = prepare(replace(scenario, options=scenario.options | {"declare": declare}))
    for seed in range(50):
        dice, random = SealedDice.from_number(seed), Random(seed)
        journal = Journal.start(book, setup, dice.kind, dice.commitment)
        captains = {seat.id: captain_named("captain", book) for seat in setup.seats}
        throw_due(journal, dice)
        while journal.battle.outcome is None:
            decision = journal.battle.decisions[0]
            if decision.__struct_config__.tag == kind and (not action or action in getattr(decision, "actions", ())):
                return dice, journal
            view = book.view(journal.battle, decision.seat)
            answer = captains[decision.seat].answer(view, decision) if action else book.sample(view, decision, random)
            assert not isinstance(journal.obey(Reply(decision.seat, decision.id, answer)), Illegal)
            throw_due(journal, dice)
    raise AssertionError(f"no {kind} was ever asked")


def table_with(server: Running, kind: str) -> dict[str, Any]:
    """Such a battle on this server, as if its visitor had set it up there for both sides."""
    dice, journal = played_to(kind)
    chain = Chain()
    seats = tuple(KeptSeat(side, "me") for side in ("red", "blue"))
    visitor = known_visitor(server)
    kept = Kept(
        id=fresh_id(),
        title=journal.battle.title,
        scenario="a position",
        ruleset=journal.ruleset.name,
        header=first_line(journal, chain),
        seed=dice.seed,
        created=time.time(),
        seats=seats,
        lines=tuple(entry_line(entry, chain) for entry in journal.entries),
        holders=((visitor, "red"), (visitor, "blue")),
    )
    store = Store(server.settings.database)
    store.create(kept, standing_of(journal.battle)).result()
    store.close()
    return {"id": kept.id}


def known_visitor(server: Running) -> str:
    """Who asks this server, by a cookie as it would have made one."""
    if COOKIE not in server.http.cookies:
        server.http.cookies.set(COOKIE, fresh_cookie())
    return Claim(server.http.cookies[COOKIE]).visitor
