"""What is told of magic: sentences, rules and sums as players read them, and why something cannot be cast."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import FINISH, PLAY, Commanded, Played
from schiltron.battle.state.event import Formed, Placed, Ruled, Struck, Worked
from schiltron.battle.state.unit import Aboard, Hidden
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.magic.steps import Spell, Spells
from schiltron.rulesets.book_of_war.state import ROUTED, Battle, ThisTurn, Unit
from schiltron.table.terrain import Feature
from tests.rulesets.book_of_war.positions import Played as Play
from tests.rulesets.book_of_war.positions import blue, field, piece, play, red, stream
from tests.rulesets.positions import strip

MAGIC = (Spells("blue"), AttackPhase("blue"))
HILL = replace(piece("hill", 20, 24, 28, 30), id="hill", name="Old Hill")


def wizard(*spells: str, at: tuple[float, float] = (24, 40), id: str = "mareth", **more: Any) -> Unit:
    return blue(f"wizard_{1 + len(spells)}", 1, at=at, id=id, wand="fireballs", spells=spells, **more)


def ready(*units: Unit, features: tuple[Feature, ...] = (), **more: Any) -> Battle:
    return field(*units, features=features, game="advanced", **more)


def cast(spell: str, target: str = "", by: str = "mareth", **more: Any) -> Commanded:
    units = (target,) if target else ()
    return Commanded("", PLAY, Played(f"{by}:{spell}", more.pop("use", "cast"), units, **more))


def told(played: Play) -> list[tuple[str, tuple[str, ...]]]:
    """What magic did, after it was announced."""
    return [(one.what, one.rules) for one in played.events_of(Worked) if not one.what.startswith(("at ", "on "))]


# ---------------------------------------------------------------- what comes to nothing


def test_a_shot_that_something_masks_is_lost() -> None:
    """BW-A4-10, BW-B2-36."""
    wood = replace(piece("woods", 20, 32, 28, 36), name="Owl Wood")
    foe = red("light_infantry", 4, at=(24, 26))
    lost = play(ready(wizard(), foe, features=(wood,)), *MAGIC, cast("fireballs", "light_infantry", place=0), FINISH)
    assert told(lost) == [("lost: Owl Wood is in the way", ("BW-A4-10", "BW-B2-36"))]


@pytest.mark.parametrize(
    ("spell", "aim", "why"),
    [
        ("death_spell", {"target": "far"}, "lost: Far is out of range, and nobody it works on is there"),
        ("lower_water", {"feature": "pond"}, "lost: it is out of range, and no such ground is there"),
    ],
)
def test_a_spell_aimed_too_far_is_lost_where_nothing_is(spell: str, aim: dict[str, str], why: str) -> None:
    """BW-A4-27."""
    pond = replace(piece("pond", 30, 1, 36, 5), id="pond")
    far = red("light_infantry", 4, at=(24, 10), id="far")
    start = ready(wizard(spell), far, features=(pond,))
    target = aim.get("target", "")
    played = play(start, *MAGIC, cast(spell, target, **({} if target else {"feature": "pond"})))
    assert told(played) == [(why, ("BW-A4-27",))]


def test_of_two_who_turn_the_weather_at_once_the_second_turns_nothing() -> None:
    """BW-A4-18, BW-O1-03: never more than a step from what is natural."""
    other = wizard("control_weather", at=(30, 40), id="eilif")
    start = ready(wizard("control_weather"), other, weather="cloudy")
    played = play(start, *MAGIC, cast("control_weather", use="worse"), cast("control_weather", by="eilif", use="worse"))
    assert played.battle.own.weather == "rainy"
    last = played.events_of(Worked)[-1]
    assert (last.unit, last.what, last.rules) == ("eilif", "the weather cannot go that way", ("BW-O1-03",))
    assert played.unit("mareth").own.uses("control_weather") == played.unit("eilif").own.uses("control_weather") == 1


# ---------------------------------------------------------------- what it does


def test_the_die_of_a_wand_is_the_wizards() -> None:
    """BW-A4-11."""
    foe = red("light_infantry", 4, at=(24, 26))
    asked = play(ready(wizard(), foe), *MAGIC, cast("fireballs", "light_infantry", place=0), FINISH)
    (pool,) = asked.roll.pools
    assert (pool.count, pool.sides, pool.whose) == (1, 6, "blue")
    assert pool.label == "Mareth: 1-2 an inch short, 5-6 an inch long"
    assert asked.roll.purpose == "Mareth fires the wand of fireballs"


def test_hits_of_a_death_spell_come_with_their_sum() -> None:
    """BW-A4-19, BW-A4-20, BW-A4-27: no die is thrown for them."""
    foe = red("light_infantry", 12, files=4, at=(24, 30))
    mage = blue("wizard_6", 1, at=(24, 40), id="mareth", spells=("death_spell",))
    (struck,) = play(ready(mage, foe), *MAGIC, cast("death_spell", "light_infantry")).events_of(Struck)
    assert (struck.unit, struck.target, struck.action, struck.dice, struck.hits, struck.kept) == (
        *("mareth", "light_infantry", "death spell"),
        *(0, 6, 0),
    )
    assert [(term.label, term.value, term.rule) for term in struck.tallies[0].terms] == [
        ("death spell", 4, "BW-A4-19"),
        ("a third of his rank", 2, "BW-A4-19"),
    ]
    assert struck.rules == ("BW-A4-19", "BW-A4-20", "BW-A4-27")


def test_a_spell_that_falls_on_the_hidden_shows_them() -> None:
    """BW-A2-05, BW-A4-27."""
    far, elves = red("light_infantry", 4, at=(24, 10), id="far"), red("elf_archers", 4, at=(24, 28.3), id="elves")
    start = ready(wizard("death_spell"), far, replace(elves, place=Hidden(elves.pose)), hiding="secret")
    played = play(start, *MAGIC, cast("death_spell", "far"))
    (shown,) = played.events_of(Placed)
    assert shown.rules == ("BW-A2-05",)
    assert next(iter(played.events_of(Ruled))).rules == ("BW-A2-05",)
    assert [one.target for one in played.events_of(Struck)] == ["elves"]


@pytest.mark.parametrize(("x", "y", "far"), [(26.25, 30, "3¾″"), (24, 50, "6″"), (24, 27, "")])
def test_how_far_earth_is_moved(x: float, y: float, far: str) -> None:
    """BW-A4-24."""
    start = ready(wizard("move_earth", at=(60, 40)), features=(HILL,), size=(90, 90))
    played = play(start, Spell("mareth", "move_earth", feature="hill", at=(round(x * 1000), round(y * 1000))))
    what = f"Old Hill is moved {far}" if far else "Old Hill cannot move"
    assert told(played)[0] == (what, ("BW-A4-24", "BW-A4-25", "BW-A4-26", "BW-A4-27"))


# ---------------------------------------------------------------- what stops earth


def moved(start: Battle, x: float, y: float) -> tuple[float, float]:
    played = play(start, Spell("mareth", "move_earth", feature="hill", at=(round(x * 1000), round(y * 1000))))
    now = next(one for one in played.battle.table.features if one.id == "hill")
    return (now.bounds[0] - HILL.bounds[0]) / 1000, (now.bounds[1] - HILL.bounds[1]) / 1000


def test_earth_moves_over_roads() -> None:
    """BW-A4-24."""
    road = strip("road", (32, 0), (32, 48), width=1)
    stopping = stream((32, 0), (32, 48), width=1)
    mage = wizard("move_earth", at=(60, 40))
    assert moved(ready(mage, features=(HILL, road)), 60, 27) == (6, 0)
    assert moved(ready(mage, features=(HILL, stopping)), 60, 27)[0] < 4


def test_earth_stops_before_those_it_carries_leave_the_table_or_drown() -> None:
    """BW-A4-26: one who hangs over its edge, by two inches or so."""
    mage = wizard("move_earth", at=(60, 40))
    line = blue("pikemen", 8, at=(27, 27), id="line")
    pond = piece("pond", 33, 24, 40, 30)
    assert moved(ready(mage, line, features=(HILL,)), 60, 27) == (6, 0)
    by, _ = moved(ready(mage, line, features=(HILL, pond)), 60, 27)
    assert 2.9 < by <= 3
    by, _ = moved(ready(wizard("move_earth", at=(10, 40)), line, features=(HILL,), size=(34, 48)), 60, 27)
    assert 3.9 < by < 4.02


# ---------------------------------------------------------------- why not now


def test_why_magic_is_barred() -> None:
    """BW-A4-14, BW-A4-15, BW-A4-17, BW-A4-24, BW-B5-07: each reason with its rule."""
    foe = red("light_infantry", 4, at=(24, 30))

    def bars(battle: Battle) -> dict[str, tuple[str, tuple[str, ...]]]:
        cards = BOOK_OF_WAR.powers(battle, "blue")
        return {card.title: (use.barred, use.rules) for card in cards for use in card.uses[:1]}

    mage = wizard("death_spell", "lower_water", "move_earth")
    free = bars(ready(mage, foe, features=(HILL,)))
    assert free["Lower water"] == (
        "there is nothing it could be aimed at",
        ("BW-A4-23", "BW-A4-27"),
    )
    assert free["Death spell"][0] == ""
    host = red("archers", 4, at=(24, 40), id="host")
    host = replace(host, side="blue", owner="blue", controller="blue", marks=(ROUTED,))
    routed = bars(ready(replace(mage, place=Aboard("host", "front:0")), host, foe))
    assert routed["Death spell"] == ("Mareth runs with a routed unit", ("BW-B5-07",))
    moving = play(
        ready(mage, foe, features=(HILL,)), Spell("mareth", "move_earth", feature="hill", at=(24_000, 20_000))
    )
    fresh = replace(moving.battle, turn=2)
    done = replace(fresh.units["mareth"], own=replace(fresh.units["mareth"].own, turn=ThisTurn(cast=True)))
    barred = bars(fresh.with_unit(done))
    assert barred["Move earth, further"] == ("Mareth has moved it this turn", ("BW-A4-24", "BW-A4-25"))
    assert barred["Wand of fireballs"][1][:2] == ("BW-A4-14", "BW-A4-15")
    walked = bars(ready(wizard("death_spell", moved=True, spent=7000), foe))
    assert walked["Death spell"] == ("Mareth has not stood still this turn", ("BW-A4-14",))
    assert walked["Wand of fireballs"] == ("Mareth has gone more than half a move this turn", ("BW-A4-09",))
    fired = bars(ready(wizard("death_spell", wand_shots=2), foe))
    assert fired["Wand of fireballs"] == ("Mareth has fired as often as he may this turn", ("BW-A4-09",))
    assert fired["Death spell"] == ("Mareth has fired his wand this turn", ("BW-A4-15",))


def test_nobody_is_carried_who_is_beside_the_piece() -> None:
    """BW-A4-26."""
    start = ready(wizard("move_earth", at=(60, 40)), red("ogres", 1, at=(29, 27)), features=(HILL,))
    assert not play(start, Spell("mareth", "move_earth", feature="hill", at=(24_000, 10_000))).events_of(Formed)
