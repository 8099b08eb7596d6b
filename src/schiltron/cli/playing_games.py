"""Playing the games of a match: only those that no file holds yet, with a bar that shows how far it is, until they are
over or somebody presses Ctrl-C."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import ExitStack, closing
from math import inf
from pathlib import Path
from time import monotonic

from msgspec import Struct
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from schiltron.cli.battle_setup import file_for
from schiltron.cli.fault import CommandFault
from schiltron.cli.game_record import Head, Record
from schiltron.cli.game_workers import play_here
from schiltron.cli.games import Game, Ground, Played, Recorded, thinking
from schiltron.cli.ray_workers import check_ray, play_on_ray
from schiltron.cli.terminal import console


class Ways(Struct, frozen=True):
    """Where games are played and written down. None of it changes a game."""

    jobs: int | None = None
    ray: str = ""
    results: Path | None = None
    events: Path | None = None
    shown: bool = True


class Through(Struct, frozen=True):
    """The games in the order in which they were wanted, as far as they are over."""

    played: list[Played]
    stopped: bool
    fresh: int
    """Those that were played now; the others lay in the file."""


def check_ways(ways: Ways) -> None:
    """What can be said before anything is made ready."""
    if ways.ray:
        check_ray()
    for path in (ways.results, ways.events):
        if path is not None:
            file_for(path)
    if ways.results is not None and ways.results == ways.events:
        raise CommandFault(f"--results and --events both name {ways.results}. Try: two files.")


def with_budget(captains: Iterable[str], book: str, budget: str) -> dict[str, str]:
    """What each captain is called when those who think ahead are told what to spend on an answer."""
    return {name: thinking(name, book, budget) if budget else name for name in captains}


def check_budget(budget: str, told: Iterable[Mapping[str, str]]) -> None:
    """That somebody can spend it."""
    called = {name: as_told for one in told for name, as_told in one.items()}
    if budget and all(name == as_told for name, as_told in called.items()):
        raise CommandFault(
            f"--budget {budget}: none of {', '.join(called)} can think by it. "
            "Try: a number such as 40 with somebody who thinks ahead, or leave --budget out."
        )


def play_through(
    title: str,
    grounds: Mapping[str, Ground],
    wanted: Sequence[Game],
    arguments: Mapping[str, str],
    ways: Ways,
    *,
    minutes: float | None = None,
) -> Through:
    """All games that are wanted, or as many as are over after so many minutes; `arguments` are those by which a file of
    this match is known again."""
    end = inf if minutes is None else monotonic() + 60 * minutes
    with ExitStack() as files:
        results = _record(files, ways.results, "--results", Head("results", arguments), grounds)
        events = _record(files, ways.events, "--events", Head("events", arguments), grounds)
        played = dict(results.played) if results is not None else {}
        missing = [
            game for game in wanted if game.key not in played or (events is not None and game.key not in events.known)
        ]
        progress = _bar(shown=ways.shown)
        stopped = False
        with progress, closing(_played(ways, grounds, missing, with_events=events is not None)) as results_to_come:
            task = progress.add_task(title, total=len(wanted), completed=len(wanted) - len(missing))
            try:
                for one in results_to_come:
                    for record in (events, results):
                        if record is not None:
                            record.add(one)
                    played[one.played.game.key] = one.played
                    progress.update(task, advance=1)
                    if monotonic() > end:
                        break
            except KeyboardInterrupt:
                stopped = True
    over = [played[game.key] for game in wanted if game.key in played]
    return Through(over, stopped, len(missing))


def say_how_to_go_on(through: Through, wanted: int, ways: Ways) -> None:
    """For those who pressed Ctrl-C."""
    out = console()
    out.print(f"Stopped after {len(through.played)} of {wanted} games.")
    if ways.results is not None:
        out.print(f"They are kept in {ways.results}; the same command goes on from there.", markup=False)
    else:
        out.print("With --results FILE, games that are over are kept, and the same command goes on from there.")


def _record(
    files: ExitStack, path: Path | None, option: str, head: Head, grounds: Mapping[str, Ground]
) -> Record | None:
    if path is None:
        return None
    record = files.enter_context(Record(path, option, head))
    record.check({name: ground.fingerprint for name, ground in grounds.items()})
    return record


def _played(
    ways: Ways, grounds: Mapping[str, Ground], missing: Sequence[Game], *, with_events: bool
) -> Generator[Recorded]:
    if not missing:
        return
    if ways.ray:
        yield from play_on_ray(ways.ray, grounds, missing, ways.jobs, with_events=with_events)
    else:
        yield from play_here(grounds, missing, ways.jobs, with_events=with_events)


def _bar(*, shown: bool) -> Progress:
    out = console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=out,
        transient=True,
        disable=not (shown and out.is_terminal),
    )
