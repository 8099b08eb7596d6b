"""The door for programmers: `import schiltron`."""

from __future__ import annotations

import pkgutil
import re
import subprocess
import sys

import pytest

import schiltron
from schiltron import api
from tools import api_page, check_docs

SERVER = ("fastapi", "starlette", "uvicorn", "sqlalchemy", "websockets", "typst", "psycopg", "rich", "typer")
ENGINE = ("msgspec", "numpy", "shapely", "schiltron.battle", "schiltron.api")


def loaded_by(code: str, *modules: str) -> str:
    """Which of these a fresh interpreter has loaded after some code."""
    check = f"import sys; {code}; print(','.join(name for name in {modules!r} if name in sys.modules))"
    return subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True).stdout.strip()


def test_importing_the_package_loads_nothing() -> None:
    assert loaded_by("import schiltron; schiltron.__version__", *ENGINE, *SERVER) == ""
    assert loaded_by("from schiltron import cli", *ENGINE, *SERVER) == ""


@pytest.mark.parametrize("scenario", ["open-field", "ashmere-causeway", "beacon-ridge", "crossroads"])
def test_the_engine_loads_no_server(scenario: str) -> None:
    fought = (
        f"import schiltron; one = schiltron.switched(schiltron.load_scenario({scenario!r}), turn_limit=1); "
        "schiltron.fight(one, red='recruit')"
    )
    assert loaded_by(fought, *SERVER) == ""


def test_every_name_is_offered_and_no_other() -> None:
    assert schiltron.__all__ == api.__all__ == sorted(api.__all__, key=lambda name: (not name.isupper(), name))
    for name in api.__all__:
        assert getattr(schiltron, name) is getattr(api, name)
    assert set(api.__all__) <= set(dir(schiltron))
    offered: dict[str, object] = {}
    exec("from schiltron import *", offered)
    assert set(api.__all__) <= set(offered)
    for name in ("read", "Any", "nonsense", "_private"):
        with pytest.raises(AttributeError, match=f"has no attribute '{name}'"):
            getattr(schiltron, name)


def test_no_name_is_that_of_a_room() -> None:
    rooms = {module.name for module in pkgutil.iter_modules(schiltron.__path__)}
    assert rooms & set(api.__all__) == set()


def test_a_fight_is_the_one_of_the_command_line(kept: object) -> None:
    scenario = schiltron.switched(schiltron.load_scenario("random-ground"), turn_limit=6)
    journal = schiltron.fight(scenario, seed=7)
    assert schiltron.load_battle(str(kept)).journal.entries == journal.entries


# ---------------------------------------------------------------- its page


def test_the_page_for_programmers_is_current() -> None:
    assert api_page.PAGE.read_text("utf-8") == api_page.page(), "run: make generated"


def test_the_examples_of_the_page_run() -> None:
    assert list(check_docs.failing_examples(api_page.PAGE)) == []


def test_every_name_on_the_page_has_words() -> None:
    entries = re.split(r"^##+ ", api_page.page(), flags=re.M)
    bare = [re.sub(r"^```python.*?^```$", "", entry, flags=re.M | re.S) for entry in entries[1:]]
    assert [entry for entry in bare if not re.search(r"^(?!- `)\S", entry.partition("\n")[2], flags=re.M)] == []
