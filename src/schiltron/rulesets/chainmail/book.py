"""Chainmail as a ruleset: its law, its battle type and its sequence of play."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from msgspec.structs import replace

from schiltron.battle.guide.answers import SequenceEntry, Vocabulary
from schiltron.battle.guide.reckonings import Reckoning
from schiltron.battle.play.agenda import Step, closed
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.tally import Tally
from schiltron.rulesets.book import Book, Guide
from schiltron.rulesets.chainmail.appraisal import appraise
from schiltron.rulesets.chainmail.camps import with_ways_imagined, with_ways_unknown
from schiltron.rulesets.chainmail.guide.card import card
from schiltron.rulesets.chainmail.guide.men import STANCE_VERBS
from schiltron.rulesets.chainmail.guide.menu import KEYS, menu
from schiltron.rulesets.chainmail.guide.overlays import overlays
from schiltron.rulesets.chainmail.guide.preview import preview
from schiltron.rulesets.chainmail.guide.shots import by_guess
from schiltron.rulesets.chainmail.guide.targets import targets
from schiltron.rulesets.chainmail.guide.tilt_yard import reckoned, tilt_yard
from schiltron.rulesets.chainmail.joust.course import STEPS as RIDES
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.magic.ending import LAPSES
from schiltron.rulesets.chainmail.magic.spellbook import spellbook
from schiltron.rulesets.chainmail.magic.veiled import with_magic_veiled
from schiltron.rulesets.chainmail.old_shapes import CHANGES
from schiltron.rulesets.chainmail.options import SWITCHES
from schiltron.rulesets.chainmail.sequence import HANDLERS, SETUP, TURN, turn_of
from schiltron.rulesets.chainmail.siege.ending import LAPSES as OF_SIEGES
from schiltron.rulesets.chainmail.siege.mines import with_tunnels_unknown
from schiltron.rulesets.chainmail.state import Battle, BattlePart, UnitPart
from schiltron.rulesets.chainmail.telling import conditions, drawn, epithet, held, sky
from schiltron.rulesets.chainmail.victory import last_turn


class Chainmail(Book[BattlePart, UnitPart, Step]):
    name = "chainmail"
    title = LAW.title
    law = LAW
    battle_type = closed(BattlePart, UnitPart, HANDLERS)
    changes = CHANGES
    handlers = HANDLERS
    lapses = MappingProxyType({**LAPSES, **OF_SIEGES})
    switches = SWITCHES
    guide = Guide(
        card,
        menu,
        overlays,
        targets,
        preview,
        conditions=conditions,
        sky=sky,
        drawn=drawn,
        held=held,
        tilt_yard=tilt_yard,
        epithet=epithet,
        powers=spellbook,
        keys=KEYS,
    )
    draws = True

    def redacted(self, battle: Battle, seat: str | None) -> Battle:
        """Where a way to the camp leads its owner alone knows, and what he digs."""
        known = with_tunnels_unknown(with_ways_unknown(super().redacted(battle, seat), seat), seat)
        return with_magic_veiled(known, seat)

    def filled_in(self, view: Battle, seat: str | None, random: Random) -> Battle:
        return with_ways_imagined(super().filled_in(view, seat, random), random)

    # ------------------------------------------------------------ what a player may ask before deciding

    def reckoned(self, battle: Battle, wishes: Mapping[str, str]) -> Reckoning | Reason | None:
        """A ride in the lists (CM-JOUST-04)."""
        return reckoned(battle, wishes) if battle.board is None else None

    def vocabulary(self) -> Vocabulary:
        plain = super().vocabulary()
        return replace(plain, verbs={**plain.verbs, **STANCE_VERBS})

    def appraise(self, view: Battle, side: str) -> Tally:
        return appraise(view, side)

    def sequence(self, view: Battle | None = None) -> tuple[SequenceEntry, ...]:
        if view is not None and view.board is None:
            return RIDES
        return (*SETUP, *(TURN if view is None else turn_of(view)))

    def last_turn(self, view: Battle) -> int:
        return last_turn(view)

    def measures(self, view: Battle) -> bool:
        """Nobody measures while distances are guessed for an engine (CM-CATAPULT-11)."""
        return not any(by_guess(view, unit) for unit in view.standing() if unit.figures)


CHAINMAIL = Chainmail()
