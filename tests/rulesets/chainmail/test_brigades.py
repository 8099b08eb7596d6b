"""Units of two types of horse (CM-HIST-01)."""

from __future__ import annotations

from typing import Any

import pytest

from schiltron.battle.state.decision import FINISH
from schiltron.battle.state.event import Struck
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.catalogue import QUARTERMASTER
from schiltron.rulesets.chainmail.field import like_figures
from schiltron.rulesets.chainmail.fire.passing import throw
from schiltron.rulesets.chainmail.fire.phase import Missiles
from schiltron.rulesets.chainmail.fire.sighting import firing
from schiltron.rulesets.chainmail.fire.weapons import archers as archers_left
from schiltron.rulesets.chainmail.fire.weapons import reach
from schiltron.rulesets.chainmail.melee.rounds import Melees
from schiltron.rulesets.chainmail.morale.post_melee import reckoned, score_of
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.points import worth
from schiltron.rulesets.chainmail.state import Mixed, Unit
from schiltron.rulesets.chainmail.steps import MeleeSide
from schiltron.rulesets.chainmail.troops import TROOPS
from schiltron.rulesets.chainmail.walking.rates import charge_move, normal_move
from schiltron.rulesets.quartermaster import Enlisted, Field
from schiltron.table.edges import Board
from schiltron.table.lengths import inches
from tests.rulesets.chainmail.positions import Weather, ahead, blue, field, locked, march, play, red, rules, shoot
from tests.rulesets.chainmail.test_baggage import NORTH, SOUTH

LIGHT = TROOPS["light_horse"].profile
ON = {"organization": "on"}


def brigade(figures: int = 10, *, light: int = 4, original: int | None = None, **more: Any) -> Unit:
    """Medium horse with light horse among them."""
    mixed = Mixed(LIGHT, light)
    return blue(
        "horse", figures, files=5, at=(40, 30), troop="medium_horse", mixed=mixed, original=original or figures, **more
    )


def listed(troop: str, figures: int = 10, **equipment: Any) -> Enlisted:
    return Enlisted(troop, figures, equipment=equipment)


def wrong(unit: Enlisted, switches: dict[str, Any] | None = None) -> list[tuple[str, tuple[str, ...]]]:
    found = QUARTERMASTER.check((unit,), None, ON if switches is None else switches).violations
    return [(one.place, one.rules) for one in found]


# ---------------------------------------------------------------- listed


@pytest.mark.parametrize(("troop", "second"), [("medium_horse", "light_horse"), ("light_horse", "medium_horse")])
def test_light_horse_is_brigaded_with_medium(troop: str, second: str) -> None:
    """CM-HIST-01."""
    assert wrong(listed(troop, brigaded=second, brigaded_figures=5)) == []
    assert wrong(listed("heavy_horse", brigaded="medium_horse", brigaded_figures=1)) == []


@pytest.mark.parametrize(
    ("troop", "second"),
    [
        ("heavy_horse", "light_horse"),
        ("heavy_foot", "light_foot"),
        ("heavy_foot", "archers"),
        ("medium_horse", "medium_horse"),
        ("medium_horse", "heavy_foot"),
        ("light_catapult", "light_horse"),
        ("medium_horse", "army_commander"),
        ("medium_horse", "turkish_horse"),
    ],
)
def test_no_other_types_are_mixed(troop: str, second: str) -> None:
    """CM-HIST-01: nor men of two peoples."""
    figures = 4 if troop == "light_catapult" else 10
    assert ("units[0].equipment.brigaded", ("CM-HIST-01",)) in wrong(
        listed(troop, figures, brigaded=second, brigaded_figures=2)
    )


def test_a_brigade_is_listed_as_what_most_of_it_are() -> None:
    """CM-HIST-01: half of it at most are of the other type; and a type and a number are named."""
    number = [("units[0].equipment.brigaded_figures", ("CM-HIST-01",))]
    assert wrong(listed("medium_horse", brigaded="light_horse", brigaded_figures=6)) == number
    assert wrong(listed("medium_horse", brigaded="light_horse", brigaded_figures=0)) == number
    assert wrong(listed("medium_horse", brigaded="light_horse")) == number
    assert wrong(listed("medium_horse", brigaded_figures=2)) == [("units[0].equipment.brigaded", ("CM-HIST-01",))]
    assert wrong(listed("medium_horse", brigaded="ponies", brigaded_figures=2)) == [
        ("units[0].equipment.brigaded", ("CM-HIST-01",))
    ]


