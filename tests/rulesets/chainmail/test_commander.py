"""The army commander: what he adds, whose fate he shares, whom he rallies, what his loss means."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.play.agenda import Scene
from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.decision import Aimed, Commanded
from schiltron.battle.state.event import Checked, Detached, Fell, Marked, Ruled, Struck
from schiltron.battle.state.unit import OnTable
from schiltron.rulesets.chainmail.fire.phase import Missiles, TakeOff
from schiltron.rulesets.chainmail.losses import fell
from schiltron.rulesets.chainmail.melee.rounds import Melees
from schiltron.rulesets.chainmail.morale.commander import left
from schiltron.rulesets.chainmail.morale.instability import Instability
from schiltron.rulesets.chainmail.morale.reactions import React
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.sequence import EndTurn
from schiltron.rulesets.chainmail.state import RETREATING, Battle, Flight, Rallied, Unit, with_turn
from schiltron.rulesets.chainmail.steps import StandCharge
from schiltron.rulesets.chainmail.troop_traits.bonuses import Required, required_roll_terms
from schiltron.table.lengths import inches
from schiltron.table.outline import gap
from tests.rulesets.chainmail.fights import met, ours, struck, theirs
from tests.rulesets.chainmail.positions import (
    Played,
    ahead,
    blue,
    commander,
    field,
    locked,
    march,
    play,
    red,
    rules,
    shoot,
)

ON: dict[str, Any] = {"commander": "required_rolls"}


def terms(battle: Battle, unit: str, dice: int = 2, what: Required = "check") -> list[tuple[str, int]]:
    return [(term.rule, term.value) for term in required_roll_terms(battle, battle.units[unit], dice, what)]


def court(**options: Any) -> Battle:
    """The prince with his guard, a unit 11 inches off, one 13 inches off, and mercenaries beside him."""
    return field(
        blue("guard", 6, at=(40, 40)),
        commander("prince", "blue", with_="guard"),
        blue("near", 4, at=(40, 28.25)),
        blue("far", 4, at=(40, 26)),
        blue("hired", 4, at=(48, 40), mercenary=True),
        red("foe", 6, at=(40, 10)),
        **{**ON, **options},
    )


# ---------------------------------------------------------------- what he adds


def test_the_unit_he_is_with_gains_one_on_each_die() -> None:
    """CM-HIST-32: 2 on two dice, 1 on one, whatever the required roll."""
    assert terms(court(), "guard") == [("CM-HIST-32", 2)]
    assert terms(court(), "guard", dice=1, what="other") == [("CM-HIST-32", 1)]


def test_units_within_twelve_inches_gain_one_in_all() -> None:
    """CM-HIST-34: on one die or two, and not together with the bonus of the unit he is with."""
    assert terms(court(), "near") == [("CM-HIST-34", 1)]
    assert terms(court(), "near", dice=1, what="other") == [("CM-HIST-34", 1)]
    assert terms(court(), "far") == []


def test_the_enemy_gains_nothing_and_nobody_does_with_the_option_off() -> None:
    """CM-HIST-32, CM-HIST-34."""
    close = field(
        blue("guard", 6, at=(40, 40)), commander("prince", "blue", with_="guard"), red("foe", 6, at=(40, 39)), **ON
    )
    assert terms(close, "foe") == []
    assert terms(court(commander="off"), "guard") == []


def test_mercenaries_are_in_no_way_affected() -> None:
    """CM-HIST-39: neither near him nor with him."""
    assert terms(court(), "hired") == []
    battle = field(blue("hired", 4, at=(48, 40), mercenary=True), commander("prince", "blue", with_="hired"), **ON)
    assert terms(battle, "hired") == []


def test_his_bonus_counts_in_a_check() -> None:
    """CM-HIST-32: heavy foot charged by heavy horse needs 9, with him 7 on the dice."""
    battle = field(
        blue("horse", 10, files=5, at=(40, 30), troop="heavy_horse", charged=True),
        red("foot", 12, files=6, at=(40, 30)),
        commander("king", "red", with_="foot"),
        **ON,
    )
    plain = play(field(*[battle.units[key] for key in ("horse", "foot")], **ON), StandCharge("foot", "horse"))
    led = play(battle, StandCharge("foot", "horse"))
    assert needed(plain) - needed(led) == 2
    (told,) = led.then("6 6").events_of(Checked)
    assert "CM-HIST-32" in told.rules


def needed(played: Played) -> int:
    return int(played.roll.purpose.rsplit(": ", 1)[1].split(" ", 1)[0])


@pytest.mark.parametrize(("switch", "less"), [("off", 0), ("required_rolls", 0), ("all_dice", 1)])
def test_combat_dice_gain_only_where_players_want_it(switch: str, less: int) -> None:
    """CM-HIST-32: the setting that extends it to combat dice; without it combat is as ever."""
    plain = met(ours(), theirs())
    led = field(
        *plain.units.values(),
        commander("prince", "blue", with_="ours"),
        contacts=plain.engagements,
        commander=switch,
    )
    assert struck(plain).need.total - struck(led).need.total == less
    assert ("CM-HIST-32" in struck(led).need.rules) is bool(less)


@pytest.mark.parametrize(("switch", "more"), [("required_rolls", 0), ("all_dice", 1)])
def test_missile_dice_gain_too_where_players_want_it(switch: str, more: int) -> None:
    """CM-HIST-32."""
    battle = field(
        blue("bows", 8, at=(40, 30), troop="archers", moved=True),
        commander("prince", "blue", with_="bows"),
        red("foe", 12, at=(40, 20), troop="light_foot"),
        phase="missiles",
        commander=switch,
    )
    shot = play(battle, Missiles(("blue", "red")), shoot("bows", at="foe"))
    told = shot.then("3").events_of(Struck)[0]
    assert ("CM-HIST-32" in told.rules) is bool(more)
    plain = field(battle.units["bows"], battle.units["foe"], phase="missiles")
    at = {
        face: play(plain, Missiles(("blue", "red")), shoot("bows", at="foe"), face).events_of(Struck)[0].hits
        for face in "345"
    }
    assert told.hits == at[str(3 + more)]


# ---------------------------------------------------------------- his fate


def test_he_is_the_last_of_his_unit_to_fall() -> None:
    """CM-HIST-38: as many as the unit has may be killed and he lives, one more and he falls."""
    for kills, lives in ((3, True), (4, False)):
        played = _volley(kills)
        assert (played.unit("king").figures == 1) is lives
        assert not played.unit("guard").on_table


def _volley(kills: int) -> Played:
    battle = field(
        red("guard", 3, at=(40, 20)), commander("king", "red", with_="guard"), blue("foe", 6, at=(40, 40)), **ON
    )
    scene: Any = Scene(battle)
    fell(scene, "guard", kills, Harm(rules=("CM-MISSILE-01",)))
    return play(scene.battle, TakeOff())


def test_who_survives_his_unit_stands_alone_where_it_stood() -> None:
    """CM-HIST-38: behind its front edge, so that he does not stand on the enemy."""
    played = _volley(3)
    king = played.unit("king")
    assert king.on_table
    assert (king.pose.x, king.pose.y) == (40_000, 19_250)
    assert played.events_of(Detached)[0].rules == ("CM-HIST-38",)


def test_in_melee_he_falls_last_too() -> None:
    """CM-HIST-38: more kills than the unit has figures, all of them in the melee."""
    position = met(ours("heavy_horse", 10), theirs("light_foot", 3))
    battle = field(
        *position.units.values(),
        commander("king", "red", with_="theirs"),
        contacts=position.engagements,
        phase="melee",
        **ON,
    )
    played = play(battle, Melees())
    (dice, _), *rest = played.dice
    script = " | ".join([" ".join(["6"] * 4 + ["1"] * (dice - 4)), *(" ".join(["1"] * count) for count, _ in rest)])
    fallen = {event.unit: event.figures for event in played.then(script).events_of(Fell)}
    assert fallen == {"theirs": 3, "king": 1}


def test_where_not_all_of_a_unit_is_in_the_melee_only_those_fall() -> None:
    """CM-HIST-38, CM-MELEE-03: he is no figure more in danger."""
    position = met(ours("armored_foot", 8), theirs(figures=8, files=1))
    he = commander("king", "red", with_="theirs")
    played = play(field(*position.units.values(), he, contacts=position.engagements, **ON), Melees())
    after = played.then("6 " * 8 + "| 1 1")
    assert (after.unit("theirs").figures, after.unit("king").figures) == (3, 1)


def test_he_shares_the_fate_of_a_unit_that_fails_a_required_score() -> None:
    """CM-HIST-33: it does not remain, and he is gone with it; nobody has to check for that, since he lives."""
    battle = field(
        red("guard", 6, at=(40, 20), original=12),
        commander("king", "red", with_="guard"),
        red("other", 6, at=(60, 20)),
        blue("foe", 6, at=(40, 50)),
        **ON,
    )
    played = play(battle, Instability("fire"))
    played = played.then("1 1") if played.battle.roll else played
    assert not played.unit("guard").on_table
    assert played.unit("king").figures == 0
    assert not played.unit("other").own.morale.owed


def test_he_runs_with_a_unit_that_flees() -> None:
    """CM-HIST-33."""
    battle = field(
        blue("horse", 10, files=5, at=(40, 30), troop="heavy_horse", charged=True),
        red("foot", 12, files=6, at=(40, 30)),
        commander("king", "red", with_="foot"),
        **ON,
    )
    played = play(battle, StandCharge("foot", "horse"), "1 1")
    assert played.unit("foot").own.morale.flight is not None
    assert played.unit("king").host == "foot"


# ---------------------------------------------------------------- his loss


def lost(**more: Any) -> Battle:
    """The king's guard is about to surrender."""
    return field(
        blue("horse", 10, files=5, at=(40, 30), troop="heavy_horse"),
        red("guard", 4, at=(40, 30)),
        commander("king", "red", with_="guard"),
        red("other", 10, at=(60, 20)),
        red("hired", 10, at=(70, 20), mercenary=True),
        contacts=(locked("horse", "guard"),),
        **{**ON, **more},
    )


