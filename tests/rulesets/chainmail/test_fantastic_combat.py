"""Fights on two dice: the Fantasy Combat Table cell by cell, what is added, and what comes of a score."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import Chosen
from schiltron.battle.state.event import Struck
from schiltron.battle.state.field import opponents
from schiltron.battle.state.unit import Aboard, Aloft, OnTable
from schiltron.rulesets.chainmail.creature_equipment import with_equipment
from schiltron.rulesets.chainmail.fantasy.combat_table import CELLS, Score, fights_by_table, may_withdraw, score
from schiltron.rulesets.chainmail.nature import ALOFT
from schiltron.rulesets.chainmail.state import Battle, Unit
from tests.rulesets.chainmail.fights import fight, met, ours, theirs
from tests.rulesets.chainmail.positions import Played, blue, field, locked, piece, red

ON: dict[str, Any] = {"fantasy": "on"}

PRINTED = """
balrog      7 11 11  8  8  4  6 10  7  6  4  8 11
dragon      6  8 10  6  9  5  4  8  8  5  2 10  7
elemental  10 10 11  7  9  4  4  7  7  7  2  8 10
ent        12 12 12  7  8  4  4 11  7  7  3 10 10
giant       9  9 10  7  9  6  5  7  9  6  4 10 10
hero       11 12 10 12 11  7  8 10 10  9  6 11 11
lycanthrope 10 12 12 12 10  7  9 10 10  8  6 10 12
roc        12 12 12  9 10  5  6  9  8  6  5 10  9
super_hero  9 10  8 11  9  5  6  8  8  5  4  9  8
troll_ogre 10 12 11 10  9  8  8  9 11  7 10 11 12
wight_ghoul 12 12 12 12 11  9  8 11 12  9  8 10  7
wizard      7  9  6 10 11  8  7  9 10  8  6 10  5
wraith     10 12  7 12 12  8  9 10 10  9 11 12  7
"""
"""Appendix E as it stands in print; the balrog's number against a roc is illegible there and 10 by the ledger."""
FIGURE = {
    "balrog": "balrog",
    "dragon": "red_dragon",
    "elemental": "efreet",
    "ent": "ent",
    "giant": "giant",
    "hero": "hero",
    "lycanthrope": "werewolf",
    "roc": "roc",
    "super_hero": "super_hero",
    "troll_ogre": "ogres",
    "wight_ghoul": "ghouls",
    "wizard": "wizard",
    "wraith": "wraith",
}
LINES = {line.split()[0]: [int(one) for one in line.split()[1:]] for line in PRINTED.strip().splitlines()}


def scored(one: str, other: str, *, mine: Any = None, his: Any = None, **options: Any) -> Score | None:
    """What a figure needs against another, each with what its army list says of it."""
    battle = pair(one, other, mine=mine, his=his, **options)
    return score(battle, battle.units["ours"], battle.units["theirs"])


def armed(unit: Unit, equipment: Any) -> Unit:
    if not equipment:
        return unit
    changed = with_equipment(unit.own.profile, equipment)
    assert not changed.faults, changed.faults
    return replace(unit, own=replace(unit.own, profile=changed.profile))


def pair(one: str, other: str, *, mine: Any = None, his: Any = None, **options: Any) -> Battle:
    first, second = armed(ours(one, 1), mine), armed(theirs(other, 1), his)
    return met(first, second, **{**ON, "light": "dim", **options})


def numbers(found: Score | None) -> tuple[int, int]:
    """Two dice that drive back, and that kill."""
    assert found is not None
    return found.to_drive_back, found.to_kill


# ---------------------------------------------------------------- the table


@pytest.mark.parametrize("row", LINES)
def test_the_fantasy_combat_table(row: str) -> None:
    """CM-FANT-FCT-01 to CM-FANT-FCT-05: the number drives back, one more kills; all 13 columns."""
    assert [CELLS[row, column] for column in LINES] == LINES[row]
    for column, need in zip(LINES, LINES[row], strict=True):
        found = scored(FIGURE[row], FIGURE[column])
        assert found is not None
        if found.need.rules == ("CM-FANT-ENT-04",):
            assert (row, column) in {("balrog", "ent"), ("hero", "ent"), ("super_hero", "ent")}, "fire is likelier"
            continue
        assert found.need.total == need, column
        if not found.bonus.terms:
            assert numbers(found) == (need, need + 1), column


def test_who_may_withdraw() -> None:
    """CM-FANT-FCT-06."""
    able = {row for row in LINES if may_withdraw(ours(FIGURE[row], 1))}
    assert able == {"hero", "super_hero", "wizard", "wraith"}


