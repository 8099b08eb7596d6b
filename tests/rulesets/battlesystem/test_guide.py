"""What players are told before they decide agrees with the door, and tells them nothing they may not measure."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.door.futures import chances_of, futures
from schiltron.battle.guide.answers import Odds
from schiltron.battle.state.decision import Aimed, Commanded, PathDrawn, SetDown
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.event import Moved
from schiltron.battle.state.manoeuvre import Advance, Expand, Face, FormUp, Oblique, Reform, Turn, Wheel, Wrap
from schiltron.battle.state.unit import OffTable, OnTable
from schiltron.herald.herald import Herald
from schiltron.rulesets.battlesystem.book import BATTLESYSTEM
from schiltron.rulesets.battlesystem.command.rallying import Rally
from schiltron.rulesets.battlesystem.command.roles import Roles
from schiltron.rulesets.battlesystem.field import block
from schiltron.rulesets.battlesystem.melee.fights import FreeAttack, Melees
from schiltron.rulesets.battlesystem.melee.readying import BeginMelee
from schiltron.rulesets.battlesystem.missiles.passing import PassThrough
from schiltron.rulesets.battlesystem.missiles.phase import Shooting
from schiltron.rulesets.battlesystem.morale.current import current_morale
from schiltron.rulesets.battlesystem.movement.phase import Moves
from schiltron.rulesets.battlesystem.movement.splitting import SplitOnward
from schiltron.rulesets.battlesystem.outlook import heeds, obeys, passes
from schiltron.rulesets.battlesystem.sheets.traits import abilities, attack_modifiers
from schiltron.rulesets.battlesystem.state import Battle, Captives, Machine, Rout, Unit
from schiltron.rulesets.battlesystem.steps import BeginRound
from schiltron.table.lengths import degrees, inches
from schiltron.table.pose import Pose
from schiltron.table.shapes import rings_of
from tests.rulesets.battlesystem.positions import (
    CROSSBOW,
    DAGGER,
    DWARF,
    EAST,
    ELF,
    GOBLIN,
    LANCE,
    LONGBOW,
    LONGSWORD,
    MAN,
    ORC,
    PIKE,
    SHORTBOW,
    SPEAR,
    WARHORSE,
    Played,
    ahead,
    blue,
    charge,
    choose,
    field,
    locked,
    march,
    order,
    person,
    piece,
    play,
    red,
    rules,
    shoot,
    skirmishers,
    strip,
    turn,
)
from tests.rulesets.guided import (
    card_of,
    ends,
    everything,
    judged_alike,
    legs_of,
    menu,
    menu_is_obeyed,
    nobodys_business,
    notes,
    overlays,
    phases_are_on_the_track,
    preview,
    sampled_preview,
    stats,
    targets,
    walked_as_shown,
)
from tests.whole_battles import recruits

# ---------------------------------------------------------------- asking


def moving(*units: Unit, **more: Any) -> Played:
    """Blue moves."""
    return play(field(*units, **{"phase": "movement", **more}), Moves("blue"))


def lost(odds: Odds) -> list[float]:
    return list(odds.losses)


# ---------------------------------------------------------------- cards


def test_a_card_is_the_roster_block_with_every_rating_as_it_comes_about() -> None:
    """BS-3.1-01, BS-2.2-01, BS-4.1-01, BS-4.6-01, BS-8.3-01, BS-8.5-01, BS-4.4-01."""
    battle = field(
        blue("swords", 10, files=5, original=12, at=(24, 40), weapon=(LONGSWORD, DAGGER), formation="closed"),
        person("captain", "blue", with_="swords", rank="unit", radius=10, charisma=12),
        red("orcs", 12, files=6, at=(24, 20), of=ORC, weapon=SPEAR),
    )
    shown = card_of(battle, "swords")
    assert (shown.title, shown.figures, shown.original) == ("Swords", 10, 12)
    assert shown.points == 100, "a point a hit die, of ten who are left of twelve"
    told = stats(battle, "swords")
    rated = block(battle, battle.units["swords"])
    assert (told["AC"], told["HD"], told["MV"], told["Ratio"]) == ("6", "10", "9″", "10:1")
    assert (told["AR"], told["ML"], told["DL"]) == tuple(
        str(one.total) for one in (rated.attack, rated.morale, rated.discipline)
    )
    now = current_morale(battle, battle.units["swords"])
    assert told["ML now"].startswith(f"{now.total}, ")
    tallies = {stat.label: stat.tally for stat in shown.stats}
    assert tallies["AR"] == rated.attack
    assert tallies["ML now"] == now
    assert (told["Longsword"], told["Dagger"]) == ("D8, large D12, in hand", "D4, large D3")
    assert (told["Formation"], told["Files"], told["Ranks"]) == ("closed", "5", "2")
    assert told["Command"] == "under the command of Captain"
    assert told["Lost"] == "2 of 12; checks at 1 more"
    assert "Captain is with it [BS-9.2-01]" in notes(battle, "swords")
    assert BATTLESYSTEM.card(battle, "nobody") is None


def test_who_is_out_of_command_is_said_by_name_and_no_distance_is_told() -> None:
    """BS-4.7-02, BS-3.5-01: in or out by name; the radius is a number of the sheet."""
    battle = field(
        blue("near", 6, at=(24, 40), commander="captain"),
        blue("far", 6, at=(70, 40), commander="captain"),
        person("captain", "blue", at=(24, 43), rank="unit", radius=6, bonus=1),
        red("orcs", 12, files=6, at=(24, 20), of=ORC),
        measuring="declared",
    )
    assert stats(battle, "near")["Command"] == "under the command of Captain"
    assert stats(battle, "far")["Command"] == "out of command of Captain"
    mine = stats(battle, "captain")
    assert (mine["Rank"], mine["Command radius"], mine["Charisma bonus"]) == (
        "Unit Commander of Near and Far",
        "6″",
        "+1",
    )
    assert "in command: Near [BS-4.7-02]" in notes(battle, "captain")
    assert "out of command: Far [BS-4.7-02]" in notes(battle, "captain")


def test_the_card_of_an_individual() -> None:
    """BS-3.2-01, BS-9.4-05, BS-9.3-01: hit points, THAC0, rank, deputy."""
    battle = field(
        blue("swords", 6, at=(24, 40)),
        person("captain", "blue", with_="swords", rank="unit"),
        person("squire", "blue", at=(30, 40), hit_points=20, thac0=18, deputy_to="captain"),
        red("orcs", 12, files=6, at=(24, 20), of=ORC),
    )
    battle = battle.with_unit(replace(battle.units["squire"], own=replace(battle.units["squire"].own, hit_points=12)))
    told = stats(battle, "squire")
    assert (told["Rank"], told["Hit points"], told["THAC0"], told["Ratio"]) == ("hero", "12 of 20", "18", "1:1")
    assert "ML" not in told
    assert "Command radius" not in told
    assert "deputy of Captain [BS-9.3-01, BS-9.3-03]" in notes(battle, "squire")
    assert "with Swords [BS-9.2-01]" in notes(battle, "captain")
    assert BATTLESYSTEM.epithet(battle, "squire") == "hero, 12 of 20 hit points"
    assert BATTLESYSTEM.epithet(battle, "captain") == "Unit Commander of Swords"
    assert BATTLESYSTEM.epithet(battle, "swords") == ""


def test_what_changes_ar_and_what_is_special_stands_on_the_card() -> None:
    """BS-3.1-08, BS-S0-10, BS-4.6-04: as the roster sheet notes it."""
    battle = field(
        blue("dwarves", 6, at=(24, 40), of=DWARF, large_shields=True),
        blue("lances", 6, files=3, at=(40, 40), weapon=LANCE, mount=WARHORSE),
        red("orcs", 12, files=6, at=(24, 20), of=ORC, light_blind=True),
    )
    for name in ("dwarves", "lances", "orcs"):
        profile = battle.units[name].own.profile
        told = stats(battle, name)
        assert told.get("AR modifiers", "") == "; ".join(attack_modifiers(profile, "daylight"))
        assert told.get("Special", "") == "; ".join(abilities(profile))
    assert "charging" in stats(battle, "lances")["AR modifiers"]
    assert "dislike daylight" in stats(battle, "orcs")["Special"]
    assert "shield wall" in stats(battle, "dwarves")["Special"]


@pytest.mark.parametrize(("turn", "said"), [(1, "3/2, 1 this round"), (2, "3/2, 2 this round")])
def test_three_blows_in_two_rounds_are_told_as_such(turn: int, said: str) -> None:
    """BS-S0-11, BS-8.6-02."""
    battle = field(person("hero", "blue", at=(24, 40), half_attacks=3), red("orcs", 4, at=(24, 20), of=ORC), turn=turn)
    assert stats(battle, "hero")["Blows"] == said


def test_missiles_mounts_and_engines_are_on_the_card() -> None:
    """BS-10.0-01, BS-10.9-01, BS-11.2-01, BS-11.4-02, BS-10.3-02."""
    battle = field(
        blue("bows", 8, files=4, at=(24, 40), missile=LONGBOW),
        blue("lances", 6, files=3, at=(40, 40), weapon=LANCE, mount=WARHORSE),
        blue("stones", 1, at=(60, 40), kind="skirmish", engine="light_catapult"),
        blue("throwers", 4, at=(70, 40), missile=replace(LONGBOW, name="javelin", counted=True)),
        red("orcs", 12, files=6, at=(24, 10), of=ORC),
    )
    bows = stats(battle, "bows")
    assert (bows["Longbow, shot"], bows["Shots left"]) == ("7″ / 14″ / 21″, D6", "2")
    lances = stats(battle, "lances")
    assert "twice in a charge" in lances["Lance"]
    assert lances["Light warhorse"] == "D4 and D4"
    assert "not nearer than" in stats(battle, "stones")["Light catapult"]
    assert stats(battle, "throwers")["Volleys left"] == "2"


def test_wounds_gaps_marks_and_orders_are_told() -> None:
    """BS-8.7-03, BS-7.3-03, BS-6.4-01, BS-4.6-08, BS-2.10-07, BS-7.13-03, BS-11.6-01."""
    battle = field(
        blue("open", 8, files=4, at=(10, 40), wounded=True, gaps=2, worn_by_marches=1),
        blue("runners", 8, files=4, at=(30, 40), rout=Rout(0, 1), astray="rout"),
        blue("angry", 8, files=4, at=(50, 40), astray="discipline", prey="orcs"),
        blue("mob", 9, files=3, at=(70, 40), kind="mob", order="charge"),
        blue("wall", 8, files=4, at=(84, 40), formation="closed", stance="shield_wall"),
        red("orcs", 12, files=6, at=(24, 10), of=ORC, captives=(Captives("open", 4, 1),)),
        machines=(Machine("ballista", "The Needle", "blue", Pose(0, 0, 0), "crew"),),
    )
    assert "one figure is wounded" in notes(battle, "open")
    assert "2 gaps in its front" in notes(battle, "open")
    assert "AR worse by 1" in notes(battle, "open")
    assert "in rout" in notes(battle, "runners")
    assert "attacks Orcs whatever anybody wants" in notes(battle, "angry")
    assert "its order: charge" in notes(battle, "mob")
    assert "in a shield wall" in notes(battle, "wall")
    assert "hates elf: " in notes(battle, "orcs")
    said = " ".join(BATTLESYSTEM.held(battle))
    for part in ("Runners are in rout", "Mob: ordered to charge", "4 captives of Open", "The Needle, a ballista"):
        assert part in said


def test_the_round_and_the_initiative_are_told() -> None:
    """BS-1.0-06, BS-1.1-01, BS-1.4-01."""
    battle = field(blue("swords", 6, at=(24, 40)), red("orcs", 6, at=(24, 20)), turn=3, movers=("red", "blue"))
    assert tuple(map(str, BATTLESYSTEM.conditions(battle))) == (
        "Game Round 3: Blue has the initiative [BS-1.0-06, BS-1.1-01]",
        "Red moves first, then Blue [BS-1.4-01]",
    )
    basic = replace(battle.own, options=replace(battle.own.options, level="basic"))
    assert "Basic Game" in BATTLESYSTEM.conditions(replace(battle, own=basic))[0].text


# ---------------------------------------------------------------- moves


def in_line(**more: Any) -> Played:
    """Closed swords under their captain, and orcs ahead of them."""
    return moving(
        blue("swords", 12, files=6, at=(48, 40), **{"formation": "closed", **more}),
        person("captain", "blue", with_="swords", rank="unit", radius=12),
        red("orcs", 12, files=6, at=(48, 20), of=ORC),
    )


def test_a_preview_shows_the_legs_that_are_then_walked() -> None:
    """BS-7.0-01, BS-7.9-02, BS-7.9-03: oblique advances too."""
    start = in_line()
    command = march("swords", Oblique(degrees(30), inches(3)), Wheel("left", degrees(20)), ahead(2))
    shown = preview(start, command)
    assert shown.legal, shown.reasons
    assert shown.allowance == 9_000
    assert shown.left == shown.allowance - shown.cost
    (moved,) = start.then(command).events_of(Moved)
    assert legs_of(shown) == [(leg.manoeuvre, leg.pose, leg.cost) for leg in moved.legs]
    assert all(leg.swept for leg in shown.legs)


def test_a_preview_says_which_leg_fails_and_shows_the_rest_as_drawn() -> None:
    """BS-7.0-01: the reasons are the door's."""
    start = in_line()
    command = march("swords", Oblique(degrees(30), inches(3)), ahead(14), Wheel("left", degrees(20)))
    shown = preview(start, command)
    assert not shown.legal
    assert shown.reasons == start.refusal(command)
    assert [reason.leg for reason in shown.reasons] == [1]
    assert [leg.manoeuvre for leg in shown.legs] == [command.form.path[0], ahead(6)]
    assert [leg.manoeuvre for leg in shown.beyond] == [ahead(14), Wheel("left", degrees(20))]


