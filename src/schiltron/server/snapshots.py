"""A battle as a newcomer to the table sees it."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.record.journal import view_hash
from schiltron.battle.state.view import heard_by
from schiltron.muster.campaigns import next_of
from schiltron.server.battle_summary import brought
from schiltron.server.live import LiveBattle
from schiltron.server.seats import Claim, lost_seats, mine
from schiltron.server.shown import LOG_STEPS, LoggedStep, Snapshot, beats_shown, liberties, prompts, shapes


def snapshot(live: LiveBattle, seat: str | None, claim: Claim, at: int | None = None) -> Snapshot:
    """The battle at a position of its journal; without one, now."""
    position = live.position if at is None else at
    journal = live.journal
    view = live.view(seat, position)
    return Snapshot(
        id=live.id,
        title=live.title,
        scenario=live.scenario,
        seat=seat,
        position=position,
        last=live.position,
        hash=view_hash(journal.ruleset, journal.battle_at(position), seat),
        ruleset=journal.ruleset.name,
        book=journal.ruleset.title,
        battle=replace(view, board=journal.ruleset.drawn(view), graves=()),
        prompts=prompts(view),
        duel=journal.ruleset.duel(view),
        map_room=journal.ruleset.map_room(view),
        tilt_yard=journal.ruleset.tilt_yard(view),
        conditions=journal.ruleset.conditions(view),
        sky=journal.ruleset.sky(view),
        measures=journal.ruleset.measures(view),
        liberties=liberties(journal, view),
        goes_on=journal.ruleset.goes_on(view),
        campaign=_campaign(live.scenario),
        shapes=shapes(journal, view),
        sequence=journal.ruleset.sequence(view),
        turn_word=view.turn_word,
        vocabulary=journal.ruleset.vocabulary(),
        keys=journal.ruleset.keys(),
        deck=journal.ruleset.deck(),
        brought=brought(live.view(seat, 0)),
        dice=live.dice_shown,
        players=live.seating.players(live.battle, live.audience),
        watchers=len(live.audience.of(None)),
        log=tuple(logged(live, number, seat) for number in range(max(0, position - LOG_STEPS + 1), position + 1)),
        undo=live.undo(seat) if position == live.position else None,
        mine=mine(live, claim),
        lost=lost_seats(live, claim),
        chat=live.table_talk.shown(seat),
        hints=live.hints.shown(),
        following=live.following,
        origin=journal.header.origin,
        clock=live.time.shown,
    )


def _campaign(scenario: str) -> str:
    following = next_of(scenario)
    return following.title if following is not None else ""


def logged(live: LiveBattle, number: int, seat: str | None) -> LoggedStep:
    """What was told of an entry; of 0, how the battle began."""
    view = live.view(seat, number)
    events = heard_by(live.journal.events_at(number), seat)
    return LoggedStep(
        position=number,
        turn=view.turn,
        phase=view.phase,
        active=view.active,
        beats=tuple(beats_shown(events, view)),
    )
