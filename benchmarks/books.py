"""How fast the books are played."""

from collections.abc import Iterator
from random import Random
from time import process_time, process_time_ns
from typing import Any, NamedTuple

from benchmarks.armies import ARMS, battle_of
from benchmarks.measuring import Figure
from schiltron.battle.door.dice import FastDice
from schiltron.battle.door.ruleset import Obeyed, Ruleset
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.decision import Command, Plan
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.order import Order, Reply
from schiltron.captains.marshal.budget import Budget
from schiltron.captains.marshal.playouts import Idea, Table
from schiltron.captains.play import play
from schiltron.captains.roster import captain_named
from schiltron.muster import load_scenario, prepare
from schiltron.rulesets import ruleset
from schiltron.rulesets.quartermaster import Setting

SIZES = (4, 6, 8, 16, 32)
DOOR_AIMS = {"book_of_war": "10,000", "by_this_axe": "", "chainmail": "", "battlesystem": "3,000"}
HISTORICAL_FIELDS = ("open-field", "hill-and-woods", "stream-crossing")
FANTASY_FIELDS = ("goblin-ford", "dragon-over-harrow", "six-spells", "lindwood", "rain-by-night")
"""Of about 200 points a side, with creatures, heroes, wizards, hiding, weather and darkness."""
CAPTAINS_FIELDS = ("open-field", "ashmere-causeway", "lily-field", "beacon-ridge", "tollgate", "crossroads")


def _played(battle: AnyBattle, captain: str, seed: int) -> tuple[int, float]:
    """Orders and processor seconds of one battle."""
    book = ruleset(battle.ruleset)
    captains = {seat.id: captain_named(captain, book, seed + place) for place, seat in enumerate(battle.seats)}
    orders = 0

    def count(*_: object) -> None:
        nonlocal orders
        orders += 1

    start = process_time()
    play(book, battle, captains, FastDice(Random(seed)), on_events=count)
    return orders, process_time() - start


def recruits_by_size_of_army() -> list[Figure]:
    """Orders a second from 4 to 32 units a side; it should fall no faster than the number of units grows."""
    return [
        *_recruits("Book of War", "book_of_war", aim="7,000"),
        *_recruits("By This Axe", "by_this_axe"),
        *_recruits("By This Axe with cards", "by_this_axe", command="cards"),
        *_recruits("Chainmail", "chainmail"),
        *_recruits("Chainmail by written orders", "chainmail", turn_system="simultaneous"),
        *_recruits("BATTLESYSTEM", "battlesystem"),
    ]


