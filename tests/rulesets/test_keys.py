"""The keys that the page explains are those of the book that is played."""

from __future__ import annotations

import pytest

from schiltron.battle.guide.menu_lines import Line, keys_of, turns, wheels
from schiltron.battle.state.manoeuvre import Advance, FormUp
from schiltron.rulesets import ruleset


@pytest.mark.parametrize(
    ("book", "known"),
    [
        ("book_of_war", ("H", "hedgehog")),
        ("by_this_axe", ("C", "charge")),
        ("chainmail", ("I", "schiltron")),
        ("battlesystem", ("I", "shield wall, again to form a ring of shields")),
    ],
)
def test_a_book_tells_the_keys_of_its_own_orders(book: str, known: tuple[str, str]) -> None:
    keys = ruleset(book).keys()
    assert known in keys
    assert len(set(keys)) == len(keys)


def test_what_is_the_same_by_every_book_is_left_to_the_page() -> None:
    push = Line("push", "Push", "V", "", (Advance(1000), Advance(500)))
    ring = Line("ring", "Wall", "I", "", (FormUp("shield_wall"), FormUp("shield_ring")))
    told = (("V", "push"), ("I", "wall, again to form a ring of shields"))
    assert keys_of(*wheels(""), push, *turns(""), ring) == told
