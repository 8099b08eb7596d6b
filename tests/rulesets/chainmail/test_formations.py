"""Facing and formation, and what they cost."""

from __future__ import annotations

from math import radians
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import Planned
from schiltron.battle.state.event import Formed as FormedEvent
from schiltron.battle.state.event import Marked, Moved
from schiltron.battle.state.manoeuvre import Face, FormHedgehog, FormUp, Reform, Turn, Wheel
from schiltron.rulesets.chainmail.bases import OPEN_ORDER
from schiltron.rulesets.chainmail.field import all_round
from schiltron.rulesets.chainmail.fire.phase import TakeOff
from schiltron.rulesets.chainmail.melee.contact import arc_onto
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.sequence import EndTurn
from schiltron.rulesets.chainmail.state import FORMING, Forming, Unit, with_turn
from schiltron.rulesets.chainmail.steps import BeginTurn
from schiltron.rulesets.chainmail.walking.charges import charge_faults
from schiltron.rulesets.chainmail.walking.formations import kind_of
from schiltron.rulesets.chainmail.walking.rates import normal_move
from schiltron.rulesets.chainmail.written.orders import WriteOrders
from schiltron.table.body import Formed
from schiltron.table.lengths import degrees, inches
from tests.rulesets.chainmail.crooked import LOOKS, Look
from tests.rulesets.chainmail.positions import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    Played,
    ahead,
    blue,
    charge,
    choose,
    field,
    locked,
    march,
    moving,
    place,
    play,
    red,
    rules,
    turn,
)


def line(troop: str = "heavy_foot", **more: Any) -> Unit:
    return blue("men", 12, at=(48, 30), **{"files": 6, "troop": troop, **more})


def column(troop: str = "heavy_foot", **more: Any) -> Unit:
    return blue("men", 12, at=(48, 30), **{"files": 2, "troop": troop, **more})


def spent(unit: Unit, *legs: Any, **options: Any) -> float:
    return moving(unit, **options).then(march("men", *legs)).unit("men").own.turn.spent / 1000


# ---------------------------------------------------------------- facing


@pytest.mark.parametrize(
    ("angle", "part"), [(10, 0.25), (45, 0.25), (46, 0.5), (-90, 0.5), (91, 1.0), (180, 1.0), (-45, 0.25)]
)
def test_turning_costs_a_part_of_the_move_by_its_angle(angle: float, part: float) -> None:
    """CM-FORM-04: oblique a quarter, left or right face a half, about face a whole move."""
    assert spent(line(), turn(angle)) == 9 * part


def test_figures_face_where_they_stand() -> None:
    """CM-FORM-04: ranks become files, the ground is the same."""
    start = moving(line())
    right = start.then(march("men", Face("right"))).unit("men")
    assert right.own.turn.spent == inches(4.5)
    assert place(right)[2] == EAST
    assert kind_of(right) == "column"
    about = start.then(march("men", Face("rear"))).unit("men")
    assert (about.own.turn.spent, place(about)[2]) == (inches(9), SOUTH)
    assert place(start.then(march("men", Face("left"))).unit("men"))[2] == WEST
    assert rules(start.refusal(march("men", Face("front")))) == {"CM-FORM-04"}


def test_what_is_left_after_turning_is_marched() -> None:
    """CM-FORM-04: a quarter of nine inches leaves six and three quarters."""
    start = moving(line())
    assert start.then(march("men", turn(30), ahead(6.75)))
    assert rules(start.refusal(march("men", turn(30), ahead(7)))) == {"CM-MOVE-01"}
    assert rules(start.refusal(march("men", ahead(5), turn(90)))) == {"CM-FORM-04"}


@pytest.mark.parametrize("troop", ["peasants", "levies"])
def test_poorly_trained_troops_pay_double(troop: str) -> None:
    """CM-FORM-05: peasants and levies."""
    assert spent(line(troop), turn(45)) == 4.5
    assert spent(line(troop), turn(90)) == 9
    assert rules(moving(line(troop)).refusal(march("men", turn(180), ahead(1)))) == {"CM-FORM-04", "CM-FORM-05"}


@pytest.mark.parametrize(("troop", "move"), [("swiss_pikemen", 12), ("landsknechte", 12), ("heavy_horse", 12)])
def test_swiss_landsknechte_and_horse_pay_half(troop: str, move: int) -> None:
    """CM-FORM-06: for facing and for formation."""
    assert spent(line(troop), turn(45)) == move / 8
    assert spent(line(troop), turn(180)) == move / 2
    assert spent(line(troop), Reform(2)) == move / 2


