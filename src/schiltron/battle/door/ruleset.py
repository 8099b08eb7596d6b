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

from schiltron.battle.door.upgrades import UNCHANGED, Changes
from schiltron.battle.guide.answers import Preview
from schiltron.battle.guide.questions import Guidance
from schiltron.battle.guide.reckonings import Reckoning
from schiltron.battle.play.agenda import NO_LAPSES, Handler, Lapses, Scene, asked_anew, run, tag_of
from schiltron.battle.state.battle import TURN, Battle, Commitment, Outcome, Proposal
from schiltron.battle.state.chance import Roll, faults
from schiltron.battle.state.decision import FORMS, Answer, AnyDecision, Waiting, wanted
from schiltron.battle.state.event import REFEREE, Altered, AnyEvent, Proposed, RanOut, Revealed, Rolled, Sealed
from schiltron.battle.state.field import opposing
from schiltron.battle.state.illegal import Illegal, Reason
from schiltron.battle.state.law import Law
from schiltron.battle.state.order import (
    Agree,
    Amend,
    AtWill,
    CallItDrawn,
    Concede,
    Dice,
    Order,
    Propose,
    Reply,
    TimeOut,
    Undo,
    Withdraw,
)
from schiltron.battle.state.view import redacted
from schiltron.battle.state.waiting import due

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S", bound=Struct)


class Obeyed(Struct, Generic[B, U, S], frozen=True):
    """The next battle and the events that led there."""

    battle: Battle[B, U, S]
    events: tuple[AnyEvent, ...]


