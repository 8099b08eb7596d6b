"""Events and tallies in plain English, for the log and for those who listen. Rule ids stay on the event.

A sentence speaks of units as the given battle knows them: told with a seat's view, it names nothing hidden
from that seat.
"""

from __future__ import annotations

from schiltron.battle.chance import Counted
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
    Leg,
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
from schiltron.battle.grammar import counted, does, listed
from schiltron.battle.manoeuvre import Advance, Oblique
from schiltron.battle.naming import (
    Stranger,
    as_side,
    is_one,
    seat_name,
    side_does,
    side_name,
    unit_acts,
    unit_and_side,
    unit_does,
    unit_name,
)
from schiltron.battle.state import AnyBattle, Outcome
from schiltron.battle.wording import aimed, capital, show_sum, spelled, tell_leg, tell_matter, tell_need, tell_roll
from schiltron.table.lengths import Mil, show_inches

SAID_AND_DONE = {
    "challenge": "challenge",
    "accept": "accept the challenge of",
    "decline": "decline the challenge of",
    "force": "try to force a duel on",
    "flee": "try to flee from",
    "rally": "try to rally",
    "bring back into command": "try to take back into command",
    "order forward": "try to send forward",
    "order to charge": "try to send into a charge",
    "order to a forced march": "try to send on a forced march",
    "order to wheel": "try to wheel",
}
"""What is done by being said: it is told as happening now."""
LASTING = {"wounded": ("are wounded and fight on", "is wounded and fights on")}
"""Marks that are told in words of their own when they are put on."""
PUT_ON_AND_OFF = {
    "shield_wall": ("stand in a shield wall", "give up the shield wall"),
    "set_spears": ("set spears against a charge", "take up the spears again"),
    "gaps": ("have gaps in the front", "close the gaps in the front"),
    "attacks_on_its_own": ("attack without orders", "attack without orders no more"),
}
"""Marks that are no adjectives: what a unit does when they come and when they go."""
DUEL = "duel"
RALLY = "rally"
_HAIR: Mil = 5
"""Shorter than this shows as nothing at all."""
EDGES = {"front": "front", "rear": "rear", "left": "left flank", "right": "right flank"}


def tell(event: Happening, battle: AnyBattle) -> str | None:
    """An event in a sentence, or None where there is nothing to say to those who see this battle."""
    try:
        return _told(event, battle)
    except Stranger:
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
    except Stranger:
        return None


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
            return tell_roll(event)
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
            return f"{unit_acts(battle, event.unit, told_move(event))}."
        case Formed():
            return f"{unit_acts(battle, event.unit, spelled(event.why))}."
        case Placed():
            whose = f" ({side_name(battle, event.side)})" if event.side else ""
            return f"{capital(event.name)}{whose}: put on the table."
        case Removed():
            told = event.figures and not is_one(battle, event.unit)
            figures = f"{counted(event.figures, 'figure')} " if told else ""
            return f"{unit_and_side(battle, event.unit)}: {figures}off the table, {spelled(event.why)}."
        case Touched():
            comes = unit_acts(battle, event.unit, "come into contact with")
            return f"{comes} {_edge(battle, event)}{unit_name(battle, event.other)}."
        case Parted():
            return f"{unit_and_side(battle, event.unit)} and {unit_name(battle, event.other)} are out of contact."


def told_move(event: Moved) -> str:
    """What many do who move so: "move 6½″: advance 6″, wheel left 30°", "face about", "stand"."""
    legs = ", ".join(tell_leg(leg.manoeuvre) for leg in event.legs if not _is_empty(leg))
    return f"move {show_inches(event.spent)}: {legs}" if legs and event.spent >= _HAIR else legs or "stand"


def _is_empty(leg: Leg) -> bool:
    """Straight on by nothing that a ruler shows: who meets somebody right before his front."""
    return isinstance(leg.manoeuvre, Advance | Oblique) and abs(leg.manoeuvre.distance) < _HAIR


def _edge(battle: AnyBattle, event: Touched) -> str:
    """A single figure is met, not one of its flanks."""
    return "" if is_one(battle, event.other) else f"the {EDGES[event.edge]} of "


def _of_fighting(event: Declared | Struck | Landed | Fell | Checked | Marked | Compelled, battle: AnyBattle) -> str:
    unit = unit_and_side(battle, event.unit)
    match event:
        case Declared():
            return f"{unit} {_declared(event, battle)}."
        case Struck():
            return _struck(event, battle, counted(event.dice, "die", "dice"))
        case Landed():
            return f"{unit}: {_landed(event, battle)}."
        case Fell():
            if is_one(battle, event.unit):
                return f"{unit} falls."
            left = f"{event.left} left" if event.left else "none left"
            return f"{unit} lose {counted(event.figures, 'figure')}, {left}."
        case Checked():
            return f"{unit} {_checked(event, battle)}."
        case Marked():
            return f"{unit} {_marked(event, battle)}."
        case Compelled():
            return f"{unit} {unit_does(battle, event.unit, spelled(event.action))}, by rule and not by order."


def _landed(event: Landed, battle: AnyBattle) -> str:
    hit = ", ".join(f"{figures} of {unit_name(battle, unit)}" for unit, figures in event.struck)
    stopped = f" and is stopped by {event.stopped}" if event.stopped else ""
    return f"the shot falls on {hit or 'nobody'}{stopped}"


