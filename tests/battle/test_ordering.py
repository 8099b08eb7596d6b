from schiltron.battle.play import unit_orders
from schiltron.battle.state.decision import FINISH, Aimed, Commanded, Planned
from schiltron.battle.state.illegal import Reason

SHOT = Commanded("bows", "shoot", Aimed("axes"))


def judged(answer: Commanded | Planned) -> list[str]:
    found = unit_orders.judge_order_or_plan(
        answer,
        lambda _order: [Reason("of one")],
        lambda orders: [Reason(f"of {len(orders)}")],
    )
    return [reason.text for reason in found]


def test_one_order_or_a_plan_of_them() -> None:
    assert (judged(SHOT), judged(FINISH)) == (["of one"], [])
    assert judged(Planned((SHOT, SHOT))) == ["of 2"]


def test_whoever_is_told_twice_is_named_once() -> None:
    others = Commanded("slings", "shoot", Aimed("axes"))
    assert unit_orders.told_twice((SHOT, others, SHOT, SHOT)) == ["bows"]