def test_the_menu_of_ranks_of_single_figures_and_of_those_in_contact() -> None:
    """BS-7.9-01 to BS-7.9-04, BS-7.10-01, BS-7.1-01, BS-11.6-01, BS-11.7-01: every line is tried at the door."""
    start = moving(
        blue("spears", 12, files=6, at=(30, 40), weapon=SPEAR, formation="closed", large_shields=True),
        person("captain", "blue", with_="spears", rank="unit", radius=12),
        person("hero", "blue", at=(60, 40)),
        *skirmishers("scouts", "blue", [(70, 40), (72, 40)]),
        red("orcs", 12, files=6, at=(30, 20), of=ORC),
    )
    lines = menu(start, "spears")
    assert lines["oblique_left"].legs[0] == Oblique(-degrees(45), inches(9))
    assert lines["shield_wall"].legs == (FormUp("shield_wall"), FormUp("shield_ring"))
    assert lines["set_spears"].legs == (FormUp("set_spears"), FormUp("set_ring"))
    assert lines["set_spears"].cost == 3_000
    assert lines["about"].legs == (Face("rear"),)
    assert lines["formation"].legs == (Reform(7), Reform(5))
    assert rules(lines["close_order"].reasons) == {"BS-7.1-01"}
    assert rules(lines["skirmish_order"].reasons) == {"BS-7.1-01", "BS-2.11-02"}
    assert lines["charge"].form == "target"
    assert lines["force_march"].form == "path"
    single = menu(start, "hero")
    assert single["turn_left"].legs[0] == turn(-45)
    assert "oblique_left" not in single
    assert "charge" not in single
    assert menu(start, "captain")["leave"].form == "none"
    assert menu(start, "scouts-1")["together"].form == "path"
    assert len({entry.key for entry in lines.values()}) == len(lines), "no key means two things"
    paths = ((), (ahead(1),), (ahead(2), Wheel("left", degrees(10))), (FormUp("shield_wall"),))
    menu_is_obeyed(start, "spears", paths)
    menu_is_obeyed(start, "hero", ((), (turn(30), ahead(3))))
    menu_is_obeyed(start, "scouts-1", ((), (turn(30), ahead(3))))
    assert menu(start, "orcs") == {}


