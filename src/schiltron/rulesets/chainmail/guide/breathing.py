"""A breath before it is drawn: its cone, whom it touches, and what is likely to become of them (CM-FANT-DRAGON-07 to
CM-FANT-DRAGON-09)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from schiltron.battle.guide.answers import Odds, Preview, Target
from schiltron.battle.guide.probability import Chances, below, expected, successes, sums
from schiltron.battle.guide.target_lists import foes_in_order, out_of_reach
from schiltron.battle.state.decision import Pointed
from schiltron.battle.state.event import Covered
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.words.grammar import Note, cited, counted, noted
from schiltron.rulesets.chainmail.artillery.breath import (
    BREATHE,
    LENGTH,
    SAVED,
    saves,
    spared,
    takes_fire,
    template,
    victims,
)
from schiltron.rulesets.chainmail.guide.odds import destroyed, leaves
from schiltron.rulesets.chainmail.siege.wreckers import told_of_fire
from schiltron.rulesets.chainmail.state import Asked, Battle, Unit
from schiltron.table.lengths import heading_of

_RULE: Final = "CM-FANT-DRAGON-07"
_SAVE_RULE: Final = "CM-FANT-DRAGON-09"


def breathed_on(asked: Asked, unit: Unit) -> Iterator[Target]:
    """Every enemy, with the bearing that is worst for him."""
    view = asked.view
    for enemy in foes_in_order(view, unit):
        ways = [(form, odds) for form in _bearings(unit, enemy) if (odds := _odds_of(view, unit, form, enemy.id))]
        if not ways:
            yield out_of_reach(enemy, BREATHE, f"the breath of {unit.name} does not reach {enemy.name}", _RULE)
            continue
        best, odds = max(ways, key=lambda way: way[1].expected_losses)
        against = tuple(asked.against(unit, BREATHE, best))
        beside = tuple(one for one in breath_odds(view, unit, best) if one.target != enemy.id)
        yield Target(enemy.id, against, None) if against else Target(enemy.id, (), odds, BREATHE, best, beside)


def _bearings(unit: Unit, enemy: Unit) -> Iterator[Pointed]:
    """To the middle of an enemy, and to each of his figures."""
    here, there = unit.outline, enemy.outline
    if here.near(there, LENGTH + unit.body.base.depth):
        for x, y in ((there.x, there.y), *((one.x, one.y) for one in enemy.places[: enemy.figures])):
            yield Pointed(heading_of(x - here.x, y - here.y), LENGTH)


def _odds_of(view: Battle, unit: Unit, form: Pointed, enemy: str) -> Odds | None:
    return next((one for one in breath_odds(view, unit, form) if one.target == enemy), None)


def breath_odds(view: Battle, unit: Unit, form: Pointed) -> tuple[Odds, ...]:
    """What it does to all whom it touches, those who lose most first."""
    found = [_odds(view, unit, foe, len(places)) for foe, places in victims(view, unit, form.bearing)]
    return tuple(sorted(found, key=lambda odds: (-odds.expected_losses, odds.target)))


def _odds(view: Battle, unit: Unit, foe: Unit, struck: int) -> Odds:
    what, _ = spared(unit, foe)
    chance = 0.0 if what else below(sums(2, 6), SAVED) if saves(foe) else 1.0
    fallen: Chances = successes(struck, chance)
    return Odds(
        exact=True,
        dice=0,
        needs=Tally("touched", (Term("figures touched", struck, _RULE),), measure="figures"),
        hits=fallen,
        losses=fallen,
        expected_losses=expected(fallen),
        breaks=leaves(view, foe, fallen),
        notes=noted(_told(unit, foe, struck)),
        target=foe.id,
        action=BREATHE,
        destroyed=destroyed(foe, fallen),
    )


def _told(unit: Unit, foe: Unit, struck: int) -> Note:
    what, rule = spared(unit, foe)
    if what:
        return cited(f"{foe.name}: {'driven back' if what == 'back' else 'unharmed'}", rule)
    if saves(foe):
        return cited(f"{foe.name}: saved on {SAVED} or more", _SAVE_RULE)
    return cited(f"{counted(struck, 'figure')} of {foe.name} killed", _RULE)


def breath_preview(view: Battle, unit: Unit, form: Pointed, plain: Preview) -> Preview:
    """The cone, and what it does to each whom it touches."""
    if not plain.legal:
        return plain
    found = breath_odds(view, unit, form)
    touched = victims(view, unit, form.bearing)
    fire = (cited(text, *why) for text, why in told_of_fire(*takes_fire(view, unit, form.bearing)))
    return replace(
        plain,
        odds=found[0] if found else None,
        beside=found[1:],
        met=found[0].target if found else "",
        marks=(Covered(template(unit, form.bearing)),),
        notes=noted(*(_told(unit, foe, len(places)) for foe, places in touched), *fire),
        rules=(_RULE,),
    )
