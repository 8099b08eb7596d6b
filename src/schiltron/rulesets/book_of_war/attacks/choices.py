"""Choices made before any die of the attack phase falls (chapters B2 and C3: BW-B2-39, BW-C3-11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from random import Random

from msgspec import Struct

from schiltron.battle.play import option_choice
from schiltron.battle.play.agenda import Step, asks
from schiltron.battle.play.form_checks import judge_assignment
from schiltron.battle.state.decision import Assign, Assigned, Choose, Chosen, Item, Option, Share
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.tally import Tally
from schiltron.rulesets.book_of_war.attacks.area_damage import AreaHit
from schiltron.rulesets.book_of_war.attacks.melee import Fighter, easiest, fighters, strikes, undecided
from schiltron.rulesets.book_of_war.attacks.strikes import Strike
from schiltron.rulesets.book_of_war.attacks.to_hit import Blow
from schiltron.rulesets.book_of_war.embedded import is_hero
from schiltron.rulesets.book_of_war.state import Battle, Scene, Unit
from schiltron.table.lengths import Mil


class Shot(Struct, frozen=True):
    """A declared missile attack.

    `ranks` and the files limit who shoots (BW-B2-33).
    """

    unit: str
    target: str
    ranks: int | None = None
    first_file: int | None = None
    last_file: int | None = None


class Portion(Struct, frozen=True):
    """What one unit gets of a volley."""

    target: str
    blow: Blow


class Pick(Step, frozen=True, tag="book_of_war.pick_foes"):
    """A unit whose figures touch several enemies: the owner says which figure strikes whom (BW-C3-11)."""

    unit: str
    side: str


class Volley(Step, frozen=True, tag="book_of_war.volley"):
    """A shot with its dice fixed and evenly divided among those near the target (BW-B2-38).

    The first portion is the target's. The spare dice are the shooting player's to place (BW-B2-39).
    """

    shot: Shot
    distance: Mil
    dice: Tally
    portions: tuple[Portion, ...]
    spare: int = 0


def _queue(scene: Scene, struck: Iterable[Strike]) -> None:
    """Put strikes behind all choices still to be made and all strikes already waiting."""
    agenda = scene.battle.agenda
    place = 0
    while place < len(agenda) and isinstance(agenda[place], Volley | Pick | Strike | AreaHit):
        place += 1
    scene.set(agenda=(*agenda[:place], *struck, *agenda[place:]))


# ---------------------------------------------------------------- dice left over from a volley (BW-B2-39)


def _ask_spare(battle: Battle, step: Volley) -> tuple[Choose, ...]:
    unit = battle.units[step.shot.unit]
    units = [battle.units[portion.target] for portion in step.portions]
    return (
        Choose(
            seat=unit.controller,
            prompt=_spare_prompt(unit.name, step),
            waits=f"{unit.name} to share out the dice that are left over",
            rules=("BW-B2-38", "BW-B2-39"),
            options=tuple(Option(one.id, one.name) for one in units),
            least=step.spare,
            most=step.spare,
            default=Chosen(usual_takers(step)),
        ),
    )


def _spare_prompt(name: str, volley: Volley) -> str:
    """What is asked; of fewer dice than units none is left over, they are all there are."""
    among = f"{len(volley.portions)} units"
    if any(portion.blow.dice for portion in volley.portions):
        who = "which of them gets the one left over" if volley.spare == 1 else f"which {volley.spare} get one more"
        return f"The dice of {name} do not divide evenly among {among}: {who}?"
    if volley.spare == 1:
        return f"Any of {among} may be hit by the one die of {name}: which of them is it for?"
    return f"Any of {among} may be hit by the {volley.spare} dice of {name}: which of them get one each?"


def usual_takers(volley: Volley) -> tuple[str, ...]:
    """Who gets the dice left over for want of a choice: the first of those the volley lists, the target before all."""
    return tuple(portion.target for portion in volley.portions[: volley.spare])


def _take_spare(scene: Scene, step: Volley, answers: tuple[Chosen, ...]) -> None:
    (answer,) = answers
    _queue(scene, loosed(step, answer.keys))


def loosed(volley: Volley, takers: Collection[str]) -> list[Strike]:
    """A strike for each unit that gets a share of the dice; of those left over nobody gets more than one."""
    found = []
    for portion in volley.portions:
        dice = portion.blow.dice + (portion.target in takers)
        if dice:
            blow = Blow(dice, portion.blow.need)
            found.append(Strike(volley.shot.unit, portion.target, "shooting", (blow,)))
    return found


def _sample_spare(view: Battle, step: Volley, decision: Choose, random: Random) -> Chosen:
    return Chosen(tuple(random.sample([option.key for option in decision.options], step.spare)))


def _suggest_spare(view: Battle, step: Volley, decision: Choose) -> Iterator[Chosen]:
    yield Chosen(usual_takers(step))


# ---------------------------------------------------------------- figures with a choice of foes (BW-C3-11)


def _ask_pick(battle: Battle, step: Pick) -> tuple[Assign, ...]:
    unit = battle.units[step.unit]
    torn = undecided(fighters(battle, unit))
    foes = battle.in_line({foe for fighter in torn for foe in fighter.foes})
    return (
        Assign(
            seat=unit.controller,
            prompt=_whom(unit),
            waits=f"{unit.name} to choose whom its figures strike",
            rules=("BW-C3-11",),
            items=tuple(_item(unit, fighter) for fighter in torn),
            bins=tuple(Option(foe, battle.units[foe].name) for foe in foes),
            default=_by_ease(torn),
        ),
    )


def _whom(unit: Unit) -> str:
    if is_hero(unit):
        return f"{unit.name} touches more than one enemy: whom does he strike?"
    if unit.figures == 1:
        return f"The figure of {unit.name} touches more than one enemy: whom does it strike?"
    return f"Figures of {unit.name} touch more than one enemy: whom does each strike?"


def _item(unit: Unit, fighter: Fighter) -> Item:
    if unit.figures == 1:
        label = unit.name
    else:
        figure = unit.places[fighter.place]
        label = f"rank {figure.rank + 1}, file {figure.file + 1}"
    return Item(str(fighter.place), label, 1, tuple(fighter.foes))


def _by_ease(torn: Iterable[Fighter]) -> Assigned:
    return Assigned(tuple(Share(str(fighter.place), easiest(fighter), 1) for fighter in torn))


def _take_pick(scene: Scene, step: Pick, answers: tuple[Assigned, ...]) -> None:
    (answer,) = answers
    unit = scene.unit(step.unit)
    chosen = {int(share.item): share.bin for share in answer.shares if share.count}
    _queue(scene, strikes(scene.battle, unit, fighters(scene.battle, unit), chosen))


def _suggest_pick(view: Battle, step: Pick, decision: Assign) -> Iterator[Assigned]:
    """The easiest foe for each, then everyone who can at one and the same foe."""
    torn = undecided(fighters(view, view.units[step.unit]))
    yield _by_ease(torn)
    for foe in view.in_line({foe for fighter in torn for foe in fighter.foes}):
        yield Assigned(
            tuple(Share(str(fighter.place), foe if foe in fighter.foes else easiest(fighter), 1) for fighter in torn)
        )


def _judge_pick(view: Battle, step: Pick, decision: Assign, answer: Assigned) -> list[Reason]:
    return judge_assignment(decision, answer)


def _sample_pick(view: Battle, step: Pick, decision: Assign, random: Random) -> Assigned:
    """Everything handed out, one by one, at random."""
    given = Counter((item.key, random.choice(item.bins)) for item in decision.items for _ in range(item.count))
    return Assigned(tuple(Share(item, taker, count) for (item, taker), count in sorted(given.items())))


VOLLEY = asks(
    Volley, ask=_ask_spare, judge=option_choice.judge, take=_take_spare, sample=_sample_spare, suggest=_suggest_spare
)
PICK = asks(Pick, ask=_ask_pick, judge=_judge_pick, take=_take_pick, sample=_sample_pick, suggest=_suggest_pick)