def test_what_a_move_leaves_of_shooting_and_a_forced_march_are_told() -> None:
    """BS-10.4-02, BS-7.13-03."""
    start = moving(
        blue("bows", 8, files=4, at=(30, 40), missile=LONGBOW),
        person("captain", "blue", with_="bows", rank="unit", radius=12),
        red("orcs", 12, files=6, at=(70, 5), of=ORC),
    )
    assert "of 2 times [BS-10.4-02]" in preview(start, march("bows", ahead(7))).note
    marched = preview(start, Commanded("bows", "force_march", PathDrawn((ahead(12),))))
    assert marched.legal
    assert "to be tired at its end" in marched.note
    assert "AR worse by 1 [BS-7.13-03]" in marched.note


def test_ground_is_told() -> None:
    """BS-11.8-01: along a road."""
    start = moving(
        blue("swords", 4, files=1, at=(48, 50)),
        person("captain", "blue", with_="swords", rank="unit", radius=20),
        red("orcs", 4, at=(80, 8)),
        features=[strip("road", (48, 60), (48, 0), width=3)],
    )
    along = preview(start, march("swords", ahead(9)))
    assert "along the road [BS-11.8-01]" in along.note
    wood = moving(
        blue("swords", 6, files=6, at=(48, 40)),
        person("captain", "blue", with_="swords", rank="unit", radius=20),
        red("orcs", 4, at=(80, 8)),
        features=[piece("woods", 40, 30, 56, 38)],
    )
    assert preview(wood, march("swords", ahead(4))).rules


def test_a_skirmish_unit_together_and_a_commander_who_joins() -> None:
    """BS-2.9-05, BS-9.2-01."""
    start = moving(
        *skirmishers("scouts", "blue", [(20, 40), (23, 40), (26, 40)]),
        blue("swords", 6, at=(60, 40), commander="captain"),
        person("captain", "blue", at=(60, 46), rank="unit"),
        red("orcs", 6, at=(48, 10)),
    )
    shown = preview(start, Commanded("scouts-1", "together", PathDrawn((ahead(5),))))
    assert shown.legal
    assert "all of them go the same way" in shown.note
    joins = targets(start, "captain")["swords"]
    assert (joins.action, joins.form, joins.reasons) == ("join", Aimed("swords"), ())
    seen = preview(start, Commanded("captain", "join", Aimed("swords")))
    assert seen.legal
    assert "joins Swords [BS-9.2-01]" in seen.note
    assert start.then(Commanded("captain", "join", Aimed("swords"))).unit("captain").host == "swords"


