"""The conditions of the field in words, beside the table: weather (chapter O1), light (O2), range and turns (O5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schiltron.battle.guide.sky import Falls, SkyShown
from schiltron.battle.words.grammar import Note, cited
from schiltron.rulesets.book_of_war import scale
from schiltron.rulesets.book_of_war.options import Dark, Sky
from schiltron.rulesets.book_of_war.state import Battle
from schiltron.rulesets.book_of_war.weather import effects_of

_LIGHT: Final[dict[Dark, tuple[tuple[str, tuple[str, ...]], ...]]] = {
    "dark": (
        ("It is dark", ("BW-O2-01",)),
        (
            "Without infravision: half the move, no shooting, −1 to hit hand to hand and on morale checks",
            ("BW-O2-02", "BW-O2-03", "BW-O2-04", "BW-O2-05", "BW-O2-06"),
        ),
    ),
    "total": (
        ("There is no light at all", ("BW-O2-01", "BW-O2-07")),
        (
            "All but creatures of the underworld: half the move, no shooting, −1 to hit hand to hand and on morale "
            "checks",
            ("BW-O2-02", "BW-O2-03", "BW-O2-04", "BW-O2-05", "BW-O2-07"),
        ),
    ),
}
"""In a few words for a narrow place, then what it does."""


_FALLS: Final[dict[Sky, Falls]] = {"rainy": "rain", "stormy": "storm"}


def sky(view: Battle) -> SkyShown:
    """Darkness and the weather as it is now (BW-O2-01, BW-O1-06, BW-O1-07)."""
    falls = _FALLS.get(view.own.weather, "") if view.own.weather else ""
    return SkyShown("night" if view.own.options.darkness in _LIGHT else "day", falls)


def conditions(view: Battle) -> Iterator[Note]:
    """What is out of the common first, then the scale."""
    now, natural = view.own.weather, view.own.natural_weather
    if now:
        text, rules = effects_of(now)
        by_nature = f", by nature {natural}" if natural and natural != now else ""
        yield cited(f"The weather is {now}{by_nature}: {text}", "BW-O1-01", *rules)
    if view.own.options.darkness in _LIGHT:
        yield from (cited(text, *rules) for text, rules in _LIGHT[view.own.options.darkness])
    found = view.own.conditions
    if found is not None and found.short_turns:
        share = "half" if found.parts == 2 else "a third"
        yield cited(f"Short turns: {share} of moves and dice, and who shoots stands still", found.short_turns)
    if found is not None and found.long_range:
        yield cited("Long range: missiles carry half as far again, at −2", "BW-O5-01", "BW-O5-02")
    if view.own.options.long_range == "magic":
        yield cited("Wands and spells carry half as far again", "BW-O5-03")
    if view.own.options.areas == "large":
        yield cited("Large areas: blasts and breath catch up to four on foot, or two of horse", "BW-O5-04")
    yield from scale.conditions(view)
