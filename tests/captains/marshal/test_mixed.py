"""What is chosen in secret at the same time: mixed so that nobody gains by foreseeing it."""

from __future__ import annotations

from functools import partial

import pytest

from schiltron.captains.marshal.budget import Budget
from schiltron.captains.marshal.marshal import Marshal
from schiltron.captains.marshal.mixed import answers, mixture, rival
from schiltron.captains.roster import captain_named
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.duels.duel import Duel, Stand
from schiltron.rulesets.by_this_axe.duels.rounds import Allot
from schiltron.rulesets.by_this_axe.sequence import EndTurn
from tests.captains.by_this_axe.test_duelling import hall
from tests.rulesets.by_this_axe.positions import play


def test_answers_that_beat_each_other_in_a_ring_are_given_equally_often() -> None:
    stone_paper_scissors = [[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]]
    assert mixture(stone_paper_scissors) == pytest.approx([1 / 3] * 3, abs=0.02)


def test_what_risks_more_is_given_less_often() -> None:
    """Guessed right the first gives away twice as much: it is worth its chance one time in three."""
    assert mixture([[0.0, 1.0], [0.75, 0.25]]) == pytest.approx([1 / 3, 2 / 3], abs=0.02)


def test_what_is_worse_against_everything_is_never_given() -> None:
    assert mixture([[0.6, 0.7], [0.5, 0.4]])[1] < 0.01


def test_only_what_both_choose_in_secret_is_mixed() -> None:
    both = play(hall(("superhero",), ("superhero",)), Stand(Duel("kay", "orm", round=2)))
    kay, orm = both.battle.decisions
    assert rival(both.battle, kay) is orm
    assert rival(both.battle, orm) is kay


def test_splits_of_dice_are_drawn_otherwise_in_other_duels_and_alike_in_the_same() -> None:
    played = play(hall(("superhero",), ("superhero",)), Allot(Duel("kay", "orm")), EndTurn())
    decision = played.battle.decisions[0]
    captain = partial(captain_named, "captain", BY_THIS_AXE)

    def drawn(seed: int) -> object:
        considered = Marshal(BY_THIS_AXE, captain, captain, seed, Budget(playouts=18)).consider(played.battle, decision)
        assert 0 < considered.playouts <= 18
        return considered.answer

    assert drawn(1) == drawn(1)
    assert len({str(drawn(seed)) for seed in range(6)}) > 1
    thought_of = answers(BY_THIS_AXE, played.battle, decision, captain, 1)
    assert len(set(thought_of)) == len(thought_of) > 1