@pytest.mark.parametrize(
    "troop", ["goblins", "elves", "dwarves", "hobbits", "heavy_foot", "knights", "orcs", "sprites"]
)
def test_against_men_and_small_folk_the_ordinary_tables_apply(troop: str) -> None:
    """CM-FANT-FCT-08."""
    battle = pair("red_dragon", troop)
    one, other = battle.units["ours"], battle.units["theirs"]
    assert score(battle, one, other) is None
    assert score(battle, other, one) is None
    assert not fights_by_table(other)


@pytest.mark.parametrize(("grade", "less"), [("wizard", 0), ("sorcerer", 1), ("warlock", 2), ("magician", 3)], ids=str)
def test_lesser_magic_users_are_weaker(grade: str, less: int) -> None:
    """CM-FANT-FCT-07: against a lycanthrope 7 and so much off the dice; from a dragon 10 and so much lower."""
    attacking, defending = scored(grade, "werewolf"), scored("red_dragon", grade)
    assert attacking is not None
    assert (attacking.need.total, attacking.bonus.total) == (7, -less)
    assert numbers(attacking) == (7 + less, 8 + less)
    assert numbers(defending) == (10 - less, 11 - less)


# ---------------------------------------------------------------- what is added


def test_a_magical_sword_adds_one_and_a_super_sword_more() -> None:
    """CM-FANT-MAGIC-08, CM-FANT-MAGIC-10, CM-FANT-FCT-05: with a sword a hero kills a dragon on a 12."""
    assert numbers(scored("hero", "red_dragon")) == (12, 13)
    assert numbers(scored("hero", "red_dragon", mine={"sword": 1})) == (11, 12)
    assert numbers(scored("hero", "red_dragon", mine={"sword": 3})) == (9, 10)


def test_magic_armour_takes_one_off() -> None:
    """CM-FANT-MAGIC-12."""
    found = scored("red_dragon", "hero", his={"magic_armour": True})
    assert found is not None
    assert [(term.value, term.rule) for term in found.bonus.terms] == [(-1, "CM-FANT-MAGIC-12")]
    assert numbers(found) == (6, 7)


@pytest.mark.parametrize(
    ("other", "need"),
    [
        ("hero", 9),
        ("super_hero", 11),
        ("wizard", 10),
        ("wraith", 8),
        ("wights", 6),
        ("werebear", 9),
        ("ogres", 7),
        ("balrog", 12),
        ("giant", 10),
    ],
)
def test_elves_with_magical_weapons(other: str, need: int) -> None:
    """CM-FANT-ELF-07, CM-FANT-MAGIC-08: their own list, sword and all, unless players add it."""
    sword = {"sword": 1}
    assert numbers(scored("elves", other, mine=sword)) == (need, need + 1)
    assert numbers(scored("elves", other, mine=sword, elf_swords="added")) == (need - 1, need)
    assert scored("elves", other) is None
    assert scored(other, "elves", his=sword) is None, "he fights the elf on the ordinary tables"


def test_elves_do_not_fight_others_so() -> None:
    """CM-FANT-ELF-07: no dragon and no roc."""
    assert scored("elves", "red_dragon", mine={"sword": 1}) is None
    assert scored("elves", "roc", mine={"sword": 1}) is None


@pytest.mark.parametrize(
    ("other", "need"), [("hero", 10), ("super_hero", 8), ("balrog", 8), ("efreet", 6), ("giant", 10), ("elves", 8)]
)
def test_true_trolls_are_killed_by_their_own_scores(other: str, need: int) -> None:
    """CM-FANT-TROLL-06, CM-FANT-TROLL-07: the score itself kills, and nothing drives it back."""
    found = scored(other, "true_troll", mine={"sword": 1} if other == "elves" else None)
    assert found is not None
    assert found.reading == "from"
    assert found.to_kill + found.bonus.total == need
    assert found.to_drive_back == found.to_kill


def test_a_magical_weapon_adds_two_against_a_true_troll() -> None:
    """CM-FANT-TROLL-08: in place of the sword's usual one."""
    assert scored("hero", "true_troll", mine={"sword": 1}).to_kill == 8  # type: ignore[union-attr]
    assert scored("hero", "true_troll", mine={"sword": 3}).to_kill == 7  # type: ignore[union-attr]


@pytest.mark.parametrize("other", ["red_dragon", "ogres", "wights", "werewolf", "roc", "ent", "wraith"])
def test_others_at_most_drive_a_true_troll_back(other: str) -> None:
    """CM-FANT-TROLL-11, CM-FANT-FCT-09: they roll against the giant's column, and no score kills."""
    found = scored(other, "true_troll")
    assert found is not None
    assert found.need.total == CELLS[other_row(other), "giant"]
    assert found.reading == "never"
    assert found.kills == 0
    assert found.drives_back > 0


