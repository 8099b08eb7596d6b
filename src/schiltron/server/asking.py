"""Questions about a battle: what a unit may do, what would come of an answer, how far it is, a rule."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from schiltron.battle.decision import Answer, AnyDecision, Waiting
from schiltron.battle.guide import Preview
from schiltron.battle.law import Rule
from schiltron.battle.manoeuvre import Manoeuvre
from schiltron.battle.ruleset import Ruleset
from schiltron.battle.state import AnyBattle
from schiltron.battle.unit import Aboard, OffTable, Unit
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


class AboutTargets(Question, frozen=True, tag="targets"):
    unit: str
    path: AskedPath = ()


class AboutRule(Question, frozen=True, tag="rule"):
    id: str


class AboutDistance(Question, frozen=True, tag="distance", rename={"from_": "from"}):
    """From one unit to another, by their ids."""

    from_: str
    to: str


AnyQuestion = AboutCard | AboutMenu | AboutOverlays | AboutPreview | AboutTargets | AboutRule | AboutDistance


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
            return _preview(book, view, seat, answer)


def _rule(book: AnyRuleset, rule: str) -> Rule:
    if rule not in book.law:
        raise Refusal(404, f"the book has no rule {rule!r}", where="question.id", right="an id as BW-B1-08")
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


def _preview(book: AnyRuleset, view: AnyBattle, seat: str | None, answer: Answer) -> Preview:
    decision = due_of(view, seat)
    if decision is None:
        raise Refusal(409, "nothing is asked of you now", right="wait until it is your turn to decide")
    return book.preview(view, decision, answer)
