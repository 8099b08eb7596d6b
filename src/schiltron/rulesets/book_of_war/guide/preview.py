"""What an answer would do, before it is given: a path, contact and its odds, a shot (chapter B2), a place, a
duel.

Legality is asked of the door itself; the walk shown is the walk that judges and carries out.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from schiltron.battle.guide.answers import Preview, PreviewLeg
from schiltron.battle.guide.plotted_paths import legs_beyond, preview_legs, preview_place
from schiltron.battle.state.decision import (
    Aimed,
    Answer,
    Choose,
    Chosen,
    Command,
    Commanded,
    Move,
    PathDrawn,
    PlaceUnit,
    Plan,
    Planned,
    Played,
    SetDown,
)
from schiltron.battle.words.grammar import noted
from schiltron.rulesets.book_of_war.attacks.breath import ways
from schiltron.rulesets.book_of_war.field import troop_now
from schiltron.rulesets.book_of_war.guide.castles import storm_preview
from schiltron.rulesets.book_of_war.guide.charge import arrive, attack_odds, risks_of
from schiltron.rulesets.book_of_war.guide.heroes import breath_beside, breath_odds
from schiltron.rulesets.book_of_war.guide.plotting import (
    Plot,
    as_drawn,
    by_form,
    declares_first,
    plotted,
    seen_in_the_way,
    walked,
)
from schiltron.rulesets.book_of_war.guide.ships import voyage
from schiltron.rulesets.book_of_war.guide.special_combats import challenge_preview, meeting_note
from schiltron.rulesets.book_of_war.guide.spells import called_upon
from schiltron.rulesets.book_of_war.guide.targets import seen_in_the_line, shot, unmeasured
from schiltron.rulesets.book_of_war.hulls import STRAIGHT
from schiltron.rulesets.book_of_war.movement.assault import is_assault
from schiltron.rulesets.book_of_war.movement.individuals import JOIN, on_the_way
from schiltron.rulesets.book_of_war.movement.paths import SPLIT, walk
from schiltron.rulesets.book_of_war.movement.phase import LONGEST_PATH
from schiltron.rulesets.book_of_war.movement.trial_moves import MOVE
from schiltron.rulesets.book_of_war.movement.voyages import ways_of
from schiltron.rulesets.book_of_war.movement.walking import Walker
from schiltron.rulesets.book_of_war.state import Asked, Battle, Unit
from schiltron.table.contact import Edge
from schiltron.table.lengths import TOLERANCE, show_inches

_EDGES: dict[Edge, str] = {"front": "front", "rear": "rear", "left": "left flank", "right": "right flank"}


def preview(asked: Asked, answer: Answer, plain: Preview) -> Preview:
    """What the answer comes to, given everything against it. Of a plan, the last command is shown."""
    view, decision = asked.view, asked.decision
    if isinstance(answer, Planned) and answer.commands:
        answer = answer.commands[-1]
    match decision, answer:
        case ((Command() | Plan()), Commanded(form=PathDrawn(path=path))) if _may_be_told(view, decision, answer):
            if 0 < len(path) <= LONGEST_PATH:
                plot = plotted(view, view.units[answer.actor], path, answer.action)
                return voyage(view, plot, plain) if plot.unit.afloat else _move(view, plot, plain)
        case ((Command() | Plan()), Commanded(form=Aimed() as form)) if _may_be_told(view, decision, answer):
            unit = view.units[answer.actor]
            if answer.action == JOIN:
                return _join(view, unit, form, plain)
            if answer.action in ways(unit):
                odds = breath_odds(view, unit, answer.action, form.target) if plain.legal else None
                beside = breath_beside(view, unit, answer.action, form.target) if plain.legal else ()
                return replace(plain, odds=odds, beside=beside, notes=odds.notes if odds is not None else ())
            return _shot(view, view.units[answer.actor], form, plain)
        case ((Command() | Plan()), Commanded(form=None)) if is_assault(answer.action) and answer.actor in view.units:
            return storm_preview(view, view.units[answer.actor], answer.action, plain)
        case Move(), PathDrawn(path=path) if 0 < len(path) <= LONGEST_PATH:
            return _move(view, Plot(view.units[decision.unit], path, "split", decision.allowance), plain)
        case Command(), Commanded(form=Played() as play):
            return called_upon(view, play, plain)
        case PlaceUnit(), SetDown() if answer.unit in decision.units:
            return preview_place(view.units[answer.unit], answer, plain)
        case Choose(), Chosen():
            return challenge_preview(view, answer, plain)
    return plain


def _may_be_told(view: Battle, decision: Command | Plan, command: Commanded) -> bool:
    if command.actor not in decision.actors or command.action not in decision.actions:
        return False
    unit = view.units[command.actor]
    if unit.afloat or command.action in STRAIGHT:
        return unit.afloat and command.action in (MOVE, *ways_of(unit))
    return command.action != SPLIT or troop_now(view, view.units[command.actor]).horse_archers


# ---------------------------------------------------------------- moves


def _move(view: Battle, plot: Plot, plain: Preview) -> Preview:
    if declares_first(view):
        return _announced(view, plot, plain)
    walker = walk(view, plot.unit, plot.path, plot.bearing, "illegal", plot.allowance)
    beyond: tuple[PreviewLeg, ...] = ()
    if walker.reasons:
        beyond = legs_beyond(plot.unit, as_drawn(view, plot), walker.reasons)
        walker = walked(view, plot)
    legs = tuple(walker.legs)
    if plain.legal:
        arrival = arrive(view, walker, plot.path, split=plot.bearing == "split")
        legs += arrival.legs
        odds = attack_odds(arrival, plot.unit.id, walker.met.id if walker.met is not None else "")
        plain = replace(plain, odds=odds, risks=risks_of(arrival))
    cost = sum(leg.cost for leg in legs)
    notes = [*_contact(walker, plain), *meeting_note(view, plot.unit, walker.met), *_shooting(view, plot, cost)]
    return replace(
        plain,
        legs=tuple(preview_legs(plot.unit, legs)),
        cost=cost,
        allowance=plot.allowance,
        left=plot.allowance - cost,
        met=walker.met.id if walker.met is not None else "",
        notes=noted(*notes),
        rules=_rules(walker, plot, plain, cost),
        beyond=beyond,
    )


def _announced(view: Battle, plot: Plot, plain: Preview) -> Preview:
    """A path by its form alone: nothing of the table comes into it but what can be seen to stand there (BW-B1-08)."""
    legs = by_form(view, plot)
    cost = sum(leg.cost for leg in legs)
    return replace(
        plain,
        legs=tuple(preview_legs(plot.unit, legs)),
        cost=cost,
        allowance=plot.allowance,
        left=plot.allowance - cost,
        notes=noted("as over open ground; nothing is measured yet, and the move ends where it falls short"),
        rules=("BW-B1-08",),
        bars=seen_in_the_way(view, plot.unit, legs),
    )


def _contact(walker: Walker, plain: Preview) -> Iterator[str]:
    if walker.met is not None:
        yield f"contact with the {_EDGES[walker.edge]} of {walker.met.name}"
    for risk in plain.risks:
        gone = f", {risk.destroyed:.0%} to be destroyed" if risk.destroyed >= 0.005 else ""
        yield f"their pikes strike first: {risk.expected_losses:.1f} fall on average, {risk.breaks:.0%} to break{gone}"


def _shooting(view: Battle, plot: Plot, cost: int) -> Iterator[str]:
    """What the move leaves of the unit's shooting (BW-B2-26, BW-B2-27)."""
    kind = troop_now(view, plot.unit)
    if kind.missile is None or view.own.options.game == "core" or plot.unit.own.turn.shot:
        return
    if kind.missile.at_rest:
        yield "will have moved: may not shoot"
    elif cost > kind.half_move + TOLERANCE:
        yield f"more than half, {show_inches(kind.half_move)}: may not shoot"
    elif not cost:
        yield "has set out: may still shoot, half dice"
    else:
        yield "at most half: may still shoot, half dice"


