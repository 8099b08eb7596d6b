"""What a captain of BATTLESYSTEM is like shows in what he does."""

from __future__ import annotations

from typing import Any

from schiltron.captains.battlesystem.moving import best_of
from schiltron.captains.battlesystem.situation import Situation
from schiltron.captains.temperament import ARCHER, BOLD, CAREFUL, EVEN, HORSEMAN, Temperament
from schiltron.rulesets.battlesystem.state import Battle
from schiltron.table.outline import gap
from tests.rulesets.battlesystem.positions import LONGBOW, WARHORSE, blue, field, person, red

BOWS: dict[str, Any] = {"missile": LONGBOW}


def facing(figures: int, far: float, us: dict[str, Any] | None = None, foe: dict[str, Any] | None = None) -> Battle:
    """Sixteen of us before so many of them."""
    return field(
        blue("us", 16, files=8, at=(50, far), formation="closed", **(us or {})),
        person("chief", "blue", with_="us", rank="unit", radius=12),
        red("foe", figures, files=figures // 2, at=(50, 10), formation="closed", **(foe or {})),
        person("sheriff", "red", with_="foe", rank="unit", radius=12),
    )


def attacks(position: Battle, temperament: Temperament) -> bool:
    trial = best_of(Situation(position, "blue", temperament=temperament), position.units["us"]).trial
    return trial is not None and bool(trial.met)


def nearer(position: Battle, temperament: Temperament) -> float:
    us, foe = position.units["us"], position.units["foe"]
    trial = best_of(Situation(position, "blue", temperament=temperament), us).trial
    return 0.0 if trial is None else gap(us.outline, foe.outline) - gap(trial.unit.outline, foe.outline)


def test_a_bold_captain_attacks_where_others_shoot() -> None:
    position = facing(12, 18, BOWS)
    assert attacks(position, BOLD)
    assert not attacks(position, EVEN)


def test_a_careful_captain_draws_back_from_bows_that_others_go_for() -> None:
    position = facing(8, 28, foe=BOWS)
    assert nearer(position, CAREFUL) < 0 < nearer(position, EVEN)


def test_an_archer_goes_up_to_shoot_at_more_of_them() -> None:
    position = facing(20, 34, BOWS, BOWS)
    assert nearer(position, ARCHER) > 0 >= nearer(position, EVEN)


def test_a_horseman_charges_where_others_hold_their_horse_back() -> None:
    position = facing(60, 24, {"mount": WARHORSE})
    assert attacks(position, HORSEMAN)
    assert not attacks(position, EVEN)