class Ruleset(Guidance[B, U, S], ABC):
    """A book: its law, its closed battle type, a handler for each of its steps, and guidance for its players."""

    name: str
    title: str
    law: Law
    battle_type: Any
    draws = False
    """Whether something is ever drawn from a bag, which players who throw their own dice leave to the program."""
    handlers: Mapping[type, Handler]
    lapses: Lapses = NO_LAPSES
    """By kind of effect: what puts back what it had changed."""
    changes: Changes = UNCHANGED
    """What the formats of battles changed in the book's own parts."""

    @property
    def turn_word(self) -> str:
        """What the book calls a turn, as its part of a battle says."""
        own, *_ = get_args(self.battle_type)
        word = getattr(own, "turn_word", TURN)
        return word if isinstance(word, str) else TURN

    # ------------------------------------------------------------ what a book must say for itself

    @abstractmethod
    def amended(self, battle: Battle[B, U, S], amend: Amend) -> Battle[B, U, S] | Reason:
        """The battle with a switch changed, or why that cannot be."""

    def beaten(self, battle: Battle[B, U, S], side: str) -> Outcome:
        """How it ends when this side gives up."""
        winners = opposing(battle, side)
        return Outcome(winner=winners[0] if len(winners) == 1 else "", how="conceded")

    def take_liberty(self, scene: Scene[B, U, S], what: str) -> None:
        """Carry out what a rule lets a seat do at any moment (`liberties`)."""
        raise NotImplementedError(f"{self.name} lets nobody do {what}")

    def view(self, battle: Battle[B, U, S], seat: str | None) -> Battle[B, U, S]:
        """The battle as this seat may know it; a referee knows all there is."""
        return battle if seat == REFEREE else self.redacted(battle, seat)

    def redacted(self, battle: Battle[B, U, S], seat: str | None) -> Battle[B, U, S]:
        """The battle without what this seat may not know. A book with secrets of its own takes out more."""
        return redacted(battle, seat)

    def filled_in(self, view: Battle[B, U, S], seat: str | None, random: Random) -> Battle[B, U, S]:  # noqa: ARG002
        """The view with possible values for what `redacted` has taken out. Decisions and sealed answers of others stay
        out. A book with secrets of its own fills in those."""
        return view

    def goes_on(self, view: Battle[B, U, S]) -> bool:  # noqa: ARG002
        """Whether there will be an aftermath when this battle is over."""
        return False

    def aftermath(self, battle: Battle[B, U, S]) -> Battle[B, U, S] | None:  # noqa: ARG002
        """What comes after a battle that is over, as a battle without a table that is still to begin; its units are at
        its end as the next battle will find them. None if the book has nothing to say of it, or the battle goes on."""
        return None

    def reckoned(self, battle: Battle[B, U, S], wishes: Mapping[str, str]) -> Reckoning | Reason | None:  # noqa: ARG002
        """What a battle that has not begun may come to, exactly, for a referee who knows both armies; `wishes` say by
        name what is to be supposed. None where that cannot be reckoned."""
        return None

    # ------------------------------------------------------------ the door

    def begun(self, battle: Battle[B, U, S]) -> Obeyed[B, U, S]:
        """A battle that is set up but not yet moving, carried on to the first decision or roll."""
        scene = Scene(battle.listed(), self.lapses)
        run(scene, self.handlers, self.view)
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
            case TimeOut():
                return self._time_out(battle, order)
            case AtWill():
                return self._at_will(battle, order)
            case Undo():
                return _refused("only a journal can undo: it holds what came before")

    def reasons(self, battle: Battle[B, U, S], reply: Reply) -> list[Reason]:
        """Everything against an answer, judged on what the seat sees."""
        decision = battle.decision(reply.decision)
        if decision is None or isinstance(decision, Waiting):
            return [Reason(f"nothing with the id {reply.decision!r} is asked; {due(battle)}")]
        if decision.seat != reply.seat:
            return [Reason(f"{reply.seat!r} is not asked; {due(battle)}")]
        return self._against(self.view(battle, reply.seat), decision, reply.answer)

    def _against(self, view: Battle[B, U, S], decision: AnyDecision, answer: Answer) -> list[Reason]:
        """Everything against an answer: first its form, so that whoever judges it need not look at that."""
        if not isinstance(answer, FORMS[type(decision)]):
            return [Reason(wanted(decision), decision.rules)]
        step = view.agenda[0]
        judge = self.handlers[type(step)].judge
        if judge is None:
            raise NotImplementedError(f"{tag_of(step)} asks but does not judge")
        return judge(view, step, decision, answer)

    def sample(self, view: Battle[B, U, S], decision: AnyDecision, random: Random) -> Answer:
        """A random legal answer; there always is one."""
        step = view.agenda[0]
        sample = self.handlers[type(step)].sample
        if sample is None:
            raise NotImplementedError(f"{tag_of(step)} asks but does not sample")
        return sample(view, step, decision, random)

    def suggest(self, view: Battle[B, U, S], decision: AnyDecision) -> Iterable[Answer]:
        """Good candidates for a decision, each of which the door would obey."""
        step = view.agenda[0]
        suggest = self.handlers[type(step)].suggest
        if suggest is None:
            return ()
        return (one for one in suggest(view, step, decision) if not self._against(view, decision, one))

    # ------------------------------------------------------------ what a seat does not know

    def imagined(self, view: Battle[B, U, S], seat: str | None, random: Random) -> Battle[B, U, S]:
        """A whole battle that looks the same to the seat as its view: what the seat may not know is filled in at
        random, within what is possible. It obeys orders. Where nothing is missing, it is the view itself."""
        battle = view if seat == REFEREE else self.filled_in(view, seat, random)
        due = (battle.roll, *battle.decisions, *(one.decision for one in battle.commitments))
        if not any(isinstance(one, Waiting) or (isinstance(one, Roll) and not one.pools) for one in due):
            return battle
        asked = asked_anew(replace(battle, roll=None, decisions=(), commitments=()), self.handlers, self.view)
        known = {one.decision.id: one for one in asked.commitments}
        known |= {one.decision.id: one for one in battle.commitments if one.answer is not None}
        return replace(
            asked,
            decisions=tuple(one for one in asked.decisions if battle.decision(one.id) is not None),
            commitments=tuple(
                known.get(one.decision.id) or self._imagined_answer(asked, one.decision.id, random)
                for one in battle.commitments
            ),
        )

    def _imagined_answer(self, battle: Battle[B, U, S], decision_id: str, random: Random) -> Commitment:
        """What may have been sealed in answer to a decision."""
        decision = battle.decision(decision_id)
        assert decision is not None
        return Commitment(decision, self.sample(self.view(battle, decision.seat), decision, random))

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
        open_still = tuple([one for one in battle.decisions if one is not decision])
        committed = (*battle.commitments, Commitment(decision, order.answer))
        if open_still:
            scene = Scene(replace(battle, decisions=open_still, commitments=committed))
            scene.cause = tag_of(battle.agenda[0])
            scene.tell(Sealed(seat=order.seat, rules=decision.rules))
            return Obeyed(scene.battle, tuple(scene.events))
        scene = self._resumed(battle)
        if len(committed) > 1:
            committed = tuple(sorted(committed, key=lambda one: _place(one.decision)))
            seats = tuple(one.decision.seat for one in committed if one.decision.seat)
            scene.tell(Revealed(seats=seats, rules=decision.rules))
        step = battle.agenda[0]
        take = self.handlers[type(step)].take
        assert take is not None, f"{tag_of(step)} asks but does not take"
        take(scene, step, tuple([one.answer for one in committed]))
        run(scene, self.handlers, self.view)
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
        run(scene, self.handlers, self.view)
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
            ),
            self.lapses,
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
        side = battle.side_at(order.seat)
        if not side:
            return _refused(f"there is no fighting seat {order.seat!r}")
        scene = Scene(replace(battle, serial=battle.serial + 1, roll=None, decisions=(), commitments=()))
        scene.cause = "concede"
        scene.end(self.beaten(battle, side))
        return Obeyed(scene.battle, tuple(scene.events))

    def _time_out(self, battle: Battle[B, U, S], order: TimeOut) -> Obeyed[B, U, S] | Illegal:
        side = battle.side_at(order.seat)
        if not side:
            return _refused(f"there is no fighting seat {order.seat!r}")
        ran_out = RanOut(seat=order.seat, captain=order.captain, cause="time_out")
        if order.captain:
            return Obeyed(battle, (ran_out,))
        scene = Scene(replace(battle, serial=battle.serial + 1, roll=None, decisions=(), commitments=()))
        scene.cause = "time_out"
        scene.tell(ran_out)
        scene.end(replace(self.beaten(battle, side), how="time"))
        return Obeyed(scene.battle, tuple(scene.events))

    def _at_will(self, battle: Battle[B, U, S], order: AtWill) -> Obeyed[B, U, S] | Illegal:
        """Something that a rule allows at any moment. Whoever was asked is asked anew; dice and sealed answers that are
        under way come first."""
        liberties = self.liberties(self.view(battle, order.seat))
        if not any(one.seat == order.seat and one.key == order.what for one in liberties):
            return _refused(f"there is no {order.what!r} that {order.seat!r} may do now")
        if battle.roll is not None or battle.commitments:
            return _refused(f"what is under way comes first; {due(battle)}")
        scene: Scene[B, U, S] = Scene(
            replace(battle, serial=battle.serial + 1, decisions=(), commitments=()), self.lapses
        )
        scene.cause = "at_will"
        self.take_liberty(scene, order.what)
        run(scene, self.handlers, self.view)
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
            run(scene, self.handlers, self.view)
        elif isinstance(proposal.matter, CallItDrawn):
            scene.set(serial=scene.battle.serial + 1, roll=None, decisions=(), commitments=())
            scene.end(Outcome(winner="", how="agreed"))
        return None


def _place(decision: AnyDecision) -> int:
    """Where a decision stands among those asked together."""
    return int(decision.id.rpartition(".")[2])


def _refused(text: str, *rules: str) -> Illegal:
    return Illegal((Reason(text, rules),))
