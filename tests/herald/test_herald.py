"""A whole battle can be played by typed lines, and every question is answered in words."""

import math
from typing import Any

import pytest

from schiltron.battle.state.battle import Proposal
from schiltron.battle.state.decision import Aimed, Assigned, Chosen, Commanded, Laid, PathDrawn, Planned, SetDown, Share
from schiltron.battle.state.manoeuvre import Advance, Wheel
from schiltron.battle.state.order import (
    Agree,
    Amend,
    AtWill,
    CallItDrawn,
    Concede,
    Dice,
    Propose,
    Reply,
    TakeBack,
    Undo,
)
from schiltron.herald import Herald
from schiltron.table.lengths import show_inches
from schiltron.table.outline import gap
from schiltron.table.pose import Pose
from tests.server.positions import played_to


class Seat:
    """The seat that is asked at a question of some kind."""

    def __init__(self, kind: str, action: str = "") -> None:
        _, journal = played_to(kind, action)
        self.book = journal.ruleset
        self.decision = journal.battle.decisions[0]
        self.view = self.book.view(journal.battle, self.decision.seat)
        self.herald = Herald(self.book, self.decision.seat)

    def answer(self, line: str) -> Any:
        spoken = self.herald.hear(line, self.view)
        assert isinstance(spoken.order, Reply), spoken.lines
        assert (spoken.order.seat, spoken.order.decision) == (self.decision.seat, self.decision.id)
        return spoken.order.answer

    def said(self, line: str) -> str:
        spoken = self.herald.hear(line, self.view, ["first", "second", "third"])
        assert spoken.order is None
        return "\n".join(spoken.lines)


@pytest.fixture
def command() -> Seat:
    return Seat("command")


@pytest.fixture
def plan() -> Seat:
    return Seat("plan")


# ---------------------------------------------------------------- orders


@pytest.mark.parametrize(
    "line",
    [
        "rose advance 6, wheel left 30",
        "Knights of the Rose: advance 6 then wheel left 30",
        "red-1 advance 6, wheel left 30",
        "move the knights of the rose advance 6, wheel left 30",
        "heavy cavalry advance 6, wheel left 30",
    ],
)
def test_a_unit_goes_by_its_name_its_kind_or_its_id(command: Seat, line: str) -> None:
    legs = (Advance(6000), Wheel("left", 30_000))
    assert command.answer(line) == Commanded("red-1", "move", PathDrawn(legs))


def test_a_word_that_fits_two_units_is_asked_back(command: Seat) -> None:
    said = command.said("knights advance 6")
    assert "Knights Bachelor (red-2) or Knights of the Rose (red-1)" in said


def test_nobody_commands_the_enemy(command: Seat) -> None:
    assert "names nobody who may" in command.said("bear advance 6")


def test_a_phase_is_finished_with_a_word(command: Seat) -> None:
    assert command.answer("done") == Commanded("", "finish")


def test_a_suggestion_can_be_taken_by_its_number(command: Seat) -> None:
    assert "2 Squires of the Left" in command.said("suggest squires of the left")
    assert command.answer("take 2").actor == "red-3"
    assert "There are 6 suggestions" in command.said("take 99")


def test_a_plan_grows_line_by_line_until_it_is_sent(plan: Seat) -> None:
    assert "Planned: Knights of the Rose advance 6″" in plan.said("rose advance 6; bachelor advance 4")
    assert "Planned: Squires of the Left advance 3″" in plan.said("squires of the left advance 3")
    plan.said("forget bachelor")
    assert "Planned: Squires of the Left" in plan.said("plan")
    sent = plan.answer("send")
    assert isinstance(sent, Planned)
    assert [command.actor for command in sent.commands] == ["red-1", "red-3"]