def test_a_wheel_costs_what_the_outer_corner_goes() -> None:
    """CM-FORM-04: the ruling on wheels."""
    assert spent(line(), Wheel("right", 90_000)) == pytest.approx(4.5 * 3.14159 / 2, abs=0.01)
    assert spent(line(), Wheel("left", 45_000)) == pytest.approx(4.5 * 3.14159 / 4, abs=0.01)
    wide = blue("men", 12, files=12, at=(48, 30))
    assert rules(moving(wide).refusal(march("men", Wheel("left", 90_000)))) == {"CM-MOVE-01"}
    blocked = moving(line(), blue("friend", 4, at=(46, 27)))
    assert rules(blocked.refusal(march("men", Wheel("right", 60_000)))) == {"CM-SCALE-04"}


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize(
    ("troop", "move", "factor"),
    [
        ("heavy_foot", 9, 1),
        ("peasants", 9, 2),
        ("levies", 9, 2),
        ("swiss_pikemen", 12, 0.5),
        ("medium_horse", 18, 0.5),
    ],
)
def test_a_wheel_is_no_cheaper_way_to_face_about(look: Look, troop: str, move: int, factor: float) -> None:
    """CM-FORM-04, CM-FORM-05, CM-FORM-06: narrow bodies pay what the change of facing would cost them."""
    for files in (1, 2, 3):
        men = column(troop, files=files)
        asked = play(look.at(field(men, phase="first_move")), Moves("blue"))
        body = men.body
        assert isinstance(body, Formed)
        for angle, part in ((3, 0.25), (45, 0.25), (46, 0.5), (90, 0.5), (91, 1), (180, 1)):
            facing, swung = move * part * factor, round(body.frontage * radians(angle)) / 1000
            for side in ("left", "right"):
                order = march("men", *look.path(Wheel(side, degrees(angle))))  # type: ignore[arg-type]
                if max(facing, swung) <= move:
                    assert asked.then(order).unit("men").own.turn.spent == round(1000 * max(facing, swung))
                else:
                    assert "CM-FORM-04" in rules(asked.refusal(order))


def test_several_wheels_are_no_cheaper_than_one() -> None:
    """CM-FORM-04: each is a change of facing of its own."""
    narrow = column(files=1)
    assert spent(narrow, Wheel("right", 90_000)) == 4.5
    assert spent(narrow, Wheel("right", 45_000), Wheel("right", 45_000)) == 4.5
    assert spent(narrow, *(Wheel("right", 30_000),) * 3) == 6.75
    assert "CM-FORM-04" in rules(moving(narrow).refusal(march("men", *(Wheel("right", 30_000),) * 5)))


def test_a_wheel_says_by_which_rule_it_is_dear() -> None:
    """CM-FORM-04, CM-FORM-05: in the report of the move."""
    (moved,) = moving(column("peasants")).then(march("men", Wheel("right", 30_000))).events_of(Moved)
    assert {"CM-FORM-04", "CM-FORM-05"} <= set(moved.rules)
    (swung,) = moving(line(files=12)).then(march("men", Wheel("right", 45_000))).events_of(Moved)
    assert "CM-FORM-04" not in swung.rules


# ---------------------------------------------------------------- line and column


def test_line_and_column_are_as_the_body_stands() -> None:
    """CM-FORM-01: at least as many files as ranks is a line."""
    assert [kind_of(blue("men", 12, files=files, at=(48, 30))) for files in (12, 6, 4, 3, 1)] == [
        "line", "line", "line", "column", "column"]  # fmt: skip


@pytest.mark.parametrize(("before", "files"), [(line, 2), (line, 12), (column, 6), (column, 1)])
def test_new_ranks_and_files_cost_a_move(before: Any, files: int) -> None:
    """CM-FORM-01: column to line one move, line to column one; and so what keeps the kind."""
    changed = moving(before()).then(march("men", Reform(files))).unit("men")
    assert changed.own.turn.spent == inches(9)
    assert isinstance(changed.body, Formed)
    assert changed.body.files == files
    assert changed.own.formation == kind_of(changed)
    was, now = before().outline, changed.outline
    assert (now.x, now.y) == pytest.approx((was.x, was.y), abs=400)


