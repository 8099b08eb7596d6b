"""Targets a unit could attack (chapter B2), with the reasons against and the odds.

Where all is announced before anything is measured (BW-B1-08), a shot is only promised what it would do from within
half range with nothing in the way: that follows from the two units and not from where they stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from schiltron.battle.guide.answers import Firing, Odds, Target
from schiltron.battle.guide.target_lists import foes_in_order
from schiltron.battle.state.decision import Aimed
from schiltron.battle.state.field import enemies, standing_with, touching
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.manoeuvre import Path
from schiltron.rulesets.book_of_war.attacks.breath import ways
from schiltron.rulesets.book_of_war.attacks.choices import Volley
from schiltron.rulesets.book_of_war.attacks.firing_line import SHOOTING_RANKS
from schiltron.rulesets.book_of_war.attacks.marksmen import marks_beside, standing_out
from schiltron.rulesets.book_of_war.attacks.missiles import (
    aim,
    best_shot,
    dice,
    in_the_line,
    may_aim,
    may_shoot,
    own_modifiers,
    weapon_of,
)
from schiltron.rulesets.book_of_war.attacks.phase import SHOOT
from schiltron.rulesets.book_of_war.attacks.strikes import Strike
from schiltron.rulesets.book_of_war.attacks.to_hit import Blow, to_hit_now
from schiltron.rulesets.book_of_war.embedded import is_hero, on_the_field
from schiltron.rulesets.book_of_war.field import formation, troop
from schiltron.rulesets.book_of_war.guide.heroes import breaths, hosts
from schiltron.rulesets.book_of_war.guide.odds import melee_odds, odds_of, volley_odds
from schiltron.rulesets.book_of_war.guide.plotting import at_its_end, declares_first, plotted
from schiltron.rulesets.book_of_war.movement.individuals import JOIN
from schiltron.rulesets.book_of_war.movement.trial_moves import MOVE
from schiltron.rulesets.book_of_war.state import Asked, Battle, Unit


def targets(view: Battle, asked: Asked | None, unit_id: str, path: Path) -> tuple[Target, ...]:
    """Shots of a unit that is asked about, from where it stands or from the end of its path; else its melee."""
    unit = view.units.get(unit_id)
    if unit is None or not on_the_field(view, unit):
        return ()
    actions = asked.actions if asked is not None and asked.about(unit_id) else ()
    joined = hosts(asked, unit) if asked is not None and JOIN in actions and is_hero(unit) else []
    breathed = breaths(view, unit) if any(way in actions for way in ways(unit)) else []
    return (*breathed, *_attacks(view, unit, actions, path), *joined)


def _attacks(view: Battle, unit: Unit, actions: Sequence[str], path: Path) -> tuple[Target, ...]:
    """Shots or blows. A hero in the ranks stands where his unit stands."""
    if unit.host:
        shoots = SHOOT in actions and troop(unit).missile is not None and not _fighting(view, view.units[unit.host])
        return tuple(_shots(view, unit) if shoots else _melee(view, unit))
    unit_id = unit.id
    battle = at_its_end(view, plotted(view, unit, path)) if actions and path else view
    unit = battle.units[unit_id]
    moving = MOVE in actions and troop(unit).missile is not None
    if (SHOOT in actions or moving) and not _fighting(battle, unit):
        return tuple(_shots(battle, unit))
    return tuple(_melee(battle, unit))


def _fighting(battle: Battle, unit: Unit) -> bool:
    return any(touching(battle, unit, enemy) for enemy in enemies(battle, unit))


# ---------------------------------------------------------------- shooting


def _shots(battle: Battle, unit: Unit) -> Iterator[Target]:
    """Every enemy, the nearest first; by their names where nothing may be measured."""
    measured = not declares_first(battle)
    able = measured and not may_shoot(battle, unit)
    there, alone = standing_out(battle, unit)
    marks = foes_in_order(there, alone, measured=measured)
    for enemy in (one for foe in marks for one in (foe, *marks_beside(battle, unit, foe))):
        yield _measured(battle, unit, enemy, able=able) if measured else _announced(battle, unit, enemy)


def _measured(battle: Battle, unit: Unit, enemy: Unit, *, able: bool) -> Target:
    """The best shot at an enemy, or every reason against shooting at it."""
    best = best_shot(battle, unit, enemy) if able else None
    form = best.aimed if best is not None else Aimed(enemy.id)
    odds, beside, against = shot(battle, unit, form)
    return Target(unit=enemy.id, reasons=against, odds=odds, action=SHOOT, form=form, beside=beside)


def shot(battle: Battle, unit: Unit, form: Aimed) -> tuple[Odds | None, tuple[Odds, ...], tuple[Reason, ...]]:
    """What a shot would do to its target and to those beside it, or everything against it."""
    judged = aim(battle, unit, form)
    if isinstance(judged, Volley):
        return *volley_odds(battle, judged), ()
    return None, (), tuple(judged)


def _announced(battle: Battle, unit: Unit, enemy: Unit) -> Target:
    form = Aimed(enemy.id)
    found = [*may_shoot(battle, unit), *may_aim(battle, unit, form)]
    against = tuple(reason for reason in found if not reason.measured)
    odds = None if against else unmeasured(battle, unit, form)
    bars = () if against else seen_in_the_line(battle, unit, form)
    return Target(unit=enemy.id, reasons=against, odds=odds, action=SHOOT, form=form, bars=bars)


def seen_in_the_line(battle: Battle, unit: Unit, form: Aimed) -> tuple[Reason, ...]:
    """What hides the enemy from the shooters, however far he is."""
    seen = in_the_line(battle, unit, form)
    return () if seen is None else (seen,)


def firing(unit: Unit) -> Firing | None:
    """The ranks and files that can be told to shoot, or to hold (BW-B2-33); of a hedgehog half shoot in any case."""
    standing = [one for one in unit.places[: unit.figures] if one.wing == "main"]
    files = tuple(sorted({one.file for one in standing}))
    ranks = min(SHOOTING_RANKS, 1 + max((one.rank for one in standing), default=0))
    if formation(unit).hedgehog or (len(files) < 2 and ranks < 2):
        return None
    return Firing(
        files, ranks, note="The others hold their fire; figures left out do not count for the range.", rule="BW-B2-33"
    )


def unmeasured(battle: Battle, unit: Unit, form: Aimed) -> Odds | None:
    """What a shot does if the enemy turns out to be near and in plain sight; None without a die."""
    battle, unit = standing_out(battle, unit)
    enemy, body = battle.units[form.target], formation(unit)
    ranked = sum(one.wing == "main" and _named(form, one.rank, one.file) for one in unit.places[: unit.figures])
    thrown = dice(battle, unit, unit.figures // 2 if body.hedgehog else ranked).total
    if not thrown:
        return None
    always = tuple(own_modifiers(battle, unit))
    near = to_hit_now(battle, unit, enemy, always, shooting=True)
    shot = Blow(thrown, near)
    if weapon_of(battle, unit).even:
        note = "nothing is measured yet: this is in plain sight, at any range"
        return odds_of(battle, Strike(unit.id, enemy.id, "shooting", (shot,)), note=note, exact=False)
    far = to_hit_now(battle, unit, enemy, (*always, "beyond_half_range"), shooting=True)
    beyond = odds_of(battle, Strike(unit.id, enemy.id, "shooting", (Blow(thrown, far),)))
    note = (
        "nothing is measured yet: this is from within half range and in plain sight; "
        f"beyond half range {beyond.expected_losses:.1f} fall on average, {beyond.breaks:.0%} to break"
    )
    return odds_of(battle, Strike(unit.id, enemy.id, "shooting", (shot,)), note=note, exact=False)


def _named(form: Aimed, rank: int, file: int) -> bool:
    """Whether an order to shoot is for those at this place, as far as ranks shoot at all."""
    first = 0 if form.first_file is None else form.first_file
    last = file if form.last_file is None else form.last_file
    return rank < min(SHOOTING_RANKS, form.ranks or SHOOTING_RANKS) and first <= file <= last


# ---------------------------------------------------------------- hand to hand


def _melee(battle: Battle, unit: Unit) -> Iterator[Target]:
    """Those it would strike now. How far pikes reach beyond contact is measured (BW-B2-22)."""
    for odds in melee_odds(battle, unit):
        foe = standing_with(battle, battle.units[odds.target])
        if not declares_first(battle) or touching(battle, standing_with(battle, unit), foe):
            yield Target(unit=odds.target, reasons=(), odds=odds, action="melee")
