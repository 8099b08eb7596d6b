"""The marshal tries ideas in imagined battles: he finds what a dull captain overlooks, and keeps to his budget."""

from __future__ import annotations

import re
from random import Random

import pytest
from msgspec.structs import replace

from schiltron.battle.door.dice import FastDice
from schiltron.battle.state import decision as decisions
from schiltron.battle.state.battle import Outcome
from schiltron.battle.state.chance import AtLeast, Pool, Roll
from schiltron.battle.state.decision import (
    FINISH,
    Answer,
    AnyDecision,
    Assign,
    Assigned,
    Chosen,
    Command,
    Commanded,
    Plan,
    Planned,
)
from schiltron.battle.state.encoding import digest
from schiltron.battle.state.manoeuvre import Advance
from schiltron.captains.advising import _came, advise, reckoning_of
from schiltron.captains.captain import Captain, View
from schiltron.captains.marshal import budget as clock
from schiltron.captains.marshal.budget import Budget, Spending
from schiltron.captains.marshal.candidates import ideas
from schiltron.captains.marshal.marshal import BEFORE_CLEAR, Considered, Marshal, _Thinking
from schiltron.captains.marshal.plans import short
from schiltron.captains.marshal.playouts import Idea, Table
from schiltron.captains.marshal.same_luck import SameLuck
from schiltron.captains.marshal.tried_ideas import Trial, chosen_of
from schiltron.captains.roster import UnknownCaptain, captain_named, captains_for, plays, quickest
from schiltron.captains.shares import share_of
from schiltron.rulesets import ruleset
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.movement.phase import MovementPhase
from schiltron.rulesets.book_of_war.sequence import EndTurn
from schiltron.rulesets.book_of_war.state import Unit
from tests.captains.contests import fought, opening
from tests.rulesets.book_of_war.positions import Played, blue, field, play, red

OPEN = {"declare": "measure_first"}


