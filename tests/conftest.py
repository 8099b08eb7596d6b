import os
import secrets
from itertools import islice
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import settings

from schiltron.cli.guard import run

# In CI the same examples every time; at the desk new ones on every run, and failures remembered.
settings.register_profile("ci", derandomize=True, deadline=None, database=None)
settings.register_profile("dev", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Each of several workers begins with its part of the slow tests, so that none of these is left to the end. Workers
    are dealt the list in equal pieces, and take from each other what is left at the ends of those."""
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if workers == 1:
        return
    slow = [one for one in items if one.get_closest_marker("slow")]
    quick = iter([one for one in items if not one.get_closest_marker("slow")])
    dealt: list[pytest.Item] = []
    for worker in range(workers):
        dealt += slow[worker::workers]
        dealt += islice(quick, max(0, len(items) * (worker + 1) // workers - len(dealt)))
    items[:] = [*dealt, *quick]


@pytest.fixture
def fresh_seed(request: pytest.FixtureRequest) -> int:
    """A seed for positions nobody has tried yet (in CI always the same); whoever fails is told how to try it again."""
    drawn = crc32(request.node.nodeid.encode()) if os.environ.get("CI") else secrets.randbelow(2**32)
    seed = int(os.environ.get("SCHILTRON_SEED") or drawn)
    print(f"To try the same positions again: SCHILTRON_SEED={seed} .venv/bin/pytest -n 0 '{request.node.nodeid}'")
    return seed


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A battle of a few turns, with terrain rolled up, units set down, shooting and fighting."""
    path = tmp_path_factory.mktemp("kept") / "battle.jsonl"
    seats = ("--blue", "captain", "--red", "captain")
    status = run(
        ["battle", "random-ground", *seats, "--seed", "7", "--option", "turn_limit=6", "--quiet", "--save", str(path)]
    )
    assert status == 0
    return path
