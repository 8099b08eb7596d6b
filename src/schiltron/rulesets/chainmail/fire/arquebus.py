"""Arquebuses: CM-GUN-01 to CM-GUN-07.

They are aimed, limited in arc and rate like other missiles, but every man rolls for himself and armour is no help.
"""

from __future__ import annotations

from schiltron.battle.play.agenda import Step, rolls
from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.chance import AtLeast, Pool, Roll, Thrown
from schiltron.battle.state.event import Struck
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.chainmail.fire.cover import Shelter, is_rested
from schiltron.rulesets.chainmail.fire.tables import DIE, accuracy
from schiltron.rulesets.chainmail.losses import fell
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit
from schiltron.rulesets.chainmail.troop_traits.bonuses import combat_term
from schiltron.table.lengths import Mil, show_inches


class Fusillade(Step, frozen=True, tag="chainmail.fusillade"):
    """A unit's arquebuses at one target: an accuracy die each (CM-GUN-01), that must show the total of `need`."""

    unit: str
    target: str
    firing: Tally
    need: Tally
    shots: int = 1


SHOOTING = "shooting"


def need(battle: Battle, unit: Unit, apart: Mil, hidden: Shelter) -> Tally:
    """What the accuracy die must show, with all that is added to it or taken off it put the other way round."""
    band = accuracy(apart)
    terms = [Term(f"up to {show_inches(band.reach)}", band.need, "CM-GUN-02")]
    if hidden.hard:
        how_much = "up to half" if hidden.hard == 1 else "more than half"
        terms.append(Term(f"hard cover hides {how_much}", hidden.hard, "CM-GUN-06"))
    if is_rested(battle, unit):
        terms.append(Term("rested on a strong support", -1, "CM-GUN-07"))
    he = combat_term(battle, unit)
    if he is not None:
        terms.append(Term(he.label, -he.value, he.rule))
    return Tally("to hit", tuple(terms))


def fusillade(unit: Unit, target: Unit, firing: Tally, needed: Tally) -> Fusillade | Reason:
    """The fire of those who can, or why no die could hit."""
    if needed.total > DIE:
        return Reason(f"no die hits {target.name} in such cover and so far away", needed.rules)
    return Fusillade(unit.id, target.id, firing, needed)


# ---------------------------------------------------------------- dice


def _dice(step: Fusillade) -> int:
    return step.firing.total * step.shots


def _ask(battle: Battle, step: Fusillade) -> Roll | None:
    """At so short a range that every die hits, none is thrown."""
    unit, target = battle.units[step.unit], battle.units[step.target]
    if not target.figures or step.need.total <= 1:
        return None
    pool = Pool(_dice(step), DIE, AtLeast(step.need.total), unit.name, unit.side)
    return Roll(f"{unit.name} fire at {target.name}", (pool,), ("CM-GUN-01", "CM-GUN-02"))


def _roll(scene: Scene, step: Fusillade, pools: tuple[Thrown, ...]) -> None:
    _hit(scene, step, pools[0].hits)


def _do(scene: Scene, step: Fusillade) -> None:
    if scene.unit(step.target).figures:
        _hit(scene, step, _dice(step))


def _hit(scene: Scene, step: Fusillade, hits: int) -> None:
    killed = Tally("killed", (Term("hits, whatever the armour", hits, "CM-GUN-01"),), measure="figures")
    scene.tell(
        Struck(
            unit=step.unit,
            target=step.target,
            action=SHOOTING,
            dice=_dice(step),
            hits=hits,
            kept=0,
            tallies=(step.firing, step.need, killed),
            rules=("CM-GUN-01", *step.need.rules),
        )
    )
    fell(scene, step.target, hits, Harm(("missile",), step.unit, ("CM-GUN-01",)))


FUSILLADE = rolls(Fusillade, ask=_ask, roll=_roll, do=_do)
