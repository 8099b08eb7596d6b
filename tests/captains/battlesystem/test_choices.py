"""Fire, rallies and the smaller decisions."""

from __future__ import annotations

from schiltron.battle.state.decision import FINISH, Aimed, Assigned, Commanded
from schiltron.battle.state.manoeuvre import Wrap
from schiltron.captains.battlesystem.captain import BattlesystemCaptain
from schiltron.rulesets.battlesystem.command.rallying import Rally
from schiltron.rulesets.battlesystem.command.refacing import Reface
from schiltron.rulesets.battlesystem.command.roles import LEAD, Roles
from schiltron.rulesets.battlesystem.melee.fights import Melees
from schiltron.rulesets.battlesystem.melee.readying import ArmUp, Pledge
from schiltron.rulesets.battlesystem.missiles.passing import PassThrough
from schiltron.rulesets.battlesystem.missiles.phase import Shooting
from schiltron.rulesets.battlesystem.morale.capture import Hemmed
from schiltron.rulesets.battlesystem.movement.phase import Moves, WhoMoves
from schiltron.rulesets.battlesystem.movement.withdrawing import Follow
from schiltron.rulesets.battlesystem.state import Rout
from tests.captains.battlesystem.asking import answer, chosen, moved
from tests.rulesets.battlesystem.positions import (
    DAGGER,
    GOBLIN,
    LONGBOW,
    LONGSWORD,
    OGRE,
    SOUTH,
    SPEAR,
    blue,
    creature,
    field,
    locked,
    person,
    play,
    red,
)


def test_volleys_go_where_they_bring_down_most() -> None:
    """BS-10.0-02: at those without armour rather than at mail."""
    position = field(
        blue("bows", 10, files=10, at=(40, 40), missile=LONGBOW),
        red("mail", 12, files=6, at=(35, 34), of=creature("human", ac=2)),
        red("cloth", 12, files=6, at=(45, 34), of=creature("human", ac=9)),
    )
    assert answer(play(position, Shooting("blue", "phase"))) == Commanded("bows", "shoot", Aimed("cloth"))


def test_pass_through_fire_waits_until_the_mover_is_near() -> None:
    """BS-10.6-01: at the end of a move and before contact, not as it begins."""
    position = field(
        blue("bows", 10, files=10, at=(40, 40), missile=LONGBOW),
        red("goblins", 12, files=6, at=(40, 34), of=GOBLIN),
    )
    assert answer(play(position, PassThrough("goblins", "begin"))) == FINISH
    assert answer(play(position, PassThrough("goblins", "end"))) == Commanded("bows", "shoot", Aimed("goblins"))


def test_commanders_rally_those_who_run() -> None:
    """BS-6.1-03: one attempt each, where most is to be had."""
    position = field(
        blue("many", 16, files=8, at=(30, 50), rout=Rout(180_000, 1), astray="rout", ml=12),
        blue("few", 4, files=4, at=(40, 50), rout=Rout(180_000, 1), astray="rout", ml=12),
        person("baron", "blue", at=(36, 48), rank="army", radius=16),
        red("goblins", 8, files=4, at=(40, 12), of=GOBLIN),
    )
    assert answer(play(position, Rally("blue"))) == Commanded("baron", "rally", Aimed("many"))


def test_mobs_are_told_to_charge() -> None:
    """BS-2.10-06."""
    position = field(
        blue("crowd", 16, files=4, at=(30, 50), kind="mob"),
        person("baron", "blue", at=(36, 48), rank="army", radius=16),
        red("goblins", 8, files=4, at=(40, 12), of=GOBLIN),
    )
    assert answer(play(position, Rally("blue"))) == Commanded("baron", "order_charge", Aimed("crowd"))


def test_a_rallied_unit_turns_to_the_enemy() -> None:
    """BS-6.3-01."""
    position = field(
        blue("swords", 8, files=4, at=(40, 40), facing=SOUTH),
        red("goblins", 8, files=4, at=(40, 12), of=GOBLIN),
    )
    assert chosen(play(position, Reface("swords"))) == "rear"


def test_who_can_charge_moves_first() -> None:
    """BS-1.4-01: else the enemy may show where he goes."""
    near = field(
        blue("swords", 12, files=6, at=(40, 40), formation="closed"),
        person("chief", "blue", with_="swords", rank="unit", radius=12),
        red("goblins", 8, files=4, at=(40, 30), of=GOBLIN),
    )
    far = field(blue("swords", 12, files=6, at=(40, 50)), red("goblins", 8, files=4, at=(40, 10), of=GOBLIN))
    assert chosen(play(near, WhoMoves())) == "blue"
    assert chosen(play(far, WhoMoves())) == "red"


