"""Pictograms of the troops and marks, as SVG `<symbol>`s.

Drawn on a grid of 16 units, front up, in one colour (`currentColor`), so that one drawing serves every side and
theme. Silhouettes carry the meaning: at table size a pictogram is seven pixels high, where inner detail is lost. So
the weight of infantry is told by outline (buckler, shield, great helm), and that of cavalry by how the horse is clad.

The names are plain words chosen by the caller; this room attaches no rule to them. A name that is not listed draws
a plain base.
"""

from typing import Final

_STROKE = 'fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round"'
_HORSE = (
    "M4.2 15.4C4.6 12.4 6.4 11.2 7 9.2L4.9 10.6 3 11 1.6 9 5.2 4.4 6.6 3.4 6.9 .8 9.1 2.9C12.8 4.2 14.4 8 13.9 15.4Z"
)
_BUCKLER = (
    f'<circle cx="8" cy="8" r="5.4" {_STROKE} stroke-width="2.3"/><circle cx="8" cy="8" r="1.9" fill="currentColor"/>'
)
_SHIELD = '<path d="M2.6 2.2Q8 .6 13.4 2.2V7.6Q13.4 12.6 8 15.2Q2.6 12.6 2.6 7.6Z" fill="currentColor"/>'
_STANDARD = (
    f'<path d="M3.4 15.2V.9" {_STROKE} stroke-width="2"/>'
    '<path d="M4.4 1.6H15.2L12.4 5.3 15.2 9H4.4Z" fill="currentColor"/>'
)

_CATAPULT = (
    f'<path d="M3.6 14.6 7.6 7.4 12.4 14.6M1.6 14.6H14.4" {_STROKE} stroke-width="1.9"/>'
    f'<path d="M2.4 11.2 12.6 3.2" {_STROKE} stroke-width="2"/>'
    '<circle cx="13.2" cy="2.7" r="2.3" fill="currentColor"/>'
)