# ---------------------------------------------------------------- charges and melees


def test_a_charge_shows_whom_it_meets_and_the_melee_that_follows() -> None:
    """BS-7.14-01, BS-8.4-02, BS-8.7-01, BS-4.3-01: exactly what all dice come to."""
    start = in_line()
    start = play(start.battle.with_unit(moved_to(start.unit("orcs"), 48, 29)), Moves("blue"), BeginMelee(), Melees())
    found = targets(start, "swords")["orcs"]
    assert found.reasons == ()
    assert isinstance(found.form, PathDrawn)
    command = Commanded("swords", "charge", found.form)
    shown = preview(start, command)
    assert (shown.legal, shown.met) == (True, "orcs")
    assert shown.odds == found.odds
    assert "contact with the front of Orcs" in shown.note
    assert shown.odds is not None
    assert shown.odds.exact
    (taken,) = shown.beside
    met = start.then(command)
    every = ends(met)
    for odds, who in ((shown.odds, "orcs"), (taken, "swords")):
        fell = chances_of(every, lambda battle, who=who: 12 - battle.units[who].figures)
        assert lost(odds) == pytest.approx([fell.get(number, 0.0) for number in range(len(odds.losses))])
    broken = chances_of(every, lambda battle: battle.units["orcs"].own.morale.rout is not None)
    assert shown.odds.breaks == pytest.approx(broken.get(True, 0.0))
    opened = chances_of(every, lambda battle: battle.units["swords"].own.formation == "open")
    assert taken.breaks == pytest.approx(opened.get(True, 0.0)), "closed ranks open (BS-4.5-02)"


def moved_to(unit: Unit, x: float, y: float) -> Unit:
    return replace(unit, place=OnTable(Pose(inches(x), inches(y), unit.pose.heading)))


def test_a_charge_that_does_not_reach_says_so() -> None:
    """BS-7.14-01, BS-7.14-06."""
    start = in_line()
    far = targets(start, "swords")["orcs"]
    assert rules(far.reasons) == {"BS-7.14-01"}
    assert menu(start, "swords")["charge"].reasons == far.reasons
    alone = moving(blue("swords", 12, files=6, at=(48, 30)), red("orcs", 12, files=6, at=(48, 22), of=ORC))
    assert "BS-7.14-06" in rules(targets(alone, "swords")["orcs"].reasons)


def test_those_who_may_shoot_at_a_charge_are_a_risk() -> None:
    """BS-10.6-01: pass-through fire, of every shooter once."""
    start = moving(
        blue("swords", 12, files=6, at=(48, 40)),
        person("captain", "blue", with_="swords", rank="unit", radius=12),
        red("bows", 8, files=8, at=(48, 30), missile=LONGBOW),
    )
    form = targets(start, "swords")["bows"].form
    shown = preview(start, Commanded("swords", "charge", form))
    assert [risk.target for risk in shown.risks] == ["swords"]
    assert shown.odds is not None
    assert not shown.odds.exact
    assert "may be shot at on the way [BS-10.6-01]" in shown.note


def test_a_melee_under_way_has_odds_for_both() -> None:
    """BS-8.0-02: both strike at once."""
    battle = field(
        blue("swords", 12, files=6, at=(48, 30)),
        red("orcs", 12, files=6, at=(48, 30), of=ORC, weapon=SPEAR),
        contacts=[locked("swords", "orcs", since=0)],
        phase="melee",
    )
    (found,) = BATTLESYSTEM.targets(battle, None, "swords")
    assert (found.unit, found.action) == ("orcs", "melee")
    assert found.odds is not None
    (taken,) = found.beside
    every = ends(play(battle, BeginMelee(), Melees()))
    for odds, who in ((found.odds, "orcs"), (taken, "swords")):
        fell = chances_of(every, lambda battle, who=who: 12 - battle.units[who].figures)
        assert lost(odds) == pytest.approx([fell.get(number, 0.0) for number in range(len(odds.losses))])
        hurt = chances_of(every, lambda battle, who=who: battle.units[who].own.wounded)
        assert f"{hurt.get(True, 0.0):.0%} to leave a wound" in odds.note


def test_a_hero_in_melee() -> None:
    """BS-9.4-05, BS-9.4-06: his hit points, and the wound he gives."""
    battle = field(
        person("hero", "blue", at=(48.6, 30.25), hit_points=6, half_attacks=2),
        red("orcs", 12, files=6, at=(48, 30), of=ORC, weapon=LONGSWORD),
        contacts=[locked("hero", "orcs", since=0)],
        phase="melee",
    )
    (found,) = BATTLESYSTEM.targets(battle, None, "hero")
    (taken,) = found.beside
    every = ends(play(battle, BeginMelee(), Melees()))
    points = chances_of(every, lambda battle: 6 - battle.units["hero"].own.hit_points)
    assert list(taken.hits) == pytest.approx([points.get(number, 0.0) for number in range(7)])
    assert found.odds is not None
    fell = chances_of(every, lambda battle: 12 - battle.units["orcs"].figures)
    assert lost(found.odds) == pytest.approx([fell.get(number, 0.0) for number in range(len(found.odds.losses))])