def other_row(key: str) -> str:
    return next(row for row, figure in {**FIGURE, "wight_ghoul": "wights"}.items() if figure == key)


def test_a_true_troll_attacks_as_a_giant_and_an_ogre_as_a_troll() -> None:
    """CM-FANT-FCT-09, CM-FANT-TROLL-11."""
    assert numbers(scored("true_troll", "hero")) == (6, 7)
    assert numbers(scored("ogres", "hero")) == (8, 9)
    assert "CM-FANT-FCT-09" in scored("true_troll", "hero").need.rules  # type: ignore[union-attr]


def test_bright_light_takes_one_off_a_wight_s_dice() -> None:
    """CM-FANT-WIGHT-04: two dice lose one in all; an ogre suffers nothing (CM-FANT-TROLL-02)."""
    assert scored("wights", "hero", light="bright").bonus.total == -1  # type: ignore[union-attr]
    assert scored("wights", "hero", light="dim").bonus.total == 0  # type: ignore[union-attr]
    assert scored("ogres", "hero", light="bright").bonus.total == 0  # type: ignore[union-attr]


def test_elementals_in_their_element() -> None:
    """CM-FANT-ELEM-04 to CM-FANT-ELEM-07: against the airborne, the earth-bound, users of fire, by the water."""

    def bonus(one: str, other: str, *, aloft: bool = False, water: bool = False) -> int:
        target = theirs(other, 1)
        if aloft:
            target = replace(target, place=OnTable(target.pose, Aloft(ALOFT, 1)))
        pond = [piece("pond", 40, 32, 56, 45)] if water else []
        battle = field(ours(one, 1), target, features=pond, **ON)
        found = score(battle, battle.units["ours"], battle.units["theirs"])
        assert found is not None
        return found.bonus.total

    assert (bonus("djinn", "roc", aloft=True), bonus("djinn", "roc")) == (2, 0)
    assert (bonus("earth_elemental", "roc", aloft=True), bonus("earth_elemental", "roc")) == (0, 1)
    assert (bonus("efreet", "balrog"), bonus("efreet", "red_dragon"), bonus("efreet", "ogres")) == (2, 2, 0)
    assert (bonus("water_elemental", "ogres", water=True), bonus("water_elemental", "ogres")) == (2, 0)


def test_a_hero_who_is_a_wizard_too_has_the_better_row_and_offers_the_worse_column() -> None:
    """CM-FANT-GEN-11: against an elemental 6 as a wizard and 10 as a hero; from a dragon 10 and 5."""
    both = {"also": "wizard"}
    assert numbers(scored("hero", "efreet", mine=both)) == (6, 7)
    assert numbers(scored("red_dragon", "hero", his=both)) == (10, 11)


# ---------------------------------------------------------------- rolled


def front(played: Played, unit: str) -> float:
    """How far down the table the front of a figure stands that looks down it."""
    one = played.unit(unit)
    return (one.pose.y + one.body.base.depth / 2) / 1000


def duel(one: str, other: str, dice: str, **more: Any) -> Played:
    return fight(pair(one, other, **more)).then(dice)


def test_dragon_against_wizard() -> None:
    """CM-FANT-FCT-02, CM-FANT-FCT-03, CM-FANT-FCT-04: 9 nothing, 10 falls back, 11 is the end of him."""
    nothing = duel("red_dragon", "wizard", "5 4 | 1 1")
    assert nothing.unit("theirs").figures == 1
    back = duel("red_dragon", "wizard", "6 4 | 1 1")
    assert back.unit("theirs").figures == 1
    assert not opponents(back.battle, back.unit("theirs"))
    assert front(back, "theirs") == 18
    assert "CM-FANT-FCT-03" in {rule for event in back.events for rule in event.rules}
    dead = duel("red_dragon", "wizard", "6 5 | 1 1")
    assert dead.unit("theirs").figures == 0


def test_both_roll_at_once_and_both_may_die() -> None:
    """CM-FANT-FCT-01: the killed have rolled too."""
    played = duel("hero", "giant", "6 6 | 6 6")
    assert (played.unit("ours").figures, played.unit("theirs").figures) == (0, 0)
    strikes = played.events_of(Struck)
    assert [(event.unit, event.action, event.dice, event.hits) for event in strikes] == [
        ("ours", "duel", 2, 1),
        ("theirs", "duel", 2, 1),
    ]


def test_a_number_of_twelve_drives_back_and_never_kills() -> None:
    """CM-FANT-FCT-05: a hero's 12 against a dragon."""
    played = duel("hero", "red_dragon", "6 6 | 1 1")
    assert played.unit("theirs").figures == 1
    assert not opponents(played.battle, played.unit("theirs"))


