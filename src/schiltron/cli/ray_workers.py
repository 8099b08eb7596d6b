"""Games on several machines, by Ray. Who plays a game, and where, changes nothing in it."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Generator, Mapping, Sequence
from importlib.util import find_spec
from itertools import islice
from typing import Any, Final

from schiltron import __version__
from schiltron.cli.fault import CommandFault
from schiltron.cli.games import Game, GameFault, Ground, Recorded, play_game
from schiltron.muster import Scenario

HERE: Final = "local"
"""Instead of an address: a cluster of this machine alone, begun and ended with the match."""
IN_HAND: Final = 4
"""Games that wait for each core of the cluster."""
KNOCKING: Final = 5.0
"""Seconds to wait for a machine to answer."""

_grounds: dict[str, Ground] = {}


def check_ray() -> None:
    try:
        found = find_spec("ray") is not None
    except ValueError:
        found = False
    if not found:
        raise CommandFault(
            "--ray: games on several machines are handed out by Ray, which is not installed here. "
            "Try: pip install 'schiltron[ray]', or leave --ray out."
        )


def _play(program: str, scenarios: Mapping[str, Scenario], game: Game, with_events: bool) -> Recorded | str:
    """Played on a machine of the cluster. A program of another version may play another game: it says its version."""
    if program != __version__:
        return __version__
    ground = _grounds.get(game.battle)
    if ground is None:
        ground = _grounds[game.battle] = Ground(scenarios[game.scenario])
    return play_game(ground, game, with_events=with_events)


def play_on_ray(
    address: str, grounds: Mapping[str, Ground], wanted: Sequence[Game], jobs: int | None, *, with_events: bool
) -> Generator[Recorded]:
    """Results as they come, in no order. A game whose machine is lost is played again elsewhere. Closing the iterator
    stops the games."""
    check_ray()
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    import ray

    _join(ray, address, jobs)
    try:
        yield from _handed_out(ray, grounds, wanted, jobs, with_events=with_events)
    finally:
        ray.shutdown()


def _join(ray: Any, address: str, jobs: int | None) -> None:
    _reach(address)
    quiet = {"log_to_driver": False, "logging_level": logging.CRITICAL, "configure_logging": True}
    try:
        if address == HERE:
            ray.init(address=HERE, num_cpus=jobs or os.cpu_count() or 1, include_dashboard=False, **quiet)
        else:
            ray.init(address=address, **quiet)
    except (ConnectionError, ValueError, RuntimeError, OSError) as error:
        raise _no_cluster(address, str(error)) from error


def _reach(address: str) -> None:
    """Ray would knock for many minutes where nobody listens."""
    host, colon, port = address.rpartition("://")[2].rpartition(":")
    if not colon:
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), KNOCKING).close()
    except (OSError, ValueError, OverflowError) as error:
        raise _no_cluster(address, str(error)) from error


def _no_cluster(address: str, why: str) -> CommandFault:
    return CommandFault(
        f"--ray {address}: there is no cluster that can be joined ({' '.join(why.split())[:200]}). Try: the address "
        f"that `ray start --head` printed on the first machine, or --ray {HERE}."
    )


def _handed_out(
    ray: Any, grounds: Mapping[str, Ground], wanted: Sequence[Game], jobs: int | None, *, with_events: bool
) -> Generator[Recorded]:
    scenarios = ray.put({name: ground.scenario for name, ground in grounds.items()})
    remote = ray.remote(num_cpus=1, max_retries=5)(_play)
    rest = iter(wanted)
    waiting: dict[Any, Game] = {}
    while True:
        cores = jobs or max(1, int(ray.cluster_resources().get("CPU", 1)))
        for game in islice(rest, max(0, IN_HAND * cores - len(waiting))):
            waiting[remote.remote(__version__, scenarios, game, with_events)] = game
        if not waiting:
            return
        done, _ = ray.wait(list(waiting), num_returns=1)
        for one in done:
            yield _result(ray, one, waiting.pop(one))


def _result(ray: Any, one: Any, game: Game) -> Recorded:
    try:
        result: Recorded | str = ray.get(one)
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, GameFault):
            raise error.cause from None
        if "No module named 'schiltron" in str(error):
            raise CommandFault(
                "--ray: a machine of the cluster has no Schiltron. Try: install the same version on all of them."
            ) from error
        raise GameFault(game, RuntimeError(str(error))) from None
    except ray.exceptions.RayError as error:
        said = " ".join(str(error).split())[:200]
        raise CommandFault(f"--ray: the cluster has lost a game and could not play it again ({said}).") from error
    if isinstance(result, str):
        raise CommandFault(
            f"--ray: a machine of the cluster has Schiltron {result}, and this one {__version__}. "
            "Try: install the same version on all of them."
        )
    return result
