"""Cards held in hand: told as one would read them out, and played as one would say it.

play seven of spades hold fire on Longbows and Slingers
volley on Longbows
play first joker march and rally on Spears
play 2s on Spears, Axes against Knights
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from msgspec import UNSET

from schiltron.battle.play.aimed_ground import piece
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.decision import PLAY, Command, Commanded, HeldCard, Played, Use
from schiltron.battle.state.field import commanded_by
from schiltron.battle.words.grammar import counted, listed
from schiltron.herald.names import leading_unit, name_in
from schiltron.herald.not_understood import Misheard
from schiltron.herald.powers import are_powers, said_power, told_powers, typed_power
from schiltron.herald.words import split
from schiltron.table.lengths import show_inches
from schiltron.table.terrain import name_of

PLAYING: Final = ("play", "plays", "use", "card")
HOW: Final = (
    "For example: play seven of spades on Longbows and Slingers; a joker: play joker march and rally on Spears."
)

_RANKS: Final = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king")
_RANK_SIGNS: Final = {str(place): rank for place, rank in enumerate(_RANKS[:10], 1)} | {
    "a": "ace",
    "j": "jack",
    "q": "queen",
    "k": "king",
    "t": "ten",
    "1st": "first",
    "2nd": "second",
}
_SUITS: Final = {"h": "hearts", "s": "spades", "d": "diamonds", "c": "clubs"}
_SUIT_WORDS: Final = {"heart": "hearts", "spade": "spades", "diamond": "diamonds", "club": "clubs"}
_SHORT: Final = re.compile(r"(10|[1-9]|[ajqkt])[-/]?([hsdc])")
_FOR: Final = ("on", "for", "to")
_AGAINST: Final = ("against", "at", "versus", "vs")
_LINKS: Final = frozenset(("and", "then", "later", "with", "the", "a", "of", "now", "or", "&", "+", "as", "effect"))
_FEW: Final = 8
"""As many uses of a card as are told one by one."""
_ON: Final = {"friend": "for", "foe": "against", "any": "on"}
_WHOM: Final = {"friend": "For whom", "foe": "Against whom", "any": "On whom"}
_NONE: Final = {"friend": "You have no unit", "foe": "There is no enemy", "any": "There is no unit"}
_LATER: Final = ", and later: "
_NOT_NOW: Final = "not now"


class _Said(NamedTuple):
    """A play taken apart: words of the card and its use, of its units, of its target."""

    what: list[str]
    units: list[str]
    target: list[str]


# ---------------------------------------------------------------- told


def told_hand(view: AnyBattle, hand: Sequence[HeldCard]) -> Iterator[str]:
    """Every card that can be played now with what for; the others by name. What units hold is told unit by unit."""
    if not hand:
        return
    if any(card.holder is not UNSET for card in hand):
        yield from told_powers(view, hand)
        return
    ready = [card for card in hand if card.count and not all(use.barred for use in card.uses)]
    waiting = [card for card in hand if card not in ready]
    yield f"  You hold {counted(len(hand), 'card')}. Say hand to hear what each does and when."
    for card in ready:
        yield f"  {_told(card)}: {_offers(view, card)}."
    if waiting:
        yield f"  Not for now: {'; '.join(_told(card) for card in waiting)}."


def told_texts(view: AnyBattle, hand: Sequence[HeldCard]) -> Iterator[str]:
    """Every card with all that it says."""
    for card in hand:
        yield f"{_told(card)} [{card.rule}]. {card.text}"
        offers = _offers(view, card)
        yield f"  {_capital(offers) if offers.startswith(_NOT_NOW) else f'Now: {offers}'}."


def _told(card: HeldCard) -> str:
    name, _, effect = card.title.partition(": ")
    left = "" if card.count == 1 else f" ({card.count} left)"
    return f"{name}, {effect}{left}" if effect else f"{name}{left}"


def _offers(view: AnyBattle, card: HeldCard) -> str:
    open_now = [use for use in card.uses if not use.barred]
    if not open_now:
        reasons = dict.fromkeys(use.barred.partition(": ")[2] or use.barred for use in card.uses)
        return f"{_NOT_NOW}, {'; '.join(reasons)}" if reasons else _NOT_NOW
    if len(open_now) > _FEW:
        now, later = _halves(open_now)
        return f"now one of {', '.join(now)}; later this turn one of {', '.join(later)}"
    return "; or ".join(f"{use.label}{_whom(view, use)}" for use in open_now)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _halves(uses: Sequence[Use]) -> tuple[list[str], list[str]]:
    """What a card of two effects does now, and what later."""
    parts = [use.label.partition(_LATER) for use in uses]
    return list(dict.fromkeys(part[0] for part in parts)), list(dict.fromkeys(part[2].lower() for part in parts))


def _whom(view: AnyBattle, use: Use) -> str:
    aim = use.aim
    if aim.at == "nobody":
        return ""
    if aim.at == "point":
        return f", to a point within {show_inches(aim.reach)}" if aim.reach is not UNSET else ", to any point"
    pieces = [name_of(found) for one in aim.eligible if (found := piece(view, one)) is not None]
    names = listed([view.units[one].name for one in aim.eligible if one in view.units] + pieces)
    word = _ON[aim.whom]
    if aim.settled or len(aim.eligible) == 1:
        return f", {word} {names}"
    some = f"{aim.least or 1} to {aim.most}" if aim.most > max(1, aim.least) else str(aim.most)
    return f", {word} {some} of {names}"


def said_play(view: AnyBattle, form: Played) -> str:
    """A play as it would be typed; what a unit holds is called upon."""
    hand = [card for decision in view.decisions if isinstance(decision, Command) for card in decision.hand]
    card = next((one for one in hand if one.key == form.card), None)
    if card is not None and card.holder is not UNSET:
        return said_power(view, card, form)
    name = card.name.lower() if card is not None else form.card
    use = next((one.label for one in card.uses if one.key == form.use), form.use) if card is not None else form.use
    on = f" on {listed([name_in(view, one) for one in form.units])}" if form.units else ""
    against = f" against {name_in(view, form.target)}" if form.target else ""
    return f"play {name}, {use.replace(_LATER, ' and ').lower()}{on}{against}"


# ---------------------------------------------------------------- heard


def is_play(decision: Command, words: Sequence[str]) -> bool:
    """Whether a line plays a card: it says so, or begins with the name of one."""
    if words[0] in PLAYING:
        return True
    spoken = card_words(words)
    return bool(decision.hand) and (
        spoken[0] in ("joker", "first", "second")
        or (spoken[0] in _RANKS and any(one in spoken for one in _SUITS.values()))
    )


def typed_play(view: AnyBattle, decision: Command, line: str) -> Commanded:
    """The card a line plays; Misheard says what it lacks."""
    if not decision.hand:
        raise Misheard("You hold no card that could be played now.")
    if are_powers(decision):
        return typed_power(view, decision, line)
    words = split(line)
    said = _parted(view, decision, words[1:] if words[0] in PLAYING else words)
    card, rest = _card(decision.hand, said.what)
    use = _use(view, card, rest)
    return Commanded("", PLAY, Played(card.key, use.key, _units(view, decision, use, said), _target(view, use, said)))


def card_words(words: Sequence[str]) -> list[str]:
    """Words with cards written out: 7s, q of hearts, 10 diamonds."""
    found: list[str] = []
    for word in words:
        short = _SHORT.fullmatch(word)
        if short is not None:
            found += [_RANK_SIGNS[short[1]], _SUITS[short[2]]]
        else:
            found.append(_SUIT_WORDS.get(word, _RANK_SIGNS.get(word, word)))
    return found


def _parted(view: AnyBattle, decision: Command, words: Sequence[str]) -> _Said:
    """The parts of a play, in whatever order they come; `for` may also go before what the card is used for."""
    parts: dict[str, list[str]] = {"what": [], "units": [], "target": []}
    part = "what"
    for place, word in enumerate(words):
        if word in _AGAINST:
            part = "target"
        elif word in _FOR and _names_unit(view, decision, words[place + 1 :]):
            part = "units"
        elif word in _FOR:
            part = "what"
        else:
            parts[part].append(word)
    return _Said(parts["what"], parts["units"], parts["target"])


def _names_unit(view: AnyBattle, decision: Command, words: Sequence[str]) -> bool:
    """Whether what follows can be a unit, rather than a use of one of the cards."""
    rest = [word for word in words if word not in _LINKS]
    if not rest:
        return False
    labels = {word for card in decision.hand for use in card.uses for word in split(use.label)}
    try:
        return leading_unit(view, list(words), _own(view, decision)) is not None or rest[0] not in labels
    except Misheard:
        return True


def _own(view: AnyBattle, decision: Command) -> list[str]:
    return [unit.id for unit in commanded_by(view, view.side_at(decision.seat))]


# ---------------------------------------------------------------- which card, for what


def _card(hand: Sequence[HeldCard], what: Sequence[str]) -> tuple[HeldCard, list[str]]:
    """The card that is meant, by its name or by what it does, and the words that say what for."""
    spoken = [word for word in card_words(what) if word not in ("of", "the", "my")]
    named = [(card, _name_words(card)) for card in hand]
    for card, name in named:
        if name and all(word in spoken for word in name):
            return card, [word for word in spoken if word not in name]
    jokers = [card for card, name in named if "joker" in name]
    if "joker" in spoken:
        if not jokers:
            raise Misheard("You hold no joker.", _held(hand))
        return jokers[0], [word for word in spoken if word not in ("joker", "first", "second")]
    strange = [word for word in spoken if word in _RANKS or word in _SUITS.values()]
    if strange:
        raise Misheard(f"You do not hold the {' '.join(what)}.", _held(hand))
    return _by_effect(hand, spoken), spoken


def _name_words(card: HeldCard) -> list[str]:
    return [word for word in split(card.title.partition(":")[0]) if word != "of"]


def _by_effect(hand: Sequence[HeldCard], spoken: Sequence[str]) -> HeldCard:
    """A card by what it does. Cards alike in that are as good as each other; a joker must be named."""
    plain = [card for card in hand if "joker" not in _name_words(card) or card.key.count(":")]
    found = [card for card in plain if spoken and (_fits(spoken, card.title) or _uses(card, spoken))]
    if not spoken or not found:
        what = f"No card of yours is for {' '.join(spoken)!r}." if spoken else "Which card?"
        raise Misheard(what, f"{_held(hand)} {HOW}")
    if len({card.title.partition(": ")[2] for card in found}) > 1:
        raise Misheard(f"{' '.join(spoken)!r} fits more than one card.", _held(found))
    return found[0]


def _held(hand: Sequence[HeldCard]) -> str:
    return f"There are: {'; '.join(_told(card) for card in hand)}."


def _fits(spoken: Sequence[str], label: str) -> bool:
    """Whether what was said are words of a label, in their order, each as short as one likes."""
    parts = iter(split(label))
    told = [word for word in spoken if word not in _LINKS]
    return bool(told) and all(any(part.startswith(word) for part in parts) for word in told)


def _uses(card: HeldCard, spoken: Sequence[str]) -> list[Use]:
    return [use for use in card.uses if _fits(spoken, use.label) or _fits(spoken, use.key.replace("_", " "))]


def _use(view: AnyBattle, card: HeldCard, words: Sequence[str]) -> Use:
    """What a card is used for: the closest of its uses to what was said; the only one where nothing was."""
    spoken = [word for word in words if word not in _LINKS]
    found = _uses(card, spoken) if spoken else list(card.uses)
    if spoken and not found and _fits(spoken, card.title):
        found = list(card.uses)
    open_now = [use for use in found if not use.barred] or found
    if not open_now:
        raise Misheard(f"{_told(card)} is not for {' '.join(spoken)!r}.", _choice(view, card))
    tight = min(len(split(use.label)) for use in open_now) if spoken else 0
    best = [use for use in open_now if not spoken or len(split(use.label)) == tight]
    if len(best) > 1 and not any(use.barred for use in best):
        raise Misheard(f"What is {_told(card)} to be played for?", _choice(view, card))
    return best[0]


def _choice(view: AnyBattle, card: HeldCard) -> str:
    name = card.name.lower()
    uses = [use for use in card.uses if not use.barred]
    if len(uses) > _FEW:
        now, later = _halves(uses)
        return (
            f"One effect now, {listed(now)}; another later this turn, {listed(later)}. "
            f"For example: play {name} {now[0]} and {later[0]} on a unit."
        )
    return (
        f"{_offers(view, card)}. For example: play {name} {uses[0].label}."
        if uses
        else f"It is for: {_offers(view, card)}."
    )


# ---------------------------------------------------------------- for whom, against whom


def _units(view: AnyBattle, decision: Command, use: Use, said: _Said) -> tuple[str, ...]:
    """The units that are named; where none is, those it must be for. What is only aimed may also be `at` somebody."""
    aim, words = use.aim, said.units or _only_aimed(use, said)
    if not words:
        if aim.at == "nobody":
            return ()
        if len(aim.eligible) == max(1, aim.least):
            return aim.eligible
        raise Misheard(f"{_WHOM[aim.whom]} is the {use.label.partition(_LATER)[0]}?", _on_whom(view, use))
    found = []
    rest = list(words)
    whom = "friend" if aim.at == "nobody" else aim.whom
    others = _own(view, decision) if whom == "friend" else list(view.units)
    while rest:
        if rest[0] in ("and", "&"):
            rest = rest[1:]
            continue
        named = _leading(view, rest, aim.eligible) or _leading(view, rest, others)
        if named is None:
            raise Misheard(f"{_NONE[whom]} {' '.join(rest)!r}.", _on_whom(view, use))
        found.append(named[0])
        rest = named[1]
    return tuple(found)


def _only_aimed(use: Use, said: _Said) -> list[str]:
    """Who stands after `at` or `against`, of a use that has nobody else to name."""
    return said.target if use.aim.whom != "friend" and use.aim.at != "nobody" and use.against is None else []


def _on_whom(view: AnyBattle, use: Use) -> str:
    if use.aim.at == "nobody":
        return ""
    return f"It is{_whom(view, use).removeprefix(',')}. For example: on {name_in(view, use.aim.eligible[0])}."


def _leading(view: AnyBattle, words: list[str], among: Sequence[str]) -> tuple[str, list[str]] | None:
    found = leading_unit(view, words, among)
    return (found[0].id, found[1]) if found is not None else None


def _target(view: AnyBattle, use: Use, said: _Said) -> str:
    targets = use.against.eligible if use.against is not None else ()
    if said.target and not _only_aimed(use, said):
        found = leading_unit(view, said.target, targets or tuple(view.units))
        if found is None:
            raise Misheard(f"Who is {' '.join(said.target)!r}?", _against(view, targets))
        return found[0].id
    if len(targets) > 1:
        raise Misheard("Against whom?", _against(view, targets))
    return targets[0] if targets else ""


def _against(view: AnyBattle, targets: Sequence[str]) -> str:
    names = listed([name_in(view, one) for one in targets])
    return f"It is against one of {names}." if names else "It is against nobody."
