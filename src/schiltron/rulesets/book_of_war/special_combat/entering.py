"""The result of a special combat that was fought elsewhere (chapter A3), as the players enter it.

Both do; where they differ a die decides whose entry holds (BW-O9-02).
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from schiltron.battle.play import option_choice
from schiltron.battle.play.agenda import Step, asks, rolls
from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.state.decision import UNSEATED, Choose, Chosen, Option
from schiltron.battle.state.event import Ruled
from schiltron.rulesets.book_of_war.attacks.to_hit import DIE
from schiltron.rulesets.book_of_war.embedded import in_play
from schiltron.rulesets.book_of_war.special_combat.fighters import lose_points, points_left
from schiltron.rulesets.book_of_war.special_combat.outlook import cycle
from schiltron.rulesets.book_of_war.state import Battle, Scene

BOTH_STAND: Final = "both_stand"
_BOTH_FALL: Final = "both_fall"
_RULES: Final = ("BW-A3-36",)


class EnterResult(Step, frozen=True, tag="book_of_war.enter_result"):
    """Two heroes have fought elsewhere."""

    one: str
    other: str


class WhoseEntry(Step, frozen=True, tag="book_of_war.whose_entry"):
    """Two entries of a result that differ."""

    one: str
    other: str
    entries: tuple[str, str]


def _options(battle: Battle, step: EnterResult) -> tuple[Option, ...]:
    one, other = battle.units[step.one], battle.units[step.other]
    return (
        Option(BOTH_STAND, "Both still stand"),
        Option(one.id, f"{one.name} falls"),
        Option(other.id, f"{other.name} falls"),
        Option(_BOTH_FALL, "Both fall"),
    )


def likeliest(battle: Battle, step: EnterResult) -> str:
    """What most probably comes of the rounds of a cycle, for who has fought nowhere."""
    end = cycle(battle, battle.units[step.one], battle.units[step.other])
    chances = (
        (1 - end.one_falls - end.other_falls, BOTH_STAND),
        (end.one_falls, step.one),
        (end.other_falls, step.other),
    )
    return max(chances, key=lambda one: one[0])[1]


def _seats(battle: Battle, step: EnterResult) -> list[str]:
    return list(dict.fromkeys(battle.units[key].controller or UNSEATED for key in (step.one, step.other)))


def _ask(battle: Battle, step: EnterResult) -> tuple[Choose, ...] | None:
    one, other = battle.units[step.one], battle.units[step.other]
    if not (in_play(one) and in_play(other)):
        return None
    default = Chosen((likeliest(battle, step),))
    return tuple(
        Choose(
            seat=seat,
            prompt=f"{one.name} and {other.name} have fought their rounds elsewhere: who has fallen?",
            waits=f"the result between {one.name} and {other.name}",
            rules=(*_RULES, "BW-O9-01"),
            options=_options(battle, step),
            sealed=True,
            default=default,
        )
        for seat in _seats(battle, step)
    )


def _take(scene: Scene, step: EnterResult, answers: tuple[Chosen, ...]) -> None:
    entries = [answer.keys[0] for answer in answers]
    if len(set(entries)) == 1:
        _enter(scene, step.one, step.other, entries[0])
    else:
        scene.now(WhoseEntry(step.one, step.other, (entries[0], entries[1])))


def _enter(scene: Scene, one_id: str, other_id: str, entry: str) -> None:
    """Who has fallen is gone; the rest are as they were."""
    one, other = scene.unit(one_id), scene.unit(other_id)
    fallen = [hero for hero in (one, other) if entry in (hero.id, _BOTH_FALL)]
    said = {BOTH_STAND: "both still stand", _BOTH_FALL: "both fall"}.get(entry) or f"{scene.unit(entry).name} falls"
    scene.tell(Ruled(what=f"{one.name} and {other.name} fought elsewhere: {said}", rules=_RULES))
    for hero in fallen:
        killer = other if hero is one else one
        lose_points(scene, hero.id, points_left(hero), Harm(("melee", "special combat"), killer.id, _RULES))


def _sample(view: Battle, step: EnterResult, decision: Choose, random: Random) -> Chosen:
    return option_choice.sample(view, step, decision, random)


def _suggest(view: Battle, step: EnterResult, decision: Choose) -> Iterator[Chosen]:
    """What is likeliest first."""
    first = likeliest(view, step)
    yield Chosen((first,))
    yield from (Chosen((option.key,)) for option in decision.options if option.key != first)


# ---------------------------------------------------------------- where they differ


def _ask_whose(battle: Battle, step: WhoseEntry) -> Roll:
    units = [battle.units[key] for key in (step.one, step.other)]
    pools = tuple(Pool(1, DIE, SumOf(), battle.side_named(unit.side).title, unit.side) for unit in units)
    what = f"whose entry holds for {units[0].name} and {units[1].name} (the higher)"
    return Roll(what, pools, ("BW-O9-02",), unequal=True)


def _whose(scene: Scene, step: WhoseEntry, pools: tuple[Thrown, ...]) -> None:
    one, other = pools
    _enter(scene, step.one, step.other, step.entries[0 if one.total > other.total else 1])


ENTER_RESULT: Final = asks(
    EnterResult, ask=_ask, judge=option_choice.judge, take=_take, sample=_sample, suggest=_suggest
)
WHOSE_ENTRY: Final = rolls(WhoseEntry, ask=_ask_whose, roll=_whose)
