"""The separate action for a baggage camp, one melee fought to its end at once: CM-HIST-44, and MELEE."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from schiltron.battle.play import option_choice
from schiltron.battle.play.agenda import Step, rolls
from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.battle import Engagement
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.state.decision import UNSEATED, Choose, Chosen, Option
from schiltron.battle.state.event import Checked, Compelled, Ruled
from schiltron.battle.state.field import asked_seat
from schiltron.battle.state.unit import OffTable, in_line
from schiltron.battle.words.grammar import listed
from schiltron.rulesets.chainmail.camps import at_the_camp, camp_of, note
from schiltron.rulesets.chainmail.field import is_commander, like_figures
from schiltron.rulesets.chainmail.losses import DESTROYED, SURRENDERED, TAKEN, fell, remove
from schiltron.rulesets.chainmail.melee.dice import Blow, blow
from schiltron.rulesets.chainmail.melee.rounds import pool_of, tell_blow
from schiltron.rulesets.chainmail.morale.flight import GONE
from schiltron.rulesets.chainmail.morale.post_melee import WHY, outcome_for, reckoned, score_of
from schiltron.rulesets.chainmail.morale.prisoners import never_surrenders
from schiltron.rulesets.chainmail.points import worth
from schiltron.rulesets.chainmail.state import Baggage, Battle, Scene, Unit
from schiltron.rulesets.chainmail.steps import MeleeSide
from schiltron.table.body import Formed


class SeparateAction(Step, frozen=True, tag="chainmail.separate_action"):
    """The owner of a camp may have his men there fight the looters (CM-HIST-44)."""

    side: str


class CampRound(Step, frozen=True, tag="chainmail.camp_round"):
    """A round of a separate action at a side's camp: its dice are fixed before they fall (CM-HIST-44)."""

    side: str
    blows: tuple[Blow, ...]
    sides: tuple[MeleeSide, MeleeSide]


class CampMorale(Step, frozen=True, tag="chainmail.camp_morale"):
    """Morale of both sides after a round of a separate action (CM-HIST-44)."""

    side: str
    sides: tuple[MeleeSide, MeleeSide]


_RULES: Final = ("CM-HIST-44",)
_FIGHT, _LEAVE = "fight", "leave"

# ---------------------------------------------------------------- who is there


def _fighters(units: list[Unit]) -> list[Unit]:
    return [one for one in units if not is_commander(one)]


# ---------------------------------------------------------------- whether it is fought


def _ask(battle: Battle, step: SeparateAction) -> tuple[Choose, ...] | None:
    camp = camp_of(battle, step.side)
    if camp is None:
        return None
    ours, theirs = at_the_camp(battle, camp)
    if not _fighters(ours) or not _fighters(theirs) or camp.left_alone == _present(ours, theirs):
        return None
    names = listed([one.name for one in ours]), listed([one.name for one in theirs])
    return (
        Choose(
            seat=asked_seat(battle, step.side) or UNSEATED,
            prompt=f"Fight a separate action for your baggage, {names[0]} against {names[1]}?",
            waits=f"to fight for their baggage, or not: {names[0]} against {names[1]}",
            rules=_RULES,
            options=(Option(_FIGHT, "Fight it"), Option(_LEAVE, "Leave them at it", forgoes=True)),
            default=Chosen((_LEAVE,)),
        ),
    )


def _present(ours: list[Unit], theirs: list[Unit]) -> tuple[str, ...]:
    return tuple(one.id for one in in_line((*ours, *theirs)))


def _take(scene: Scene, step: SeparateAction, answers: tuple[Chosen, ...]) -> None:
    camp = camp_of(scene.battle, step.side)
    assert camp is not None
    if answers[0].keys == (_FIGHT,):
        scene.now(_round(scene.battle, camp, None))
    else:
        note(scene, replace(camp, left_alone=_present(*at_the_camp(scene.battle, camp))))


def _suggest(view: Battle, step: SeparateAction, _decision: Choose) -> Iterator[Chosen]:
    """It is fought where the owner is the stronger."""
    camp = camp_of(view, step.side)
    assert camp is not None
    ours, theirs = (sum(worth(one, one.figures) for one in _fighters(units)) for units in at_the_camp(view, camp))
    keys = (_FIGHT, _LEAVE) if ours >= theirs else (_LEAVE, _FIGHT)
    yield from (Chosen((key,)) for key in keys)


