"""Special combat before it is fought and while it is (chapter A3): who is likely to fall, what blows need, how they
stand."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from schiltron.battle.guide.answers import Duel, Odds, Preview, Stat, Thrust
from schiltron.battle.guide.probability import successes
from schiltron.battle.state.chance import AtLeast
from schiltron.battle.state.decision import Answer, Chosen
from schiltron.battle.words.grammar import listed, noted, percent
from schiltron.parent_game.blows import DIE, score
from schiltron.rulesets.book_of_war.embedded import is_hero
from schiltron.rulesets.book_of_war.engaged import is_played, opponents
from schiltron.rulesets.book_of_war.special_combat.challenges import ACCEPT, Challenge, asked, foe_of
from schiltron.rulesets.book_of_war.special_combat.fighters import blows_in_a_round, fighter, man, need_of, points_left
from schiltron.rulesets.book_of_war.special_combat.meeting import rounds_in_a_cycle
from schiltron.rulesets.book_of_war.special_combat.outlook import cycle, ending
from schiltron.rulesets.book_of_war.special_combat.rounds import CombatAims, CombatBlows, CombatDamage, CombatOrder
from schiltron.rulesets.book_of_war.state import Battle, Unit

_RULES = ("BW-A3-36", "BW-A3-37")

# ---------------------------------------------------------------- the odds


def prospects(view: Battle, one: Unit, other: Unit) -> str:
    """Who is likely to fall, this turn and in the end, if the first strikes first."""
    now, last = cycle(view, one, other), ending(view, one, other)
    return (
        f"this turn {percent(now.other_falls)} that {other.name} falls, {percent(now.one_falls)} that {one.name} does; "
        f"fought to the end {percent(last.other_falls)} and {percent(last.one_falls)}"
    )


def combat_odds(view: Battle, one: Unit, other: Unit, *, first: bool) -> Odds:
    """How likely one is to bring down the other in a cycle of turns, by himself."""
    falls = cycle(view, one, other).other_falls if first else cycle(view, other, one).one_falls
    need = need_of(view, one, other)
    blows = blows_in_a_round(view, one, other) * rounds_in_a_cycle(view)
    least = score(fighter(view, one, other, 0), fighter(view, other, one, 0))
    return Odds(
        exact=True,
        dice=blows,
        needs=need,
        hits=successes(blows, (DIE + 1 - least) / DIE),
        losses=(1 - falls, falls),
        expected_losses=falls,
        breaks=0.0,
        target=other.id,
        action="blow",
        destroyed=falls,
        blows=(Thrust(blows, need, AtLeast(least), DIE),),
    )


def challenge_preview(view: Battle, answer: Answer, plain: Preview) -> Preview:
    """What comes of taking on a foe, or of refusing him (BW-A3-39)."""
    step = view.agenda[0]
    hero = asked(view, step) if isinstance(step, Challenge) else None
    if not isinstance(step, Challenge) or hero is None or not isinstance(answer, Chosen) or not plain.legal:
        return plain
    foe = foe_of(view, step, hero)
    if answer.keys != (ACCEPT,):
        guard = view.units[hero.host].name
        note = f"{foe.name} fights {guard} by the normal rules; for a turn the heroes do not strike at each other"
        return replace(plain, met=foe.id, notes=noted(note), rules=("BW-A3-39",))
    first = hero.id == step.one
    return replace(
        plain,
        met=foe.id,
        odds=combat_odds(view, hero, foe, first=first),
        beside=(combat_odds(view, foe, hero, first=not first),),
        notes=noted(prospects(view, view.units[step.one], view.units[step.other])),
        rules=_RULES,
    )


def meeting_note(view: Battle, unit: Unit, met: Unit | None) -> Iterator[str]:
    """What a hero who runs onto a hero is in for, where they fight apart."""
    if met is not None and is_played(view) and is_hero(unit) and is_hero(met):
        yield f"special combat: {prospects(view, unit, met)}"


# ---------------------------------------------------------------- while it is fought


def duel(view: Battle) -> Duel | None:
    """The two who fight man to man at this moment, or may (BW-A3-36)."""
    match view.agenda[:1]:
        case (Challenge() as step,):
            return _duel(view, (step.one, step.other), None)
        case (CombatAims() as step,):
            return _duel(view, step.pairs[0], step.number)
        case (CombatOrder() as step,):
            return _duel(view, step.aims[0], step.number)
        case (CombatBlows() as step,):
            return _duel(view, step.strikers[0], step.number)
        case (CombatDamage() as step,):
            return _duel(view, step.hits[0][:2], step.number)
    return None


def _duel(view: Battle, who: tuple[str, str], number: int | None) -> Duel | None:
    if any(key not in view.units for key in who):
        return None
    one, other = (view.units[key] for key in view.in_line(who))
    return Duel(one.id, other.id, number, stats=(tuple(_stats(view, one, other)), tuple(_stats(view, other, one))))


def _stats(view: Battle, hero: Unit, foe: Unit) -> Iterator[Stat]:
    yield Stat("hit points", f"{points_left(hero)} of {man(hero).hit_points}", "BW-A3-36")
    yield Stat("AC", f"{man(hero).armour_class}", "BW-A3-36")
    yield Stat("hits on", f"{score(fighter(view, hero, foe, 0), fighter(view, foe, hero, 0))}", "BW-A3-36")
    yield Stat("damage", " and ".join(f"{die}" for die in man(hero).attacks), "BW-A3-36")


def special_stats(view: Battle, hero: Unit) -> Iterator[Stat]:
    """What a card says of a hero where heroes fight apart."""
    if not is_played(view):
        return
    own = man(hero)
    dice = ", ".join(f"{die}" for die in own.attacks)
    told = f"level {own.level}, AC {own.armour_class}, {dice}, {points_left(hero)} of {own.hit_points} hit points"
    yield Stat("Man to man", told, "BW-A3-36", part="fights")
    foes = opponents(view, hero)
    if foes:
        yield Stat("Special combat", f"with {listed([foe.name for foe in foes])}", "BW-A3-37", part="fights")
