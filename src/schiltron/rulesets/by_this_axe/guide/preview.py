"""What an answer would do, before it is given (rules CMD and TERR among others).

It covers a path as it would be walked, contact and the round that follows, a shot, a card, a duel, a place.

Legality is asked of the door itself; the walk shown is the walk that judges and carries out.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from schiltron.battle.guide.answers import Odds, Preview, PreviewLeg
from schiltron.battle.guide.plotted_paths import legs_beyond, preview_legs, preview_place
from schiltron.battle.movement.escorts import afoot, way_to
from schiltron.battle.play.open_decision import asked_of_the_door
from schiltron.battle.state.decision import (
    Aimed,
    Answer,
    AnyDecision,
    Chosen,
    Command,
    Commanded,
    PathDrawn,
    PlaceUnit,
    Plan,
    Planned,
    Played,
    SetDown,
)
from schiltron.battle.state.manoeuvre import Path
from schiltron.battle.words.grammar import noted, percent
from schiltron.rulesets.by_this_axe.attacks.fighting import Melees
from schiltron.rulesets.by_this_axe.attacks.fire import Casting, declared
from schiltron.rulesets.by_this_axe.attacks.strikes import Succour
from schiltron.rulesets.by_this_axe.duels.challenges import AnswerChallenge, Challenges, Press
from schiltron.rulesets.by_this_axe.duels.duel import Stand
from schiltron.rulesets.by_this_axe.duels.rounds import Allot
from schiltron.rulesets.by_this_axe.guide.cards import played
from schiltron.rulesets.by_this_axe.guide.charge import Arrival, arrive, rules, told
from schiltron.rulesets.by_this_axe.guide.duelling import duel_preview
from schiltron.rulesets.by_this_axe.guide.fights import fight_preview
from schiltron.rulesets.by_this_axe.guide.odds import shot_odds
from schiltron.rulesets.by_this_axe.guide.off_table import off_table_preview
from schiltron.rulesets.by_this_axe.guide.plotting import Plot, as_drawn, plotted, under_fire, walked
from schiltron.rulesets.by_this_axe.guide.spells import spell_preview, succour_preview
from schiltron.rulesets.by_this_axe.magic.prayers import Heal
from schiltron.rulesets.by_this_axe.movement.characters import JOIN, left_behind
from schiltron.rulesets.by_this_axe.movement.charging import AWAY, CHARGE, GETS_AWAY, Retreat, straight_at
from schiltron.rulesets.by_this_axe.movement.phase import LONGEST_PATH, held_back
from schiltron.rulesets.by_this_axe.movement.walk import normal_rate
from schiltron.rulesets.by_this_axe.movement.walker import Action, Walker
from schiltron.rulesets.by_this_axe.state import Asked, Battle, Unit
from schiltron.table.lengths import show_inches

_DIE = 6
_DUELS = (Challenges, AnswerChallenge, Press, Stand, Allot)


def preview(asked: Asked, answer: Answer, plain: Preview) -> Preview:
    """What the answer comes to, given everything against it."""
    view, decision = asked.view, asked.decision
    if isinstance(decision, Command) and isinstance(answer, Commanded):
        return _commanded(view, decision, answer, plain)
    answer = asked_of_the_door(decision, answer)
    if isinstance(decision, Plan) and isinstance(answer, Planned):
        return _declared(view, decision, answer, plain)
    if isinstance(decision, PlaceUnit) and isinstance(answer, SetDown) and answer.unit in decision.units:
        return preview_place(view.units[answer.unit], answer, plain)
    return _chosen(view, decision, answer, plain) if plain.legal else plain


def _chosen(view: Battle, decision: AnyDecision, answer: Answer, plain: Preview) -> Preview:
    step = view.agenda[0]
    if view.board is None:
        return off_table_preview(view, decision, answer, plain)
    if isinstance(step, _DUELS):
        return duel_preview(view, decision, answer, plain)
    if isinstance(step, Casting):
        return spell_preview(view, decision, answer, plain)
    if isinstance(step, Succour):
        return succour_preview(view, step, answer, plain)
    if isinstance(step, Melees):
        return fight_preview(view, step, decision, answer, plain)
    if isinstance(step, Retreat) and answer == Chosen((AWAY,)):
        far = show_inches(normal_rate(view, view.units[step.unit]))
        note = f"{percent(GETS_AWAY / _DIE)} to get up to {far} straight away; else the charge is received"
        return replace(plain, notes=noted(note), rules=("TA-CMD-16",))
    return plain


# ---------------------------------------------------------------- commands


def _commanded(view: Battle, decision: Command, command: Commanded, plain: Preview) -> Preview:
    if isinstance(command.form, Played):
        if isinstance(view.agenda[0], Heal):
            return plain
        return played(view, view.side_at(decision.seat), command.form, plain)
    if command.actor not in decision.actors or command.action not in decision.actions:
        return plain
    unit = view.units[command.actor]
    match command:
        case Commanded(action="move" | "charge" as action, form=PathDrawn(path=path)):
            if 0 < len(path) <= LONGEST_PATH:
                return _move(plotted(view, unit, path, action), plain)
        case Commanded(action=action, form=Aimed(target=target)) if target in view.units:
            return _aimed(view, unit, action, view.units[target], plain)
    return plain


def _aimed(view: Battle, unit: Unit, action: str, target: Unit, plain: Preview) -> Preview:
    if action not in (CHARGE, JOIN) or not target.on_table:
        return plain
    there = afoot(view, unit)
    going: Action = CHARGE if action == CHARGE else JOIN
    path = _straight(there, there.units[unit.id], target, going)
    return _move(plotted(view, unit, path, going, target.id), plain) if path is not None else plain


def _straight(view: Battle, unit: Unit, target: Unit, going: Action) -> Path | None:
    return straight_at(view, unit, target) if going == CHARGE else way_to(unit, target)


def _declared(view: Battle, decision: Plan, answer: Planned, plain: Preview) -> Preview:
    """The last shot of those declared so far; no other side sees any of them before all have declared (TA-TURN-04)."""
    if not plain.legal or not answer.commands:
        return plain
    *before, last = declared(view, decision, answer.commands)[0]
    odds = shot_odds(view, last, before)
    return replace(plain, odds=odds, notes=odds.notes)


# ---------------------------------------------------------------- moves


def _move(plot: Plot, plain: Preview) -> Preview:
    walker = walked(plot)
    beyond: tuple[PreviewLeg, ...] = ()
    if walker.reasons and not plain.legal:
        beyond = legs_beyond(plot.unit, as_drawn(plot), walker.reasons)
    arrival = arrive(walker) if plain.legal else None
    legs = (*walker.legs, *(arrival.legs if arrival is not None else ()))
    fire = _fire_on_the_way(plot) if plain.legal else ()
    if plain.legal:
        plain = _with_fire(_with_contact(plain, arrival), fire)
    return replace(
        plain,
        legs=tuple(preview_legs(plot.unit, legs)),
        cost=walker.spent,
        allowance=plot.allowance,
        left=max(0, plot.allowance - walker.spent),
        met=walker.met.id if walker.met is not None else "",
        notes=noted(*_notes(walker, plot, plain, arrival, fire)),
        rules=tuple(dict.fromkeys((*_rules(plot, walker, arrival), *plain.rules))),
        beyond=beyond,
    )


def _rules(plot: Plot, walker: Walker, arrival: Arrival | None) -> Iterator[str]:
    yield from rules(arrival) if arrival is not None else ()
    yield from walker.ground
    if left_behind(plot.battle, walker.standing):
        yield "TA-CHAR-11"


def _with_contact(plain: Preview, arrival: Arrival | None) -> Preview:
    if arrival is None:
        return plain
    return replace(plain, odds=arrival.round.dealt, risks=arrival.risks, beside=arrival.beside)


def _fire_on_the_way(plot: Plot) -> tuple[Odds, ...]:
    """Of enemies who held their fire (TA-CMD-34)."""
    if plot.battle.own.options.command == "none":
        return ()
    return tuple(shot_odds(battle, one, phase="movement") for battle, one in under_fire(plot))


def _with_fire(plain: Preview, fire: tuple[Odds, ...]) -> Preview:
    """Fire held back comes before everything else (TA-CMD-34)."""
    return replace(plain, risks=(*fire, *plain.risks), rules=("TA-CMD-34",)) if fire else plain


def _notes(
    walker: Walker, plot: Plot, plain: Preview, arrival: Arrival | None, fire: tuple[Odds, ...]
) -> Iterator[str]:
    if fire:
        yield "enemies who held their fire shoot on the way"
    if arrival is not None:
        yield from told(arrival)
    elif plain.legal and walker.reasons:
        yield f"the charge falls short after {show_inches(walker.spent)}, and is tried all the same"
    if plain.legal and plot.step.action == JOIN:
        host = plot.battle.units[plot.step.target]
        yield f"joins {host.name}"
        if not held_back(plot.battle, host):
            yield "a move of theirs later in this turn leaves him behind"
    for one in left_behind(plot.battle, walker.standing) if plain.legal else ():
        yield f"{one.name} walked to them this turn and stays behind"
    if walker.guessed:
        yield f"woods take {_in_woods(plot.unit)}: the move may end short"
    if walker.pause == "river":
        yield "the river ends the move"


def _in_woods(unit: Unit) -> str:
    """TA-TERR-03, TA-TERR-04."""
    return "1 to 6″" if unit.own.profile.mounted else "1 or 2″"
