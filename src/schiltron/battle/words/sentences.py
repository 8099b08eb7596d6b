"""Events and tallies in plain English, for the log and for those who listen. Rule ids stay on the event.

A sentence speaks of units as the given battle knows them: told with a seat's view, it names nothing hidden
from that seat.
"""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.state.battle import AnyBattle, Outcome
from schiltron.battle.state.chance import Counted
from schiltron.battle.state.event import (
    Altered,
    AnyEvent,
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
    Landed,
    Leg,
    Marked,
    Moved,
    Parted,
    Placed,
    Proposed,
    RanOut,
    Removed,
    Reported,
    Revealed,
    Rolled,
    Ruled,
    Sealed,
    Spent,
    Struck,
    TookBack,
    Touched,
    Worked,
)
from schiltron.battle.state.field import fights_for
from schiltron.battle.state.manoeuvre import Advance, Oblique
from schiltron.battle.words.actions import tell_action
from schiltron.battle.words.grammar import counted, does, listed
from schiltron.battle.words.names import (
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
    whose,
)
from schiltron.battle.words.phrases import (
    aimed,
    capital,
    is_listed,
    show_sum,
    spelled,
    tell_leg,
    tell_matter,
    tell_need,
    tell_roll,
)
from schiltron.battle.words.text import Named, Secret, Text, listed_text, spotted, text, words
from schiltron.table.lengths import Mil, show_inches

SAID_AND_DONE = {
    "challenge": "challenge",
    "accept": "accept the challenge of",
    "decline": "decline the challenge of",
    "single out": "single out",
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
    "antimagic_shell": ("stand in an antimagic shell", "stand in no antimagic shell any more"),
}
"""Marks that are no adjectives: what a unit does when they come and when they go."""
DUEL = "duel"
A_CARD = "a card"
TRIED = {
    "rally": "try to rally",
    "fire": "throw a die to fire",
    "saves against magic": "try to be saved from magic",
    "a counter-spell": "try to counter the spell",
}
"""What a check is called that is one of neither morale nor discipline, by why it is made."""
_HAIR: Mil = 5
"""Shorter than this shows as nothing at all."""
EDGES = {"front": "front", "rear": "rear", "left": "left flank", "right": "right flank"}


def tell(event: AnyEvent, battle: AnyBattle) -> str | None:
    """An event in a sentence, or None where there is nothing to say to those who see this battle."""
    told = tell_in_spans(event, battle)
    return words(told) if told is not None else None


def tell_in_spans(event: AnyEvent, battle: AnyBattle) -> Text | None:
    """The sentence with what it speaks of; None where nothing is to be said: of those who are carried along all is told
    with what carries them."""
    if isinstance(event, Moved) and event.carried_by:
        return None
    try:
        return _told(event, battle)
    except Stranger:
        return None


def headline(event: AnyEvent, battle: AnyBattle) -> Text | None:
    """An attack, a check or dice in pools without their figures, where these are shown beside it; None for all else."""
    match event:
        case Struck():
            return _attack(event, battle)
        case Checked():
            return text(unit_and_side(battle, event.unit), f" {_check(event, battle)}")
        case Rolled(roll=roll) if is_listed(event):
            return spotted(capital(roll.purpose), battle)
    return None


def tell_blow(rolled: AnyEvent | None, struck: AnyEvent, battle: AnyBattle) -> str | None:
    """An attack together with its dice, where these are one pool; None where the two are to be told one by one."""
    if not isinstance(rolled, Rolled) or not isinstance(struck, Struck) or len(rolled.pools) != 1:
        return None
    (pool,), (thrown,) = rolled.roll.pools, rolled.pools
    attacker = battle.units.get(struck.unit)
    theirs = attacker is not None and fights_for(battle, attacker, pool.whose)
    if not theirs or not isinstance(pool.reading, Counted) or (pool.count, thrown.hits) != (struck.dice, struck.hits):
        return None
    try:
        return words(_struck(struck, battle, f"{pool.count}d{pool.sides} for {tell_need(pool.reading)}"))
    except Stranger:
        return None


def _told(event: AnyEvent, battle: AnyBattle) -> Text:
    match event:
        case Moved() | Formed() | Placed() | Removed() | Touched() | Parted():
            return _of_places(event, battle)
        case Declared() | Struck() | Landed() | Fell() | Checked() | Marked() | Compelled():
            return _of_fighting(event, battle)
        case Sealed() | Revealed() | Proposed() | Altered() | TookBack() | RanOut():
            return text(_of_seats(event, battle))
        case Began():
            return text(_began(event, battle))
        case Rolled():
            return spotted(tell_roll(with_titles(event, battle)), battle)
        case Drew() | Spent() | Attached() | Detached():
            return _of_cards_and_company(event, battle)
        case Worked():
            return text(unit_and_side(battle, event.unit), ": ", *spotted(f"{event.power}, {event.what}.", battle))
        case Reported():
            return spotted(f"{capital(event.what.removesuffix('.'))}.", battle)
        case Ruled():
            return spotted(f"Ruling: {event.what.removesuffix('.')}.", battle)
        case Ended():
            return text(_ended(event.outcome, battle))


