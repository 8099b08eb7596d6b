"""Bids at the Ford: a toy book with what no first book needs.

Both sides bid in secret, a contest says who marches, the winner's scouts bring word that only they hear, and
somebody may lie in wait on the road. Places are whole inches along one road; there is no table.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.door.dice import ScriptedDice, SealedDice
from schiltron.battle.door.ruleset import Obeyed, Ruleset
from schiltron.battle.play.agenda import Handler, Scene
from schiltron.battle.record.journal import Journal
from schiltron.battle.state.battle import Battle, Outcome, Seat, Side
from schiltron.battle.state.chance import AtLeast, EachFace, Pool, Roll, SumOf, Thrown
from schiltron.battle.state.decision import UNSEATED, Answer, AnyDecision, Choose, Chosen, Option
from schiltron.battle.state.event import Began, Declared, Fell, Placed, Struck
from schiltron.battle.state.field import asked_seat, foes_among, troops
from schiltron.battle.state.illegal import Illegal, Reason
from schiltron.battle.state.law import Law
from schiltron.battle.state.order import Amend, Order, Reply
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.state.unit import Hidden, OnTable, Place, Unit
from schiltron.table.base import Base
from schiltron.table.body import Single
from schiltron.table.lengths import inches
from schiltron.table.pose import Pose

TURNS = 2
ACTIONS = 3


class Word(Struct, frozen=True):
    """What a seat's scouts reported: a secret of that seat."""

    seat: str
    pips: int


class Ford(Struct, frozen=True):
    """The book's own part of the battle."""

    to_hit: str = "4"
    bids: tuple[str, ...] = ()
    words: tuple[Word, ...] = ()


class Band(Struct, frozen=True):
    """The book's own part of a unit."""

    marched: int = 0


# ---------------------------------------------------------------- steps


class Bid(Struct, frozen=True, tag="toy.bid"):
    """All sides bid at once, in secret."""


class Lots(Struct, frozen=True, tag="toy.lots"):
    """A contest of dice, never a tie."""


class Scout(Struct, frozen=True, tag="toy.scout"):
    seat: str


class March(Struct, frozen=True, tag="toy.march"):
    seat: str
    left: int


class Clash(Struct, frozen=True, tag="toy.clash"):
    """Blows in turn, until the rounds are used up."""

    attacker: str
    defender: str
    rounds: int


class Spin(Struct, frozen=True, tag="toy.spin"):
    """A rule gone wrong: it calls for itself."""


class AskNobody(Struct, frozen=True, tag="toy.ask_nobody"):
    """A window in which nobody has anything to say."""


class TurnEnd(Struct, frozen=True, tag="toy.turn_end"):
    pass


Step = Bid | Lots | Scout | March | Clash | Spin | AskNobody | TurnEnd
ToyBattle = Battle[Ford, Band, Step]
ToyScene = Scene[Ford, Band, Step]
ToyUnit = Unit[Band]
ToyJournal = Journal[Ford, Band, Step]

# ---------------------------------------------------------------- handlers


def ask_bids(battle: ToyBattle, step: Bid) -> tuple[AnyDecision, ...]:
    seated = [(seat.id, seat.side) for seat in battle.seats if seat.side]
    unseated = [(UNSEATED, side.id) for side in battle.sides if asked_seat(battle, side.id) is None]
    return tuple(
        Choose(
            seat=seat,
            prompt=f"{side}: bid",
            rules=("TOY-1",),
            sealed=True,
            options=(Option("high", "high"), Option("low", "low")),
            default=Chosen(("low",)),
        )
        for seat, side in (*seated, *unseated)
    )


def judge_choice(view: ToyBattle, step: Step, decision: AnyDecision, answer: Answer) -> list[Reason]:
    assert isinstance(decision, Choose)
    if not isinstance(answer, Chosen):
        return [Reason("choose one of the options", decision.rules)]
    found = []
    if not decision.least <= len(answer.keys) <= decision.most:
        found.append(Reason(f"{decision.least} must be chosen, not {len(answer.keys)}", decision.rules))
    offered = {option.key for option in decision.options}
    found += [Reason(f"{key!r} is not an option", decision.rules) for key in answer.keys if key not in offered]
    if isinstance(step, March) and answer.keys == ("advance",):
        mine = band_of(view, step.seat)
        if any(x_of(unit) == x_of(mine) + inches(1) for unit in enemies(view, mine)):
            found.append(Reason("the enemy stands in the way", ("TOY-3",)))
    return found


