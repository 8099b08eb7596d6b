"""What else a captain might do: moves that lead somewhere else, the best first."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.decision import FINISH, Answer, AnyDecision, Command, Commanded, PathDrawn, Plan, Planned
from schiltron.battle.state.order import Reply
from schiltron.captains.battlesystem.captain import BattlesystemCaptain
from schiltron.captains.book_of_war.captain import BookOfWarCaptain
from schiltron.captains.by_this_axe.captain import ByThisAxeCaptain
from schiltron.captains.captain import Books, View
from schiltron.captains.chainmail.captain import ChainmailCaptain
from schiltron.captains.marshal import budget as clock
from schiltron.captains.marshal.budget import Budget
from schiltron.captains.marshal.candidates import ideas
from schiltron.captains.second_thoughts import A_UNIT, Resourceful, apart, unlike
from schiltron.rulesets.battlesystem.book import BATTLESYSTEM
from schiltron.rulesets.battlesystem.movement import phase as of_rounds
from schiltron.rulesets.battlesystem.movement.together import TOGETHER
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.movement.phase import MovementPhase
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.movement.phase import Moves
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.fire.phase import Missiles
from schiltron.rulesets.chainmail.movement import phase as of_turns
from schiltron.rulesets.chainmail.written.orders import WriteOrders
from tests.rulesets.battlesystem import positions as of_system
from tests.rulesets.book_of_war import positions as of_war
from tests.rulesets.by_this_axe import positions as of_axe
from tests.rulesets.chainmail import positions as of_mail


def at(x: float, y: float, heading: int = 0) -> of_war.Unit:
    return of_war.blue("heavy_infantry", 8, at=(x, y), facing=heading)


def order(name: str) -> Commanded:
    return Commanded("guard", name, PathDrawn(()))


def test_of_moves_that_end_alike_the_best_is_taken() -> None:
    found = [
        (1.0, at(20, 20), order("worse")),
        (2.0, at(20, 21), order("good")),
        (1.5, at(20, 20, 90), order("looking elsewhere")),
        (0.5, at(20, 30), order("farther")),
    ]
    assert [one.action for one in unlike(found)] == ["good", "looking elsewhere", "farther"]


def test_no_more_are_spoken_of_than_a_few() -> None:
    found = [(float(number), at(20, 5 * number), order(str(number))) for number in range(1, 9)]
    assert [one.action for one in unlike(found)] == ["8", "7", "6", "5"]
    assert A_UNIT == 4
    assert [one.action for one in unlike(found, 1)] == ["8"]


def war(declare: str) -> AnyBattle:
    battle = of_war.field(
        of_war.blue("heavy_infantry", 8, files=4, at=(30, 34)),
        of_war.blue("medium_cavalry", 6, files=6, at=(46, 40)),
        of_war.red("archers", 6, at=(32, 29)),
        of_war.red("pikemen", 9, files=3, at=(46, 24)),
        declare=declare,
    )
    return of_war.play(battle, MovementPhase("blue")).battle


def axe() -> AnyBattle:
    battle = of_axe.field(
        of_axe.blue("guard", 8, at=(24, 30), fc=4),
        of_axe.blue("axes", 8, at=(36, 34), fc=3),
        of_axe.red("bows", 6, at=(24, 25), ranged=("longbow",)),
    )
    return of_axe.play(battle, Moves("blue")).battle


def mail(*, written: bool = False) -> AnyBattle:
    """Horse before bows and askew, foot behind them; nobody has an even place."""
    battle = of_mail.field(
        of_mail.blue("foot", 16, files=8, at=(38.3, 52), facing=7, troop="armored_foot"),
        of_mail.blue("horse", 8, files=4, at=(46, 40.5), troop="medium_horse"),
        of_mail.red("bows", 12, files=6, at=(41, 28), facing=190, troop="archers"),
    )
    return of_mail.play(battle, WriteOrders() if written else of_turns.Moves("blue")).battle


def system() -> AnyBattle:
    battle = of_system.field(
        of_system.blue("spears", 12, files=6, at=(30.4, 56), facing=352),
        of_system.blue("axes", 8, files=4, at=(44, 60)),
        of_system.red("goblins", 12, files=6, at=(36, 44), of=of_system.GOBLIN),
    )
    return of_system.play(battle, of_rounds.Moves("blue")).battle


@pytest.mark.parametrize(
    ("book", "battle", "captain"),
    [
        (BOOK_OF_WAR, war("measure_first"), BookOfWarCaptain()),
        (BOOK_OF_WAR, war("by_phase"), BookOfWarCaptain()),
        (BY_THIS_AXE, axe(), ByThisAxeCaptain()),
        (CHAINMAIL, mail(), ChainmailCaptain()),
        (CHAINMAIL, mail(written=True), ChainmailCaptain()),
        (BATTLESYSTEM, system(), BattlesystemCaptain()),
    ],
)
def test_second_thoughts_are_orders_for_every_unit_that_the_door_would_obey(
    book: Books, battle: AnyBattle, captain: Resourceful
) -> None:
    decision = battle.decisions[0]
    assert isinstance(decision, Command | Plan)
    found = list(captain.second_thoughts(battle, decision))
    assert len(found) == len(set(found))
    assert {one.actor for one in found} == set(decision.actors)
    assert all(sum(one.actor == actor for one in found) > 1 for actor in decision.actors), "more than one for each"
    for one in found:
        answer: Answer = Planned((one,)) if isinstance(decision, Plan) else one
        assert not book.reasons(battle, Reply(decision.seat, decision.id, answer)), one


@pytest.mark.parametrize(
    ("battle", "captain"),
    [
        (war("measure_first"), BookOfWarCaptain()),
        (axe(), ByThisAxeCaptain()),
        (mail(), ChainmailCaptain()),
        (system(), BattlesystemCaptain()),
    ],
)
def test_what_the_captain_does_is_the_best_of_his_thoughts(
    battle: AnyBattle, captain: BookOfWarCaptain | ByThisAxeCaptain | ChainmailCaptain | BattlesystemCaptain
) -> None:
    decision = battle.decisions[0]
    first = captain.answer(battle, decision)
    assert isinstance(first, Commanded)
    assert first.actor
    thoughts = captain.second_thoughts(battle, decision)
    assert next(one for one in thoughts if one.actor == first.actor) == first


def test_nobody_has_second_thoughts_about_volleys() -> None:
    bows = of_war.blue("archers", 6, at=(30, 34))
    played = of_war.play(of_war.field(bows, of_war.red("pikemen", 9, files=3, at=(30, 24))), AttackPhase("blue"))
    assert not list(BookOfWarCaptain().second_thoughts(played.battle, played.battle.decisions[0]))


def test_nobody_has_second_thoughts_about_volleys_of_chainmail_either() -> None:
    field = of_mail.field(
        of_mail.blue("bows", 10, files=10, at=(40, 40), troop="archers"),
        of_mail.red("foot", 12, files=6, at=(40, 27), troop="levies"),
    )
    battle = of_mail.play(field, Missiles(("blue",))).battle
    assert isinstance(battle.decisions[0], Command)
    assert not list(ChainmailCaptain().second_thoughts(battle, battle.decisions[0]))


def test_moves_that_promise_less_than_standing_are_thoughts_too() -> None:
    """Archers with a mark stand (CM-MISSILE-07), and yet the marshal may want to try what else they could do."""
    field = of_mail.field(
        of_mail.blue("bows", 10, files=10, at=(40, 40), troop="archers"),
        of_mail.red("foot", 12, files=6, at=(40, 27), troop="levies"),
    )
    battle = of_mail.play(field, of_turns.Moves("blue")).battle
    decision = battle.decisions[0]
    captain = ChainmailCaptain()
    assert captain.answer(battle, decision) == FINISH
    assert len(list(captain.second_thoughts(battle, decision))) == A_UNIT


def test_who_is_beset_has_thoughts_though_none_of_them_is_good() -> None:
    around = ((40, 30, 180), (26, 40, 90), (54, 40, 270))
    knights = (
        of_mail.red(f"knights {one}", 12, files=6, at=at, facing=look, troop="knights")
        for one, (*at, look) in enumerate(around)
    )
    levy = of_mail.blue("levy", 6, files=3, at=(40, 40), troop="levies")
    mailed = of_mail.play(of_mail.field(levy, *knights), of_turns.Moves("blue")).battle
    assert list(ChainmailCaptain().second_thoughts(mailed, mailed.decisions[0]))
    hosts = (
        of_system.red(f"host {one}", 24, files=8, at=(x, y + 6), facing=look) for one, (x, y, look) in enumerate(around)
    )
    few = of_system.blue("few", 4, files=2, at=(40, 46), of=of_system.GOBLIN)
    beset = of_system.play(of_system.field(few, *hosts), of_rounds.Moves("blue")).battle
    assert list(BattlesystemCaptain().second_thoughts(beset, beset.decisions[0]))


def test_who_fights_has_no_second_thoughts_about_going_elsewhere() -> None:
    """What can be ordered in a melee of BATTLESYSTEM is no march."""
    field = of_system.field(
        of_system.blue("swords", 12, files=6, at=(40, 40)),
        of_system.blue("axes", 8, files=4, at=(60, 50)),
        of_system.red("goblins", 12, files=6, at=(40, 40), facing=180, of=of_system.GOBLIN),
        contacts=[of_system.locked("swords", "goblins")],
    )
    battle = of_system.play(field, of_rounds.Moves("blue")).battle
    thoughts = BattlesystemCaptain().second_thoughts(battle, battle.decisions[0])
    assert {one.actor for one in thoughts} == {"axes"}


def scouts(foe: float) -> AnyBattle:
    field = of_system.field(
        *of_system.skirmishers("scouts", "blue", [(40, 56), (42, 56), (44, 56), (46, 56)], missile=of_system.SHORTBOW),
        of_system.red("goblins", 12, files=6, at=(43, foe), of=of_system.GOBLIN),
    )
    return of_system.play(field, of_rounds.Moves("blue")).battle


def test_skirmishers_who_march_together_have_their_second_thoughts_together() -> None:
    """BS-2.9-05: one order for all; near the enemy each has its own."""
    far, near = scouts(6), scouts(36)
    captain = BattlesystemCaptain()
    together = list(captain.second_thoughts(far, far.decisions[0]))
    assert len(together) > 1
    assert {one.action for one in together} == {TOGETHER}
    assert len({one.actor for one in together}) == 1
    assert len({one.actor for one in captain.second_thoughts(near, near.decisions[0])}) == 4


def test_no_more_moves_are_looked_into_than_are_spoken_of() -> None:
    looked: list[int] = []

    def found() -> Iterator[tuple[of_war.Unit, Commanded]]:
        for number in range(1, 9):
            looked.append(number)
            yield at(20, 5 * number), order(str(number))

    assert [one.action for one in apart(found(), 2)] == ["1", "2"]
    assert looked == [1, 2]


class Thinker:
    """Would finish, and can say what else might be done."""

    def __init__(self, *thoughts: Commanded) -> None:
        self.thoughts = thoughts

    def answer(self, view: View, decision: AnyDecision) -> Answer:
        return FINISH

    def second_thoughts(self, view: View, decision: AnyDecision) -> Iterator[Commanded]:
        yield from self.thoughts


def test_the_marshal_tries_them_before_what_the_book_suggests() -> None:
    battle = war("measure_first")
    decision = battle.decisions[0]
    suggested = [one for one in BOOK_OF_WAR.suggest(battle, decision) if isinstance(one, Commanded)]
    own, other, *rest = ideas(BOOK_OF_WAR, battle, decision, lambda: Thinker(suggested[-1]))
    assert (own.answer, other.answer) == (FINISH, suggested[-1])
    assert suggested[0] in [one.answer for one in rest]


def test_who_would_be_sent_may_go_elsewhere_before_others_are_thought_of() -> None:
    battle = war("measure_first")
    decision = battle.decisions[0]
    assert isinstance(decision, Command)
    captain = BookOfWarCaptain()
    first = captain.answer(battle, decision)
    assert isinstance(first, Commanded)
    own, held, elsewhere, *_ = ideas(BOOK_OF_WAR, battle, decision, BookOfWarCaptain)
    assert own.answer == first
    assert held.held == {first.actor}
    his = [one for one in captain.second_thoughts(battle, decision) if one.actor == first.actor and one != first]
    assert (elsewhere.answer, elsewhere.held) == (his[0], frozenset())


def test_when_the_captain_took_long_nobody_thinks_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = war("measure_first")
    decision = battle.decisions[0]
    now = [0.0]
    monkeypatch.setattr(clock, "thread_time", lambda: now[0])

    class Asked(Thinker):
        def second_thoughts(self, view: View, decision: AnyDecision) -> Iterator[Commanded]:
            raise AssertionError

    spending = Budget(seconds=1.0).begun()
    now[0] = 0.2
    ideas(BOOK_OF_WAR, battle, decision, Asked, FINISH, spending)
    with pytest.raises(AssertionError):
        ideas(BOOK_OF_WAR, battle, decision, Asked, FINISH, Budget(seconds=1.0).begun())


def test_written_orders_are_changed_by_second_thoughts_of_one_unit() -> None:
    battle = war("by_phase")
    decision = battle.decisions[0]
    found = ideas(BOOK_OF_WAR, battle, decision, BookOfWarCaptain, Planned(()))
    thoughts = list(BookOfWarCaptain().second_thoughts(battle, decision))
    assert {Planned((one,)) for one in thoughts[:1]} <= {one.answer for one in found}
