"""What can be set about a server. The defaults suit one machine in a club or at home."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from msgspec import Struct

PAGE: Final = Path(__file__).parent / "page"
"""Where the built page lies. It is made by `make page` and shipped in the wheel."""


class Allowance(Struct, frozen=True):
    """So many at once, and so many a second after that."""

    burst: float
    per_second: float


class Limits(Struct, frozen=True):
    """What comes from outside is bounded: in size, in number, in haste."""

    requests: Allowance = Allowance(200, 40)
    """Of one address, of any kind."""
    new_battles: Allowance = Allowance(40, 1 / 3)
    """Of one address."""
    messages: Allowance = Allowance(120, 60)
    """Over one live connection."""
    questions: Allowance = Allowance(300, 120)
    """Of one address; they make the server think."""
    work: Allowance = Allowance(20, 0.5)
    """Of one address, in seconds that the server works on its questions, reports, histories, pictures and lists."""
    reviews: Allowance = Allowance(3, 1 / 120)
    """Of one address: battles that are reviewed for it."""
    saves: Allowance = Allowance(40, 1 / 10)
    """Of one address: things it saves anew in the workshop."""
    saved_things: int = 100
    """Of one visitor: army lists, scenarios and house rules."""
    saved_bytes: int = 2_000_000
    """Of one visitor, in all of them together."""
    saved_in_all: int = 20_000
    """Of all visitors together."""
    saved_bytes_in_all: int = 400_000_000
    """Of all visitors together."""
    trials: Allowance = Allowance(6, 1 / 60)
    """Of one address: lists and scenarios it has tried out."""
    trials_per_address: int = 3
    """Under way at once, one of them for a visitor."""
    trials_at_once: int = 6
    """Under way for all together: they take turns in one process."""
    review_seconds: float = 60
    """The server spends on the review of a battle."""
    excess_messages: int = 200
    """A connection that goes on in spite of so many refusals is closed."""
    body_bytes: int = 65_536
    message_bytes: int = 65_536
    connections: int = 2_000
    connections_per_address: int = 60
    sockets: int = 4_000
    """Lines of any kind, whatever comes over them."""
    sockets_per_address: int = 200
    refusals: Allowance = Allowance(300, 30)
    """Of one address that was told to wait; one that goes on after that is shut out for a while."""
    request_seconds: float = 20
    """In which a request comes in whole."""
    stalled_seconds: float = 20
    """A line that reads nothing of what it is sent for so long is cut."""
    unsent_messages: int = 1_000
    """A listener that falls further behind is cut off; it may come back and resume."""
    unsent_bytes: int = 4_000_000
    """The same, by size."""
    live_battles: int = 200
    """In memory at once, as long as there are some among them that nobody watches: those leave."""
    busy_battles: int = 1_000
    """Being watched or played at once; a battle that is not among them is refused until one of them is left."""
    idle_seconds: float = 900
    """After that a battle that nobody watches leaves memory, however few there are."""
    keepsake_bytes: int = 64_000_000
    """Of reports, histories and pictures that are kept because they never change."""
    answer_bytes: int = 1_000_000
    """Of an answer to a question."""
    steps_per_page: int = 200
    """Of a history, in one answer."""


class Settings(Struct, frozen=True):
    """The settings of a server. `pace` is the time captains take over an order, so that people can follow, in seconds.

    `captain_processes` think for the captains who answer at once, and so many `thinkers` for marshals; with no
    captain processes all of them think in threads of the server. What may take long is done by `worker_processes`,
    or else in threads. A server that `draws_ahead` makes the pictures of the start page while nobody waits for them.
    """

    database: str = "sqlite:///schiltron.sqlite"
    pace: float = 0.6
    captain_processes: int = 1
    thinkers: int = max(1, (os.cpu_count() or 1) - 1)
    worker_processes: bool = True
    draws_ahead: bool = False
    page: Path = PAGE
    limits: Limits = Limits()
    secure_cookies: bool = False
    now: Callable[[], float] = time.time
    """The watch by which clocks go, in seconds since 1970."""
    proxy: str = ""
    """The address of a reverse proxy that is believed when it says from where a request came."""