def test_who_is_in_contact_wraps_withdraws_or_flees() -> None:
    """BS-7.8-02, BS-7.11-01, BS-7.12-01, BS-8.8-02, BS-8.8-03."""
    start = moving(
        blue("swords", 12, files=8, at=(48, 30), formation="closed"),
        person("captain", "blue", with_="swords", rank="unit", radius=12),
        red("orcs", 8, files=2, at=(48, 30), of=ORC),
        contacts=[locked("swords", "orcs", since=0)],
        turn=2,
    )
    lines = menu(start, "swords")
    assert set(lines) == {"wrap", "expand", "withdraw", "flee"}
    assert any(isinstance(leg, Wrap) for leg in lines["wrap"].legs)
    assert all(isinstance(leg, Expand) for leg in lines["expand"].legs)
    wrap = order("swords", "wrap", lines["wrap"].legs[0])
    shown = preview(start, wrap)
    assert shown.legal
    after = start.then(wrap).unit("swords")
    assert (shown.legs[-1].pose, shown.cost) == (after.pose, after.own.turn.spent)
    back = Commanded("swords", "withdraw")
    assert preview(start, back).legs[-1].pose == start.then(back).unit("swords").pose
    assert "Orcs may follow" in preview(start, back).note
    flight = preview(start, Commanded("swords", "flee"))
    (risk,) = flight.risks
    every = ends(play(start.battle, FreeAttack("orcs", "swords")))
    fell = chances_of(every, lambda battle: 12 - battle.units["swords"].figures)
    assert lost(risk) == pytest.approx([fell.get(number, 0.0) for number in range(len(risk.losses))])
    assert flight.legs
    menu_is_obeyed(start, "swords", ((),))


def test_side_a_sees_the_melee_it_could_have_fought_next() -> None:
    """BS-1.6-03."""
    battle = field(
        blue("left", 6, files=6, at=(20, 30)),
        blue("right", 6, files=6, at=(70, 30)),
        red("orcs", 6, files=6, at=(20, 30), of=ORC),
        red("goblins", 6, files=6, at=(70, 30), of=GOBLIN),
        contacts=[locked("left", "orcs", since=0), locked("right", "goblins", since=0)],
        phase="melee",
    )
    start = play(battle, BeginMelee(), Melees())
    shown = preview(start, choose("left against orcs"))
    assert (shown.met, shown.odds is not None) == ("orcs", True)
    assert shown.odds == BATTLESYSTEM.targets(battle, None, "left")[0].odds
    mine = shown.odds.expected_losses
    theirs = shown.beside[0].expected_losses
    assert shown.note == f"lost on average: Orcs {mine:.1f}, Left {theirs:.1f} [BS-8.0-02]"
    spoken = Herald(BATTLESYSTEM, "blue").due(start.battle)
    assert f"  1 Left against Orcs: {shown.note}" in spoken


# ---------------------------------------------------------------- shots


def test_a_shot_promises_what_its_dice_come_to() -> None:
    """BS-10.0-02, BS-10.0-03, BS-4.4-01."""
    start = play(
        field(
            blue("bows", 8, files=4, at=(48, 40), missile=LONGBOW),
            person("captain", "blue", with_="bows", rank="unit", radius=12),
            red("orcs", 8, files=4, at=(48, 28), of=ORC),
            red("far", 8, files=4, at=(90, 5), of=ORC),
            phase="missile",
        ),
        Shooting("blue", "phase"),
    )
    (entry,) = BATTLESYSTEM.menu(start.battle, start.decision, "bows")
    assert (entry.action, entry.form, entry.reasons) == ("shoot", "target", ())
    found = targets(start, "bows")
    assert found["far"].reasons
    odds = found["orcs"].odds
    assert odds is not None
    assert preview(start, shoot("bows", at="orcs")).odds == odds
    every = futures(
        BATTLESYSTEM,
        start.then(shoot("bows", at="orcs")).battle,
        lambda battle: battle.roll is None,
    )
    fell = chances_of(every, lambda battle: 8 - battle.units["orcs"].figures)
    assert lost(odds) == pytest.approx([fell.get(number, 0.0) for number in range(len(odds.losses))])
    broken = chances_of(every, lambda battle: battle.units["orcs"].own.morale.rout is not None)
    assert odds.breaks == pytest.approx(broken.get(True, 0.0))


def test_files_that_may_be_told_to_shoot_at_one_and_at_another() -> None:
    """BS-2.8-05: the menu offers the files with a part of the shot left, and a preview promises what those do."""
    one, two = (red(name, 6, files=6, at=at, ml=20) for name, at in (("one", (44, 34)), ("two", (51, 34))))
    hero = person("hero", "blue", at=(60, 40), missile=LONGBOW)
    begun = play(
        field(blue("bows", 12, files=6, at=(48, 40), missile=LONGBOW), hero, one, two), Shooting("blue", "phase")
    )

    def files(start: Played) -> tuple[int, ...]:
        (entry,) = BATTLESYSTEM.menu(start.battle, start.decision, "bows")
        assert entry.firing is not None
        assert entry.firing.rule == "BS-2.8-05"
        return entry.firing.files

    assert files(begun) == (0, 1, 2, 3, 4, 5)
    assert [entry.firing for entry in BATTLESYSTEM.menu(begun.battle, begun.decision, "hero")] == [None]
    half, whole = (
        preview(begun, shoot("bows", at="one", first_file=0, last_file=2)),
        preview(begun, shoot("bows", at="one")),
    )
    assert half.odds is not None
    assert whole.odds is not None
    assert half.odds.expected_losses < whole.odds.expected_losses
    after = begun.then(shoot("bows", at="one", first_file=0, last_file=2), "6 6")
    assert files(after) == (3, 4, 5)


def test_a_shot_at_skirmishers_counts_their_whole_unit() -> None:
    """BS-2.9-05, BS-4.4-01, BS-4.5-03: losses are those of all of them, and who fails runs with all."""
    places = [(46, 32), (48, 32), (50, 32), (52, 32)]
    start = play(
        field(
            blue("bows", 8, files=4, at=(48, 40), missile=LONGBOW, ar=20),
            person("captain", "blue", with_="bows", rank="unit", radius=12),
            *skirmishers("scouts", "red", places, ml=8),
            phase="missile",
        ),
        Shooting("blue", "phase"),
    )
    odds = targets(start, "bows")["scouts-2"].odds
    assert odds is not None
    shot = start.then(shoot("bows", at="scouts-2")).battle
    every = futures(BATTLESYSTEM, shot, lambda battle: battle.roll is None)
    scouts = [one for one in start.battle.units if one.startswith("scouts")]
    fell = chances_of(every, lambda battle: sum(battle.units[one].place == OffTable("destroyed") for one in scouts))
    assert lost(odds) == pytest.approx([fell.get(number, 0.0) for number in range(len(odds.losses))])


