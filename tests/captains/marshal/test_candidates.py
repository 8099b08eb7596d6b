"""What the marshal thinks of: captains of another temper, and written orders changed unit by unit."""

from __future__ import annotations

from schiltron.battle.state.decision import FINISH, Answer, AnyDecision, Commanded, Planned
from schiltron.captains.captain import View
from schiltron.captains.marshal.budget import Budget, of_seconds
from schiltron.captains.marshal.candidates import ideas
from schiltron.captains.roster import captain_named
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.written.orders import WriteOrders
from tests.captains.marshal.test_marshal import Idler, shooting
from tests.rulesets.chainmail.positions import Played, ahead, blue, field, march, play, red

FAR, NEAR = march("far", ahead(4)), march("near", ahead(2))
WRITTEN = Planned((FAR, NEAR))


def writing() -> Played:
    """Two units to write orders for, one of them near the enemy."""
    return play(
        field(
            blue("far", 12, files=6, at=(10, 44)),
            blue("near", 12, files=6, at=(34, 36)),
            red("levy", 12, files=6, at=(34, 24)),
            turn_system="simultaneous",
        ),
        WriteOrders(),
    )


class Bowman:
    """Shoots with whoever can."""

    def answer(self, view: View, decision: AnyDecision) -> Answer:
        return next(
            one for one in BOOK_OF_WAR.suggest(view, decision) if isinstance(one, Commanded) and one.action == "shoot"
        )


def test_orders_are_changed_for_one_unit_after_the_other_the_nearest_first() -> None:
    played = writing()
    decision = played.battle.decisions[0]
    found = [
        one.answer
        for one in ideas(CHAINMAIL, played.battle, decision, lambda: captain_named("captain", CHAINMAIL), WRITTEN)
    ]
    assert found[:2] == [WRITTEN, Planned((FAR,))], "as written, then without the unit that is near"
    other = found[2]
    assert isinstance(other, Planned)
    assert other.commands[0] == FAR
    assert other.commands[1].actor == "near"
    assert other.commands[1] != NEAR
    assert found[3] == Planned((NEAR,))
    assert Planned(()) in found


def test_a_captain_of_another_temper_is_asked_after_the_own_one() -> None:
    played = shooting()
    own, other, *_ = ideas(BOOK_OF_WAR, played.battle, played.decision, Idler, FINISH, advisers=[Bowman])
    assert own.answer == FINISH
    assert other.answer == Bowman().answer(played.battle, played.decision)


def test_nobody_else_is_asked_when_the_captain_took_long() -> None:
    played = shooting()
    asked: list[str] = []

    class Asked(Bowman):
        def answer(self, view: View, decision: AnyDecision) -> Answer:
            asked.append(decision.id)
            return super().answer(view, decision)

    def thought(spending: Budget) -> None:
        ideas(BOOK_OF_WAR, played.battle, played.decision, Idler, FINISH, spending.begun(), [Asked])

    thought(of_seconds(0.0))
    assert not asked
    thought(Budget(playouts=5))
    assert asked
