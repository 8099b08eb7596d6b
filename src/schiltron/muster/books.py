"""Which books can muster armies."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from typing import cast

from schiltron.muster.house_keeper import HouseKeeper
from schiltron.rulesets import NAMES, package_of
from schiltron.rulesets.quartermaster import Quartermaster


def rulesets() -> tuple[str, ...]:
    """The books there are armies for."""
    return NAMES


def quartermaster(ruleset: str) -> Quartermaster:
    """The part a book plays in the muster: the QUARTERMASTER of its catalogue, loaded when it is needed, with whatever
    armies bring of their own."""
    return cast(Quartermaster, HouseKeeper(import_module(f"{package_of(ruleset)}.catalogue").QUARTERMASTER))


def nearest_ruleset(name: str) -> str:
    """In words, which books there are."""
    close = get_close_matches(name, NAMES, n=1)
    return f"did you mean {close[0]}?" if close else f"one of {', '.join(NAMES)}"