def test_his_capture_makes_every_unit_of_his_side_check_at_two_less() -> None:
    """CM-HIST-37: as for excess casualties, heavy foot needs 7; CM-HIST-39: mercenaries do not."""
    taken = play(lost(), React(("horse",), ("guard",), "surrender", 0))
    assert taken.unit("king").figures == 0
    assert any("CM-HIST-37" in told.rules for told in taken.events_of(Ruled))
    assert taken.unit("other").own.morale.owed
    assert not taken.unit("hired").own.morale.owed
    assert not taken.unit("horse").own.morale.owed
    checked = play(taken.battle, Instability("melee"))
    assert needed(checked) == 9
    assert "the army commander is lost" in checked.roll.purpose
    stays = checked.then("4 5")
    (told,) = stays.events_of(Checked)
    assert "CM-HIST-37" in told.rules
    assert stays.unit("other").on_table
    assert not stays.unit("other").own.morale.owed
    assert stays.over
    assert not checked.then("4 4").unit("other").on_table


def test_with_the_option_off_his_loss_is_the_loss_of_a_figure() -> None:
    """CM-HIST-37."""
    taken = play(lost(commander="off"), React(("horse",), ("guard",), "surrender", 0))
    assert not taken.unit("other").own.morale.owed


def test_he_is_guarded_with_the_others_where_prisoners_are_played() -> None:
    """CM-HIST-33, CM-HIST-37: taken with the last of his unit."""
    taken = play(lost(prisoners="on"), React(("horse",), ("guard",), "surrender", 0))
    assert [(some.of, some.figures) for some in taken.unit("horse").own.captives] == [("guard", 4), ("king", 1)]
    assert taken.unit("other").own.morale.owed


