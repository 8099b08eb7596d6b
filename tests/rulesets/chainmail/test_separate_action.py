"""The separate action for a baggage camp (CM-HIST-44)."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from schiltron.battle.state.event import Checked, Placed, Removed, Struck
from schiltron.battle.state.unit import OffTable
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.camps import LOOTING, SAVING
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.raids.baggage import SeekBaggage
from schiltron.rulesets.chainmail.raids.returning import ComeBack
from schiltron.rulesets.chainmail.raids.separate_action import SeparateAction
from schiltron.rulesets.chainmail.state import Baggage, Battle, Captives, Unit
from schiltron.table.lengths import inches
from tests.rulesets.chainmail.positions import Played, blue, choose, commander, field, play, red, rules
from tests.rulesets.chainmail.test_baggage import NORTH, SOUTH

FOUND = (Baggage("blue", inches(36), ("raiders",)), Baggage("red", inches(36)))


def away(unit: Unit, *, may_return: bool = False) -> Unit:
    """Off the table at blue's camp."""
    why = SAVING if unit.side == "blue" else LOOTING
    return replace(unit, place=OffTable(why, "south", may_return))


def at_the_camp(*others: Any, savers: int = 10, raiders: int = 10, **more: Any) -> Battle:
    """Heavy foot of both sides at blue's camp, and somebody of both on the table."""
    guard = away(blue("guard", savers, files=5, at=(0, 0), troop=more.pop("savers_are", "heavy_foot")))
    looters = away(red("raiders", raiders, files=5, at=(0, 0), troop=more.pop("raiders_are", "heavy_foot")))
    battle = field(
        guard, looters, blue("a", 10, at=(90, 40)), red("b", 10, at=(90, 10)), *others, zones=(SOUTH, NORTH), **more
    )
    options = replace(battle.own.options, baggage="off_table")
    return replace(battle, own=replace(battle.own, options=options, baggage=FOUND))


def fight(battle: Battle) -> Played:
    return play(battle, SeparateAction("blue"), choose("fight"))


def dice(number: int, face: int) -> str:
    return " ".join([str(face)] * number)


# ---------------------------------------------------------------- whether it is fought


def test_the_owner_of_the_camp_says_whether_it_is_fought() -> None:
    """CM-HIST-44: silence leaves them where they are, for the rest of the game."""
    asked = play(at_the_camp(), SeekBaggage())
    assert asked.decision.seat == "blue"
    assert asked.decision.rules == ("CM-HIST-44",)
    assert asked.decision.default == choose("leave")
    left = asked.then(choose("leave"))
    assert left.over
    assert not left.unit("guard").on_table
    assert play(left.battle, SeekBaggage()).over, "he is not asked every turn"


def test_newcomers_raise_the_question_again() -> None:
    """CM-HIST-44."""
    left = play(at_the_camp(), SeparateAction("blue"), choose("leave")).battle
    more = away(red("more", 4, at=(0, 0)))
    again = play(replace(left, units={**left.units, "more": more}), SeparateAction("blue"))
    assert again.decision.rules == ("CM-HIST-44",)


def test_without_both_there_is_nothing_to_fight_for() -> None:
    """CM-HIST-44: looters alone, or men who save the baggage from nobody."""
    assert play(at_the_camp(savers=0), SeparateAction("blue")).over
    assert play(at_the_camp(raiders=0), SeparateAction("blue")).over
    assert play(at_the_camp(), SeparateAction("red")).over


# ---------------------------------------------------------------- fought


def test_every_figure_fights_and_casualties_are_simultaneous() -> None:
    """CM-HIST-44 with CM-MELEE-01: ten heavy foot against ten, a die each, 6 kills."""
    asked = fight(at_the_camp())
    assert asked.dice == [(10, 6), (10, 6)]
    assert "CM-HIST-44" in asked.roll.rules
    round_ = asked.then(f"6 6 {dice(8, 1)} | 6 {dice(9, 1)}")
    assert (round_.unit("guard").figures, round_.unit("raiders").figures) == (9, 8)
    assert len(round_.events_of(Struck)) == 2


