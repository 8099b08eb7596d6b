"""Targets of a unit with the reasons against and the odds: charges and its melee (rules MELEE), missiles, engines.

Friends whom a commander could join, or horse could support, stand in the same list, with the action that says so.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from schiltron.battle.guide.answers import Odds, Target
from schiltron.battle.guide.target_lists import foes_in_order, named, out_of_reach
from schiltron.battle.movement.escorts import afoot
from schiltron.battle.play.agenda import Scene
from schiltron.battle.state.decision import Aimed, Commanded, PathDrawn
from schiltron.battle.state.event import Leg, Moved
from schiltron.battle.state.field import friends, opponents, troops
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.manoeuvre import Path
from schiltron.battle.words.grammar import noted, said
from schiltron.rulesets.chainmail.artillery.breath import BREATHE
from schiltron.rulesets.chainmail.artillery.outlook import outlook
from schiltron.rulesets.chainmail.artillery.phase import FIRE
from schiltron.rulesets.chainmail.fantasy.archery import arrows_left
from schiltron.rulesets.chainmail.field import alive, goes_as_person
from schiltron.rulesets.chainmail.fire.aiming import aim, is_mark
from schiltron.rulesets.chainmail.fire.declaring import SHOOT
from schiltron.rulesets.chainmail.fire.marksmen import ENCHANTED
from schiltron.rulesets.chainmail.fire.phase import Missiles
from schiltron.rulesets.chainmail.guide.breathing import breathed_on
from schiltron.rulesets.chainmail.guide.charge import Arrival, arrive, impaled, thrown_at, under_fire
from schiltron.rulesets.chainmail.guide.duelling import challenge_odds
from schiltron.rulesets.chainmail.guide.exchange import Exchange, exchange
from schiltron.rulesets.chainmail.guide.odds import fire_odds, loosed_odds
from schiltron.rulesets.chainmail.guide.plotting import plotted, walked
from schiltron.rulesets.chainmail.guide.shots import at_its_middle, by_guess, is_secret, shot_odds, ways_at
from schiltron.rulesets.chainmail.man_to_man.stances import ACTIONS, taken
from schiltron.rulesets.chainmail.melee.challenges import SINGLE_OUT, Challenges, marks_of
from schiltron.rulesets.chainmail.melee.joining import JOIN as COMMIT
from schiltron.rulesets.chainmail.melee.joining import JoinMelees, join, melee_targets
from schiltron.rulesets.chainmail.movement.commanders import JOIN
from schiltron.rulesets.chainmail.movement.trial_moves import CHARGE, FIRE_FIRST, may_split
from schiltron.rulesets.chainmail.state import Asked, Battle, Unit
from schiltron.rulesets.chainmail.steps import Stances
from schiltron.rulesets.chainmail.walking.charges import charge_faults, straight_at
from schiltron.rulesets.chainmail.walking.rates import charge_move
from schiltron.rulesets.chainmail.written.movers import IF_CHARGED
from schiltron.table.lengths import show_inches
from schiltron.table.outline import gap


def targets(view: Battle, asked: Asked | None, unit_id: str, path: Path) -> tuple[Target, ...]:
    """What it could be told to attack now; of a unit that is not asked, its melee.

    A charge is declared from where a unit stands: once a path is plotted, its preview says whom it meets.
    """
    unit = view.units.get(unit_id)
    if unit is None or not alive(unit):
        return ()
    if asked is None or not asked.about(unit_id):
        return tuple(_melee(view, unit)) if unit.on_table else ()
    if isinstance(asked.step, JoinMelees):
        return tuple(_commits(asked, unit))
    if isinstance(asked.step, Challenges):
        return tuple(_challenges(asked, unit))
    if isinstance(asked.step, Stances):
        return tuple(_stances(asked, unit))
    actions = asked.actions
    if SHOOT in actions:
        arrows = _shots(asked, unit, ENCHANTED) if ENCHANTED in actions and arrows_left(unit) > 0 else ()
        return (*_shots(asked, unit), *arrows)
    if BREATHE in actions:
        return tuple(breathed_on(asked, unit))
    if FIRE in actions:
        return tuple(_called(asked, unit))
    if path:
        return ()
    found = list(_charges(asked, unit)) if CHARGE in actions else []
    if FIRE_FIRST in actions and may_split(unit):
        found += _shots(asked, unit, FIRE_FIRST)
    if JOIN in actions and goes_as_person(unit):
        found += _hosts(asked, unit)
    if IF_CHARGED in actions and unit.own.profile.mounted and not goes_as_person(unit):
        found += _supported(asked, unit)
    return tuple(found)


# ---------------------------------------------------------------- missiles and engines


def _shots(asked: Asked, unit: Unit, action: str = SHOOT) -> Iterator[Target]:
    """Every enemy, and whoever of one's own marches to join him (CM-HIST-19)."""
    others = [one for one in asked.view.standing() if one.figures and is_mark(asked.view, unit, one)]
    for enemy in sorted(others, key=lambda one: (gap(unit.outline, one.outline), one.turn_in_line)):
        form = Aimed(enemy.id)
        against = tuple(asked.against(unit, action, form))
        odds = None if against else shot(asked, unit, enemy, enchanted=action == ENCHANTED)
        yield Target(unit=enemy.id, reasons=against, odds=odds, action=action, form=form)


