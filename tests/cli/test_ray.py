"""`schiltron match --ray`: the same games on several machines."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from schiltron.cli.game_workers import play_here
from schiltron.cli.games import Game, Ground, Recorded, games
from schiltron.cli.ray_workers import play_on_ray
from schiltron.muster import load_scenario, switched
from tests.cli.conftest import Command

MATCH = ("match", "open-field", "--option", "turn_limit=1", "--seed", 5, "--games", 8, "--mirror", "--json")


def test_without_ray_it_is_said_what_to_install(schiltron: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    said = schiltron(*MATCH, "--ray", "local")
    assert said.status == 2
    assert "Try: pip install 'schiltron[ray]'" in said.err


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two nodes, of which only the one where the command is not given has a core: every game travels."""
    pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    made.add_node(num_cpus=1)
    made.wait_for_nodes()
    yield made
    made.shutdown()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_two_nodes_play_the_games_that_one_process_plays(schiltron: Command, tmp_path: Path, cluster: Any) -> None:
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    alone = schiltron(*MATCH, "--jobs", 1, "--events", here)
    shared = schiltron(*MATCH, "--ray", cluster.address, "--events", there)
    assert (shared.status, shared.out) == (0, alone.out)
    assert sorted(here.read_bytes().splitlines()) == sorted(there.read_bytes().splitlines())


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_node_that_is_lost_costs_no_game(cluster: Any) -> None:
    ground = Ground(switched(load_scenario("open-field"), turn_limit="2"))
    wanted = games({"blue": "captain", "red": "recruit"}, 12, 5, mirror=True, ground=ground)
    lost = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    found: list[Recorded] = []
    for one in play_on_ray(cluster.address, {"open-field": ground}, wanted, None, with_events=False):
        found.append(one)
        if len(found) == 3:
            cluster.remove_node(lost, allow_graceful=False)
    alone = play_here({"open-field": ground}, wanted, 1, with_events=False)
    assert told(found) == told(alone)


def told(found: Any) -> list[tuple[Game, str, int, dict[str, float]]]:
    outcomes = [(one.played.game, one.played.winner, one.played.orders, one.played.left) for one in found]
    return sorted(outcomes, key=lambda one: one[0].number)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_another_version_on_a_machine_is_noticed(
    schiltron: Command, cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("schiltron.cli.ray_workers.__version__", "9.9.9")
    said = schiltron(*MATCH, "--ray", cluster.address)
    assert said.status == 2
    assert "and this one 9.9.9" in said.err


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "nonsense", "here:there"])
def test_a_cluster_that_is_not_there_is_said_soon(schiltron: Command, address: str) -> None:
    pytest.importorskip("ray")
    said = schiltron(*MATCH, "--ray", address)
    assert said.status == 2
    assert f"--ray {address}: there is no cluster that can be joined" in said.err
