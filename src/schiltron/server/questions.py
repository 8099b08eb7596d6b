"""Questions about a battle: what a unit may do, what would come of an answer, how far it is, a rule."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from schiltron.battle.door.group_orders import InTurn, in_turn, set_in_turn
from schiltron.battle.door.ruleset import Ruleset
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.decision import Answer, AnyDecision, Command, Commanded, PlaceUnit, Plan, SetDown, Waiting
from schiltron.battle.state.law import Rule
from schiltron.battle.state.manoeuvre import Manoeuvre
from schiltron.battle.state.unit import Aboard, OffTable, Unit
from schiltron.herald.describing import between, by_eye
from schiltron.server.fault import Refusal
from schiltron.table.lengths import Mil
from schiltron.table.outline import gap

AnyRuleset = Ruleset[Any, Any, Any]
AskedPath = Annotated[tuple[Manoeuvre, ...], Meta(max_length=40)]
"""No book has a path of more legs."""


class Question(Struct, frozen=True, tag_field="about", forbid_unknown_fields=True):
    pass


class AboutCard(Question, frozen=True, tag="card"):
    unit: str


class AboutMenu(Question, frozen=True, tag="menu"):
    unit: str
    path: AskedPath = ()


class AboutOverlays(Question, frozen=True, tag="overlays"):
    unit: str
    path: AskedPath = ()


class AboutPreview(Question, frozen=True, tag="preview"):
    answer: Answer


class AboutTogether(Question, frozen=True, tag="together"):
    """Orders for several units, which are given one after the other or in one plan; or places for several."""

    commands: Annotated[tuple[Commanded | SetDown, ...], Meta(min_length=1, max_length=60)]


class AboutTargets(Question, frozen=True, tag="targets"):
    unit: str
    path: AskedPath = ()


class AboutRule(Question, frozen=True, tag="rule"):
    id: str


class AboutDistance(Question, frozen=True, tag="distance", rename={"from_": "from"}):
    """From one unit to another, by their ids."""

    from_: str
    to: str


class AboutHint(Question, frozen=True, tag="hint"):
    """What a captain would do with what the seat is asked, and why."""


AnyQuestion = (
    AboutCard
    | AboutMenu
    | AboutOverlays
    | AboutPreview
    | AboutTogether
    | AboutTargets
    | AboutRule
    | AboutDistance
    | AboutHint
)


class Distance(Struct, frozen=True):
    """Between the nearest bases of two bodies; no finer than the eye where nothing may be measured yet."""

    distance: Mil
    told: str
    exact: bool


def answered(book: AnyRuleset, view: AnyBattle, seat: str | None, question: AnyQuestion) -> Any:
    """The answer, from what the seat may know; Refusal where there is none."""
    match question:
        case AboutRule(id=rule):
            return _rule(book, rule)
        case AboutDistance(from_=one, to=other):
            return _distance(book, view, _on_table(view, one), _on_table(view, other))
        case AboutCard(unit=unit):
            return book.card(view, _unit(view, unit).id)
        case AboutOverlays(unit=unit, path=path):
            return book.overlays(view, _unit(view, unit).id, path)
        case AboutMenu(unit=unit, path=path):
            return book.menu(view, due_of(view, seat), _unit(view, unit).id, path)
        case AboutTargets(unit=unit, path=path):
            return book.targets(view, due_of(view, seat), _unit(view, unit).id, path)
        case AboutPreview(answer=answer):
            return book.preview(view, _due(view, seat), answer)
        case AboutTogether(commands=commands):
            return _together(book, view, seat, commands)
        case AboutHint():
            raise Refusal(409, "captains think elsewhere", right="a question about the battle")


def _rule(book: AnyRuleset, rule: str) -> Rule:
    if rule not in book.law:
        raise Refusal(404, f"the book has no rule {rule!r}", where="question.id", right="an id such as BW-B1-08")
    return book.law.rule(rule)


def _unit(view: AnyBattle, name: str) -> Unit[Any]:
    unit = view.units.get(name)
    if unit is None:
        raise Refusal(404, f"there is no unit {name!r}", where="question.unit", right="the id of a unit")
    return unit


def _on_table(view: AnyBattle, name: str) -> Unit[Any]:
    unit = _unit(view, name)
    if isinstance(unit.place, OffTable | Aboard):
        raise Refusal(409, f"{unit.name} is not on the table", where="question", right="units that are on the table")
    return unit


def _distance(book: AnyRuleset, view: AnyBattle, one: Unit[Any], other: Unit[Any]) -> Distance:
    told = f"From {one.name} to {other.name}: {between(book, view, one, other)}."
    distance, exact = gap(one.outline, other.outline), book.measures(view)
    return Distance(distance if exact else by_eye(distance), told, exact)


def due_of(view: AnyBattle, seat: str | None) -> AnyDecision | None:
    """What the seat is to decide now."""
    return next((one for one in view.decisions if one.seat == seat and not isinstance(one, Waiting)), None)


def _due(view: AnyBattle, seat: str | None) -> AnyDecision:
    decision = due_of(view, seat)
    if decision is None:
        raise Refusal(409, "nothing is asked of you now", right="wait until it is your turn to decide")
    return decision


def _together(
    book: AnyRuleset, view: AnyBattle, seat: str | None, answers: tuple[Commanded | SetDown, ...]
) -> list[InTurn]:
    decision = _due(view, seat)
    for place, one in enumerate(answers):
        name = one.unit if isinstance(one, SetDown) else one.actor
        if name not in view.units:
            raise Refusal(404, f"there is no unit {name!r}", where=f"question.commands[{place}]")
    places = [one for one in answers if isinstance(one, SetDown)]
    commands = [one for one in answers if isinstance(one, Commanded)]
    if isinstance(decision, PlaceUnit) and not commands:
        return set_in_turn(book, view, decision, places)
    if isinstance(decision, Command | Plan) and not places:
        return in_turn(book, view, decision, commands)
    raise Refusal(409, "units are not told to do that now", where="question.commands", right="answers to what is asked")
