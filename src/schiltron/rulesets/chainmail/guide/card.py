"""A unit's card: its figures, moves, range, morale and state (HIST and MELEE most of all)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schiltron.battle.guide.answers import Card, CardPart, Stat
from schiltron.battle.state.field import company, fights_for, in_melee, opponents, rank_sizes, standing_with
from schiltron.battle.state.tally import Tally, points_of
from schiltron.battle.words.grammar import Note, cited, counted, listed, noted, percent, plain
from schiltron.rulesets.chainmail.artillery.damage import standing as defense
from schiltron.rulesets.chainmail.engines import crew, is_artillery, ranges, rate_of_fire, unready
from schiltron.rulesets.chainmail.field import (
    alive,
    fearless,
    is_commander,
    is_engine,
    is_fleeing,
    like_figures,
    reorganizing,
)
from schiltron.rulesets.chainmail.fire.rates import die_bonus, must_win_die, shots
from schiltron.rulesets.chainmail.fire.tables import WORDS
from schiltron.rulesets.chainmail.fire.weapons import WEAPONS, reach, shooting, weapon_of
from schiltron.rulesets.chainmail.guide.magic import magic_notes, magic_stats
from schiltron.rulesets.chainmail.guide.men import men_notes, men_stats
from schiltron.rulesets.chainmail.guide.nature import by_nature, paralysed
from schiltron.rulesets.chainmail.guide.siege import siege_notes
from schiltron.rulesets.chainmail.guide.tilt_yard import knight_card
from schiltron.rulesets.chainmail.guide.words import ARMS, TEMPERS, captives, changing, flight
from schiltron.rulesets.chainmail.guide.words import troops as in_words
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.man_to_man.nerve import killed
from schiltron.rulesets.chainmail.morale.checks import loss_score, nerve, rally_terms
from schiltron.rulesets.chainmail.morale.instability import check_to_remain, excess, lost, ruined
from schiltron.rulesets.chainmail.morale.outlook import rallies
from schiltron.rulesets.chainmail.movement.fatigue import after_turn, weariness
from schiltron.rulesets.chainmail.points import worth
from schiltron.rulesets.chainmail.scale import man_to_man
from schiltron.rulesets.chainmail.state import GUARDING, STAKED, UNLOADED, Battle, Profile, Unit
from schiltron.rulesets.chainmail.troop_traits.kinds import are_hired
from schiltron.rulesets.chainmail.walking.formations import kind_of
from schiltron.rulesets.chainmail.walking.rates import charge_move, normal_move, road_bonus
from schiltron.table.body import Formed
from schiltron.table.lengths import show_inches

_HORSE: Final = ("light_horse", "medium_horse", "heavy_horse")
_ARMS_RULE: Final = {"pike": "CM-MELEE-09", "halberd": "CM-MELEE-09", "lance": "CM-MELEE-10"}


def card(view: Battle, unit_id: str) -> Card | None:
    unit = view.units.get(unit_id)
    if unit is None:
        return None
    if view.board is None:
        return knight_card(view, unit)
    return Card(
        unit=unit.id,
        title=unit.name,
        subtitle=in_words(unit.own.profile),
        points=points_of(worth(unit, unit.figures)) if unit.figures else 0,
        stats=tuple(
            one for part in (_arms, _moves, _missiles, _nerve, by_nature, paralysed, _state) for one in part(view, unit)
        ),
        spent=unit.own.turn.spent,
        allowance=normal_move(view, unit).total,
        notes=noted(*_notes(view, unit)),
        figures=unit.figures,
        original=unit.original,
    )


# ---------------------------------------------------------------- what they are


def _arms(view: Battle, unit: Unit) -> Iterator[Stat]:
    line = unit.own.profile
    if line.nature is not None:
        return
    yield Stat(
        "Class", plain(line.fights_as), "CM-MELEE-05" if line.rated == "swiss_pikemen" else "CM-MELEE-02", part="fights"
    )
    if unit.own.mixed is not None:
        now = sum(number for _, number in like_figures(unit, unit.figures)[1:])
        yield Stat("Of them", f"{now} {plain(unit.own.mixed.profile.fights_as)}", "CM-HIST-01", part="stands")
    if man_to_man(view.own.options) and not line.engine:
        yield from men_stats(unit)
        return
    if not line.engine:
        yield Stat("Arms", ARMS[line.arms], _ARMS_RULE.get(line.arms, "CM-MELEE-02"), part="fights")
    yield Stat("Armour", WORDS[line.armour], "CM-MISSILE-02", part="armour")


def _moves(view: Battle, unit: Unit) -> Iterator[Stat]:
    yield _measured("Move", normal_move(view, unit), "moves")
    charge = charge_move(view, unit)
    if charge.total:
        yield _measured("Charge", charge, "moves")
    if road_bonus(unit):
        yield Stat("On a road", f"+{show_inches(road_bonus(unit))}", "CM-MOVE-02", part="moves")


def _measured(label: str, tally: Tally, part: CardPart) -> Stat:
    return Stat(label, show_inches(tally.total), tally.terms[-1].rule, tally, part)


def _missiles(view: Battle, unit: Unit) -> Iterator[Stat]:
    yield from magic_stats(view, unit)
    weapon = weapon_of(unit)
    if is_artillery(unit):
        yield from (_measured(one.label.capitalize(), one, "shoots") for one in ranges(unit))
        rate, hands = rate_of_fire(unit), crew(unit)
        yield Stat("Rate of fire", f"every {counted(rate.total, 'turn')}", rate.rules[-1], rate, part="shoots")
        yield Stat("Crew", str(hands.total), "CM-CATAPULT-06", hands, part="shoots")
    elif weapon is not None:
        scale = view.own.options.scale
        full, over = reach(unit, scale=scale), reach(unit, "indirect", scale=scale)
        indirect = "" if weapon.flat else f", {show_inches(over.total)} over heads"
        yield Stat(weapon.name.capitalize(), f"{show_inches(full.total)}{indirect}", full.rules[0], full, "shoots")
        often = shots(view, unit)
        if often.terms:
            yield Stat("Shots", str(often.total), often.rules[0], often, part="shoots")


# ---------------------------------------------------------------- nerve


def _nerve(view: Battle, unit: Unit) -> Iterator[Stat]:
    line = unit.own.profile
    if is_commander(unit):
        return
    if line.nature is not None:
        if not fearless(unit):
            yield Stat("Loss line", _loss_line(view, unit), "CM-MORALE-06", part="nerve")
            yield Stat("Stands horse", _stands(line), "CM-MORALE-11", part="nerve")
        return
    rating = int(LAW.sheet("CM-T-morale-rating").row(line.rated)["rating"]) - unit.own.past.fatigued
    yield Stat("Morale Rating", str(rating), "CM-FATIGUE-07" if unit.own.past.fatigued else "CM-MELEE-19", part="nerve")
    if man_to_man(view.own.options):
        share, stays = percent(float(killed(view, unit.side))), check_to_remain(view, unit).dice_needed
        yield Stat("Army", f"{share} killed; at 33% stays on {stays}", "CM-MTM-33", part="nerve")
        yield Stat("Stands horse", _stands(line), "CM-MORALE-11", part="nerve")
        return
    yield Stat("Loss line", _loss_line(view, unit), "CM-MORALE-06", part="nerve")
    yield Stat("Stands horse", _stands(line), "CM-MORALE-11", part="nerve")


def _stands(line: Profile) -> str:
    """What it needs to stand the charge of each class of horse."""
    scores = LAW.sheet("CM-T-cavalry-charge").row(line.stands)
    return ", ".join(f"{scores[f'vs_{horse}']} {horse.partition('_')[0]}" for horse in _HORSE)


def _loss_line(view: Battle, unit: Unit) -> str:
    """As in "33%, stays on 7; checks at 5 more lost" (CM-MORALE-01, CM-MORALE-03)."""
    share = float(LAW.sheet("CM-T-loss").row(unit.own.profile.holds)["casualty_percent"])
    stays = check_to_remain(view, unit).dice_needed if _is_under_way(view, unit) else loss_score(unit)
    gone = lost(view, unit)
    judged = unit.own.morale.times_judged or excess(unit, gone)
    more = next(
        (more for more in range(unit.figures + 1) if (ruined if judged else excess)(unit, gone + more)), unit.figures
    )
    then = "gone" if judged else "checks"
    return f"{share:.0f}%, stays on {stays}; {then} at {more} more lost"


# ---------------------------------------------------------------- how they stand


def _state(view: Battle, unit: Unit) -> Iterator[Stat]:
    if is_engine(unit):
        left = defense(unit)
        yield Stat("Defense points", str(left.total), "CM-CATAPULT-03", left, part="armour")
    elif isinstance(unit.body, Formed) and unit.figures:
        yield Stat("Formation", kind_of(unit), "CM-FORM-01", part="stands")
        yield Stat("Files", str(unit.body.files), "CM-FORM-01", part="title")
        yield Stat("Ranks", str(len(rank_sizes(unit))), "CM-FORM-01", part="title")
    gone = lost(view, unit)
    if gone:
        yield Stat("Lost", f"{gone} of {unit.original}", "CM-MORALE-01", part="so_far")
    effort = unit.own.past.effort
    if effort.moves or effort.rounds:
        done = [counted(effort.moves, "move")] if effort.moves else []
        done += [f"{counted(effort.rounds, 'round')} of melee"] if effort.rounds else []
        yield Stat("Without rest", listed(done), "CM-FATIGUE-01", part="so_far")


# ---------------------------------------------------------------- what is worth saying about its turn


def _notes(view: Battle, unit: Unit) -> Iterator[Note]:
    if not alive(unit):
        yield Note("not on the table")
        return
    yield from magic_notes(view, unit)
    yield from _fighting(view, unit)
    yield from men_notes(view, unit)
    yield from siege_notes(view, unit)
    yield from _fleeing(view, unit)
    yield from _weary(view, unit)
    yield from _loading(view, unit)
    yield from _formed(unit)
    yield from _willing(view, unit)
    yield from _done(unit)
    for term in normal_move(view, unit).terms[1:]:
        yield cited(f"{term.label}: −{show_inches(-term.value)} of the move", term.rule)
    for term in nerve(view, unit) if _is_under_way(view, unit) else ():
        yield cited(f"{term.label}: {term.value:+d} on morale checks".replace("-", "−"), term.rule)
    for term in rally_terms(view, unit) if is_fleeing(unit) else ():
        yield cited(f"{term.label}: {term.value:+d} on the die to rally".replace("-", "−"), term.rule)


def _is_under_way(view: Battle, unit: Unit) -> bool:
    """Not while armies are set up: whoever steadies a unit may still have to be set down."""
    return view.turn > 0 and alive(unit)


def _fighting(view: Battle, unit: Unit) -> Iterator[Note]:
    for foe in opponents(view, standing_with(view, unit)):
        yield cited(f"in melee with {foe.name}", "CM-TURN-07")
    if unit.fallen:
        yield cited(f"{unit.fallen} fallen lie where they stood", "CM-TURN-09")
    if unit.own.morale.times_judged:
        yield cited("has stayed in spite of its losses: when they are as many again it is gone", "CM-MORALE-03")
    for why in unit.own.morale.owed:
        yield cited(f"must check whether it stays: {why}", "CM-MORALE-01")


def _fleeing(view: Battle, unit: Unit) -> Iterator[Note]:
    own = unit.own
    if own.morale.flight is not None:
        chance = percent(rallies(view, unit))
        again = "rallies if it stays unmoved" if own.morale.flight.turns == 1 else f"{chance} to rally"
        yield cited(f"{flight(own.morale.flight)}: takes no orders, {again}", "CM-MELEE-27", "CM-MELEE-30")
        if own.morale.flight.pikes in view.units:
            yield cited(f"eliminated if {view.units[own.morale.flight.pikes].name} reach it", "CM-MORALE-09")
    if reorganizing(unit):
        yield cited("separates and reorganizes", "CM-HIST-02")
    if own.morale.rallied_by is not None and own.morale.rallied_by.by in view.units:
        leader = view.units[own.morale.rallied_by.by].name
        yield cited(f"rallied by {leader} since turn {own.morale.rallied_by.since}", "CM-HIST-36")


def _weary(view: Battle, unit: Unit) -> Iterator[Note]:
    if unit.own.past.fatigued:
        rules = ("CM-FATIGUE-05", "CM-FATIGUE-06", "CM-FATIGUE-10")
        yield cited("fatigued: fights as the next lower class until it has rested for a turn", *rules)
    else:
        tired = weariness(unit, after_turn(view, unit))
        if tired:
            yield cited("will be fatigued after this turn", *tired)


def _loading(view: Battle, unit: Unit) -> Iterator[Note]:
    if is_artillery(unit):
        idle = unready(view, unit)
        yield from (cited(reason.text, *reason.rules) for reason in idle)
        if not idle:
            yield cited("loaded and in place", "CM-CATAPULT-04")
    elif weapon_of(unit) is not None:
        slow = WEAPONS[shooting(unit).missile].rated
        if unit.has(UNLOADED):
            rule = "CM-GUN-03" if slow == "arquebusiers" else "CM-MISSILE-11"
            yield cited("has to reload for a turn before it fires again", rule)
        if must_win_die(view, unit):
            yield cited("moved more than half its move: fires only if it wins a die roll", "CM-MISSILE-09")
        if die_bonus(unit):
            yield cited(f"+{die_bonus(unit)} on its missile fire dice", "CM-MISSILE-14")


def _formed(unit: Unit) -> Iterator[Note]:
    own = unit.own
    if own.forming is not None:
        part = percent(own.forming.paid / own.forming.due)
        change = changing(own.forming)
        yield cited(f"{change}, {part} done: flanked from wherever it is struck", "CM-FORM-03")
    if own.formation == "open":
        yield cited("in open order", "CM-TERR-05")
    elif own.formation == "schiltron":
        yield cited("a schiltron cannot move, and has neither flank nor rear", "CM-HIST-24", "CM-HIST-23")
    elif own.formation == "hedgehog":
        yield cited("open only to pikes and pole arms, without flank or rear; never charges", "CM-MELEE-53")
    if unit.has(STAKED):
        yield cited("stakes before its front", "CM-HIST-21", "CM-HIST-22")
    if own.bank is not None:
        yield cited("has crossed the river" if own.bank[2] else "has halted at the river", "CM-TERR-12")


def _willing(view: Battle, unit: Unit) -> Iterator[Note]:
    own = unit.own
    if own.hire.temper:
        yield cited(*TEMPERS[own.hire.temper])
    elif own.hire.loyal_until >= view.turn > 0:
        yield cited(f"sworn to obey up to turn {own.hire.loyal_until}", "CM-HIST-18")
    elif are_hired(view, unit):
        when = "not while it is in melee" if in_melee(view, unit) else "before each turn"
        yield cited(f"mercenaries: a die decides whether they obey, {when}", "CM-HIST-16", "CM-HIST-20")
    if own.profile.levies:
        yield cited("levies: poorly trained, in masses", "CM-HIST-15")
    for some in own.captives:
        yield cited(f"has {captives(view, some)}", "CM-MELEE-42")
    if unit.has(GUARDING):
        yield cited("guards prisoners and does nothing else", "CM-MELEE-42")
    if unit.owner and not fights_for(view, unit, unit.owner):
        yield cited("has gone over to the enemy", "CM-HIST-19")
    for one in company(view, unit):
        yield cited(f"{one.name} is with it", "CM-HIST-32")


def _done(unit: Unit) -> Iterator[Note]:
    own = unit.own
    if own.turn.charged:
        yield cited("has charged this turn, and may not in the next", "CM-MELEE-12")
    elif own.turn.moved:
        yield cited("has moved", "CM-TURN-03")
    if own.turn.shots and not is_engine(unit):
        yield cited(
            f"has fired {'once' if own.turn.shots == 1 else counted(own.turn.shots, 'time')} this turn", "CM-MISSILE-07"
        )
    if own.turn.refused_combat:
        yield cited("has gone back out of a melee", "CM-MELEE-15")
    if is_fleeing(unit):
        return
    if own.turn.ordered == "stands":
        yield cited("stays where it is this turn", "CM-TURN-03")
