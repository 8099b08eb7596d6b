"""Nobody stands for ever before some ground, or leaves a beaten enemy behind it alone."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.state.field import in_melee
from schiltron.captains.battlesystem.captain import BattlesystemCaptain
from schiltron.captains.battlesystem.moving import best_of
from schiltron.captains.battlesystem.situation import PATIENT, Situation
from schiltron.rulesets.battlesystem.movement.phase import Moves
from schiltron.rulesets.battlesystem.state import Battle, with_turn
from schiltron.table.outline import gap
from tests.captains.battlesystem.asking import answer
from tests.rulesets.battlesystem.positions import GOBLIN, LONGBOW, blue, field, person, piece, play, red

LONG = 16
"""More rounds than anybody should need."""


def rested(battle: Battle, turn: int) -> Battle:
    """The next round, for moves alone."""
    fresh = {"spent": 0, "moved": False, "acted": False, "had_order": False, "charged": False}
    units = {key: with_turn(unit, **fresh) for key, unit in battle.units.items()}
    return replace(battle, turn=turn, units=units)


def rounds_until_blows(battle: Battle) -> int:
    """How many rounds blue takes to come upon an enemy who stands where he is; dice fall low."""
    captain = BattlesystemCaptain()
    for turn in range(1, LONG + 1):
        played = play(rested(battle, turn), Moves("blue"))
        while played.battle.decisions or played.battle.roll is not None:
            roll = played.battle.roll
            low = "" if roll is None else " ".join("1" for pool in roll.pools for _ in range(pool.count))
            played = played.then(low or answer(played, captain))
        battle = played.battle
        if any(in_melee(battle, unit) for unit in battle.standing()):
            return turn
    return LONG + 1


@pytest.mark.parametrize(
    ("kind", "ground", "foe", "most"),
    [
        ("woods", (36, 30, 44, 36), (40, 20), 7),
        ("woods", (36, 24, 44, 46), (46, 35), 8),
        ("pond", (36, 24, 44, 46), (40, 20), 10),
        ("prohibited", (36, 30, 44, 36), (40, 29.6), 8),
        ("building", (24, 30, 56, 36), (40, 29.6), LONG),
    ],
)
def test_ground_in_the_way_is_gone_through_or_round(
    kind: str, ground: tuple[float, float, float, float], foe: tuple[float, float], most: int
) -> None:
    position = field(
        blue("swords", 12, files=6, at=(40, 50), formation="closed"),
        person("chief", "blue", with_="swords", rank="unit", radius=12),
        red("goblins", 4, files=4, at=foe, of=GOBLIN),
        features=[piece(kind, *ground)],
    )
    assert rounds_until_blows(position) <= most


def test_nobody_stands_about_but_shooters_stay_where_they_shoot() -> None:
    position = field(
        blue("swords", 12, files=6, at=(20, 60)),
        blue("bows", 8, files=8, at=(60, 40), missile=LONGBOW),
        red("goblins", 4, files=4, at=(60, 30), of=GOBLIN),
    )
    situation = Situation(position, "blue")
    swords, foe = position.units["swords"], position.units["goblins"]
    trial = best_of(situation, swords).trial
    assert trial is not None
    assert gap(trial.unit.outline, foe.outline) < gap(swords.outline, foe.outline)
    assert best_of(situation, position.units["bows"]).trial is None


def test_the_longer_it_takes_the_more_an_enemy_draws() -> None:
    """BS-S0-14: nothing is won while he stands. As many archers are left alone at first."""

    def goes(turn: int) -> bool:
        position = field(
            blue("swords", 8, files=8, at=(40, 34), formation="closed"),
            person("chief", "blue", with_="swords", rank="unit", radius=12),
            red("bows", 12, files=6, at=(40, 10), missile=LONGBOW, formation="closed"),
            person("sheriff", "red", with_="bows", rank="unit", radius=12),
            turn=turn,
        )
        trial = best_of(Situation(position, "blue"), position.units["swords"]).trial
        return trial is not None and trial.unit.pose.y < position.units["swords"].pose.y

    assert not goes(1)
    assert goes(PATIENT + 18)