def _rules(walker: Walker, plot: Plot, plain: Preview, cost: int) -> tuple[str, ...]:
    found = ["BW-B4-28"] if walker.met is not None else []
    found += ["BW-B2-10"] if plain.risks else []
    kind = walker.troop
    if kind.missile is not None:
        found.append("BW-B2-27" if cost > kind.half_move + TOLERANCE else "BW-B2-26")
    return tuple(found)


def _join(view: Battle, unit: Unit, form: Aimed, plain: Preview) -> Preview:
    """The way of a hero to the unit that he is to join (BW-A3-03)."""
    host = view.units.get(form.target)
    if not plain.legal or host is None:
        return plain
    walker = on_the_way(view, unit, host)
    alone, cost = walker.unit, walker.spent
    legs = tuple(preview_legs(alone, tuple(walker.legs)))
    left = walker.allowance - cost
    return replace(plain, legs=legs, cost=cost, allowance=walker.allowance, left=left, rules=("BW-A3-03",))


# ---------------------------------------------------------------- shots and places


def _shot(view: Battle, unit: Unit, form: Aimed, plain: Preview) -> Preview:
    if not plain.legal:
        return plain
    if declares_first(view):
        bars = seen_in_the_line(view, unit, form)
        return replace(plain, odds=unmeasured(view, unit, form), rules=("BW-B1-08",), bars=bars)
    odds, beside, _ = shot(view, unit, form)
    return replace(plain, odds=odds, beside=beside, notes=odds.notes if odds is not None else ())
