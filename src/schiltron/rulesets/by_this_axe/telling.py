"""Characters, duels and hands of cards in words, for players without a picture (rules CHAR and CMD)."""

from __future__ import annotations

from collections.abc import Iterator

from schiltron.battle.guide.answers import Duel
from schiltron.battle.guide.sky import SkyShown
from schiltron.battle.words.grammar import counted, does, is_plural
from schiltron.rulesets.by_this_axe.attacks.abilities import at_night
from schiltron.rulesets.by_this_axe.command.words import NAMES, title
from schiltron.rulesets.by_this_axe.duels.blows import Clash, DuelSaves, Riposte
from schiltron.rulesets.by_this_axe.duels.challenges import AnswerChallenge, Force, Press
from schiltron.rulesets.by_this_axe.duels.duel import Stand
from schiltron.rulesets.by_this_axe.duels.rounds import Allot, Escape, Forfeit, Tricks
from schiltron.rulesets.by_this_axe.guide.words import roles
from schiltron.rulesets.by_this_axe.state import Battle


def sky(view: Battle) -> SkyShown:
    """Night is a setting of the battle (TA-FANT-A09)."""
    return SkyShown("night" if at_night(view) else "day")


def epithet(view: Battle, unit_id: str) -> str:
    """As in "leader and hero, 1 of 2 hits taken" (TA-CHAR-08, TA-CHAR-12)."""
    unit = view.units.get(unit_id)
    person = unit.own.person if unit is not None else None
    if person is None:
        return ""
    parts = [roles(person)]
    if person.leadership:
        parts.append(f"leadership {person.leadership}")
    if person.hits > 1:
        parts.append(f"{person.wounds} of {person.hits} hits taken")
    return ", ".join(parts)


def duel(view: Battle) -> Duel | None:
    """The two whom the step at hand is about, from the challenge to the last blow."""
    match view.agenda[:1]:
        case (AnswerChallenge() | Press() | Force() as step,):
            return Duel(step.challenger, step.challenged)
        case (Stand() | Escape() | Allot() as step,):
            return Duel(step.duel.one, step.duel.other, step.duel.round)
        case (Tricks() | Forfeit() | Clash() | Riposte() | DuelSaves() as step,):
            return Duel(step.duel.one, step.duel.other, step.duel.round, open=True)
    return None


def held(view: Battle) -> Iterator[str]:
    """Hands of order cards: how many everybody knows, which ones their owner alone (TA-CMD-04, TA-CMD-48)."""
    if view.own.options.command == "none":
        return
    for side in view.sides:
        hand = view.own.hand(side.id)
        cards = "; ".join(_named(card) for card in hand.cards)
        holds = does("hold", one=not is_plural(side.title))
        yield f"{side.title} {holds} {counted(hand.count, 'order card')}{f': {cards}' if cards else ''}."
        for token in view.own.tokens:
            if token.side == side.id:
                yield f"{side.title} may still use the {NAMES[token.effect]} of a joker this turn."


def _named(card: str) -> str:
    name, _, effect = title(card).partition(": ")
    return f"{name.lower()}, {effect}"