def test_a_formation_one_has_is_not_formed_again() -> None:
    """CM-FORM-01."""
    start = moving(line())
    for leg in (Reform(6), Reform(0), Reform(13), FormUp("close")):
        assert rules(start.refusal(march("men", leg))) == {"CM-FORM-01"}
    assert rules(moving(blue("men", 4, at=(48, 30), troop="wagon")).refusal(march("men", Reform(2)))) == {"CM-FORM-01"}


def test_open_order_and_back_cost_a_move() -> None:
    """CM-FORM-01, CM-TERR-05: figures stand more than an inch apart."""
    opened = moving(line()).then(march("men", FormUp("open"))).unit("men")
    assert opened.own.formation == "open"
    assert opened.own.turn.spent == inches(9)
    assert isinstance(opened.body, Formed)
    assert opened.body.spacing == OPEN_ORDER > inches(1)
    closed = moving(line(formation="open")).then(march("men", FormUp("close"))).unit("men")
    assert (closed.own.formation, closed.own.turn.spent) == ("line", inches(9))
    assert isinstance(closed.body, Formed)
    assert closed.body.spacing == 0


# ---------------------------------------------------------------- facing about, over two turns


def raw(**more: Any) -> Unit:
    """Levies go 9 inches, and pay double for facing changes."""
    return blue("men", 12, files=6, at=(48, 30), troop="levies", **more)


def two_turns(unit: Unit) -> Played:
    return play(field(unit, red("foe", 4, at=(80, 5)), turn=0), BeginTurn(), "6 | 1", choose("first"))


@pytest.mark.parametrize("about", [Face("rear"), turn(180)], ids=["face", "turn"])
def test_the_poorly_trained_face_about_in_two_turns(about: Face | Turn) -> None:
    """CM-FORM-04, CM-FORM-05: one move is doubled; what is begun is shown and goes on in the next turn."""
    start = two_turns(raw())
    begun = start.then(march("men", about))
    men = begun.unit("men")
    assert men.own.forming is not None
    assert (men.own.forming.facing, men.own.forming.paid, men.own.forming.due) == (about, 1000, 2000)
    assert (men.pose, men.body, men.own.turn.moved) == (raw().pose, raw().body, True)
    marked = [event for event in begun.events_of(Marked) if event.mark == FORMING]
    assert [(event.unit, event.rules) for event in marked] == [("men", ("CM-FORM-04", "CM-FORM-05"))]
    assert rules(start.refusal(march("men", about, ahead(1)))) == {"CM-FORM-04", "CM-FORM-05"}
    again = begun.then(march("foe"), "6 | 1", choose("first"))
    done = again.then(march("men", about)).unit("men")
    assert (place(done)[2], done.own.forming, done.has(FORMING)) == (180, None, False)
    assert done.own.turn.spent == start.unit("men").own.turn.spent + normal_move(start.battle, raw()).total
    other = again.then(march("men", ahead(2))).unit("men")
    assert (place(other)[2], other.own.forming, other.has(FORMING)) == (0, None, False)


def test_what_is_left_of_a_move_goes_into_facing_about() -> None:
    """CM-FORM-01, CM-FORM-05: a third of it now, a whole move next turn, and the rest in the third."""
    begun = two_turns(raw()).then(march("men", ahead(6), Face("rear")))
    assert begun.unit("men").own.forming is not None
    assert begun.unit("men").own.forming.paid == 333
    second = begun.then(march("foe"), "6 | 1", choose("first"), march("men", Face("rear")))
    assert second.unit("men").own.forming is not None
    assert second.unit("men").own.forming.paid == 1333
    third = second.then(march("foe"), "6 | 1", choose("first"), march("men", Face("rear"), ahead(2.9)))
    assert place(third.unit("men"))[2] == 180
    assert third.unit("men").own.forming is None


def test_a_quarter_turn_takes_them_one_move_and_is_not_begun_without_it() -> None:
    """CM-FORM-04, CM-FORM-05: only what costs more than a move is paid over turns; nor is a charge begun by it."""
    start = moving(raw(), red("foe", 4, at=(48, 40)))
    assert start.then(march("men", turn(90))).unit("men").own.forming is None
    assert rules(start.refusal(march("men", ahead(1), turn(90)))) == {"CM-FORM-04", "CM-FORM-05"}
    assert "CM-FORM-05" in rules(start.refusal(charge("men", turn(180), ahead(5))))
    trained = moving(blue("men", 12, files=6, at=(48, 30)))
    assert place(trained.then(march("men", Face("rear"))).unit("men"))[2] == 180
    assert rules(trained.refusal(march("men", ahead(1), Face("rear")))) == {"CM-FORM-04"}


