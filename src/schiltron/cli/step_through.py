"""Going through a battle at the terminal, beat by beat."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from schiltron.battle.record.journal import Journal
from schiltron.battle.state.event import Began
from schiltron.battle.state.tally import Tally
from schiltron.battle.words.beats import Beat, beats
from schiltron.battle.words.grammar import counted
from schiltron.battle.words.phrases import tell_tally
from schiltron.cli.terminal import Teller

AnyJournal = Journal[Any, Any, Any]

HELP = "Enter on · p back · t5 turn 5 · w why · m map · q quit"
_TURN = re.compile(r"(?:t(?:urn)?|round)\s*(\d+)")


class Step(Struct, frozen=True):
    """A beat and the entry it belongs to."""

    entry: int
    beat: Beat


def steps_of(journal: AnyJournal) -> list[Step]:
    return [
        Step(entry, beat)
        for entry, events in enumerate(journal.events)
        for beat in beats(events, journal.battle_at(entry))
    ]


def step_through(
    journal: AnyJournal,
    teller: Teller,
    ask: Callable[[str], str] = input,
    reasons: Mapping[int, Sequence[str]] = MappingProxyType({}),
) -> None:
    """Ask what to show next until there is nothing more, or the player has seen enough."""
    steps = steps_of(journal)
    place = 0
    teller.out.print(f"{len(journal.entries)} entries. {HELP}", style="dim")
    while place < len(steps):
        step = steps[place]
        teller.beat(step.beat, journal.battle_at(step.entry))
        if not place or steps[place - 1].entry != step.entry:
            teller.reasons(step.beat, reasons.get(step.entry, ()))
        place += 1
        if step.beat.kind == "phase":
            continue
        while True:
            try:
                word = ask("").strip().lower()
            except EOFError:
                return
            moved = _moved(word, steps, place)
            if moved is not None:
                place = moved
                break
            if word in ("q", "quit"):
                return
            _answer(word, step, journal, teller)


def _moved(word: str, steps: list[Step], place: int) -> int | None:
    """Where a word leads; None where it leads nowhere."""
    if word in ("", "n", "next"):
        return place
    if word in ("p", "b", "back"):
        back = place - 2
        while back > 0 and steps[back].beat.kind == "phase":
            back -= 1
        return max(0, back)
    turn = _TURN.fullmatch(word)
    return next((at for at, step in enumerate(steps) if turn and _begins(step.beat, int(turn[1]))), None)


def _begins(beat: Beat, turn: int) -> bool:
    began = beat.events[0]
    return isinstance(began, Began) and began.what == "turn" and began.turn == turn


def _answer(word: str, step: Step, journal: AnyJournal, teller: Teller) -> None:
    battle = journal.battle_at(step.entry)
    if word in ("m", "map"):
        teller.standing(battle)
    elif word in ("w", "why"):
        for tally in step.beat.tallies:
            for line in _reckoned(tally):
                teller.out.print(f"    {line}")
        teller.out.print(f"    {', '.join(step.beat.rules) or 'No rule was cited.'}", style="dim")
    elif _TURN.fullmatch(word):
        teller.out.print(f"  The battle has {counted(journal.battle.turn, journal.battle.turn_word.lower())}.")
    else:
        teller.out.print(f"  {HELP}", style="dim")


def _reckoned(tally: Tally) -> list[str]:
    """A tally with the rule each term comes from."""
    head, *terms = tell_tally(tally)
    cited = [
        f"  {line} [{term.rule}]" if term.rule else f"  {line}" for line, term in zip(terms, tally.terms, strict=True)
    ]
    return [head, *cited]