def test_in_passing_the_mover_is_the_first_of_the_targets() -> None:
    """BS-10.6-01."""
    battle = field(
        blue("swords", 8, files=4, at=(48, 30)),
        blue("others", 8, files=4, at=(58, 30)),
        red("bows", 8, files=4, at=(48, 20), missile=LONGBOW),
        phase="movement",
    )
    start = play(battle, PassThrough("swords", "half"))
    assert list(targets(start, "bows")) == ["swords", "others"]


def test_the_rest_of_a_split_move_is_a_path() -> None:
    """BS-10.5-01."""
    battle = field(
        blue("riders", 6, files=3, at=(48, 40), missile=SHORTBOW, mount=WARHORSE, spent=inches(6), moved=True, shots=1),
        person("captain", "blue", with_="riders", rank="unit", radius=20),
        red("orcs", 8, files=4, at=(48, 10), of=ORC),
        phase="movement",
    )
    start = play(battle, SplitOnward("riders"))
    assert menu(start, "riders")["advance"].legs
    shown = preview(start, PathDrawn((ahead(2),)))
    assert (shown.legal, shown.cost) == (True, 2_000)


# ---------------------------------------------------------------- rallying and roles


def test_attempts_say_how_likely_they_are() -> None:
    """BS-6.0-01, BS-6.2-01, BS-2.10-06."""
    battle = field(
        blue("runners", 8, files=4, at=(30, 40), rout=Rout(0, 1), astray="rout", commander="captain"),
        blue("mob", 9, files=3, at=(36, 40), kind="mob"),
        person("captain", "blue", at=(33, 44), rank="army", radius=14, bonus=1),
        red("orcs", 8, files=4, at=(48, 8), of=ORC),
        phase="rally",
        turn=2,
    )
    start = play(battle, Rally("blue"))
    lines = menu(start, "captain")
    assert set(lines) == {"rally", "order_forward", "order_charge", "order_forced_march", "order_wheel"}
    assert all(line.form == "target" for line in lines.values())
    assert len({line.key for line in lines.values()}) == len(lines)
    asked = Commanded("captain", "rally", Aimed("runners"))
    shown = preview(start, asked)
    assert shown.legal
    chance = heeds(battle, battle.units["captain"], battle.units["runners"])
    assert f"with 2d10, {chance:.0%} [BS-6.2-01]" in shown.note
    number = current_morale(battle, battle.units["runners"], rallied_by=battle.units["captain"]).total
    assert f"Captain may rally Runners on {number} or less with 2d10 ({chance:.0%})" in start.decision.prompt
    assert "Captain may give Mob its order on" in start.decision.prompt
    every = futures(BATTLESYSTEM, start.then(asked).battle, lambda battle: battle.roll is None)
    rallied = chances_of(every, lambda battle: battle.units["runners"].own.morale.rout is None)
    assert rallied[True] == pytest.approx(chance)
    assert {one.action for one in BATTLESYSTEM.targets(start.battle, start.decision, "captain")} == set(lines)


def test_roles_are_offered_with_and_without_a_unit() -> None:
    """BS-9.0-02, BS-9.3-03."""
    battle = field(
        blue("swords", 8, files=4, at=(30, 40)),
        person("hero", "blue", at=(30, 39.75)),
        person("captain", "blue", with_="swords", rank="unit"),
        red("orcs", 8, files=4, at=(48, 8), of=ORC),
        phase="movement",
    )
    start = play(battle, Roles("blue"))
    assert menu(start, "captain")["become_hero"].form == "none"
    member = menu(start, "hero")["become_member"]
    assert (member.form, member.reasons) == ("target", ())
    assert targets(start, "hero")["swords"].form == Aimed("swords")
    assert preview(start, Commanded("captain", "become_hero")).legal
    assert start.then(Commanded("hero", "become_member", Aimed("swords"))).unit("hero").host == "swords"


def test_outlooks_of_nerve() -> None:
    """BS-4.3-01, BS-4.6-02: 2d10, the number or less."""
    battle = field(
        blue("ten", 12, files=6, at=(30, 40), ml=13, dl=9),
        person("captain", "blue", with_="ten", rank="unit", bonus=0),
        red("orcs", 8, files=4, at=(48, 8), of=ORC),
    )
    assert passes(battle, battle.units["ten"]) == pytest.approx(0.72)
    assert obeys(battle, battle.units["ten"]) == pytest.approx(0.36)
    assert passes(battle, battle.units["captain"]) == 1.0


# ---------------------------------------------------------------- overlays


def test_ranges_reach_and_command_are_shown_where_players_may_measure() -> None:
    """BS-4.7-02, BS-10.0-01, BS-7.0-01, BS-7.14-01."""
    start = moving(
        blue("bows", 8, files=4, at=(48, 40), missile=LONGBOW),
        person("captain", "blue", with_="bows", rank="unit", radius=12),
        red("orcs", 8, files=4, at=(48, 10), of=ORC),
    )
    shown = overlays(start.battle, "bows")
    assert set(shown) == {
        "command of Captain 12″",
        "short range 7″",
        "medium range 14″",
        "long range 21″",
        "charge 13½″",
        "reach 9″",
    }
    assert all(rings_of(one.shape) and one.rule in BATTLESYSTEM.law for one in shown.values())
    assert BATTLESYSTEM.measures(start.battle)
    assert "command of Captain 12″" in overlays(start.battle, "captain")
    assert "reach 9″" not in overlays(start.battle, "bows", ahead(2))


def test_where_nothing_is_measured_only_the_arc_is_shown() -> None:
    """BS-3.5-01: no range, no reach, no radius."""
    start = moving(
        blue("bows", 8, files=4, at=(48, 40), missile=LONGBOW),
        person("captain", "blue", with_="bows", rank="unit", radius=12),
        red("orcs", 8, files=4, at=(48, 10), of=ORC),
        measuring="declared",
    )
    assert set(overlays(start.battle, "bows")) == {"arc of fire"}
    assert overlays(start.battle, "captain") == {}
    assert not BATTLESYSTEM.measures(start.battle)