def test_it_goes_on_round_by_round_until_morale_ends_it() -> None:
    """CM-HIST-44 with CM-MELEE-20: a narrow difference continues, with what is left."""
    asked = fight(at_the_camp()).then(f"{dice(10, 1)} | {dice(10, 1)}")
    assert asked.dice == [(10, 6), (10, 6)]
    assert {told.passed for told in asked.events_of(Checked)} == {True}


def test_who_is_beaten_in_good_order_may_return_like_the_victors() -> None:
    """CM-HIST-44: survivors of both sides. 2 lost of 10: 2 × 1 + 2 + 50 against 40, doubled: 28, back in good order."""
    over = fight(at_the_camp()).then(f"6 6 {dice(8, 1)} | {dice(10, 1)}", "1")
    assert over.over
    for key in ("guard", "raiders"):
        place = over.unit(key).place
        assert isinstance(place, OffTable)
        assert place.may_return


def test_who_routs_from_it_is_out_of_the_game() -> None:
    """CM-HIST-44, CM-MELEE-33: 4 lost and a 6: 24 + 4 + 50 against 30, doubled: 96."""
    over = fight(at_the_camp()).then(f"6 6 6 6 {dice(6, 1)} | {dice(10, 1)}", "6")
    assert over.over
    assert over.unit("raiders").figures == 0
    assert {"CM-HIST-44", "CM-MELEE-33"} <= set(over.events_of(Removed)[-1].rules)


def test_who_surrenders_is_lost_and_an_order_fights_on() -> None:
    """CM-HIST-44, CM-MELEE-24, CM-HIST-30."""
    asked = fight(at_the_camp()).then(f"{dice(7, 6)} {dice(3, 1)} | {dice(10, 1)}", "6")
    assert asked.unit("raiders").figures == 0
    assert "CM-MELEE-24" in asked.events_of(Removed)[-1].rules
    brothers = away(red("raiders", 10, files=5, at=(0, 0), order=True))
    battle = at_the_camp(religious_orders="on")
    again = fight(replace(battle, units={**battle.units, "raiders": brothers}))
    on = again.then(f"{dice(7, 6)} {dice(3, 1)} | {dice(10, 1)}", "6")
    assert on.dice == [(10, 6), (3, 6)]


def test_several_units_share_the_enemy_among_them() -> None:
    """CM-HIST-44: each has somebody to fight, and no figure strikes twice."""
    more = away(blue("more", 6, files=3, at=(0, 0)))
    asked = fight(at_the_camp(more))
    assert asked.dice == [(10, 6), (6, 6), (5, 6), (5, 6)]


def test_the_last_man_ends_it() -> None:
    """CM-HIST-44: who has nobody before him any more has won, without a die for morale."""
    over = fight(at_the_camp(raiders=1)).then(f"6 {dice(9, 1)} | 1")
    assert over.over
    assert over.unit("guard").place.may_return  # type: ignore[union-attr]


def test_pikes_nobody_can_reach_end_it_too() -> None:
    """CM-HIST-44 with CM-MELEE-09: where neither side can hurt the other it is undecided."""
    over = fight(at_the_camp(raiders_are="pikemen", savers_are="pikemen"))
    assert over.dice
    helpless = at_the_camp(raiders_are="pikemen")
    assert fight(helpless).dice == [(20, 6)], "hand weapons do not reach pikes"


def test_the_commander_looks_on_and_shares_their_fate() -> None:
    """CM-HIST-44, CM-HIST-33: he returns with the survivors, or is lost with the last of them."""
    prince = away(commander("prince", "blue"))
    won = fight(at_the_camp(prince, raiders=1)).then(f"6 {dice(9, 1)} | 1")
    assert won.unit("prince").place.may_return  # type: ignore[union-attr]
    lost = fight(at_the_camp(prince, savers=1)).then(f"1 | 6 {dice(9, 1)}")
    assert lost.unit("prince").figures == 0


