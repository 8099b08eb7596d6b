"""A fault of the rules that a marshal meets in a battle he imagines does not stop him: here it is a failure."""

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def imagination_never_fails(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    yield
    assert not [one.getMessage() for one in caplog.get_records("call") if one.name == "schiltron.captains"]
