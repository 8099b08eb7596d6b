"""What players are told of their units agrees with the door, and tells them nothing they may not know."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.body_shape import shape_of
from schiltron.battle.state.decision import PathDrawn
from schiltron.battle.state.manoeuvre import Advance, Expand, Face, Reform, SquareUp, Wrap
from schiltron.battle.state.unit import Hidden, OnTable
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.rulesets.book_of_war.morale.checks import MoralePhase
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.table.body import Bend, Formed, Wing
from schiltron.table.facing import faced
from schiltron.table.lengths import inches
from schiltron.table.pose import Pose
from schiltron.table.rectangles import point_gap
from tests.rulesets.book_of_war.guided import moving, shooting
from tests.rulesets.book_of_war.positions import Played, ahead, blue, field, march, play, red, rules, shoot, unit
from tests.rulesets.guided import everything, menu_is_obeyed, nobodys_business, preview
from tests.whole_battles.recruits import opening, positions

# ---------------------------------------------------------------- a view's guide tells nothing more than the view


def told(battle: Battle, seat: str | None) -> bytes:
    """All a seat can be told about a position, of one who may lie in ambush too."""
    return everything(BOOK_OF_WAR.view(battle, seat), seat, lambda who: march(who, ahead(6)), nobody="red-ambush")


@pytest.mark.parametrize("seat", ["blue", None])
@pytest.mark.parametrize("at", [(36, 24), (36, 10)])
def test_who_lies_hidden_cannot_be_told_from_any_answer(seat: str | None, at: tuple[int, int]) -> None:
    army = blue("archers", 12, files=6, at=(36, 30)), red("pikemen", 8, files=4, at=(50, 20))
    ambush = red("heavy_cavalry", 6, files=3, at=at, id="red-ambush")
    ambush = replace(ambush, place=Hidden(ambush.pose))
    plain, hiding = moving(*army).battle, moving(*army, ambush).battle
    assert told(plain, seat) == told(hiding, seat)
    assert told(hiding, "red") != told(plain, "red")


def test_who_lies_hidden_is_walked_into_without_being_seen() -> None:
    """The move is legal and shown as far as the view reaches; it ends where the body in the way stands."""
    ambush = red("heavy_cavalry", 6, files=3, at=(36, 27), id="red-ambush")
    start = moving(blue("archers", 12, files=6, at=(36, 30)), replace(ambush, place=Hidden(ambush.pose)))
    view = BOOK_OF_WAR.view(start.battle, "blue")
    shown = BOOK_OF_WAR.preview(view, start.decision, march("archers", ahead(6)))
    assert shown.legal
    assert [leg.cost for leg in shown.legs] == [inches(6)]
    walked = start.then(march("archers", ahead(6)))
    assert walked.unit("archers").pose.y == ambush.pose.y
    assert "red-ambush" not in BOOK_OF_WAR.view(walked.battle, "blue").units


def test_another_seats_decision_is_nobodys_business() -> None:
    start = moving(blue("archers", 12, files=6, at=(36, 30)), red("pikemen", 8, files=4, at=(50, 20)))
    nobodys_business(start, "archers")


@pytest.mark.parametrize("declare", ["measure_first", "by_phase"])
def test_every_question_has_an_answer_in_every_position(declare: str) -> None:
    """Random battles from the set-up on: no position is too strange to be asked about."""
    random = Random(declare)
    for battle in islice(positions(opening("hill-and-woods", declare=declare), seed=11), 1500):
        if random.random() < 0.97:
            continue
        for seat in ("red", "blue", None):
            assert told(battle, seat)
        for one in battle.units.values():
            assert len(BOOK_OF_WAR.figures_of(one).figures) == one.bodies


# ---------------------------------------------------------------- menus


def test_every_leg_of_a_menu_is_obeyed_and_every_line_cites_the_law() -> None:
    for played, who in _menus():
        menu_is_obeyed(played, who, ((), (Face("rear"),), (ahead(1),)))


def _menus() -> list[tuple[Played, str]]:
    foe = red("light_infantry", 8, files=4, at=(36, 30))
    return [
        (moving(blue("longbowmen", 24, files=8, at=(36, 40)), foe), "longbowmen"),
        (moving(blue("medium_infantry", 12, files=6, at=(36, 30)), foe), "medium_infantry"),
        (moving(blue("pikemen", 16, files=4, at=(36, 40), hedgehog=True), foe), "pikemen"),
        (moving(blue("horse_archers", 8, files=4, at=(36, 42)), foe), "horse_archers"),
    ]


def test_the_menu_has_the_keys_of_the_page() -> None:
    start = moving(blue("horse_archers", 8, files=4, at=(36, 42)), red("pikemen", 8, at=(36, 10)))
    entries = BOOK_OF_WAR.menu(start.battle, start.decision, "horse_archers")
    assert {entry.name: entry.key for entry in entries} == {
        "advance": "W",
        "wheel_left": "Q",
        "wheel_right": "E",
        "face": "F",
        "about": "R",
        "formation": "G",
        "hedgehog": "H",
        "square_up": "U",
        "wrap": "P",
        "expand": "X",
        "split": "S",
    }
    by_name = {entry.name: entry for entry in entries}
    assert by_name["split"].action == "split"
    assert by_name["advance"].legs[0] == Advance(24_000)
    assert by_name["formation"].legs == (Reform(5), Reform(3))
    assert by_name["wrap"].reasons, "there is nobody to wrap round"
    after = {
        entry.name: entry for entry in BOOK_OF_WAR.menu(start.battle, start.decision, "horse_archers", (ahead(1),))
    }
    assert after["formation"].reasons, "BW-B4-14: it takes the whole move"
    assert after["advance"].legs[0] == Advance(23_000)


@pytest.mark.parametrize(("figures", "offered"), [(3, True), (2, False)])
def test_the_hedgehog_is_offered_to_three_in_two_files(figures: int, offered: bool) -> None:
    """BW-B4-21: the last rank may be short, but there is one."""
    start = moving(blue("pikemen", figures, files=2, at=(36, 40), facing=17), red("archers", 8, at=(36, 10)))
    (entry,) = [one for one in BOOK_OF_WAR.menu(start.battle, start.decision, "pikemen") if one.name == "hedgehog"]
    assert rules(entry.reasons) == (set() if offered else {"BW-B4-21"})
    assert bool(entry.legs) == offered


def test_in_contact_a_unit_may_expand_and_not_wheel() -> None:
    """BW-B4-30, BW-B4-35."""
    start = moving(blue("medium_infantry", 12, files=4, at=(36, 30)), red("light_infantry", 8, files=4, at=(36, 30)))
    entries = {entry.name: entry for entry in BOOK_OF_WAR.menu(start.battle, start.decision, "medium_infantry")}
    assert Expand(1, 1) in entries["expand"].legs
    assert rules(entries["wheel_left"].reasons) == {"BW-B4-30", "BW-B4-31"}


def test_an_advance_is_offered_as_far_as_it_goes() -> None:
    """A friend stands 4 inches ahead: friends keep a quarter of an inch apart (BW-B4-10)."""
    start = moving(
        blue("light_infantry", 8, files=4, at=(36, 40)),
        blue("archers", 4, at=(36, 35.25), id="friend"),
        red("pikemen", 8, at=(36, 10)),
    )
    advance = BOOK_OF_WAR.menu(start.battle, start.decision, "light_infantry")[0]
    assert advance.legs[0] == Advance(3750)


def test_a_wrap_is_offered_after_contact_with_a_narrower_enemy() -> None:
    """BW-B4-33: two files overlap on either side of four, none of eight."""
    for files, offered in ((4, Wrap(2, 2)), (8, None)):
        start = moving(
            blue("medium_infantry", 16, files=8, at=(36, 30)), red("light_infantry", 8, files=files, at=(36, 26))
        )
        menu = BOOK_OF_WAR.menu(start.battle, start.decision, "medium_infantry", (ahead(6),))
        (wrap,) = (entry for entry in menu if entry.name == "wrap")
        assert next(iter(wrap.legs), None) == offered
        assert bool(wrap.reasons) is (offered is None)


def test_a_path_that_is_long_enough_takes_no_more_legs() -> None:
    start = moving(blue("light_infantry", 8, files=4, at=(36, 40)), red("pikemen", 8, at=(36, 10)))
    for legs in (12, 500):
        entries = BOOK_OF_WAR.menu(start.battle, start.decision, "light_infantry", (Advance(100),) * legs)
        assert all(entry.reasons for entry in entries)
    assert preview(start, march("light_infantry", *(Advance(100),) * 12)).legal
    assert not preview(start, march("light_infantry", *(Advance(100),) * 13)).legal


def test_shooting_is_a_line_of_the_attack_phase() -> None:
    start = shooting(blue("archers", 8, at=(36, 30)), red("pikemen", 8, at=(36, 20)))
    (entry,) = BOOK_OF_WAR.menu(start.battle, start.decision, "archers")
    assert (entry.action, entry.form, entry.key, entry.reasons) == ("shoot", "target", "T", ())


@pytest.mark.parametrize("declare", ["measure_first", "by_phase"])
def test_ranks_and_files_that_may_be_told_to_shoot(declare: str) -> None:
    """BW-B2-33: all but those of a hedgehog; what is promised is of those who are named."""
    start = shooting(blue("archers", 12, files=6, at=(36, 30)), red("pikemen", 8, at=(36, 22)), declare=declare)
    (entry,) = BOOK_OF_WAR.menu(start.battle, start.decision, "archers")
    assert entry.firing is not None
    assert (entry.firing.files, entry.firing.ranks, entry.firing.rule) == ((0, 1, 2, 3, 4, 5), 2, "BW-B2-33")
    odds = [
        preview(start, shoot("archers", at="pikemen", **who)).odds
        for who in ({}, {"ranks": 1}, {"ranks": 1, "last_file": 2})
    ]
    assert [one.dice for one in odds if one is not None] == [24, 12, 6]
    ring = shooting(blue("archers", 12, files=6, at=(36, 30), hedgehog=True), red("pikemen", 8, at=(36, 22)))
    assert [one.firing for one in BOOK_OF_WAR.menu(ring.battle, ring.decision, "archers")] == [None]


def test_the_second_half_move_has_a_menu_too() -> None:
    """BW-B2-43."""
    start = play(
        field(
            blue("horse_archers", 8, files=4, at=(36, 40), split=True, shot=True),
            red("pikemen", 8, at=(36, 10)),
            declare="measure_first",
        ),
        MoralePhase("blue"),
    )
    entries = BOOK_OF_WAR.menu(start.battle, start.decision, "horse_archers")
    assert entries[0].legs[0] == Advance(12_000)
    shown = preview(start, PathDrawn((Advance(12_000),)))
    assert (shown.legal, shown.allowance, shown.left) == (True, 12_000, 0)
    assert BOOK_OF_WAR.menu(start.battle, start.decision, "pikemen") == ()


# ---------------------------------------------------------------- cards, shapes, the turn track


def test_a_card_shows_the_values_of_the_type_and_what_became_of_the_unit() -> None:
    start = moving(
        blue("horse_archers", 7, files=4, fallen=1, at=(36, 40), partial_hits=1, lost=1, spent=6000, moved=True),
        red("pikemen", 16, files=4, hedgehog=True, at=(36, 10)),
    )
    card = BOOK_OF_WAR.card(start.battle, "horse_archers")
    assert card is not None
    stats = {stat.label: stat.value for stat in card.stats}
    assert all(stat.rule in LAW for stat in card.stats)
    assert (card.title, card.subtitle) == ("Horse archers", "Horse archers, 4 files by 2 ranks")
    assert (card.points, card.figures, card.original) == (7 * 13, 7, 8)
    assert (card.spent, card.allowance) == (6000, 24_000)
    assert stats["Move"] == "24″"
    assert stats["Armor Hit"] == "4"
    assert stats["Hit Dice"] == "2"
    assert (stats["Composite bow"], stats["Shots"]) == ("18″", "2")
    assert stats["Partial damage"] == "1 of 2 hits"
    assert "has moved" in map(str, card.notes)
    assert "checks morale, and cannot fail" in map(str, card.notes), "7 left over 1 lost, and 2 hit dice (BW-B5-03)"
    pikes = BOOK_OF_WAR.card(start.battle, "pikemen")
    assert pikes is not None
    assert pikes.subtitle == "Pikemen, 4 files by 4 ranks, in hedgehog"
    assert {(stat.value, stat.rule) for stat in pikes.stats if stat.label == "Reach"} == {
        ("1″ before their front", "BW-B2-22")
    }
    assert BOOK_OF_WAR.card(start.battle, "nobody") is None


@pytest.mark.parametrize(
    "body",
    [
        {"files": 4},
        {"files": 5},
        {"files": 4, "hedgehog": True},
        {"files": 6, "left": Wing(2, 90_000), "right": Wing(2, 90_000, hook=1, reach=1500)},
        {"files": 2, "bends": (Bend(1500, 30_000),)},
    ],
)
def test_figures_stand_about_the_pose_as_they_stand_on_the_table(body: dict[str, Any]) -> None:
    base = unit("pikemen", 18, side="blue", at=(30, 20), facing=33).body.base
    one = replace(unit("pikemen", 18, side="blue", at=(30, 20), facing=33), body=Formed(base, **body))
    _drawn_as_it_stands(one)


@pytest.mark.parametrize("to", ["left", "right", "rear"])
def test_a_bent_column_that_has_faced_is_drawn_and_described_as_it_stands(to: str) -> None:
    """BW-B4-17: also the front edges that the page draws lie before figures that look that way."""
    one = unit("pikemen", 18, side="blue", at=(30, 20), facing=33)
    pose, body = faced(one.pose, Formed(one.body.base, 2, bends=(Bend(1500, 70_000), Bend(900, -40_000))), 18, to)
    one = replace(one, place=OnTable(pose), body=body)
    _drawn_as_it_stands(one)
    for left, left_ahead, right, right_ahead in BOOK_OF_WAR.figures_of(one).front:
        x, y = one.pose.world((left + right) / 2, (left_ahead + right_ahead) / 2)
        assert min(point_gap(figure.rect, x, y) for figure in one.places) < 2
    card = BOOK_OF_WAR.card(field(one), one.id)
    assert card is not None
    assert card.subtitle.endswith(", bent")


def _drawn_as_it_stands(one: Unit) -> None:
    shape = BOOK_OF_WAR.figures_of(one)
    assert len(shape.figures) == 18
    for (lateral, forward, turn, width, depth), figure in zip(shape.figures, one.places, strict=True):
        assert one.pose.world(lateral, forward) == pytest.approx((figure.x, figure.y), abs=1)
        assert (one.pose.heading + turn - figure.heading) % 360_000 == 0
        assert (width, depth) == (figure.base.width, figure.base.depth)
    left, _, right, _ = shape.front[0]
    assert right - left == one.body.frontage
    assert len(shape.rects) == len(one.outline.rects)
    assert shape_of(one.body, 18) is BOOK_OF_WAR.figures_of(replace(one, place=OnTable(Pose(0, 0, 0))))


def test_the_turn_track_names_the_phases_of_the_battle() -> None:
    """BW-B1-01, BW-B1-04."""
    track = BOOK_OF_WAR.sequence()
    assert [(entry.name, entry.part) for entry in track] == [
        ("initiative", "setup"),
        ("terrain", "setup"),
        ("deployment", "setup"),
        ("movement", "turn"),
        ("attacks", "turn"),
        ("morale", "turn"),
    ]
    phases = {battle.phase for battle in islice(positions(opening("open-field"), seed=3), 200)}
    assert phases - {""} <= {entry.name for entry in track}


def test_square_up_is_offered_where_it_can_be_done() -> None:
    """BW-B4-39: wings fall back into line when the fight is over."""
    start = moving(
        blue("medium_infantry", 8, files=4, at=(36, 30), left=Wing(1, 90_000)), red("pikemen", 8, at=(36, 10))
    )
    entries = {entry.name: entry for entry in BOOK_OF_WAR.menu(start.battle, start.decision, "medium_infantry")}
    assert entries["square_up"].legs == (SquareUp(),)
