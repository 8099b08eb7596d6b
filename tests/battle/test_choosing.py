from random import Random

import pytest

from schiltron.battle.play import option_choice
from schiltron.battle.state.decision import Choose, Chosen, Option

WAYS = Choose(seat="red", prompt="Left or right?", rules=("T-1",), options=(Option("left", "l"), Option("right", "r")))


def test_every_option_is_suggested_and_legal() -> None:
    suggested = option_choice.every_option(None, None, WAYS)
    assert suggested == [Chosen(("left",)), Chosen(("right",))]
    assert [option_choice.judge(None, None, WAYS, one) for one in suggested] == [[], []]
    assert [option_choice.chosen((one,)) for one in suggested] == ["left", "right"]


def test_samples_are_options() -> None:
    random = Random(1)
    drawn = [option_choice.sample(None, None, WAYS, random) for _ in range(20)]
    assert {option_choice.chosen((one,)) for one in drawn} == {"left", "right"}


@pytest.mark.parametrize("keys", [(), ("up",), ("left", "right")])
def test_anything_else_is_refused(keys: tuple[str, ...]) -> None:
    assert option_choice.judge(None, None, WAYS, Chosen(keys))[0].rules == ("T-1",)