class Idler:
    """Lets every chance go by."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def answer(self, view: View, decision: AnyDecision) -> Answer:
        match decision:
            case Command():
                return FINISH
            case Plan():
                return Planned(())
        return captain_named("captain", ruleset(view.ruleset)).answer(view, decision)


def marshal(playouts: int = 60, quick: type[Idler] | None = None) -> Marshal:
    def captain(seed: int) -> Captain:
        return quick(seed) if quick is not None else captain_named("captain", BOOK_OF_WAR, seed)

    return Marshal(BOOK_OF_WAR, captain, captain, 1, Budget(playouts=playouts))


def shooting() -> Played:
    """Bowmen with horse in range before them, and a unit that nobody can reach."""
    bows = blue("archers", 12, files=6, at=(36, 30), id="bows")
    horse = red("light_cavalry", 6, files=3, at=(36, 22), id="horse")
    return play(field(bows, horse, **OPEN), AttackPhase("blue"), EndTurn("blue"))


def two_and_a_foe() -> list[Unit]:
    foot = [blue("heavy_infantry", 6, files=3, at=(20 + 10 * one, 34), id=f"foot {one}") for one in range(2)]
    return [*foot, red("heavy_infantry", 6, files=3, at=(30, 10), id="foe")]


# ---------------------------------------------------------------- what he does


def test_he_shoots_where_the_captain_he_asks_would_not() -> None:
    played = shooting()
    decision = played.decision
    considered = marshal(quick=Idler).consider(played.battle, decision)
    assert isinstance(considered.answer, Commanded)
    assert (considered.answer.actor, considered.answer.action) == ("bows", "shoot")
    assert considered.own is not None
    assert considered.own.idea.answer == FINISH
    assert considered.chosen is not None
    assert considered.chosen.mean > considered.own.mean


def test_he_keeps_to_the_captains_order_unless_another_is_surely_better() -> None:
    own = Trial(Idea(FINISH), [0.5, 0.6, 0.4, 0.5, 0.5, 0.5])
    lucky = Trial(Idea(Chosen(("lucky",))), [0.9, 0.2, 0.8, 0.2, 0.5, 0.5])
    better = Trial(Idea(Chosen(("better",))), [0.6, 0.7, 0.5, 0.6, 0.6, 0.61])
    seldom = Trial(Idea(Chosen(("seldom",))), [0.9, 0.95])
    assert chosen_of(own, [own, lucky]) is own
    assert chosen_of(own, [own, lucky, better]) is better
    assert chosen_of(own, [own, seldom]) is own


def test_he_chooses_by_chances_to_win_and_who_is_nearly_beaten_takes_a_risk() -> None:
    """By what is left the risk costs a little; where an advantage counts for much, little is as good as nothing."""

    def found(advantage: float) -> tuple[Trial, Trial]:
        own = Trial(Idea(FINISH), [0.2] * 8, advantage)
        return own, Trial(Idea(Chosen(("risk",))), [0.0, 0.38] * 4, advantage)

    own, risk = found(3.0)
    assert chosen_of(own, [own, risk]) is risk
    assert risk.gain(own)[0] < 0 < risk.edge(own)[0]
    own, risk = found(1.0)
    assert chosen_of(own, [own, risk]) is own
    assert risk.edge(own) == risk.gain(own)


def test_he_knows_what_was_learned_of_the_book(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("schiltron.captains.marshal.marshal.advantage_in", {"book_of_war": 2.5}.__getitem__)
    played = shooting()
    considered = marshal().consider(played.battle, played.decision)
    assert {one.advantage for one in considered.trials} == {2.5}


def test_he_may_hold_back_whom_the_captain_would_send() -> None:
    """The next unit goes instead, and the captain who plays on is not asked about the one that is held."""
    played = play(field(*two_and_a_foe(), **OPEN), MovementPhase("blue"), EndTurn("blue"))
    own, held, *_ = ideas(BOOK_OF_WAR, played.battle, played.decision, lambda: captain_named("captain", BOOK_OF_WAR))
    assert isinstance(own.answer, Commanded)
    assert isinstance(held.answer, Commanded)
    assert held.held == {own.answer.actor}
    assert held.answer.actor not in held.held


def test_ideas_are_legal_and_none_comes_twice() -> None:
    played = shooting()
    found = ideas(BOOK_OF_WAR, played.battle, played.decision, Idler)
    assert len({(one.answer, one.held) for one in found}) == len(found) > 1
    for one in found:
        played.then(one.answer)


def test_he_thinks_of_keeping_a_card_that_the_captain_would_play() -> None:
    card = Commanded("", decisions.PLAY, decisions.Played("ten of spades", "pick"))
    played = play(field(*two_and_a_foe(), **OPEN), MovementPhase("blue"), EndTurn("blue"))
    *_, last = BOOK_OF_WAR.suggest(played.battle, played.decision)

    class Sender(Idler):
        """Without a card in hand he sends somebody."""

        def answer(self, view: View, decision: AnyDecision) -> Answer:
            assert isinstance(decision, Command)
            assert not decision.hand
            return last

    own, passing, sending, *_ = ideas(BOOK_OF_WAR, played.battle, played.decision, Sender, card)
    assert (own.answer, passing.answer, sending.answer) == (card, FINISH, last)


# ---------------------------------------------------------------- what he advises


def test_who_asks_for_advice_hears_what_came_of_it_in_thought() -> None:
    played = shooting()
    first, *others = advise(BOOK_OF_WAR, played.battle, played.decision, budget=Budget(playouts=40))
    assert first.unit == "bows"
    assert re.match(r"Played on \d+ times, it leaves you \d+% of all that still stands$", first.why[0])
    assert first.expected is not None
    assert f"{first.expected:.0%} of all" in first.why[0]
    assert all(one.unit for one in others), "to do nothing is advised first or not at all"
    plain = advise(BOOK_OF_WAR, played.battle, played.decision)
    assert not any(text.startswith("Played on") for one in plain for text in one.why)


def test_who_is_to_hold_back_meanwhile_is_named() -> None:
    played = play(field(*two_and_a_foe(), **OPEN), MovementPhase("blue"), EndTurn("blue"))
    own, held, *_ = ideas(BOOK_OF_WAR, played.battle, played.decision, lambda: captain_named("captain", BOOK_OF_WAR))
    trials = tuple(Trial(one, [0.5] * 6) for one in (held, own))
    considered = Considered(held.answer, trials[0], trials[1], trials, 12)
    name = played.battle.units[next(iter(held.held))].name

    def told(trial: Trial) -> list[str]:
        reckoning = reckoning_of(played.battle, played.decision, trial, considered, lambda _: "the other")
        return _came(played.battle, trial, reckoning)

    assert told(trials[0]) == [
        "Played on 6 times, it leaves you 50% of all that still stands, no more than the next best: the other",
        "In the worst tenth it leaves 50%",
        f"{name} would hold back meanwhile",
    ]
    assert told(trials[1])[0] == "Played on 6 times, it leaves you 50% of all that still stands"
    assert not told(Trial(own, [0.5])), "too few to speak of"


# ---------------------------------------------------------------- how long he thinks


@pytest.mark.parametrize("playouts", [1, 7, 30])
def test_he_imagines_no_more_battles_than_he_may(playouts: int) -> None:
    played = shooting()
    considered = marshal(playouts, Idler).consider(played.battle, played.decision)
    assert considered.playouts <= playouts


def test_when_the_time_is_up_he_says_what_he_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the middle of a playout too: a clock that runs by a second whenever it is looked at."""
    ticks = iter(range(1_000_000))
    monkeypatch.setattr(clock, "thread_time", lambda: float(next(ticks)))
    played = shooting()
    player = Marshal(BOOK_OF_WAR, Idler, Idler, 1, Budget(seconds=4.0))
    considered = player.consider(played.battle, played.decision)
    assert considered.answer == FINISH
    assert considered.playouts <= 4


