"""The referee's calculator: every end of a clash with its exact chance (rules ABS)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from msgspec.structs import replace

from schiltron.battle.door.dice import FastDice
from schiltron.battle.door.futures import futures
from schiltron.battle.guide.reckonings import Reckoning
from schiltron.battle.play.agenda import Step
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.order import Reply
from schiltron.muster import load_scenario, prepare
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.off_table.distribution import Distribution, End
from schiltron.rulesets.by_this_axe.off_table.result_table import Clash, Verdict
from schiltron.rulesets.by_this_axe.off_table.results import FightDay, RollLosses
from schiltron.rulesets.by_this_axe.off_table.strength import total
from schiltron.rulesets.by_this_axe.state import Battle
from tests.rulesets.by_this_axe.test_off_table import EVEN, Day, Unit, begun, fought, general, unit

RIDERS = (
    unit("red", "horse", 60, fc=4, mounted=True),
    unit("red", "foot", 140, fc=2),
    general("red"),
    unit("blue", "horse", 15, mounted=True),
    unit("blue", "foot", 85),
    general("blue"),
)
"""Whose shares of horse stand just on the edge of a bracket."""


def fighting(clash: Clash, *units: Unit) -> Battle:
    """The battle as its die is about to be thrown."""
    battle = begun(*units)
    stated = tuple(replace(one, statement="guarded") for one in battle.own.abroad.armies)
    own = replace(battle.own, off_table=replace(battle.own.abroad, armies=stated))
    return BY_THIS_AXE.begun(replace(battle, own=own, decisions=(), agenda=(FightDay(clash),))).battle


def next_step(battle: AnyBattle) -> Step | None:
    step: Step | None = battle.agenda[0] if battle.agenda else None
    return step


def end_of(battle: Battle, verdict: Verdict, clash: Clash) -> End:
    return End(verdict, total(battle, clash.attacker), total(battle, clash.defender))


@pytest.mark.parametrize(("attack", "defence"), [("frontal_assault", "stand_and_hold"), ("envelope", "stand_and_hold")])
def test_chances_are_whole_and_those_of_the_table(attack: str, defence: str) -> None:
    """TA-ABS-82, TA-ABS-100."""
    clash = Clash("red", "blue", attack, defence)
    found = Distribution(begun(*RIDERS), clash)
    assert sum(found.ends.values()) == sum(found.verdicts.values()) == 1
    assert all(sum(found.left(side).values()) == 1 for side in ("red", "blue"))
    assert {end.verdict for end in found.ends} == set(found.verdicts)


def test_an_even_frontal_assault() -> None:
    """TA-ABS-69, TA-ABS-80 to TA-ABS-86: one in six for either; the marginal victor loses nothing at 2 to 4."""
    found = Distribution(begun(*EVEN), Clash("red", "blue", "frontal_assault", "stand_and_hold"))
    assert found.wins("red") == found.wins("blue") == Fraction(1, 6)
    untouched = sum(
        chance for end, chance in found.ends.items() if end.verdict == Verdict("MV", "red") and end.attacker == 303
    )
    assert untouched == Fraction(1, 6) * Fraction(6, 36)
    assert found.expected("red") == found.expected("blue")


def test_who_is_crushed_and_chased_by_horse_keeps_next_to_nothing() -> None:
    """TA-ABS-90, TA-ABS-110, TA-ABS-111: 33 of 36 pursuits by horse alone take all there is."""
    horse = (unit("red", "horse", 400, fc=4, mounted=True), general("red"), *EVEN[2:])
    clash = Clash("red", "blue", "envelope", "stand_and_hold")
    found = Distribution(begun(*horse), clash)
    crushed = {end: chance for end, chance in found.ends.items() if end.verdict == Verdict("CV", "red")}
    whole = sum(crushed.values())
    assert sum(chance for end, chance in crushed.items() if end.defender == 0) / whole > Fraction(94, 100)
    halted = Distribution(begun(*horse), clash, pursues=False)
    left = {end: chance for end, chance in halted.ends.items() if end.verdict == Verdict("CV", "red")}
    assert sum(chance for end, chance in left.items() if end.defender == 0) / whole == Fraction(15, 36)
    mean = sum(end.defender * chance for end, chance in left.items()) / whole / total(begun(*horse), "blue")
    assert Fraction(15, 100) < mean < Fraction(17, 100)  # 84 % are lost


def test_the_best_and_the_worst_are_in_it() -> None:
    """TA-ABS-85: of a stalemate both lose the same."""
    found = Distribution(begun(*EVEN), Clash("red", "blue", "frontal_assault", "stand_and_hold"))
    still = [end for end in found.ends if end.verdict == Verdict("SM")]
    assert all(end.attacker == end.defender for end in still)
    assert {end.attacker for end in still} == {303 - round(303 * part / 100) for part in range(0, 81, 10)}


@pytest.mark.slow
def test_it_is_what_the_door_comes_to_throw_by_throw() -> None:
    """TA-ABS-72, TA-ABS-82 to TA-ABS-92, TA-ABS-100 to TA-ABS-102, TA-ABS-110 to TA-ABS-112: every throw there is,
    answered through the door, with losses and pursuit as silence has them."""
    for clash in (
        Clash("red", "blue", "envelope", "stand_and_hold"),
        Clash("blue", "red", "attack_left", "fighting_retreat"),
    ):
        battle = fighting(clash, *RIDERS)
        found: dict[End, float] = {}
        for chance, after in futures(BY_THIS_AXE, battle, lambda one: isinstance(next_step(one), RollLosses)):
            step = next_step(after)
            assert isinstance(step, RollLosses)
            for again, over in futures(BY_THIS_AXE, after, lambda one: one.turn != after.turn):  # noqa: B023
                end = end_of(over, step.verdict, clash)
                found[end] = found.get(end, 0.0) + chance * again
        reckoned = Distribution(begun(*RIDERS), clash).ends
        assert set(found) == set(reckoned)
        assert all(found[end] == pytest.approx(float(reckoned[end])) for end in found)


def test_it_is_what_comes_of_many_plays() -> None:
    """TA-ABS-82, TA-ABS-100, TA-ABS-110: two thousand days of chance are as often won as reckoned, and cost as much."""
    clash, plays = Clash("red", "blue", "envelope", "stand_and_hold"), 2000
    dice = FastDice(Random(7))
    opening = fighting(clash, *RIDERS)
    won: Counter[str] = Counter()
    kept = {"red": 0, "blue": 0}
    for _ in range(plays):
        battle = opening
        while battle.outcome is None and battle.turn == opening.turn:
            order = dice.throw(battle.roll, 1) if battle.roll is not None else _by_default(battle)
            obeyed = BY_THIS_AXE.obey(battle, order)
            battle = obeyed.battle  # type: ignore[union-attr]
        won[battle.outcome.winner if battle.outcome is not None else ""] += 1
        kept = {side: left + total(battle, side) for side, left in kept.items()}
    found = Distribution(begun(*RIDERS), clash)
    for side in ("red", "blue"):
        chance = float(found.wins(side))
        assert abs(won[side] / plays - chance) < 4 * (chance * (1 - chance) / plays) ** 0.5 + 1e-9
        assert kept[side] / plays == pytest.approx(float(found.expected(side)), rel=0.06)


def _by_default(battle: Battle) -> Reply:
    decision = battle.decisions[0]
    assert decision.default is not None
    return Reply(decision.seat, decision.id, decision.default)


# ---------------------------------------------------------------- as a referee asks


def reckoned(**wishes: str) -> Reckoning:
    found = BY_THIS_AXE.reckoned(begun(*RIDERS), wishes)
    assert isinstance(found, Reckoning), found
    return found


def test_a_referee_sees_results_losses_stratagems_and_every_pair_of_postures() -> None:
    """TA-ABS-13, TA-ABS-32, TA-ABS-68, TA-ABS-80."""
    found = reckoned(attack="envelope", blue="ambush")
    assert found.title == "Red attack: envelope; Blue defend: stand and hold"
    assert [note.text for note in found.notes] == [
        "Red: 201 strong, strength 6.43",
        "Blue: 101 strong, strength 3.33",
        "Strengths of 2:1",
        "+2 envelope against stand and hold",
        "-2 ambush",
        "Losses fall in proportion, and whoever may pursue does",
    ]
    result, red, blue, *tricks = found.charts
    assert [(bar.label, bar.exact) for bar in result.bars] == [
        ("Blue: a crushing victory", "0"),
        ("Blue: a victory", "0"),
        ("Blue: a marginal victory", "1/6"),
        ("a stalemate", "1/6"),
        ("a skirmish", "1/6"),
        ("Red: a marginal victory", "1/3"),
        ("Red: a victory", "1/6"),
        ("Red: a crushing victory", "0"),
    ]
    for chart in (result, red, blue):
        assert sum(bar.chance for bar in chart.bars) == pytest.approx(1)
    assert [bar.label for bar in red.bars][:3] == ["nothing", "up to 10%", "over 10 to 20%"]
    assert [len(chart.bars) for chart in tricks] == [7, 7]
    (grid,) = found.grids
    assert [name for name, _ in grid.rows] == [
        "Frontal assault",
        "Attack on the right",
        "Attack on the left",
        "Envelope",
    ]
    assert grid.rows[0][1][0] == "17% : 50%"  # the ambush takes two off


def test_the_other_side_may_attack() -> None:
    """TA-ABS-68."""
    found = reckoned(attacker="blue", defence="weak_center")
    assert found.title == "Blue attack: frontal assault; Red defend: weak centre"
    assert "Strengths of 1:2" in [note.text for note in found.notes]


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        ({"atack": "envelope"}, "did you mean attack?"),
        ({"attacker": "rad"}, "did you mean red?"),
        ({"attack": "envelop"}, "did you mean envelope?"),
        ({"defence": "hold"}, "there is no such posture as 'hold'"),
        ({"red": "ambuscade"}, "there is no stratagem 'ambuscade'"),
        ({"attack": "screened_attack"}, "Red have no screened attack: 0% with missiles of 25"),
    ],
)
def test_what_cannot_be_supposed_is_said(wishes: dict[str, str], said: str) -> None:
    """TA-ABS-70, TA-ABS-71."""
    found = BY_THIS_AXE.reckoned(begun(*RIDERS), wishes)
    assert isinstance(found, Reason)
    assert said in found.text


def test_battles_on_a_table_are_not_reckoned() -> None:
    assert BY_THIS_AXE.reckoned(prepare(load_scenario("lily-field")), {}) is None
    over = Day(fought("frontal_assault", "stand_and_hold", "6", "3 4 1 1", "1").battle).battle
    later = BY_THIS_AXE.aftermath(over)
    assert later is not None
    assert BY_THIS_AXE.reckoned(later, {}) is None
