"""A rectangular stretch of a formed body: ranks and files that stand straight."""

from typing import Literal

from schiltron.table.lengths import FULL_TURN, Mdeg, direction

WingName = Literal["main", "left", "right"]


class Block:
    """Full ranks of files, then perhaps a short rank standing on whole-file places behind them."""

    __slots__ = (
        "files",
        "first_file",
        "first_rank",
        "full_ranks",
        "fx",
        "fy",
        "heading",
        "short",
        "short_offset",
        "wing",
        "x",
        "y",
    )

    def __init__(
        self,
        x: float,
        y: float,
        heading: Mdeg,
        files: int,
        full_ranks: int,
        short: int,
        short_offset: int,
        *,
        first_rank: int = 0,
        first_file: int = 0,
        wing: WingName = "main",
    ) -> None:
        self.x = x
        """The front-left corner."""
        self.y = y
        self.heading = heading % FULL_TURN
        self.fx, self.fy = direction(self.heading)
        self.files = files
        self.full_ranks = full_ranks
        self.short = short
        self.short_offset = short_offset
        self.first_rank = first_rank
        self.first_file = first_file
        self.wing: WingName = wing

    @property
    def ranks(self) -> int:
        return self.full_ranks + (self.short > 0)
