"""What a charge leads to: both units lined up (TA-MELEE-02, TA-MELEE-04), and the round of melee that follows.

The contact is made by the code that makes it in play, on a copy of the view; only the dice are left to chance.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from schiltron.battle.guide.answers import Odds
from schiltron.battle.guide.plotted_paths import lined_up
from schiltron.battle.play.agenda import Scene
from schiltron.battle.state.event import Leg
from schiltron.battle.words.grammar import Note, noted, percent
from schiltron.rulesets.by_this_axe.attacks.melee import arc_onto
from schiltron.rulesets.by_this_axe.field import is_routed, said_of
from schiltron.rulesets.by_this_axe.guide.exchange import Exchange, exchange
from schiltron.rulesets.by_this_axe.movement.characters import leave_behind
from schiltron.rulesets.by_this_axe.movement.charging import GETS_AWAY, may_retreat
from schiltron.rulesets.by_this_axe.movement.contact import make_contact
from schiltron.rulesets.by_this_axe.movement.shying import nobody_shies, ways_out
from schiltron.rulesets.by_this_axe.movement.walker import Walker
from schiltron.rulesets.by_this_axe.state import Battle, Unit, with_turn


class Arrival(NamedTuple):
    """A charger in contact, and the round with whom it met."""

    battle: Battle
    unit: Unit
    foe: Unit
    before: Battle
    round: Exchange

    @property
    def legs(self) -> tuple[Leg, ...]:
        return lined_up(self.before.units[self.unit.id], self.unit)

    @property
    def risks(self) -> tuple[Odds, ...]:
        """What the enemy does first, by the reach of his weapons (TA-MELEE-06)."""
        taken = self.round.taken
        return (taken,) if taken is not None and self.round.order == "first" else ()

    @property
    def beside(self) -> tuple[Odds, ...]:
        """What the enemy does at the same time, or strikes back with those who are left."""
        taken = self.round.taken
        if taken is None or self.round.order == "first":
            return ()
        when = "at the same time" if self.round.order == "at the same time" else "those left strike back"
        return (replace(taken, notes=noted(when, *taken.notes)),)


def arrive(walker: Walker) -> Arrival | None:
    """The end of a walk that met the enemy; None for one that did not."""
    if walker.met is None:
        return None
    unit_id, foe_id = walker.unit.id, walker.met.id
    unit = with_turn(walker.standing, spent=walker.unit.own.turn.spent + walker.spent, moved=True)
    before = replace(walker.battle, agenda=()).with_unit(unit)
    scene = Scene(before)
    leave_behind(scene, unit_id)
    make_contact(scene, unit_id, foe_id, nobody_shies)
    unit, foe = scene.unit(unit_id), scene.unit(foe_id)
    return Arrival(scene.battle, unit, foe, before, exchange(scene.battle, unit, foe))


# ---------------------------------------------------------------- in words


def told(arrival: Arrival) -> Iterator[str]:
    """Where it comes into contact, and what the enemy may do about it."""
    unit, foe = arrival.unit, arrival.foe
    if is_routed(foe):
        yield f"{said_of(foe, 'are')} in rout: caught from behind, with no blow in return"
        return
    yield f"contact with the {arc_onto(arrival.battle, unit, foe)} of {foe.name}"
    if foe.pose.heading != arrival.before.units[foe.id].pose.heading:
        yield "they turn to face their charger"
    if may_retreat(arrival.before, arrival.before.units[foe.id]):
        yield f"they may try to retreat, on {GETS_AWAY} or less"
    yield from (way.text for way in _ways_out(arrival))
    for risk in arrival.risks:
        gone = f", {percent(risk.destroyed)} to be destroyed" if risk.destroyed >= 0.005 else ""
        fall = f"{risk.expected_losses:.1f} fall on average, {percent(risk.breaks)} to break{gone}"
        yield f"their longer weapons strike first: {fall}"


def rules(arrival: Arrival) -> tuple[str, ...]:
    if is_routed(arrival.foe):
        return ("TA-MOVE-12", "TA-MORALE-28")
    facing = "TA-MELEE-04" if arc_onto(arrival.battle, arrival.unit, arrival.foe) != "front" else "TA-MELEE-02"
    retreat = ("TA-CMD-16",) if may_retreat(arrival.before, arrival.before.units[arrival.foe.id]) else ()
    away = tuple(way.rules[0] for way in _ways_out(arrival))
    return ("TA-MOVE-12", facing, *(("TA-MELEE-06",) if arrival.risks else ()), *retreat, *away)


def _ways_out(arrival: Arrival) -> list[Note]:
    """How a creature may yet get out of it (TA-FANT-A01, TA-FANT-A11)."""
    return ways_out(arrival.before, arrival.unit, arrival.before.units[arrival.foe.id])
