"""Heroes as they fight man to man (chapters A3, A4): their blows, what these need, and how many hit points are left."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.tally import Tally, Term
from schiltron.parent_game.blows import Fighter
from schiltron.rulesets.book_of_war.attacks.to_hit import modifier_term, to_hit_now
from schiltron.rulesets.book_of_war.attacks.wounds import fall, take_hits
from schiltron.rulesets.book_of_war.field import troop, troop_now
from schiltron.rulesets.book_of_war.heroes import ManToMan
from schiltron.rulesets.book_of_war.state import Battle, Scene, Unit

_SURE: Final = 20
"""What a d20 and all that counts for a blow must come to (BW-A3-36)."""
_THRICE: Final = 3
"""A modifier of a d20 is a third of it on a d6 (BW-C3-07)."""
_ONE_A_ROUND: Final = 2
_RULE: Final = "BW-A3-36"


def man(hero: Unit) -> ManToMan:
    """His statistics of the role-playing game."""
    own = troop(hero).hero
    assert own is not None, f"{hero.name} is no hero"
    assert own.man_to_man is not None, f"{hero.name} has no statistics"
    return own.man_to_man


# ---------------------------------------------------------------- blows


def blows_in_a_round(battle: Battle, hero: Unit, foe: Unit) -> int:
    """One for each of his attacks; none of one who has worked magic, shot or got off his horse this turn (BW-A4-15), or
    who cannot touch his foe at all (BW-A4-04, BW-A4-16)."""
    turn = hero.own.turn
    if turn.shot or turn.busy or turn.cast or turn.wand_shots:
        return 0
    return 0 if to_hit_now(battle, hero, foe).verdict == "impossible" else len(man(hero).attacks)


def need_of(battle: Battle, hero: Unit, foe: Unit) -> Tally:
    """What a d20 must show: 20 less his levels and bonus, less the armour class of his foe; what hampers blows of a d6
    counts three times as much (BW-A3-36, BW-C3-07)."""
    own = man(hero)
    terms = [Term("to come to", _SURE, _RULE), Term("levels", -own.level, "BW-A1-02")]
    terms += [Term("magic weapon", -own.to_hit, _RULE)] if own.to_hit else []
    terms.append(Term(f"armour class of {foe.name}", -man(foe).armour_class, _RULE))
    for modifier in troop_now(battle, hero).melee_modifiers:
        term = modifier_term(modifier)
        terms.append(Term(term.label, _THRICE * term.value, term.rule))
    return Tally("to hit", tuple(terms))


def fighter(battle: Battle, hero: Unit, foe: Unit, blow: int) -> Fighter:
    """A hero for one blow, the first being 0, with the dice of that attack."""
    armour = man(foe).armour_class
    return Fighter(
        name=hero.name,
        side=hero.side,
        thac0=need_of(battle, hero, foe).total + armour,
        armour_class=man(hero).armour_class,
        half_attacks=_ONE_A_ROUND,
        damage=(man(hero).attacks[blow],),
    )


# ---------------------------------------------------------------- hit points


def _share(hero: Unit, hits: int) -> int:
    """The hit points that so many hits on the table stand for."""
    return man(hero).hit_points * hits // troop(hero).hit_dice


def points_left(hero: Unit) -> int:
    """The hit points he has left: hits that he took in other ways cost him their share (BW-A3-36)."""
    if not hero.figures:
        return 0
    return max(1, man(hero).hit_points - _share(hero, hero.own.partial_hits) - hero.own.hurt)


def lose_points(scene: Scene, hero_id: str, points: int, harm: Harm) -> None:
    """He loses hit points. Every whole share of them is a hit, and the last is his death (BW-A3-36)."""
    hero = scene.unit(hero_id)
    lost = man(hero).hit_points - max(0, points_left(hero) - points)
    hits = max(number for number in range(troop(hero).hit_dice + 1) if _share(hero, number) <= lost)
    scene.change(replace(hero, own=replace(hero.own, hurt=lost - _share(hero, hits))))
    fallen, _ = take_hits(scene, hero_id, hits - hero.own.partial_hits)
    fall(scene, hero_id, fallen, harm)
