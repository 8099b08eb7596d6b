"""Missiles (cases 10.0 to 10.8, 1.2, 1.5, 11.6, 11.9)."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import FINISH
from schiltron.battle.state.event import Fell, Removed, Ruled, Struck
from schiltron.battle.state.unit import OffTable
from schiltron.battle.words.sentences import tell
from schiltron.parent_game.damage import damage
from schiltron.rulesets.battlesystem.book import BATTLESYSTEM
from schiltron.rulesets.battlesystem.melee.fights import frozen
from schiltron.rulesets.battlesystem.missiles.aims import aim
from schiltron.rulesets.battlesystem.missiles.limits import movement_left, shots_left
from schiltron.rulesets.battlesystem.missiles.lines import sees
from schiltron.rulesets.battlesystem.missiles.outlook import outlook
from schiltron.rulesets.battlesystem.missiles.passing import PassThrough, SplitFire, could_fire
from schiltron.rulesets.battlesystem.missiles.phase import Shooting
from schiltron.rulesets.battlesystem.missiles.volleys import Volley, done_by
from schiltron.rulesets.battlesystem.movement.phase import Moves
from schiltron.rulesets.battlesystem.movement.rates import move_allowance
from schiltron.rulesets.battlesystem.ratings.weapons import MISSILES
from schiltron.rulesets.battlesystem.state import Rout
from schiltron.table.lengths import inches
from tests.rulesets.battlesystem.positions import (
    CROSSBOW,
    DWARF,
    ELF,
    LONGBOW,
    MAN,
    ORC,
    SHORTBOW,
    WARHORSE,
    WEST,
    ahead,
    blue,
    bow,
    creature,
    field,
    locked,
    march,
    person,
    piece,
    play,
    red,
    rules,
    shoot,
    skirmishers,
    strip,
)

JAVELINS = bow("javelin", 2, 4, 6, half_shots=2, handling="thrown_weapons", bow=False, counted=True)
DARTS = bow("dart", 1.5, 3, 4.5, half_shots=6, handling="thrown_weapons", bow=False, counted=True)
HEAVY = bow("heavy crossbow", 8, 16, 24, half_shots=1, handling="crossbows_and_slings", bow=False)
ROCKS = MISSILES["rocks_hill_giant"]
PHASE = Shooting("blue", "phase")
INITIAL = Shooting("blue", "initial")


def archers(figures: int = 12, *, files: int = 6, at=(24, 30), ar: int = 20, **more):
    return blue("archers", figures, files=files, at=at, ar=ar, **{"missile": LONGBOW, "formation": "closed", **more})


def orcs(figures: int = 12, *, files: int = 6, at=(24, 24), formation: str = "closed", **more):
    return red("orcs", figures, files=files, at=at, formation=formation, **{"of": ORC, "ml": 20, **more})


def shot(position, unit: str = "archers", target: str = "orcs", **limits) -> Volley:
    order = shoot(unit, at=target, **limits).form
    made = aim(position, position.units[unit], position.units[target], order)
    assert isinstance(made, Volley), made
    return made


def refused(position, unit: str = "archers", target: str = "orcs") -> set[str]:
    made = aim(position, position.units[unit], position.units[target])
    assert isinstance(made, list)
    return rules(made)


def terms(volley: Volley) -> dict[str, int]:
    return {term.rule: term.value for term in volley.rating.terms[1:]}


def led(unit: str = "archers", side: str = "blue"):
    return person("captain", side, with_=unit, rank="unit", radius=20)


# ---------------------------------------------------------------- the weapons and the procedure


def test_weapons_of_the_borrowed_table() -> None:
    """BS-10.0-01: short bow 5/10/15, long bow 7/14/21 with two shots, rocks 7/14/20 and 10/20/30."""
    ranges = {name: tuple(one // 1000 for one in MISSILES[name].ranges) for name in MISSILES if "dart" not in name}
    assert ranges["short_bow"] == (5, 10, 15)
    assert ranges["long_bow"] == (7, 14, 21)
    assert MISSILES["long_bow"].half_shots == 4
    assert ranges["rocks_hill_giant"] == (7, 14, 20)
    assert ranges["rocks_stone_giant"] == (10, 20, 30)


def test_a_volley_is_a_melee_attack_with_another_table() -> None:
    """BS-10.0-02: AR 20 less AC 6 and 2d6 7 make 21; D6 gives so much, for each of twelve figures once."""
    position = field(archers(), orcs(24))
    volley = shot(position)
    assert volley.figures.total == 12
    assert volley.rating.total == 20
    assert volley.armour.total == 6
    played = play(position, PHASE, shoot("archers", at="orcs"), "3 4")
    (struck,) = played.events_of(Struck)
    assert (struck.action, struck.unit, struck.target) == ("shoot", "archers", "orcs")
    attack_roll = next(tally for tally in struck.tallies if tally.label == "Attack Roll")
    assert attack_roll.total == 21
    assert struck.tallies[-1].total == done_by(volley, 7)
    assert done_by(volley, 7) % 12 == 0
    assert played.unit("orcs").figures == 24 - struck.hits
    assert played.unit("orcs").own.turn.was_attacked
    assert played.unit("archers").own.turn.acted


def test_table_10_does_not_apply() -> None:
    """BS-10.0-02: open formation, no commander and charges of the shooters are nothing to missiles."""
    position = field(archers(formation="open"), orcs())
    assert shot(position).rating.total == 20


def test_lasting_bonuses_apply_and_so_does_the_light() -> None:
    """BS-10.0-02: ordinary bonuses of the shooters count; elves with bows have theirs in the rating."""
    dwarves = archers(of=DWARF, missile=CROSSBOW)
    assert terms(shot(field(dwarves, orcs())))["BS-S0-09"] == -1
    blind = red("goblins", 8, files=4, at=(24, 24), of=ORC, light_blind=True, missile=SHORTBOW, ar=20)
    assert terms(shot(field(archers(), blind), "goblins", "archers"))["BS-S0-10"] == 1
    formula = field(archers(of=ELF, ar=None), orcs(), rosters="formula")
    plain = field(archers(of=MAN, ar=None), orcs(), rosters="formula")
    assert shot(formula).rating.total == shot(plain).rating.total - 1


def test_damage_by_the_size_of_the_target() -> None:
    """BS-10.0-02, BS-8.5-07: dice against large targets are others."""
    spear = replace(LONGBOW, large=(damage("1d8"),))
    ogres = red("ogres", 6, files=6, at=(24, 24), of=creature("ogre", 4, 1, size="L"))
    assert shot(field(archers(missile=spear), ogres), target="ogres").damage == (damage("1d8"),)
    assert shot(field(archers(missile=spear), orcs())).damage == (damage("1d6"),)


def test_the_dead_are_removed_at_once_and_do_not_shoot_back() -> None:
    """BS-10.0-03, BS-1.2-01, BS-1.5-01: Side A shoots everything first, then Side B with what is left."""
    foes = red("foes", 6, files=6, at=(24, 24), missile=LONGBOW, formation="closed", ar=20, ml=20)
    position = field(archers(ar=8), foes)
    played = play(position, PHASE, Shooting("red", "phase"), shoot("archers", at="foes"), "1 1")
    assert played.unit("foes").figures == 0
    assert [event for event in played.events_of(Removed) if event.unit == "foes"]
    assert played.over


def test_losses_make_a_check_due_at_once() -> None:
    """BS-10.0-03: a quarter lost by a volley is judged before anybody else shoots."""
    position = field(archers(ar=14), orcs(12, files=6, formation="open", ml=10))
    played = play(position, PHASE, shoot("archers", at="orcs"), "1 2")
    assert played.unit("orcs").figures <= 9
    assert "morale" in played.roll.purpose


def test_a_shot_that_cannot_hurt_is_not_rolled() -> None:
    """BS-8.4-06, BS-10.0-02."""
    position = field(archers(ar=46), orcs())
    played = play(position, PHASE, shoot("archers", at="orcs"))
    assert played.battle.roll is None
    assert played.events_of(Struck)[0].dice == 0


# ---------------------------------------------------------------- who can


def test_who_has_no_missiles_or_touches_an_enemy_does_not_shoot() -> None:
    """BS-10.1-01."""
    others = blue("swords", 6, files=6, at=(40, 30))
    position = field(archers(), others, orcs())
    assert play(position, PHASE).decision.actors == ("archers",)
    assert "BS-10.1-01" in rules(play(position, PHASE).refusal(shoot("swords", at="orcs")))
    near = field(archers(), orcs(), red("wolves", 4, files=4, at=(24, 30)), contacts=[locked("archers", "wolves")])
    assert play(near, PHASE).over


def test_all_members_need_missiles() -> None:
    """BS-10.1-01: an individual who is part of the unit as well."""
    member = person("bjorn", "blue", with_="archers", rank="member")
    assert play(field(archers(), member, orcs()), PHASE).over
    armed = person("bjorn", "blue", with_="archers", rank="member", missile=LONGBOW)
    assert play(field(archers(), armed, orcs()), PHASE).decision.actors == ("archers",)


@pytest.mark.parametrize(
    "state", [{"rout": Rout(0, 1)}, {"rallied_in": 1}, {"charged": True}, {"astray": "discipline"}]
)
def test_who_cannot_shoot_now(state) -> None:
    """BS-6.4-01, BS-6.3-02, BS-10.4-01, BS-4.6-08: routed, just rallied, charged, out of hand."""
    assert play(field(archers(**state), orcs()), PHASE).over


def test_mobs_have_no_missiles() -> None:
    """BS-2.10-09."""
    rabble = blue("archers", 16, files=4, at=(24, 30), kind="mob", missile=LONGBOW)
    assert play(field(rabble, orcs()), PHASE).over


def test_45_degrees_to_either_side() -> None:
    """BS-10.1-02: at 6 inches ahead a figure 5 inches aside is in the arc, one 9 inches aside is not."""
    position = field(archers(1, files=1), red("near", 1, files=1, at=(29, 24)), red("wide", 1, files=1, at=(34, 24)))
    assert shot(position, target="near").figures.total == 1
    assert "BS-10.1-02" in refused(position, target="wide")
    behind = field(archers(), orcs(at=(24, 40)))
    assert "BS-10.1-02" in refused(behind)


def test_only_figures_with_a_line_shoot() -> None:
    """BS-10.1-02: of a long line those shoot who have the target within 45 degrees."""
    position = field(archers(24, files=12, at=(24, 30)), red("scouts", 1, files=1, at=(20, 28)))
    some = shot(position, target="scouts")
    assert 0 < some.figures.total < 24


def test_sight_is_blocked_by_woods_buildings_and_troops() -> None:
    """BS-10.1-03: hedges and walls hide nobody."""
    for kind in ("woods", "building"):
        position = field(archers(), orcs(at=(24, 20)), features=[piece(kind, 15, 24, 33, 26)])
        assert "BS-10.1-03" in refused(position), kind
    for kind in ("wall", "hedge", "fence"):
        assert shot(field(archers(), orcs(at=(24, 20)), features=[strip(kind, (15, 25), (33, 25), width=0.25)]))
    enemy = red("wall", 20, files=20, at=(24, 25), formation="closed")
    assert "BS-10.1-03" in refused(field(archers(), orcs(at=(24, 20)), enemy))


def test_skirmishers_an_inch_apart_hide_what_is_behind_them() -> None:
    """BS-10.1-03: and those farther apart hide nobody."""
    thick = skirmishers("screen", "red", [(18 + 1.5 * step, 25) for step in range(9)])
    thin = skirmishers("screen", "red", [(18 + 3 * step, 25) for step in range(5)])
    crossbows = archers(6, missile=CROSSBOW)
    assert "BS-10.1-03" in refused(field(crossbows, orcs(at=(24, 20)), *thick))
    assert shot(field(crossbows, orcs(at=(24, 20)), *thin)).figures.total == 6
    alone = person("hero", "red", at=(24, 25))
    assert shot(field(crossbows, orcs(at=(24, 20)), alone)).figures.total == 6


def test_who_stands_higher_sees_over_a_unit() -> None:
    """BS-10.1-03: ten feet above it, shooter or target."""
    enemy = red("wall", 20, files=20, at=(24, 25), formation="closed")
    for hill in (piece("hill", 15, 29, 33, 36), piece("hill", 15, 15, 33, 21)):
        assert shot(field(archers(), orcs(at=(24, 20)), enemy, features=[hill])).way == "direct"
    flat = piece("hill", 15, 22, 33, 28)
    assert "BS-10.1-03" in refused(field(archers(), orcs(at=(24, 20)), enemy, features=[flat]))


def test_a_crest_hides_what_is_beyond() -> None:
    """BS-10.1-03: other obstructions."""
    position = field(archers(), orcs(at=(24, 20)), features=[piece("hill", 10, 24, 40, 26)])
    assert "BS-10.1-03" in refused(position)


def test_a_target_partly_seen_loses_only_who_is_seen() -> None:
    """BS-10.1-04: with the penalty of what hides the rest; losses beyond the visible are ignored."""
    hut = piece("building", 24.2, 22, 40, 25)
    position = field(archers(12, files=6, at=(22, 30), ar=8), orcs(12, files=12, at=(24, 20)), features=[hut])
    volley = shot(position)
    assert 0 < volley.seen < 12
    assert terms(volley)["BS-10.1-04"] == 4
    played = play(position, PHASE, shoot("archers", at="orcs"), "1 1")
    assert played.events_of(Struck)[0].hits == volley.seen
    assert played.unit("orcs").figures == 12 - volley.seen


def test_two_rows_of_bows_and_one_of_anything_else() -> None:
    """BS-10.1-05."""
    assert shot(field(archers(18), orcs())).figures.total == 12
    assert shot(field(archers(18, missile=CROSSBOW), orcs())).figures.total == 6
    assert shot(field(archers(18, missile=SHORTBOW, formation="open", at=(24, 28)), orcs())).figures.total == 12
    assert [term.label for term in shot(field(archers(18), orcs())).figures.terms] == ["first row", "second row"]


def test_gaps_in_the_front_do_not_shoot() -> None:
    """BS-7.3-03, BS-10.1-05: rear ranks have not closed up yet."""
    assert shot(field(archers(18, formation="open", gaps=2), orcs())).figures.total == 10
    assert shot(field(archers(10, formation="open", gaps=2), orcs())).figures.total == 10


# ---------------------------------------------------------------- skirmishers


def test_skirmishers_shoot_together_or_alone() -> None:
    """BS-10.1-05, BS-2.9-05: with one roll at the range of the one ordered; alone with one rank named."""
    line = skirmishers("scouts", "blue", [(20, 28), (22, 28), (24, 28), (60, 50)], missile=SHORTBOW, ar=20)
    position = field(*line, orcs())
    whole = shot(position, "scouts-1")
    assert whole.by == ("scouts-1", "scouts-2", "scouts-3")
    assert whole.figures.total == 3
    played = play(position, PHASE, shoot("scouts-1", at="orcs"), "6 6")
    assert [played.unit(f"scouts-{number}").own.turn.shots for number in (1, 2, 3, 4)] == [1, 1, 1, 0]
    alone = play(position, PHASE, shoot("scouts-1", at="orcs", ranks=1), "6 6")
    assert alone.unit("scouts-1").own.turn.shots == 1
    assert alone.unit("scouts-2").own.turn.shots == 0


def test_damage_to_skirmishers_falls_on_their_company() -> None:
    """BS-10.1-05: first who is aimed at, then the nearest in sight."""
    screen = skirmishers("screen", "red", [(22, 24), (26, 24), (33, 24)])
    position = field(archers(ar=8), *screen)
    volley = shot(position, target="screen-2")
    assert volley.hit == ("screen-2", "screen-1", "screen-3")
    assert terms(volley)["BS-10.8-01"] == 1
    played = play(position, PHASE, shoot("archers", at="screen-2"), "1 1")
    assert [event.unit for event in played.events_of(Fell)] == ["screen-2", "screen-1", "screen-3"]


# ---------------------------------------------------------------- when


def test_initial_phase_is_for_two_shots_and_one_of_them() -> None:
    """BS-10.2-01, BS-1.2-01."""
    crossbows = blue("crossbows", 6, files=6, at=(32, 30), missile=CROSSBOW, ar=20)
    position = field(archers(), crossbows, orcs(24, files=24))
    asked = play(position, INITIAL)
    assert asked.decision.actors == ("archers",)
    assert "BS-10.2-01" in rules(asked.refusal(shoot("crossbows", at="orcs")))
    assert asked.then(shoot("archers", at="orcs"), "6 6").over


def test_all_that_is_left_may_be_shot_in_the_missile_phase() -> None:
    """BS-10.2-03, BS-1.5-02: two shots of a bow, one where one was used before."""
    position = field(archers(ar=28), orcs())
    played = play(position, PHASE, shoot("archers", at="orcs"), "6 6", shoot("archers", at="orcs"), "6 6")
    assert played.over
    assert played.unit("archers").own.turn.shots == 2
    once = play(field(archers(ar=28, shots=1), orcs()), PHASE, shoot("archers", at="orcs"), "6 6")
    assert once.over


def test_who_has_shot_does_not_fight() -> None:
    """BS-10.2-04: whoever made the contact."""
    position = field(archers(shots=1), orcs(at=(24, 30)), contacts=[locked("orcs", "archers")])
    assert frozen(position, "archers", "orcs") is None
    assert frozen(position, "orcs", "archers") is not None


def test_a_heavy_crossbow_every_other_round() -> None:
    """BS-10.0-01: one shot in two rounds."""
    for last, able in ((0, True), (3, False), (2, True)):
        position = field(archers(missile=HEAVY, last_shot=last), orcs(), turn=4)
        assert (shots_left(position, position.units["archers"]).total > 0) is able
        assert play(position, PHASE).over is not able


def test_finishing_ends_it() -> None:
    """BS-10.2-03: nobody must shoot."""
    assert play(field(archers(), orcs()), PHASE, FINISH).over


# ---------------------------------------------------------------- ammunition


def test_arrows_never_run_out_and_javelins_do() -> None:
    """BS-10.3-01, BS-10.3-02: two volleys unless agreed otherwise."""
    bows = play(field(archers(ar=28), orcs()), PHASE, shoot("archers", at="orcs"), "6 6")
    assert bows.unit("archers").own.arms.ammunition is None
    position = field(archers(missile=JAVELINS, ar=28, at=(24, 26)), orcs())
    thrown = play(position, PHASE, shoot("archers", at="orcs"), "6 6")
    assert thrown.unit("archers").own.arms.ammunition == 1
    assert play(field(archers(missile=JAVELINS, ammunition=0, at=(24, 26)), orcs()), PHASE).over
    agreed = field(archers(missile=JAVELINS, ar=28, at=(24, 26)), orcs(), volleys=5)
    assert play(agreed, PHASE, shoot("archers", at="orcs"), "6 6").unit("archers").own.arms.ammunition == 4
    scenario = field(archers(ammunition=1, ar=28), orcs())
    assert play(scenario, PHASE, shoot("archers", at="orcs"), "6 6").over


# ---------------------------------------------------------------- moving and shooting


@pytest.mark.parametrize(
    ("missile", "mounted", "shots", "left"),
    [
        (JAVELINS, False, 1, 667),
        (CROSSBOW, False, 1, 0),
        (LONGBOW, False, 2, 0),
        (LONGBOW, False, 1, 500),
        (SHORTBOW, True, 2, 0),
        (SHORTBOW, True, 1, 1000),
        (CROSSBOW, True, 1, 500),
        (DARTS, False, 1, 667),
        (DARTS, False, 3, 0),
    ],
)
def test_shots_take_from_the_move(missile, mounted: bool, shots: int, left: int) -> None:
    """BS-10.4-02: Table 12; darts follow the line of thrown weapons."""
    mount = WARHORSE if mounted else None
    position = field(archers(missile=missile, mount=mount, shots=shots), orcs(at=(24, 10)))
    unit = position.units["archers"]
    assert movement_left(position, unit) == left
    whole = move_allowance(field(archers(missile=missile, mount=mount), orcs()), archers(missile=missile, mount=mount))
    assert abs(move_allowance(position, unit).total - whole.total * left / 1000) <= 5


@pytest.mark.parametrize(
    ("missile", "mounted", "spent", "shots"),
    [
        (LONGBOW, False, 0, 2),
        (LONGBOW, False, 4.5, 1),
        (LONGBOW, False, 5, 0),
        (CROSSBOW, False, 1, 0),
        (JAVELINS, False, 6, 1),
        (JAVELINS, False, 6.5, 0),
        (DARTS, False, 3, 1),
        (SHORTBOW, True, 24, 1),
        (CROSSBOW, True, 12, 1),
        (CROSSBOW, True, 13, 0),
    ],
)
def test_moving_takes_from_the_shots(missile, mounted: bool, spent: float, shots: int) -> None:
    """BS-10.4-02: works both ways."""
    mount = WARHORSE if mounted else None
    unit = archers(missile=missile, mount=mount, spent=inches(spent), moved=bool(spent))
    position = field(unit, orcs(at=(24, 26)))
    assert shots_left(position, unit).total == shots


def test_who_moved_too_far_is_refused() -> None:
    """BS-10.4-02: through the door."""
    others = blue("bows", 6, files=6, at=(32, 30), missile=LONGBOW, ar=20)
    position = field(archers(spent=inches(8), moved=True), others, orcs())
    assert "BS-10.4-02" in rules(play(position, PHASE).refusal(shoot("archers", at="orcs")))


def test_who_has_charged_does_not_shoot() -> None:
    """BS-10.4-01."""
    others = blue("bows", 6, files=6, at=(32, 30), missile=LONGBOW, ar=20)
    position = field(archers(charged=True), others, orcs())
    assert "BS-10.4-01" in rules(play(position, PHASE).refusal(shoot("archers", at="orcs")))


# ---------------------------------------------------------------- split-fire


def riders(**more):
    return archers(6, missile=SHORTBOW, mount=WARHORSE, formation="open", **more)


def test_split_fire_of_mounted_archers() -> None:
    """BS-10.5-01: in their own Movement Phase, one of their shots, from the place they have reached."""
    position = field(riders(ar=28, spent=inches(12), moved=True), orcs())
    asked = play(position, SplitFire("archers"))
    assert asked.decision.actors == ("archers",)
    played = asked.then(shoot("archers", at="orcs"), "6 6")
    assert played.over
    assert played.unit("archers").own.turn.shots == 1
    assert movement_left(played.battle, played.unit("archers")) == 1000


def test_split_fire_is_not_for_foot() -> None:
    """BS-10.5-01, BS-10.5-02: but for creatures with missiles of their own."""
    assert play(field(archers(), orcs()), SplitFire("archers")).over
    needles = creature("needleman", 3, 3, humanoid=False)
    own = field(archers(6, of=needles, missile=SHORTBOW), orcs())
    assert play(own, SplitFire("archers")).decision.actors == ("archers",)


# ---------------------------------------------------------------- pass-through fire


def crossing():
    """Orcs about to come on, archers who watch them."""
    return orcs(12, files=6, at=(24, 20), never_checks=True)


def test_pass_through_fire_in_the_enemys_move() -> None:
    """BS-10.6-01, BS-1.4-03, BS-10.2-02: also of those with one shot a round; at once, and once a phase."""
    position = field(archers(6, missile=CROSSBOW, ar=14), crossing())
    assert could_fire(position, position.units["orcs"])
    asked = play(position, Moves("red"), march("orcs", ahead(4)))
    assert asked.decision.window
    assert asked.decision.seat == "blue"
    played = asked.then(shoot("archers", at="orcs"), "1 1")
    assert played.unit("orcs").figures < 12
    assert played.unit("archers").own.turn.shot_in_passing
    assert not could_fire(played.battle, played.unit("orcs"))
    assert played.unit("orcs").own.turn.had_order


def test_pass_through_counts_as_a_shot() -> None:
    """BS-10.6-01, BS-10.4-02, BS-1.5-02: half of the move is left, and one of two shots."""
    position = field(archers(ar=28), orcs())
    played = play(position, PassThrough("orcs", "half"), shoot("archers", at="orcs"), "6 6")
    assert played.over
    assert movement_left(played.battle, played.unit("archers")) == 500
    again = play(played.battle, PassThrough("orcs", "end"))
    assert again.over
    assert play(played.battle, PHASE).decision.actors == ("archers",)


def test_while_one_moves_any_enemy_in_range_may_be_shot_at() -> None:
    """BS-10.6-01: but no friend, and not by the side that moves."""
    wolves = red("wolves", 6, files=6, at=(10, 24), missile=LONGBOW, ml=20)
    position = field(
        archers(), orcs(), red("others", 6, files=6, at=(28, 20), ml=20), wolves, blue("men", 6, at=(50, 50))
    )
    asked = play(position, PassThrough("orcs", "half"))
    assert asked.decision.prompt == "Orcs are half way: shoot in passing, or let them go?"
    assert asked.decision.actors == ("archers",)
    assert asked.then(shoot("archers", at="others")).roll.purpose.startswith("Archers shoot at Others")
    assert asked.refusal(shoot("archers", at="men"))
    assert asked.refusal(shoot("wolves", at="archers"))
    assert asked.then(FINISH).over


def test_no_pass_through_fire_in_contact_or_in_the_basic_game() -> None:
    """BS-10.6-01, BS-5.0-01."""
    wolves = red("wolves", 4, files=4, at=(24, 30))
    position = field(archers(), orcs(), wolves, contacts=[locked("wolves", "archers")])
    assert not could_fire(position, position.units["orcs"])
    basic = field(archers(), orcs(), level="basic")
    assert not could_fire(basic, basic.units["orcs"])


# ---------------------------------------------------------------- indirect fire


def over(**more):
    friends = blue("spears", 20, files=20, at=(24, more.pop("line", 26)), formation="closed")
    return field(archers(**more), friends, led(), orcs(at=(24, 18)))


def test_bows_shoot_over_friends_three_inches_away() -> None:
    """BS-10.7-01, BS-10.8-03: in command, AR +3."""
    volley = shot(over())
    assert volley.way == "indirect"
    assert terms(volley)["BS-10.8-03"] == 3
    assert "BS-10.7-01" in refused(over(line=28))
    assert "BS-10.7-01" in refused(over(missile=CROSSBOW))


def test_no_indirect_fire_out_of_command_or_over_enemies() -> None:
    """BS-10.7-01."""
    friends = blue("spears", 20, files=20, at=(24, 26), formation="closed")
    assert "BS-10.7-01" in refused(field(archers(formation="open"), friends, orcs(at=(24, 18))))
    enemy = red("wall", 20, files=20, at=(24, 25), formation="closed")
    assert "BS-10.1-03" in refused(field(archers(), led(), enemy, orcs(at=(24, 18))))


# ---------------------------------------------------------------- Table 13


@pytest.mark.parametrize(("at", "value"), [(24, 0), (17, 2), (10, 5)])
def test_range(at: float, value: int) -> None:
    """BS-10.8-04: 7, 14 and 21 inches; the same in the D&D game."""
    for game in ("add", "dnd"):
        position = field(archers(), orcs(at=(24, at)), base_game=game)
        assert terms(shot(position)).get("BS-10.8-04", 0) == value


def test_formation_of_the_target_and_mounts_of_the_shooters() -> None:
    """BS-10.8-01, BS-10.8-03."""
    assert terms(shot(field(archers(), orcs(formation="open"))))["BS-10.8-01"] == 1
    assert "BS-10.8-01" not in terms(shot(field(archers(), orcs())))
    assert terms(shot(field(riders(), orcs())))["BS-10.8-03"] == 2


@pytest.mark.parametrize(("kind", "value"), [("hedge", 2), ("wall", 4)])
def test_behind_hedge_or_wall(kind: str, value: int) -> None:
    """BS-10.8-02, BS-11.9-03: before the target, not before the shooters."""
    near = strip(kind, (15, 24.5), (33, 24.5), width=0.25)
    assert terms(shot(field(archers(), orcs(), features=[near])))["BS-10.8-02"] == value
    own = strip(kind, (15, 29.5), (33, 29.5), width=0.25)
    assert "BS-10.8-02" not in terms(shot(field(archers(), orcs(), features=[own])))


def test_in_a_building_and_the_best_cover_only() -> None:
    """BS-10.8-02: the sum is not taken."""
    house, hedge = piece("building", 22, 22, 26, 25), strip("hedge", (15, 25.5), (33, 25.5), width=0.25)
    inside = skirmishers("men", "red", [(24, 24)])
    volley = shot(field(archers(), *inside, features=[house, hedge]), target="men-1")
    assert terms(volley)["BS-10.8-02"] == 4


def test_shield_wall_on_the_front_only() -> None:
    """BS-11.6-02, BS-10.8-02: once, as the line of the table; a ring guards all sides (BS-11.6-03)."""
    wall = {"stance": "shield_wall", "large_shields": True}
    front = shot(field(archers(), orcs(**wall)))
    assert terms(front)["BS-11.6-02"] == 4
    assert front.armour.total == 6
    side = shot(field(archers(at=(34, 24), facing=WEST), orcs(**wall)))
    assert "BS-11.6-02" not in terms(side)
    ring = shot(field(archers(at=(34, 24), facing=WEST), orcs(stance="shield_ring")))
    assert terms(ring)["BS-11.6-02"] == 4


# ---------------------------------------------------------------- woods


def test_only_the_edge_of_woods_is_shot_at() -> None:
    """BS-11.9-01, BS-10.8-02: within an inch of the border, at +2; deeper inside nobody is."""
    wood = piece("woods", 15, 10, 33, 25)
    edge = field(archers(), orcs(6, files=6, at=(24, 24.5), formation="open"), features=[wood])
    assert terms(shot(edge))["BS-10.8-02"] == 2
    deep = field(archers(), orcs(6, files=6, at=(24, 22), formation="open"), features=[wood])
    assert "BS-11.9-01" in refused(deep)


def test_one_shoots_out_of_the_edge_of_woods() -> None:
    """BS-11.9-01: and not from deeper inside, nor inside the same wood."""
    out = field(archers(6, formation="open"), orcs(), features=[piece("woods", 15, 29.5, 33, 40)])
    assert shot(out).figures.total == 6
    deep = field(archers(6, formation="open"), orcs(), features=[piece("woods", 15, 27, 33, 40)])
    assert "BS-11.9-01" in refused(deep)
    same = field(archers(6, formation="open"), orcs(at=(24, 28)), features=[piece("woods", 10, 20, 40, 40)])
    assert "BS-11.9-01" in refused(same)


def test_seeing_needs_no_arc() -> None:
    """BS-10.1-03: what other rules call seeing is the line of sight alone."""
    position = field(archers(), orcs(at=(24, 40)))
    assert sees(position, position.units["archers"], position.units["orcs"])
    hut = field(archers(), orcs(at=(24, 20)), features=[piece("building", 10, 24, 40, 26)])
    assert not sees(hut, hut.units["archers"], hut.units["orcs"])


# ---------------------------------------------------------------- declared before it is measured


def test_a_declared_shot_out_of_range_is_wasted() -> None:
    """BS-3.5-01, BS-10.8-04: with measuring agreed it is refused."""
    far = red("far", 6, files=6, at=(24, 2))
    asked = play(field(archers(), far, orcs(4, files=4, at=(34, 24)), measuring="declared"), PHASE)
    played = asked.then(shoot("archers", at="far"))
    assert played.unit("archers").own.turn.shots == 1
    (ruled,) = played.events_of(Ruled)
    assert "wasted" in ruled.what
    assert "BS-3.5-01" in ruled.rules
    free = play(field(archers(), far, orcs(4, files=4, at=(34, 24))), PHASE)
    assert "BS-10.8-04" in rules(free.refusal(shoot("archers", at="far")))


def test_a_wasted_part_of_a_shot_leaves_the_other_files_theirs() -> None:
    """BS-3.5-01, BS-2.8-05: only the files it was declared for have shot."""
    far, near = red("far", 6, files=6, at=(24, 2)), orcs(4, files=4, at=(29, 24))
    asked = play(field(archers(), far, near, measuring="declared"), PHASE)
    wasted = asked.then(shoot("archers", at="far", first_file=0, last_file=2))
    assert wasted.unit("archers").own.turn.files_loosed == (0, 1, 2)
    assert wasted.then(shoot("archers", at="orcs"), "6 6").events_of(Struck)[-1].tallies[0].total == 6


def test_other_faults_are_refused_all_the_same() -> None:
    """BS-3.5-01: no line of sight, no arc."""
    position = field(archers(), orcs(), red("behind", 6, files=6, at=(24, 45)), measuring="declared")
    assert "BS-10.1-02" in rules(play(position, PHASE).refusal(shoot("archers", at="behind")))


# ---------------------------------------------------------------- several targets


def test_files_may_shoot_at_several_targets() -> None:
    """BS-2.8-05: the files of one shot are divided; what is left of it is not lost to a second order."""
    one, two = red("one", 6, files=6, at=(21, 24), ml=20), red("two", 6, files=6, at=(28, 24), ml=20)
    position = field(archers(ar=28), one, two)
    left = shot(position, target="one", first_file=0, last_file=2)
    assert left.figures.total == 6
    begun = play(position, PHASE, shoot("archers", at="one", first_file=0, last_file=2), "6 6")
    assert begun.unit("archers").own.turn.shots == 1
    assert begun.unit("archers").own.turn.files_loosed == (0, 1, 2)
    done = begun.then(shoot("archers", at="two"), "6 6")
    assert done.events_of(Struck)[-1].tallies[0].total == 6
    assert done.unit("archers").own.turn.shots == 1
    assert done.unit("archers").own.turn.files_loosed == ()
    assert begun.then(FINISH).unit("archers").own.turn.files_loosed == ()
    assert "BS-2.8-05" in rules(play(position, PHASE).refusal(shoot("archers", at="one", first_file=4, last_file=9)))


# ---------------------------------------------------------------- heroes


def test_missiles_at_a_hero_cost_hit_points() -> None:
    """BS-9.4-05, BS-9.4-04: four a hit die, fractions dropped; one figure at a time."""
    hero = person("hero", "red", at=(24, 24), hit_points=60)
    position = field(archers(ar=14), hero)
    volley = shot(position, target="hero")
    assert volley.figures.total == 1
    played = play(position, PHASE, shoot("archers", at="hero"), "2 2")
    lost = done_by(volley, 4) * 4 // 10
    assert played.unit("hero").own.hit_points == 60 - lost
    (struck,) = played.events_of(Struck)
    assert (struck.hits, struck.each) == (lost, "hit point")
    assert f", {lost} hit points." in (tell(struck, played.battle) or "")


def test_only_an_enemy_on_the_table_is_a_target() -> None:
    """BS-10.1-02: neither a friend, however well he stands in range, nor who is gone."""
    position = field(archers(), orcs(), blue("men", 6, files=6, at=(24, 18), facing=180))
    assert refused(position, target="men") == {"BS-10.1-02"}
    assert "BS-10.1-02" in rules(play(position, PHASE).refusal(shoot("archers", at="men")))
    fled = replace(position.units["orcs"], place=OffTable("fled"))
    dead = replace(position.units["orcs"], figures=0)
    for gone in (fled, dead):
        assert refused(position.with_unit(gone)) == {"BS-10.1-02"}


def test_an_individual_in_the_ranks_is_no_target() -> None:
    """BS-10.1-02: he stands among others."""
    position = field(archers(), orcs(), led("orcs", "red"))
    assert refused(position, target="captain") == {"BS-10.1-02"}


def test_a_giants_rock_wounds_one_figure_at_most() -> None:
    """BS-9.4-06: half the hit dice of a figure for a wound, never more; two make a figure."""
    giant = person("giant", "blue", at=(24, 30), of=creature("hill giant", 8, size="L"), missile=ROCKS, ar=12)
    position = field(giant, orcs(6, at=(24, 24)))
    once = play(position, PHASE, shoot("giant", at="orcs"), "1 1")
    assert done_by(shot(position, "giant"), 2) > 100
    assert once.unit("orcs").figures == 6
    assert once.unit("orcs").own.wounded
    hurt = field(giant, orcs(6, at=(24, 24), wounded=True))
    assert play(hurt, PHASE, shoot("giant", at="orcs"), "1 1").unit("orcs").figures == 5


# ---------------------------------------------------------------- odds and play by machine


def test_the_outlook_is_exact() -> None:
    """BS-10.0-02: every pair of dice, through the door, comes to the chances promised."""
    position = field(archers(6, files=6, ar=22), orcs(6, files=6))
    promised = outlook(position, shot(position)).kills
    found = [0.0] * len(promised)
    for one in range(1, 7):
        for two in range(1, 7):
            played = play(position, PHASE, shoot("archers", at="orcs"), f"{one} {two}")
            found[6 - played.unit("orcs").figures] += 1 / 36
    assert found == pytest.approx(list(promised))


def test_the_outlook_for_a_hero() -> None:
    """BS-9.4-05: hit points instead of figures."""
    position = field(archers(ar=14), person("hero", "red", at=(24, 24), hit_points=10))
    seen = outlook(position, shot(position, target="hero"))
    assert len(seen.kills) == 11
    assert sum(seen.kills) == pytest.approx(1)


def test_sampled_and_suggested_orders_are_legal() -> None:
    """BS-10.2-03: by machine as by hand."""
    position = field(archers(), blue("bows", 6, files=6, at=(34, 30), missile=SHORTBOW), orcs(), led())
    for seed in range(20):
        asked = play(position, PHASE)
        answer = BATTLESYSTEM.sample(asked.battle, asked.decision, Random(seed))
        assert asked.then(answer)
    asked = play(position, PHASE)
    for answer in BATTLESYSTEM.suggest(asked.battle, asked.decision):
        assert asked.then(answer)
