"""Fire, engines, and the smaller decisions."""

from __future__ import annotations

from schiltron.battle.state.decision import FINISH, Aimed, Commanded
from schiltron.rulesets.chainmail.artillery.phase import Artillery
from schiltron.rulesets.chainmail.fire.passing import PassThrough
from schiltron.rulesets.chainmail.fire.phase import Missiles
from schiltron.rulesets.chainmail.melee.joining import JoinMelees
from schiltron.rulesets.chainmail.melee.refusing import RefuseCombat
from schiltron.rulesets.chainmail.movement.initiative import ChooseOrder
from tests.captains.chainmail.asking import answer, chosen
from tests.rulesets.chainmail.positions import WEST, blue, field, locked, play, red

SIDES = ("blue", "red")


def test_fire_goes_where_it_brings_down_most() -> None:
    """CM-MISSILE-02: archers at those without armour rather than at armoured men."""
    position = field(
        blue("bows", 10, files=10, at=(40, 40), troop="archers"),
        red("mail", 12, files=6, at=(36, 28), troop="sergeants"),
        red("cloth", 12, files=6, at=(44, 28), troop="light_foot"),
    )
    assert answer(play(position, Missiles(SIDES))) == Commanded("bows", "shoot", Aimed("cloth"))


def test_those_who_stand_fire_at_who_passes_by() -> None:
    """CM-MISSILE-17."""
    position = field(
        blue("bows", 10, files=10, at=(40, 40), troop="archers"),
        red("cloth", 12, files=6, at=(44, 28), troop="light_foot", moved=True),
    )
    assert answer(play(position, PassThrough("cloth"))) == Commanded("bows", "shoot", Aimed("cloth"))


def test_catapults_do_not_fire_into_friends() -> None:
    """CM-CATAPULT-12: what falls short or beyond would strike them too."""
    position = field(
        blue("stones", 4, at=(40, 50), troop="heavy_catapult", turns_still=3),
        blue("guard", 12, files=6, at=(40, 22)),
        red("foot", 2, files=2, at=(40, 20.5)),
        turn=4,
    )
    assert answer(play(position, Artillery(SIDES))) == FINISH


def test_catapults_fire_at_the_enemy() -> None:
    position = field(
        blue("stones", 4, at=(40, 50), troop="heavy_catapult", turns_still=3),
        red("foot", 20, files=5, at=(40, 18)),
        turn=4,
    )
    said = answer(play(position, Artillery(SIDES)))
    assert isinstance(said, Commanded)
    assert said.actor == "stones"


def test_who_wins_the_die_moves_last_when_nobody_is_near() -> None:
    position = field(blue("foot", 12, files=6, at=(40, 55)), red("others", 12, files=6, at=(40, 5)))
    assert chosen(play(position, ChooseOrder("blue", "red"))) == "last"


def test_who_has_somebody_to_ride_down_moves_first() -> None:
    position = field(
        blue("knights", 8, files=8, at=(40, 40), troop="knights"),
        red("bows", 12, files=6, at=(40, 28), troop="archers"),
    )
    assert chosen(play(position, ChooseOrder("blue", "red"))) == "first"


def test_shooters_go_back_before_knights() -> None:
    """CM-MELEE-15."""
    position = field(
        blue("bows", 8, files=8, at=(40, 40), troop="archers"),
        blue("foot", 8, files=8, at=(48, 40)),
        red("knights", 8, files=8, at=(40, 39.9), troop="knights", charged=True, moved=True),
    )
    assert chosen(play(position, RefuseCombat("bows", "knights"))) == "refuse"


def test_a_unit_joins_a_melee_that_it_helps() -> None:
    """CM-MELEE-36."""
    position = field(
        blue("foot", 12, files=6, at=(40, 40)),
        red("others", 12, files=6, at=(40, 40)),
        blue("mail", 12, files=6, at=(45, 39.2), facing=WEST, troop="armored_foot"),
        contacts=[locked("foot", "others")],
    )
    said = answer(play(position, JoinMelees(SIDES)))
    assert said == Commanded("mail", "join", Aimed("others"))
