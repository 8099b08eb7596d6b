"""What a walk comes to (chapters C2 and A4): where the unit stands then, whom it has met, who sees it."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.state.event import Moved
from schiltron.battle.state.manoeuvre import Expand, Face, FormHedgehog, Reform, Wrap
from schiltron.battle.state.unit import OnTable
from schiltron.rulesets.book_of_war.embedded import heroes_with
from schiltron.rulesets.book_of_war.movement.ambushes import come_upon, seen_by_wizards
from schiltron.rulesets.book_of_war.movement.contact import meet, part
from schiltron.rulesets.book_of_war.movement.on_deck import deck_reached
from schiltron.rulesets.book_of_war.movement.walking import Walker
from schiltron.rulesets.book_of_war.state import Scene, Unit, with_turn

_MARCH = ("BW-C2-01",)
_IN_PLACE = Wrap | Expand | Face | Reform | FormHedgehog
"""Manoeuvres that end no march at an enemy, and yet may end against one."""


def carry_out(scene: Scene, walker: Walker, *, split: bool = False, rules: tuple[str, ...] = _MARCH) -> None:
    """Put the unit where its walk ended and let contact take its course; what cut the walk short is told."""
    put_there(scene, walker, split=split, rules=rules)
    why = walker.why_no_farther() if walker.tolerant else None
    if why is not None:
        scene.tell(why)


def put_there(scene: Scene, walker: Walker, *, split: bool = False, rules: tuple[str, ...] = _MARCH) -> None:
    """Put the unit where its walk ended; whoever it has come upon is put down before that."""
    unit = walker.unit
    come_upon(scene, walker)
    before = unit.pose
    turn = unit.own.turn
    moved = with_turn(unit, spent=turn.spent + walker.spent, moved=True, split=turn.split or split)
    place = OnTable(walker.pose, deck_reached(walker)) if walker.within else unit.place_at(walker.pose)
    scene.change(replace(moved, place=place, body=walker.body))
    if scene.battle.effects.all:
        stir(scene, moved)
    if not walker.legs:
        return
    legs = tuple(walker.legs)
    scene.tell(Moved(unit=unit.id, start=before, legs=legs, spent=walker.spent, left=walker.left, rules=rules))
    if any(unit.id in (one.attacker, one.defender) for one in scene.battle.engagements):
        part(scene)
    met = walker.met.id if walker.met is not None else None
    if met is not None or walker.free or isinstance(walker.legs[-1].manoeuvre, _IN_PLACE):
        meet(scene, unit.id, met, walker.edge)
    seen_by_wizards(scene)


def stir(scene: Scene, unit: Unit) -> None:
    """What lasts only while somebody stays motionless ends as he moves, or the unit he is with (BW-A4-25)."""
    for one in (unit, *heroes_with(scene.battle, unit)):
        scene.deed(one.id, "moved", rules=("BW-A4-25",))
