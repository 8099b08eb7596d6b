"""Stratagems (rules ABS, step 2): tried in secret before anybody knows who will attack; foiled, or not.

What was tried is its side's secret until it takes effect. That something was tried, and whether it worked, is public.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from schiltron.battle.play.agenda import Step, does, rolls
from schiltron.battle.play.option_choice import chooses
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.state.decision import UNSEATED, Choose, Chosen, Option
from schiltron.battle.state.event import Checked, Reported
from schiltron.battle.state.field import asked_seat, opposing
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.words.grammar import counted
from schiltron.battle.words.names import as_side
from schiltron.rulesets.by_this_axe.abilities import ENGINEER
from schiltron.rulesets.by_this_axe.law import LAW
from schiltron.rulesets.by_this_axe.off_table.days import changed, ears, part
from schiltron.rulesets.by_this_axe.off_table.strength import army, flies, general, is_swift, leadership, percent, share
from schiltron.rulesets.by_this_axe.state import Battle, Profile, Scene

NEEDED: Final = 13
"""More than twelve (TA-ABS-32)."""
WEEK: Final = 7
NONE: Final = "none"
FOIL: Final = "foil_stratagem"
EVADE: Final = "evade_battle"
DECEPTION: Final = "deceptive_deployment"
SURPRISE: Final = "night_day_surprise_attack"


class Stratagem(NamedTuple):
    """What a stratagem is called, whom it counts, in which steps of a hundred, and the rules of both."""

    label: str
    counts: str
    step: int
    having: Callable[[Profile], bool] | None
    rules: tuple[str, ...]
    role: str
    shift: int
    reduced: int | None
    against: tuple[str, ...]


def _hides(line: Profile) -> bool:
    return "camouflage" in line.advantages or "marksman" in line.advantages


def _digs(line: Profile) -> bool:
    """Dwarves are engineers for this, though the list of creatures does not say so (TA-FANT-C06)."""
    return ENGINEER in line.advantages or line.kind == "dwarves"


def _scouts(line: Profile) -> bool:
    return flies(line) or (line.mounted and line.armour in ("unarmored", "light"))


_COUNTED: Final[Mapping[str, tuple[str, str, int, Callable[[Profile], bool] | None, tuple[str, ...]]]] = {
    "ambush": ("Ambush", "camouflaged or marksmen", 20, _hides, ("TA-ABS-34", "TA-ABS-35", "TA-ABS-36", "TA-ABS-37")),
    "flank_march": ("Flank march", "mounted, flying or fast", 20, is_swift, ("TA-ABS-38", "TA-ABS-39")),
    DECEPTION: ("Deceptive deployment", "wizards", 0, None, ("TA-ABS-40", "TA-ABS-41", "TA-ABS-42")),
    SURPRISE: (
        "Surprise attack by day or night",
        "",
        0,
        None,
        ("TA-ABS-43", "TA-ABS-44", "TA-ABS-45", "TA-ABS-46"),
    ),
    "field_fortifications": ("Field fortifications", "engineers", 20, _digs, ("TA-ABS-47", "TA-ABS-48", "TA-ABS-49")),
    FOIL: ("Foil a stratagem", "light horse or flyers", 10, _scouts, ("TA-ABS-50", "TA-ABS-51")),
    EVADE: ("Evade battle", "mounted, flying or fast", 20, is_swift, ("TA-ABS-52", "TA-ABS-53")),
}


def _read(row: Mapping[str, Any]) -> Stratagem:
    label, counts, step, having, rules = _COUNTED[str(row["stratagem"])]
    reduced = row["reduced_shift"]
    postures = str(row["reduced_when_opponent_posture"])
    return Stratagem(
        label,
        counts,
        step,
        having,
        rules,
        str(row["role"]),
        int(row["battle_result_shift"]),
        None if reduced == "-" else int(reduced),
        () if postures == "-" else tuple(postures.split(" or ")),
    )


STRATAGEMS: Final = {str(row["stratagem"]): _read(row) for row in LAW.sheet("TA-T-stratagems").records()}
_WIZARDS: Final = {"wizard": 1, "arch_wizard": 2}
"""What each adds to a deceptive deployment (TA-ABS-40)."""


class TryStratagems(Step, frozen=True, tag="by_this_axe.try_stratagems"):
    """Both sides may attempt one, in secret and at once (TA-ABS-15)."""


class RollStratagem(Step, frozen=True, tag="by_this_axe.roll_stratagem"):
    side: str


class OfferFoil(Step, frozen=True, tag="by_this_axe.offer_foil"):
    """Who has made no attempt may try to foil one that has worked, before he knows which it is (TA-ABS-51)."""

    side: str


class RollFoil(Step, frozen=True, tag="by_this_axe.roll_foil"):
    side: str


class EvadeBattle(Step, frozen=True, tag="by_this_axe.evade_battle"):
    """It is shown whose evasion has worked: there is no battle (TA-ABS-53)."""


class FallBack(Step, frozen=True, tag="by_this_axe.fall_back"):
    sides: tuple[str, ...]


# ---------------------------------------------------------------- chances


def may_try(battle: Battle, side: str) -> bool:
    """A general attempts one a week, successful or not (TA-ABS-30, TA-ABS-31)."""
    last = battle.own.abroad.army(side).attempted
    return general(battle, side) is not None and (not last or battle.turn - last >= WEEK)


def chance_of(battle: Battle, side: str, key: str) -> Tally:
    """What is added to 2d6, of which more than 12 is needed (TA-ABS-32): full steps only (TA-ABS-33)."""
    kind = STRATAGEMS[key]
    terms = [Term("leadership of the general", leadership(battle, side), "TA-ABS-32")]
    if kind.having is not None:
        part_of = percent(share(battle, side, kind.having))
        if part_of >= kind.step:
            terms.append(Term(f"{part_of}% {kind.counts}", part_of // kind.step, kind.rules[0]))
    elif key == DECEPTION:
        magic = sum(
            _WIZARDS.get(role, 0)
            for unit in army(battle, side)
            if unit.own.person is not None
            for role in unit.own.person.roles
        )
        terms += [Term(kind.counts, magic, kind.rules[0])] if magic else []
    return Tally("stratagem", tuple(terms))


# ---------------------------------------------------------------- the secret choice


def _ask_try(battle: Battle, step: TryStratagems) -> tuple[Choose, ...] | None:
    return tuple(_choice(battle, side.id) for side in battle.sides if may_try(battle, side.id)) or None


def _choice(battle: Battle, side: str) -> Choose:
    kinds = [key for key in STRATAGEMS if key != FOIL]
    return Choose(
        seat=asked_seat(battle, side) or UNSEATED,
        prompt="Try a stratagem before the battle? One a week, whether it works or not; who holds back may foil one.",
        waits="a stratagem to be tried, or none",
        rules=("TA-ABS-15", "TA-ABS-30", "TA-ABS-31", "TA-ABS-54"),
        options=(
            Option(NONE, "None", forgoes=True),
            *(Option(key, f"{STRATAGEMS[key].label} ({_needs(battle, side, key)})") for key in kinds),
        ),
        default=Chosen((NONE,)),
        sealed=True,
    )


def _needs(battle: Battle, side: str, key: str) -> str:
    least = NEEDED - chance_of(battle, side, key).total
    return "cannot work" if least > 12 else f"{max(2, least)} or more on 2d6"


def _take_try(scene: Scene, step: TryStratagems, answers: tuple[Chosen, ...]) -> None:
    asked = [side.id for side in scene.battle.sides if may_try(scene.battle, side.id)]
    tried = []
    for side, answer in zip(asked, answers, strict=True):
        if answer.keys[0] != NONE:
            changed(scene, side, stratagem=answer.keys[0], attempted=scene.battle.turn)
            tried.append(side)
    others = tuple(OfferFoil(side.id) for side in scene.battle.sides)
    scene.now(*(RollStratagem(side) for side in tried), *others, EvadeBattle())


def _nobody_tries(scene: Scene, step: TryStratagems) -> None:
    scene.now(EvadeBattle())


TRY_STRATAGEMS: Final = chooses(TryStratagems, ask=_ask_try, take=_take_try, do=_nobody_tries)


# ---------------------------------------------------------------- the roll


def _two_dice(battle: Battle, side: str, what: str, rules: tuple[str, ...]) -> Roll:
    title = battle.side_named(side).title
    return Roll(f"{title}: {what}", (Pool(2, 6, SumOf(), battle.side_named(side).name, side),), rules)


def _ask_roll(battle: Battle, step: RollStratagem) -> Roll:
    return _two_dice(battle, step.side, "a stratagem", ("TA-ABS-32",))


def _roll(scene: Scene, step: RollStratagem, pools: tuple[Thrown, ...]) -> None:
    battle = scene.battle
    key = battle.own.abroad.army(step.side).stratagem
    worked = _tested(scene, step.side, key, pools[0].total, ears(battle, step.side))
    changed(scene, step.side, worked=worked)
    title = battle.side_named(step.side).title
    said = "a stratagem works" if worked else "a stratagem comes to nothing"
    scene.tell(Reported(what=f"{title}: {said}", rules=("TA-ABS-32",)))


def _tested(scene: Scene, side: str, key: str, thrown: int, audience: tuple[str, ...]) -> bool:
    """Whether a stratagem works; how the number came about is for those to hear who may know what was tried."""
    one = general(scene.battle, side)
    assert one is not None, "only a general attempts a stratagem"
    added = chance_of(scene.battle, side, key)
    tally = Tally(STRATAGEMS[key].label.lower(), (Term("2d6", thrown, "TA-ABS-32"), *added.terms))
    scene.tell(
        Checked(
            unit=one.id,
            why=STRATAGEMS[key].label.lower(),
            tally=tally,
            need=NEEDED,
            passed=tally.total >= NEEDED,
            of="stratagem",
            rules=("TA-ABS-32", "TA-ABS-33", *STRATAGEMS[key].rules[:1]),
            audience=audience,
        )
    )
    return tally.total >= NEEDED


ROLL_STRATAGEM: Final = rolls(RollStratagem, ask=_ask_roll, roll=_roll)


# ---------------------------------------------------------------- foiled


def _ask_foil(battle: Battle, step: OfferFoil) -> tuple[Choose, ...] | None:
    (enemy,) = opposing(battle, step.side)
    if not battle.own.abroad.army(enemy).worked or not may_try(battle, step.side):
        return None
    return (
        Choose(
            seat=asked_seat(battle, step.side) or UNSEATED,
            prompt=f"A stratagem of the enemy has worked. Try to foil it? ({_needs(battle, step.side, FOIL)})",
            waits="an answer to the stratagem",
            rules=("TA-ABS-51",),
            options=(Option(FOIL, "Try to foil it"), Option(NONE, "Let it be", forgoes=True)),
            default=Chosen((NONE,)),
        ),
    )


def _take_foil(scene: Scene, step: OfferFoil, answers: tuple[Chosen, ...]) -> None:
    if answers[0].keys[0] == FOIL:
        changed(scene, step.side, stratagem=FOIL, attempted=scene.battle.turn)
        scene.now(RollFoil(step.side))


OFFER_FOIL: Final = chooses(OfferFoil, ask=_ask_foil, take=_take_foil)


def _ask_roll_foil(battle: Battle, step: RollFoil) -> Roll:
    return _two_dice(battle, step.side, "to foil the stratagem", ("TA-ABS-50", "TA-ABS-51"))


def _roll_foil(scene: Scene, step: RollFoil, pools: tuple[Thrown, ...]) -> None:
    battle = scene.battle
    (enemy,) = opposing(battle, step.side)
    foiled = _tested(scene, step.side, FOIL, pools[0].total, ears(battle, step.side))
    if foiled:
        changed(scene, enemy, worked=False)
    said = "the stratagem is foiled" if foiled else "the stratagem is not foiled"
    scene.tell(Reported(what=f"{battle.side_named(enemy).title}: {said}", rules=("TA-ABS-51",)))


ROLL_FOIL: Final = rolls(RollFoil, ask=_ask_roll_foil, roll=_roll_foil)


# ---------------------------------------------------------------- evaded


def evade(scene: Scene, _step: EvadeBattle) -> None:
    gone = tuple(one.of for one in scene.battle.own.abroad.armies if one.worked and one.stratagem == EVADE)
    if gone:
        scene.now(FallBack(gone))


def _ask_miles(battle: Battle, step: FallBack) -> Roll:
    pools = tuple(Pool(1, 6, SumOf(), battle.side_named(side).name, side) for side in step.sides)
    return Roll("miles that who evades falls back", pools, ("TA-ABS-53",))


def _roll_miles(scene: Scene, step: FallBack, pools: tuple[Thrown, ...]) -> None:
    for side, thrown in zip(step.sides, pools, strict=True):
        title = scene.battle.side_named(side).title
        evades, falls = as_side(title, "evade battle"), as_side(title, "fall back")
        what = f"{title} {evades}, and {falls} {counted(thrown.total, 'mile')}"
        scene.tell(Reported(what=what, rules=("TA-ABS-53",)))
    part(scene, "TA-ABS-53")


EVADE_BATTLE: Final = does(EvadeBattle, evade)
FALL_BACK: Final = rolls(FallBack, ask=_ask_miles, roll=_roll_miles)
