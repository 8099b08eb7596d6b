"""What waits for attackers: stakes (CM-HIST-21, CM-HIST-22) and whether peasants will stand (CM-HIST-11)."""

from __future__ import annotations

from typing import Final

from schiltron.battle.play.agenda import Step, rolls
from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.chance import AtLeast, Pool, Roll, Thrown
from schiltron.battle.state.event import Struck
from schiltron.battle.state.field import rank_sizes
from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.chainmail.field import alive, have_met
from schiltron.rulesets.chainmail.losses import clear, fell
from schiltron.rulesets.chainmail.melee.edges import struck_from
from schiltron.rulesets.chainmail.state import STAKED, Battle, Scene
from schiltron.rulesets.chainmail.steps import Defend
from schiltron.rulesets.chainmail.troop_traits.kinds import are_peasants, are_staked, bring_stakes


class Stakes(Step, frozen=True, tag="chainmail.stakes"):
    """Horse comes onto planted stakes (CM-HIST-22)."""

    charger: str
    target: str


IMPALED: Final = 4
"""The least a die of the front rank must show for horse and rider to be killed (CM-HIST-22)."""
PLANTED: Final = 2
"""Complete turns in one position after which stakes are planted (CM-HIST-21)."""
_RULES: Final = ("CM-HIST-22",)


def before_contact(battle: Battle, charger: str, target: str) -> tuple[Step, ...]:
    """What comes between an attack and contact because of who the troops are."""
    unit, there = battle.units[charger], battle.units[target]
    stakes = (Stakes(charger, target),) if unit.own.profile.mounted and are_staked(battle, there) else ()
    return (*stakes, *((Defend(target, charger),) if are_peasants(battle, there) else ()))


def plant(scene: Scene) -> None:
    """At the end of a turn stakes are planted by who has stood long enough, and left behind by who moved."""
    for unit in list(scene.battle.units.values()):
        if alive(unit) and bring_stakes(scene.battle, unit):
            planted = unit.own.past.turns_still >= PLANTED
            if planted != unit.has(STAKED):
                scene.mark(unit.id, STAKED, on=planted, rules=("CM-HIST-21",))


# ---------------------------------------------------------------- horse comes on


def front_rank(battle: Battle, step: Stakes) -> int:
    """Figures that ride onto the stakes: the front rank, if it is the front of those behind them that it comes to."""
    horse, bows = battle.units[step.charger], battle.units[step.target]
    there = all(alive(one) and one.on_table for one in (horse, bows)) and are_staked(battle, bows)
    if not there or not have_met(horse, bows) or struck_from(bows, horse) != "front":
        return 0
    return rank_sizes(horse)[0]


def _ask(battle: Battle, step: Stakes) -> Roll | None:
    figures = front_rank(battle, step)
    if not figures:
        return None
    horse = battle.units[step.charger]
    pool = Pool(figures, 6, AtLeast(IMPALED), horse.name, whose=horse.side)
    return Roll(f"{horse.name} ride onto the stakes of {battle.units[step.target].name}", (pool,), _RULES)


def _roll(scene: Scene, step: Stakes, pools: tuple[Thrown, ...]) -> None:
    """Who is impaled falls before the others come into contact."""
    hits, figures = pools[0].hits, front_rank(scene.battle, step)
    dice = Tally("dice", (Term("front rank", figures, "CM-HIST-22"),), measure="dice")
    need = Tally("impaled", (Term("on planted stakes", IMPALED, "CM-HIST-22"),))
    scene.tell(
        Struck(
            unit=step.target,
            target=step.charger,
            action="impale",
            dice=figures,
            hits=hits,
            kept=0,
            tallies=(dice, need),
            rules=_RULES,
        )
    )
    fell(scene, step.charger, hits, Harm(("stakes",), step.target, _RULES))
    clear(scene, _RULES)


STAKES: Final = rolls(Stakes, ask=_ask, roll=_roll)