def test_a_change_of_facing_is_no_start_of_a_change_of_formation() -> None:
    """CM-FORM-01, CM-FORM-05: what was paid for the one does not count for the other."""
    begun = two_turns(raw()).then(march("men", Face("rear")), march("foe"), "6 | 1", choose("first"))
    other = begun.then(march("men", Reform(3))).unit("men")
    assert other.own.forming is not None
    assert (other.own.forming.facing, other.own.forming.paid) == (None, 1000)


def test_who_is_caught_facing_about_is_flanked() -> None:
    """CM-FORM-03, CM-FORM-05: like one caught changing formation; the melee breaks it off."""
    foe = red("foe", 12, files=6, at=(48, 30))
    caught = raw(forming=Forming("line", 6, 1000, 2000, Face("rear")), marks=(FORMING,))
    battle = field(caught, foe, contacts=(locked("foe", "men"),))
    assert arc_onto(battle, battle.units["foe"], battle.units["men"]) == "flank"
    fought = with_turn(caught, fought=True)
    after = play(battle.with_unit(fought), EndTurn())
    assert after.unit("men").own.forming is None


def test_facing_about_at_the_half_of_written_moves() -> None:
    """CM-TURN-11, CM-FORM-03: they stand as before, and are caught at it if they are met."""
    battle = field(raw(), red("foe", 12, files=6, at=(48, 22)), turn_system="simultaneous")
    begun = play(battle, WriteOrders())
    met = begun.at_once(Planned((march("men", Face("rear")),)), Planned((charge("foe", ahead(12)),)))
    while met.battle.roll is not None:
        met = met.then("6 6")
    assert place(met.unit("men"))[2] == 0
    assert met.unit("men").own.forming is not None
    assert arc_onto(met.battle, met.unit("foe"), met.unit("men")) == "flank"


# ---------------------------------------------------------------- squares


def test_column_to_square_costs_one_move() -> None:
    """CM-FORM-01: and back the same."""
    square = moving(column()).then(march("men", FormUp("square"))).unit("men")
    assert (square.own.formation, square.own.turn.spent) == ("square", inches(9))
    assert isinstance(square.body, Formed)
    assert (square.body.files, square.body.hedgehog) == (4, True)
    assert spent(blue("men", 12, files=3, at=(48, 30), formation="square"), FormUp("close")) == 4.5, "all of its move"


def test_line_to_square_is_paid_over_two_turns() -> None:
    """CM-FORM-01, CM-FORM-03: until then the unit is changing formation and stands as it did."""
    start = play(field(line(), red("foe", 4, at=(80, 5)), turn=0), BeginTurn(), "6 | 1", choose("first"))
    begun = start.then(march("men", FormUp("square")))
    men = begun.unit("men")
    assert men.own.forming == Forming("square", 4, 1000, 2000)
    assert men.has(FORMING)
    assert (men.own.formation, men.body) == ("line", line().body)
    assert rules(start.refusal(march("men", FormUp("square"), ahead(1)))) == {"CM-FORM-01"}
    again = begun.then(march("foe"), "6 | 1", choose("first"))
    assert again.unit("men").own.forming is not None
    done = again.then(march("men", FormUp("square"))).unit("men")
    assert (done.own.formation, done.own.forming, done.has(FORMING)) == ("square", None, False)
    assert done.own.turn.spent == inches(9)
    dropped = again.then(march("men", ahead(2))).unit("men")
    assert (dropped.own.formation, dropped.own.forming, dropped.has(FORMING)) == ("line", None, False)


def test_a_change_begun_after_a_march_goes_on_in_the_next_turn() -> None:
    """CM-FORM-01: what is paid counts."""
    start = play(field(column(), red("foe", 4, at=(80, 5)), turn=0), BeginTurn(), "6 | 1", choose("first"))
    begun = start.then(march("men", ahead(3), Reform(6)))
    assert begun.unit("men").own.forming == Forming("line", 6, 666, 1000)
    done = begun.then(march("foe"), "6 | 1", choose("first"), march("men", Reform(6), ahead(5.9)))
    assert done.unit("men").own.formation == "line"
    assert done.unit("men").own.turn.spent == pytest.approx(inches(8.9), abs=10)


