"""The command `schiltron battle` plays one battle, shows it and saves it."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any, Literal

from rich.text import Text

from schiltron.battle.door.dice import SealedDice
from schiltron.battle.record.journal import Journal
from schiltron.battle.record.savefile_writer import Appender
from schiltron.battle.state.event import Ended
from schiltron.battle.state.order import Reply
from schiltron.battle.words.grammar import counted
from schiltron.battle.words.names import as_side
from schiltron.battle.words.printable import printable
from schiltron.battle.words.sentences import tell
from schiltron.captains.captain import Captain
from schiltron.captains.play import play_on
from schiltron.captains.roster import seated
from schiltron.cli.battle_setup import Opening, check_captains, figures, file_for, led, opened
from schiltron.cli.fault import CommandFault
from schiltron.cli.output import print_json, write_page
from schiltron.cli.own_dice import TypedDice
from schiltron.cli.reasons_file import ReasonsFile
from schiltron.cli.terminal import Colours, Teller, console
from schiltron.herald.explaining import Explaining

AnyJournal = Journal[Any, Any, Any]
Manner = Literal["show", "quiet", "json"]


def fight(
    scenario: str,
    named: Mapping[str, str],
    seats: Sequence[str],
    *,
    seed: int | None,
    switches: Sequence[str],
    even: str,
    typed: bool,
    save: Path | None,
    html: Path | None,
    manner: Manner,
    reasons: bool = False,
    before: Path | None = None,
) -> int:
    opening = opened(scenario, switches, even, before)
    captains = led(opening.battle, named, seats)
    check_captains(opening.scenario.ruleset, captains)
    save, html = save and file_for(save), html and file_for(html)
    if save is not None and save == html:
        raise CommandFault(f"--save and --html both name {save}. Try: two files.")
    number = secrets.randbelow(2**32) if seed is None else seed
    sealed = SealedDice.from_number(number)
    dice: SealedDice | TypedDice = TypedDice(_ask, _say, sealed) if typed else sealed
    proof = sealed if not typed or opening.book.draws else None
    journal = Journal.start(opening.book, opening.battle, dice.kind, proof.commitment if proof is not None else "")
    teller = Teller(opening.battle, console()) if manner == "show" else None
    if teller is not None:
        _introduce(teller, opening, captains, number, dice)
        teller.tell(journal.events_at(0), journal.battle)
    players = seated(opening.book, opening.battle, captains, number)
    why = Reasons(opening, captains, players, save) if reasons else None
    with Appender(journal, save) if save is not None else nullcontext() as kept:

        def after(played: AnyJournal) -> None:
            if kept is not None:
                kept.append()
            told = why.after(played) if why is not None else ()
            if teller is not None:
                teller.tell(played.events_at(len(played.entries)), played.battle, told)

        play_on(journal, why.players if why is not None else players, dice, after=after)
        if kept is not None:
            kept.close(proof.seed if proof is not None else None)
    if html is not None:
        write_page(journal, html, thoughts=why.told if why is not None else {})
    if manner == "json":
        print_json(_result(opening, journal, captains, number))
    else:
        _conclude(journal, number, teller, {"The battle is kept in": save, "The replay page is": html})
    return 0


class Reasons:
    """Captains who say why they do what they do, and what they have said, by entry."""

    def __init__(
        self, opening: Opening, names: Mapping[str, str], players: Mapping[str, Captain], save: Path | None
    ) -> None:
        sides = {seat.id: names[seat.side] for seat in opening.battle.seats if seat.side}
        self.players = {seat: Explaining(sides[seat], player, opening.book) for seat, player in players.items()}
        self.told: dict[int, Sequence[str]] = {}
        self._file = ReasonsFile(save) if save is not None else None

    def after(self, journal: AnyJournal) -> Sequence[str]:
        """Why the order of the last entry was given."""
        entry = journal.entries[-1]
        order = entry.order
        thoughts = self.players[order.seat].explained() if isinstance(order, Reply) else None
        if thoughts is None:
            return ()
        if self._file is not None:
            self._file.keep(entry.number, thoughts)
        self.told[entry.number] = thoughts.told()
        return self.told[entry.number]


def _ask(prompt: str) -> str:
    """A line from the terminal; prompts go to stderr, so that the result can be piped."""
    sys.stderr.write(prompt)
    sys.stderr.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.strip()


def _say(text: str) -> None:
    sys.stderr.write(f"{printable(text)}\n")


def _introduce(
    teller: Teller, opening: Opening, captains: Mapping[str, str], seed: int, dice: SealedDice | TypedDice
) -> None:
    battle, out = opening.battle, teller.out
    out.print(Text(battle.title, "bold") + Text(f" · {opening.book.title}", "not bold dim"))
    if opening.scenario.description:
        out.print(Text(" ".join(opening.scenario.description.split()), "italic"))
    for side in battle.sides:
        count = figures(battle)[side.id]
        name = teller.colours.token(side.id) + Text(f" {side.title}", f"bold {teller.colours.style(side.id)}")
        out.print(name + Text(f", {count} figures, led by a {captains[side.id]}"))
    if isinstance(dice, SealedDice):
        out.print(Text(f"Sealed dice {dice.commitment[:16]}…, seed {seed}", "dim"))
    else:
        out.print(Text("The players' own dice, typed in", "dim"))
    out.print()


def _conclude(journal: AnyJournal, seed: int, teller: Teller | None, files: Mapping[str, Path | None]) -> None:
    battle = journal.battle
    assert battle.outcome is not None
    out = teller.out if teller is not None else console()
    if teller is None:
        told = tell(Ended(outcome=battle.outcome), battle) or ""
        out.print(Text(told, f"bold {Colours(battle).style(battle.outcome.winner)}"))
    left = "; ".join(
        f"{side.title} {as_side(side.title, 'have')} {counted(figures(battle)[side.id], battle.figure_word)} left"
        for side in battle.sides
    )
    turns = counted(battle.turn, battle.turn_word.lower())
    out.print(Text(f"{turns}, {len(journal.entries)} orders and rolls, seed {seed}. {left}.", "dim"))
    for what, path in files.items():
        if path is not None:
            out.print(f"{what} {path}")


def _result(opening: Opening, journal: AnyJournal, captains: Mapping[str, str], seed: int) -> dict[str, Any]:
    battle = journal.battle
    assert battle.outcome is not None
    start, end = figures(opening.battle), figures(battle)
    return {
        "ruleset": battle.ruleset,
        "scenario": opening.scenario.id,
        "title": battle.title,
        "seed": seed,
        "dice": journal.header.dice.kind,
        "winner": battle.outcome.winner or None,
        "how": battle.outcome.how,
        "turns": battle.turn,
        "orders": len(journal.entries),
        "sides": {
            side.id: {
                "name": side.name,
                "captain": captains[side.id],
                "figures_at_start": start[side.id],
                "figures_at_end": end[side.id],
            }
            for side in battle.sides
        },
    }