def test_without_the_option_a_unit_is_of_like_figures() -> None:
    """CM-SCALE-04, CM-HIST-01."""
    unit = listed("medium_horse", brigaded="light_horse", brigaded_figures=4)
    assert wrong(unit, {"organization": "off"}) == [("units[0].equipment.brigaded", ("CM-SCALE-04", "CM-HIST-01"))]
    assert QUARTERMASTER.check((unit,), None).violations == (), "nobody knows yet how the list will be played"


def test_each_figure_costs_what_its_type_costs() -> None:
    """CM-HIST-01, CM-POINTS-01, CM-POINTS-04: 6 at 4 points and 4 at 3; half of it as mercenaries."""
    unit = listed("medium_horse", brigaded="light_horse", brigaded_figures=4)
    report = QUARTERMASTER.check((unit,), None, ON)
    assert report.points == 36
    assert "brigaded with 4 light horse" in report.lines[0]
    hired = listed("medium_horse", brigaded="light_horse", brigaded_figures=4, mercenary=True)
    assert QUARTERMASTER.check((hired,), None, ON).points == 18
    assert worth(brigade(), 10) == 36 * 8


def test_a_brigade_of_a_list_stands_on_the_field() -> None:
    """CM-HIST-01."""
    unit = listed("medium_horse", brigaded="light_horse", brigaded_figures=4)
    battle = QUARTERMASTER.prepare(
        Field(
            title="a field",
            board=Board(inches(96), inches(60)),
            sides=field().sides,
            armies=(("blue", (unit,)), ("red", (listed("heavy_foot"),))),
            zones=(SOUTH, NORTH),
            ground="fixed",
            switches=ON,
        )
    )
    assert battle.units["blue-1"].own.mixed == Mixed(LIGHT, 4)


# ---------------------------------------------------------------- on the field


def test_the_slower_type_sets_the_pace() -> None:
    """CM-HIST-01, CM-MOVE-01: medium horse move 18 and charge 24 inches, light horse more."""
    unit = brigade()
    battle = field(unit)
    assert (normal_move(battle, unit).total, charge_move(battle, unit).total) == (inches(18), inches(24))
    among = blue("horse", 10, at=(40, 30), troop="light_horse", mixed=Mixed(TROOPS["medium_horse"].profile, 4))
    assert normal_move(battle, among).total == inches(18)
    assert "CM-HIST-01" in normal_move(battle, among).rules
    assert charge_move(battle, among).total == inches(24)
    mud = field(among, weather=Weather(sky="rainy", mud=True))
    assert normal_move(mud, among).total == inches(9), "half of the slower move (CM-WEATHER-05)"
    asked = play(field(among, red("foe", 8, at=(90, 5))), Moves("blue"))
    assert "CM-MOVE-01" in rules(asked.refusal(march("horse", ahead(19))))


@pytest.mark.parametrize(("left", "types"), [(10, [6, 4]), (5, [3, 2]), (3, [2, 1]), (1, [1])])
def test_both_types_fall_in_proportion(left: int, types: list[int]) -> None:
    """CM-HIST-01."""
    unit = brigade(left, original=10)
    assert [number for _, number in like_figures(unit, unit.figures)] == types


def test_each_type_strikes_as_its_own_class() -> None:
    """CM-HIST-01, CM-MELEE-02: against heavy foot medium horse have 2 dice each, light horse one each."""
    foe = red("foe", 20, files=10, at=(40, 30))
    asked = play(field(brigade(), foe, contacts=(locked("horse", "foe"),), melee_reach=inches(12)), Melees())
    ours = [pool for pool in asked.roll.pools if pool.whose == "blue"]
    alone = []
    for troop, number in (("medium_horse", 6), ("light_horse", 4)):
        horse = blue("horse", number, files=5, at=(40, 30), troop=troop)
        one = play(field(horse, foe, contacts=(locked("horse", "foe"),), melee_reach=inches(12)), Melees())
        alone += [pool for pool in one.roll.pools if pool.whose == "blue"]
    assert [(pool.count, pool.reading) for pool in ours] == [(pool.count, pool.reading) for pool in alone]
    fought = asked.then(" | ".join(" ".join("1" * pool.count) for pool in asked.roll.pools))
    assert len([told for told in fought.events_of(Struck) if told.unit == "horse"]) == 2


