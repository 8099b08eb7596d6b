"""Events and tallies in plain English, for the log and for those who listen. Rule ids stay on the event.

A sentence speaks of units as the given battle knows them: told with a seat's view, it names nothing hidden
from that seat.
"""

from __future__ import annotations

from schiltron.battle.chance import AtLeast, AtMost, Counted, Pool, SumOf, Thrown
from schiltron.battle.event import (
    Altered,
    Attached,
    Began,
    Checked,
    Compelled,
    Declared,
    Detached,
    Drew,
    Ended,
    Fell,
    Formed,
    Happening,
    Landed,
    Marked,
    Moved,
    Parted,
    Placed,
    Proposed,
    Removed,
    Revealed,
    Rolled,
    Ruled,
    Sealed,
    Spent,
    Struck,
    TookBack,
    Touched,
)
from schiltron.battle.grammar import counted, does, is_plural, listed
from schiltron.battle.manoeuvre import (
    Advance,
    Expand,
    Face,
    FormHedgehog,
    FormUp,
    Manoeuvre,
    Reform,
    SquareUp,
    Turn,
    Wheel,
    Wrap,
)
from schiltron.battle.order import Amend, CallItDrawn, Matter, TakeBack
from schiltron.battle.state import AnyBattle, Outcome
from schiltron.battle.tally import Tally, show_points
from schiltron.table.lengths import show_inches

AIMED_AT = {
    "shoot": "shoot at",
    "shooting": "shoot at",
    "fire": "fire at",
    "charge": "charge",
    "attack": "attack",
    "fight": "fight",
    "melee": "fight",
    "free attack": "make a free attack on",
    "impale": "impale",
    "dirty tricks": "play dirty tricks on",
    "duel": "strike at",
}
SAID_AND_DONE = {
    "challenge": "challenge",
    "accept": "accept the challenge of",
    "decline": "decline the challenge of",
    "force": "try to force a duel on",
    "flee": "try to flee from",
}
"""What is done by being said: it is told as happening now."""
LASTING = {"wounded": ("are wounded and fight on", "is wounded and fights on")}
"""Marks that are told in words of their own when they are put on."""
DUEL = "duel"
RALLY = "rally"
EDGES = {"front": "front", "rear": "rear", "left": "left flank", "right": "right flank"}


class _Unknown(LookupError):
    """A unit this battle, being a view, does not know."""


def tell(event: Happening, battle: AnyBattle) -> str | None:
    """An event in a sentence, or None where there is nothing to say to those who see this battle."""
    try:
        return _told(event, battle)
    except _Unknown:
        return None


def tell_blow(rolled: Happening | None, struck: Happening, battle: AnyBattle) -> str | None:
    """An attack together with its dice, where these are one pool; None where the two are to be told one by one."""
    if not isinstance(rolled, Rolled) or not isinstance(struck, Struck) or len(rolled.pools) != 1:
        return None
    (pool,), (thrown,) = rolled.roll.pools, rolled.pools
    attacker = battle.units.get(struck.unit)
    theirs = attacker is not None and pool.whose == attacker.side
    if not theirs or not isinstance(pool.reading, Counted) or (pool.count, thrown.hits) != (struck.dice, struck.hits):
        return None
    try:
        return _struck(struck, battle, f"{pool.count}d{pool.sides} for {tell_need(pool.reading)}")
    except _Unknown:
        return None


def tell_need(reading: Counted) -> str:
    """What a die must show: "5 or more", "2 or less"."""
    return f"{reading.need} or {'more' if isinstance(reading, AtLeast) else 'less'}"


def tell_tally(tally: Tally) -> list[str]:
    """What a number came to, then its terms one by one, in the order of `tally.terms`."""
    lines = [f"{tally.label}: {_sum(tally)}"]
    for place, term in enumerate(tally.terms):
        amount = _amount(abs(term.value), tally)
        sign = "−" if term.value < 0 else "+" if place else ""
        lines.append(f"{sign}{amount} {term.label}")
    return lines


