"""Stances, roles and postures (rules ABS, step 4): who attacks, and how."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, Literal

from schiltron.battle.play.agenda import Step, rolls
from schiltron.battle.play.option_choice import chooses
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.state.decision import UNSEATED, Choose, Chosen, Option
from schiltron.battle.state.event import Reported
from schiltron.battle.state.field import asked_seat, opposing
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.words.grammar import listed
from schiltron.battle.words.names import as_side
from schiltron.rulesets.by_this_axe.law import LAW
from schiltron.rulesets.by_this_axe.off_table.days import EndDay, Stage
from schiltron.rulesets.by_this_axe.off_table.result_table import FIGHTING_RETREAT, SCREENED, Clash
from schiltron.rulesets.by_this_axe.off_table.results import FightDay, Surprise
from schiltron.rulesets.by_this_axe.off_table.statements import stated_number
from schiltron.rulesets.by_this_axe.off_table.stratagems import SURPRISE
from schiltron.rulesets.by_this_axe.off_table.strength import (
    flies,
    has_missiles,
    is_mounted,
    leadership,
    number,
    percent,
    rides_or_flies,
    share,
)
from schiltron.rulesets.by_this_axe.state import Battle, Scene

OFFENSIVE, DEFENSIVE = "offensive", "defensive"
ATTACK, DEFEND, LEAVE = "attack", "defend", "leave"
_SUPERIOR: Final = 2
"""By so much a general's leadership must exceed the enemy's to force a battle (TA-ABS-61)."""
_MATRIX: Final = LAW.sheet("TA-T-postures")
ATTACKING: Final = tuple(str(row["attacker_posture"]) for row in _MATRIX.records())
DEFENDING: Final = tuple(name for name in _MATRIX.columns if name != "attacker_posture")
_LABELS: Final = {
    "frontal_assault": "Frontal assault",
    "attack_right": "Attack on the right",
    "attack_left": "Attack on the left",
    "envelope": "Envelope",
    "screened_attack": "Screened attack",
    "stand_and_hold": "Stand and hold",
    "refuse_right": "Refuse the right",
    "refuse_left": "Refuse the left",
    "weak_center": "Weak centre",
    "fighting_retreat": "Fighting retreat",
}


class ChooseStances(Step, frozen=True, tag="by_this_axe.choose_stances"):
    """Both in secret, offensive or defensive (TA-ABS-60)."""


class ForceBattle(Step, frozen=True, tag="by_this_axe.force_battle"):
    """The better general may decide who attacks, once stances are known (TA-ABS-61)."""

    side: str
    stances: tuple[tuple[str, str], ...]


class RollRoles(Step, frozen=True, tag="by_this_axe.roll_roles"):
    """Both want to attack: the higher die chooses (TA-ABS-63)."""


class ChooseRole(Step, frozen=True, tag="by_this_axe.choose_role"):
    side: str


class ChoosePostures(Step, frozen=True, tag="by_this_axe.choose_postures"):
    """Both in secret, each of its own list (TA-ABS-60, TA-ABS-66, TA-ABS-67)."""

    attacker: str


# ---------------------------------------------------------------- stances


def _ask_stances(battle: Battle, step: ChooseStances) -> tuple[Choose, ...]:
    return tuple(
        Choose(
            seat=asked_seat(battle, side.id) or UNSEATED,
            prompt="Do you seek battle today, or wait for the enemy?",
            waits="a stance",
            rules=("TA-ABS-60", "TA-ABS-62", "TA-ABS-63", "TA-ABS-65"),
            options=(Option(OFFENSIVE, "Offensive: seek battle"), Option(DEFENSIVE, "Defensive: await the enemy")),
            sealed=True,
        )
        for side in battle.sides
    )


def _take_stances(scene: Scene, step: ChooseStances, answers: tuple[Chosen, ...]) -> None:
    battle = scene.battle
    stances = tuple((side.id, answer.keys[0]) for side, answer in zip(battle.sides, answers, strict=True))
    said = [f"{battle.side_named(side).title} {stance}" for side, stance in stances]
    scene.tell(Reported(what=f"stances: {listed(said)}", rules=("TA-ABS-60",)))
    scene.now(ForceBattle(superior(battle), stances))


CHOOSE_STANCES: Final = chooses(ChooseStances, ask=_ask_stances, take=_take_stances)


def superior(battle: Battle) -> str:
    """The side whose general may force a battle; "" where neither may (TA-ABS-61)."""
    for side in battle.sides:
        (enemy,) = opposing(battle, side.id)
        if leadership(battle, side.id) - leadership(battle, enemy) >= _SUPERIOR:
            return side.id
    return ""


# ---------------------------------------------------------------- the better general


def _ask_force(battle: Battle, step: ForceBattle) -> tuple[Choose, ...] | None:
    if not step.side:
        return None
    return (
        Choose(
            seat=asked_seat(battle, step.side) or UNSEATED,
            prompt="Your general is the better by far, and may decide who attacks.",
            waits="the better general to force a battle, or not",
            rules=("TA-ABS-61",),
            options=(
                Option(LEAVE, "Leave it at that", forgoes=True),
                Option(ATTACK, "Force a battle: we attack"),
                Option(DEFEND, "Force a battle: they attack"),
            ),
            default=Chosen((LEAVE,)),
        ),
    )


def _take_force(scene: Scene, step: ForceBattle, answers: tuple[Chosen, ...]) -> None:
    chosen = answers[0].keys[0]
    if chosen == LEAVE:
        _settle(scene, step)
        return
    (enemy,) = opposing(scene.battle, step.side)
    attacker = step.side if chosen == ATTACK else enemy
    title = scene.battle.side_named(step.side).title
    said = as_side(title, "attack" if chosen == ATTACK else "make the enemy attack")
    scene.tell(Reported(what=f"{title} {as_side(title, 'force a battle')}, and {said}", rules=("TA-ABS-61",)))
    scene.now(ChoosePostures(attacker))


def _settle(scene: Scene, step: ForceBattle) -> None:
    """Who attacks follows from the stances."""
    seeking = [side for side, stance in step.stances if stance == OFFENSIVE]
    if not seeking:
        scene.tell(Reported(what="neither seeks battle, and the day passes", rules=("TA-ABS-62",)))
        scene.now(EndDay())
    elif len(seeking) > 1:
        scene.now(RollRoles())
    else:
        scene.now(ChoosePostures(seeking[0]))


FORCE_BATTLE: Final = chooses(ForceBattle, ask=_ask_force, take=_take_force, do=_settle)


# ---------------------------------------------------------------- both would attack


def role_tally(battle: Battle, side: str) -> Tally:
    """What a side adds to its die for who chooses."""
    (enemy,) = opposing(battle, side)
    terms = [Term("leadership of the general", leadership(battle, side), "TA-ABS-63")]
    if share(battle, side, rides_or_flies) > share(battle, enemy, rides_or_flies):
        terms.append(Term("more horse and flyers", 1, "TA-ABS-64"))
    own = battle.own.abroad.army(side)
    if own.worked and own.stratagem == SURPRISE:
        terms.append(Term("surprise attack", 1, "TA-ABS-44"))
    return Tally("who chooses", tuple(terms))


def _ask_roles(battle: Battle, step: RollRoles) -> Roll:
    pools = tuple(Pool(1, 6, SumOf(), side.name, side.id) for side in battle.sides)
    return Roll("both seek battle: who chooses to attack or defend", pools, ("TA-ABS-63", "TA-ABS-64"))


def _roll_roles(scene: Scene, step: RollRoles, pools: tuple[Thrown, ...]) -> None:
    battle = scene.battle
    totals = {
        side.id: thrown.total + role_tally(battle, side.id).total
        for side, thrown in zip(battle.sides, pools, strict=True)
    }
    said = listed([f"{battle.side_named(side).title} {total}" for side, total in totals.items()])
    best = [side for side, total in totals.items() if total == max(totals.values())]
    if len(best) > 1:
        scene.tell(Reported(what=f"who chooses: {said}; they throw again", rules=("TA-ABS-63",)))
        scene.now(RollRoles())
        return
    scene.tell(Reported(what=f"who chooses: {said}", rules=("TA-ABS-63", "TA-ABS-64")))
    scene.now(ChooseRole(best[0]))


ROLL_ROLES: Final = rolls(RollRoles, ask=_ask_roles, roll=_roll_roles)


def _ask_role(battle: Battle, step: ChooseRole) -> tuple[Choose, ...]:
    return (
        Choose(
            seat=asked_seat(battle, step.side) or UNSEATED,
            prompt="Both armies seek battle, and you choose: attack, or let them come?",
            waits="a role to be chosen",
            rules=("TA-ABS-63",),
            options=(Option(ATTACK, "Attack"), Option(DEFEND, "Defend")),
        ),
    )


def _take_role(scene: Scene, step: ChooseRole, answers: tuple[Chosen, ...]) -> None:
    (enemy,) = opposing(scene.battle, step.side)
    scene.now(ChoosePostures(step.side if answers[0].keys[0] == ATTACK else enemy))


CHOOSE_ROLE: Final = chooses(ChooseRole, ask=_ask_role, take=_take_role)


# ---------------------------------------------------------------- postures


def label(posture: str) -> str:
    return _LABELS[posture]


def barred(battle: Battle, side: str, posture: str) -> tuple[str, str] | None:
    """Why a side cannot take a posture, with the rule. The enemy counts as he is stated (TA-ABS-70)."""
    if posture == "envelope":
        (enemy,) = opposing(battle, side)
        riding, flying = share(battle, side, is_mounted), share(battle, side, flies)
        twice = number(battle, side) >= 2 * stated_number(battle, enemy)
        if riding < Fraction(1, 4) and flying < Fraction(15, 100) and not twice:
            return f"{percent(riding)}% mounted of 25, {percent(flying)}% flying of 15, not two to one", "TA-ABS-70"
    if posture == SCREENED and share(battle, side, has_missiles) < Fraction(1, 4):
        return f"{percent(share(battle, side, has_missiles))}% with missiles of 25", "TA-ABS-71"
    return None


def open_to(battle: Battle, side: str, role: Literal["attack", "defend"]) -> Iterator[str]:
    for posture in ATTACKING if role == ATTACK else DEFENDING:
        if barred(battle, side, posture) is None:
            yield posture


def _ask_postures(battle: Battle, step: ChoosePostures) -> tuple[Choose, ...]:
    return tuple(_posture_choice(battle, side.id, attacks=side.id == step.attacker) for side in battle.sides)


def _posture_choice(battle: Battle, side: str, *, attacks: bool) -> Choose:
    role: Literal["attack", "defend"] = "attack" if attacks else "defend"
    missing = [
        f" No {label(posture).lower()}: {found[0]}."
        for posture in (ATTACKING if attacks else DEFENDING)
        if (found := barred(battle, side, posture)) is not None
    ]
    return Choose(
        seat=asked_seat(battle, side) or UNSEATED,
        prompt=f"You {role}. How?{''.join(missing)}",
        waits="a posture",
        rules=("TA-ABS-60", "TA-ABS-66" if attacks else "TA-ABS-67", "TA-ABS-70", "TA-ABS-71", "TA-ABS-72"),
        options=tuple(Option(posture, label(posture)) for posture in open_to(battle, side, role)),
        sealed=True,
    )


def _take_postures(scene: Scene, step: ChoosePostures, answers: tuple[Chosen, ...]) -> None:
    battle = scene.battle
    postures = {side.id: answer.keys[0] for side, answer in zip(battle.sides, answers, strict=True)}
    (defender,) = opposing(battle, step.attacker)
    clash = Clash(step.attacker, defender, postures[step.attacker], postures[defender])
    one, other = (battle.side_named(side).title for side in (step.attacker, defender))
    said = (
        f"{one} {as_side(one, 'attack')}: {label(clash.attack).lower()}; "
        f"{other} {as_side(other, 'defend')}: {label(clash.defence).lower()}"
    )
    rules = ("TA-ABS-72",) if clash.defence == FIGHTING_RETREAT else ()
    scene.tell(Reported(what=said, rules=("TA-ABS-68", *rules)))
    scene.now(Stage("battle"), Surprise(clash), FightDay(clash))


CHOOSE_POSTURES: Final = chooses(ChoosePostures, ask=_ask_postures, take=_take_postures)
