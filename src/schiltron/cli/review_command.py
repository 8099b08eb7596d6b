"""The command `schiltron review` goes back over a saved battle: what moved its expected result, and what was missed."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any, Final

from rich.table import Table
from rich.text import Text

from schiltron.battle.record.savefile import SaveFault, read
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.words.grammar import counted, plain
from schiltron.battle.words.text import words
from schiltron.captains.marshal.budget import Budget
from schiltron.captains.review.course import NothingToReview
from schiltron.captains.review.reviewed import Shares
from schiltron.captains.review.reviewer import Reviewer
from schiltron.cli.battle_setup import file_for
from schiltron.cli.fault import CommandFault, nearest
from schiltron.cli.guard import DONE
from schiltron.cli.output import check_drawable, print_json, write_page
from schiltron.cli.reasons_file import read_reasons
from schiltron.cli.terminal import console
from schiltron.herald.reviewing import PointTold, ReviewTold, told_review
from schiltron.rulesets import BOOKS

_BUDGET: Final = re.compile(r"(?:(?P<playouts>[1-9]\d{0,6})|(?P<seconds>\d{1,5}(?:\.\d{1,3})?)s)")
_SLICE: Final = 0.5
"""Seconds of work between two looks at how far it has come."""


def review_battle(file: Path, *, side: str, budget: str, seed: int, html: Path | None, as_json: bool) -> int:
    limit, html = _limit(budget), html and file_for(html)
    try:
        loaded = read(file, BOOKS)
    except SaveFault as fault:
        raise CommandFault(str(fault)) from fault
    journal = loaded.journal
    if html is not None:
        check_drawable(journal, html)
    sides = [one.id for one in journal.battle.sides]
    if side and side not in sides:
        raise CommandFault(f"--side {side}: nobody of that name fights in {file}. {nearest(side, sides)}")
    try:
        reviewer = Reviewer(journal, limit, seed)
    except NothingToReview as fault:
        raise CommandFault(f"{file}: there is nothing to review, {fault}. Try: a battle that was fought.") from fault
    review = told_review(journal, _worked(reviewer, shown=not as_json))
    if html is not None:
        write_page(journal, html, loaded.players, read_reasons(file), review)
    if as_json:
        print_json({"file": str(file), "over": journal.battle.outcome is not None, "review": review})
        return DONE
    _print(journal.battle, review, side or sides[0])
    if html is not None:
        console().print(f"The replay page is {html}")
    return DONE


def _limit(budget: str) -> Budget:
    told = _BUDGET.fullmatch(budget)
    if told is None or (told["seconds"] and not float(told["seconds"])):
        raise CommandFault(f"--budget {budget}: so many playouts or seconds are needed. Try: 2000, or 60s.")
    if told["playouts"]:
        return Budget(playouts=int(told["playouts"]))
    return Budget(seconds=float(told["seconds"]))


def _worked(reviewer: Reviewer, *, shown: bool) -> Any:
    """The whole review; how far it has come is shown to who sits at a terminal."""
    shown = shown and sys.stderr.isatty()
    review = None
    while review is None:
        review = reviewer.work(_SLICE)
        if shown:
            sys.stderr.write("\r\033[K" if review else f"\rReviewing: {round(100 * reviewer.progress)}%")
            sys.stderr.flush()
    return review


# ---------------------------------------------------------------- in print


def _print(battle: AnyBattle, review: ReviewTold, side: str) -> None:
    out = console()
    title = battle.side_named(side).title
    out.print(Text(battle.title, "bold"), Text("reviewed", "dim"))
    out.print(f"Expected result for {title}, points of a hundred: 100 is won, -100 lost.", markup=False)
    out.print()
    out.print(_table(battle, review, side))
    out.print(_summed(battle, review, side), markup=False)
    if not review.points:
        out.print("Nothing turned it: no order and no roll changed much by itself.")
    for point in review.points:
        out.print()
        for line in _told(battle, point, side):
            out.print(line)
    out.print()
    small = "" if review.whole else ", or lay in small steps that were not looked at one by one"
    out.print(Text(f"The rest came to light only when one looked a turn further ahead{small}.", "dim"))
    depth = "every order and roll was looked at" if review.whole else "orders and rolls were looked at where it moved"
    each = counted(review.lucks, "time")
    out.print(Text(f"{review.playouts} imagined battles, {each} from each position; {depth}.", "dim"))


def _table(battle: AnyBattle, review: ReviewTold, side: str) -> Table:
    table = Table()
    others = [one for one in battle.sides if one.id != side]
    headings = ("result", "change", "dice", "own orders", *(f"{one.short}'s orders" for one in others), "rest")
    table.add_column(battle.turn_word.lower(), justify="right")
    for heading in headings:
        table.add_column(heading, justify="right")
    table.add_row("start", f"{_signed(review.first[side])}", *("" for _ in headings[1:]))
    for turn in review.turns:
        shares = turn.shares[side]
        parts = (shares.dice, shares.decisions[side], *(shares.decisions[one.id] for one in others), shares.rest)
        table.add_row(str(turn.turn), *map(_signed, (turn.after[side], shares.whole, *parts)))
    return table


def _summed(battle: AnyBattle, review: ReviewTold, side: str) -> str:
    shares: Shares = review.shares[side]
    theirs = [f"{one.short}'s orders {_signed(shares.decisions[one.id])}" for one in battle.sides if one.id != side]
    parts = [f"dice {_signed(shares.dice)}", f"own orders {_signed(shares.decisions[side])}", *theirs]
    went = f"From {_signed(review.first[side])} to {_signed(review.last[side])}"
    return f"{went}: {', '.join(parts)}, the rest {_signed(shares.rest)}."


def _told(battle: AnyBattle, point: PointTold, side: str) -> list[Text]:
    whose = battle.side_named(point.side).short if point.side else "both"
    what = "dice" if point.kind == "dice" else "decision"
    change = _signed(point.after[side] - point.before[side])
    when = f"{battle.turn_word} {point.turn}, {plain(point.phase)}, {whose}, {what}, entry {point.entry}"
    lines = [
        Text(f"{point.number}  {change:>4}  ", "bold").append(words(point.said)),
        Text(f"         {when}: {_signed(point.before[side])} to {_signed(point.after[side])}", "dim"),
    ]
    if point.likely:
        lines.append(Text(f"         {point.likely}."))
    better = [one for one in point.missed if one.result[point.side] > point.after[point.side] + 0.5]
    if point.missed and not better:
        lines.append(Text("         Nothing better was found in its place."))
    for one in better:
        lines.append(Text(f"         better ({_signed(one.result[side])}): {one.said}"))
        lines += [Text(f"           {why}.", "dim") for why in one.why]
    return lines


def _signed(points: float) -> str:
    rounded = round(points)
    return f"{rounded:+d}" if rounded else "0"
