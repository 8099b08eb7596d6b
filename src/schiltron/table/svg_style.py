"""Colours and line weights of a drawn table.

A drawing that stands alone is given one theme with its colours written out, because programs that print or
convert pictures know nothing of CSS variables. A page is given both themes as variables: dark where the system asks
for it or the root carries the class `dark`; the class `light` on the root holds a page to the light one.

Lengths are inches of the table. Every selector sits under `.table`, so that the style may be put into a page. What is
drawn by `<use>` cannot be reached by such selectors: it inherits fill, stroke and color from the group that uses it.
"""

from string import Template
from typing import Final, Literal

Theme = Literal["light", "dark", "both"]

_LIGHT: Final = {
    "paper": "#F0EFE3", "panel": "#FCFBF7", "line2": "#8F8B7B", "ink": "#1C2126", "ink2": "#474E55",
    "plan": "#7A1C7D", "plan_ink": "#FFFFFF",
    "wood": "#CDDCBE", "wood_line": "#56794E", "wood_name": "#36562F", "tree": "#B9CDA6",
    "scrub": "#DFE6D2", "hedge": "#8FA982", "stone": "#C6C3B7",
    "water": "#BEDAE7", "water_line": "#2F7396", "water_name": "#21597A",
    "marsh": "#DDE7E4", "rough": "#E3E2D5", "hill_halo": "#E7E1D1", "gulley_halo": "#E1D8C6",
    "contour": "#93622F", "hill_name": "#6B4416", "road": "#FCF9EF", "road_line": "#5D584C",
    "red": "#AF321A", "red_edge": "#561305", "red_glyph": "#FFF7F1", "red_fill": "#FBEDE8",
    "blue": "#1A4A8E", "blue_edge": "#0B2450", "blue_glyph": "#F4F8FF", "blue_fill": "#EAF1FB",
    "ochre": "#7A5A00", "ochre_edge": "#3B2B00", "ochre_glyph": "#FFFAEC", "ochre_fill": "#FAF3DC",
    "teal": "#0B5F57", "teal_edge": "#042E2A", "teal_glyph": "#F0FCFA", "teal_fill": "#E2F4F1",
    "grey": "#474E55", "grey_edge": "#1C2126", "grey_glyph": "#FCFBF7", "grey_fill": "#F4F2E9",
}  # fmt: skip
_DARK: Final = {
    "paper": "#1F2523", "panel": "#14181A", "line2": "#737B7A", "ink": "#EEECE3", "ink2": "#BFC3BD",
    "plan": "#EBA9EE", "plan_ink": "#2A0B2C",
    "wood": "#28362A", "wood_line": "#7BA675", "wood_name": "#A9CBA2", "tree": "#34472F",
    "scrub": "#242E27", "hedge": "#4D684C", "stone": "#474944",
    "water": "#1C3C4B", "water_line": "#6CB4D1", "water_name": "#8CCAE2",
    "marsh": "#1E2E32", "rough": "#2A302E", "hill_halo": "#2F3029", "gulley_halo": "#39372D",
    "contour": "#C0935F", "hill_name": "#DDB68A", "road": "#343A36", "road_line": "#A19C8E",
    "red": "#F08562", "red_edge": "#FFE1D5", "red_glyph": "#2B0D04", "red_fill": "#3A1A10",
    "blue": "#8FC0F8", "blue_edge": "#DDEBFF", "blue_glyph": "#0A1D33", "blue_fill": "#13263D",
    "ochre": "#DDB64A", "ochre_edge": "#FFF0C4", "ochre_glyph": "#2A1F00", "ochre_fill": "#332A0E",
    "teal": "#63C9BC", "teal_edge": "#D2F6F1", "teal_glyph": "#04211E", "teal_fill": "#0F302C",
    "grey": "#BFC3BD", "grey_edge": "#EEECE3", "grey_glyph": "#14181A", "grey_fill": "#262C2E",
}  # fmt: skip

SIDES: Final = ("red", "blue", "ochre", "teal", "grey")
"""Colours an army may have; grey stands in for any other name."""

