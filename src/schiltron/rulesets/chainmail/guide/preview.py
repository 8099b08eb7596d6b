"""What an answer would do, before it is given (rules MELEE and TURN among others).

It covers a path as it would be walked, fire on the way, contact and the round that follows, a shot, an engine that is
pointed, and a place.

Legality is asked of the door itself; the walk shown is the walk that judges and carries out.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from schiltron.battle.guide.answers import Odds, Preview, PreviewLeg
from schiltron.battle.guide.plotted_paths import legs_beyond, preview_legs, preview_place
from schiltron.battle.guide.probability import at_most
from schiltron.battle.movement.escorts import afoot, way_to
from schiltron.battle.state.decision import (
    Aimed,
    Answer,
    Chosen,
    Commanded,
    Move,
    PathDrawn,
    PlaceUnit,
    Planned,
    Played,
    Pointed,
    SetDown,
)
from schiltron.battle.words.grammar import Note, cited, counted, noted, percent
from schiltron.rulesets.chainmail.engines import is_artillery
from schiltron.rulesets.chainmail.field import in_turns
from schiltron.rulesets.chainmail.fire.declaring import SHOOT
from schiltron.rulesets.chainmail.fire.marksmen import ENCHANTED
from schiltron.rulesets.chainmail.guide.breathing import breath_preview
from schiltron.rulesets.chainmail.guide.charge import (
    Arrival,
    arrive,
    dared,
    impaled,
    rules,
    thrown_at,
    told,
    under_fire,
)
from schiltron.rulesets.chainmail.guide.duelling import challenge_odds
from schiltron.rulesets.chainmail.guide.exchange import Exchange, exchange
from schiltron.rulesets.chainmail.guide.magic import called_upon
from schiltron.rulesets.chainmail.guide.plotting import Plot, as_drawn, going_on, plotted, walked
from schiltron.rulesets.chainmail.guide.shots import shot_preview
from schiltron.rulesets.chainmail.guide.siege import done_about_castle
from schiltron.rulesets.chainmail.guide.targets import committed, in_spite_of, said_of, shot
from schiltron.rulesets.chainmail.guide.tilt_yard import ride_preview
from schiltron.rulesets.chainmail.guide.words import change_rules, changing
from schiltron.rulesets.chainmail.magic.steps import Magic
from schiltron.rulesets.chainmail.man_to_man.stances import RULE_OF
from schiltron.rulesets.chainmail.melee.challenges import Challenges
from schiltron.rulesets.chainmail.melee.joining import JoinMelees
from schiltron.rulesets.chainmail.melee.petrifying import looks, victims
from schiltron.rulesets.chainmail.melee.refusing import BACK, FIGHT, RefuseCombat
from schiltron.rulesets.chainmail.morale.rally import StayOrRun, attacked_need
from schiltron.rulesets.chainmail.movement.carrying import arrived
from schiltron.rulesets.chainmail.movement.commanders import JOIN, rules_of
from schiltron.rulesets.chainmail.movement.contact import in_contact
from schiltron.rulesets.chainmail.movement.trial_moves import FIRE_FIRST
from schiltron.rulesets.chainmail.siege.acts import SiegeActs
from schiltron.rulesets.chainmail.state import Asked, Battle, Unit
from schiltron.rulesets.chainmail.steps import Stances
from schiltron.rulesets.chainmail.walking.walk import LONGEST_PATH
from schiltron.rulesets.chainmail.walking.walker import Walker
from schiltron.rulesets.chainmail.written.movers import IF_CHARGED, without_movers
from schiltron.table.lengths import show_inches

_DIE = 6


def preview(asked: Asked, answer: Answer, plain: Preview) -> Preview:
    """What the answer comes to, given everything against it. Of a plan, the last command is shown, among the others."""
    view, decision = asked.view, asked.decision
    if view.board is None:
        return ride_preview(view, decision, answer, plain)
    if isinstance(answer, Planned) and answer.commands:
        *others, answer = answer.commands
        if asked.about(answer.actor):
            asked = asked._replace(view=without_movers(view, others, view.units[answer.actor]))
    if isinstance(answer, Commanded):
        return _commanded(asked, answer, plain)
    if isinstance(decision, Move) and isinstance(answer, PathDrawn) and 0 < len(answer.path) <= LONGEST_PATH:
        return _move(going_on(view, view.units[decision.unit], answer.path), plain)
    if isinstance(decision, PlaceUnit) and isinstance(answer, SetDown) and answer.unit in decision.units:
        return preview_place(view.units[answer.unit], answer, plain)
    return _chosen(view, answer, plain) if plain.legal and isinstance(answer, Chosen) else plain


# ---------------------------------------------------------------- choices


def _chosen(view: Battle, answer: Chosen, plain: Preview) -> Preview:
    step = view.agenda[0]
    if isinstance(step, RefuseCombat):
        return _refusing(view, step, answer, plain)
    if isinstance(step, StayOrRun):
        return _rallying(view, view.units[step.unit], answer, plain)
    return plain


def _refusing(view: Battle, step: RefuseCombat, answer: Chosen, plain: Preview) -> Preview:
    """The round if they fight; otherwise none (CM-MELEE-15)."""
    if answer.keys != (FIGHT,):
        return replace(
            plain, notes=noted(f"they go back {show_inches(BACK)}, out of the melee"), rules=("CM-MELEE-15",)
        )
    there = in_contact(view, step.attacker, step.unit)
    unit, foe = there.units[step.unit], there.units[step.attacker]
    fought = exchange(there, unit, foe)
    return _with_round(plain, fought, unit, foe) if fought is not None else plain


def _with_round(plain: Preview, fought: Exchange, unit: Unit, foe: Unit) -> Preview:
    odds, beside = fought.dealt, (fought.taken,)
    note = fought.told(unit, foe)
    return replace(plain, odds=odds, beside=beside, met=foe.id, notes=noted(note), rules=("CM-MELEE-01",))


def _rallying(view: Battle, unit: Unit, answer: Chosen, plain: Preview) -> Preview:
    if answer.keys == ("stay",):
        chance = percent(at_most(attacked_need(view, unit), _DIE))
        note = f"in hand again when the turn is over; if attacked before that, {chance} to rally"
        return replace(plain, notes=noted(note), rules=("CM-MELEE-27", "CM-MELEE-28"))
    return replace(
        plain, notes=noted("runs on, and has to dice to rally from then on"), rules=("CM-MELEE-30", "CM-MELEE-31")
    )


# ---------------------------------------------------------------- commands


def _commanded(asked: Asked, command: Commanded, plain: Preview) -> Preview:
    if isinstance(command.form, Played) and isinstance(asked.step, Magic):
        return called_upon(asked.view, command.form, plain)
    if isinstance(command.form, Played) and isinstance(asked.step, SiegeActs):
        return done_about_castle(asked.view, command.form, plain)
    if not asked.about(command.actor) or command.action not in asked.actions:
        return plain
    unit = asked.view.units[command.actor]
    match command:
        case Commanded(action="move" | "charge" | "split" as action, form=PathDrawn(path=path)):
            if 0 < len(path) <= LONGEST_PATH:
                return _move(plotted(asked.view, unit, path, action), plain)
        case Commanded(action=action, form=Aimed(target=target)) if target in asked.view.units:
            return _aimed(asked, unit, action, asked.view.units[target], plain)
        case Commanded(action="breathe", form=Pointed() as form) if unit.on_table:
            return breath_preview(asked.view, unit, form, plain)
        case Commanded(action="fire", form=Pointed() as form) if is_artillery(unit) and unit.on_table:
            return shot_preview(asked.view, unit, form, plain)
    return plain


def _aimed(asked: Asked, unit: Unit, action: str, target: Unit, plain: Preview) -> Preview:
    if isinstance(asked.step, JoinMelees):
        return _commit(asked.view, unit, target, plain) if plain.legal else plain
    if isinstance(asked.step, Challenges):
        dealt, taken = challenge_odds(asked.view, unit, target) if plain.legal else (None, None)
        return replace(plain, odds=dealt, beside=(taken,) if taken is not None else (), met=target.id)
    if isinstance(asked.step, Stances):
        fought = said_of(asked.view, unit, action, target) if plain.legal else None
        if fought is None:
            return plain
        return replace(_with_round(plain, fought, unit, target), rules=(RULE_OF[action],))
    if action in (SHOOT, ENCHANTED, FIRE_FIRST):
        odds = shot(asked, unit, target, enchanted=action == ENCHANTED) if plain.legal else None
        notes = odds.notes if odds is not None else ()
        on = (cited("may move on afterwards, half a move at most", "CM-MISSILE-15"),) if action == FIRE_FIRST else ()
        return replace(plain, odds=odds, met=target.id, notes=noted(*notes, *on) if plain.legal else ())
    if action == IF_CHARGED and plain.legal:
        whom = "itself" if target.id == unit.id else target.name
        note = f"half a charge move in the second half of the turn, at whoever charges {whom}"
        return replace(plain, notes=noted(note), rules=("CM-TURN-14", "CM-TURN-15"))
    if action == JOIN and target.on_table:
        there = afoot(asked.view, unit)
        path = way_to(there.units[unit.id], target)
        return _move(plotted(asked.view, unit, path, JOIN, target.id), plain)
    return plain


def _commit(view: Battle, unit: Unit, target: Unit, plain: Preview) -> Preview:
    """A unit that joins a melee (CM-MELEE-36), and the round."""
    there, legs = committed(view, unit, target)
    fought = exchange(there, there.units[unit.id], there.units[target.id])
    plain = replace(plain, legs=tuple(preview_legs(unit, legs)), cost=sum(leg.cost for leg in legs))
    if fought is None:
        return plain
    return replace(_with_round(plain, fought, unit, target), rules=("CM-MELEE-36",))


# ---------------------------------------------------------------- moves


def _move(plot: Plot, plain: Preview) -> Preview:
    walker = walked(plot)
    beyond: tuple[PreviewLeg, ...] = ()
    if walker.reasons and not plain.legal:
        beyond = legs_beyond(plot.unit, as_drawn(plot), walker.reasons)
    arrival = arrive(plot, walker) if plain.legal else None
    legs = (*walker.legs, *(arrival.legs if arrival is not None else ()))
    fire = under_fire(plot, walker) if plain.legal else ()
    if plain.legal:
        plain = _with_contact(plain, arrival, fire)
    return replace(
        plain,
        legs=tuple(preview_legs(plot.unit, legs)),
        cost=walker.spent,
        allowance=max(0, walker.allowance),
        left=max(0, walker.left),
        met=walker.met.id if walker.met is not None else "",
        notes=noted(*_notes(plot, walker, plain, arrival, fire)),
        rules=tuple(dict.fromkeys((*_rules(arrival, fire), *walker.ground))),
        beyond=beyond,
    )


def _with_contact(plain: Preview, arrival: Arrival | None, fire: tuple[Odds, ...]) -> Preview:
    """Fire at the half, what is thrown at chargers, then the round."""
    if arrival is None:
        return replace(plain, risks=fire)
    risks = (*fire, *thrown_at(arrival), *impaled(arrival))
    odds, taken = in_spite_of(risks, arrival)
    return replace(plain, odds=odds, risks=risks, beside=(taken,) if taken is not None else ())


def _seen_faces(battle: Battle, unit: Unit) -> Iterator[Note]:
    """Who would look at the face of a basilisk where a move ends (CM-FANT-BASILISK-01)."""
    there = battle.with_unit(unit)
    for step in looks(there, unit.id):
        for one in victims(there, step):
            saved = f", saved on {one.need}" if one.need is not None else " and be stone"
            who = f"{counted(one.figures, 'figure')} of {there.units[one.unit].name}"
            yield cited(f"{who} would look at {there.units[step.creature].name}{saved}", one.rule)


def _rules(arrival: Arrival | None, fire: tuple[Odds, ...]) -> tuple[str, ...]:
    passing = ("CM-MISSILE-17", "CM-TURN-08") if fire else ()
    return (*(rules(arrival) if arrival is not None else ()), *passing)


def _notes(
    plot: Plot, walker: Walker, plain: Preview, arrival: Arrival | None, fire: tuple[Odds, ...]
) -> Iterator[Note]:
    dare = dared(plot.battle, plot.unit, walker.met) if plain.legal else None
    if dare is not None:
        yield cited(f"peasants: only on {dare.dice_needed} or more, {percent(dare.chance)}", *dare.rules)
    if fire:
        where = "there" if plot.step.action == "split" and in_turns(plot.battle) else "when it is half way"
        yield cited(f"may be fired at {where}", "CM-MISSILE-17")
    if plain.legal and plot.step.action == "split" and not plot.step.paused:
        halt = "fires there, and may move on half a move" if in_turns(plot.battle) else "halts half way to fire"
        yield cited(halt, "CM-MISSILE-15")
    if arrival is not None:
        yield from told(arrival)
    if plain.legal and plot.battle.own.options.fantasy == "on":
        yield from _seen_faces(plot.battle, arrived(walker, plot.step.action))
    if plain.legal and plot.step.action == JOIN:
        yield cited(f"joins {plot.battle.units[plot.step.target].name}", rules_of(plot.unit)[-1])
    if plain.legal and walker.forming is not None:
        begun = f"{changing(walker.forming)} is begun and goes on next turn"
        yield cited(begun, *change_rules(walker.forming))
    if plain.legal and walker.halted is not None and walker.forming is None:
        text, why = walker.halted
        yield cited(text, *why)
    if walker.on_road:
        yield cited("along the road", "CM-MOVE-02")
