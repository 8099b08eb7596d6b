"""Peasants dice before they do anything."""

from __future__ import annotations

from typing import Any

import pytest

from schiltron.battle.state.decision import FINISH, Aimed, Commanded, Planned
from schiltron.battle.state.event import Checked, Touched
from schiltron.rulesets.chainmail.melee.rounds import Melees
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.obedience.peasants import check_to_attack, check_to_defend
from schiltron.rulesets.chainmail.state import ROUTED, UNWILLING, Battle, Flight, Written
from schiltron.rulesets.chainmail.written.orders import WriteOrders
from tests.rulesets.chainmail.positions import (
    Played,
    ahead,
    blue,
    charge,
    commander,
    field,
    locked,
    march,
    place,
    play,
    red,
    rules,
)

ON: dict[str, Any] = {"peasants": "on"}


def village(*others: Any, enemy: str = "heavy_foot", apart: float = 4, **more: Any) -> Battle:
    return field(
        blue("peasants", 12, files=6, at=(40, 30), troop="peasants"),
        red("foe", 8, files=4, at=(40, 30 - apart), troop=enemy),
        *others,
        **{**ON, **more},
    )


def needed(played: Played) -> int:
    return int(played.roll.purpose.rsplit(": ", 1)[1].split(" ", 1)[0])


# ---------------------------------------------------------------- to move


def test_they_need_seven_to_move() -> None:
    """CM-HIST-08: else they stand unmoved and cannot be asked again (CM-HIST-10)."""
    asked = play(village(apart=20), Moves("blue"), march("peasants", ahead(3)))
    assert needed(asked) == 7
    assert place(asked.then("3 4").unit("peasants"))[1] == 27
    stood = asked.then("3 3")
    assert place(stood.unit("peasants"))[1] == 30
    assert stood.unit("peasants").own.turn.ordered == UNWILLING
    (told,) = stood.events_of(Checked)
    assert told.rules == ("CM-HIST-08", "CM-HIST-10")
    assert not told.passed


def test_a_second_order_is_refused() -> None:
    """CM-HIST-10."""
    battle = village(blue("others", 4, at=(70, 50)), apart=20)
    stood = play(battle, Moves("blue"), march("peasants", ahead(3)), "1 1")
    assert rules(stood.refusal(march("peasants", ahead(1)))) == {"CM-HIST-10"}


def test_with_the_option_off_they_obey_as_others_do() -> None:
    """CM-HIST-08."""
    played = play(village(apart=20, peasants="off"), Moves("blue"), march("peasants", ahead(3)))
    assert place(played.unit("peasants"))[1] == 27


def test_the_army_commander_helps() -> None:
    """CM-HIST-32: 1 on each of the two dice."""
    battle = village(commander("prince", "blue", with_="peasants"), apart=20, commander="required_rolls")
    asked = play(battle, Moves("blue"), march("peasants", ahead(3)))
    assert needed(asked) == 5


# ---------------------------------------------------------------- to attack and to defend


SCORES = [
    ("peasants", 4, 5),
    ("light_foot", 6, 6),
    ("levies", 6, 6),
    ("archers", 6, 6),
    ("light_catapult", 6, 6),
    ("heavy_foot", 8, 7),
    ("armored_foot", 9, 8),
    ("pikemen", 9, 8),
    ("swiss_pikemen", 9, 8),
    ("light_horse", 10, 9),
    ("medium_horse", 11, 10),
    ("heavy_horse", 12, 11),
    ("knights", 12, 11),
]


@pytest.mark.parametrize(("enemy", "attack", "defend"), SCORES)
def test_scores_by_class_of_enemy(enemy: str, attack: int, defend: int) -> None:
    """CM-HIST-09, CM-HIST-11: as the table has them."""
    battle = village(enemy=enemy)
    peasants, foe = battle.units["peasants"], battle.units["foe"]
    assert check_to_attack(battle, peasants, foe).score == attack
    assert check_to_defend(battle, peasants, foe).score == defend


