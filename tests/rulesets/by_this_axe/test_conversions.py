"""Characters and creatures of the role-playing game become figures of this book (rules CONV)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.muster.creatures import load_creature, ready_creatures, record
from schiltron.muster.party import load_party
from schiltron.parent_game.creature import Ability, HitDice, Item, Magic, Mount, Record, Scores, hit_dice
from schiltron.parent_game.damage import damage
from schiltron.parent_game.party import Member, Party
from schiltron.rulesets.by_this_axe.catalogue import QUARTERMASTER
from schiltron.rulesets.by_this_axe.conversions.grouping import Group
from schiltron.rulesets.by_this_axe.conversions.leadership import eligible, leadership
from schiltron.rulesets.by_this_axe.conversions.levels import fighting_level, grade
from schiltron.rulesets.by_this_axe.equipping import equipped
from schiltron.rulesets.by_this_axe.options import Options
from schiltron.rulesets.by_this_axe.troops import Line
from schiltron.rulesets.conversion import Converted
from schiltron.rulesets.quartermaster import Enlisted
from schiltron.table.lengths import inches

UNKNOWN = Scores()


def person(name: str = "Ard", scores: Scores = UNKNOWN, items: tuple[Item, ...] = (), **levels: int) -> Record:
    """Of so many levels by class."""
    classes = tuple(sorted(levels.items(), key=lambda one: -one[1]))
    return Record(
        name=name, race=name, hit_dice=HitDice(max(1, classes[0][1])), armour_class=5, move=inches(9),
        fights_as=classes[0], other_classes=classes[1:], attacks=(damage("1d8"),), scores=scores, items=items,
    )  # fmt: skip


def beast(dice: str, name: str = "Beast", **more: Any) -> Record:
    return Record(
        name=name, race=name, hit_dice=hit_dice(dice), armour_class=5, move=inches(9), attacks=(damage("1d8"),),
        monster=True, **more,
    )  # fmt: skip


def party(*members: Member | Record, becomes: dict[str, Any] | None = None, **switches: str) -> list[Converted[Any]]:
    """Whoever is named without more stands wherever he belongs."""
    listed = tuple(one if isinstance(one, Member) else Member(one) for one in members)
    return list(QUARTERMASTER.converted_party(Party("A party", listed, becomes or {}), switches))


def together(*records: Record, becomes: Any = None, **switches: str) -> Converted[Any]:
    """All in one figure."""
    members = [Member(one, figure="all") for one in records]
    (found,) = party(*members, becomes={"all": becomes} if becomes else None, **switches)
    return found


def roles(found: Converted[Any]) -> tuple[str, ...]:
    line = found.line
    return tuple(role for role in line.roles if role != "monster") if isinstance(line, Line) else ()


def said(notes: Any) -> str:
    return "\n".join(map(str, notes))


def totals(found: Converted[Any]) -> dict[str, str]:
    return {one.key: one.said for one in found.ratings}


# ---------------------------------------------------------------- fighting levels


def level(*records: Record) -> float:
    return fighting_level([Member(one) for one in records]).total / 100


def test_a_level_counts_by_its_class() -> None:
    """TA-CONV-07, TA-CONV-09, TA-CONV-10: fighters a whole one, clerics and thieves three quarters, mages a half."""
    assert level(person(fighter=5)) == level(person(ranger=5)) == 5
    assert level(person(cleric=5)) == level(person(druid=5)) == level(person(thief=5)) == 3.75
    assert level(person(magic_user=5)) == level(person(illusionist=5)) == 2.5


def test_a_hit_die_counts_one() -> None:
    """TA-CONV-08: pluses are dropped."""
    assert level(beast("4+3")) == level(beast("4-1")) == 4
    assert level(person(fighter=4), beast("6")) == 10


def test_of_several_classes_the_one_counts_that_comes_to_most() -> None:
    """TA-CONV-07, TA-CONV-08: and hit dice of one's own beside a class."""
    assert level(person(fighter=4, thief=6)) == 4.5
    assert level(person(fighter=5, thief=6)) == 5
    assert level(replace(person(magic_user=6), hit_dice=hit_dice("4"), monster=True)) == 4
    assert level(person(magic_user=6)) == 3  # the dice of his class are not his own