def test_a_melee_breaks_off_a_change_of_formation() -> None:
    """CM-FORM-03: it counts while the turn's melee is fought; then they stand as they did."""
    men = line(forming=Forming("square", 4, 1000, 2000), marks=(FORMING,), fought=True)
    after = play(field(men, red("foe", 6, at=(48, 30)), contacts=(locked("foe", "men"),)), EndTurn())
    assert after.unit("men").own.forming is None
    assert not after.unit("men").has(FORMING)
    assert [event.rules for event in after.events_of(Marked) if event.mark == FORMING] == [("CM-FORM-03",)]


@pytest.mark.parametrize("troop", ["heavy_foot", "swiss_pikemen", "scots_pikemen", "longbowmen"])
def test_a_square_is_no_better_than_a_hedgehog(troop: str) -> None:
    """CM-FORM-02, CM-MELEE-50, CM-MELEE-51: half speed, and no charge."""
    men = blue("men", 16, files=4, at=(48, 30), troop=troop, formation="square")
    battle = field(men, red("foe", 4, at=(48, 27)))
    usual = normal_move(battle, blue("men", 16, files=4, at=(48, 30), troop=troop)).total
    assert normal_move(battle, men).total == usual / 2
    assert "CM-FORM-02" in normal_move(battle, men).rules
    asked = moving(*battle.units.values())
    assert "CM-FORM-02" in rules(asked.refusal(charge("men", ahead(2.3))))
    assert "CM-MOVE-01" in rules(moving(men).refusal(march("men", ahead(usual / 2000 + 0.1))))


@pytest.mark.parametrize("form", [FormUp("square"), FormHedgehog()])
def test_who_has_formed_square_goes_on_at_half_speed(form: Any) -> None:
    """CM-FORM-02, CM-MELEE-50: Swiss in column form it with half of their 12 inches; of the other 6 they go 3."""
    start = moving(blue("men", 12, files=2, at=(48, 30), troop="swiss_pikemen"), hedgehog="on")
    assert start.then(march("men", form, ahead(3))).unit("men").own.turn.spent == inches(9)
    assert "CM-MOVE-01" in rules(start.refusal(march("men", form, ahead(3.1))))


def test_only_foot_forms_square() -> None:
    """CM-FORM-02."""
    assert rules(moving(line("heavy_horse")).refusal(march("men", FormUp("square")))) == {"CM-FORM-02"}


def test_a_square_does_not_change_its_ranks() -> None:
    """CM-FORM-01: it forms up in close order first; turning costs as for others."""
    start = moving(blue("men", 16, files=4, at=(48, 30), formation="square"))
    assert rules(start.refusal(march("men", Reform(8)))) == {"CM-FORM-01"}
    assert rules(start.refusal(march("men", FormUp("open")))) == {"CM-FORM-01", "CM-TERR-05"}
    assert rules(start.refusal(march("men", Face("left")))) == {"CM-FORM-04"}
    assert start.then(march("men", turn(30), ahead(3)))


def test_there_must_be_room_for_a_formation() -> None:
    """CM-SCALE-04: not on top of friends."""
    start = moving(column(), blue("friend", 8, files=2, at=(51, 31)))
    assert rules(start.refusal(march("men", Reform(12)))) == {"CM-SCALE-04"}


# ---------------------------------------------------------------- hedgehog and schiltron


def test_a_hedgehog_moves_at_half_speed_and_never_charges() -> None:
    """CM-MELEE-50, CM-MELEE-51."""
    hedge = blue("men", 16, files=4, at=(48, 30), troop="swiss_pikemen", formation="hedgehog")
    start = moving(hedge, red("foe", 4, at=(48, 26)), hedgehog="on")
    assert start.then(march("men", turn(45), ahead(1)))
    alone = moving(hedge, hedgehog="on")
    assert place(alone.then(march("men", ahead(6))).unit("men")) == (48, 24, NORTH)
    assert rules(alone.refusal(march("men", ahead(6.5)))) == {"CM-MOVE-01"}
    assert rules(start.refusal(charge("men", ahead(4)))) == {"CM-MELEE-51"}


