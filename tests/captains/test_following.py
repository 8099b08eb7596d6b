"""Of a phase thought through lazily no more is thought of than is asked for."""

from collections.abc import Iterator

from schiltron.battle.state.decision import FINISH, Command, Commanded, PathDrawn, Plan, Planned
from schiltron.captains.following import told

ORDERS = tuple(Commanded(unit, "move", PathDrawn(())) for unit in ("axes", "bows"))
COMMAND = Command(seat="anna", prompt="Move.", rules=(), actors=("axes", "bows"), actions=("move",), default=FINISH)
PLAN = Plan(seat="anna", prompt="Move.", rules=(), actors=("axes", "bows"), actions=("move",), default=Planned(()))


def test_only_the_first_command_is_thought_of_where_they_are_asked_one_by_one() -> None:
    thought_of: list[str] = []

    def thinking() -> Iterator[Commanded]:
        for order in ORDERS:
            thought_of.append(order.actor)
            yield order

    assert told(COMMAND, thinking()) == ORDERS[0]
    assert thought_of == ["axes"]


def test_a_plan_is_the_whole_of_it_and_nothing_ends_the_phase() -> None:
    assert told(PLAN, ORDERS) == Planned(ORDERS)
    assert told(COMMAND, ()) == FINISH
    assert told(PLAN, ()) == Planned(())
