"""What is at work in random battles of the books: it ends when it should, and leaves nothing behind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest
from msgspec.structs import replace

from schiltron.battle.door.upgrades import upgraded, written_then
from schiltron.battle.play.agenda import Scene
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.effects import Effect, Moment, OnUnit, While
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.unit import Unit
from schiltron.rulesets import ruleset
from schiltron.table.body import Formed
from tests.whole_battles.recruits import opening, positions

KINDS = [
    ("lily-field", {}, {"march", "charge", "maneuver", "reserve", "morale", "brace"}),
    ("wolf-wood", {"command": "cards"}, {"march", "charge", "ferocious", "coordinated"}),
    ("field-of-lamps", {}, {"hard_rain", "mud", "no_change", "reorganizing"}),
    ("two-crowns", {}, {"unloaded"}),
    ("field-of-wagers", {}, {"shield_ring", "flanks", "all_round"}),
    ("lairn", {}, {"flanks"}),
]


@pytest.mark.parametrize(("scenario", "switches", "wanted"), KINDS)
def test_nothing_outlives_what_it_is_on_or_its_time(scenario: str, switches: dict[str, str], wanted: set[str]) -> None:
    """No id is used twice, and nothing is due before now."""
    for seed in (1, 2, 3):
        met: dict[str, Effect] = {}
        over: set[str] = set()
        for battle in positions(opening(scenario, **switches), seed):
            now = Moment(battle.turn, battle.phase)
            here = {one.id: one for one in battle.effects.all}
            assert len(here) == len(battle.effects.all)
            assert not over & here.keys()
            assert all(met.setdefault(key, one) == one for key, one in here.items())
            over |= met.keys() - here.keys()
            for one in here.values():
                assert not isinstance(one.on, OnUnit) or one.on.unit in battle.units
                for end in one.ends:
                    assert end.unit in battle.units if isinstance(end, While) else not end.moment.is_over(now)
            assert not any(one.moment.is_over(now) for one in battle.due)
        wanted = wanted - {one.kind for one in met.values()}
    assert not wanted, "none of these was ever at work"


@pytest.mark.parametrize(("scenario", "switches", "wanted"), KINDS)
def test_once_it_has_ended_a_unit_is_as_it_was_before(
    scenario: str, switches: dict[str, str], wanted: set[str]
) -> None:
    """But for what it did; and what has ended and begins again leaves everything as it is."""
    seen = 0
    for number, battle in enumerate(positions(opening(scenario, **switches), 1)):
        for effect in battle.effects.all if number % 5 == 0 else ():
            after = lifted(battle, effect)
            assert effect.id not in {one.id for one in after.effects.all}
            for key, unit in battle.units.items():
                touched = isinstance(effect.on, OnUnit) and effect.on.unit == key
                assert after.units[key] == (without(unit, effect) if touched else unit)
            again: Scene = Scene(after, ruleset(battle.ruleset).lapses)  # type: ignore[type-arg]
            again.begin(effect.kind, effect.on, ends=effect.ends, grants=effect.grants, mark=effect.mark)
            assert lifted(again.battle, again.battle.effects.all[-1]) == after
            seen += 1
    assert seen


def lifted(battle: AnyBattle, effect: Effect) -> AnyBattle:
    scene: Scene = Scene(battle, ruleset(battle.ruleset).lapses)  # type: ignore[type-arg]
    scene.lift(effect)
    return scene.battle


def without(unit: Unit, effect: Effect) -> Unit:  # type: ignore[type-arg]
    """The unit as it would be if this had never been at work on it."""
    bare = replace(unit, marks=tuple(mark for mark in unit.marks if mark != effect.mark))
    if getattr(unit.own, "stance", "") != effect.kind:
        return bare
    shown = {"shield_wall": "shield_wall", "shield_ring": "shield_wall", "set_spears": "set_spears"}
    marks = tuple(mark for mark in bare.marks if mark != shown.get(effect.kind, "set_spears"))
    body = replace(unit.body, hedgehog=False) if isinstance(unit.body, Formed) else unit.body
    return replace(bare, marks=marks, body=body, own=replace(unit.own, stance=""))


@pytest.mark.parametrize(("scenario", "switches", "wanted"), KINDS)
def test_what_was_at_work_in_a_position_of_format_3_is_at_work_still(
    scenario: str, switches: dict[str, str], wanted: set[str]
) -> None:
    """Units were marked with it then, by hand; and what is at work is saved."""
    checked = 0
    for number, battle in enumerate(positions(opening(scenario, **switches), 1)):
        if number % 9 == 0 and battle.effects.all:
            book = ruleset(battle.ruleset)
            assert book.decode(encode(battle)) == battle
            then = written_then(battle, 3, book.changes)
            assert then is not None
            now = book.decode(upgraded(then, book.changes))
            assert now.units == battle.units
            assert now.own == battle.own
            assert {one.moment for one in now.due} == {one.moment for one in battle.due}
            assert sorted(map(at_work, now.effects.all)) == sorted(map(at_work, split(battle.effects.all)))
            checked += 1
    assert checked


def at_work(effect: Effect) -> str:
    """An effect but for its name, its kind and its rules, which nobody wrote down then."""
    return repr(replace(effect, id="", kind="", rules=()))


def split(effects: Iterable[Effect]) -> Iterator[Effect]:
    """As many effects as they have grants: a card's were noted one by one."""
    for one in effects:
        yield from (replace(one, grants=(grant,)) for grant in one.grants) if one.grants else (one,)
