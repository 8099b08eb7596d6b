"""A plugin for pytest: test items have the attribute by which mutmut names them, which pytest 9.1 took away."""

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        item._nodeid = item.nodeid  # type: ignore[attr-defined]
