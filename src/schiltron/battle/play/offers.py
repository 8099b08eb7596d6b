"""What is held in hand and offered to be played: judged, played at random, suggested, all from the offer alone.

A book says what is held, what each use is aimed at and who is eligible now; what a play then does is the book's again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final

from schiltron.battle.play.aimed_ground import against_ground, drawn_ground, tried_ground
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.decision import FINISH, PLAY, Aim, Commanded, HeldCard, Played, Use
from schiltron.battle.state.illegal import Reason
from schiltron.battle.words.grammar import listed

_TRIED: Final = 5
"""As many ways to play as are tried at random."""


def judge(
    battle: AnyBattle,
    hand: Sequence[HeldCard],
    form: Played,
    rules: tuple[str, ...],
    why: Callable[[str], Sequence[Reason]],
) -> list[Reason]:
    """Every reason against a play. `rules` are those by which one plays what one holds; `why` is what the book has
    against a unit that is not eligible."""
    card = next((one for one in hand if one.key == form.card), None)
    if card is None:
        return [Reason(f"you do not hold {form.card!r}", rules)]
    if not card.count:
        return [Reason(f"nothing is left of the {card.name.lower()}", (card.rule,))]
    use = next((one for one in card.uses if one.key == form.use), None)
    if use is None:
        known = ", ".join(one.key for one in card.uses)
        return [Reason(f"the {card.name.lower()} is not for {form.use!r}: {known}", (card.rule,))]
    if use.barred:
        found = [reason for unit in dict.fromkeys(form.units) for reason in why(unit)]
        return found or [Reason(use.barred, use.rules)]
    return [
        *_judge_aim(battle, use, form.units, why),
        *_judge_target(battle, use, form.target),
        *against_ground(battle, use, form),
    ]


def _judge_aim(
    battle: AnyBattle, use: Use, units: tuple[str, ...], why: Callable[[str], Sequence[Reason]]
) -> list[Reason]:
    aim = use.aim
    if aim.at in ("nobody", "feature", "point"):
        return [Reason(f"{use.label} is for no unit", use.rules)] if units else []
    if aim.settled and not units:
        return []
    found: list[Reason] = []
    for unit in dict.fromkeys(units):
        if unit not in aim.eligible:
            found += why(unit) or [Reason(f"{_name(battle, unit)} are not among those it is for", use.rules)]
    if len(set(units)) < len(units):
        found.append(Reason("a unit is named twice", use.rules))
    if not aim.least <= len(units) <= aim.most:
        some = f"{aim.least} to {aim.most} units" if aim.most > aim.least else f"{aim.most} of them"
        found.append(Reason(f"{use.label} is for {some}, not {len(units)}", use.rules))
    missing = [unit for unit in aim.must if unit not in units]
    return [*found, *(Reason(f"{_name(battle, unit)} must be among them", use.rules) for unit in missing)]


def _judge_target(battle: AnyBattle, use: Use, target: str) -> list[Reason]:
    if use.against is None or use.against.at == "point":
        return [Reason(f"{use.label} names no target", use.rules)] if target else []
    if target in use.against.eligible:
        return []
    names = listed([_name(battle, unit) for unit in use.against.eligible])
    return [Reason(f"{use.label} is against one of {names}", use.rules)]


def _name(battle: AnyBattle, unit: str) -> str:
    return battle.units[unit].name if unit in battle.units else repr(unit)


# ---------------------------------------------------------------- random and sensible plays


def _open(hand: Sequence[HeldCard]) -> list[tuple[HeldCard, Use]]:
    return [(card, use) for card in hand if card.count for use in card.uses if not use.barred]


def sample(
    battle: AnyBattle, hand: Sequence[HeldCard], random: Random, legal: Callable[[Played], bool]
) -> Played | None:
    """Something held, played in a random way that is legal; None where none was found."""
    ways = _open(hand)
    random.shuffle(ways)
    for card, use in ways[:_TRIED]:
        units = random.sample(use.aim.eligible, random.randint(use.aim.least, use.aim.most)) if _of_units(use) else []
        against = use.against.eligible if use.against is not None else ()
        target = random.choice(against) if against else ""
        for some in (units, units[:1]):
            form = drawn_ground(battle, use, Played(card.key, use.key, tuple(some), target), random)
            if legal(form):
                return form
    return None


def _of_units(use: Use) -> bool:
    """Whether it is for units, though it may be for nobody in particular."""
    return use.aim.at not in ("feature", "point")


def suggest(battle: AnyBattle, hand: Sequence[HeldCard], legal: Callable[[Played], bool]) -> Iterator[Played]:
    """Everything that can be played, each use once before any is told of again: for another card, another target.
    What is aimed at enemies is told of each of them."""
    told: set[str] = set()
    again: list[Played] = []
    for card, use in _open(hand):
        for form in _ways(battle, card, use):
            if not legal(form):
                continue
            if use.key in told:
                again.append(form)
            else:
                told.add(use.key)
                yield form
    yield from again


def command_at_random(
    battle: AnyBattle, hand: Sequence[HeldCard], random: Random, legal: Callable[[Played], bool], *, idle: float
) -> Commanded:
    """A play as the answer to who may play what he holds: one in so many ends it."""
    form = sample(battle, hand, random, legal) if random.random() >= idle else None
    return Commanded("", PLAY, form) if form is not None else FINISH


def commands(battle: AnyBattle, hand: Sequence[HeldCard], legal: Callable[[Played], bool]) -> Iterator[Commanded]:
    """What is suggested as answers; to end it comes last."""
    yield from (Commanded("", PLAY, form) for form in suggest(battle, hand, legal))
    yield FINISH


def no_target(
    battle: AnyBattle, hand: Sequence[HeldCard], form: Played, rules: tuple[str, ...]
) -> Callable[[str], list[Reason]]:
    """What there is against a unit that is not eligible, where nothing more can be said of it: nothing where the use
    itself is barred, for then that is told."""
    barred = any(use.barred for card in hand if card.key == form.card for use in card.uses if use.key == form.use)

    def why(unit_id: str) -> list[Reason]:
        unit = battle.units.get(unit_id)
        name = unit.name if unit is not None else repr(unit_id)
        return [] if barred else [Reason(f"{name} cannot be the target", rules)]

    return why


def _ways(battle: AnyBattle, card: HeldCard, use: Use) -> Iterator[Played]:
    targets = use.against.eligible if use.against is not None else ()
    for units in _groups(use.aim) if _of_units(use) else ((),):
        for target in targets or ("",):
            yield from tried_ground(battle, use, Played(card.key, use.key, units, target))


def _groups(aim: Aim) -> Iterator[tuple[str, ...]]:
    if aim.at == "nobody":
        yield ()
    elif aim.whom == "friend" or aim.least != 1 or aim.must:
        yield _first(aim)
    else:
        yield from ((unit,) for unit in aim.eligible)


def _first(aim: Aim) -> tuple[str, ...]:
    """Those who must be among them, and no more of the others than are needed."""
    others = [unit for unit in aim.eligible if unit not in aim.must]
    return (*aim.must, *others)[: max(1, aim.least, len(aim.must))]
