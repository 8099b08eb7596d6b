"""Parts of sentences that need no battle: a leg of a move, what a die must show, dice thrown, tallies, proposals."""

from __future__ import annotations

from typing import Literal

from schiltron.battle.state.chance import AtLeast, AtMost, Counted, EachFace, Pool, Roll, SumOf, Thrown
from schiltron.battle.state.event import Rolled
from schiltron.battle.state.manoeuvre import (
    Advance,
    Expand,
    Face,
    FormHedgehog,
    FormUp,
    Manoeuvre,
    Oblique,
    Reform,
    SquareUp,
    Turn,
    Wheel,
    Wrap,
)
from schiltron.battle.state.order import Amend, CallItDrawn, Matter, TakeBack
from schiltron.battle.state.tally import Tally, show_points
from schiltron.battle.words.grammar import counted
from schiltron.table.lengths import show_inches

AIMED_AT = {
    "death spell": "lay a death spell on",
    "wand of fireballs": "burst a fireball over",
    "wand of lightning bolts": "send a lightning bolt into",
    "shoot": "shoot at",
    "enchanted arrow": "loose an enchanted arrow at",
    "shooting": "shoot at",
    "casting": "cast spells at",
    "cast": "cast spells at",
    "fire": "fire at",
    "charge": "charge",
    "attack": "attack",
    "fight": "fight",
    "melee": "fight",
    "free attack": "make a free attack on",
    "impale": "impale",
    "dirty tricks": "play dirty tricks on",
    "duel": "strike at",
    "blows": "strike at",
    "blows at horses": "strike at the horses of",
    "fell_horses": "strike at the horses of",
    "set_horses": "set their horses at",
    "hooves": "trample",
    "parry": "parry",
    "dying blow": "deal a dying blow to",
    "breathe fire": "breathe fire on",
    "breathe gas": "breathe gas on",
    "breathe lightning": "breathe lightning on",
    "breathe frost": "breathe frost on",
    "breathe acid": "breathe acid on",
}

SHOTS = ("shoot", "shooting", "fire")
"""Attacks from afar, among what is done to somebody."""

FORMING = {
    "close": "close order",
    "open": "open order",
    "skirmish": "skirmish order",
    "shield_wall": "form a shield wall",
    "shield_ring": "form a ring of shields",
    "set_spears": "set spears",
    "set_ring": "set spears all round",
    "rise": "rise 3″",
    "sink": "sink 3″",
    "land": "land",
    "vanish": "become invisible",
    "appear": "appear",
    "flanks": "turn the flanks outward",
}
"""Formations that are taken up by other words than "form" and their name."""


Put = Literal["told", "you", "plain"]
_ORDERS = (
    *("move", "declare", "let", "choose", "assign", "place", "set", "lay", "take", "say", "pick", "decide", "play"),
    *("challenge", "point", "write", "give", "shoot", "note", "commit", "draw", "fight"),
)
"""Verbs with which a prompt tells the player what to do."""


def put(prompt: str) -> Put:
    """How a prompt is put: "Move a unit", "You threw higher", "Spears are cornered"."""
    first = prompt.partition(" ")[0].lower()
    return "told" if first in _ORDERS else "you" if first.startswith("you") else "plain"


def tell_leg(manoeuvre: Manoeuvre) -> str:
    """A leg of a move, as an order would put it."""
    match manoeuvre:
        case Advance(distance=distance):
            return f"{'go back' if distance < 0 else 'advance'} {show_inches(abs(distance))}"
        case Oblique(angle=angle, distance=distance):
            side = "right" if angle > 0 else "left"
            return f"oblique {side} {round(abs(angle) / 1000)}° for {show_inches(distance)}"
        case Wheel(side=side, angle=angle):
            return f"wheel {side} {round(angle / 1000)}°"
        case Turn(angle=angle):
            return f"turn {'right' if angle > 0 else 'left'} {round(abs(angle) / 1000)}°"
        case Face(to=to):
            return "face about" if to == "rear" else f"face {to}"
        case Reform(files=files):
            return f"form {counted(files, 'file')}"
        case FormHedgehog():
            return "form hedgehog"
        case FormUp(to=to):
            return FORMING.get(to, f"form {to}")
        case Wrap() | Expand():
            return f"{'wrap' if isinstance(manoeuvre, Wrap) else 'expand'} round the enemy"
        case SquareUp():
            return "square up"