def test_archers_shoot_at_whom_they_are_told() -> None:
    seat = Seat("command", "shoot")
    assert seat.decision.actors == ("blue-3",)
    target = next(one.unit for one in seat.book.targets(seat.view, seat.decision, "blue-3") if not one.reasons)
    name = seat.view.units[target].name
    for line in (f"crossbows shoot {name}", f"shoot crossbows at {name}", f"valley crossbows shoot at {target}"):
        answer = seat.answer(line)
        assert answer.action == "shoot"
        assert isinstance(answer.form, Aimed)
        assert answer.form.target == target
    assert seat.answer(f"crossbows shoot {target} with 1 rank").form.ranks == 1
    for line, files in (("with files 1 to 3", (0, 2)), ("with files 2 and 3", (1, 2)), ("with file 4", (3, 3))):
        form = seat.answer(f"crossbows shoot at {name} {line}").form
        assert (form.target, form.first_file, form.last_file) == (target, *files)
    assert "no number of files" in seat.said(f"crossbows shoot {name} with files left")
    assert "figures lost on average" in seat.said("targets crossbows")
    assert "At whom" in seat.said("crossbows shoot")
    assert "There is no unit" in seat.said("crossbows shoot bear")


def test_a_unit_is_set_down_at_a_place() -> None:
    seat = Seat("place_unit")
    placed = seat.answer("place rose at 24 10½ facing southeast in 2 files")
    assert placed == SetDown("red-1", Pose(24_000, 10_500, 135_000), 2)
    assert seat.answer("bachelor at 24 across 6 down") == SetDown("red-2", Pose(24_000, 6000, 180_000), 6)
    assert "at 24 40" in seat.said("place rose somewhere")
    assert "facing south in 4 files" in seat.said("due"), "the example looks at the enemy"


def test_a_piece_of_terrain_is_laid_where_it_is_said() -> None:
    seat = Seat("place_feature")
    laid = seat.answer("lay at 36 24 turned 90")
    assert isinstance(laid, Laid)
    assert laid.feature is not None
    xs, ys = zip(*laid.feature.ring, strict=True)  # type: ignore[union-attr]
    assert (min(xs) + max(xs)) // 2 == 36_000
    assert (min(ys) + max(ys)) // 2 == 24_000
    assert not seat.book.reasons(seat.view, Reply(seat.decision.seat, seat.decision.id, laid))
    assert seat.answer("drop") == Laid(None)


def test_a_choice_goes_by_number_word_or_label() -> None:
    seat = Seat("choose")
    for line in ("2", "left", "from the left end"):
        assert seat.answer(line) == Chosen(("left",))
    assert seat.answer("default") == Chosen(("both",))
    assert "1 Evenly, closing up to the middle" in seat.said("7")


def test_something_is_handed_out() -> None:
    seat = Seat("assign")
    bins = {one.label: one.key for one in seat.decision.bins}
    label, key = next(iter(bins.items()))
    item = seat.decision.items[0]
    assert seat.answer(f"{item.count} to {label}") == Assigned((Share(item.key, key, item.count),))
    assert seat.answer(label) == Assigned((Share(item.key, key, item.count),))
    assert "There are" in seat.said("1 to nobody")


def test_what_may_be_said_at_any_time(command: Seat) -> None:
    def order(line: str) -> object:
        return command.herald.hear(line, command.view).order

    assert order("concede") == Concede("red")
    assert order("undo") == Undo("red")
    assert order("propose draw") == Propose("red", CallItDrawn())
    assert order("propose to take back") == Propose("red", TakeBack())
    assert order("propose cornered no_full_run") == Propose("red", Amend("cornered", "no_full_run"))
    assert order("propose cornered=no_full_run") == Propose("red", Amend("cornered", "no_full_run"))
    assert "Propose what?" in command.said("propose")
    assert "Nobody has proposed" in command.said("agree")
    from msgspec.structs import replace

    command.view = replace(command.view, proposals=(Proposal("p1.blue", "blue", CallItDrawn()),))
    assert order("agree") == Agree("red", "p1.blue", agrees=True)
    assert order("refuse") == Agree("red", "p1.blue", agrees=False)
    assert "The Free Cantons (Blue) propose a draw. Agree or refuse." in command.said("due")
    command.view = replace(command.view, proposals=(Proposal("p1.blue", "blue", Amend("cornered", "no_full_run")),))
    assert "At any moment you may: leave it to a die: Cornered: No full flight." in command.said("due")
    assert order("leave it to a die") == AtWill("red", "die:red:p1.blue")


