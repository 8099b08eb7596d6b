"""Knights who do not take orders."""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest

from schiltron.battle.state.decision import FINISH, Planned
from schiltron.battle.state.event import Checked, Compelled, Declared, Moved
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.obedience.knights import precedence
from schiltron.rulesets.chainmail.state import COMPELLED, HELD, Battle
from schiltron.rulesets.chainmail.steps import BeginTurn, Compulsions
from schiltron.rulesets.chainmail.written.orders import WriteOrders
from tests.rulesets.chainmail.crooked import LOOKS, Look
from tests.rulesets.chainmail.positions import (
    Played,
    ahead,
    blue,
    commander,
    field,
    locked,
    march,
    piece,
    place,
    play,
    red,
    rules,
    turn,
)

ON: dict[str, Any] = {"knights": "on"}
DUE = Compulsions("blue")


def facing_foe(*others: Any, at: tuple[float, float] = (40, 30), troop: str = "knights", **more: Any) -> Battle:
    """Blue knights 12 inches from red foot, well within their charge of 18."""
    own = more.pop("own", {})
    return field(
        blue("knights", 8, files=4, at=at, troop=troop, **own),
        red("foot", 12, files=6, at=(40, 18)),
        *others,
        **{**ON, **more},
    )


def compelled(played: Played) -> dict[str, tuple[str, tuple[str, ...]]]:
    return {told.unit: (told.action, told.rules) for told in played.events_of(Compelled)}


# ---------------------------------------------------------------- the die


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5])
def test_knights_charge_whoever_is_in_reach(die: int) -> None:
    """CM-HIST-04: only a 6 holds them. It is an ordinary charge, and their player cannot order them any more."""
    played = play(facing_foe(), DUE, str(die))
    action, cited = compelled(played)["knights"]
    assert action == "charge regardless of orders"
    assert cited == ("CM-HIST-04", "CM-HIST-06")
    assert played.events_of(Declared)[0].target == "foot"
    unit = played.unit("knights")
    assert unit.own.turn.charged
    assert unit.own.turn.ordered == COMPELLED
    (told,) = played.events_of(Checked)
    assert (told.why, told.passed, told.need) == ("obedience", False, 6)


def test_a_six_holds_them_and_they_take_orders() -> None:
    """CM-HIST-04: one die a turn."""
    played = play(facing_foe(), DUE, Moves("blue"), "6")
    assert played.unit("knights").own.turn.ordered == HELD
    assert played.events_of(Checked)[0].passed
    after = played.then(march("knights", ahead(1)))
    assert place(after.unit("knights"))[1] == 29
    assert len(after.events_of(Checked)) == 1


def test_no_die_falls_without_an_enemy_in_charge_reach() -> None:
    """CM-HIST-04: too far away, or no legal charge leads there; nor with the option off, nor for other horse."""
    assert play(facing_foe(at=(40, 38)), DUE).over
    assert play(facing_foe(features=[piece("rough", 30, 20, 50, 26)]), DUE).over
    assert play(facing_foe(knights="off"), DUE).over
    assert play(facing_foe(troop="heavy_horse"), DUE).over
    assert play(facing_foe(troop="dismounted_knights", at=(40, 20)), DUE).over


def test_who_charged_last_turn_cannot_again_and_is_not_diced_for() -> None:
    """CM-HIST-04 with CM-MELEE-12."""
    assert play(facing_foe(own={"last_charge": 1}, turn=2), DUE).over


def test_the_army_commander_helps_with_the_obedience_die() -> None:
    """CM-HIST-32, CM-HIST-34: with him a 5 holds them, and near him too."""
    with_him = facing_foe(commander("prince", "blue", with_="knights"), commander="required_rolls")
    near_him = facing_foe(commander("prince", "blue", at=(40, 40)), commander="required_rolls")
    for battle, rule in ((with_him, "CM-HIST-32"), (near_him, "CM-HIST-34")):
        held = play(battle, DUE, "5")
        assert held.unit("knights").own.turn.ordered == HELD
        assert rule in held.events_of(Checked)[0].rules