def _struck(event: Struck, battle: AnyBattle, dice: str) -> str:
    kept = f", {event.kept} {'not saved' if event.action == DUEL else 'kept'}" if event.kept else ""
    attack = f"{unit_acts(battle, event.unit, aimed(event.action))} {unit_name(battle, event.target)}"
    return f"{attack}: {dice}, {counted(event.hits, event.each)}{kept}."


def _declared(event: Declared, battle: AnyBattle) -> str:
    action = spelled(event.action)
    if not event.target:
        return f"will {action}"
    target = unit_name(battle, event.target)
    if action in SAID_AND_DONE:
        return f"{unit_does(battle, event.unit, SAID_AND_DONE[action])} {target}"
    return f"will {aimed(action)} {target}"


def _checked(event: Checked, battle: AnyBattle) -> str:
    one = is_one(battle, event.unit)
    passed = ("passed" if one else "they pass") if event.passed else ("failed" if one else "they fail")
    came = f"{event.need} or less is needed" if event.under else f"{show_sum(event.tally)} against {event.need}"
    what = "try to rally" if event.why == RALLY else f"check {event.of}, {spelled(event.why)}"
    return f"{does(what, one=one)}: {came}, {passed}"


def _marked(event: Marked, battle: AnyBattle) -> str:
    one = is_one(battle, event.unit)
    if event.on and event.mark in LASTING:
        return LASTING[event.mark][one]
    if event.mark in PUT_ON_AND_OFF:
        come, go = PUT_ON_AND_OFF[event.mark]
        return does(come if event.on else go, one=one)
    return f"{does('are', one=one)} {'now' if event.on else 'no longer'} {spelled(event.mark)}"


def _of_seats(event: Sealed | Revealed | Proposed | Altered | TookBack, battle: AnyBattle) -> str:
    match event:
        case Sealed():
            who = seat_name(battle, event.seat)
            return f"{who} {as_side(who, 'have')} answered; {_still_out(event, battle)}."
        case Revealed():
            return f"{listed([seat_name(battle, seat) for seat in event.seats])}: all answers lie open."
        case Proposed():
            who = seat_name(battle, event.seat)
            return f"{who} {as_side(who, 'propose')}: {tell_matter(event.matter)}."
        case Altered():
            return f"{'Agreed' if event.agreed else 'Refused'}: {tell_matter(event.matter)}."
        case TookBack():
            where = f"as after entry {event.to}" if event.to else "as it began"
            who = seat_name(battle, event.seat)
            return f"{who} {as_side(who, 'take')} an answer back: the battle stands {where}."


def _still_out(event: Sealed, battle: AnyBattle) -> str:
    others = [seat_name(battle, seat.id) for seat in battle.seats if seat.id != event.seat]
    return f"{others[0]} {as_side(others[0], 'are')} still out" if len(others) == 1 else "the others are still out"


def _of_cards_and_company(event: Drew | Spent | Attached | Detached, battle: AnyBattle) -> str:
    match event:
        case Drew(side=side):
            return f"{side_does(battle, side, 'draw')} {event.what or 'a card'}."
        case Spent(effect="", side=side):
            return f"{side_does(battle, side, 'give')} back {event.what}."
        case Spent(side=side):
            whom = f" for {listed([unit_name(battle, one) for one in event.units])}" if event.units else ""
            against = f" against {unit_name(battle, event.target)}" if event.target else ""
            return f"{side_does(battle, side, 'play')} {event.what}, {spelled(event.effect)}{whom}{against}."
        case Attached():
            return f"{unit_acts(battle, event.unit, 'join')} {unit_name(battle, event.host)}."
        case Detached():
            return f"{unit_acts(battle, event.unit, 'leave')} {unit_name(battle, event.host)}."


def _began(event: Began, battle: AnyBattle) -> str:
    whose = f", {side_name(battle, event.side)}" if event.side else ""
    if event.what == "turn":
        return f"{battle.turn_word} {event.turn}{whose}."
    turn = f" ({battle.turn_word.lower()} {event.turn})" if event.turn else ""
    return f"{capital(spelled(event.what))}{whose}{turn}."


def _ended(outcome: Outcome, battle: AnyBattle) -> str:
    how = {
        "beaten": "the enemy is beaten",
        "conceded": "the enemy concedes" if outcome.winner else "one side concedes",
        "agreed": "by agreement",
        "points": "on points",
        "turn_limit": f"the last {battle.turn_word.lower()} is over",
        "annihilated": "nobody is left to fight" if not outcome.winner else "the enemy is destroyed",
    }[outcome.how]
    points = "; ".join(f"{side_name(battle, side)} {show_sum(tally)}" for side, tally in outcome.reckoning)
    counted_as = {tally.label for _, tally in outcome.reckoning if tally.measure not in ("points", "eighths")}
    points = f"{counted_as.pop()}: {points}" if len(counted_as) == 1 else points
    winner = side_name(battle, outcome.winner) if outcome.winner else ""
    result = f"{winner} {as_side(winner, 'win')}" if winner else "The battle is drawn"
    return f"{result}: {how}{f' ({points})' if points else ''}."
