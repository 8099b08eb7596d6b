"""`schiltron play --text`: a battle at the terminal, without a picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from secrets import randbits, token_hex
from typing import Any, Final

from schiltron.battle.dice import TYPED, DiceShare, SealedDice, by_program
from schiltron.battle.illegal import Illegal
from schiltron.battle.journal import Journal
from schiltron.battle.order import Order, Reply
from schiltron.battle.savefile import Appender
from schiltron.battle.view import heard_by
from schiltron.captains.consent import consent
from schiltron.captains.roster import captain_named
from schiltron.cli.guard import DONE, STOPPED
from schiltron.cli.opening import Opening, check_captains, file_for, opened
from schiltron.herald import Herald
from schiltron.herald.log import spoken
from schiltron.herald.telling import said_reasons

AnyJournal = Journal[Any, Any, Any]
Ask = Callable[[str], str]
Say = Callable[[str], None]

ME: Final = "me"
QUIT: Final = ("quit", "exit", "q")


def play_text(
    wanted: str,
    players: Mapping[str, str],
    *,
    seed: int | None,
    switches: Sequence[str],
    typed: bool,
    save: Path | None,
    ask: Ask = input,
    say: Say = lambda line: print(line, flush=True),  # noqa: T201 - the terminal is where it speaks
) -> int:
    """Play until it is over, or somebody says quit."""
    opening = opened(wanted, switches)
    check_captains(opening, {side: name for side, name in players.items() if name != ME})
    dice = SealedDice.fresh() if seed is None else SealedDice.from_number(seed)
    proof = dice if not typed or opening.book.draws else None
    if seed is None and proof is not None and ME in players.values():
        proof = dice = _bound(dice, [side for side, name in players.items() if name == ME], ask, say)
    kind = TYPED if typed else dice.kind
    commitment, shares = (proof.commitment, proof.shares) if proof is not None else ("", ())
    journal = Journal.start(opening.book, opening.battle, kind, commitment, shares)
    keeper = Appender(journal, file_for(save)) if save is not None else None
    played = TextBattle(opening, journal, players, dice, ask, say, keeper, randbits(32) if seed is None else seed)
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
            words = " ".join(ask(f"{side}, words of your own for the dice (Enter makes some): ").split())
        except EOFError:
            words = ""
        shares.append(DiceShare(side, words or token_hex(16)))
        say(f"{side} adds: {shares[-1].secret}")
    return SealedDice(dice.seed, shares)


class TextBattle:
    """A battle between people at this terminal and captains."""

    def __init__(
        self,
        opening: Opening,
        journal: AnyJournal,
        players: Mapping[str, str],
        dice: SealedDice,
        ask: Ask,
        say: Say,
        keeper: Appender | None,
        seed: int,
    ) -> None:
        self.journal, self.book, self.dice, self.keeper = journal, opening.book, dice, keeper
        self._ask, self._say = ask, say
        seats = {seat.id: players[seat.side] for seat in journal.battle.seats if seat.side}
        self.heralds = {seat: Herald(self.book, seat) for seat, name in seats.items() if name == ME}
        self.captains = {
            seat: captain_named(name, self.book, 2 * seed + place)
            for place, (seat, name) in enumerate(seats.items())
            if name != ME
        }
        self.log: dict[str | None, list[str]] = {seat: [] for seat in [*self.heralds, None]}

    def play(self) -> bool:
        """Whether it was played to its end."""
        self._say(f"{self.journal.battle.title}. Say help, or quit.")
        self._tell(0)
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
        for line in herald.due(view):
            self._say(line)
        while True:
            try:
                typed = self._ask(f"{seat}> ")
            except EOFError:
                return None
            if typed.strip().lower() in QUIT:
                return None
            heard = herald.hear(typed, view, self.log[seat])
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
            return
        if self.keeper is not None:
            self.keeper.append()
        self._tell(len(self.journal.entries))

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