# ---------------------------------------------------------------- by what they are about


def _of_places(event: Moved | Formed | Placed | Removed | Touched | Parted, battle: AnyBattle) -> Text:
    match event:
        case Moved():
            return text(unit_acts(battle, event.unit, told_move(event)), ".")
        case Formed():
            return text(unit_acts(battle, event.unit, spelled(event.why)), ".")
        case Placed():
            name = capital(event.name)
            what = Named(event.what, name) if event.what in battle.units else name
            return text(what, whose(battle, event.side) if event.side else "", ": put on the table.")
        case Removed():
            told = event.figures and not is_one(battle, event.unit)
            figures = f"{counted(event.figures, 'figure')} " if told else ""
            why = spelled(event.why).removesuffix(" off the table")
            return text(unit_and_side(battle, event.unit), f": {figures}off the table, {why}.")
        case Touched():
            comes = unit_acts(battle, event.unit, "come into contact with")
            return text(comes, f" {_edge(battle, event)}", unit_name(battle, event.other), ".")
        case Parted():
            both = (unit_and_side(battle, event.unit), " and ", unit_name(battle, event.other))
            return text(*both, " are out of contact.")


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


def _of_fighting(event: Declared | Struck | Landed | Fell | Checked | Marked | Compelled, battle: AnyBattle) -> Text:
    unit = unit_and_side(battle, event.unit)
    match event:
        case Declared():
            return text(unit, " ", _declared(event, battle), ".")
        case Struck():
            return _struck(event, battle, counted(event.dice, "die", "dice") if event.dice else "")
        case Landed():
            return text(unit, f": the {event.what} falls on ", _landed(event, battle), ".")
        case Fell():
            if is_one(battle, event.unit):
                return text(unit, " falls.")
            left = f"{event.left} left" if event.left else "none left"
            return text(unit, f" lose {counted(event.figures, battle.figure_word)}, {left}.")
        case Checked():
            return text(unit, f" {_check(event, battle)}: {_checked(event, battle)}.")
        case Marked():
            return text(unit, f" {_marked(event, battle)}.")
        case Compelled():
            return text(unit, f" {unit_does(battle, event.unit, spelled(event.action))}, as the rules demand.")


def _landed(event: Landed, battle: AnyBattle) -> Text:
    counts = ((unit, "" if is_one(battle, unit) else f"{figures} of ") for unit, figures in event.struck)
    hit = [part for unit, of in counts for part in (", ", of, unit_name(battle, unit))][1:]
    return text(*(hit or ["nobody"]), f" and is stopped by {event.stopped}" if event.stopped else "")


def _struck(event: Struck, battle: AnyBattle, dice: str) -> Text:
    kept = f", {event.kept} {'not saved' if event.action == DUEL else 'carried over'}" if event.kept else ""
    thrown = f"{dice}, " if dice else ""
    return text(_attack(event, battle), f": {thrown}{counted(event.hits, event.each)}{kept}.")


def _attack(event: Struck, battle: AnyBattle) -> Text:
    return text(unit_acts(battle, event.unit, aimed(event.action)), " ", unit_name(battle, event.target))


def _declared(event: Declared, battle: AnyBattle) -> Text:
    action = tell_action(event.action, battle)
    if not event.target:
        return text(f"will {action}")
    target = unit_name(battle, event.target)
    if action in SAID_AND_DONE:
        return text(f"{unit_does(battle, event.unit, SAID_AND_DONE[action])} ", target)
    return text(f"will {aimed(action)} ", target)


def _check(event: Checked, battle: AnyBattle) -> str:
    what = TRIED.get(event.why) or f"check {event.of}, {spelled(event.why)}"
    return unit_does(battle, event.unit, what)


def _checked(event: Checked, battle: AnyBattle) -> str:
    one = is_one(battle, event.unit)
    if event.tally.verdict != "total":
        return f"{'' if one else 'they '}cannot {'fail' if event.passed else 'pass'}"
    passed = ("passed" if one else "they pass") if event.passed else ("failed" if one else "they fail")
    came = f"{event.need} or less is needed" if event.under else f"{show_sum(event.tally)} against {event.need}"
    return f"{came}, {passed}"