# ---------------------------------------------------------------- a round


def _round(battle: Battle, camp: Baggage, began: dict[str, int] | None) -> CampRound:
    """The dice of a round, from the strength of both at its start; `began` is what they had in the first."""
    ours, theirs = (_fighters(units) for units in at_the_camp(battle, camp))
    pairs = _pairs(ours, theirs)
    there = replace(battle, engagements=tuple(Engagement(one, two, "front", 0) for one, two in pairs))
    foes = {one.id: [b if a == one.id else a for a, b in pairs if one.id in (a, b)] for one in (*ours, *theirs)}
    blows = tuple(
        blow(there, like, battle.units[foe], number)
        for one in (*ours, *theirs)
        for foe, figures in _shared(one, foes[one.id])
        for like, number in like_figures(one, figures)
    )
    numbers = began or {one.id: one.figures for one in (*ours, *theirs)}
    return CampRound(camp.side, blows, (_side(ours, numbers), _side(theirs, numbers)))


def _pairs(ours: list[Unit], theirs: list[Unit]) -> list[tuple[str, str]]:
    """Everybody has somebody to fight: the first the first, and of the more numerous side several one."""
    most = max(len(ours), len(theirs))
    return [(ours[place % len(ours)].id, theirs[place % len(theirs)].id) for place in range(most)]


def _shared(unit: Unit, foes: list[str]) -> Iterator[tuple[str, int]]:
    """A unit's figures against each of its foes, as evenly as may be."""
    each, over = divmod(unit.figures, len(foes))
    for place, foe in enumerate(foes):
        figures = each + (place < over)
        if figures:
            yield foe, figures


def _side(units: list[Unit], began: dict[str, int]) -> MeleeSide:
    figures = tuple(one.figures for one in units)
    first = tuple(began.get(one.id, one.figures) for one in units)
    return MeleeSide(units[0].side, tuple(one.id for one in units), figures, tuple(0 for _ in units), first)


def _ask_round(battle: Battle, step: CampRound) -> Roll | None:
    pools = tuple(pool_of(battle, one) for one in step.blows if one.dice.total)
    return Roll("the separate action for the baggage", pools, (*_RULES, "CM-MELEE-01")) if pools else None


def _roll_round(scene: Scene, step: CampRound, pools: tuple[Thrown, ...]) -> None:
    thrown, kills = iter(pools), Counter[str]()
    for one in step.blows:
        hits = next(thrown).hits if one.dice.total else 0
        kills[one.target] += hits
        tell_blow(scene, one, hits)
    scene.now(CampMorale(step.side, (_after(scene, step.sides[0], kills), _after(scene, step.sides[1], kills))))


def _do_round(scene: Scene, step: CampRound) -> None:
    """Nobody can hurt anybody: it ends undecided."""
    _told_blows(scene, step.blows)
    _over(scene, step.side)


def _told_blows(scene: Scene, blows: tuple[Blow, ...]) -> None:
    for one in blows:
        tell_blow(scene, one, 0)


def _after(scene: Scene, side: MeleeSide, kills: Counter[str]) -> MeleeSide:
    lost = []
    for key in side.units:
        lost.append(fell(scene, key, min(kills[key], scene.unit(key).figures), Harm(("melee",), rules=_RULES)))
        _bury(scene, key)
    return replace(side, lost=tuple(lost))


def _bury(scene: Scene, key: str) -> None:
    unit = scene.unit(key)
    if not unit.figures:
        remove(scene, key, DESTROYED, _RULES)
    elif isinstance(unit.body, Formed):
        body = replace(unit.body, files=min(unit.body.files, unit.figures))
        scene.change(replace(unit, fallen=0, body=body))
    else:
        scene.change(replace(unit, fallen=0))


# ---------------------------------------------------------------- morale


def _left(battle: Battle, side: MeleeSide) -> tuple[str, ...]:
    return tuple(key for key in side.units if battle.units[key].figures)