@pytest.mark.parametrize("level", ["intermediate", "basic"])
def test_before_a_declaration_nothing_can_be_told_of_distances(level: str) -> None:
    """BS-3.5-01, BS-7.7-02: whatever is asked, the answer is the same wherever the enemy stands ahead."""
    told = []
    for y in (20, 23.3):
        start = moving(
            blue("swords", 12, files=6, at=(48, 40), formation="closed"),
            person("captain", "blue", with_="swords", rank="unit", radius=12),
            blue("lances", 6, files=3, at=(60, 40), mount=WARHORSE),
            red("orcs", 12, files=6, at=(48, y), of=ORC),
            measuring="declared",
            level=level,
        )
        answers: list[Any] = []
        for unit in ("swords", "lances"):
            for path in ((), (ahead(3),), (Oblique(degrees(20), inches(4)),)):
                answers.append(BATTLESYSTEM.menu(start.battle, start.decision, unit, path))
                answers.append(BATTLESYSTEM.overlays(start.battle, unit, path))
            for command in (march(unit, ahead(30)), charge(unit, ahead(30)), march(unit, Wheel("left", degrees(30)))):
                answers.append(preview(start, command))
            answers.append(BATTLESYSTEM.card(start.battle, unit))
            answers.append([(one.unit, one.reasons, one.odds) for one in targets(start, unit).values()])
        told.append(encode(answers))
    assert told[0] == told[1]


def test_a_path_is_shown_as_over_open_ground_and_a_charge_may_fail() -> None:
    """BS-7.7-02, BS-7.14-08: a charge that does not reach is no illegal order where it is declared first."""
    start = moving(
        blue("swords", 12, files=6, at=(48, 40), formation="closed"),
        person("captain", "blue", with_="swords", rank="unit", radius=30),
        red("orcs", 12, files=6, at=(48, 20), of=ORC),
        features=[piece("woods", 30, 30, 66, 38)],
        measuring="declared",
    )
    shown = preview(start, march("swords", ahead(20)))
    assert (shown.legal, shown.met, shown.odds) == (True, "", None)
    assert [leg.manoeuvre for leg in shown.legs] == [ahead(9)]
    assert "as over open ground" in shown.note
    assert "it goes only so far: 20″ is too far: it reaches 9″ [BS-7.0-01]" in shown.note
    formed = preview(start, march("swords", FormUp("open"), ahead(2)))
    assert formed.legal
    assert [leg.cost for leg in formed.legs] == [3_000, 2_000]
    announced = targets(start, "swords")["orcs"]
    assert (announced.reasons, announced.odds) == ((), None)
    assert preview(start, Commanded("swords", "charge", announced.form)).legal
    assert start.then(Commanded("swords", "charge", announced.form)).unit("swords").own.turn.charge_failed
    refused = preview(start, march("swords", Oblique(degrees(80), inches(2)), ahead(2)))
    assert not refused.legal
    assert [leg.manoeuvre for leg in refused.beyond][:1] == []


@pytest.mark.parametrize("measuring", ["declared", "free"])
def test_a_charge_is_proposed_straight_where_that_leads_to_the_enemy(measuring: str) -> None:
    """BS-7.14-01, BS-7.14-03: the orcs stand a little to the right and still before the front; the goblins do not."""
    start = moving(
        blue("swords", 12, files=6, at=(48, 40), formation="closed"),
        person("captain", "blue", with_="swords", rank="unit", radius=30),
        red("orcs", 12, files=6, at=(50, 30), of=ORC),
        red("goblins", 12, files=6, at=(58, 31), of=GOBLIN),
        measuring=measuring,
    )
    found = targets(start, "swords")
    assert [type(leg) for leg in found["orcs"].form.path] == [Advance]
    assert [type(leg) for leg in found["goblins"].form.path] == [Wheel, Advance]


def test_a_friend_one_touches_is_said_before_a_charge_is_declared() -> None:
    """BS-7.4-02: no wheel past the neighbour, so the charge is not offered; straight on it is."""
    wide = blue("swords", 12, files=6, at=(48, 40), formation="closed").body.full_frontage / 1000
    start = moving(
        blue("swords", 12, files=6, at=(48, 40), formation="closed"),
        blue("legion", 12, files=6, at=(48 - wide - 0.03, 40), formation="closed"),
        person("captain", "blue", with_="swords", rank="unit", radius=30),
        red("orcs", 12, files=6, at=(49, 30), of=ORC),
        red("goblins", 12, files=6, at=(58, 31), of=GOBLIN),
        measuring="declared",
    )
    found = targets(start, "swords")
    assert not found["orcs"].reasons
    assert "Legion are in the way of the wheel" in [one.text for one in found["goblins"].reasons]
    shown = preview(start, Commanded("swords", "charge", found["goblins"].form))
    assert not shown.legal


def test_an_announced_shot_promises_what_the_two_units_are() -> None:
    """BS-3.5-01: at short range and in plain sight, with what it would be farther off."""
    notes_told = []
    for y in (28, 24):
        start = play(
            field(
                blue("bows", 8, files=4, at=(48, 40), missile=CROSSBOW),
                person("captain", "blue", with_="bows", rank="unit", radius=12),
                red("orcs", 8, files=4, at=(48, y), of=ORC),
                phase="missile",
                measuring="declared",
            ),
            Shooting("blue", "phase"),
        )
        odds = targets(start, "bows")["orcs"].odds
        assert odds is not None
        assert not odds.exact
        assert "at long range" in odds.note
        notes_told.append(encode(odds))
    assert notes_told[0] == notes_told[1]


def test_another_seats_decision_is_nobodys_business() -> None:
    nobodys_business(in_line(), "swords")


# ---------------------------------------------------------------- whole battles


def host(side: str, y: float, back: float) -> list[Unit]:
    """Some of everything there is."""
    make = blue if side == "blue" else red
    behind = y + back
    return [
        make(f"{side}_spears", 12, files=6, at=(20, y), weapon=(SPEAR, DAGGER), formation="closed", large_shields=True),
        person(f"{side}_captain", side, with_=f"{side}_spears", rank="unit", radius=14),
        make(f"{side}_bows", 8, files=4, at=(32, y), missile=LONGBOW, of=ELF, commander=f"{side}_general"),
        make(f"{side}_pikes", 12, files=4, at=(44, y), weapon=PIKE, of=ORC, formation="open"),
        person(f"{side}_sergeant", side, with_=f"{side}_pikes", rank="unit", radius=10),
        make(f"{side}_riders", 6, files=3, at=(56, y), mount=WARHORSE, missile=SHORTBOW, weapon=LANCE),
        person(f"{side}_rider", side, with_=f"{side}_riders", rank="unit", radius=18),
        make(f"{side}_mob", 9, files=3, at=(66, y), of=GOBLIN, kind="mob"),
        *skirmishers(f"{side}_scouts", side, [(72 + 2 * place, y) for place in range(4)], missile=CROSSBOW, of=MAN),
        person(f"{side}_general", side, at=(40, behind), rank="army", radius=20, bonus=1, deputy_to=""),
        person(f"{side}_hero", side, at=(50, behind)),
        make(f"{side}_stones", 1, at=(86, y), kind="skirmish", engine="light_catapult"),
    ]


