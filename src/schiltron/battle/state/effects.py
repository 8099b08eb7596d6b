"""Effects that last for a time, and steps that are due at a later moment.

An effect is a value on the battle: what it is on, when it ends, and what it grants. A book's chapters read grants by
their words; effects are begun and ended only by `Scene.begin`, `Scene.lift`, `Scene.deed` and `upkeep`.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Final, Generic, Literal, NamedTuple, TypeVar

from msgspec import Struct

from schiltron.battle.state.derived import derived

S = TypeVar("S")


class Moment(Struct, frozen=True, omit_defaults=True):
    """A point of the sequence of play: where a turn or one of its phases starts or ends."""

    turn: int
    phase: str = ""
    edge: Literal["start", "end"] = "start"

    def is_over(self, now: Moment) -> bool:
        """Whether this moment has passed when play is at another; after a turn all of its moments have."""
        if self.turn != now.turn:
            return self.turn < now.turn
        return self == now or (now.edge == "end" and not now.phase)


class OnUnit(Struct, frozen=True, tag="on_unit"):
    unit: str


class OnField(Struct, frozen=True, tag="on_field"):
    """On all units of the field."""


class OnFeature(Struct, frozen=True, tag="on_feature"):
    """On a piece of terrain."""

    feature: str


Subject = OnUnit | OnField | OnFeature


class Until(Struct, frozen=True, tag="until"):
    moment: Moment


class While(Struct, frozen=True, tag="while"):
    """As long as a unit does none of these things."""

    unit: str
    none_of: tuple[str, ...]


End = Until | While


class Grant(Struct, frozen=True, omit_defaults=True):
    """What an effect does, in a word of the book: so much more or less of it, or so many `times` as much."""

    what: str
    value: int = 0
    times: tuple[int, int] | None = None
    rule: str = ""


class Effect(Struct, frozen=True, omit_defaults=True):
    """Something at work on a unit or on the field. It ends with the first of its `ends`; without one it lasts until a
    rule ends it. `rules` are those by which it works and ends in time. `mark` is what the table shows of it on its
    unit; `by` is what began it, `target` the unit it is about; `audience` are the seats that know of it (if empty,
    all). The seat of the unit that it `obeys` may end it at any moment."""

    id: str
    kind: str
    on: Subject
    ends: tuple[End, ...] = ()
    grants: tuple[Grant, ...] = ()
    rules: tuple[str, ...] = ()
    mark: str = ""
    by: str = ""
    target: str = ""
    audience: tuple[str, ...] = ()
    obeys: str = ""


class AtWork(NamedTuple):
    """A grant, and the effect it is of."""

    effect: Effect
    grant: Grant


class Effects(Struct, frozen=True, dict=True):
    """All that is at work, in the order in which it began. `all` is empty where nothing is: ask that first."""

    all: tuple[Effect, ...] = ()

    @derived
    def _by_unit(self) -> dict[str, tuple[Effect, ...]]:
        """Of the field under ""."""
        found: dict[str, tuple[Effect, ...]] = {}
        for one in self.all:
            if not isinstance(one.on, OnFeature):
                key = one.on.unit if isinstance(one.on, OnUnit) else ""
                found[key] = (*found.get(key, ()), one)
        return found

    def on_feature(self, feature_id: str) -> tuple[Effect, ...]:
        """What is at work on a piece of terrain."""
        on = OnFeature(feature_id)
        return tuple([one for one in self.all if one.on == on])

    def on_unit(self, unit_id: str) -> tuple[Effect, ...]:
        """What is at work on a unit, not counting what is on the field."""
        return self._by_unit.get(unit_id, ()) if self.all else ()

    @property
    def on_field(self) -> tuple[Effect, ...]:
        """What is at work on everybody."""
        return self.on_unit("")

    @derived
    def _granted(self) -> dict[tuple[str, tuple[str, ...]], tuple[AtWork, ...]]:
        """What has been asked for so far."""
        return {}

    def granted(self, unit_id: str, *words: str) -> tuple[AtWork, ...]:
        """Grants of these words to a unit, in the order in which they began; to "" those of the field."""
        if not self.all:
            return ()
        found = self._granted.get((unit_id, words))
        if found is None:
            here = [AtWork(effect, grant) for effect in self.on_unit(unit_id) for grant in effect.grants]
            found = self._granted[unit_id, words] = tuple([one for one in here if one.grant.what in words])
        return found

    def first(self, unit_id: str, *words: str) -> AtWork | None:
        """The first of them."""
        found = self.granted(unit_id, *words) if self.all else ()
        return found[0] if found else None

    def of_kind(self, unit_id: str, kind: str) -> Effect | None:
        """The first effect of this kind on a unit; on "" that on the field."""
        return next((one for one in self.on_unit(unit_id) if one.kind == kind), None)

    def known_to(self, seat: str | None, seen: Container[str]) -> Effects:
        """What a seat that sees these units may know of them: the same value where that is all."""
        kept = tuple([one for one in self.all if _known(one, seat, seen)])
        return self if len(kept) == len(self.all) else Effects(kept)


def _known(effect: Effect, seat: str | None, seen: Container[str]) -> bool:
    told = not effect.audience or seat in effect.audience
    return told and (not isinstance(effect.on, OnUnit) or effect.on.unit in seen)


NOTHING: Final = Effects()


class Later(Struct, Generic[S], frozen=True):
    """A step to be carried out when a moment comes; `audience` are the seats that know of it (nobody named: all)."""

    moment: Moment
    step: S
    audience: tuple[str, ...] = ()
