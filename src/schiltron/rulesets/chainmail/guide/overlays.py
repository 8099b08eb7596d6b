"""Ground shown round a unit: its arc and range of fire (rules MISSILE), its reach by a move and by a charge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from schiltron.battle.guide.answers import Overlay, OverlayKind
from schiltron.battle.guide.plotted_paths import ground_around, ground_of_fans, overlay
from schiltron.battle.state.manoeuvre import Advance, FormUp, Path, Turn, Wheel
from schiltron.battle.state.tally import Tally
from schiltron.rulesets.chainmail.artillery.pointing import field_of_fire
from schiltron.rulesets.chainmail.engines import is_artillery, muzzle, piece
from schiltron.rulesets.chainmail.field import alive, all_round, goes_as_person, is_aloft, is_fleeing
from schiltron.rulesets.chainmail.fire.rates import unable
from schiltron.rulesets.chainmail.fire.sighting import front_of
from schiltron.rulesets.chainmail.fire.tables import accuracy
from schiltron.rulesets.chainmail.fire.weapons import Weapon, arc_of, arc_rule, reach, shooting, weapon_of
from schiltron.rulesets.chainmail.guide.plotting import at_its_end, plotted, walked
from schiltron.rulesets.chainmail.guide.shots import by_guess
from schiltron.rulesets.chainmail.man_to_man.shooting import LINES, line_of
from schiltron.rulesets.chainmail.movement.phase import held_back
from schiltron.rulesets.chainmail.movement.trial_moves import CHARGE, MOVE
from schiltron.rulesets.chainmail.scale import man_to_man
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.rulesets.chainmail.steps import Action
from schiltron.rulesets.chainmail.walking.charges import CURVE, charge_faults
from schiltron.rulesets.chainmail.walking.flying import RISE, flies
from schiltron.rulesets.chainmail.walking.rates import charge_move, flight_move, normal_move
from schiltron.rulesets.chainmail.walking.walk import walk
from schiltron.rulesets.chainmail.walking.walker import Walker
from schiltron.table.arcs import arc_polygon
from schiltron.table.body import Formed
from schiltron.table.edges import Board
from schiltron.table.front import front_corners
from schiltron.table.lengths import Mdeg, Mil, degrees, inches, show_inches

_WHEELS: Final = tuple(tuple(degrees(angle) for angle in side) for side in ((-45, -30, -15), (15, 30, 45)))
_TURNS: Final[tuple[tuple[float, ...], ...]] = (
    (-45, -30, -15, 15, 30, 45),
    (-90, -75, -60, -46),
    (46, 60, 75, 90),
    (-180, -165, -150, -135, -120, -105, -91),
    (91, 105, 120, 135, 150, 165, 180),
)
"""Turns of which each group costs the same (CM-FORM-04)."""


def overlays(view: Battle, unit_id: str, path: Path) -> tuple[Overlay, ...]:
    """Arcs and ranges from the end of a path; the reach of a unit for which nothing is plotted yet."""
    unit, board = view.units.get(unit_id), view.board
    if unit is None or board is None or not unit.on_table or not alive(unit) or is_fleeing(unit):
        return ()
    battle = view
    if path:
        plot = plotted(view, unit, path, MOVE)
        battle = at_its_end(plot, walked(plot))
    found = list(_fire(battle, battle.units[unit_id], board))
    if not path:
        found += _reach(view, unit, board)
    return tuple(found)


# ---------------------------------------------------------------- fire


def _fire(view: Battle, unit: Unit, board: Board) -> Iterator[Overlay]:
    weapon = weapon_of(unit)
    if is_artillery(unit):
        yield from _engine(view, unit, board)
    elif weapon is not None and not unable(view, unit):
        yield from _ranges(view, unit, weapon, board)


def _engine(view: Battle, unit: Unit, board: Board) -> Iterator[Overlay]:
    """The whole field of fire; only its arc where distances are guessed (CM-CATAPULT-11)."""
    if not by_guess(view, unit):
        yield from field_of_fire(view, unit)
        return
    kind, corner = piece(unit), muzzle(unit)
    far = board.width + board.depth
    sector = Polygon(arc_polygon(corner, corner, unit.pose.heading, kind.left, kind.right, far))
    yield overlay("arc", "arc of fire", sector, board, kind.arc_rule)


def _ranges(view: Battle, unit: Unit, weapon: Weapon, board: Board) -> Iterator[Overlay]:
    """Out to the range of fire over heads and to that of direct fire; of arquebuses band after band (CM-GUN-02), man to
    man of all weapons (CM-MTM-27)."""
    full = reach(unit, scale=view.own.options.scale)
    rings: list[tuple[Mil, str, str]] = []
    if man_to_man(view.own.options):
        bands_of = LINES.get(line_of(shooting(unit)), ())
        rings = [(one.reach, f"{one.band} range, {show_inches(one.reach)}", "CM-MTM-27") for one in bands_of]
    elif unit.own.profile.missile == "arquebus":
        bands = sorted({accuracy(distance) for distance in range(0, full.total, inches(1))})
        rings = [(far, f"{show_inches(far)} on {need} or more", "CM-GUN-02") for far, need in bands]
    else:
        if not weapon.flat:
            over = reach(unit, "indirect")
            rings.append((over.total, f"over heads {show_inches(over.total)}", "CM-MISSILE-25"))
        rings.append((full.total, f"{weapon.name} {show_inches(full.total)}", arc_rule(unit.own.profile)))
    inner: BaseGeometry = Polygon()
    for place, (far, label, rule) in enumerate(rings):
        ground = _within(unit, far)
        yield overlay("far" if place else "near", label, ground.difference(inner), board, rule)
        inner = ground


def _within(unit: Unit, far: Mil) -> BaseGeometry:
    """The arc of the front (CM-MISSILE-18, CM-MISSILE-19); all round for who looks all ways."""
    if all_round(unit):
        return ground_around(unit, far)
    left, right = arc_of(unit.own.profile)
    return Polygon(arc_polygon(*front_corners(front_of(unit)), unit.pose.heading, left, right, far)).buffer(0)


# ---------------------------------------------------------------- moving


def _reach(view: Battle, unit: Unit, board: Board) -> Iterator[Overlay]:
    """Wherever a wheel or a turn and an advance could take it; with a charge farther, where it may charge."""
    if held_back(view, unit) or unit.own.formation == "schiltron":
        return
    if not charge_faults(view, unit):
        yield from _covered(view, unit, board, CHARGE, charge_move(view, unit))
    if is_aloft(unit):
        yield from _covered(view, unit, board, MOVE, flight_move(view, unit))
        return
    yield from _covered(view, unit, board, MOVE, normal_move(view, unit))
    if flies(unit):
        yield from _covered(view, unit, board, MOVE, flight_move(view, unit), (FormUp(RISE),))


def _covered(
    view: Battle, unit: Unit, board: Board, action: Action, move: Tally, before: Path = ()
) -> Iterator[Overlay]:
    """By a move or a charge; or in the air, after taking to it `before`."""
    fans = _fans(unit, move.total, action)
    ground = ground_of_fans(unit, ([_way(view, unit, (*before, *path), action) for path in fan] for fan in fans))
    if ground is not None and not ground.is_empty:
        kind: OverlayKind = "charge" if action == CHARGE else "reach"
        what = move.label if move.label == "flight" else kind
        yield overlay(kind, f"{what} {show_inches(move.total)}", ground, board, move.terms[-1].rule)


def _way(view: Battle, unit: Unit, path: Path, action: Action) -> Walker:
    plot = plotted(view, unit, path, action)
    return walk(plot.battle, plot.step, trial=False)


def _fans(unit: Unit, move: Mil, action: Action) -> Iterator[list[Path]]:
    """Ways side by side between which the cost does not jump; a charge of horse turns by 45 degrees at most."""
    ahead = Advance(move)
    yield [(ahead,)]
    if isinstance(unit.body, Formed):
        for side in _WHEELS:
            yield [(_wheel(angle), ahead) for angle in side]
    widest = CURVE if action == CHARGE and unit.own.profile.mounted and not goes_as_person(unit) else degrees(180)
    for group in _TURNS:
        fan: list[Path] = [(Turn(degrees(angle)), ahead) for angle in group if degrees(abs(angle)) <= widest]
        if fan:
            yield fan


def _wheel(angle: Mdeg) -> Wheel:
    return Wheel("left" if angle < 0 else "right", abs(angle))
