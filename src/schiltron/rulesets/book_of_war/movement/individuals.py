"""Heroes join units and leave them (chapter A3). Who stands in the ranks of a unit goes where it goes."""

from __future__ import annotations

from math import hypot
from typing import Final

from msgspec.structs import replace

from schiltron.battle.movement.escorts import short_of, standing_room, way_to
from schiltron.battle.play.agenda import Step, does
from schiltron.battle.state.event import Attached, Detached, Formed, Ruled
from schiltron.battle.state.field import friendly, touching_enemies
from schiltron.battle.state.illegal import Reason
from schiltron.battle.words.grammar import said
from schiltron.rulesets.book_of_war.embedded import (
    aside_of,
    figure_beside,
    has_entourage,
    heroes_with,
    in_front_rank,
    in_play,
    is_hero,
    never_larger,
)
from schiltron.rulesets.book_of_war.enclosed import enclosed
from schiltron.rulesets.book_of_war.field import formation, is_routed, troop
from schiltron.rulesets.book_of_war.individuals import on_foot
from schiltron.rulesets.book_of_war.movement.carrying_out import put_there
from schiltron.rulesets.book_of_war.movement.contact import part
from schiltron.rulesets.book_of_war.movement.paths import allowance, walk
from schiltron.rulesets.book_of_war.movement.walking import Walker
from schiltron.rulesets.book_of_war.state import Battle, Scene, Unit, with_turn
from schiltron.table.body import Formed as FormedBody
from schiltron.table.lengths import CONTACT, TOLERANCE
from schiltron.table.outline import gap, overlapping
from schiltron.table.pose import Pose

JOIN: Final = "join"
DISMOUNT: Final = "dismount"


class Join(Step, frozen=True, tag="book_of_war.join"):
    """A hero goes straight to a unit and into its front rank."""

    unit: str
    host: str


class Dismount(Step, frozen=True, tag="book_of_war.dismount"):
    """A knight gets off his horse, for a whole turn (BW-A3-25)."""

    unit: str


# ---------------------------------------------------------------- leaving


def his_place(battle: Battle, hero: Unit) -> Pose:
    """Where a hero in the ranks stands: level with the front of the figure beside him."""
    figure = figure_beside(battle, hero)
    return Pose(round(figure.x), round(figure.y), figure.heading).advanced(figure.base.depth / 2)


def may_leave(battle: Battle, hero: Unit) -> list[Reason]:
    """What keeps a hero in the ranks: he leaves at the start of his side's movement phase, before his unit moves
    (BW-A3-03); his entourage he keeps as long as it lasts (BW-A3-22)."""
    host = battle.units[hero.host]
    if has_entourage(battle, hero):
        return [Reason(f"{hero.name} and his entourage share a base", ("BW-A3-20", "BW-A3-22"))]
    if host.own.turn.moved or hero.own.turn.moved:
        return [Reason(f"{host.name} have moved: heroes leave before that", ("BW-A3-03",))]
    return []


def stepping_out(battle: Battle, hero: Unit) -> Battle:
    """The battle with a hero on his own, on the spot where he stands in the ranks."""
    if not hero.host:
        return battle
    host = battle.units[hero.host]
    return battle.with_unit(replace(hero, place=host.place_at(his_place(battle, hero))))


def set_out(scene: Scene, hero: Unit) -> None:
    """He leaves the ranks, and goes on from his place in them."""
    scene.battle = stepping_out(scene.battle, hero)
    scene.tell(Detached(unit=hero.id, host=hero.host, rules=("BW-A3-03",)))


def stays_within(scene: Scene, hero: Unit, walker: Walker) -> bool:
    """Whether a hero stays in the ranks since his way does not lead out of them, which is told (BW-A3-03)."""
    if not hero.host or not overlapping(walker.outline, scene.unit(hero.host).outline):
        return False
    scene.tell(Ruled(what=f"{hero.name} stays in the ranks: his way does not lead out", rules=("BW-A3-03",)))
    return True


def left_alone(scene: Scene, host_id: str, *rules: str) -> None:
    """The heroes of a unit that is destroyed or has routed stand alone where they were, or on the next free ground
    (BW-A3-03, BW-A3-22)."""
    host = scene.unit(host_id)
    for hero in heroes_with(scene.battle, host):
        depth = troop(hero).base.depth
        here = his_place(scene.battle, hero) if host.bodies else host.pose
        gone = scene.battle if host.bodies and is_routed(host) else _without(scene.battle, host)
        there = standing_room(gone.with_unit(replace(hero, place=host.place_at(here))), hero, here.advanced(depth / 2))
        scene.change(replace(hero, place=host.place_at(there)))
        scene.tell(Detached(unit=hero.id, host=host_id, rules=rules or ("BW-A3-03",)))
        scene.tell(Formed(unit=hero.id, pose=there, body=hero.body, why="stand alone", rules=("BW-A3-03", "BW-A3-22")))


def _without(battle: Battle, host: Unit) -> Battle:
    return replace(battle, units={key: unit for key, unit in battle.units.items() if key != host.id})


# ---------------------------------------------------------------- joining