def test_they_are_not_asked_twice_and_cannot_be_ordered() -> None:
    """CM-HIST-04: a rule has given them their order of the turn."""
    battle = facing_foe(blue("others", 4, at=(70, 50)), own={"ordered": COMPELLED})
    played = play(battle, DUE, Moves("blue"))
    assert rules(played.refusal(march("knights", ahead(1)))) == {"CM-HIST-04"}


def test_one_die_a_turn_holds_them() -> None:
    """CM-HIST-04: once for a unit and a turn, however often others move afterwards; then they await orders."""
    others = blue("others", 4, at=(70, 50), facing=180), blue("more", 4, at=(80, 50), facing=180)
    held = play(facing_foe(*others), DUE, Moves("blue"), "6")
    moved = held.then(march("others", ahead(2)))
    assert moved.decision.actors
    assert "knights" in moved.decision.actors
    assert moved.then(march("more", ahead(2)), march("knights", turn(10))).unit("knights").own.turn.moved


# ---------------------------------------------------------------- the example of others


def test_those_who_see_others_attack_need_no_die() -> None:
    """CM-HIST-05: friends in a melee that they began."""
    battle = facing_foe(
        blue("friends", 6, at=(60, 30)), red("beset", 6, at=(60, 30)), contacts=(locked("friends", "beset"),)
    )
    played = play(battle, DUE)
    assert compelled(played)["knights"] == ("charge regardless of orders", ("CM-HIST-05", "CM-HIST-06"))
    assert not [told for told in played.events_of(Checked) if told.why == "obedience"]


def test_friends_who_are_attacked_are_no_example() -> None:
    """CM-HIST-05: it is attacking that they follow."""
    battle = facing_foe(
        blue("friends", 6, at=(60, 30)), red("beset", 6, at=(60, 30)), contacts=(locked("beset", "friends"),)
    )
    assert play(battle, DUE).roll.rules == ("CM-HIST-04", "CM-HIST-06"), "the obedience die"


def test_what_they_cannot_see_is_no_example() -> None:
    """CM-HIST-05: a wood between them."""
    battle = facing_foe(
        blue("friends", 6, at=(70, 30)),
        red("beset", 6, at=(70, 30)),
        contacts=(locked("friends", "beset"),),
        features=[piece("woods", 50, 20, 55, 45)],
    )
    assert play(battle, DUE).roll.rules == ("CM-HIST-04", "CM-HIST-06"), "the obedience die"


def test_friends_who_move_toward_the_enemy_draw_them_on_even_if_a_six_held_them() -> None:
    """CM-HIST-05: as soon as they see it, in the middle of their side's moves; a move to the rear draws nobody."""
    battle = facing_foe(blue("friends", 6, at=(70, 30)))
    held = play(battle, DUE, Moves("blue"), "6")
    moved = held.then(march("friends", ahead(2)))
    assert moved.unit("knights").own.turn.charged
    assert compelled(moved)["knights"][1] == ("CM-HIST-05", "CM-HIST-06")
    away = facing_foe(blue("friends", 6, at=(70, 30), facing=180))
    back = play(away, DUE, Moves("blue"), "6").then(march("friends", ahead(2)))
    assert not back.unit("knights").own.turn.moved


def test_a_charge_of_knights_is_an_example_to_other_knights() -> None:
    """CM-HIST-05: those whom a 6 had held follow."""
    battle = facing_foe(
        blue("also", 8, files=4, at=(60, 30), troop="knights"),
        red("more", 12, files=6, at=(60, 18)),
    )
    played = play(battle, DUE, "6", "1")
    while played.battle.roll is not None:
        played = played.then("6 6")
    assert compelled(played)["also"][1] == ("CM-HIST-05", "CM-HIST-06")
    assert compelled(played)["knights"][1] == ("CM-HIST-04", "CM-HIST-06")


def test_who_cannot_charge_moves_toward_the_enemy() -> None:
    """CM-HIST-05: here they charged last turn."""
    battle = facing_foe(
        blue("friends", 6, at=(60, 30)),
        red("beset", 6, at=(60, 30)),
        contacts=(locked("friends", "beset"),),
        own={"last_charge": 1},
        turn=2,
    )
    played = play(battle, DUE)
    assert compelled(played)["knights"] == ("move towards the enemy", ("CM-HIST-05",))
    (moved,) = played.events_of(Moved)
    assert moved.unit == "knights"
    assert place(played.unit("knights"))[1] < 30
    assert not played.unit("knights").own.turn.charged


