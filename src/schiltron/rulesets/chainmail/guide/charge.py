"""What a charge leads to: whether the enemy stands (CM-MORALE-07 to -15), contact, and the melee round (rules MELEE).

The walk and the contact are made by the code that makes them in play, on a copy of the view; only the dice, and what
the enemy may choose to do first, are left open.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec.structs import replace

from schiltron.battle.guide.answers import Odds, Thrust
from schiltron.battle.guide.plotted_paths import lined_up
from schiltron.battle.guide.probability import at_least, capped, expected, successes
from schiltron.battle.play.agenda import Scene
from schiltron.battle.state.chance import AtLeast
from schiltron.battle.state.event import Leg
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.words.grammar import Note, cited, noted, percent, said
from schiltron.rulesets.chainmail.field import is_fleeing, reorganizing
from schiltron.rulesets.chainmail.fire.passing import passing_fire, throw
from schiltron.rulesets.chainmail.guide.exchange import MELEE, Exchange, exchange
from schiltron.rulesets.chainmail.guide.odds import destroyed, leaves, loosed_odds, most_of, weighed
from schiltron.rulesets.chainmail.guide.plotting import Plot, at_its_end, at_its_half
from schiltron.rulesets.chainmail.melee.contact import arc_onto
from schiltron.rulesets.chainmail.melee.edges import struck_from
from schiltron.rulesets.chainmail.melee.refusing import BACK, may_refuse
from schiltron.rulesets.chainmail.melee.stakes import IMPALED, Stakes, front_rank
from schiltron.rulesets.chainmail.morale.charges import check_due, is_charging
from schiltron.rulesets.chainmail.morale.checks import Check
from schiltron.rulesets.chainmail.morale.outlook import stands
from schiltron.rulesets.chainmail.movement.contact import make_contact
from schiltron.rulesets.chainmail.obedience.peasants import check_to_attack, check_to_defend, check_to_move
from schiltron.rulesets.chainmail.state import CAUGHT, Battle, Unit, with_turn
from schiltron.rulesets.chainmail.troop_traits.kinds import are_peasants, are_staked
from schiltron.rulesets.chainmail.walking.walker import Walker
from schiltron.table.lengths import show_inches

_DIE: Final = 6


class Arrival(NamedTuple):
    """A unit that has come up to an enemy: `before` contact and in it.

    `stands` is the chance that the foe is still there, `holds` that the unit itself does not shy from a foe who charges
    too; `fought` is the round if both are.
    """

    before: Battle
    battle: Battle
    unit: Unit
    foe: Unit
    charging: bool
    stands: float
    holds: float
    fought: Exchange | None

    @property
    def legs(self) -> tuple[Leg, ...]:
        return lined_up(self.before.units[self.unit.id], self.unit)

    @property
    def unready(self) -> bool:
        """Whether the foe has not rallied: it is caught then, if it does not do so at once (CM-MELEE-28)."""
        return is_fleeing(self.foe) or reorganizing(self.foe)

    @property
    def run_down(self) -> bool:
        """Whether the foe flees from these very pikes, who end it (CM-MORALE-09)."""
        flight = self.foe.own.morale.flight
        return flight is not None and flight.pikes == self.unit.id

    @property
    def dealt(self) -> Odds | None:
        """What becomes of the foe, from the moment the unit has come up to it."""
        if self.run_down:
            return _ended(self.foe)
        if self.fought is None:
            return None
        if self.unready:
            return replace(self.fought.dealt, exact=False)
        met = self.stands * self.holds
        odds = weighed(self.fought.dealt, met, otherwise=1.0 - self.stands)
        return replace(odds, exact=odds.exact and self._is_plain)

    @property
    def taken(self) -> Odds | None:
        """What becomes of the unit itself."""
        if self.run_down or self.fought is None:
            return None
        if self.unready:
            return replace(self.fought.taken, exact=False)
        odds = weighed(self.fought.taken, self.stands * self.holds, otherwise=1.0 - self.holds)
        return replace(odds, exact=odds.exact and self._is_plain)

    @property
    def _is_plain(self) -> bool:
        return self.holds == 1.0


def _ended(foe: Unit) -> Odds:
    losses = (*(0.0 for _ in range(foe.figures)), 1.0)
    note = cited("overrun by the pikes it fled from", "CM-MORALE-09")
    return Odds(
        exact=True,
        dice=0,
        needs=most_of(()),
        hits=losses,
        losses=losses,
        expected_losses=expected(losses),
        breaks=0.0,
        notes=noted(note),
        target=foe.id,
        action=MELEE,
        destroyed=1.0,
    )


def arrive(plot: Plot, walker: Walker) -> Arrival | None:
    """The end of a walk that met the enemy; None for one that did not."""
    if walker.met is None:
        return None
    charging = plot.step.action == "charge"
    before = at_its_end(plot, walker)
    unit, foe = before.units[walker.unit.id], before.units[walker.met.id]
    unready = is_fleeing(foe) or reorganizing(foe)
    standing = stands(before, foe, unit) if charging or unready else 1.0
    if are_peasants(before, foe) and not unready:
        standing *= check_to_defend(before, foe, unit).chance
    holds = stands(before, unit, foe) if charging and is_charging(before, foe) else 1.0
    scene = Scene(before)
    if unready:
        scene.change(with_turn(foe, ordered=CAUGHT))
    make_contact(scene, unit.id, foe.id)
    battle = scene.battle
    unit, foe = battle.units[unit.id], battle.units[foe.id]
    return Arrival(before, battle, unit, foe, charging, standing, holds, exchange(battle, unit, foe))


# ---------------------------------------------------------------- what the enemy does first


def under_fire(plot: Plot, walker: Walker) -> tuple[Odds, ...]:
    """Pass-through fire that a unit may be given at the half of its move (CM-MISSILE-17)."""
    if not walker.spent or plot.step.paused:
        return ()
    there = at_its_half(plot, walker)
    fire = passing_fire(there, there.units[plot.step.unit])
    return tuple(replace(loosed_odds(there, one), exact=False) for one in fire)


def thrown_at(arrival: Arrival) -> tuple[Odds, ...]:
    """Axes and spears of those who are charged (CM-MISSILE-32)."""
    before, foe = arrival.before, arrival.before.units[arrival.foe.id]
    judged = throw(before, foe, before.units[arrival.unit.id]) if arrival.charging else []
    return () if isinstance(judged, list) else (replace(loosed_odds(before, judged), exact=False),)


def impaled(arrival: Arrival) -> tuple[Odds, ...]:
    """The front rank of horse on planted stakes, each man on his own (CM-HIST-22)."""
    before = arrival.before
    unit, foe = before.units[arrival.unit.id], before.units[arrival.foe.id]
    if not unit.own.profile.mounted or not are_staked(before, foe):
        return ()
    dice = front_rank(before, Stakes(unit.id, foe.id))
    if not dice:
        return ()
    need = Tally("impaled", (Term("on planted stakes", IMPALED, "CM-HIST-22"),))
    hits = successes(dice, at_least(IMPALED, _DIE))
    losses = capped(hits, unit.figures)
    return (
        Odds(
            exact=False,
            dice=dice,
            needs=need,
            hits=hits,
            losses=losses,
            expected_losses=expected(losses),
            breaks=leaves(before, unit, losses),
            notes=noted(cited("stakes stand before them", "CM-HIST-21", "CM-HIST-22")),
            target=unit.id,
            action="stakes",
            destroyed=destroyed(unit, losses),
            blows=(Thrust(dice, need, AtLeast(IMPALED)),),
        ),
    )


def dared(view: Battle, unit: Unit, met: Unit | None) -> Check | None:
    """What peasants must throw before they move, or attack who they would meet (CM-HIST-08, CM-HIST-09)."""
    if not are_peasants(view, unit):
        return None
    return check_to_attack(view, unit, met) if met is not None else check_to_move(view, unit)


# ---------------------------------------------------------------- in words


def told(arrival: Arrival) -> Iterator[Note]:
    """Whether the enemy stands, what he may do, and how both react to the round."""
    foe = arrival.foe
    if arrival.run_down:
        yield cited(said(foe, "are overrun"), "CM-MORALE-09")
        return
    if arrival.unready:
        rules = ("CM-MELEE-28", "CM-MELEE-29")
        yield cited(f"{percent(arrival.stands)} to rally at once; else it is struck and cannot strike back", *rules)
    else:
        yield from _standing(arrival)
    if may_refuse(arrival.before, arrival.before.units[foe.id]):
        yield cited(f"they may go back {show_inches(BACK)} instead", "CM-MELEE-15")
    yield Note(f"contact with the {arc_onto(arrival.battle, arrival.unit, foe)}")
    if arrival.fought is not None and arrival.fought.after:
        yield arrival.fought.told(arrival.unit, foe)


def _standing(arrival: Arrival) -> Iterator[Note]:
    foe = arrival.before.units[arrival.foe.id]
    check = check_due(arrival.before, foe, arrival.before.units[arrival.unit.id]) if arrival.charging else None
    if check is not None:
        rules = dict.fromkeys((*check.rules, *(term.rule for term in check.terms)))
        need = "without a die" if check.certain else f"on {check.dice_needed} or more"
        yield cited(f"{said(foe, 'stand')} {need}, {percent(arrival.stands)}", *rules)
    if are_peasants(arrival.before, foe):
        defends = check_to_defend(arrival.before, foe, arrival.before.units[arrival.unit.id])
        yield cited(f"peasants: {percent(defends.chance)} to defend themselves", *defends.rules)
    if arrival.holds < 1.0:
        yield cited(f"both charge: {percent(arrival.holds)} that {said(arrival.unit, 'hold')}", "CM-MORALE-13")


def rules(arrival: Arrival) -> tuple[str, ...]:
    arc = struck_from(arrival.before.units[arrival.foe.id], arrival.before.units[arrival.unit.id])
    contact = {"front": "CM-MELEE-01", "flank": "CM-MELEE-25", "rear": "CM-MELEE-26"}[arc]
    return (*(("CM-MELEE-11",) if arrival.charging else ()), contact)