def test_where_nothing_can_be_chosen_he_does_not_think() -> None:
    battle = opening("book_of_war/open-field")
    book = ruleset(battle.ruleset)
    begun = book.begun(battle).battle
    while begun.roll is not None:
        obeyed = book.obey(begun, FastDice(Random(1)).throw(begun.roll, 1))
        begun = obeyed.battle  # type: ignore[union-attr]
    assert marshal().consider(begun, begun.decisions[0]).playouts == 0, "the captain draws up the line"


def test_what_is_shared_out_in_secret_is_drawn_by_chance_and_otherwise_each_time() -> None:
    """The captain draws it; whoever knew his seed of before would foresee the rest."""
    minds: list[int] = []

    class Drawing(Idler):
        def answer(self, view: View, decision: AnyDecision) -> Answer:
            minds.append(self.seed)
            return Assigned(())

    battle = shooting().battle
    secret = Assign(seat="blue", prompt="Share out your dice.", rules=(), id="1.0", sealed=True, items=(), bins=())
    player = Marshal(BOOK_OF_WAR, Drawing, Drawing, 1, Budget(playouts=40))
    for serial in (5, 5, 6):
        considered = player.consider(replace(battle, serial=serial), secret)
        assert (considered.answer, considered.playouts) == (Assigned(()), 0)
    again, once_more, later = minds
    assert again == once_more
    assert again != later


def test_what_was_tried_for_written_orders_is_kept_when_no_time_is_left_to_better_them() -> None:
    """The second time round nothing can be tried any more: what he says of it is what he found the first time."""
    played = play(field(*two_and_a_foe(), declare="by_phase"), MovementPhase("blue"), EndTurn("blue"))
    assert isinstance(played.decision, Plan)
    rounds: list[Considered] = []

    class Hurried(Marshal):
        def _thought(
            self, table: Table, spending: Spending, luck: str, first: Answer | None, share: float
        ) -> Considered:
            own, other = (Trial(Idea(Planned(())), [value] * 3) for value in (0.4, 0.6))
            rounds.append(
                Considered(other.idea.answer) if rounds else Considered(other.idea.answer, other, own, (other, own), 6)
            )
            return rounds[-1]

    considered = Hurried(BOOK_OF_WAR, Idler, Idler, 1, Budget(playouts=40)).consider(played.battle, played.decision)
    assert len(rounds) == 2
    assert considered is rounds[0]


# ---------------------------------------------------------------- luck and value


def test_the_same_purpose_has_the_same_luck_whatever_was_thrown_between() -> None:
    def roll(purpose: str) -> Roll:
        return Roll(purpose, (Pool(6, 6, AtLeast(4), "hits", "blue"),), ())

    one, two, other = SameLuck("a"), SameLuck("a"), SameLuck("b")
    plain = [one.throw(roll("bows at horse"), 1).pools for _ in range(3)]
    two.throw(roll("somebody's nerve"), 1)
    mixed = []
    for _ in range(3):
        mixed.append(two.throw(roll("bows at horse"), 1).pools)
        two.throw(roll("somebody's nerve"), 1)
    assert plain == mixed
    assert len(set(plain)) > 1, "each throw has its own faces"
    assert plain != [other.throw(roll("bows at horse"), 1).pools for _ in range(3)]