def shot(asked: Asked, unit: Unit, enemy: Unit, *, enchanted: bool = False) -> Odds | None:
    """What a shot that may be fired does."""
    judged = aim(asked.view, unit, enemy, enchanted=enchanted)
    if isinstance(judged, list):
        return None
    step = asked.step
    return fire_odds(asked.view, judged, step.fire) if isinstance(step, Missiles) else loosed_odds(asked.view, judged)


def _called(asked: Asked, unit: Unit) -> Iterator[Target]:
    """The best way to point an engine at each enemy; of those that are guessed none is told (CM-CATAPULT-11)."""
    view = asked.view
    for enemy in foes_in_order(view, unit, measured=not by_guess(view, unit)):
        ways = [form for form in ways_at(view, unit, enemy) if not asked.against(unit, FIRE, form)]
        open_ways = [form for form in ways if not is_secret(view, unit, form)]
        if not ways:
            against = asked.against(unit, FIRE, at_its_middle(unit, enemy))
            reasons = tuple(reason for reason in against if not reason.measured)
            yield Target(enemy.id, reasons or _nothing_in_arc(unit), None, FIRE)
        elif not open_ways:
            yield Target(enemy.id, (), None, FIRE)
        else:
            best = max(open_ways, key=lambda form: outlook(view, unit, form).worth)
            found = shot_odds(view, unit, best)
            odds = next((one for one in found if one.target == enemy.id), None)
            beside = tuple(one for one in found if one is not odds)
            yield Target(enemy.id, (), odds, FIRE, best, beside)


def _nothing_in_arc(unit: Unit) -> tuple[Reason, ...]:
    return (Reason(f"{unit.name} cannot be pointed at any of them", ("CM-CATAPULT-08", "CM-GUN-09")),)


# ---------------------------------------------------------------- charging


def _charges(asked: Asked, unit: Unit) -> Iterator[Target]:
    """Straight at every enemy, the nearest first (CM-MELEE-11)."""
    view = afoot(asked.view, unit)
    unit = view.units[unit.id]
    unable = tuple(charge_faults(view, unit))
    for enemy in foes_in_order(view, unit):
        yield Target(enemy.id, unable, None, CHARGE) if unable else _charge(asked, view, unit, enemy)


def _charge(asked: Asked, view: Battle, unit: Unit, enemy: Unit) -> Target:
    far, apart = charge_move(view, unit), gap(unit.outline, enemy.outline)
    if apart > far.total:
        text = f"{said(enemy, 'are')} {show_inches(apart)} away, a charge goes {show_inches(far.total)}"
        return out_of_reach(enemy, CHARGE, text, "CM-MOVE-01")
    path = straight_at(view, unit, enemy)
    if path is None:
        return out_of_reach(enemy, CHARGE, f"no straight way leads to {enemy.name}", "CM-MELEE-11", "CM-MELEE-13")
    against = tuple(asked.against(unit, CHARGE, PathDrawn(path)))
    if against:
        return Target(enemy.id, against, None, CHARGE)
    plot = plotted(view, unit, path, CHARGE)
    walker = walked(plot)
    arrival = arrive(plot, walker)
    if arrival is None or arrival.foe.id != enemy.id:
        return out_of_reach(enemy, CHARGE, f"others stand before {enemy.name}", "CM-MELEE-11")
    risks = (*under_fire(plot, walker), *thrown_at(arrival), *impaled(arrival))
    odds, taken = in_spite_of(risks, arrival)
    beside = (*risks, *((taken,) if taken is not None else ()))
    return Target(enemy.id, (), odds, CHARGE, PathDrawn(path), beside)