def take_bids(scene: ToyScene, step: Bid, answers: tuple[Chosen, ...]) -> None:
    scene.set(own=replace(scene.battle.own, bids=tuple(answer.keys[0] for answer in answers)))
    scene.now(AskNobody(), Lots())


def ask_lots(battle: ToyBattle, step: Lots) -> Roll:
    pools = tuple(Pool(1, 6, SumOf(), side.name, side.id) for side in battle.sides)
    return Roll("lots for the march", pools, ("TOY-2",), unequal=True)


def roll_lots(scene: ToyScene, step: Lots, pools: tuple[Thrown, ...]) -> None:
    totals = [thrown.total for thrown in pools]
    winner = scene.battle.sides[totals.index(max(totals))].id
    seat = asked_seat(scene.battle, winner) or UNSEATED
    scene.set(active=winner)
    scene.tell(Began(what="march", side=winner, turn=scene.battle.turn, rules=("TOY-2",)))
    scene.now(Scout(seat), March(seat, ACTIONS), TurnEnd())


def ask_scout(battle: ToyBattle, step: Scout) -> Roll:
    pools = (Pool(1, 6, EachFace(), "scouts"),)
    return Roll("how far ahead is clear", pools, ("TOY-4",), audience=(step.seat,))


def roll_scout(scene: ToyScene, step: Scout, pools: tuple[Thrown, ...]) -> None:
    own = scene.battle.own
    scene.set(own=replace(own, words=(*own.words, Word(step.seat, pools[0].classes[0][0]))))


def ask_march(battle: ToyBattle, step: March) -> tuple[AnyDecision, ...] | None:
    if not step.left:
        return None
    keys = ("stand", "advance", "strike", "spin")
    return (
        Choose(
            seat=step.seat,
            prompt="march on",
            rules=("TOY-3",),
            options=tuple(Option(key, key) for key in keys),
        ),
    )


def take_march(scene: ToyScene, step: March, answers: tuple[Chosen, ...]) -> None:
    mine = band_of(scene.battle, step.seat)
    match answers[0].keys[0]:
        case "advance":
            ahead = x_of(mine) + inches(1)
            scene.now(March(step.seat, step.left - 1))
            for foe in enemies(scene.battle, mine):
                if x_of(foe) == ahead:
                    scene.change(replace(foe, place=OnTable(foe.pose)))
                    scene.tell(Placed(what=foe.id, name=foe.name, side=foe.side, rules=("TOY-5",)))
                    scene.now(Clash(foe.id, mine.id, 2))
                    return
            scene.change(replace(mine, place=OnTable(at(ahead)), own=Band(mine.own.marched + 1)))
        case "strike":
            foe = next(unit for unit in enemies(scene.battle, mine) if unit.on_table)
            scene.tell(Declared(unit=mine.id, action="attack", target=foe.id, rules=("TOY-6",)))
            scene.now(Clash(mine.id, foe.id, 2))
        case "spin":
            scene.now(Spin())


def ask_clash(battle: ToyBattle, step: Clash) -> Roll | None:
    attacker, defender = battle.units[step.attacker], battle.units[step.defender]
    if not (step.rounds and attacker.figures and defender.figures):
        return None
    need = AtLeast(int(battle.own.to_hit))
    return Roll("blows", (Pool(attacker.figures, 6, need, attacker.name, attacker.side),), ("TOY-6",))


def roll_clash(scene: ToyScene, step: Clash, pools: tuple[Thrown, ...]) -> None:
    attacker, defender = scene.unit(step.attacker), scene.unit(step.defender)
    lost = min(pools[0].hits, defender.figures)
    needed = Tally("to hit", (Term("the ford", int(scene.battle.own.to_hit), "TOY-6"),))
    scene.tell(
        Struck(
            unit=attacker.id,
            target=defender.id,
            action="fight",
            dice=attacker.figures,
            hits=pools[0].hits,
            kept=0,
            tallies=(needed,),
            rules=("TOY-6",),
        )
    )
    left = defender.figures - lost
    scene.change(replace(defender, figures=left))
    scene.tell(Fell(unit=defender.id, figures=lost, left=left, rules=("TOY-6",)))
    scene.now(Clash(step.defender, step.attacker, step.rounds - 1))


