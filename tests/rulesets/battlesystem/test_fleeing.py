"""Who flees from a melee: blows at his back (BS-8.8-02, BS-8.8-03, BS-11.6-02), in tidy and in crooked positions."""

from __future__ import annotations

import pytest

from schiltron.battle.state.battle import Engagement
from schiltron.battle.state.event import Fell, Struck
from schiltron.rulesets.battlesystem.melee.fights import frozen
from schiltron.rulesets.battlesystem.movement.phase import Moves
from schiltron.rulesets.battlesystem.state import Battle, Unit
from tests.rulesets.battlesystem.crooked import CROOKED, Crooked
from tests.rulesets.battlesystem.positions import (
    ORC,
    PIKE,
    Played,
    blue,
    field,
    locked,
    order,
    person,
    play,
    red,
    skirmishers,
)


def men(figures: int = 6, *, files: int = 6, at=(48, 30), **more) -> Unit:
    return blue("men", figures, files=files, at=at, **{"formation": "closed", "large_shields": True, **more})


def orcs(figures: int = 6, *, files: int = 6, at=(48, 30), name: str = "orcs", **more) -> Unit:
    return red(name, figures, files=files, at=at, **{"of": ORC, "formation": "closed", "ar": 18, **more})


def fled(crooked: Crooked, *units: Unit, contacts: list[Engagement], who: str = "men") -> Played:
    captain = person("captain", "blue", with_="men", rank="unit", radius=10)
    position = field(*units, *((captain,) if who == "men" else ()), contacts=contacts)
    return play(crooked(position), Moves("blue"), order(who, "flee"))


def blow(battle: Battle, key: str, target: str, fleeing: str) -> tuple[int, int, int]:
    """Figures that strike, their AR, and the AC they meet."""
    made = frozen(battle, key, target, fleeing=fleeing)
    assert made is not None
    return made.figures.total, made.rating.total, made.armour.total


def back_and_armour(struck: Struck) -> tuple[int, int]:
    """What the back of the fleeing is worth, and the AC."""
    return {term.rule: term.value for term in struck.tallies[1].terms}["BS-8.8-03"], struck.tallies[2].total


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize("stance", ["", "shield_wall", "shield_ring"])
def test_who_flees_has_no_shield_wall(crooked: Crooked, stance: str) -> None:
    """BS-11.6-02, BS-8.8-03: the wall is given up, and the blows fall at AC 6 with AR -2, front or not."""
    promised = crooked(field(men(stance=stance), orcs(), contacts=[locked("orcs", "men")]))
    assert blow(promised, "orcs", "men", "men")[2] == 6
    made = fled(crooked, men(stance=stance), orcs(), contacts=[locked("orcs", "men")])
    done = made.then("6 6")
    (struck,) = done.events_of(Struck)
    assert back_and_armour(struck) == (-2, 6)
    assert done.unit("men").own.stance == ""


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize(("aside", "reach"), [(0, 4), (2.25, 3), (3, 2), (-3, 2), (3.7, 2)])
def test_only_figures_in_contact_strike_at_the_fleeing(crooked: Crooked, aside: float, reach: int) -> None:
    """BS-8.8-03: pikes of the second and third row, and those beside the line in contact, do not."""
    pikes = orcs(24, files=8, at=(48 + aside, 30), weapon=PIKE)
    made = fled(crooked, men(4, files=4), pikes, contacts=[locked("orcs", "men")])
    touching, _, _ = blow(made.battle, "orcs", "men", "men")
    in_melee = frozen(made.battle, "orcs", "men")
    assert in_melee is not None
    assert in_melee.figures.total > touching
    (struck,) = made.then("6 6").events_of(Struck)
    assert struck.tallies[0].total == touching
    assert abs(touching - reach) <= 1


@pytest.mark.parametrize("crooked", CROOKED)
def test_of_skirmishers_those_who_stay_are_not_struck_at(crooked: Crooked) -> None:
    """BS-8.8-03, BS-2.9-05: the figures that touch the one who flees strike, and he takes it."""
    scouts = skirmishers("scouts", "blue", [(45.8, 30.375), (50.2, 30.375)])
    contacts = [locked("orcs", "scouts-1"), locked("orcs", "scouts-2")]
    made = fled(crooked, *scouts, orcs(ar=2), contacts=contacts, who="scouts-2")
    touching, _, _ = blow(made.battle, "orcs", "scouts", "scouts-2")
    assert touching <= 2
    both = frozen(made.battle, "orcs", "scouts")
    assert both is not None
    assert both.figures.total > touching
    done = made.then("2 2")
    assert {event.unit for event in done.events_of(Fell)} == {"scouts-2"}


@pytest.mark.parametrize("crooked", CROOKED)
def test_figures_that_touch_two_enemies_strike_at_the_one_who_flees(crooked: Crooked) -> None:
    """BS-8.8-03: nobody has been told off to the other yet."""
    other = blue("others", 4, files=4, at=(51, 30), formation="closed")
    position = (men(4, files=4, at=(48, 30)), other, orcs(8, files=8, at=(49.5, 30)))
    contacts = [locked("orcs", "men"), locked("orcs", "others")]
    made = fled(crooked, *position, contacts=contacts)
    alone = field(position[0], position[2], contacts=contacts[:1])
    assert blow(made.battle, "orcs", "men", "men")[0] == blow(alone, "orcs", "men", "men")[0]


@pytest.mark.parametrize("crooked", CROOKED)
def test_each_enemy_unit_has_one_free_attack(crooked: Crooked) -> None:
    """BS-8.8-03: one in front and one at the flank, both at AR -2 and at no shields."""
    flank = red("more", 4, files=4, at=(51, 30.4), facing=270, of=ORC, formation="closed", ar=18)
    contacts = [locked("orcs", "men"), locked("more", "men", "right")]
    made = fled(crooked, men(8, files=8, stance="shield_wall"), orcs(), flank, contacts=contacts)
    struck = made.then("6 6").then("6 6").events_of(Struck)
    assert {one.unit: back_and_armour(one) for one in struck} == {"more": (-2, 6), "orcs": (-2, 6)}
