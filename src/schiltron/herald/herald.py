"""The herald: hears a typed line, and answers in words or with an order to be carried out.

It knows a battle by a seat's view only. A plan is kept until it is sent, line by line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from typing import Any, Final

from msgspec import Struct

from schiltron.battle.door.ruleset import Ruleset
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.decision import (
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
from schiltron.battle.state.order import Order, Reply
from schiltron.battle.words.at_work import at_work
from schiltron.battle.words.grammar import listed
from schiltron.captains.advising import Advised, advise
from schiltron.captains.marshal.budget import A_SECOND
from schiltron.herald.aiming import targets
from schiltron.herald.always_allowed import spoken_order
from schiltron.herald.answers import typed_answer
from schiltron.herald.cards import told_texts
from schiltron.herald.describing import enemies, place, table
from schiltron.herald.groups import grouped
from schiltron.herald.guide_in_words import card, distance, foreseen, menu, rule, suggested
from schiltron.herald.helping import help_now
from schiltron.herald.hinting import hint_lines, said_hint
from schiltron.herald.liberties import spoken_liberty, told_liberties
from schiltron.herald.names import AnyUnit, unit_named
from schiltron.herald.not_understood import Misheard
from schiltron.herald.orders_in_words import said_answer
from schiltron.herald.powers import told_powers
from schiltron.herald.what_is_due import asked, help_lines
from schiltron.herald.words import number, split

AnyRuleset = Ruleset[Any, Any, Any]


_STANDING: Final = (["pass", "always"], ["ask", "again"])


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
        self.no_hints = ""
        """Why nobody may ask what a captain would do; nothing where one may."""
        self._following: list[Commanded] = []
        self._phase = (0, "")
        self._passing = False
        """Windows in the middle of others' doings pass unasked."""

    def hear(self, line: str, view: AnyBattle, log: Sequence[str] = (), why: Sequence[str] = ()) -> Spoken:
        """Answer a line, given what the seat sees, what it has heard, and why a captain did what he did last."""
        try:
            return self._hear(line.strip(), view, log, why)
        except Misheard as misheard:
            return Spoken((str(misheard),))

    def due(self, view: AnyBattle) -> list[str]:
        """What the battle waits for, and how to say it."""
        told = asked(view, self.seat, list(self._planning(view).values()), self._notes(view))
        return [*told, *told_liberties(self.book, self.seat, view, whose="")] if view.proposals else told

    def _notes(self, view: AnyBattle) -> dict[str, str]:
        """What would come of each of a few options, where the guide has something to say about it."""
        decision = self._mine(view)
        if not isinstance(decision, Choose) or decision.most != 1 or len(decision.options) > MOST_NOTED:
            return {}
        keys = [option.key for option in decision.options]
        return {key: self.book.preview(view, decision, Chosen((key,))).note for key in keys}

    # ------------------------------------------------------------ what may be said

    def _hear(self, line: str, view: AnyBattle, log: Sequence[str], why: Sequence[str]) -> Spoken:
        words = split(line)
        if not words:
            return Spoken(tuple(self.due(view)))
        asking = None if self._is_option(line, view) else self._asked_for(words, line, view, log, why)
        if asking is not None:
            return Spoken(tuple(asking))
        if self.seat is None:
            raise Misheard("You are watching: you may ask, but not give orders.", "Say: help.")
        order = spoken_order(self.seat, words, line, view) or spoken_liberty(self.book, self.seat, words, view)
        if order is not None:
            self._passing = False
            return Spoken((), order)
        if words in _STANDING:
            return self._standing(view, passing=words[-1] == "always")
        return self._answered(line, words, view, self._decision(view))

    def _is_option(self, line: str, view: AnyBattle) -> bool:
        """Whether a line is one of the choices, word for word: `Try to rally them` tries nothing out."""
        decision = self._mine(view)
        options = decision.options if isinstance(decision, Choose) else ()
        return any(split(line) == split(option.label) for option in options)

    def _asked_for(
        self, words: list[str], line: str, view: AnyBattle, log: Sequence[str], why: Sequence[str]
    ) -> list[str] | None:
        """The answer to a question; None for a line that is none."""
        first, rest = words[0], [word for word in words[1:] if word not in ("is", "are", "may", "can", "does", "do")]
        questions: dict[str, Callable[[], list[str]]] = {
            "help": lambda: self._help(rest, view),
            "enemies": lambda: enemies(self.book, view, self._side(view)),
            "due": lambda: self.due(view),
            "where": lambda: self._where(rest, view),
            "look": lambda: list(table(self.book, view)),
            "card": lambda: card(self.book, view, self._whose(rest, view)),
            "what": lambda: self._what(rest, view),
            "menu": lambda: menu(self.book, view, self._mine(view), unit_named(view, rest)),
            "targets": lambda: targets(self.book, view, self._mine(view), list(rest)),
            "hand": lambda: self._hand(view),
            "spells": lambda: self._spells(rest, view),
            "distance": lambda: distance(self.book, view, rest),
            "rule": lambda: rule(self.book, line.rsplit(maxsplit=1)[-1]),
            "log": lambda: list(log[-_count(rest, 12) :]),
            "suggest": lambda: self._suggested(rest, view),
            "hint": lambda: self._hint(view),
            "why": lambda: list(why) or [NO_REASONS],
            "try": lambda: self._tried(line.strip()[3:], view),
            "plan": lambda: self.due(view),
        }
        first = {
            "how": "distance",
            "?": "help",
            "h": "help",
            "now": "due",
            "cards": "hand",
            "hold": "hand",
            "enemy": "enemies",
        }.get(first, first)
        return questions[first]() if first in questions else None

    def _help(self, rest: list[str], view: AnyBattle) -> list[str]:
        """Help for this moment; `help all` has every saying, `help rules` what the book says of this phase."""
        if rest[:1] == ["all"]:
            return help_lines()
        return help_now(self.book, view, self._mine(view), rules=rest[:1] in (["rules"], ["rule"]))

    def _side(self, view: AnyBattle) -> str:
        return view.side_at(self.seat)

    def _whose(self, rest: list[str], view: AnyBattle) -> AnyUnit:
        if not rest:
            raise Misheard("Whose card?", "For example: card pikes; an enemy's as well. Enemies lists theirs.")
        return unit_named(view, rest)

    def _where(self, rest: list[str], view: AnyBattle) -> list[str]:
        if not rest or rest[0] in ("all", "everything", "everybody"):
            return list(table(self.book, view))
        return [place(self.book, view, unit_named(view, rest))]

    def _what(self, rest: list[str], view: AnyBattle) -> list[str]:
        if not rest or rest[0] in ("now", "due"):
            return self.due(view)
        if rest[0] == "stands":
            return list(table(self.book, view))
        if rest[:2] == ["at", "work"]:
            return [f"{note}." for note in at_work(view)] or ["Nothing is at work."]
        return menu(self.book, view, self._mine(view), unit_named(view, rest))

    def _hand(self, view: AnyBattle) -> list[str]:
        """One's own cards with all they say, and how many others hold."""
        decision = self._mine(view)
        cards = decision.hand if isinstance(decision, Command) else ()
        told = [*told_texts(view, cards), *self.book.held(view)]
        return told or ["Nobody holds any cards in this battle."]

    def _spells(self, rest: list[str], view: AnyBattle) -> list[str]:
        """What one's units may call upon, or one of them; and what may be done at any moment."""
        hand = self.book.powers(view, self._side(view))
        named = [word for word in rest if word != "of"]
        if named:
            unit = unit_named(view, named)
            hand = self.book.powers(view, unit.side, unit.id)
        told = [*told_powers(view, hand), *told_liberties(self.book, self.seat, view)]
        return told or ["Nobody there has any."]

    # ------------------------------------------------------------ orders

    def _answered(self, line: str, words: list[str], view: AnyBattle, decision: AnyDecision) -> Spoken:
        self._following = []
        if isinstance(decision, Plan):
            return self._planned(line, words, view, decision)
        group = grouped(self.book, view, decision, line) if isinstance(decision, Command) else None
        if group is not None:
            first, *self._following = group.orders
            self._phase = view.turn, view.phase
            return Spoken(group.said, Reply(decision.seat, decision.id, first))
        return Spoken((), Reply(decision.seat, decision.id, self._meant(line, words, view, decision)))

    def _standing(self, view: AnyBattle, *, passing: bool) -> Spoken:
        """From now on windows pass unasked, the one that is open too; or they are asked again."""
        self._passing = passing
        if not passing:
            return Spoken(("You are asked again what you might answer in the middle of others' doings.",))
        said = "What you might answer in the middle of others' doings passes from now on. Say: ask again, to be asked."
        return Spoken((said,), self._passed(view))

    def _passed(self, view: AnyBattle) -> Order | None:
        """What passes a window, whatever could be answered in it."""
        decision = self._mine(view)
        if not self._passing or decision is None or not decision.window or decision.default is None:
            return None
        return Reply(decision.seat, decision.id, decision.default)

    def go_on(self, view: AnyBattle) -> Order | None:
        """What goes by itself: a window passes unasked, or the next of several orders in one line is given; None while
        others decide, or where there is none."""
        passed = self._passed(view)
        if passed is not None:
            return passed
        decision = self._mine(view)
        if (view.turn, view.phase) != self._phase:
            self._following = []
        if not self._following or not isinstance(decision, Command):
            return None
        following = self._following.pop(0)
        return Reply(decision.seat, decision.id, following)

    def halt(self, view: AnyBattle) -> list[str]:
        """An order was refused: those that were to follow it are not given."""
        left = [view.units[one.actor].name for one in self._following if one.actor in view.units]
        self._following = []
        return [f"Not told anything yet: {listed(left)}."] if left else []

    def _meant(self, line: str, words: list[str], view: AnyBattle, decision: AnyDecision) -> Answer:
        if words[0] == "take":
            return self._taken(_count(words[1:], 1), view, decision)
        passes = decision.window and words == ["pass"]
        if (passes or words == ["default"]) and decision.default is not None:
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
            group = grouped(self.book, view, decision, part)
            if group is not None:
                plan.update({one.actor: one for one in group.orders})
                said += [*(f"Planned: {said_answer(view, one)}" for one in group.orders), *group.said]
                continue
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
        group = grouped(self.book, view, decision, line) if isinstance(decision, Command | Plan) else None
        if group is not None:
            return [*(f"{said_answer(view, one)}." for one in group.orders), *group.said]
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

    def _hint(self, view: AnyBattle) -> list[str]:
        """What the captain would do, and why; `take 1` does the first."""
        if self.no_hints:
            raise Misheard(f"{self.no_hints[0].upper()}{self.no_hints[1:]}.")
        decision = self._decision(view)
        return self.hinted(
            view, decision, advise(self.book, view, decision, budget=A_SECOND, said=partial(said_hint, view))
        )

    def asks_for_a_hint(self, line: str, view: AnyBattle) -> AnyDecision | None:
        """What is to be decided, where a line asks for a hint that may be had: whoever has thoughts thought elsewhere
        does so, and goes on with `hinted`."""
        wanted = split(line)[:1] == ["hint"] and not self._is_option(line, view) and not self.no_hints
        return self._mine(view) if wanted else None

    def hinted(self, view: AnyBattle, decision: AnyDecision, advised: tuple[Advised, ...]) -> list[str]:
        """Advice in words; any of it can be taken by its number."""
        self._offered = decision.id, [one.answer for one in advised]
        return hint_lines(view, advised)

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
MOST_NOTED: Final = 8
NO_REASONS: Final = (
    "No captain has done anything yet of which it may be told why. Where something is hidden, it is told when the "
    "battle is over."
)
_SEND: Final = "Say send when the plan is done, or forget and a name."


def _count(words: Sequence[str], otherwise: int) -> int:
    value = number(words[0]) if words else None
    return int(value) if value else otherwise
