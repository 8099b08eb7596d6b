"""Fields in the making, for the page: what a book lays on a table, what is to be said of a field, and ground by chance.
Each scenario is sent whole with every question, and nothing of it is kept."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from msgspec import Meta, Struct

from schiltron.battle.state.encoding import encode
from schiltron.muster import MusterFault, ready_scenarios
from schiltron.muster.fieldbench import FieldBench, chance_ground, examined_field, palette
from schiltron.muster.library import scenario_as_written
from schiltron.muster.scenario import Scenario, Terrain
from schiltron.muster.scenario_text import written_scenario
from schiltron.rulesets import NAMES
from schiltron.server.fault import Refusal, not_to_be_used


class FieldAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario as it stands."""

    scenario: Scenario


class FieldShown(Struct, frozen=True):
    """What is to be said of a field, whether a battle may begin on it, and the scenario as the text of a file."""

    bench: FieldBench
    playable: bool
    toml: str


class GroundAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario that is to have ground by chance; of the same seed comes the same ground."""

    scenario: Scenario
    seed: Annotated[int, Meta(ge=0, le=2**31)]


class GroundLaid(Struct, frozen=True):
    """The pieces that lie there now."""

    terrain: tuple[Terrain, ...]


def looked_over(asked: FieldAsked) -> FieldShown:
    bench = examined_field(asked.scenario)
    return FieldShown(bench, bench.playable, written_scenario(asked.scenario))


def laid_by_chance(asked: GroundAsked) -> GroundLaid:
    _known(asked.scenario.ruleset)
    try:
        return GroundLaid(chance_ground(asked.scenario, asked.seed))
    except MusterFault as fault:
        raise not_to_be_used(fault) from fault


@cache
def palette_shown(book: str) -> bytes:
    return encode(palette(_known(book)))


@cache
def ready_shown(scenario: str) -> bytes:
    """A ready scenario as its file has it, to begin with."""
    found = next((one for one in ready_scenarios() if one.id == scenario), None)
    if found is None:
        raise Refusal(404, f"there is no ready scenario {scenario!r}", where="scenario", right="one that is listed")
    return encode(scenario_as_written(f"{found.ruleset}/{found.id}"))


def _known(book: str) -> str:
    if book not in NAMES:
        raise Refusal(404, f"there is no book {book!r}", where="book", right=f"one of {', '.join(NAMES)}")
    return book