# ---------------------------------------------------------------- rallying


FLED = Flight("retreat", 2, 1500, 1)


def fled(**more: Any) -> Battle:
    return field(
        red("foot", 8, at=(40, 20), facing=0, flight=FLED, marks=(RETREATING,), mercenary=more.pop("hired", False)),
        commander("king", "red", at=(40, 12)),
        blue("foe", 8, at=(40, 55)),
        phase="first_move",
        turn=2,
        **{**ON, **more},
    )


JOIN = Commanded("king", "join", Aimed("foot"))


def test_he_rallies_a_unit_by_joining_it() -> None:
    """CM-HIST-35: at once; it stays where it is for the turn."""
    played = play(fled(), Moves("red"), JOIN)
    foot = played.unit("foot")
    assert foot.own.morale.flight is None
    assert played.unit("king").host == "foot"
    assert ("CM-HIST-35",) in [told.rules for told in played.events_of(Marked)]
    assert "foot" not in (played.battle.decisions[0].actors if played.battle.decisions else ())


@pytest.mark.parametrize("more", [{"commander": "off"}, {"hired": True}])
def test_he_rallies_nobody_with_the_option_off_and_no_mercenaries(more: dict[str, Any]) -> None:
    """CM-HIST-35, CM-HIST-39."""
    assert play(fled(**more), Moves("red"), JOIN).unit("foot").own.morale.flight == FLED


