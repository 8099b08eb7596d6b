"""Cards in hand and cards played: TA-CMD-07 to TA-CMD-10, TA-CMD-20 to TA-CMD-48.

Wherever a card may be played, the chapter that asks offers `hand`, judges by `judge_play` and lets `play` carry it out.
A joker is played for two effects: the use "charge+rally" charges now and leaves the rally for later in the turn, as a
token that is played like a card, "TA-CMD-J01:rally".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.play.offers import judge, sample, suggest
from schiltron.battle.state.decision import Aim, HeldCard, Played, Use
from schiltron.battle.state.field import foes
from schiltron.battle.state.illegal import Reason
from schiltron.rulesets.by_this_axe.command.deck import CARDS
from schiltron.rulesets.by_this_axe.command.effects import carry_out
from schiltron.rulesets.by_this_axe.command.eligible import Candidates, candidates_of
from schiltron.rulesets.by_this_axe.command.uses import LAWS, USES, Law, Moment, still_ahead, uses_of
from schiltron.rulesets.by_this_axe.command.words import NAMES, TEXTS, WHEN, title
from schiltron.rulesets.by_this_axe.state import Battle, Scene, Token

__all__ = ["could_play", "hand", "judge_play", "play", "sample_play", "suggest_plays"]


class Meant(Struct, frozen=True):
    """What a play comes to: the use made of it now, by which card, as a joker's token or with an effect for later."""

    law: Law
    card: str
    later: str = ""
    token: bool = False

    @property
    def joker(self) -> str:
        return self.card if _is_joker(self.card) else ""

    @property
    def rules(self) -> tuple[str, ...]:
        joker = ("TA-CMD-48",) if self.later or self.token else ()
        return (self.card, *self.law.rules, *joker)


def _is_joker(card: str) -> bool:
    """Whether this is a joker itself, and no token of one."""
    return card in CARDS and CARDS[card].is_joker


# ---------------------------------------------------------------- what is held


def hand(view: Battle, side: str, moment: Moment, about: str = "") -> tuple[HeldCard, ...]:
    """The cards and tokens of a side, with what each is good for at this moment."""
    if view.own.options.command == "none":
        return ()
    candidates = candidates_of(view, side)
    cards = view.own.hand(side).cards
    uses = {law.key: _use(candidates, law, moment, about) for law in _laws(cards)}
    held = [_held(view, card, moment, uses) for card in cards]
    return (*held, *(_token(candidates, token, moment, about) for token in _tokens(view, side)))


def _laws(cards: tuple[str, ...]) -> Iterable[Law]:
    """The uses that cards have: all there are for a joker."""
    if any(CARDS[card].is_joker for card in cards):
        return LAWS
    return {law.key: law for card in cards for law in uses_of(CARDS[card].effect)}.values()


def _held(view: Battle, card_id: str, moment: Moment, uses: dict[str, Use]) -> HeldCard:
    if _is_joker(card_id):
        return _face(card_id, tuple(_joined(view, moment, uses)))
    return _face(card_id, tuple(uses[law.key] for law in uses_of(CARDS[card_id].effect)))


def _face(card: str, uses: tuple[Use, ...]) -> HeldCard:
    return HeldCard(card, title(card), TEXTS[CARDS[card].effect], card, uses)


def _joined(view: Battle, moment: Moment, uses: dict[str, Use]) -> Iterator[Use]:
    """A joker: every use that can be made now, with every effect that can be named for later."""
    for first in uses.values():
        if first.barred:
            continue
        for second in still_ahead(view.phase, moment):
            label = f"{first.label}, and later: {NAMES[second]}"
            yield replace(first, key=f"{first.key}+{second}", label=label, rules=("TA-CMD-48", *first.rules))


def _token(candidates: Candidates, token: Token, moment: Moment, about: str) -> HeldCard:
    uses = tuple(_use(candidates, law, moment, about, token.joker) for law in uses_of(token.effect))
    return HeldCard(token_key(token), title(token.joker, token.effect), TEXTS[token.effect], "TA-CMD-48", uses)


def _use(candidates: Candidates, law: Law, moment: Moment, about: str, joker: str = "") -> Use:
    if _untimely(candidates.battle, law, moment):
        barred = f"{law.label}: it is played {WHEN[law.moments[0]]}"
        return Use(law.key, law.label, (law.rules[0], "TA-CMD-07"), barred=barred)
    aim = candidates.aim(law, joker, about)
    against = _foes(candidates) if law.aimed else None
    barred = _unfit(candidates, law, aim, against, joker, about)
    if barred:
        return Use(law.key, law.label, law.rules, barred=barred)
    return Use(law.key, law.label, law.rules, aim, against)


def _untimely(view: Battle, law: Law, moment: Moment) -> bool:
    """A card belongs to a phase (TA-CMD-07)."""
    return moment not in law.moments or (moment == "check" and view.phase == "movement")


def _unfit(candidates: Candidates, law: Law, aim: Aim, against: Aim | None, joker: str, about: str) -> str:
    if law.choice == "nobody" or aim.eligible:
        return "there is nobody to charge" if against is not None and not against.eligible else ""
    if about and law.choice == "free":
        return "; ".join(reason.text for reason in candidates.against(law, about, joker))
    return "no unit of yours can have it now"


