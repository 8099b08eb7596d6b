"""Battles off the table (rules ABS): strength, stratagems, statements, stances, postures, results, losses, pursuit."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.door.dice import ScriptedDice
from schiltron.battle.door.ruleset import Obeyed
from schiltron.battle.state.battle import Outcome, Side
from schiltron.battle.state.decision import Answer, Assign, Assigned, Choose, Chosen, Share
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.event import Began, Checked, Fell, Reported
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Order, Reply
from schiltron.muster import MusterFault, load_scenario, prepare
from schiltron.muster.after_battle import army_after
from schiltron.muster.house_troops import read_army
from schiltron.muster.list_text import written
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.off_table.days import EndDay
from schiltron.rulesets.by_this_axe.off_table.losses import ShareLosses, Wounded, in_proportion
from schiltron.rulesets.by_this_axe.off_table.outlook import chance_to_succeed, forecast
from schiltron.rulesets.by_this_axe.off_table.pursuit import may_pursue, pursuit_tally
from schiltron.rulesets.by_this_axe.off_table.result_table import (
    Clash,
    Verdict,
    holds_field,
    lost_percent,
    modifiers,
    ratio,
    verdict_of,
)
from schiltron.rulesets.by_this_axe.off_table.results import HoldField
from schiltron.rulesets.by_this_axe.off_table.stances import ATTACKING, DEFENDING, barred, role_tally
from schiltron.rulesets.by_this_axe.off_table.stratagems import STRATAGEMS, chance_of, may_try
from schiltron.rulesets.by_this_axe.off_table.strength import shown, strength, total, worth
from schiltron.rulesets.by_this_axe.options import Options
from schiltron.rulesets.by_this_axe.setup.opening import enlisted, off_table
from schiltron.rulesets.by_this_axe.state import Battle, Profile, Unit
from schiltron.rulesets.by_this_axe.troops import Line

SIDES = (Side("red", "Red", "red"), Side("blue", "Blue", "blue"))


def unit(side: str, name: str, heads: int, fc: int = 3, armour: Any = "unarmored", **more: Any) -> Unit:
    """So many individuals of a kind; scale 1:5, so heads are a multiple of five."""
    profile = Profile(fc=fc, armour=armour, **more)
    return replace(enlisted(f"{side}-{name}", side, Line(name, name, profile), heads // 5), id=f"{side}-{name}")


def general(side: str, leadership: int = 2, **more: Any) -> Unit:
    line = Line("general", "General", Profile(fc=3, **more), character=True, roles=("general",), leadership=leadership)
    return replace(enlisted(f"{side}-general", side, line, 1), id=f"{side}-general")


def war(*units: Unit, **options: Any) -> Battle:
    return off_table(title="A war", sides=SIDES, units=units, options=Options(**options))


def begun(*units: Unit, **options: Any) -> Battle:
    return BY_THIS_AXE.begun(war(*units, **options)).battle


EVEN = (unit("red", "spears", 100), general("red"), unit("blue", "axes", 100), general("blue"))


class Day:
    """A battle played on, answer by answer: words are options (red's first where both are asked), "3 4" are dice."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.told: list[Any] = []

    def then(self, *what: str | Answer) -> Day:
        """Losses that are asked about fall as they do by silence."""
        for one in what:
            if isinstance(one, str) and one.replace(" ", "").isdigit():
                assert self.battle.roll is not None, self.battle.decisions
                assert {pool.sides for pool in self.battle.roll.pools} == {6}, "TA-UNIT-11"
                self._give(ScriptedDice([int(face) for face in one.split()]).throw(self.battle.roll, 1))
            else:
                self._answer(Chosen((one,)) if isinstance(one, str) else one)
            self.share_losses()
        return self

    def share_losses(self) -> None:
        while self.battle.decisions and isinstance(self.battle.decisions[0], Assign):
            assert self.battle.decisions[0].default is not None
            self._answer(self.battle.decisions[0].default)

    def _answer(self, answer: Answer) -> None:
        decision = self.battle.decisions[0]
        self._give(Reply(decision.seat, decision.id, answer))

    def _give(self, order: Order) -> None:
        """Whatever comes of it can be saved, as can all that is told of it."""
        obeyed = BY_THIS_AXE.obey(self.battle, order)
        assert isinstance(obeyed, Obeyed), obeyed
        assert encode(BY_THIS_AXE.decode(encode(obeyed.battle))) == encode(obeyed.battle)
        assert all(isinstance(rule, str) for event in obeyed.events for rule in event.rules)
        self.battle = obeyed.battle
        self.told += obeyed.events

    def said(self) -> str:
        return "\n".join(event.what for event in self.told if isinstance(event, Reported))

    @property
    def asked(self) -> list[str]:
        return [decision.seat for decision in self.battle.decisions]

    def options(self, seat: str) -> list[str]:
        decision = next(one for one in self.battle.decisions if one.seat == seat)
        assert isinstance(decision, Choose)
        return [option.key for option in decision.options]


def day(*units: Unit, **options: Any) -> Day:
    return Day(begun(*(units or EVEN), **options))


def fought(red: str, blue: str, *dice: str, units: tuple[Unit, ...] = EVEN) -> Day:
    """Red attacks blue, nobody tries a stratagem."""
    return day(*units).then("none", "none", "guarded", "guarded", "offensive", "defensive", red, blue, *dice)


# ---------------------------------------------------------------- strength


def test_the_worked_example_of_hobbits() -> None:
    """TA-ABS-02, TA-ABS-03, TA-ABS-06, TA-ABS-08: 400 of FC 3, AS 2, bows, two abilities are 32; of FC 2 28."""
    kit: dict[str, Any] = {"ranged": ("short_bow",), "abilities": ("small", "marksman")}
    veterans = unit("red", "hobbits", 400, fc=3, armour="medium", **kit)
    assert worth(veterans.own.profile).total == 8
    assert shown(strength(war(veterans), war(veterans).units["red-hobbits"])) == "32"
    plain = war(unit("red", "hobbits", 400, fc=2, armour="medium", **kit))
    assert shown(total(plain, "red")) == "28"


@pytest.mark.parametrize(
    ("heads", "profile", "printed"),
    [
        (160, {"fc": 4, "armour": "heavy", "shield": True, "mounted": True}, "16"),
        (80, {"fc": 3, "armour": "medium", "shield": True, "mounted": True}, "6.4"),
        (160, {"fc": 3, "armour": "heavy", "ranged": ("longbow",)}, "11.2"),
        (200, {"fc": 3, "armour": "heavy", "ranged": ("longbow",), "abilities": ("camouflage",)}, "16"),
    ],
)
def test_the_sample_roster(heads: int, profile: dict[str, Any], printed: str) -> None:
    """TA-ABS-04, TA-ABS-05, TA-ABS-07, TA-ABS-09, TA-ABS-10, TA-ABS-11: knights, squires, longbowmen, elves."""
    assert shown(total(war(unit("red", "them", heads, **profile)), "red")) == printed


def test_figures_become_individuals_by_the_scale() -> None:
    """TA-ABS-12: eight figures are 160 men at 1:20 and 40 at 1:5; a character is one (TA-ABS-13)."""
    eight = unit("red", "knights", 40)
    assert war(eight, general("red"), scale="1:20").units["red-knights"].figures == 160
    assert war(eight, general("red")).units["red-knights"].figures == 40
    assert war(eight, general("red"), scale="1:20").units["red-general"].figures == 1


def test_an_engineer_is_known_by_a_flag_and_is_no_stronger_for_it() -> None:
    """TA-ABS-06, TA-ABS-47."""
    assert worth(Profile(fc=3, abilities=("engineer",))).total == 3


# ---------------------------------------------------------------- stratagems


def test_thirteen_is_needed_with_leadership_and_full_steps() -> None:
    """TA-ABS-32, TA-ABS-33, TA-ABS-38: 59 of 100 mounted are two steps of twenty."""
    riders = unit("red", "riders", 60, mounted=True)
    others = unit("red", "foot", 40)
    battle = begun(riders, others, general("red", 3), unit("blue", "axes", 100), general("blue"))
    assert [term.value for term in chance_of(battle, "red", "flank_march").terms] == [3, 2]  # 60 of 101
    assert chance_to_succeed(battle, "red", "flank_march") == Fraction(15, 36)  # 8 or more
    assert chance_to_succeed(battle, "red", "ambush") == Fraction(6, 36)  # 10 or more, by leadership alone
    assert chance_of(battle, "red", "deceptive_deployment").total == 3


def test_what_counts_for_each_stratagem() -> None:
    """TA-ABS-34, TA-ABS-47, TA-ABS-50, TA-ABS-52: camouflage or marksmen; engineers; light horse or flyers in tens; the
    mounted, flying and quick."""
    sly = unit("red", "sly", 50, abilities=("camouflage",))
    sharp = unit("red", "sharp", 50, abilities=("marksman",))
    diggers = unit("red", "diggers", 50, abilities=("engineer",))
    light = unit("red", "light", 50, armour="light", mounted=True)
    heavy = unit("red", "heavy", 50, armour="heavy", mounted=True)
    quick = unit("red", "quick", 50, abilities=("quick",))
    battle = begun(sly, sharp, diggers, light, heavy, quick, general("red", 1), unit("blue", "axes", 100))
    added = {key: chance_of(battle, "red", key).total - 1 for key in STRATAGEMS}
    assert added == {
        "ambush": 1,  # a third
        "flank_march": 2,  # half
        "deceptive_deployment": 0,
        "night_day_surprise_attack": 0,
        "field_fortifications": 0,  # a sixth
        "foil_stratagem": 1,  # a sixth, in tens
        "evade_battle": 2,
    }


@pytest.mark.parametrize(
    ("scouts", "steps"),
    [
        ({"mounted": True}, 3),
        ({"mounted": True, "armour": "light"}, 3),
        ({"mounted": True, "armour": "medium"}, 0),
        ({"abilities": ("flying",), "armour": "heavy"}, 3),
        ({"armour": "light"}, 0),
    ],
)
def test_who_scouts_against_a_stratagem(scouts: dict[str, Any], steps: int) -> None:
    """TA-ABS-50: light and unarmoured horse, and flyers in whatever armour."""
    battle = war(unit("red", "scouts", 150, **scouts), unit("red", "foot", 300), general("red"), *EVEN[2:])
    assert chance_of(battle, "red", "foil_stratagem").total == 2 + steps


def test_an_attempt_a_week_whether_it_works_or_not() -> None:
    """TA-ABS-30, TA-ABS-31: on the eighth day again; no general, no attempt."""
    tried = day().then("flank_march", "none", "1 1")
    assert not may_try(tried.battle, "red")
    assert may_try(tried.battle, "blue")
    assert may_try(replace(tried.battle, turn=8), "red")
    assert not may_try(replace(tried.battle, turn=7), "red")
    headless = begun(unit("red", "spears", 100), unit("blue", "axes", 100), general("blue"))
    assert [one.seat for one in headless.decisions] == ["blue"]


def test_what_is_tried_is_a_secret_and_that_it_worked_is_not() -> None:
    """TA-ABS-15, TA-ABS-32, TA-ABS-51: both choose before either knows; the other hears that something worked."""
    one = day()
    assert one.asked == ["red", "blue"]
    assert all(decision.sealed for decision in one.battle.decisions)
    one.then("flank_march", "none", "6 6")
    seen = BY_THIS_AXE.view(one.battle, "blue")
    assert (seen.own.abroad.army("red").stratagem, seen.own.abroad.army("red").worked) == ("", True)
    assert BY_THIS_AXE.view(one.battle, "red").own.abroad.army("red").stratagem == "flank_march"
    (checked,) = [event for event in one.told if isinstance(event, Checked)]
    assert (checked.audience, checked.tally.total, checked.passed) == (("red",), 14, True)
    assert "Red: a stratagem works" in one.said()
    assert "flank" not in one.said().lower()


def test_who_held_back_may_foil_it_before_he_knows_what_it_is() -> None:
    """TA-ABS-51: his attempt of the week, whether it works or not; who has tried something himself may not."""
    worked = day().then("flank_march", "none", "6 6")
    assert worked.asked == ["blue"]
    assert worked.options("blue") == ["foil_stratagem", "none"]
    foiled = day().then("flank_march", "none", "6 6", "foil_stratagem", "5 6")
    assert not foiled.battle.own.abroad.army("red").worked
    assert not may_try(foiled.battle, "blue")
    missed = day().then("flank_march", "none", "6 6", "foil_stratagem", "5 5")
    assert missed.battle.own.abroad.army("red").worked
    assert not may_try(missed.battle, "blue")
    both = day().then("flank_march", "ambush", "6 6", "1 1")
    assert both.asked == ["red", "blue"]  # troops are stated


def test_who_evades_falls_back_and_there_is_no_battle() -> None:
    """TA-ABS-53: 1d6 miles; a foil alone stops it."""
    gone = day().then("evade_battle", "none", "6 6", "none", "4")
    assert gone.battle.outcome is not None
    assert (gone.battle.outcome.winner, gone.battle.outcome.how) == ("", "parted")
    assert "Red evades battle, and falls back 4 miles" in gone.said()
    stopped = day().then("evade_battle", "none", "6 6", "foil_stratagem", "6 6")
    assert stopped.battle.outcome is None
    assert stopped.asked == ["red", "blue"]


@pytest.mark.parametrize(
    ("stratagem", "attacks", "red", "blue", "shift"),
    [
        ("ambush", False, "stand_and_hold", "frontal_assault", -2),
        ("ambush", False, "stand_and_hold", "screened_attack", -1),
        ("ambush", True, "frontal_assault", "stand_and_hold", 0),
        ("flank_march", True, "frontal_assault", "stand_and_hold", 2),
        ("flank_march", True, "frontal_assault", "fighting_retreat", 0),
        ("flank_march", False, "stand_and_hold", "frontal_assault", -2),
        ("flank_march", False, "stand_and_hold", "screened_attack", 0),
        ("deceptive_deployment", True, "frontal_assault", "stand_and_hold", 1),
        ("deceptive_deployment", False, "stand_and_hold", "frontal_assault", -1),
        ("night_day_surprise_attack", True, "frontal_assault", "stand_and_hold", 2),
        ("night_day_surprise_attack", True, "frontal_assault", "fighting_retreat", 1),
        ("night_day_surprise_attack", False, "stand_and_hold", "frontal_assault", 0),
        ("field_fortifications", False, "stand_and_hold", "envelope", -2),
        ("field_fortifications", True, "frontal_assault", "stand_and_hold", 0),
    ],
)
def test_what_a_stratagem_shifts(stratagem: str, attacks: bool, red: str, blue: str, shift: int) -> None:
    """TA-ABS-35, TA-ABS-36, TA-ABS-37, TA-ABS-39, TA-ABS-42, TA-ABS-44, TA-ABS-45, TA-ABS-46, TA-ABS-48, TA-ABS-49,
    TA-ABS-54: of red's, on the attacker's die."""
    tried = day().then(stratagem, "none", "6 6", "none").battle
    clash = Clash("red", "blue", red, blue) if attacks else Clash("blue", "red", blue, red)
    plain = modifiers(begun(*EVEN), clash).total
    assert modifiers(tried, clash).total - plain == shift


def test_a_stratagem_is_named_when_it_takes_effect_or_is_wasted() -> None:
    """TA-ABS-54."""
    ambush = day().then("ambush", "none", "6 6", "none", "open", "open", "defensive", "offensive")
    ambush.then("stand_and_hold", "frontal_assault", "6")
    assert "Red: ambush takes effect" in ambush.said()
    assert "6, -2 ambush comes to 4: a skirmish" in ambush.said()
    wasted = day().then("ambush", "none", "6 6", "none", "open", "open", "offensive", "defensive")
    wasted.then("frontal_assault", "stand_and_hold", "6")
    assert "Red: ambush is wasted" in wasted.said()
    assert "6 comes to 6: a marginal victory for Red" in wasted.said()


def test_wizards_help_to_deceive() -> None:
    """TA-ABS-40: one each, an arch-wizard two; a mage nothing."""
    line = Line("magus", "Magus", Profile(fc=3), character=True, roles=("wizard",))
    wizard = replace(enlisted("red-magus", "red", line, 1), id="red-magus")
    mage = replace(enlisted("red-mage", "red", replace(line, roles=("mage",)), 1), id="red-mage")
    assert chance_of(begun(wizard, mage, *EVEN), "red", "deceptive_deployment").total == 3
    assert chance_of(begun(mage, *EVEN), "red", "deceptive_deployment").total == 2


def test_who_surprises_the_enemy_chooses_day_or_night() -> None:
    """TA-ABS-43: the attacker alone, and only if it worked."""
    one = day().then("night_day_surprise_attack", "none", "6 6", "none", "open", "open", "offensive", "defensive")
    one.then("frontal_assault", "stand_and_hold")
    assert (one.asked, one.options("red")) == (["red"], ["day", "night"])
    assert "by surprise, by night" in one.then("night").said()
    late = day().then("night_day_surprise_attack", "none", "6 6", "none", "open", "open", "defensive", "offensive")
    assert late.then("stand_and_hold", "frontal_assault").battle.roll is not None


# ---------------------------------------------------------------- statements


def test_enemies_are_known_as_they_are_stated() -> None:
    """TA-ABS-16: nothing before, numbers always, quality where it is told; never abilities. Oneself one knows."""
    sly = unit("red", "spears", 100, fc=4, abilities=("camouflage",))
    one = day(sly, *EVEN[1:])
    before = BY_THIS_AXE.view(one.battle, "blue").units["red-spears"]
    assert (before.figures, before.own.profile, before.marks) == (0, Profile(fc=0), ("unstated",))
    one.then("none", "none", "guarded", "open")
    told = BY_THIS_AXE.view(one.battle, "blue").units["red-spears"]
    assert (told.figures, told.own.profile.fc, told.own.profile.advantages) == (100, 0, ())
    assert BY_THIS_AXE.view(one.battle, "red").units["blue-axes"].own.profile.fc == 3
    assert BY_THIS_AXE.view(one.battle, "red").units["red-spears"] == one.battle.units["red-spears"]
    assert BY_THIS_AXE.view(one.battle, None).units["red-spears"].own.profile.fc == 0


@pytest.mark.parametrize(("how", "numbers", "quality"), [("half", 50, 2), ("double", 200, 4), ("open", 100, 3)])
def test_who_deploys_to_deceive_states_half_or_double(how: str, numbers: int, quality: int) -> None:
    """TA-ABS-41: numbers and FC, at most the best there is; the enemy cannot tell it from the truth, and only its owner
    is offered it."""
    one = day().then("deceptive_deployment", "none", "6 6", "none")
    assert one.options("red") == ["open", "guarded", "half", "double"]
    assert one.options("blue") == ["open", "guarded"]
    one.then(how, "open")
    seen = BY_THIS_AXE.view(one.battle, "blue")
    assert (seen.units["red-spears"].figures, seen.units["red-spears"].own.profile.fc) == (numbers, quality)
    assert seen.own.abroad.army("red").statement == "open"
    assert one.battle.units["red-spears"].figures == 100
    assert f"{numbers} spears of FC {quality}" in one.said()


# ---------------------------------------------------------------- stances


def test_neither_seeks_battle_and_the_day_passes() -> None:
    """TA-ABS-62: the next day everything begins anew; after a week the armies part."""
    one = day().then("none", "none", "open", "open", "defensive", "defensive")
    assert (one.battle.turn, one.battle.phase, one.asked) == (2, "stratagems", ["red", "blue"])
    for _ in range(6):
        one.then("none", "none", "open", "open", "defensive", "defensive")
    assert one.battle.outcome is not None
    assert (one.battle.outcome.how, one.battle.turn) == ("parted", 7)


def test_one_seeks_battle_and_attacks() -> None:
    """TA-ABS-65, TA-ABS-66, TA-ABS-67."""
    one = day().then("none", "none", "open", "open", "defensive", "offensive")
    assert one.options("blue") == ["frontal_assault", "attack_right", "attack_left"]
    assert one.options("red") == [*DEFENDING]


def test_both_seek_battle_and_the_higher_die_chooses() -> None:
    """TA-ABS-63: leadership is added, ties are thrown again; the loser takes the other role."""
    led = (EVEN[0], general("red", 3), *EVEN[2:])
    one = day(*led).then("none", "none", "open", "open", "offensive", "offensive", "3 4")  # 6 to 6
    assert one.battle.roll is not None
    one.then("4 4")
    assert one.asked == ["red"]
    one.then("defend")
    assert one.options("red") == [*DEFENDING]


def test_more_horse_adds_one_and_so_does_a_surprise() -> None:
    """TA-ABS-44, TA-ABS-64: the greater share; equal shares add nothing."""
    horse = unit("red", "horse", 20, mounted=True)
    assert role_tally(begun(horse, *EVEN), "red").total == 3
    assert role_tally(begun(horse, *EVEN), "blue").total == 2
    assert role_tally(begun(*EVEN), "red").total == 2
    tried = day().then("night_day_surprise_attack", "none", "6 6", "none")
    assert role_tally(tried.battle, "red").total == 3


def test_a_general_better_by_two_may_force_a_battle() -> None:
    """TA-ABS-61: after stances are known, and he says who attacks; one better does not suffice."""
    led = (EVEN[0], general("red", 4), *EVEN[2:])
    one = day(*led).then("none", "none", "open", "open", "defensive", "defensive")
    assert (one.asked, one.options("red")) == (["red"], ["leave", "attack", "defend"])
    one.then("defend")
    assert "Red forces a battle, and " in one.said()
    assert one.options("blue")[0] == "frontal_assault"
    equal = day(EVEN[0], general("red", 3), *EVEN[2:])
    equal.then("none", "none", "open", "open", "defensive", "defensive")
    assert equal.battle.turn == 2


# ---------------------------------------------------------------- postures


def test_what_envelope_and_screened_attack_need() -> None:
    """TA-ABS-70, TA-ABS-71: a quarter mounted, 15 in a hundred flying, or two to one; a quarter with missiles."""
    foot = unit("red", "foot", 75)

    def open_with(*more: Unit, posture: str = "envelope") -> bool:
        units = (foot, *more, unit("blue", "axes", 100))
        stated = Day(begun(*units)).then("open", "open")
        return barred(stated.battle, "red", posture) is None

    assert open_with(unit("red", "horse", 25, mounted=True))
    assert not open_with(unit("red", "horse", 20, mounted=True))
    assert open_with(unit("red", "wings", 15, abilities=("flying",)))
    assert not open_with(unit("red", "wings", 10, abilities=("flying",)))
    assert open_with(unit("red", "more", 125))
    assert not open_with(unit("red", "more", 120))
    assert open_with(unit("red", "bows", 25, ranged=("longbow",)), posture="screened_attack")
    assert not open_with(unit("red", "bows", 20, ranged=("longbow",)), posture="screened_attack")


def test_two_to_one_is_counted_by_what_the_enemy_states() -> None:
    """TA-ABS-70, TA-ABS-41: whoever states half of what he has invites it."""
    units = (unit("red", "foot", 110), general("red"), unit("blue", "axes", 100), general("blue"))
    one = Day(begun(*units)).then("none", "deceptive_deployment", "6 6", "none", "open", "half")
    one.then("offensive", "defensive")
    assert "envelope" in one.options("red")


def test_the_matrix_of_postures() -> None:
    """TA-ABS-68, TA-ABS-69."""
    battle = begun(*EVEN)
    rows = [[modifiers(battle, Clash("red", "blue", one, other)).total for other in DEFENDING] for one in ATTACKING]
    assert rows == [[0, 0, 0, -2, 1], [1, 0, 0, 2, 0], [1, 0, 0, 2, 0], [2, 1, 1, -1, -2], [1, 0, 0, 0, -1]]


# ---------------------------------------------------------------- the result


@pytest.mark.parametrize(
    ("attacker", "defender", "odds"),
    [
        *((100, 100, 1), (149, 100, 1), (150, 100, 2), (100, 149, 1), (100, 150, -2), (249, 100, 2), (100, 250, -3)),
        *((900, 100, 4), (100, 900, -4), (100, 0, 4), (0, 100, -4)),
    ],
)
def test_ratios_are_rounded_and_end_at_four(attacker: int, defender: int, odds: int) -> None:
    """TA-ABS-80, TA-ABS-81: halves up, whoever is the stronger."""
    assert ratio(attacker, defender) == odds


def test_dice_beyond_the_table_count_as_its_ends() -> None:
    """TA-ABS-82, TA-ABS-83."""
    clash = Clash("red", "blue", "frontal_assault", "stand_and_hold")
    assert verdict_of(clash, 1, 9) == verdict_of(clash, 1, 6) == Verdict("MV", "red")
    assert verdict_of(clash, 1, -3) == verdict_of(clash, 1, 1) == Verdict("MV", "blue")
    assert verdict_of(clash, 4, 6) == Verdict("CV", "red")
    assert verdict_of(clash, -4, 1) == Verdict("CV", "blue")
    assert verdict_of(clash, 1, 3) == Verdict("SK")
    assert verdict_of(clash, -2, 5) == Verdict("SM")


@pytest.mark.parametrize(("roll", "lost"), [(-4, 0), (2, 0), (3, 10), (7, 50), (11, 90), (12, 100), (16, 100)])
def test_losses_by_the_roll(roll: int, lost: int) -> None:
    """TA-ABS-100."""
    assert lost_percent(roll) == lost


def test_a_skirmish_costs_both_little_and_settles_nothing() -> None:
    """TA-ABS-84, TA-ABS-92: both throw at -7; the next day they may fight again."""
    one = fought("frontal_assault", "stand_and_hold", "3", "5 6 4 4")  # 11-7, 8-7
    assert (one.battle.units["red-spears"].figures, one.battle.units["blue-axes"].figures) == (80, 100)
    assert (one.battle.turn, one.battle.outcome) == (2, None)
    assert "hold the field" not in one.said()


def test_in_a_stalemate_the_attackers_throw_serves_both() -> None:
    """TA-ABS-85: at -2."""
    one = fought("frontal_assault", "stand_and_hold", "2", "3 4")
    assert "Red loses 30%" in one.said()
    assert "Blue loses 30%" in one.said()
    assert one.battle.turn == 2


def test_a_marginal_victory() -> None:
    """TA-ABS-86, TA-ABS-87: -2 and +1, the loser goes 1d6 miles, no pursuit."""
    one = fought("frontal_assault", "stand_and_hold", "6", "2 2 3 3", "5")
    assert "Red loses 0%" in one.said()
    assert "Blue loses 50%" in one.said()
    assert "Blue retreats 5 miles" in one.said()
    assert "Red holds the field" in one.said()
    assert one.battle.outcome is not None
    assert (one.battle.outcome.winner, one.battle.outcome.how) == ("red", "beaten")


STRONG = (unit("red", "knights", 200, fc=4, mounted=True), *EVEN)


@pytest.mark.parametrize(
    ("defence", "winner", "going"),
    [
        ("stand_and_hold", "blue", [("red", 2)]),
        ("stand_and_hold", "red", [("blue", 2)]),
        ("fighting_retreat", "red", [("blue", 2)]),
        ("fighting_retreat", "blue", [("red", 2), ("blue", 1)]),
    ],
)
def test_who_goes_how_far_after_a_victory(defence: str, winner: str, going: list[tuple[str, int]]) -> None:
    """TA-ABS-72, TA-ABS-89: the beaten side, and besides it nobody but a victor who fought while retreating."""
    step = HoldField(Clash("red", "blue", "frontal_assault", defence), Verdict("V", winner))
    roll = BY_THIS_AXE.begun(replace(war(*EVEN), agenda=(step,))).battle.roll
    assert roll is not None
    assert [(pool.whose, pool.count) for pool in roll.pools] == going


def test_a_victory_may_be_followed_up() -> None:
    """TA-ABS-88, TA-ABS-89, TA-ABS-110: -4 and +2, 2d6 miles; of what is left then the pursued lose again."""
    one = fought("frontal_assault", "stand_and_hold", "5", "2 2 1 2", "3 4", units=STRONG)  # 15 to 3 is 4:1
    assert "Red loses 0%" in one.said()
    assert "Blue loses 30%" in one.said()
    assert "Blue retreats 7 miles" in one.said()
    assert one.options("red") == ["pursue", "halt"]
    one.then("pursue", "1 2")  # 3, +8 for 66% mounted
    assert "Blue loses 90% of what is left to them" in one.said()
    assert one.battle.units["blue-axes"].figures == 7  # 70 of 100, then a tenth of them


def test_a_crushing_victory() -> None:
    """TA-ABS-90, TA-ABS-91: -8 and +4."""
    one = fought("frontal_assault", "stand_and_hold", "6", "6 6 1 1", "6 6", "halt", units=STRONG)
    assert "Red loses 20%" in one.said()
    assert "Blue loses 40%" in one.said()
    assert one.battle.outcome is not None
    assert one.battle.outcome.winner == "red"


def test_nobody_holds_the_field_from_which_the_victor_retreats() -> None:
    """TA-ABS-72: the defender withdraws 1d6 miles, the beaten attacker retreats as the result says; nobody pursues."""
    one = fought("screened_attack", "fighting_retreat", "1", "1 1 1 1", "2 3", units=_WITH_BOWS)
    assert "Red retreats 2 miles" in one.said()
    assert "Blue withdraws 3 miles" in one.said()
    assert "hold the field" not in one.said()
    clash = Clash("red", "blue", "frontal_assault", "fighting_retreat")
    assert holds_field(clash, Verdict("SK")) == "red"
    assert holds_field(clash, Verdict("V", "red")) == "red"
    assert holds_field(clash, Verdict("V", "blue")) == ""
    assert not may_pursue(begun(*EVEN), clash, Verdict("V", "blue"))


_WITH_BOWS = (unit("red", "bows", 50, fc=2, ranged=("longbow",)), *EVEN)


def test_who_retreats_fighting_on_horse_or_wings_is_not_pursued() -> None:
    """TA-ABS-73: half of them mounted, or four in ten flying."""
    clash = Clash("red", "blue", "frontal_assault", "fighting_retreat")
    won = Verdict("V", "red")

    def chased(*blue: Unit) -> bool:
        return may_pursue(begun(*EVEN[:2], *blue), clash, won)

    assert not chased(unit("blue", "horse", 50, mounted=True), unit("blue", "foot", 50))
    assert chased(unit("blue", "horse", 45, mounted=True), unit("blue", "foot", 55))
    assert not chased(unit("blue", "wings", 40, abilities=("flying",)), unit("blue", "foot", 60))
    assert chased(unit("blue", "wings", 35, abilities=("flying",)), unit("blue", "foot", 65))
    standing = replace(clash, defence="stand_and_hold")
    assert may_pursue(begun(*EVEN[:2], unit("blue", "horse", 50, mounted=True)), standing, won)


@pytest.mark.parametrize(("riding", "added"), [(0, 0), (5, 0), (10, 2), (25, 2), (30, 4), (55, 4), (60, 8), (100, 8)])
def test_horse_helps_in_pursuit_and_saves_from_it(riding: int, added: int) -> None:
    """TA-ABS-111, TA-ABS-112: shared ends belong to the higher bracket."""

    def army(side: str, share: int) -> list[Unit]:
        horse = [unit(side, "horse", share, mounted=True)] if share else []
        return horse if share == 100 else [*horse, unit(side, "foot", 100 - share)]

    hunters = begun(*army("red", riding), *army("blue", 0))
    assert pursuit_tally(hunters, "red").total == added
    hunted = begun(*army("red", 0), *army("blue", riding))
    assert pursuit_tally(hunted, "red").total == -added


# ---------------------------------------------------------------- losses


def _losing(percent: int, *units: Unit) -> Day:
    battle = war(*units)
    stated = tuple(replace(one, statement="guarded") for one in battle.own.abroad.armies)
    own = replace(battle.own, off_table=replace(battle.own.abroad, armies=stated))
    battle = replace(battle, own=own, agenda=(ShareLosses((Wounded("red", percent),)),))
    return Day(BY_THIS_AXE.begun(battle).battle)


TWO = (unit("red", "good", 40, fc=4), unit("red", "poor", 45, fc=1), unit("blue", "axes", 100))


def test_losses_are_a_part_of_strength_and_fall_where_their_owner_says() -> None:
    """TA-ABS-101, TA-ABS-102: of 2.05 a fifth is 0.41; heads fall in step, and no fraction is forgotten."""
    one = _losing(20, *TWO)
    (decision,) = one.battle.decisions
    assert isinstance(decision, Assign)
    assert decision.items[0].count == 41
    one.then(Assigned((Share("losses", "red-good", 1), Share("losses", "red-poor", 40))))
    assert [one.battle.units[key].figures for key in ("red-good", "red-poor")] == [40, 5]
    assert strength(one.battle, one.battle.units["red-good"]) == 159
    assert total(one.battle, "red") == 164


def test_nobody_loses_more_than_he_has() -> None:
    """TA-ABS-102: and everything is handed out."""
    one = _losing(50, *TWO)
    (decision,) = one.battle.decisions
    count = decision.items[0].count if isinstance(decision, Assign) else 0

    def reasons(good: int, poor: int) -> list[str]:
        shares = (Share("losses", "red-good", good), Share("losses", "red-poor", poor))
        found = BY_THIS_AXE.obey(one.battle, Reply("red", decision.id, Assigned(shares)))
        return [reason.text for reason in found.reasons] if isinstance(found, Illegal) else []

    assert count == 103  # 102.5
    assert reasons(103, 0) == []
    assert reasons(57, 46) == ["poor cannot lose 0.46: only 0.45 is left"]
    assert reasons(50, 40) != []


def test_silence_shares_losses_in_proportion() -> None:
    """TA-ABS-102."""
    (decision,) = _losing(20, *TWO).battle.decisions
    assert decision.default == Assigned((Share("losses", "red-good", 32), Share("losses", "red-poor", 9)))


def test_what_rounding_leaves_over_falls_on_those_to_whom_most_is_due() -> None:
    """TA-ABS-102: of 0.03 the good owe 2.3 hundredths and the poor 0.7; 0.01 is the good's."""
    battle = war(*TWO)
    assert in_proportion(battle, "red", 3) == {"red-good": 2, "red-poor": 1}
    assert in_proportion(battle, "red", 1) == {"red-good": 1, "red-poor": 0}


def test_who_falls_off_the_table_falls_by_its_rules() -> None:
    """TA-ABS-101, TA-ABS-102"""
    fallen = [event for event in _losing(100, *TWO).told if isinstance(event, Fell)]
    told = BY_THIS_AXE.begun(replace(war(*TWO), agenda=(ShareLosses((Wounded("red", 100),)),))).events
    fallen += [event for event in told if isinstance(event, Fell)]
    assert fallen
    assert {event.rules for event in fallen} == {("TA-ABS-101", "TA-ABS-102")}


def test_who_is_left_alone_has_won() -> None:
    """TA-ABS-100, TA-ABS-101: the other army is annihilated; where both are, they part."""
    nobody = replace(TWO[0], figures=0)
    over = BY_THIS_AXE.begun(replace(war(nobody, TWO[2]), agenda=(EndDay(),))).battle.outcome
    assert over is not None
    assert (over.winner, over.how, over.rules) == ("blue", "annihilated", ("TA-ABS-100", "TA-ABS-101"))
    both = BY_THIS_AXE.begun(replace(war(nobody, replace(TWO[2], figures=0)), agenda=(EndDay(),))).battle.outcome
    assert both is not None
    assert (both.winner, both.rules) == ("", ("TA-ABS-62", "TA-ABS-92"))


def test_losses_are_suggested_in_proportion_then_the_poor_first_then_those_on_foot() -> None:
    """TA-ABS-102: who leads comes last, and every way can be taken."""
    knights = unit("red", "knights", 50, fc=1, mounted=True)
    one = _losing(60, knights, *TWO)
    (decision,) = one.battle.decisions
    ways = list(BY_THIS_AXE.suggest(one.battle, decision))
    assert ways[0] == decision.default
    first = [answer.shares[0].bin for answer in ways if isinstance(answer, Assigned)]
    assert first[1:] == ["red-poor", "red-good"]
    assert all(isinstance(BY_THIS_AXE.obey(one.battle, Reply("red", decision.id, way)), Obeyed) for way in ways)


def test_where_all_are_lost_nobody_is_asked() -> None:
    """TA-ABS-100, TA-ABS-102: and with one unit left neither."""
    assert _losing(100, *TWO).battle.units["red-good"].figures == 0
    assert not _losing(50, TWO[0], TWO[2]).battle.decisions


# ---------------------------------------------------------------- the day, and after


def test_the_steps_of_a_day_in_their_order() -> None:
    """TA-ABS-01, TA-ABS-14, TA-ABS-15, TA-ABS-16, TA-ABS-17, TA-ABS-18, TA-ABS-19, TA-ABS-20, TA-ABS-60: each side
    hears its own strength, nobody the other's."""
    one = Day(war(*STRONG))
    started = BY_THIS_AXE.begun(one.battle)
    heard = {event.audience: event.what for event in started.events if isinstance(event, Reported)}
    assert heard[("red",)].startswith("Red: strength 15.03 (")
    assert heard[("blue",)] == "Blue: strength 3.03 (General 0.03, axes 3)"
    one = Day(started.battle).then("none", "none", "guarded", "guarded", "offensive", "defensive")
    assert all(decision.sealed for decision in one.battle.decisions)
    one.then("frontal_assault", "stand_and_hold", "5", "2 2 1 2", "3 4", "halt")
    stages = [event.what for event in (*started.events, *one.told) if isinstance(event, Began)]
    assert stages == ["turn", "stratagems", "statements", "postures", "battle", "casualties", "pursuit"]
    assert [entry.name for entry in BY_THIS_AXE.sequence(one.battle)] == stages[1:]


def _after(battle: Battle) -> Day:
    found = BY_THIS_AXE.aftermath(battle)
    assert found is not None
    return Day(BY_THIS_AXE.begun(found).battle)


def test_three_in_ten_of_an_army_that_was_not_beaten_return() -> None:
    """TA-ABS-120: the winner's in a week or two; the loser's never."""
    won = fought("frontal_assault", "stand_and_hold", "6", "3 4 1 1", "1").battle  # red loses 30%, blue 10%
    assert (won.units["red-spears"].figures, won.units["blue-axes"].figures) == (70, 90)
    later = _after(won).then("4", "rest")
    assert "after 2 weeks 9 of spears return to duty" in later.said()
    assert later.battle.units["red-spears"].figures == 79
    assert later.battle.units["blue-axes"].figures == 90
    assert later.battle.outcome == won.outcome
    assert "after 1 week" in _after(won).then("3", "rest").said()


def test_who_marches_on_forfeits_it() -> None:
    """TA-ABS-121."""
    won = fought("frontal_assault", "stand_and_hold", "6", "3 4 1 1", "1").battle
    assert _after(won).then("1", "march").battle.units["red-spears"].figures == 70


def test_both_sides_recover_where_neither_won() -> None:
    """TA-ABS-120: after a skirmish or a stalemate."""
    one = fought("frontal_assault", "stand_and_hold", "2", "3 4").battle
    over = replace(one, outcome=Outcome("", "parted"))
    assert [pool.whose for pool in (_after(over).battle.roll or pytest.fail("no roll")).pools] == ["red", "blue"]


def test_where_nobody_fell_nobody_returns() -> None:
    """TA-ABS-120: no weeks are thrown for, and the battle stays as it was decided."""
    over = replace(begun(*EVEN), outcome=Outcome("red", "beaten"), decisions=())
    later = _after(over)
    assert (later.battle.roll, later.battle.decisions) == (None, ())
    assert later.battle.outcome == over.outcome


def test_what_is_left_is_an_army_list_again() -> None:
    """TA-ABS-12: a figure for every five or twenty, and one for the rest; all equipment, the general too."""
    won = fought("frontal_assault", "stand_and_hold", "6", "3 4 1 1", "1").battle
    army = army_after(won, "red")
    assert [(unit.troop, unit.figures) for unit in army.units] == [("character", 1), ("foot", 14)]
    assert army.units[0].equipment["leadership"] == 2
    assert read_army(written(army), "red.toml").units == army.units


# ---------------------------------------------------------------- scenarios


def test_an_army_of_the_book_fights_off_the_table() -> None:
    """TA-UNIT-10, TA-ABS-09, TA-ABS-10, TA-ABS-11, TA-ABS-08: the printed roster, as it is printed."""
    battle = prepare(load_scenario("printed-rosters"))
    strengths = {unit.name: shown(strength(battle, unit)) for unit in battle.units.values() if unit.side == "blue"}
    assert strengths | {"Knights": "16", "Squires": "6.4", "Longbowmen": "11.2", "Elven Archers": "16"} == strengths
    assert strengths["Hobbits"] == "32"
    assert battle.board is None
    assert battle.turn_word == "Day"


_SCENARIO = """
id = "a-meeting"
title = "A Meeting"
ruleset = "by_this_axe"
{table}
[sides.red]
army = "by_this_axe/grey-dwarrow"
[sides.blue]
edge = "south"
army = "by_this_axe/printed-roster"
{more}
"""


def _prepared(folder: Path, table: str = "", more: str = "") -> Battle:
    file = folder / "a-meeting.toml"
    file.write_text(_SCENARIO.format(table=table, more=more))
    return prepare(load_scenario(str(file)))


def test_special_abilities_are_for_battles_off_the_table(tmp_path: Path) -> None:
    """TA-ABS-06: on a table they would do nothing, so a list that has some is refused there."""
    with pytest.raises(MusterFault, match="special abilities belong to the fantasy supplement"):
        _prepared(tmp_path, "[table]\nwidth = 6\ndepth = 4")
    assert _prepared(tmp_path).board is None


def test_off_the_table_two_armies_meet(tmp_path: Path) -> None:
    """TA-ABS-01: a third is refused, and said why."""
    third = '[sides.ochre]\nedge = "east"\narmy = "by_this_axe/host-of-vaire"'
    with pytest.raises(MusterFault, match="3 sides, and no table"):
        _prepared(tmp_path, more=third)


# ---------------------------------------------------------------- odds


def test_the_forecast_is_what_every_throw_comes_to() -> None:
    """TA-ABS-82, TA-ABS-100: even armies, a frontal assault on a line that stands: one win in six for either."""
    battle = begun(*EVEN)
    clash = Clash("red", "blue", "frontal_assault", "stand_and_hold")
    seen = forecast(battle, clash)
    assert seen.wins("red") == seen.wins("blue") == Fraction(1, 6)
    assert seen.verdicts[Verdict("SK")] == seen.verdicts[Verdict("SM")] == Fraction(1, 3)
    assert all(sum(left.values()) == 1 for left in seen.left.values())
    assert seen.expected("red") == pytest.approx(seen.expected("blue"))
    strong = forecast(begun(*STRONG), clash)
    assert strong.wins("red") == Fraction(5, 6)
    assert strong.left["blue"][0] > 0
    assert all(sum(left.values()) == 1 for left in strong.left.values()), "pursued or not"
    assert strong.expected("red") == pytest.approx(0.84, abs=0.01)
    assert strong.expected("blue") == pytest.approx(0.30, abs=0.01)
    assert strong.expected("blue") < seen.expected("blue")
