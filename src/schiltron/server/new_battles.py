"""Setting up a battle: from what a visitor wants to the first thing that is due, on disk."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Raw, Struct, field
from msgspec.structs import replace

from schiltron.battle.door.dice import TYPED, SealedDice
from schiltron.battle.record.journal import DiceNote, Journal
from schiltron.battle.record.savefile_writer import entry_line, first_line
from schiltron.battle.record.seals import Chain
from schiltron.battle.state.encoding import encode
from schiltron.captains.opponents import opponents
from schiltron.muster import Fault, MusterFault, Scenario, load_scenario, prepare, ready_scenarios
from schiltron.muster.army import Army, check
from schiltron.muster.campaigns import carried_on, next_of
from schiltron.muster.house_troops import read_army
from schiltron.muster.library import ready_armies
from schiltron.muster.meeting import meeting, needed_to_meet
from schiltron.muster.preparing import won_by
from schiltron.muster.scenario import TableSize
from schiltron.rulesets import ruleset
from schiltron.server.battle_summary import throw_due
from schiltron.server.clock import Clock, Terms
from schiltron.server.fault import Refusal, not_to_be_used
from schiltron.server.live import LiveBattle
from schiltron.server.scenario_desk import own_scenario
from schiltron.server.seats import fresh_id, fresh_invitation
from schiltron.server.store import Invitation, Kept, KeptSeat, RematchKind

Text = Annotated[str, Meta(max_length=40_000)]
Name = Annotated[str, Meta(max_length=80)]


class PlayerWish(Struct, frozen=True, forbid_unknown_fields=True):
    """Who plays a side: the visitor, a friend who gets a link, or a captain by name."""

    who: Literal["me", "friend", "captain"] = "me"
    captain: Name = "captain"


class ArmyWish(Struct, frozen=True, forbid_unknown_fields=True):
    """An army: a ready one by name, or the text of an army list."""

    ready: Name = ""
    toml: Text = ""


class Armies(Struct, frozen=True, forbid_unknown_fields=True):
    red: ArmyWish
    blue: ArmyWish


class SeatWishes(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who leads which side: `seats` by the names of the sides, else `red` and `blue`, else a captain."""

    red: PlayerWish = PlayerWish()
    blue: PlayerWish = PlayerWish(who="captain")
    seats: Annotated[dict[Name, PlayerWish], Meta(max_length=10)] = field(default_factory=dict)

    def player(self, side: str) -> PlayerWish:
        usual = {"red": self.red, "blue": self.blue}
        return self.seats.get(side) or usual.get(side) or PlayerWish(who="captain")


