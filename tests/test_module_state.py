"""The check that the engine keeps nothing outside values finds the ways in which it could."""

import pytest

from tools.module_state import faults, main


@pytest.mark.parametrize(
    "memory",
    [
        "class Memory:\n    last = None\n\ndef walk(battle):\n    Memory.last = battle",
        "known = [0]\n\ndef walk(battle):\n    known[0] = battle",
        "known = {1: 2}\n\ndef walk(battle):\n    known.setdefault(3, battle)",
        "count = 0\n\ndef walk():\n    global count\n    count += 1",
        "from elsewhere import table\n\ndef walk(battle):\n    table.rows.append(battle)",
        "class Walk:\n    @classmethod\n    def go(cls, battle):\n        cls.last = battle",
        "known: dict[str, int] = {}",
        "class Walk:\n    known: ClassVar[dict[str, int]] = dict()",
        "@lru_cache(maxsize=8)\ndef walk(battle: Battle) -> int:\n    return 1",
        "@functools.cache\ndef walk(what) -> int:\n    return 1",
    ],
)
def test_a_memory_is_found(memory: str) -> None:
    assert list(faults(memory))


@pytest.mark.parametrize(
    "harmless",
    [
        "RATES = {'foot': 9}\n\ndef rate(kind):\n    return RATES[kind]",
        "def walk(legs):\n    found = []\n    found.append(legs)\n    legs.total = 3",
        "@lru_cache(maxsize=8)\ndef chance(dice: int, needed: int) -> float:\n    return 1.0",
        "class Options(Struct):\n    names: dict[str, str] = {}",
    ],
)
def test_what_is_only_read_or_belongs_to_the_caller_is_no_memory(harmless: str) -> None:
    assert not list(faults(harmless))


def test_the_engine_has_none() -> None:
    assert main() == 0
