"""Events and tallies in plain English, for the log and for those who listen. Rule ids stay on the event.

A sentence speaks of units as the given battle knows them: told with a seat's view, it names nothing hidden
from that seat.
"""

from __future__ import annotations

from schiltron.battle.chance import AtLeast, AtMost, Pool, SumOf, Thrown
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
from schiltron.battle.manoeuvre import (
    Advance,
    Expand,
    Face,
    FormHedgehog,
    Manoeuvre,
    Reform,
    SquareUp,
    Turn,
    Wheel,
    Wrap,
)
from schiltron.battle.order import Amend, CallItDrawn, Matter, TakeBack
from schiltron.battle.state import AnyBattle, Outcome
from schiltron.battle.tally import Tally
from schiltron.table.lengths import show_inches

AIMED_AT = {
    "shoot": "shoot at",
    "shooting": "shoot at",
    "charge": "charge",
    "attack": "attack",
    "fight": "fight",
    "melee": "fight",
    "free attack": "make a free attack on",
    "challenge": "challenge",
    "accept": "accept the challenge of",
    "decline": "decline the challenge of",
    "force": "force a duel on",
    "flee": "flee from",
    "dirty tricks": "play dirty tricks on",
    "duel": "strike at",
}
EDGES = {"front": "front", "rear": "rear", "left": "left flank", "right": "right flank"}


class _Unknown(LookupError):
    """A unit this battle, being a view, does not know."""


def tell(event: Happening, battle: AnyBattle) -> str | None:
    """An event in a sentence, or None where there is nothing to say to those who see this battle."""
    try:
        return _told(event, battle)
    except _Unknown:
        return None


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
        case Declared() | Struck() | Fell() | Checked() | Marked() | Compelled():
            return _of_fighting(event, battle)
        case Sealed() | Revealed() | Proposed() | Altered() | TookBack():
            return _of_seats(event, battle)
        case Began():
            return _began(event, battle)
        case Rolled():
            if not event.pools:
                return f"{_capital(event.roll.purpose)}."
            pools = zip(event.roll.pools, event.pools, strict=True)
            return f"{_capital(event.roll.purpose)}: {'; '.join(_pool(*one) for one in pools)}."
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
            moved = f"move {show_inches(event.spent)}: {legs}" if legs else "stand"
            return f"{_unit(battle, event.unit)} {moved}."
        case Formed():
            return f"{_unit(battle, event.unit)} {_words(event.why)}."
        case Placed():
            whose = f" ({_side(battle, event.side)})" if event.side else ""
            return f"{_capital(event.name)}{whose}: put on the table."
        case Removed():
            figures = f"{_count(event.figures, 'figure')} " if event.figures else ""
            return f"{_unit(battle, event.unit)}: {figures}off the table, {_words(event.why)}."
        case Touched():
            other = _name(battle, event.other)
            return f"{_unit(battle, event.unit)} come into contact with the {EDGES[event.edge]} of {other}."
        case Parted():
            return f"{_unit(battle, event.unit)} and {_name(battle, event.other)} are out of contact."


def _of_fighting(event: Declared | Struck | Fell | Checked | Marked | Compelled, battle: AnyBattle) -> str:
    unit = _unit(battle, event.unit)
    match event:
        case Declared():
            if not event.target:
                return f"{unit} will {_words(event.action)}."
            return f"{unit} will {_against(event.action)} {_name(battle, event.target)}."
        case Struck():
            came = f"{_count(event.dice, 'die', 'dice')}, {_count(event.hits, 'hit')}"
            kept = f", {event.kept} kept" if event.kept else ""
            return f"{unit} {_against(event.action)} {_name(battle, event.target)}: {came}{kept}."
        case Fell():
            left = f"{event.left} left" if event.left else "none left"
            return f"{unit} lose {_count(event.figures, 'figure')}, {left}."
        case Checked():
            passed = "they pass" if event.passed else "they fail"
            came = f"{_sum(event.tally)} against {event.need}"
            return f"{unit} check morale, {_words(event.why)}: {came}, {passed}."
        case Marked():
            return f"{unit} are {'now' if event.on else 'no longer'} {_words(event.mark)}."
        case Compelled():
            return f"{unit} {_words(event.action)}, by rule and not by order."