@pytest.mark.parametrize("action", [march, charge])
def test_they_dice_for_the_attack_before_they_go(action: Any) -> None:
    """CM-HIST-09: one roll, not another to move; CM-HIST-10: who fails stands unmoved."""
    asked = play(village(), Moves("blue"), action("peasants", ahead(4)))
    assert needed(asked) == 8
    assert set(asked.roll.rules) == {"CM-HIST-09", "CM-HIST-10"}
    assert asked.then("4 4").events_of(Touched)
    stood = asked.then("3 4")
    assert place(stood.unit("peasants"))[1] == 30
    assert not stood.events_of(Touched)
    assert not stood.unit("peasants").own.turn.moved


def test_they_dice_before_they_are_committed_to_a_melee() -> None:
    """CM-HIST-09: joining is attacking; CM-HIST-10."""
    battle = field(
        blue("friends", 8, files=8, at=(40, 30)),
        red("foe", 12, files=12, at=(42, 30)),
        blue("peasants", 4, files=4, at=(46, 32), troop="peasants"),
        contacts=(locked("friends", "foe"),),
        **ON,
    )
    asked = play(battle, Melees(), Commanded("peasants", "join", Aimed("foe")))
    assert needed(asked) == 8
    assert asked.then("4 4").events_of(Touched)
    stood = asked.then("1 2")
    assert not stood.events_of(Touched)
    assert stood.unit("peasants").own.turn.ordered == UNWILLING


def test_in_written_orders_they_dice_when_orders_are_shown() -> None:
    """CM-HIST-08, CM-HIST-10: who will not go has no order any more."""
    battle = village(apart=20, turn_system="simultaneous")
    shown = play(battle, WriteOrders()).at_once(Planned((march("peasants", ahead(3)),)), Planned(()))
    assert needed(shown) == 7
    stood = shown.then("1 1")
    assert stood.battle.own.written == ()
    assert place(stood.unit("peasants"))[1] == 30
    gone = shown.then("6 6")
    assert place(gone.unit("peasants"))[1] == 27


# ---------------------------------------------------------------- attacked


def attacked(enemy: str, action: Any = charge, **more: Any) -> Played:
    played = play(village(enemy=enemy, **more), Moves("red"), action("foe", ahead(4)))
    while played.battle.decisions and played.decision.seat == "blue":
        played = played.then(FINISH)
    return played


@pytest.mark.parametrize(
    ("enemy", "action", "score"), [("heavy_foot", march, 7), ("heavy_foot", charge, 7), ("light_horse", charge, 9)]
)
def test_attacked_they_need_their_defend_score(enemy: str, action: Any, score: int) -> None:
    """CM-HIST-11: whoever attacks and however; it takes the place of the check against a charge of horse."""
    asked = attacked(enemy, action)
    assert needed(asked) == score
    assert asked.roll.rules == ("CM-HIST-11", "CM-HIST-12")
    stood = asked.then("6 6")
    assert stood.events_of(Touched)
    assert len(stood.events_of(Checked)) == 1


def test_who_fails_to_defend_is_routed() -> None:
    """CM-HIST-12: as if he had lost a melee."""
    fled = attacked("heavy_foot", march).then("1 1")
    unit = fled.unit("peasants")
    assert unit.own.morale.flight == Flight("rout", 1, 1500, 1)
    assert unit.has(ROUTED)
    assert not fled.battle.engagements


def test_with_the_option_off_horse_is_stood_by_the_table_of_charges() -> None:
    """CM-HIST-11."""
    asked = attacked("light_horse", peasants="off")
    assert "CM-MORALE-11" in asked.roll.rules
    assert not attacked("heavy_foot", peasants="off").battle.roll


def test_they_dice_again_when_others_join_against_them() -> None:
    """CM-HIST-11, CM-MELEE-36: attacked anew."""
    riders = red("riders", 4, files=2, at=(35, 30.75), facing=90, troop="light_horse")
    battle = village(riders, apart=0, contacts=[locked("foe", "peasants", since=0)])
    played = play(battle, Melees(), Commanded("riders", "join", Aimed("peasants")))
    assert needed(played) == 9
    assert played.then("4 4").unit("peasants").has(ROUTED)


