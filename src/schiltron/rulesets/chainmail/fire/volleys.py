"""A volley on the missile fire table, and what its dice do: CM-MISSILE-01 to CM-MISSILE-03.

Fire is frozen as it is declared: a `Volley` or a `Fusillade` holds all that its dice will be read with, whatever
becomes of those who fire before they fall (CM-TURN-09).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from msgspec.structs import replace

from schiltron.battle.play.agenda import Step, rolls
from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.state.event import Struck
from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.chainmail.fire.arquebus import SHOOTING, Fusillade
from schiltron.rulesets.chainmail.fire.marksmen import MarkedShot
from schiltron.rulesets.chainmail.fire.tables import DIE, WORDS, kills_by_face
from schiltron.rulesets.chainmail.fire.weapons import Way
from schiltron.rulesets.chainmail.losses import fell
from schiltron.rulesets.chainmail.man_to_man.shooting import Shafts
from schiltron.rulesets.chainmail.state import Battle, Scene


class Volley(Step, frozen=True, tag="chainmail.volley"):
    """A unit's fire at one target on the missile fire table (CM-MISSILE-01).

    `firing` counts the figures of one shot; `groups` are those of all its `shots`, a die each; `column` is the armour
    category they are read in, `bonus` what is added to each die, `led` as much of it as the army commander adds
    (CM-HIST-32); `covered` says that kills are halved (CM-MISSILE-27); `notes` explain how it came to that.
    """

    unit: str
    target: str
    firing: Tally
    groups: tuple[int, ...]
    column: str
    bonus: int = 0
    covered: bool = False
    way: Way = "direct"
    shots: int = 1
    notes: tuple[Term, ...] = ()
    led: int = 0


Fire: TypeAlias = Volley | Fusillade | Shafts | MarkedShot


def again(fire: Fire) -> Fire:
    """The same fire once more: a second shot at the same target, from the same source of fire (CM-MISSILE-27)."""
    if isinstance(fire, Volley):
        once = len(fire.groups) // fire.shots
        return replace(fire, groups=fire.groups + fire.groups[:once], shots=fire.shots + 1)
    return replace(fire, shots=fire.shots + 1)


# ---------------------------------------------------------------- dice


def _faces(step: Volley) -> list[tuple[int, ...]]:
    """What each group kills, face by face."""
    return [kills_by_face(group, step.column, step.bonus) for group in step.groups]


def _is_certain(kills: tuple[int, ...]) -> bool:
    return min(kills) == max(kills)


def _ask(battle: Battle, step: Volley) -> Roll | None:
    """One die a group; none for a group that kills the same number whatever the die shows."""
    unit, target = battle.units[step.unit], battle.units[step.target]
    if not target.figures or _changes_nothing(step):
        return None
    pools = tuple(
        Pool(1, DIE, SumOf(), f"{group} of {unit.name}", unit.side)
        for group, kills in zip(step.groups, _faces(step), strict=True)
        if not _is_certain(kills)
    )
    return Roll(f"{unit.name} fire at {target.name}", pools, ("CM-MISSILE-01",))


def _changes_nothing(step: Volley) -> bool:
    """Whether all dice together come to the same number of kills."""
    least, most = sum(map(min, _faces(step))), sum(map(max, _faces(step)))
    return least // 2 == most // 2 if step.covered else least == most


def _roll(scene: Scene, step: Volley, pools: tuple[Thrown, ...]) -> None:
    thrown = iter(pools)
    _kill(scene, step, [0 if _is_certain(kills) else next(thrown).total for kills in _faces(step)])


def _do(scene: Scene, step: Volley) -> None:
    if scene.unit(step.target).figures:
        _kill(scene, step, [0] * len(step.groups))


def _kill(scene: Scene, step: Volley, faces: list[int]) -> None:
    killed = Tally("killed", (*step.notes, *_reckoned(step, faces)), measure="figures")
    scene.tell(
        Struck(
            unit=step.unit,
            target=step.target,
            action=SHOOTING,
            dice=len(step.groups),
            hits=killed.total,
            kept=0,
            tallies=(step.firing, killed),
            rules=tuple(dict.fromkeys(("CM-MISSILE-01", *killed.rules))),
        )
    )
    fell(scene, step.target, killed.total, Harm(("missile",), step.unit, ("CM-MISSILE-01",)))


def _reckoned(step: Volley, faces: list[int]) -> Iterator[Term]:
    """How the dice became kills, group by group; a face of 0 says that no die was needed."""
    total = 0
    for group, face in zip(step.groups, faces, strict=True):
        plain, armed, kills = (
            kills_by_face(group, step.column, bonus)[max(face, 1) - 1]
            for bonus in (0, step.bonus - step.led, step.bonus)
        )
        total += kills
        die = f"die {face}" if face else "no die needed"
        yield Term(f"{group} firing at {WORDS[step.column]}, {die}", plain, "CM-MISSILE-01")
        if step.bonus < step.led:
            yield Term("1 off the die in bright light", armed - plain, "CM-FANT-GOBLIN-02")
        if step.bonus > step.led:
            yield Term(f"{step.bonus - step.led} added to the die", armed - plain, "CM-MISSILE-14")
        if step.led:
            yield Term("with the army commander", kills - armed, "CM-HIST-32")
    if step.covered:
        yield Term("soft cover, fractions dropped", total // 2 - total, "CM-MISSILE-27")


VOLLEY = rolls(Volley, ask=_ask, roll=_roll, do=_do)
