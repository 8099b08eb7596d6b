"""What figures, inches and turns stand for (chapter C1 and the design notes D: BW-C1-01 to BW-C1-03, BW-D-01 to -07).

Nothing in play is converted: moves and ranges are the role-playing game's own numbers in inches (BW-D-05), and of its
modifiers a third is left (BW-C3-07). Here the scale is said to players: on cards, beside the table and in reports.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from schiltron.battle.state.field import troops
from schiltron.battle.words.at_work import at_work
from schiltron.battle.words.grammar import Note, cited, counted
from schiltron.rulesets.book_of_war.attacks.ratings import converted_modifier
from schiltron.rulesets.book_of_war.conditions import PARTS
from schiltron.rulesets.book_of_war.embedded import in_play, is_hero
from schiltron.rulesets.book_of_war.hiding import is_hidden
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.table.edges import Board
from schiltron.table.lengths import Mil


def _value(sheet: str, row: str) -> int:
    return int(LAW.sheet(sheet).row(row)["value"])


MEN_PER_FIGURE: Final = _value("BW-T-scale", "figure")
FEET_PER_INCH: Final = _value("BW-T-scale", "inch")
SECONDS_PER_TURN: Final = _value("BW-T-scale", "turn")
MEN_ACROSS: Final = _value("BW-T-design-scale", "men_across_figure")
RANKS_OF_MEN: Final = _value("BW-T-design-scale", "ranks_of_men_in_figure")
ROUNDS_PER_TURN: Final = _value("BW-T-design-scale", "dnd_rounds_per_turn")
SECONDS_PER_ROUND: Final = _value("BW-T-design-scale", "seconds_per_dnd_round")
_TIMES_AS_LONG: Final = _value("BW-T-design-scale", "time_multiplier_to_dnd")
_TIMES_AS_FAR: Final = _value("BW-T-design-scale", "distance_multiplier_to_dnd_at_5_feet_per_inch")
_MODIFIERS: Final = (3, 5, -4)
"""Of the role-playing game, as examples."""


class Said(NamedTuple):
    """Something about the scale in words, and the rules it comes from."""

    text: str
    rules: tuple[str, ...]


# ---------------------------------------------------------------- numbers


def men(figures: int) -> int:
    """Ten to a figure, in two ranks of five (BW-C1-01, BW-D-01)."""
    return figures * MEN_PER_FIGURE


def heads(unit: Unit, figures: int) -> int:
    """Those whom so many figures of a unit stand for; a hero stands for himself (BW-A3-01)."""
    return figures if is_hero(unit) else men(figures)


def feet(length: Mil) -> int:
    """Twenty to the inch (BW-C1-02, BW-D-04)."""
    return round(length * FEET_PER_INCH / 1000)


def seconds(turns: int) -> int:
    """Thirty to a turn: three rounds of ten, long enough to wipe out a figure as often as armour lets a die hit
    (BW-C1-03, BW-D-02, BW-D-03)."""
    return turns * SECONDS_PER_TURN


def room_for_a_man(width: Mil) -> int:
    """Feet of front for each of the five men across a base (BW-D-04)."""
    return round(feet(width) / MEN_ACROSS)


def officers(figures: int) -> list[tuple[int, str]]:
    """Who leads so many figures, and how many of each: one in every squad and every troop, one over a whole company.

    They stand in the ranks: no figures of their own, nothing added to anything (BW-D-06, BW-D-07).
    """
    found = []
    for body in ("squad", "troop", "company"):
        row = LAW.sheet("BW-T-demographics").row(body)
        bodies = men(figures) // int(row["men"])
        if bodies:
            found.append((1 if body == "company" else bodies, str(row["leader"])))
    return found


# ---------------------------------------------------------------- words


def length_of_time(turns: int, cut: int = 1) -> str:
    """So many turns as people say it, or so many parts of turns where these are shorter (BW-O5-05, BW-O5-06)."""
    minutes, rest = divmod(seconds(turns) // cut, 60)
    parts = [counted(minutes, "minute")] if minutes else []
    if rest or not minutes:
        parts.append(counted(rest, "second"))
    return " ".join(parts)


def parts_of(battle: Battle) -> int:
    """Into how many a turn is cut."""
    return PARTS[battle.own.options.turn_length]


def scale_of(board: Board | None, parts: int = 1) -> Iterator[Said]:
    """The scale of a battle in words."""
    rounds = {1: f"{ROUNDS_PER_TURN} rounds", 2: "one and a half rounds", 3: "one round"}[parts]
    sides = sorted((feet(board.width), feet(board.depth)), reverse=True) if board is not None else []
    across = f": the field is {sides[0]} by {sides[1]} feet" if sides else ""
    yield Said(f"an inch is {FEET_PER_INCH} feet{across}", ("BW-C1-02", "BW-D-04"))
    yield Said(
        f"a figure is {MEN_PER_FIGURE} men, {MEN_ACROSS} abreast and {RANKS_OF_MEN} deep", ("BW-C1-01", "BW-D-01")
    )
    yield Said(
        f"a turn is {length_of_time(1, parts)}, {rounds} of {SECONDS_PER_ROUND} seconds in single combat",
        ("BW-C1-03", "BW-D-02", "BW-D-03"),
    )
    yield Said(
        f"moves are as in single combat, over {_TIMES_AS_LONG} times the time and {_TIMES_AS_FAR} times the distance",
        ("BW-D-05",),
    )
    yield Said(
        "a third of a role-playing modifier to hit counts, rounded towards zero: "
        + ", ".join(f"{modifier:+} as {converted_modifier(modifier):+}" for modifier in _MODIFIERS),
        ("BW-C3-07",),
    )


def conditions(view: Battle) -> Iterator[Note]:
    """The scale as it stands beside the table, and how long has been fought; two player-turns are one (BW-B1-04)."""
    if view.turn > 1:
        yield cited(f"{length_of_time(view.turn - 1, parts_of(view))} of battle so far", "BW-C1-03", "BW-B1-04")
    yield from at_work(view)
    for text, rules in scale_of(view.board, parts_of(view)):
        yield cited(text[0].upper() + text[1:], *rules)


def casualties(battle: Battle) -> Said:
    """What a battle has cost in men, and how long it took."""
    lost = []
    for side in battle.sides:
        units = [unit for unit in troops(battle, side.id) if not unit.afloat]
        left = sum(heads(unit, unit.figures) for unit in units if in_play(unit) or is_hidden(unit))
        lost.append(f"{side.title} {left} of {sum(heads(unit, unit.original) for unit in units)}")
    long = length_of_time(battle.turn, parts_of(battle))
    return Said(
        f"after {long} of battle these are left on the field: {' men; '.join(lost)} men",
        ("BW-C1-01", "BW-C1-03"),
    )
