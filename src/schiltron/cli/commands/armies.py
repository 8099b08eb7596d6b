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