def test_moving_toward_the_enemy_they_may_come_to_blows() -> None:
    """CM-HIST-05: a normal move onto him, who is near enough."""
    battle = facing_foe(
        blue("friends", 6, at=(60, 30)),
        red("beset", 6, at=(60, 30)),
        contacts=(locked("friends", "beset"),),
        own={"last_charge": 1},
        at=(40, 22),
        turn=2,
    )
    played = play(battle, DUE)
    assert any(one.joins("knights", "foot") for one in played.battle.engagements)


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize(("at", "facing"), [((44, 50), 0), ((60, 48), 338), ((33, 48), 24), ((48, 47), 90)])
def test_with_nobody_in_charge_reach_they_move_toward_the_enemy(look: Look, at: Any, facing: float) -> None:
    """CM-HIST-05: seeing friends attack is enough; no enemy need be near, and no die falls."""
    battle = field(
        blue("knights", 8, files=4, at=at, facing=facing, troop="knights"),
        blue("friends", 6, at=(70, 26)),
        red("foot", 12, files=6, at=(44, 14)),
        red("beset", 6, at=(70, 26)),
        contacts=(locked("friends", "beset"),),
        size=(120, 120),
        **ON,
    )
    played = play(look.at(battle), DUE)
    assert played.over
    assert compelled(played)["knights"] == ("move towards the enemy", ("CM-HIST-05",))
    before, after = battle.units["knights"], played.unit("knights")
    x, y, _ = look.place(after)
    nearest = min((44, 14), (70, 26), key=lambda spot: hypot(spot[0] - at[0], spot[1] - at[1]))
    assert hypot(x - nearest[0], y - nearest[1]) < hypot(at[0] - nearest[0], at[1] - nearest[1])
    assert after.own.turn.ordered == COMPELLED
    assert not after.own.turn.charged
    assert before.own.turn.spent == 0 < after.own.turn.spent <= 12_000


def test_far_from_the_enemy_a_friend_on_the_march_draws_them_on() -> None:
    """CM-HIST-05: in the middle of their side's moves, and by written orders."""
    units = (
        blue("knights", 8, files=4, at=(40, 55), troop="knights"),
        blue("friends", 6, at=(70, 50)),
        red("foot", 12, files=6, at=(40, 10)),
    )
    moved = play(field(*units, **ON), DUE, Moves("blue")).then(march("friends", ahead(2)))
    assert place(moved.unit("knights")) == (40, 43, 0)
    asked = play(field(*units, turn_system="simultaneous", **ON), WriteOrders())
    shown = asked.at_once(Planned((march("knights", turn(180)), march("friends", ahead(2)))), Planned(()))
    assert place(shown.unit("knights")) == (40, 43, 0)


def test_with_nobody_moving_and_nobody_near_they_obey() -> None:
    """CM-HIST-05: without an example they take orders."""
    battle = field(
        blue("knights", 8, files=4, at=(40, 55), troop="knights"),
        red("foot", 12, files=6, at=(40, 10)),
        **ON,
    )
    assert place(play(battle, DUE, Moves("blue")).then(march("knights", turn(20))).unit("knights"))[2] == 20


def test_where_no_way_leads_on_they_wait_for_one() -> None:
    """CM-HIST-05: friends stand before them; once those have gone the knights follow."""
    units = (
        blue("knights", 8, files=4, at=(40, 50), troop="knights"),
        blue("ring", 12, files=12, at=(40, 49.2)),
        blue("left", 6, files=6, at=(36.5, 52.5), facing=270),
        blue("right", 6, files=6, at=(43.5, 52.5), facing=90),
        blue("friends", 6, at=(70, 50)),
        red("foot", 12, files=6, at=(40, 10)),
    )
    held = play(field(*units, **ON), DUE, Moves("blue")).then(march("friends", ahead(2)))
    assert not held.unit("knights").own.turn.moved
    assert "knights" in held.decision.actors
    assert held.then(march("ring", ahead(9))).unit("knights").own.turn.ordered == COMPELLED


