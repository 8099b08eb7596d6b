"""Which battles a trial is made of: against whom, on which ground, with which dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.state.battle import AnyBattle
from schiltron.captains.opponents import QUICK_MARSHAL
from schiltron.captains.roster import CAPTAIN, MARSHAL, plays
from schiltron.muster import Army, Fault, MusterFault, Scenario, check, check_scenario, prepare
from schiltron.muster.books import quartermaster, rulesets
from schiltron.muster.library import ready_armies
from schiltron.muster.meeting import meeting, needed_to_meet
from schiltron.muster.preparing import examined, named, sides, switched
from schiltron.rulesets.quartermaster import Setting

LEAST_GAMES, USUAL_GAMES, MOST_GAMES = 6, 40, 60
MOST_OPPONENTS: Final = 6
AS_DEAR: Final = 0.1
"""Armies whose points lie no further apart than this part of them are equal."""
FARTHEST: Final = 0.34
"""Where none is equal, the nearest may lie so far off."""
_NEAREST: Final = 3
MOST_TURNS: Final = 24
"""Battles of a list are called off after so many turns."""
BY_POINTS: Final = "points"
EVEN: Final = 0.5


class Opponent(Struct, frozen=True):
    """A ready army that the list is tried against."""

    id: str
    name: str
    points: float


class Row(Struct, frozen=True):
    """A unit of the lists: its side (none for a list by itself), its place there, its name and its price."""

    side: str
    row: int
    name: str
    points: float


class Game(Struct, frozen=True):
    """One battle: on which of the grounds, with which dice, and which side the list has that is tried (none for a
    scenario)."""

    number: int
    ground: int
    seed: int
    ours: str = ""


class Ground:
    """A scenario that many battles are fought of, made ready when the first of them is."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario

    @cached_property
    def battle(self) -> AnyBattle:
        return prepare(self.scenario)

    @cached_property
    def costs(self) -> dict[str, float]:
        """Points of every unit of the lists, by its id."""
        return {
            f"{side}-{number}": cost.points
            for side, report in check_scenario(self.scenario).items()
            for number, cost in enumerate(report.costs, 1)
        }

    @cached_property
    def points(self) -> dict[str, float]:
        return {side: report.points for side, report in check_scenario(self.scenario).items()}


class Plan:
    """All battles of a trial. Each can be played by itself."""

    def __init__(
        self,
        book: str,
        name: str,
        captain: str,
        grounds: tuple[Ground, ...],
        games: tuple[Game, ...],
        opponents: tuple[Opponent, ...] = (),
        rows: tuple[Row, ...] = (),
    ) -> None:
        self.book, self.name, self.captain = book, name, captain
        self.grounds, self.games = grounds, games
        self.opponents, self.rows = opponents, rows

    @property
    def evens(self) -> float:
        """The share of victories that would be even."""
        return EVEN if self.opponents else 1 / len(self.grounds[0].scenario.sides)


# ---------------------------------------------------------------- an army list


