"""Fights of few: the blows of a round are fixed when it begins, and the fallen strike no more."""

from __future__ import annotations

import dataclasses

from msgspec.structs import replace

from schiltron.battle.play.agenda import Scene, gathered, run
from schiltron.battle.play.bouts import Aims, Blows, Bouts, Pair, StrikingOrder, hanging_together
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.chance import AtLeast, Pool, Roll, SumOf, Thrown
from schiltron.battle.state.decision import Chosen
from tests.battle.drawn_up import drawn_up, hero


class Round(Aims, frozen=True, tag="test.round"):
    pass


class Order(StrikingOrder, frozen=True, tag="test.order"):
    pass


class Strokes(Blows, frozen=True, tag="test.strokes"):
    pass


def thrown_for_order(battle: AnyBattle, step: StrikingOrder) -> Roll:
    return Roll("who is first", tuple(Pool(1, 6, SumOf(), key) for key, _ in step.aims), ("TEST-1",))


def dice(_battle: AnyBattle, strikers: list[Pair], _step: Blows) -> Roll | None:
    pools = tuple(Pool(1, 6, AtLeast(4), f"{one} at {other}") for one, other in strikers)
    return Roll("blows", pools, ("TEST-1",)) if pools else None


def kill(scene: Scene, strikers: list[Pair], _step: Blows, pools: tuple[Thrown, ...]) -> None:
    for (_, target), thrown in zip(strikers, pools, strict=True):
        if thrown.hits:
            scene.change(replace(scene.unit(target), figures=0))


BOUTS = Bouts(
    Round,
    Order,
    Strokes,
    ("TEST-1",),
    stands=lambda unit: unit.figures > 0,
    easiest=lambda unit: unit.name,
    order=thrown_for_order,
    dice=dice,
    struck=kill,
)
HANDLERS = gathered(*BOUTS.handlers())
ANN, BEN, COL = hero("blue ann", 20, 20), hero("red ben", 21, 20), hero("red col", 19, 20)
PAIRS = (("blue ann", "red ben"), ("blue ann", "red col"))


def begun(rounds: int = 1) -> Scene:
    scene = Scene(replace(drawn_up(ANN, BEN, COL), agenda=BOUTS.rounds(PAIRS, rounds)))
    run(scene, HANDLERS, lambda battle, _: battle)
    return scene


def answered(scene: Scene, given: Chosen | tuple[int, ...]) -> Scene:
    """The next answer, or one number for every pool of the dice that are due: a total, or hit and miss."""
    step, *rest = scene.battle.agenda
    handler, roll = HANDLERS[type(step)], scene.battle.roll
    scene.set(agenda=tuple(rest), roll=None, decisions=(), commitments=())
    if isinstance(given, Chosen):
        handler.take(scene, step, (given,))
    else:
        assert roll is not None
        assert len(roll.pools) == len(given)
        handler.roll(scene, step, tuple(Thrown(((one, 1),)) for one in given))
    run(scene, HANDLERS, lambda battle, _: battle)
    return scene


def due(scene: Scene) -> list[str]:
    assert scene.battle.roll is not None
    return [pool.label for pool in scene.battle.roll.pools]


def test_who_touches_several_says_at_whom_he_strikes() -> None:
    (asked,) = begun().battle.decisions
    assert asked.seat == "blue"
    assert [option.key for option in asked.options] == ["red ben", "red col"]
    assert asked.default == Chosen(("red ben",))
    assert due(answered(begun(), Chosen(("red col",)))) == ["blue ann", "red ben", "red col"]


def test_blows_fall_at_their_moment_and_the_fallen_strike_no_more() -> None:
    first = answered(answered(begun(), Chosen(("red col",))), (6, 3, 3))
    assert due(first) == ["blue ann at red col"]
    second = answered(first, (1,))
    assert due(second) == ["red ben at blue ann"], "Col is dead before his moment"


def test_who_strike_at_one_moment_may_kill_each_other() -> None:
    together = answered(answered(begun(2), Chosen(("red ben",))), (4, 4, 1))
    assert due(together) == ["blue ann at red ben", "red ben at blue ann"]
    over = answered(together, (1, 1))
    assert [over.unit(one.id).figures for one in (ANN, BEN, COL)] == [0, 0, 1]
    assert not over.battle.awaiting, "nobody is left to be struck, in this round or the next"


def test_in_the_next_round_all_who_still_stand_aim_anew() -> None:
    last = answered(answered(answered(begun(2), Chosen(("red ben",))), (5, 2, 1)), (1,))
    second = answered(last, (0,))
    assert not second.battle.decisions, "there is nobody else to aim at"
    assert due(second) == ["blue ann", "red col"]


def test_who_hangs_together_by_contact_is_in_one_bout() -> None:
    far = ("blue dan", "red eve")
    assert hanging_together([*PAIRS, far]) == set(PAIRS)
    assert hanging_together([far, *PAIRS]) == {far}


def test_a_rule_may_settle_the_order_and_a_fighter_may_have_several_moments() -> None:
    def by_turns(_battle: AnyBattle, step: StrikingOrder) -> list[tuple[Pair, ...]]:
        ours = tuple(aim for aim in step.aims if aim[0] == "blue ann")
        theirs = tuple(aim for aim in step.aims if aim not in ours)
        return [ours, theirs, ours]

    turns = dataclasses.replace(BOUTS, order=None, moments=by_turns)
    handlers = gathered(*turns.handlers())
    scene = Scene(replace(drawn_up(ANN, BEN), agenda=turns.rounds((("blue ann", "red ben"),), 1)))
    fallen = []
    run(scene, handlers, lambda battle, _: battle)
    while scene.battle.roll is not None:
        step, *rest = scene.battle.agenda
        fallen += due(scene)
        scene.set(agenda=tuple(rest), roll=None)
        handlers[type(step)].roll(scene, step, (Thrown(((0, 1),)),))
        run(scene, handlers, lambda battle, _: battle)
    assert fallen == ["blue ann at red ben", "red ben at blue ann", "blue ann at red ben"]
