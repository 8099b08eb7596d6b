"""The switches of a battle. Defaults are the book and the ledger's rulings; each names its rule."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from schiltron.battle.state.unit_parts import always_saved
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.rulesets.switches import Switchboard, load_wording
from schiltron.table.lengths import Mil, inches

Sky = Literal["sunny", "cloudy", "rainy", "stormy"]
"""Kinds of weather, in the order in which one turns into the next (BW-O1-02)."""
Dark = Literal["none", "dark", "total"]


class Options(Struct, frozen=True, omit_defaults=True):
    # BW-C3-12: the core rules alone make a quick game: no missiles, no unit specials, no terrain effects, no morale.
    # BW-B2-04: fantasy troops come in with the Advanced Rules.
    game: Literal["basic", "core", "advanced"] = always_saved("basic")
    # BW-B1-08: announce every action of a phase before anything is measured, or measure as you go.
    declare: Literal["by_phase", "measure_first"] = always_saved("by_phase")
    # BW-B1-10: how a battle is won.
    victory: Literal["last_standing", "points"] = always_saved("last_standing")
    # BW-B1-10: game turns after which it ends; 0 is no limit.
    turn_limit: int = always_saved(0)
    # BW-B2-14: a house option gives the second rank of pikes ordinary dice too.
    pike_ranks: Literal["front", "second"] = always_saved("front")
    # BW-B2-36: troops at the edge of a wood may shoot and be shot, or nobody inside woods shoots at all.
    wood_edge_fire: Literal["allowed", "none"] = always_saved("allowed")
    # BW-B3-07: depth of the set-up zones.
    setup_depth: Mil = always_saved(inches(12))
    # BW-B3-10: contour lines of a hill or gulley that was rolled up.
    contour_steps: int = always_saved(2)
    # BW-B4-10: the gap friendly units keep at the end of a move.
    friendly_gap: Mil = always_saved(inches(0.25))
    # BW-B5-12: routed units are cornered when no flight of any length gains ground, or when none at full move does.
    cornered: Literal["no_ground", "no_full_run"] = always_saved("no_ground")
    # BW-B4-38: whether wrapped figures that touch the enemy's rear have the +1 of BW-B4-41.
    wrapped_rear_bonus: Literal["given", "none"] = always_saved("given")
    # BW-O4-01: the number that hits by kinds of armour, or by the finer table of armour classes.
    armour: Literal["kinds", "exact"] = "kinds"
    # BW-O8-02: whether any of the fallen recover after a battle.
    recovery: Literal["lenient", "strict"] = "lenient"
    # BW-O8-05: whether fallen heroes have a throw against death.
    hero_saves: Literal["given", "none"] = "given"
    # BW-O7-06: the least a unit may be, in figures or in cost.
    unit_minimum: Literal["figures", "cost"] = "figures"
    # BW-O1-01: no weather at all, one that is rolled for, or one that is given.
    weather: Literal["none", "rolled", "sunny", "cloudy", "rainy", "stormy"] = "none"
    # BW-O2-01: night or underground; BW-O2-07: without any light infravision alone does not help.
    darkness: Dark = "none"
    # BW-O3-01: Lawful units are steadier, Chaotic ones less.
    alignment: Literal["none", "counts"] = "none"
    # BW-O3-02: a side of a single type of units is steadier.
    cohesion: Literal["none", "counts"] = "none"
    # BW-O3-03: ranks behind the first steady a unit. BW-O3-04: its files limit the bonus, or the ranks counted.
    extra_ranks: Literal["none", "bonus", "ranks"] = "none"
    # BW-O3-07: a hero in its front rank steadies a unit.
    leadership: Literal["none", "counts"] = "none"
    # BW-O5-01: a third range band for missiles. BW-O5-03: magic carries as far.
    long_range: Literal["none", "missiles", "magic"] = "none"
    # BW-O5-04: how many figures an area of magic or breath covers.
    areas: Literal["one_figure", "large"] = "one_figure"
    # BW-O5-05, BW-O5-06: seconds of a turn.
    turn_length: Literal["thirty", "fifteen", "ten"] = "thirty"
    # BW-A2-22: whether hits by fire and acid stay while others close, or keep all others from closing.
    burns: Literal["stay", "stop_healing"] = "stay"
    # BW-A3-36: how heroes fight heroes: by plain blows, man to man, or elsewhere.
    special_combat: Literal["dying_blow", "played", "entered"] = "dying_blow"
    # BW-A4-31: whether wizards have the basic abilities, or every spell is tracked.
    basic_abilities: Literal["given", "dropped"] = "given"
    # BW-A2-02, BW-A2-12: whether who can hide in woods or is invisible may be set up in secret.
    hiding: Literal["open", "secret"] = "open"


SWITCHES: Final = Switchboard(
    Options,
    LAW,
    rule_of={"turn_limit": "BW-B1-10"},
    wording=load_wording("schiltron.rulesets.book_of_war"),
    limits={
        "turn_limit": (0, 1000),
        "contour_steps": (1, 4),
        "setup_depth": (inches(3), inches(36)),
        "friendly_gap": (0, inches(2)),
    },
    measures={"turn_limit": "turns", "setup_depth": "inches", "friendly_gap": "inches"},
    settled={"unit_minimum": "BW-O7-06", "armour": "BW-A1-17", "basic_abilities": "BW-A4-31"},
)
