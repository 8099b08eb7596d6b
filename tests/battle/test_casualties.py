"""Losses are written down once, and nobody else makes the figures of a unit fewer."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from msgspec.structs import replace

import schiltron
from schiltron.battle.play import casualties
from schiltron.battle.play.agenda import Scene
from schiltron.battle.play.casualties import Harm, Loss, fate_of, give_back, go_over, take_off
from schiltron.battle.state.battle import Grave
from schiltron.battle.state.event import Fell
from schiltron.battle.state.unit import Aboard, Hidden, OffTable, Unit
from tests.battle.toy import TOY, Band, Ford, Step, ToyBattle, begun, ford

SOURCE = Path(schiltron.__file__).parent
ARROWS = Harm(("missile",), "wolves", ("TOY-9",))


def scene() -> Scene[Ford, Band, Step]:
    return Scene(begun(ford(ambush=2)))


def somebody(battle: ToyBattle, figures: int = 6) -> Unit[Band]:
    """A unit of Anna's with some figures."""
    unit = next(one for one in battle.units.values() if one.controller == "anna")
    return replace(unit, original=figures, figures=figures)


def test_a_loss_is_told_and_written_down_with_its_place_and_whose_doing_it_was() -> None:
    stage = scene()
    unit = somebody(stage.battle)
    stage.change(unit)
    assert take_off(stage, unit.id, Loss(2), ARROWS) == 2
    assert (stage.unit(unit.id).figures, stage.unit(unit.id).fallen) == (4, 0)
    assert stage.battle.graves == (
        Grave(unit.id, 2, "fell", stage.battle.turn, unit.pose.x, unit.pose.y, "wolves", ("missile",)),
    )
    (told,) = stage.events
    assert told == Fell(unit=unit.id, figures=2, left=4, rules=("TOY-9",))


def test_no_more_are_lost_than_there_are_and_who_lies_keeps_his_room() -> None:
    stage = scene()
    unit = somebody(stage.battle)
    stage.change(unit)
    assert take_off(stage, unit.id, Loss(9, lie=True), ARROWS) == 6
    assert (stage.unit(unit.id).figures, stage.unit(unit.id).fallen) == (0, 6)
    before = stage.battle
    assert take_off(stage, unit.id, Loss(1), ARROWS) == 0
    assert stage.battle is before
    assert len(stage.events) == 1


def test_what_is_told_in_another_way_is_written_down_all_the_same() -> None:
    stage = scene()
    unit = somebody(stage.battle)
    stage.change(unit)
    take_off(stage, unit.id, Loss(6, "routed", told=False), Harm())
    assert not stage.events
    assert [(grave.figures, grave.how) for grave in stage.battle.graves] == [(6, "routed")]


def test_who_goes_with_a_unit_falls_where_it_stands_and_who_is_nowhere_falls_nowhere() -> None:
    stage = scene()
    unit = somebody(stage.battle)
    pose = unit.pose
    stage.change(unit)
    stage.change(replace(unit, id="chief", place=Aboard(unit.id)))
    stage.change(replace(unit, id="scout", place=Hidden(pose)))
    stage.change(replace(unit, id="guest", place=OffTable("elsewhere")))
    for key in ("chief", "scout", "guest"):
        take_off(stage, key, Loss(1), ARROWS)
    assert [(grave.x, grave.y) for grave in stage.battle.graves] == [(pose.x, pose.y), (None, None), (None, None)]


def test_who_was_taken_and_gets_away_is_lost_no_more() -> None:
    stage = scene()
    unit = somebody(stage.battle)
    stage.change(unit)
    for how in ("taken", "fell", "taken"):
        take_off(stage, unit.id, Loss(2, how), ARROWS)
    give_back(stage, unit.id, 3, "taken")
    assert [(grave.how, grave.figures) for grave in stage.battle.graves] == [("taken", 1), ("fell", 2)]


def test_figures_that_go_over_to_another_unit_are_no_loss() -> None:
    stage = scene()
    unit = somebody(stage.battle)
    stage.change(unit)
    stage.change(replace(unit, id="other", figures=1))
    go_over(stage, unit.id, "other", 2)
    assert (stage.unit(unit.id).figures, stage.unit("other").figures) == (4, 3)
    assert stage.battle.graves == ()


def test_what_became_of_a_unit_is_said_in_words() -> None:
    stage = scene()
    unit = somebody(stage.battle, 20)
    stage.change(unit)
    assert fate_of(stage.battle, unit.id) == ""
    take_off(stage, unit.id, Loss(4), ARROWS)
    assert fate_of(stage.battle, unit.id) == "4 fell (missile)"
    take_off(stage, unit.id, Loss(5), Harm(("melee",)))
    take_off(stage, unit.id, Loss(1), ARROWS)
    take_off(stage, unit.id, Loss(3, "taken"), Harm())
    take_off(stage, unit.id, Loss(7, "routed"), Harm())
    said = "10 fell (5 missile, 5 melee), 3 taken and 7 fled"
    assert fate_of(stage.battle, unit.id) == said


def test_a_view_holds_no_graves_of_the_unseen_and_does_not_say_that_they_dug_one() -> None:
    stage = scene()
    unit = somebody(stage.battle)
    stage.change(unit)
    take_off(stage, unit.id, Loss(1), ARROWS)
    take_off(stage, "wolves", Loss(1), Harm(("melee",), unit.id))
    assert TOY.view(stage.battle, "ben").graves == stage.battle.graves
    for seat in ("anna", None):
        (grave,) = TOY.view(stage.battle, seat).graves
        assert (grave.unit, grave.by) == (unit.id, "")


def changed_figures(tree: ast.AST) -> list[int]:
    """Lines on which a unit of a battle is changed to one with other figures."""
    return [
        inner.lineno
        for outer in ast.walk(tree)
        if isinstance(outer, ast.Call) and isinstance(outer.func, ast.Attribute) and outer.func.attr == "change"
        for inner in ast.walk(outer)
        if isinstance(inner, ast.Call) and any(keyword.arg == "figures" for keyword in inner.keywords)
    ]


@pytest.mark.parametrize("room", ["battle", "rulesets"])
def test_nobody_else_changes_how_many_figures_a_unit_has(room: str) -> None:
    files = [file for file in (SOURCE / room).rglob("*.py") if file != Path(casualties.__file__)]
    found = [(file.name, line) for file in files for line in changed_figures(ast.parse(file.read_text("utf-8")))]
    assert found == []
    assert changed_figures(ast.parse("scene.change(replace(unit, figures=0))")) == [1]
