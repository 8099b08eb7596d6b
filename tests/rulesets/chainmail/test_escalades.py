"""Ladders, siege towers and those at their heads: CM-SIEGE-07, CM-SIEGE-08, CM-SIEGE-16 to CM-SIEGE-21."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.state.chance import SumOf
from schiltron.battle.state.decision import FINISH
from schiltron.battle.state.unit import Upon
from schiltron.rulesets.chainmail.fire.phase import TakeOff
from schiltron.rulesets.chainmail.fortress import LADDER, Ladder
from schiltron.rulesets.chainmail.man_to_man.arms import armour_of, score, weapon_of
from schiltron.rulesets.chainmail.morale.instability import lost
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.siege.escalade import Escalades
from schiltron.rulesets.chainmail.siege.stations import siege_of
from schiltron.rulesets.chainmail.state import CLIMBING, STUNNED, WITH_LADDER, Battle, Unit
from schiltron.rulesets.chainmail.steps import Phase
from schiltron.rulesets.chainmail.victory import brought, strength
from schiltron.table.lengths import inches
from schiltron.table.outline import overlapping
from schiltron.table.terrain import Strip
from tests.rulesets.chainmail.castles import CROOKED, Ground, acts, besieged, does
from tests.rulesets.chainmail.positions import Played, ahead, march, play, rules
from tests.rulesets.positions import Askew

WALL = "castle_wall-1"
STRAIGHT = Ground()


def party(ground: Ground, figures: int = 6, right: float = 1, **more: object) -> Unit:
    """Men with a ladder, in two ranks right before the wall."""
    line = {"files": 3, "troop": "ladder_party", "marks": (WITH_LADDER,), **more}
    return ground.stormers("party", figures, right, 9, **line)  # type: ignore[arg-type]


def raised(ground: Ground, figures: int = 6, *others: Unit, climbing: bool = True) -> Battle:
    """The same with their ladder on the wall, three of them climbing."""
    battle = besieged(party(ground, figures), *others, features=(ground.wall(),))
    played = play(battle, acts(), does("party", "raise", ground=WALL))
    if climbing:
        played = played.then(does("party", "climb", ground="ladder-1"))
    return replace(played.battle, agenda=(), decisions=())


def ladder(battle: Battle) -> Ladder:
    (one,) = siege_of(battle).ladders
    return one


def guard(ground: Ground, figures: int = 1, right: float = 1, name: str = "guard", **more: object) -> Unit:
    return ground.holders(name, figures, right, 9.6, on=WALL, **more)  # type: ignore[arg-type]


# ---------------------------------------------------------------- raised and climbed


@pytest.mark.parametrize("lie", CROOKED, ids=str)
def test_a_ladder_leans_on_the_wall_before_those_who_bring_it(lie: Askew) -> None:
    """CM-SIEGE-17: and stays there when they go."""
    ground = Ground(lie)
    battle = raised(ground, climbing=False)
    one = ladder(battle)
    x, y = ground.points((1, 9.25))[0]
    assert abs(one.x - x) + abs(one.y - y) < 10
    drawn = next(piece for piece in battle.table.features if piece.kind == LADDER)
    assert isinstance(drawn, Strip)
    assert not battle.units["party"].has(WITH_LADDER)


def test_who_is_not_at_the_wall_raises_no_ladder() -> None:
    """CM-SIEGE-17"""
    away = besieged(STRAIGHT.stormers("party", 6, 1, 7.5, files=3, marks=(WITH_LADDER,)), features=(STRAIGHT.wall(),))
    assert play(away, acts()).over


@pytest.mark.parametrize(("figures", "men"), [(6, 3), (2, 2)])
def test_three_men_climb_in_a_turn(figures: int, men: int) -> None:
    """CM-SIEGE-17"""
    battle = raised(STRAIGHT, figures)
    assert ladder(battle).men == men
    assert battle.units["party"].has(CLIMBING)


def test_who_climbs_does_not_walk() -> None:
    """CM-SIEGE-17"""
    battle = raised(STRAIGHT, 6, STRAIGHT.stormers("others", 4, 10, 0))
    assert rules(play(battle, Moves("blue")).refusal(march("party", ahead(1)))) == {"CM-SIEGE-17"}


def test_one_unit_at_a_time_is_on_a_ladder() -> None:
    """CM-SIEGE-17"""
    others = STRAIGHT.stormers("others", 4, 4, 9)
    assert play(raised(STRAIGHT, 6, others), acts()).over
    free = play(raised(STRAIGHT, 6, others, climbing=False), acts(), does("others", "climb", ground="ladder-1"))
    assert ladder(free.battle).climbing == "others"


# ---------------------------------------------------------------- nobody on top


@pytest.mark.parametrize("lie", CROOKED, ids=str)
def test_without_defenders_they_step_onto_the_wall_one_beside_the_other(lie: Askew) -> None:
    """CM-SIEGE-17, CM-SIEGE-19: three in a turn, no farther than they need to, and not with the ladder full of men any
    more."""
    ground = Ground(lie)
    far = guard(ground, 2, 7.5, facing=ground.lie.facing(190))
    played = play(raised(ground, 6, far), Escalades())
    up = played.unit("party.1")
    assert up.figures == 3
    assert up.level == Upon(WALL, 1)
    assert played.unit("party").figures == 3
    x, y = ground.points((1, 10))[0]
    assert max(abs(one.x - x) + abs(one.y - y) for one in up.places) < inches(2.2)
    assert not ladder(played.battle).men
    assert not played.unit("party").has(CLIMBING)


def test_who_has_gone_up_is_still_of_his_army_and_no_loss_of_those_below() -> None:
    """CM-SETUP-05, CM-MORALE-01: what is left of a side counts men on the wall and before it, each once."""
    far = guard(STRAIGHT, 2, 7.5)
    played = play(raised(STRAIGHT, 6, far), Escalades())
    below, up = played.unit("party"), played.unit("party.1")
    assert (below.original, up.original) == (3, 3)
    assert strength(played.battle, below.side).total == 6
    assert {unit.id: unit.original for unit in brought(played.battle, below.side)} == {"party": 3, "party.1": 3}
    assert lost(played.battle, below) == 0
    fewer = played.battle.with_unit(replace(up, figures=1))
    assert strength(fewer, below.side).total == 4
    assert (lost(fewer, below), lost(fewer, fewer.units["party.1"])) == (0, 2)
    assert [unit.id for unit in brought(fewer.with_unit(replace(below, original=0, figures=0)), below.side)] == [
        "party.1"
    ]


def test_the_last_men_of_a_unit_are_the_unit_itself_on_the_wall() -> None:
    """CM-SIEGE-19: nobody is left below, and nobody is lost."""
    played = play(raised(STRAIGHT, 2), Escalades())
    standing = [unit for unit in played.battle.units.values() if unit.on_table]
    assert sum(unit.figures for unit in standing) == 2
    assert all(unit.level == Upon(WALL, 1) for unit in standing)


# ---------------------------------------------------------------- somebody on top


def need(striker: Unit, struck: Unit) -> int:
    return score(weapon_of(striker.own.profile), armour_of(struck.own.profile))


@pytest.mark.parametrize("lie", CROOKED, ids=str)
def test_the_defender_strikes_first_and_the_ladder_may_be_pushed_off(lie: Askew) -> None:
    """CM-SIEGE-16, CM-SIEGE-18, CM-SIEGE-20, CM-SIEGE-21: the first man is killed, the ladder goes with a 5, the second
    is killed and the third stunned; the ladder is theirs again."""
    ground = Ground(lie)
    played = play(raised(ground, 6, guard(ground)), Escalades())
    assert played.roll.pools[0].whose == "red"
    assert isinstance(played.roll.pools[0].reading, SumOf)
    played = played.then("6 6", "5")
    assert played.unit("party").figures == 3
    stunned = played.unit("party.1")
    assert stunned.figures == 1
    assert stunned.has(STUNNED)
    assert not siege_of(played.battle).ladders
    assert played.unit("party").has(WITH_LADDER)
    assert played.over


def test_stunned_men_do_nothing_in_the_next_turn() -> None:
    """CM-SIEGE-21: neither move nor climb; after it they do."""
    played = play(raised(STRAIGHT, 6, guard(STRAIGHT)), Escalades()).then("6 6", "6")
    battle = replace(played.battle, turn=2, agenda=(), decisions=())
    assert rules(play(battle, Moves("blue")).refusal(march("party.1", ahead(1)))) == {"CM-SIEGE-21"}
    after = play(replace(battle, turn=3), Phase("siege"))
    assert not after.unit("party.1").has(STUNNED)


def test_a_four_does_not_push_it_off_and_the_next_man_comes_up() -> None:
    """CM-SIEGE-18, CM-SIEGE-20: and if he falls too, nobody tries again this turn."""
    played = play(raised(STRAIGHT, 6, guard(STRAIGHT)), Escalades()).then("6 6", "4", "6 6", "6 6")
    assert played.over
    assert played.unit("party").figures == 3
    assert len(siege_of(played.battle).ladders) == 1


def test_the_climber_strikes_back_and_steps_up() -> None:
    """CM-SIEGE-18, CM-SIEGE-19: the guard misses, is killed, and all three are on the wall."""
    defender = guard(STRAIGHT)
    battle = raised(STRAIGHT, 6, defender)
    played = play(battle, Escalades()).then("1 1")
    assert played.roll.pools[0].whose == "blue"
    assert f"{need(battle.units['party'], defender)} or more" in played.roll.purpose
    played = played.then("6 6")
    assert played.unit("guard").figures == 0
    assert played.unit("party.1").figures == 3


def test_while_neither_falls_nobody_passes() -> None:
    """CM-SIEGE-18: and the next turn they go on."""
    played = play(raised(STRAIGHT, 6, guard(STRAIGHT)), Escalades()).then("1 1", "1 1")
    assert played.over
    assert played.unit("party").figures == 6
    again = play(played.battle, Escalades())
    assert again.roll.pools[0].whose == "red"


def test_defenders_out_of_melee_range_do_not_hinder_them() -> None:
    """CM-SIEGE-18: of three inches."""
    near = play(raised(STRAIGHT, 6, guard(STRAIGHT, 1, 4.2, facing=180)), Escalades())
    assert near.battle.roll is not None
    far = play(raised(STRAIGHT, 6, guard(STRAIGHT, 1, 5, facing=190)), Escalades())
    assert far.battle.roll is None


def test_men_below_do_not_fight_those_on_the_ladder() -> None:
    """CM-SIEGE-18: only whoever stands on the wall."""
    played = play(raised(STRAIGHT, 6, STRAIGHT.holders("inside", 3, 1, 12)), Escalades())
    assert played.battle.roll is None


# ---------------------------------------------------------------- siege towers


def tower(ground: Ground, name: str = "tower", **more: object) -> Unit:
    return ground.stormers(name, 8, 0, 7.7, troop="siege_tower", **more)  # type: ignore[arg-type]


def entered(ground: Ground, figures: int = 9, act: str = "enter") -> Played:
    foot = ground.stormers("foot", figures, 0, 6, files=3)
    battle = besieged(tower(ground), foot, features=(ground.wall((-10, 10), (10, 10)),))
    return play(battle, acts("blue"), does("foot", act, at="tower"))


@pytest.mark.parametrize("lie", CROOKED, ids=str)
def test_five_go_up_to_the_drawbridge_in_a_turn(lie: Askew) -> None:
    """CM-SIEGE-07, CM-SIEGE-08: and nobody more on the deck in that turn."""
    played = entered(Ground(lie))
    up = played.unit("foot.1")
    assert (up.figures, up.level) == (5, Upon("tower", 1))
    assert played.unit("foot").figures == 4
    others = Ground(lie).stormers("others", 3, 1.7, 6, files=3)
    again = play(replace(played.battle.with_unit(others), agenda=(), decisions=()), acts("blue"))
    assert again.over or all("others" not in card.key for card in again.decision.hand)


def test_the_deck_holds_three() -> None:
    """CM-SIEGE-07"""
    played = entered(STRAIGHT, act="deck")
    assert played.unit("foot.1").figures == 3
    assert played.unit("foot.1").level == Upon("tower", 2)


def test_they_go_with_the_tower() -> None:
    """CM-SIEGE-07"""
    ground = Ground(CROOKED[1])
    there = replace(entered(ground).battle, agenda=(), decisions=(), phase="first_move", turn=2)
    back = besieged(*there.units.values(), features=())
    played = play(back, Moves("blue"), march("tower", ahead(3)))
    before, after = ground.lie.back(back.units["foot.1"]), ground.lie.back(played.unit("foot.1"))
    assert after[1] - before[1] == pytest.approx(3, abs=0.02)
    assert played.unit("foot.1").level == Upon("tower", 1)
    assert rules(played.refusal(march("foot.1", ahead(1)))) == {"CM-SIEGE-07"}


def test_over_the_drawbridge_onto_the_wall() -> None:
    """CM-SIEGE-07, CM-SIEGE-18, CM-SIEGE-19: nobody pushes it off, whoever falls there."""
    there = replace(entered(STRAIGHT).battle, agenda=(), decisions=(), turn=2)
    fresh = {key: replace(unit, own=replace(unit.own, turn=type(unit.own.turn)())) for key, unit in there.units.items()}
    ready = replace(there, units={**fresh, "guard": STRAIGHT.holders("guard", 1, 0, 10.2, on=WALL)})
    played = play(ready, acts("blue"), does("foot.1", "cross", ground=WALL))
    assert play(replace(played.battle, agenda=(), decisions=()), Escalades()).battle.roll is not None
    over = play(replace(played.battle, agenda=(), decisions=()), Escalades()).then("6 6", "1 1", "6 6")
    assert over.unit("guard").figures == 0
    standing = [unit for unit in over.battle.units.values() if unit.level == Upon(WALL, 1) and unit.side == "blue"]
    assert sum(unit.figures for unit in standing) == 4
    assert over.over


def test_finishing_is_always_allowed() -> None:
    """CM-SIEGE-17"""
    assert play(besieged(party(STRAIGHT), features=(STRAIGHT.wall(),)), acts("blue"), FINISH).over


@pytest.mark.parametrize("lie", CROOKED, ids=str)
def test_when_the_tower_is_lost_those_in_it_get_down(lie: Askew) -> None:
    """CM-SIEGE-07: from both storeys, beside one another; the drawbridge is no way any more."""
    ground = Ground(lie)
    lost = replace(tower(ground), figures=0, fallen=8)
    men = ground.inside(ground.stormers("men", 5, 0, 8.1, files=3), "tower", 1)
    above = ground.inside(ground.stormers("above", 3, 0, 7.6, files=3), "tower", 2)
    battle = besieged(lost, men, above, features=(ground.wall((-10, 10), (10, 10)),))
    bridge = Ladder("bridge:tower", WALL, "blue", "tower", *ground.points((0, 9.25))[0], "men", 5)
    battle = replace(battle, own=replace(battle.own, siege=replace(siege_of(battle), ladders=(bridge,))))
    played = play(battle, TakeOff(), Escalades())
    assert not played.unit("tower").on_table
    assert [played.unit(key).level for key in ("men", "above")] == [None, None]
    assert [played.unit(key).figures for key in ("men", "above")] == [5, 3]
    assert not overlapping(played.unit("men").outline, played.unit("above").outline)
    assert not siege_of(played.battle).ladders
