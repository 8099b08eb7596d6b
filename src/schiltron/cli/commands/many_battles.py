"""Commands that let computer players fight many battles: how they are called."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from schiltron.cli.arguments import (
    MOST,
    Blue,
    Budget,
    Even,
    Jobs,
    Json,
    RayAddress,
    Red,
    Results,
    Seats,
    Seed,
    Switches,
)


def match(
    scenario: Annotated[
        list[str], typer.Argument(help="One or more ready scenarios by name, or paths of .toml files.")
    ],
    blue: Blue = "captain",
    red: Red = "recruit",
    seat: Seats = None,
    games: Annotated[int, typer.Option(help="How many games of each scenario.", min=1, max=MOST, metavar="N")] = 100,
    mirror: Annotated[
        bool,
        typer.Option(
            "--mirror",
            help="Play every seed twice, the second time with the captains' sides swapped; of more, once a side.",
        ),
    ] = False,
    jobs: Jobs = None,
    ray: RayAddress = "",
    results: Results = None,
    table: Annotated[
        list[Path] | None,
        typer.Option(
            "--table",
            "--csv",
            help="Write one line for each game to this file: .csv or .parquet. May be given more than once.",
            metavar="FILE",
        ),
    ] = None,
    events: Annotated[
        Path | None, typer.Option(help="Write the events of each game to this file, as JSON lines.", metavar="FILE")
    ] = None,
    json: Json = False,
    seed: Seed = None,
    option: Switches = None,
    even: Even = "",
    budget: Budget = "",
) -> int:
    """Let captains play many battles, and count."""
    from schiltron.cli.match_command import play_match
    from schiltron.cli.playing_games import Ways

    return play_match(
        scenario,
        {"red": red, "blue": blue},
        seat or [],
        number=games,
        mirror=mirror,
        tables=table or [],
        seed=seed,
        switches=option or [],
        even=even,
        budget=budget,
        ways=Ways(jobs=jobs, ray=ray, results=results, events=events, shown=not json),
    )


def ladder(
    scenario: Annotated[
        list[str] | None,
        typer.Argument(help="Scenarios to play; if none, three ready ones of each book.", show_default=False),
    ] = None,
    games: Annotated[
        int, typer.Option(help="How many games of each pairing on each scenario.", min=2, max=MOST, metavar="N")
    ] = 12,
    players: Annotated[
        str, typer.Option(help="Who plays, with commas; if not given, everybody whom a book offers.", metavar="NAMES")
    ] = "",
    minutes: Annotated[
        float | None, typer.Option(help="Rate what has been played after so many minutes.", min=0.01, metavar="N")
    ] = None,
    show: Annotated[bool, typer.Option("--show", help="Play nothing, and show who there is and how strong.")] = False,
    jobs: Jobs = None,
    ray: RayAddress = "",
    results: Results = None,
    out: Annotated[Path, typer.Option(help="Write the ladder to this file.", metavar="FILE")] = Path("ladder.json"),
    json: Json = False,
    seed: Annotated[int, typer.Option(help="The first seed.", min=0, max=2**63 - 1, metavar="N")] = 1,
    budget: Budget = "",
) -> int:
    """Let all computer players of each book play each other, and rate them."""
    from schiltron.cli.ladder_command import play_ladder, show_ladder
    from schiltron.cli.playing_games import Ways

    if show:
        return show_ladder(as_json=json)
    ways = Ways(jobs=jobs, ray=ray, results=results, shown=not json)
    named = [name for one in players.split(",") if (name := one.strip())]
    return play_ladder(
        scenario or [], named, number=games, seed=seed, budget=budget, minutes=minutes, out=out, ways=ways
    )


def learn(
    scenario: Annotated[
        list[str] | None,
        typer.Argument(help="Scenarios to play; if none, three ready ones of each book.", show_default=False),
    ] = None,
    games: Annotated[int, typer.Option(help="How many games of each scenario.", min=1, max=MOST, metavar="N")] = 25,
    player: Annotated[
        str, typer.Option(help="Who plays on both sides; if not given, the lieutenant.", metavar="CAPTAIN")
    ] = "",
    out: Annotated[Path, typer.Option(help="Write what was learned to this file.", metavar="FILE")] = Path(
        "chances.json"
    ),
    json: Json = False,
    seed: Annotated[int, typer.Option(help="The first seed.", min=0, max=2**63 - 1, metavar="N")] = 1,
) -> int:
    """Let lieutenants fight battles out, and learn what an advantage is worth."""
    from schiltron.cli.learn_command import learn_chances

    return learn_chances(scenario or [], number=games, player=player, seed=seed, out=out, as_json=json)
