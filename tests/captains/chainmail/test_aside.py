"""Engines on the move, crews, units in flight and baggage: what a captain decides beside the battle line."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import Assign, Assigned, PathDrawn, Share, Zone
from schiltron.battle.state.manoeuvre import Advance, Turn
from schiltron.rulesets.chainmail.artillery.crews import Crews
from schiltron.rulesets.chainmail.morale.rally import StayOrRun
from schiltron.rulesets.chainmail.raids.baggage import HideBaggage
from schiltron.rulesets.chainmail.raids.separate_action import SeparateAction
from schiltron.rulesets.chainmail.state import Battle, Flight
from schiltron.table.lengths import inches
from tests.captains.chainmail.asking import answer, chosen, moved
from tests.rulesets.chainmail.positions import blue, field, play, red
from tests.rulesets.chainmail.test_crews import battery, empty, gun
from tests.rulesets.chainmail.test_separate_action import at_the_camp

SIDES = ("blue", "red")
ZONES = (("blue", Zone(0, inches(48), inches(96), inches(60))), ("red", Zone(0, 0, inches(96), inches(12))))

# ---------------------------------------------------------------- engines


def engine(foe: tuple[float, float], at: float = 50, **more: Any) -> Battle:
    """A light catapult that looks north from the middle of the south, and foot somewhere."""
    return field(
        blue("stones", 4, at=(48, at), troop="light_catapult", turns_still=3),
        blue("far", 60, files=10, at=(10, 50)),
        *(red(name, 20, files=10, at=(foe[0], foe[1] - 3 * row)) for row, name in enumerate(("first", "second"))),
        turn=4,
        **more,
    )


def test_an_engine_far_out_of_range_is_brought_up() -> None:
    """CM-CATAPULT-01: it carries 30 inches; CM-CATAPULT-05: where it comes to it has to stand before it fires."""
    order = moved(engine((48, 5), at=58))["stones"]
    assert isinstance(order.form, PathDrawn)
    assert isinstance(order.form.path[-1], Advance)


def test_an_engine_with_the_enemy_beside_its_arc_is_turned() -> None:
    """CM-CATAPULT-08: it fires within 45 degrees of where it looks."""
    order = moved(engine((72, 48)))["stones"]
    assert isinstance(order.form, PathDrawn)
    assert isinstance(order.form.path[0], Turn)
    assert order.form.path[0].angle > 0


def test_an_engine_that_has_the_enemy_in_range_stays() -> None:
    assert "stones" not in moved(engine((48, 25)))


def test_an_engine_is_not_moved_when_it_could_fire_no_more() -> None:
    """CM-SETUP-07: there are not turns enough left."""
    assert "stones" not in moved(engine((48, 5), at=58, turn_limit=6))


# ---------------------------------------------------------------- crews


def test_a_crew_shares_with_a_heavy_catapult_that_has_none() -> None:
    """CM-CATAPULT-06: two heavy pieces with few men fire oftener together than one with all."""
    battle = battery(gun("guns", engine="heavy_catapult"), empty(engine="heavy_catapult"))
    asked = play(battle, Crews(SIDES))
    assert isinstance(asked.decision, Assign)
    said = answer(asked)
    assert isinstance(said, Assigned)
    assert sum(share.count for share in said.shares if share.bin == "empty") > 0


def test_a_light_catapult_keeps_its_crew() -> None:
    """CM-CATAPULT-06: two and two fire no oftener than four."""
    said = answer(play(battery(gun("guns"), empty()), Crews(SIDES)))
    assert said == Assigned((Share("guns", "guns", 4),))


# ---------------------------------------------------------------- in flight


def fled(*, hunters: bool, at: float = 40, order: tuple[str, str] = ("blue", "red")) -> Battle:
    """Foot that ran to the south last turn, with or without knights close behind."""
    behind = red("knights", 8, files=4, at=(48, at - 16 if hunters else 4), troop="knights")
    runners = blue("foot", 12, files=6, at=(48, at), facing=180, flight=Flight("retreat", 1, 1500, 1))
    return field(runners, behind, turn=2, order=order)


def test_who_fled_stays_to_rally() -> None:
    """CM-MELEE-27."""
    assert chosen(play(fled(hunters=False), StayOrRun("foot"))) == "stay"


def test_who_would_be_charged_while_it_rallies_runs_on() -> None:
    """CM-MELEE-28: it would hardly stand."""
    assert chosen(play(fled(hunters=True), StayOrRun("foot"))) == "run"


def test_nobody_runs_from_those_who_have_moved_already() -> None:
    assert chosen(play(fled(hunters=True, order=("red", "blue")), StayOrRun("foot"))) == "stay"


def test_nobody_runs_off_the_table() -> None:
    """CM-MELEE-33."""
    assert chosen(play(fled(hunters=True, at=55), StayOrRun("foot"))) == "stay"


# ---------------------------------------------------------------- baggage


def test_the_baggage_lies_where_nobody_is_drawn_off_to_save_it() -> None:
    """CM-HIST-40, CM-HIST-43."""
    battle = field(blue("foot", 12, files=6, at=(30, 50)), red("others", 12, files=6, at=(48, 5)), zones=ZONES)
    battle = replace(battle, own=replace(battle.own, options=replace(battle.own.options, baggage="off_table")))
    assert int(chosen(play(battle, HideBaggage("blue")))) == inches(90)


@pytest.mark.parametrize(("savers", "said"), [(14, "fight"), (3, "leave")])
def test_the_baggage_is_fought_for_where_that_can_be_won(savers: int, said: str) -> None:
    """CM-HIST-44."""
    assert chosen(play(at_the_camp(savers=savers), SeparateAction("blue"))) == said