@pytest.mark.parametrize(
    ("item", "found"),
    [
        (Item("sword", 1, "weapon"), "minor"),
        (Item("mail", 2, "armour"), "average"),
        (Item("mace", 3, "weapon"), "major"),
        (Item("spear", 5, "weapon"), "major"),
        (Item("healing", kind="potion"), "minor"),
        (Item("a scroll", kind="scroll"), "minor"),
        (Item("a talking sword", 1, "sentient"), "major"),
        (Item("the Rod", kind="artifact"), "major"),
        (Item("a wand"), None),
        (Item("a wand", grade="average"), "average"),
        (Item("a great scroll", kind="scroll", grade="major"), "major"),
    ],
)
def test_the_grade_of_a_magic_item(item: Item, found: str | None) -> None:
    """TA-CONV-11, TA-CONV-12, TA-CONV-13."""
    assert grade(item) == found


@pytest.mark.parametrize(
    ("items", "adds"),
    [
        ((Item("sword", 1, "weapon"),), 0.5),
        ((Item("sword", 2, "weapon"),), 1),
        ((Item("sword", 3, "weapon"),), 2),
        ((Item("sword", 1, "weapon"), Item("mail", 1, "armour")), 1),
        ((Item("sword", 1, "weapon"), Item("dagger", 1, "weapon")), 0.5),
        ((Item("sword", 3, "weapon"), Item("mail", 2, "armour")), 2),
        ((Item("wand"),), 0),
    ],
)
def test_the_best_of_his_magic_counts_once(items: tuple[Item, ...], adds: float) -> None:
    """TA-CONV-11, TA-CONV-12, TA-CONV-13: a weapon and armour of +1 together are average."""
    assert level(person(fighter=4, items=items)) == 4 + adds


def test_a_magic_sword_among_abilities_is_an_item() -> None:
    """TA-CONV-13: as ready creatures have it."""
    assert level(record(ready_creatures()["knight-renown"])) == 12
    armed = replace(person(fighter=4), abilities=(Ability("magic_axe", 1), Ability("keen_eye", 3)))
    assert level(armed) == 4.5


def test_what_is_not_counted_is_said() -> None:
    """TA-CONV-11: the lesser item, and one whose grade only a referee can say."""
    bearer = person(fighter=5, items=(Item("Biter", 2, "weapon"), Item("mail +1", 1, "armour"), Item("odd ring")))
    found = together(bearer)
    assert "Ard's mail +1: the best of his magic alone counts" in said(found.left_out)
    assert "Biter" not in said(found.left_out)
    ring = "Whether Ard's odd ring is minor, average or major [TA-CONV-11, TA-CONV-12, TA-CONV-13]"
    assert ring in said(found.missing)


# ---------------------------------------------------------------- figures


@pytest.mark.parametrize(
    ("levels", "role"), [(4, ()), (5, ("hero",)), (8, ("hero",)), (9, ("superhero",)), (12, ("superhero",)),
                         (13, ("champion",)), (30, ("champion",))],
)  # fmt: skip
def test_fighting_levels_make_heroes(levels: int, role: tuple[str, ...]) -> None:
    """TA-CONV-04, TA-CONV-05, TA-CONV-06."""
    assert roles(together(person(fighter=levels))) == role


def test_the_sum_is_rounded_down_before_it_is_compared() -> None:
    """TA-CONV-04: 3 and 1½ are not five, thieves of 5 and 4 levels make 6¾, a hero."""
    assert roles(together(person(fighter=3), person(magic_user=3))) == ()
    assert roles(together(person(thief=5), person(thief=4))) == ("hero",)
    assert roles(together(person(thief=11))) == ("hero",)  # 8¼


def test_levels_of_several_are_added() -> None:
    """TA-CONV-01: with every term shown."""
    found = together(person("Ard", fighter=4), person("Bo", thief=4), person("Cy", magic_user=4))
    (fighting,) = [one for one in found.ratings if one.key == "fighting_level"]
    assert [(term.label, term.value, term.rule) for term in fighting.tally.terms] == [
        ("Ard: fighter 4", 400, "TA-CONV-07"),
        ("Bo: thief 4", 300, "TA-CONV-09"),
        ("Cy: magic user 4", 200, "TA-CONV-10"),
    ]
    assert (fighting.said, roles(found)) == ("9", ("superhero",))
    assert "TA-CONV-01" in found.verdict.rules


