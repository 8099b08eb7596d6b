"""Two worlds off the table that differ only in the enemy's secrets give a seat the same answers, byte for byte.

Whatever a seat may ask before it decides is asked in both: views, cards, rolls of the armies, menus, overlays, odds,
previews of every answer, and what captains would think of.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from schiltron.battle.state.decision import Choose, Chosen, Waiting
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.event import AnyEvent
from schiltron.battle.state.view import heard_by
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.off_table.losses import ShareLosses
from schiltron.rulesets.by_this_axe.off_table.pursuit import OfferPursuit
from schiltron.rulesets.by_this_axe.off_table.stances import ChoosePostures
from schiltron.rulesets.by_this_axe.off_table.stratagems import STRATAGEMS
from schiltron.rulesets.by_this_axe.state import Unit
from tests.rulesets.by_this_axe.test_off_table import Day, day, general, unit

SEATS = ("blue", None)
"""Who is to learn nothing: the other side, and whoever looks on."""
SWIFT = ("flying", "fast")


def answers(one: Day, seat: str | None) -> Iterator[tuple[str, bytes]]:
    """All that a seat can ask, each with what it is told."""
    view = BY_THIS_AXE.view(one.battle, seat)
    yield "view", encode(view)
    yield "told", msgspec.json.encode(heard(one.told, seat))
    yield "guess", encode(BY_THIS_AXE.filled_in(view, seat, Random(7)))
    for name in ("map_room", "held", "conditions", "duel", "liberties", "sequence", "last_turn", "measures"):
        yield name, msgspec.json.encode(getattr(BY_THIS_AXE, name)(view))
    for side in view.sides:
        yield f"worth of {side.id}", msgspec.json.encode(BY_THIS_AXE.appraise(view, side.id))
        yield f"powers of {side.id}", msgspec.json.encode(BY_THIS_AXE.powers(view, side.id))
    asked = [found for found in view.decisions if found.seat == seat and not isinstance(found, Waiting)]
    for unit_id in view.units:
        yield f"card of {unit_id}", msgspec.json.encode(BY_THIS_AXE.card(view, unit_id))
        yield f"epithet of {unit_id}", msgspec.json.encode(BY_THIS_AXE.epithet(view, unit_id))
        yield f"overlays of {unit_id}", msgspec.json.encode(BY_THIS_AXE.overlays(view, unit_id))
        for decision in (*asked, None):
            yield f"menu of {unit_id}", msgspec.json.encode(BY_THIS_AXE.menu(view, decision, unit_id))
            yield f"odds of {unit_id}", msgspec.json.encode(BY_THIS_AXE.targets(view, decision, unit_id))
    for decision in asked:
        keys = [option.key for option in decision.options] if isinstance(decision, Choose) else []
        tried = [Chosen((key,)) for key in keys] + ([decision.default] if decision.default is not None else [])
        for answer in tried:
            yield f"preview of {answer}", msgspec.json.encode(BY_THIS_AXE.preview(view, decision, answer))
        yield "suggestions", msgspec.json.encode(list(BY_THIS_AXE.suggest(view, decision)))
        yield "sample", msgspec.json.encode(BY_THIS_AXE.sample(view, decision, Random(7)))


class Slowly(Day):
    """A battle that waits where it is asked on whom losses fall, and goes on step by step."""

    def share_losses(self) -> None:
        """Not by itself."""

    def go_on(self) -> None:
        """The next answer by silence, or threes on all dice."""
        if self.battle.roll is not None:
            self.then(" ".join("3" for pool in self.battle.roll.pools for _ in range(pool.count)))
        else:
            default = self.battle.decisions[0].default
            assert default is not None
            self.then(default)


def heard(told: list[AnyEvent], seat: str | None) -> list[Any]:
    return list(heard_by(told, seat))


def check(worlds: Sequence[Day], seats: tuple[str | None, ...] = SEATS) -> None:
    for seat in seats:
        first, second = (list(answers(one, seat)) for one in worlds)
        assert [name for name, _ in first] == [name for name, _ in second]
        for (name, one), (_, other) in zip(first, second, strict=True):
            assert one == other, f"{name} for {seat}"


def both(worlds: Sequence[Day], *what: str) -> None:
    """The same in both worlds, one after the other, with everything asked after each."""
    for one in what:
        for world in worlds:
            world.then(one)
        check(worlds)


ENEMY = (unit("blue", "axes", 100), unit("blue", "riders", 50, mounted=True), general("blue"))


def of_red(*units: Unit) -> list[Unit]:
    return [*units, general("red"), *ENEMY]


SAME = of_red(unit("red", "spears", 100))


# ---------------------------------------------------------------- sealed answers


@pytest.mark.parametrize("tried", ["none", *(key for key in STRATAGEMS if key != "foil_stratagem")])
def test_a_sealed_stratagem_is_in_no_answer(tried: str) -> None:
    """TA-ABS-15, TA-ABS-30, TA-ABS-54."""
    check([day(*SAME).then("none"), day(*SAME).then(tried)])


@pytest.mark.parametrize("tried", ["ambush", "field_fortifications"])
@pytest.mark.parametrize("stance", ["offensive", "defensive"])
def test_a_stratagem_that_has_worked_is_in_no_answer_until_it_takes_effect(tried: str, stance: str) -> None:
    """TA-ABS-30, TA-ABS-51: that it has worked is known, not what it is; through all steps up to the clash."""
    army = (unit("red", "spears", 100), general("red", 3), *ENEMY)
    worlds = [day(*army).then("flank_march"), day(*army).then(tried)]
    check(worlds)
    other = "defensive" if stance == "offensive" else "offensive"
    both(worlds, "none", "6 6", "none", "guarded", "open", stance, other)
    assert all(isinstance(one.battle.agenda[0], ChoosePostures) for one in worlds)


def test_a_stratagem_that_has_failed_is_in_no_answer() -> None:
    """TA-ABS-30."""
    worlds = [day(*SAME).then("flank_march"), day(*SAME).then("ambush")]
    both(worlds, "none", "1 1", "guarded", "open", "offensive", "defensive", "frontal_assault", "stand_and_hold")


def test_a_sealed_statement_is_in_no_answer() -> None:
    """TA-ABS-16."""
    check([day(*SAME).then("none", "none", "open"), day(*SAME).then("none", "none", "guarded")])


def test_a_sealed_lie_is_in_no_answer() -> None:
    """TA-ABS-41."""
    clever = (unit("red", "spears", 100), general("red", 4), *ENEMY)
    tried = ("deceptive_deployment", "none", "6 6", "none")
    check([day(*clever).then(*tried, "open"), day(*clever).then(*tried, "half")])


def test_a_sealed_stance_is_in_no_answer() -> None:
    """TA-ABS-60."""
    opened = ("none", "none", "open", "open")
    check([day(*SAME).then(*opened, "offensive"), day(*SAME).then(*opened, "defensive")])


@pytest.mark.parametrize("first", ["attack_right", "attack_left"])
def test_a_sealed_attack_is_in_no_answer(first: str) -> None:
    """TA-ABS-60, TA-ABS-66."""
    opened = ("none", "none", "open", "open", "offensive", "defensive")
    check([day(*SAME).then(*opened, "frontal_assault"), day(*SAME).then(*opened, first)])


@pytest.mark.parametrize("first", ["refuse_right", "weak_center", "fighting_retreat"])
def test_a_sealed_defence_is_in_no_answer(first: str) -> None:
    """TA-ABS-60, TA-ABS-66."""
    opened = ("none", "none", "open", "open", "defensive", "offensive")
    check([day(*SAME).then(*opened, "stand_and_hold"), day(*SAME).then(*opened, first)])


# ---------------------------------------------------------------- what troops are in truth


def test_true_strength_behind_lies_is_in_no_answer() -> None:
    """TA-ABS-16, TA-ABS-41: 400 veterans who say they are 200, and 100 who say so too."""
    many = of_red(unit("red", "spears", 400, fc=4, abilities=SWIFT))
    few = of_red(unit("red", "spears", 100, fc=1))
    worlds = [day(*many), day(*few)]
    check(worlds)
    both(worlds, "deceptive_deployment", "none", "6 6", "none")
    for one, word in zip(worlds, ("half", "double"), strict=True):
        one.then(word)
    check(worlds)
    both(worlds, "open", "defensive", "offensive")
    assert all(isinstance(one.battle.agenda[0], ChoosePostures) for one in worlds)
    (theirs,) = (one for one in BY_THIS_AXE.view(worlds[0].battle, "blue").units.values() if one.name == "spears")
    assert (theirs.figures, theirs.own.profile.fc) == (200, 2)


GOOD = (unit("red", "spears", 100, fc=4), unit("red", "bows", 100, fc=2, abilities=("tough",)))
POOR = (unit("red", "spears", 100, fc=3, abilities=("camouflage",)), unit("red", "bows", 100, fc=3))
"""As strong as each other: 100 of four and 100 of three each, by what they are or by what they can."""
MANY = (general("red"), unit("blue", "axes", 600), unit("blue", "riders", 50, mounted=True), general("blue"))


@pytest.mark.parametrize(
    "played",
    [
        ("offensive", "defensive", "frontal_assault", "stand_and_hold", "1"),
        ("defensive", "offensive", "stand_and_hold", "frontal_assault", "5"),
    ],
)
def test_quality_that_is_kept_back_is_in_no_answer_to_the_end(played: tuple[str, ...]) -> None:
    """TA-ABS-16, TA-ABS-80, TA-ABS-102, TA-ABS-110: through the clash, the losses, and a pursuit by blue."""
    worlds = [Slowly(day(*army, *MANY).battle) for army in (GOOD, POOR)]
    both(worlds, "none", "none", "guarded", "open", *played)
    seen = set()
    while worlds[0].battle.outcome is None:
        check(worlds)
        seen |= {type(one.battle.agenda[0]) for one in worlds}
        for one in worlds:
            one.go_on()
    assert all(one.battle.outcome is not None for one in worlds), "and then everybody may know"
    assert {ShareLosses, OfferPursuit} <= seen


def test_troops_of_whom_nothing_is_stated_yet_are_in_no_answer() -> None:
    """TA-ABS-14, TA-ABS-16: neither how many nor how good they are, nor whether they fly, nor how they are armed."""
    arms: dict[str, Any] = {"shield": True, "ranged": ("javelin",), "abilities": SWIFT}
    worlds = [day(*of_red(unit("red", "spears", 400, fc=4, **arms))), day(*SAME)]
    check(worlds)
    both(worlds, "none", "flank_march", "6 6", "none")
    assert all(one.asked == ["red", "blue"] for one in worlds)


# ---------------------------------------------------------------- what a side imagines


def test_enemies_of_whom_nothing_is_known_are_imagined_like_oneself() -> None:
    """TA-ABS-16: as many as one's own units mostly are, of some quality there is; and nobody is left unstated."""
    one = day(*of_red(unit("red", "spears", 400, fc=4), unit("red", "bows", 100)))
    seen = BY_THIS_AXE.view(one.battle, "blue")
    guessed = [BY_THIS_AXE.filled_in(seen, "blue", Random(number)) for number in range(40)]
    for unit_id in ("red-spears", "red-bows"):
        imagined = [battle.units[unit_id] for battle in guessed]
        assert {(unit.figures, unit.original, unit.marks) for unit in imagined} == {(75, 75, ())}
        assert {unit.own.profile.fc for unit in imagined} == {1, 2, 3, 4}
    assert all(battle.units["blue-axes"] == one.battle.units["blue-axes"] for battle in guessed)