class BattleWish(SeatWishes, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A ready scenario by id, the text of one's own, or a book and two armies on open ground; options as the book's
    switches."""

    scenario: Name | None = None
    scenario_toml: Text = ""
    ruleset: Name | None = None
    armies: Armies | None = None
    table: TableSize | None = None
    ground: Literal["fixed", "rolled"] = "rolled"
    options: dict[Name, str | bool | int | float] = field(default_factory=dict)
    dice: Literal["sealed", "typed"] = "sealed"
    title: Annotated[str, Meta(max_length=60)] = ""
    clock: Terms | None = None
    """How long players may take, agreed upon before the first move: whoever joins is shown it."""

    @property
    def lists(self) -> bool:
        """Whether the visitor brings an army list, or a scenario."""
        armies = self.armies
        return bool(self.scenario_toml) or (armies is not None and bool(armies.red.toml or armies.blue.toml))


class Opened(Struct, frozen=True):
    """A battle made ready: what is kept of it, its journal, and the seals of what is written already."""

    kept: Kept
    journal: Journal[Any, Any, Any]
    chain: Chain


class Prepared(Struct, frozen=True):
    """What is to be fought: a scenario, and the battle before it begins, as it is saved."""

    id: str
    title: str
    ruleset: str
    sides: tuple[str, ...]
    battle: Raw


def prepared(wish: BattleWish) -> Prepared:
    """What a visitor wishes to fight; Refusal with everything against it."""
    if not wish.title.isprintable():
        raise Refusal(422, "the title holds a sign that cannot be printed", where="title", right="letters and figures")
    try:
        scenario = _switched(_scenario(wish), wish)
        battle = prepare(scenario)
    except MusterFault as fault:
        raise not_to_be_used(fault) from fault
    sides = tuple(side.id for side in battle.sides)
    return Prepared(scenario.id, scenario.title, scenario.ruleset, sides, Raw(encode(battle)))


def opened(wish: BattleWish, scenario: Prepared, visitor: str) -> Opened:
    """The battle a visitor wishes for, begun; Refusal with everything against it."""
    seats = seats_for(wish, scenario.sides, scenario.ruleset)
    holders = {(visitor, seat.seat) for seat in seats if seat.who == "me"} | {(visitor, "")}
    return _started(scenario, wish.title or scenario.title, wish.dice, seats, holders, wish.clock)


def after(live: LiveBattle, kind: RematchKind, visitor: str) -> Opened:
    """The next battle of the same players: they hold their seats, and captains keep theirs. If they swap sides,
    everybody gets the next one's. What comes after a battle by its book is one too."""
    names = list(live.seating.seats)
    place = dict(zip(names, (*names[1:], names[0]) if kind == "swap" else names, strict=True))
    header = live.journal.header
    if kind == "next":
        scenario = _next(live, names)
        title = scenario.title
    elif kind == "after":
        scenario = _aftermath(live)
        title = scenario.title
    else:
        scenario = Prepared(live.scenario, live.title, header.ruleset, tuple(names), Raw(encode(header.setup)))
        title = live.title
    seats = [
        KeptSeat(place[one.seat], "captain", one.captain)
        if one.who == "captain"
        else KeptSeat(place[one.seat], "me" if (visitor, one.seat) in live.seating.holders else "friend")
        for one in live.seating.seats.values()
    ]
    holders = {(one, place[seat]) for one, seat in live.seating.holders if seat} | {(visitor, "")}
    dice: Literal["sealed", "typed"] = "typed" if header.dice.kind == TYPED else "sealed"
    placed = tuple(sorted(seats, key=lambda one: names.index(one.seat)))
    if kind in ("again", "swap") and header.origin is not None:
        return _from_the_same_moment(live, dice, placed, holders)
    return _started(scenario, title, dice, placed, holders, _terms_of(live))


def _next(live: LiveBattle, names: Sequence[str]) -> Prepared:
    """The next battle of a campaign, with what this one has left; else the next scenario of the book."""
    following = next_of(live.scenario)
    if following is None:
        return prepared(BattleWish(scenario=_following(live.scenario, live.journal.header.ruleset, names)))
    try:
        scenario = carried_on(following, live.battle)
        battle = prepare(scenario)
    except MusterFault as fault:
        raise not_to_be_used(fault) from fault
    return Prepared(scenario.id, scenario.title, scenario.ruleset, tuple(names), Raw(encode(battle)))


def _aftermath(live: LiveBattle) -> Prepared:
    """What comes after a battle that is over; a book that says nothing of it refuses."""
    book = live.journal.ruleset
    found = book.aftermath(live.battle)
    if found is None:
        raise Refusal(409, f"{book.title} says nothing of what comes after this", right="a rematch, or the next battle")
    return Prepared(live.scenario, f"After {live.title}", book.name, tuple(live.seating.seats), Raw(encode(found)))


def _terms_of(live: LiveBattle) -> Terms | None:
    return live.time.clock.terms if live.time.clock is not None else None


def _from_the_same_moment(
    live: LiveBattle, kind: Literal["sealed", "typed"], seats: tuple[KeptSeat, ...], holders: set[tuple[str, str]]
) -> Opened:
    """A battle that was played on from a moment of another is fought again from there."""
    origin = live.journal.header.origin
    assert origin is not None
    dice = SealedDice.fresh() if kind == SealedDice.kind or live.journal.ruleset.draws else None
    note = DiceNote(kind, dice.commitment if dice is not None else "")
    return begun(
        live.journal.played_on(origin.entry, origin.battle, note),
        dice,
        live.scenario,
        live.title,
        seats,
        holders,
        _terms_of(live),
    )


def _following(scenario: str, book: str, sides: Sequence[str]) -> str:
    """The scenario after one among those of its book in which the same sides meet, and the first after the last."""
    ready = [one.id for one in ready_scenarios() if one.ruleset == book and one.sides.keys() == set(sides)]
    at = ready.index(scenario) + 1 if scenario in ready else 0
    return ready[at % len(ready)]


def _started(
    scenario: Prepared,
    title: str,
    kind: Literal["sealed", "typed"],
    seats: tuple[KeptSeat, ...],
    holders: set[tuple[str, str]],
    terms: Terms | None,
) -> Opened:
    book = ruleset(scenario.ruleset)
    battle = book.decode(bytes(scenario.battle))
    dice = SealedDice.fresh() if kind == SealedDice.kind or book.draws else None
    journal = Journal.start(book, battle, kind, dice.commitment if dice is not None else "")
    return begun(journal, dice, scenario.id, title, seats, holders, terms)


def begun(
    journal: Journal[Any, Any, Any],
    dice: SealedDice | None,
    scenario: str,
    title: str,
    seats: tuple[KeptSeat, ...],
    holders: set[tuple[str, str]],
    terms: Terms | None = None,
) -> Opened:
    """A player who holds a seat needs no invitation to it; a friend's seat that nobody holds gets one."""
    if all(seat.who == "captain" for seat in seats):
        throw_due(journal, dice)  # else people add to the dice first
    chain = Chain()
    kept = Kept(
        id=fresh_id(),
        title=title,
        scenario=scenario,
        ruleset=journal.ruleset.name,
        header=first_line(journal, chain),
        seed=dice.seed if dice is not None else None,
        created=time.time(),
        seats=seats,
        lines=tuple(entry_line(entry, chain) for entry in journal.entries),
        holders=tuple(sorted(holders)),
        invitations=tuple(_invitation(seat.seat, holders) for seat in seats if seat.who == "friend"),
        origin=journal.header.origin,
        clock=_clock(terms, seats),
    )
    return Opened(kept, journal, chain)


def _clock(terms: Terms | None, seats: tuple[KeptSeat, ...]) -> Clock | None:
    people = [one.seat for one in seats if one.who != "captain"]
    return Clock.fresh(terms, people) if terms is not None and people else None


def _invitation(seat: str, holders: set[tuple[str, str]]) -> Invitation:
    """The first link of a friend's seat; one whose seat is held has been taken."""
    fresh = fresh_invitation(seat, "first")
    taker = next((visitor for visitor, one in sorted(holders) if one == seat), "")
    return replace(fresh, token="", taken=fresh.made, taker=taker) if taker else fresh


def seats_for(wish: SeatWishes, sides: Sequence[str], book: str) -> tuple[KeptSeat, ...]:
    """Who sits where; Refusal where a side or a captain is not known."""
    known = [one.name for one in opponents(book)]
    seats = []
    for side in wish.seats:
        if side not in sides:
            raise Refusal(422, f"there is no side {side!r}", where=f"seats.{side}", right=f"one of {', '.join(sides)}")
    for side in sides:
        player = wish.player(side)
        if player.who == "captain":
            if player.captain not in known:
                wrong, where = (
                    f"there is no captain {player.captain!r}",
                    side if side not in wish.seats else f"seats.{side}",
                )
                raise Refusal(422, wrong, where=f"{where}.captain", right=f"one of {', '.join(known)}")
            seats.append(KeptSeat(side, "captain", player.captain))
        else:
            seats.append(KeptSeat(side, player.who))
    return tuple(seats)


# ---------------------------------------------------------------- what is fought


def _scenario(wish: BattleWish) -> Scenario:
    if wish.scenario_toml:
        if wish.armies is not None or wish.ruleset is not None or wish.scenario is not None:
            wrong = "a scenario of one's own is more than one thing to fight"
            raise Refusal(422, wrong, where="scenario_toml", right="scenario_toml alone")
        return own_scenario(wish.scenario_toml)
    if wish.scenario is not None:
        if wish.armies is not None or wish.ruleset is not None:
            raise Refusal(422, "a scenario and armies are named", where="scenario", right="a scenario, or two armies")
        # Names of ready ones only: a visitor cannot have files of the server read.
        known = {one.id: f"{one.ruleset}/{one.id}" for one in ready_scenarios()}
        if wish.scenario not in known:
            raise Refusal(
                404, f"there is no scenario {wish.scenario!r}", where="scenario", right=f"one of {', '.join(known)}"
            )
        return load_scenario(known[wish.scenario])
    if wish.armies is None:
        raise Refusal(422, "nothing to fight about", where="scenario", right="a scenario, or two armies")
    red, blue = _army(wish.armies.red, "armies.red"), _army(wish.armies.blue, "armies.blue")
    book = wish.ruleset or red.ruleset
    for side, army in (("red", red), ("blue", blue)):
        if army.ruleset != book:
            wrong = f"the army is for {army.ruleset!r}, the battle for {book!r}"
            raise Refusal(422, wrong, where=f"armies.{side}", right=f"an army for {book}")
    met = meeting(red, blue, title=wish.title, table=wish.table, ground=wish.ground)
    return replace(met, options=met.options | (needed_to_meet(met) or {}))


def _army(wish: ArmyWish, where: str) -> Army:
    if bool(wish.ready) == bool(wish.toml):
        raise Refusal(422, "an army is missing", where=where, right="ready: a name, or toml: an army list")
    if wish.toml:
        army = read_army(wish.toml, where)
        broken = check(army).violations
        if broken:
            raise MusterFault(Fault(where, one.place, one.wrong, one.right, one.rules) for one in broken)
        return army
    ready = ready_armies()
    if wish.ready not in ready:
        raise Refusal(
            404, f"there is no army {wish.ready!r}", where=f"{where}.ready", right=f"one of {', '.join(ready)}"
        )
    return ready[wish.ready]


def _switched(scenario: Scenario, wish: BattleWish) -> Scenario:
    """What the visitor says goes before what the scenario says, also about how it is won."""
    options = dict(wish.options)
    if {"victory", "turn_limit"} & options.keys():
        return replace(scenario, victory=None, options=scenario.options | won_by(scenario) | options)
    return replace(scenario, options=scenario.options | options)