@pytest.mark.parametrize(("scale", "most"), [("1:5", 5), ("1:20", 20)])
def test_a_figure_has_room_for_as_many_as_it_stands_for(scale: str, most: int) -> None:
    """TA-CONV-01."""
    (full,) = party(Member(person(fighter=1), most, "all"), scale=scale)
    assert roles(full)
    (over,) = party(Member(person(fighter=1), most + 1, "all"), scale=scale)
    assert over.line is None
    assert over.verdict.text == f"{most + 1} in one figure: at most {most} at {scale}"
    assert over.verdict.rules == ("TA-CONV-01",)


@pytest.mark.parametrize(
    ("levels", "role"),
    [
        (3, ()),
        (4, ("priest",)),
        (7, ("hero", "priest")),
        (8, ("high_priest",)),
        (12, ("superhero", "high_priest")),
    ],
)
def test_cleric_levels_make_priests_who_may_be_heroes_too(levels: int, role: tuple[str, ...]) -> None:
    """TA-CONV-14, TA-CONV-15, TA-CONV-02: from the same people, where they reach both."""
    found = together(person(cleric=levels))
    assert roles(found) == role


def test_a_priest_hero_costs_what_is_printed() -> None:
    """TA-CONV-02: 40, and a high priest who is a superhero 90."""
    assert totals(together(person(cleric=7)))["points"] == "40"
    assert totals(together(person(cleric=12)))["points"] == "90"
    assert together(person(cleric=12)).verdict.text == "One: a high priest-superhero figure"


@pytest.mark.parametrize(("levels", "role"), [(4, ()), (5, ("mage",)), (8, ("mage",)), (9, ("wizard",))])
def test_levels_of_magic_users_make_mages(levels: int, role: tuple[str, ...]) -> None:
    """TA-CONV-16, TA-CONV-17."""
    assert roles(together(person(magic_user=levels))) == role


def test_with_a_high_priest_goes_a_superhero_and_no_other() -> None:
    """TA-CONV-02: whoever is a hero only is either; who is a champion is the champion, which is dearer."""
    eight = together(person(cleric=8))
    assert "As a hero: nobody counts in two ways" in said(eight.left_out)
    assert roles(together(person(cleric=8), becomes="hero")) == ("hero",)
    both = (person("Ard", fighter=9), person("Tia", cleric=4))
    assert roles(together(*both)) == ("superhero",)
    assert roles(together(*both, becomes="priest")) == ("hero", "priest")
    great = (person("Ard", fighter=9), person("Tia", cleric=8))
    assert roles(together(*great)) == ("champion",)
    assert "As a high priest-superhero" in said(together(*great).left_out)


def test_what_players_want_must_be_reached() -> None:
    """TA-CONV-02."""
    found = together(person(fighter=6), becomes="mage")
    assert roles(found) == ("hero",)
    assert "What would make it a mage: its levels do not suffice [TA-CONV-02]" in said(found.missing)


def test_nobody_is_mage_and_hero_at_once() -> None:
    """TA-CONV-02: the dearer, and of equals the mage, unless players want the hero; the other is told."""
    both = (person("Ard", fighter=6), person("Wend", magic_user=6))
    mage = together(*both)
    assert roles(mage) == ("mage",)
    assert "As a superhero: nobody counts in two ways" in said(mage.left_out)
    hero = together(*both, becomes="hero")
    assert roles(hero) == ("superhero",)
    assert "As a mage: nobody counts in two ways" in said(hero.left_out)


def test_spell_users_among_monsters_go_by_their_levels() -> None:
    """TA-CONV-18: for the rest by their hit dice, whichever is more."""
    shaman = replace(person("Shaman", cleric=5), hit_dice=hit_dice("6"), monster=True)
    assert roles(together(shaman)) == ("hero", "priest")


def test_hits_and_price_go_by_the_scale() -> None:
    """TA-CONV-05: at 1:20 a superhero takes one hit less."""
    champion = person(fighter=9)
    assert totals(together(champion)) == {
        "fighting_level": "9", "fc": "5 heroic", "hits": "3", "points": "45",
    }  # fmt: skip
    assert totals(together(champion, scale="1:20"))["hits"] == "2"


# ---------------------------------------------------------------- who stands with whom, where nobody says


