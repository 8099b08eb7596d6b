"""Replacement crews (case 10.10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from schiltron.battle.movement.flight_ways import has_room
from schiltron.battle.play.agenda import Step
from schiltron.battle.play.option_choice import chooses, chosen
from schiltron.battle.state.decision import Choose, Chosen, Option
from schiltron.battle.state.event import Ruled
from schiltron.battle.state.field import commanded_by, in_melee
from schiltron.battle.state.unit import in_line
from schiltron.rulesets.battlesystem.bases import PIECE
from schiltron.rulesets.battlesystem.field import company_of, is_engine, is_routed, is_skirmisher
from schiltron.rulesets.battlesystem.ratings.pieces import PIECES
from schiltron.rulesets.battlesystem.ratings.unit_types import faults
from schiltron.rulesets.battlesystem.state import Battle, Machine, Scene, Unit, with_arms, with_turn
from schiltron.table.body import Single
from schiltron.table.lengths import CONTACT
from schiltron.table.outline import gap, outline


class Crews(Step, frozen=True, tag="battlesystem.crews"):
    """Figures that stand at a piece nobody serves may take it over (BS-10.10-02); `declined` have been asked."""

    side: str
    declined: tuple[str, ...] = ()


_RULES: Final = ("BS-10.10-01", "BS-10.10-02")
_TAKE, _LEAVE = "take", "leave"


def offers(battle: Battle, side: str) -> Iterator[tuple[Unit, Machine]]:
    """Figures that stand at a piece they could serve, and the piece."""
    for machine in battle.own.machines:
        if machine.side != side:
            continue
        here = outline(machine.at, Single(PIECE), 1)
        for unit in in_line(commanded_by(battle, side)):
            able = unit.on_table and _could_serve(battle, unit, machine)
            if able and gap(unit.outline, here) <= CONTACT and has_room(battle, unit, here):
                yield unit, machine


def _could_serve(battle: Battle, unit: Unit, machine: Machine) -> bool:
    if not is_skirmisher(unit) or is_engine(unit) or is_routed(unit) or not unit.figures or in_melee(battle, unit):
        return False
    return not any(faults(replace(unit.own.profile, engine=machine.engine), 1))


def _next(battle: Battle, step: Crews) -> tuple[Unit, Machine] | None:
    return next(((unit, machine) for unit, machine in offers(battle, step.side) if unit.id not in step.declined), None)


def _ask(battle: Battle, step: Crews) -> tuple[Choose, ...] | None:
    found = _next(battle, step)
    if found is None:
        return None
    unit, machine = found
    piece = PIECES[machine.engine].name
    return (
        Choose(
            seat=unit.controller,
            prompt=f"{unit.name} stands at a {piece} without a crew, {machine.name}: does it take the piece over?",
            waits=f"{unit.name} to take the {piece} over, or leave it",
            rules=_RULES,
            options=(Option(_TAKE, f"take the {piece} over"), Option(_LEAVE, "leave it", forgoes=True)),
            default=Chosen((_LEAVE,)),
        ),
    )


def _take(scene: Scene, step: Crews, answers: tuple[Chosen, ...]) -> None:
    found = _next(scene.battle, step)
    assert found is not None
    unit, machine = found
    if chosen(answers) == _TAKE:
        man(scene, unit, machine)
    scene.now(replace(step, declined=(*step.declined, unit.id)))


def man(scene: Scene, unit: Unit, machine: Machine) -> None:
    """A figure becomes the crew of a piece, on its place."""
    battle = scene.battle
    company = company_of(battle, unit)
    companies = tuple(
        replace(one, figures=one.figures - 1) if company is not None and one.id == company.id else one
        for one in battle.own.companies
    )
    left = tuple(one for one in battle.own.machines if one != machine)
    scene.set(own=replace(battle.own, companies=companies, machines=left))
    back = machine.crew == unit.id and not machine.replaced
    own = replace(unit.own, profile=replace(unit.own.profile, engine=machine.engine), formation="none")
    crew = replace(unit, of="", place=unit.place_at(machine.at), body=Single(PIECE), own=own)
    crew = with_arms(crew, second_crew=not back, last_shot=machine.last_shot)
    scene.change(with_turn(crew, moved=True, acted=True))
    scene.tell(Ruled(what=f"{unit.name} serves {machine.name} from now on", rules=_RULES))


CREWS: Final = chooses(Crews, ask=_ask, take=_take)
