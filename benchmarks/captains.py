"""How well captains play: against recruits, over all ready battles of a book on a table, every seed from both sides.
Off the table nearly everything is dice."""

from benchmarks.measuring import Figure
from schiltron.cli.game_workers import play_here
from schiltron.cli.games import Ground, games
from schiltron.muster import load_scenario, ready_scenarios
from schiltron.rulesets import NAMES, ruleset
from schiltron.trials import wilson

GAMES = 100
"""Of a book, as near as its scenarios divide it."""
FIRST_SEED = 40_000


def captains_against_recruits() -> list[Figure]:
    return [figure for book in NAMES for figure in _of_book(book)]


def _of_book(book: str) -> list[Figure]:
    scenarios = [one.id for one in ready_scenarios() if one.ruleset == book and len(one.sides) == 2 and one.table]
    each = 2 * -(-GAMES // (2 * len(scenarios)))
    wins = {scenario: _wins(scenario, each) for scenario in scenarios}
    number, won = each * len(wins), sum(wins.values())
    low, high = wilson(won, number)
    title = ruleset(book).title.split(":")[0]
    return [
        Figure(f"{title}: a captain beats recruits in", 100 * won / number, "of 100 games", "at least 95"),
        Figure("  the true rate lies above", 100 * low, "of 100 games"),
        Figure("  and below", 100 * high, "of 100 games"),
        *(Figure(f"  {scenario}", 100 * won / each, "of 100 games", "", 0) for scenario, won in wins.items()),
    ]


def _wins(scenario: str, number: int) -> int:
    """On all cores. The captain is the one named for red, whichever side he leads; a draw is no victory."""
    ground = Ground(load_scenario(scenario))
    wanted = games({"red": "captain", "blue": "recruit"}, number, FIRST_SEED, mirror=True, ground=ground)
    results = play_here({ground.scenario.id: ground}, wanted, None, with_events=False)
    return sum(one.played.won_by == "red" for one in results)


BENCHES = (captains_against_recruits,)