# ---------------------------------------------------------------- back


def returning(*others: Any, **more: Any) -> Battle:
    battle = at_the_camp(*others, **more)
    back = {key: away(battle.units[key], may_return=True) for key in ("guard", "raiders")}
    return replace(battle, units={**battle.units, **back})


def test_survivors_may_return_through_the_way_to_the_camp() -> None:
    """CM-HIST-44: in the 6 inches of the path, at the edge, looking onto the table; and they have their move."""
    asked = play(returning(), SeekBaggage())
    assert (asked.decision.seat, asked.decision.default) == ("blue", choose("guard"))
    back = asked.then(choose("guard"))
    guard = back.unit("guard")
    assert guard.on_table
    assert guard.pose.heading == 0
    assert back.over, "the way is full: the looters wait"
    assert asked.then(choose()).decision.default == choose("raiders")
    rects = guard.outline.rects
    assert all(inches(36) <= x <= inches(42) for rect in rects for x, _ in rect.corners)
    assert max(y for rect in rects for _, y in rect.corners) > inches(59.9)
    assert back.events_of(Placed)[0].rules == ("CM-HIST-44",)
    assert "guard" in play(back.battle, Moves("blue")).decision.actors


def test_who_need_not_return_stays_away() -> None:
    """CM-HIST-44: they may."""
    stayed = play(returning(), ComeBack("blue"), choose())
    assert not stayed.unit("guard").on_table
    assert rules(play(returning(), ComeBack("blue")).refusal(choose("a"))) == {"CM-HIST-44"}


def test_where_the_way_is_full_they_wait() -> None:
    """CM-HIST-44."""
    full = returning(red("across", 12, files=12, at=(39, 58), facing=180))
    assert play(full, ComeBack("blue")).over


def test_a_broad_unit_comes_in_fewer_files() -> None:
    """CM-HIST-44 with CM-HIST-40: the way is 6 inches wide."""
    broad = at_the_camp()
    unit = away(blue("guard", 20, files=20, at=(0, 0)), may_return=True)
    back = play(replace(broad, units={**broad.units, "guard": unit}), ComeBack("blue"), choose("guard"))
    xs = [x for rect in back.unit("guard").outline.rects for x, _ in rect.corners]
    assert max(xs) - min(xs) <= inches(6)


def test_prisoners_left_behind_stay_there() -> None:
    """CM-HIST-44 with CM-MELEE-42."""
    battle = at_the_camp(raiders=1)
    held = replace(battle.units["raiders"].own, captives=(Captives("a", 1, battle.units["a"].pose),))
    battle = battle.with_unit(replace(battle.units["raiders"], own=held))
    over = fight(battle).then(f"6 {dice(9, 1)} | 1")
    (some,) = over.unit("raiders").own.captives
    assert some.left_at == battle.units["a"].pose


def test_machines_answer_too() -> None:
    """CM-HIST-44: legal answers; the stronger owner fights, the weaker lets it be."""
    asked = play(at_the_camp(raiders=4), SeparateAction("blue"))
    assert next(iter(CHAINMAIL.suggest(asked.battle, asked.decision))) == choose("fight")
    weak = play(at_the_camp(savers=4), SeparateAction("blue"))
    assert next(iter(CHAINMAIL.suggest(weak.battle, weak.decision))) == choose("leave")
    back = play(returning(), ComeBack("blue"))
    for seed in range(6):
        asked.then(CHAINMAIL.sample(asked.battle, asked.decision, Random(seed)))
        back.then(CHAINMAIL.sample(back.battle, back.decision, Random(seed)))
    assert next(iter(CHAINMAIL.suggest(back.battle, back.decision))) == choose("guard")
