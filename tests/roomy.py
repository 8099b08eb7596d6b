"""A server for the browser tests. As `schiltron serve`, but tests play many battles faster than any person, and each
with the same dice whenever it is run: what fails once fails again.

python -m tests.roomy PORT DATABASE LUCK

The file LUCK holds the number of the next battle's dice.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from schiltron.battle.door import dice
from schiltron.battle.door.dice import SealedDice
from schiltron.server import lesson_battles, new_battles
from schiltron.server.serving import server
from schiltron.server.settings import Allowance, Limits, Settings

ANY = Allowance(1e6, 1e6)
ROOMY = Limits(
    requests=ANY,
    new_battles=ANY,
    messages=ANY,
    questions=ANY,
    work=ANY,
    reviews=ANY,
    saves=ANY,
    trials=ANY,
    trials_per_address=100,
    trials_at_once=100,
    review_seconds=4,
    connections_per_address=500,
)


def main(port: str, database: str, luck: str) -> None:
    settings = Settings(database=database, pace=0.0, draws_ahead=True, limits=ROOMY)
    with dice_by_number(Path(luck)):
        server(settings, port=int(port), log_level="warning").run()


@contextmanager
def dice_by_number(luck: Path) -> Iterator[None]:
    """Dice come of a number, whatever players add to them, and so does the id of a battle, by which captains settle
    their doubts."""

    def next_number() -> int:
        number = int(luck.read_text())
        luck.write_text(str(number + 1))
        return number

    def fresh_id() -> str:
        return f"battle-{next_number()}"

    def fresh_dice(cls: type[SealedDice]) -> SealedDice:
        return cls.from_number(int(luck.read_text()))

    with (
        patch.object(new_battles, "fresh_id", fresh_id),
        patch.object(lesson_battles, "fresh_id", fresh_id),
        patch.object(SealedDice, "fresh", classmethod(fresh_dice)),
        patch.object(dice, "_key", lambda seed, _shares: seed),
    ):
        yield


if __name__ == "__main__":
    main(*sys.argv[1:])
