"""How fast Book of War is played."""

from random import Random
from time import process_time

from benchmarks.armies import battle_of
from benchmarks.measuring import Figure
from schiltron.battle.dice import FastDice
from schiltron.captains.play import play
from schiltron.captains.roster import captain_named
from schiltron.muster import load_scenario, prepare
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.state import Battle

SIZES = (4, 6, 8, 16, 32)


def _played(battle: Battle, captain: str, seed: int) -> tuple[int, float]:
    """Orders and processor seconds of one battle."""
    captains = {seat.id: captain_named(captain, BOOK_OF_WAR, seed + place) for place, seat in enumerate(battle.seats)}
    orders = 0

    def count(*_: object) -> None:
        nonlocal orders
        orders += 1

    start = process_time()
    play(BOOK_OF_WAR, battle, captains, FastDice(Random(seed)), on_events=count)
    return orders, process_time() - start


def recruits_by_size_of_army() -> list[Figure]:
    """Orders a second from 4 to 32 units a side; it should fall no faster than the number of units grows."""
    figures = []
    rates = {}
    for units in SIZES:
        battle = battle_of(units)
        runs = [_played(battle, "recruit", seed) for seed in range(max(3, 48 // units))]
        orders, seconds = sum(run[0] for run in runs), sum(run[1] for run in runs)
        rates[units] = orders / seconds
        aim = "7,000" if units == 6 else ""
        figures.append(Figure(f"recruit against recruit, 2 x {units} units", rates[units], "orders/s", aim, 0))
        if units == 6:
            figures.append(Figure("  whole battles of 20 turns", len(runs) / seconds, "battles/s"))
    figures.append(Figure("  4 against 32 units a side: slower by", rates[4] / rates[32], "times", "at most 8"))
    return figures


def captains_at_200_points() -> list[Figure]:
    """A captain's whole game on the open field."""
    battle = prepare(load_scenario("open-field"))
    runs = [_played(battle, "captain", seed) for seed in range(8)]
    seconds = sorted(run[1] for run in runs)
    orders = sum(run[0] for run in runs)
    return [
        Figure("captain against captain, open field: a game", seconds[len(seconds) // 2], "s", "under 1", 3),
        Figure("  the slowest of eight", seconds[-1], "s", "", 3),
        Figure("  orders", orders / sum(seconds), "orders/s", "", 0),
    ]


BENCHES = (recruits_by_size_of_army, captains_at_200_points)
