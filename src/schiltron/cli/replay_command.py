"""The command `schiltron replay` steps through a saved battle, checks it, draws it, or makes a page of it."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from rich.text import Text

from schiltron.battle.record.journal import Journal
from schiltron.battle.record.proof import Verification, verify
from schiltron.battle.record.savefile import Loaded, SaveFault, read
from schiltron.battle.record.savefile_writer import write
from schiltron.battle.state.drawn import picture
from schiltron.cli.battle_setup import figures, file_for
from schiltron.cli.fault import CommandFault
from schiltron.cli.guard import DONE, FAILED
from schiltron.cli.output import print_json, write_page, write_text
from schiltron.cli.play_command import play_on_text
from schiltron.cli.reasons_file import read_reasons
from schiltron.cli.step_through import step_through
from schiltron.cli.terminal import Teller, console
from schiltron.rulesets import BOOKS

AnyJournal = Journal[Any, Any, Any]


def watch(
    file: Path,
    *,
    verified: bool,
    noted: Sequence[str],
    secrets: Sequence[str],
    save: Path | None,
    svg: Path | None,
    at: int | None,
    theme: Literal["light", "dark"],
    html: Path | None,
    as_json: bool,
    reasons: bool = False,
) -> int:
    if at is not None and svg is None:
        raise CommandFault("--at names the moment of a picture. Try: --svg FILE as well.")
    if (noted or secrets) and not verified:
        raise CommandFault("--commitment and --secret are compared when a battle is proven. Try: --verify too.")
    noted = [_fingerprint(one) for one in noted]
    svg, html, save = svg and file_for(svg), html and file_for(html), save and file_for(save)
    try:
        loaded = read(file, BOOKS)
    except SaveFault as fault:
        if not verified or fault.line is None:
            raise CommandFault(str(fault)) from fault
        return _report(file, Verification(0, 0, (str(fault),)), as_json=as_json)
    if svg is not None:
        _draw(loaded.journal, svg, at, theme)
    if html is not None:
        write_page(loaded.journal, html, loaded.players, read_reasons(file))
    if save is not None:
        write(loaded.journal, save, loaded.seed, loaded.players)
    if verified:
        return _report(file, verify(loaded, noted, secrets), as_json=as_json)
    if as_json:
        print_json(_summary(loaded))
    elif svg is not None or html is not None or save is not None:
        for what, path in {"The picture is": svg, "The replay page is": html, "Written again:": save}.items():
            if path is not None:
                console().print(f"{what} {path}")
    else:
        _tell(loaded, read_reasons(file) if reasons else {})
    return DONE


def play_on(
    file: Path,
    entry: int,
    named: Mapping[str, str],
    seats: Sequence[str] = (),
    *,
    seed: int | None,
    typed: bool,
    save: Path | None,
) -> int:
    """A new battle from a moment of the one in the file, which is left as it is."""
    if save is not None and save.exists() and save.samefile(file):
        raise CommandFault(f"--save {save}: this is the battle that is played on. Try: another file.")
    try:
        loaded = read(file, BOOKS)
    except SaveFault as fault:
        raise CommandFault(str(fault)) from fault
    return play_on_text(loaded.journal, file.name, entry, named, seats, seed=seed, typed=typed, save=save)


def _fingerprint(noted: str) -> str:
    """A fingerprint as somebody noted it, with or without spaces."""
    digits = "".join(noted.split()).lower()
    if not re.fullmatch("[0-9a-f]{64}", digits):
        raise CommandFault(
            f"--commitment {noted}: a fingerprint of dice has 64 hexadecimal digits, not {len(digits)} characters. "
            "Try: the whole of it, as the page showed it."
        )
    return digits


def _draw(journal: AnyJournal, path: Path, at: int | None, theme: Literal["light", "dark"]) -> None:
    last = len(journal.entries)
    if at is not None and at > last:
        raise CommandFault(f"--at {at}: the battle has {last} entries. Try: 0 (the start) to {last}.")
    shown = last if at is None else at
    drawn = picture(journal.battle_at(shown), theme=theme, events=journal.events_at(shown))
    if drawn is None:
        raise CommandFault(f"{path}: this battle has no table, so there is nothing to draw.")
    write_text(path, drawn)


def _tell(loaded: Loaded, reasons: Mapping[int, Sequence[str]]) -> None:
    """Step by step where somebody sits at the terminal, else all at once."""
    journal = loaded.journal
    for note in loaded.notes:
        console(stderr=True).print(f"Note: {note}.")
    teller = Teller(journal.header.setup, console())
    teller.out.print(Text(journal.battle.title, "bold"), Text(journal.ruleset.title, "dim"))
    names = {side: "".join(filter(str.isprintable, name)) for side, name in loaded.players.items()}
    led = [f"{side.title}: {names[side.id]}" for side in journal.battle.sides if names.get(side.id)]
    if led:
        teller.out.print("; ".join(led), style="dim", markup=False)
    if (origin := journal.header.origin) is not None:
        teller.out.print(f"Played on from {origin.battle}, after entry {origin.entry}.", style="dim", markup=False)
    if sys.stdin.isatty() and sys.stdout.isatty():
        step_through(journal, teller, reasons=reasons)
        return
    for entry, events in enumerate(journal.events):
        teller.tell(events, journal.battle_at(entry), reasons.get(entry, ()))


# ---------------------------------------------------------------- proving


def _report(file: Path, found: Verification, *, as_json: bool) -> int:
    right = not found.problems
    if as_json:
        print_json(
            {
                "file": str(file),
                "proven": right,
                "entries": found.entries,
                "rolls_proven": found.rolls,
                "problems": found.problems,
                "notes": found.notes,
                "seal": found.seal,
            }
        )
        return DONE if right else FAILED
    out = console()
    if right:
        out.print(Text(f"{file}: everything is as it was played.", "bold green"))
        out.print(f"  {found.entries} entries played again, every state the same as recorded.")
        if found.rolls:
            out.print(f"  {found.rolls} rolls thrown again from the seed that was committed to before play.")
        if found.shares:
            out.print(f"  {found.shares} players added secrets of their own to the dice.")
        if found.seal:
            out.print(f"  Seal of the last line, the same in every copy of this battle: {found.seal}")
    else:
        out.print(Text(f"{file}: this is not the battle that was played.", "bold red"))
        for problem in found.problems:
            out.print(f"  {problem.removesuffix('.')}.")
    for note in found.notes:
        out.print(f"  Note: {note}.")
    return DONE if right else FAILED


def _summary(loaded: Loaded) -> dict[str, Any]:
    journal = loaded.journal
    battle, outcome = journal.battle, journal.battle.outcome
    start, end = figures(journal.header.setup), figures(battle)
    return {
        "ruleset": battle.ruleset,
        "title": battle.title,
        "program": journal.header.program,
        "dice": journal.header.dice.kind,
        "commitment": journal.header.dice.commitment,
        "entries": len(journal.entries),
        "origin": journal.header.origin,
        "turns": battle.turn,
        "over": outcome is not None,
        "winner": (outcome.winner or None) if outcome is not None else None,
        "how": outcome.how if outcome is not None else None,
        "sides": {
            side.id: {
                "name": side.name,
                "player": loaded.players.get(side.id, ""),
                "figures_at_start": start[side.id],
                "figures_at_end": end[side.id],
            }
            for side in battle.sides
        },
        "notes": loaded.notes,
    }