def test_fewer_than_ten_are_no_hedgehog_any_more() -> None:
    """CM-MELEE-49, CM-MELEE-50, CM-MELEE-51: they have flanks again, their whole move, and may charge."""
    ten = blue("men", 10, files=4, at=(48, 30), original=12, troop="swiss_pikemen", formation="hedgehog")
    twelve = replace(ten, fallen=2)
    still = play(field(twelve, hedgehog="on"), TakeOff()).unit("men")
    assert (still.own.formation, still.body.hedgehog, all_round(still)) == ("hedgehog", True, True)
    fewer = play(field(replace(twelve, figures=9, fallen=3), hedgehog="on"), TakeOff())
    men = fewer.unit("men")
    assert (men.own.formation, men.body.hedgehog, all_round(men)) == ("line", False, False)
    assert normal_move(fewer.battle, men).total == 2 * normal_move(fewer.battle, still).total
    assert not charge_faults(fewer.battle, men)
    told = [event for event in fewer.events_of(FormedEvent) if "CM-MELEE-49" in event.rules]
    assert [(event.unit, event.body.hedgehog) for event in told] == [("men", False)]
    square = blue("men", 4, files=2, at=(48, 30), original=6, formation="square")
    assert play(field(replace(square, fallen=2)), TakeOff()).unit("men").own.formation == "square"


def test_ten_swiss_with_pikes_form_a_hedgehog_at_the_price_of_a_square() -> None:
    """CM-MELEE-49, CM-FORM-01, CM-FORM-06: from line two moves halved, from column one halved."""
    formed = moving(line("swiss_pikemen"), hedgehog="on").then(march("men", FormHedgehog())).unit("men")
    assert (formed.own.formation, formed.own.turn.spent) == ("hedgehog", inches(12))
    assert spent(column("landsknechte"), FormHedgehog(), hedgehog="on") == 6
    few = blue("men", 9, files=3, at=(48, 30), troop="swiss_pikemen")
    for unit in (few, line("pikemen"), line("swiss_pikemen", arms="hand")):
        assert rules(moving(unit, hedgehog="on").refusal(march("men", FormHedgehog()))) == {"CM-MELEE-49"}
    assert rules(moving(line("swiss_pikemen")).refusal(march("men", FormHedgehog()))) == {"CM-MELEE-49"}


def test_scots_form_a_schiltron_in_one_move() -> None:
    """CM-HIST-23, CM-HIST-26."""
    formed = moving(line("scots_pikemen"), schiltrons="on").then(march("men", FormUp("schiltron"))).unit("men")
    assert (formed.own.formation, formed.own.turn.spent) == ("schiltron", inches(9))
    assert rules(moving(line(), schiltrons="on").refusal(march("men", FormUp("schiltron")))) == {"CM-HIST-23"}
    assert rules(moving(line("scots_pikemen")).refusal(march("men", FormUp("schiltron")))) == {"CM-HIST-23"}


def test_a_schiltron_cannot_move() -> None:
    """CM-HIST-24: it may only break up into ranks and files."""
    start = moving(line("scots_pikemen", files=4, formation="schiltron"), red("foe", 4, at=(48, 27)), schiltrons="on")
    for leg in (ahead(1), turn(20), Wheel("left", 20_000)):
        assert rules(start.refusal(march("men", leg))) == {"CM-HIST-24"}
    assert rules(start.refusal(charge("men", ahead(3)))) == {"CM-HIST-24"}
    assert start.then(march("men", FormUp("close"))).unit("men").own.formation == "line"


def test_losses_do_not_undo_a_change_that_is_under_way() -> None:
    """CM-FORM-01: a square that is half paid for is completed with the figures that are left."""
    begun = Forming("square", 5, 1000, 2000)
    position = field(blue("men", 16, files=8, at=(30, 41), original=20, forming=begun), red("foe", 6, at=(80, 12)))
    played = play(position, Moves("blue"), march("men", FormUp("square")))
    assert (played.unit("men").own.formation, played.unit("men").body.files) == ("square", 4)


def test_a_change_to_other_files_is_begun_anew() -> None:
    """CM-FORM-01: what was paid for a column of four is not paid for one of three."""
    begun = Forming("column", 4, 500, 1000)
    position = field(blue("men", 20, files=10, at=(30, 41), forming=begun), red("foe", 6, at=(80, 12)))
    for files, spent in ((4, inches(4.5)), (3, inches(9))):
        played = play(position, Moves("blue"), march("men", Reform(files)))
        assert (played.unit("men").body.files, played.unit("men").own.turn.spent) == (files, spent)