def _told(event: Happening, battle: AnyBattle) -> str:
    match event:
        case Moved() | Formed() | Placed() | Removed() | Touched() | Parted():
            return _of_places(event, battle)
        case Declared() | Struck() | Landed() | Fell() | Checked() | Marked() | Compelled():
            return _of_fighting(event, battle)
        case Sealed() | Revealed() | Proposed() | Altered() | TookBack():
            return _of_seats(event, battle)
        case Began():
            return _began(event, battle)
        case Rolled():
            return _rolled(event)
        case Drew() | Spent() | Attached() | Detached():
            return _of_cards_and_company(event, battle)
        case Ruled():
            return f"Ruling: {event.what.removesuffix('.')}."
        case Ended():
            return _ended(event.outcome, battle)


# ---------------------------------------------------------------- by what they are about


def _of_places(event: Moved | Formed | Placed | Removed | Touched | Parted, battle: AnyBattle) -> str:
    match event:
        case Moved():
            legs = ", ".join(tell_leg(leg.manoeuvre) for leg in event.legs)
            if not event.spent or not legs:
                legs = legs or "stand"
                return f"{_unit(battle, event.unit)} {_does(battle, event.unit, legs)}."
            return (
                f"{_unit(battle, event.unit)} {_does(battle, event.unit, 'move')} {show_inches(event.spent)}: {legs}."
            )
        case Formed():
            return f"{_unit(battle, event.unit)} {_does(battle, event.unit, _words(event.why))}."
        case Placed():
            whose = f" ({_side(battle, event.side)})" if event.side else ""
            return f"{_capital(event.name)}{whose}: put on the table."
        case Removed():
            told = event.figures and not _is_one(battle, event.unit)
            figures = f"{counted(event.figures, 'figure')} " if told else ""
            return f"{_unit(battle, event.unit)}: {figures}off the table, {_words(event.why)}."
        case Touched():
            comes = f"{_does(battle, event.unit, 'come')} into contact with"
            return f"{_unit(battle, event.unit)} {comes} {_edge(battle, event)}{_name(battle, event.other)}."
        case Parted():
            return f"{_unit(battle, event.unit)} and {_name(battle, event.other)} are out of contact."


def _edge(battle: AnyBattle, event: Touched) -> str:
    """A single figure is met, not one of its flanks."""
    return "" if _is_one(battle, event.other) else f"the {EDGES[event.edge]} of "


def _of_fighting(event: Declared | Struck | Landed | Fell | Checked | Marked | Compelled, battle: AnyBattle) -> str:
    unit = _unit(battle, event.unit)
    match event:
        case Declared():
            return f"{unit} {_declared(event, battle)}."
        case Struck():
            return _struck(event, battle, counted(event.dice, "die", "dice"))
        case Landed():
            return f"{unit}: {_landed(event, battle)}."
        case Fell():
            if _is_one(battle, event.unit):
                return f"{unit} falls."
            left = f"{event.left} left" if event.left else "none left"
            return f"{unit} lose {counted(event.figures, 'figure')}, {left}."
        case Checked():
            return f"{unit} {_checked(event, battle)}."
        case Marked():
            return f"{unit} {_marked(event, battle)}."
        case Compelled():
            return f"{unit} {_does(battle, event.unit, _words(event.action))}, by rule and not by order."


def _landed(event: Landed, battle: AnyBattle) -> str:
    hit = ", ".join(f"{figures} of {_name(battle, unit)}" for unit, figures in event.struck)
    stopped = f" and is stopped by {event.stopped}" if event.stopped else ""
    return f"the shot falls on {hit or 'nobody'}{stopped}"


def _struck(event: Struck, battle: AnyBattle, dice: str) -> str:
    does_it = _does(battle, event.unit, _against(event.action))
    kept = f", {event.kept} {'not saved' if event.action == DUEL else 'kept'}" if event.kept else ""
    attack = f"{_unit(battle, event.unit)} {does_it} {_name(battle, event.target)}"
    return f"{attack}: {dice}, {counted(event.hits, 'hit')}{kept}."


