"""The command `schiltron ladder`: all computer players of every book against each other, and how strong that makes
them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import combinations
from pathlib import Path
from typing import Final

import msgspec
from rich.table import Table

from schiltron import __version__
from schiltron.captains.ladder import BookLadder, Ladder, Pairing, ranked, read_ladder, shipped_ladder, written
from schiltron.captains.opponents import described, opponents
from schiltron.captains.roster import CAPTAIN, plays
from schiltron.cli.battle_setup import file_for
from schiltron.cli.fault import CommandFault, nearest
from schiltron.cli.games import Game, Ground, Played, games
from schiltron.cli.guard import DONE, STOPPED
from schiltron.cli.match_command import check_mirrored, grounds_of
from schiltron.cli.output import print_json, write_bytes
from schiltron.cli.playing_games import Ways, check_budget, check_ways, play_through, say_how_to_go_on, with_budget
from schiltron.cli.terminal import console
from schiltron.muster import Scenario, check_scenario, ready_scenarios
from schiltron.muster.preparing import sides
from schiltron.rulesets import NAMES, ruleset

A_BOOK: Final = 3
"""Scenarios of a book that are played if none are named."""


def usual_scenarios() -> list[str]:
    """Of each book the battle to begin with, and the smallest others of two sides."""
    found: list[str] = []
    for book in NAMES:
        ready = [one for one in ready_scenarios() if one.ruleset == book and len(one.sides) == 2]
        ready.sort(key=lambda one: (not one.first, _size(one), one.id))
        found += [one.id for one in ready[:A_BOOK]]
    return found


def _size(scenario: Scenario) -> float:
    return sum(report.points for report in check_scenario(scenario).values())


def show_ladder(*, as_json: bool) -> int:
    """The ladder that ships."""
    _show(shipped_ladder(), as_json=as_json)
    return DONE


def play_ladder(
    scenarios: Sequence[str],
    players: Sequence[str],
    *,
    number: int,
    seed: int,
    budget: str,
    minutes: float | None,
    out: Path,
    ways: Ways,
) -> int:
    check_ways(ways)
    check_mirrored(number, 2)
    before = _kept(file_for(out))
    grounds = grounds_of(scenarios or usual_scenarios(), ())
    for name, ground in grounds.items():
        if len(ground.scenario.sides) != 2:
            raise CommandFault(f"{name}: a ladder is of battles between two sides, and this one has more.")
    books = _books(grounds)
    _check_players(players, books)
    called = {book: with_budget(_players(book, players), book, budget) for book in books}
    check_budget(budget, called.values())
    wanted = _in_rounds(
        grounds,
        {name: list(_round_robin(one, called[one.scenario.ruleset], number, seed)) for name, one in grounds.items()},
    )
    arguments = {"--seed": str(seed), "COMMAND": "ladder"}
    through = play_through("Ladder", grounds, wanted, arguments, ways, minutes=minutes)
    if through.stopped:
        if ways.shown:
            say_how_to_go_on(through, len(wanted), ways)
        return STOPPED
    played = mirrored(through.played)
    new = {book: _ladder(book, grounds, called[book], played, seed, budget) for book in called}
    ladder = Ladder({book: one for book in NAMES if (one := _fuller(new.get(book), before.books.get(book)))})
    write_bytes(out, written(ladder))
    _show(ladder, as_json=not ways.shown)
    if ways.shown:
        if len(played) < len(wanted):
            console().print(f"After {minutes:g} minutes {len(played)} of {len(wanted)} games are counted.")
        console().print(f"The ladder is in {out}", markup=False)
    return DONE


def _fuller(new: BookLadder | None, before: BookLadder | None) -> BookLadder | None:
    """A book of which nothing was played stays as it was."""
    return new if new is not None and new.games else before


def _players(book: str, wanted: Sequence[str]) -> list[str]:
    """Those who are named, as far as they can play a book; else everybody whom people are offered in it. The captain
    comes first: the others are counted from him."""
    offered = [one.name for one in opponents(book)]
    names = list(dict.fromkeys(name for name in wanted or offered if plays(name, book)))
    if len(names) < 2:
        said = f"--players {', '.join(wanted)}: in {book} nobody to play against"
        raise CommandFault(f"{said}. Try: two of {', '.join(offered)}.")
    return sorted(names, key=lambda name: name != CAPTAIN)


def _check_players(wanted: Sequence[str], books: Sequence[str]) -> None:
    """That everybody who is named can play some book."""
    offered = dict.fromkeys(one.name for book in books for one in opponents(book))
    for name in wanted:
        if not any(plays(name, book) for book in books):
            raise CommandFault(f"--players {name}: there is no such captain. {nearest(name, list(offered))}")


def _in_rounds(grounds: Mapping[str, Ground], of_ground: Mapping[str, Sequence[Game]]) -> list[Game]:
    """Games in such an order that what is over by any time is shared out evenly: in a round everybody meets everybody
    once from both sides, on the first scenario of every book, then on the second, and so on."""
    place: dict[str, int] = {}
    count: dict[str, int] = {}
    for name, ground in grounds.items():
        book = ground.scenario.ruleset
        place[name] = count[book] = count.get(book, -1) + 1
    every = [game for games_of in of_ground.values() for game in games_of]
    return sorted(every, key=lambda game: ((game.number - 1) // 2, place[game.scenario]))


def mirrored(played: Sequence[Played]) -> list[Played]:
    """Only those games that were played from both sides."""
    known = {one.game.key for one in played}
    return [one for one in played if _twin(one.game) in known]


def _twin(game: Game) -> tuple[str, tuple[str, ...], int]:
    """The same game from the other side: the first and the second of each two belong together."""
    where, who, number = game.key
    return where, who, number + 1 if number % 2 else number - 1


def _kept(out: Path) -> Ladder:
    """What the file holds already: books that are not played now stay as they are."""
    if not out.exists() or not out.stat().st_size:
        return Ladder()
    try:
        return read_ladder(out.read_bytes())
    except (OSError, msgspec.MsgspecError) as error:
        raise CommandFault(f"--out {out}: this file is no ladder. Try: another file.") from error


def _books(grounds: Mapping[str, Ground]) -> list[str]:
    return list(dict.fromkeys(ground.scenario.ruleset for ground in grounds.values()))


def _round_robin(ground: Ground, called: Mapping[str, str], number: int, seed: int) -> Iterator[Game]:
    """Everybody against everybody, from both sides of the table with the same dice."""
    red, blue = (side for side, _ in sides(ground.scenario))
    for one, other in combinations(called.values(), 2):
        yield from games({red: one, blue: other}, number, seed, mirror=True, ground=ground)


def _ladder(
    book: str,
    grounds: Mapping[str, Ground],
    called: Mapping[str, str],
    played: Sequence[Played],
    seed: int,
    budget: str,
) -> BookLadder:
    names = [name for name, ground in grounds.items() if ground.scenario.ruleset == book]
    pairings = []
    for one, other in combinations(called, 2):
        both = {called[one], called[other]}
        theirs = [game for game in played if game.game.scenario in names and set(game.game.captains.values()) == both]
        wins = sum(game.game.captains.get(game.winner) == called[one] for game in theirs)
        losses = sum(game.game.captains.get(game.winner) == called[other] for game in theirs)
        pairings.append(Pairing(one, other, len(theirs), wins, len(theirs) - wins - losses, losses))
    thought = any(called[name] != name for one in pairings if one.games for name in (one.one, one.other))
    return ranked(
        list(called),
        pairings,
        scenarios=[name for name in names if any(game.game.scenario == name for game in played)],
        program=__version__,
        seed=seed,
        budget=budget if thought else "",
        when=datetime.now(UTC).date().isoformat(),
    )


def _show(ladder: Ladder, *, as_json: bool) -> None:
    if as_json:
        print_json(ladder)
        return
    out = console()
    if not ladder.books:
        out.print("Nobody has played for a place yet.")
    for book, one in ladder.books.items():
        table = Table(title=f"{ruleset(book).title}, {one.games} games")
        for heading in ("captain", "rating", "95% interval", "games", "wins", "draws", "losses", "what it is like"):
            table.add_column(heading, justify="left" if heading in ("captain", "what it is like") else "right")
        for level in one.levels:
            margin = "the measure" if level.margin is None else f"± {level.margin}"
            counts = (level.games, level.wins, level.draws, level.losses)
            table.add_row(level.captain, str(level.rating), margin, *map(str, counts), described(level.captain).about)
        for other in opponents(book):
            if one.level(other.name) is None:
                table.add_row(other.name, "not rated yet", *[""] * 5, other.about)
        out.print(table)
        thinking = f", budget {one.budget}" if one.budget else ""
        day = f", {one.when}" if one.when else ""
        out.print(f"On {', '.join(one.scenarios)}; first seed {one.seed}, Schiltron {one.program}{day}{thinking}.")
