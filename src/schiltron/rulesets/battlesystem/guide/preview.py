"""What an answer would do, before it is given (case 7.12 and others).

It covers a path as it would be walked, contact and the melee that follows, a shot, a withdrawal, an attempt to rally,
and a place.

Legality is asked of the door itself; the walk shown is the walk that judges and carries out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from schiltron.battle.guide.answers import Preview, PreviewLeg
from schiltron.battle.guide.plotted_paths import preview_legs, preview_place
from schiltron.battle.movement.escorts import afoot, way_to
from schiltron.battle.state.decision import Aimed, Answer, Chosen, Commanded, Move, PathDrawn, PlaceUnit, SetDown
from schiltron.battle.state.event import Leg, Moved
from schiltron.battle.words.grammar import Note, cited, listed, noted, percent, said
from schiltron.rulesets.battlesystem.command.rallying import ACTIONS as ATTEMPTS
from schiltron.rulesets.battlesystem.command.spells import DeclareSpells
from schiltron.rulesets.battlesystem.field import company_of, is_individual
from schiltron.rulesets.battlesystem.guide.arrival import Arrival, arrive, odds_of, rules, told, under_fire
from schiltron.rulesets.battlesystem.guide.odds import Exchange, exchange, strike_odds
from schiltron.rulesets.battlesystem.guide.plotting import (
    Plot,
    as_drawn,
    declares_first,
    legs_of,
    plotted,
    seen_in_the_way,
    walked,
)
from schiltron.rulesets.battlesystem.guide.shots import shot_odds
from schiltron.rulesets.battlesystem.guide.targets import foes_of
from schiltron.rulesets.battlesystem.in_command import in_command
from schiltron.rulesets.battlesystem.melee.fights import Melees, key_of, open_melees
from schiltron.rulesets.battlesystem.melee.parties import Pair
from schiltron.rulesets.battlesystem.missiles.limits import after_moving, entitled
from schiltron.rulesets.battlesystem.missiles.volleys import SHOOT
from schiltron.rulesets.battlesystem.morale.current import current_morale
from schiltron.rulesets.battlesystem.morale.dice import chance
from schiltron.rulesets.battlesystem.movement.engaged import FLEE, WITHDRAW, WRAP
from schiltron.rulesets.battlesystem.movement.individuals import JOIN
from schiltron.rulesets.battlesystem.movement.running import FLEE as RUN_AWAY
from schiltron.rulesets.battlesystem.movement.running import Flee
from schiltron.rulesets.battlesystem.movement.together import TOGETHER, without_fellows
from schiltron.rulesets.battlesystem.movement.walk import LONGEST_PATH
from schiltron.rulesets.battlesystem.movement.walker import Walker
from schiltron.rulesets.battlesystem.movement.withdrawing import DRAW_BACK, withdrawal
from schiltron.rulesets.battlesystem.movement.wrapping import shaped
from schiltron.rulesets.battlesystem.outlook import heeds
from schiltron.rulesets.battlesystem.ranks import LAPSES
from schiltron.rulesets.battlesystem.state import Asked, Battle, Scene, Unit, with_command, with_turn
from schiltron.rulesets.battlesystem.steps import Action
from schiltron.table.body import Formed
from schiltron.table.lengths import show_inches

_PATHS: Final[dict[str, Action]] = {
    "move": "move",
    "charge": "charge",
    "force_march": "force_march",
    "split": "split",
    TOGETHER: "move",
}
_UNMEASURED: Final = "as over open ground; nothing is measured yet, and the move ends where it falls short"


def preview(asked: Asked, answer: Answer, plain: Preview) -> Preview:
    """What the answer comes to, given everything against it."""
    view, decision = asked.view, asked.decision
    if isinstance(answer, Commanded):
        return _commanded(asked, answer, plain)
    if isinstance(decision, Move) and isinstance(answer, PathDrawn) and 0 < len(answer.path) <= LONGEST_PATH:
        return _move(plotted(view, view.units[decision.unit], answer.path, "move"), "move", plain)
    if isinstance(decision, PlaceUnit) and isinstance(answer, SetDown) and answer.unit in decision.units:
        return preview_place(_drawn_up(view.units[answer.unit], decision, answer), answer, plain)
    step = view.agenda[0]
    if plain.legal and isinstance(step, Melees) and isinstance(answer, Chosen):
        return _next_melee(view, step, answer, plain)
    if plain.legal and isinstance(step, DeclareSpells) and isinstance(answer, Chosen):
        return _spells(view, answer, plain)
    return plain


def _spells(view: Battle, answer: Chosen, plain: Preview) -> Preview:
    """Who is out of command if these cast spells (BS-9.2-02)."""
    there = view
    for key in answer.keys:
        one = view.units[key]
        there = there.with_unit(with_command(one, casting_in=view.turn))
    lost = [unit.name for unit in view.standing() if in_command(view, unit) and not in_command(there, unit)]
    if not lost:
        return plain
    return replace(plain, notes=noted(f"out of command for the round: {listed(lost)}"), rules=("BS-9.2-02",))


def _drawn_up(unit: Unit, decision: PlaceUnit, answer: SetDown) -> Unit:
    """A unit as it would stand in the formation that is named (BS-S1-02)."""
    offered = (one for one in decision.formations if (one.unit, one.formation) == (unit.id, answer.formation))
    found = next(offered, None)
    if found is None or not isinstance(unit.body, Formed):
        return unit
    return replace(unit, body=replace(unit.body, spacing=found.spacing))


def _next_melee(view: Battle, step: Melees, answer: Chosen, plain: Preview) -> Preview:
    """The melee that would be fought next (BS-1.6-03)."""
    pair = next((one for one in open_melees(view, step) if key_of(one) == answer.keys[0]), None)
    units = _of_pair(view, pair) if pair is not None else None
    if units is None:
        return plain
    fought = exchange(view, *units)
    beside = (fought.taken,) if fought.taken is not None else ()
    note = cited(_expected(view, fought), "BS-8.0-02")
    return replace(plain, odds=fought.dealt, beside=beside, met=units[1].id, notes=noted(note), rules=("BS-8.0-02",))


def _expected(view: Battle, fought: Exchange) -> str:
    """What both may expect to lose: figures, and of a single one how likely he falls."""
    said = []
    for odds in (fought.dealt, fought.taken):
        if odds is not None and odds.target in view.units:
            target = view.units[odds.target]
            name = company.name if (company := company_of(view, target)) is not None else target.name
            alone = is_individual(target)
            said.append(
                f"{percent(odds.destroyed)} that {name} falls" if alone else f"{name} {odds.expected_losses:.1f}"
            )
    return f"lost on average: {', '.join(said)}" if said else "nobody can strike"


def _of_pair(view: Battle, pair: Pair) -> tuple[Unit, Unit] | None:
    """The two parties, that of the side with the initiative first; None where they are out of contact."""
    units = [unit for unit in view.standing() if (unit.of or unit.id) in pair]
    units.sort(key=lambda unit: view.own.order.index(unit.side) if view.own.order else 0)
    for unit in units:
        for foe in foes_of(view, unit):
            if (foe.of or foe.id) in pair:
                return unit, foe
    return None


# ---------------------------------------------------------------- commands


def _commanded(asked: Asked, command: Commanded, plain: Preview) -> Preview:
    if not asked.about(command.actor) or command.action not in asked.actions:
        return plain
    view, unit, action = asked.view, asked.view.units[command.actor], command.action
    match command.form:
        case PathDrawn(path=path) if action in _PATHS and 0 < len(path) <= LONGEST_PATH:
            there = without_fellows(view, unit) if action == TOGETHER and unit.of else view
            return _move(plotted(there, unit, path, _PATHS[action]), action, plain)
        case PathDrawn(path=path) if action == WRAP:
            return _wrap(view, unit, PathDrawn(path), plain)
        case Aimed(target=target) as form if target in view.units:
            return _aimed(view, unit, action, form, plain)
    if plain.legal and action == WITHDRAW:
        return _withdraw(view, unit, plain)
    if plain.legal and action == FLEE:
        return _flee(view, unit, plain)
    return plain


def _aimed(view: Battle, unit: Unit, action: str, form: Aimed, plain: Preview) -> Preview:
    target = view.units[form.target]
    if action == SHOOT:
        odds = shot_odds(view, unit, form) if plain.legal else None
        return replace(plain, odds=odds, met=target.id, notes=odds.notes if odds is not None else ())
    if action in ATTEMPTS and plain.legal:
        return _attempt(view, unit, target, plain)
    if action == JOIN and target.on_table and not is_individual(target):
        path = way_to(afoot(view, unit).units[unit.id], target)
        if plain.legal and not declares_first(view):
            return _move(plotted(view, unit, path, "join", target.id), JOIN, plain)
        return replace(plain, notes=noted(f"goes to {target.name}") if plain.legal else (), rules=("BS-9.2-01",))
    return plain


def _attempt(view: Battle, commander: Unit, unit: Unit, plain: Preview) -> Preview:
    number = current_morale(view, unit, rallied_by=commander)
    note = f"{said(unit, 'heed')} him on {number.total} or less with 2d10, {percent(heeds(view, commander, unit))}"
    return replace(
        plain, notes=noted(cited(note, "BS-6.2-01")), rules=tuple(dict.fromkeys(("BS-6.2-01", *number.rules)))
    )


# ---------------------------------------------------------------- in contact


def _wrap(view: Battle, unit: Unit, form: PathDrawn, plain: Preview) -> Preview:
    """The ends of its line round the enemy (BS-7.11-01)."""
    shape = shaped(view, unit, form.path)
    if not plain.legal or isinstance(shape, list):
        return plain
    leg = Leg(form.path[0], shape.pose, shape.body, shape.cost)
    return replace(plain, legs=tuple(preview_legs(unit, (leg,))), cost=shape.cost, rules=("BS-7.11-01", "BS-7.11-02"))


def _withdraw(view: Battle, unit: Unit, plain: Preview) -> Preview:
    """Three inches back; each enemy stays or follows (BS-7.12-01, BS-7.12-03)."""
    scene = _undisturbed(view)
    assert DRAW_BACK.do is not None
    DRAW_BACK.do(scene, withdrawal(unit.id))
    legs = _told_legs(scene)
    note = cited(f"{_foes(view, unit)} may follow, or stay and not charge it this round", "BS-7.12-03", "BS-7.12-05")
    return replace(
        plain,
        legs=tuple(preview_legs(unit, legs)),
        cost=sum(leg.cost for leg in legs),
        notes=noted(note),
        rules=("BS-7.12-01",),
    )


def _flee(view: Battle, unit: Unit, plain: Preview) -> Preview:
    """Every enemy in contact strikes once at its back, and then it runs (BS-8.8-02, BS-8.8-03)."""
    foes = tuple(foes_of(view, unit))
    parties = dict.fromkeys(foe.of or foe.id for foe in foes)
    struck = (strike_odds(view, key, unit.of or unit.id, fleeing=unit.id) for key in parties)
    risks = tuple(replace(one, exact=False) if len(parties) > 1 else one for one in struck if one is not None)
    scene = _undisturbed(view)
    assert RUN_AWAY.do is not None
    RUN_AWAY.do(scene, Flee(unit.id, tuple(one.id for one in foes)))
    legs = _told_legs(scene)
    return replace(
        plain,
        legs=tuple(preview_legs(unit, legs)),
        cost=sum(leg.cost for leg in legs),
        risks=risks,
        notes=noted(cited(f"{_foes(view, unit)} strike at its back first, and it does not strike back", "BS-8.8-03")),
        rules=("BS-8.8-02", "BS-8.8-03"),
    )


def _foes(view: Battle, unit: Unit) -> str:
    return listed([one.name for one in foes_of(view, unit)]) or "nobody"


def _undisturbed(view: Battle) -> Scene:
    """A scene in which nobody fires at who moves."""
    return Scene(replace(view, agenda=(), phase=""), LAPSES)


def _told_legs(scene: Scene) -> tuple[Leg, ...]:
    return tuple(leg for event in scene.events if isinstance(event, Moved) for leg in event.legs)


# ---------------------------------------------------------------- moves


def _move(plot: Plot, action: str, plain: Preview) -> Preview:
    walker = walked(plot)
    beyond: tuple[PreviewLeg, ...] = ()
    legs = legs_of(plot, walker)
    if plain.reasons:
        failed = min(reason.leg or 0 for reason in plain.reasons)
        beyond = tuple(preview_legs(plot.unit, as_drawn(plot)))[failed:]
        legs = legs[:failed] if declares_first(plot.battle) else legs
    open_book = plain.legal and not declares_first(plot.battle)
    arrival = arrive(plot, walker) if open_book else None
    if open_book:
        plain = _with_contact(plot, walker, arrival, plain)
    legs = (*legs, *(arrival.legs if arrival is not None else ()))
    return replace(
        plain,
        legs=tuple(preview_legs(plot.unit, legs)),
        cost=walker.spent,
        allowance=max(0, walker.allowance),
        left=max(0, walker.left),
        met=walker.met.id if walker.met is not None else "",
        notes=noted(*_notes(plot, action, walker, plain, arrival)),
        rules=tuple(dict.fromkeys(_rules(plot, walker, plain, arrival))),
        beyond=beyond,
        bars=seen_in_the_way(plot, legs) if declares_first(plot.battle) else (),
    )


def _with_contact(plot: Plot, walker: Walker, arrival: Arrival | None, plain: Preview) -> Preview:
    """Fire on the way, then the melee."""
    risks = under_fire(plot, walker)
    if arrival is None:
        return replace(plain, risks=risks)
    fought = odds_of(arrival, risks)
    return replace(plain, odds=fought.dealt, risks=risks, beside=(fought.taken,) if fought.taken is not None else ())


def _rules(plot: Plot, walker: Walker, plain: Preview, arrival: Arrival | None) -> Iterator[str]:
    if declares_first(plot.battle):
        yield from ("BS-3.5-01", "BS-7.7-02")
    if arrival is not None:
        yield from rules(arrival)
    if plain.risks:
        yield "BS-10.6-01"
    yield from walker.ground
    if walker.on_road:
        yield "BS-11.8-01"


def _notes(plot: Plot, action: str, walker: Walker, plain: Preview, arrival: Arrival | None) -> Iterator[Note]:
    battle, unit = plot.battle, plot.unit
    if declares_first(battle):
        yield cited(_UNMEASURED, "BS-3.5-01", "BS-7.7-02")
    if plain.risks:
        yield cited("may be shot at on the way", "BS-10.6-01")
    if arrival is not None:
        yield from told(arrival)
    if not plain.legal:
        return
    for reason in walker.reasons[:1]:
        yield cited(f"it goes only so far: {reason.text}", *reason.rules)
    if action == TOGETHER:
        yield cited("all of them go the same way, each as far as it may", "BS-2.9-05")
    if action == "force_march" and not is_individual(unit):
        tired = 1.0 - chance(current_morale(battle, unit, ("forced_march",)))
        yield cited(f"{percent(tired)} to be tired at its end: AR worse by 1", "BS-7.13-03")
    if action == "split":
        yield cited("then shoots, and may go on with the rest of the move", "BS-10.5-01")
    if action == JOIN:
        yield cited(f"joins {battle.units[plot.step.target].name}", "BS-9.2-01")
    if walker.formation != unit.own.formation:
        yield Note(f"in {walker.formation} formation then")
    if walker.on_road:
        yield cited("along the road", "BS-11.8-01")
    yield from _shooting(battle, unit, walker)


def _shooting(battle: Battle, unit: Unit, walker: Walker) -> Iterator[Note]:
    """What the move leaves of a unit's shots (BS-10.4-02)."""
    shots = entitled(battle, unit).value
    if not shots or not walker.spent or walker.action == "split":
        return
    moved = with_turn(unit, moved=True, spent=unit.own.turn.spent + walker.spent)
    left = after_moving(battle, moved, shots)
    if left < shots:
        yield cited(f"after {show_inches(walker.spent)} it shoots {left} of {shots} times", "BS-10.4-02")
