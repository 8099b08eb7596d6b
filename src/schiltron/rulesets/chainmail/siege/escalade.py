"""Men come up to the top, one after the other, and fight for a place there: CM-SIEGE-18 to CM-SIEGE-21."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.play.agenda import Step, does, rolls
from schiltron.battle.play.aimed_ground import piece
from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.chance import AtLeast, Pool, Roll, SumOf, Thrown
from schiltron.battle.state.effects import Moment, OnUnit, Until
from schiltron.battle.state.event import Formed as FormedEvent
from schiltron.battle.state.event import Ruled, Struck
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.state.unit import OffTable
from schiltron.rulesets.chainmail.field import alive
from schiltron.rulesets.chainmail.fortress import Ladder
from schiltron.rulesets.chainmail.losses import clear, kill
from schiltron.rulesets.chainmail.man_to_man.arms import armour_of, score, weapon_of
from schiltron.rulesets.chainmail.siege.ladders import come_down, is_bridge, ladder, set_ladder, take_away
from schiltron.rulesets.chainmail.siege.parting import join, part_off
from schiltron.rulesets.chainmail.siege.stations import foes_on_top, on_top_near, outwards, siege_of
from schiltron.rulesets.chainmail.state import BOARDED, STUNNED, Battle, Scene, Unit
from schiltron.rulesets.chainmail.walking.footing import at_foot
from schiltron.table.body import Formed
from schiltron.table.lengths import FULL_TURN, HALF_TURN
from schiltron.table.terrain import name_of


class Escalades(Step, frozen=True, tag="chainmail.escalades"):
    """On every ladder and drawbridge the men who climb fight for a place on top (CM-SIEGE-18)."""


class NextMan(Step, frozen=True, tag="chainmail.next_man"):
    """The next man on a ladder comes to its head; `up` are those who stepped off it before him."""

    ladder: str
    left: int
    up: str = ""


class HeadBlow(Step, frozen=True, tag="chainmail.head_blow"):
    """A blow at the head of a ladder: of the defender, who is above, first (CM-SIEGE-18)."""

    man: NextMan
    defender: str
    back: bool = False


class PushOff(Step, frozen=True, tag="chainmail.push_off"):
    """The defenders try to push a ladder off (CM-SIEGE-20)."""

    ladder: str


PUSHED_ON: Final = 5
"""The least a die must show (CM-SIEGE-20)."""
DIE: Final = 6
_FIGHT: Final = ("CM-SIEGE-18", "CM-SIEGE-01")


def _escalades(scene: Scene, _step: Escalades) -> None:
    """In the order in which the ladders were raised; the drawbridge of a tower that is lost is no way any more."""
    for one in siege_of(scene.battle).ladders:
        if is_bridge(one) and not scene.unit(one.carried_by).on_table:
            take_away(scene, one)
    scene.now(*(NextMan(one.id, one.men) for one in siege_of(scene.battle).ladders if one.climbing and one.men))


ESCALADES: Final = does(Escalades, _escalades)


def _next_man(scene: Scene, step: NextMan) -> None:
    """He fights whoever is near enough on top, or steps onto the wall (CM-SIEGE-18, CM-SIEGE-19)."""
    one = ladder(scene.battle, step.ladder)
    if one is None or not one.climbing or not step.left:
        return
    unit = scene.unit(one.climbing)
    if not alive(unit):
        come_down(scene, unit)
        return
    foe = opponent(scene.battle, unit, one)
    if foe is not None:
        scene.now(HeadBlow(step, foe.id))
    else:
        _step_off(scene, step, one, unit)


NEXT_MAN: Final = does(NextMan, _next_man)


def opponent(battle: Battle, unit: Unit, one: Ladder) -> Unit | None:
    """The defender whom a man at the head of a ladder has to fight: the nearest within melee range (CM-SIEGE-18)."""
    reach = battle.own.options.melee_reach
    found = [foe for foe in foes_on_top(battle, unit, one.piece, (one.x, one.y), reach) if not foe.has(STUNNED)]
    return found[0] if found else None


# ---------------------------------------------------------------- stepping onto the wall


def _step_off(scene: Scene, step: NextMan, one: Ladder, unit: Unit) -> None:
    """Only far enough to leave room for the next man at the head of the ladder (CM-SIEGE-19)."""
    battle = scene.battle
    work = piece(battle, one.piece)
    assert work is not None
    assert isinstance(unit.body, Formed)
    looks = (outwards(work, one.x, one.y) + HALF_TURN) % FULL_TURN
    before = scene.unit(step.up).figures if step.up else 0
    body = replace(unit.body, files=before + 1, spacing=0, hedgehog=False)
    place = on_top_near(battle, work, (one.x, one.y), looks, body, before + 1, step.up)
    if place is None:
        scene.tell(Ruled(what=f"{unit.name} find no room on {name_of(work)}", rules=("CM-SIEGE-19",)))
        return
    last = unit.figures == 1
    _thin(scene, one, last=last)
    if step.up:
        join(scene, unit.id, step.up)
        key = step.up
        scene.change(replace(scene.unit(key), place=place, body=body))
    else:
        key = part_off(scene, unit.id, 1, place, body, ordered=BOARDED)
    scene.tell(FormedEvent(unit=key, pose=place.pose, body=body, why="step onto the wall", rules=("CM-SIEGE-19",)))
    clear(scene, ("CM-SIEGE-19",))
    _gone_over(scene, unit.id)
    if not last:
        scene.now(NextMan(step.ladder, step.left - 1, key))


def _gone_over(scene: Scene, key: str) -> None:
    """A unit whose last man has gone over to those on the wall is no more where it was."""
    unit = scene.unit(key)
    if not unit.figures and unit.on_table and not unit.fallen:
        scene.change(replace(unit, place=OffTable("gone up the wall")))


def _thin(scene: Scene, one: Ladder, *, last: bool) -> None:
    """One man fewer is on a ladder."""
    if one.men <= 1 or last:
        come_down(scene, scene.unit(one.climbing))
    else:
        set_ladder(scene, replace(one, men=one.men - 1))


# ---------------------------------------------------------------- blows


def need(striker: Unit, struck: Unit) -> Tally:
    """What two dice must show to kill, by the weapon of one and the armour of the other."""
    weapon, armour = weapon_of(striker.own.profile), armour_of(struck.own.profile)
    label = f"{weapon.replace('_', ' ')} against {armour.replace('_', ' ')}"
    return Tally("to kill", (Term(label, score(weapon, armour), "CM-MTM-23"),))


def _pair(battle: Battle, step: HeadBlow) -> tuple[Unit, Unit] | None:
    """Who strikes, and whom."""
    one = ladder(battle, step.man.ladder)
    if one is None or not one.climbing:
        return None
    climber, defender = battle.units[one.climbing], battle.units[step.defender]
    return (climber, defender) if step.back else (defender, climber)


def _ask_blow(battle: Battle, step: HeadBlow) -> Roll | None:
    pair = _pair(battle, step)
    if pair is None:
        return None
    striker, struck = pair
    pool = Pool(2, DIE, SumOf(), striker.name, striker.side)
    return Roll(f"{striker.name} strike at {struck.name}, {need(*pair).total} or more kills", (pool,), _FIGHT)


def _blow(scene: Scene, step: HeadBlow, pools: tuple[Thrown, ...]) -> None:
    pair, one = _pair(scene.battle, step), ladder(scene.battle, step.man.ladder)
    assert pair is not None
    assert one is not None
    striker, struck = pair
    kills = pools[0].total >= need(*pair).total
    scene.tell(
        Struck(
            unit=striker.id,
            target=struck.id,
            action="melee",
            dice=2,
            hits=int(kills),
            kept=0,
            tallies=(need(*pair),),
            rules=_FIGHT,
        )
    )
    if not kills:
        if not step.back:
            scene.now(replace(step, back=True))
        elif is_bridge(one):
            scene.now(replace(step.man, left=step.man.left - 1))
        return
    kill(scene, struck.id, 1, Harm(("melee",), striker.id, _FIGHT))
    if step.back:
        clear(scene, _FIGHT)
        scene.now(step.man)
        return
    left = one.men - 1
    _thin(scene, one, last=scene.unit(struck.id).figures == 0)
    clear(scene, _FIGHT)
    if is_bridge(one):
        scene.now(replace(step.man, left=step.man.left - 1))
    else:
        scene.now(PushOff(one.id), replace(step.man, left=min(left, step.man.left - 1)))


HEAD_BLOW: Final = rolls(HeadBlow, ask=_ask_blow, roll=_blow)

# ---------------------------------------------------------------- pushing the ladder off


def _ask_push(battle: Battle, step: PushOff) -> Roll | None:
    """Once in a turn for each ladder (CM-SIEGE-20)."""
    one = ladder(battle, step.ladder)
    if one is None or any(effect.kind == _TRIED and effect.on == _on(one) for effect in battle.effects.all):
        return None
    pool = (Pool(1, DIE, AtLeast(PUSHED_ON), "the ladder is pushed off"),)
    return Roll("whether the defenders push the ladder off", pool, ("CM-SIEGE-20",))


_TRIED: Final = "pushed_at"


def _on(one: Ladder) -> OnUnit:
    return OnUnit(one.carried_by)


def _push(scene: Scene, step: PushOff, pools: tuple[Thrown, ...]) -> None:
    """The second man on it is killed, the third stunned for a turn (CM-SIEGE-21)."""
    one = ladder(scene.battle, step.ladder)
    assert one is not None
    if not pools[0].hits:
        over = Until(Moment(scene.battle.turn, edge="end"))
        scene.begin(_TRIED, _on(one), ends=(over,), rules=("CM-SIEGE-20",))
        scene.tell(Ruled(what="the ladder holds", rules=("CM-SIEGE-20",)))
        return
    scene.tell(Ruled(what="the ladder is pushed off", rules=("CM-SIEGE-20",)))
    key, men = one.climbing, one.men if one.climbing else 0
    take_away(scene, one)
    if men >= 1:
        kill(scene, key, 1, Harm(("fall",), rules=("CM-SIEGE-21",)))
        clear(scene, ("CM-SIEGE-21",))
    if men >= 2 and alive(scene.unit(key)):
        _stun(scene, scene.unit(key), one)


def _stun(scene: Scene, unit: Unit, one: Ladder) -> None:
    """He lies at the foot of the wall and does nothing during the next turn (CM-SIEGE-21)."""
    assert isinstance(unit.body, Formed)
    body = replace(unit.body, files=1, spacing=0, hedgehog=False)
    key = unit.id
    if unit.bodies > 1:
        place = at_foot(scene.battle, (one.x, one.y), unit.pose.heading, body, 1)
        if place is None:
            return
        key = part_off(scene, unit.id, 1, place, body)
    over = Until(Moment(scene.battle.turn + 1, edge="end"))
    scene.begin(STUNNED, OnUnit(key), ends=(over,), mark=STUNNED, rules=("CM-SIEGE-21",))


PUSH_OFF: Final = rolls(PushOff, ask=_ask_push, roll=_push)