def test_who_makes_a_figure_alone_stands_alone_and_the_others_together() -> None:
    """TA-CONV-01, TA-CONV-02: clerics with clerics, mages with mages, the rest with each other."""
    found = party(
        person("Great", fighter=9), person("Small", fighter=3), person("Tia", cleric=2), person("Wend", magic_user=3),
        person("Sly", thief=4), person("Una", cleric=2), person("Ilse", magic_user=2),
    )  # fmt: skip
    assert [(one.name, roles(one)) for one in found] == [
        ("Great", ("superhero",)),
        ("Small and company", ("hero",)),
        ("Tia and company", ("priest",)),
        ("Wend and company", ("mage",)),
    ]


def test_a_calling_that_comes_to_nothing_goes_with_the_fighters() -> None:
    """TA-CONV-01: two levels of a cleric are one and a half there."""
    (found,) = party(person("Ard", fighter=4), person("Tia", cleric=2))
    assert (found.name, roles(found), totals(found)["fighting_level"]) == ("Ard and company", ("hero",), "5.5")


def test_more_than_a_figure_holds_begin_another() -> None:
    """TA-CONV-01: seven fighters of two levels at 1:5 are five and two."""
    found = party(Member(person(fighter=2), 7))
    assert [(totals(one)["fighting_level"], roles(one)) for one in found] == [("10", ("superhero",)), ("4", ())]
    assert len(party(Member(person(fighter=2), 7), scale="1:20")) == 1


def test_heroes_of_many_alike_are_a_figure_each() -> None:
    """TA-CONV-01."""
    assert [roles(one) for one in party(Member(person(fighter=6), 3))] == [("hero",)] * 3


# ---------------------------------------------------------------- monsters


@pytest.mark.parametrize(("dice", "role", "fc"), [("3", (), 4), ("4+4", (), 4), ("5", ("hero",), 5),
                                                  ("9", ("superhero",), 5), ("13", ("champion",), 5)])  # fmt: skip
def test_great_monsters_are_rated_as_heroes(dice: str, role: tuple[str, ...], fc: int) -> None:
    """TA-CONV-18: below a hero they are elite."""
    found = together(beast(dice))
    assert isinstance(found.line, Line)
    assert (roles(found), found.line.profile.fc, found.line.id) == (role, fc, "major_monster")


def test_small_monsters_count_into_no_figure() -> None:
    """TA-CONV-18: two hit dice beside a fighter of four levels make no hero, and that is said."""
    alone = together(beast("2+1", "Imp"))
    assert alone.line is None
    assert "below 3 Hit Dice" in alone.verdict.text
    assert "The fighting capability of Imp:" in said(alone.missing)
    mixed = together(person(fighter=4), beast("2", "Imp"))
    assert (roles(mixed), totals(mixed)["fighting_level"]) == ((), "4")
    assert "Imp: below 3 Hit Dice" in said(mixed.left_out)


@pytest.mark.parametrize(("scale", "most"), [("1:5", 2), ("1:20", 5)])
def test_major_monsters_stand_together_as_far_as_the_scale_allows(scale: str, most: int) -> None:
    """TA-CONV-18, TA-FANT-C23, TA-FANT-C24: their hit dice are added."""
    (full,) = party(Member(beast("4"), most, "pack"), scale=scale)
    assert totals(full)["fighting_level"] == str(4 * most)
    assert full.entry is not None
    assert full.entry.equipment["creatures"] == most
    (over,) = party(Member(beast("4"), most + 1, "pack"), scale=scale)
    assert (over.line, over.verdict.rules) == (None, ("TA-FANT-C23",))


def test_monsters_below_a_hero_go_in_pairs() -> None:
    """TA-CONV-01, TA-FANT-C23: three ogres at 1:5 are a hero figure of two, and an elite one."""
    found = party(Member(record(ready_creatures()["ogre"]), 3))
    assert [roles(one) for one in found] == [("hero",), ()]


def test_who_is_on_the_list_of_creatures_is_as_the_list_says() -> None:
    """TA-CONV-18, TA-FANT-C23: bugbears have three hit dice and are ordinary all the same; at 1:5 three to a figure."""
    (found,) = party(Member(record(ready_creatures()["bugbear"]), 25))
    assert found.verdict.text == "Ordinary troops: 25 bugbears are 8 figures, and 1 is left over"
    assert found.entry is not None
    assert (found.entry.figures, found.entry.equipment) == (8, {})
    single = QUARTERMASTER.converted(record(ready_creatures()["orc"]), {"scale": "1:20"})
    assert single.verdict.text == "Ordinary troops: 20 orcs to a figure"
    assert (
        QUARTERMASTER.converted(record(ready_creatures()["orc-archer"]), {}).verdict
        == QUARTERMASTER.converted(record(ready_creatures()["orc"]), {}).verdict
    )
    assert QUARTERMASTER.converted(beast("7", "Orc Titan"), {}).line != single.line
    assert party(Member(record(ready_creatures()["goblin"]), 6))[0].entry is None


