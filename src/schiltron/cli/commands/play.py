"""Commands that play or show one battle: how they are called."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from schiltron.cli.arguments import Before, Blue, DiceKind, Even, Json, Red, ScenarioName, Seats, Seed, Switches


def battle(
    scenario: ScenarioName,
    blue: Blue = "captain",
    red: Red = "captain",
    seat: Seats = None,
    seed: Seed = None,
    save: Annotated[Path | None, typer.Option(help="Keep the battle in this file.", metavar="FILE")] = None,
    html: Annotated[Path | None, typer.Option(help="Make a page that replays it.", metavar="FILE")] = None,
    json: Json = False,
    show: Annotated[bool, typer.Option("--show/--quiet", help="Show the battle, or only how it ended.")] = True,
    option: Switches = None,
    even: Even = "",
    after: Before = None,
    dice: Annotated[DiceKind, typer.Option(help="The program's dice, or your own, typed in.")] = DiceKind.sealed,
    reasons: Annotated[
        bool,
        typer.Option(
            "--reasons", help="Tell why captains do what they do; with --save it is kept beside, in FILE.reasons."
        ),
    ] = False,
) -> int:
    """Play a battle between captains and show it."""
    from schiltron.cli.battle_command import fight

    return fight(
        scenario,
        {"red": red, "blue": blue},
        seat or [],
        seed=seed,
        switches=option or [],
        even=even,
        typed=dice is DiceKind.typed,
        save=save,
        html=html,
        before=after,
        manner="json" if json else "show" if show else "quiet",
        reasons=reasons,
    )


def play(
    scenario: ScenarioName = "open-field",
    text: Annotated[
        bool, typer.Option("--text", help="Play here at the terminal, in words; if not given, in the browser.")
    ] = False,
    red: Annotated[
        str, typer.Option(help="Who leads Red: me, or a captain as schiltron ladder --show lists them.", metavar="WHO")
    ] = "me",
    blue: Annotated[
        str, typer.Option(help="Who leads Blue: me, or a captain as schiltron ladder --show lists them.", metavar="WHO")
    ] = "captain",
    seat: Seats = None,
    seed: Seed = None,
    save: Annotated[Path | None, typer.Option(help="Keep the battle in this file.", metavar="FILE")] = None,
    option: Switches = None,
    after: Before = None,
    dice: Annotated[DiceKind, typer.Option(help="The program's dice, or your own, typed in.")] = DiceKind.sealed,
) -> int:
    """Play a battle yourself: at the terminal by typed orders, or in the browser."""
    if not text:
        from schiltron.cli.serve_command import serve as serve_page

        return serve_page("127.0.0.1", 8000, None, pace=0.6, opens=True)
    from schiltron.cli.play_command import play_text

    return play_text(
        scenario,
        {"red": red, "blue": blue},
        seat or [],
        seed=seed,
        switches=option or [],
        typed=dice is DiceKind.typed,
        save=save,
        before=after,
    )


def serve(
    port: Annotated[int, typer.Option(help="The port to listen on.", min=1, max=65535, metavar="N")] = 8000,
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 lets others in.")] = "127.0.0.1",
    database: Annotated[
        str | None,
        typer.Option(
            help="Where battles are kept: a file, sqlite:///file or postgresql://host/name. Usually in your home.",
            show_default=False,
            metavar="URL",
        ),
    ] = None,
    pace: Annotated[
        float, typer.Option(help="Seconds a captain takes over an order.", min=0, max=60, metavar="SECONDS")
    ] = 0.6,
    proxy: Annotated[
        str, typer.Option(help="A reverse proxy before this server, whose headers are believed.", metavar="ADDRESS")
    ] = "",
    open: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
) -> int:
    """Start the page: play in the browser, alone, at one screen, or with friends by link."""
    from schiltron.cli.serve_command import serve as serve_page

    return serve_page(host, port, database, pace=pace, opens=open, proxy=proxy)
