"""The commands `schiltron play --text` and `schiltron replay --play-on` play at the terminal, without a picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from secrets import randbits, token_hex
from typing import Any, Final

from schiltron.battle.door.dice import TYPED, DiceShare, SealedDice, by_program
from schiltron.battle.record.journal import DiceNote, Journal
from schiltron.battle.record.savefile_writer import Appender
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Order, Reply
from schiltron.battle.state.view import heard_by
from schiltron.battle.words.names import seat_name
from schiltron.battle.words.printable import printable
from schiltron.captains.consent import consent
from schiltron.captains.roster import captain_named
from schiltron.captains.thoughts import Thoughts, hides_nothing
from schiltron.cli.battle_setup import AnyRuleset, check_captains, file_for, led, opened
from schiltron.cli.fault import CommandFault
from schiltron.cli.guard import DONE, STOPPED
from schiltron.cli.reasons_file import ReasonsFile
from schiltron.herald import Herald
from schiltron.herald.explaining import Explaining, why_lines
from schiltron.herald.guide_in_words import said_reasons
from schiltron.herald.log import spoken

AnyJournal = Journal[Any, Any, Any]
Ask = Callable[[str], str]
Say = Callable[[str], None]

ME: Final = "me"
MOST_UNTOLD: Final = 20
QUIT: Final = ("quit", "exit", "q")


def play_text(
    wanted: str,
    named: Mapping[str, str],
    seats: Sequence[str] = (),
    *,
    seed: int | None,
    switches: Sequence[str],
    typed: bool,
    save: Path | None,
    before: Path | None = None,
    ask: Ask = input,
    say: Say = lambda line: print(printable(line), flush=True),  # noqa: T201 - the terminal is where it speaks
) -> int:
    """Play until it is over, or somebody says quit."""
    opening = opened(wanted, switches, before=before)
    players = led(opening.battle, named, seats)

    def begin(dice: DiceNote) -> AnyJournal:
        return Journal.start(opening.book, opening.battle, dice.kind, dice.commitment, dice.shares)

    return _played(opening.book, begin, players, seed, typed=typed, save=save, ask=ask, say=say)


def play_on_text(
    old: AnyJournal,
    name: str,
    entry: int,
    named: Mapping[str, str],
    seats: Sequence[str] = (),
    *,
    seed: int | None,
    typed: bool,
    save: Path | None,
    ask: Ask = input,
    say: Say = lambda line: print(printable(line), flush=True),  # noqa: T201 - the terminal is where it speaks
) -> int:
    """Play on from a moment of a kept battle, which stays as it is: a new battle that says where it comes from."""
    last = len(old.entries)
    if entry > last:
        raise CommandFault(f"--play-on {entry}: the battle has {last} entries. Try: 0 (the start) to {last}.")
    then = old.battle_at(entry)
    if then.outcome is not None:
        raise CommandFault(f"--play-on {entry}: the battle was over there. Try: an entry before it.")
    if then.proposals:
        raise CommandFault(f"--play-on {entry}: something was being proposed. Try: an entry before or after.")

    def begin(dice: DiceNote) -> AnyJournal:
        return old.played_on(entry, name, dice)

    say(f"Played on from {name}, after entry {entry}.")
    return _played(old.ruleset, begin, led(then, named, seats), seed, typed=typed, save=save, ask=ask, say=say)


def _played(
    book: AnyRuleset,
    begin: Callable[[DiceNote], AnyJournal],
    players: Mapping[str, str],
    seed: int | None,
    *,
    typed: bool,
    save: Path | None,
    ask: Ask,
    say: Say,
) -> int:
    check_captains(book.name, {side: name for side, name in players.items() if name != ME})
    dice = SealedDice.fresh() if seed is None else SealedDice.from_number(seed)
    proof = dice if not typed or book.draws else None
    if seed is None and proof is not None and ME in players.values():
        proof = dice = _bound(dice, [side for side, name in players.items() if name == ME], ask, say)
    kind = TYPED if typed else dice.kind
    commitment, shares = (proof.commitment, proof.shares) if proof is not None else ("", ())
    journal = begin(DiceNote(kind, commitment, shares))
    keeper = Appender(journal, file_for(save)) if save is not None else None
    played = TextBattle(journal, players, dice, ask, say, keeper, randbits(32) if seed is None else seed, save)
    over = played.play()
    if keeper is not None:
        keeper.close(proof.seed if over and proof is not None else None)
        say(f"The battle is kept in {save}.")
    return DONE if over else STOPPED


def _bound(dice: SealedDice, sides: Sequence[str], ask: Ask, say: Say) -> SealedDice:
    """The program shows the hash of its seed, then the players add words of their own; the dice come of all of them."""
    say(f"Fingerprint of the dice: {dice.commitment}")
    shares = []
    for side in sides:
        try:
            words = " ".join(ask(f"{side.capitalize()}, words of your own for the dice (Enter makes some): ").split())
        except EOFError:
            words = ""
        shares.append(DiceShare(side, words or token_hex(16)))
        say(f"{side.capitalize()} adds: {shares[-1].secret}")
    return SealedDice(dice.seed, shares)


class TextBattle:
    """A battle between people at this terminal and captains."""

    def __init__(
        self,
        journal: AnyJournal,
        players: Mapping[str, str],
        dice: SealedDice,
        ask: Ask,
        say: Say,
        keeper: Appender | None,
        seed: int,
        save: Path | None = None,
    ) -> None:
        self.journal, self.book, self.dice, self.keeper = journal, journal.ruleset, dice, keeper
        self._ask, self._say = ask, say
        seats = {seat.id: players[seat.side] for seat in journal.battle.seats if seat.side}
        self.heralds = {seat: Herald(self.book, seat) for seat, name in seats.items() if name == ME}
        self.captains = {
            seat: Explaining(name, captain_named(name, self.book, 2 * seed + place), self.book)
            for place, (seat, name) in enumerate(seats.items())
            if name != ME
        }
        self._reasons = ReasonsFile(save) if save is not None else None
        self._untold: list[tuple[int, Thoughts]] = []
        self._why: list[str] = []
        """Of a captain's last order, as soon as it gives nothing away."""
        self.log: dict[str | None, list[str]] = {seat: [] for seat in [*self.heralds, None]}

    def play(self) -> bool:
        """Whether it was played to its end."""
        self._say(f"{self.journal.battle.title}. Say help, or quit.")
        self._tell(len(self.journal.entries))
        while self.journal.battle.outcome is None:
            order = self._by_itself() or self._typed()
            if order is None:
                return False
            self._carry_out(order)
        return True

    def _by_itself(self) -> Order | None:
        """Dice of the program, what it draws, and what captains do."""
        battle = self.journal.battle
        for proposal in battle.proposals:
            for seat in self.captains:
                if seat != proposal.seat and seat not in proposal.agreed:
                    return consent(seat, proposal)
        if battle.roll is not None:
            mine = by_program(self.journal.header.dice.kind, battle.roll)
            return self.dice.throw(battle.roll, self.journal.next_number) if mine else None
        for decision in battle.decisions:
            if decision.seat in self.captains:
                view = self.book.view(battle, decision.seat)
                return Reply(decision.seat, decision.id, self.captains[decision.seat].answer(view, decision))
        return None

    def _typed(self) -> Order | None:
        """Hear the person whose turn it is until they give an order; None when they quit."""
        battle = self.journal.battle
        seat = self._next_person()
        if not seat:
            return None
        herald, view = self.heralds[seat], self.book.view(battle, seat)
        following = herald.go_on(view)
        if following is not None:
            return following
        for line in herald.due(view):
            self._say(line)
        while True:
            try:
                typed = self._ask(f"{seat_name(battle, seat)}> ")
            except EOFError:
                return None
            if typed.strip().lower() in QUIT:
                return None
            heard = herald.hear(typed, view, self.log[seat], self._why)
            for line in heard.lines:
                self._say(line)
            if heard.order is not None:
                return heard.order

    def _next_person(self) -> str:
        """Who is to answer a proposal, else who is to decide; anybody may type in dice."""
        battle = self.journal.battle
        asked = [
            seat
            for proposal in battle.proposals
            for seat in self.heralds
            if seat != proposal.seat and seat not in proposal.agreed
        ]
        asked += [decision.seat for decision in battle.decisions if decision.seat in self.heralds]
        return next(iter([*asked, *self.heralds]), "")

    def _carry_out(self, order: Order) -> None:
        obeyed = self.journal.obey(order)
        if isinstance(obeyed, Illegal):
            self._say(f"It cannot be: {said_reasons(obeyed.reasons)}.")
            for line in self._halted(order):
                self._say(line)
            return
        if self.keeper is not None:
            self.keeper.append()
        self._tell(len(self.journal.entries))
        if isinstance(order, Reply) and order.seat in self.captains:
            self._explain(len(self.journal.entries), self.captains[order.seat].explained())
        self._tell_why()

    def _explain(self, entry: int, thoughts: Thoughts | None) -> None:
        if thoughts is not None:
            self._untold = [*self._untold[-MOST_UNTOLD:], (entry, thoughts)]
            if self._reasons is not None:
                self._reasons.keep(entry, thoughts)

    def _tell_why(self) -> None:
        battle = self.journal.battle
        if self._untold and (battle.outcome is not None or hides_nothing(self.book, battle)):
            entry, thoughts = self._untold[-1]
            view = self.book.view(self.journal.battle_at(entry), None)
            done = spoken(heard_by(self.journal.events_at(entry), None), view)
            self._why, self._untold = why_lines(thoughts.captain, done, thoughts.told()), []

    def _halted(self, order: Order) -> list[str]:
        """What of several orders in one line is not given any more."""
        herald = self.heralds.get(getattr(order, "seat", ""))
        return herald.halt(self.book.view(self.journal.battle, herald.seat)) if herald is not None else []

    def _tell(self, entry: int) -> None:
        """What everybody at this terminal heard; with two people at it, only what both may."""
        battle, events = self.journal.battle_at(entry), self.journal.events_at(entry)
        for seat in self.log:
            view = self.book.view(battle, seat)
            told = spoken(heard_by(events, seat), view)
            self.log[seat] += told
            if seat == (next(iter(self.heralds)) if len(self.heralds) == 1 else None):
                for line in told:
                    self._say(line)