def army_trial(army: Army, captain: str = CAPTAIN, games: int = USUAL_GAMES, seed: int = 1) -> Plan:
    """A list against the ready armies of its book that cost as much, each seed from both edges; MusterFault where the
    list may not fight, or nobody is there to fight against."""
    if army.ruleset not in rulesets():
        raise MusterFault([Fault("", "ruleset", f"there is no ruleset {army.ruleset!r}", ", ".join(rulesets()))])
    _known(captain, army.ruleset)
    report = check(army)
    if report.violations:
        raise MusterFault(Fault("", one.place, one.wrong, one.right, one.rules) for one in report.violations)
    found: list[tuple[Opponent, Ground, Ground]] = []
    wrong: MusterFault | None = None
    for opponent, other in _equals(army, report.points):
        try:
            north, south = meeting(army, other), meeting(other, army)
            agreed = _ending(army.ruleset)
            agreed |= _agreed(switched(north, **agreed))
            found.append((opponent, Ground(switched(north, **agreed)), Ground(switched(south, **agreed))))
        except MusterFault as fault:
            wrong = wrong or fault
        if len(found) == MOST_OPPONENTS:
            break
    if not found:
        raise wrong or MusterFault([_nobody(army, report.points)])
    grounds = tuple(ground for _, *both in found for ground in both)
    rows = tuple(
        Row("", number, unit.name or _called(army, unit.troop), cost.points)
        for number, (unit, cost) in enumerate(zip(army.units, report.costs, strict=True))
    )
    played = tuple(
        Game(
            number=number,
            ground=2 * (number // 2 % len(found)) + number % 2,
            seed=seed + number // (2 * len(found)),
            ours="blue" if number % 2 else "red",
        )
        for number in range(games)
    )
    opponents = tuple(opponent for opponent, *_ in found)
    return Plan(army.ruleset, army.name, _told(captain), grounds, played, opponents, rows)


def _equals(army: Army, points: float) -> Iterator[tuple[Opponent, Army]]:
    """Ready armies that cost as much, the nearest first; where none does, the nearest of those that are not far off.
    The list itself is none."""
    known = []
    for name, other in ready_armies().items():
        if other.ruleset == army.ruleset and other.units != army.units:
            theirs = check(other).points
            known.append((abs(theirs - points) / max(points, theirs, 1), name, theirs, other))
    known.sort(key=lambda one: one[:2])
    equal = [one for one in known if one[0] <= AS_DEAR]
    for _, name, theirs, other in equal or [one for one in known if one[0] <= FARTHEST][:_NEAREST]:
        yield Opponent(name, other.name, theirs), other


def _nobody(army: Army, points: float) -> Fault:
    others = sorted({check(other).points for other in ready_armies().values() if other.ruleset == army.ruleset})
    known = ", ".join(f"{one:g}" for one in others)
    return Fault("", "units", f"no ready army costs about as much ({points:g})", f"a list of one of {known} points")


def _ending(book: str) -> dict[str, Setting]:
    """Battles end after so many turns, and where the book counts points they are decided by them."""
    ends: dict[str, Setting] = {"turn_limit": MOST_TURNS}
    for switch in quartermaster(book).switches:
        if switch.name == "victory" and any(choice.value == BY_POINTS for choice in switch.choices):
            ends[switch.name] = BY_POINTS
    return ends


def _agreed(scenario: Scenario) -> dict[str, Setting]:
    """What these armies have to agree on to meet; MusterFault where nothing lets them."""
    found = needed_to_meet(scenario)
    if found is None:
        raise MusterFault(Fault("", one.place, one.wrong, one.right, one.rules) for one in examined(scenario)[0])
    return found


def _called(army: Army, troop: str) -> str:
    listings = quartermaster(army.ruleset).listings
    return listings[troop].name if troop in listings else troop.partition(" {")[0].removeprefix("house_")


# ---------------------------------------------------------------- a scenario


def scenario_trial(
    scenario: Scenario, captain: str = CAPTAIN, games: int = USUAL_GAMES, seed: int = 1, *, exchange: bool = False
) -> Plan:
    """A scenario with the same captain on all sides. If armies are to be exchanged, each seed is fought once as the
    scenario has it and once with the armies on one another's sides, which tells the ground from the armies;
    MusterFault where that cannot be."""
    _known(captain, scenario.ruleset)
    grounds = [Ground(scenario)]
    if exchange:
        grounds.append(Ground(_exchanged(scenario)))
    for ground in grounds:
        faults = examined(ground.scenario)[0]
        if faults:
            raise MusterFault(Fault("", one.place, one.wrong, one.right, one.rules) for one in faults)
    played = tuple(Game(number, number % len(grounds), seed + number // len(grounds)) for number in range(games))
    reports = check_scenario(scenario)
    rows = tuple(
        Row(side, number, unit.name or _troop(scenario, unit.troop), cost.points)
        for side, entry in sides(scenario)
        for number, (unit, cost) in enumerate(zip(entry.units, reports[side].costs, strict=True))
    )
    return Plan(scenario.ruleset, scenario.title, _told(captain), tuple(grounds), played, (), rows)


def _exchanged(scenario: Scenario) -> Scenario:
    """With each army on the next side's place; its name and colour go with it."""
    entries = sides(scenario)
    wrong = ""
    if scenario.victory is not None and scenario.victory.conditions:
        wrong = "each side has something else to do"
    elif any(unit.at is not None or unit.on for _, entry in entries for unit in entry.units):
        wrong = "units have their places, which are not there for another side"
    if wrong:
        raise MusterFault([Fault("", "sides", f"armies cannot be exchanged: {wrong}", "the scenario as it is")])
    turned = [*entries[1:], entries[0]]
    changed = {
        side: replace(
            entry,
            name=named(other, theirs).name,
            colour=named(other, theirs).colour,
            units=theirs.units,
            extra_points=theirs.extra_points,
        )
        for (side, entry), (other, theirs) in zip(entries, turned, strict=True)
    }
    return replace(scenario, sides=changed)


def _troop(scenario: Scenario, troop: str) -> str:
    return _called(Army(scenario.ruleset, "", ()), troop)


# ---------------------------------------------------------------- who leads


def _known(captain: str, book: str) -> None:
    if not plays(captain, book):
        raise MusterFault([Fault("", "captain", f"there is no captain {captain!r}", f"{CAPTAIN} or {MARSHAL}")])


def _told(captain: str) -> str:
    """A marshal thinks no longer than the quick one."""
    return QUICK_MARSHAL if captain == MARSHAL else captain


def seats(plan: Plan, game: Game) -> Mapping[str, str]:
    """Who leads which side: the same captain all of them."""
    return dict.fromkeys(plan.grounds[game.ground].scenario.sides, plan.captain)