SANS: Final = '"Source Sans 3","Source Sans Pro","Segoe UI","Helvetica Neue",Roboto,"Noto Sans",sans-serif'
SERIF: Final = '"Source Serif 4","Source Serif Pro","Iowan Old Style",Charter,Cambria,Georgia,serif'

_TABLE: Final = f"""
text{{font-family:{SANS};font-variant-numeric:lining-nums tabular-nums}}
.ground{{fill:$paper}}
.neatline{{fill:$panel;stroke:$ink;stroke-width:.07}}
.check{{fill:$ink}}
.tick{{fill:none;stroke:$line2;stroke-width:.06}}
.ruler{{font-size:.76px;fill:$ink2;text-anchor:middle}}
.ruler-side{{text-anchor:end}}
.cross{{fill:none;stroke:$line2;stroke-width:.05;opacity:.75}}
.rise{{fill:$contour;fill-opacity:.1}}
.fall{{fill:$contour;fill-opacity:.16}}
.contour{{fill:none;stroke:$contour;stroke-width:.1;stroke-linejoin:round}}
.hachure{{fill:none;stroke:$contour;stroke-width:.055;opacity:.8}}
.wood-edge{{fill:$wood;stroke:$wood_line;stroke-width:.08;stroke-linejoin:round}}
.trees{{fill:$tree;stroke:$wood_line}}
.light-wood-edge{{fill:$scrub;stroke:$wood_line;stroke-width:.07;stroke-dasharray:1.3 .34;stroke-linejoin:round}}
.scrub-ground{{fill:$scrub;stroke:$wood_line;stroke-width:.075;stroke-dasharray:.34 .26;stroke-linejoin:round}}
.growth{{fill:$tree;stroke:$wood_line;color:$wood_line;stroke-linecap:round;stroke-linejoin:round}}
.road-edge{{fill:none;stroke:$road_line;stroke-linejoin:round}}
.road{{fill:none;stroke:$road;stroke-linejoin:round}}
.bank{{fill:none;stroke:$water_line;stroke-linejoin:round}}
.stream{{fill:none;stroke:$water;stroke-linejoin:round}}
.flow{{fill:none;stroke:$water_line;stroke-width:.05;stroke-dasharray:1.6 1.1 .7 1.4;opacity:.8}}
.bank-ripple{{opacity:.4}}
.current{{fill:none;stroke:$water_line;stroke-width:.085;stroke-linecap:round;stroke-linejoin:round}}
.wall{{fill:none;stroke:$road_line;stroke-linejoin:round}}
.wall-stone{{fill:$stone;stroke:none}}
.hedge-edge{{fill:none;stroke:$wood_line;stroke-width:.14}}
.hedge{{fill:$hedge;stroke:none}}
.hedge-shade{{fill:none;stroke:$wood_name;stroke-width:.06;stroke-linecap:round;opacity:.7}}
.ditch{{fill:none;stroke:$contour;stroke-opacity:.16}}
.ditch-edge{{fill:none;stroke:$contour;stroke-width:.09}}
.rail{{fill:none;stroke:$road_line;stroke-width:.06}}
.post{{fill:none;stroke:$road_line;stroke-width:.11;stroke-linecap:round}}
.mantlets{{fill:$stone;stroke:$road_line;stroke-width:.07}}
.slit{{fill:none;stroke:$paper;stroke-width:.16}}
.building{{fill:$stone;stroke:$road_line;stroke-width:.16}}
.roof{{fill:none;stroke:$road_line;stroke-width:.05;opacity:.7}}
.pond{{fill:$water;stroke:$water_line;stroke-width:.08;stroke-linejoin:round}}
.ripple{{fill:none;stroke:$water_line;stroke-width:.05;stroke-linejoin:round;opacity:.45}}
.ripple-broken{{fill:none;stroke:$water_line;stroke-width:.05;stroke-dasharray:1.3 .9 .5 .9;opacity:.6}}
.ford-bed{{fill:none;stroke:$road;opacity:.7}}
.ford-edge{{fill:none;stroke:$road_line;stroke-width:.09;stroke-dasharray:.3 .2}}
.ford-stone{{fill:none;stroke:$road_line;stroke-width:.1;stroke-linecap:round}}
.marsh{{fill:$marsh;stroke:$water_line;stroke-width:.06;stroke-dasharray:.5 .3;stroke-linejoin:round}}
.reeds{{fill:none;stroke:$water_line;color:$wood_line;stroke-linecap:round}}
.rough{{fill:$rough;stroke:$road_line;stroke-width:.1;stroke-dasharray:.01 .3;stroke-linecap:round}}
.stones{{fill:$paper;stroke:$road_line;color:$wood_line;stroke-linecap:round;stroke-linejoin:round}}
.prohibited{{fill:$line2;fill-opacity:.16;stroke:$ink2;stroke-width:.16}}
.crosses{{fill:none;stroke:$ink2;stroke-width:.07;stroke-linecap:round;opacity:.7}}
.fire-ground{{fill:$contour;fill-opacity:.22;stroke:$contour;stroke-width:.16;stroke-linejoin:round}}
.flames{{fill:$contour;stroke:$paper;stroke-width:.04;stroke-linejoin:round}}
.burnt-ground{{fill:$ink2;fill-opacity:.1;stroke:$ink2;stroke-width:.06;stroke-dasharray:.2 .3;stroke-linejoin:round}}
.stumps{{fill:none;stroke:$ink2;stroke-width:.07;stroke-linecap:round;opacity:.7}}
.other-ground{{fill:$line2;fill-opacity:.16;stroke:$ink2;stroke-width:.08;stroke-linejoin:round}}
.name{{font-family:{SERIF};font-style:italic;text-anchor:middle;paint-order:stroke;stroke:$paper;stroke-width:.24px;stroke-linejoin:round;font-size:1.1px;fill:$ink2}}
.name-hill{{font-size:1.2px;letter-spacing:.14px;fill:$hill_name;stroke:$hill_halo}}
.name-gulley{{font-size:1.2px;letter-spacing:.14px;fill:$hill_name;stroke:$gulley_halo}}
.name-stream{{letter-spacing:.12px;fill:$water_name}}
.name-pond{{fill:$water_name;stroke:$water}}
.name-marsh{{fill:$water_name;stroke:$marsh}}
.name-rough{{stroke:$rough}}
.name-woods{{fill:$wood_name;stroke:$wood}}
.name-light_woods,.table .name-scrub{{fill:$wood_name;stroke:$scrub}}
.name-burning{{fill:$hill_name;stroke:$gulley_halo}}
.name-burnt{{stroke:$rough}}
.name-river{{font-size:1.2px;letter-spacing:.14px;fill:$water_name}}
.name-hedge{{font-size:.92px;fill:$wood_name}}
.name-ditch{{font-size:.92px;fill:$hill_name}}
.name-road,.table .name-wall,.table .name-fence,.table .name-barricade,.table .name-mantlets{{font-size:.92px}}
.name-arrow_slits,.table .name-building{{font-size:.92px}}
.level{{font-size:.78px;text-anchor:middle;fill:$hill_name;paint-order:stroke;stroke:$paper;stroke-width:.3px;stroke-linejoin:round}}
.plate{{fill:$paper;stroke:none}}
.plate-loose{{fill:$paper;fill-opacity:.35;stroke-width:.06;stroke-dasharray:.3 .24}}
.plate-routed{{fill:$paper;fill-opacity:.35;stroke-width:.08;stroke-dasharray:.34 .26}}
.routed-figures{{opacity:.72}}
.fallen{{opacity:.38}}
.chevron{{stroke-width:.1;stroke-linejoin:round}}
.chevron-hollow{{fill:none;stroke-width:.1;stroke-linejoin:round}}
.ring{{fill:none;stroke-width:.1}}
.flag-halo{{fill:none;stroke:$paper;stroke-width:.34;stroke-linecap:round;stroke-linejoin:round}}
.pole{{fill:none;stroke-width:.11;stroke-linecap:round}}
.cloth{{stroke:none}}
.contact{{fill:none;stroke:$ink;stroke-width:.2;stroke-dasharray:.12 .12}}
.label{{font-size:.86px}}
.chip{{stroke-width:.09}}
.strength{{font-size:.82px;font-weight:700;text-anchor:middle;fill:currentColor;stroke:none}}
.unit-name{{font-weight:600;fill:$ink;paint-order:stroke;stroke:$paper;stroke-width:.26px;stroke-linejoin:round}}
.mark{{color:$ink;fill:$panel;stroke:$ink;stroke-width:.07}}
.mark-grave{{color:$panel;fill:$ink}}
.ghost{{color:$plan;fill:none;stroke:$plan}}
.plate-ghost{{fill:$paper;fill-opacity:.82;stroke:$plan;stroke-width:.12;stroke-dasharray:.4 .24}}
.chevron-ghost{{fill:$plan;stroke:none}}
.zone-deployment{{fill-opacity:.07;stroke-width:.08;stroke-dasharray:.6 .3}}
.zone-near{{fill:$plan;fill-opacity:.075;stroke:$plan;stroke-width:.08}}
.zone-far{{fill:$plan;fill-opacity:.03;stroke:$plan;stroke-width:.08;stroke-dasharray:.5 .3}}
.zone-far-hatch{{fill:none;stroke:$plan;stroke-width:.045;opacity:.35}}
.zone-swept{{fill:$plan;fill-opacity:.13;stroke:$plan;stroke-width:.05;stroke-dasharray:.14 .14}}
.zone-template{{fill:$plan;fill-opacity:.14;stroke:$plan;stroke-width:.12}}
.zone-landed{{fill:$ink;fill-opacity:.2;stroke:$ink;stroke-width:.12}}
.zone-passed{{fill:$ink;fill-opacity:.05;stroke:$ink;stroke-width:.06;stroke-dasharray:.3 .24}}
.zone-reach{{fill:none;stroke:$plan;stroke-width:.08;stroke-dasharray:.08 .2;stroke-linecap:round}}
.tag{{fill:$panel;stroke:$plan;stroke-width:.06}}
.tag-text{{font-size:.84px;font-weight:600;text-anchor:middle;fill:$plan}}
"""


