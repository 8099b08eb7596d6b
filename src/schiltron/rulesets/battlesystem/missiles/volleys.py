"""One shot of one unit at one target, and what its dice do (cases 8.4, 10.0, 10.9)."""

from __future__ import annotations

from typing import Final

from schiltron.battle.play.agenda import Step, rolls
from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.state.event import Declared, Struck
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.words.grammar import does
from schiltron.parent_game.damage import Damage
from schiltron.rulesets.battlesystem.command.keeping import keep_order
from schiltron.rulesets.battlesystem.field import is_individual
from schiltron.rulesets.battlesystem.losses import each_hit, hurt, lose_hit_points
from schiltron.rulesets.battlesystem.melee.fights import stay_in_contact
from schiltron.rulesets.battlesystem.melee.heroes import hit_points_lost, wound_by_hero
from schiltron.rulesets.battlesystem.melee.outlook import TWO_DICE
from schiltron.rulesets.battlesystem.missiles.attack import Way
from schiltron.rulesets.battlesystem.missiles.limits import note_shot
from schiltron.rulesets.battlesystem.morale.checks import OwedChecks
from schiltron.rulesets.battlesystem.morale.due_checks import owe_losses
from schiltron.rulesets.battlesystem.results import NEVER, inflicted_by_all, reckoned
from schiltron.rulesets.battlesystem.state import Battle, Scene, with_turn


class Volley(Step, frozen=True, tag="battlesystem.volley"):
    """One shot of a unit, of figures of a skirmish unit together or of a piece, fixed before the dice: `rating` and
    `armour` make the Attack Roll with 2d6 (BS-10.0-02).

    `unit` gave the order, `by` are all who shoot, in these `files` only if any are named. `hit` are those who take the
    damage, the one aimed at first; no more than `seen` figures can fall (BS-10.1-04). `covered` says that ground,
    friends of theirs or a shield wall shelter them.
    """

    unit: str
    target: str
    figures: Tally
    rating: Tally
    armour: Tally
    damage: tuple[Damage, ...]
    by: tuple[str, ...]
    hit: tuple[str, ...]
    seen: int
    way: Way = "direct"
    covered: bool = False
    files: tuple[int, ...] = ()


SHOOT: Final = "shoot"
_RULES: Final = ("BS-10.0-02", "BS-10.0-03", "BS-8.4-02", "BS-8.4-03")
_PIECE: Final = ("BS-10.9-06", "BS-10.0-03", "BS-8.4-02", "BS-8.4-03")

# ---------------------------------------------------------------- the order is carried out


def loose(scene: Scene, volley: Volley, rules: tuple[str, ...]) -> None:
    """It is said who shoots at whom, the shot is used up, and its dice are due."""
    scene.tell(Declared(unit=volley.unit, action=SHOOT, target=volley.target, rules=rules))
    for key in volley.by:
        note_shot(scene, key, volley.files if key == volley.unit else ())
    scene.now(volley)


# ---------------------------------------------------------------- dice


def done_by(volley: Volley, dice: int) -> int:
    """Damage in tenths of a hit die, of all figures together (BS-8.4-04, BS-10.0-02)."""
    attack_roll = volley.rating.total - volley.armour.total + dice
    return 0 if attack_roll >= NEVER else inflicted_by_all(attack_roll, volley.damage) * volley.figures.total


def hopeless(volley: Volley) -> bool:
    """Whether no dice can do any damage (BS-8.4-06)."""
    return done_by(volley, 2) == 0


def mean_damage(volley: Volley) -> float:
    """Hit dice of damage on average."""
    rating, figures = volley.rating.total - volley.armour.total, volley.figures.total
    return (
        sum(
            chance * (0 if rating + dice >= NEVER else inflicted_by_all(rating + dice, volley.damage) * figures)
            for dice, chance in enumerate(TWO_DICE)
            if chance
        )
        / 10
    )


def _rules(battle: Battle, volley: Volley) -> tuple[str, ...]:
    return _PIECE if battle.units[volley.unit].own.profile.engine else _RULES


def _ask(battle: Battle, step: Volley) -> Roll | None:
    if not _left(battle, step) or hopeless(step):
        return None
    unit, target = battle.units[step.unit], battle.units[step.target]
    said = f"{unit.name} {does('shoot', one=unit.original == 1)} at {target.name}"
    pool = Pool(2, 6, SumOf(), said, unit.side)
    return Roll(f"{said}, the lower the better", (pool,), _rules(battle, step))


def _left(battle: Battle, step: Volley) -> list[str]:
    return [key for key in step.hit if battle.units[key].figures]


def _roll(scene: Scene, step: Volley, pools: tuple[Thrown, ...]) -> None:
    _apply(scene, step, pools[0].total)


def _do(scene: Scene, step: Volley) -> None:
    if _left(scene.battle, step):
        _apply(scene, step, 0)


def _apply(scene: Scene, step: Volley, dice: int) -> None:
    """Figures fall at once and do not shoot back first (BS-10.0-03); then who must checks his morale."""
    damage = done_by(step, dice) if dice else 0
    hit = _left(scene.battle, step)
    before = len(scene.events)
    lost = _hurt(scene, step, hit, damage)
    scene.tell(_told(scene.battle, step, dice, lost), before)
    for key in hit:
        unit = scene.unit(key)
        scene.change(with_turn(unit, was_attacked=True))
    if damage and not is_individual(scene.unit(step.target)):
        owe_losses(scene, hit[0], (step.unit,))
    keep_order(scene)
    stay_in_contact(scene)
    scene.now(OwedChecks())


def _hurt(scene: Scene, step: Volley, hit: list[str], damage: int) -> int:
    """What falls, or of a hero the hit points he loses (BS-9.4-05)."""
    target = scene.unit(step.target)
    if not damage:
        return 0
    harm = Harm(("missile",), step.unit)
    if is_individual(target):
        lost = min(hit_points_lost(damage), target.own.hit_points)
        if lost:
            lose_hit_points(scene, target.id, lost, harm.under("BS-9.4-05"))
        return lost
    if is_individual(scene.unit(step.unit)):
        return wound_by_hero(scene, hit[0], damage, harm)
    return hurt(scene, hit, damage, harm.under("BS-8.7-01", "BS-10.0-03"), most=step.seen)


def _told(battle: Battle, step: Volley, dice: int, lost: int) -> Struck:
    terms = (
        Term("adjusted attack rating", step.rating.total, "BS-10.0-02"),
        Term("less armour class", -step.armour.total, "BS-10.0-02"),
        *((Term("2d6", dice, "BS-8.4-02"),) if dice else ()),
    )
    attack_roll = Tally("Attack Roll", terms, verdict="total" if dice else "impossible")
    done = (reckoned(attack_roll.total, step.damage, step.figures.total),) if dice else ()
    parts = (step.figures, step.rating, step.armour)
    rules = (*_rules(battle, step), *(rule for part in parts for rule in part.rules))
    return Struck(
        unit=step.unit,
        target=step.target,
        action=SHOOT,
        dice=2 if dice else 0,
        hits=lost,
        kept=0,
        tallies=(*parts, attack_roll, *done),
        each=each_hit(battle.units[step.target]),
        rules=tuple(dict.fromkeys(rules)),
    )


VOLLEY: Final = rolls(Volley, ask=_ask, roll=_roll, do=_do)