def test_who_is_hemmed_in_stays_in_melee() -> None:
    """CM-FANT-FCT-03: houses behind him and to either side."""
    walls = [piece("building", *box) for box in ((40, 20, 56, 29.25), (40, 20, 47.625, 31), (48.375, 20, 56, 31))]
    battle = field(
        ours("red_dragon", 1),
        theirs("hero", 1),
        features=walls,
        contacts=[locked("ours", "theirs")],
        phase="melee",
        **ON,
    )
    played = fight(battle).then("3 2 | 1 1")
    assert played.unit("theirs").figures == 1
    assert opponents(played.battle, played.unit("theirs"))


def test_a_hero_whom_the_dice_have_not_harmed_may_withdraw() -> None:
    """CM-FANT-FCT-06: asked after the round; he goes off a move, or stays."""
    asked = duel("ogres", "hero", "2 2 | 1 1")
    assert [option.key for option in asked.decision.options] == ["stay", "withdraw"]
    gone = asked.then(Chosen(("withdraw",)))
    assert not opponents(gone.battle, gone.unit("theirs"))
    assert front(gone, "theirs") == 18
    stays = asked.then(Chosen(("stay",)))
    assert opponents(stays.battle, stays.unit("theirs"))


def test_several_figures_roll_two_dice_each() -> None:
    """CM-FANT-FCT-01: of three ogres two kill, one rolls in vain; a hero has died once."""
    played = fight(met(ours("ogres", 3, files=3), theirs("hero", 1), **ON))
    assert [pool.count for pool in played.roll.pools] == [2, 2, 2, 2]
    played = played.then("6 6 | 6 5 | 1 1 | 1 1")
    assert played.unit("theirs").figures == 0


def test_one_melee_holds_fights_on_two_dice_and_ordinary_blows() -> None:
    """CM-FANT-FCT-08: a balrog strikes goblins before him as two heavy horse, the ogre beside them on two dice."""
    battle = field(
        blue("balrog", 1, at=(48, 30), troop="balrog"),
        blue("men", 8, at=(50.5, 30), troop="heavy_foot", files=4),
        red("ogres", 4, at=(48, 30), files=4, troop="ogres"),
        contacts=[locked("balrog", "ogres"), locked("men", "ogres")],
        phase="melee",
        **ON,
    )
    labels = [pool.label for pool in fight(battle).roll.pools]
    assert any("Men against Ogres" in label for label in labels)
    assert any("Balrog against Ogres" in label for label in labels)


# ---------------------------------------------------------------- heroes in the ranks


def with_hero(*more: Unit) -> Battle:
    guard = ours("heavy_foot", 6, files=6)
    he = replace(blue("hero", 1, at=(0, 0), troop="hero"), place=Aboard("ours"))
    foes = more or (theirs("orcs", 6, files=6),)
    return field(guard, he, *foes, contacts=[locked("ours", one.id) for one in foes], phase="melee", **ON, light="dim")


def test_a_hero_strikes_from_the_ranks_as_four_figures() -> None:
    """CM-FANT-HERO-01: armoured foot against heavy foot as which orcs defend, a die each; orcs strike his unit."""
    played = fight(with_hero())
    by_label = {pool.label: pool.count for pool in played.roll.pools}
    assert by_label == {"Ours against Theirs": 6, "Hero against Theirs": 4, "Theirs against Ours": 6}


def test_a_hero_falls_after_every_other_figure() -> None:
    """CM-FANT-HERO-04, CM-FANT-HERO-07: ten hits kill six men and with four at once the hero; nine only the men."""

    def struck(hits: int) -> Played:
        foes = theirs("orcs", 12, files=6)
        played = fight(with_hero(foes))
        dice = {pool.label: pool.count for pool in played.roll.pools}
        count = dice["Theirs against Ours"]
        assert count == 12
        thrown = " ".join(["6"] * hits + ["1"] * (count - hits))
        return played.then(" | ".join([" ".join(["1"] * 6), " ".join(["1"] * 4), thrown]))

    assert (struck(10).unit("ours").figures, struck(10).unit("hero").figures) == (0, 0)
    nine = struck(9)
    assert (nine.unit("ours").figures, nine.unit("hero").figures) == (0, 1)
    assert nine.unit("hero").on_table, "he stands where his men stood"


def test_an_ogre_may_single_out_the_hero_in_the_ranks() -> None:
    """CM-FANT-HERO-05: who is on the table fights him on two dice, and he rolls back."""
    giant = replace(theirs("giant", 1), own=theirs("giant", 1, singles_out="hero").own)
    played = fight(with_hero(giant))
    labels = [pool.label for pool in played.roll.pools]
    assert "Theirs against Hero" in labels
    assert "Hero against Theirs" in labels
    assert "Theirs against Ours" not in labels
