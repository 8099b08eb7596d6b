"""The one door. Everything that plays, shows, tests or serves a battle goes through `Ruleset.obey`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from functools import cached_property
from random import Random
from typing import Any, Generic, TypeVar, get_args

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.agenda import Handler, Scene, run, tag_of
from schiltron.battle.chance import faults
from schiltron.battle.decision import Answer, AnyDecision, Waiting
from schiltron.battle.event import Altered, Happening, Proposed, Revealed, Rolled, Sealed
from schiltron.battle.guidance import Guidance
from schiltron.battle.guide import Preview
from schiltron.battle.illegal import Illegal, Reason
from schiltron.battle.law import Law
from schiltron.battle.order import (
    Agree,
    Amend,
    CallItDrawn,
    Concede,
    Dice,
    Order,
    Propose,
    Reply,
    Undo,
    Withdraw,
)
from schiltron.battle.state import TURN, Battle, Commitment, Outcome, Proposal
from schiltron.battle.unit import Unit
from schiltron.battle.view import redacted

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S", bound=Struct)


class Obeyed(Struct, Generic[B, U, S], frozen=True):
    """The next battle and the events that led there."""

    battle: Battle[B, U, S]
    events: tuple[Happening, ...]


class Ruleset(Guidance[B, U, S], ABC):
    """A book: its law, its closed battle type, a handler for each of its steps, and guidance for its players."""

    name: str
    title: str
    law: Law
    battle_type: Any
    draws = False
    """Whether something is ever drawn from a bag, which players who throw their own dice leave to the program."""
    handlers: Mapping[type, Handler]

    @property
    def turn_word(self) -> str:
        """What the book calls a turn, as its part of a battle says."""
        own, *_ = get_args(self.battle_type)
        return str(getattr(own, "turn_word", TURN))

    # ------------------------------------------------------------ what a book must say for itself

    @abstractmethod
    def hostile(self, battle: Battle[B, U, S], one: Unit[U], other: Unit[U]) -> bool:
        """Whether two units are enemies."""

    @abstractmethod
    def amended(self, battle: Battle[B, U, S], amend: Amend) -> Battle[B, U, S] | Reason:
        """The battle with a switch changed, or why that cannot be."""

    def beaten(self, battle: Battle[B, U, S], side: str) -> Outcome:
        """How it ends when this side gives up."""
        winners = [one.id for one in battle.sides if one.id != side]
        return Outcome(winner=winners[0] if len(winners) == 1 else "", how="conceded")

    def view(self, battle: Battle[B, U, S], seat: str | None) -> Battle[B, U, S]:
        """The battle as this seat may know it. A book with secrets of its own takes out more."""
        return redacted(battle, seat)

    # ------------------------------------------------------------ the door

    def begun(self, battle: Battle[B, U, S]) -> Obeyed[B, U, S]:
        """A battle set up but not yet moving, carried on to the first thing that is due."""
        scene = Scene(battle.listed())
        run(scene, self.handlers)
        return Obeyed(scene.battle, tuple(scene.events))

    def obey(self, battle: Battle[B, U, S], order: Order) -> Obeyed[B, U, S] | Illegal:
        """Carry out an order, or say every reason why not; then nothing has changed."""
        if battle.outcome is not None:
            return _refused("the battle is over")
        battle = battle.listed()
        match order:
            case Reply():
                return self._reply(battle, order)
            case Dice():
                return self._dice(battle, order)
            case Withdraw():
                return self._withdraw(battle, order)
            case Concede():
                return self._concede(battle, order)
            case Propose():
                return self._propose(battle, order)
            case Agree():
                return self._agree(battle, order)
            case Undo():
                return _refused("only a journal can undo: it holds what came before")

    def reasons(self, battle: Battle[B, U, S], reply: Reply) -> list[Reason]:
        """Everything against an answer, judged on what the seat sees."""
        decision = battle.decision(reply.decision)
        if decision is None or isinstance(decision, Waiting):
            return [Reason(f"nothing with the id {reply.decision!r} is asked; {due(battle)}")]
        if decision.seat != reply.seat:
            return [Reason(f"{reply.seat!r} is not asked; {due(battle)}")]
        step = battle.agenda[0]
        judge = self.handlers[type(step)].judge
        if judge is None:
            raise NotImplementedError(f"{tag_of(step)} asks but does not judge")
        return judge(self.view(battle, reply.seat), step, decision, reply.answer)

    def sample(self, view: Battle[B, U, S], decision: AnyDecision, random: Random) -> Answer:
        """A random legal answer; there always is one."""
        step = view.agenda[0]
        sample = self.handlers[type(step)].sample
        if sample is None:
            raise NotImplementedError(f"{tag_of(step)} asks but does not sample")
        return sample(view, step, decision, random)

    def suggest(self, view: Battle[B, U, S], decision: AnyDecision) -> Iterable[Answer]:
        """Good candidates for a decision."""
        step = view.agenda[0]
        suggest = self.handlers[type(step)].suggest
        return suggest(view, step, decision) if suggest is not None else ()

    @cached_property
    def _decoder(self) -> msgspec.json.Decoder[Battle[B, U, S]]:
        return msgspec.json.Decoder(self.battle_type)

    def decode(self, data: bytes) -> Battle[B, U, S]:
        return self._decoder.decode(data)

    # ------------------------------------------------------------ what a player may ask before deciding

    def preview(self, view: Battle[B, U, S], decision: AnyDecision, answer: Answer) -> Preview:
        """What an answer would do, and everything against it; by default only the latter."""
        found = tuple(self.reasons(view, Reply(decision.seat, decision.id, answer)))
        return Preview(reasons=found, legal=not found)

    # ------------------------------------------------------------ orders one by one

    def _reply(self, battle: Battle[B, U, S], order: Reply) -> Obeyed[B, U, S] | Illegal:
        found = self.reasons(battle, order)
        if found:
            return Illegal(tuple(found))
        decision = battle.decision(order.decision)
        assert decision is not None
        open_still = tuple(one for one in battle.decisions if one.id != order.decision)
        committed = (*battle.commitments, Commitment(decision, order.answer))
        if open_still:
            scene = Scene(replace(battle, decisions=open_still, commitments=committed))
            scene.cause = tag_of(battle.agenda[0])
            scene.tell(Sealed(seat=order.seat, rules=decision.rules))
            return Obeyed(scene.battle, tuple(scene.events))
        committed = tuple(sorted(committed, key=lambda one: _place(one.decision)))
        scene = self._resumed(battle)
        if len(committed) > 1:
            scene.tell(Revealed(seats=tuple(one.decision.seat for one in committed), rules=decision.rules))
        step = battle.agenda[0]
        take = self.handlers[type(step)].take
        assert take is not None, f"{tag_of(step)} asks but does not take"
        take(scene, step, tuple(one.answer for one in committed))
        run(scene, self.handlers)
        return Obeyed(scene.battle, tuple(scene.events))

    def _dice(self, battle: Battle[B, U, S], order: Dice) -> Obeyed[B, U, S] | Illegal:
        roll = battle.roll
        if roll is None or roll.id != order.roll:
            return _refused(f"no dice with the id {order.roll!r} are due; {due(battle)}")
        found = faults(roll, order.pools)
        if found:
            return Illegal(tuple(Reason(text, roll.rules) for text in found))
        scene = self._resumed(battle)
        scene.tell(Rolled(roll=roll, pools=order.pools, rules=roll.rules, audience=roll.audience))
        step = battle.agenda[0]
        handle = self.handlers[type(step)].roll
        assert handle is not None, f"{tag_of(step)} asks for dice but does not take them"
        handle(scene, step, order.pools)
        run(scene, self.handlers)
        return Obeyed(scene.battle, tuple(scene.events))

    def _resumed(self, battle: Battle[B, U, S]) -> Scene[B, U, S]:
        """A scene in which the waiting step has been taken off the agenda and is being carried out."""
        scene: Scene[B, U, S] = Scene(
            replace(
                battle,
                agenda=battle.agenda[1:],
                serial=battle.serial + 1,
                roll=None,
                decisions=(),
                commitments=(),
            )
        )
        scene.cause = tag_of(battle.agenda[0])
        return scene

    def _withdraw(self, battle: Battle[B, U, S], order: Withdraw) -> Obeyed[B, U, S] | Illegal:
        held = [one for one in battle.commitments if one.decision.id == order.decision]
        if not held or held[0].decision.seat != order.seat:
            return _refused(f"{order.seat!r} has no sealed answer {order.decision!r} to take back")
        decisions = sorted((*battle.decisions, held[0].decision), key=_place)
        kept = tuple(one for one in battle.commitments if one is not held[0])
        return Obeyed(replace(battle, decisions=tuple(decisions), commitments=kept), ())

    def _concede(self, battle: Battle[B, U, S], order: Concede) -> Obeyed[B, U, S] | Illegal:
        side = next((seat.side for seat in battle.seats if seat.id == order.seat), "")
        if not side:
            return _refused(f"there is no fighting seat {order.seat!r}")
        scene = Scene(replace(battle, serial=battle.serial + 1, roll=None, decisions=(), commitments=()))
        scene.cause = "concede"
        scene.end(self.beaten(battle, side))
        return Obeyed(scene.battle, tuple(scene.events))

    def _propose(self, battle: Battle[B, U, S], order: Propose) -> Obeyed[B, U, S] | Illegal:
        if order.seat not in [seat.id for seat in battle.seats]:
            return _refused(f"there is no seat {order.seat!r}")
        if any(proposal.seat == order.seat for proposal in battle.proposals):
            return _refused(f"{order.seat!r} has a proposal open already")
        if isinstance(order.matter, Amend):
            change = self.amended(battle, order.matter)
            if isinstance(change, Reason):
                return Illegal((change,))
        serial = battle.serial + 1
        proposal = Proposal(f"p{serial}.{order.seat}", order.seat, order.matter)
        scene = Scene(replace(battle, serial=serial))
        scene.tell(Proposed(seat=order.seat, matter=order.matter))
        if len(battle.seats) == 1:
            self._carry_out(scene, proposal)
        else:
            scene.set(proposals=(*battle.proposals, proposal))
        return Obeyed(scene.battle, tuple(scene.events))

    def _agree(self, battle: Battle[B, U, S], order: Agree) -> Obeyed[B, U, S] | Illegal:
        proposal = next((one for one in battle.proposals if one.id == order.proposal), None)
        if proposal is None:
            return _refused(f"there is no proposal {order.proposal!r}")
        if order.seat == proposal.seat or order.seat not in [seat.id for seat in battle.seats]:
            return _refused(f"it is not for {order.seat!r} to answer this proposal")
        rest = tuple(one for one in battle.proposals if one is not proposal)
        scene = Scene(replace(battle, proposals=rest))
        agreed = {*proposal.agreed, order.seat}
        if not order.agrees:
            scene.tell(Altered(matter=proposal.matter, agreed=False))
        elif agreed == {seat.id for seat in battle.seats} - {proposal.seat}:
            refused = self._carry_out(scene, proposal)
            if refused is not None:
                return Illegal((refused,))
        else:
            scene.set(proposals=(*rest, replace(proposal, agreed=tuple(sorted(agreed)))))
        return Obeyed(scene.battle, tuple(scene.events))

    def _carry_out(self, scene: Scene[B, U, S], proposal: Proposal) -> Reason | None:
        """Let an agreement take effect; or say why it cannot any more. Whoever was asked is asked anew."""
        scene.tell(Altered(matter=proposal.matter, agreed=True))
        if isinstance(proposal.matter, Amend):
            change = self.amended(scene.battle, proposal.matter)
            if isinstance(change, Reason):
                return change
            scene.battle = replace(change, serial=change.serial + 1, roll=None, decisions=(), commitments=())
            run(scene, self.handlers)
        elif isinstance(proposal.matter, CallItDrawn):
            scene.set(serial=scene.battle.serial + 1, roll=None, decisions=(), commitments=())
            scene.end(Outcome(winner="", how="agreed"))
        return None


def _place(decision: AnyDecision) -> int:
    """Where a decision stands among those asked together."""
    return int(decision.id.rpartition(".")[2])


def due(battle: Battle[Any, Any, Any]) -> str:
    """In words, what the battle is waiting for."""
    if battle.outcome is not None:
        return "the battle is over"
    if battle.roll is not None:
        purpose = "a secret roll" if battle.roll.audience else battle.roll.purpose
        return f"due is the roll {battle.roll.id!r}: {purpose}"
    asked = ", ".join(f"{one.id!r} of {one.seat!r}" for one in battle.decisions)
    return f"open is {asked}" if asked else "nothing is due"


def _refused(text: str, *rules: str) -> Illegal:
    return Illegal((Reason(text, rules),))
