"""What happens when a unit reaches an enemy: contact, breaking through, the melee that follows (cases 7.8, 7.14, 8.3).

The walk and the contact are made by the code that makes them in play, on a copy of the view; only the dice, and what
the enemy may choose to do first, are left open.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from schiltron.battle.guide.answers import Odds
from schiltron.battle.guide.plotted_paths import lined_up
from schiltron.battle.state.event import Leg
from schiltron.battle.words.grammar import Note, cited, counted, noted, percent, said
from schiltron.rulesets.battlesystem.field import alive
from schiltron.rulesets.battlesystem.guide.odds import Exchange, exchange, volley_odds
from schiltron.rulesets.battlesystem.guide.plotting import Plot, at_its_end
from schiltron.rulesets.battlesystem.melee.eligible import opponents
from schiltron.rulesets.battlesystem.missiles.passing import passing_fire
from schiltron.rulesets.battlesystem.morale.discipline import unruly
from schiltron.rulesets.battlesystem.movement.carrying import put, slant_of
from schiltron.rulesets.battlesystem.movement.contact import CONTACT_MADE
from schiltron.rulesets.battlesystem.movement.walk import walk
from schiltron.rulesets.battlesystem.movement.walker import Walker
from schiltron.rulesets.battlesystem.outlook import obeys
from schiltron.rulesets.battlesystem.ranks import LAPSES
from schiltron.rulesets.battlesystem.state import Battle, Scene, Unit, with_turn
from schiltron.rulesets.battlesystem.steps import Contact, Walk
from schiltron.table.contact import Edge

_EDGES: dict[Edge, str] = {"front": "front", "rear": "rear", "left": "left flank", "right": "right flank"}
_LEFT_OUT = "as if nothing had befallen the attacker before"


class Arrival(NamedTuple):
    """A unit that has come up to an enemy: `before` contact and in it; `fought` is the melee, where there is one."""

    plot: Plot
    before: Battle
    battle: Battle
    unit: Unit
    foe: Unit
    edge: Edge
    fought: Exchange
    overrun: tuple[tuple[str, int], ...] = ()
    """Units it breaks through, with how many of each die at once because nothing could save them (BS-7.14-07)."""
    onward: tuple[Leg, ...] = ()
    """Its way through them."""

    @property
    def legs(self) -> tuple[Leg, ...]:
        return (*self.onward, *lined_up(self.before.units[self.unit.id], self.unit))

    @property
    def tempted(self) -> bool:
        """Whether its discipline is tried as it sets out (BS-7.14-05)."""
        return self.plot.step.action == "charge" and self.plot.unit.own.formation == "closed" and unruly(self.plot.unit)


def arrive(plot: Plot, walker: Walker) -> Arrival | None:
    """The end of a walk that met the enemy; None for one that did not."""
    if walker.met is None:
        return None
    before = at_its_end(plot, walker)
    if plot.step.action == "charge":
        before = _charging(before, plot)
    scene = Scene(replace(before, agenda=()), LAPSES)
    assert CONTACT_MADE.do is not None
    contact = Contact(replace(plot.step, path=()), walker.met.id, slant_of(walker))
    overrun: list[tuple[str, int]] = []
    onward: list[Leg] = []
    while True:
        stood = scene.battle.units[contact.target].figures
        CONTACT_MADE.do(scene, contact)
        further = next((step for step in scene.battle.agenda if isinstance(step, Walk)), None)
        if further is None:
            break
        overrun.append((contact.target, stood - scene.battle.units[contact.target].figures))
        scene.set(agenda=())
        walker = walk(scene.battle, further)
        put(scene, walker, further)
        onward += walker.legs
        before = scene.battle
        if walker.met is None:
            break
        contact = Contact(replace(further, path=()), walker.met.id, slant_of(walker))
    battle = scene.battle
    unit, foe = battle.units[plot.step.unit], battle.units[contact.target]
    met = alive(foe) and (foe.of or foe.id) in opponents(battle, unit)
    fought = exchange(battle, unit, foe) if met else Exchange(None, None)
    return Arrival(plot, before, battle, unit, foe, walker.edge, fought, tuple(overrun), tuple(onward))


def _charging(battle: Battle, plot: Plot) -> Battle:
    """A charge in closed ranks counts as one (BS-8.3-09); stances are given up for it (BS-11.6-01)."""
    unit = battle.units[plot.step.unit]
    closed = plot.unit.own.formation == "closed" and unit.own.formation == "closed"
    return battle.with_unit(with_turn(replace(unit, own=replace(unit.own, stance="")), closed_charge=closed))


def under_fire(plot: Plot, walker: Walker) -> tuple[Odds, ...]:
    """Pass-through fire that it may be given where it sets out or where its walk ends, of every shooter once
    (BS-10.6-01)."""
    if not walker.legs:
        return ()
    found: dict[str, Odds] = {}
    for there in (at_its_end(plot, walker), plot.battle):
        for volley in passing_fire(there, there.units[plot.step.unit]):
            if volley.unit not in found:
                found[volley.unit] = volley_odds(there, volley, f"by {there.units[volley.unit].name}", exact=False)
    return tuple(found.values())


def odds_of(arrival: Arrival, risks: tuple[Odds, ...]) -> Exchange:
    """The melee; what may be shot at the attacker before, or his discipline, is left out of it, and it says so."""
    if not risks and not arrival.tempted:
        return arrival.fought
    dealt, taken = (
        replace(one, exact=False, notes=noted(*one.notes, _LEFT_OUT)) if one is not None else None
        for one in arrival.fought
    )
    return Exchange(dealt, taken)


# ---------------------------------------------------------------- in words


def told(arrival: Arrival) -> Iterator[Note]:
    unit, foe = arrival.plot.unit, arrival.foe
    if arrival.tempted:
        rest = f"else {said(unit, 'go')} out of command and open ranks"
        yield cited(f"{percent(obeys(arrival.plot.battle, unit))} that discipline holds, {rest}", "BS-7.14-05")
    for key, number in arrival.overrun:
        through = arrival.battle.units[key].name
        yield cited(f"breaks through {through}: {counted(number, 'figure')} of them die at once", "BS-7.14-07")
    if arrival.overrun and foe.id == arrival.overrun[-1][0]:
        yield cited("then reaches nobody: a failed charge", "BS-7.14-07", "BS-7.14-08")
        return
    single = arrival.before.units[foe.id].original == 1
    yield Note(f"contact with {foe.name}" if single else f"contact with the {_EDGES[arrival.edge]} of {foe.name}")
    if arrival.fought.taken is None and arrival.fought.dealt is not None:
        yield Note(said(foe, "cannot strike back"))


def rules(arrival: Arrival) -> tuple[str, ...]:
    charging = ("BS-7.14-01",) if arrival.plot.step.action == "charge" else ()
    side = () if arrival.edge == "front" else ("BS-8.3-11",)
    return (*charging, "BS-7.8-01", *side)
