"""What visitors have tried out, and the jobs of the process that does it: functions of plain values, with bytes as
their results."""

from __future__ import annotations

from collections import OrderedDict
from threading import local
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from schiltron.battle.state.encoding import encode
from schiltron.captains.roster import CAPTAIN, MARSHAL
from schiltron.muster import MusterFault, Scenario, load_scenario, ready_scenarios
from schiltron.muster.house_troops import read_army
from schiltron.server.fault import Refusal, not_to_be_used
from schiltron.server.scenario_desk import Text, own_scenario
from schiltron.trials import LEAST_GAMES, MOST_GAMES, USUAL_GAMES, Fought, Plan, Results, army_trial, fought, results
from schiltron.trials import scenario_trial as trial_of_scenario

MOST_PLANS: Final = 8


class TrialWish(Struct, frozen=True, forbid_unknown_fields=True):
    """A list, or a scenario (a ready one by its id), that is to be tried out, who leads, and in how many battles. The
    armies of a scenario may be exchanged in every second of them."""

    kind: Literal["army", "scenario"]
    toml: Text = ""
    ready: Annotated[str, Meta(max_length=60)] = ""
    captain: Literal["captain", "marshal"] = "captain"
    games: Annotated[int, Meta(ge=LEAST_GAMES, le=MOST_GAMES)] = USUAL_GAMES
    exchange: bool = False


class TrialBegun(Struct, frozen=True):
    """Which book a trial is of, and what it is called."""

    book: str
    name: str


class TrialStep(Struct, frozen=True):
    """What came of a battle, and what a trial has shown up to it."""

    fought: Fought
    results: Results


class _Plans(local):
    """The trials that one process, or thread, has before it."""

    def __init__(self) -> None:
        self._plans: OrderedDict[bytes, Plan] = OrderedDict()

    def plan(self, wish: bytes) -> Plan:
        found = self._plans.pop(wish, None) or planned(msgspec.json.decode(wish, type=TrialWish))
        self._plans[wish] = found
        if len(self._plans) > MOST_PLANS:
            self._plans.popitem(last=False)
        return found


_plans: Final = _Plans()


def planned(wish: TrialWish) -> Plan:
    """The battles of a trial; Refusal with everything against it."""
    captain = MARSHAL if wish.captain == MARSHAL else CAPTAIN
    try:
        if wish.kind == "army":
            if not wish.toml:
                raise Refusal(422, "an army list is missing", where="toml", right="the text of an army list")
            return army_trial(read_army(wish.toml, ""), captain, wish.games)
        return trial_of_scenario(_scenario(wish), captain, wish.games, exchange=wish.exchange)
    except MusterFault as fault:
        raise not_to_be_used(fault) from fault


def _scenario(wish: TrialWish) -> Scenario:
    if bool(wish.ready) == bool(wish.toml):
        raise Refusal(422, "a scenario is missing", where="toml", right="toml: the text of a file, or ready: an id")
    if wish.toml:
        return own_scenario(wish.toml)
    known = {one.id: f"{one.ruleset}/{one.id}" for one in ready_scenarios()}
    if wish.ready not in known:
        raise Refusal(404, f"there is no scenario {wish.ready!r}", where="ready", right=f"one of {', '.join(known)}")
    return load_scenario(known[wish.ready])


# ---------------------------------------------------------------- jobs


def begin_trial(wish: bytes) -> bytes:
    plan = _plans.plan(wish)
    return encode(TrialBegun(plan.book, plan.name))


def trial_battle(wish: bytes, number: int, played: tuple[Fought, ...]) -> bytes:
    """One battle of a trial, and what all of them have shown with it."""
    plan = _plans.plan(wish)
    one = fought(plan, number)
    return encode(TrialStep(one, results(plan, (*played, one))))
