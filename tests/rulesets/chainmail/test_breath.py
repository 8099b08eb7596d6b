"""The breath of dragons: its shape, whom it kills, who is saved, and how often."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import FINISH, Commanded, Pointed
from schiltron.battle.state.event import Landed
from schiltron.battle.state.unit import Aloft, OnTable
from schiltron.rulesets.chainmail.artillery.breath import BREATHE, LENGTH, Breaths, template, unable, victims
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.field import is_aloft
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.sequence import EndTurn
from schiltron.rulesets.chainmail.state import ALOFT, Unit, uncanny, with_uncanny
from schiltron.table.lengths import degrees, inches
from schiltron.table.shapes import Cone, Corridor
from tests.rulesets.chainmail.positions import Played, ahead, blue, field, march, play, red, rules

ON: dict[str, Any] = {"fantasy": "on", "light": "dim"}


def dragon(troop: str = "red_dragon", **more: Any) -> Unit:
    return with_uncanny(blue("ours", 1, troop=troop, **{"at": (48, 40), **more}), braved=("theirs",))


def foe(troop: str = "heavy_foot", figures: int = 8, at: tuple[float, float] = (48, 35), **more: Any) -> Unit:
    return with_uncanny(red("theirs", figures, at=at, troop=troop, **more), braved=("ours",))


def up(unit: Unit, since: int = 1) -> Unit:
    return replace(unit, place=OnTable(unit.pose, Aloft(inches(3), since)), marks=(ALOFT,))


def breathe(bearing: float = 0) -> Commanded:
    return Commanded("ours", BREATHE, Pointed(degrees(bearing), LENGTH))


def breathed(one: Unit, *others: Unit, bearing: float = 0, **more: Any) -> Played:
    return play(field(one, *others, **{**ON, "turn": 4, **more}), Breaths(("blue",)), breathe(bearing))


# ---------------------------------------------------------------- whom it kills


def test_a_truncated_cone() -> None:
    """CM-FANT-DRAGON-07: nine inches long, half an inch at the mouth, three at the end, from the edge of its base."""
    shape = template(dragon(), 0)
    assert isinstance(shape, Cone)
    assert (shape.length, shape.mouth, shape.end) == (inches(9), inches(0.5), inches(3))
    assert shape.y == inches(40)


def test_it_kills_every_enemy_figure_it_touches() -> None:
    """CM-FANT-DRAGON-07, CM-FANT-DRAGON-08: a rank five inches off, where the cone is some two inches wide; at once."""
    played = breathed(dragon(), foe(figures=8))
    assert played.unit("theirs").figures == 8 - 4
    assert played.unit("theirs").fallen == 0
    (landed,) = played.events_of(Landed)
    assert landed.struck == (("theirs", 4),)


def test_friends_are_not_touched_and_far_enemies_not_reached() -> None:
    """CM-FANT-DRAGON-07."""
    friends = blue("friends", 6, at=(48, 36))
    played = breathed(dragon(), friends, foe(at=(48, 34)))
    assert played.unit("friends").figures == 6
    assert played.unit("theirs").figures < 8
    assert play(field(dragon(), foe(at=(48, 20)), turn=4, **ON), Breaths(("blue",))).over


@pytest.mark.parametrize("bearing", [90, 180, 270, 33])
def test_in_any_direction(bearing: float) -> None:
    """CM-FANT-DRAGON-08."""
    shape = template(dragon(), degrees(bearing))
    assert isinstance(shape, Cone)
    assert shape.heading == degrees(bearing)
    near = foe(at=(48, 44.5))
    behind = breathed(dragon(), near, bearing=180)
    assert behind.unit("theirs").figures < 8
    assert breathed(dragon(), near, bearing=0).unit("theirs").figures == 8


def test_out_of_the_air_downward() -> None:
    """CM-FANT-DRAGON-08."""
    assert breathed(up(dragon()), foe()).unit("theirs").figures == 4


@pytest.mark.parametrize("troop", ["red_dragon", "super_hero", "wizard"])
@pytest.mark.parametrize(("dice", "left"), [("3 3", 0), ("3 4", 1)])
def test_who_is_saved_on_seven(troop: str, dice: str, left: int) -> None:
    """CM-FANT-DRAGON-09."""
    played = breathed(dragon(), foe(troop, 1))
    assert [pool.count for pool in played.roll.pools] == [2]
    assert played.then(dice).unit("theirs").figures == left


@pytest.mark.parametrize("troop", ["hero", "giant", "balrog", "roc", "ent", "wraith", "ogres", "elves"])
def test_everybody_else_dies(troop: str) -> None:
    """CM-FANT-DRAGON-07, CM-FANT-DRAGON-09."""
    figures = 4 if troop == "elves" else 1
    assert breathed(dragon(), foe(troop, figures)).unit("theirs").figures == 0


@pytest.mark.parametrize(
    ("kind", "troop", "what"),
    [
        ("red_dragon", "djinn", "back"),
        ("red_dragon", "water_elemental", "back"),
        ("red_dragon", "earth_elemental", "nothing"),
        ("red_dragon", "efreet", "nothing"),
        ("blue_dragon", "earth_elemental", "back"),
        ("blue_dragon", "djinn", "nothing"),
        ("white_dragon", "efreet", "nothing"),
    ],
)
def test_elementals(kind: str, troop: str, what: str) -> None:
    """CM-FANT-ELEM-02, CM-FANT-DRAGON-13: fire drives air and water back, lightning earth and fire."""
    there = foe(troop, 1, at=(48, 37))
    played = breathed(dragon(kind), there)
    assert played.unit("theirs").figures == 1
    assert (played.unit("theirs").pose != there.pose) is (what == "back")


def test_a_true_troll_is_not_killed_by_it() -> None:
    """CM-FANT-TROLL-06."""
    assert breathed(dragon(), foe("true_troll", 1)).unit("theirs").figures == 1


def test_blue_dragons_breathe_a_strip_and_purple_ones_nothing() -> None:
    """CM-FANT-DRAGON-13."""
    shape = template(dragon("blue_dragon"), 0)
    assert isinstance(shape, Corridor)
    assert (shape.length, shape.width) == (inches(9), inches(0.75))
    assert play(field(dragon("purple_dragon"), foe(), **ON), Breaths(("blue",))).over


# ---------------------------------------------------------------- how often


def test_once_a_turn_at_the_end_of_the_moves_of_its_side() -> None:
    """CM-FANT-DRAGON-08: the second is refused."""
    once = breathed(dragon(), foe())
    assert once.over
    assert {rule for reason in unable(once.battle, once.unit("ours")) for rule in reason.rules} == {"CM-FANT-DRAGON-08"}
    battle = field(dragon(at=(48, 45)), foe(), phase="first_move", turn=4, **ON)
    moved = play(battle, Moves("blue"), Breaths(("blue",)), march("ours", ahead(5)), breathe())
    assert moved.unit("theirs").figures == 4


def test_after_the_third_it_comes_down_and_rests() -> None:
    """CM-FANT-DRAGON-10: it breathes no more, cannot take off, and has its fire again after a turn without stirring."""
    third = breathed(with_uncanny(up(dragon()), braved=("theirs",), breaths=2), foe())
    assert uncanny(third.unit("ours")).breaths == 3
    empty = with_uncanny(dragon(), breaths=3, breathed_in=4)
    assert "CM-FANT-DRAGON-10" in rules(unable(field(empty, turn=5, **ON), empty))
    hovering = with_uncanny(up(dragon()), breaths=3, breathed_in=4)
    ended = play(field(hovering, foe(at=(48, 10)), turn=5, **ON), EndTurn())
    assert not is_aloft(ended.unit("ours"))
    assert uncanny(ended.unit("ours")).breaths == 3, "this turn it has come down; the next it rests"
    rested = play(field(empty, foe(at=(48, 10)), turn=5, **ON), EndTurn())
    assert uncanny(rested.unit("ours")).breaths == 0
    stirred = play(
        field(with_uncanny(dragon(moved=True), breaths=3, breathed_in=4), foe(at=(48, 10)), turn=5, **ON), EndTurn()
    )
    assert uncanny(stirred.unit("ours")).breaths == 3


def test_sprites_who_stayed_up_come_down() -> None:
    """CM-FANT-SPRITE-03."""
    battle = field(up(blue("ours", 6, at=(48, 40), troop="sprites")), foe(at=(48, 10)), turn=4, **ON)
    ended = play(battle, EndTurn())
    assert not is_aloft(ended.unit("ours"))
    assert not ended.unit("ours").has(ALOFT)


def test_it_is_offered_only_where_somebody_is_in_reach() -> None:
    """CM-FANT-DRAGON-07."""
    assert play(field(dragon(), foe(at=(48, 20)), turn=4, **ON), Breaths(("blue",))).over
    asked = play(field(dragon(), foe(), turn=4, **ON), Breaths(("blue",)))
    assert asked.decision.actors == ("ours",)
    assert asked.then(FINISH).over


def test_it_is_suggested_along_the_line_to_the_enemy_it_kills_most_of() -> None:
    """CM-FANT-DRAGON-07: from the middle of its base, also at enemies aside and behind."""
    many, few = foe(figures=8, at=(52, 44)), replace(foe(figures=2, at=(44, 36)), id="others")
    asked = play(field(dragon(), many, few, turn=4, **ON), Breaths(("blue",)))
    first, *others = CHAINMAIL.suggest(asked.battle, asked.decision)
    assert isinstance(first, Commanded)
    assert isinstance(first.form, Pointed)
    assert {one.id for one, _ in victims(asked.battle, asked.unit("ours"), first.form.bearing)} == {"theirs"}
    assert others[-1] == FINISH
    assert asked.then(first).unit("theirs").figures < 8


# ---------------------------------------------------------------- before it is drawn


def asked(one: Unit, *others: Unit, **more: Any) -> tuple[Any, Any]:
    played = play(field(one, *others, **{**ON, "turn": 4, **more}), Breaths(("blue",)))
    return CHAINMAIL.view(played.battle, "blue"), played.decision


def test_whom_it_reaches_is_listed_with_the_bearing_that_kills_most() -> None:
    """CM-FANT-DRAGON-07: off to one side, so that straight at the middle is not the worst for them; the odds are those
    of what then happens."""
    file = foe(figures=6, at=(50, 33), files=6)
    view, decision = asked(dragon(), file, red("far", 8, at=(20, 20)))
    near, far = CHAINMAIL.targets(view, decision, "ours")
    assert (near.unit, far.unit) == ("theirs", "far")
    assert far.reasons
    assert isinstance(near.form, Pointed)
    assert near.odds is not None
    done = breathed(dragon(), file, bearing=near.form.bearing / 1000)
    assert done.unit("theirs").figures == 6 - near.odds.expected_losses
    every = [breathed(dragon(), file, bearing=one / 2).unit("theirs").figures for one in range(720)]
    assert done.unit("theirs").figures == min(every)


@pytest.mark.parametrize(("troop", "lost"), [("super_hero", 15 / 36), ("hero", 1.0), ("true_troll", 0.0)])
def test_the_odds_of_a_breath_know_who_is_saved_and_who_is_proof(troop: str, lost: float) -> None:
    """CM-FANT-DRAGON-09, CM-FANT-TROLL-06: under 7 with two dice in 15 of 36 throws."""
    view, decision = asked(dragon(), foe(troop, 1))
    shown = CHAINMAIL.preview(view, decision, breathe())
    assert shown.odds is not None
    assert shown.odds.expected_losses == pytest.approx(lost)
    assert shown.odds.destroyed == pytest.approx(lost)
    assert [type(mark.shape) for mark in shown.marks] == [Cone]
