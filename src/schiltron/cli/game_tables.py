"""A match as a table, a line a game: CSV, or Parquet for those who reckon with it."""

from __future__ import annotations

import csv
import os
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from schiltron import __version__
from schiltron.battle.state.battle import FORMAT
from schiltron.cli.battle_setup import file_for
from schiltron.cli.fault import CommandFault
from schiltron.cli.games import Ground, Played
from schiltron.muster.preparing import switches

Row = dict[str, str | int | float | None]


def table_file(path: Path) -> Path:
    """A path for a table; a fault where the ending means none, or what writes it is not installed."""
    ending = path.suffix.lower()
    if path.is_dir():
        return file_for(path)
    if ending not in _WRITERS:
        raise CommandFault(f"--table {path}: the ending says what is written. Try: {path.stem}.csv or .parquet.")
    if ending == ".parquet" and not _can_write_parquet():
        raise CommandFault(
            f"--table {path}: Parquet is written by pyarrow, which is not installed here. "
            "Try: pip install 'schiltron[tables]', or a file that ends in .csv."
        )
    return file_for(path)


def write_table(path: Path, played: Sequence[Played], grounds: Mapping[str, Ground]) -> None:
    """The file is there whole or as it was before."""
    new = path.with_name(f".{path.name}.new")
    sides = sorted({side for ground in grounds.values() for side in ground.points})
    try:
        _WRITERS[path.suffix.lower()](new, [_row(one, grounds[one.game.scenario], sides) for one in played], sides)
        os.replace(new, path)
    except OSError as error:
        new.unlink(missing_ok=True)
        raise CommandFault(f"--table {path}: cannot be written ({error.strerror or error}).") from error


def _can_write_parquet() -> bool:
    try:
        return find_spec("pyarrow") is not None
    except ValueError:
        return False


def _row(one: Played, ground: Ground, sides: Sequence[str]) -> Row:
    game, scenario = one.game, ground.scenario
    row: Row = {
        "scenario": scenario.id,
        "book": scenario.ruleset,
        "switches": "; ".join(f"{name}={value}" for name, value in sorted(switches(scenario).items())),
        "game": game.number,
        "seed": game.seed,
    }
    row |= {side: game.captains.get(side) for side in sides}
    row |= {
        "winner": one.winner or "draw",
        "winning_captain": game.captains.get(one.winner, ""),
        "how": one.how,
        "turns": one.turns,
        "orders": one.orders,
    }
    for side in sides:
        row |= {
            f"{side}_at_start": one.start.get(side),
            f"{side}_at_end": one.end.get(side),
            f"{side}_points": one.points.get(side),
            f"{side}_points_left": one.left.get(side),
        }
    return row | {"seconds": one.seconds, "program": __version__, "format": FORMAT}


def _kinds(sides: Sequence[str]) -> dict[str, str]:
    """What each column holds, in order."""
    return {
        **{"scenario": "text", "book": "text", "switches": "text", "game": "whole", "seed": "whole"},
        **dict.fromkeys(sides, "text"),
        **{"winner": "text", "winning_captain": "text", "how": "text", "turns": "whole", "orders": "whole"},
        **{
            f"{side}_{what}": kind
            for side in sides
            for what, kind in (
                ("at_start", "whole"),
                ("at_end", "whole"),
                ("points", "number"),
                ("points_left", "number"),
            )
        },
        **{"seconds": "number", "program": "text", "format": "whole"},
    }


def _write_csv(path: Path, rows: Sequence[Row], sides: Sequence[str]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(_kinds(sides)))
        writer.writeheader()
        writer.writerows(rows)


def _write_parquet(path: Path, rows: Sequence[Row], sides: Sequence[str]) -> None:
    import pyarrow
    from pyarrow import parquet

    kinds = {"text": pyarrow.string(), "whole": pyarrow.int64(), "number": pyarrow.float64()}
    schema = pyarrow.schema([(name, kinds[kind]) for name, kind in _kinds(sides).items()])
    parquet.write_table(pyarrow.Table.from_pylist(list(rows), schema=schema), path)


_WRITERS: Final[Mapping[str, Callable[[Path, Sequence[Row], Sequence[str]], Any]]] = {
    ".csv": _write_csv,
    ".parquet": _write_parquet,
}
