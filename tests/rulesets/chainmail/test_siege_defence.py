"""What is done from the walls, behind shields and in breaches: CM-SIEGE-06, CM-SIEGE-12, CM-SIEGE-13, CM-SIEGE-22 to
CM-SIEGE-31, CM-SIEGE-39 to CM-SIEGE-42."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.play.agenda import Step
from schiltron.battle.state.effects import OnFeature
from schiltron.battle.state.unit import OnTable
from schiltron.rulesets.chainmail.fire.cover import shelter
from schiltron.rulesets.chainmail.fire.phase import Missiles, TakeOff
from schiltron.rulesets.chainmail.fortress import ABATIS, BREACH, OIL, Cauldrons
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.sequence import EndTurn
from schiltron.rulesets.chainmail.siege.acts import hand
from schiltron.rulesets.chainmail.siege.boiling import Smoke
from schiltron.rulesets.chainmail.siege.labours import BUILD, FILL, TEAR, Labours
from schiltron.rulesets.chainmail.siege.stations import siege_of
from schiltron.rulesets.chainmail.state import BURNING, WITH_LADDER, Battle, Unit
from schiltron.rulesets.chainmail.terrain import CAUSEWAY, DITCH, MOAT
from schiltron.table.lengths import inches
from tests.rulesets.chainmail.castles import CROOKED, Ground, acts, besieged, does
from tests.rulesets.chainmail.positions import ahead, blue, march, play, red, rules, shoot
from tests.rulesets.positions import Askew

WALL = "castle_wall-1"
STRAIGHT = Ground()
HOT = (Cauldrons(WALL),)


def kinds(battle: Battle) -> list[str]:
    return sorted(one.kind for one in battle.table.features)


def guard(ground: Ground, right: float = 1, figures: int = 2) -> Unit:
    return ground.holders("guard", figures, right, 9.6, on=WALL)


def ended(battle: Battle, *steps: Step) -> Battle:
    """The end of a turn, and the next begun; on either side somebody is left far away."""
    for one in (blue("far_blue", 4, at=(90, 57)), red("far_red", 4, at=(90, 3))):
        battle = battle.with_unit(one) if one.id not in battle.units else battle
    over = play(battle, *(steps or (Labours(), Smoke(), EndTurn()))).battle
    return replace(over, agenda=(), decisions=(), roll=None)


def turns(battle: Battle, number: int) -> Battle:
    """So many turns end, in which nobody does anything."""
    for _ in range(number):
        battle = ended(battle)
    return battle


# ---------------------------------------------------------------- oil


@pytest.mark.parametrize("lie", CROOKED, ids=str)
def test_oil_kills_who_stands_in_the_puddle(lie: Askew) -> None:
    """CM-SIEGE-22, CM-SIEGE-23: four inches wide and three deep, at the foot of a wall that is bent."""
    ground = Ground(lie)
    foot = ground.stormers("foot", 16, 1, 9.1, files=8)
    beyond = ground.stormers("beyond", 4, 1, 5.5)
    battle = besieged(guard(ground), foot, beyond, features=(ground.wall(),), oil=HOT)
    played = play(battle, acts("red"), does("guard", "pour", at="foot"))
    lost = 16 - played.unit("foot").figures
    assert lost == 12
    assert played.unit("beyond").figures == 4
    assert kinds(played.battle) == [OIL, "castle_wall"]
    puddle = next(one for one in played.battle.table.features if one.kind == OIL)
    assert puddle.polygon.area == pytest.approx(12e6, rel=0.01)


def test_nobody_enters_burning_oil_for_three_turns() -> None:
    """CM-SIEGE-24"""
    foot = STRAIGHT.stormers("foot", 4, 1, 8.9)
    others = STRAIGHT.stormers("others", 4, 1, 5)
    battle = besieged(guard(STRAIGHT), foot, others, features=(STRAIGHT.wall(),), oil=HOT)
    played = play(battle, acts("red"), does("guard", "pour", at="foot"))
    there = replace(played.battle, agenda=(), decisions=(), phase="first_move")
    assert "CM-SIEGE-24" in rules(play(there, Moves("blue")).refusal(march("others", ahead(2))))
    third = turns(there, 2)
    assert OIL in kinds(third)
    assert OIL not in kinds(turns(third, 1))


def test_a_cauldron_is_hot_again_in_the_third_turn() -> None:
    """CM-SIEGE-28"""
    foot = STRAIGHT.stormers("foot", 12, 1, 8.9, files=2)
    battle = besieged(guard(STRAIGHT), foot, features=(STRAIGHT.wall(),), oil=HOT)
    played = play(battle, acts("red"), does("guard", "pour", at="foot"))
    (pot,) = siege_of(played.battle).oil
    assert pot.hot_in == 4
    cold = replace(turns(replace(played.battle, agenda=(), decisions=()), 2), phase="siege")
    assert all("pour" not in card.key for card in hand(cold, "red"))


def test_a_number_of_cauldrons_is_used_up() -> None:
    """CM-SIEGE-28: wherever they are poured."""
    foot = STRAIGHT.stormers("foot", 4, 1, 8.9)
    battle = besieged(guard(STRAIGHT), foot, features=(STRAIGHT.wall(),), oil=(Cauldrons("", 1),))
    played = play(battle, acts("red"), does("guard", "pour", at="foot"))
    assert siege_of(played.battle).oil == (Cauldrons("", 0),)


def test_men_on_a_ladder_are_scalded_and_the_ladder_stays() -> None:
    """CM-SIEGE-16, CM-SIEGE-22, CM-SIEGE-25"""
    party = STRAIGHT.stormers("party", 6, 1, 9, files=3, troop="ladder_party", marks=(WITH_LADDER,))
    battle = besieged(party, guard(STRAIGHT), features=(STRAIGHT.wall(),), oil=HOT)
    played = play(battle, acts(), does("party", "raise", ground=WALL), does("party", "climb", ground="ladder-1"))
    played = played.then(does("guard", "pour", at="party"))
    assert played.unit("party").figures == 0
    assert "ladder" in kinds(played.battle)


@pytest.mark.parametrize("lie", CROOKED, ids=str)
@pytest.mark.parametrize(("troop", "burns"), [("siege_tower", True), ("mantlet", True), ("covered_ram", False)])
def test_wood_catches_fire_but_not_under_a_peaked_roof(lie: Askew, troop: str, burns: bool) -> None:
    """CM-SIEGE-25"""
    ground = Ground(lie)
    machine = ground.stormers("it", 2, 1, 7.5 if troop != "mantlet" else 8.2, troop=troop)
    battle = besieged(machine, guard(ground), features=(ground.wall(),), oil=HOT)
    played = play(battle, acts("red"), does("guard", "pour", at="it"))
    assert played.unit("it").has(BURNING) == burns


def test_what_burns_is_left_and_gone_after_five_more_turns() -> None:
    """CM-SIEGE-26, CM-SIEGE-27: a siege tower with men in it, struck in turn 1."""
    tower = STRAIGHT.stormers("tower", 8, 1, 7.5, troop="siege_tower")
    men = STRAIGHT.inside(STRAIGHT.stormers("men", 2, 1, 7.9), "tower", 1)
    battle = besieged(tower, men, guard(STRAIGHT), features=(STRAIGHT.wall(),), oil=HOT)
    played = play(battle, acts("red"), does("guard", "pour", at="tower"))
    first = turns(replace(played.battle, agenda=(), decisions=()), 1)
    assert first.units["tower"].on_table
    assert rules(play(replace(first, phase="first_move"), Moves("blue")).refusal(march("tower", ahead(0.1)))) >= {
        "CM-SIEGE-26"
    }
    second = turns(first, 1)
    assert not second.units["tower"].on_table
    assert second.units["tower.1"].figures == 8
    assert second.units["men"].level is None
    assert second.units["men"].figures == 2
    assert second.units["tower"].own.engine.abandoned is not None
    sixth = turns(second, 4)
    assert sixth.units["tower"].own.engine.abandoned is not None
    assert turns(sixth, 1).units["tower"].own.engine.abandoned is None


def test_a_palisade_burns_down() -> None:
    """CM-SIEGE-25, CM-SIEGE-27: who pours oil from it sets it alight."""
    ground = STRAIGHT
    wood = ground.wall(kind="palisade")
    on = ground.holders("guard", 2, 1, 9.6, on="palisade-1")
    foot = ground.stormers("foot", 4, 1, 8.9)
    battle = besieged(on, foot, features=(wood,), oil=(Cauldrons("palisade-1"),))
    played = play(battle, acts("red"), does("guard", "pour", at="foot"))
    assert any(one.kind == BURNING and one.on == OnFeature("palisade-1") for one in played.battle.effects.all)
    there = replace(played.battle, agenda=(), decisions=())
    assert "palisade" in kinds(turns(there, 6))
    assert "palisade" not in kinds(turns(there, 7))


# ---------------------------------------------------------------- rocks


@pytest.mark.parametrize(("dice", "left"), [("3 | 5", 5), ("4 | 5", 4), ("3 | 6", 4), ("4 | 6", 3)])
def test_a_rock_kills_the_first_and_perhaps_those_behind(dice: str, left: int) -> None:
    """CM-SIEGE-29"""
    party = STRAIGHT.stormers("party", 6, 1, 9, files=3, troop="ladder_party", marks=(WITH_LADDER,))
    battle = besieged(party, guard(STRAIGHT), features=(STRAIGHT.wall(),))
    played = play(battle, acts(), does("party", "raise", ground=WALL), does("party", "climb", ground="ladder-1"))
    played = played.then(does("guard", "rock", at="party"), dice)
    assert played.unit("party").figures == left
    assert siege_of(played.battle).ladders[0].men == left - 3


@pytest.mark.parametrize("lie", CROOKED, ids=str)
def test_a_rock_takes_a_point_off_a_machine(lie: Askew) -> None:
    """CM-SIEGE-30: and the third breaks a mantlet (CM-SIEGE-02)."""
    ground = Ground(lie)
    shield = ground.stormers("shield", 2, 1, 8.8, troop="mantlet")
    battle = besieged(shield, guard(ground), features=(ground.wall(),))
    for hits in (1, 2, 3):
        played = play(battle, acts("red"), does("guard", "rock", at="shield"))
        assert played.unit("shield").own.engine.damage == hits
        battle = replace(played.battle, agenda=(), decisions=(), units={**played.battle.units, "guard": guard(ground)})
    assert not battle.units["shield"].figures


def test_who_throws_rocks_does_not_shoot() -> None:
    """CM-SIEGE-30: once a turn."""
    shield = STRAIGHT.stormers("shield", 2, 1, 8.8, troop="mantlet")
    bows = STRAIGHT.holders("guard", 2, 1, 9.6, on=WALL, troop="longbowmen")
    played = play(besieged(shield, bows, features=(STRAIGHT.wall(),)), acts("red"), does("guard", "rock", at="shield"))
    assert played.over
    assert played.unit("guard").own.turn.shots == 1


# ---------------------------------------------------------------- cover


@pytest.mark.parametrize("lie", CROOKED, ids=str)
def test_men_on_a_wall_have_soft_cover_at_best(lie: Askew) -> None:
    """CM-SIEGE-31: against fire from outside, not against that of others up there."""
    ground = Ground(lie)
    bows = ground.stormers("bows", 4, 0, 0, troop="archers")
    up = ground.holders("up", 2, -6, 9.4, on=WALL, troop="archers")
    target = guard(ground)
    battle = besieged(bows, up, target, features=(ground.wall(),))
    found = shelter(battle, bows, (bows.pose.x, bows.pose.y), target)
    assert (found.soft, found.proof) == (True, False)
    assert not shelter(battle, up, (up.pose.x, up.pose.y), target).soft


@pytest.mark.parametrize("lie", CROOKED, ids=str)
@pytest.mark.parametrize(("figures", "proof"), [(3, True), (6, False), (7, False)])
def test_a_mantlet_covers_three(lie: Askew, figures: int, proof: bool) -> None:
    """CM-SIEGE-12: of more than five less than half are covered."""
    ground = Ground(lie)
    shield = ground.stormers("shield", 2, 0, 6, troop="mantlet")
    foot = ground.stormers("foot", figures, 0, 5.6, files=3)
    bows = ground.holders("bows", 4, 0, 14, troop="archers")
    battle = besieged(shield, foot, bows, features=())
    assert shelter(battle, bows, (bows.pose.x, bows.pose.y), foot).proof == proof
    behind = ground.holders("bows", 4, 0, -4, troop="archers")
    assert not shelter(besieged(shield, foot, behind, features=()), behind, (behind.pose.x, behind.pose.y), foot).proof


def test_one_shoots_through_the_slit_unexposed() -> None:
    """CM-SIEGE-13: three who shoot from behind one have soft cover, one alone is not exposed at all."""
    shield = STRAIGHT.stormers("shield", 2, 0, 6, troop="mantlet")
    target = STRAIGHT.holders("target", 4, 0, 14, troop="archers")
    for figures, soft, proof in ((1, False, True), (3, True, False)):
        bows = STRAIGHT.stormers("bows", figures, 0, 5.6, files=figures, troop="archers")
        fired = replace(bows, own=replace(bows.own, turn=replace(bows.own.turn, shots=1)))
        found = shelter(besieged(shield, fired, target, features=()), target, (target.pose.x, target.pose.y), fired)
        assert (found.soft, found.proof) == (soft, proof)


def test_abatis_shelter_like_mantlets() -> None:
    """CM-SIEGE-40"""
    behind = STRAIGHT.holders("behind", 4, 0, 11.2)
    bows = STRAIGHT.stormers("bows", 4, 0, 0, troop="archers")
    battle = besieged(behind, bows, features=(STRAIGHT.strip(ABATIS, (-3, 10), (3, 10), width=0.75),))
    assert shelter(battle, bows, (bows.pose.x, bows.pose.y), behind).proof


# ---------------------------------------------------------------- ditches


@pytest.mark.parametrize("kind", [DITCH, MOAT])
def test_siege_engines_do_not_cross_a_ditch(kind: str) -> None:
    """CM-SIEGE-06: foot cross a ditch, and nobody a moat."""
    ram = STRAIGHT.stormers("ram", 8, 0, 0, troop="covered_ram")
    ditch = STRAIGHT.strip(kind, (-9, 3), (0, 4), (9, 3))
    played = play(besieged(ram, features=(ditch,), phase="first_move"), Moves("blue"))
    assert "CM-SIEGE-06" in rules(played.refusal(march("ram", ahead(3.5))))


@pytest.mark.parametrize("lie", CROOKED, ids=str)
@pytest.mark.parametrize("kind", [DITCH, MOAT])
def test_eight_fill_four_inches_in_three_turns(lie: Askew, kind: str) -> None:
    """CM-SIEGE-06"""
    ground = Ground(lie)
    men = ground.stormers("men", 8, 1, 2.5, files=4)
    ditch = ground.strip(kind, (-9, 3), (0, 4), (9, 3))
    played = play(besieged(men, features=(ditch,)), acts("blue"), does("men", FILL, ground=f"{kind}-1"))
    second = turns(replace(played.battle, agenda=(), decisions=()), 2)
    assert kinds(second) == [kind]
    third = turns(second, 1)
    assert kinds(third) == sorted([CAUSEWAY, kind, kind])
    way = next(one for one in third.table.features if one.kind == CAUSEWAY)
    assert way.line.length == pytest.approx(inches(4), abs=5)  # type: ignore[union-attr]
    ram = ground.stormers("ram", 8, 1, 1.6, troop="covered_ram")
    over = replace(third, units={"ram": ram}, phase="first_move")
    assert play(over, Moves("blue"), march("ram", ahead(4))).unit("ram").own.turn.moved


def test_seven_are_too_few_to_fill_it() -> None:
    """CM-SIEGE-06"""
    men = STRAIGHT.stormers("men", 7, 1, 2.5, files=4)
    assert play(besieged(men, features=(STRAIGHT.strip(DITCH, (-9, 3), (0, 4), (9, 3)),)), acts("blue")).over


def test_who_moves_begins_anew() -> None:
    """CM-SIEGE-06: three turns without a break."""
    men = STRAIGHT.stormers("men", 8, 1, 2.5, files=4)
    ditch = STRAIGHT.strip(DITCH, (-9, 3), (0, 4), (9, 3))
    played = play(besieged(men, features=(ditch,)), acts("blue"), does("men", FILL, ground="ditch-1"))
    there = turns(replace(played.battle, agenda=(), decisions=()), 1)
    one = there.units["men"]
    moved = there.with_unit(replace(one, own=replace(one.own, turn=replace(one.own.turn, moved=True))))
    assert kinds(turns(moved, 3)) == [DITCH]


# ---------------------------------------------------------------- abatis


def breached(ground: Ground, *units: Unit) -> Battle:
    gap = ground.strip(BREACH, (-3, 9.5), (3, 10), width=1.5)
    return besieged(*units, features=(gap,))


@pytest.mark.parametrize("lie", CROOKED, ids=str)
def test_four_put_up_abatis_in_three_turns(lie: Askew) -> None:
    """CM-SIEGE-39, CM-SIEGE-41: and again when they have been destroyed."""
    ground = Ground(lie)
    men = ground.holders("men", 4, 0, 11)
    battle = breached(ground, men)
    for _ in range(2):
        played = play(battle, acts("red"), does("men", BUILD, ground="breach-1"))
        second = turns(replace(played.battle, agenda=(), decisions=()), 2)
        assert kinds(second) == [BREACH]
        third = turns(second, 1)
        assert kinds(third) == [ABATIS, BREACH]
        board = third.table
        battle = replace(
            third, board=replace(board, features=tuple(one for one in board.features if one.kind == BREACH))
        )


def test_attackers_in_the_breach_prevent_it() -> None:
    """CM-SIEGE-39: at the beginning, and in any turn of it."""
    men, foe = STRAIGHT.holders("men", 4, 0, 11.4), STRAIGHT.stormers("foe", 2, 0, 10)
    assert play(breached(STRAIGHT, men, foe), acts("red")).over
    played = play(breached(STRAIGHT, men), acts("red"), does("men", BUILD, ground="breach-1"))
    later = replace(played.battle, agenda=(), decisions=())
    disturbed = turns(later.with_unit(foe), 1)
    assert kinds(turns(replace(disturbed, units={"men": disturbed.units["men"]}), 3)) == [BREACH]


def test_three_are_too_few() -> None:
    """CM-SIEGE-39"""
    assert play(breached(STRAIGHT, STRAIGHT.holders("men", 3, 0, 11)), acts("red")).over


def abatis(*units: Unit) -> Battle:
    logs = STRAIGHT.strip(ABATIS, (-3, 10), (3, 10), width=0.75)
    return besieged(*units, features=(logs,))


def test_attackers_tear_them_down_in_three_turns() -> None:
    """CM-SIEGE-42"""
    men = STRAIGHT.stormers("men", 4, 0, 9.4)
    played = play(abatis(men), acts("blue"), does("men", TEAR, ground="abatis-1"))
    second = turns(replace(played.battle, agenda=(), decisions=()), 2)
    assert kinds(second) == [ABATIS]
    assert kinds(turns(second, 1)) == []


@pytest.mark.parametrize("when", [0, 1, 2])
def test_who_is_attacked_before_the_end_has_done_nothing(when: int) -> None:
    """CM-SIEGE-42: by arrows, in the first turn or the last."""
    men = STRAIGHT.stormers("men", 4, 0, 9.4)
    played = play(abatis(men), acts("blue"), does("men", TEAR, ground="abatis-1"))
    there = turns(replace(played.battle, agenda=(), decisions=()), when)
    one = there.units["men"]
    hit = there.with_unit(replace(one, own=replace(one.own, turn=replace(one.own.turn, fired_on_by=("bows",)))))
    assert kinds(turns(hit, 3)) == [ABATIS]


def test_nobody_goes_through_abatis() -> None:
    """CM-SIEGE-40"""
    men = STRAIGHT.stormers("men", 4, 0, 9)
    played = play(replace(abatis(men), phase="first_move"), Moves("blue"))
    assert "CM-SIEGE-40" in rules(played.refusal(march("men", ahead(3))))


# ---------------------------------------------------------------- stairs, gates, drawbridges


def test_the_garrison_opens_its_gate_and_lets_its_drawbridge_down() -> None:
    """CM-SIEGE-06: one may then go over it."""
    men = STRAIGHT.holders("men", 4, 0, 12)
    gate = STRAIGHT.wall((-2, 10), (2, 10), kind="gate", width=1)
    bridge = STRAIGHT.strip("drawbridge", (-2, 7), (2, 7))
    battle = besieged(men, features=(gate, bridge))
    played = play(battle, acts("red"), does("men", "open", ground="gate-1"))
    assert kinds(played.battle) == ["drawbridge", "open_gate"]
    there = replace(played.battle, agenda=(), decisions=(), phase="last_move")
    near = STRAIGHT.holders("men", 4, 0, 10.2)
    lowered = play(replace(there, units={"men": near}), acts("red"), does("men", "lower", ground="drawbridge-1"))
    assert kinds(lowered.battle) == ["lowered_drawbridge", "open_gate"]


@pytest.mark.parametrize("lie", CROOKED, ids=str)
def test_stairs_lead_up_and_down_within_the_walls(lie: Askew) -> None:
    """CM-SIEGE-19"""
    ground = Ground(lie)
    men = ground.holders("men", 3, 2, 11.2)
    battle = besieged(men, features=(ground.wall(),))
    up = play(battle, acts("red"), does("men", "up", ground=WALL))
    assert not isinstance(up.unit("men").place, OnTable) or up.unit("men").level is not None
    fresh = replace(up.unit("men"), own=men.own)
    down = play(replace(up.battle.with_unit(fresh), agenda=(), decisions=()), acts("red"), does("men", "down"))
    assert down.unit("men").level is None
    assert ground.lie.back(down.unit("men"))[1] > 10


def test_arrows_fly_at_men_on_the_wall_and_from_it() -> None:
    """CM-SIEGE-31: over the wall that hides those behind it."""
    bows = STRAIGHT.stormers("bows", 4, 0, 0, troop="crossbowmen")
    hidden = STRAIGHT.holders("hidden", 4, 0, 13)
    up = guard(STRAIGHT)
    played = play(besieged(bows, hidden, up, features=(STRAIGHT.wall(),)), Missiles(("blue", "red")), TakeOff())
    assert rules(played.refusal(shoot("bows", at="hidden")))
    assert played.then(shoot("bows", at="guard")).unit("bows").own.turn.shots == 1
