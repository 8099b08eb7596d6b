"""What is made in the workshop, on paper. Each is sent whole, as the text of its file, and nothing of it is kept."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from schiltron.muster import Fault, MusterFault, check
from schiltron.muster.army import Army
from schiltron.muster.house_troops import read_army
from schiltron.muster.reading import read
from schiltron.report.one_page import field_page, list_page, print_field, print_list
from schiltron.report.rosters import print_rosters, roster_of
from schiltron.report.typeset import Paper
from schiltron.rulesets import NAMES
from schiltron.server.fault import Refusal, not_to_be_used
from schiltron.server.scenario_desk import own_scenario

Printed = Literal["list", "rosters", "scenario"]
PAPERS: dict[str, Paper] = {"a4": "a4", "letter": "us-letter"}


class PrintAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """The text of a file, and on what it will be printed."""

    toml: Annotated[str, Meta(max_length=40_000)]
    paper: Literal["a4", "letter"] = "a4"


def printed(what: Printed, toml: str, paper: Paper) -> bytes:
    """The PDF: of a list, which need not be by the book, of the roster sheets of one that is, or of a scenario."""
    try:
        match what:
            case "list":
                army = read(toml, Army, "")
                _of_a_book(army)
                return print_list(list_page(army), paper)
            case "rosters":
                army = read_army(toml, "")
                _of_a_book(army)
                _by_the_book(army)
                return print_rosters([roster_of(army)], paper)
            case "scenario":
                return print_field(field_page(own_scenario(toml)), paper)
    except MusterFault as fault:
        raise not_to_be_used(fault) from fault


def _of_a_book(army: Army) -> None:
    if army.ruleset not in NAMES:
        raise Refusal(422, f"there is no book {army.ruleset!r}", where="ruleset", right=f"one of {', '.join(NAMES)}")


def _by_the_book(army: Army) -> None:
    broken = check(army).violations
    if broken:
        raise MusterFault(Fault("", one.place, one.wrong, one.right, one.rules) for one in broken)