def test_what_a_monster_can_do_in_words_of_the_book() -> None:
    """TA-CONV-18: and what only players can say."""
    wyrm = beast(
        "9", "Wyrm", fly=inches(24), infravision=True, undead=True, only_hit_by=2, size="L",
        abilities=(Ability("regenerate", 3), Ability("fearless", 3)), magic=(Magic("fire breath", 9),),
        mount=Mount("cloud", HitDice(1), 5, inches(12)),
    )  # fmt: skip
    found = together(replace(wyrm, attacks=(damage("1d8"), damage("1d8"))))
    assert isinstance(found.line, Line)
    assert set(found.line.profile.advantages) == {
        "flying", "darkvision", "undead", "resistance_to_normal_weapons", "large", "regeneration",
        "breath_or_gaze_weapon",
    }  # fmt: skip
    assert "Breath or gaze weapon: fire breath [TA-FANT-A05]" in said(found.notes)
    assert "fearless, which no rule carries over" in said(found.left_out)
    assert "regenerate" not in said(found.left_out)
    assert "mounts add no fighting level [TA-CONV-08]" in said(found.left_out)
    assert "Whether it is 14 feet tall" in said(found.missing)
    assert "Whether its 2 attacks a round are multiple attacks" in said(found.missing)
    assert "small" in said(together(beast("4", size="S")).notes).lower()


# ---------------------------------------------------------------- leaders


@pytest.mark.parametrize(
    ("his", "charisma", "may", "rule"),
    [
        (1, 18, False, "TA-CONV-20"), (2, 18, False, "TA-CONV-20"), (3, 14, False, "TA-CONV-20"),
        (3, 15, True, "TA-CONV-20"), (5, 14, False, "TA-CONV-20"), (6, 10, False, "TA-CONV-21"),
        (6, 11, True, "TA-CONV-21"), (8, 11, True, "TA-CONV-21"), (8, 10, False, "TA-CONV-21"),
        (9, 3, True, "TA-CONV-19"), (12, None, True, "TA-CONV-19"), (4, None, None, "TA-CONV-20"),
    ],
)  # fmt: skip
def test_who_may_lead(his: int, charisma: int | None, may: bool | None, rule: str) -> None:
    """TA-CONV-19, TA-CONV-20, TA-CONV-21: by level and charisma; at level 6 the easier way suffices."""
    assert eligible(person(fighter=his, scores=Scores(charisma=charisma))) == (may, rule)


@pytest.mark.parametrize(
    ("cha", "int_", "wis", "level", "rules"),
    [
        (10, 10, 10, 2, ("TA-CONV-33", "TA-CONV-33", "TA-CONV-33")),
        (18, 10, 10, 4, ("TA-CONV-24", "TA-CONV-33", "TA-CONV-33")),
        (17, 10, 10, 3, ("TA-CONV-25", "TA-CONV-33", "TA-CONV-33")),
        (15, 10, 10, 3, ("TA-CONV-25", "TA-CONV-33", "TA-CONV-33")),
        (14, 8, 14, 2, ("TA-CONV-33", "TA-CONV-33", "TA-CONV-33")),
        (7, 18, 10, 3, ("TA-CONV-26", "TA-CONV-28", "TA-CONV-33")),
        (4, 15, 10, 2, ("TA-CONV-26", "TA-CONV-29", "TA-CONV-33")),
        (3, 17, 15, 2, ("TA-CONV-27", "TA-CONV-29", "TA-CONV-32")),
        (1, 18, 18, 3, ("TA-CONV-27", "TA-CONV-28", "TA-CONV-32")),
        (18, 7, 10, 3, ("TA-CONV-24", "TA-CONV-30", "TA-CONV-33")),
        (18, 4, 10, 3, ("TA-CONV-24", "TA-CONV-30", "TA-CONV-33")),
        (18, 3, 10, 2, ("TA-CONV-24", "TA-CONV-31", "TA-CONV-33")),
    ],
)
def test_leadership_from_ability_scores(cha: int, int_: int, wis: int, level: int, rules: tuple[str, ...]) -> None:
    """TA-CONV-23 to TA-CONV-33: two, with what each score adds."""
    tally = leadership(Scores(cha, int_, wis), "typical")
    assert tally is not None
    assert (tally.total, tuple(term.rule for term in tally.terms)[1:4]) == (level, rules)


