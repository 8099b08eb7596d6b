"""Asking the guide of any book, and what must hold of its answers whatever the book."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from schiltron.battle.door.futures import Future, futures
from schiltron.battle.door.ruleset import Ruleset
from schiltron.battle.guide.answers import Card, MenuEntry, Overlay, Preview, Target
from schiltron.battle.state.battle import Battle
from schiltron.battle.state.decision import Commanded, PathDrawn, Plan, Planned, Waiting
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.event import Moved
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.manoeuvre import Path
from schiltron.battle.state.order import Reply
from schiltron.battle.words.grammar import in_a_row
from schiltron.rulesets import ruleset
from tests.rulesets.positions import AnyPlayed, ahead, march, turn

AnyBook = Ruleset[Any, Any, Any]
AnyBattle = Battle[Any, Any, Any]

# ---------------------------------------------------------------- asking


def preview(played: AnyPlayed[Any, Any, Any], answer: Any) -> Preview:
    return played.book.preview(played.battle, played.decision, answer)


def menu(played: AnyPlayed[Any, Any, Any], who: str, *path: Any) -> dict[str, MenuEntry]:
    return {entry.name: entry for entry in played.book.menu(played.battle, played.decision, who, path)}


def targets(played: AnyPlayed[Any, Any, Any], who: str) -> dict[str, Target]:
    return {target.unit: target for target in played.book.targets(played.battle, played.decision, who)}


def overlays(battle: AnyBattle, who: str, *path: Any) -> dict[str, Overlay]:
    return {overlay.label: overlay for overlay in ruleset(battle.ruleset).overlays(battle, who, path)}


def card_of(battle: AnyBattle, who: str) -> Card:
    """The card of a unit; every line and note of it cites the law, and no line stands twice."""
    book = ruleset(battle.ruleset)
    found = book.card(battle, who)
    assert found is not None
    assert all(stat.rule in book.law for stat in found.stats)
    assert all(rule in book.law for note in found.notes for rule in note.rules)
    assert len({stat.label for stat in found.stats}) == len(found.stats)
    return found


def stats(battle: AnyBattle, who: str) -> dict[str, str]:
    return {stat.label: stat.value for stat in card_of(battle, who).stats}


def notes(battle: AnyBattle, who: str) -> str:
    return in_a_row(card_of(battle, who).notes)


def everything(view: AnyBattle, seat: str | None, *tried: Callable[[str], Commanded], nobody: str = "nobody") -> bytes:
    """All a seat can be told about a position; each unit, and one that is not there, is tried with these orders too."""
    book = ruleset(view.ruleset)
    asked = next((one for one in view.decisions if one.seat == seat and not isinstance(one, Waiting)), None)
    told: list[Any] = [book.held(view), book.conditions(view), book.duel(view)]
    for who in [*view.units, nobody]:
        told += (
            book.card(view, who),
            book.epithet(view, who),
            book.menu(view, asked, who),
            book.menu(view, asked, who, (ahead(1), turn(20))),
            book.overlays(view, who),
            book.overlays(view, who, (ahead(1),)),
            book.targets(view, asked, who),
        )
        if asked is not None:
            told += (book.preview(view, asked, order(who)) for order in tried)
    return encode(told)


def legs_of(shown: Preview) -> list[tuple[Any, ...]]:
    return [(leg.manoeuvre, leg.pose, leg.cost) for leg in shown.legs]


def ends(played: AnyPlayed[Any, Any, Any]) -> list[Future]:
    """Every way in which the steps put in may end, with its chance."""
    return futures(played.book, played.battle, lambda battle: not battle.agenda)


# ---------------------------------------------------------------- what must hold


def menu_is_obeyed(played: AnyPlayed[Any, Any, Any], who: str, paths: Iterable[Path]) -> None:
    """Every line of a menu cites the law, and every leg it offers after a path may be ordered."""
    law = played.book.law
    for path in paths:
        for entry in played.book.menu(played.battle, played.decision, who, path):
            assert entry.rule in law
            assert not (entry.legs and entry.reasons)
            assert all(rule in law for reason in entry.reasons for rule in reason.rules)
            for leg in entry.legs:
                shown = preview(played, Commanded(who, entry.action, PathDrawn((*path, leg))))
                assert shown.legal, (who, path, leg, shown.reasons)
                assert "not made" not in shown.note


def nobodys_business(played: AnyPlayed[Any, Any, Any], who: str, seat: str = "red") -> None:
    """Another seat's decision is answered with nothing."""
    book = played.book
    view = book.view(played.battle, seat)
    (waiting,) = view.decisions
    assert isinstance(waiting, Waiting)
    assert book.menu(view, waiting, who) == ()
    assert book.targets(view, waiting, who) == ()
    shown = book.preview(view, waiting, march(who, ahead(1)))
    assert (shown.legal, shown.legs, shown.odds) == (False, (), None)


def sampled_preview(book: AnyBook, battle: AnyBattle, random: Random) -> tuple[Preview, Any, list[Moved]]:
    """A random answer to a decision that is open: its preview, itself, and how the unit it names moved.

    It is legal, cites the law, and is obeyed.
    """
    decision = random.choice(battle.decisions)
    view = book.view(battle, decision.seat)
    answer = book.sample(view, decision, random)
    shown = book.preview(view, decision, answer)
    assert shown.legal
    assert all(rule in book.law for rule in (*shown.rules, *(rule for note in shown.notes for rule in note.rules)))
    obeyed = book.obey(battle, Reply(decision.seat, decision.id, answer))
    assert not isinstance(obeyed, Illegal)
    actor = answer.actor if isinstance(answer, Commanded) and isinstance(answer.form, PathDrawn) else ""
    return shown, answer, [event for event in obeyed.events if isinstance(event, Moved) and event.unit == actor]


def walked_as_shown(shown: Preview, moved: Moved) -> bool:
    """Whether a unit went the way it was shown, as far as it got."""
    walked = [(leg.manoeuvre, leg.pose, leg.cost) for leg in moved.legs]
    return legs_of(shown)[: len(walked)] == walked


def judged_alike(book: AnyBook, battle: AnyBattle, decision: Any, order: Commanded) -> Preview:
    """The preview of any order, legal or not: its reasons are the door's, and what it calls legal is obeyed."""
    shown = book.preview(battle, decision, order)
    whole = Planned((order,)) if isinstance(decision, Plan) else order
    obeyed = book.obey(battle, Reply(decision.seat, decision.id, whole))
    assert shown.legal is not isinstance(obeyed, Illegal), order
    assert shown.reasons == (obeyed.reasons if isinstance(obeyed, Illegal) else ())
    return shown


def phases_are_on_the_track(battles: Iterable[AnyBattle]) -> None:
    """Whatever phase a battle is in, the sequence of play names it."""
    for battle in battles:
        assert battle.phase in {"", *(entry.name for entry in ruleset(battle.ruleset).sequence())}
