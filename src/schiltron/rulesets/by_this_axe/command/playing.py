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

from schiltron.battle.decision import HeldCard, Played, Use
from schiltron.battle.illegal import Reason
from schiltron.rulesets.by_this_axe.command.deck import CARDS
from schiltron.rulesets.by_this_axe.command.effects import carry_out
from schiltron.rulesets.by_this_axe.command.eligible import Candidates, Pick, candidates_of
from schiltron.rulesets.by_this_axe.command.steps import Moment
from schiltron.rulesets.by_this_axe.command.uses import LAWS, USES, Law, still_ahead, uses_of
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
    def rules(self) -> tuple[str, ...]:
        joker = ("TA-CMD-48",) if self.later or self.token else ()
        return (self.card, *self.law.rules, *joker)


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
    card = CARDS[card_id]
    now = [uses[law.key] for law in uses_of(card.effect)]
    if card.is_joker:
        now = list(_joined(view, moment, uses))
    return HeldCard(card_id, title(card_id), TEXTS[card.effect], card_id, tuple(now))


def _joined(view: Battle, moment: Moment, uses: dict[str, Use]) -> Iterator[Use]:
    """A joker: every use that can be made now, with every effect that can be named for later."""
    for first in uses.values():
        if first.barred:
            continue
        for second in still_ahead(view.phase, moment):
            label = f"{first.label}, and later: {NAMES[second]}"
            yield replace(first, key=f"{first.key}+{second}", label=label, rule="TA-CMD-48")


def _token(candidates: Candidates, token: Token, moment: Moment, about: str) -> HeldCard:
    uses = tuple(_use(candidates, law, moment, about, token.joker) for law in uses_of(token.effect))
    return HeldCard(_key(token), title(token.joker, token.effect), TEXTS[token.effect], "TA-CMD-48", uses)


def _use(candidates: Candidates, law: Law, moment: Moment, about: str, joker: str = "") -> Use:
    untimely = _untimely(candidates.battle, law, moment)
    pick = Pick() if untimely else candidates.pick(law, joker, about)
    barred = untimely.text if untimely else _unfit(candidates, law, pick, joker, about)
    return Use(
        key=law.key,
        label=law.label,
        rule=law.rules[0],
        least=pick.least if not barred else 0,
        most=min(pick.most, len(pick.units)) if not barred else 0,
        units=pick.units if not barred else (),
        targets=_targets(candidates) if law.aimed and not barred else (),
        barred=barred,
    )


def _untimely(view: Battle, law: Law, moment: Moment) -> Reason | None:
    """A card belongs to a phase (TA-CMD-07)."""
    if moment in law.moments and not (moment == "check" and view.phase == "movement"):
        return None
    return Reason(f"{law.label}: it is played {WHEN[law.moments[0]]}", ("TA-CMD-07", law.rules[0]))


def _unfit(candidates: Candidates, law: Law, pick: Pick, joker: str, about: str) -> str:
    if law.choice == "nobody" or len(pick.units) >= max(1, pick.least):
        return "" if not law.aimed or _targets(candidates) else "there is nobody to charge"
    if about and law.choice == "free":
        return "; ".join(reason.text for reason in candidates.against(law, about, joker))
    return "no unit of yours can have it now"


def _targets(candidates: Candidates) -> tuple[str, ...]:
    return tuple(unit.id for unit in candidates.battle.standing() if unit.side != candidates.side and unit.figures)


def _tokens(view: Battle, side: str) -> list[Token]:
    return [token for token in view.own.tokens if token.side == side]


def _key(token: Token) -> str:
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
    meant = _meant(view, side, moment, form)
    if isinstance(meant, Reason):
        return [meant]
    untimely = _untimely(view, meant.law, moment)
    if untimely is not None:
        return [untimely]
    candidates = candidates_of(view, side)
    return [*_judge_units(candidates, meant, form, about), *_judge_target(candidates, meant.law, form)]


def _meant(view: Battle, side: str, moment: Moment, form: Played) -> Meant | Reason:
    token = next((token for token in _tokens(view, side) if _key(token) == form.card), None)
    if token is not None:
        return _one_of(uses_of(token.effect), form, token.joker, token=True)
    if form.card not in view.own.hand(side).cards:
        return Reason(f"you do not hold {form.card!r}", ("TA-CMD-07",))
    card = CARDS[form.card]
    if not card.is_joker:
        return _one_of(uses_of(card.effect), form, card.id)
    first, _, second = form.use.partition("+")
    ahead = still_ahead(view.phase, moment)
    if first not in USES or second not in ahead:
        text = f"a joker is played for a use and an effect, as in charge+rally; {form.use!r} is none"
        return Reason(f"{text} that this turn still has", ("TA-CMD-48",))
    return Meant(USES[first], card.id, later=second)