def test_leadership_ends_at_one_and_five() -> None:
    """TA-CONV-23: eighteen in all would be seven; three in all would be less than nothing."""
    best, worst = leadership(Scores(18, 18, 18), "typical"), leadership(Scores(3, 3, 3), "typical")
    assert best is not None
    assert worst is not None
    assert [term.value for term in best.terms] == [2, 2, 2, 1, -2]
    assert (best.total, worst.total) == (5, 1)


def test_leadership_may_begin_at_nothing() -> None:
    """TA-CONV-23: the switch; then the best there can be is exactly five."""
    general = Member(person(fighter=9, scores=Scores(16, 10, 10)), leads="general")
    assert totals(party(general)[0])["leadership"] == "3"
    assert totals(party(general, leadership_start="zero")[0])["leadership"] == "1"
    best = leadership(Scores(18, 18, 15), "zero")
    assert best is not None
    assert [term.value for term in best.terms] == [0, 2, 2, 1]


def test_who_stands_in_a_figure_may_lead_all_the_same() -> None:
    """TA-CONV-03, TA-CONV-22: the general before a leader; of two leaders the better."""
    good, better = Scores(15, 10, 10), Scores(18, 18, 10)
    found = party(
        Member(person("Ard", fighter=6, scores=good), figure="all", leads="leader"),
        Member(person("Bo", fighter=6, scores=better), figure="all", leads="leader"),
    )
    assert (roles(found[0]), totals(found[0])["leadership"]) == (("leader", "superhero"), "5")
    found = party(
        Member(person("Ard", fighter=2, scores=good), figure="all", leads="general"),
        Member(person("Bo", fighter=6, scores=better), figure="all", leads="leader"),
    )
    assert (roles(found[0]), totals(found[0])["leadership"]) == (("general", "hero"), "3")
    assert found[0].entry is not None
    assert found[0].entry.equipment == {"roles": ("general", "hero"), "leadership": 3}


def test_a_leader_needs_no_other_figure() -> None:
    """TA-CONV-03: of four levels he is no hero, but a leader; who is not asked may be told that he could."""
    found = party(Member(person(fighter=4, scores=Scores(16, 10, 10)), leads="leader"))[0]
    assert roles(found) == ("leader",)
    assert found.verdict.text.startswith("One: a figure only as leader")
    assert "Ard may be a leader, with leadership 3" in said(
        party(person(fighter=4, scores=Scores(16, 10, 10)))[0].notes
    )


def test_who_cannot_lead_is_told_why() -> None:
    """TA-CONV-20, TA-CONV-22, TA-CONV-23: too low, no character at all, or scores that nobody has written down."""
    low = party(Member(person(fighter=2, scores=Scores(18, 18, 18)), leads="leader"))[0]
    assert (roles(low), "level 2 with charisma 18 is not enough" in said(low.missing)) == ((), True)
    troll = party(Member(record(ready_creatures()["troll"]), leads="general"))[0]
    assert "only characters with a class do" in said(troll.missing)
    unknown = party(Member(person(fighter=9, scores=Scores(charisma=12)), leads="general"))[0]
    assert "no intelligence and wisdom is written down" in said(unknown.missing)
    assert "general" not in roles(unknown)


# ---------------------------------------------------------------- plainly said


def test_what_no_rule_gives_is_said() -> None:
    """TA-CONV-01: arms of a figure, and what too few levels are as troops; spells by name are left out."""
    assert "no rule makes them from an armour class" in said(together(person(fighter=5)).missing)
    assert "ordinary troops" in said(together(person(fighter=1)).missing)
    mage = replace(person(magic_user=5), magic=(Magic("fireball", 5),))
    assert "spells by name (fireball)" in said(together(mage).left_out)


def test_the_order_of_a_party_changes_no_figure() -> None:
    """TA-CONV-01: named figures have the same sums whoever is written first."""
    one, other = person("Ard", fighter=4), person("Bo", thief=4)
    assert totals(together(one, other)) == totals(together(other, one))
    assert Group("x", (Member(one, 2), Member(other))).number == 3


