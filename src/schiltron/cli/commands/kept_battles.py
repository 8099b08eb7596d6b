"""Commands for battles that were kept in a file: how they are called."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from schiltron.cli.arguments import DiceKind, Json, PictureTheme, Seats, Seed, Switches


def replay(
    file: Annotated[Path, typer.Argument(help="A battle kept with --save.")],
    verify: Annotated[
        bool,
        typer.Option("--verify", help="Play it again and prove the dice; exit status 1 if it fails."),
    ] = False,
    svg: Annotated[Path | None, typer.Option(help="Draw the table as a picture.", metavar="FILE")] = None,
    at: Annotated[
        int | None,
        typer.Option(help="Draw the moment after this entry; if not given, the end.", min=0, metavar="N"),
    ] = None,
    theme: Annotated[PictureTheme, typer.Option(help="Of the picture.")] = PictureTheme.light,
    html: Annotated[Path | None, typer.Option(help="Make a page that replays it.", metavar="FILE")] = None,
    commitment: Annotated[
        list[str] | None,
        typer.Option(help="With --verify: a fingerprint of the dice that you noted before play.", metavar="HEX"),
    ] = None,
    secret: Annotated[
        list[str] | None,
        typer.Option(help="With --verify: what you yourself added to the dice.", metavar="TEXT"),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(
            help="Write it again in today's format, every line sealed; with --play-on: keep the new battle.",
            metavar="FILE",
        ),
    ] = None,
    play_on: Annotated[
        int | None,
        typer.Option(
            "--play-on",
            help="Play on after this entry, at the terminal, as a new battle.",
            min=0,
            metavar="N",
        ),
    ] = None,
    red: Annotated[str, typer.Option(help="With --play-on: who leads Red, me or a captain.", metavar="WHO")] = "me",
    blue: Annotated[str, typer.Option(help="With --play-on: who leads Blue.", metavar="WHO")] = "captain",
    seat: Seats = None,
    seed: Seed = None,
    dice: Annotated[DiceKind, typer.Option(help="With --play-on: whose dice.")] = DiceKind.sealed,
    reasons: Annotated[
        bool, typer.Option("--reasons", help="Tell why captains did what they did, if FILE.reasons is there.")
    ] = False,
    json: Json = False,
) -> int:
    """Step through a kept battle, prove it, draw it, make a page of it, or play on from any moment of it."""
    if play_on is not None:
        from schiltron.cli.replay_command import play_on as play_on_from

        return play_on_from(
            file, play_on, {"red": red, "blue": blue}, seat or [], seed=seed, typed=dice is DiceKind.typed, save=save
        )
    from schiltron.cli.replay_command import watch

    return watch(
        file,
        verified=verify,
        noted=commitment or [],
        secrets=secret or [],
        save=save,
        svg=svg,
        at=at,
        theme="dark" if theme is PictureTheme.dark else "light",
        html=html,
        as_json=json,
        reasons=reasons,
    )


def review(
    file: Annotated[Path, typer.Argument(help="A battle kept with --save.")],
    side: Annotated[
        str, typer.Option(help="For whom; if not given, the first side.", metavar="SIDE", show_default=False)
    ] = "",
    budget: Annotated[
        str, typer.Option(help="What to spend on it: so many imagined battles, or seconds.", metavar="BUDGET")
    ] = "60s",
    seed: Annotated[
        int, typer.Option(help="With a budget of battles the same number gives the same review.", min=0, metavar="N")
    ] = 0,
    html: Annotated[
        Path | None, typer.Option(help="Make a page that replays it, with its turning points.", metavar="FILE")
    ] = None,
    json: Json = False,
) -> int:
    """Go back over a battle: how the expected result moved, by dice or by whose orders, and what was missed."""
    from schiltron.cli.review_command import review_battle

    return review_battle(file, side=side, budget=budget, seed=seed, html=html, as_json=json)


def after(
    file: Annotated[Path, typer.Argument(help="A saved battle that is over.", metavar="FILE")],
    choose: Annotated[
        list[str] | None,
        typer.Option(help="What the one who is asked decides, such as finish or spare; once for each question."),
    ] = None,
    option: Switches = None,
    seed: Seed = None,
    save: Annotated[Path | None, typer.Option(help="Keep what happened in this file.", metavar="FILE")] = None,
    armies: Annotated[
        Path | None, typer.Option(help="Write an army list for each side into this folder.", metavar="FOLDER")
    ] = None,
    months: Annotated[int | None, typer.Option(help="For how long they are paid.", min=1, max=1200)] = None,
    json: Json = False,
) -> int:
    """What comes after a battle: who recovers, what is left, and what it costs."""
    from schiltron.cli.after_command import after

    return after(
        file,
        choices=choose or (),
        options=option or (),
        seed=seed,
        save=save,
        armies=armies,
        months=months,
        as_json=json,
    )
