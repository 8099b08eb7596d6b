"""The orders a unit may be given, each with its key (chapter B4): the legs of a move, a split move, a shot.

Every leg is tried with the walk that judges orders, after whatever is plotted already.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from schiltron.battle.guide.answers import MenuEntry
from schiltron.battle.guide.menu_lines import (
    Line,
    Tried,
    ahead_or_reformed,
    keys_of,
    no_more_legs,
    path_entry,
    turns,
    wheels,
)
from schiltron.battle.state.decision import Move
from schiltron.battle.state.manoeuvre import (
    Advance,
    Expand,
    Face,
    FormHedgehog,
    Manoeuvre,
    Path,
    SquareUp,
    Turn,
    Wheel,
    Wrap,
)
from schiltron.rulesets.book_of_war.attacks.missiles import may_shoot
from schiltron.rulesets.book_of_war.attacks.phase import SHOOT
from schiltron.rulesets.book_of_war.enclosed import enclosed
from schiltron.rulesets.book_of_war.field import troop, troop_now
from schiltron.rulesets.book_of_war.guide.castles import CASTLE_KEYS, castle_entries
from schiltron.rulesets.book_of_war.guide.heroes import hero_entries
from schiltron.rulesets.book_of_war.guide.plotting import Plot, at_its_end, declares_first, plotted, walked
from schiltron.rulesets.book_of_war.guide.ships import ship_entries
from schiltron.rulesets.book_of_war.guide.targets import firing
from schiltron.rulesets.book_of_war.movement.paths import SPLIT, walk
from schiltron.rulesets.book_of_war.movement.phase import LONGEST_PATH
from schiltron.rulesets.book_of_war.movement.trial_moves import MOVE
from schiltron.rulesets.book_of_war.movement.wrapping import FULL_MOVE_FILES, HALF_MOVE_FILES
from schiltron.rulesets.book_of_war.state import Asked, Battle

_SIDES: Final = ((1, 1), (1, 0), (0, 1))


_LINES: Final = (
    Line("advance", "Advance", "W", "BW-C2-01", icon="icon-advance"),
    *wheels("BW-B4-25"),
    Line("face", "Face", "F", "BW-B4-17", (Face("left"), Face("right"), Face("front")), "icon-face"),
    Line("about", "About", "R", "BW-B4-17", (Face("rear"),), "icon-about"),
    Line("formation", "Formation", "G", "BW-B4-14", icon="icon-formation"),
    Line("hedgehog", "Hedgehog", "H", "BW-B4-20", (FormHedgehog(),), "icon-hedgehog"),
    Line("square_up", "Square up", "U", "BW-B4-39", (SquareUp(),), shown="possible"),
    Line(
        "wrap",
        "Wrap",
        "P",
        "BW-B4-33",
        tuple(Wrap(n * a, n * b) for n in (3, 2, 1) for a, b in _SIDES),
        "icon-hedgehog",
    ),
    Line(
        "expand",
        "Expand",
        "X",
        "BW-B4-35",
        tuple(Expand(n * a, n * b) for n in (HALF_MOVE_FILES, FULL_MOVE_FILES) for a, b in _SIDES),
        "icon-formation",
    ),
)
_HERO_LINES: Final = (
    Line("advance", "Advance", "W", "BW-C2-01", icon="icon-advance"),
    *turns("BW-A3-06"),
    Line("about", "About", "R", "BW-A3-06", (Face("rear"),), "icon-about"),
)
KEYS: Final = (
    *keys_of(*_LINES),
    ("S", "split the move to fire, or set the sails of a ship"),
    ("J", "a hero joins a unit"),
    ("K", "who flies goes on the ground"),
    ("O", "a knight gets off his horse"),
    ("B", "breathe"),
    ("N", "breathe gas"),
    *CASTLE_KEYS,
)


def menu(asked: Asked, unit_id: str, path: Path) -> tuple[MenuEntry, ...]:
    """The menu of a unit the decision asks about."""
    view, decision, unit = asked.view, asked.decision, asked.view.units[unit_id]
    if isinstance(decision, Move):
        half = Plot(unit, path[:LONGEST_PATH], "split", decision.allowance)
        return tuple(_moves(view, half))
    if unit.afloat:
        return tuple(ship_entries(asked, unit, path, partial(_tried, view)))
    found: list[MenuEntry] = []
    if MOVE in asked.actions:
        found += _moves(view, plotted(view, unit, path))
    if SPLIT in asked.actions and troop_now(view, unit).horse_archers:
        found.append(MenuEntry(SPLIT, "Split move", "S", "BW-B2-43", "path", name="split"))
    found += hero_entries(asked, unit)
    if view.table.works:
        found += castle_entries(asked, unit)
    if SHOOT in asked.actions and troop(unit).missile is not None:
        against = tuple(reason for reason in may_shoot(view, unit) if not (reason.measured and declares_first(view)))
        found.append(
            MenuEntry(
                SHOOT,
                "Shoot",
                "T",
                "BW-B2-23",
                "target",
                name="shoot",
                reasons=against,
                firing=firing(unit) if unit.on_table else None,
            )
        )
    return tuple(found)


def _moves(view: Battle, plot: Plot) -> Iterator[MenuEntry]:
    there = at_its_end(view, plot).units[plot.unit.id]
    left = plot.allowance - there.own.turn.spent + plot.unit.own.turn.spent
    legs_of = ahead_or_reformed(left, there.body)
    for line in _HERO_LINES if troop(plot.unit).hero is not None or enclosed(plot.unit) else _LINES:
        yield path_entry(MOVE, line, line.legs or legs_of[line.name], partial(_tried, view, plot))


def _tried(view: Battle, plot: Plot, leg: Manoeuvre) -> Tried:
    """The leg, or as much of it as can be made; or everything against it.

    Where nothing is measured yet, only its form can be wrong (BW-B1-08).
    """
    if len(plot.path) == LONGEST_PATH:
        return no_more_legs(LONGEST_PATH, "BW-C2-01")
    plot = plot._replace(path=(*plot.path, leg))
    walker = walk(view, plot.unit, plot.path, plot.bearing, "illegal", plot.allowance)
    if declares_first(view):
        return [reason for reason in walker.reasons if not reason.measured] or leg
    if not walker.reasons:
        return leg
    if isinstance(leg, Advance | Wheel | Turn) and (plot.unit.afloat or not isinstance(leg, Turn)):
        made = [one.manoeuvre for one in walked(view, plot).legs if type(one.manoeuvre) is type(leg)]
        if len(made) > sum(type(one) is type(leg) for one in plot.path[:-1]):
            return made[-1]
    return walker.reasons
