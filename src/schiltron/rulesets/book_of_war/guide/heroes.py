"""What heroes may be told to do besides (chapter A3), what it would come to, and what their cards say."""

from __future__ import annotations

from collections.abc import Iterator

from schiltron.battle.guide.answers import MenuEntry, Odds, Stat, Target
from schiltron.battle.guide.menu_lines import aimed_entry
from schiltron.battle.guide.probability import NONE, Chances, expected, grouped, together
from schiltron.battle.guide.target_lists import named
from schiltron.battle.state.decision import Aimed
from schiltron.battle.state.field import friendly
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.state.unit import in_line
from schiltron.battle.words.grammar import counted, listed, noted
from schiltron.rulesets.book_of_war.attacks.area_damage import OFF, hits_on, save_of, warded
from schiltron.rulesets.book_of_war.attacks.breath import (
    BREATHE,
    breath_of,
    breathed_on,
    breaths_left,
    ways,
    within_breath,
)
from schiltron.rulesets.book_of_war.attacks.large_areas import is_large
from schiltron.rulesets.book_of_war.attacks.to_hit import DIE
from schiltron.rulesets.book_of_war.attacks.weather_working import weather_ways
from schiltron.rulesets.book_of_war.embedded import has_entourage, heroes_with, is_hero
from schiltron.rulesets.book_of_war.field import fights_cornered, is_routed, troop
from schiltron.rulesets.book_of_war.guide.special_combats import special_stats
from schiltron.rulesets.book_of_war.individuals import on_foot
from schiltron.rulesets.book_of_war.morale.nerve import Nerve, nerve_of
from schiltron.rulesets.book_of_war.movement.individuals import DISMOUNT, JOIN, may_dismount
from schiltron.rulesets.book_of_war.movement.paths import AFOOT
from schiltron.rulesets.book_of_war.outlook import breaks
from schiltron.rulesets.book_of_war.state import Asked, Battle, Unit
from schiltron.table.lengths import show_inches

_KEYS = ("B", "N")

# ---------------------------------------------------------------- the menu


def hero_entries(asked: Asked, unit: Unit) -> Iterator[MenuEntry]:
    """Joining, going on foot, getting off a horse, and every way to breathe."""
    hero = troop(unit).hero
    if hero is None:
        return
    if JOIN in asked.actions and hero.embeds:
        yield aimed_entry(hosts(asked, unit), JOIN, "Join", "J", "BW-A3-03", "icon-hand")
    if AFOOT in asked.actions and hero.flies:
        yield MenuEntry(AFOOT, "Walk", "K", "BW-A3-28", "path", name=AFOOT)
    if DISMOUNT in asked.actions and on_foot(troop(unit)) is not None:
        against = tuple(may_dismount(asked.view, unit))
        yield MenuEntry(DISMOUNT, "Dismount", "O", "BW-A3-25", "none", name=DISMOUNT, reasons=against)
    for key, way in zip(_KEYS, ways(unit), strict=False):
        if way in asked.actions:
            label = way.replace("_", " ").capitalize()
            yield aimed_entry(breaths(asked.view, unit), way, label, key, "BW-A3-29")

    for key, way in zip(("Y", "Z"), weather_ways(asked.view, unit), strict=False):
        if way in asked.actions:
            label = way.replace("_", " ").capitalize()
            yield MenuEntry(way, label, key, "BW-A3-35", "none", name=way)


# ---------------------------------------------------------------- whom


def hosts(asked: Asked, unit: Unit) -> list[Target]:
    """Units of his side, and what is against his joining each."""
    friends = [one for one in in_line(asked.view.standing()) if friendly(asked.view, unit, one) and one.figures]
    return [named(asked, unit, JOIN, host) for host in friends if not is_hero(host)]


def breaths(view: Battle, unit: Unit) -> list[Target]:
    """Whom a breath would strike, in each of its ways, and what it would do."""
    return [
        Target(
            unit=foe,
            reasons=(),
            odds=breath_odds(view, unit, way, foe),
            action=way,
            form=Aimed(foe),
            beside=breath_beside(view, unit, way, foe),
        )
        for foe in within_breath(view, unit)
        for way in ways(unit)
    ]


def breath_beside(view: Battle, unit: Unit, way: str, foe: str) -> tuple[Odds, ...]:
    """What a breath does to others who stand in its way, friends among them (BW-O5-04)."""
    if foe not in view.units or not is_large(view):
        return ()
    struck = breathed_on(view, unit, view.units[foe])
    found = (breath_odds(view, unit, way, one, figures) for one, figures in struck.items() if one != foe)
    return tuple(odds for odds in found if odds is not None)