def _recruits(title: str, book: str, *, aim: str = "", **switches: Setting) -> list[Figure]:
    figures = []
    rates = {}
    for units in SIZES:
        battle = battle_of(book, units, switches=switches)
        runs = [_played(battle, "recruit", seed) for seed in range(max(3, 48 // units))]
        orders, seconds = sum(run[0] for run in runs), sum(run[1] for run in runs)
        rates[units] = orders / seconds
        what = f"{title}: recruit against recruit, 2 x {units} units"
        figures.append(Figure(what, rates[units], "orders/s", aim if units == 6 else "", 0))
        if units == 6:
            figures.append(Figure("  whole battles of 20 turns at most", len(runs) / seconds, "battles/s"))
    figures.append(Figure("  4 against 32 units a side: slower by", rates[4] / rates[32], "times", "at most 8"))
    return figures


def fantasy_against_history() -> list[Figure]:
    """Orders of recruits in ready battles with the Advanced Rules, as a part of those in historical ones of the same
    size, over ground as broken: no less than a half."""
    history = _rate_of(*HISTORICAL_FIELDS)
    rates = {scenario: _rate_of(scenario) for scenario in FANTASY_FIELDS}
    return [
        Figure("Book of War: recruits in historical battles", history, "orders/s", "", 0),
        *(Figure(f"  {name}, of that", rate / history, "parts", "at least 0.5", 2) for name, rate in rates.items()),
    ]


def _rate_of(*scenarios: str) -> float:
    battles = [prepare(load_scenario(scenario)) for scenario in scenarios]
    runs = [_played(battle, "recruit", seed) for battle in battles for seed in range(12)]
    return sum(orders for orders, _ in runs) / sum(seconds for _, seconds in runs)


def captains_at_play() -> list[Figure]:
    """A captain's whole game, in battles of about 200 points, of 500 with cards, and by written orders."""
    return [figure for scenario in CAPTAINS_FIELDS for figure in _captains_game(scenario)]


def _captains_game(scenario: str) -> list[Figure]:
    battle = prepare(load_scenario(scenario))
    runs = [_played(battle, "captain", seed) for seed in range(8)]
    seconds = sorted(run[1] for run in runs)
    orders = sum(run[0] for run in runs)
    title = f"{ruleset(battle.ruleset).title.split(':')[0]}: captain against captain, {battle.title}"
    return [
        Figure(f"{title}: a game", seconds[len(seconds) // 2], "s", "under 1" if scenario == "open-field" else "", 3),
        Figure("  the slowest of eight", seconds[-1], "s", "", 3),
        Figure("  orders", orders / sum(seconds), "orders/s", "", 0),
    ]


def through_the_door() -> list[Figure]:
    """Orders and dice a second that `obey` takes by itself, in battles of recruits; what they think is not counted."""
    return [
        Figure(
            f"{ruleset(book).title.split(':')[0]}: orders through the door, 2 x 6 units",
            _door(book),
            "orders/s",
            aim,
            0,
        )
        for book, aim in DOOR_AIMS.items()
    ]


def _door(name: str) -> float:
    """The best of three runs: one takes a fifth of a second, and a busy machine may take twice that. No battle is kept,
    or the garbage collector would look through all of them again and again."""
    return max(_rate_at_door(name) for _ in range(3))


def _rate_at_door(name: str) -> float:
    seconds = orders = 0.0
    for seed in range(8):
        for one in _given(battle_of(name, 6), "recruit", seed):
            orders += 1
            seconds += one.seconds
    return orders / seconds


class _Given(NamedTuple):
    """An order or a throw, the position it was given in, and how long the door took over it."""

    battle: AnyBattle
    order: Order
    seconds: float


def _given(battle: AnyBattle, captain: str, seed: int) -> Iterator[_Given]:
    """A battle of two captains of a kind, order by order; of the last one nothing follows."""
    book, dice = ruleset(battle.ruleset), FastDice(Random(seed))
    captains = {seat.id: captain_named(captain, book, seed + place) for place, seat in enumerate(battle.seats)}
    battle = book.begun(battle).battle
    while battle.outcome is None:
        order: Order
        if battle.roll is not None:
            order = dice.throw(battle.roll, 1)
        else:
            asked = battle.decisions[0]
            order = Reply(asked.seat, asked.id, captains[asked.seat].answer(book.view(battle, asked.seat), asked))
        began = process_time_ns()
        obeyed = book.obey(battle, order)
        yield _Given(battle, order, (process_time_ns() - began) / 1e9)
        assert isinstance(obeyed, Obeyed), obeyed
        battle = obeyed.battle


def one_obey() -> list[Figure]:
    """One legal decision of a battle of 2 x 8 units through the door: what a player waits for, less the way there."""
    return [_one_obey(book) for book in ARMS]


def _one_obey(name: str) -> Figure:
    book = ruleset(name)
    taken = sorted(_obeyed(book, position, reply) for position, reply in _decisions(name))
    return Figure(f"{book.title.split(':')[0]}: one obey, 2 x 8 units", taken[len(taken) // 2], "us")


def marshals_playouts() -> list[Figure]:
    """Battles that the marshal plays on to the same point of the next turn, in the second turn of a ready battle."""
    return [_playouts(scenario) for scenario in CAPTAINS_FIELDS]


def _playouts(scenario: str) -> Figure:
    book = ruleset(load_scenario(scenario).ruleset)
    battle = next(
        one.battle
        for one in _given(prepare(load_scenario(scenario)), "captain", 0)
        if one.battle.turn >= 2 and any(isinstance(due, Command | Plan) for due in one.battle.decisions)
    )
    decision = next(one for one in battle.decisions if isinstance(one, Command | Plan))
    table = Table(
        book, book.view(battle, decision.seat), decision, lambda mind: captain_named("lieutenant", book, mind)
    )
    idea = Idea(captain_named("captain", book).answer(table.view, decision))
    spending, number, start = Budget().begun(), 20, process_time()
    for luck in range(number):
        table.value(idea, str(luck), spending)
    rate = number / (process_time() - start)
    return Figure(f"{book.title.split(':')[0]}: playouts, {battle.title}", rate, "a second")


def _decisions(name: str) -> list[tuple[AnyBattle, Reply]]:
    """Every decision of a battle of recruits, with the position in which it was taken."""
    given = _given(battle_of(name, 8), "recruit", 0)
    return [(one.battle, one.order) for one in given if isinstance(one.order, Reply)]


def _obeyed(book: Ruleset[Any, Any, Any], battle: AnyBattle, reply: Reply) -> float:
    """Microseconds of one order in a position that nothing has been worked out about yet."""
    fresh = book.decode(encode(battle))
    start = process_time_ns()
    book.obey(fresh, reply)
    return (process_time_ns() - start) / 1000


BENCHES = (
    recruits_by_size_of_army,
    fantasy_against_history,
    captains_at_play,
    through_the_door,
    one_obey,
    marshals_playouts,
)