def test_a_side_stands_by_its_part_of_what_is_left() -> None:
    three, one = blue("heavy_infantry", 6, at=(20, 30), id="three"), red("heavy_infantry", 2, at=(20, 10), id="one")
    assert share_of(BOOK_OF_WAR, field(three, one, **OPEN), "blue") == 0.75
    assert share_of(BOOK_OF_WAR, field(three, one, **OPEN), "red") == 0.25


def test_a_playout_ends_with_the_next_turn_if_somebody_has_lost_something_by_then() -> None:
    played = shooting()
    table = Table(BOOK_OF_WAR, played.battle, played.decision, Idler)
    shot, idle = captain_named("captain", BOOK_OF_WAR).answer(played.battle, played.decision), FINISH
    assert isinstance(shot, Commanded)
    assert ended(table, played, shot) == played.battle.turn + 2
    assert ended(table, played, idle) == played.battle.turn + 2, "all ideas are played on to the same turn"


def test_while_armies_only_draw_near_he_looks_two_turns_farther() -> None:
    played = shooting()
    table = Table(BOOK_OF_WAR, played.battle, played.decision, Idler)
    shot = captain_named("captain", BOOK_OF_WAR).answer(played.battle, played.decision)
    assert ended(table, played, FINISH) == played.battle.turn + 4
    assert ended(table, played, shot) == played.battle.turn + 4, "all ideas are played on to the same turn"


def ended(table: Table, played: Played, answer: Answer) -> int:
    """The turn in which the battle imagined from an answer is left."""
    end = table._played(played.battle, Idea(answer), "a", Budget().begun())
    assert end is not None
    assert end.outcome is None
    return end.turn


def test_until_the_first_roll_an_idea_is_played_once_whatever_the_luck() -> None:
    asked: list[tuple[int, str]] = []

    class Listening(Idler):
        def answer(self, view: View, decision: AnyDecision) -> Answer:
            asked.append((view.turn, view.phase))
            return super().answer(view, decision)

    played = play(field(*two_and_a_foe(), **OPEN), MovementPhase("blue"), AttackPhase("blue"), EndTurn("blue"))
    table = Table(BOOK_OF_WAR, played.battle, played.decision, Listening)
    move = Idea(Commanded("foot 0", "move", decisions.PathDrawn((Advance(3000),))))
    for luck in ("a", "b"):
        asked.clear()
        assert table.value(move, luck, Budget().begun()) is not None
        assert bool(asked) is (luck == "a"), "nobody throws a die here"
    assert table.value(Idea(move.answer, frozenset(("foot 1",))), "b", Budget().begun()) is not None
    assert asked, "who is held back makes another idea of it"


def test_what_was_seen_to_the_end_of_the_turn_goes_on_as_if_it_had_been_played_in_one() -> None:
    """The value is the same, and nobody is asked again about this turn."""
    asked: list[int] = []

    class Listening(Idler):
        def answer(self, view: View, decision: AnyDecision) -> Answer:
            asked.append(view.turn)
            return captain_named("captain", BOOK_OF_WAR, self.seed).answer(view, decision)

    lines = [blue("heavy_infantry", 6, at=(20, 27), id="foot"), blue("archers", 4, at=(27, 30), id="bows")]
    foes = [red("heavy_infantry", 6, at=(21, 15), id="foe"), red("medium_infantry", 5, at=(28, 16), id="other")]
    played = play(
        field(*lines, *foes, **OPEN),
        *(MovementPhase("blue"), AttackPhase("blue"), MovementPhase("red"), AttackPhase("red"), EndTurn("red")),
    )
    idea, turn = Idea(FINISH), played.battle.turn
    straight, parted = (Table(BOOK_OF_WAR, played.battle, played.decision, Listening) for _ in range(2))
    value = straight.value(idea, "a:1", Budget().begun())
    assert {turn, turn + 1} <= set(asked)
    asked.clear()
    look = parted.glance(idea, "a:1", Budget().begun())
    assert set(asked) == {turn}
    asked.clear()
    assert parted.value(idea, "a:1", Budget().begun()) == value
    assert min(asked) == turn + 1
    assert look != value
    asked.clear()
    assert parted.value(idea, "a:1", Budget().begun()) == value
    assert turn in asked, "another time it is played anew"