PICTOGRAMS: Final[dict[str, str]] = {
    "infantry": _SHIELD,
    "light_infantry": _BUCKLER,
    "medium_infantry": _SHIELD,
    "heavy_infantry": (
        '<path fill="currentColor" fill-rule="evenodd" d="M2.4 1.6Q8 -.2 13.6 1.6L14 9.6 11.4 15.4H4.6L2 9.6Z'
        'M3.8 5.7V7.6H7.2V12.6H8.8V7.6H12.2V5.7Z"/>'
    ),
    "spearmen": (
        f'<path d="M8 15V5" {_STROKE} stroke-width="2"/>'
        '<path d="M8 .4 10.9 5.6 8 8 5.1 5.6Z" fill="currentColor"/>'
        f'<path d="M2.8 11.2H13.2" {_STROKE} stroke-width="1.8"/>'
    ),
    "pikemen": (
        f'<path d="M4.6 15.2V5M11.4 15.2V5" {_STROKE} stroke-width="2"/>'
        '<path d="M4.6 .2 7 5.6H2.2ZM11.4 .2 13.8 5.6H9Z" fill="currentColor"/>'
    ),
    "archers": (
        f'<path d="M1.6 9.4Q2.4 3.4 8 3.4T14.4 9.4" {_STROKE} stroke-width="2.2"/>'
        f'<path d="M1.6 9.4 8 13.4 14.4 9.4" {_STROKE} stroke-width="1.1"/>'
        f'<path d="M8 14.6V2.6" {_STROKE} stroke-width="1.7"/>'
        '<path d="M8 0 10.3 3.8H5.7Z" fill="currentColor"/>'
    ),
    "longbowmen": (
        f'<path d="M1 12.2Q2.2 4 8 4T15 12.2" {_STROKE} stroke-width="2.2"/>'
        f'<path d="M1 12.2H15" {_STROKE} stroke-width="1.1"/>'
        f'<path d="M8 15.2V2.6" {_STROKE} stroke-width="1.7"/>'
        '<path d="M8 0 10.3 3.8H5.7Z" fill="currentColor"/>'
    ),
    "crossbowmen": (
        f'<path d="M8 15V2.4" {_STROKE} stroke-width="2.8"/>'
        f'<path d="M1.4 8Q3.4 4.6 8 4.6T14.6 8" {_STROKE} stroke-width="2.4"/>'
    ),
    "heavy_crossbows": (
        f'<path d="M8 13.6V2" {_STROKE} stroke-width="2.8"/>'
        f'<path d="M1.5 7.6Q3.4 4 8 4T14.5 7.6" {_STROKE} stroke-width="2.9"/>'
        f'<path d="M4 13.8H12" {_STROKE} stroke-width="2.4"/>'
    ),
    "slingers": (
        f'<path d="M4.6 15C.4 9 3.4 3.6 9.4 4.2M4.6 15C5.4 11.4 7 9.4 9.6 8.4" {_STROKE} stroke-width="1.6"/>'
        '<circle cx="11.2" cy="5.6" r="3.6" fill="currentColor"/>'
    ),
    "arquebusiers": (
        f'<path d="M8 10.4V.9" {_STROKE} stroke-width="2"/><path d="M6.4 9H9.6L11.2 15.4H6.4Z" fill="currentColor"/>'
        f'<path d="M9.4 8.2Q13 7.8 12.6 4.4" {_STROKE} stroke-width="1.6"/>'
    ),
    "cavalry": f'<path d="{_HORSE}" fill="currentColor"/>',
    "light_cavalry": (f'<path d="{_HORSE}" {_STROKE} stroke-width="1.9" transform="translate(.9 1) scale(.89)"/>'),
    "medium_cavalry": f'<path d="{_HORSE}" fill="currentColor"/>',
    "heavy_cavalry": (
        f'<path fill="currentColor" fill-rule="evenodd" d="{_HORSE}'
        'M8.2 6.4L13.2 7.9 13.7 9.6 7.6 8ZM5.9 11L14 12.9 14 14.6 4.9 12.6Z"/>'
    ),
    "horse_archers": (
        f'<path d="{_HORSE}" fill="currentColor" transform="translate(0 3.6) scale(.775)"/>'
        f'<path d="M7.2 1.4Q14.4 1.2 14.6 8.4" {_STROKE} stroke-width="1.9"/>'
        f'<path d="M7.2 1.4 14.6 8.4" {_STROKE} stroke-width="1"/>'
    ),
    "hero": '<path d="M2.4 14.6 1 4.4 5 8 8 1.6 11 8 15 4.4 13.6 14.6Z" fill="currentColor"/>',
    "general": (
        f'<path d="M8 15.4V.8M2.2 2.4H13.8" {_STROKE} stroke-width="1.8"/>'
        '<path d="M3.2 3H12.8V13.2L10.4 10.8 8 13.2 5.6 10.8 3.2 13.2Z" fill="currentColor"/>'
    ),
    "leader": _STANDARD,
    "wizard": (
        '<path d="M8 .2 9.19 5.14 13.52 2.48 10.86 6.81 15.8 8 10.86 9.19 13.52 13.52 9.19 10.86 8 15.8'
        ' 6.81 10.86 2.48 13.52 5.14 9.19 .2 8 5.14 6.81 2.48 2.48 6.81 5.14Z" fill="currentColor"/>'
    ),
    "monster": (
        '<path d="M1.7 .6C2 3.6 3.6 4.9 5.4 4.6Q8 3.8 10.6 4.6C12.4 4.9 14 3.6 14.3 .6 16 4.4 15.2 7.4 13 8.6'
        ' 12.6 10.6 11 11.4 10.8 15.2H5.2C5 11.4 3.4 10.6 3 8.6 .8 7.4 0 4.4 1.7 .6Z" fill="currentColor"/>'
    ),
    "artillery": _CATAPULT,
    "catapult": _CATAPULT,
    "halberdiers": (
        f'<path d="M6 15.4V1.8" {_STROKE} stroke-width="2"/>'
        '<path d="M6 .2 7.8 3.4 13.8 3Q15 6.4 13.2 9.8L7.2 8.2 6 9.6 2.2 6.2 4.4 3.6Z" fill="currentColor"/>'
    ),
    "peasants": f'<path d="M8 15.4V7.6M3.4 1V4.4Q3.4 7.6 8 7.6T12.6 4.4V1M8 1V7" {_STROKE} stroke-width="2"/>',
    "cannon": (
        f'<path d="M2.6 8.2V14.2M13.4 8.2V14.2M2.6 11.2H13.4" {_STROKE} stroke-width="2.2"/>'
        '<path d="M6.2 .8H9.8L10.6 15.2H5.4Z" fill="currentColor"/>'
    ),
    "bombard": (
        f'<path d="M2.2 9.4V14.6M13.8 9.4V14.6" {_STROKE} stroke-width="2.2"/>'
        '<path d="M4.4 .8H11.6V3.2H10.6L11.6 12.2 10 15.4H6L4.4 12.2 5.4 3.2H4.4Z" fill="currentColor"/>'
    ),
    "wagon": (
        f'<path d="M3.4 2.2H12.6V13.8H3.4ZM3.4 6H12.6M3.4 10H12.6" {_STROKE} stroke-width="1.6"/>'
        f'<path d="M1.4 2.6V6M14.6 2.6V6M1.4 10V13.4M14.6 10V13.4" {_STROKE} stroke-width="2.2"/>'
    ),
    "knights": (
        f'<path d="{_HORSE}" fill="currentColor" transform="translate(0 3.6) scale(.775)"/>'
        f'<path d="M13.4 15V5.4" {_STROKE} stroke-width="1.7"/><path d="M13.4 .4 15.4 5.8H11.4Z" fill="currentColor"/>'
    ),
    "standard": _STANDARD,
}
"""Pictogram of a figure by name."""