def _rested(unit: Unit) -> Unit:
    return with_turn(unit, moved=False, ordered="", spent=0)


@pytest.mark.parametrize(("turn", "undone"), [(3, True), (5, True), (6, False)])
def test_leaving_before_three_complete_turns_undoes_it(turn: int, undone: bool) -> None:
    """CM-HIST-36: he joined in turn 2 and must stay for turns 3, 4 and 5; else it is in flight as it was."""
    battle = play(fled(), Moves("red"), JOIN).battle
    for number in range(2, turn):
        after = play(field(*battle.units.values(), turn=number, turn_limit=number, **ON), EndTurn()).battle
        battle = field(*map(_rested, after.units.values()), turn=number + 1, **ON)
    left = play(battle, Moves("red"), march("king", ahead(6)))
    foot = left.unit("foot")
    assert foot.own.morale.flight == (Flight("retreat", 2, 1500, turn) if undone else None)
    assert foot.has(RETREATING) is undone
    assert any("CM-HIST-36" in told.rules for told in left.events_of(Marked)) is undone


def test_a_player_may_not_name_a_unit_he_is_with_already() -> None:
    """CM-HIST-35: joining is a move of his own."""
    battle = field(
        red("foot", 8, at=(40, 20)), commander("king", "red", with_="foot"), blue("foe", 8, at=(40, 55)), **ON
    )
    assert "CM-HIST-35" in rules(play(battle, Moves("red")).refusal(JOIN))


def test_who_fled_anew_while_he_was_with_it_flees_as_it_does() -> None:
    """CM-HIST-36: his leaving changes nothing then."""
    before, now = Flight("retreat", 3, 1500, 1), Flight("rout", 1, 1500, 3)
    host = red("foot", 8, at=(40, 30), flight=now, rallied_by=Rallied("king", 2, before))
    scene: Any = Scene(field(host, commander("king", "red", at=(50, 30)), blue("foe", 6, at=(40, 55)), turn=4, **ON))
    left(scene, "king", "foot")
    assert scene.unit("foot").own.morale.flight == now
    assert scene.unit("foot").own.morale.rallied_by is None


def test_twelve_inches_are_near_enough() -> None:
    """CM-HIST-34: no farther than 12 inches."""
    for away, gains in ((12, True), (12.1, False)):
        he = commander("king", "red", at=(40, 30.5 + away))
        battle = field(red("men", 4, at=(40, 30)), he, **ON)
        apart = gap(battle.units["men"].outline, battle.units["king"].outline)
        shifted = replace(he, place=OnTable(replace(he.pose, y=he.pose.y + inches(away) - apart)))
        assert bool(terms(battle.with_unit(shifted), "men")) is gains