# ---------------------------------------------------------------- whom they choose


ORDER = [
    ("knights", {}),
    ("light_horse", {}),
    ("wagon", {}),
    ("armored_foot", {}),
    ("archers", {}),
    ("light_catapult", {}),
    ("heavy_foot", {}),
    ("levies", {}),
    ("pikemen", {}),
]


def test_the_order_of_precedence() -> None:
    """CM-HIST-06: from other knights down to pike-armed troops."""
    horse = blue("horse", 8, at=(40, 30), troop="knights")
    ranks = [precedence(horse, red("foe", 4, at=(40, 20), troop=troop, **more)) for troop, more in ORDER]
    assert ranks == list(range(1, 10))
    for troop, rank in (
        ("light_foot", 8),
        ("peasants", 8),
        ("vikings", 7),
        ("swiss_pikemen", 9),
        ("flemish_levies", 9),
        ("dismounted_knights", 4),
        ("crossbowmen", 5),
        ("bombard", 6),
    ):
        assert precedence(horse, red("foe", 4, at=(40, 20), troop=troop)) == rank


@pytest.mark.parametrize("field_name", ["fired_on_by", "under_fire"])
def test_missile_troops_who_fired_at_them_come_third(field_name: str) -> None:
    """CM-HIST-06: this turn or last."""
    horse = blue("horse", 8, at=(40, 30), troop="knights", **{field_name: ("foe",)})
    assert precedence(horse, red("foe", 4, at=(40, 20), troop="archers")) == 3
    assert precedence(horse, red("others", 4, at=(40, 20), troop="archers")) == 5


def test_who_fired_at_them_is_remembered_for_a_turn() -> None:
    """CM-HIST-06: fire comes after the moves of a turn."""
    battle = facing_foe(own={"fired_on_by": ("foot",)}, at=(40, 50))
    assert play(battle, BeginTurn()).unit("knights").own.past.under_fire == ("foot",)


def test_they_charge_the_first_by_precedence_and_of_equals_the_nearest() -> None:
    """CM-HIST-06."""
    better = facing_foe(red("horse", 4, at=(50, 18), troop="light_horse"))
    assert play(better, DUE, "1").events_of(Declared)[0].target == "horse"
    equal = facing_foe(red("nearer", 6, at=(44, 20)))
    assert play(equal, DUE, "1").events_of(Declared)[0].target == "nearer"


def test_a_better_target_that_no_charge_reaches_is_passed_over() -> None:
    """CM-HIST-06: they take the first they can get at."""
    hidden = facing_foe(red("horse", 2, at=(40, 14), troop="light_horse"))
    assert play(hidden, DUE, "1").events_of(Declared)[0].target == "foot"


# ---------------------------------------------------------------- written orders


def test_a_written_order_is_replaced_by_their_charge() -> None:
    """CM-HIST-04: after all orders are shown, before anybody moves."""
    battle = facing_foe(turn_system="simultaneous")
    asked = play(battle, WriteOrders())
    away = Planned((march("knights", ahead(1)),))
    shown = asked.at_once(away, Planned(()))
    assert shown.roll.rules == ("CM-HIST-04", "CM-HIST-06")
    played = shown.then("2")
    (order,) = [one.order for one in played.battle.own.written if one.unit == "knights"]
    assert order.action == "charge"
    assert played.unit("knights").own.turn.charged
    kept = shown.then("6")
    (order,) = [one.order for one in kept.battle.own.written if one.unit == "knights"]
    assert order == march("knights", ahead(1))


def test_written_orders_of_others_are_an_example() -> None:
    """CM-HIST-05: they see who is about to move toward the enemy."""
    battle = facing_foe(blue("friends", 6, at=(70, 30)), turn_system="simultaneous")
    shown = play(battle, WriteOrders()).at_once(Planned((march("friends", ahead(2)),)), Planned(()))
    assert compelled(shown)["knights"][1] == ("CM-HIST-05", "CM-HIST-06")


def test_finishing_the_moves_ends_them() -> None:
    """CM-HIST-04: knights who were held may stay where they are."""
    played = play(facing_foe(), DUE, Moves("blue"), "6", FINISH)
    assert not played.unit("knights").own.turn.moved