def do_spin(scene: ToyScene, step: Spin) -> None:
    scene.now(Spin())


def ask_nobody(battle: ToyBattle, step: AskNobody) -> tuple[AnyDecision, ...]:
    return ()


def do_turn_end(scene: ToyScene, step: TurnEnd) -> None:
    battle = scene.battle
    strengths = {side.id: sum(unit.figures for unit in troops(battle, side.id)) for side in battle.sides}
    alive = [side for side, strength in strengths.items() if strength]
    if len(alive) == 1:
        scene.end(Outcome(winner=alive[0], how="annihilated", rules=("TOY-7",)))
    elif scene.battle.turn >= TURNS:
        reckoning = tuple(
            (side, Tally("figures", (Term("standing", strength, "TOY-7"),), measure="figures"))
            for side, strength in strengths.items()
        )
        scene.end(Outcome(winner="", how="turn_limit", rules=("TOY-7",), reckoning=reckoning))
    else:
        scene.set(turn=scene.battle.turn + 1)
        scene.now(Bid())


def sample_choice(view: ToyBattle, step: Step, decision: AnyDecision, random: Random) -> Answer:
    """Any legal option but the rule gone wrong; to stand is always one."""
    assert isinstance(decision, Choose)
    answers = [Chosen((option.key,)) for option in decision.options if option.key != "spin"]
    return random.choice([answer for answer in answers if not judge_choice(view, step, decision, answer)])


def suggest_choice(view: ToyBattle, step: Step, decision: AnyDecision) -> Iterable[Answer]:
    assert isinstance(decision, Choose)
    return (Chosen((option.key,)) for option in decision.options[:1])


# ---------------------------------------------------------------- the book


class BidsAtTheFord(Ruleset[Ford, Band, Step]):
    name = "toy"
    title = "Bids at the Ford"
    law = Law("toy", "Bids at the Ford", (), ())
    battle_type = ToyBattle
    handlers = {  # noqa: RUF012
        Bid: Handler(Bid, ask=ask_bids, judge=judge_choice, take=take_bids, sample=sample_choice),
        Lots: Handler(Lots, ask=ask_lots, roll=roll_lots),
        Scout: Handler(Scout, ask=ask_scout, roll=roll_scout),
        March: Handler(
            March, ask=ask_march, judge=judge_choice, take=take_march, sample=sample_choice, suggest=suggest_choice
        ),
        Clash: Handler(Clash, ask=ask_clash, roll=roll_clash),
        Spin: Handler(Spin, do=do_spin),
        AskNobody: Handler(AskNobody, ask=ask_nobody),
        TurnEnd: Handler(TurnEnd, do=do_turn_end),
    }

    def amended(self, battle: ToyBattle, amend: Amend) -> ToyBattle | Reason:
        if amend.switch != "to_hit":
            return Reason(f"there is no switch {amend.switch!r}")
        if amend.value not in ("3", "4", "5"):
            return Reason(f"to_hit may be 3, 4 or 5, not {amend.value!r}")
        if battle.own.to_hit == amend.value:
            return Reason(f"to_hit is {amend.value!r} already")
        return replace(battle, own=replace(battle.own, to_hit=amend.value))

    def redacted(self, battle: ToyBattle, seat: str | None) -> ToyBattle:
        """What scouts report is the hearing seat's secret."""
        known = tuple(word for word in battle.own.words if word.seat == seat)
        return super().redacted(replace(battle, own=replace(battle.own, words=known)), seat)


TOY = BidsAtTheFord()

# ---------------------------------------------------------------- positions


def at(x: int) -> Pose:
    return Pose(x, 0, 90_000)


def x_of(unit: ToyUnit) -> int:
    return unit.pose.x


def band(name: str, side: str, seat: str, place: Place, figures: int = 3) -> ToyUnit:
    return Unit(
        id=name.lower(),
        name=name,
        kind="band",
        owner=seat,
        side=side,
        controller=seat,
        original=figures,
        figures=figures,
        place=place,
        body=Single(Base(750, 750)),
        own=Band(),
    )


