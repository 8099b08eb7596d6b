"""A battle told in the terminal: headings, sentences, dice, and how both armies stand after every turn."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Any, Final

from rich.console import Console, ConsoleOptions, RenderableType
from rich.padding import Padding
from rich.segment import Segment
from rich.text import Text

from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.chance import AtLeast, Counted, Pool, Thrown
from schiltron.battle.state.event import AnyEvent, Began
from schiltron.battle.words.beats import Beat, Said, beats
from schiltron.battle.words.printable import printable
from schiltron.cli.army_table import standing

_STYLES: Final = {"red": "red", "blue": "bright_blue", "ochre": "yellow", "teal": "cyan", "grey": "bright_black"}
_TOKENS: Final = ("■", "○", "◆", "⬡")
"""Sides are never told by colour alone."""


class SafeConsole(Console):
    """Says what it is given and obeys none of it: names come out of files that others have made. What stands in square
    brackets is no style, and no sign steers the terminal."""

    def __init__(self, **more: Any) -> None:
        super().__init__(highlight=False, markup=False, emoji=False, **more)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        for segment in super().render(renderable, options):
            safe = segment.text if segment.control else printable(segment.text)
            yield segment if safe == segment.text else Segment(safe, segment.style)


def console(*, stderr: bool = False) -> Console:
    """Lines are as wide as the terminal; where there is none they are not broken, so that they can be searched."""
    stream = sys.stderr if stderr else sys.stdout
    return SafeConsole(file=stream, soft_wrap=not stream.isatty(), width=None if stream.isatty() else 110)


class Colours:
    """How each side of a battle looks."""

    def __init__(self, battle: AnyBattle) -> None:
        self._styles = {side.id: _STYLES.get(side.colour, "bright_black") for side in battle.sides}
        self._tokens = {side.id: _TOKENS[place % len(_TOKENS)] for place, side in enumerate(battle.sides)}

    def style(self, side: str) -> str:
        return self._styles.get(side, "default")

    def token(self, side: str) -> Text:
        return Text(self._tokens.get(side, " "), self.style(side))


class Teller:
    """Prints what happens as it happens."""

    def __init__(self, battle: AnyBattle, out: Console) -> None:
        self.out = out
        self.colours = Colours(battle)
        self._turn = 0
        self._shared = False
        self._phase: Beat | None = None

    def tell(self, events: Sequence[AnyEvent], battle: AnyBattle, reasons: Sequence[str] = ()) -> None:
        """The events of an entry, told with the battle it led to; under the first of them why it was ordered."""
        for place, beat in enumerate(beats(events, battle)):
            self.beat(beat, battle)
            if not place:
                self.reasons(beat, reasons)

    def beat(self, beat: Beat, battle: AnyBattle) -> None:
        if beat.kind == "turn":
            self._begin_turn(beat, battle)
        elif beat.kind == "phase":
            self._phase = beat
        elif beat.kind == "end":
            self.standing(battle)
            self.out.print()
            self.out.print(Text(beat.line.text, f"bold {self.colours.style(beat.side)}"))
        else:
            self._head_phase(battle)
            text = self.paragraph(beat)
            # Broken lines are indented like whole ones; what is not broken needs no room beside it.
            self.out.print(Padding(text, (0, 0, 0, 2)) if self.out.is_terminal else Text("  ") + text)

    def reasons(self, beat: Beat, told: Sequence[str]) -> None:
        """Why a captain gave an order, under what came of it; nothing of one that only let the time go on."""
        for one in told if beat.kind not in ("turn", "phase", "end") else ():
            text = Text(f"{one}.", "italic dim")
            self.out.print(Padding(text, (0, 0, 0, 6)) if self.out.is_terminal else Text("      ") + text)

    def _begin_turn(self, beat: Beat, battle: AnyBattle) -> None:
        began = beat.events[0]
        assert isinstance(began, Began)
        if began.turn != self._turn:
            if self._turn:
                self.standing(battle)
            self._turn = began.turn
        self._phase = None
        self._shared = not began.side
        style = self.colours.style(beat.side)
        self.out.print()
        title = self.colours.token(beat.side) + Text(f" {beat.line.text.removesuffix('.')}", f"bold {style}")
        self.out.rule(title, align="left", style=style)

    def _head_phase(self, battle: AnyBattle) -> None:
        """A phase in which nothing happens is not mentioned; whose it is, is said where the turn is everybody's."""
        if self._phase is not None:
            began = self._phase.events[0]
            assert isinstance(began, Began)
            whose = began.what.replace("_", " ")
            if not began.turn:
                whose = self._phase.line.text.removesuffix(".")
            elif self._shared and began.side:
                whose = f"{whose}, {battle.side_named(began.side).title}"
            self.out.print(Text(whose[:1].upper() + whose[1:], "bold"))
            self._phase = None

    def paragraph(self, beat: Beat) -> Text:
        """A beat with its dice, and under it what came with it."""
        text = self._line(beat.line)
        for rolled in beat.rolls:
            for pool, thrown in zip(rolled.roll.pools, rolled.pools, strict=True):
                if thrown.faces:
                    text.append("  ")
                    text.append_text(dice(pool, thrown, self.colours.style(pool.whose or beat.side)))
        for said in (*beat.decided, *beat.more):
            text.append("\n    " if self.out.is_terminal else "\n      ")
            text.append_text(self._line(said, "dim"))
        return text

    def _line(self, said: Said, style: str = "") -> Text:
        line = self.colours.token(said.side)
        return line.append(f" {said.text}", style)

    def standing(self, battle: AnyBattle) -> None:
        """Both armies and where they stand."""
        self.out.print()
        self.out.print(standing(battle, self.colours))


def dice(pool: Pool, thrown: Thrown, style: str) -> Text:
    """Faces as they fell; of dice that need a number the hits first, in brackets."""
    if not isinstance(pool.reading, Counted):
        return Text(" ".join(map(str, thrown.faces)), f"bold {style}")
    faces = sorted(thrown.faces, reverse=isinstance(pool.reading, AtLeast))
    hits, misses = faces[: thrown.hits], faces[thrown.hits :]
    shown = Text()
    if hits:
        shown.append(f"[{' '.join(map(str, hits))}]", f"bold {style}")
    if misses:
        shown.append(f"{' ' if hits else ''}{' '.join(map(str, misses))}", "dim")
    return shown
