"""Battles with every option of the book in use: recruits and captains find an answer to all that is asked."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from schiltron.battle.door.dice import FastDice
from schiltron.battle.state.battle import Side
from schiltron.battle.state.decision import Zone
from schiltron.battle.state.event import AnyEvent
from schiltron.captains.play import play
from schiltron.captains.roster import captain_named
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.catalogue import QUARTERMASTER
from schiltron.rulesets.chainmail.options import SWITCHES
from schiltron.rulesets.chainmail.state import Battle
from schiltron.rulesets.quartermaster import Enlisted, Field
from schiltron.table.edges import Board
from schiltron.table.lengths import inches
from schiltron.table.terrain import Feature
from tests.rulesets.chainmail.positions import piece

SYSTEMS = ("move_counter_move", "simultaneous")
SIDES = ("blue", "red")
OPTIONS: dict[str, Any] = {
    **dict.fromkeys(("prisoners", "impetus", "standing_horse", "hedgehog", "organization", "knights"), "on"),
    **dict.fromkeys(
        ("peasants", "levies", "mercenaries", "stakes", "schiltrons", "saracens", "religious_orders", "burning"), "on"
    ),
    **dict.fromkeys(("fantasy", "combinations", "regeneration"), "on"),
    "line_up": "free",
    "commander": "all_dice",
    "baggage": "off_table",
    "weather": "rolled",
    "turn_limit": 12,
    "attrition": 10,
}


def one(troop: str, figures: int, **equipment: Any) -> Enlisted:
    return Enlisted(troop, figures, equipment=equipment)


ARMY = (
    one("light_catapult", 4),
    one("light_catapult", 2),
    one("knights_of_an_order", 6),
    one("peasants", 12),
    one("medium_horse", 8, brigaded="light_horse", brigaded_figures=3),
    one("english_longbowmen", 8),
    one("saracen_horse", 6),
    one("scots_pikemen", 12),
    one("swiss_pikemen", 12),
    one("heavy_foot", 10, mercenary=True),
    one("light_horse", 8),
    one("army_commander", 1),
    one("dwarves", 8),
    one("goblins", 10),
    one("elves", 6, sword=1),
    one("orcs", 8),
    one("ogres", 2),
    one("hero", 1, armed_as="heavy_horse", sword=1, also="magician"),
    one("true_troll", 1),
)


def opening(system: str, ground: Iterable[Feature] = (), **switches: Any) -> Battle:
    """The same army twice on a narrow table, so that camps are soon reached."""
    zones = (
        ("blue", Zone(0, inches(34), inches(96), inches(48))),
        ("red", Zone(0, 0, inches(96), inches(14))),
    )
    battlefield = Field(
        title="all options",
        board=Board(inches(96), inches(48), tuple(ground)),
        sides=tuple(Side(side, side.capitalize(), side) for side in SIDES),
        armies=tuple((side, ARMY) for side in SIDES),
        zones=zones,
        ground="fixed",
        switches={**OPTIONS, "turn_system": system, **switches},
    )
    assert not QUARTERMASTER.check_field(battlefield)
    return QUARTERMASTER.prepare(battlefield)


def fought(system: str, name: str, seed: int, ground: Iterable[Feature] = (), **switches: Any) -> set[str]:
    """The rules that were told of in a battle fought to its end."""
    told: set[str] = set()

    def hear(_battle: Any, events: tuple[AnyEvent, ...]) -> None:
        told.update(rule for event in events for rule in event.rules)

    captains = {side: captain_named(name, CHAINMAIL, 2 * seed + place) for place, side in enumerate(SIDES)}
    end = play(CHAINMAIL, opening(system, ground, **switches), captains, FastDice(Random(seed)), on_events=hear)
    assert end.outcome is not None
    return told


def test_every_option_is_in_use() -> None:
    """CM-SETUP-09: all switches that are either on or off are on."""
    plain = [switch.name for switch in SWITCHES.listed if tuple(one.value for one in switch.choices) == ("off", "on")]
    assert plain
    assert all(OPTIONS.get(name) == "on" for name in plain)


@pytest.mark.parametrize("system", SYSTEMS)
def test_recruits_find_an_answer_to_everything(system: str) -> None:
    """CM-CATAPULT-07, CM-HIST-01, CM-HIST-09, CM-HIST-41, CM-HIST-44 come up among others."""
    told = set().union(*(fought(system, "recruit", seed) for seed in range(6)))
    assert {"CM-CATAPULT-07", "CM-HIST-41", "CM-HIST-42", "CM-HIST-43", "CM-HIST-44", "CM-HIST-37"} <= told


@pytest.mark.parametrize("system", SYSTEMS)
def test_captains_find_an_answer_to_everything(system: str) -> None:
    """The same with captains."""
    assert "CM-HIST-41" in fought(system, "captain", 1)


WOODED = tuple(
    piece(kind, left, top, left + 9, top + 8)
    for kind, left, top in (
        ("woods", 4, 12),
        ("brush", 14, 12),
        ("brush", 40, 19),
        ("woods", 50, 28),
        ("woods", 80, 21),
    )
)


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("name", ["recruit", "captain"])
def test_battles_in_which_cover_burns_come_to_an_end(system: str, name: str) -> None:
    """CM-WEATHER-04: in the heat, on a table of woods and brush."""
    told: set[str] = set()
    for seed in range(4 if name == "recruit" else 1):
        told |= fought(system, name, seed, WOODED, weather="clear", attrition=5)
    assert name == "captain" or "CM-WEATHER-04" in told
