"""What magic promises before it is spent: spells hits, figures that fall, and nerves (TA-FANT-M04); dice and prayers
between a hit and its save how many hits are still not saved (TA-FANT-M08, TA-FANT-P01)."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.guide.answers import Odds, Preview
from schiltron.battle.guide.probability import expected
from schiltron.battle.state.decision import Answer, AnyDecision, Assign, Assigned
from schiltron.battle.words.grammar import counted, noted
from schiltron.rulesets.by_this_axe.attacks.outlook import outlook
from schiltron.rulesets.by_this_axe.attacks.strikes import Strike, Succour
from schiltron.rulesets.by_this_axe.guide.odds import breaks_after, losses_of, most_of, saved, thrusts
from schiltron.rulesets.by_this_axe.magic.answering import succoured, unsaved
from schiltron.rulesets.by_this_axe.magic.casting import cast_share
from schiltron.rulesets.by_this_axe.state import Battle, Unit


def spell_preview(view: Battle, decision: AnyDecision, answer: Answer, plain: Preview) -> Preview:
    """Every target with the dice that go at it; nothing where all are kept."""
    if not isinstance(answer, Assigned) or not isinstance(decision, Assign):
        return plain
    units, offered = view.units, {item.key for item in decision.items}
    told = [
        _promise(view, units[share.bin], cast_share(view, share))
        for share in answer.shares
        if share.count and share.bin in units and share.item in offered
    ]
    if not told:
        return plain
    most, *rest = sorted(told, key=lambda odds: -odds.dice)
    return replace(plain, odds=most, beside=tuple(rest), rules=("TA-FANT-M04", "TA-FANT-M06"))


def _promise(view: Battle, target: Unit, spell: Strike) -> Odds:
    after = outlook(view, spell)
    fallen = losses_of(target, after)
    return Odds(
        exact=False,
        dice=sum(blow.dice for blow in spell.blows),
        needs=most_of(spell.blows),
        hits=after.hits,
        losses=fallen,
        expected_losses=expected(fallen),
        breaks=breaks_after(view, target, fallen, "ranged", ()),
        notes=noted(saved(view, spell), "unless dice of it are undone"),
        target=target.id,
        action="cast",
        destroyed=after.destroyed,
        blows=thrusts(spell.blows),
    )


def succour_preview(view: Battle, step: Succour, answer: Answer, plain: Preview) -> Preview:
    """How many of the hits that are left are not saved on the average."""
    if not isinstance(answer, Assigned):
        return plain
    left = succoured(view, step.saves, answer)
    hits = sum(one.number for one in left.hits)
    said = f"{unsaved(view, left):.1f} of {counted(hits, 'hit')} not saved on the average" if hits else "no hit is left"
    return replace(plain, notes=noted(said), rules=("TA-UNIT-20",))
