"""The commands `schiltron troops` and `schiltron schema`: what an army list of a book may name."""

from __future__ import annotations

from difflib import get_close_matches

from rich.table import Table
from rich.text import Text

from schiltron.battle.state.tally import show_points
from schiltron.cli.fault import CommandFault
from schiltron.cli.guard import DONE
from schiltron.cli.output import print_json
from schiltron.cli.terminal import console
from schiltron.muster.book_schemas import KINDS, book_schema
from schiltron.muster.books import nearest_ruleset, quartermaster, rulesets
from schiltron.rulesets.outfits import Outfit
from schiltron.rulesets.quartermaster import Quartermaster


def list_troops(book: str, troop: str, *, as_json: bool) -> int:
    """All of them with their prices, or one with everything that a list may say of it."""
    master = _master(book)
    if troop:
        return _one(master, troop, as_json=as_json)
    listings = list(master.listings.values())
    if as_json:
        print_json(listings)
        return DONE
    table = Table(box=None, pad_edge=False)
    table.add_column("troop", style="bold")
    table.add_column("name")
    table.add_column("points", justify="right")
    table.add_column("", style="dim")
    for listing in listings:
        table.add_row(listing.id, listing.name, show_points(listing.cost), listing.note)
    console().print(table)
    return DONE


def _one(master: Quartermaster, troop: str, *, as_json: bool) -> int:
    listing = master.listings.get(troop)
    if listing is None:
        close = get_close_matches(troop, master.listings, n=1)
        hint = f"Did you mean {close[0]}?" if close else f"schiltron troops {master.ruleset} lists them."
        raise CommandFault(f"{master.ruleset} has no troop type {troop!r}. {hint}")
    outfits = list(master.outfits(troop))
    if as_json:
        print_json({"troop": listing, "outfits": outfits})
        return DONE
    console().print(Text(f"{listing.name}, {show_points(listing.cost)} points a figure: {listing.note}."))
    if not outfits:
        console().print("They come as they are listed.")
        return DONE
    table = Table(title="equipment", title_justify="left", title_style="bold", box=None, pad_edge=False)
    for heading in ("key", "", "what it takes"):
        table.add_column(heading)
    for outfit in outfits:
        table.add_row(Text(outfit.key, "bold"), outfit.label, _takes(outfit))
    console().print(table)
    console().print("Not every word suits every unit: schiltron army check says what does not.", style="dim")
    return DONE


def _takes(outfit: Outfit) -> str:
    words = ", ".join(one.value for one in outfit.words)
    match outfit.form:
        case "yes_or_no":
            return "true or false"
        case "one":
            return f"one of {words}"
        case "some":
            return f"some of {words}"
        case "number":
            return f"{outfit.least} to {outfit.most}"
        case "text":
            return "text"


def print_schema(book: str, kind: str) -> int:
    """For an editor: `schiltron schema chainmail army > chainmail-army.json`, and `#:schema chainmail-army.json` as the
    first line of a list."""
    _master(book)
    if kind not in KINDS:
        raise CommandFault(f"There is no schema of {kind!r}. Try: {' or '.join(KINDS)}.")
    print_json(book_schema(book, kind))
    return DONE


def _master(book: str) -> Quartermaster:
    if book not in rulesets():
        raise CommandFault(f"There is no book {book!r}. Try: {nearest_ruleset(book)}.")
    return quartermaster(book)