def test_who_has_won_stands_best_and_who_has_lost_worst() -> None:
    few, many = blue("heavy_infantry", 2, at=(20, 30), id="few"), red("heavy_infantry", 6, at=(20, 10), id="many")
    over = replace(field(few, many, **OPEN), outcome=Outcome("blue", "points"))
    assert (share_of(BOOK_OF_WAR, over, "blue"), share_of(BOOK_OF_WAR, over, "red")) == (1.0, 0.0)


def test_the_captain_who_plays_on_is_not_asked_about_those_held_back() -> None:
    asked: list[tuple[str, ...]] = []

    class Listening(Idler):
        def answer(self, view: View, decision: AnyDecision) -> Answer:
            if isinstance(decision, Command) and view.turn == 1 and decision.seat == "blue":
                asked.append(decision.actors)
            return super().answer(view, decision)

    played = play(field(*two_and_a_foe(), **OPEN), MovementPhase("blue"), EndTurn("blue"))
    _, held, *_ = ideas(BOOK_OF_WAR, played.battle, played.decision, lambda: captain_named("captain", BOOK_OF_WAR))
    Table(BOOK_OF_WAR, played.battle, played.decision, Listening)._played(
        played.battle, Idea(held.answer, frozenset(("nobody",))), "a", Budget().begun()
    )
    left = asked[0]
    asked.clear()
    third = blue("archers", 4, at=(50, 34), id="third")
    more = play(field(*two_and_a_foe(), third, **OPEN), MovementPhase("blue"), EndTurn("blue"))
    first = next(one for one in left)
    Table(BOOK_OF_WAR, more.battle, more.decision, Listening)._played(
        more.battle, Idea(held.answer, frozenset((first,))), "a", Budget().begun()
    )
    assert asked
    assert first not in asked[0]


def test_half_of_the_last_leg_is_an_idea_too() -> None:
    command = Commanded("foot", "move", decisions.PathDrawn((Advance(4000), Advance(6000))))
    (half,) = short(command)
    assert half.form == decisions.PathDrawn((Advance(4000), Advance(3000)))


def test_the_worse_ideas_are_tried_less_often_and_no_playout_is_too_many() -> None:
    worth = {"own": 0.5, "good": 0.55, "bad": -1.0, "worse": -2.0}

    class Known:
        def glance(self, idea: Idea, luck: str, spending: Spending) -> float:
            raise AssertionError("there is time to try all")

        def value(self, idea: Idea, luck: str, spending: Spending) -> float:
            spending.count(0.0)
            noise = Random(f"{luck}{idea.answer}").random()
            return worth[idea.answer.keys[0]] + noise  # type: ignore[union-attr]

    trials = [Trial(Idea(Chosen((key,))), []) for key in worth]
    spending = Budget(playouts=40).begun()
    _Thinking(Known(), spending, "a", 1.0).through(trials)  # type: ignore[arg-type]
    tried = {one.idea.answer.keys[0]: len(one.values) for one in trials}  # type: ignore[union-attr]
    assert tried["good"] == tried["own"] > tried["bad"]
    assert tried["good"] > tried["worse"]
    assert spending.playouts <= 40


class Timed:
    """Every battle imagined takes so many seconds, the first of all far longer; what comes of it is luck."""

    def __init__(self, ticking: list[float], each: float, first: float) -> None:
        self._ticking = ticking
        self._each = each
        self._first = first

    def value(self, idea: Idea, luck: str, spending: Spending) -> float:
        takes = self._each if spending.playouts else self._first
        for _ in range(10):
            self._ticking[0] += takes / 10
            assert not spending.late or spending.seconds > 0.9
        spending.count(takes)
        return Random(f"{luck}{idea.answer}").random()

    def glance(self, idea: Idea, luck: str, spending: Spending) -> float:
        self._ticking[0] += self._each / 5
        assert not spending.late or spending.seconds > 0.9
        return 0.5


