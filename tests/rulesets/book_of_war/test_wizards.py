"""Wizards of the Advanced Rules: their rows, wands, what keeps them from magic, and leaving the field."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import FINISH, PLAY, Commanded, Played
from schiltron.battle.state.event import Fell, Landed, Removed, Struck, Worked
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import AtWill
from schiltron.battle.state.unit import Aboard, OffTable
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.attacks.to_hit import to_hit
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.catalogue import QUARTERMASTER
from schiltron.rulesets.book_of_war.individuals import WIZARDS, remounted
from schiltron.rulesets.book_of_war.magic.steps import Spells, WandShot
from schiltron.rulesets.book_of_war.state import Unit
from schiltron.rulesets.book_of_war.troops import TROOPS
from schiltron.rulesets.book_of_war.victory import reckoning
from schiltron.rulesets.quartermaster import Enlisted
from tests.rulesets.book_of_war import positions
from tests.rulesets.book_of_war.positions import Played as Play
from tests.rulesets.book_of_war.positions import blue, field, piece, play, red, rules

MAGIC = (Spells("blue"), AttackPhase("blue"))


def wizard(rank: int = 6, at: tuple[float, float] = (24, 40), **more: Any) -> Unit:
    return blue(f"wizard_{rank}", 1, at=at, id=more.pop("id", "mareth"), wand=more.pop("wand", "fireballs"), **more)


def wand(target: str, place: int = 0, by: str = "mareth", kind: str = "fireballs") -> Commanded:
    return Commanded("", PLAY, Played(f"{by}:{kind}", "cast", (target,), place=place))


def shots(played: Play) -> list[WandShot]:
    return [step for step in played.battle.agenda if isinstance(step, WandShot)]


def beside(host: str, file: int, one: Unit) -> Unit:
    return replace(one, place=Aboard(host, f"front:{file}"))


# ---------------------------------------------------------------- rows and lists


def test_six_ranks_of_wizards_with_their_numbers() -> None:
    """BW-A4-01, BW-A4-02, BW-A4-03, BW-A4-32, BW-A4-33."""
    for rank in range(1, 7):
        one = TROOPS[f"wizard_{rank}"]
        assert (one.rank, one.cost, one.move, one.armour_hit, one.hit_dice) == (rank, 70 + 10 * rank, 12_000, 7, 1)
        assert one.hero is not None
        assert (one.hero.attack, one.damage, one.hero.embeds, one.mounted) == (6, 1, True, False)
        assert one.fearless


def _checked(**equipment: Any) -> list[tuple[str, tuple[str, ...]]]:
    report = QUARTERMASTER.check([Enlisted("wizard_3", 1, equipment=equipment)], None)
    return [(one.place, one.rules) for one in report.violations]


def test_a_wand_and_so_many_spells_are_chosen_with_the_army() -> None:
    """BW-A4-07, BW-A4-13, BW-A4-33."""
    assert _checked() == []
    assert _checked(wand="lightning_bolts", spells=("death_spell", "death_spell")) == []
    assert _checked(wand="frost") == [("units[0].equipment.wand", ("BW-A4-07",))]
    assert _checked(spells=("death_spell",)) == [("units[0].equipment.spells", ("BW-A4-13",))]
    assert _checked(spells=("death_spell", "fireball")) == [("units[0].equipment.spells", ("BW-A4-13",))]
    assert _checked(sword="long") == [("units[0].equipment.sword", ("BW-A4-07",))]
    report = QUARTERMASTER.check([Enlisted("wizard_3", 1)], None)
    assert [(term.value, term.rule) for term in report.costs[0].terms] == [(80, "BW-A4-32"), (20, "BW-A4-33")]
    assert not QUARTERMASTER.check([Enlisted("wizard_1", 2)], None).lawful


def test_the_sheet_of_a_wizard_has_a_box_for_every_spell_and_says_what_they_do() -> None:
    """BW-A4-07, BW-A4-13: those he chose, or the usual ones; others see no such thing."""
    chosen = Enlisted(
        "wizard_4", 1, equipment={"wand": "lightning_bolts", "spells": ("death_spell", "lower_water", "death_spell")}
    )
    mareth, usual, archers = QUARTERMASTER.sheets([chosen, Enlisted("wizard_2", 1), Enlisted("archers", 6)], {})
    assert [(one.head, one.count) for one in mareth.boxes] == [("Figures", 1), ("Death spell", 2), ("Lower water", 1)]
    assert [one.head for one in mareth.facts[1:]] == ["Wand of lightning bolts", "Death spell", "Lower water"]
    assert all(one.value for one in mareth.facts)
    assert usual.facts[1].head == "Wand of fireballs"
    assert len(usual.boxes) == 2
    assert (len(archers.boxes), len(archers.facts)) == (1, 1)


# ---------------------------------------------------------------- wands


def test_a_shot_strikes_the_figure_aimed_at_or_an_inch_short_or_long() -> None:
    """BW-A4-08, BW-A4-11, BW-A1-14: three ranks of foot ¾ inch deep, the middle one aimed at."""
    start = field(wizard(), red("light_infantry", 12, files=4, at=(24, 30)), game="advanced")
    for die, row in (("1", 2), ("2", 2), ("3", 1), ("4", 1), ("5", 0), ("6", 0)):
        played = play(start, *MAGIC, wand("light_infantry", 5), FINISH)
        (shot,) = shots(played)
        falls = (shot.short, shot.on_target, shot.long)
        assert [start.units["light_infantry"].places[one.place].rank for one in falls] == [0, 1, 2]
        played = played.then(die)
        (landed,) = played.events_of(Landed)
        assert landed.struck == (("light_infantry", 1),)
        assert landed.marks[0].shape == replace(landed.marks[0].shape, x=falls[2 - row].x, y=falls[2 - row].y)
        assert played.unit("light_infantry").figures == 11
        (struck,) = played.events_of(Struck)
        assert (struck.hits, struck.action) == (1, "wand of fireballs")
        assert {"BW-A4-08", "BW-A4-11"} <= {*struck.rules}


def test_a_shallow_unit_is_struck_on_two_in_six() -> None:
    """BW-A4-11: a target up to an inch deep."""
    start = field(wizard(), red("light_infantry", 4, at=(24, 30)), game="advanced")
    played = play(start, *MAGIC, wand("light_infantry", 1), FINISH)
    assert [one.unit for one in (shots(played)[0].short, shots(played)[0].on_target, shots(played)[0].long)] == [
        "",
        "light_infantry",
        "",
    ]
    assert played.then("1").events_of(Landed)[0].struck == ()
    assert played.then("1").unit("light_infantry").figures == 4


def test_a_shot_scatters_onto_friends_and_the_hidden() -> None:
    """BW-A4-11: the figure of either side whose base covers the point."""
    start = field(
        wizard(at=(24, 40)),
        red("light_infantry", 4, at=(24, 30)),
        blue("archers", 4, at=(24, 30.9), facing=positions.SOUTH),
        game="advanced",
    )
    played = play(start, *MAGIC, wand("light_infantry", 1), FINISH)
    assert shots(played)[0].short.unit == "archers"


def test_two_shots_at_rest_one_after_half_a_move_none_after_more() -> None:
    """BW-A4-09, BW-A4-12."""
    for spent, count in ((0, 2), (6_000, 1), (6_100, 0)):
        start = field(
            wizard(spent=spent, moved=spent > 0), red("light_infantry", 12, files=4, at=(24, 30)), game="advanced"
        )
        played = play(start, *MAGIC)
        for _ in range(count):
            assert played.decision.hand[0].count == count - played.unit("mareth").own.turn.wand_shots
            played = played.then(wand("light_infantry", 5))
        assert not played.battle.decisions or "BW-A4-09" in rules(played.refusal(wand("light_infantry", 5)))
        if not count:
            assert played.over


@pytest.mark.parametrize("length", ["fifteen", "ten"])
@pytest.mark.parametrize(("spent", "count"), [(0, 1), (500, 0)])
def test_in_short_turns_a_wand_fires_once_and_only_at_rest(length: str, spent: int, count: int) -> None:
    """BW-O5-05, BW-O5-06: of two shots a half or a third, one at least."""
    foe = red("light_infantry", 12, files=4, at=(24, 30))
    other = blue("archers", 4, at=(40, 40))
    start = field(wizard(spent=spent, moved=spent > 0), foe, other, game="advanced", turn_length=length)
    position = play(start, *MAGIC)
    cards = [one for one in BOOK_OF_WAR.powers(start, "blue") if one.holder == "mareth"]
    assert (cards[0].uses[0].barred == "") is (count > 0)
    if not count:
        assert cards[0].uses[0].rules == ("BW-O5-05",)
        return
    fired = position.then(wand("light_infantry", 5))
    assert fired.unit("mareth").own.turn.wand_shots == 1
    assert len(shots(fired)) == 1, "nothing more to call upon"


@pytest.mark.parametrize(
    ("condition", "spent", "count"), [("storm", 3_000, 1), ("storm", 3_100, 0), ("dark", 3_100, 0)]
)
def test_half_a_move_is_half_of_what_weather_and_darkness_leave_of_it(condition: str, spent: int, count: int) -> None:
    """BW-A4-09, BW-O1-08, BW-O2-02: of twelve inches six are left, alone and in the ranks."""
    more = {"weather": "stormy"} if condition == "storm" else {"darkness": "dark"}
    foe = red("light_infantry", 12, files=4, at=(24, 40))
    host = blue("archers", 6, files=6, at=(24, 40), spent=spent, moved=True)
    for units in ((wizard(spent=spent, moved=True),), (host, beside("archers", 1, wizard()))):
        start = field(*units, foe, game="advanced", **more)
        (card, *_) = [one for one in BOOK_OF_WAR.powers(start, "blue") if one.holder == "mareth"]
        assert (card.uses[0].barred == "") is (count > 0)


def test_in_the_ranks_the_move_of_the_unit_counts() -> None:
    """BW-A4-09."""
    for kind, spent, count in (("archers", 5_000, 1), ("archers", 7_000, 0), ("heavy_infantry", 5_000, 0)):
        host = blue(kind, 12, files=4, at=(24, 40), id="host", spent=spent, moved=True)
        foe = red("light_infantry", 12, files=4, at=(24, 30))
        played = play(field(host, beside("host", 1, wizard()), foe, game="advanced"), Spells("blue"))
        assert played.over if not count else played.decision.hand[0].count == count


def test_too_far_a_shot_falls_where_the_range_ends() -> None:
    """BW-A4-27, BW-A4-08: on whoever is there; from the edge of the base."""
    far = red("light_infantry", 9, files=3, at=(24, 10))
    played = play(field(wizard(at=(24, 40)), far, game="advanced"), *MAGIC, wand("light_infantry", 4), FINISH)
    (shot,) = shots(played)
    assert (shot.on_target.x, shot.on_target.y, shot.on_target.unit) == (24_000, 40_000 - 24_000, "")
    between = red("heavy_infantry", 4, at=(24, 16.3))
    played = play(field(wizard(at=(24, 40)), far, between, game="advanced"), *MAGIC, wand("light_infantry", 4), FINISH)
    assert shots(played)[0].on_target.unit == "heavy_infantry"


def test_woods_and_hills_block_a_wand_and_units_do_not() -> None:
    """BW-A4-10."""
    target, screen = red("light_infantry", 12, files=4, at=(24, 28)), red("heavy_infantry", 8, files=8, at=(24, 35))
    seen = play(field(wizard(), target, screen, game="advanced"), *MAGIC, wand("light_infantry", 5), FINISH)
    assert len(shots(seen)) == 1
    for ground in ("woods", "hill"):
        wood = piece(ground, 20, 32, 28, 34)
        played = play(
            field(wizard(), target, features=[wood], game="advanced"), *MAGIC, wand("light_infantry", 5), FINISH
        )
        assert played.over
        assert [event.rules[0] for event in played.events_of(Worked)][-1] == "BW-A4-10"


def test_in_contact_only_at_a_touching_enemy() -> None:
    """BW-A4-09, BW-B1-06."""
    near, far = red("light_infantry", 4, at=(24, 40)), red("heavy_infantry", 4, at=(24, 30))
    start = field(wizard(at=(24, 40)), near, far, game="advanced")
    played = play(start, *MAGIC)
    assert played.decision.hand[0].uses[0].aim.eligible == ("light_infantry",)
    assert "BW-A4-08" in rules(played.refusal(wand("heavy_infantry")))
    fired = played.then(wand("light_infantry", 1), FINISH, "3")
    assert [event.action for event in fired.events_of(Struck)] == ["wand of fireballs"]
    struck = played.then(FINISH, "6")
    assert [event.action for event in struck.events_of(Struck)] == ["melee"]


def test_both_shots_are_announced_before_the_first_is_measured() -> None:
    """BW-A4-09, BW-A4-27, BW-B1-06: both are frozen by the position as the phase began."""
    start = field(
        wizard(), red("light_infantry", 4, at=(24, 30)), red("heavy_infantry", 4, at=(34, 30)), game="advanced"
    )
    played = play(start, *MAGIC, wand("light_infantry", 0), wand("heavy_infantry", 3))
    assert not played.events_of(Landed)
    played = played.then("3", "4")
    assert [event.struck for event in played.events_of(Landed)] == [(("light_infantry", 1),), (("heavy_infantry", 1),)]
    assert (played.unit("light_infantry").figures, played.unit("heavy_infantry").figures) == (3, 3)


def test_fire_and_lightning_are_told_apart() -> None:
    """BW-A4-07, BW-A3-32: a fire giant ignores fireballs and not lightning."""
    for kind, left in (("fireballs", 1), ("lightning_bolts", 0)):
        start = field(wizard(wand=kind), red("giant_fire", 1, at=(24, 30)), game="advanced")
        played = play(start, *MAGIC, wand("giant_fire", 0, kind=kind), FINISH, "3")
        if played.battle.roll is not None:
            assert played.dice == [(1, 3)]
            played = played.then("2")
        assert played.unit("giant_fire").figures == left


def test_a_hero_in_the_ranks_is_caught_with_the_figure_beside_him() -> None:
    """BW-A3-18, BW-A4-11: figure and hero stand on one place."""
    host = red("light_infantry", 4, at=(24, 30))
    knight = replace(red("barbarian_lord", 1, at=(0, 0), id="lord"), place=Aboard("light_infantry", "front:-1"))
    start = field(wizard(), host, knight, game="advanced")
    played = play(start, *MAGIC, wand("light_infantry", 1), FINISH, "3")
    assert played.unit("light_infantry").figures == 3
    assert played.dice == [(1, 3)]
    assert played.then("2").unit("lord").figures == 0
    other = play(start, *MAGIC, wand("light_infantry", 3), FINISH, "3")
    assert other.over


@pytest.mark.parametrize("facing", [0, 41, 270])
def test_a_shot_that_falls_short_strikes_his_own_men_and_never_himself(facing: float) -> None:
    """BW-A4-11: an inch short of who touches him it comes down where he stands, by himself or with his entourage."""
    foe = red("light_infantry", 1, at=(24, 40), facing=facing + 180)
    for alone in (True, False):
        he = wizard(facing=facing)
        guard = blue("light_infantry", 1, at=(24, 40), facing=facing, id="guard")
        units = (he,) if alone else (guard, beside("guard", 0, he))
        start = field(*units, foe, game="advanced")
        played = play(start, *MAGIC, wand("light_infantry", 0), FINISH)
        while played.battle.roll is not None and "wand" not in played.battle.roll.purpose:
            played = played.then(" ".join("1" for _ in range(played.dice[0][0])))
        short = played.then("1")
        assert short.over
        assert short.events_of(Landed)[0].struck == (() if alone else (("guard", 1),))
        assert short.unit("mareth").figures == 1


def test_all_heroes_who_stand_on_one_place_are_caught_there() -> None:
    """BW-A4-11, BW-A3-18: a unit that has shrunk to one file holds two of them on it."""
    host = replace(red("light_infantry", 2, files=1, at=(24, 30)), original=6)
    lords = [
        replace(red("barbarian_lord", 1, at=(0, 0), id=one), place=Aboard("light_infantry", f"front:{aside}"))
        for one, aside in (("left", -2), ("right", 2))
    ]
    played = play(field(wizard(), host, *lords, game="advanced"), *MAGIC, wand("light_infantry", 0), FINISH, "3")
    assert [name for name, _ in played.events_of(Landed)[0].struck] == ["light_infantry", "left", "right"]
    assert not played.then("2").then("2").unit("right").figures


# ---------------------------------------------------------------- abilities


def test_enchanted_monsters_cannot_hit_a_wizard(monkeypatch: pytest.MonkeyPatch) -> None:
    """BW-A4-04."""
    monkeypatch.setitem(TROOPS, "djinn", replace(TROOPS["ogres"], id="djinn", enchanted=True))
    monkeypatch.setitem(TROOPS, "bound_giant", replace(TROOPS["giant_fire"], id="bound_giant", enchanted=True))
    for kind in ("djinn", "bound_giant"):
        need = to_hit(kind, "wizard_1")
        assert need.verdict == "impossible"
        assert "BW-A4-04" in need.rules
        assert to_hit(kind, "light_infantry").verdict != "impossible"
    assert to_hit("ogres", "wizard_1").verdict != "impossible"


def at_will(played: Play, what: str, seat: str = "blue") -> Play:
    obeyed = BOOK_OF_WAR.obey(played.battle, AtWill(seat, what))
    assert not isinstance(obeyed, Illegal), str(obeyed)
    return Play(obeyed.battle, played.events + obeyed.events, len(played.events))


def test_a_wizard_leaves_at_any_moment_of_his_own_turn() -> None:
    """BW-A4-06: not killed, and whoever was with him stays."""
    host = blue("archers", 1, at=(24, 40))
    start = field(
        host, beside("archers", 0, wizard()), red("light_infantry", 12, files=4, at=(24, 30)), game="advanced"
    )
    played = play(start, *MAGIC)
    (free,) = BOOK_OF_WAR.liberties(played.battle)
    assert (free.key, free.seat, free.unit, free.rules) == ("leave:mareth", "blue", "mareth", ("BW-A4-06",))
    assert isinstance(BOOK_OF_WAR.obey(played.battle, AtWill("red", "leave:mareth")), Illegal)
    gone = at_will(played, "leave:mareth")
    assert gone.unit("mareth").place == OffTable("withdrew")
    assert gone.unit("archers").on_table
    assert gone.events_of(Removed)[0].rules == ("BW-A4-06",)
    assert not gone.events_of(Fell)
    assert reckoning(gone.battle, "red").total == 0
    assert not BOOK_OF_WAR.liberties(replace(played.battle, active="red"))


def test_nobody_leaves_while_dice_are_due() -> None:
    start = field(wizard(), red("light_infantry", 12, files=4, at=(24, 30)), game="advanced")
    played = play(start, *MAGIC, wand("light_infantry", 5), FINISH)
    refused = BOOK_OF_WAR.obey(played.battle, AtWill("blue", "leave:mareth"))
    assert isinstance(refused, Illegal)
    assert "comes first" in str(refused)


def test_what_a_wizard_announced_before_he_left_comes_to_nothing() -> None:
    """BW-A4-06."""
    start = field(wizard(), red("light_infantry", 12, files=4, at=(24, 30)), game="advanced")
    played = at_will(play(start, *MAGIC, wand("light_infantry", 5)), "leave:mareth")
    assert played.over
    assert played.unit("light_infantry").figures == 12


def test_nobody_is_asked_for_magic_where_nobody_has_any() -> None:
    start = field(blue("archers", 6, at=(24, 40)), red("light_infantry", 6, at=(24, 10)), game="advanced")
    assert play(start, *MAGIC).over


def test_only_wizards_have_ranks() -> None:
    assert {remounted(kind) for kind, one in TROOPS.items() if one.rank} == set(WIZARDS)
