"""The program with all its commands, in the order in which its help lists them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from schiltron.cli.commands.armies import army_check, army_list, army_pay, schema, troops
from schiltron.cli.commands.kept_battles import after, replay, review
from schiltron.cli.commands.many_battles import ladder, learn, match
from schiltron.cli.commands.play import battle, play, serve
from schiltron.cli.commands.reference import convert, odds, roster, rules, scenarios

app = typer.Typer(
    name="schiltron",
    help="Mass battles with toy soldiers: every rule enforced, every die shown.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
army = typer.Typer(help="Army lists.", rich_markup_mode=None)
app.add_typer(army, name="army")

COMMANDS: tuple[Callable[..., int], ...] = (
    *(battle, match, ladder, learn, replay, review, play, serve),
    *(rules, scenarios, troops, roster, after, convert, odds, schema),
)
ARMY_COMMANDS: dict[str, Callable[..., int]] = {"check": army_check, "pay": army_pay, "list": army_list}
for command in COMMANDS:
    app.command()(command)
for name, command in ARMY_COMMANDS.items():
    army.command(name)(command)


def _version(wanted: bool) -> None:
    if wanted:
        from schiltron import __version__

        typer.echo(f"schiltron {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _schiltron(
    context: typer.Context,
    _: Annotated[bool, typer.Option("--version", help="Print the version.", callback=_version, is_eager=True)] = False,
) -> None:
    _help_if_alone(context)


@army.callback(invoke_without_command=True)
def _army(context: typer.Context) -> None:
    _help_if_alone(context)


def _help_if_alone(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
