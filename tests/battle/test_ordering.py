from schiltron.battle import ordering
from schiltron.battle.decision import FINISH, Aimed, Chosen, Command, Commanded, Plan, Planned
from schiltron.battle.illegal import Reason

ONE = Command(seat="red", prompt="Who shoots?", rules=("T-1",), actors=("bows",), actions=("shoot",), default=FINISH)
ALL = Plan(seat="red", prompt="Who shoots?", rules=("T-1",), actors=("bows",), actions=("shoot",), default=Planned(()))
SHOT = Commanded("bows", "shoot", Aimed("axes"))


def judged(decision: Command | Plan, answer: object) -> list[str]:
    found = ordering.judge_order_or_plan(
        decision,
        answer,  # type: ignore[arg-type]
        lambda _order: [Reason("of one")],
        lambda orders: [Reason(f"of {len(orders)}")],
    )
    return [reason.text for reason in found]


def test_one_order_or_a_plan_of_them_as_it_is_asked() -> None:
    assert (judged(ONE, SHOT), judged(ONE, FINISH)) == (["of one"], [])
    assert judged(ALL, Planned((SHOT, SHOT))) == ["of 2"]
    assert judged(ONE, Planned((SHOT,))) == ["a command for one unit is asked, or to finish"]
    assert judged(ALL, SHOT) == judged(ALL, Chosen(("bows",))) == ["a plan for the phase is asked"]


def test_whoever_is_told_twice_is_named_once() -> None:
    others = Commanded("slings", "shoot", Aimed("axes"))
    assert ordering.told_twice((SHOT, others, SHOT, SHOT)) == ["bows"]
