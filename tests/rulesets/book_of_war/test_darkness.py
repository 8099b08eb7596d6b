"""Darkness: who sees, and what those suffer who do not."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.state.event import Checked
from schiltron.rulesets.book_of_war.attacks.missiles import may_shoot
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.conditions import Conditions, hampered
from schiltron.rulesets.book_of_war.individuals import HEROES
from schiltron.rulesets.book_of_war.morale.checks import MoralePhase, morale_tally
from schiltron.rulesets.book_of_war.troops import CREATURES, MEN, TROOPS, house_key
from schiltron.table.lengths import inches
from tests.rulesets.book_of_war.positions import LAYOUTS, Askew, ahead, blue, field, march, moving, play, red

DARK, TOTAL = Conditions(darkness="dark"), Conditions(darkness="total")


def test_all_fantasy_types_but_halflings_see_in_the_dark_and_no_men_do() -> None:
    """BW-O2-01, BW-O2-06: knights and barbarians are men; dragons and giants see."""
    blind = {kind for kind, one in TROOPS.items() if DARK.blinds(one)}
    assert set(MEN) <= blind
    assert {kind for kind in CREATURES if kind in blind} == {
        "halfling_light_infantry",
        "halfling_slingers",
        "halfling_elite_slingers",
        "men_elite_cavalry",
    }
    assert {kind for kind in HEROES if kind not in blind} == {
        kind for kind in HEROES if kind.startswith(("dragon", "giant"))
    }


def test_where_there_is_no_light_at_all_only_the_underworld_sees() -> None:
    """BW-O2-07: elves and hill giants do not."""
    seeing = {kind for kind, one in CREATURES.items() if not TOTAL.blinds(one)}
    assert not any(kind.startswith(("elf", "halfling", "giants", "men")) for kind in seeing)
    for word in ("dwarf_medium_infantry", "goblin_archers", "orc_archers", "gnoll_longbowmen", "ogres", "trolls"):
        assert word in seeing
    chaotic = {kind for kind, one in CREATURES.items() if one.alignment == "chaotic"}
    assert seeing == {kind for kind in CREATURES if kind.startswith("dwarf_")} | chaotic - {"giants_hill"}


@pytest.mark.parametrize("layout", LAYOUTS[:4])
@pytest.mark.parametrize(("kind", "far"), [("light_infantry", 6), ("elf_light_infantry", 12)])
def test_who_does_not_see_moves_at_half_speed(kind: str, far: float, layout: Askew) -> None:
    """BW-O2-02"""
    unit = blue(kind, 5, files=3, at=layout.at(1, -8), facing=layout.facing(0))
    start = moving(unit, red("ogres", 2, at=layout.at(0, 20)), darkness="dark", game="advanced")
    assert start.refusal(march(kind, ahead(far + 0.1)))
    start.then(march(kind, ahead(far)))
    assert BOOK_OF_WAR.card(start.battle, kind).allowance == inches(far)


def test_half_the_move_comes_before_the_storm() -> None:
    """BW-O2-02, BW-O1-08: of 12 inches 6 are left in the dark, and 3 in a storm at night."""
    start = moving(
        blue("light_infantry", 5, files=3, at=(36, 40)), red("ogres", 2, at=(36, 4)), darkness="dark", weather="stormy"
    )
    assert start.refusal(march("light_infantry", ahead(3.1)))
    start.then(march("light_infantry", ahead(3)))


def test_who_does_not_see_does_not_shoot() -> None:
    """BW-O2-03: men do not, elves do."""
    foe = red("orc_light_infantry", 12, files=6, at=(24, 20))
    for kind, shoots in (("archers", False), ("elf_archers", True)):
        night = field(blue(kind, 6, at=(24, 30)), foe, darkness="dark", game="advanced", declare="measure_first")
        reasons = may_shoot(night, night.units[kind])
        assert [reason.rules for reason in reasons] == ([] if shoots else [("BW-O2-03",)])
        assert play(night, AttackPhase("blue")).over is not shoots


def test_who_does_not_see_strikes_at_minus_one() -> None:
    """BW-O2-04: medium infantry is hit on 5, by men in the dark on 6, by elves as ever."""

    def due(kind: str, **more: str) -> list[tuple[int, int]]:
        foe = red("medium_infantry", 4, at=(24, 24))
        return play(field(blue(kind, 4, at=(24, 24)), foe, game="advanced", **more), AttackPhase("blue")).dice

    assert due("light_infantry") == [(4, 5)]
    assert due("light_infantry", darkness="dark") == [(4, 6)]
    assert due("elf_light_infantry", darkness="dark") == [(4, 5)]
    assert due("elf_light_infantry", darkness="total") == [(4, 6)]


def test_pikes_in_the_dark_have_their_free_attack_at_minus_one() -> None:
    """BW-O2-04"""

    def met(**more: str) -> int:
        units = blue("light_infantry", 4, at=(24, 25)), red("pikemen", 8, files=4, at=(24, 24))
        return moving(*units, **more).then(march("light_infantry", ahead(2))).dice[0][1]

    assert met(darkness="dark") == met() + 1


@pytest.mark.parametrize(("kind", "passes"), [("medium_infantry", False), ("dwarf_medium_infantry", True)])
def test_who_does_not_see_checks_at_minus_one(kind: str, passes: bool) -> None:
    """BW-O2-05: 1 Hit Die, 6 left over 2 lost, and 6 on the dice make 10 for dwarves, 9 for men."""
    unit = blue(kind, 6, fallen=2, files=4, at=(36, 40), lost=2)
    played = play(
        field(unit, red("ogres", 2, at=(36, 4)), darkness="dark", game="advanced"), MoralePhase("blue"), "3 3"
    )
    (checked,) = played.events_of(Checked)
    assert checked.passed is passes
    assert ("BW-O2-05" in checked.tally.rules) is not passes


def test_in_the_dark_there_is_no_daylight_to_dislike() -> None:
    """BW-A2-16: even when the weather is called sunny."""
    orcs = blue("orc_light_infantry", 6, at=(36, 40))
    night = field(orcs, darkness="dark", weather="sunny", game="advanced")
    assert morale_tally(night, orcs, 2).total == 1 + 3
    assert any("dark" in str(note) for note in BOOK_OF_WAR.conditions(night))
    card = BOOK_OF_WAR.card(field(blue("archers", 6, at=(36, 40)), darkness="dark"), "archers")
    assert {"BW-O2-02", "BW-O2-03", "BW-O2-04", "BW-O2-05"} <= {stat.rule for stat in card.stats}


def test_every_line_of_a_card_has_a_name_of_its_own() -> None:
    """Whatever comes together: the page tells lines apart by their names."""
    more = {
        "weather": "stormy",
        "alignment": "counts",
        "cohesion": "counts",
        "extra_ranks": "bonus",
        "turn_length": "ten",
    }
    for kind in ("horse_archers", "archers", "orc_archers", "elf_archers"):
        for sky in ("stormy", "rainy"):
            options = {**more, "weather": sky, "darkness": "dark", "long_range": "missiles", "game": "advanced"}
            card = BOOK_OF_WAR.card(field(blue(kind, 8, files=4, at=(36, 40)), **options), kind)
            labels = [stat.label for stat in card.stats]
            assert len(labels) == len(set(labels)), labels


def test_who_flies_and_sees_nothing_walks_half_as_far_too() -> None:
    """BW-O2-02, BW-A3-28: converted creatures may; dragons see."""
    griffon = house_key(replace(TROOPS["dragon_adult_red"], id="griffon", infravision=False))
    for kind, flying, walking in (("dragon_adult_red", 24, 9), (griffon, 12, 4.5)):
        now = hampered(kind, Conditions(darkness="dark"))
        assert now.hero is not None
        assert (now.move, now.hero.slower) == (inches(flying), inches(walking))
