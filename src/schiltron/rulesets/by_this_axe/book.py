"""By This Axe as a ruleset: its law, its battle type and its sequence of play, on a table and off it (rules ABS)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from msgspec.structs import replace

from schiltron.battle.guide.answers import SequenceEntry
from schiltron.battle.guide.reckonings import Reckoning
from schiltron.battle.play.agenda import Step, closed
from schiltron.battle.state.battle import Outcome
from schiltron.battle.state.event import REFEREE
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.order import Amend
from schiltron.battle.state.tally import Tally
from schiltron.rulesets.book import Book, Guide
from schiltron.rulesets.by_this_axe.appraisal import appraise
from schiltron.rulesets.by_this_axe.command.secrets import with_hands_dealt, with_hands_face_down
from schiltron.rulesets.by_this_axe.guide.card import card
from schiltron.rulesets.by_this_axe.guide.cards import deck
from schiltron.rulesets.by_this_axe.guide.map_room import map_room
from schiltron.rulesets.by_this_axe.guide.menu import KEYS, menu
from schiltron.rulesets.by_this_axe.guide.overlays import overlays
from schiltron.rulesets.by_this_axe.guide.preview import preview
from schiltron.rulesets.by_this_axe.guide.reckoned import reckoned
from schiltron.rulesets.by_this_axe.guide.targets import targets
from schiltron.rulesets.by_this_axe.law import LAW
from schiltron.rulesets.by_this_axe.off_table.game import STEPS
from schiltron.rulesets.by_this_axe.off_table.guessing import with_armies_guessed
from schiltron.rulesets.by_this_axe.off_table.healing import PHASE as HEALING
from schiltron.rulesets.by_this_axe.off_table.healing import aftermath
from schiltron.rulesets.by_this_axe.off_table.statements import as_stated
from schiltron.rulesets.by_this_axe.old_shapes import CHANGES
from schiltron.rulesets.by_this_axe.options import SWITCHES
from schiltron.rulesets.by_this_axe.sequence import HANDLERS, SETUP, TURN
from schiltron.rulesets.by_this_axe.setup.opening import at_scale
from schiltron.rulesets.by_this_axe.state import Battle, BattlePart, UnitPart
from schiltron.rulesets.by_this_axe.telling import duel, epithet, held, sky
from schiltron.rulesets.by_this_axe.victory import conceded


class ByThisAxe(Book[BattlePart, UnitPart, Step]):
    name = "by_this_axe"
    title = LAW.title
    law = LAW
    battle_type = closed(BattlePart, UnitPart, HANDLERS)
    changes = CHANGES
    handlers = HANDLERS
    switches = SWITCHES
    guide = Guide(
        card,
        menu,
        overlays,
        targets,
        preview,
        sky=sky,
        held=held,
        duel=duel,
        map_room=map_room,
        epithet=epithet,
        keys=KEYS,
        deck=deck,
    )
    draws = True

    def amended(self, battle: Battle, amend: Amend) -> Battle | Reason:
        """Another scale changes how much kills a hero (TA-UNIT-07)."""
        amended = super().amended(battle, amend)
        if isinstance(amended, Reason):
            return amended
        before, scale = battle.own.options.scale, amended.own.options.scale
        return replace(amended, units={unit.id: at_scale(unit, before, scale) for unit in amended.units.values()})

    def goes_on(self, view: Battle) -> bool:
        return view.board is None and view.phase != HEALING

    def aftermath(self, battle: Battle) -> Battle | None:
        """Who returns to duty after a battle off the table (TA-ABS-120)."""
        return aftermath(battle)

    def reckoned(self, battle: Battle, wishes: Mapping[str, str]) -> Reckoning | Reason | None:
        """A battle off the table (TA-ABS-82, TA-ABS-100, TA-ABS-110)."""
        return reckoned(battle, wishes) if battle.board is None and battle.phase != HEALING else None

    def beaten(self, battle: Battle, side: str) -> Outcome:
        return conceded(battle, side)

    def redacted(self, battle: Battle, seat: str | None) -> Battle:
        """Others' hands are face down; off the table others' troops are as they were stated."""
        seen = super().redacted(battle, seat)
        if battle.board is None and battle.outcome is None and battle.phase != HEALING and seat != REFEREE:
            return as_stated(seen, seat)
        return with_hands_face_down(seen, seat)

    def filled_in(self, view: Battle, seat: str | None, random: Random) -> Battle:
        filled = super().filled_in(view, seat, random)
        if view.board is None:
            return with_armies_guessed(filled, seat, random)
        return with_hands_dealt(filled, random)

    # ------------------------------------------------------------ what a player may ask before deciding

    def appraise(self, view: Battle, side: str) -> Tally:
        return appraise(view, side)

    def sequence(self, view: Battle | None = None) -> tuple[SequenceEntry, ...]:
        return STEPS if view is not None and view.board is None else (*SETUP, *TURN)


BY_THIS_AXE = ByThisAxe()
