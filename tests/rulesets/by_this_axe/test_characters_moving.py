"""Characters on their own, joining units and leaving them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import Aimed, Commanded
from schiltron.battle.state.event import Attached, Detached, Formed, Moved
from schiltron.battle.state.unit import OnTable
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.movement.phase import Moves
from schiltron.rulesets.by_this_axe.state import ROUTED, Unit
from schiltron.rulesets.by_this_axe.steps import BeginTurn, Flights
from schiltron.table.lengths import inches
from schiltron.table.outline import gap, overlapping
from schiltron.table.pose import Pose
from tests.rulesets.by_this_axe.positions import (
    ahead,
    blue,
    hero,
    locked,
    march,
    moving,
    piece,
    place,
    play,
    red,
    rules,
    turn,
)


def join(actor: str, host: str) -> Commanded:
    return Commanded(actor, "join", Aimed(host))


def test_a_character_joins_a_unit_within_his_own_move() -> None:
    """TA-CHAR-11, TA-MOVE-10: measured from where he stands to the nearest of its figures."""
    start = moving(hero("kay", "blue", at=(36, 40)), blue("axes", 6, at=(36, 30)), blue("far", 6, at=(36, 10)))
    assert "join" in start.decision.actions
    joined = start.then(join("kay", "axes"))
    assert joined.unit("kay").host == "axes"
    assert joined.events_of(Attached)[0].rules == ("TA-CHAR-11",)
    assert joined.events_of(Moved)[0].spent == inches(8.5)
    assert "TA-MOVE-04" in rules(start.refusal(join("kay", "far")))
    assert rules(start.refusal(join("kay", "kay"))) == {"TA-CHAR-11"}
    assert rules(start.refusal(march("kay"))) == {"TA-MOVE-04"}


def test_who_has_joined_goes_with_the_unit() -> None:
    """TA-CHAR-11: and whoever went with it cannot leave it any more this turn."""
    start = moving(blue("axes", 6, at=(36, 30)), hero("kay", "blue", with_="axes"), blue("others", 4, at=(10, 40)))
    assert start.decision.actors == ("axes", "kay", "others")
    moved = start.then(march("axes", ahead(5)))
    assert moved.decision.actors == ("others",)
    assert rules(moved.refusal(march("kay", ahead(2)))) == {"TA-MOVE-04"}


def test_a_character_leaves_from_the_middle_of_the_front() -> None:
    """TA-CHAR-11, TA-MOVE-10: at his own rate, on his own."""
    start = moving(blue("axes", 6, at=(36, 30)), hero("kay", "blue", with_="axes"))
    left = start.then(march("kay", turn(90), ahead(10)))
    assert place(left.unit("kay")) == (46, 30, 90)
    assert left.events_of(Detached)[0].host == "axes"
    assert "TA-MOVE-04" in rules(start.refusal(march("kay", ahead(10.1))))
    assert rules(start.refusal(march("kay", turn(180), ahead(0.5)))) == {"TA-MOVE-14"}


def test_a_character_goes_from_one_unit_to_another() -> None:
    """TA-CHAR-11."""
    start = moving(blue("axes", 6, at=(30, 30)), blue("bows", 6, at=(40, 30)), hero("kay", "blue", with_="axes"))
    there = start.then(join("kay", "bows"))
    assert there.unit("kay").host == "bows"
    assert rules(start.refusal(join("kay", "axes"))) == {"TA-CHAR-11"}


def test_a_character_turns_freely_under_orders_too() -> None:
    """TA-CMD-13 is for units."""
    start = moving(hero("kay", "blue", at=(36, 30)), command="cards")
    assert place(start.then(march("kay", turn(90), ahead(4), turn(-180), ahead(6))).unit("kay")) == (34, 30, 270)


def test_characters_pass_through_friends_but_do_not_stand_on_them() -> None:
    """TA-MOVE-14: enemies stop them as anybody, an inch away."""
    start = moving(hero("kay", "blue", at=(36, 36)), blue("axes", 6, at=(36, 32)), red("foe", 6, at=(36, 26)))
    assert place(start.then(march("kay", ahead(8))).unit("kay")) == (36, 28, 0)
    assert rules(start.refusal(march("kay", ahead(3.5)))) == {"TA-MOVE-14"}
    assert rules(start.refusal(march("kay", ahead(8.8)))) == {"TA-MOVE-14"}


def test_a_character_who_halts_in_woods_among_friends_does_not_stand_on_them() -> None:
    """TA-MOVE-14, TA-TERR-03: the roll ends his move where he cannot stay, so he halts short of it."""
    start = moving(
        hero("kay", "blue", at=(36, 42), mounted=True),
        blue("axes", 12, files=6, at=(36, 30)),
        features=[piece("woods", 30, 20, 42, 31)],
    )
    halted = start.then(march("kay", ahead(13)))
    assert place(halted.unit("kay")) == (36, 31, 0)
    stopped = halted.then("6")
    assert place(stopped.unit("kay")) == (36, 33, 0)
    assert "TA-MOVE-14" in stopped.events_of(Formed)[-1].rules
    assert place(halted.then("1").unit("kay")) == (36, 29, 0)


def test_a_character_who_cannot_get_away_is_back_with_his_unit() -> None:
    """TA-CHAR-11, TA-MOVE-14: woods that take all his move leave him no room but the one he came from."""
    start = moving(
        blue("axes", 66, files=6, at=(36, 30)),
        hero("kay", "blue", with_="axes", mounted=True),
        features=[piece("woods", 30, 20, 42, 46)],
    )
    back = start.then(march("kay", turn(180), ahead(12.5)), "6")
    assert back.unit("kay").host == "axes"
    assert place(start.then(march("kay", turn(180), ahead(12.5)), "1").unit("kay")) == (36, 42.5, 180)


def test_nobody_leaves_a_melee_or_a_rout() -> None:
    """TA-CHAR-11: he stays with a unit locked in melee, and goes with it in flight."""
    start = moving(
        blue("axes", 6, at=(30, 30)),
        hero("kay", "blue", with_="axes"),
        blue("routed", 6, at=(50, 30), marks=(ROUTED,)),
        hero("bors", "blue", with_="routed"),
        blue("free", 6, at=(40, 40)),
        red("foe", 6, at=(30, 30)),
        contacts=(locked("foe", "axes"),),
    )
    assert start.decision.actors == ("free",)
    assert {"TA-MOVE-03", "TA-MELEE-03"} <= rules(start.refusal(join("kay", "free")))
    assert "TA-MOVE-03" in rules(start.refusal(march("bors", ahead(2))))


def test_nobody_joins_a_unit_in_flight() -> None:
    """TA-CHAR-11, TA-RALLY-01: a leader goes up to it and rallies it."""
    start = moving(hero("kay", "blue", at=(36, 40)), blue("axes", 6, at=(36, 32), facing=180, marks=(ROUTED,)))
    assert "TA-RALLY-01" in rules(start.refusal(join("kay", "axes")))
    assert place(start.then(march("kay", ahead(7.5))).unit("kay")) == (36, 32.5, 0)


def test_who_declined_a_challenge_does_not_change_his_unit() -> None:
    """TA-DUEL-07: this turn he goes to no other unit; with his own or by himself he may walk."""
    start = moving(
        blue("axes", 6, at=(30, 30)),
        blue("bows", 6, at=(40, 30)),
        hero("kay", "blue", with_="axes", shamed=True),
        hero("bors", "blue", at=(40, 40), shamed=True),
    )
    assert rules(start.refusal(join("kay", "bows"))) == {"TA-DUEL-07"}
    assert rules(start.refusal(join("bors", "axes"))) == {"TA-DUEL-07"}
    assert place(start.then(march("bors", ahead(3))).unit("bors")) == (40, 37, 0)
    assert place(start.then(march("kay", ahead(3))).unit("kay")) == (30, 27, 0)
    assert start.then(march("axes", ahead(3))).unit("kay").host == "axes"


def test_a_character_may_charge_but_not_onto_friends() -> None:
    """TA-MOVE-12, TA-CHAR-06: on his own he is a body of one."""
    charge = Commanded("kay", "charge", Aimed("foe"))
    start = moving(hero("kay", "blue", at=(36, 36)), red("foe", 6, at=(36, 30)))
    met = start.then(charge)
    assert [(one.attacker, one.defender) for one in met.battle.engagements] == [("kay", "foe")]
    crowded = moving(
        hero("kay", "blue", at=(36, 36)), blue("axes", 6, at=(36, 30)), red("foe", 6, at=(36, 30)),
        contacts=(locked("axes", "foe"),),
    )  # fmt: skip
    assert rules(crowded.refusal(charge)) == {"TA-MOVE-14"}


@pytest.mark.parametrize(("x", "y", "facing"), [(36, 40, 0), (31.5, 36, 40), (46, 29, 250), (34, 24, 180)])
@pytest.mark.parametrize("axes_first", [True, False])
def test_a_unit_does_not_carry_on_who_walked_to_it(x: float, y: float, facing: float, *, axes_first: bool) -> None:
    """TA-CHAR-11, TA-MOVE-10: he stays where he reached it, from whatever side, whichever is first on the roster."""
    kay, axes = hero("kay", "blue", at=(x, y), facing=facing), blue("axes", 12, files=6, at=(36, 30))
    joined = moving(*((axes, kay) if axes_first else (kay, axes))).then(join("kay", "axes"))
    reached = joined.events_of(Moved)[0].legs[-1].pose
    assert joined.unit("kay").host == "axes"
    moved = joined.then(march("axes", ahead(10)))
    assert moved.unit("kay").host == ""
    assert moved.unit("kay").pose == reached
    assert moved.events_of(Detached)[-1].rules == ("TA-MOVE-10", "TA-CHAR-11")
    assert moved.over, "neither has a move left"


def test_who_walked_to_a_unit_stays_with_it_while_it_keeps_touch() -> None:
    """TA-CHAR-11: a turn about its middle, or a step back over him, leaves nobody behind."""
    start = moving(hero("kay", "blue", at=(36, 40)), blue("axes", 12, files=6, at=(36, 30)))
    joined = start.then(join("kay", "axes"))
    assert joined.then(march("axes", turn(20))).unit("kay").host == "axes"
    assert joined.then(march("axes", turn(180), ahead(1), turn(180))).unit("kay").host == "axes"
    assert joined.then(march("axes", turn(180), ahead(9))).unit("kay").host == ""


def test_a_charge_leaves_behind_who_walked_to_the_unit_and_a_place_is_found_for_him() -> None:
    """TA-CHAR-11, TA-MOVE-14: somebody else has halted where he stood, so he is beside that place."""
    start = moving(
        blue("axes", 6, at=(36, 30), facing=17),
        hero("kay", "blue", at=(30, 40)),
        hero("bors", "blue", at=(50, 40)),
        red("foe", 6, at=(38, 23), facing=197),
    )
    joined = start.then(join("kay", "axes"))
    place_of_kay = joined.unit("kay").own.turn.joined_at
    assert place_of_kay is not None
    taken = replace(joined.battle, units={**joined.battle.units, "bors": _moved_to(joined.unit("bors"), place_of_kay)})
    charged = play(taken, Moves("blue"), Commanded("axes", "charge", Aimed("foe")))
    kay = charged.unit("kay")
    assert charged.battle.engagements
    assert kay.host == ""
    assert 0 <= gap(kay.outline, charged.unit("bors").outline) <= inches(1)
    assert not overlapping(kay.outline, charged.unit("bors").outline)


def _moved_to(unit: Unit, pose: Pose) -> Unit:
    return replace(unit, place=OnTable(pose))


def test_a_unit_that_runs_takes_along_who_walked_to_it() -> None:
    """TA-CHAR-11: flight is no move of its own will."""
    start = moving(hero("kay", "blue", at=(36, 40)), blue("axes", 12, files=6, at=(36, 30)), red("foe", 6, at=(36, 20)))
    joined = start.then(join("kay", "axes"))
    axes = joined.unit("axes")
    broken = replace(axes, marks=(ROUTED,), own=replace(axes.own, flight=180_000))
    fled = play(joined.battle.with_unit(broken), Flights("movement"), "4")
    assert fled.unit("axes").pose != axes.pose
    assert fled.unit("kay").host == "axes"


def test_the_next_turn_he_goes_with_his_unit() -> None:
    """TA-CHAR-11."""
    start = moving(hero("kay", "blue", at=(36, 40)), blue("axes", 12, files=6, at=(36, 30)), red("foe", 6, at=(36, 5)))
    later = play(start.then(join("kay", "axes")).battle, BeginTurn())
    assert later.unit("kay").own.turn.joined_at is None
    moved = play(later.battle, Moves("blue"), march("axes", ahead(10)))
    assert moved.unit("kay").host == "axes"


def test_previews_say_who_stays_behind() -> None:
    """TA-CHAR-11."""
    start = moving(hero("kay", "blue", at=(36, 40)), blue("axes", 12, files=6, at=(36, 30)))
    shown = BY_THIS_AXE.preview(start.battle, start.decision, join("kay", "axes"))
    assert shown.note == "joins Axes; a move of theirs later in this turn leaves him behind"
    joined = start.then(join("kay", "axes"))
    shown = BY_THIS_AXE.preview(joined.battle, joined.decision, march("axes", ahead(5)))
    assert shown.note == "Kay walked to them this turn and stays behind"
    assert "TA-CHAR-11" in shown.rules
    spent = start.then(march("axes", ahead(1)))
    assert BY_THIS_AXE.preview(spent.battle, spent.decision, join("kay", "axes")).note == "joins Axes"
