"""The journal: how a battle was set up, and every order and every die since.

It is save file, replay, undo history and bug report. Nothing is ever struck out: an undo is an entry like any
other, which puts an earlier position back under fresh ids, so that old orders are stale; and dice, which are
indexed by entry, never repeat.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from schiltron import __version__
from schiltron.battle.door.dice import DiceShare
from schiltron.battle.door.ruleset import Obeyed, Ruleset
from schiltron.battle.play.agenda import renumbered
from schiltron.battle.state.battle import Battle
from schiltron.battle.state.encoding import digest, encode, kept_digest
from schiltron.battle.state.event import Altered, AnyEvent, Declared, Landed, Moved, Revealed, TookBack
from schiltron.battle.state.illegal import Illegal, Reason
from schiltron.battle.state.order import Agree, AtWill, Dice, Order, Propose, Reply, TakeBack, Undo, Withdraw
from schiltron.battle.state.view import heard_by

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S", bound=Struct)

FORMAT = 2
UNSEALED = 1
"""The format before lines were sealed."""


class DiceNote(Struct, frozen=True):
    """What was said about the dice before play: their kind, and for sealed ones the hash of the seed and the players'
    shares in it."""

    kind: str
    commitment: str = ""
    shares: tuple[DiceShare, ...] = ()


class Origin(Struct, frozen=True):
    """The battle that this one was played on from, and the last entry that both share."""

    battle: str
    entry: int


class Header(Struct, Generic[B, U, S], frozen=True):
    """What a journal starts from. `setup` is the battle before it began."""

    ruleset: str
    dice: DiceNote
    setup: Battle[B, U, S]
    hash: str = ""
    format: int = FORMAT
    program: str = __version__
    origin: Origin | None = None

    @property
    def inherited(self) -> int:
        """How many entries were played in another battle."""
        return self.origin.entry if self.origin is not None else 0


class Entry(Struct, frozen=True, tag_field="line", tag="entry"):
    """An order that was obeyed, and the digest of the battle it led to (empty where none are kept)."""

    number: int
    order: Order
    hash: str


class Mark(Struct, Generic[B, U, S], frozen=True):
    """A position from which a journal can go on: the battle after an entry, the numbers of the answers, dice and
    agreements that still stand, and the highest serial so far."""

    number: int
    battle: Battle[B, U, S]
    standing: tuple[int, ...]
    highest: int


class Seen(Struct, frozen=True):
    """An entry as one seat may know it. The order is missing where it is not the seat's to see."""

    number: int
    order: Order | None
    events: tuple[AnyEvent, ...]
    hash: str


class Unrepeatable(ValueError):
    """An entry that was obeyed once and is not any more: the rules have changed since."""

    def __init__(self, number: int, why: Illegal) -> None:
        super().__init__(f"entry {number} is not legal any more: {why}")