def in_spite_of(risks: tuple[Odds, ...], arrival: Arrival) -> tuple[Odds | None, Odds | None]:
    """What the round does to both; what may be fired at the charger before is left out of it, and it says so."""
    odds, taken = arrival.dealt, arrival.taken
    if not risks:
        return odds, taken
    note = "as if nothing had befallen the attacker before"
    return tuple(  # type: ignore[return-value]
        replace(one, exact=False, notes=noted(*one.notes, note)) if one is not None else None for one in (odds, taken)
    )


# ---------------------------------------------------------------- friends


def _hosts(asked: Asked, unit: Unit) -> Iterator[Target]:
    """The units the commander could join (CM-HIST-35)."""
    for host in friends(asked.view, unit):
        if not goes_as_person(host) and host.id != unit.host and host.figures:
            yield named(asked, unit, JOIN, host)


def _supported(asked: Asked, unit: Unit) -> Iterator[Target]:
    """For whom horse may be ordered to charge if they are charged: itself first (CM-TURN-14)."""
    ours = [one for one in troops(asked.view, unit.side) if one.on_table and one.figures]
    for friend in sorted(ours, key=lambda one: (one.id != unit.id, gap(unit.outline, one.outline), one.turn_in_line)):
        yield named(asked, unit, IF_CHARGED, friend)


# ---------------------------------------------------------------- hand to hand


def _commits(asked: Asked, unit: Unit) -> Iterator[Target]:
    """The enemies of a melee near by whom it could be committed against (CM-MELEE-36)."""
    for enemy in melee_targets(asked.view, unit):
        target = named(asked, unit, COMMIT, enemy)
        if not target.reasons:
            there, _ = committed(asked.view, unit, enemy)
            fought = exchange(there, there.units[unit.id], there.units[enemy.id])
            if fought is not None:
                target = replace(target, odds=fought.dealt, beside=(fought.taken,))
        yield target


def _stances(asked: Asked, unit: Unit) -> Iterator[Target]:
    """What men may be told for the round, against each enemy they fight, and the round if they are (CM-MTM-15)."""
    for enemy in opponents(asked.view, unit):
        for action in ACTIONS:
            target = named(asked, unit, action, enemy)
            fought = None if target.reasons else said_of(asked.view, unit, action, enemy)
            if fought is not None:
                target = replace(target, odds=fought.dealt, beside=(fought.taken,))
            yield target


def _challenges(asked: Asked, unit: Unit) -> Iterator[Target]:
    """Whom a figure may single out, with the dice of both (CM-FANT-HERO-05)."""
    for one in marks_of(asked.view, unit):
        target = named(asked, unit, SINGLE_OUT, one)
        dealt, taken = challenge_odds(asked.view, unit, one)
        beside = (taken,) if taken is not None else ()
        yield replace(target, odds=dealt, beside=beside) if not target.reasons else target


def said_of(view: Battle, unit: Unit, action: str, enemy: Unit) -> Exchange | None:
    """The round if that is said of a unit."""
    there = view.with_unit(taken(unit, Commanded(unit.id, action, Aimed(enemy.id))))
    return exchange(there, there.units[unit.id], enemy)


def committed(view: Battle, unit: Unit, enemy: Unit) -> tuple[Battle, tuple[Leg, ...]]:
    """The battle after a unit has gone up to an enemy in a melee, and how it went."""
    scene = Scene(replace(view, agenda=()))
    join(scene, unit.id, enemy.id)
    legs = tuple(leg for event in scene.events if isinstance(event, Moved) for leg in event.legs)
    return scene.battle, legs


def _melee(view: Battle, unit: Unit) -> Iterator[Target]:
    """Those it fights, and what they do to it."""
    for foe in opponents(view, unit):
        fought = exchange(view, unit, foe)
        if fought is not None:
            odds = replace(fought.dealt, notes=noted(*fought.dealt.notes, fought.told(unit, foe)))
            yield Target(foe.id, (), odds, "melee", beside=(fought.taken,))