def test_an_enemy_they_run_into_on_the_move_attacks_them() -> None:
    """CM-HIST-09, CM-HIST-11: by written orders; they have dared to move, not to attack him."""
    battle = field(
        blue("peasants", 12, files=6, at=(40, 40), troop="peasants"),
        red("swords", 8, files=4, at=(40, 26)),
        turn_system="simultaneous",
        **ON,
    )
    orders = Planned((march("peasants", ahead(8)),)), Planned((march("swords", ahead(9)),))
    moved = play(battle, WriteOrders()).at_once(*orders).then("6 6")
    assert "to defend" in moved.roll.purpose
    (contact,) = moved.then("6 6").battle.engagements
    assert (contact.attacker, contact.defender) == ("swords", "peasants")


def test_in_flight_they_try_to_rally_instead() -> None:
    """CM-HIST-11, CM-MELEE-28: who is caught has no choice left."""
    battle = field(
        blue("peasants", 12, files=6, at=(40, 30), troop="peasants", flight=Flight("rout", 1, 1500, 0), facing=180),
        red("foe", 8, files=4, at=(40, 26)),
        **ON,
    )
    caught = play(battle, Moves("red"), march("foe", ahead(4)))
    assert "CM-MELEE-28" in caught.roll.rules
    after = caught.then("6")
    assert after.battle.roll is None
    assert after.battle.engagements


# ---------------------------------------------------------------- carried on by a won charge


def carried_on(**more: Any) -> Played:
    """Peasants who charged have killed the one man before them; heavy foot stands 3 inches behind him."""
    battle = field(
        blue("peasants", 12, files=6, at=(40, 30), troop="peasants", charged=True, moved=True, spent=4000),
        red("foe", 1, at=(40, 30)),
        red("behind", 8, files=4, at=(40, 26)),
        contacts=(locked("peasants", "foe"),),
        **{**ON, **more},
    )
    return play(battle, Melees(), "6 6 6 6 6 6 | 1")


def test_whoever_a_won_charge_brings_them_onto_must_be_dared_anew() -> None:
    """CM-HIST-09 with CM-MELEE-14: 9 against heavy foot; else they stand where they have won (CM-HIST-10)."""
    asked = carried_on()
    assert asked.unit("foe").figures == 0
    assert asked.roll.rules == ("CM-HIST-09", "CM-HIST-10")
    assert "to attack Behind" in asked.roll.purpose
    score = needed(asked)
    stood = asked.then("1 1")
    assert place(stood.unit("peasants"))[1] == 30
    assert not stood.battle.engagements
    assert stood.unit("peasants").own.turn.ordered == UNWILLING
    went = asked.then(f"{score - 6} 6")
    assert locked("peasants", "behind") in went.battle.engagements
    orders = (Written("peasants", charge("peasants", ahead(4))),)
    written = carried_on(turn_system="simultaneous", written=orders).then(f"{score - 6} 6")
    assert locked("peasants", "behind") in written.battle.engagements, "what was written has been done"


def test_no_dice_are_needed_to_be_carried_on_into_the_open() -> None:
    """CM-HIST-08: it is for orders to move; with the option off nobody dares at all."""
    battle = field(
        blue("peasants", 12, files=6, at=(40, 30), troop="peasants", charged=True, moved=True, spent=4000),
        red("foe", 1, at=(40, 30)),
        red("far", 8, files=4, at=(80, 10)),
        contacts=(locked("peasants", "foe"),),
        **ON,
    )
    played = play(battle, Melees(), "6 6 6 6 6 6 | 1")
    assert played.over
    assert place(played.unit("peasants"))[1] < 30
    off = carried_on(peasants="off")
    assert locked("peasants", "behind") in off.battle.engagements


def test_they_dare_anew_where_the_enemy_did_not_stand() -> None:
    """CM-HIST-09: he fled before contact, and what is left of the charge leads onto another."""
    battle = field(
        blue("peasants", 12, files=6, at=(40, 30), troop="peasants"),
        red("foe", 8, files=8, at=(40, 27), troop="peasants"),
        red("behind", 8, files=8, at=(40, 19)),
        **ON,
    )
    dared = play(battle, Moves("blue"), charge("peasants", ahead(3)), "6 6")
    fled = dared.then("1 1")
    assert fled.unit("foe").has(ROUTED)
    assert "to attack Behind" in fled.roll.purpose
