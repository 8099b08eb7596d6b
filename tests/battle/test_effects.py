"""Effects with an end, moments, deeds and steps that are put off, on the toy's ford."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.play.agenda import Scene, Step, does, gathered, run
from schiltron.battle.play.upkeep import upkeep
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.effects import NOTHING, Effect, Effects, Grant, Later, Moment, OnField, OnUnit, Until, While
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.event import REFEREE, Marked
from schiltron.battle.state.memory import same_position
from schiltron.battle.state.unit import Aboard, Unit
from tests.battle.toy import TOY, begun, ford


class Turn(Struct, frozen=True):
    moved: bool = False
    shot: bool = False


class Own(Struct, frozen=True):
    turn: Turn = Turn()
    sings: bool = False


class Knock(Step, frozen=True, tag="toy.knock"):
    name: str


def crossing() -> AnyBattle:
    """Bands that remember what they did this turn."""
    battle = begun(ford(ambush=2))
    return replace(battle, agenda=(), units={key: replace(one, own=Own()) for key, one in battle.units.items()})


@pytest.fixture
def scene() -> Scene[Any, Any, Any]:
    return Scene(crossing(), {"song": _falls_silent})


def _falls_silent(scene: Scene[Any, Any, Any], effect: Effect, _rules: tuple[str, ...]) -> None:
    unit: Unit[Own] = scene.unit(effect.on.unit)  # type: ignore[union-attr]
    scene.change(replace(unit, own=replace(unit.own, sings=False)))


def sing(scene: Scene[Any, Any, Any], unit_id: str, *ends: Until | While) -> None:
    unit = scene.unit(unit_id)
    scene.change(replace(unit, own=replace(unit.own, sings=True)))
    scene.begin("song", OnUnit(unit_id), ends=ends, mark="singing", rules=("TOY-8",), grants=(Grant("nerve", 2),))


# ---------------------------------------------------------------- moments


def test_a_moment_is_over_when_it_has_come_or_its_turn_has_ended() -> None:
    march = Moment(2, "march")
    assert march.is_over(Moment(2, "march"))
    assert march.is_over(Moment(2, edge="end"))
    assert march.is_over(Moment(3))
    for now in (Moment(1, edge="end"), Moment(2), Moment(2, "bids"), Moment(2, "march", "end")):
        assert march.is_over(now) is (now == Moment(2, "march"))


# ---------------------------------------------------------------- effects


def test_an_effect_is_found_by_its_unit_its_kind_and_what_it_grants(scene: Scene[Any, Any, Any]) -> None:
    sing(scene, "wolves")
    scene.begin("rain", OnField(), grants=(Grant("march", times=(1, 2)),))
    effects = scene.battle.effects
    assert [one.kind for one in effects.on_unit("wolves")] == ["song"]
    assert [one.kind for one in effects.on_field] == ["rain"]
    assert [one.grant for one in effects.granted("wolves", "nerve", "luck")] == [Grant("nerve", 2)]
    assert effects.first("wolves", "luck") is None
    assert effects.of_kind("wolves", "song") is effects.all[0]
    assert effects.of_kind("wolves", "rain") is effects.of_kind("shepherd", "song") is None
    assert effects.all[0].id != effects.all[1].id


def test_what_an_effect_changed_is_put_back_by_whoever_ends_it(scene: Scene[Any, Any, Any]) -> None:
    before = scene.battle
    sing(scene, "wolves")
    (effect,) = scene.battle.effects.all
    assert scene.unit("wolves").has("singing")
    scene.lift(effect, ("TOY-9",))
    assert scene.battle == before
    assert [(one.mark, one.on, one.rules) for one in scene.events if isinstance(one, Marked)] == [
        ("singing", True, ("TOY-8",)),
        ("singing", False, ("TOY-9",)),
    ]
    told = len(scene.events)
    scene.lift(effect)
    assert (scene.battle, len(scene.events)) == (before, told), "it has ended, once"


def test_an_effect_that_ends_in_its_time_ends_by_its_own_rules(scene: Scene[Any, Any, Any]) -> None:
    before = scene.battle
    sing(scene, "wolves", Until(Moment(2, edge="end")))
    upkeep(scene, Moment(1, edge="end"))
    upkeep(scene, Moment(2))
    assert scene.battle.effects.all
    upkeep(scene, Moment(2, edge="end"))
    assert scene.battle == before
    (*_, told) = scene.events
    assert told.rules == ("TOY-8",)


def test_an_id_is_not_used_twice_even_where_no_order_came_between() -> None:
    first: Scene[Any, Any, Any] = Scene(crossing())
    first.begin("rain", OnField())
    second: Scene[Any, Any, Any] = Scene(first.battle)
    second.begin("mud", OnField())
    assert len({one.id for one in second.battle.effects.all}) == 2


def test_the_position_is_another_where_something_else_is_at_work() -> None:
    battle = crossing()
    assert same_position(battle, replace(battle))
    assert not same_position(battle, battle.with_effect(Effect("1", "rain", OnField())))
    assert not same_position(battle, replace(battle, due=(Later(Moment(3), Step()),)))


# ---------------------------------------------------------------- deeds


def test_a_deed_is_written_down_and_ends_what_lasted_without_it(scene: Scene[Any, Any, Any]) -> None:
    sing(scene, "wolves", While("wolves", ("shot", "howls")), Until(Moment(9)))
    scene.deed("wolves", "moved")
    assert scene.unit("wolves").own == Own(Turn(moved=True), sings=True)
    other = next(key for key in scene.battle.units if key != "wolves")
    scene.deed(other, "shot")
    assert scene.battle.effects.all
    scene.deed("wolves", "howls", rules=("TOY-9",))
    assert not scene.battle.effects.all
    assert scene.unit("wolves").own == Own(Turn(moved=True)), "no turn keeps a record of howling"
    assert scene.events[-1].rules == ("TOY-9",)


# ---------------------------------------------------------------- steps


def test_what_comes_after_comes_behind_what_the_handler_has_pushed() -> None:
    heard: list[str] = []

    def knock(scene: Scene[Any, Any, Any], step: Knock) -> None:
        heard.append(step.name)
        if step.name == "first":
            scene.now(Knock("pushed"))
            scene.after(Knock("after"))
            scene.after(Knock("last"))
            scene.now(Knock("before"))

    scene: Scene[Any, Any, Any] = Scene(replace(crossing(), agenda=(Knock("first"), Knock("rest"))))
    run(undisturbed(scene), gathered(does(Knock, knock)), lambda battle, _: battle)
    assert heard == ["first", "before", "pushed", "after", "last", "rest"]


def undisturbed(scene: Scene[Any, Any, Any]) -> Scene[Any, Any, Any]:
    scene.set(decisions=(), roll=None)
    return scene


def test_what_is_put_off_comes_when_its_moment_does(scene: Scene[Any, Any, Any]) -> None:
    scene.set(agenda=(Knock("rest"),))
    scene.at(Moment(2, "march"), Knock("one"))
    scene.at(Moment(3), Knock("three"))
    scene.at(Moment(2, "march"), Knock("two"))
    upkeep(scene, Moment(2))
    assert scene.battle.agenda == (Knock("rest"),)
    upkeep(scene, Moment(2, "march"))
    assert scene.battle.agenda == (Knock("one"), Knock("two"), Knock("rest"))
    assert scene.battle.due == (Later(Moment(3), Knock("three")),)


# ---------------------------------------------------------------- what a seat may know


def test_what_only_some_know_of_is_in_nobody_elses_view() -> None:
    plain = crossing()
    scene: Scene[Any, Any, Any] = Scene(plain)
    scene.begin("curse", OnField(), audience=("ben",))
    scene.at(Moment(7), Knock("curse"), audience=("ben",))
    for seat in ("anna", None):
        assert encode(TOY.view(scene.battle, seat)) == encode(TOY.view(plain, seat))
    for seat in ("ben", REFEREE):
        view = TOY.view(scene.battle, seat)
        assert ([one.kind for one in view.effects.all], len(view.due)) == (["curse"], 1)


def test_what_is_at_work_on_the_unseen_is_unseen() -> None:
    plain = crossing()
    scene: Scene[Any, Any, Any] = Scene(plain)
    scene.change(replace(plain.units["wolves"], id="shepherd", place=Aboard("wolves")))
    scene.begin("song", OnUnit("wolves"))
    scene.begin("song", OnUnit("shepherd"))
    scene.begin("rain", OnField())
    assert [one.kind for one in TOY.view(scene.battle, "ben").effects.all] == ["song", "song", "rain"]
    assert [one.kind for one in TOY.view(scene.battle, "anna").effects.all] == ["rain"]


def test_where_nothing_is_hidden_the_view_holds_the_same_value() -> None:
    battle = crossing().with_effect(Effect("1", "rain", OnField()))
    assert TOY.view(battle, "anna").effects is battle.effects
    assert Effects() == NOTHING
