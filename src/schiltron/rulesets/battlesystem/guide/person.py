"""The card of an individual, apart from the ratings (cases 3.2, 9.3 and 9.4)."""

from __future__ import annotations

from collections.abc import Iterator

from schiltron.battle.guide.answers import Stat
from schiltron.battle.state.field import troops
from schiltron.battle.words.grammar import Note, cited, listed
from schiltron.rulesets.battlesystem.command.roles import deputy_for
from schiltron.rulesets.battlesystem.field import alive, is_commander, is_regular
from schiltron.rulesets.battlesystem.guide.words import RANKS, rank_of
from schiltron.rulesets.battlesystem.in_command import entitled, in_command
from schiltron.rulesets.battlesystem.ratings.attack import in_person
from schiltron.rulesets.battlesystem.ratings.blows import attacks
from schiltron.rulesets.battlesystem.ratings.commanding import bonus, radius
from schiltron.rulesets.battlesystem.ratings.scores import ABILITIES
from schiltron.rulesets.battlesystem.sheets.arms import per_round
from schiltron.rulesets.battlesystem.state import Battle, Unit
from schiltron.table.lengths import show_inches


def person_stats(view: Battle, unit: Unit) -> Iterator[Stat]:
    own, person = unit.own, unit.own.profile.person
    if own.command.rank:
        yield Stat("Rank", rank_of(view, unit), RANKS[own.command.rank][1], part="command")
    if person is None:
        return
    yield Stat("Hit points", f"{own.hit_points} of {person.hit_points}", "BS-9.4-05", part="armour")
    yield Stat("THAC0", str(in_person(own.profile)), "BS-9.4-07", part="fights")
    blows = attacks(own.profile, None, max(1, view.turn))
    often = per_round(person.half_attacks)
    now = "" if often == str(blows.total) else f", {blows.total} this round"
    yield Stat("Blows", f"{often}{now}", blows.terms[0].rule, blows, part="fights")
    if is_commander(unit):
        far = radius(own.profile)
        yield Stat("Command radius", show_inches(far.total), far.terms[-1].rule, far, part="command")
        yield Stat("Charisma bonus", f"{bonus(own.profile):+d}".replace("-", "−"), "BS-4.9-01", part="command")
    if person.scores is not None:
        scores = (f"{name[:3]} {score}" for name, score in zip(ABILITIES, person.scores, strict=True))
        yield Stat("Scores", ", ".join(scores), "BS-3.2-01")


def person_notes(view: Battle, unit: Unit) -> Iterator[Note]:
    own = unit.own
    if unit.host:
        yield cited(f"with {view.units[unit.host].name}", "BS-9.2-01" if own.command.rank != "member" else "BS-9.1-01")
    chief = view.units.get(own.command.deputy_to)
    if chief is not None:
        now = ", and may take over now" if deputy_for(view, unit) else ""
        yield cited(f"deputy of {chief.name}{now}", "BS-9.3-01", "BS-9.3-03")
    if own.profile.person is not None and own.profile.person.name_only:
        yield cited("risen from the ranks: in all things one of his unit", "BS-S0-03")
    if is_commander(unit):
        yield from _following(view, unit)


def _following(view: Battle, chief: Unit) -> Iterator[Note]:
    """Who is in command and who is not, of those he may lead."""
    mine = [
        one
        for one in troops(view, chief.side)
        if is_regular(one) and alive(one) and chief.id in {each.id for each in entitled(view, one)}
    ]
    held = [one.name for one in mine if in_command(view, one)]
    lost = [one.name for one in mine if not in_command(view, one)]
    if held:
        yield cited(f"in command: {listed(held)}", "BS-4.7-02")
    if lost:
        yield cited(f"out of command: {listed(lost)}", "BS-4.7-02")