def test_enemies_are_imagined_as_they_were_stated() -> None:
    """TA-ABS-16: their number if that is all, and all if they said all."""
    one = day(*SAME).then("none", "none", "guarded", "open")
    guessed = [BY_THIS_AXE.filled_in(BY_THIS_AXE.view(one.battle, "blue"), "blue", Random(n)) for n in range(20)]
    assert {battle.units["red-spears"].figures for battle in guessed} == {100}
    assert len({battle.units["red-spears"].own.profile.fc for battle in guessed}) > 1
    theirs = BY_THIS_AXE.filled_in(BY_THIS_AXE.view(one.battle, "red"), "red", Random(1))
    assert theirs.units["blue-axes"].own.profile.fc == 3


def test_what_an_enemy_has_tried_is_imagined_in_his_army_and_nowhere_else() -> None:
    """TA-ABS-15: some stratagem, as none is seen; both armies are there still, and one's own is as it was."""
    one = day(*of_red(unit("red", "spears", 400, fc=4), unit("red", "horse", 200, fc=4, mounted=True)))
    one.then("flank_march", "none", "6 6")
    seen = BY_THIS_AXE.view(one.battle, "blue")
    guessed = [BY_THIS_AXE.filled_in(seen, "blue", Random(number)).own.abroad for number in range(20)]
    assert all(abroad.army("blue") == seen.own.abroad.army("blue") for abroad in guessed)
    assert len({abroad.army("red").stratagem for abroad in guessed}) > 3