def _ask_morale(battle: Battle, step: CampMorale) -> Roll | None:
    one, other = (score_of(battle, side) for side in step.sides)
    if one.lost == other.lost or not all(_left(battle, side) for side in step.sides):
        return None
    better = one if one.lost < other.lost else other
    pool = Pool(1, 6, SumOf(), "times fewer lost", whose=better.side)
    return Roll("post-melee morale of the separate action", (pool,), (*_RULES, "CM-MELEE-17"))


def _roll_morale(scene: Scene, step: CampMorale, pools: tuple[Thrown, ...]) -> None:
    _settle(scene, step, pools[0].total)


def _do_morale(scene: Scene, step: CampMorale) -> None:
    _settle(scene, step, 0)


def _settle(scene: Scene, step: CampMorale, die: int) -> None:
    """It goes on while the table says so and both are there."""
    if not all(_left(scene.battle, side) for side in step.sides):
        _over(scene, step.side)
        return
    one, other = (score_of(scene.battle, side) for side in step.sides)
    totals = reckoned(one, other, die)
    difference = totals[0].total - totals[1].total
    what = outcome_for(abs(difference))
    loser = step.sides[1 if difference > 0 else 0]
    for side, mine, theirs in zip(step.sides, totals, totals[::-1], strict=True):
        passed = side != loser or what.reaction == "melee_continues"
        rules = tuple(dict.fromkeys((*_RULES, "CM-MELEE-20", *mine.rules)))
        first = _left(scene.battle, side)[0]
        scene.tell(Checked(unit=first, why=WHY, tally=mine, need=theirs.total, passed=passed, rules=rules))
    if what.reaction == "melee_continues" or not _beaten(scene, loser, what.reaction):
        _go_on(scene, step)
    else:
        _over(scene, step.side)


def _beaten(scene: Scene, loser: MeleeSide, reaction: str) -> bool:
    """The losers leave or are taken; whether there is nobody of them who fights on (CM-HIST-30)."""
    stubborn = False
    for key in _left(scene.battle, loser):
        unit = scene.unit(key)
        place = unit.place
        assert isinstance(place, OffTable)
        if reaction == "surrender" and never_surrenders(scene.battle, unit):
            scene.tell(Ruled(what=f"{unit.name} never surrender and fight on", rules=("CM-HIST-30",)))
            stubborn = True
        elif reaction == "surrender":
            remove(scene, key, SURRENDERED, (*_RULES, "CM-MELEE-24"), place.edge)
        elif reaction in ("retreat", "rout"):
            remove(scene, key, GONE, (*_RULES, "CM-MELEE-33"), place.edge)
        else:
            scene.tell(Compelled(unit=key, action="fall back in good order", rules=(*_RULES, "CM-MELEE-21")))
    return not stubborn


def _go_on(scene: Scene, step: CampMorale) -> None:
    camp = camp_of(scene.battle, step.side)
    assert camp is not None
    began = {key: number for side in step.sides for key, number in zip(side.units, side.began, strict=True)}
    scene.now(_round(scene.battle, camp, began))


def _over(scene: Scene, side: str) -> None:
    """Survivors may return; a commander without any is lost with his men (CM-HIST-33)."""
    camp = camp_of(scene.battle, side)
    assert camp is not None
    for units in at_the_camp(scene.battle, camp):
        led = _fighters(units)
        for one in units:
            assert isinstance(one.place, OffTable)
            if led:
                scene.change(replace(one, place=replace(one.place, may_return=True)))
            else:
                remove(scene, one.id, TAKEN, (*_RULES, "CM-HIST-33"), one.place.edge)
        if led:
            what = f"{listed([one.name for one in units])} may return from the baggage"
            scene.tell(Ruled(what=what, rules=_RULES))


SEPARATE_ACTION: Final = option_choice.chooses(SeparateAction, ask=_ask, take=_take, suggest=_suggest)
CAMP_ROUND: Final = rolls(CampRound, ask=_ask_round, roll=_roll_round, do=_do_round)
CAMP_MORALE: Final = rolls(CampMorale, ask=_ask_morale, roll=_roll_morale, do=_do_morale)
