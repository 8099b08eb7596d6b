"""The command `schiltron learn`: lieutenants fight battles out, and how they stood before tells what an advantage is
worth."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from msgspec.structs import replace
from rich.table import Table

from schiltron import __version__
from schiltron.battle.door.dice import SealedDice
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.event import AnyEvent
from schiltron.captains.chances import Chances, Position, fitted, positions, read_chances, written
from schiltron.captains.play import play
from schiltron.captains.roster import hastiest, plays, seated
from schiltron.cli.battle_setup import file_for
from schiltron.cli.fault import CommandFault
from schiltron.cli.games import Ground
from schiltron.cli.guard import DONE
from schiltron.cli.ladder_command import usual_scenarios
from schiltron.cli.match_command import grounds_of
from schiltron.cli.output import print_json, write_bytes
from schiltron.cli.terminal import console
from schiltron.rulesets import NAMES, ruleset


def learn_chances(scenarios: Sequence[str], *, number: int, player: str, seed: int, out: Path, as_json: bool) -> int:
    """Plays, fits and writes; books that are not played now stay as they are in the file."""
    before = _kept(file_for(out))
    grounds = grounds_of(scenarios or usual_scenarios(), ())
    found: dict[str, list[Position]] = {}
    where: dict[str, list[str]] = {}
    for name, ground in grounds.items():
        book = ground.scenario.ruleset
        if len(ground.scenario.sides) != 2:
            raise CommandFault(f"{name}: what an advantage is worth is learned from battles between two sides.")
        if player and not plays(player, book):
            raise CommandFault(f"--player {player}: there is no such captain in {book}.")
        mine = found.setdefault(book, [])
        where.setdefault(book, []).append(name)
        for one in range(number):
            mine += _played(ground, player or hastiest(book), seed + one, game=len(mine))
    learned = {
        book: replace(
            fitted(mine),
            scenarios=tuple(where[book]),
            player=player or hastiest(book),
            program=__version__,
            seed=seed,
            when=datetime.now(UTC).date().isoformat(),
        )
        for book, mine in found.items()
        if mine
    }
    known = before.books | learned
    chances = Chances({book: known[book] for book in NAMES if book in known})
    write_bytes(out, written(chances))
    _show(chances, as_json=as_json)
    if not as_json:
        console().print(f"What was learned is in {out}", markup=False)
    return DONE


def _played(ground: Ground, player: str, seed: int, game: int) -> list[Position]:
    """One battle fought out: how it stood whenever a turn was over."""
    book = ruleset(ground.scenario.ruleset)
    start = book.begun(ground.opening.battle).battle
    ends: list[AnyBattle] = []
    turn = 1

    def watch(battle: AnyBattle, _: tuple[AnyEvent, ...]) -> None:
        nonlocal turn
        if battle.turn > turn and battle.outcome is None:
            turn = battle.turn
            ends.append(battle)

    captains = seated(book, start, {side.id: player for side in start.sides}, seed)
    end = play(book, start, captains, SealedDice.from_number(seed), on_events=watch)
    assert end.outcome is not None
    return list(positions(book, game, ends, end.outcome.winner))


def _kept(out: Path) -> Chances:
    if not out.exists() or not out.stat().st_size:
        return Chances()
    try:
        return read_chances(out.read_bytes())
    except (OSError, msgspec.MsgspecError) as error:
        raise CommandFault(f"--out {out}: this file holds nothing learned. Try: another file.") from error


def _show(chances: Chances, *, as_json: bool) -> None:
    if as_json:
        print_json(chances)
        return
    table = Table("book", "advantage", "standard error", "games", "positions", "loss", "as it stands")
    for name, one in chances.books.items():
        figures = (one.advantage, one.error, one.games, one.positions, one.loss, one.plain)
        table.add_row(name, *(f"{figure:g}" for figure in figures))
    console().print(table)