def breath_odds(view: Battle, unit: Unit, way: str, foe: str, figures: int = 0) -> Odds | None:
    """What one breath does to whom it strikes (BW-A1-13 to BW-A1-15, BW-A3-18, BW-A3-19), to so many of their figures;
    of its target to as many as it catches."""
    breath, target = breath_of(unit), view.units.get(foe)
    if breath is None or target is None or not target.figures:
        return None
    kind, own = troop(target), target.own
    ward = warded(kind, (way.removeprefix(BREATHE),))
    figures = figures or breathed_on(view, unit, target).get(foe, 0)
    hits = NONE
    for _ in range(0 if ward else figures):
        hits = together(hits, _hits(view, foe, breath.rating))
    losses = grouped(hits, kind.hit_dice, own.partial_hits, target.figures)
    steady = nerve_of(view, target) or Nerve(kind.nerve)
    checks = not is_routed(target) or fights_cornered(target)
    broken: float = sum(
        chance * breaks(steady.with_left(target.figures - fallen), target.figures - fallen, own.lost + fallen)
        for fallen, chance in enumerate(losses)
        if own.lost + fallen
    )
    return Odds(
        exact=True,
        dice=0,
        needs=_needs(view, foe, breath.rating),
        hits=hits,
        losses=losses,
        expected_losses=expected(losses),
        breaks=broken if checks else 0.0,
        notes=noted(f"{ward} does nothing to {target.name}" if ward else ""),
        target=foe,
        action=way,
        destroyed=losses[target.figures],
    )


def _hits(view: Battle, foe: str, rating: int) -> Chances:
    kind = troop(view.units[foe])
    if kind.hero is not None:
        fails = min(max(save_of(rating) - 1, 0), DIE) / DIE
        return (1 - fails, fails)
    found = [0.0] * (kind.hit_dice + 1)
    for off in range(1, OFF + 1):
        found[hits_on(kind, rating, off)] += 1 / OFF
    return together(NONE, tuple(found))


def _needs(view: Battle, foe: str, rating: int) -> Tally:
    if is_hero(view.units[foe]):
        return Tally("to save", (Term("half the damage rating", save_of(rating), "BW-A3-19"),))
    return Tally("hits", (Term("damage rating", rating, "BW-A1-13"),), measure="hits")


# ---------------------------------------------------------------- the card


def hero_stats(view: Battle, unit: Unit) -> Iterator[Stat]:
    """What a hero has that others have not, and who is in the ranks of a unit."""
    kind = troop(unit)
    company = heroes_with(view, unit) if unit.on_table else []
    if company:
        yield Stat("With them", listed([one.name for one in company]), "BW-A3-03", part="stands")
    hero = kind.hero
    if hero is None:
        return
    yield Stat("Attack", f"{hero.attack}+ whatever the armour", "BW-A3-16", part="fights")
    yield Stat("Damage", counted(kind.damage, "hit"), "BW-A3-17", part="fights")
    if kind.missile is not None and kind.missile.need is not None:
        rule = "BW-A3-27" if kind.mounted or hero.embeds else "BW-A3-33"
        told = f"{kind.missile.need}+, damage {kind.missile.damage}, standing still"
        yield Stat("Shoots on", told, rule, part="shoots")
    if hero.flies:
        afoot = f", {show_inches(hero.slower)} on the ground" if hero.slower else ""
        yield Stat("Flies", f"over everything{afoot}", "BW-A3-28", part="moves")
    elif not unit.host:
        yield Stat("Turns", "freely, and has no arcs", "BW-A3-06", part="moves")
    if hero.breath is not None:
        left = f"{breaths_left(unit)} of {hero.breath.uses} left"
        told = f"{' or '.join(hero.breath.ways)}, rating {hero.breath.rating}, {left}"
        yield Stat("Breath", told, "BW-A3-30", part="fights")
    if hero.weather and view.own.weather:
        left = "used" if unit.own.uses("weather") else "once, a step either way"
        yield Stat("Weather", left, "BW-A3-35", part="fights")
    if kind.wards:
        yield Stat("Immune", f"to {listed(sorted(kind.wards))}", "BW-A3-32", part="armour")
    if has_entourage(view, unit):
        yield Stat("Entourage", view.units[unit.host].name, "BW-A3-22", part="stands")
    elif unit.host:
        yield Stat("In the ranks of", view.units[unit.host].name, "BW-A3-09", part="stands")
    yield Stat("Morale", "never checks", "BW-A3-15", part="armour")
    yield from special_stats(view, unit)
