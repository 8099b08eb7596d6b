"""A day in the lists, as jousters see it: this joust and its rides, what may be chosen, the standings, the day."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Aiming(Struct, frozen=True):
    """A point that a lance may be aimed at, and the seats that go with it."""

    key: str
    label: str
    seats: tuple[str, ...]


class Seating(Struct, frozen=True):
    """A way to sit in the saddle."""

    key: str
    label: str


class Chance(Struct, frozen=True):
    """What a ride does to a knight, how often, and what it counts for him on the average."""

    unhorsed: float
    injured: float
    lance_broken: float
    helm_off: float
    points: float


class PairOdds(Struct, frozen=True):
    """What a pair of aim and seat comes to, for who chooses it and for the foe."""

    aim: str
    seat: str
    mine: Chance
    theirs: Chance


class Sealing(Struct, frozen=True):
    """What a seat may choose now: of `knight`, `forced` to keep a steady seat or not, against a foe who has so many
    pairs, each of which is taken to be as likely as any other."""

    decision: str
    knight: str
    forced: bool
    against: int
    pairs: tuple[PairOdds, ...]


class Charge(Struct, frozen=True):
    """What a knight did in a ride: aim and seat, what is said of it, what his lance did in short, and what the ride
    counts for him (None where only a record is kept)."""

    knight: str
    aim: str
    seat: str
    text: str
    result: str
    points: int | None


class Rider(Struct, frozen=True):
    """A knight of this joust: whether lance and helm held in the last ride, and whether he must keep a steady seat."""

    knight: str
    lance: bool
    helm: bool
    steady: bool


class KnightLine(Struct, frozen=True):
    """What a knight has to show for the day."""

    knight: str
    rides: int
    lances: int
    helms: int
    unhorsed: int
    injured: bool
    points: int
    won: int
    lost: int
    drawn: int


class JoustLine(Struct, frozen=True):
    """A joust of the day: who rides, how far it has come, and who has won it ("": nobody, or nobody yet)."""

    one: str
    other: str
    state: Literal["waits", "now", "ridden", "dropped"]
    rides: int
    winner: str


class TiltYard(Struct, frozen=True):
    """Everything that is shown of a day in the lists. `shown` is the joust whose `rides` are told: the present one, and
    when the day is over the last. `totals` are what the sides have, in points or in jousts won (`record`)."""

    aims: tuple[Aiming, ...]
    seats: tuple[Seating, ...]
    jousts: tuple[JoustLine, ...]
    knights: tuple[KnightLine, ...]
    totals: tuple[tuple[str, int], ...]
    record: bool
    shown: int
    riders: tuple[Rider, ...]
    rides: tuple[tuple[Charge, Charge], ...]
    sealing: Sealing | None = None
