"""Every command with its arguments. What they do stands in modules of their own, loaded when they are called."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from schiltron.cli.arguments import (
    MOST,
    ArmyName,
    Blue,
    Budget,
    DiceKind,
    Jobs,
    Json,
    PaperSize,
    PictureTheme,
    RayAddress,
    Red,
    Results,
    ScenarioName,
    Seats,
    Seed,
    Switches,
)

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


@app.command()
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
        typed=dice is DiceKind.typed,
        save=save,
        html=html,
        manner="json" if json else "show" if show else "quiet",
        reasons=reasons,
    )


@app.command()
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
        budget=budget,
        ways=Ways(jobs=jobs, ray=ray, results=results, events=events, shown=not json),
    )


@app.command()
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


@app.command()
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


@app.command()
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


@app.command()
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
    json: Json = False,
) -> int:
    """Go back over a battle: how the expected result moved, by dice or by whose orders, and what was missed."""
    from schiltron.cli.review_command import review_battle

    return review_battle(file, side=side, budget=budget, seed=seed, as_json=json)


@app.command()
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
    )


@app.command()
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


@app.command()
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


@app.command()
def scenarios(json: Json = False) -> int:
    """List the battles that are ready to be fought."""
    from schiltron.cli.muster_commands import list_scenarios

    return list_scenarios(as_json=json)


@app.command()
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


@app.command()
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


@app.command()
def convert(
    creature: Annotated[
        str | None, typer.Argument(help="The path of a creature's file, or a ready one by name; none lists those.")
    ] = None,
    book: Annotated[str, typer.Option(help="For one book only.", metavar="BOOK", show_default=False)] = "",
    option: Switches = None,
    json: Json = False,
) -> int:
    """A creature of the role-playing game as a figure of each book."""
    from schiltron.cli.convert_command import convert_creature, list_creatures

    if creature is None:
        return list_creatures(as_json=json)
    return convert_creature(creature, book, option or (), as_json=json)


@army.command("check")
def army_check(file: ArmyName, option: Switches = None, json: Json = False) -> int:
    """What an army costs, and every rule it breaks."""
    from schiltron.cli.muster_commands import check_army

    return check_army(file, option or (), as_json=json)


@army.command("pay")
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


@army.command("list")
def army_list(json: Json = False) -> int:
    """List the armies that are ready to march."""
    from schiltron.cli.muster_commands import list_armies

    return list_armies(as_json=json)
