"""As the attack phase begins heroes who touch take each other on, or one of them refuses (chapter A3)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.play import option_choice
from schiltron.battle.play.agenda import Step, does
from schiltron.battle.state.decision import UNSEATED, Choose, Chosen, Option
from schiltron.battle.state.event import Ruled
from schiltron.rulesets.book_of_war.engaged import settle
from schiltron.rulesets.book_of_war.special_combat.meeting import may_refuse, met
from schiltron.rulesets.book_of_war.state import Battle, Scene, Unit

ACCEPT: Final = "accept"
REFUSE: Final = "refuse"


class Challenges(Step, frozen=True, tag="book_of_war.challenges"):
    """All heroes of a side who touch a hero of the enemy settle whether they fight apart."""

    side: str


class Challenge(Step, frozen=True, tag="book_of_war.challenge"):
    """Two heroes have met; `willing` are those who might refuse and do not."""

    one: str
    other: str
    willing: tuple[str, ...] = ()


def _next(scene: Scene, step: Challenges) -> None:
    pairs = met(scene.battle, step.side)
    if pairs:
        scene.now(Challenge(*pairs[0]), step)


def asked(battle: Battle, step: Challenge) -> Unit | None:
    """Who is to say whether he fights: a hero with an entourage, of the side whose turn it is first (BW-A3-39)."""
    heroes = (battle.units[key] for key in (step.one, step.other) if key not in step.willing)
    return next((hero for hero in heroes if may_refuse(battle, hero)), None)


def foe_of(battle: Battle, step: Challenge, hero: Unit) -> Unit:
    return battle.units[step.other if hero.id == step.one else step.one]


def _ask(battle: Battle, step: Challenge) -> tuple[Choose, ...] | None:
    hero = asked(battle, step)
    if hero is None:
        return None
    foe = foe_of(battle, step, hero)
    return (
        Choose(
            seat=hero.controller or UNSEATED,
            prompt=f"{hero.name} meets {foe.name}: does he take him on in special combat?",
            waits=f"{hero.name} to take on {foe.name} or to refuse",
            rules=("BW-A3-36", "BW-A3-39"),
            options=(
                Option(ACCEPT, "Fight him man to man"),
                Option(REFUSE, "Refuse, and leave him to the entourage", forgoes=True),
            ),
            default=Chosen((REFUSE,)),
        ),
    )


def _take(scene: Scene, step: Challenge, answers: tuple[Chosen, ...]) -> None:
    hero = asked(scene.battle, step)
    assert hero is not None
    if option_choice.chosen(answers) == ACCEPT:
        scene.now(replace(step, willing=(*step.willing, hero.id)))
        return
    foe = foe_of(scene.battle, step, hero)
    settle(scene, step.one, step.other, refused=True)
    guard = scene.unit(hero.host).name
    what = f"{hero.name} refuses special combat with {foe.name}, and leaves him to {guard}"
    scene.tell(Ruled(what=what, rules=("BW-A3-39",)))


def _fight(scene: Scene, step: Challenge) -> None:
    """Nobody refuses, or nobody can."""
    settle(scene, step.one, step.other, refused=False)
    one, other = scene.unit(step.one), scene.unit(step.other)
    scene.tell(Ruled(what=f"{one.name} and {other.name} meet in special combat", rules=("BW-A3-36", "BW-A3-37")))


CHALLENGES: Final = does(Challenges, _next)
CHALLENGE: Final = option_choice.chooses(Challenge, ask=_ask, take=_take, do=_fight)
