"""Posts and who takes them over, commanders apart, and what a spell costs (cases 4.7 to 4.10, 9.0 to 9.4)."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.play.agenda import Scene as AnyScene
from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.decision import FINISH, Aimed, Commanded
from schiltron.battle.state.event import Checked, Fell, Removed, Ruled
from schiltron.battle.state.unit import OffTable
from schiltron.rulesets.battlesystem.command.fate import settle
from schiltron.rulesets.battlesystem.command.keeping import keep_order
from schiltron.rulesets.battlesystem.command.rallying import Rally
from schiltron.rulesets.battlesystem.command.roles import Roles, deputy_for
from schiltron.rulesets.battlesystem.in_command import entitled, fights_with_commander, in_command
from schiltron.rulesets.battlesystem.losses import hurt
from schiltron.rulesets.battlesystem.melee.duels import IndividualCombats
from schiltron.rulesets.battlesystem.melee.fights import Melees, frozen
from schiltron.rulesets.battlesystem.melee.parties import melees
from schiltron.rulesets.battlesystem.melee.readying import BeginMelee
from schiltron.rulesets.battlesystem.morale.current import current_morale
from schiltron.rulesets.battlesystem.state import Company, Rout, with_command, with_morale
from schiltron.rulesets.battlesystem.steps import CheckMorale
from tests.rulesets.battlesystem.positions import ORC, blue, field, locked, person, play, red, rules, skirmishers


def men(**more):
    return blue("men", 12, files=6, at=(24, 30), ml=12, **more)


def captain(**more):
    return person("captain", "blue", rank="unit", **{"with_": "men", "radius": 9, **more})


def gone(unit):
    return replace(unit, place=OffTable("destroyed"), figures=0)


# ---------------------------------------------------------------- what command is worth


def test_command_is_worth_a_point_of_rating_and_two_of_morale() -> None:
    """BS-4.7-04, BS-2.8-03: out of command a unit still moves and fights, without the benefits."""
    orcs = red("orcs", 6, files=6, at=(24, 30), of=ORC)
    led = field(men(), captain(bonus=2), orcs, contacts=[locked("orcs", "men")])
    lost = field(men(), captain(bonus=2, radius=1), orcs, contacts=[locked("orcs", "men")])
    assert current_morale(led, led.units["men"]).total - current_morale(lost, lost.units["men"]).total == 2 + 2
    mine, theirs = frozen(led, "men", "orcs"), frozen(lost, "men", "orcs")
    assert mine is not None
    assert theirs is not None
    assert theirs.rating.total - mine.rating.total == 1


def test_a_skirmish_units_own_commander_rallies_it_and_does_nothing_else() -> None:
    """BS-2.9-04, BS-4.7-01."""
    figures = [
        with_morale(one, rout=Rout(0, 1), astray="rout") for one in skirmishers("scouts", "blue", [(10, 10)], ml=11)
    ]
    chief = person("chief", "blue", at=(11, 12), rank="unit", radius=6, bonus=2)
    position = field(*figures, chief, companies=(Company("scouts", "Scouts", "blue", 1, "chief"),))
    asked = play(position, Rally("blue"), Commanded("chief", "rally", Aimed("scouts-1")))
    assert "13 or less" in asked.roll.purpose
    steady = field(*skirmishers("scouts", "blue", [(10, 10)], ml=11), chief, companies=position.own.companies)
    assert current_morale(steady, steady.units["scouts-1"]).total == 11


def test_a_mob_has_nothing_of_its_commanders_charisma() -> None:
    """BS-2.10-02, BS-4.2-09: it is never in command; 11 - 2."""
    rabble = blue("rabble", 16, files=4, at=(24, 30), kind="mob", ml=11)
    position = field(rabble, person("agitator", "blue", with_="rabble", rank="unit", radius=9, bonus=2))
    assert current_morale(position, position.units["rabble"]).total == 9


def test_only_who_has_the_post_commands() -> None:
    """BS-4.7-01, BS-9.0-01: a hero among them is no commander, whatever he was."""
    position = field(men(commander="captain"), person("captain", "blue", with_="men", rank="hero", radius=9))
    assert not in_command(position, position.units["men"])


def test_a_commander_who_is_gone_without_having_been_killed_makes_nobody_check() -> None:
    """BS-4.4-03: he ran off the field with another unit; his own is out of command (BS-2.8-03)."""
    off = replace(captain(with_=""), place=OffTable("routed off the field", "south"), figures=0)
    scene = AnyScene(field(men(commander="captain"), off))
    keep_order(scene)
    assert (scene.unit("men").own.morale.astray, scene.unit("men").own.morale.owed) == ("leaderless", ())


def test_nobody_regains_control_of_those_who_attack_on_their_own() -> None:
    """BS-4.6-09: neither of a unit nor of a mob, while the enemy it is after still stands."""
    general = person("general", "blue", at=(24, 33), rank="army", radius=20)
    wild = men(astray="discipline", prey="orcs")
    rabble = blue("rabble", 16, files=4, at=(32, 30), kind="mob", astray="discipline", prey="orcs")
    lost = blue("lost", 6, files=6, at=(24, 36), ml=12, astray="leaderless")
    asked = play(field(wild, rabble, lost, general, red("orcs", 6, at=(24, 10))), Rally("blue"))
    assert rules(asked.refusal(Commanded("general", "bring_back", Aimed("men")))) == {"BS-4.6-09"}
    assert rules(asked.refusal(Commanded("general", "order_forward", Aimed("rabble")))) == {"BS-4.6-09"}


def test_an_attempt_does_not_keep_a_commander_from_commanding() -> None:
    """BS-6.1-04."""
    position = field(
        men(), captain(), blue("lost", 6, files=6, at=(24, 34), ml=12, astray="leaderless", commander="captain")
    )
    tried = play(position, Rally("blue"), Commanded("captain", "bring_back", Aimed("lost")), "10 10")
    assert tried.unit("captain").own.turn.rally_tried
    assert in_command(tried.battle, tried.unit("men"))


def test_an_army_commander_gives_orders_to_mobs_and_rallies_units_whose_own_commander_lives() -> None:
    """BS-4.10-02, BS-4.10-04; a Brigade Commander those of his brigade alone, a Unit Commander his own (BS-4.10-01)."""
    routed = men(rout=Rout(0, 1), astray="rout", brigade="brigadier")
    general = person("general", "blue", at=(24, 33), rank="army", radius=9)
    brigadier = person("brigadier", "blue", at=(25, 33), rank="brigade", radius=9)
    other = person("other", "blue", at=(26, 33), rank="unit", radius=9)
    rabble = blue("rabble", 16, files=4, at=(40, 30), kind="mob")
    position = field(routed, captain(), general, brigadier, other, rabble)
    assert [one.id for one in entitled(position, position.units["men"])] == ["captain", "general", "brigadier"]
    assert [one.id for one in entitled(position, position.units["rabble"])] == ["general"]


def test_a_spell_costs_a_commander_his_command_for_the_round() -> None:
    """BS-9.2-02: closed ranks open (BS-7.6-02), he rallies nobody; next round all is as it was, without a roll."""
    position = field(men(formation="closed"), captain(casting_in=1))
    scene = AnyScene(position)
    keep_order(scene)
    assert not in_command(scene.battle, scene.unit("men"))
    assert (scene.unit("men").own.formation, scene.unit("men").own.morale.astray) == ("open", "")
    assert entitled(scene.battle, scene.unit("men")) == []
    later = replace(scene.battle, turn=2)
    assert in_command(later, later.units["men"])
    general = person("general", "blue", at=(24, 33), rank="army", radius=9, casting_in=1)
    assert entitled(field(men(), general), men()) == []


# ---------------------------------------------------------------- deputies


def test_a_deputy_takes_over_from_one_who_left_his_post_but_not_in_the_same_round() -> None:
    """BS-9.3-03, BS-9.0-02: command is not handed over; from the next round on the deputy needs no roll."""
    squire = person("squire", "blue", with_="men", rank="member", deputy_to="captain", radius=8)
    left = play(field(men(), captain(), squire), Roles("blue"), Commanded("captain", "become_hero"))
    assert not in_command(left.battle, left.unit("men"))
    assert "BS-9.3-03" in rules(left.refusal(Commanded("squire", "succeed")))
    later = play(replace(left.then(FINISH).battle, turn=2), Roles("blue"), Commanded("squire", "succeed"))
    assert in_command(later.battle, later.unit("men"))
    assert later.unit("men").own.command.commander == "squire"
    assert later.unit("captain").own.command.rank == "hero"


def test_a_deputy_takes_over_from_a_general_who_turned_hero() -> None:
    """BS-9.3-01, BS-9.3-03."""
    general = person("general", "blue", at=(30, 30), rank="army", radius=9)
    deputy = person("deputy", "blue", at=(10, 10), deputy_to="general", radius=8)
    left = play(field(general, deputy), Roles("blue"), Commanded("general", "become_hero"))
    assert deputy_for(left.battle, left.unit("deputy")) == ""
    later = replace(left.battle, turn=2)
    assert deputy_for(later, later.units["deputy"]) == "army"


def test_a_deputy_brigade_commander_gets_the_brigade() -> None:
    """BS-9.3-01, BS-4.10-02: its units look to him from then on."""
    chief = gone(person("chief", "blue", rank="brigade", radius=9))
    deputy = person("deputy", "blue", at=(24, 33), deputy_to="chief", radius=9)
    position = field(men(brigade="chief"), captain(), chief, deputy)
    taken = play(position, Roles("blue"), Commanded("deputy", "succeed"))
    assert (taken.unit("deputy").own.command.rank, taken.unit("men").own.command.brigade) == ("brigade", "deputy")
    assert [one.id for one in entitled(taken.battle, taken.unit("men"))] == ["captain", "deputy"]


def test_a_post_that_is_filled_is_not_taken_over() -> None:
    """BS-4.10-04, BS-9.3-03: an army has one commander, and he lives."""
    old = gone(person("old", "blue", rank="army", radius=9))
    deputy = person("deputy", "blue", at=(10, 10), deputy_to="old", radius=8)
    new = person("new", "blue", at=(30, 10), rank="army", radius=8)
    assert deputy_for(field(old, deputy), deputy) == "army"
    assert deputy_for(field(old, deputy, new), deputy) == ""


def test_a_unit_commander_does_not_take_a_second_unit() -> None:
    """BS-4.10-01: though he touches one that has lost its own."""
    lost = blue("lost", 6, files=6, at=(24, 33), astray="leaderless")
    position = field(men(), captain(with_="", at=(24, 32.75)), lost)
    position = position.with_unit(with_command(position.units["men"], commander="captain"))
    assert "take_command" not in play(position, Roles("blue")).decision.actions


def test_no_deputy_takes_over_a_force_that_is_in_command() -> None:
    """BS-9.3-03: a superior has brought the unit back and leads it."""
    dead = gone(captain(with_=""))
    general = person("general", "blue", at=(24, 33), rank="army", radius=9)
    squire = person("squire", "blue", with_="men", rank="member", deputy_to="captain", radius=8)
    led = field(men(commander="general"), dead, general, squire)
    assert deputy_for(led, led.units["squire"]) == ""


def test_a_deputy_who_takes_over_a_routed_unit_has_still_to_rally_it() -> None:
    """BS-9.3-03: a roll is needed if the unit has routed or failed discipline."""
    dead = gone(captain(with_=""))
    squire = person("squire", "blue", with_="men", rank="member", deputy_to="captain", radius=8)
    position = field(men(commander="captain", astray="discipline"), dead, squire)
    taken = play(position, Roles("blue"), Commanded("squire", "succeed"))
    assert taken.unit("men").own.command.commander == "squire"
    assert not in_command(taken.battle, taken.unit("men"))


def test_by_a_chart_the_posts_of_those_who_move_up_are_filled_too() -> None:
    """BS-9.3-04, BS-4.10-05: the captain becomes general, and his own heir gets the unit in the next round."""
    general = gone(person("general", "blue", rank="army", radius=9))
    heir = captain(deputy_to="general")
    squire = person("squire", "blue", with_="men", rank="member", deputy_to="captain", radius=8)
    for hierarchy, post in (("chart", "unit"), ("printed", "")):
        position = field(men(), heir, general, squire, hierarchy=hierarchy)
        moved = play(position, Roles("blue"), Commanded("captain", "succeed"), FINISH)
        assert moved.unit("captain").own.command.rank == "army"
        assert not in_command(moved.battle, moved.unit("men"))
        later = replace(moved.battle, turn=2)
        assert deputy_for(later, later.units["squire"]) == post


def test_a_chart_names_several_heirs_in_order() -> None:
    """BS-9.3-04: the second comes when the first is no more."""
    general = gone(person("general", "blue", rank="army", radius=9))
    first = person("first", "blue", at=(10, 10), deputy_to="general", radius=8)
    second = person("second", "blue", at=(12, 10), deputy_to="general", radius=8)
    both = field(general, first, second, hierarchy="chart")
    assert [deputy_for(both, both.units[name]) for name in ("first", "second")] == ["army", ""]
    alone = field(general, gone(first), second, hierarchy="chart")
    assert deputy_for(alone, alone.units["second"]) == "army"


# ---------------------------------------------------------------- apart from the unit, or with it


def test_only_a_commander_who_stands_apart_is_attacked_like_a_hero() -> None:
    """BS-9.2-05: apart is who does not touch a figure of his unit; beside it he fights as one of it (BS-8.3-10)."""
    orcs = red("orcs", 1, files=1, at=(28, 28.375), of=ORC)
    black = person("black", "red", at=(27, 29.25))
    beside = captain(with_="", at=(27, 29.75))
    mine = men(commander="captain")
    near = field(mine, beside, orcs, black, contacts=[locked("black", "captain"), locked("orcs", "captain")])
    assert fights_with_commander(near, near.units["men"])
    joined = play(near, IndividualCombats(), BeginMelee())
    assert joined.unit("captain").host == "men"
    assert joined.over
    assert not [one for one in joined.battle.engagements if one.joins("captain", "black")]
    far = field(
        replace(mine, place=blue("x", 1, at=(60, 30)).place),
        beside,
        orcs,
        black,
        contacts=[locked("black", "captain"), locked("orcs", "captain")],
    )
    assert not fights_with_commander(far, far.units["men"])
    assert play(far, IndividualCombats()).roll.purpose.startswith("round 1 of")
    assert melees(far) == [("captain", "orcs")]


def test_a_commander_killed_apart_makes_his_unit_check() -> None:
    """BS-4.4-03, BS-9.2-05, BS-4.2-05: 12 - 2 out of command - 1 = 9."""
    apart = captain(with_="", at=(40, 30.25), hit_points=1, radius=60)
    orcs = red("orcs", 6, files=6, at=(40, 30), of=ORC, ar=8)
    position = field(men(commander="captain"), apart, orcs, contacts=[locked("orcs", "captain")])
    killed = play(position, BeginMelee(), Melees(), "6 6 | 1 1")
    assert killed.unit("captain").figures == 0
    assert killed.unit("men").own.morale.astray == "leaderless"
    assert "9 or less" in killed.roll.purpose
    assert killed.then("2 2").events_of(Checked)[-1].passed


def test_he_lives_while_a_figure_of_his_unit_is_left() -> None:
    """BS-9.2-04, BS-9.1-04, BS-9.2-03: the last one that falls sends him to the table of fates."""
    scene = AnyScene(field(blue("men", 2, files=2, at=(24, 30)), captain(), person("lad", "blue", with_="men")))
    hurt(scene, ("men",), 100, Harm())
    assert (scene.unit("men").figures, scene.unit("captain").figures) == (1, 1)
    hurt(scene, ("men",), 100, Harm())
    assert scene.unit("men").figures == 0
    assert [type(step).__name__ for step in scene.battle.agenda] == ["Fate", "Fate"]
    assert [event.unit for event in scene.events if isinstance(event, Removed)] == ["men"]
    assert {event.unit for event in scene.events if isinstance(event, Fell)} == {"men"}


def test_the_routed_hold_no_place() -> None:
    """BS-9.1-06: the orcs nearest to where he fell have routed; his own side holds it."""
    fallen = replace(gone(captain(with_="")), place=OffTable("badly wounded"))
    lies = replace(fallen, own=replace(fallen.own, hit_points=3, fell_at=men().pose))
    orcs = red("orcs", 6, at=(24, 26), of=ORC, rout=Rout(0, 1), astray="rout")
    scene = AnyScene(field(lies, blue("friends", 6, at=(24, 40)), orcs))
    settle(scene)
    assert [event.what for event in scene.events if isinstance(event, Ruled)] == [
        "Captain returns to his own when he has recovered"
    ]


def test_a_member_runs_when_his_unit_runs() -> None:
    """BS-9.1-01: he has no figure of his own."""
    position = field(men(), person("lad", "blue", with_="men", rank="member"), red("orcs", 6, at=(24, 20)))
    fled = play(position, CheckMorale("men", ("losses",), ("orcs",)), "10 10")
    assert fled.unit("lad").host == "men"
    assert not fled.unit("lad").on_table
