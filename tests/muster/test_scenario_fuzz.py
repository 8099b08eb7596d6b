"""Scenarios changed at random: either a clear answer, with its place and what would be right, or a battle that recruits
can play to the end of its first turn."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from schiltron import SealedDice
from schiltron.battle.record.journal import Journal
from schiltron.battle.state.encoding import encode
from schiltron.battle.words.printable import UNPRINTABLE
from schiltron.captains.play import Unending, play_on
from schiltron.captains.roster import seated
from schiltron.muster import MusterFault, load_scenario, prepare, rulesets
from schiltron.muster.fault import Fault
from schiltron.muster.library import on_shelf
from schiltron.muster.scenario import Scenario
from schiltron.rulesets import ruleset
from tests.muster.mutations import mutated, pool, text_of

LIKE = {"chainmail": "heavy_foot", "battlesystem": "human_militia", "book_of_war": "pikemen", "by_this_axe": "spearmen"}
GROUND = {"chainmail": "marsh", "battlesystem": "swamp", "book_of_war": "marsh", "by_this_axe": "scrub"}


@cache
def files(book: str) -> tuple[str, ...]:
    """The ready scenarios of a book, as they are and with house rules in them."""
    plain = [file.read_text(encoding="utf-8") for _, file in on_shelf(book, "scenarios")]
    return (*plain, *(text_of(with_house_rules(tomllib.loads(text), book)) for text in plain))


def with_house_rules(raw: dict[str, Any], book: str) -> dict[str, Any]:
    """Its armies listed unit by unit, with a type and an item of their own, and ground of its own on a table."""
    armies = dict(on_shelf(book, "armies"))
    for side in raw["sides"].values():
        name = str(side.pop("army", "")).rpartition("/")[2]
        if name in armies:
            listed = tomllib.loads(armies[name].read_text(encoding="utf-8"))
            side |= {key: listed[key] for key in ("units", "creatures", "spells", "troops", "items") if key in listed}
        side.setdefault("troops", {})["ours"] = {"like": LIKE[book], "name": "Ours", "price": 4}
        side.setdefault("items", {})["charm"] = {"name": "Charm", "price": 3}
        for unit in side.get("units", [])[:2]:
            unit.setdefault("equipment", {})["house"] = ["charm"]
    if "table" in raw and raw.get("ground") != "rolled":
        numbers = {"loss": 2.5} if book == "by_this_axe" else {"pace": 3}
        raw["kinds"] = {"bog": {"like": GROUND[book], "name": "Bog", **numbers}}
        bog = {"form": "area", "kind": "bog", "outline": [[30, 20], [34, 20], [34, 24], [30, 24]]}
        raw["terrain"] = [*raw.get("terrain", []), bog]
    return raw


@cache
def said(book: str) -> dict[str, list[Any]]:
    return pool(map(tomllib.loads, files(book)))


def tried(book: str, seed: int, folder: Path) -> str:
    """What became of a scenario changed at random: "refused" or "played"."""
    random = Random(f"{book} {seed}")
    raw = tomllib.loads(random.choice(files(book)))
    for _ in range(random.choice((1, 1, 1, 2, 3, 5))):
        mutated(raw, random, said(book))
    path = folder / "mine.toml"
    path.write_text(text_of(raw), encoding="utf-8")
    scenario = loaded(path)
    if isinstance(scenario, Scenario):
        to_the_end_of_its_first_turn(scenario, seed)
        return "played"
    assert scenario
    for one in scenario:
        assert one.wrong, path.read_text()
        assert one.right, str(one)
        assert one.place or one.file, str(one)
        assert not UNPRINTABLE.search(f"{one.place}{one.wrong}{one.right}")
    return "refused"


def loaded(path: Path) -> Scenario | Sequence[Fault]:
    try:
        return load_scenario(path)
    except MusterFault as fault:
        return fault.faults


def to_the_end_of_its_first_turn(scenario: Scenario, seed: int) -> None:
    battle = prepare(scenario)
    rules = ruleset(scenario.ruleset)
    assert rules.decode(encode(battle)) == battle
    journal: Journal[Any, Any, Any] = Journal.start(rules, battle, "sealed")
    captains = seated(rules, battle, {side.id: "recruit" for side in battle.sides}, seed)
    dice = SealedDice.from_number(seed)
    while journal.battle.outcome is None and journal.battle.turn < 2:
        try:
            play_on(journal, captains, dice, most_orders=10)
        except Unending:
            assert len(journal.entries) < 3_000, "a first turn that never ends"


@pytest.mark.parametrize("book", rulesets())
def test_ready_scenarios_with_house_rules_are_played(book: str, tmp_path: Path) -> None:
    """What the changes start from: most of them are whole."""
    whole = 0
    for text in files(book)[len(files(book)) // 2 :]:
        (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
        whole += isinstance(loaded(tmp_path / "mine.toml"), Scenario)
    assert whole >= len(files(book)) // 4


@pytest.mark.parametrize("book", rulesets())
def test_a_few_changed_at_random(book: str, tmp_path: Path) -> None:
    assert {tried(book, seed, tmp_path) for seed in range(25)} == {"refused", "played"}


@pytest.mark.slow
@pytest.mark.parametrize("block", range(4))
@pytest.mark.parametrize("book", rulesets())
def test_many_changed_at_random(book: str, block: int, tmp_path: Path) -> None:
    found = [tried(book, seed, tmp_path) for seed in range(100 + 60 * block, 160 + 60 * block)]
    assert found.count("played") >= 5