def opening(**options: Any) -> Battle:
    units = (*host("blue", 36, 4), *host("red", 24, -4))
    wood = piece("woods", 46, 28, 52, 32)
    own = {"order": (), "movers": (), "turn": 0, "features": [wood], **options}
    return BATTLESYSTEM.begun(replace(field(*units, **own), agenda=(BeginRound(),))).battle


TRIED = (lambda who: march(who, ahead(6)), lambda who: shoot(who, at="nobody"))


@pytest.mark.parametrize("measuring", ["free", "declared"])
def test_whatever_is_answered_a_preview_agrees_with_the_door(measuring: str) -> None:
    """Random battles: legal means obeyed, with the same legs where it is measured; every question has one answer."""
    random = Random(measuring)
    for battle in islice(recruits.positions(opening(measuring=measuring), seed=5), 260):
        if not battle.decisions:
            continue
        shown, answer, moves = sampled_preview(BATTLESYSTEM, battle, random)
        alone = getattr(answer, "action", "") != "together"
        if moves and measuring == "free" and alone and not shown.risks:
            assert walked_as_shown(shown, moves[0])
        if random.random() < 0.015:
            seat = random.choice(("red", "blue", None))
            seen = BATTLESYSTEM.view(battle, seat)
            assert everything(seen, seat, *TRIED) == everything(seen, seat, *TRIED)


@pytest.mark.parametrize("measuring", ["free", "declared"])
def test_any_order_is_judged_alike_by_guide_and_door(measuring: str) -> None:
    """Orders out of the blue: the reasons are the door's, and what a menu or a list offers is obeyed."""
    random = Random(measuring)
    seen = 0
    for battle in islice(recruits.positions(opening(measuring=measuring), seed=8), 150):
        decisions = [one for one in battle.decisions if getattr(one, "actors", ())]
        if not decisions or random.random() < 0.6:
            continue
        decision = decisions[0]
        for actor in random.sample(decision.actors, min(2, len(decision.actors))):
            legs = [
                Turn(random.randint(-180_000, 180_000)),
                Advance(random.randint(1, 30_000)),
                Wheel("left", 30_000),
                Oblique(random.randint(-60_000, 60_000), random.randint(1, 12_000)),
                FormUp(random.choice(("open", "close", "shield_wall", "set_spears"))),
            ]
            path = tuple(random.sample(legs, random.randint(1, 3)))
            answers: list[Commanded] = [Commanded(actor, random.choice(decision.actions), PathDrawn(path))]
            allowed: list[bool | None] = [None]
            for one in BATTLESYSTEM.targets(battle, decision, actor):
                if one.form is not None and one.action in decision.actions:
                    answers.append(Commanded(actor, one.action, one.form))
                    allowed.append(not one.reasons)
            for entry in BATTLESYSTEM.menu(battle, decision, actor):
                assert entry.rule in BATTLESYSTEM.law
                if entry.form == "none":
                    answers.append(Commanded(actor, entry.action))
                    allowed.append(not entry.reasons)
                for leg in entry.legs:
                    answers.append(Commanded(actor, entry.action, PathDrawn((leg,))))
                    allowed.append(True)
            for answer, expected in zip(answers, allowed, strict=True):
                shown = judged_alike(BATTLESYSTEM, battle, decision, answer)
                assert expected is None or shown.legal is expected, (answer, shown.reasons)
                seen += 1
    assert seen > 50


@pytest.mark.parametrize("scenario", ["crossroads", "bread-riot", "field-of-wagers", "lairn"])
def test_scenarios_from_the_set_up_on(scenario: str) -> None:
    """Whatever is answered: legal means obeyed, and everything may be asked."""
    random = Random(scenario)
    for battle in islice(recruits.positions(recruits.opening(scenario), seed=4), 150):
        if battle.decisions:
            sampled_preview(BATTLESYSTEM, battle, random)
            if random.random() < 0.03:
                for seat in ("red", "blue", None):
                    everything(BATTLESYSTEM.view(battle, seat), seat, *TRIED)


def test_a_unit_is_shown_where_and_how_it_would_be_set_down() -> None:
    """BS-3.4-01, BS-S1-02: in the formation that is named."""
    battle = recruits.opening("crossroads")
    (decision,) = battle.decisions
    unit = battle.units[decision.units[0]]
    wide = {}
    for formation in ("open", "closed"):
        pose = Pose(inches(20), inches(6), degrees(180))
        shown = BATTLESYSTEM.preview(battle, decision, SetDown(unit.id, pose, 4, formation))
        (leg,) = shown.legs
        assert (leg.pose, len(leg.figures)) == (pose, unit.figures)
        wide[formation] = max(figure[0] for figure in leg.figures)
    assert wide["open"] > wide["closed"]


def test_the_turn_track_names_the_phases_of_the_battle() -> None:
    """BS-1.0-01."""
    phases_are_on_the_track(islice(recruits.positions(opening(), seed=3), 200))


def test_charges_say_whom_they_meet_onto_which_side() -> None:
    """BS-8.3-11."""
    start = moving(
        blue("swords", 6, files=6, at=(48, 40)),
        person("captain", "blue", with_="swords", rank="unit", radius=20),
        red("orcs", 8, files=4, at=(48, 30), facing=EAST, of=ORC),
    )
    form = targets(start, "swords")["orcs"].form
    shown = preview(start, Commanded("swords", "charge", form))
    assert "flank of Orcs" in shown.note
    assert "BS-8.3-11" in shown.rules
