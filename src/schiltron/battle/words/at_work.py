"""What is at work for a time, in words: on whom or on what, and until when."""

from __future__ import annotations

from collections.abc import Iterator

from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.effects import Effect, OnFeature, OnUnit, Until, While
from schiltron.battle.words.grammar import Note, cited
from schiltron.battle.words.names import side_name
from schiltron.table.terrain import name_of


def told_effect(battle: AnyBattle, effect: Effect) -> str:
    """An effect and its end: "antimagic shell until turn 14, attacks of the Tower (Red)"."""
    name = effect.kind.replace("_", " ")
    return " ".join((name, *_ends(battle, effect)))


def _ends(battle: AnyBattle, effect: Effect) -> Iterator[str]:
    for end in effect.ends:
        match end:
            case Until(moment=moment):
                phase, _, side = moment.phase.partition(" ")
                whose = f", {phase} of {side_name(battle, side)}" if side else f", {phase}" if phase else ""
                yield f"until {battle.turn_word.lower()} {moment.turn}{whose}"
            case While(unit=unit) if unit in battle.units:
                yield f"while {battle.units[unit].name} does nothing else"


def at_work(battle: AnyBattle) -> Iterator[Note]:
    """Everything at work that a player may know of, with what it is on."""
    for effect in battle.effects.all:
        yield cited(f"{_subject(battle, effect)}: {told_effect(battle, effect)}", *effect.rules)


def _subject(battle: AnyBattle, effect: Effect) -> str:
    on = effect.on
    if isinstance(on, OnUnit):
        return battle.units[on.unit].name
    if isinstance(on, OnFeature):
        found = battle.board.features if battle.board is not None else ()
        return next((name_of(one).capitalize() for one in found if one.id == on.feature), "Ground")
    return "The field"