def _marked(event: Marked, battle: AnyBattle) -> str:
    one = is_one(battle, event.unit)
    if event.on and event.mark in LASTING:
        return LASTING[event.mark][one]
    if event.mark in PUT_ON_AND_OFF:
        come, go = PUT_ON_AND_OFF[event.mark]
        return does(come if event.on else go, one=one)
    return f"{does('are', one=one)} {'now' if event.on else 'no longer'} {spelled(event.mark)}"


def with_titles(event: Rolled, battle: AnyBattle) -> Rolled:
    """Dice of a side are told with the side's whole name; their label has but the army."""
    pools = tuple(replace(pool, label=_titled(pool.label, battle)) for pool in event.roll.pools)
    return replace(event, roll=replace(event.roll, pools=pools))


def _titled(label: str, battle: AnyBattle) -> str:
    side = next((one for one in battle.sides if label.startswith(one.name)), None)
    return label.replace(side.name, side.title, 1) if side is not None else label


def _of_seats(event: Sealed | Revealed | Proposed | Altered | TookBack | RanOut, battle: AnyBattle) -> str:
    match event:
        case Sealed():
            who = seat_name(battle, event.seat)
            return f"{who} {as_side(who, 'have')} answered; {_still_out(event, battle)}."
        case Revealed():
            return f"{listed([seat_name(battle, seat) for seat in event.seats])} have all answered."
        case Proposed():
            who = seat_name(battle, event.seat)
            return f"{who} {as_side(who, 'propose')} {tell_matter(event.matter)}."
        case Altered():
            return f"{'Agreed' if event.agreed else 'Refused'}: {tell_matter(event.matter)}."
        case TookBack():
            who = seat_name(battle, event.seat)
            gone = "whatever came of it is undone" if event.to else "the battle begins again"
            return f"{who} {as_side(who, 'take')} an answer back: {gone}."
        case RanOut():
            who = seat_name(battle, event.seat)
            then = ": a captain plays on" if event.captain else ""
            return f"{who} {as_side(who, 'are')} out of time{then}."


def _still_out(event: Sealed, battle: AnyBattle) -> str:
    others = [seat_name(battle, seat.id) for seat in battle.seats if seat.id != event.seat]
    return (
        f"{others[0]} {as_side(others[0], 'have')} yet to answer"
        if len(others) == 1
        else "the others have yet to answer"
    )


def _of_cards_and_company(event: Drew | Spent | Attached | Detached, battle: AnyBattle) -> Text:
    match event:
        case Drew(side=side):
            return text(
                f"{side_does(battle, side, 'draw')} ", Secret(event.what, A_CARD) if event.what else A_CARD, "."
            )
        case Spent(effect="", side=side):
            return text(f"{side_does(battle, side, 'give')} back {event.what}.")
        case Spent(side=side):
            played = f"{side_does(battle, side, 'play')} {event.what}, {spelled(event.effect)}"
            whom = (" for ", listed_text([unit_name(battle, one) for one in event.units])) if event.units else ()
            against = (" against ", unit_name(battle, event.target)) if event.target else ()
            return text(played, *whom, *against, ".")
        case Attached():
            return text(unit_acts(battle, event.unit, "join"), " ", unit_name(battle, event.host), ".")
        case Detached():
            return text(unit_acts(battle, event.unit, "leave"), " ", unit_name(battle, event.host), ".")


def _began(event: Began, battle: AnyBattle) -> str:
    side = f", {side_name(battle, event.side)}" if event.side else ""
    if event.what == "turn":
        return f"{battle.turn_word} {event.turn}{side}."
    turn = f" ({battle.turn_word.lower()} {event.turn})" if event.turn else ""
    return f"{capital(spelled(event.what))}{side}{turn}."


def _ended(outcome: Outcome, battle: AnyBattle) -> str:
    foe = "the enemy" if len(battle.sides) == 2 else "one side"
    how = {
        "beaten": f"{foe} is beaten",
        "conceded": f"{foe} concedes" if outcome.winner else "one side concedes",
        "agreed": "by agreement",
        "points": "on points",
        "turn_limit": f"the last {battle.turn_word.lower()} is over",
        "time": f"{foe} is out of time" if outcome.winner else "one side is out of time",
        "parted": "the armies part",
        "annihilated": "nobody is left to fight" if not outcome.winner else f"{foe} is destroyed",
    }[outcome.how]
    points = "; ".join(f"{side_name(battle, side)} {show_sum(tally)}" for side, tally in outcome.reckoning)
    counted_as = {tally.label for _, tally in outcome.reckoning if tally.measure not in ("points", "eighths")}
    points = f"{counted_as.pop()}: {points}" if len(counted_as) == 1 else points
    winner = side_name(battle, outcome.winner) if outcome.winner else ""
    result = f"{winner} {as_side(winner, 'win')}" if winner else "The battle is drawn"
    return f"{result}: {how}{f' ({points})' if points else ''}."
