"""Commands that look something up or print it: how they are called."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from schiltron.cli.arguments import Json, PaperSize, Switches


def rules(
    rule: Annotated[
        str, typer.Argument(help="A rule's id, as the log names it.", metavar="[ID]", show_default=False)
    ] = "",
    coverage: Annotated[
        str | None, typer.Option(help="List rule by rule what is implemented and tested.", metavar="BOOK")
    ] = None,
    search: Annotated[str | None, typer.Option(help="List the rules that speak of something.", metavar="WORD")] = None,
    json: Json = False,
) -> int:
    """Read the rules: one by its id, all that speak of something, or what is implemented."""
    from schiltron.cli.rules_command import read_rules

    return read_rules(rule, coverage=coverage, search=search, as_json=json)


def scenarios(json: Json = False) -> int:
    """List the battles that are ready to be fought."""
    from schiltron.cli.muster_commands import list_scenarios

    return list_scenarios(as_json=json)


def roster(
    what: Annotated[str, typer.Argument(help="An army list or a scenario: a ready one by name, or a .toml file.")],
    side: Annotated[
        str | None, typer.Option(help="Only this side of a scenario.", show_default=False, metavar="SIDE")
    ] = None,
    out: Annotated[Path, typer.Option(help="Write the sheets to this file.", metavar="FILE")] = Path("rosters.pdf"),
    paper: Annotated[PaperSize, typer.Option(help="The size of the paper.")] = PaperSize.a4,
) -> int:
    """Print roster sheets to bring to a real table, as a PDF."""
    from schiltron.cli.roster_command import print_roster

    return print_roster(what, side=side, out=out, paper=paper.value)


def convert(
    creature: Annotated[
        str | None,
        typer.Argument(help="The path of a creature's or a party's file, or a ready one by name; none lists those."),
    ] = None,
    book: Annotated[str, typer.Option(help="For one book only.", metavar="BOOK", show_default=False)] = "",
    option: Switches = None,
    add_to: Annotated[
        str, typer.Option(help="Add the figures to this army list.", metavar="LIST", show_default=False)
    ] = "",
    out: Annotated[
        Path | None, typer.Option(help="Write that list to this file.", metavar="FILE", show_default=False)
    ] = None,
    json: Json = False,
) -> int:
    """A creature or a party of the role-playing game as figures of each book."""
    from schiltron.cli.convert_command import convert_creature, list_creatures

    if creature is None:
        return list_creatures(as_json=json)
    return convert_creature(creature, book, option or (), army=add_to, out=out, as_json=json)


def odds(
    what: Annotated[
        list[str],
        typer.Argument(help="A scenario without a table, or two army lists; ready ones by name, or .toml files."),
    ],
    suppose: Annotated[
        list[str] | None,
        typer.Option(
            "--suppose",
            "-s",
            help="What is supposed: attacker=red, attack=envelope, defence=weak_center, red=ambush.",
            metavar="NAME=VALUE",
        ),
    ] = None,
    option: Switches = None,
    picture: Annotated[
        Path | None, typer.Option(help="Write the charts to this .svg file.", metavar="FILE", show_default=False)
    ] = None,
    json: Json = False,
) -> int:
    """What a battle off the table may come to, exactly: a referee's calculator."""
    from schiltron.cli.odds_command import reckon

    return reckon(what, suppose or (), option or (), picture=picture, as_json=json)
