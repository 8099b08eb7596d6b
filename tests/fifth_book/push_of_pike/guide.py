"""What a player may ask before deciding: a unit's card, its menu, what an order would do."""

from functools import partial

from msgspec.structs import replace

from push_of_pike.fighting import front
from push_of_pike.movement import MOVE, RULE, walk
from push_of_pike.state import Asked, Battle
from push_of_pike.troops import troop
from schiltron.battle.guide.answers import Card, MenuEntry, Preview, Stat
from schiltron.battle.guide.menu_lines import Line, path_entry, tried_at_the_door
from schiltron.battle.guide.plotted_paths import preview_legs, preview_place
from schiltron.battle.state.decision import Answer, Commanded, PathDrawn, PlaceUnit, SetDown
from schiltron.battle.state.manoeuvre import Advance, Path
from schiltron.table.lengths import inches, show_inches

_ADVANCE = Line("advance", "Advance", "W", RULE, icon="figure-pikemen")


def card(view: Battle, unit_id: str) -> Card | None:
    unit = view.units.get(unit_id)
    if unit is None:
        return None
    kind = troop(unit)
    return Card(
        unit=unit.id,
        title=unit.name,
        subtitle=kind.name,
        points=kind.cost * unit.figures,
        stats=(
            Stat("Move", show_inches(kind.move), RULE, part="moves"),
            Stat("Dice", str(front(unit)), "PP-FIGHT-01", part="fights"),
        ),
        spent=0,
        allowance=kind.move,
        notes=(),
        figures=unit.figures,
        original=unit.original,
    )


def menu(asked: Asked, unit_id: str, path: Path) -> tuple[MenuEntry, ...]:
    unit = asked.view.units[unit_id]
    if MOVE not in asked.actions:
        return ()
    tried = partial(tried_at_the_door, asked, unit, MOVE, path, walked=lambda legs: walk(asked.view, unit, legs).legs)
    return (path_entry(MOVE, _ADVANCE, (Advance(troop(unit).move), Advance(inches(1))), tried),)


def preview(asked: Asked, answer: Answer, plain: Preview) -> Preview:
    match answer:
        case Commanded(form=PathDrawn(path=path)) if answer.actor in asked.view.units and path:
            unit = asked.view.units[answer.actor]
            walker = walk(asked.view, unit, path)
            return replace(
                plain,
                legs=tuple(preview_legs(unit, walker.legs)),
                cost=walker.spent,
                allowance=walker.allowance,
                left=walker.left,
                met=walker.met.id if walker.met is not None else "",
            )
        case SetDown() if isinstance(asked.decision, PlaceUnit) and answer.unit in asked.decision.units:
            return preview_place(asked.view.units[answer.unit], answer, plain)
    return plain