def _of_seats(event: Sealed | Revealed | Proposed | Altered | TookBack, battle: AnyBattle) -> str:
    match event:
        case Sealed():
            return f"{_seat(battle, event.seat)} has answered; the others are still out."
        case Revealed():
            return f"{_listed([_seat(battle, seat) for seat in event.seats])}: all answers lie open."
        case Proposed():
            return f"{_seat(battle, event.seat)} proposes: {tell_matter(event.matter)}."
        case Altered():
            return f"{'Agreed' if event.agreed else 'Refused'}: {tell_matter(event.matter)}."
        case TookBack():
            where = f"as after entry {event.to}" if event.to else "as it began"
            return f"{_seat(battle, event.seat)} takes an answer back: the battle stands {where}."


def _of_cards_and_company(event: Drew | Spent | Attached | Detached, battle: AnyBattle) -> str:
    match event:
        case Drew():
            return f"{_side(battle, event.side)} draws {event.what or 'a card'}."
        case Spent(effect=""):
            return f"{_side(battle, event.side)} gives back {event.what}."
        case Spent():
            whom = f" for {_listed([_name(battle, one) for one in event.units])}" if event.units else ""
            against = f" against {_name(battle, event.target)}" if event.target else ""
            return f"{_side(battle, event.side)} plays {event.what}, {_words(event.effect)}{whom}{against}."
        case Attached():
            return f"{_unit(battle, event.unit)} joins {_name(battle, event.host)}."
        case Detached():
            return f"{_unit(battle, event.unit)} leaves {_name(battle, event.host)}."


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
    winner = _side(battle, outcome.winner) if outcome.winner else ""
    result = f"{winner} {'win' if winner.endswith('s') else 'wins'}" if winner else "The battle is drawn"
    return f"{result}: {how}{f' ({points})' if points else ''}."


# ---------------------------------------------------------------- parts of sentences


def tell_leg(manoeuvre: Manoeuvre) -> str:
    """A leg of a move, as an order would put it."""
    match manoeuvre:
        case Advance(distance=distance):
            return f"advance {show_inches(distance)}"
        case Wheel(side=side, angle=angle):
            return f"wheel {side} {round(angle / 1000)}°"
        case Turn(angle=angle):
            return f"turn {'right' if angle > 0 else 'left'} {round(abs(angle) / 1000)}°"
        case Face(to=to):
            return "face about" if to == "rear" else f"face {to}"
        case Reform(files=files):
            return f"form {_count(files, 'file')}"
        case FormHedgehog():
            return "form hedgehog"
        case Wrap():
            return "wrap round the enemy"
        case Expand():
            return "expand round the enemy"
        case SquareUp():
            return "square up"


def _pool(pool: Pool, thrown: Thrown) -> str:
    shown = f"{pool.label}, {pool.count}d{pool.sides}"
    match pool.reading:
        case AtLeast(need=need):
            return f"{shown} for {need} or more: {_count(thrown.hits, 'hit')}"
        case AtMost(need=need):
            return f"{shown} for {need} or less: {thrown.hits} of {pool.count}"
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
    return show_inches(value) if tally.measure == "thousandths" else str(value)


def _unit(battle: AnyBattle, unit_id: str) -> str:
    name = _name(battle, unit_id)
    return f"{name} ({_side(battle, battle.units[unit_id].side)})"


def _name(battle: AnyBattle, unit_id: str) -> str:
    unit = battle.units.get(unit_id)
    if unit is None:
        raise _Unknown(unit_id)
    return unit.name


def _side(battle: AnyBattle, side_id: str) -> str:
    return next((side.name for side in battle.sides if side.id == side_id), side_id)


def _seat(battle: AnyBattle, seat_id: str) -> str:
    """A seat goes by its side's name where it is the side's only one."""
    side = next((seat.side for seat in battle.seats if seat.id == seat_id), "")
    return _side(battle, side) if side and len(battle.seats_of(side)) == 1 else _capital(seat_id)


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number or 'no'} {one if number == 1 else many or one + 's'}"


def _listed(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def _words(name: str) -> str:
    return name.replace("_", " ")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