def tell_matter(matter: Matter) -> str:
    """What is proposed, as a thing: "a draw" can be proposed, agreed and refused."""
    match matter:
        case Amend():
            return f"changing {spelled(matter.switch)} to {spelled(matter.value)}"
        case TakeBack():
            return "taking an answer back, dice and all"
        case CallItDrawn():
            return "a draw"


def tell_need(reading: Counted) -> str:
    """What a die must show: "5 or more", "2 or less"."""
    return f"{reading.need} or {'more' if isinstance(reading, AtLeast) else 'less'}"


def tell_roll(event: Rolled) -> str:
    """One pool of dice whose label says nothing new goes without it."""
    purpose = capital(event.roll.purpose)
    if not event.pools:
        return f"{purpose}."
    pools = list(zip(event.roll.pools, event.pools, strict=True))
    alone = len(pools) == 1 and pools[0][0].label.lower() in purpose.lower()
    came = "; ".join(_pool(pool, thrown, named=not alone) for pool, thrown in pools)
    return f"{purpose}{'' if purpose.endswith('?') else ':'} {came}."


def is_listed(event: Rolled) -> bool:
    """Whether its pools are shown one under the other, each with its label and what it came to."""
    seen = (
        thrown.faces or isinstance(pool.reading, EachFace)
        for pool, thrown in zip(event.roll.pools, event.pools, strict=True)
    )
    return len(event.pools) > 1 and not event.roll.drawn and all(seen)


def short_labels(roll: Roll) -> tuple[str, ...]:
    """What tells the pools of a roll apart: where one throws them all, only what they are for."""
    parts = [pool.label.partition(": ") for pool in roll.pools]
    alone = len({who for who, _, _ in parts}) == 1 and all(what for _, _, what in parts)
    return tuple(what if alone else pool.label for pool, (_, _, what) in zip(roll.pools, parts, strict=True))


def _pool(pool: Pool, thrown: Thrown, *, named: bool) -> str:
    shown = f"{pool.label}, {pool.count}d{pool.sides}" if named else f"{pool.count}d{pool.sides}"
    match pool.reading:
        case AtLeast() as reading:
            return f"{shown} for {tell_need(reading)}: {counted(thrown.hits, 'hit')}"
        case AtMost() as reading:
            return f"{shown} for {tell_need(reading)}: {thrown.hits} of {pool.count}"
        case SumOf():
            return f"{shown}: {thrown.total}"
        case _:
            dice = thrown.faces or tuple(face for face, number in thrown.classes for _ in range(number))
            return f"{shown}: {' '.join(map(str, dice))}"


def tell_tally(tally: Tally) -> list[str]:
    """What a number came to, then its terms one by one, in the order of `tally.terms`."""
    lines = [f"{tally.label}: {show_sum(tally)}"]
    for place, term in enumerate(tally.terms):
        amount = show_amount(abs(term.value), tally)
        sign = "−" if term.value < 0 else "+" if place else ""
        lines.append(f"{sign}{amount} {term.label}")
    return lines


def show_sum(tally: Tally) -> str:
    return show_amount(tally.total, tally) if tally.verdict == "total" else tally.verdict


def show_amount(value: int, tally: Tally) -> str:
    if tally.measure == "eighths":
        return show_points(value / 8)
    if tally.measure == "hundredths":
        return f"{value / 100:g}"
    if tally.measure == "tenths":
        return f"{value / 10:g}"
    return show_inches(value) if tally.measure == "thousandths" else str(value)


def aimed(action: str) -> str:
    return AIMED_AT.get(spelled(action)) or f"{spelled(action)} against"


def spelled(name: str) -> str:
    return name.replace("_", " ")


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