@pytest.mark.parametrize(("each", "first", "least"), [(0.02, 0.02, 46), (0.05, 0.3, 14), (0.1, 0.2, 8)])
def test_hardly_any_time_is_left_over_though_the_first_battle_takes_longest(
    monkeypatch: pytest.MonkeyPatch, each: float, first: float, least: int
) -> None:
    ticking = [0.0]
    monkeypatch.setattr(clock, "thread_time", lambda: ticking[0])
    trials = [Trial(Idea(Chosen((str(number),))), []) for number in range(12)]
    spending = Budget(seconds=1.0).begun()
    _Thinking(Timed(ticking, each, first), spending, "a", 1.0).through(trials)  # type: ignore[arg-type]
    assert spending.playouts >= least
    assert max(len(one.values) for one in trials) >= 3, "somebody is tried often enough to be preferred"
    assert spending.seconds <= 1.0 + each


class Foreseen:
    """What each idea is worth, and how it stands with it when the turn is over."""

    def __init__(self, glances: dict[str, float | None]) -> None:
        self._glances = glances
        self.glanced: list[str] = []

    def glance(self, idea: Idea, luck: str, spending: Spending) -> float | None:
        (key,) = idea.answer.keys  # type: ignore[union-attr]
        self.glanced.append(key)
        return self._glances[key]

    def value(self, idea: Idea, luck: str, spending: Spending) -> float:
        spending.count(0.0)
        return self._glances[idea.answer.keys[0]] or 0.0  # type: ignore[union-attr]


GLANCES = {"own": 0.5, "a": 0.4, "impossible": None, "b": 0.5, "c": 0.4, "best": 0.8, "d": 0.5}


def test_where_not_all_can_be_tried_those_come_first_that_stand_best_when_the_turn_is_over() -> None:
    """Nine battles are too few for seven ideas. Of those that stand alike the earlier goes first, and last of all what
    cannot be carried out."""
    trials = [Trial(Idea(Chosen((key,))), []) for key in GLANCES]
    table = Foreseen(GLANCES)
    _Thinking(table, Budget(playouts=9).begun(), "a", 1.0).through(trials)  # type: ignore[arg-type]
    assert table.glanced == list(GLANCES)[1:]
    tried = {one.idea.answer.keys[0] for one in trials if one.values}  # type: ignore[union-attr]
    assert tried == {"own", "best", "b"}
    more = [Trial(one.idea, []) for one in trials]
    _Thinking(table, Budget(playouts=18).begun(), "a", 1.0).through(more)  # type: ignore[arg-type]
    assert [one.idea.answer.keys[0] for one in more if not one.values] == ["impossible"]  # type: ignore[union-attr]


def test_where_all_can_be_tried_nobody_looks_to_the_end_of_the_turn_first() -> None:
    trials = [Trial(Idea(Chosen((key,))), []) for key in GLANCES]
    table = Foreseen(GLANCES)
    _Thinking(table, Budget(playouts=60).begun(), "a", 1.0).through(trials)  # type: ignore[arg-type]
    assert table.glanced == []


def test_looking_to_the_end_of_the_turn_takes_no_more_than_its_part_of_the_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ticking = [0.0]
    monkeypatch.setattr(clock, "thread_time", lambda: ticking[0])
    glanced = []

    class Slow(Timed):
        def glance(self, idea: Idea, luck: str, spending: Spending) -> float:
            glanced.append(idea)
            return super().glance(idea, luck, spending)

    trials = [Trial(Idea(Chosen((str(number),))), []) for number in range(24)]
    table = Slow(ticking, 0.1, 0.1)
    thinking = _Thinking(table, Budget(seconds=1.0).begun(), "a", 1.0)  # type: ignore[arg-type]
    thinking.through(trials)
    assert 7 <= len(glanced) <= 9, "a quarter of a second, of which a tenth was for the captain's order"
    assert thinking._a_battle(0.0) == pytest.approx(0.1), "what these looks took is no part of a battle's time"


@pytest.mark.parametrize("playouts", [*range(6, 30), 60])
def test_all_the_playouts_he_may_have_are_played(playouts: int) -> None:
    trials = [Trial(Idea(Chosen((str(number),))), []) for number in range(12)]
    spending = Budget(playouts=playouts).begun()
    _Thinking(Timed([0.0], 0.0, 0.0), spending, "a", 1.0).through(trials)  # type: ignore[arg-type]
    assert spending.playouts == playouts
    others = sorted((len(one.values) for one in trials[1:]), reverse=True)
    assert len(trials[0].values) - others[0] in (0, 1)
    assert others[0] >= 3


