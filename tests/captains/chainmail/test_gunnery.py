"""Where captains and lieutenants point their guns: small positions with one sensible answer."""

from __future__ import annotations

import pytest

from schiltron.battle.state.decision import FINISH, Commanded, Pointed
from schiltron.captains.chainmail import gunnery
from schiltron.captains.chainmail.objectives import Stakes
from schiltron.rulesets.chainmail.artillery.phase import candidates
from schiltron.rulesets.chainmail.state import Battle, Unit
from tests.rulesets.chainmail.positions import blue, field, red

HASTE = pytest.mark.parametrize("hasty", [False, True])


def gun() -> Unit:
    return blue("gun", 4, at=(41, 51), facing=7, troop="heavy_field_gun")


def files() -> list[Unit]:
    """A few before the gun, and a deep file beside them."""
    return [red("few", 2, files=1, at=(42, 34)), red("deep", 12, files=1, at=(47, 34), facing=187)]


def value(battle: Battle, form: Pointed) -> float:
    return gunnery.value(Stakes(battle), battle, battle.units["gun"], form)


def test_the_captain_takes_the_best_shot_of_all() -> None:
    battle = field(gun(), *files())
    shots = list(candidates(battle, battle.units["gun"]))
    best = max(shots, key=lambda form: value(battle, form))
    assert best not in shots[:2], "it is none of the first two"
    assert gunnery.fire(Stakes(battle), battle, ["gun"]) == Commanded("gun", gunnery.FIRE, best)


def test_in_haste_the_first_of_two_that_promises_anything_does(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = field(gun(), *files())
    first, second, *_ = candidates(battle, battle.units["gun"])
    reckoned: list[Pointed] = []
    worth = {first: 0.5, second: 3.0}

    def known(_: Stakes, __: Battle, ___: Unit, form: Pointed) -> float:
        reckoned.append(form)
        return worth.get(form, 9.0)

    monkeypatch.setattr(gunnery, "value", known)
    assert gunnery.fire(Stakes(battle), battle, ["gun"], hasty=True) == Commanded("gun", gunnery.FIRE, first)
    assert reckoned == [first], "the second is not reckoned"
    worth[first] = 0.0
    assert gunnery.fire(Stakes(battle), battle, ["gun"], hasty=True) == Commanded("gun", gunnery.FIRE, second)
    worth[second] = -1.0
    assert gunnery.fire(Stakes(battle), battle, ["gun"], hasty=True) == FINISH, "the others are not thought of"


@HASTE
def test_nobody_fires_through_his_own_men(*, hasty: bool) -> None:
    """CM-GUN-14: whoever is touched falls, and friends count twice."""
    own = blue("own", 12, files=1, at=(42.2, 41), facing=7)
    foes = red("few", 2, files=1, at=(42.6, 36))
    battle, free = field(gun(), own, foes), field(gun(), foes)
    assert gunnery.fire(Stakes(battle), battle, ["gun"], hasty=hasty) == FINISH
    assert gunnery.fire(Stakes(free), free, ["gun"], hasty=hasty) != FINISH