def may_join(view: Battle, hero: Unit, host_id: str) -> list[Reason]:
    """What is against a hero joining a unit, without measuring anything (BW-A3-03, BW-A3-04)."""
    kind, host = troop(hero), view.units.get(host_id)
    if kind.hero is None or not kind.hero.embeds:
        return [Reason(f"{hero.name} always acts alone", ("BW-A3-04",))]
    if host is None or not host.on_table or not host.figures or is_hero(host) or not friendly(view, hero, host):
        return [Reason("a hero joins a unit of his own side", ("BW-A3-03",))]
    if is_routed(host):
        return [Reason(f"{host.name} have routed", ("BW-A3-03",))]
    if host.id == hero.host:
        return [Reason(f"{hero.name} stands in their ranks already", ("BW-A3-03",))]
    if enclosed(hero) or enclosed(host) or host.of:
        return [Reason("on walls, in towers and on ships everybody stands singly", ("BW-O6-02", "BW-O6-06"))]
    if never_larger(view, host) and heroes_with(view, host):
        return [Reason(f"{host.name} are the entourage of another", ("BW-A3-20",))]
    return may_leave(view, hero) if hero.host else []


def on_the_way(view: Battle, hero: Unit, host: Unit) -> Walker:
    """A hero's walk to a unit, straight to the nearest part of it."""
    there = stepping_out(view, hero)
    alone = there.units[hero.id]
    return walk(there, alone, way_to(alone, host), "joining", "stops", allowance(there, alone, JOIN))


def judge_join(view: Battle, hero: Unit, host_id: str) -> list[Reason]:
    """Everything against it: he moves into contact with the unit (BW-A3-03)."""
    found = may_join(view, hero, host_id)
    if found:
        return found
    host = view.units[host_id]
    walker = on_the_way(view, hero, host)
    return [] if _arrived(walker, host) else _stopped_by_friends(walker) or short_of(walker, host, ("BW-A3-03",))


def _arrived(walker: Walker, host: Unit) -> bool:
    near = max(CONTACT, walker.battle.own.options.friendly_gap)
    return gap(walker.outline, host.outline) <= near


def _stopped_by_friends(walker: Walker) -> list[Reason]:
    who = walker.collided
    if who is None:
        return []
    return [Reason(said(who, "are in the way"), ("BW-B4-13", "BW-A3-03"), measured=True)]


def _do_join(scene: Scene, step: Join) -> None:
    """As far as he comes; into the front rank if he reaches the unit."""
    hero = scene.unit(step.unit)
    if not in_play(hero) or may_join(scene.battle, hero, step.host):
        return
    walker = on_the_way(scene.battle, hero, scene.unit(step.host))
    if not _arrived(walker, scene.unit(step.host)) and stays_within(scene, hero, walker):
        return
    if hero.host:
        set_out(scene, hero)
    put_there(scene, walker, rules=("BW-C2-01", "BW-A3-03"))
    host = scene.unit(step.host)
    if _arrived(walker, host):
        embed(scene, scene.unit(hero.id), host)
    else:
        why = _stopped_by_friends(walker) or short_of(walker, host, ("BW-A3-03",))
        scene.tell(Ruled(what=f"{hero.name} does not join {host.name}: {why[-1].text}", rules=why[-1].rules))
    part(scene)


def embed(scene: Scene, hero: Unit, host: Unit) -> None:
    """He stands in the front rank from now on, beside the figure of it that is nearest."""
    front = [figure for figure in host.places if figure.rank == 0]
    here = hero.outline
    apart = [hypot(one.x - here.x, one.y - here.y) for one in front]
    nearest = [one for one, far in zip(front, apart, strict=True) if far <= min(apart) + TOLERANCE]
    places = [aside_of(one.file, formation(host).files) for one in nearest]
    scene.change(replace(hero, place=in_front_rank(host.id, sum(places) // len(places))))
    scene.tell(Attached(unit=hero.id, host=host.id, rules=("BW-A3-03",)))


# ---------------------------------------------------------------- on foot


def may_dismount(battle: Battle, hero: Unit) -> list[Reason]:
    """What keeps a knight on his horse: it takes a whole turn, and nobody does it in contact (BW-A3-25)."""
    if on_foot(troop(hero)) is None:
        return [Reason(f"{hero.name} has no horse", ("BW-A3-25",))]
    if hero.host:
        return [Reason(f"{hero.name} stands in the ranks of others", ("BW-A3-25",))]
    if hero.own.turn.moved:
        return [Reason("it takes a whole turn", ("BW-A3-25",))]
    if touching_enemies(battle, hero):
        return [Reason(f"{hero.name} is in contact with an enemy", ("BW-A3-25",))]
    return []


def _do_dismount(scene: Scene, step: Dismount) -> None:
    hero = scene.unit(step.unit)
    kind = on_foot(troop(hero))
    if kind is None or may_dismount(scene.battle, hero):
        return
    back = (hero.body.base.depth - kind.base.depth) / 2
    pose, body = hero.pose.advanced(-back), FormedBody(base=kind.base, files=1)
    whole = with_turn(hero, spent=troop(hero).move, moved=True, busy=True)
    scene.change(replace(whole, kind=kind.id, body=body, place=hero.place_at(pose)))
    scene.tell(Formed(unit=hero.id, pose=pose, body=body, why="dismount", rules=("BW-A3-25",)))
    part(scene)


JOIN_UNIT: Final = does(Join, _do_join)
GET_OFF: Final = does(Dismount, _do_dismount)