def test_each_type_counts_by_its_own_morale_rating() -> None:
    """CM-HIST-01, CM-MELEE-19: for every type of the survivors."""
    battle = field(brigade(), red("foe", 20, files=10, at=(40, 30)))
    sides = (MeleeSide("blue", ("horse",), (10,), (0,)), MeleeSide("red", ("foe",), (20,), (0,)))
    ours, _ = reckoned(score_of(battle, sides[0]), score_of(battle, sides[1]), 1)
    assert [term.label for term in ours.terms] == ["6 medium horse × 8", "4 light horse × 6"]


def test_the_card_says_who_is_among_them() -> None:
    """CM-HIST-01."""
    card = CHAINMAIL.card(field(brigade(5, original=10)), "horse")
    assert card is not None
    (stat,) = [one for one in card.stats if one.rule == "CM-HIST-01"]
    assert stat.value == "2 light horse"


# ---------------------------------------------------------------- archers in a barbarian band


def band(figures: int = 10, *, archers: int = 2, original: int | None = None, **more: Any) -> Unit:
    """Vikings with archers among them."""
    mixed = Mixed(TROOPS["archers"].profile, archers)
    return blue(
        "band",
        figures,
        files=min(10, figures // 2),
        at=(40, 30),
        troop="vikings",
        mixed=mixed,
        original=original or figures,
        **more,
    )


def test_one_in_five_of_a_barbarian_band_may_be_an_archer() -> None:
    """CM-HIST-01."""
    assert wrong(listed("vikings", brigaded="archers", brigaded_figures=2)) == []
    assert rules_of(wrong(listed("vikings", brigaded="archers", brigaded_figures=3))) == {"CM-HIST-01"}
    assert "CM-HIST-01" in rules_of(wrong(listed("heavy_foot", brigaded="archers", brigaded_figures=2)))
    assert "CM-HIST-01" in rules_of(wrong(listed("vikings", brigaded="archers", brigaded_figures=2), {}))


def rules_of(found: list[tuple[str, tuple[str, ...]]]) -> set[str]:
    return {rule for _, rules in found for rule in rules}


def test_archers_shoot_from_inside_the_band_and_only_they() -> None:
    """CM-HIST-01: six of thirty, at bowshot; without them axes fly 3 inches."""
    position = field(band(30, archers=6), red("foe", 10, files=5, at=(40, 20)))
    assert reach(position.units["band"]).total == reach(blue("bows", 5, at=(10, 10), troop="archers")).total
    played = play(position, Missiles(("blue", "red")), shoot("band", at="foe"), FINISH)
    (struck,) = played.events_of(Struck)
    firing_now = next(tally for tally in struck.tallies if tally.label == "firing")
    assert firing_now.total == 6
    assert "CM-HIST-01" in firing_now.rules
    few = band(4, original=10)
    assert archers_left(few) == 0
    assert reach(few).total == reach(blue("axes", 5, at=(10, 10), troop="vikings")).total


def test_the_firing_of_a_band_is_that_of_its_archers() -> None:
    """CM-HIST-01: front and second rank stand in sight, and two bows are among them."""
    position = field(band(), red("foe", 10, files=5, at=(40, 20)))
    unit = position.units["band"]
    leaders = frozenset((figure.rank, figure.file) for figure in unit.places if figure.rank == 0)
    assert firing(position, unit, leaders).total == 2


def test_a_band_still_throws_its_axes_at_chargers() -> None:
    """CM-HIST-01, CM-MISSILE-32."""
    position = field(band(), red("horse", 6, files=6, at=(40, 28), troop="medium_horse"))
    judged = throw(position, position.units["band"], position.units["horse"])
    assert not isinstance(judged, list)
