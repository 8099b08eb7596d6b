"""What a captain does with its units when it may move: small positions with one sensible answer."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.captains.by_this_axe.expectations import _turning, crowding, hemmed_in
from schiltron.captains.by_this_axe.moving import _charges, best_charge, marches
from schiltron.captains.by_this_axe.situation import Situation
from schiltron.captains.by_this_axe.tried_moves import Trial
from schiltron.rulesets.by_this_axe.state import Battle
from schiltron.table.lengths import inches
from schiltron.table.outline import gap
from tests.captains.by_this_axe.asking import contacts, moved
from tests.rulesets.by_this_axe.positions import EAST, Played, blue, field, locked, piece, place, red

KNIGHTS = {"fc": 4, "armour": "heavy", "shield": True, "mounted": True, "melee": ("lance", "sword")}
GUARD = {"fc": 4, "armour": "heavy", "shield": True}
AXES = {"fc": 3, "armour": "medium", "shield": True}


def apart(played: Played, one: str, other: str) -> int:
    return gap(played.unit(one).outline, played.unit(other).outline)


def test_guards_charge_archers_within_reach() -> None:
    played, _ = moved(field(blue("guard", 6, at=(24, 30), **GUARD), red("bows", 6, at=(24, 25), ranged=("longbow",))))
    assert contacts(played) == {"guard": ("bows", "front")}


def test_a_charge_in_hand_is_worth_more_than_a_better_one_in_hope() -> None:
    """Archers far off would be easier prey than the six axes who stand there, outnumbered."""
    played, _ = moved(
        field(
            blue("house", 8, at=(24, 28), **AXES),
            red("axes", 6, at=(24, 23), **AXES),
            red("bows", 6, at=(44, 20), ranged=("longbow",)),
        )
    )
    assert contacts(played) == {"house": ("axes", "front")}


def test_who_cannot_quite_reach_a_foe_comes_nearer() -> None:
    """TA-TERR-02: scrub costs more than the eight inches of his move have over; he does not wait for that to change."""
    played, _ = moved(
        field(
            blue("guard", 8, at=(24, 31), **GUARD),
            red("bows", 6, at=(24, 23.8), ranged=("longbow",)),
            features=[piece("scrub", 16, 25, 32, 29)],
        )
    )
    assert not contacts(played)
    assert apart(played, "guard", "bows") < inches(4)


def test_foot_does_not_run_from_horse() -> None:
    """Horse is faster: who turns his back is ridden down all the same."""
    played, _ = moved(field(blue("levy", 10, files=5, at=(24, 30), fc=1), red("knights", 5, at=(24, 12), **KNIGHTS)))
    assert place(played.unit("levy"))[1] <= 31


def test_he_knows_where_a_unit_has_no_room_to_turn() -> None:
    def hemmed(battle: Battle) -> bool:
        situation = Situation(battle, "blue")
        return hemmed_in(battle, situation.body(battle, battle.units["axes"]))

    assert hemmed(field(blue("axes", 8, at=(71.5, 24), facing=EAST)))
    assert not hemmed(field(blue("axes", 8, at=(30, 24), facing=EAST)))


# ---------------------------------------------------------------- when not to


@pytest.mark.parametrize(("ranged", "charges"), [(("longbow",), False), ((), True)])
def test_who_shoots_better_waits_with_a_doubtful_charge(ranged: tuple[str, ...], charges: bool) -> None:
    """Every turn costs the enemy something and his own archers nothing; with men who do not shoot he would go."""
    others = blue("others", 8, at=(60, 44), ranged=ranged)
    played, _ = moved(field(blue("house", 8, at=(24, 28), **AXES), red("axes", 9, at=(24, 23), **AXES), others))
    assert bool(contacts(played)) is charges


def test_the_stronger_do_not_throw_a_unit_away() -> None:
    """Six against nine is a bad charge, however many friends stand behind."""
    rest = [blue(f"rest{number}", 8, files=4, at=(40 + 10 * number, 44), **AXES) for number in range(3)]
    played, _ = moved(field(blue("house", 6, at=(24, 28), **AXES), red("axes", 9, at=(24, 23), **AXES), *rest))
    assert not contacts(played)


@pytest.mark.parametrize(("figures", "withdraws"), [(8, False), (5, False), (4, True), (2, True)])
def test_a_unit_down_to_half_goes_out_of_bowshot(figures: int, withdraws: bool) -> None:
    """TA-MORALE-02, TA-MORALE-19: the next arrows may drive it off, and one unit more is lost."""
    played, _ = moved(
        field(
            blue("house", figures, at=(24, 33.5), original=8, **AXES),
            red("bows", 8, at=(24, 14.5), ranged=("longbow",)),
        )
    )
    far = apart(played, "house", "bows")
    assert far > inches(24) if withdraws else far < inches(16)


def test_a_friend_in_a_melee_is_worse_to_stand_beside() -> None:
    """TA-MORALE-04: he is likelier to run, and those within 6 inches with him."""

    def cost(battle: Battle) -> float:
        situation = Situation(battle, "blue")
        body, *friends = situation.friends
        return crowding(body, friends)

    units = (
        blue("reserve", 8, at=(24, 34), **AXES),
        blue("house", 8, at=(24, 30), **AXES),
        red("axes", 8, at=(24, 30), **AXES),
    )
    assert cost(field(*units, contacts=[locked("house", "axes", "front")])) > cost(field(*units)) > 0


@pytest.mark.parametrize(("barred", "hasty", "aside"), [(False, True, False), (True, True, True), (False, False, True)])
def test_in_haste_ways_round_are_looked_for_only_where_the_way_is_barred(
    *, barred: bool, hasty: bool, aside: bool
) -> None:
    guard = blue("guard", 6, at=(24, 34), **GUARD)
    friends = [blue("axes", 8, at=(24, 31), **AXES)] if barred else []
    battle = field(guard, *friends, red("bows", 6, at=(24, 8), ranged=("longbow",)))
    found = marches(Situation(battle, "blue", hasty=hasty), battle.units["guard"])
    assert any(abs(one.unit.pose.x - guard.pose.x) > inches(1.5) for one in found) is aside


def test_in_haste_who_is_down_to_half_looks_aside_too() -> None:
    few = replace(blue("guard", 6, at=(24, 34), **GUARD), original=14)
    battle = field(few, red("bows", 6, at=(24, 8), ranged=("longbow",)))
    found = marches(Situation(battle, "blue", hasty=True), battle.units["guard"])
    assert any(abs(one.unit.pose.x - few.pose.x) > inches(1.5) for one in found)


@pytest.mark.parametrize(("hasty", "charges"), [(False, True), (True, False)])
def test_two_charges_that_pay_only_together_are_not_thought_of_in_haste(*, hasty: bool, charges: bool) -> None:
    battle = field(
        blue("left", 8, at=(20, 30), **AXES),
        blue("right", 8, at=(29, 30.5), facing=345, **AXES),
        red("guard", 10, at=(24, 24), **GUARD),
    )
    found = best_charge(Situation(battle, "blue", hasty=hasty), ["left", "right"])
    assert (found is not None) is charges


def test_in_haste_the_first_way_onto_who_fights_already_will_do() -> None:
    battle = field(
        blue("axes", 8, at=(24, 30), **AXES),
        blue("guard", 8, at=(32, 28), facing=330, **GUARD),
        red("foe", 8, at=(24, 30), facing=180, **AXES),
        contacts=[locked("axes", "foe", "front")],
    )

    def found(*, hasty: bool) -> list[Trial]:
        situation = Situation(battle, "blue", hasty=hasty)
        body = situation.body(battle, battle.units["guard"])
        return list(_charges(situation, battle, body, situation.foes[0]))

    first, *others = found(hasty=False)
    assert others
    assert [one.command for one in found(hasty=True)] == [first.command]


def test_with_order_cards_a_foe_at_ones_side_is_not_yet_in_reach() -> None:
    """TA-CMD-13: who may turn but 45 degrees in a turn hopes for less of one beside him than of one before him."""
    house = blue("house", 8, at=(24, 24), files=8, **AXES)
    hopes = []
    for at in ((24, 18), (33, 24.5), (24, 31)):
        for command in ("cards", "none"):
            view = field(house, red("bows", 4, at=at, files=4, ranged=("longbow",)), command=command)
            situation = Situation(view, "blue")
            body = situation.body(view, view.units["house"])
            hopes.append(_turning(situation, body, situation.foes[0]))
    assert hopes[0] == hopes[1] == hopes[3] == hopes[5] == 0
    assert 0.5 < hopes[2] < 1.5 < hopes[4] <= 3
