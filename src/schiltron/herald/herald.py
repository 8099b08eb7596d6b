"""The herald: hears a typed line, and answers in words or with an order to be carried out.

It knows a battle by a seat's view only. A plan is kept until it is sent, line by line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, Final

from msgspec import Struct

from schiltron.battle.decision import (
    FINISH,
    Answer,
    AnyDecision,
    Choose,
    Chosen,
    Command,
    Commanded,
    Plan,
    Planned,
    Waiting,
)
from schiltron.battle.order import Order, Reply
from schiltron.battle.ruleset import Ruleset
from schiltron.battle.state import AnyBattle
from schiltron.herald.answers import typed_answer
from schiltron.herald.asking import asked, help_lines
from schiltron.herald.cards import told_texts
from schiltron.herald.describing import place, table
from schiltron.herald.misheard import Misheard
from schiltron.herald.names import unit_named
from schiltron.herald.sayings import spoken_order
from schiltron.herald.telling import card, distance, foreseen, menu, rule, said_answer, suggested, targets
from schiltron.herald.words import number, split

AnyRuleset = Ruleset[Any, Any, Any]


class Spoken(Struct, frozen=True):
    """What the herald says, and the order it was given, if any."""

    lines: tuple[str, ...] = ()
    order: Order | None = None


class Herald:
    """Serves one seat of one battle; None is a spectator, who may ask but not order."""

    def __init__(self, book: AnyRuleset, seat: str | None) -> None:
        self.book, self.seat = book, seat
        self._plan: dict[str, Commanded] = {}
        self._planned_for = ""
        self._offered: tuple[str, list[Answer]] = ("", [])

    def hear(self, line: str, view: AnyBattle, log: Sequence[str] = ()) -> Spoken:
        """Answer a line, given what the seat sees and what it has heard."""
        try:
            return self._hear(line.strip(), view, log)
        except Misheard as misheard:
            return Spoken((str(misheard),))

    def due(self, view: AnyBattle) -> list[str]:
        """What the battle waits for, and how to say it."""
        return asked(view, self.seat, list(self._planning(view).values()), self._notes(view))

    def _notes(self, view: AnyBattle) -> dict[str, str]:
        """What would come of each of a few options, where the guide has something to say about it."""
        decision = self._mine(view)
        if not isinstance(decision, Choose) or decision.most != 1 or len(decision.options) > MOST_SUGGESTED:
            return {}
        keys = [option.key for option in decision.options]
        return {key: self.book.preview(view, decision, Chosen((key,))).note for key in keys}

    # ------------------------------------------------------------ what may be said

    def _hear(self, line: str, view: AnyBattle, log: Sequence[str]) -> Spoken:
        words = split(line)
        if not words:
            return Spoken(tuple(self.due(view)))
        asking = self._asked_for(words, line, view, log)
        if asking is not None:
            return Spoken(tuple(asking))
        if self.seat is None:
            raise Misheard("You are watching: you may ask, but not give orders.", "Say: help.")
        order = spoken_order(self.seat, words, line, view)
        if order is not None:
            return Spoken((), order)
        return self._answered(line, words, view, self._decision(view))

    def _asked_for(self, words: list[str], line: str, view: AnyBattle, log: Sequence[str]) -> list[str] | None:
        """The answer to a question; None for a line that is none."""
        first, rest = words[0], [word for word in words[1:] if word not in ("is", "are", "may", "can", "does", "do")]
        questions: dict[str, Callable[[], list[str]]] = {
            "help": help_lines,
            "due": lambda: self.due(view),
            "where": lambda: self._where(rest, view),
            "look": lambda: list(table(self.book, view)),
            "card": lambda: card(self.book, view, unit_named(view, rest)),
            "what": lambda: self._what(rest, view),
            "menu": lambda: menu(self.book, view, self._mine(view), unit_named(view, rest)),
            "targets": lambda: targets(self.book, view, self._mine(view), unit_named(view, rest)),
            "hand": lambda: self._hand(view),
            "distance": lambda: distance(self.book, view, rest),
            "rule": lambda: rule(self.book, line.rsplit(maxsplit=1)[-1]),
            "log": lambda: list(log[-_count(rest, 12) :]),
            "suggest": lambda: self._suggested(rest, view),
            "try": lambda: self._tried(line.strip()[3:], view),
            "plan": lambda: self.due(view),
        }
        first = {"how": "distance", "?": "help", "h": "help", "now": "due", "cards": "hand", "hold": "hand"}.get(
            first, first
        )
        return questions[first]() if first in questions else None

    def _where(self, rest: list[str], view: AnyBattle) -> list[str]:
        if not rest or rest[0] in ("all", "everything", "everybody"):
            return list(table(self.book, view))
        return [place(self.book, view, unit_named(view, rest))]

    def _what(self, rest: list[str], view: AnyBattle) -> list[str]:
        if not rest or rest[0] in ("now", "due"):
            return self.due(view)
        if rest[0] == "stands":
            return list(table(self.book, view))
        return menu(self.book, view, self._mine(view), unit_named(view, rest))

    def _hand(self, view: AnyBattle) -> list[str]:
        """One's own cards with all they say, and how many others hold."""
        decision = self._mine(view)
        cards = decision.hand if isinstance(decision, Command) else ()
        told = [*told_texts(view, cards), *self.book.held(view)]
        return told or ["Nobody holds any cards in this battle."]

    # ------------------------------------------------------------ orders

    def _answered(self, line: str, words: list[str], view: AnyBattle, decision: AnyDecision) -> Spoken:
        if isinstance(decision, Plan):
            return self._planned(line, words, view, decision)
        return Spoken((), Reply(decision.seat, decision.id, self._meant(line, words, view, decision)))

    def _meant(self, line: str, words: list[str], view: AnyBattle, decision: AnyDecision) -> Answer:
        if words[0] == "take":
            return self._taken(_count(words[1:], 1), view, decision)
        if words == ["default"] and decision.default is not None:
            return decision.default
        return typed_answer(self.book, view, decision, line)

    def _planned(self, line: str, words: list[str], view: AnyBattle, decision: Plan) -> Spoken:
        """Orders are noted until they are sent; a whole plan that is taken as it was suggested goes at once."""
        plan = self._planning(view)
        if words[0] in ("send", "go"):
            return Spoken((), Reply(decision.seat, decision.id, Planned(tuple(plan.values()))))
        if words[0] == "forget":
            plan.pop(unit_named(view, words[1:], plan).id)
            return Spoken(tuple(self.due(view)))
        said = []
        for part in line.split(";"):
            answer = self._meant(part, split(part), view, decision)
            if isinstance(answer, Planned) and not plan:
                return Spoken((), Reply(decision.seat, decision.id, answer))
            for command in answer.commands if isinstance(answer, Planned) else (answer,):
                if not isinstance(command, Commanded):
                    raise Misheard("That is no command.")
                if command == FINISH:
                    return Spoken((), Reply(decision.seat, decision.id, Planned(tuple(plan.values()))))
                plan[command.actor] = command
                said.append(f"Planned: {said_answer(view, command)}")
        return Spoken((*said, *foreseen(self.book, view, decision, Planned(tuple(plan.values()))), _SEND))

    def _tried(self, line: str, view: AnyBattle) -> list[str]:
        decision = self._decision(view)
        answer = self._meant(line, split(line) or [""], view, decision)
        return foreseen(self.book, view, decision, answer)

    # ------------------------------------------------------------ suggestions

    def _suggested(self, rest: list[str], view: AnyBattle) -> list[str]:
        """Good answers, numbered; of one unit where it is named."""
        decision = self._decision(view)
        unit = unit_named(view, rest).id if rest else ""
        found = list(islice(suggested(self.book, view, decision, unit), MOST_SUGGESTED))
        self._offered = decision.id, found
        numbered = [f"{place} {said_answer(view, one)}" for place, one in enumerate(found, 1)]
        return [*numbered, "Say take and a number."] if found else ["There is nothing to suggest."]

    def _taken(self, wanted: int, view: AnyBattle, decision: AnyDecision) -> Answer:
        offered = self._offered[1] if self._offered[0] == decision.id else list(self.book.suggest(view, decision))
        if not 1 <= wanted <= len(offered):
            raise Misheard(f"There are {len(offered)} suggestions.", "Say: suggest.")
        return offered[wanted - 1]

    # ------------------------------------------------------------ what is due

    def _mine(self, view: AnyBattle) -> AnyDecision | None:
        return next((one for one in view.decisions if one.seat == self.seat and not isinstance(one, Waiting)), None)

    def _decision(self, view: AnyBattle) -> AnyDecision:
        decision = self._mine(view)
        if decision is None:
            raise Misheard("Nothing is asked of you now.", " ".join(asked(view, self.seat, [])))
        return decision

    def _planning(self, view: AnyBattle) -> dict[str, Commanded]:
        """What is planned so far; a plan for another question is forgotten."""
        decision = self._mine(view)
        if decision is None or decision.id != self._planned_for:
            self._plan, self._planned_for = {}, decision.id if decision is not None else ""
        return self._plan


MOST_SUGGESTED: Final = 6
_SEND: Final = "Say send when the plan is done, or forget and a name."


def _count(words: Sequence[str], otherwise: int) -> int:
    value = number(words[0]) if words else None
    return int(value) if value else otherwise