def _declared(event: Declared, battle: AnyBattle) -> str:
    action = _words(event.action)
    if not event.target:
        return f"will {action}"
    target = _name(battle, event.target)
    if action in SAID_AND_DONE:
        return f"{_does(battle, event.unit, SAID_AND_DONE[action])} {target}"
    return f"will {_against(action)} {target}"


def _checked(event: Checked, battle: AnyBattle) -> str:
    one = _is_one(battle, event.unit)
    passed = ("passed" if one else "they pass") if event.passed else ("failed" if one else "they fail")
    came = f"{event.need} or less is needed" if event.under else f"{_sum(event.tally)} against {event.need}"
    what = "try to rally" if event.why == RALLY else f"check morale, {_words(event.why)}"
    return f"{does(what, one=one)}: {came}, {passed}"


def _marked(event: Marked, battle: AnyBattle) -> str:
    one = _is_one(battle, event.unit)
    if event.on and event.mark in LASTING:
        return LASTING[event.mark][one]
    return f"{does('are', one=one)} {'now' if event.on else 'no longer'} {_words(event.mark)}"


def _of_seats(event: Sealed | Revealed | Proposed | Altered | TookBack, battle: AnyBattle) -> str:
    match event:
        case Sealed():
            who = _seat(battle, event.seat)
            return f"{who} {_of_side(who, 'have')} answered; the others are still out."
        case Revealed():
            return f"{listed([_seat(battle, seat) for seat in event.seats])}: all answers lie open."
        case Proposed():
            who = _seat(battle, event.seat)
            return f"{who} {_of_side(who, 'propose')}: {tell_matter(event.matter)}."
        case Altered():
            return f"{'Agreed' if event.agreed else 'Refused'}: {tell_matter(event.matter)}."
        case TookBack():
            where = f"as after entry {event.to}" if event.to else "as it began"
            who = _seat(battle, event.seat)
            return f"{who} {_of_side(who, 'take')} an answer back: the battle stands {where}."


def _of_cards_and_company(event: Drew | Spent | Attached | Detached, battle: AnyBattle) -> str:
    match event:
        case Drew(side=side):
            return f"{_side_does(battle, side, 'draw')} {event.what or 'a card'}."
        case Spent(effect="", side=side):
            return f"{_side_does(battle, side, 'give')} back {event.what}."
        case Spent(side=side):
            whom = f" for {listed([_name(battle, one) for one in event.units])}" if event.units else ""
            against = f" against {_name(battle, event.target)}" if event.target else ""
            return f"{_side_does(battle, side, 'play')} {event.what}, {_words(event.effect)}{whom}{against}."
        case Attached():
            return f"{_unit(battle, event.unit)} {_does(battle, event.unit, 'join')} {_name(battle, event.host)}."
        case Detached():
            return f"{_unit(battle, event.unit)} {_does(battle, event.unit, 'leave')} {_name(battle, event.host)}."


def _began(event: Began, battle: AnyBattle) -> str:
    whose = f", {_side(battle, event.side)}" if event.side else ""
    if event.what == "turn":
        return f"Turn {event.turn}{whose}."
    turn = f" (turn {event.turn})" if event.turn else ""
    return f"{_capital(_words(event.what))}{whose}{turn}."