@pytest.mark.parametrize("scale", ["1:5", "1:20"])
@pytest.mark.parametrize("name", ready_creatures())
def test_every_figure_may_stand_in_an_army_list(name: str, scale: Any) -> None:
    """TA-CONV-18, TA-FANT-C23: as the entry has it, with nothing against it in a game with the supplement."""
    found = QUARTERMASTER.converted(record(ready_creatures()[name]), {"scale": scale})
    if found.entry is not None:
        entry = found.entry
        unit = Enlisted(entry.troop, entry.figures, equipment=entry.equipment)
        made, wrong = equipped([unit], Options(scale=scale, fantasy="supplement"))
        assert not [one for one in wrong if one.place != "units[0].figures"]
        assert made[0] is not None
        assert made[0].line == replace(found.line, name=made[0].line.name)


def told(found: Converted[Any]) -> tuple[str, ...]:
    """All that is said of a figure."""
    sums = (
        f"{one.label} {one.said}: " + "; ".join(f"{term.label} {term.value} {term.rule}" for term in one.tally.terms)
        for one in found.ratings
    )
    return (str(found.verdict), *sums, *map(str, (*found.notes, *found.left_out, *found.missing)))


TOLD: dict[str, tuple[str, ...]] = {
    "Bram's friends": (
        "3 together: a superhero figure [TA-CONV-05, TA-CONV-01]",
        "Fighting level 10.5: Ottla Quickhand: thief 6 450 TA-CONV-09; 2 × Spearwife: fighter 3 600 TA-CONV-07",
        "Fighting, FC 5 heroic: heroes of all kinds 5 TA-UNIT-18",
        "Hits to kill 3: at 1:5 3 TA-CHAR-08",
        "Points 45: superhero 45 TA-POINTS-05",
        "Ottla Quickhand may be a leader, with leadership 2 [TA-CONV-21]",
        "Armour, weapons and mount: no rule makes them from an armour class; the army list says "
        "what it carries [TA-UNIT-31]",
    ),
    "the tower": (
        "2 together: a wizard figure [TA-CONV-17, TA-CONV-01]",
        "Fighting level 4.5: Master Wend: magic user 5 250 TA-CONV-10; Prentice Ilse: magic user 4 200 TA-CONV-10",
        "Mage levels 9: Master Wend: magic user 5 5 TA-CONV-16; Prentice Ilse: magic user 4 4 TA-CONV-16",
        "Fighting, FC 1 poor: mages 1 TA-FANT-M12",
        "Hits to kill 2: at 1:5 2 TA-CHAR-08",
        "Points 100: wizard 100 TA-POINTS-05",
        "Master Wend's spells by name (fireball): a mage has dice instead [TA-CONV-16]",
        "Armour, weapons and mount: no rule makes them from an armour class; the army list says what "
        "it carries [TA-UNIT-31]",
    ),
    "the stable": (
        "One: a hero figure [TA-CONV-04, TA-CONV-01, TA-FANT-C24]",
        "Fighting level 6: Troll: Hit Dice 6+3 600 TA-CONV-08",
        "Fighting, FC 5 heroic: major monsters fight as what they are rated 5 TA-FANT-C24",
        "Hits to kill 2: at 1:5 2 TA-CHAR-08",
        "Points 20: rated as hero 20 TA-POINTS-13",
        "Darkvision: sees in the dark [TA-FANT-A09]",
        "Large: size L [TA-FANT-Z02]",
        "Regeneration: regenerate [TA-FANT-A03]",
        "Troll: fearless, which no rule carries over",
        "Whether it is 14 feet tall and so a giant: its size says only that it is large [TA-FANT-Z03]",
        "Whether its 2 attacks a round are multiple attacks: print does not say from how many [TA-FANT-A14]",
        "Armour, weapons and mount: no rule makes them from an armour class; the army list says what "
        "it carries [TA-UNIT-31]",
    ),
    "Bram of the Lantern": (
        "One: a superhero figure [TA-CONV-05, TA-CONV-01]",
        "Fighting level 9: Bram of the Lantern: fighter 8 800 TA-CONV-07; Bram of the "
        "Lantern: average magic, sword +2 100 TA-CONV-12",
        "Fighting, FC 5 heroic: heroes of all kinds 5 TA-UNIT-18",
        "Hits to kill 3: at 1:5 3 TA-CHAR-08",
        "Leadership 4: where it starts 2 TA-CONV-23; CHA 16 1 TA-CONV-25; INT 12 0 TA-CONV-33; WIS 15 1 TA-CONV-32",
        "Points 105: general, leadership 4 at 15 60 TA-POINTS-07; superhero 45 TA-POINTS-05",
        "Bram of the Lantern is the general [TA-CONV-22, TA-CONV-03]",
        "Armour, weapons and mount: no rule makes them from an armour class; the army list "
        "says what it carries [TA-UNIT-31]",
    ),
    "Sister Oda": (
        "One: a priest figure [TA-CONV-14, TA-CONV-01]",
        "Fighting level 4.5: Sister Oda: cleric 6 450 TA-CONV-09",
        "Cleric levels 6: Sister Oda: cleric 6 6 TA-CONV-14",
        "Fighting, FC 3 veteran: alone; with a unit he fights as it does 3 TA-CHAR-04",
        "Hits to kill 2: at 1:5 2 TA-CHAR-08",
        "Leadership 4: where it starts 2 TA-CONV-23; CHA 15 1 TA-CONV-25; INT 13 0 TA-CONV-33; WIS 17 1 TA-CONV-32",
        "Points 60: leader, leadership 4 at 10 40 TA-POINTS-06; priest 20 TA-POINTS-05",
        "Sister Oda is a leader [TA-CONV-20, TA-CONV-03]",
        "Armour, weapons and mount: no rule makes them from an armour class; the army list says what "
        "it carries [TA-UNIT-31]",
    ),
    "Ogre": (
        "One: an elite figure, a major monster below a hero (fighting level 4, and 5 make a hero) "
        "[TA-FANT-C24, TA-CONV-18]",
        "Fighting level 4: Ogre: Hit Dice 4+1 400 TA-CONV-08",
        "Fighting, FC 4 elite: major monsters fight as what they are rated 4 TA-FANT-C24",
        "Hits to kill 1: at 1:5 1 TA-CHAR-08",
        "Points 8: rated below a hero, as elite (FC 4) 8 TA-POINTS-13",
        "Darkvision: sees in the dark [TA-FANT-A09]",
        "Large: size L [TA-FANT-Z02]",
        "Ogre: great strength, which no rule carries over",
        "Whether it is 14 feet tall and so a giant: its size says only that it is large [TA-FANT-Z03]",
        "Armour, weapons and mount: no rule makes them from an armour class; the army list says what it "
        "carries [TA-UNIT-31]",
    ),
    "Orc": (
        "Ordinary troops: 5 orcs to a figure [TA-FANT-C23, TA-FANT-C08]",
        "Fighting, FC 2 soldier: the book's list 2 TA-FANT-C08",
        "To a figure 5: individuals at 1:5 5 TA-FANT-C08",
        "Its Hit Dice, 1: who is on the list is as the list says [TA-FANT-C23, TA-FANT-C08]",
        "Light weakness: the list says what it can do [TA-FANT-C08]",
        "Armour, weapons and mount: no rule makes them from an armour class; the army list says what it "
        "carries [TA-FANT-C22]",
    ),
    "Light footman": (
        "One: no figure, but may be part of one (fighting level 1, and 5 make a hero) [TA-CONV-04, TA-CONV-01]",
        "Fighting level 1: Light footman: fighter 1 100 TA-CONV-07",
        "What they are as ordinary troops: no rule makes fighting capability from so few levels [TA-UNIT-31]",
    ),
}


def test_all_that_is_said_of_figures_with_its_rules() -> None:
    """TA-CONV-01 to TA-CONV-33: a party, a major monster, troops of the list, and a man of one level."""
    party_of = load_party("lantern-company")
    assert party_of is not None
    found = list(QUARTERMASTER.converted_party(party_of, {}))
    found += [QUARTERMASTER.converted(load_creature(one), {}) for one in ("ogre", "orc", "light-footman")]
    assert {one.name: told(one) for one in found} == TOLD


def test_who_lives_below_ground_sees_in_the_dark_and_one_creature_needs_no_count() -> None:
    """TA-FANT-A09, TA-FANT-C23: how many a figure is, is written where they are several."""
    digger = together(beast("5", underworld=True))
    assert digger.entry is not None
    assert digger.entry.equipment["abilities"] == ("darkvision",)
    assert "creatures" not in digger.entry.equipment
    several = together(beast("5"), beast("5"))
    assert several.entry is not None
    assert several.entry.equipment["creatures"] == 2