class Journal(Generic[B, U, S]):
    """Keeps what was obeyed. Entries count from 1; position 0 is the battle as it began."""

    def __init__(self, ruleset: Ruleset[B, U, S], header: Header[B, U, S], *, hashed: bool = True) -> None:
        begun = ruleset.begun(header.setup)
        self.ruleset = ruleset
        self.hashed = hashed
        self.header = replace(header, hash=kept_digest(begun.battle) if hashed else "")
        self.entries: list[Entry] = []
        self._events: list[tuple[AnyEvent, ...] | None] = [begun.events]
        self._battles: list[Battle[B, U, S] | None] = [begun.battle]
        self._line: list[Entry] = []
        self._highest = begun.battle.serial
        self._marks: tuple[Mark[B, U, S], ...] = ()

    @classmethod
    def start(
        cls,
        ruleset: Ruleset[B, U, S],
        setup: Battle[B, U, S],
        dice_kind: str,
        commitment: str = "",
        shares: tuple[DiceShare, ...] = (),
        *,
        hashed: bool = True,
    ) -> Journal[B, U, S]:
        """A new journal. The setup goes through its bytes once, so that play and replay start alike."""
        plain = ruleset.decode(encode(setup))
        return cls(ruleset, Header(ruleset.name, DiceNote(dice_kind, commitment, shares), plain), hashed=hashed)

    @classmethod
    def resumed(
        cls,
        ruleset: Ruleset[B, U, S],
        header: Header[B, U, S],
        entries: Sequence[Entry],
        marks: Sequence[Mark[B, U, S]],
        *,
        hashed: bool = True,
    ) -> Journal[B, U, S]:
        """A journal with the entries up to the last of some marks. What came before is played again only when it is
        needed. The caller has made sure that entries and marks are as they were recorded, the marks in their order."""
        journal = cls(ruleset, header, hashed=hashed)
        *_, last = marks
        journal._marks = tuple(marks)
        journal.entries = list(entries[: last.number])
        journal._events += [None] * last.number
        journal._battles += [None] * last.number
        for mark in marks:
            journal._battles[mark.number] = mark.battle
        journal._line = [entries[number - 1] for number in last.standing]
        journal._highest = last.highest
        return journal

    def played_on(self, entry: int, name: str, dice: DiceNote) -> Journal[B, U, S]:
        """Another journal that begins with the entries of this one, up to one of them, and goes on with other dice.

        `name` is what this one is called there. What was played is shared, and can be taken back no more.
        """
        now = self.battle_at(entry)
        origin = Origin(name, entry)
        header = replace(self.header, dice=dice, format=FORMAT, program=__version__, origin=origin)
        journal = Journal(self.ruleset, header, hashed=self.hashed)
        journal.entries = self.entries[:entry]
        journal._events = self._events[: entry + 1]
        journal._battles = self._battles[: entry + 1]
        journal._marks = tuple(mark for mark in self._marks if mark.number <= entry)
        journal._highest = now.serial
        return journal

    # ------------------------------------------------------------ reading

    @property
    def battle(self) -> Battle[B, U, S]:
        return self.battle_at(len(self.entries))

    @property
    def events(self) -> list[tuple[AnyEvent, ...]]:
        """What happened, entry by entry; before the first, how it began."""
        return [self.events_at(number) for number in range(len(self.entries) + 1)]

    @property
    def mark(self) -> Mark[B, U, S]:
        """Where the journal stands now, to go on from there another time."""
        standing = tuple(entry.number for entry in self._line)
        return Mark(len(self.entries), self.battle, standing, self._highest)

    @property
    def next_number(self) -> int:
        """The number the next entry will have; dice for it are thrown under this number."""
        return len(self.entries) + 1

    def is_marked_within(self, entries: int) -> bool:
        """Whether it was resumed from a mark at most so many entries back."""
        return any(mark.number + entries > len(self.entries) for mark in self._marks)

    def battle_at(self, number: int) -> Battle[B, U, S]:
        """The battle after that entry; 0 is the start."""
        if not 0 <= number <= len(self.entries):
            raise LookupError(f"the journal has entries 1 to {len(self.entries)}, not {number}")
        return self._battles[number] or self._recalled(number)[0]

    def events_at(self, number: int) -> tuple[AnyEvent, ...]:
        """What happened with that entry; with 0, how the battle began."""
        known = self._events[number]
        return known if known is not None else self._recalled(number)[1]

    def _recalled(self, number: int) -> tuple[Battle[B, U, S], tuple[AnyEvent, ...]]:
        """An entry from before this journal was resumed. All from the mark before it to the next are played again."""
        before = [mark for mark in self._marks if mark.number < number]
        next_mark = next(mark.number for mark in self._marks if mark.number >= number)
        again: Journal[B, U, S] = (
            Journal.resumed(self.ruleset, self.header, self.entries, before, hashed=False)
            if before
            else Journal(self.ruleset, self.header, hashed=False)
        )
        for entry in self.entries[len(again.entries) : next_mark]:
            obeyed = again.obey(entry.order)
            if isinstance(obeyed, Illegal):
                raise Unrepeatable(entry.number, obeyed)
            self._battles[entry.number] = obeyed.battle
            self._events[entry.number] = obeyed.events
        return self.battle_at(number), self.events_at(number)

    def seen_by(self, seat: str | None) -> tuple[Seen, ...]:
        """The journal as a seat may have it: its own orders, what it heard, and hashes of its own view."""
        return tuple(self.seen(number, seat) for number in range(1, self.next_number))

    def seen(self, number: int, seat: str | None) -> Seen:
        """One entry of the journal as a seat may have it."""
        entry = self.entries[number - 1]
        return Seen(
            number=number,
            order=entry.order if self._shown(entry, seat) else None,
            events=heard_by(self.events_at(number), seat),
            hash=view_hash(self.ruleset, self.battle_at(number), seat),
        )

    def _shown(self, entry: Entry, seat: str | None) -> bool:
        match entry.order:
            case Dice():
                roll = self.battle_at(entry.number - 1).roll
                return roll is not None and (not roll.audience or seat in roll.audience)
            case Reply():
                return entry.order.seat == seat
            case _:
                return True

    # ------------------------------------------------------------ writing

    def obey(self, order: Order) -> Obeyed[B, U, S] | Illegal:
        """Carry out an order and record it; what is illegal leaves no trace."""
        obeyed: Obeyed[B, U, S] | Illegal
        if isinstance(order, Undo):
            obeyed = self._undone(order)
        else:
            if isinstance(order, Propose) and isinstance(order.matter, TakeBack) and not self._last_reply(order.seat):
                return _refused(f"{order.seat!r} has given no answer that could be taken back")
            obeyed = self.ruleset.obey(self.battle, order)
            if isinstance(obeyed, Obeyed) and _agreed(obeyed.events, TakeBack):
                obeyed = self._taken_back(order, obeyed)
        if isinstance(obeyed, Obeyed):
            self._record(order, obeyed)
        return obeyed

    def _record(self, order: Order, obeyed: Obeyed[B, U, S]) -> None:
        battle = obeyed.battle
        entry = Entry(self.next_number, order, kept_digest(battle) if self.hashed else "")
        self.entries.append(entry)
        self._events.append(obeyed.events)
        self._battles.append(battle)
        self._highest = max(self._highest, battle.serial)
        took_back = next((event for event in obeyed.events if isinstance(event, TookBack)), None)
        if took_back is not None:
            self._line = [one for one in self._line if one.number <= took_back.to]
        elif isinstance(order, Withdraw):
            withdrawn = self._last_reply(order.seat)
            self._line = [*(one for one in self._line if one is not withdrawn), entry]
        elif isinstance(order, Reply | Dice | AtWill) or _agreed(obeyed.events):
            self._line.append(entry)
        if entry.number == self.header.inherited:
            self._line = []

    # ------------------------------------------------------------ taking back

    def _last_reply(self, seat: str, before: int | None = None) -> Entry | None:
        """The seat's last answer that still stands."""
        upto = (one for one in reversed(self._line) if before is None or one.number < before)
        return next((one for one in upto if isinstance(one.order, Reply) and one.order.seat == seat), None)

    def against_undo(self, seat: str) -> tuple[Reason, ...]:
        """Everything against this seat taking its last answer back now; nothing where it is free to."""
        if self.battle.outcome is not None:
            return (Reason("the battle is over; nothing can be taken back any more"),)
        reply = self._last_reply(seat)
        if reply is None:
            return (Reason(f"{seat!r} has given no answer that could be taken back"),)
        return tuple(
            Reason(f"{text}; propose to take it back, and the others may agree")
            for text in self._against_undoing(reply, seat)
        )

    def _undone(self, order: Undo) -> Obeyed[B, U, S] | Illegal:
        against = self.against_undo(order.seat)
        reply = self._last_reply(order.seat)
        if against or reply is None:
            return Illegal(against)
        return self._returned(order.seat, reply, self.battle)

    def _against_undoing(self, reply: Entry, seat: str) -> list[str]:
        """Why an answer cannot be taken back freely: what came of it cannot be unseen, or not come again."""
        found = []
        if self._revealed(reply, seat):
            found.append(f"the answer (entry {reply.number}) brought something hidden to light")
        if self._measured(reply, seat):
            found.append(f"the answer (entry {reply.number}) was declared before it was measured, and stands")
        for entry in self._line:
            if entry.number <= reply.number:
                continue
            match entry.order:
                case Withdraw(seat=other) if other == seat:
                    continue
                case Dice():
                    found.append(f"dice have fallen since (entry {entry.number})")
                case Reply(seat=other) | Withdraw(seat=other):
                    found.append(f"{other!r} has answered since (entry {entry.number})")
                case AtWill(seat=other):
                    found.append(f"{other!r} has done something unasked since (entry {entry.number})")
                case _:
                    found.append(f"something has been agreed since (entry {entry.number})")
        return found

    def _revealed(self, reply: Entry, seat: str) -> bool:
        """Whether sealed answers lay open after it, or someone saw a unit that had been hidden from them.

        Only what the seat itself knows of counts, or the refusal would tell it the rest.
        """
        if any(isinstance(event, Revealed) for event in heard_by(self.events_at(reply.number), seat)):
            return True
        before, after = self.battle_at(reply.number - 1), self.battle_at(reply.number)
        known = self.ruleset.view(after, seat).units.keys()
        for other in [None, *(one.id for one in before.seats)]:
            hidden = before.units.keys() - self._seen(before, other)
            if hidden & known & self._seen(after, other):
                return True
        return False

    def _seen(self, battle: Battle[B, U, S], seat: str | None) -> set[str]:
        """The units that a seat sees as they are."""
        view = self.ruleset.view(battle, seat)
        return {key for key, unit in battle.units.items() if view.units.get(key) == unit}

    def _measured(self, reply: Entry, seat: str) -> bool:
        """Whether it told a distance to players who go by eye: an undo would be a tape measure for nothing."""
        if self.ruleset.measures(self.battle_at(reply.number - 1)):
            return False
        heard = heard_by(self.events_at(reply.number), seat)
        return any(isinstance(event, Declared | Moved | Landed) for event in heard)

    def _taken_back(self, order: Order, agreed: Obeyed[B, U, S]) -> Obeyed[B, U, S] | Illegal:
        """Everyone has agreed: back to before the proposer's last answer at the time of the proposal."""
        assert isinstance(order, Propose | Agree)
        proposer, before = order.seat, self.next_number
        if isinstance(order, Agree):
            proposer = next(one.seat for one in self.battle.proposals if one.id == order.proposal)
            before = max(
                entry.number
                for entry in self.entries
                if isinstance(entry.order, Propose) and entry.order.seat == proposer
            )
        reply = self._last_reply(proposer, before)
        if reply is None:
            return _refused(f"the answer {proposer!r} meant has been taken back already")
        returned = self._returned(proposer, reply, agreed.battle)
        return Obeyed(returned.battle, agreed.events + returned.events)

    def _returned(self, seat: str, reply: Entry, now: Battle[B, U, S]) -> Obeyed[B, U, S]:
        """The position before an answer, under fresh ids. What is being proposed goes on being proposed."""
        earlier = self.battle_at(reply.number - 1)
        battle = replace(renumbered(earlier, max(self._highest, now.serial) + 1), proposals=now.proposals)
        return Obeyed(battle, (TookBack(seat=seat, to=reply.number - 1),))


def view_hash(ruleset: Ruleset[B, U, S], battle: Battle[B, U, S], seat: str | None) -> str:
    """The digest of what a seat may know: a digest of the truth would let it try out every secret. Graves follow from
    what happened, and are not sent."""
    return digest(replace(ruleset.view(battle, seat), graves=()))


def _agreed(events: Sequence[AnyEvent], to: type[Struct] = Struct) -> bool:
    """Whether all have agreed to something, or to something of a kind."""
    return any(isinstance(event, Altered) and event.agreed and isinstance(event.matter, to) for event in events)


def _refused(text: str) -> Illegal:
    return Illegal((Reason(text),))
