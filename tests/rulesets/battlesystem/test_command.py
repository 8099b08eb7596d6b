"""Command: radius, hierarchy, the Rally Phase, roles, fates (cases 1.1, 4.7 to 4.10, 5.1, 6.0 to 6.6, 9.0 to 9.3)."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.play.agenda import Scene as AnyScene
from schiltron.battle.state.decision import Aimed, Commanded
from schiltron.battle.state.event import Checked, Formed, Ruled
from schiltron.battle.state.unit import OffTable
from schiltron.rulesets.battlesystem.command.fate import settle
from schiltron.rulesets.battlesystem.command.initiative import Initiative
from schiltron.rulesets.battlesystem.command.keeping import keep_order
from schiltron.rulesets.battlesystem.command.rallying import Rally
from schiltron.rulesets.battlesystem.command.roles import Roles
from schiltron.rulesets.battlesystem.in_command import commander_of, covers, in_command, suffers
from schiltron.rulesets.battlesystem.losses import remove
from schiltron.rulesets.battlesystem.state import OUT_OF_COMMAND, ROUTED, Rout, Scene, with_command, with_morale
from schiltron.rulesets.battlesystem.steps import Fate
from tests.rulesets.battlesystem.positions import (
    ORC,
    Played,
    blue,
    choose,
    field,
    locked,
    person,
    piece,
    play,
    red,
    rules,
    skirmishers,
)


def scene(battle) -> Scene:
    return AnyScene(battle)


def attempt(commander: str, action: str, unit: str) -> Commanded:
    return Commanded(commander, action, Aimed(unit))


def routed(name: str, **more):
    return blue(name, 12, files=6, at=(24, 30), ml=12, rout=Rout(180_000, 1), astray="rout", marks=(ROUTED,), **more)


# ---------------------------------------------------------------- initiative


def test_the_higher_d6_is_side_a_of_this_round() -> None:
    """BS-1.1-01, BS-5.1-01."""
    played = play(field(blue("men", 4, at=(10, 10)), red("orcs", 4, at=(10, 30)), order=()), Initiative())
    assert played.roll.unequal
    assert [pool.sides for pool in played.roll.pools] == [6, 6]
    assert played.then("2 | 5").battle.own.order == ("red", "blue")


def test_a_d20_may_be_rolled_to_have_fewer_ties() -> None:
    """BS-5.1-02."""
    position = field(blue("men", 4, at=(10, 10)), red("orcs", 4, at=(10, 30)), initiative="d20")
    assert [pool.sides for pool in play(position, Initiative()).roll.pools] == [20, 20]


# ---------------------------------------------------------------- in command


def test_in_command_when_every_figure_is_within_the_radius() -> None:
    """BS-4.7-02: one figure outside is enough to be out of command."""
    wide = blue("men", 12, files=12, at=(24, 30), formation="closed")
    near = field(wide, person("captain", "blue", with_="men", rank="unit", radius=5))
    far = field(wide, person("captain", "blue", with_="men", rank="unit", radius=3))
    assert in_command(near, near.units["men"])
    assert not in_command(far, far.units["men"])
    assert suffers(far, far.units["men"])
    assert commander_of(near, near.units["men"]) == near.units["captain"]
    assert commander_of(far, far.units["men"]) is None


def test_who_has_failed_discipline_or_routed_is_out_of_command() -> None:
    """BS-4.7-02."""
    captain = person("captain", "blue", with_="men", rank="unit", radius=9)
    for state in ({"astray": "discipline"}, {"astray": "rout", "rout": Rout(0, 1)}):
        position = field(blue("men", 6, at=(24, 30), **state), captain)
        assert not in_command(position, position.units["men"])


def test_a_unit_commander_leads_nobody_but_his_own_unit() -> None:
    """BS-4.10-01: he stands among others and is of no use to them."""
    position = field(
        blue("men", 6, at=(24, 30)),
        blue("others", 6, at=(24, 33)),
        person("captain", "blue", with_="men", rank="unit", radius=12),
    )
    assert not in_command(position, position.units["others"])


def test_a_superior_puts_in_command_figures_outside_their_commanders_radius() -> None:
    """BS-4.10-02, BS-4.10-04: figures count if they are within either radius."""
    men = blue("men", 12, files=12, at=(24, 30), formation="closed")
    captain = person("captain", "blue", with_="men", rank="unit", radius=3)
    general = person("general", "blue", at=(24, 34), rank="army", radius=8)
    assert in_command(field(men, captain, general), field(men, captain, general).units["men"])
    brigadier = person("brigadier", "blue", at=(24, 34), rank="brigade", radius=8)
    elsewhere = field(men, captain, brigadier)
    assert not in_command(elsewhere, elsewhere.units["men"])
    own = field(with_command(men, brigade="brigadier"), captain, brigadier)
    assert in_command(own, own.units["men"])


def test_nobody_commands_through_magical_silence_or_darkness() -> None:
    """BS-4.8-03: within the radius, and yet out of command while any figure, or he, stands in it."""
    men = blue("men", 12, files=6, at=(24, 30))
    captain = person("captain", "blue", with_="men", rank="unit", radius=12)
    for kind in ("silence", "darkness"):
        muffled = field(men, captain, features=[piece(kind, 26, 28, 36, 40)])
        assert not in_command(muffled, muffled.units["men"])
        aside = field(men, captain, features=[piece(kind, 40, 28, 50, 40)])
        assert in_command(aside, aside.units["men"])


def test_skirmishers_need_no_commander_and_mobs_always_suffer() -> None:
    """BS-2.9-02, BS-2.10-02."""
    position = field(
        *skirmishers("scouts", "blue", [(10, 10), (12, 10)]),
        blue("rabble", 12, files=4, at=(30, 30), kind="mob"),
        person("captain", "blue", with_="rabble", rank="unit", radius=12),
    )
    assert not suffers(position, position.units["scouts-1"])
    assert commander_of(position, position.units["scouts-1"]) is None
    assert suffers(position, position.units["rabble"])


def test_a_closed_unit_out_of_command_opens_its_ranks_at_once() -> None:
    """BS-7.6-02: front middle and number of files stay, half an inch comes between the bases, at no cost."""
    position = field(
        blue("men", 12, files=6, at=(24, 30), formation="closed"),
        person("captain", "blue", at=(60, 30), rank="unit", radius=6),
    )
    play_ = scene(position)
    keep_order(play_)
    men = play_.unit("men")
    assert men.own.formation == "open"
    assert (men.body.files, men.body.spacing, men.pose) == (6, 500, position.units["men"].pose)
    assert men.has(OUT_OF_COMMAND)
    assert men.own.turn.spent == 0


def test_where_there_is_no_room_the_front_becomes_narrower() -> None:
    """BS-4.5-02: the frontage may be reduced but not increased."""
    position = field(
        blue("men", 12, files=6, at=(24, 30), formation="closed"),
        blue("left", 4, files=2, at=(20.9, 30), formation="closed"),
        blue("right", 4, files=2, at=(27.1, 30), formation="closed"),
    )
    play_ = scene(position)
    keep_order(play_)
    assert play_.unit("men").body.files == 4


def test_the_death_of_its_commander_leaves_a_unit_out_of_command_and_makes_it_check() -> None:
    """BS-2.8-03, BS-4.4-03: an apart commander was killed (BS-9.2-05)."""
    position = field(
        blue("men", 12, files=6, at=(24, 30), ml=12, commander="captain"),
        person("captain", "blue", at=(60, 30), rank="unit", radius=60),
    )
    play_ = scene(position)
    remove(play_, "captain", "destroyed", ())
    keep_order(play_)
    assert play_.unit("men").own.morale.astray == "leaderless"
    assert [owed.causes for owed in play_.unit("men").own.morale.owed] == [("commander",)]


# ---------------------------------------------------------------- the Rally Phase


def test_a_passed_check_ends_the_rout_and_the_unit_may_turn() -> None:
    """BS-6.2-01, BS-6.3-01: 12 - 2 out of command + 1 charisma of who tries = 11."""
    position = field(
        routed("men"),
        person("captain", "blue", with_="men", rank="unit", radius=9, bonus=1),
        red("orcs", 12, files=6, at=(24, 5)),
    )
    played = play(position, Rally("blue"), attempt("captain", "rally", "men"))
    assert "11 or less on 2d10" in played.roll.purpose
    stood = played.then("5 6")
    assert stood.unit("men").own.morale.rout is None
    assert not stood.unit("men").has(ROUTED)
    assert stood.unit("men").own.morale.rallied_in == 1
    about = stood.then(choose("rear"))
    assert about.unit("men").pose.heading == 180_000
    assert about.over


def test_a_failed_attempt_leaves_it_routed_and_nothing_else() -> None:
    """BS-6.2-01, BS-6.1-04."""
    position = field(routed("men"), person("captain", "blue", with_="men", rank="unit", radius=9))
    played = play(position, Rally("blue"), attempt("captain", "rally", "men"), "9 9")
    assert played.unit("men").own.morale.rout is not None
    assert played.unit("men").pose == position.units["men"].pose
    (checked,) = played.events_of(Checked)
    assert not checked.passed
    assert played.over


def test_one_attempt_for_a_unit_and_one_by_a_commander() -> None:
    """BS-6.1-03."""
    position = field(
        routed("men"),
        blue("lost", 6, files=6, at=(24, 34), ml=12, astray="leaderless"),
        person("captain", "blue", with_="men", rank="unit", radius=12),
        person("general", "blue", at=(27, 32), rank="army", radius=15),
    )
    played = play(position, Rally("blue"), attempt("captain", "rally", "men"), "10 10")
    assert "BS-6.1-03" in rules(played.refusal(attempt("general", "rally", "men")))
    done = played.then(attempt("general", "bring_back", "lost"), "10 10")
    assert done.over


def test_no_rally_in_contact_and_only_within_the_radius() -> None:
    """BS-6.1-01, BS-6.1-02."""
    captain = person("captain", "blue", with_="men", rank="unit", radius=9)
    touched = field(routed("men"), captain, red("orcs", 6, at=(24, 29.25)), contacts=[locked("orcs", "men")])
    assert play(touched, Rally("blue")).over
    short = person("captain", "blue", with_="men", rank="unit", radius=1)
    assert play(field(routed("men"), short), Rally("blue")).over


def test_a_unit_that_failed_discipline_or_lost_its_commander_needs_a_roll() -> None:
    """BS-6.5-01, BS-4.10-02: a superior who brings it back takes it over and it acts in the same round."""
    position = field(
        blue("men", 6, files=6, at=(24, 30), ml=12, astray="leaderless"),
        person("general", "blue", at=(24, 33), rank="army", radius=12),
    )
    played = play(position, Rally("blue"), attempt("general", "bring_back", "men"), "2 2")
    assert in_command(played.battle, played.unit("men"))
    assert played.unit("men").own.command.commander == "general"
    assert played.unit("men").own.morale.rallied_in == 0


def test_nobody_regains_control_before_the_attack_is_over() -> None:
    """BS-4.6-09."""
    position = field(
        blue("men", 6, files=6, at=(24, 30), ml=12, astray="discipline", prey="orcs"),
        person("captain", "blue", with_="men", rank="unit", radius=9),
        red("orcs", 6, at=(24, 20)),
    )
    assert play(position, Rally("blue")).over


def test_a_mob_gets_one_order_by_a_successful_attempt() -> None:
    """BS-2.10-05, BS-2.10-06, BS-6.6-01: out of command (-2) like every mob."""
    position = field(
        blue("rabble", 16, files=4, at=(24, 30), kind="mob", ml=11),
        person("agitator", "blue", with_="rabble", rank="unit", radius=9),
    )
    played = play(position, Rally("blue"))
    assert set(played.decision.actions) == {"order_forward", "order_charge", "order_forced_march", "order_wheel"}
    tried = played.then(attempt("agitator", "order_charge", "rabble"))
    assert "9 or less" in tried.roll.purpose
    assert tried.then("4 5").unit("rabble").own.command.order == "charge"


def test_a_failed_order_leaves_the_old_one_in_force() -> None:
    """BS-2.10-07."""
    position = field(
        blue("rabble", 16, files=4, at=(24, 30), kind="mob", ml=11, order="move_forward"),
        person("agitator", "blue", with_="rabble", rank="unit", radius=9),
    )
    played = play(position, Rally("blue"), attempt("agitator", "order_charge", "rabble"), "9 9")
    assert played.unit("rabble").own.command.order == "move_forward"


def test_a_routed_mob_is_rallied_like_a_regular_unit() -> None:
    """BS-2.10-10."""
    position = field(
        blue("rabble", 16, files=4, at=(24, 30), kind="mob", ml=13, rout=Rout(0, 1), astray="rout"),
        person("general", "blue", at=(24, 29), rank="army", radius=9),
    )
    assert play(position, Rally("blue")).decision.actions == ("rally",)


def test_skirmishers_are_rallied_by_a_superior_or_their_own_commander() -> None:
    """BS-2.9-04, BS-4.7-01: no penalty for being out of command; all whom he reaches."""
    figures = [
        with_morale(one, rout=Rout(0, 1), astray="rout")
        for one in skirmishers("scouts", "blue", [(10, 10), (12, 10), (60, 10)], ml=11)
    ]
    position = field(*figures, person("general", "blue", at=(11, 12), rank="army", radius=6))
    played = play(position, Rally("blue"), attempt("general", "rally", "scouts-1"))
    assert "11 or less" in played.roll.purpose
    stood = played.then("5 5", choose("front"), choose("front"))
    assert [stood.unit(f"scouts-{number}").own.morale.rout is None for number in (1, 2, 3)] == [True, True, False]
    captain = person("captain", "blue", at=(11, 12), rank="unit", radius=6)
    assert play(field(*figures, captain), Rally("blue")).over


# ---------------------------------------------------------------- roles


def test_roles_are_not_changed_in_the_basic_game() -> None:
    """BS-5.0-02."""
    position = field(
        blue("men", 6, at=(24, 30)), person("captain", "blue", with_="men", rank="unit", radius=9), level="basic"
    )
    assert play(position, Roles("blue")).over


def test_a_commander_who_becomes_a_hero_leaves_his_unit_out_of_command() -> None:
    """BS-9.0-02, BS-9.3-03: nobody takes it over in the same round."""
    position = field(
        blue("men", 6, files=6, at=(24, 30)),
        person("captain", "blue", with_="men", rank="unit", radius=9),
        person("squire", "blue", with_="men", rank="member"),
    )
    played = play(position, Roles("blue"), Commanded("captain", "become_hero"))
    assert played.unit("captain").own.command.rank == "hero"
    assert played.unit("captain").on_table
    assert not in_command(played.battle, played.unit("men"))
    assert "BS-9.3-03" in rules(played.refusal(Commanded("squire", "take_command", Aimed("men"))))


def test_a_hero_who_touches_a_unit_joins_it_as_member_or_takes_command() -> None:
    """BS-9.0-02, BS-9.1-01: command comes back by a rally attempt."""
    men = blue("men", 6, files=6, at=(24, 30), astray="leaderless")
    beside = person("hero", "blue", at=(24, 29.75), radius=9)
    member = play(field(men, beside), Roles("blue"), Commanded("hero", "become_member", Aimed("men")))
    assert (member.unit("hero").own.command.rank, member.unit("hero").host) == ("member", "men")
    leader = play(field(men, beside), Roles("blue"), Commanded("hero", "take_command", Aimed("men")))
    assert leader.unit("men").own.command.commander == "hero"
    assert leader.unit("men").own.morale.astray == "leaderless"
    far = person("hero", "blue", at=(24, 20), radius=9)
    assert play(field(men, far), Roles("blue")).over


def test_a_role_is_changed_once_a_round() -> None:
    """BS-9.0-02: announced as the Movement Phase opens, and that is it."""
    men = blue("men", 6, files=6, at=(24, 30), astray="leaderless")
    beside = person("hero", "blue", at=(24, 29.75), radius=9)
    member = play(field(men, beside), Roles("blue"), Commanded("hero", "become_member", Aimed("men")))
    assert member.over


def test_a_deputy_takes_over_without_a_roll() -> None:
    """BS-9.3-01, BS-9.3-03: when his commander is gone and the unit is out of command."""
    dead = replace(person("captain", "blue", rank="unit", radius=9), place=OffTable("destroyed"), figures=0)
    position = field(
        blue("men", 6, files=6, at=(24, 30), commander="captain", astray="leaderless"),
        dead,
        person("squire", "blue", with_="men", rank="member", deputy_to="captain", radius=8),
    )
    played = play(position, Roles("blue"), Commanded("squire", "succeed"))
    assert in_command(played.battle, played.unit("men"))
    assert played.unit("squire").own.command.rank == "unit"


def test_a_deputy_may_not_take_over_while_his_commander_commands() -> None:
    """BS-9.3-03, and BS-9.3-02: he is deputy to one commander only."""
    position = field(
        blue("men", 6, files=6, at=(24, 30)),
        person("captain", "blue", with_="men", rank="unit", radius=9),
        person("squire", "blue", with_="men", rank="member", deputy_to="captain", radius=8),
    )
    asked = play(position, Roles("blue"))
    assert "succeed" not in asked.decision.actions


def test_a_deputy_army_commander_succeeds_to_the_army() -> None:
    """BS-9.3-01, BS-9.3-03."""
    dead = replace(person("general", "blue", rank="army", radius=9), place=OffTable("destroyed"), figures=0)
    position = field(dead, person("deputy", "blue", at=(10, 10), deputy_to="general", radius=8))
    played = play(position, Roles("blue"), Commanded("deputy", "succeed"))
    assert played.unit("deputy").own.command.rank == "army"


# ---------------------------------------------------------------- fates


def fallen(die: str) -> Played:
    position = field(
        blue("men", 1, at=(24, 30)),
        person("captain", "blue", with_="men", rank="unit", hit_points=30),
        blue("friends", 6, at=(24, 40)),
        red("orcs", 6, at=(24, 26), of=ORC),
    )
    play_ = scene(position)
    remove(play_, "men", "destroyed", ())
    return play(play_.battle, Fate("captain"), f"{die} | 4 | 7")


def test_the_fate_of_a_character_whose_unit_is_no_more() -> None:
    """BS-9.1-05, BS-9.2-03: every line of Table 11."""
    assert fallen("1").unit("captain").own.hit_points == 0
    assert fallen("1").unit("captain").place == OffTable("destroyed")
    assert fallen("3").unit("captain").own.hit_points == 0
    assert fallen("4").unit("captain").own.hit_points == 4
    assert fallen("7").unit("captain").own.hit_points == 4
    assert fallen("8").unit("captain").own.hit_points == 30
    assert "7 turns" in fallen("10").unit("captain").place.why


def test_the_wounded_are_captured_if_the_enemy_holds_the_place() -> None:
    """BS-9.1-06: the nearest figure that has not routed is an orc's; without them he returns to his own."""
    lost = scene(fallen("5").battle)
    settle(lost)
    assert [event.what for event in lost.events if isinstance(event, Ruled)] == ["Captain is captured where he fell"]
    won = scene(fallen("5").battle)
    remove(won, "orcs", "destroyed", ())
    settle(won)
    assert "returns to his own" in next(event.what for event in won.events if isinstance(event, Ruled))


def test_with_a_unit_that_runs_off_the_field_a_character_lives_and_is_gone() -> None:
    """BS-9.1-04."""
    position = field(blue("men", 3, at=(24, 30)), person("captain", "blue", with_="men", rank="member"))
    play_ = scene(position)
    remove(play_, "men", "routed off the field", (), "south")
    assert play_.unit("captain").place == OffTable("routed off the field", "south")
    assert play_.unit("captain").own.hit_points == 20
    assert not [event for event in play_.events if isinstance(event, Formed)]


def test_the_radius_is_measured_from_the_middle_of_the_front_rank() -> None:
    """BS-4.7-02, BS-9.2-01: a commander with his unit stands there."""
    deep = blue("men", 12, files=2, at=(24, 30), formation="closed")
    reach = 6 * 0.75 - 0.75 - 0.5
    near = field(deep, person("captain", "blue", with_="men", rank="unit", radius=reach + 0.01))
    far = field(deep, person("captain", "blue", with_="men", rank="unit", radius=reach - 0.1))
    assert covers(near, near.units["captain"], near.units["men"])
    assert not covers(far, far.units["captain"], far.units["men"])