def _one_of(laws: tuple[Law, ...], form: Played, card: str, *, token: bool = False) -> Meant | Reason:
    law = next((law for law in laws if law.key == form.use), None)
    if law is None:
        known = ", ".join(law.key for law in laws)
        return Reason(f"the {CARDS[card].name} is not for {form.use!r}: {known}", (card,))
    return Meant(law, card, token=token)


def _judge_units(candidates: Candidates, meant: Meant, form: Played, about: str) -> list[Reason]:
    law, joker = meant.law, meant.card if CARDS[meant.card].is_joker else ""
    if law.choice == "nobody":
        return [Reason(f"{law.label} is for no unit", law.rules)] if form.units else []
    pick = candidates.pick(law, joker, about)
    if not pick.units:
        return _nobody(candidates, law, form, joker)
    if pick.settled and not form.units:
        return []
    found = [reason for key in dict.fromkeys(form.units) for reason in _judge_unit(candidates, law, pick, key, joker)]
    if len(set(form.units)) < len(form.units):
        found.append(Reason("a unit is named twice", law.rules))
    if not pick.least <= len(form.units) <= pick.most:
        most = f"{pick.least} to {pick.most} units" if pick.most > pick.least else f"{pick.most} of them"
        found.append(Reason(f"{law.label} is for {most}, not {len(form.units)}", law.rules))
    found += [Reason(f"{_name(candidates, key)} belong to it", law.rules) for key in pick.must if key not in form.units]
    scattered = candidates.scattered(form.units) if law.near and not found else None
    return [*found, *([Reason(scattered.text, law.rules)] if scattered is not None else [])]


def _nobody(candidates: Candidates, law: Law, form: Played, joker: str) -> list[Reason]:
    found = [reason for key in dict.fromkeys(form.units) for reason in candidates.against(law, key, joker)]
    return found or [Reason(f"{law.label}: no unit of yours can have it now", law.rules)]


def _judge_unit(candidates: Candidates, law: Law, pick: Pick, key: str, joker: str) -> list[Reason]:
    if key in pick.units:
        return []
    found = candidates.against(law, key, joker)
    return found or [Reason(f"{_name(candidates, key)} are not among those it is for", law.rules)]


def _judge_target(candidates: Candidates, law: Law, form: Played) -> list[Reason]:
    if not law.aimed:
        return [Reason(f"{law.label} names no target", law.rules)] if form.target else []
    if form.target in _targets(candidates):
        return []
    return [Reason(f"{law.label} is against one enemy unit on the table", law.rules)]


def _name(candidates: Candidates, key: str) -> str:
    return candidates.battle.units[key].name


# ---------------------------------------------------------------- what is played


def play(scene: Scene, side: str, moment: Moment, form: Played, about: str = "") -> None:
    """Carry out a card that was judged. Steps it needs come first on the agenda: put your own back before."""
    battle = scene.battle
    meant = _meant(battle, side, moment, form)
    assert isinstance(meant, Meant), meant
    joker = meant.card if CARDS[meant.card].is_joker else ""
    units = form.units or candidates_of(battle, side).pick(meant.law, joker, about).units
    _lay_down(scene, side, meant, form)
    carry_out(scene, side, meant.law, meant.card, units, form.target, meant.rules, later=meant.later)


def _lay_down(scene: Scene, side: str, meant: Meant, form: Played) -> None:
    """The card is used; of a joker the effect named for later stays on the table (TA-CMD-48)."""
    own = scene.battle.own
    if meant.token:
        scene.set(own=replace(own, tokens=tuple(one for one in own.tokens if _key(one) != form.card)))
        return
    held = own.hand(side)
    cards = tuple(card for card in held.cards if card != meant.card)
    hands = tuple(replace(one, cards=cards, count=one.count - 1) if one.side == side else one for one in own.hands)
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
    ways = [(held, use) for held in cards for use in held.uses if not use.barred]
    random.shuffle(ways)
    for held, use in ways[:5]:
        units = random.sample(use.units, random.randint(use.least, use.most))
        target = random.choice(use.targets) if use.targets else ""
        for some in (units, units[:1]):
            form = Played(held.key, use.key, tuple(some), target)
            if not judge_play(view, side, moment, form, about):
                return form
    return None


def suggest_plays(view: Battle, side: str, moment: Moment, about: str = "") -> Iterator[Played]:
    """Every use of every card but the jokers, for the unit in question, or else for as many as it can be for."""
    for held in hand(view, side, moment, about):
        for use in held.uses:
            if use.barred or "+" in use.key:
                continue
            first = (about,) if about in use.units else use.units[: max(1, use.least)]
            for target in use.targets or ("",):
                form = Played(held.key, use.key, first, target)
                if not judge_play(view, side, moment, form, about):
                    yield form
