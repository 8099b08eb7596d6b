"""The hours after a battle (chapters O7, O8): the victor may finish the fallen, heroes are saved or not, men recover.

It is a battle without a table, played through the same door: a choice, dice, and a result in figures."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.play.agenda import Step, does, rolls
from schiltron.battle.play.casualties import stand_again
from schiltron.battle.play.option_choice import chooses
from schiltron.battle.state.battle import How, Outcome
from schiltron.battle.state.chance import AtLeast, Pool, Roll, Thrown
from schiltron.battle.state.decision import Choose, Chosen, Option
from schiltron.battle.state.effects import NOTHING
from schiltron.battle.state.event import Ruled
from schiltron.battle.state.field import asked_seat, foes, troops
from schiltron.battle.state.unit import OffTable
from schiltron.battle.words.grammar import counted, listed
from schiltron.battle.words.grammar import does as verb
from schiltron.rulesets.book_of_war.aftermath.gathering import gathered
from schiltron.rulesets.book_of_war.aftermath.recovery import (
    Fate,
    fallen,
    fled,
    horses,
    recovering,
    shared_out,
    whole_figures,
)
from schiltron.rulesets.book_of_war.costs import GOLD_A_POINT
from schiltron.rulesets.book_of_war.field import troop, worth
from schiltron.rulesets.book_of_war.individuals import remounted
from schiltron.rulesets.book_of_war.scale import heads
from schiltron.rulesets.book_of_war.state import Battle, Scene, Unit, UnitPart
from schiltron.rulesets.book_of_war.troops import TROOPS

PHASE: Final = "aftermath"
AWAY: Final = "after the battle"
SAVED_ON: Final = 3
"""What a d6 must show for a fallen hero (BW-O8-05)."""
_FLED: Final[tuple[How, ...]] = ("routed", "went_off", "taken")
_FINISH, _SPARE = "finish", "spare"


class Finish(Step, frozen=True, tag="book_of_war.finish_the_fallen"):
    """The side that holds the field decides about the enemy's fallen (BW-O8-03)."""

    fate: Fate
    over: Outcome


class SaveHeroes(Step, frozen=True, tag="book_of_war.save_heroes"):
    """Fallen heroes have a throw against death (BW-O8-05)."""

    fate: Fate
    over: Outcome


class RecoverFallen(Step, frozen=True, tag="book_of_war.recover_fallen"):
    fate: Fate
    over: Outcome


def aftermath(battle: Battle) -> Battle | None:
    """What comes after a battle that is over; None for one that goes on, and after this itself. Whoever won holds the
    field."""
    over = battle.outcome
    if over is None or battle.phase == PHASE:
        return None
    fate = Fate(over.winner, strict=battle.own.options.recovery == "strict")
    whole = gathered(battle)
    rested = {key: _rested(unit) for key, unit in whole.units.items()}
    return replace(
        whole,
        title=f"After {battle.title}",
        board=None,
        units=rested,
        outcome=None,
        agenda=(Finish(fate, over),),
        phase=PHASE,
        active="",
        roll=None,
        decisions=(),
        commitments=(),
        proposals=(),
        engagements=(),
        effects=NOTHING,
        due=(),
    )


def _rested(unit: Unit) -> Unit:
    """A unit off the table; who stood with another still does, and knights are on their horses again."""
    place = unit.place if unit.host else OffTable(AWAY)
    own = UnitPart(wand=unit.own.wand, spells=unit.own.spells)
    return replace(unit, kind=remounted(unit.kind), place=place, marks=(), fallen=0, own=own)


# ---------------------------------------------------------------- the victor's choice


def _ask_finish(battle: Battle, step: Finish) -> tuple[Choose, ...] | None:
    """Asked only where it matters: somebody holds the field, and enemies lie on it who might recover."""
    fate = step.fate
    if not fate.holder or fate.strict or not any(fallen(battle, unit) for unit in foes(battle, fate.holder)):
        return None
    down = sum(heads(unit, grave.figures) for unit in foes(battle, fate.holder) for grave in fallen(battle, unit))
    return (
        Choose(
            seat=asked_seat(battle, fate.holder) or "",
            prompt=f"You hold the field, and {counted(down, 'enemy', 'enemies')} lie on it. Finish them?",
            waits=f"{battle.side_named(fate.holder).title} to say what becomes of the fallen",
            rules=("BW-O8-03",),
            options=(Option(_SPARE, "Spare them"), Option(_FINISH, "Finish them")),
            default=Chosen((_SPARE,)),
        ),
    )


