"""A journal as the replay page plays it: what is drawn, once each, and beat by beat only what changes.

All keys are short because there are thousands of them; `page.js` names them again. Places are thousandths of an
inch, headings thousandths of a degree.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import msgspec

from schiltron.battle.record.journal import Journal
from schiltron.battle.record.savefile_writer import NOBODY_NAMED
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.drawn import landed, pattern_of
from schiltron.battle.state.event import (
    AnyEvent,
    Attached,
    Began,
    Checked,
    Declared,
    Fell,
    Formed,
    Landed,
    Marked,
    Moved,
    Placed,
    Spent,
    Struck,
)
from schiltron.battle.state.manoeuvre import Advance, Oblique, SquareUp, Wheel
from schiltron.battle.words.beats import Beat, beats
from schiltron.drawing.svg import (
    Drawn,
    definitions,
    draw_board,
    draw_body,
    draw_contacts,
    draw_label,
    draw_zone,
    view_box,
)
from schiltron.report.replay_page.cast import (
    ROUTED,
    Cast,
    Pairs,
    Stand,
    after,
    cast_of,
    drawn,
    fit,
    pairs_of,
    touching_after,
)
from schiltron.report.replay_page.labels import CHIP_SCALE, LabelPlaces
from schiltron.report.replay_page.shown import dice_shown, rules_shown, tallies_shown
from schiltron.table.body import Body
from schiltron.table.edges import Board
from schiltron.table.lengths import FULL_TURN
from schiltron.table.pose import Pose

AnyJournal = Journal[Any, Any, Any]
Data = dict[str, Any]

NOBODY_THOUGHT: Final[Mapping[int, Sequence[str]]] = MappingProxyType({})
_PLACE = re.compile(r'(<g class="body") transform="[^"]*"')
_TAG = re.compile(r"<[^<]*")


class Shelf:
    """Values kept once each and known by their number."""

    def __init__(self) -> None:
        self._numbers: dict[Any, int] = {}

    def number(self, value: Any) -> int:
        return self._numbers.setdefault(value, len(self._numbers))

    @property
    def values(self) -> list[Any]:
        return list(self._numbers)


class Film:
    """Collects what the page needs while the journal is gone through once."""

    def __init__(
        self,
        journal: AnyJournal,
        players: Mapping[str, str] = NOBODY_NAMED,
        thoughts: Mapping[int, Sequence[str]] = NOBODY_THOUGHT,
    ) -> None:
        self.journal, self.players, self.thoughts = journal, players, thoughts
        self.battle: AnyBattle = journal.header.setup.listed()
        self.units = {name: number for number, name in enumerate(self.battle.units)}
        self.sides = {side.id: number for number, side in enumerate(self.battle.sides)}
        self.looks, self.labels, self.contacts = Shelf(), Shelf(), Shelf()
        self.boards, self.tags = Shelf(), Shelf()
        self.board: Board | None = None
        self.board_number = -1
        self.cited: dict[str, None] = {}
        self.ever: dict[tuple[Any, ...], Drawn] = {}
        self.cast: Cast = cast_of(self.battle)
        self.pairs: Pairs = pairs_of(self.battle)
        self.shown: dict[str, list[int]] = {}
        self.places = LabelPlaces()
        self.states: dict[Drawn, list[int]] = {}
        self.touched: dict[Any, int] = {}
        self.told: dict[str, Any] = {"q": self.contacts.number(""), "b": -1, "f": None}
        self.phases: dict[str, None] = {}
        self.titles = {one.name: one.title for one in journal.ruleset.sequence()}
        self.named = {one.name for one in journal.ruleset.sequence() if one.part == "turn"}
        self.heading: list[Any] = [0, -1, ""]
        self.beats: list[Data] = [{"n": 0, "k": "start", "s": -1, "t": self.battle.title, **self._changes()}]

    def play(self) -> Data:
        for entry, events in enumerate(self.journal.events):
            self._entry(entry, events)
        battle, header = self.battle, self.journal.header
        law = self.journal.ruleset.law
        return {
            "title": battle.title,
            "book": law.title,
            "dice": {"kind": header.dice.kind, "commitment": header.dice.commitment},
            "sides": [
                {
                    "id": side.id,
                    "name": side.name,
                    "colour": side.colour,
                    "open": place > 0,
                    "pattern": pattern_of(place),
                    "player": self.players.get(side.id, ""),
                }
                for place, side in enumerate(battle.sides)
            ],
            "units": [[unit.name, self.sides[unit.side], unit.original] for unit in battle.units.values()],
            "box": view_box(battle.table),
            "tags": self.tags.values,
            "boards": self.boards.values,
            "looks": self.looks.values,
            "labels": self.labels.values,
            "contacts": self.contacts.values,
            "phases": list(self.phases),
            "titles": self.titles,
            "turn": battle.turn_word,
            "beats": self.beats,
            "rules": rules_shown(law, self.cited),
        }

    def definitions(self) -> str:
        """What the looks refer to."""
        return definitions(self.ever.values())

    # ------------------------------------------------------------ going through the journal

    def _entry(self, entry: int, events: Sequence[AnyEvent]) -> None:
        """One entry's beats; after the last of them the units are as the battle has them."""
        battle = self.journal.battle_at(entry)
        self.battle = battle
        before = len(self.beats)
        for beat in beats(events, battle):
            if beat.kind in ("turn", "phase"):
                self._head(beat)
            if beat.kind != "phase":
                self._beat(entry, beat)
        self.cast, self.pairs = cast_of(battle), pairs_of(battle)
        if entry in self.thoughts and len(self.beats) > before and self.beats[before]["k"] not in ("turn", "end"):
            self.beats[before]["y"] = self.thoughts[entry]
        last = self.beats[-1]
        for key, value in self._changes().items():
            last[key] = {**last.get(key, {}), **value} if key in ("c", "p") else value

    def _head(self, beat: Beat) -> None:
        """A turn, a phase of it, or a part of a phase: one side's moves are still the phase of movement."""
        began = beat.events[0]
        assert isinstance(began, Began)
        side = self.sides.get(began.side, -1)
        if began.turn and began.what != "turn" and self.named and began.what not in self.named:
            self.heading = [began.turn, side, self.heading[2]]
            return
        self.heading = [began.turn, side, "" if began.what == "turn" else began.what]
        if began.turn and began.what != "turn":
            self.phases[began.what] = None

    def _beat(self, entry: int, beat: Beat) -> None:
        legs = list(self._legs(beat.events))
        self.cast = after(self.cast, beat.events, self.battle)
        self.pairs = touching_after(self.pairs, beat.events)
        data: Data = {"n": entry, "k": beat.kind, "s": self.sides.get(beat.side, -1), "t": beat.line.text}
        parts = {
            "h": self.heading,
            "m": [[self.sides.get(said.side, -1), said.text] for said in (*beat.decided, *beat.more)],
            "d": [dice_shown(rolled, self.sides) for rolled in beat.rolls],
            "a": tallies_shown(beat.tallies),
            "r": beat.rules,
            "x": _result(beat),
            "o": self._actors(beat.events),
            "w": legs,
            "z": "".join(map(draw_zone, landed(beat.events))),
        }
        data |= {key: part for key, part in parts.items() if part} | self._changes(spots=False)
        self.cited |= dict.fromkeys(beat.rules)
        self.beats.append(data)

    def _actors(self, events: Iterable[AnyEvent]) -> list[int]:
        """The unit that acts and the one that is acted upon, for the page to point at."""
        for event in events:
            match event:
                case Struck(unit=unit, target=target):
                    afar = frozenset((unit, target)) not in self.pairs
                    return [self._seen(unit), self._seen(target), int(afar and self._seen(unit) != self._seen(target))]
                case Declared(unit=unit, target=target) if target:
                    return [self._seen(unit), self._seen(target), 0]
                case Landed(unit=unit):
                    return [self._seen(unit)]
                case Moved(unit=unit) | Checked(unit=unit) | Formed(unit=unit) | Attached(unit=unit) | Fell(unit=unit):
                    return [self._seen(unit)]
                case Spent(units=units) if units:
                    return [self._seen(units[0])]
                case Placed(what=what) if what in self.units:
                    return [self.units[what]]
        return []

    def _seen(self, unit: str) -> int:
        """Who is with a unit is seen where it is."""
        return self.units[self.cast[unit].host or unit]

    def _legs(self, events: Iterable[AnyEvent]) -> Iterator[list[int]]:
        """Every leg of every move: unit, whether it is walked (else the figures turn on the spot), pose, look."""
        cast, pairs = self.cast, self.pairs
        for event in events:
            match event:
                case Moved(unit=name, legs=walked):
                    stand = cast[name]
                    for leg in walked:
                        walks = (
                            isinstance(leg.manoeuvre, Advance | Oblique | Wheel | SquareUp) and leg.body == stand.body
                        )
                        stand = _moved(stand, leg.pose, leg.body)
                        yield [self.units[name], int(walks), *self._pose(name, stand, pairs)]
                case Formed(unit=name, pose=pose, body=body):
                    stand = cast[name]
                    walks = stand.body == body and stand.pose is not None and _turn(stand.pose, pose) < 60_000
                    yield [self.units[name], int(walks), *self._pose(name, _moved(stand, pose, body), pairs)]
            cast = after(cast, (event,), self.battle)
            pairs = touching_after(pairs, (event,))

    def _pose(self, name: str, stand: Stand, pairs: Pairs) -> list[int]:
        one = drawn(self.battle, {**self.cast, name: stand}, pairs)[name]
        return [one.pose.x, one.pose.y, one.pose.heading, self._look(one)]

    # ------------------------------------------------------------ what is drawn

    def _changes(self, *, spots: bool = True) -> Data:
        """What has to be drawn anew since it was last asked for. Labels look for a place once an entry."""
        on_table = drawn(self.battle, self.cast, self.pairs)
        now = {name: self._state(one) for name, one in on_table.items()}
        changed: dict[int, Any] = {
            self.units[name]: state for name, state in now.items() if self.shown.get(name) != state
        }
        changed |= {self.units[name]: 0 for name in self.shown if name not in now}
        fresh = now.keys() - self.shown.keys()
        self.shown = now
        found: Data = {"c": changed} if changed else {}
        board = self.battle.table
        if spots or fresh:
            moved = self.places.moved(on_table, board, self.battle.turn)
            found |= {"p": {self.units[name]: places for name, places in moved.items()}} if moved else {}
        for key, value in (
            ("q", self._contact(on_table)),
            ("b", self._board(board)),
            ("f", self._strengths()),
        ):
            if self.told[key] != value:
                self.told[key] = found[key] = value
        return found

    def _state(self, one: Drawn) -> list[int]:
        if one not in self.states:
            label = self.labels.number((draw_label(one, (0, 0)), draw_label(_chip_only(one), (0, 0), CHIP_SCALE)))
            self.states[one] = [one.pose.x, one.pose.y, one.pose.heading, self._look(one), label]
        return self.states[one]

    def _look(self, one: Drawn) -> int:
        """The drawing of a unit without its place, near and from afar."""
        self.ever.setdefault((one.body.base, one.symbol, one.manner, one.pattern, one.marks, one.hedgehog), one)
        near, far = draw_body(one), draw_body(one, "blocks")
        return self.looks.number((_PLACE.sub(r"\1", near, count=1), _PLACE.sub(r"\1", far, count=1)))

    def _contact(self, on_table: Mapping[str, Drawn]) -> int:
        ground = tuple((one.pose, one.body, one.count) for one in on_table.values())
        if ground not in self.touched:
            self.touched = {ground: self.contacts.number(draw_contacts(list(on_table.values())))}
        return self.touched[ground]

    def _board(self, board: Board) -> int:
        """Boards differ by a feature or two while terrain is laid: they share their tags."""
        if board != self.board:
            self.board = board
            tags = tuple(self.tags.number(tag) for tag in _TAG.findall(draw_board(board)))
            self.board_number = self.boards.number(tags)
        return self.board_number

    def _strengths(self) -> list[list[int]]:
        """Of each side the figures that have not run, and all that are left; units yet to come count."""
        sums = [[0, 0] for _ in self.sides]
        for name, stand in self.cast.items():
            if self.battle.units[name].afloat:
                continue
            row = sums[self.sides[self.battle.units[name].side]]
            row[0] += fit(self.cast, name)
            row[1] += stand.figures
        return sums


def _chip_only(one: Drawn) -> Drawn:
    return dataclasses.replace(one, label="")


def _moved(stand: Stand, pose: Pose, body: Body) -> Stand:
    return msgspec.structs.replace(stand, pose=pose, body=body)


def _turn(one: Pose, other: Pose) -> int:
    turned = abs(one.heading - other.heading) % FULL_TURN
    return min(turned, FULL_TURN - turned)


def _result(beat: Beat) -> str:
    """In a word or two what came of it."""
    for event in beat.events:
        match event:
            case Struck(hits=hits):
                fallen = sum(one.figures for one in beat.events if isinstance(one, Fell))
                came = f"{hits} hit{'' if hits == 1 else 's'}"
                return f"{came}, {fallen} fall" if fallen else came
            case Landed(struck=struck):
                return f"{sum(figures for _, figures in struck) or 'none'} struck"
            case Checked(passed=passed):
                turned = [one.on for one in beat.events if isinstance(one, Marked) and one.mark == ROUTED]
                if turned:
                    return "Routed" if turned[0] else "Rallied"
                return "Passed" if passed else "Failed"
    return ""
