"""Who is asked follows from what everybody sees, and what he is asked from what he sees; dice follow from the truth."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.play.agenda import Handler, Scene, Step, asks, gathered, rolls, run
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.chance import Pool, Roll, SumOf
from schiltron.battle.state.decision import Choose, Chosen, Option
from tests.battle.drawn_up import drawn_up, hero


class Show(Step, frozen=True, tag="test.show"):
    """Both are asked what the battle looks like."""


class Throw(Step, frozen=True, tag="test.throw"):
    """A die is thrown for what the battle is like."""


def asked_by(battle: AnyBattle, _: Show) -> tuple[Choose, ...]:
    """Everybody sees red asked first."""
    return tuple(
        Choose(seat=seat, prompt=battle.title, rules=(), options=(Option("well", f"{battle.title}, well"),))
        for seat in (("blue", "red") if battle.title != "everybody's" else ("red", "blue"))
    )


SHOW = asks(
    Show,
    ask=asked_by,
    judge=lambda *_: [],
    take=lambda *_: None,
    sample=lambda _view, _step, _decision, _random: Chosen(("well",)),
)
THROW = rolls(Throw, ask=lambda battle, _: Roll(battle.title, (Pool(1, 6, SumOf(), ""),), ()), roll=lambda *_: None)
TITLES = {None: "everybody's", "red": "red's", "blue": "blue's"}


def as_seen(battle: AnyBattle, seat: str | None) -> AnyBattle:
    return replace(battle, title=TITLES[seat])


def after(handler: Handler, view=as_seen) -> AnyBattle:
    scene = Scene(replace(drawn_up(hero("blue ann", 20, 20)), title="the truth", agenda=(handler.step(),)))
    run(scene, gathered(handler), view)
    return scene.battle


def test_each_is_asked_on_his_own_view() -> None:
    assert [(one.seat, one.prompt) for one in after(SHOW).decisions] == [("red", "red's"), ("blue", "blue's")]


def test_dice_are_thrown_for_the_truth() -> None:
    assert after(THROW).roll.purpose == "the truth"


def test_where_nothing_is_hidden_the_battle_itself_is_asked_about() -> None:
    assert {one.prompt for one in after(SHOW, lambda battle, _: battle).decisions} == {"the truth"}
