"""Orders to shoot: in the middle of a move, at several targets, or not at all."""

from __future__ import annotations

from schiltron.battle.state.decision import FINISH, Aimed, Commanded, PathDrawn
from schiltron.captains.battlesystem.captain import BattlesystemCaptain
from schiltron.rulesets.battlesystem.missiles.crews import Crews
from schiltron.rulesets.battlesystem.missiles.passing import PassThrough
from schiltron.rulesets.battlesystem.missiles.phase import Shooting
from schiltron.rulesets.battlesystem.movement.phase import Moves
from schiltron.rulesets.battlesystem.state import Battle, Machine
from schiltron.table.lengths import inches
from schiltron.table.outline import gap
from schiltron.table.pose import Pose
from tests.captains.battlesystem.asking import answer, chosen
from tests.rulesets.battlesystem.positions import (
    DAGGER,
    GOBLIN,
    LONGBOW,
    LONGSWORD,
    SHORTBOW,
    WARHORSE,
    blue,
    creature,
    field,
    person,
    play,
    red,
    skirmishers,
)

CLOTH = creature("human", mv=12, ac=9)
CHAMPION = creature("human", 4, ac=2, fights_as=("fighter", 4), order="lawful")


def raiders() -> Battle:
    return field(
        *skirmishers("riders", "blue", [(46, 42), (50, 42)], missile=SHORTBOW, mount=WARHORSE, weapon=DAGGER),
        red("levy", 16, files=8, at=(48, 22), of=CLOTH, formation="closed"),
        person("sheriff", "red", with_="levy", rank="unit", radius=12),
    )


def test_horse_archers_ride_up_shoot_and_ride_off() -> None:
    """BS-10.5-01: half a move, a shot, and away from the charge that would follow."""
    captain, played = BattlesystemCaptain(), play(raiders(), Moves("blue"))
    order = answer(played, captain)
    assert isinstance(order, Commanded)
    assert order.action == "split"
    played = played.then(order)
    shot = answer(played, captain)
    assert shot == Commanded(order.actor, "shoot", Aimed("levy"))
    played = played.then(shot).then("3 3")
    away = answer(played, captain)
    assert isinstance(away, PathDrawn)
    battle = played.then(away).battle
    assert gap(battle.units[order.actor].outline, battle.units["levy"].outline) > gap(
        played.battle.units[order.actor].outline, played.battle.units["levy"].outline
    )


def test_who_may_not_split_fire_just_moves() -> None:
    """BS-10.5-01: archers on foot do not."""
    position = field(
        blue("bows", 8, files=8, at=(48, 42), missile=SHORTBOW),
        red("levy", 16, files=8, at=(48, 22), of=CLOTH),
    )
    order = answer(play(position, Moves("blue")))
    assert isinstance(order, Commanded)
    assert order.action != "split"


def stragglers() -> Battle:
    """Two targets before the halves of a front."""
    return field(
        blue("bows", 24, files=12, at=(48, 40), missile=LONGBOW),
        red("left", 1, original=12, at=(43, 34), of=CLOTH),
        red("right", 1, original=12, at=(53, 34), of=CLOTH),
    )


def test_a_volley_is_divided_where_one_target_is_too_small_for_it() -> None:
    """BS-2.8-05: two stragglers to the left, more to the right; either would fall to a part of the bows."""
    captain, played = BattlesystemCaptain(), play(stragglers(), Shooting("blue", "phase"))
    first = answer(played, captain)
    assert isinstance(first, Commanded)
    assert isinstance(first.form, Aimed)
    assert first.form.last_file is not None
    played = played.then(first)
    while played.battle.roll is not None:
        played = played.then("6 6")
    second = answer(played, captain)
    assert isinstance(second, Commanded)
    assert isinstance(second.form, Aimed)
    assert {first.form.target, second.form.target} == {"left", "right"}


def test_nobody_divides_a_volley_in_haste() -> None:
    told = answer(play(stragglers(), Shooting("blue", "phase")), BattlesystemCaptain(hasty=True))
    assert isinstance(told, Commanded)
    assert told.form in (Aimed("left"), Aimed("right"))


def charged(unit: str, **more: object) -> Battle:
    """Few goblins about to come upon archers."""
    return field(
        blue("bows", 12, files=6, at=(48, 40), missile=LONGBOW, **more),
        red(unit, 4, files=4, at=(48, 39.6), of=GOBLIN),
    )


def test_who_strikes_better_than_he_shoots_keeps_his_hands_free() -> None:
    """BS-10.2-04: who has shot cannot fight whoever then comes upon him."""
    near = PassThrough("goblins", "contact", near="bows")
    strong = charged("goblins", of=CHAMPION, weapon=LONGSWORD)
    assert answer(play(strong, near)) == FINISH
    weak = charged("goblins", of=creature("kobold", 1, -4, ac=9), weapon=DAGGER, ar=25)
    assert answer(play(weak, near)) == Commanded("bows", "shoot", Aimed("goblins"))


def test_nobody_shoots_before_the_moves_who_will_have_to_fight() -> None:
    """BS-10.2-01, BS-10.2-04: the goblins may be upon them this round; from afar they may not."""

    def early(y: float) -> Battle:
        return field(
            blue("guard", 12, files=6, at=(48, 40), missile=LONGBOW, of=CHAMPION, weapon=LONGSWORD),
            red("goblins", 8, files=8, at=(48, y), of=GOBLIN),
        )

    assert answer(play(early(36), Shooting("blue", "initial"))) == FINISH
    assert answer(play(early(26), Shooting("blue", "initial"))) == Commanded("guard", "shoot", Aimed("goblins"))


def crewless(foe: float) -> Battle:
    return field(
        *skirmishers("hands", "blue", [(48, 49.3)], of=creature("human", 10)),
        red("goblins", 12, files=6, at=(48, foe), of=GOBLIN),
        machines=(Machine("ballista", "The Old Lady", "blue", Pose(inches(48), inches(48), 0), "crew"),),
    )


def test_a_piece_is_served_while_it_has_marks_and_is_not_overrun() -> None:
    """BS-10.10-02."""
    assert chosen(play(crewless(30), Crews("blue"))) == "take"
    assert chosen(play(crewless(42), Crews("blue"))) == "leave"
