"""The unseen, and who finds them: whoever is invisible (CM-FANT-SPRITE-01, CM-FANT-ELF-02 to CM-FANT-ELF-04,
CM-FANT-WIZARD-05), concealed by a spell (CM-FANT-SPELL-13), or blends into brush and woods (CM-FANT-HOBBIT-01).

They stay on the table for the players. Who does not detect them can neither attack them nor shoot at them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Literal, NamedTuple

from shapely import Polygon

from schiltron.battle.state.event import Leg
from schiltron.battle.state.field import company, in_melee
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.manoeuvre import FormUp
from schiltron.rulesets.chainmail.fantasy.magicians import is_magic_user
from schiltron.rulesets.chainmail.field import CONCEALED, INVISIBLE, has_trait, is_fleeing, trait
from schiltron.rulesets.chainmail.nature import Trait
from schiltron.rulesets.chainmail.state import BLENDED, Battle, Scene, Unit, uncanny, with_uncanny
from schiltron.rulesets.chainmail.terrain import BRUSH, WOODS
from schiltron.table.lengths import TOLERANCE, Mil, inches

VANISH, APPEAR = "vanish", "appear"
VEILS: Final = (VANISH, APPEAR)
"""Legs of a move with which a unit becomes invisible or shows itself; they take nothing of it."""
FOUND_WITHIN: Final[Mil] = inches(3)
"""So near those who blend into cover are seen by everybody (CM-FANT-HOBBIT-01)."""
SHOWS: Final = "CM-FANT-ELF-04"
_STRIKES: Final = "CM-FANT-ELF-02"
_COVER: Final = (WOODS, BRUSH)
Kind = Literal["unseen", "hidden"]


class Veil(NamedTuple):
    """In what way a unit is not seen, by which rule, and from how near it is seen all the same; None from nowhere."""

    kind: Kind
    rule: str
    near: Mil | None = None


# ---------------------------------------------------------------- who is not seen


def veils(battle: Battle, unit: Unit) -> Iterator[Veil]:
    """All that hides a unit now."""
    if INVISIBLE in unit.marks:
        how = trait(unit, "unseen")
        yield Veil("unseen", how.rule if how is not None else "CM-FANT-WIZARD-05")
    if CONCEALED in unit.marks:
        yield Veil("hidden", "CM-FANT-SPELL-13")
    how = blending(battle, unit)
    if how is not None:
        yield Veil("hidden", how.rule, FOUND_WITHIN)


def blending(battle: Battle, unit: Unit) -> Trait | None:
    """By what a unit blends into the background: all of it stands in brush or woods, it has neither gone farther than
    half its move nor shot this turn, fights nobody, and nobody goes with it who does not blend in."""
    how, nature = trait(unit, "hides_in_cover"), unit.own.profile.nature
    if how is None or nature is None or battle.board is None or not unit.on_table or unit.level is not None:
        return None
    turn = unit.own.turn
    stirred = turn.shots or 2 * turn.spent > nature.move or uncanny(unit).seen_in == battle.turn
    if stirred or is_fleeing(unit) or in_melee(battle, unit):
        return None
    if not all(has_trait(one, "hides_in_cover") for one in company(battle, unit)):
        return None
    cover = [feature.polygon for feature in battle.board.features if feature.kind in _COVER]
    inside = all(any(one.covers(Polygon(rect.corners)) for one in cover) for rect in unit.outline.rects)
    return how if inside else None


# ---------------------------------------------------------------- who finds them


def unseen_by(battle: Battle, unit: Unit, target: Unit, apart: Mil = 0) -> Reason | None:
    """Why a unit so far off cannot do anything to another that it does not see: only those see it who detect such as
    hide so, or who have somebody with them who does."""
    for veil in veils(battle, target):
        if veil.near is not None and apart <= veil.near + TOLERANCE:
            continue
        if not any(_finds(one, veil.kind, apart) for one in (unit, *company(battle, unit))):
            text = f"{target.name} cannot be seen by {unit.name}"
            return Reason(text, (veil.rule,), measured=veil.near is not None)
    return None


def _finds(unit: Unit, kind: Kind, apart: Mil) -> bool:
    """As far as its row says, else as far as it charges (CM-FANT-SUPER-04, CM-FANT-DRAGON-03, CM-FANT-ROC-04)."""
    sense, nature = trait(unit, "detects"), unit.own.profile.nature
    if sense is None or nature is None or kind not in sense.against or not unit.figures:
        return False
    return apart <= (sense.value or nature.charge) + TOLERANCE


# ---------------------------------------------------------------- becoming so, and being seen again


def vanishes(unit: Unit) -> bool:
    """Whether a unit may become invisible as it moves; magic users do it when they work their magic."""
    return has_trait(unit, "unseen") and not is_magic_user(unit)


def may_not_vanish(battle: Battle, unit: Unit) -> tuple[str, str] | None:
    """Why a unit cannot become invisible now, and by which rule."""
    how = trait(unit, "unseen")
    if how is None or not vanishes(unit):
        return f"{unit.name} cannot become invisible", "CM-FANT-GEN-02"
    if unit.has(INVISIBLE):
        return f"{unit.name} are invisible already", how.rule
    turn = unit.own.turn
    if turn.spent or turn.moved or uncanny(unit).seen_in == battle.turn:
        return "who has moved, or shown itself this turn, becomes invisible at the start of a later move", SHOWS
    if in_melee(battle, unit):
        return "nobody becomes invisible in a melee", SHOWS
    if not all(vanishes(one) for one in company(battle, unit)):
        return "somebody is with them who cannot become invisible", how.rule
    return None


def is_veil(manoeuvre: object) -> bool:
    """Whether a leg of a move is no more than becoming invisible, or showing oneself."""
    return isinstance(manoeuvre, FormUp) and manoeuvre.to in VEILS


def stirs(legs: Iterable[Leg]) -> bool:
    """Whether legs of a move do anything else."""
    return any(not is_veil(leg.manoeuvre) for leg in legs)


def veiled_by(unit: Unit, legs: Iterable[Leg]) -> bool:
    """Whether a unit is invisible after some legs of a move."""
    last = [leg.manoeuvre.to for leg in legs if isinstance(leg.manoeuvre, FormUp) and leg.manoeuvre.to in VEILS]
    return last[-1] == VANISH if last else unit.has(INVISIBLE)


def hide(scene: Scene, unit_id: str, rule: str) -> None:
    """A creature becomes invisible, until it attacks (CM-FANT-ELF-02, CM-FANT-WIZARD-05)."""
    scene.change(with_uncanny(scene.unit(unit_id), unseen=True))
    scene.mark(unit_id, INVISIBLE, rules=(rule,))


def follow(scene: Scene, unit_id: str, legs: Iterable[Leg]) -> None:
    """A unit has become invisible, or has shown itself, on its move."""
    unit = scene.unit(unit_id)
    hidden = veiled_by(unit, legs)
    if hidden and not unit.has(INVISIBLE):
        how = trait(unit, "unseen")
        hide(scene, unit_id, how.rule if how is not None else SHOWS)
    elif unit.has(INVISIBLE) and not hidden:
        reveal(scene, unit_id, (SHOWS,))
    show_cover(scene, unit_id)


def reveal(scene: Scene, unit_id: str, rules: tuple[str, ...] = ()) -> bool:
    """Whoever was invisible, concealed or in hiding is seen by all again, having attacked or been found out; whether he
    was."""
    unit = scene.unit(unit_id)
    found = _reveal_invisible(scene, unit, rules)
    concealed = scene.battle.effects.of_kind(unit_id, CONCEALED) if scene.battle.effects.all else None
    if concealed is not None:
        scene.lift(concealed, rules)
        found = True
    if blending(scene.battle, scene.unit(unit_id)) is not None:
        scene.change(with_uncanny(scene.unit(unit_id), seen_in=scene.battle.turn))
        found = True
    show_cover(scene, unit_id)
    return found


def _reveal_invisible(scene: Scene, unit: Unit, rules: tuple[str, ...]) -> bool:
    if not unit.has(INVISIBLE):
        return False
    seen_in = scene.battle.turn if vanishes(unit) else uncanny(unit).seen_in
    scene.change(with_uncanny(unit, unseen=False, seen_in=seen_in))
    usual = SHOWS if vanishes(unit) else "CM-FANT-WIZARD-05"
    scene.mark(unit.id, INVISIBLE, on=False, rules=rules or (usual,))
    return True


def strikes_unseen(unit: Unit) -> bool:
    """Whether a unit is invisible and would have to show itself to attack (CM-FANT-ELF-02)."""
    return unit.has(INVISIBLE) and has_trait(unit, "strikes_only_seen")


def show_to_attack(scene: Scene, unit_id: str) -> None:
    """Who cannot attack unseen becomes visible, and attacks in the same turn (CM-FANT-ELF-02, CM-FANT-ELF-04)."""
    unit = scene.unit(unit_id)
    if strikes_unseen(unit):
        _reveal_invisible(scene, unit, (_STRIKES, SHOWS) if vanishes(unit) else ())


def show_who_fights(scene: Scene) -> None:
    """Before a melee is fought: whoever strikes only when seen is seen."""
    for unit in list(scene.battle.units.values()):
        if strikes_unseen(unit) and in_melee(scene.battle, unit):
            show_to_attack(scene, unit.id)


def has_fought(scene: Scene, unit_id: str) -> None:
    """A melee ends concealment; sprites stay invisible in battle (CM-FANT-SPRITE-01, CM-FANT-SPELL-13)."""
    if scene.unit(unit_id).has(INVISIBLE) and not strikes_unseen(scene.unit(unit_id)):
        return
    reveal(scene, unit_id)


def show_cover(scene: Scene, unit_id: str) -> None:
    """Whether a unit blends into cover now is shown on the table (CM-FANT-HOBBIT-01)."""
    unit = scene.unit(unit_id)
    how = trait(unit, "hides_in_cover")
    if how is not None and unit.on_table:
        hidden = blending(scene.battle, unit) is not None
        if hidden != unit.has(BLENDED):
            scene.mark(unit_id, BLENDED, on=hidden, rules=(how.rule,))


def show_all_cover(scene: Scene) -> None:
    """The same of everybody."""
    if scene.battle.own.options.fantasy == "on":
        for unit_id in list(scene.battle.units):
            show_cover(scene, unit_id)
