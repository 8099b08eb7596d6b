"""Individual combat of more than two: three rounds a Melee Phase, not for each enemy (BS-1.6-01), in tidy and crooked
positions."""

from __future__ import annotations

from collections import Counter

import pytest

from schiltron.battle.state.event import Struck
from schiltron.rulesets.battlesystem.melee.duels import IndividualCombats
from schiltron.rulesets.battlesystem.state import Unit
from tests.rulesets.battlesystem.crooked import CROOKED, Crooked
from tests.rulesets.battlesystem.positions import Played, choose, field, person, play, rules


def hero(name: str, side: str, at: tuple[float, float], **more) -> Unit:
    return person(name, side, at=at, **{"hit_points": 60, "thac0": 20, **more})


def fought(played: Played, picks: dict[int, str] | None = None) -> Played:
    """All of it, every blow a miss; whoever must choose takes the pick of the round, or the first."""
    while not played.over:
        if played.battle.decisions:
            number = int(played.decision.prompt.split()[1].rstrip(":"))
            options = [option.key for option in played.decision.options]
            played = played.then(choose((picks or {}).get(number, options[0])))
        else:
            played = played.then(" | ".join(" ".join(["1"] * pool.count) for pool in played.roll.pools))
    return played


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize("aside", [0, 0.3])
def test_a_hero_between_two_has_three_rounds_of_blows(crooked: Crooked, aside: float) -> None:
    """BS-1.6-01: three blows of his in all, three of each of the enemy at him."""
    units = [
        hero("roland", "blue", (48, 30)),
        hero("orm", "red", (48 - aside, 29.5)),
        hero("ulf", "red", (48 + aside, 30.5)),
    ]
    begun = play(crooked(field(*units)), IndividualCombats())
    assert begun.decision.prompt == "Round 1: at whom does Roland strike?"
    over = fought(begun, {1: "orm", 2: "ulf", 3: "ulf"})
    blows = Counter((one.unit, one.target) for one in over.events_of(Struck))
    assert blows == {("roland", "orm"): 1, ("roland", "ulf"): 2, ("orm", "roland"): 3, ("ulf", "roland"): 3}


@pytest.mark.parametrize("crooked", CROOKED)
def test_a_chain_of_heroes_fights_its_three_rounds_together(crooked: Crooked) -> None:
    """BS-1.6-01: four in a row, of which the two in the middle touch two enemies each."""
    names = (("a", "blue"), ("b", "red"), ("c", "blue"), ("d", "red"))
    units = [hero(name, side, (47 + number * 0.5, 30)) for number, (name, side) in enumerate(names)]
    over = fought(play(crooked(field(*units)), IndividualCombats()))
    assert Counter(one.unit for one in over.events_of(Struck)) == {"a": 3, "b": 3, "c": 3, "d": 3}


def test_two_apart_and_two_apart_have_three_rounds_each() -> None:
    """BS-1.6-01: who does not touch the others fights his own combat."""
    units = [
        hero("a", "blue", (40, 30)),
        hero("b", "red", (40.5, 30)),
        hero("c", "blue", (60, 30)),
        hero("d", "red", (60, 30.5)),
    ]
    begun = play(field(*units), IndividualCombats())
    assert begun.roll.purpose == "round 1 of A against B: the higher strikes first"
    over = fought(begun)
    assert Counter(one.unit for one in over.events_of(Struck)) == {"a": 3, "b": 3, "c": 3, "d": 3}


def test_the_highest_strikes_first_and_the_dead_strike_no_more() -> None:
    """BS-5.2-01: moment by moment; who falls before his turn does not strike, and nobody strikes at the fallen."""
    units = [
        hero("roland", "blue", (48, 30), thac0=1, half_attacks=2),
        hero("orm", "red", (47.8, 29.5), hit_points=1),
        hero("ulf", "red", (48.2, 30.5)),
    ]
    begun = play(field(*units), IndividualCombats(), choose("orm"))
    assert begun.roll.purpose == "round 1 of Roland, Orm and Ulf: the highest strikes first"
    cut = begun.then("6 | 1 | 3", "20", "8")
    assert cut.unit("orm").figures == 0
    assert [pool.whose for pool in cut.roll.pools] == ["red"]
    second = cut.then("1")
    assert second.roll.purpose.startswith("round 2 of Roland against Ulf")


def test_nobody_strikes_at_whom_he_does_not_touch() -> None:
    """BS-9.4-07."""
    units = [
        hero("roland", "blue", (48, 30)),
        hero("orm", "red", (47.8, 29.5)),
        hero("ulf", "red", (48.2, 30.5)),
        hero("far", "red", (60, 30)),
    ]
    assert "BS-9.4-07" in rules(play(field(*units), IndividualCombats()).refusal(choose("far")))