def test_dice_of_ones_own_are_typed_in() -> None:
    _, journal = played_to("place_unit")
    start = journal.battle_at(0)
    herald = Herald(journal.ruleset, "red")
    assert "2d6 The Flower of Chivalry, added up" in "\n".join(herald.due(start))
    assert isinstance(herald.hear("dice 6 5 | 1 2", start).order, Dice)
    assert "tie" in herald.hear("dice 6 5 | 5 6", start).lines[0]


# ---------------------------------------------------------------- questions


def test_everything_on_the_table_is_told_with_its_place(command: Seat) -> None:
    said = command.said("look")
    assert "The table is 72″ across" in said
    assert "Kettle Pond, pond: 60 to 67 across, 25 to 31 down." in said
    assert (
        "Knights of the Rose (red-1), 4 heavy cavalry in 3 files and 2 ranks: 30 across, 8 down, facing south" in said
    )
    assert command.said("where rose") in said.replace("  Knights", "Knights")


def test_what_a_unit_is_and_may_do(command: Seat) -> None:
    assert "Heavy cavalry" in command.said("card rose")
    said = command.said("what may the knights of the rose do?")
    assert "Advance, for example: advance 12″." in said
    assert "Expand: no; it is not squarely in contact with an enemy in front [BW-B4-33, BW-B4-35]." in said
    assert "may not be told anything now" in command.said("menu bear")
    assert command.said("targets rose")


def test_distances_are_measured_where_one_may_and_judged_by_eye_where_not(command: Seat, plan: Seat) -> None:
    assert command.said("distance rose to goatherds") == "From Knights of the Rose to The Goatherds: 39.93″."
    assert "about " in plan.said("how far is it from the rose to the goatherds?")
    assert "For example: distance" in command.said("distance rose")
    assert "There is no unit" in command.said("distance rose to nobody")


def test_an_order_can_be_tried_before_it_is_given(command: Seat) -> None:
    assert "It costs 6″ of 12″." in command.said("try rose advance 6")
    assert "It cannot be: " in command.said("try rose advance 60")


def test_rules_log_and_help(command: Seat) -> None:
    assert "BW-B1-08" in command.said("rule bw-b1-08")
    assert "no rule" in command.said("rule 66")
    assert command.said("log 2") == "second\nthird"
    assert "advance 6" in command.said("help all")
    assert "Move a unit" in command.said("")


def test_help_knows_the_book_the_phase_and_the_names(command: Seat) -> None:
    first, asked, *rest = command.said("help").splitlines()
    assert first == "Book of War. Turn 1 of 24, movement, The Flower of Chivalry (Red)."
    assert asked == "Move a unit, or end the movement phase."
    rules = command.said("help rules")
    assert "[BW-" in rules
    assert "Setting up" not in rules
    order = next(line.strip() for line in rest if " advance 4" in line)
    assert isinstance(command.answer(order), Commanded), "what help says can be said"
    seat = Seat("place_unit")
    first, _, _, place, *_ = seat.said("help").splitlines()
    assert first == "Book of War. Deployment, The Flower of Chivalry (Red)."
    placed = Reply(seat.decision.seat, seat.decision.id, seat.answer(place.strip()))
    assert not seat.book.reasons(seat.view, placed)


