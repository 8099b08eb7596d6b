"""Creatures of the Advanced Rules: their numbers, and what they can do besides."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.state.event import Checked, Ruled, Struck
from schiltron.muster import load_army, load_scenario, prepare, ready_armies, ready_scenarios
from schiltron.rulesets.book_of_war.attacks.damage import force
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.attacks.strikes import Strike
from schiltron.rulesets.book_of_war.attacks.to_hit import Blow, to_hit
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.guide.odds import melee_odds, odds_of
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.rulesets.book_of_war.morale.checks import NEED, MoralePhase, morale_tally
from schiltron.rulesets.book_of_war.steps import Check
from schiltron.rulesets.book_of_war.troops import CREATURES, TROOPS
from schiltron.table.lengths import inches
from tests.rulesets.book_of_war.positions import blue, field, play, red, shoot

LAWFUL = {
    "halfling_light_infantry": (5, 12, 4, 1),
    "halfling_slingers": (7, 12, 4, 1),
    "elf_light_infantry": (5, 12, 4, 1),
    "elf_medium_infantry": (6, 9, 5, 1),
    "elf_archers": (9, 12, 4, 1),
    "dwarf_medium_infantry": (6, 9, 5, 1),
    "dwarf_heavy_crossbows": (10, 9, 5, 1),
    "dwarf_cranequiniars": (15, 12, 5, 2),
    "halfling_elite_slingers": (16, 12, 4, 3),
    "elf_elite_archers": (30, 12, 5, 3),
    "dwarf_elite_infantry": (40, 9, 6, 3),
    "men_elite_cavalry": (90, 12, 6, 6),
}
CHAOTIC = {
    "goblin_light_infantry": (3, 9, 4, 1),
    "goblin_archers": (6, 9, 4, 1),
    "goblin_wolf_riders": (10, 12, 4, 3),
    "orc_light_infantry": (3, 12, 4, 1),
    "orc_medium_infantry": (4, 9, 5, 1),
    "orc_archers": (6, 12, 4, 1),
    "gnoll_medium_infantry": (8, 9, 5, 2),
    "gnoll_longbowmen": (14, 9, 5, 2),
    "bugbears": (12, 9, 5, 3),
    "ogres": (18, 9, 5, 4),
    "trolls": (75, 12, 5, 6),
    "giants_hill": (55, 12, 5, 8),
}


def test_the_types_with_cost_move_armour_and_hit_dice() -> None:
    """BW-A2-01, BW-A2-09, BW-A2-13, BW-A2-17."""
    listed = {one.id: (one.cost, one.move // 1000, one.armour_hit, one.hit_dice) for one in CREATURES.values()}
    assert listed == LAWFUL | CHAOTIC


def test_the_bonus_of_hit_dice_is_that_of_the_rider_where_one_rides() -> None:
    """BW-A1-02, BW-A1-09, BW-A2-10, BW-A2-11, BW-A2-14, BW-A2-18: wolf riders of 3 Hit Dice have none."""
    strong = {kind: one.attack_bonus for kind, one in CREATURES.items() if one.attack_bonus}
    assert strong == {
        "halfling_elite_slingers": 1,
        "elf_elite_archers": 1,
        "dwarf_elite_infantry": 1,
        "men_elite_cavalry": 1,
        "bugbears": 1,
        "ogres": 1,
        "trolls": 2,
        "giants_hill": 2,
    }
    for one in CREATURES.values():
        assert one.attack_bonus == one.hit_dice // 3 or one.mounted


def test_who_rides_has_two_dice_in_the_open_and_trolls_everywhere() -> None:
    """BW-A1-10, BW-A2-07, BW-A2-11, BW-A2-14, BW-A2-23."""
    two = {kind: one.dice_broken for kind, one in CREATURES.items() if one.dice_open == 2}
    assert two == {"dwarf_cranequiniars": 1, "men_elite_cavalry": 1, "goblin_wolf_riders": 1, "trolls": 2}


def test_big_monsters_stand_on_an_inch_and_a_half() -> None:
    """BW-C1-06."""
    big = {kind for kind, one in CREATURES.items() if (one.base.width, one.base.depth) == (1500, 1500)}
    assert big == {"ogres", "trolls", "giants_hill"} == {kind for kind, one in CREATURES.items() if one.big}


def test_every_ability_of_the_book_is_played() -> None:
    """BW-A2-26: who has none is no more than his numbers."""
    known = {str(row["ability"]) for row in LAW.sheet("BW-T-abilities").records()}
    played = {ability for one in CREATURES.values() for ability in one.abilities}
    assert known == played
    assert all(not CREATURES[kind].abilities for kind in ("gnoll_medium_infantry", "gnoll_longbowmen", "bugbears"))
    position = field(*(blue(kind, 3, id=kind, at=(6 + 3 * place, 30)) for place, kind in enumerate(CREATURES)))
    for kind, one in CREATURES.items():
        card = BOOK_OF_WAR.card(position, kind)
        assert card is not None
        assert len([stat for stat in card.stats if stat.rule.startswith("BW-A2")]) == len(one.abilities)


def test_every_type_is_fielded_by_a_ready_army_or_battle() -> None:
    """BW-A2-01, BW-A2-09, BW-A2-13, BW-A2-17."""
    armies = [army for army in map(load_army, ready_armies()) if army.ruleset == "book_of_war"]
    listed = {unit.troop for army in armies for unit in army.units}
    fought = {
        unit.kind
        for one in ready_scenarios()
        if one.ruleset == "book_of_war"
        for unit in prepare(load_scenario(one.id)).units.values()
    }
    assert set(CREATURES) <= listed | fought


def test_who_brings_creatures_plays_by_the_advanced_rules_where_no_game_is_named() -> None:
    """BW-B2-04."""
    named, unnamed = load_scenario("goblin-ford"), replace(load_scenario("goblin-ford"), options={})
    assert prepare(named).own.options.game == prepare(unnamed).own.options.game == "advanced"
    assert prepare(load_scenario("open-field")).own.options.game == "basic"


# ---------------------------------------------------------------- to hit


@pytest.mark.parametrize(("giant", "need"), [("ogres", 5), ("trolls", 4), ("giants_hill", 4), ("bugbears", 4)])
def test_dwarves_dodge_big_monsters(giant: str, need: int) -> None:
    """BW-A2-06: Armor Hit 5 counts as 6 against ogres, trolls and giants, not against bugbears."""
    tally = to_hit(giant, "dwarf_medium_infantry")
    assert tally.total == need
    assert ("BW-A2-06" in tally.rules) == (giant != "bugbears")


def test_every_dwarf_dodges_and_nobody_else() -> None:
    """BW-A2-06: crossbows on mules too, though their line does not say so."""
    assert {kind for kind in TROOPS if "BW-A2-06" in to_hit("ogres", kind).rules} == {
        kind for kind in TROOPS if kind.startswith("dwarf_")
    }


def test_halfling_slings_have_plus_one_and_their_daggers_none() -> None:
    """BW-A2-08: 4 against leather becomes 3, 5 beyond half range 4; elite ones shoot at +2."""
    for kind, needs in (("halfling_slingers", 3), ("halfling_elite_slingers", 2)):
        position = field(
            blue(kind, 4, id="slings", at=(24, 30)),
            red("orc_light_infantry", 8, id="foe", at=(24, 26)),
            declare="measure_first",
            game="advanced",
        )
        played = play(position, AttackPhase("blue"), shoot("slings", at="foe"), "6 6 6 1")
        (struck,) = played.events_of(Struck)
        assert struck.tallies[0].total == needs
        assert "BW-A2-08" in struck.tallies[0].rules
    assert to_hit("halfling_slingers", "orc_light_infantry").total == 4


def test_crossbows_on_mules_are_no_horse_archers() -> None:
    """BW-A2-07: no split move; horse archers of men keep theirs."""
    assert TROOPS["horse_archers"].horse_archers
    mules = TROOPS["dwarf_cranequiniars"]
    assert mules.mounted
    assert mules.missile is not None
    assert not mules.horse_archers


# ---------------------------------------------------------------- hits


def strikes(attacker: str, target: str, faces: str, *, figures: int = 6) -> tuple[int, int, int, list[Ruled]]:
    """Hits, figures that fall and hits kept when so many dice needing 4 are thrown."""
    need = to_hit("light_infantry", "light_infantry")
    position = field(
        blue(attacker, 6, id="ours", at=(24, 24)), red(target, figures, id="foe", at=(24, 24)), game="advanced"
    )
    played = play(position, Strike("ours", "foe", "melee", (Blow(len(faces.split()), need),)), faces)
    (struck,) = played.events_of(Struck)
    foe = played.unit("foe")
    told = [one for one in played.events_of(Ruled) if "adding" in one.what]
    return struck.hits, figures - foe.figures, foe.own.partial_hits, told


@pytest.mark.parametrize(("thrown", "hits"), [("4", 1), ("4 4", 3), ("4 4 4", 4), ("4 4 4 4", 6), ("1 1", 0)])
def test_great_strength_adds_half_to_all_hits_rounded_down(thrown: str, hits: int) -> None:
    """BW-A2-19: 3 hits become 4."""
    found, fallen, kept, told = strikes("ogres", "ogres", thrown)
    assert found == hits
    assert (fallen, kept) == divmod(hits, 4)
    assert bool(told) == (hits > len(thrown.split()))


def test_great_strength_does_nothing_more_to_men() -> None:
    """BW-A2-20."""
    assert strikes("ogres", "light_infantry", "4 4 4 4")[:3] == (4, 4, 0)


@pytest.mark.parametrize(
    ("target", "hits"), [("light_infantry", 2), ("light_cavalry", 4), ("ogres", 4)], ids=["1 HD", "2 HD", "4 HD"]
)
def test_a_giants_blow_is_two_hits_capped_by_the_hit_dice_of_the_target(target: str, hits: int) -> None:
    """BW-A1-11, BW-A1-12, BW-A2-25: damage 2 against a target of 1 Hit Die is 1 hit."""
    assert strikes("giants_hill", target, "4 4 1")[0] == hits


def test_giants_throw_stones_like_other_missiles() -> None:
    """BW-A2-24: range 20, one die each, +2 for their Hit Dice, -1 beyond 10 inches, damage 2."""
    weapon = TROOPS["giants_hill"].missile
    assert weapon is not None
    assert (weapon.rate, weapon.reach) == (1, inches(20))
    position = field(
        blue("giants_hill", 3, id="giants", at=(24, 40)),
        red("medium_cavalry", 6, id="foe", at=(24, 26)),
        declare="measure_first",
        game="advanced",
    )
    played = play(position, AttackPhase("blue"), shoot("giants", at="foe"), "4 4 1")
    (struck,) = played.events_of(Struck)
    assert (struck.tallies[0].total, struck.hits) == (4, 4)
    assert played.unit("foe").figures == 4


# ---------------------------------------------------------------- morale


def test_goblins_and_orcs_dislike_the_light_of_day() -> None:
    """BW-A2-15, BW-A2-16: without weather it is always full daylight."""
    weak = {kind for kind, one in CREATURES.items() if "light_weakness" in one.abilities}
    assert weak == {kind for kind in CREATURES if kind.startswith(("goblin", "orc"))}
    for kind in weak:
        unit = blue(kind, 8, at=(24, 30))
        tally = morale_tally(field(unit), unit, 2)
        assert tally.total == TROOPS[kind].hit_dice - 1 + 4
        assert "BW-A2-15" in tally.rules


def test_the_odds_know_of_the_light() -> None:
    """BW-A2-15: of 8 orcs 2 fall for certain; 6 left over 2 lost are 3, and their Hit Die counts for nothing."""
    position = field(
        blue("heavy_infantry", 6, at=(24, 24)), red("orc_light_infantry", 8, id="orcs", at=(24, 24)), game="advanced"
    )
    certain = to_hit("giants_hill", "orc_light_infantry", ("attack_on_rear_of_unit",))
    assert certain.verdict == "automatic"
    odds = odds_of(position, Strike("heavy_infantry", "orcs", "melee", (Blow(2, certain),)))
    throws = [one + two for one in range(1, 7) for two in range(1, 7)]
    assert odds.breaks == pytest.approx(sum(throw + 0 + 3 < NEED for throw in throws) / 36)


def test_the_fearless_never_check() -> None:
    """BW-A2-23: however many fall, and whoever runs into them."""
    for why in ("losses", "free attack", "run into"):
        position = field(blue("trolls", 1, id="trolls", at=(24, 30), lost=9), game="advanced")
        played = play(position, Check("trolls", why, 9))
        assert not played.events_of(Checked)
        assert played.battle.roll is None
        assert "routed" not in played.unit("trolls").marks
    ours = field(
        blue("heavy_infantry", 6, at=(24, 24)), red("trolls", 2, id="trolls", at=(24, 24), lost=4), game="advanced"
    )
    blow = Blow(6, to_hit("heavy_infantry", "trolls"))
    assert odds_of(ours, Strike("heavy_infantry", "trolls", "melee", (blow,))).breaks == 0.0


# ---------------------------------------------------------------- regeneration


@pytest.mark.parametrize(
    ("files", "beside", "hits", "left"),
    [(4, 0.0, 5, 1), (4, 0.0, 3, 0), (4, 4.6, 5, 4), (4, 9.0, 5, 5)],
    ids=["all in contact", "no more than there are", "one at the end of the line", "apart"],
)
def test_trolls_take_off_a_hit_for_each_figure_in_contact(files: int, beside: float, hits: int, left: int) -> None:
    """BW-A2-21: in their own morale phase, before anything else; nobody comes back."""
    position = field(
        blue("trolls", 4, id="trolls", files=files, at=(24, 24), partial_hits=hits),
        red("light_infantry", 8, id="foe", files=8, at=(24 + beside, 24)),
        game="advanced",
    )
    for side, kept in (("red", hits), ("blue", left)):
        played = play(position, MoralePhase(side))
        assert (played.unit("trolls").own.partial_hits, played.unit("trolls").figures) == (kept, 4)
        assert bool([one for one in played.events_of(Ruled) if "BW-A2-21" in one.rules]) == (kept != hits)


@pytest.mark.parametrize("facing", [90, 180, 33, 271.5])
@pytest.mark.parametrize("first", ["trolls", "foe"])
def test_however_they_stand_and_are_listed_trolls_heal_the_same(facing: float, first: str) -> None:
    """BW-A2-21: of two trolls side by side both touch a line of men opposite, whatever way it runs."""
    trolls = blue("trolls", 2, id="trolls", at=(24, 24), facing=facing, partial_hits=5)
    foe = red("light_infantry", 6, id="foe", at=(24, 24), facing=(facing + 180) % 360)
    position = field(*((trolls, foe) if first == "trolls" else (foe, trolls)), game="advanced")
    assert play(position, MoralePhase("blue")).unit("trolls").own.partial_hits == 3


def test_nobody_else_regenerates() -> None:
    """BW-A2-21."""
    position = field(
        blue("ogres", 4, id="ogres", at=(24, 24), partial_hits=3),
        red("light_infantry", 8, at=(24, 24)),
        game="advanced",
    )
    assert play(position, MoralePhase("blue")).unit("ogres").own.partial_hits == 3


# ---------------------------------------------------------------- odds


@pytest.mark.parametrize(
    ("attacker", "target"),
    [
        ("ogres", "gnoll_medium_infantry"),
        ("giants_hill", "ogres"),
        ("trolls", "dwarf_elite_infantry"),
        ("ogres", "trolls"),
    ],
)
def test_odds_are_those_of_the_dice_thrown(attacker: str, target: str) -> None:
    """BW-A2-19, BW-A1-11: every throw there is, through the same reckoning as the strike."""
    position = field(blue(attacker, 3, id="ours", at=(24, 24)), red(target, 4, id="foe", at=(24, 24)), game="advanced")
    (odds,) = melee_odds(position, position.units["ours"])
    need = to_hit(attacker, target).total
    chance = (7 - need) / 6
    might, dice = force(attacker, target), odds.dice
    expected = 0.0
    for hits in range(dice + 1):
        likely = _choose(dice, hits) * chance**hits * (1 - chance) ** (dice - hits)
        expected += likely * min(4, might.of(hits) // TROOPS[target].hit_dice)
    assert odds.expected_losses == pytest.approx(expected)


def _choose(number: int, taken: int) -> int:
    found = 1
    for one in range(taken):
        found = found * (number - one) // (one + 1)
    return found
