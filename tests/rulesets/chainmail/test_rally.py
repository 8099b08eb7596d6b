"""Retreat, rout and rallying over the turns."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.event import Checked, Marked, Removed, Ruled
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.field import helpless
from schiltron.rulesets.chainmail.melee.rounds import Melees
from schiltron.rulesets.chainmail.morale.rally import Rallies
from schiltron.rulesets.chainmail.movement.phase import held_back
from schiltron.rulesets.chainmail.sequence import EndTurn
from schiltron.rulesets.chainmail.state import CAUGHT, REORGANIZING, RETREATING, ROUTED, Battle, Flight
from schiltron.rulesets.chainmail.steps import MeleeSide, PostMelee, StandCharge
from tests.rulesets.chainmail.crooked import LOOKS, Look
from tests.rulesets.chainmail.positions import blue, choose, field, piece, place, play, red, rules, strip


def routed(turns: int, since: int = 1, *, turn: int = 2, at: tuple[float, float] = (40, 20), **more: Any) -> Battle:
    """Red foot in flight up the table, blue horse well behind it."""
    features = more.pop("features", ())
    return field(
        blue("horse", 10, files=5, at=(40, 50), troop="heavy_horse"),
        red("foot", 12, files=6, at=at, facing=0, flight=Flight("rout", turns, 1500, since), marks=(ROUTED,), **more),
        turn=turn,
        turn_limit=turn,
        features=features,
    )


# ---------------------------------------------------------------- the first turn


def test_who_stays_and_is_left_alone_rallies_by_itself() -> None:
    """CM-MELEE-27: unmoved in the next turn, in hand again when it is over, facing the enemy."""
    played = play(routed(1), Rallies("red"), choose("stay"))
    assert place(played.unit("foot")) == (40, 20, 0)
    assert held_back(played.battle, played.unit("foot")), "it is not moved that turn"
    after = play(played.battle, EndTurn())
    foot = after.unit("foot")
    assert foot.own.morale.flight is None
    assert not foot.has(ROUTED)
    assert foot.pose.heading == 180_000
    (marked,) = [one for one in after.events_of(Marked) if one.mark == ROUTED]
    assert "CM-MELEE-27" in marked.rules


def test_nobody_rallies_in_the_turn_in_which_it_ran() -> None:
    """CM-MELEE-27: it is the next turn that it stays."""
    battle = routed(1, since=2)
    assert play(battle, Rallies("red")).over
    assert play(battle, EndTurn()).unit("foot").own.morale.flight == Flight("rout", 1, 1500, 2)


def test_the_owner_may_let_it_run_on() -> None:
    """CM-MELEE-30: it runs as far as before, and must dice from then on."""
    asked = play(routed(1), Rallies("red"))
    assert asked.decision.seat == "red"
    assert asked.decision.default == choose("stay")
    assert rules(asked.refusal(choose("fly"))) == {"CM-MELEE-27", "CM-MELEE-30"}
    played = asked.then(choose("run"))
    assert played.unit("foot").own.morale.flight == Flight("rout", 2, 1500, 2)
    assert place(played.unit("foot")) == (40, 6.5, 0)


def test_each_side_is_asked_when_its_move_begins() -> None:
    """CM-MELEE-27; with written orders both at once."""
    assert play(routed(1), Rallies("blue")).over
    assert play(routed(1), Rallies()).decision.seat == "red"


# ---------------------------------------------------------------- later turns


@pytest.mark.parametrize(("turns", "die", "rallies"), [(2, 2, False), (2, 3, True), (3, 5, False), (3, 6, True)])
def test_later_turns_need_a_die(turns: int, die: int, rallies: bool) -> None:
    """CM-MELEE-30: 3 to 6 in the second turn, 6 in the third."""
    played = play(routed(turns), Rallies("red"), str(die))
    told = played.events_of(Checked)[0]
    assert (told.why, told.passed) == ("rally", rallies)
    foot = played.unit("foot")
    assert (foot.on_table and foot.own.morale.flight is None) is rallies


def test_who_rallies_by_its_die_stays_where_it_is() -> None:
    """CM-MELEE-27, CM-MELEE-30: in hand and facing the enemy, but unmoved that turn."""
    played = play(routed(2), Rallies("red"), "3")
    foot = played.unit("foot")
    assert not helpless(foot)
    assert held_back(played.battle, foot)
    assert place(foot)[2] == 180


def test_who_fails_runs_again_at_once() -> None:
    """CM-MELEE-31: the same distance, and another turn is marked against it."""
    foot = play(routed(2), Rallies("red"), "1").unit("foot")
    assert foot.own.morale.flight == Flight("rout", 3, 1500, 2)
    assert place(foot) == (40, 6.5, 0)


def test_the_fourth_turn_of_flight_is_the_last() -> None:
    """CM-MELEE-32: it is removed from play."""
    played = play(routed(3), Rallies("red"), "5")
    assert not played.unit("foot").on_table
    removed = played.events_of(Removed)[0]
    assert removed.rules == ("CM-MELEE-32",)


def test_no_engine_flees_into_marsh() -> None:
    """CM-TERR-07: heavy equipment may not enter it, and a crew in flight brings its catapult no farther than its edge;
    foot runs on."""
    marsh = piece("marsh", 0, 5, 96, 16)
    flight = Flight("rout", 1, 1500, 1)
    foe = blue("horse", 10, files=5, at=(40, 50), troop="heavy_horse")
    gun = red("gun", 4, at=(40, 20), facing=0, troop="light_catapult", flight=flight, marks=(ROUTED,))
    ran = play(field(foe, gun, turn=2, features=(marsh,)), Rallies("red"), choose("run")).unit("gun")
    assert ran.pose != gun.pose
    assert all(corner[1] >= 16_000 for rect in ran.outline.rects for corner in rect.corners)
    foot = play(routed(1, features=(marsh,)), Rallies("red"), choose("run")).unit("foot")
    assert place(foot)[1] < 16


def test_who_runs_over_the_edge_is_gone() -> None:
    """CM-MELEE-33."""
    played = play(routed(1, at=(40, 10)), Rallies("red"), choose("run"))
    foot = played.unit("foot")
    assert not foot.on_table
    assert foot.figures == 0
    assert played.events_of(Removed)[0].rules == ("CM-MELEE-33",)
    assert play(routed(1, at=(40, 14)), Rallies("red"), choose("run")).unit("foot").on_table


# ---------------------------------------------------------------- attacked while it rallies


def caught(**more: Any) -> Battle:
    """Blue horse has come up to the back of red foot that is rallying."""
    return field(
        blue("horse", 10, files=5, at=(40, 30), troop="heavy_horse", charged=True),
        red("foot", 12, files=6, at=(40, 28.5), facing=0, **more),
        turn=2,
    )


FLED: dict[str, Any] = {"flight": Flight("retreat", 1, 1500, 1), "marks": (RETREATING,)}


@pytest.mark.parametrize(("die", "rallies"), [(1, True), (2, True), (3, False), (6, False)])
def test_attacked_while_it_rallies_it_needs_one_or_two(die: int, rallies: bool) -> None:
    """CM-MELEE-28: then it rallies at once and fights, its front to the attacker; else it will not strike back."""
    played = play(caught(**FLED), StandCharge("foot", "horse"), str(die))
    foot = played.unit("foot")
    (told,) = played.events_of(Checked)
    assert (told.passed, told.under, told.need) == (rallies, True, 2)
    assert "CM-MELEE-28" in told.rules
    assert helpless(foot) is not rallies
    assert (foot.own.morale.flight is None) is rallies
    assert place(foot) == ((40, 30, 180) if rallies else (40, 28.5, 0))


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize("offset", [-3, 0, 1.5])
def test_who_rallies_with_an_enemy_along_its_back_has_turned_to_him(look: Look, offset: float) -> None:
    """CM-MELEE-28: drawn into a melee by an enemy who came to lie along its rear, it fights him to its front."""
    battle = field(
        blue("axes", 10, files=5, at=(48 + offset, 30), moved=True),
        red("foot", 12, files=6, at=(48, 29.25 - 0.75), facing=0, **FLED),
        turn=2,
        phase="melee",
    )
    fought = play(look.at(battle), Melees(), "1")
    (met,) = fought.battle.engagements
    assert (met.attacker, met.edge) == ("axes", "front")
    assert len(fought.roll.pools) == 2, "both strike"


def test_who_has_failed_once_throws_no_second_die_that_turn() -> None:
    """CM-MELEE-29: a second attacker finds it as helpless as the first."""
    battle = caught(ordered=CAUGHT, **FLED)
    assert play(battle, StandCharge("foot", "horse")).over


def test_who_reorganizes_is_attacked_as_if_it_had_retreated() -> None:
    """CM-HIST-03."""
    battle = caught(marks=(REORGANIZING,))
    held = play(battle, StandCharge("foot", "horse"), "2").unit("foot")
    assert not held.has(REORGANIZING)
    assert not helpless(held)
    assert helpless(play(battle, StandCharge("foot", "horse"), "3").unit("foot"))


def test_what_is_run_again_in_one_turn_is_no_further_turn_of_flight() -> None:
    """CM-MELEE-31: turns of flight are game turns; who is caught in the turn in which it ran runs again."""
    battle = caught(flight=Flight("retreat", 1, 1500, 2), ordered=CAUGHT, marks=(RETREATING,))
    sides = (MeleeSide("blue", ("horse",), (10,), (0,)), MeleeSide("red", ("foot",), (12,), (0,)))
    foot = play(battle, PostMelee(sides)).unit("foot")
    assert foot.own.morale.flight == Flight("retreat", 1, 1500, 2)
    assert place(foot) == (40, 15, 0)


# ---------------------------------------------------------------- what is added to the die

TIRED: dict[str, Any] = {"fatigued": True}
ORDER: dict[str, Any] = {"troop": "knights_of_an_order"}


def with_switch(battle: Battle, **switch: Any) -> Battle:
    return replace(battle, own=replace(battle.own, options=replace(battle.own.options, **switch)))


@pytest.mark.parametrize(
    ("more", "switch", "turns", "die", "rallies"),
    [
        (TIRED, "off", 2, 3, False),
        (TIRED, "off", 2, 4, True),
        (ORDER, "on", 2, 1, False),
        (ORDER, "on", 2, 2, True),
        (ORDER, "on", 3, 4, False),
        (ORDER, "on", 3, 5, True),
        (ORDER, "off", 3, 5, False),
        ({**TIRED, **ORDER}, "on", 2, 2, False),
        ({**TIRED, **ORDER}, "on", 2, 3, True),
    ],
)
def test_the_tired_and_religious_orders_dice_otherwise_to_rally(
    more: dict[str, Any], switch: str, turns: int, die: int, rallies: bool
) -> None:
    """CM-FATIGUE-07, CM-HIST-31: 1 off for the fatigued, 1 more for an order, on the die to rally too."""
    battle = with_switch(routed(turns, **more), religious_orders=switch)
    (told,) = play(battle, Rallies("red"), str(die)).events_of(Checked)
    assert told.passed is rallies
    assert ("CM-FATIGUE-07" in told.rules) is ("fatigued" in more)
    assert ("CM-HIST-31" in told.rules) is (switch == "on")


def test_no_die_rallies_the_tired_in_their_third_turn() -> None:
    """CM-FATIGUE-07 with CM-MELEE-30: 7 is needed, so no die falls and they run on to the end of it."""
    played = play(routed(3, fatigued=True), Rallies("red"))
    (told,) = played.events_of(Checked)
    assert (told.passed, told.tally.verdict) == (False, "impossible")
    assert not played.unit("foot").on_table


@pytest.mark.parametrize(
    ("more", "switch", "most"), [({}, "on", 2), (TIRED, "on", 1), (ORDER, "on", 3), (ORDER, "off", 2)]
)
def test_so_does_the_die_of_who_is_attacked_while_he_rallies(more: dict[str, Any], switch: str, most: int) -> None:
    """CM-MELEE-28 with CM-FATIGUE-07, CM-HIST-31: it must be low, so what helps raises what it may show."""
    battle = with_switch(caught(**FLED, **more), religious_orders=switch)
    for die in range(1, 7):
        (told,) = play(battle, StandCharge("foot", "horse"), str(die)).events_of(Checked)
        assert (told.need, told.passed) == (most, die <= most)


def test_flemish_levies_add_nothing_to_it() -> None:
    """CM-HIST-14: they are steadier when morale is checked; rallying is no check."""
    battle = with_switch(routed(2, troop="flemish_levies"), levies="on")
    (told,) = play(battle, Rallies("red"), "2").events_of(Checked)
    assert not told.passed


def test_their_card_says_what_is_added_to_it() -> None:
    """CM-FATIGUE-07, CM-HIST-31: as it says for checks."""
    battle = with_switch(routed(2, fatigued=True, **ORDER), religious_orders="on")
    card = CHAINMAIL.card(battle, "foot")
    assert card is not None
    assert "fatigued: −1 on the die to rally [CM-FATIGUE-07]" in map(str, card.notes)
    assert "religious order: +1 on the die to rally [CM-HIST-31]" in map(str, card.notes)


# ---------------------------------------------------------------- where they run


def test_flight_goes_round_enemies_and_through_friends() -> None:
    """CM-MELEE-22: an enemy in the way turns it aside; friends let it through."""
    straight = routed(1, at=(40, 30))
    barred = field(
        *straight.units.values(), blue("wall", 8, files=8, at=(40, 24), facing=180, troop="heavy_horse"), turn=2
    )
    x, y, _ = place(play(barred, Rallies("red"), choose("run")).unit("foot"))
    assert x != 40
    assert y < 30
    open_ranks = field(*straight.units.values(), red("friends", 8, files=8, at=(40, 22)), turn=2)
    assert place(play(open_ranks, Rallies("red"), choose("run")).unit("foot")) == (40, 16.5, 0)


def test_flight_does_not_lead_into_a_pond_and_halts_at_a_river() -> None:
    """CM-MELEE-22 with CM-TERR-15, CM-TERR-12: the next run leads across."""
    pond = routed(1, at=(40, 30), features=[piece("pond", 0, 20, 96, 22)])
    assert place(play(pond, Rallies("red"), choose("run")).unit("foot"))[1] >= 22
    river = routed(1, at=(40, 30), features=[strip("river", (0, 24), (96, 24), width=2)])
    halted = play(river, Rallies("red"), choose("run"))
    assert place(halted.unit("foot"))[1] == pytest.approx(25, abs=0.01)
    across = play(routed(1, at=(40, 25), features=river.board.features), Rallies("red"), choose("run"))  # type: ignore[union-attr]
    assert place(across.unit("foot"))[1] == 11.5


def test_who_is_hemmed_in_stays_in_flight_where_it_is() -> None:
    """CM-MELEE-22: there is no way to go."""
    ring = [
        blue(f"wall {x} {y}", 12, files=12, at=(x, y), facing=facing)
        for x, y, facing in ((40, 19.1, 180), (40, 22.4, 0), (36.85, 20.75, 90), (43.15, 20.75, 270))
    ]
    battle = field(
        red("foot", 12, files=6, at=(40, 20), facing=0, flight=Flight("rout", 1, 1500, 1), marks=(ROUTED,)),
        *ring,
        turn=2,
    )
    played = play(battle, Rallies("red"), choose("run"))
    assert place(played.unit("foot"))[:2] == (40, 20)
    assert played.unit("foot").own.morale.flight == Flight("rout", 2, 1500, 2)
    assert played.events_of(Ruled)


def test_flight_breaks_a_square() -> None:
    """CM-MELEE-22: nobody runs in square; the body falls back into ranks."""
    battle = field(
        blue("horse", 10, files=5, at=(40, 30), troop="heavy_horse", charged=True),
        red("foot", 16, files=4, at=(40, 30), formation="square"),
    )
    foot = play(battle, StandCharge("foot", "horse"), "1 2").unit("foot")
    assert foot.own.formation == "line"