def test_targets_have_range_bearing_and_odds() -> None:
    seat = Seat("command", "shoot")
    shooter = seat.view.units["blue-3"]
    lines = seat.said("targets crossbows").splitlines()
    able = next(line for line in lines if " no; " not in line)
    name = able.split(",")[0]
    target = next(one for one in seat.view.units.values() if one.name == name)
    assert f"{show_inches(gap(shooter.outline, target.outline))}, " in able
    lateral, ahead = shooter.pose.local(target.outline.x, target.outline.y)
    off = round(math.degrees(math.atan2(abs(lateral), ahead)))
    side = f"{off}° to the {'right' if lateral > 0 else 'left'}" if off else "straight ahead"
    assert side in able
    assert "figures lost on average" in able
    assert seat.said("targets").startswith(f"{shooter.name}: {name}, ")


def test_where_nothing_may_be_attacked_the_enemy_is_pointed_out(command: Seat) -> None:
    told = command.said("targets rose").splitlines()
    assert all("″, " in line and ("°" in line or "straight" in line) for line in told if "nobody" not in line)


def test_bearings_are_told_from_the_units_own_front() -> None:
    from msgspec.structs import replace

    from schiltron.battle.state.unit import OnTable
    from schiltron.herald.describing import bearing

    seat = Seat("command")
    one, other = seat.view.units["red-1"], seat.view.units["blue-1"]
    other = replace(other, place=OnTable(Pose(40_000, 20_000, 17_000)))
    x, y = other.outline.x, other.outline.y
    for heading, said in ((0, "straight ahead"), (180_000, "straight behind")):
        far = replace(one, place=OnTable(Pose(round(x), round(y) + 9000, heading)))
        assert bearing(seat.book, seat.view, far, other) == said
    for heading, said in ((17_000, "17° to the left"), (213_000, "147° to the right"), (270_000, "90° to the right")):
        far = replace(one, place=OnTable(Pose(round(x), round(y) + 9000, heading)))
        assert bearing(seat.book, seat.view, far, other) == said


def test_enemies_and_their_cards_are_told(command: Seat) -> None:
    told = command.said("enemies")
    assert "The Goatherds (blue-" in told
    assert "Knights of the Rose (red-1)" not in told
    assert "The Goatherds" in command.said("card goatherds")
    assert "Whose card?" in command.said("card")


def test_those_who_watch_may_ask_but_not_order(command: Seat) -> None:
    herald = Herald(command.book, None)
    view = command.book.view(command.view, None)
    assert herald.hear("look", view).lines
    spoken = herald.hear("concede", view)
    assert spoken.order is None
    assert "watching" in spoken.lines[0]


def test_no_line_breaks_the_herald(command: Seat) -> None:
    from hypothesis import given, settings
    from hypothesis import strategies as st

    known = "advance wheel left rose bear to at 6 30 try suggest take distance where ; ,"
    words = st.sampled_from(known.split(" "))

    @settings(max_examples=200)
    @given(st.one_of(st.text(max_size=40), st.lists(words, max_size=8).map(" ".join)))
    def hears(line: str) -> None:
        spoken = command.herald.hear(line, command.view)
        assert spoken.lines or spoken.order is not None

    hears()


def test_the_spoken_log_says_where_a_unit_comes_to_stand() -> None:
    from schiltron.battle.state.event import Leg, Moved, Placed
    from schiltron.herald.log import spoken

    _, journal = played_to("command")
    battle = journal.battle
    unit = battle.units["red-1"]
    leg = Leg(Advance(6000), Pose(35_100, 16_900, 180_000), unit.body, 6000)
    moved = Moved(unit="red-1", start=unit.pose, legs=(leg,), spent=6000, left=0)
    stood = Placed(what="red-1", name="Knights of the Rose", side="red", pose=Pose(1000, 2000, 90_000))
    first, second = spoken([moved, stood], battle)
    assert first.endswith("advance 6″, at 35 across, 17 down, facing south.")
    assert second.endswith("put on the table, at 1 across, 2 down, facing east.")
