"""The command `schiltron match` plays many battles between captains and counts the results."""

from __future__ import annotations

import csv as comma_separated
import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from time import perf_counter
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from schiltron.cli.battle_setup import Opening, check_captains, file_for, led, opened
from schiltron.cli.fault import CommandFault
from schiltron.cli.games import Game, Played, games, play_all, wilson
from schiltron.cli.guard import DONE, STOPPED
from schiltron.cli.output import print_json
from schiltron.cli.terminal import console

_OF_A_GAME = ("winner", "winning_captain", "how", "turns", "orders")


def play_match(
    scenario: str,
    named: Mapping[str, str],
    seats: Sequence[str],
    *,
    number: int,
    mirror: bool,
    jobs: int | None,
    csv: Path | None,
    seed: int | None,
    switches: Sequence[str],
    as_json: bool,
) -> int:
    opening = opened(scenario, switches)
    captains = led(opening.battle, named, seats)
    check_captains(opening.scenario.ruleset, captains)
    if mirror and (over := number % len(captains)):
        right = number + len(captains) - over
        often, kind = ("twice", "an even number") if len(captains) == 2 else ("once a side", "a multiple of that")
        wrong = f"--games {number}: with --mirror every seed is played {often}"
        raise CommandFault(f"{wrong}. Try: {kind}, such as {right}.")
    csv = csv and file_for(csv)
    first = secrets.randbelow(2**32) if seed is None else seed
    started = perf_counter()
    played, stopped = _play(opening, games(captains, number, first, mirror=mirror), jobs, shown=not as_json)
    if csv is not None:
        _write(csv, played, sorted(captains))
    result = _result(opening, captains, played, seed=first, mirror=mirror)
    if as_json:
        print_json(result)
    else:
        _print(result, number, perf_counter() - started)
        if csv is not None:
            console().print(f"The games are in {csv}")
    return STOPPED if stopped else DONE


def _play(opening: Opening, wanted: Sequence[Game], jobs: int | None, *, shown: bool) -> tuple[list[Played], bool]:
    """All games in order, or those that were over when somebody pressed Ctrl-C."""
    played: list[Played] = []
    stopped = False
    out = console(stderr=True)
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=out,
        transient=True,
        disable=not (shown and out.is_terminal),
    )
    with progress, closing(play_all(opening, wanted, jobs)) as results:
        task = progress.add_task(opening.scenario.title, total=len(wanted))
        try:
            for chunk in results:
                played += chunk
                progress.update(task, advance=len(chunk))
        except KeyboardInterrupt:
            stopped = True
    return sorted(played, key=lambda one: one.game.number), stopped


def _result(
    opening: Opening, captains: Mapping[str, str], played: Sequence[Played], *, seed: int, mirror: bool
) -> dict[str, Any]:
    number = len(played)
    wins = Counter(one.won_by for one in played)
    sides = Counter(one.winner for one in played)

    def of(side: str) -> dict[str, Any]:
        low, high = wilson(wins[side], number)
        return {
            "captain": captains[side],
            "wins": wins[side],
            "rate": round(wins[side] / number, 4) if number else None,
            "interval": [round(low, 4), round(high, 4)],
        }

    return {
        "ruleset": opening.scenario.ruleset,
        "scenario": opening.scenario.id,
        "seed": seed,
        "mirror": mirror,
        "games": number,
        **{side: of(side) for side in sorted(captains)},
        "draws": wins[""],
        "wins_by_side": {side: sides[side] for side in sorted(captains)},
        "mean_turns": round(sum(one.turns for one in played) / number, 2) if number else None,
    }


def _print(result: Mapping[str, Any], wanted: int, seconds: float) -> None:
    out = console()
    number = result["games"]
    if number < wanted:
        out.print(f"Stopped after {number} of {wanted} games.")
    if not number:
        return
    table = Table(title=f"{result['scenario']}, {number} games{', sides swapped' if result['mirror'] else ''}")
    for heading in ("", "captain", "wins", "rate", "95% interval"):
        table.add_column(heading, justify="left" if heading in ("", "captain") else "right")
    for side in result["wins_by_side"]:
        row = result[side]
        low, high = row["interval"]
        table.add_row(
            side.capitalize(), row["captain"], str(row["wins"]), f"{row['rate']:.1%}", f"{low:.1%} to {high:.1%}"
        )
    table.add_row("", "draws", str(result["draws"]), f"{result['draws'] / number:.1%}", "")
    out.print(table)
    if result["mirror"]:
        by_side = ", ".join(f"{side.capitalize()} {won}" for side, won in result["wins_by_side"].items())
        out.print(f"By side of the table: {by_side}.")
    turns = f"{result['mean_turns']:.1f} turns a game"
    out.print(f"{turns}, {number / seconds:.1f} games a second, first seed {result['seed']}.")


def _write(path: Path, played: Sequence[Played], sides: Sequence[str]) -> None:
    """A line a game."""
    counts = [f"{side}_at_{when}" for side in sides for when in ("start", "end")]
    try:
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = comma_separated.writer(file)
            writer.writerow(["game", "seed", *sides, *_OF_A_GAME, *counts])
            for one in played:
                game = one.game
                writer.writerow(
                    [
                        game.number,
                        game.seed,
                        *(game.captains[side] for side in sides),
                        one.winner or "draw",
                        game.captains.get(one.winner, ""),
                        one.how,
                        one.turns,
                        one.orders,
                        *(count[side] for side in sides for count in (one.start, one.end)),
                    ]
                )
    except OSError as error:
        raise CommandFault(f"{path}: cannot be written ({error.strerror}).") from error
