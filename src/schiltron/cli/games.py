"""Many battles between captains: which games there are, and how one is played. Every game can be had again with
`schiltron battle` and its seed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from time import perf_counter

from msgspec import Struct

from schiltron.battle.door.dice import SealedDice
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.encoding import digest, encode
from schiltron.battle.state.event import AnyEvent
from schiltron.captains.play import play
from schiltron.captains.roster import UnknownCaptain, captain_named, seated
from schiltron.cli.battle_setup import Opening, figures
from schiltron.muster import Scenario, check_scenario, prepare
from schiltron.rulesets import ruleset


class Game(Struct, frozen=True):
    """One game to be played: who leads which side, of which scenario. `battle` is the fingerprint of its first
    position."""

    number: int
    seed: int
    captains: Mapping[str, str]
    turned: int = 0
    """By how many places every captain has moved round the table."""
    scenario: str = ""
    battle: str = ""

    @property
    def key(self) -> tuple[str, tuple[str, ...], int]:
        """What sets it apart from all others of its match: where, between whom, and the how-manieth."""
        return self.scenario, tuple(sorted(self.captains.values())), self.number


class Played(Struct, frozen=True):
    """What came of it. `winner` is a side, empty for a draw; `points` are those that each side brought, `left` those
    that were left to it, nothing where they cannot be told."""

    game: Game
    winner: str
    how: str
    turns: int
    orders: int
    start: Mapping[str, int]
    end: Mapping[str, int]
    points: Mapping[str, float] = {}
    left: Mapping[str, float] = {}
    seconds: float = 0.0

    @property
    def won_by(self) -> str:
        """The side that the winning captain was named for, whichever it led in this game."""
        sides = sorted(self.game.captains)
        return sides[(sides.index(self.winner) - self.game.turned) % len(sides)] if self.winner else ""


class Recorded(Struct, frozen=True):
    """A game and, if they were asked for, its events: first those of the beginning, then those of each order and roll
    in turn, as JSON."""

    played: Played
    events: bytes = b""


class GameFault(Exception):
    """A game broke down. Its seed shows it again."""

    def __init__(self, game: Game, error: Exception) -> None:
        led = ", ".join(f"--seat {side}={name}" for side, name in game.captains.items())
        where = f" of {game.scenario}" if game.scenario else ""
        super().__init__(f"game {game.number}{where} (--seed {game.seed}, {led}): {type(error).__name__}: {error}")
        self.game, self.error = game, error

    def __reduce__(self) -> tuple[type[GameFault], tuple[Game, Exception]]:
        """How it travels from the process that played; the cause only as words."""
        return GameFault, (self.game, RuntimeError(f"{type(self.error).__name__}: {self.error}"))


class Ground:
    """A scenario that many games are played of, made ready once."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.opening = Opening(scenario, prepare(scenario))

    @cached_property
    def fingerprint(self) -> str:
        return digest(self.opening.battle)

    @cached_property
    def points(self) -> dict[str, float]:
        return {side: report.points for side, report in check_scenario(self.scenario).items()}

    @cached_property
    def _costs(self) -> dict[str, float]:
        """Points of each unit of the lists, by its id."""
        return {
            f"{side}-{number}": cost.points
            for side, report in check_scenario(self.scenario).items()
            for number, cost in enumerate(report.costs, 1)
        }

    @cached_property
    def _brought(self) -> dict[str, int]:
        """Figures of each unit of the lists, its chiefs and crew among them."""
        count: dict[str, int] = {}
        for unit in self.opening.battle.units.values():
            root = _root(unit.id)
            count[root] = count.get(root, 0) + unit.figures
        return count

    def left(self, battle: AnyBattle) -> dict[str, float]:
        """The points left to each side: of every unit as large a part as of its figures. Nothing for a book whose
        units do not stand in the order of the lists."""
        if not self._brought.keys() <= self._costs.keys():
            return {}
        points = {side.id: 0.0 for side in battle.sides}
        for unit in battle.units.values():
            root = _root(unit.id)
            if self._brought.get(root):
                points[unit.side] += self._costs[root] * unit.figures / self._brought[root]
        return {side: round(left, 3) for side, left in points.items()}


def _root(unit: str) -> str:
    """The unit of the list that a chief, a crew or those who escaped belong to."""
    return unit.partition(".")[0]


def games(
    captains: Mapping[str, str], number: int, seed: int, *, mirror: bool, ground: Ground | None = None
) -> list[Game]:
    """With `mirror` every seed is played once a side in a row, each time with every captain on the next one's side."""
    place = (ground.scenario.id, ground.fingerprint) if ground is not None else ("", "")
    if not mirror:
        return [Game(one + 1, seed + one, captains, 0, *place) for one in range(number)]
    sides = sorted(captains)
    turned = [
        {side: captains[sides[(at - by) % len(sides)]] for at, side in enumerate(sides)} for by in range(len(sides))
    ]
    return [
        Game(one + 1, seed + one // len(sides), turned[one % len(sides)], one % len(sides), *place)
        for one in range(number)
    ]


# ---------------------------------------------------------------- playing one


def play_game(ground: Ground, game: Game, *, with_events: bool = False) -> Recorded:
    opening = ground.opening
    told: list[tuple[AnyEvent, ...]] = []
    orders = -1

    def count(_: AnyBattle, events: tuple[AnyEvent, ...]) -> None:
        nonlocal orders
        orders += 1
        if with_events:
            told.append(events)

    began = perf_counter()
    try:
        captains = seated(opening.book, opening.battle, game.captains, game.seed)
        dice = SealedDice.from_number(game.seed)
        battle = play(opening.book, opening.battle, captains, dice, on_events=count)
    except Exception as error:
        raise GameFault(game, error) from error
    assert battle.outcome is not None
    played = Played(
        game=game,
        winner=battle.outcome.winner,
        how=battle.outcome.how,
        turns=battle.turn,
        orders=orders,
        start=figures(opening.battle),
        end=figures(battle),
        points=ground.points,
        left=ground.left(battle),
        seconds=round(perf_counter() - began, 3),
    )
    return Recorded(played, encode(told) if with_events else b"")


def thinking(name: str, book: str, budget: str) -> str:
    """The name of a captain who is told what to spend on an answer, `name:budget`; the same name for one who answers at
    once."""
    told = f"{name}:{budget}"
    try:
        captain_named(told, ruleset(book))
    except UnknownCaptain:
        return name
    return told