POINTING: Final = frozenset(
    {
        "spearmen",
        "pikemen",
        "halberdiers",
        "peasants",
        "archers",
        "longbowmen",
        "crossbowmen",
        "heavy_crossbows",
        "arquebusiers",
        "slingers",
        "cannon",
        "bombard",
        "wagon",
    }
)
"""Weapons point to the front of their figure, whichever way it looks; all other pictograms stay upright."""

RINGED: Final = frozenset({"general", "leader", "hero", "wizard"})
"""Figures that stand alone and carry a ring and a flag so that they are not lost in the crowd."""

MARKS: Final[dict[str, str]] = {
    "routed": (
        f'<path d="M4 14.6V1.6" {_STROKE} stroke-width="1.8"/>'
        f'<path d="M4.6 2.2Q7.4.8 9.4 2.4T14 2.6V9Q11.4 10.4 9.4 8.8T4.6 8.8Z" {_STROKE} stroke-width="1.6"/>'
    ),
    "cornered": (
        f'<path d="M3 2.6V13H13.4" {_STROKE} stroke-width="2.2"/>'
        f'<path d="M13 3 7.4 8.6M7.2 4.6V8.8H11.4" {_STROKE} stroke-width="1.8"/>'
    ),
    "wounded": '<path d="M8 1Q13 7.2 13 10.2A5 5 0 0 1 3 10.2Q3 7.2 8 1Z" fill="currentColor"/>',
    "disordered": (
        f'<path {_STROKE} stroke-width="2" d="M1.8 5.2 5 3.2M7 6.6 9.6 3.6M11.4 4.4 14.4 6.4M2.2 11 5.6 12.6'
        'M7.4 10 8.6 13.4M11.2 12.2 14.2 10.2"/>'
    ),
    "moved": f'<path d="M2.6 8.6 6.4 12.4 13.4 4" {_STROKE} stroke-width="2.4"/>',
    "shot": (f'<path d="M2 8H12" {_STROKE} stroke-width="2"/><path d="M9.4 3.6 15 8 9.4 12.4Z" fill="currentColor"/>'),
    "contact": f'<path d="M2.4 2.4 13.6 13.6M13.6 2.4 2.4 13.6" {_STROKE} stroke-width="2.4"/>',
    "charging": f'<path d="M3 9.4 8 4.4 13 9.4M3 14 8 9 13 14" {_STROKE} stroke-width="2.2"/>',
    "in_a_duel": (
        f'<path d="M2.4 2 11.6 11.2M13.6 2 4.4 11.2M9 13.4 13.4 9M7 13.4 2.6 9" {_STROKE} stroke-width="1.9"/>'
    ),
    "shamed": f'<path d="M2.6 4.4 8 9.8 13.4 4.4M2.6 9.2 8 14.6 13.4 9.2" {_STROKE} stroke-width="2"/>',
    "company": (
        f'<path d="M4 15V1.4" {_STROKE} stroke-width="2"/><path d="M5 1.6 14.6 5 5 8.6Z" fill="currentColor"/>'
    ),
    "retreating": f'<path d="M8 2V13M3.6 8.8 8 13.4 12.4 8.8" {_STROKE} stroke-width="2.2"/>',
    "fatigued": (
        '<path d="M3 2.4H13M3 13.6H13M4.4 2.4Q4.4 5.6 8 8T11.6 13.6M11.6 2.4Q11.6 5.6 8 8T4.4'
        f' 13.6" {_STROKE} stroke-width="1.8"/>'
    ),
    "forming": (
        f'<path d="M2.4 2.4H6M10 2.4H13.6V6M13.6 10V13.6H10M6 13.6H2.4V10M2.4 6V2.4" {_STROKE} stroke-width="2"/>'
    ),
    "staked": f'<path d="M3 14V4.4M8 14V2.4M13 14V4.4M1.4 10.4H14.6" {_STROKE} stroke-width="1.9"/>',
    "reorganizing": (
        f'<path d="M2.6 7.4A5.4 5.4 0 0 1 12.4 5M13.4 8.6A5.4 5.4 0 0 1 3.6 11" {_STROKE} stroke-width="2"/>'
        '<path d="M14 1.8V6.4H9.4ZM2 14.2V9.6H6.6Z" fill="currentColor"/>'
    ),
    "guarding": (
        f'<path d="M4.6 7.4V5A3.4 3.4 0 0 1 11.4 5V7.4" {_STROKE} stroke-width="1.9"/>'
        '<path d="M3 7H13V14.4H3Z" fill="currentColor"/>'
    ),
    "unloaded": f'<path d="M8 13.8V6M4.4 8.4 8 4.8 11.6 8.4M3 2.4H13" {_STROKE} stroke-width="2"/>',
    "mutinous": (
        f'<path d="M8 1.8V9.4" {_STROKE} stroke-width="2.6"/><circle cx="8" cy="13" r="1.7" fill="currentColor"/>'
    ),
    "deserting": f'<path d="M8.4 2.4H2.6V13.6H8.4M6.6 8H14M11 5 14 8 11 11" {_STROKE} stroke-width="2"/>',
    "bribed": (
        f'<circle cx="8" cy="8" r="5.6" {_STROKE} stroke-width="1.9"/>'
        f'<circle cx="8" cy="8" r="2.2" {_STROKE} stroke-width="1.6"/>'
    ),
    "out_for_plunder": (
        '<path d="M5.6 4.6H10.4Q14.2 8.6 13.4 12.6 13 14.6 8 14.6T2.6 12.6Q1.8 8.6 5.6 4.6ZM5.2'
        ' 1.4H10.8L9.8 3.4H6.2Z" fill="currentColor"/>'
    ),
    "out_of_command": f'<path d="M3.4 15V1.4M7 2.6 13.4 9M13.4 2.6 7 9" {_STROKE} stroke-width="2"/>',
    "shield_wall": f'<path d="M2.8 2.2H13.2V8Q13.2 12.6 8 14.6 2.8 12.6 2.8 8Z" {_STROKE} stroke-width="2"/>',
    "set_spears": f'<path d="M2 14 5.6 2M6.2 14 9.8 2M10.4 14 14 2" {_STROKE} stroke-width="1.9"/>',
    "gaps": f'<path d="M1.8 5.4H5.2M10.8 5.4H14.2M1.8 11H14.2" {_STROKE} stroke-width="2.2"/>',
    "attacks_on_its_own": '<path d="M9.8 1 3.6 9.2H7.6L6 15 12.4 6.8H8.4Z" fill="currentColor"/>',
    "hidden": f'<path d="M1.4 8Q8 1 14.6 8 8 15 1.4 8ZM3 13.6 13 2.4" {_STROKE} stroke-width="1.8"/>',
}
"""What befell a unit. Marks with another name are left out of the picture: the caller says them in words."""

GRAVE_MARKS: Final = frozenset(
    {
        "routed",
        "retreating",
        "cornered",
        "wounded",
        "fatigued",
        "contact",
        "charging",
        "in_a_duel",
        "mutinous",
        "deserting",
        "out_of_command",
        "attacks_on_its_own",
    }
)
"""Marks that change what a unit may do are filled, the others outlined."""


def figure_symbol(name: str) -> str:
    """The `<symbol>` of a figure pictogram, or nothing for an unknown name."""
    return _symbol(f"figure-{name}", PICTOGRAMS[name]) if name in PICTOGRAMS else ""


def mark_symbol(name: str) -> str:
    """The `<symbol>` of a mark, or nothing for an unknown name."""
    return _symbol(f"mark-{name}", MARKS[name]) if name in MARKS else ""


def _symbol(identifier: str, drawing: str) -> str:
    return f'<symbol id="{identifier}" viewBox="0 0 16 16">{drawing}</symbol>'
