from random import Random

import pytest

from schiltron.battle import choosing
from schiltron.battle.decision import Choose, Chosen, Option

WAYS = Choose(seat="red", prompt="Left or right?", rules=("T-1",), options=(Option("left", "l"), Option("right", "r")))


def test_every_option_is_suggested_and_legal() -> None:
    suggested = choosing.suggest(None, None, WAYS)
    assert suggested == [Chosen(("left",)), Chosen(("right",))]
    assert [choosing.judge(None, None, WAYS, one) for one in suggested] == [[], []]
    assert [choosing.chosen((one,)) for one in suggested] == ["left", "right"]


def test_samples_are_options() -> None:
    random = Random(1)
    drawn = [choosing.sample(None, None, WAYS, random) for _ in range(20)]
    assert {choosing.chosen((one,)) for one in drawn} == {"left", "right"}


@pytest.mark.parametrize("keys", [(), ("up",), ("left", "right")])
def test_anything_else_is_refused(keys: tuple[str, ...]) -> None:
    assert choosing.judge(None, None, WAYS, Chosen(keys))[0].rules == ("T-1",)
