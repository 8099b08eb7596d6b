"""What a play is aimed at besides units: one of their figures, a piece of terrain, a point of the table.

Everything is judged, drawn at random and tried from the aim alone, whatever is played.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, radians, sin
from random import Random
from typing import Final

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.decision import Aim, Played, Use
from schiltron.battle.state.illegal import Reason
from schiltron.table.lengths import Mil, inches
from schiltron.table.terrain import Feature, name_of

Point = tuple[Mil, Mil]

_FAR: Final = inches(6)
"""How far off points are tried of a use that has no reach."""
_WAYS: Final = 8


def piece(battle: AnyBattle, feature_id: str) -> Feature | None:
    """A piece of terrain by its id."""
    board = battle.board
    return next((one for one in board.features if one.id == feature_id), None) if board is not None else None


def middle(feature: Feature) -> Point:
    """The middle of a piece of terrain: of the box round it."""
    left, top, right, bottom = feature.bounds
    return round((left + right) / 2), round((top + bottom) / 2)


def aims_at(use: Use, what: str) -> bool:
    """Whether a use is aimed at something of that kind, first or besides."""
    return use.aim.at == what or (use.against is not None and use.against.at == what)


# ---------------------------------------------------------------- judged


def against_ground(battle: AnyBattle, use: Use, form: Played) -> list[Reason]:
    """Everything against the figure, the piece and the point of a play; what a use is not aimed at is not named."""
    return [*_figure(battle, use, form), *_feature(battle, use, form.feature), *_point(battle, use, form.at)]


def _figure(battle: AnyBattle, use: Use, form: Played) -> list[Reason]:
    if not aims_at(use, "figure"):
        return _not_named(use, form.place, "no figure")
    unit = battle.units.get(form.units[0]) if form.units else None
    if form.place is UNSET:
        return [Reason(f"{use.label} is for one figure of a unit", use.rules)]
    if unit is not None and not 0 <= form.place < unit.figures:
        return [Reason(f"{unit.name} have no figure {form.place + 1}", use.rules)]
    return []


def _feature(battle: AnyBattle, use: Use, feature: str | UnsetType) -> list[Reason]:
    if not aims_at(use, "feature"):
        return _not_named(use, feature, "no ground")
    if feature in use.aim.eligible:
        return []
    found = [piece(battle, one) for one in use.aim.eligible]
    names = ", ".join(name_of(one) for one in found if one is not None)
    return [Reason(f"{use.label} is for one of these: {names}", use.rules)]


def _point(battle: AnyBattle, use: Use, at: Point | UnsetType) -> list[Reason]:
    if not aims_at(use, "point"):
        return _not_named(use, at, "no place")
    board = battle.board
    if at is UNSET:
        return [Reason(f"{use.label} is for a place on the table", use.rules)]
    if board is None or not (0 <= at[0] <= board.width and 0 <= at[1] <= board.depth):
        return [Reason("that is not on the table", use.rules)]
    return []


def _not_named(use: Use, named: object, nothing: str) -> list[Reason]:
    return [] if named is UNSET else [Reason(f"{use.label} is for {nothing}", use.rules)]


# ---------------------------------------------------------------- at random, and tried


def drawn_ground(battle: AnyBattle, use: Use, form: Played, random: Random) -> Played:
    """A play with whatever else it is aimed at, drawn at random."""
    if aims_at(use, "figure") and form.units:
        form = replace(form, place=random.randrange(max(1, battle.units[form.units[0]].figures)))
    if aims_at(use, "feature") and use.aim.eligible:
        form = replace(form, feature=random.choice(use.aim.eligible))
    board = battle.board
    if aims_at(use, "point") and board is not None:
        form = replace(form, at=(random.randint(0, board.width), random.randint(0, board.depth)))
    return form


def tried_ground(battle: AnyBattle, use: Use, form: Played) -> Iterator[Played]:
    """A play with everything else that is worth a try: figures in the middle and at the ends of a unit, every piece of
    terrain and places all round it, or the middles of units."""
    if aims_at(use, "figure"):
        figures = battle.units[form.units[0]].figures if form.units else 0
        for place in sorted({0, figures // 2, figures - 1}) if figures else ():
            yield replace(form, place=place)
    elif use.aim.at == "feature":
        for feature in use.aim.eligible:
            one = replace(form, feature=feature)
            yield from _all_round(battle, use.against, one, feature) if use.against is not None else (one,)
    elif use.aim.at == "point":
        for unit in battle.units.values():
            if unit.on_table and unit.figures:
                yield replace(form, at=(round(unit.outline.x), round(unit.outline.y)))
    else:
        yield form


def _all_round(battle: AnyBattle, aim: Aim, form: Played, feature_id: str) -> Iterator[Played]:
    """Places in eight directions about a piece of terrain, as far as the use reaches."""
    board, feature = battle.board, piece(battle, feature_id)
    if board is None or feature is None:
        return
    x, y = middle(feature)
    reach = _FAR if aim.reach is UNSET else aim.reach
    for way in range(_WAYS):
        turn = radians(360 / _WAYS * way)
        at = (round(x + reach * sin(turn)), round(y - reach * cos(turn)))
        if 0 <= at[0] <= board.width and 0 <= at[1] <= board.depth:
            yield replace(form, at=at)