def _foes(candidates: Candidates) -> Aim:
    here = tuple(unit.id for unit in foes(candidates.battle, candidates.side) if unit.on_table and unit.figures)
    return Aim("unit", "foe", 1, 1, here)


def _tokens(view: Battle, side: str) -> list[Token]:
    return [token for token in view.own.tokens if token.side == side]


def token_key(token: Token) -> str:
    return f"{token.joker}:{token.effect}"


def could_play(view: Battle, side: str, moment: Moment, about: str = "") -> bool:
    """Whether the side might play something now, as far as everybody can see: it has cards, and someone to use one."""
    if view.own.options.command == "none":
        return False
    candidates = candidates_of(view, side)
    laws = [(law, "") for law in LAWS if view.own.hand(side).count]
    laws += [(law, token.joker) for token in _tokens(view, side) for law in uses_of(token.effect)]
    return any(not _use(candidates, law, moment, about, joker).barred for law, joker in laws if moment in law.moments)


# ---------------------------------------------------------------- what is judged


def judge_play(view: Battle, side: str, moment: Moment, form: Played, about: str = "") -> list[Reason]:
    """Every reason against playing this card in this way now."""
    if view.own.options.command == "none":
        return [Reason("this battle is fought without order cards", ("TA-CMD-01",))]
    candidates = candidates_of(view, side)
    offered = _offered(candidates, moment, form, about)
    if offered and not offered[0].uses:
        text = f"a joker is played for a use and an effect, as in charge+rally; {form.use!r} is none"
        return [Reason(f"{text} that this turn still has", ("TA-CMD-48",))]

    def why(unit: str) -> list[Reason]:
        meant = _meant(form)
        return [] if _untimely(view, meant.law, moment) else candidates.against(meant.law, unit, meant.joker)

    found = judge(view, offered, form, ("TA-CMD-07",), why)
    scattered = candidates.scattered(form.units) if not found and _meant(form).law.near else None
    return found if scattered is None else [Reason(scattered.text, _meant(form).law.rules)]


def _offered(candidates: Candidates, moment: Moment, form: Played, about: str) -> tuple[HeldCard, ...]:
    """The card of a play as it is held now, for the use that is meant; where that is none of its uses for all of them,
    and of a joker for none."""
    view, side = candidates.battle, candidates.side
    token = next((token for token in _tokens(view, side) if token_key(token) == form.card), None)
    if token is not None:
        return (_token(candidates, token, moment, about),)
    if form.card not in view.own.hand(side).cards:
        return ()
    card = CARDS[form.card]
    if not card.is_joker:
        laws = uses_of(card.effect)
        meant = [law for law in laws if law.key == form.use]
        return (_face(card.id, tuple(_use(candidates, law, moment, about) for law in meant or laws)),)
    now, _, later = form.use.partition("+")
    if now not in USES or later not in still_ahead(view.phase, moment):
        return (_face(card.id, ()),)
    use = _use(candidates, USES[now], moment, about)
    return (_face(card.id, (replace(use, key=form.use, rules=("TA-CMD-48", *use.rules)),)),)


def _meant(form: Played) -> Meant:
    """What a play that is offered comes to."""
    card, _, token = form.card.partition(":")
    now, _, later = form.use.partition("+")
    return Meant(USES[now], card, later, token=bool(token))


# ---------------------------------------------------------------- what is played


def play(scene: Scene, side: str, moment: Moment, form: Played, about: str = "") -> None:
    """Carry out a card that was judged. Steps it needs come first on the agenda: put your own back before."""
    meant = _meant(form)
    units = form.units or candidates_of(scene.battle, side).aim(meant.law, meant.joker, about).eligible
    _lay_down(scene, side, meant, form)
    carry_out(scene, side, meant.law, meant.card, units, form.target, meant.rules, later=meant.later)


def _lay_down(scene: Scene, side: str, meant: Meant, form: Played) -> None:
    """The card is used; of a joker the effect named for later stays on the table (TA-CMD-48)."""
    own = scene.battle.own
    if meant.token:
        scene.set(own=replace(own, tokens=tuple(one for one in own.tokens if token_key(one) != form.card)))
        return
    held = own.hand(side)
    cards = tuple(card for card in held.cards if card != meant.card)
    less = replace(held, cards=cards, count=held.count - 1)
    hands = tuple(less if hand.side == side else hand for hand in own.hands)
    tokens = (*own.tokens, Token(side, meant.card, meant.later)) if meant.later else own.tokens
    scene.set(own=replace(own, hands=hands, used=(*own.used, meant.card), tokens=tokens))


# ---------------------------------------------------------------- random and sensible plays


def sample_play(
    view: Battle,
    side: str,
    moment: Moment,
    random: Random,
    about: str = "",
    shown: tuple[HeldCard, ...] | None = None,
) -> Played | None:
    """A random card played in a random way that is allowed; None where there is none.

    `shown` is the hand that a decision offers, so that it need not be looked through again.
    """
    cards = hand(view, side, moment, about) if shown is None else shown
    return sample(view, cards, random, lambda form: not judge_play(view, side, moment, form, about))


def suggest_plays(view: Battle, side: str, moment: Moment, about: str = "") -> Iterator[Played]:
    """Every use of every card but the jokers."""
    cards = [held for held in hand(view, side, moment, about) if not _is_joker(held.key)]
    return suggest(view, cards, lambda form: not judge_play(view, side, moment, form, about))
