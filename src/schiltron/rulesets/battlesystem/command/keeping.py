"""Units fall out of command and out of closed ranks (cases 4.7, 7.6 and 11.8).

Closed ranks need command and even ground, and a unit whose commander is gone has no command (BS-2.8-03).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from schiltron.battle.state.field import in_melee, standing_with, troops
from schiltron.battle.state.unit import OffTable
from schiltron.rulesets.battlesystem.field import basic
from schiltron.rulesets.battlesystem.ground.effects import RULES
from schiltron.rulesets.battlesystem.ground.footing import no_ranks
from schiltron.rulesets.battlesystem.in_command import casts, covers, in_command, own_commander
from schiltron.rulesets.battlesystem.losses import DESTROYED
from schiltron.rulesets.battlesystem.morale.checks import OwedChecks
from schiltron.rulesets.battlesystem.morale.due_checks import owe
from schiltron.rulesets.battlesystem.options import Options
from schiltron.rulesets.battlesystem.ranks import open_out, unwrap
from schiltron.rulesets.battlesystem.state import OUT_OF_COMMAND, Battle, Scene, Unit, with_morale
from schiltron.table.edges import Board

_RULES: Final = ("BS-4.7-02", "BS-7.6-02")
_IN_RANKS: Final = ("regular", "mob")
_OVER_OTHERS: Final = ("brigade", "army")
_SETTLED: Final = "settled"
_KEPT: Final = "order kept"

Over = tuple[tuple[Unit, Unit], ...]
"""Those who may command others than their own units, and the bodies they stand in."""


def keep_order(scene: Scene) -> None:
    """Regular units that are out of command drop into open formation at once, and the marks of those out of command are
    put right; a unit that wrapped round an enemy who is gone is open (BS-7.11-03), and so is one that has come to stand
    where nobody keeps closed ranks (case 11.8). Called wherever somebody moved, fell or lost his commander."""
    begun = scene.battle
    if _is_kept(begun):
        return
    chiefs = _Chiefs(begun)
    for unit in list(begun.units.values()):
        kind = unit.own.profile.kind
        if kind not in _IN_RANKS or not unit.figures or not unit.on_table:
            continue
        if chiefs.battle is not scene.battle:
            chiefs = _Chiefs(scene.battle)
        if _is_settled(unit, chiefs):
            continue
        if kind == "regular" and not unit.own.morale.astray and own_commander(scene.battle, unit) is None:
            _bereave(scene, unit)
        commanded = in_command(scene.battle, scene.unit(unit.id))
        if kind == "regular" and commanded == unit.has(OUT_OF_COMMAND):
            scene.mark(unit.id, OUT_OF_COMMAND, on=not commanded, rules=("BS-4.7-02",))
        if not commanded:
            open_out(scene, unit.id, _RULES)
        _open_on_bad_ground(scene, unit.id)
        if unit.own.wrapped and not in_melee(scene.battle, unit):
            unwrap(scene, unit.id)
        if chiefs.battle is scene.battle:
            _settle(unit, chiefs)
    if scene.battle is begun:
        begun.own.__dict__[_KEPT] = (begun.units, begun.board, begun.engagements, begun.turn)


def _is_kept(battle: Battle) -> bool:
    """Whether nothing was to be put right in this very position before."""
    kept = battle.own.__dict__.get(_KEPT)
    return (
        kept is not None
        and kept[0] is battle.units
        and kept[1] is battle.board
        and kept[2] is battle.engagements
        and kept[3] == battle.turn
    )


class _Chiefs:
    """Those of each side who may command besides a unit's own commander, looked for when they are first asked about."""

    __slots__ = ("_found", "battle")

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self._found: dict[str, Over] = {}

    def of(self, side: str) -> Over:
        found = self._found.get(side)
        if found is None:
            battle = self.battle
            found = self._found[side] = tuple(
                [
                    (one, standing_with(battle, one))
                    for one in troops(battle, side)
                    if one.own.command.rank in _OVER_OTHERS
                ]
            )
        return found


class _Settled(NamedTuple):
    """All that makes a unit be in command or not besides itself: its commander and the unit he is with, if that is
    another, where he does not cover it alone those over him, the table, and the switches."""

    chief: Unit
    host: Unit | None
    over: Over | None
    board: Board | None
    options: Options


def _settle(unit: Unit, chiefs: _Chiefs) -> None:
    """Note with a unit that nothing is to be put right about it. What is noted does not name the unit itself: it would
    wait for the garbage collector."""
    battle = chiefs.battle
    chief = own_commander(battle, unit)
    if chief is None or unit.of or unit.own.wrapped or casts(battle, chief):
        return
    over = None
    if unit.own.morale.rout is None and not covers(battle, chief, unit):
        over = chiefs.of(unit.side)
        if any(body is unit or casts(battle, one) for one, body in over):
            return
    host = battle.units[chief.host] if chief.host and chief.host != unit.id else None
    unit.__dict__[_SETTLED] = _Settled(chief, host, over, battle.board, battle.own.options)


def _is_settled(unit: Unit, chiefs: _Chiefs) -> bool:
    """Whether it was found in order before, and all that keeps it so is the very same; or it is out of command until it
    is rallied, as the mark says, and has no ranks to open."""
    if unit.own.morale.astray:
        return unit.own.formation != "closed" and not unit.own.wrapped and OUT_OF_COMMAND in unit.marks
    kept: _Settled | None = unit.__dict__.get(_SETTLED)
    if kept is None:
        return False
    chief, host, over, board, options = kept
    battle = chiefs.battle
    units = battle.units
    return (
        units.get(chief.id) is chief
        and (host is None or units.get(host.id) is host)
        and battle.board is board
        and battle.own.options is options
        and not casts(battle, chief)
        and (over is None or _same(battle, over, chiefs.of(unit.side)))
    )


def _same(battle: Battle, then: Over, now: Over) -> bool:
    """Whether those who may command are the very same, where they were, and none of them casts a spell."""
    return len(then) == len(now) and all(
        one is still and body is there and not casts(battle, one)
        for (one, body), (still, there) in zip(then, now, strict=True)
    )


def _open_on_bad_ground(scene: Scene, unit_id: str) -> None:
    """However a unit got there, nobody is in closed formation in woods, rough ground, swamp or water, nor across an
    obstacle (BS-11.8-02, BS-11.8-03, BS-11.8-05 to BS-11.8-07); in the Basic Game ground does nothing (BS-5.0-01)."""
    unit, board = scene.unit(unit_id), scene.battle.board
    if unit.own.formation == "closed" and board is not None and not basic(scene.battle):
        ground = no_ranks(unit.places, board.features)
        if ground is not None:
            open_out(scene, unit_id, (RULES[ground.kind],))


def _bereave(scene: Scene, unit: Unit) -> None:
    """A unit without its commander is out of command until a rally attempt brings it back (BS-6.5-01); that he was
    killed makes it check its morale (BS-4.4-03)."""
    chief = scene.battle.units.get(unit.own.command.commander)
    scene.change(with_morale(unit, astray="leaderless"))
    if chief is not None and chief.place == OffTable(DESTROYED):
        owe(scene, unit.id, "commander")
        scene.now(OwedChecks())