def _ended(outcome: Outcome, battle: AnyBattle) -> str:
    how = {
        "beaten": "the enemy is beaten",
        "conceded": "the enemy concedes" if outcome.winner else "one side concedes",
        "agreed": "by agreement",
        "points": "on points",
        "turn_limit": "the last turn is over",
        "annihilated": "nobody is left to fight" if not outcome.winner else "the enemy is destroyed",
    }[outcome.how]
    points = "; ".join(f"{_side(battle, side)} {_sum(tally)}" for side, tally in outcome.reckoning)
    counted_as = {tally.label for _, tally in outcome.reckoning if tally.measure not in ("points", "eighths")}
    points = f"{counted_as.pop()}: {points}" if len(counted_as) == 1 else points
    winner = _side(battle, outcome.winner) if outcome.winner else ""
    result = f"{winner} {_of_side(winner, 'win')}" if winner else "The battle is drawn"
    return f"{result}: {how}{f' ({points})' if points else ''}."


# ---------------------------------------------------------------- parts of sentences


def tell_leg(manoeuvre: Manoeuvre) -> str:
    """A leg of a move, as an order would put it."""
    match manoeuvre:
        case Advance(distance=distance):
            return f"{'go back' if distance < 0 else 'advance'} {show_inches(abs(distance))}"
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
            return {"close": "close order", "open": "open order"}.get(to, f"form {to}")
        case Wrap():
            return "wrap round the enemy"
        case Expand():
            return "expand round the enemy"
        case SquareUp():
            return "square up"


def _rolled(event: Rolled) -> str:
    """One pool of dice whose label says nothing new goes without it."""
    purpose = _capital(event.roll.purpose)
    if not event.pools:
        return f"{purpose}."
    pools = list(zip(event.roll.pools, event.pools, strict=True))
    alone = len(pools) == 1 and pools[0][0].label.lower() in purpose.lower()
    came = "; ".join(_pool(pool, thrown, named=not alone) for pool, thrown in pools)
    return f"{purpose}{'' if purpose.endswith('?') else ':'} {came}."


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


def tell_matter(matter: Matter) -> str:
    """What is proposed."""
    match matter:
        case Amend():
            return f"{_words(matter.switch)} becomes {_words(matter.value)}"
        case TakeBack():
            return "an answer is taken back, dice and all"
        case CallItDrawn():
            return "the battle is called drawn"


def _against(action: str) -> str:
    return AIMED_AT.get(_words(action)) or f"{_words(action)} against"


def _sum(tally: Tally) -> str:
    return _amount(tally.total, tally) if tally.verdict == "total" else tally.verdict


def _amount(value: int, tally: Tally) -> str:
    if tally.measure == "eighths":
        return show_points(value / 8)
    return show_inches(value) if tally.measure == "thousandths" else str(value)


def _unit(battle: AnyBattle, unit_id: str) -> str:
    name = _name(battle, unit_id)
    return f"{name} ({_side(battle, battle.units[unit_id].side)})"


def _name(battle: AnyBattle, unit_id: str) -> str:
    unit = battle.units.get(unit_id)
    if unit is None:
        raise _Unknown(unit_id)
    return unit.name


def _is_one(battle: AnyBattle, unit_id: str) -> bool:
    """Whether it is a single figure, told in the singular; troops are many, even when one is left of them."""
    unit = battle.units.get(unit_id)
    if unit is None:
        raise _Unknown(unit_id)
    return unit.original == 1


def _does(battle: AnyBattle, unit_id: str, phrase: str) -> str:
    return does(phrase, one=_is_one(battle, unit_id))


def _side_does(battle: AnyBattle, side_id: str, phrase: str) -> str:
    name = _side(battle, side_id)
    return f"{name} {_of_side(name, phrase)}"


def _of_side(name: str, phrase: str) -> str:
    return does(phrase, one=not is_plural(name))


def _side(battle: AnyBattle, side_id: str) -> str:
    return next((side.name for side in battle.sides if side.id == side_id), side_id)


def _seat(battle: AnyBattle, seat_id: str) -> str:
    """A seat goes by its side's name where it is the side's only one."""
    side = next((seat.side for seat in battle.seats if seat.id == seat_id), "")
    return _side(battle, side) if side and len(battle.seats_of(side)) == 1 else _capital(seat_id)


def _words(name: str) -> str:
    return name.replace("_", " ")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