def style(theme: Theme = "both") -> str:
    """The CSS of a drawn table, for a `<style>` element."""
    if theme == "both":
        variables = {token: f"var(--table-{token})" for token in _LIGHT}
        light, dark = _declarations(_LIGHT), _declarations(_DARK)
        return (
            f".table{{{light}}}\n"
            f"@media (prefers-color-scheme:dark){{:root:not(.light) .table{{{dark}}}}}\n"
            f":root.dark .table,.table.dark{{{dark}}}\n" + _rules(variables)
        )
    return _rules(_LIGHT if theme == "light" else _DARK)


def side_class(colour: str) -> str:
    """The class that paints an army; an unknown colour is drawn grey rather than written into the picture."""
    return colour if colour in SIDES else "grey"


def _declarations(palette: dict[str, str]) -> str:
    return "".join(f"--table-{token}:{value};" for token, value in palette.items())


def _rules(colours: dict[str, str]) -> str:
    template = "\n".join([*_TABLE.strip().splitlines(), *(rule for side in SIDES for rule in _side(side))])
    return "\n".join(f".table {rule}" for rule in Template(template).substitute(colours).splitlines())


def _side(side: str) -> tuple[str, ...]:
    """Three paints an army hands down to its figures: fill for bases, stroke for front bands, color for pictograms."""
    return (
        f".{side}.solid{{fill:${side};stroke:${side}_edge;color:${side}_glyph}}",
        f".{side}.open{{fill:${side}_fill;stroke:${side};color:${side}}}",
        f".{side} .loose{{color:${side}}}",
        f".{side} .cloth{{fill:${side}}}",
        f".{side} .pole{{stroke:${side}_edge}}",
        f".{side} .side-line{{stroke:${side}}}",
        f".{side}.solid .chevron{{stroke:none}}",
        f".{side}.solid .chip{{stroke:${side}}}",
        f".{side} .tag.tag-side{{stroke:${side}}}",
        f".{side} .tag-text.tag-side{{fill:${side}}}",
        f".{side} .zone-deployment{{fill:${side};stroke:${side}}}",
    )
