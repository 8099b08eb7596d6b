"""Commands for army lists: how they are called."""

from __future__ import annotations

from typing import Annotated

import typer

from schiltron.cli.arguments import ArmyName, Json, Switches


def army_check(file: ArmyName, option: Switches = None, json: Json = False) -> int:
    """What an army costs, and every rule it breaks."""
    from schiltron.cli.muster_commands import check_army

    return check_army(file, option or (), as_json=json)


def army_pay(
    file: ArmyName,
    months: Annotated[
        int | None, typer.Option(help="How long it serves; without it as long as the book recommends.", min=1, max=1200)
    ] = None,
    dear: Annotated[
        bool, typer.Option("--standard-prices", help="Where all else has the prices of the role-playing game.")
    ] = False,
    json: Json = False,
) -> int:
    """What an army costs in a campaign, in gold."""
    from schiltron.cli.muster_commands import pay_army

    return pay_army(file, months, dearer=dear, as_json=json)


def army_list(json: Json = False) -> int:
    """List the armies that are ready to march."""
    from schiltron.cli.muster_commands import list_armies

    return list_armies(as_json=json)


def troops(
    book: Annotated[str, typer.Argument(help="A book, as chainmail.", metavar="BOOK")],
    troop: Annotated[
        str, typer.Argument(help="One of its troop types: what a list may say of it.", metavar="[TROOP]")
    ] = "",
    json: Json = False,
) -> int:
    """List the troop types of a book, or what an army list may say of one."""
    from schiltron.cli.troops_command import list_troops

    return list_troops(book, troop, as_json=json)


def schema(
    book: Annotated[str, typer.Argument(help="A book, as chainmail.", metavar="BOOK")],
    kind: Annotated[str, typer.Argument(help="What for: army or scenario.", metavar="KIND")] = "army",
) -> int:
    """Print the JSON Schema of a book's army lists or scenarios, for editors that check while you type."""
    from schiltron.cli.troops_command import print_schema

    return print_schema(book, kind)
