"""Powers that units hold: told unit by unit, and called upon as one would say it.

Mareth casts death spell at Spears
Mareth wand at Spears figure 3
cast move earth on Old Hill 6 north
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, radians, sin
from typing import Final, NamedTuple

from msgspec import UNSET, UnsetType

from schiltron.battle.play.aimed_ground import aims_at, middle, piece
from schiltron.battle.play.powers import holder_and_power
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.decision import PLAY, Command, Commanded, HeldCard, Played, Use
from schiltron.battle.words.grammar import counted, listed
from schiltron.herald.names import leading_unit, name_in
from schiltron.herald.not_understood import Misheard
from schiltron.herald.words import COMPASS, length, number, split
from schiltron.table.lengths import Mil
from schiltron.table.terrain import name_of

CASTING: Final = ("cast", "casts", "fire", "fires", "use", "uses", "work", "works", "play", "plays")
_LINKS: Final = ("at", "on", "against", "the", "of", "to", "and", "a", "an", "with", "his", "her")


class _Said(NamedTuple):
    card: HeldCard
    rest: list[str]


def are_powers(decision: Command) -> bool:
    """Whether what is offered is held by units."""
    return any(card.holder is not UNSET for card in decision.hand)


# ---------------------------------------------------------------- told


def told_powers(view: AnyBattle, hand: Sequence[HeldCard]) -> Iterator[str]:
    """What each unit may call upon, and what keeps it from it."""
    for holder in dict.fromkeys(card.holder for card in hand if card.holder is not UNSET):
        yield f"  {name_in(view, holder)}:"
        for card in hand:
            if card.holder == holder:
                yield f"    {_left(card)}: {_state(view, card)}."


def _left(card: HeldCard) -> str:
    return card.title if card.count == 1 else f"{card.title} ({counted(card.count, 'time')})"


def _state(view: AnyBattle, card: HeldCard) -> str:
    ready = [use for use in card.uses if not use.barred]
    if not ready:
        return f"not now, {card.uses[0].barred}" if card.uses else "not now"
    return "; or ".join(_offer(view, use) for use in ready)


def _offer(view: AnyBattle, use: Use) -> str:
    aim = use.aim
    way = f" {use.label.partition(': ')[2]}" if ": " in use.label else ""
    if aim.at == "feature":
        pieces = [piece(view, one) for one in aim.eligible]
        return f"on {listed([name_of(one) for one in pieces if one is not None])}{way}"
    if aim.at in ("unit", "units", "figure"):
        figure = "a figure of " if aim.at == "figure" else ""
        return f"at {figure}{listed([name_in(view, one) for one in aim.eligible])}"
    return f"ready{way}"


def said_power(view: AnyBattle, card: HeldCard, form: Played) -> str:
    """A play as it would be typed."""
    use = next((one for one in card.uses if one.key == form.use), None)
    verb = () if _is_deed(card) else ("casts",)
    parts = [name_in(view, str(card.holder)), *verb, card.title.lower().replace(",", "")]
    if use is not None and len(card.uses) > 1 and not _goes_without_saying(card, use):
        parts.append(form.use.replace("_", " "))
    parts += [f"at {name_in(view, one)}" for one in form.units]
    if form.place is not UNSET:
        parts.append(f"figure {form.place + 1}")
    found = piece(view, form.feature) if form.feature is not UNSET else None
    if found is not None:
        parts.append(f"on {name_of(found)}")
    if form.at is not UNSET:
        parts.append(f"to {form.at[0] / 1000:g} {form.at[1] / 1000:g}")
    return " ".join(parts)


def _is_deed(card: HeldCard) -> bool:
    """Whether a card is something that troops do with their hands, and not a power that they call upon."""
    return [use.key for use in card.uses] == [holder_and_power(card.key)[1]]


# ---------------------------------------------------------------- heard


def typed_power(view: AnyBattle, decision: Command, line: str) -> Commanded:
    """The power that a line calls upon; Misheard says what it lacks."""
    card, rest = _meant(view, decision, split(line))
    use, rest = _use(card, rest)
    rest = [word for word in rest if word not in _LINKS or number(word) is not None]
    units, rest = _units(view, use, rest)
    feature, rest = _feature(view, use, rest)
    form = Played(
        card.key, use.key, units, "", _place(view, use, units, rest), feature, _point(view, use, feature, rest)
    )
    return Commanded("", PLAY, form)


def _meant(view: AnyBattle, decision: Command, words: list[str]) -> _Said:
    """The card that is meant: of the unit that is named, or of the only one that has it."""
    if words and words[0] in CASTING:
        words = words[1:]
    holders = list(dict.fromkeys(one.holder for one in decision.hand if one.holder is not UNSET))
    named = leading_unit(view, words, holders)
    hand: Sequence[HeldCard] = decision.hand
    if named is not None:
        hand, words = [card for card in hand if card.holder == named[0].id], named[1]
    if words and words[0] in CASTING:
        words = words[1:]
    found = [(card, len(_begun(card, words))) for card in hand]
    most = max((taken for _, taken in found), default=0)
    best = [card for card, taken in found if taken == most and taken]
    if not best:
        who = f"{name_in(view, str(hand[0].holder))} casts " if hand[0].holder is not UNSET else ""
        how = f"For example: {who}{hand[0].title.lower()}, and at whom."
        raise Misheard("Which of them?", f"There are: {listed([card.title for card in hand])}. {how}")
    if len({card.holder for card in best}) > 1:
        raise Misheard("Who is to do that?", f"{listed([name_in(view, str(card.holder)) for card in best])} could.")
    return _Said(best[0], words[len(_begun(best[0], words)) :])


def _begun(card: HeldCard, words: Sequence[str]) -> list[str]:
    """The words with which a line names a card: as many of its title as are said."""
    taken: list[str] = []
    for word, part in zip(words, split(card.title.replace(",", "")), strict=False):
        if word != part:
            break
        taken.append(word)
    return taken


def _use(card: HeldCard, rest: list[str]) -> tuple[Use, list[str]]:
    ready = [use for use in card.uses if not use.barred] or list(card.uses)
    named = [use for use in ready if _is_named(use, rest)] or [use for use in ready if _goes_without_saying(card, use)]
    if len(ready) > 1 and not named:
        ways = listed([use.key.replace("_", " ") for use in ready])
        raise Misheard(f"{card.title}: which way?", f"There are: {ways}.")
    use = (named or ready)[0]
    words = use.key.split("_") if _is_named(use, rest) else ()
    return use, [word for word in rest if word not in words]


def _is_named(use: Use, rest: Sequence[str]) -> bool:
    """Whether a line says all words of a use, one after the other."""
    words = use.key.split("_")
    return any(list(rest[place : place + len(words)]) == words for place in range(len(rest)))


def _goes_without_saying(card: HeldCard, use: Use) -> bool:
    """Whether a use need not be named: it is to cast it, or the card is called so."""
    return use.key in CASTING or use.key in split(card.title.replace(",", ""))


def _units(view: AnyBattle, use: Use, rest: list[str]) -> tuple[tuple[str, ...], list[str]]:
    if use.aim.at not in ("unit", "units", "figure"):
        return (), rest
    if not rest and len(use.aim.eligible) == 1:
        return use.aim.eligible, rest
    found = leading_unit(view, rest, use.aim.eligible) or leading_unit(view, rest, list(view.units))
    if found is None:
        names = listed([name_in(view, one) for one in use.aim.eligible])
        raise Misheard(f"{use.label}: at whom?", f"It may be aimed at {names}.")
    return (found[0].id,), found[1]


def _feature(view: AnyBattle, use: Use, rest: list[str]) -> tuple[str | UnsetType, list[str]]:
    """The piece of terrain that the next words name, by its name, its kind or a part of them."""
    if not aims_at(use, "feature"):
        return UNSET, rest
    best: tuple[int, str] | None = None
    for one in use.aim.eligible:
        found = piece(view, one)
        if found is not None:
            for name in (split(name_of(found)), [found.kind], split(found.id.replace("-", " "))):
                taken = next((upto for upto in range(len(name), 0, -1) if rest[:upto] == name[-upto:]), 0)
                best = max(best or (0, ""), (taken, one), key=lambda pair: pair[0])
    if best is not None and best[0]:
        return best[1], rest[best[0] :]
    if len(use.aim.eligible) == 1:
        return use.aim.eligible[0], rest
    pieces = [piece(view, one) for one in use.aim.eligible]
    raise Misheard(
        f"{use.label}: on what?", f"There are: {listed([name_of(one) for one in pieces if one is not None])}."
    )


def _place(view: AnyBattle, use: Use, units: tuple[str, ...], rest: list[str]) -> int | UnsetType:
    """`figure 3`, or `rank 2 file 3`; else the one in the middle."""
    if not aims_at(use, "figure") or not units:
        return UNSET
    unit = view.units[units[0]]
    numbers = {word: int(rest[at + 1]) for at, word in enumerate(rest[:-1]) if rest[at + 1].isdigit()}
    if "figure" in numbers:
        return numbers["figure"] - 1
    if "rank" in numbers or "file" in numbers:
        rank, file = numbers.get("rank", 1) - 1, numbers.get("file", 1) - 1
        for place, figure in enumerate(unit.places[: unit.figures]):
            if (figure.rank, figure.file) == (rank, file):
                return place
        raise Misheard(f"{unit.name} have no figure in rank {rank + 1}, file {file + 1}.")
    return unit.figures // 2


def _point(view: AnyBattle, use: Use, feature: str | UnsetType, rest: list[str]) -> tuple[Mil, Mil] | UnsetType:
    """`6 north`, as seen from the piece of terrain, or `24 30`: inches across and down."""
    if not aims_at(use, "point"):
        return UNSET
    numbers = [length(word) for word in rest if number(word) is not None]
    way = next((COMPASS[word] for word in rest if word in COMPASS), None)
    found = piece(view, feature) if feature is not UNSET else None
    if way is not None and found is not None:
        reach = use.against.reach if use.against is not None and use.against.reach is not UNSET else 6000
        far, turn = numbers[0] if numbers else reach, radians(way)
        x, y = middle(found)
        return round(x + far * sin(turn)), round(y - far * cos(turn))
    if len(numbers) < 2:
        raise Misheard(f"{use.label}: where to?", "For example: 6 north; or in inches across and down: 24 30.")
    return numbers[0], numbers[1]
