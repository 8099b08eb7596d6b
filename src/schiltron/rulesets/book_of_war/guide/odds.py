"""The odds of one attack (chapters B2 and C3): hits, losses and the chance that the target breaks.

A strike comes from the code that fights (`missiles.aim`, `melee.fighters`, `pikes.free_attack`); the arithmetic is
that of `outlook`, which the captains use too.
"""

from __future__ import annotations

from collections.abc import Iterable

from schiltron.battle.guide.answers import Odds, Thrust
from schiltron.battle.guide.probability import expected, mixed
from schiltron.battle.state.chance import AtLeast
from schiltron.battle.words.grammar import noted
from schiltron.rulesets.book_of_war.attacks.choices import Volley, loosed, usual_takers
from schiltron.rulesets.book_of_war.attacks.damage import force
from schiltron.rulesets.book_of_war.attacks.melee import Fighter, easiest, fighters, strikes, undecided
from schiltron.rulesets.book_of_war.attacks.strikes import Strike, on_flank
from schiltron.rulesets.book_of_war.attacks.to_hit import Blow
from schiltron.rulesets.book_of_war.field import fights_cornered, is_routed
from schiltron.rulesets.book_of_war.morale.nerve import nerve_of
from schiltron.rulesets.book_of_war.outlook import hits, outlook, pools
from schiltron.rulesets.book_of_war.state import Battle, Unit

Case = tuple[float, tuple[Blow, ...]]
"""How likely it is that these blows fall."""


def odds_of(battle: Battle, strike: Strike, *, note: str = "", exact: bool = True) -> Odds:
    """What a strike does as things stand."""
    return odds_in_cases(battle, strike, [(1.0, strike.blows)], note=note, exact=exact)


def odds_in_cases(battle: Battle, strike: Strike, cases: Iterable[Case], *, note: str = "", exact: bool = True) -> Odds:
    """What a strike does whose dice hang on something before it. `strike` is the attack if all goes well.

    Losses of a free attack are judged at once and by themselves (BW-B2-17), others with what else fell this turn
    (BW-B1-07). Runners do not check (BW-B5-10), nor does anybody in the core game (BW-C3-12).
    """
    target = battle.units[strike.target]
    own, might = target.own, force(battle.units[strike.unit].kind, target.kind, shooting=strike.action == "shooting")
    lost = 0 if strike.immediate else own.lost
    nerve = nerve_of(battle, target, flanked=battle.own.options.extra_ranks != "none" and on_flank(battle, strike))
    parts = [(chance, pools(blows, might)) for chance, blows in cases]
    after = [
        (chance, outlook(thrown, target.kind, target.figures, own.partial_hits, lost, nerve))
        for chance, thrown in parts
    ]
    losses = mixed((chance, one.fallen) for chance, one in after)
    checks = battle.own.options.game != "core" and (not is_routed(target) or fights_cornered(target))
    return Odds(
        exact=exact,
        dice=sum(blow.dice for blow in strike.blows),
        needs=max(strike.blows, key=lambda blow: blow.dice).need,
        hits=mixed((chance, hits(thrown)) for chance, thrown in parts),
        losses=losses,
        expected_losses=expected(losses),
        breaks=sum(chance * one.breaks for chance, one in after) if checks else 0.0,
        notes=noted(note, _state(target)),
        target=target.id,
        action=strike.action,
        destroyed=sum(chance * one.destroyed for chance, one in after),
        blows=tuple(Thrust(blow.dice, blow.need, AtLeast(blow.need.total)) for blow in strike.blows),
    )


def _state(target: Unit) -> str:
    if fights_cornered(target):
        return f"{target.name} are cornered: a failed check destroys them"
    if is_routed(target):
        return f"{target.name} are running already and do not check"
    return ""


# ---------------------------------------------------------------- shooting


def volley_odds(battle: Battle, volley: Volley) -> tuple[Odds | None, tuple[Odds, ...]]:
    """What a volley does to its target, and to those who stand too near it (BW-B2-38).

    Dice that do not divide are reckoned one to the target, then to those listed after it (BW-B2-39).
    """
    target = volley.shot.target
    crowd = [portion.target for portion in volley.portions if portion.target != target]
    shared = f"the dice are divided among {len(crowd) + 1} units" if crowd else ""
    found = {strike.target: odds_of(battle, strike, note=shared) for strike in loosed(volley, usual_takers(volley))}
    return found.pop(target, None), tuple(found.values())


# ---------------------------------------------------------------- hand to hand


def melee_strikes(battle: Battle, unit: Unit, line: list[Fighter]) -> list[Strike]:
    """The strikes of those who fight; who has a choice of foes takes the easiest (BW-C3-11)."""
    return strikes(battle, unit, line, {fighter.place: easiest(fighter) for fighter in undecided(line)})


def melee_odds(battle: Battle, unit: Unit) -> list[Odds]:
    """What a unit's melee would do now, one enemy after the other."""
    line = fighters(battle, unit)
    torn = bool(undecided(line))
    note = "figures with a choice of foes strike the easiest" if torn else ""
    return [odds_of(battle, strike, note=note, exact=not torn) for strike in melee_strikes(battle, unit, line)]
