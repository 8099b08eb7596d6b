"""Ships before a player decides (chapter O6): their card, their menu, and what a course would come to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from msgspec.structs import replace

from schiltron.battle.guide.answers import Card, MenuEntry, Preview, PreviewLeg, Stat
from schiltron.battle.guide.menu_lines import Line, Tried, ahead_or_reformed, path_entry, turns
from schiltron.battle.guide.plotted_paths import legs_beyond, preview_legs
from schiltron.battle.movement.platforms import carried_by
from schiltron.battle.state.field import commands, friendly
from schiltron.battle.state.manoeuvre import Manoeuvre
from schiltron.battle.words.grammar import counted, noted, said
from schiltron.rulesets.book_of_war.field import troop, troop_now
from schiltron.rulesets.book_of_war.guide.plotting import Plot, as_drawn, by_form, declares_first, plotted, walked
from schiltron.rulesets.book_of_war.hulls import A_TURN, ROW, SAIL, alongside, held_fast, still_to_run
from schiltron.rulesets.book_of_war.movement.helm import STEP
from schiltron.rulesets.book_of_war.movement.paths import allowance, walk
from schiltron.rulesets.book_of_war.movement.trial_moves import MOVE
from schiltron.rulesets.book_of_war.movement.voyages import ways_of
from schiltron.rulesets.book_of_war.scale import feet
from schiltron.rulesets.book_of_war.state import Asked, Battle, Unit
from schiltron.table.lengths import show_inches

_RULE: Final = "BW-O6-19"
_DOES: Final = {ROW: "Row", SAIL: "Sail"}
_DONE: Final = {ROW: "rowed", SAIL: "sailed"}
_LINES: Final = (Line("advance", "Ahead", "W", _RULE, icon="icon-advance"), *turns(_RULE))


# ---------------------------------------------------------------- the card


def ship_card(view: Battle, ship: Unit) -> Card:
    """What a ship is, who is aboard, and how far it is from its next turn."""
    now = troop_now(view, ship).ship
    assert now is not None
    return Card(
        unit=ship.id,
        title=ship.name,
        subtitle=f"{troop(ship).name}, {counted(len(carried_by(view, ship.id)), 'figure')} aboard",
        points=0,
        stats=(
            *_speeds(view, ship),
            Stat("Turn", next_turn(ship, ship.own.run), _RULE, part="moves"),
            *_built(ship),
            Stat("Aboard", _company(view, ship), "BW-O6-02", part="so_far"),
        ),
        spent=ship.own.turn.spent,
        allowance=max(now.rowed, now.sailed),
        notes=noted(*_notes(view, ship)),
        figures=1,
        original=1,
    )


def _speeds(view: Battle, ship: Unit) -> Iterator[Stat]:
    """Its moves as they are now, and as they are listed for whole turns (BW-O6-18)."""
    for way, label in ((ROW, "Rowed"), (SAIL, "Sailed")):
        if way in ways_of(ship):
            listed, now = (allowance(one, ship, way) for one in (_in_whole_turns(view), view))
            full = f" of {show_inches(listed)}" if now != listed else ""
            yield Stat(label, show_inches(now) + full, "BW-O6-18" if full else _RULE, part="moves")


def _in_whole_turns(view: Battle) -> Battle:
    return replace(view, own=replace(view.own, options=replace(view.own.options, turn_length="thirty")))


def next_turn(ship: Unit, run: int) -> str:
    """How far a ship may turn now, or how far it must run before it may."""
    if run >= A_TURN:
        return f"up to {run // A_TURN * STEP // 1000}° now"
    ways = [f"{show_inches(still_to_run(run, way))} {_DONE[way]}" for way in ways_of(ship)]
    return f"{STEP // 1000}° after {' or '.join(ways)} more"


def _built(ship: Unit) -> Iterator[Stat]:
    kind = troop(ship)
    yield Stat("Hull", f"{feet(kind.base.depth)} by {feet(kind.base.width)} feet", "BW-O6-01", part="stands")
    assert kind.ship is not None
    castles = [("forecastle", kind.ship.forecastle), ("aftercastle", kind.ship.aftercastle)]
    found = [f"{name} {show_inches(length)}" for name, length in castles if length]
    if found:
        yield Stat("Castles", f"{', '.join(found)}: Armor Hit +1 against missiles", "BW-O6-07", part="armour")


def _company(view: Battle, ship: Unit) -> str:
    own = sum(1 for unit in carried_by(view, ship.id) if friendly(view, unit, ship))
    enemies = len(carried_by(view, ship.id)) - own
    return f"{own} of its own" + (f", {counted(enemies, 'enemy', 'enemies')}" if enemies else "")


def _notes(view: Battle, ship: Unit) -> Iterator[str]:
    for other in alongside(view, ship):
        yield f"alongside {other.name}: figures may step over"
    if commands(view, view.active, ship):
        if ship.own.turn.moved:
            yield "has moved"
        for reason in held_fast(view, ship):
            yield f"cannot get under way: {reason.text}"


# ---------------------------------------------------------------- the menu


def ship_entries(
    asked: Asked, ship: Unit, path: tuple[Manoeuvre, ...], tried: Callable[[Plot, Manoeuvre], Tried]
) -> Iterator[MenuEntry]:
    """Ahead and round under oars, or under sail where it has none; and the other way to go along what is plotted."""
    plot = plotted(asked.view, ship, path)
    legs_of = ahead_or_reformed(plot.allowance - walked(asked.view, plot).spent, ship.body)
    for line in _LINES:
        yield path_entry(MOVE, line, line.legs or legs_of[line.name], partial(tried, plot))
    for way in ways_of(ship)[1:]:
        yield MenuEntry(way, _DOES[way], "S", _RULE, "path", name=way, shown="always")


# ---------------------------------------------------------------- a course


def voyage(view: Battle, plot: Plot, plain: Preview) -> Preview:
    """Where a course leads, whom the hull would touch, and how far it is then to the next turn."""
    ship, beyond = plot.unit, tuple[PreviewLeg, ...]()
    if declares_first(view):
        legs, run, met = by_form(view, plot), "", ""
    else:
        walker = walk(view, ship, plot.path, plot.bearing, "illegal", plot.allowance)
        if walker.reasons:
            beyond = legs_beyond(ship, as_drawn(view, plot), walker.reasons)
            walker = walked(view, plot)
        legs, run = tuple(walker.legs), f"next turn: {next_turn(ship, walker.run)}"
        met = walker.met.id if walker.met is not None else ""
    cost = sum(leg.cost for leg in legs)
    notes = [run, f"{said(ship, 'lie')} alongside {view.units[met].name} then: boarding can begin" if met else ""]
    return replace(
        plain,
        legs=tuple(preview_legs(ship, legs)),
        cost=cost,
        allowance=plot.allowance,
        left=plot.allowance - cost,
        met=met,
        notes=noted(*notes),
        rules=(_RULE,),
        beyond=beyond,
    )
