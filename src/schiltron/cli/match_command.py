"""The command `schiltron match` plays many battles between captains and counts the results."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from rich.table import Table

from schiltron.cli.battle_setup import check_captains, led, opened
from schiltron.cli.fault import CommandFault
from schiltron.cli.game_record import seed_in
from schiltron.cli.game_tables import table_file, write_table
from schiltron.cli.games import Game, Ground, Played, games
from schiltron.cli.guard import DONE, STOPPED
from schiltron.cli.output import print_json
from schiltron.cli.playing_games import Ways, check_budget, check_ways, play_through, say_how_to_go_on, with_budget
from schiltron.cli.terminal import console
from schiltron.trials import wilson


def play_match(
    scenarios: Sequence[str],
    named: Mapping[str, str],
    seats: Sequence[str],
    *,
    number: int,
    mirror: bool,
    tables: Sequence[Path],
    seed: int | None,
    switches: Sequence[str],
    even: str,
    budget: str,
    ways: Ways,
) -> int:
    check_ways(ways)
    tables = [table_file(path) for path in tables]
    grounds = grounds_of(scenarios, switches, even)
    everywhere = {side for ground in grounds.values() for side in ground.scenario.sides}
    asked = {name: _leaders(ground, named, seats, everywhere) for name, ground in grounds.items()}
    told = {
        name: with_budget(captains.values(), grounds[name].scenario.ruleset, budget) for name, captains in asked.items()
    }
    check_budget(budget, told.values())
    leaders = {name: {side: told[name][who] for side, who in by_side.items()} for name, by_side in asked.items()}
    first = seed if seed is not None else seed_in(ways.results)
    if first is None:
        first = secrets.randbelow(2**32)
    wanted: list[Game] = []
    for name, captains in leaders.items():
        if mirror:
            check_mirrored(number, len(captains))
        wanted += games(captains, number, first, mirror=mirror, ground=grounds[name])
    started = perf_counter()
    title = next(iter(grounds.values())).scenario.title if len(grounds) == 1 else f"{len(grounds)} scenarios"
    arguments = {
        "SCENARIO": " ".join(grounds),
        **{
            f"--{side}" if side in ("red", "blue") else f"--seat {side}": _said(leaders, side)
            for side in _sides(leaders)
        },
        "--mirror": "given" if mirror else "",
        "--option": " ".join(sorted(switches)),
        "--even": even,
        "--seed": str(first),
    }
    through = play_through(title, grounds, wanted, arguments, ways)
    for path in tables:
        write_table(path, through.played, grounds)
    results = [
        _result(
            ground, leaders[name], [one for one in through.played if one.game.scenario == name], first, mirror=mirror
        )
        for name, ground in grounds.items()
    ]
    if not ways.shown:
        print_json(results[0] if len(results) == 1 else {"scenarios": results})
        return STOPPED if through.stopped else DONE
    if through.stopped:
        say_how_to_go_on(through, len(wanted), ways)
    for result in results:
        _print(result)
    if through.fresh and not through.stopped:
        rate = through.fresh / (perf_counter() - started)
        console().print(f"{rate:.1f} games a second, first seed {first}.")
    else:
        console().print(f"First seed {first}.")
    for path in tables:
        console().print(f"The games are in {path}", markup=False)
    return STOPPED if through.stopped else DONE


def grounds_of(scenarios: Sequence[str], switches: Sequence[str], even: str = "") -> dict[str, Ground]:
    """The scenarios by their ids, made ready; with the army of one side for all of them if that is named."""
    found: dict[str, Ground] = {}
    for wanted in scenarios:
        scenario = opened(wanted, switches, even).scenario
        if scenario.id in found:
            raise CommandFault(f"{wanted}: {scenario.id} is named twice. Try: each scenario once.")
        found[scenario.id] = Ground(scenario)
    return found


def check_mirrored(number: int, sides: int) -> None:
    if over := number % sides:
        right = number + sides - over
        often, kind = ("twice", "an even number") if sides == 2 else ("once a side", "a multiple of that")
        wrong = f"--games {number}: mirrored, every seed is played {often}"
        raise CommandFault(f"{wrong}. Try: {kind}, such as {right}.")


def _leaders(
    ground: Ground, named: Mapping[str, str], seats: Sequence[str], everywhere: Collection[str]
) -> dict[str, str]:
    """A seat that only others of the scenarios have is left to them."""
    elsewhere = set(everywhere) - set(ground.scenario.sides)
    here = [seat for seat in seats if seat.partition("=")[0].strip() not in elsewhere]
    captains = led(ground.opening.battle, named, here)
    check_captains(ground.scenario.ruleset, captains)
    return captains


def _sides(leaders: Mapping[str, Mapping[str, str]]) -> list[str]:
    return sorted({side for captains in leaders.values() for side in captains})


def _said(leaders: Mapping[str, Mapping[str, str]], side: str) -> str:
    return next(captains[side] for captains in leaders.values() if side in captains)


def _result(
    ground: Ground, captains: Mapping[str, str], played: Sequence[Played], seed: int, *, mirror: bool
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
        "ruleset": ground.scenario.ruleset,
        "scenario": ground.scenario.id,
        "seed": seed,
        "mirror": mirror,
        "games": number,
        **{side: of(side) for side in sorted(captains)},
        "draws": wins[""],
        "wins_by_side": {side: sides[side] for side in sorted(captains)},
        "mean_turns": round(sum(one.turns for one in played) / number, 2) if number else None,
    }


def _print(result: Mapping[str, Any]) -> None:
    out = console()
    number = result["games"]
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
    said = f"{result['mean_turns']:.1f} turns a game."
    if result["mirror"]:
        by_side = ", ".join(f"{side.capitalize()} {won}" for side, won in result["wins_by_side"].items())
        said += f" By side of the table: {by_side}."
    out.print(said)
