"""A card before it is played (rules CMD): what it would do for the chosen units, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from schiltron.battle.guide.answers import CardFace, Deck, Preview
from schiltron.battle.state.decision import Played
from schiltron.battle.state.effects import Effect, Grant, OnUnit
from schiltron.battle.words.grammar import noted
from schiltron.rulesets.by_this_axe.command.deck import CARDS, DECK, Card
from schiltron.rulesets.by_this_axe.command.eligible import Candidates
from schiltron.rulesets.by_this_axe.command.playing import token_key
from schiltron.rulesets.by_this_axe.command.uses import LAWS, USES, Distance, Law
from schiltron.rulesets.by_this_axe.command.window import Window
from schiltron.rulesets.by_this_axe.command.words import NAMES
from schiltron.rulesets.by_this_axe.field import base_rate
from schiltron.rulesets.by_this_axe.guide.words import names
from schiltron.rulesets.by_this_axe.morale.checks import RollCheck
from schiltron.rulesets.by_this_axe.morale.number import morale_number
from schiltron.rulesets.by_this_axe.movement.walk import rate
from schiltron.rulesets.by_this_axe.state import Battle, Token, Unit
from schiltron.table.lengths import show_inches

_DIE: Final = 6
_RANKS: Final = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king")
_CORNERS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_DOES: Final = {
    "march": "may go {farther} farther",
    "charge": "go {farther} farther and must try to charge{target}",
    "maneuver": "may turn twice, by up to 180 degrees each time",
    "left_wing": "move at double rate",
    "right_wing": "move at double rate",
    "center": "move at double rate",
    "all_cavalry": "may go {farther} farther",
    "light_infantry": "may go {farther} farther",
    "all_infantry": "may go {farther} farther",
    "coordinated": "go {farther} farther and must try to charge{target}",
    "ferocious": "go {farther} farther, must try to charge, with +{amount} to hit in the first round",
    "frenzied": "go {farther} farther, must try to charge, with +{amount} to hit in the first round",
    "target": "may shoot at any target within range",
    "reserve": "hold their fire for an enemy who comes into range in the Movement Phase, and do not move",
    "volley": "shoot twice",
    "rally": "rally at once without a die, turn to face the enemy, and do not move this turn",
    "morale": "have +{amount} morale in this phase",
    "brace": "stand fast this turn, with +{amount} to save against chargers in the first round",
    "shieldwall": "stand fast this turn, with +{amount} to save against shots",
}
_SEIZE: Final = "+{amount} on the die for who moves first"


def played(view: Battle, side: str, form: Played, plain: Preview) -> Preview:
    """What a legal play comes to. Which units it is for the card may settle itself (TA-CMD-23 to TA-CMD-27)."""
    if not plain.legal:
        return plain
    key, _, later = form.use.partition("+")
    law = USES[key]
    card = form.card.partition(":")[0]
    joker = card if CARDS[card].is_joker else ""
    about = _about(view)
    keys = form.units or Candidates(view, side).aim(law, joker, about).eligible
    units = [view.units[unit] for unit in keys]
    parts = [_does(view, law, form, units), *_becomes(view, law, card, units)]
    if later:
        parts.append(f"later this turn: {NAMES[later].lower()}")
    rules = (*law.rules, *(("TA-CMD-48",) if joker else ()))
    return replace(plain, notes=noted(*parts), rules=rules)


def _about(view: Battle) -> str:
    step = view.agenda[0]
    return step.about if isinstance(step, Window) else ""


def _does(view: Battle, law: Law, form: Played, units: list[Unit]) -> str:
    amount = max((one.amount or 0 for one in law.writes), default=0)
    if law.choice == "nobody":
        return _SEIZE.format(amount=amount)
    target = f" {view.units[form.target].name}" if form.target else ""
    farther = _farther(law.distance) if law.distance is not None else ""
    return f"{names(units)} {_DOES[law.key].format(farther=farther, target=target, amount=amount)}"


def _farther(distance: Distance) -> str:
    """One die for all of them (TA-CMD-10)."""
    low, high = distance.of(1), distance.of(_DIE)
    return f"{show_inches(low)} to {show_inches(high)}".replace("″ to", " to")


def deck() -> Deck:
    """All cards as they are shown; a joker also with each effect that may be named for later."""
    faces = {card.id: _face(card, card.effect) for card in DECK}
    named = {token_key(Token("", card.id, key)): _face(card, key) for card in DECK if card.is_joker for key in NAMES}
    return Deck(faces | named, {law.key: law.label for law in LAWS}, dict(NAMES))


def _face(card: Card, effect: str) -> CardFace:
    suit, rank = ("joker", "") if card.is_joker else (card.suit, _CORNERS[_RANKS.index(card.rank)])
    return CardFace(suit, rank, card.name.capitalize(), NAMES[effect])


def _becomes(view: Battle, law: Law, card: str, units: list[Unit]) -> Iterator[str]:
    """The numbers it changes: how far a unit then goes, or what it holds on in the check that comes."""
    if law.distance is not None:
        low, high = law.distance.of(1), law.distance.of(_DIE)
        for unit in units:
            usual = rate(view, unit).total
            yield f"{unit.name} {show_inches(usual)}, then {show_inches(usual + low)} to {show_inches(usual + high)}"
    elif any(one.effect == "double" for one in law.writes):
        for unit in units:
            usual = rate(view, unit).total
            yield f"{unit.name} {show_inches(usual)}, then {show_inches(usual + base_rate(unit))}"
    elif law.key == "morale":
        yield from _raised(view, law, card, units)


def _raised(view: Battle, law: Law, card: str, units: list[Unit]) -> Iterator[str]:
    check = view.agenda[1] if len(view.agenda) > 1 else None
    for unit in units:
        if isinstance(check, RollCheck) and check.unit == unit.id:
            more = Grant("morale", law.writes[0].amount or 0)
            raised = view.with_effect(Effect("", law.key, OnUnit(unit.id), grants=(more,), by=card))
            before, after = (morale_number(one, unit, check.causes, check.phase).total for one in (view, raised))
            yield f"it holds on {after} or less instead of {before}"