def test_the_first_of_three_parts_spends_a_third() -> None:
    trials = [Trial(Idea(Chosen((str(number),))), []) for number in range(4)]
    spending = Budget(playouts=90).begun()
    _Thinking(Timed([0.0], 0.0, 0.0), spending, "a", 1 / 3).through(trials)  # type: ignore[arg-type]
    assert 26 <= spending.playouts <= 34
    few = Budget(playouts=20).begun()
    _Thinking(Timed([0.0], 0.0, 0.0), few, "b", 1 / 3).through([Trial(one.idea, []) for one in trials])  # type: ignore[arg-type]
    assert 14 <= few.playouts <= 18, "of few a part has enough to tell ideas apart"


def test_what_a_battle_takes_is_seen_by_those_of_this_part_alone() -> None:
    trials = [Trial(Idea(Chosen((str(number),))), []) for number in range(4)]
    spending = Budget(playouts=30).begun()
    for _ in range(10):
        spending.count(0.0)
    _Thinking(Timed([0.0], 0.0, 0.0), spending, "a", 0.4).through(trials)  # type: ignore[arg-type]
    assert 24 <= spending.playouts <= 28, "sixteen more, or nearly"


@pytest.mark.parametrize("other", [0.9, 0.5, 0.1])
def test_a_clear_choice_is_made_early(other: float) -> None:
    """Whatever the luck, one is far better than the other, or both come to the same."""

    class Known:
        def value(self, idea: Idea, luck: str, spending: Spending) -> float:
            spending.count(0.0)
            return (0.5 if idea.answer == FINISH else other) + 0.1 * Random(luck).random()

    own, idea = (Trial(Idea(answer), []) for answer in (FINISH, Chosen(("other",))))
    spending = Budget(playouts=200).begun()
    _Thinking(Known(), spending, "a", 1.0).through([own, idea])  # type: ignore[arg-type]
    assert spending.playouts == 2 * BEFORE_CLEAR
    assert chosen_of(own, [own, idea]) is (idea if other > 0.5 else own)


def test_few_playouts_are_trusted_less_where_the_other_ideas_scatter() -> None:
    """Three that happen to agree say little if others differ by far more from one playout to the next."""
    own = Trial(Idea(FINISH), [0.5] * 6)
    lucky = Trial(Idea(Chosen(("lucky",))), [0.52, 0.53, 0.52])
    wild = Trial(Idea(Chosen(("wild",))), [0.1, 0.7, 0.2, 0.6, 0.1, 0.8])
    assert chosen_of(own, [own, lucky]) is lucky
    assert chosen_of(own, [own, lucky, wild]) is own


# ---------------------------------------------------------------- by name


def test_he_is_called_by_name_and_told_how_long_to_think() -> None:
    assert captains_for("book_of_war") == ("recruit", "lieutenant", "captain", "marshal")
    assert captains_for("toy") == ("recruit",), "he thinks ahead with the captain of a book"
    assert quickest("book_of_war") == "captain"
    assert quickest("toy") == "recruit"
    for name in ("marshal", "marshal:40", "marshal:0.5s", "marshal:2s"):
        assert plays(name, "chainmail")
        assert isinstance(captain_named(name, ruleset("chainmail")), Marshal)
    for name in ("marshal:", "marshal:0", "marshal:-1", "marshal:fast", "marshals", "marshal:1e9"):
        assert not plays(name, "chainmail")
        with pytest.raises(UnknownCaptain):
            captain_named(name, ruleset("chainmail"))


def test_the_same_playouts_give_the_same_battle() -> None:
    battle = opening("book_of_war/open-field", {"turn_limit": 2})
    assert digest(fought(battle, "marshal:10", "captain", 4)) == digest(fought(battle, "marshal:10", "captain", 4))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scenario", "options"),
    [
        ("book_of_war/hill-and-woods", {}),
        ("by_this_axe/ashmere-causeway", {}),
        ("by_this_axe/lily-field", {"command": "cards"}),
        ("by_this_axe/three-parishes", {}),
        ("chainmail/beacon-ridge", {"turn_system": "move_counter_move"}),
        ("chainmail/tollgate", {"turn_system": "simultaneous"}),
        ("battlesystem/crossroads", {}),
    ],
)
def test_he_plays_every_book_without_an_illegal_order(scenario: str, options: dict[str, object]) -> None:
    assert fought(opening(scenario, options), "marshal:6", "captain", 1).outcome is not None
