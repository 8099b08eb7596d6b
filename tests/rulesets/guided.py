"""Asking the guide of any book, and what must hold of its answers whatever the book."""

from __future__ import annotations

import re
from collections.abc import Iterable
from random import Random
from typing import Any

from schiltron.battle.decision import Commanded, Marched, Waiting
from schiltron.battle.event import Moved
from schiltron.battle.guide import Card, MenuEntry, Overlay, Preview, Target
from schiltron.battle.illegal import Illegal
from schiltron.battle.manoeuvre import Path
from schiltron.battle.order import Reply
from schiltron.battle.ruleset import Ruleset
from schiltron.battle.state import Battle
from schiltron.odds.futures import Future, futures
from tests.rulesets.positions import AnyPlayed, ahead, march

AnyBook = Ruleset[Any, Any, Any]
AnyBattle = Battle[Any, Any, Any]

# ---------------------------------------------------------------- asking


def preview(played: AnyPlayed[Any, Any, Any], answer: Any) -> Preview:
    return played.book.preview(played.battle, played.decision, answer)


def menu(played: AnyPlayed[Any, Any, Any], who: str, *path: Any) -> dict[str, MenuEntry]:
    return {entry.name: entry for entry in played.book.menu(played.battle, played.decision, who, path)}


def targets(played: AnyPlayed[Any, Any, Any], who: str) -> dict[str, Target]:
    return {target.unit: target for target in played.book.targets(played.battle, played.decision, who)}


def overlays_of(book: AnyBook, battle: AnyBattle, who: str, *path: Any) -> dict[str, Overlay]:
    return {overlay.label: overlay for overlay in book.overlays(battle, who, path)}


def card_of(book: AnyBook, battle: AnyBattle, who: str) -> Card:
    """The card of a unit; every line and note of it cites the law, and no line stands twice."""
    found = book.card(battle, who)
    assert found is not None
    assert all(stat.rule in book.law for stat in found.stats)
    assert all(rule in book.law for note in found.notes for rule in cited(note))
    assert len({stat.label for stat in found.stats}) == len(found.stats)
    return found


def cited(text: str) -> list[str]:
    """The rules that a text names in brackets."""
    return [rule for named in re.findall(r"\[([^\]]+)\]", text) for rule in named.split(", ")]


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
                shown = preview(played, Commanded(who, entry.action, Marched((*path, leg))))
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
    assert all(rule in book.law for rule in (*shown.rules, *cited(shown.note)))
    obeyed = book.obey(battle, Reply(decision.seat, decision.id, answer))
    assert not isinstance(obeyed, Illegal)
    actor = answer.actor if isinstance(answer, Commanded) and isinstance(answer.form, Marched) else ""
    return shown, answer, [event for event in obeyed.events if isinstance(event, Moved) and event.unit == actor]


def walked_as_shown(shown: Preview, moved: Moved) -> bool:
    """Whether a unit went the way it was shown, as far as it got."""
    walked = [(leg.manoeuvre, leg.pose, leg.cost) for leg in moved.legs]
    return legs_of(shown)[: len(walked)] == walked