def test_winners_follow_and_losers_stay() -> None:
    """BS-7.12-03."""
    strong = field(
        red("ogres", 12, files=6, at=(40, 30), of=OGRE),
        blue("few", 6, files=6, at=(40, 33), of=GOBLIN),
    )
    assert chosen(play(strong, Follow("ogres", "few", (0, 3000)))) == "follow"
    assert chosen(play(strong, Follow("few", "ogres", (0, -3000)))) == "stay"


def test_the_better_weapon_is_taken_in_hand() -> None:
    """BS-8.2-02, BS-8.1-03: in closed ranks two rows strike with spears."""
    position = field(
        blue("guard", 12, files=6, at=(40, 30), weapon=(LONGSWORD, SPEAR), formation="closed"),
        person("chief", "blue", with_="guard", rank="unit", radius=12),
        red("foot", 12, files=6, at=(40, 30)),
        contacts=[locked("guard", "foot")],
    )
    assert chosen(play(position, ArmUp("blue"))) == "spear"


def test_figures_that_touch_two_strike_the_softer() -> None:
    """BS-8.1-04."""
    position = field(
        blue("swords", 6, files=6, at=(40, 30)),
        red("mail", 3, files=3, at=(38.7, 30), of=creature("human", ac=2)),
        red("cloth", 3, files=3, at=(41.3, 30), of=creature("human", ac=9)),
        contacts=[locked("swords", "mail"), locked("swords", "cloth")],
    )
    said = answer(play(position, Pledge("swords")))
    assert isinstance(said, Assigned)
    assert {share.bin for share in said.shares} == {"cloth"}


def test_the_surest_melee_is_fought_first() -> None:
    """BS-1.6-03."""
    position = field(
        blue("swords", 12, files=6, at=(20, 30), of=creature("human", ac=2)),
        red("goblins", 12, files=6, at=(20, 30), of=GOBLIN),
        blue("weak", 4, files=4, at=(60, 30), of=creature("human", ac=9)),
        red("mail", 12, files=6, at=(60, 30), of=creature("human", ac=2)),
        contacts=[locked("swords", "goblins"), locked("weak", "mail")],
    )
    assert chosen(play(position, Melees())) == "swords against goblins"


def test_nobody_is_spared_to_guard_captives() -> None:
    """BS-7.15-08."""
    position = field(
        blue("swords", 12, files=6, at=(40, 30)),
        red("goblins", 8, files=4, at=(40, 30), of=GOBLIN),
        contacts=[locked("swords", "goblins")],
        capture="on",
    )
    assert chosen(play(position, Hemmed("goblins", ("swords",)))) == "destroy"


def test_a_hero_takes_over_a_unit_without_a_commander() -> None:
    """BS-9.3-03."""
    position = field(
        blue("swords", 12, files=6, at=(40, 30), astray="leaderless"),
        person("ranger", "blue", at=(40, 32), rank="hero"),
        red("goblins", 8, files=4, at=(40, 10), of=GOBLIN),
    )
    assert answer(play(position, Roles("blue"))) == Commanded("ranger", LEAD, Aimed("swords"))


def test_whoever_overlaps_the_enemy_wraps_round_him() -> None:
    """BS-7.11-01."""
    position = field(
        blue("swords", 12, files=12, at=(40, 30)),
        person("chief", "blue", with_="swords", rank="unit", radius=12),
        red("foot", 6, files=3, at=(40, 30)),
        contacts=[locked("swords", "foot")],
    )
    order = moved(position).get("swords")
    assert order is not None
    assert order.action == "wrap"
    assert isinstance(order.form.path[0], Wrap)  # type: ignore[union-attr]


def test_shooters_leave_a_melee_they_lose() -> None:
    """BS-7.12-01: a fighting withdrawal."""
    position = field(
        blue("bows", 10, files=5, at=(40, 30), missile=LONGBOW, weapon=DAGGER, of=GOBLIN),
        person("chief", "blue", with_="bows", rank="unit", radius=12),
        red("ogres", 12, files=6, at=(40, 30), of=OGRE),
        contacts=[locked("ogres", "bows")],
    )
    assert moved(position)["bows"] == Commanded("bows", "withdraw")


def test_a_captain_always_ends_his_moves() -> None:
    """Whoever is to stand is not asked again."""
    position = field(blue("swords", 12, files=6, at=(40, 30)), red("foot", 6, files=3, at=(40, 10)))
    captain, played = BattlesystemCaptain(), play(position, Moves("blue"))
    for _ in range(5):
        if not played.battle.decisions:
            break
        played = played.then(answer(played, captain))
    assert not played.battle.decisions
