"""Arguments that several commands take, and their choices."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class DiceKind(StrEnum):
    sealed = "sealed"
    typed = "typed"


class PictureTheme(StrEnum):
    light = "light"
    dark = "dark"


class PaperSize(StrEnum):
    a4 = "a4"
    letter = "letter"


ScenarioName = Annotated[str, typer.Argument(help="A ready scenario by name, or the path of a .toml file.")]
ArmyName = Annotated[str, typer.Argument(help="The path of an army list, or a ready one by name.")]
_WHO = "or a captain of a temperament, such as captain:bold. schiltron ladder --show lists them."
Blue = Annotated[str, typer.Option(help=f"Who leads Blue: by rank, {_WHO}", metavar="CAPTAIN")]
Red = Annotated[str, typer.Option(help=f"Who leads Red: by rank, {_WHO}", metavar="CAPTAIN")]
Seats = Annotated[
    list[str] | None,
    typer.Option("--seat", help="Who leads a side, by its name; once for each of more sides.", metavar="SIDE=WHO"),
]
Seed = Annotated[
    int | None,
    typer.Option(
        help="The same number gives the same battle; without it a random one is fought.",
        min=0,
        max=2**63 - 1,
        show_default=False,
        metavar="N",
    ),
]
Switches = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", help="Change a switch of the rules for this battle.", metavar="NAME=VALUE"),
]
Even = Annotated[
    str,
    typer.Option(help="Every side leads the army of this side.", metavar="SIDE", show_default=False),
]
Before = Annotated[
    Path | None,
    typer.Option(help="A battle that is over: armies come as it has left them.", metavar="FILE", show_default=False),
]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON and nothing else.")]
MOST = 10_000_000
Jobs = Annotated[
    int | None,
    typer.Option(help="How many games are played at once; if not given, one per core.", min=1, max=1024, metavar="N"),
]
RayAddress = Annotated[
    str,
    typer.Option(
        "--ray",
        help="Play on the machines of a Ray cluster: its address, or local.",
        metavar="ADDRESS",
        show_default=False,
    ),
]
Results = Annotated[
    Path | None,
    typer.Option(
        help="Keep every game in this file as soon as it is over. The same command goes on from there.", metavar="FILE"
    ),
]
Budget = Annotated[
    str,
    typer.Option(help="What those who think ahead may spend on an answer.", metavar="BUDGET", show_default=False),
]