def band_of(battle: ToyBattle, seat: str) -> ToyUnit:
    return next(unit for unit in battle.units.values() if unit.controller == seat and unit.on_table)


def enemies(battle: ToyBattle, mine: ToyUnit) -> list[ToyUnit]:
    return [unit for unit in foes_among(battle, mine, battle.units.values()) if unit.figures]


def ford(*, ambush: int | None = 2, referee: bool = False, sides: int = 2, wild: bool = False) -> ToyBattle:
    """Anna's Spears start at 0 inches; Ben's Axes hold 9, and Ben's Wolves lie hidden at `ambush` inches.

    Nobody sits for the third side if it is wild.
    """
    third = UNSEATED if wild else "cora"
    people = [("anna", "red", "Red"), ("ben", "blue", "Blue"), (third, "green", "Green")][:sides]
    units = [
        band("Spears", "red", "anna", OnTable(at(0))),
        band("Axes", "blue", "ben", OnTable(at(inches(9)))),
        band("Bows", "green", third, OnTable(at(inches(20)))),
    ][:sides]
    if ambush is not None:
        units.append(band("Wolves", "blue", "ben", Hidden(at(inches(ambush))), figures=2))
    return Battle(
        ruleset="toy",
        title="The ford",
        board=None,
        sides=tuple(Side(side, name, "#000000") for _, side, name in people),
        seats=(*(Seat(seat, side) for seat, side, _ in people if seat), *([Seat("judge")] if referee else [])),
        units={unit.id: unit for unit in units},
        own=Ford(),
        agenda=(Bid(),),
        turn=1,
    )


# ---------------------------------------------------------------- how tests speak


def begun(battle: ToyBattle) -> ToyBattle:
    return TOY.begun(battle).battle


def answer(battle: ToyBattle, seat: str, key: str) -> Reply:
    """The seat's answer to whatever it is asked now."""
    decision = next(one for one in battle.decisions if one.seat == seat)
    return Reply(seat, decision.id, Chosen((key,)))


def obeyed(battle: ToyBattle, order: Order) -> ToyBattle:
    """The next battle; the order must be legal."""
    result = TOY.obey(battle, order)
    assert isinstance(result, Obeyed), str(result)
    return result.battle


def refused(battle: ToyBattle, order: Order) -> str:
    """Why an order is illegal."""
    result = TOY.obey(battle, order)
    assert isinstance(result, Illegal), "the order was obeyed"
    return str(result)


class Play:
    """A journal and its dice, driven by short words."""

    def __init__(self, battle: ToyBattle, dice: SealedDice | ScriptedDice) -> None:
        self.journal: ToyJournal = Journal.start(TOY, battle, dice.kind, dice.commitment)
        self.dice = dice

    @property
    def battle(self) -> ToyBattle:
        return self.journal.battle

    def says(self, seat: str, key: str) -> Play:
        """The seat chooses; dice that are not yet due wait to be thrown."""
        return self.orders(answer(self.battle, seat, key))

    def orders(self, order: Order) -> Play:
        result = self.journal.obey(order)
        assert isinstance(result, Obeyed), str(result)
        return self

    def refuses(self, order: Order) -> str:
        before, entries = self.battle, list(self.journal.entries)
        result = self.journal.obey(order)
        assert isinstance(result, Illegal), "the order was obeyed"
        assert self.battle is before
        assert self.journal.entries == entries
        return str(result)

    def throws(self) -> Play:
        """Dice, as long as dice are due."""
        while self.battle.roll is not None:
            self.orders(self.dice.throw(self.battle.roll, self.journal.next_number))
        return self

    def until_the_march(self) -> Play:
        """Both bid; with higher dice for red, Anna marches."""
        return self.says("anna", "high").says("ben", "low").throws()

    def plays_out(self, random: Random) -> Play:
        """Random legal answers to the end."""
        while self.battle.outcome is None:
            self.throws()
            if self.battle.outcome is None:
                decision = random.choice(self.battle.decisions)
                view = TOY.view(self.battle, decision.seat)
                self.orders(Reply(decision.seat, decision.id, TOY.sample(view, decision, random)))
        return self
