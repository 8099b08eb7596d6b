"""What a battle costs as a value: copying, hashing, encoding, decoding."""

from msgspec.structs import replace

from benchmarks.armies import battle_of
from benchmarks.measuring import Figure, microseconds
from schiltron.battle.state.encoding import digest, encode
from schiltron.rulesets import ruleset


def a_battle_of_2_x_8_units_of_24() -> list[Figure]:
    return [*_as_value("Book of War", "book_of_war"), *_as_value("By This Axe", "by_this_axe")]


def _as_value(title: str, name: str) -> list[Figure]:
    book = ruleset(name)
    battle = book.begun(battle_of(name, 8, figures=24)).battle
    unit = battle.units["red-3"]
    data = encode(battle)
    size = f"2 x 8 units x 24 figures, {len(data) / 1000:.1f} kB"
    return [
        Figure(
            f"{title}: copy with one unit changed ({size})",
            microseconds(lambda: battle.with_unit(replace(unit, figures=23))),
            "µs",
            "under 10",
        ),
        Figure("  hash", microseconds(lambda: digest(battle)), "µs"),
        Figure("  encode", microseconds(lambda: encode(battle)), "µs"),
        Figure("  decode", microseconds(lambda: book.decode(data)), "µs"),
    ]


BENCHES = (a_battle_of_2_x_8_units_of_24,)