def _take_finish(scene: Scene, step: Finish, answers: tuple[Chosen, ...]) -> None:
    (answer,) = answers
    finished = answer == Chosen((_FINISH,))
    side = scene.battle.side_named(step.fate.holder).title
    said = f"{side}: the enemy's fallen are {'finished' if finished else 'spared'}"
    scene.tell(Ruled(what=said, rules=("BW-O8-03",)))
    _go_on(scene, replace(step, fate=replace(step.fate, finished=finished)))


def _go_on(scene: Scene, step: Finish) -> None:
    """Nobody is asked, or has answered: the rest follows."""
    scene.now(SaveHeroes(step.fate, step.over), RecoverFallen(step.fate, step.over))


FINISH: Final = chooses(Finish, ask=_ask_finish, take=_take_finish, do=_go_on)


# ---------------------------------------------------------------- heroes


def _dying(battle: Battle, fate: Fate) -> list[Unit]:
    """Heroes who fell and were not finished (BW-O8-05); where saves are agreed on."""
    if battle.own.options.hero_saves == "none":
        return []
    sides = [troops(battle, side.id) for side in battle.sides]
    finished = replace(fate, strict=False)
    return [one for side in sides for one in side if _is_hero(one) and fallen(battle, one) and not finished.dead(one)]


def _is_hero(unit: Unit) -> bool:
    return troop(unit).hero is not None


def _ask_saves(battle: Battle, step: SaveHeroes) -> Roll | None:
    dying = _dying(battle, step.fate)
    if not dying:
        return None
    pools = tuple(Pool(1, 6, AtLeast(SAVED_ON), one.name, one.owner) for one in dying)
    return Roll(f"fallen heroes ({SAVED_ON} or more saves from death)", pools, ("BW-O8-05",))


def _roll_saves(scene: Scene, step: SaveHeroes, pools: tuple[Thrown, ...]) -> None:
    for hero, thrown in zip(_dying(scene.battle, step.fate), pools, strict=True):
        if thrown.hits:
            stand_again(scene, hero.id, 1, "fell")
        fate = "lives" if thrown.hits else "is dead"
        scene.tell(Ruled(what=f"{hero.name} {fate}", rules=("BW-O8-05",)))


SAVE_HEROES: Final = rolls(SaveHeroes, ask=_ask_saves, roll=_roll_saves)


# ---------------------------------------------------------------- men and horses


def _recover(scene: Scene, step: RecoverFallen) -> None:
    """Those who fled come back; of the struck down as many recover as the system allows, type by type; horses are
    caught. The result is the armies as they are now."""
    battle = scene.battle
    caught = horses(battle, step.fate)
    for side in battle.sides:
        for unit in troops(battle, side.id):
            _come_back(scene, unit)
        for kind in dict.fromkeys(unit.kind for unit in troops(battle, side.id) if not _is_hero(unit)):
            tally = recovering(battle, side.id, kind, step.fate)
            if not tally.terms:
                continue
            figures = whole_figures(tally)
            for unit, share in shared_out(battle, side.id, kind, figures):
                stand_again(scene, unit.id, share, "fell")
            said = "; ".join(term.label for term in tally.terms)
            what = f"{side.title}, {TROOPS[kind].name.lower()}: {said}: {counted(figures, 'figure')} again"
            scene.tell(Ruled(what=what, rules=("BW-O8-01", *tally.rules)))
    scene.set(own=replace(scene.battle.own, horses=tuple((side, tally.total) for side, tally in caught.items())))
    for side_id, tally in caught.items():
        what = f"{battle.side_named(side_id).title}: {counted(tally.total, 'horse')} caught"
        scene.tell(Ruled(what=what, rules=tally.rules))
    _tell_pay(scene)
    scene.end(step.over)


def _come_back(scene: Scene, unit: Unit) -> None:
    back = fled(scene.battle, unit, *_FLED)
    if back:
        for how in _FLED:
            stand_again(scene, unit.id, fled(scene.battle, unit, how), how)
        scene.tell(
            Ruled(
                what=f"{unit.name}: {counted(back, 'figure')} that fled {verb('come back', one=back == 1)}",
                rules=("BW-O8-01",),
            )
        )


def _tell_pay(scene: Scene) -> None:
    """What is left costs its owner so much a month (BW-O7-01)."""
    said = []
    for side in scene.battle.sides:
        points = sum(worth(unit, unit.figures) for unit in troops(scene.battle, side.id))
        said.append(f"{side.title} {points * GOLD_A_POINT} gold pieces")
    scene.tell(Ruled(what=f"what is left costs every month: {listed(said)}", rules=("BW-O7-01",)))


RECOVER_FALLEN: Final = does(RecoverFallen, _recover)
