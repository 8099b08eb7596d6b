"""Colours and line weights of a drawn table.

The colours are in `palette.css` and the look of the ground in `map.css`, for the page too; here is what units, marks
and zones of a picture look like. A drawing that stands alone is given one theme with its colours written out, because
programs that print or convert pictures know nothing of CSS variables. A page that is sent to somebody is given both
themes as variables: dark where the system asks for it or the root carries the class `dark`; the class `light` on the
root holds it to the light one.

Lengths are inches of the table. Every selector sits under `.table`, so that the style may be put into a page. What is
drawn by `<use>` cannot be reached by such selectors: it inherits fill, stroke and color from the group that uses it.
"""

import re
from importlib.resources import files
from typing import Final, Literal

Theme = Literal["light", "dark", "both"]

_FOLDER: Final = files("schiltron.drawing")


def _palette(root: str) -> dict[str, str]:
    """The colours of a theme by their names."""
    block = (_FOLDER / "palette.css").read_text("utf-8").partition(f"\n{root} {{")[2].partition("}")[0]
    return dict(re.findall(r"--([\w-]+): (#\w+);", block))


def _packed(sheet: str) -> str:
    """The rules of a sheet for pictures, one a line and as short as they can be."""
    rules = re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL))
    short = re.sub(r"(?<![\d.])0(?=\.\d)", "", re.sub(r" ?([{}:;,]) ?", r"\1", rules))
    return short.replace(".table-svg", ".table").replace(";}", "}").replace("}", "}\n").strip()


_LIGHT: Final = _palette(":root")
_DARK: Final = _palette(".dark")

SIDES: Final = ("red", "blue", "ochre", "teal", "grey")
"""Colours an army may have; grey stands in for any other name."""

_FONTS: Final = {
    "sans": '"Source Sans 3","Source Sans Pro","Segoe UI","Helvetica Neue",Roboto,"Noto Sans",sans-serif',
    "serif": '"Source Serif 4","Source Serif Pro","Iowan Old Style",Charter,Cambria,Georgia,serif',
}

_UNITS: Final = """
text{font-family:var(--sans);font-variant-numeric:lining-nums tabular-nums}
.plate{fill:var(--paper);stroke:none}
.hull{fill:var(--paper);stroke-width:.12;stroke-linejoin:round}
.planks{fill:none;stroke:var(--ink3);stroke-width:.03;opacity:.5}
.oars{fill:none;stroke-width:.06;stroke-linecap:round}
.yard{fill:none;stroke:var(--ink3);stroke-width:.09;stroke-linecap:round}
.mast{fill:var(--ink3);stroke:none}
.plate-loose{fill:var(--paper);fill-opacity:.35;stroke-width:.06;stroke-dasharray:.3 .24}
.plate-routed{fill:var(--paper);fill-opacity:.35;stroke-width:.08;stroke-dasharray:.34 .26}
.routed-figures{opacity:.72}
.fallen{opacity:.38}
.chevron{stroke-width:.1;stroke-linejoin:round}
.chevron-hollow{fill:none;stroke-width:.1;stroke-linejoin:round}
.ring{fill:none;stroke-width:.1}
.flag-halo{fill:none;stroke:var(--paper);stroke-width:.34;stroke-linecap:round;stroke-linejoin:round}
.pole{fill:none;stroke-width:.11;stroke-linecap:round}
.cloth{stroke:none}
.contact{fill:none;stroke:var(--ink);stroke-width:.2;stroke-dasharray:.12 .12}
.label{font-size:.86px}
.chip{stroke-width:.09}
.strength{font-size:.82px;font-weight:700;text-anchor:middle;fill:currentColor;stroke:none}
.unit-name{font-weight:600;fill:var(--ink);paint-order:stroke;stroke:var(--paper);stroke-width:.26px;stroke-linejoin:round}
.mark{color:var(--ink);fill:var(--panel);stroke:var(--ink);stroke-width:.07}
.mark-grave{color:var(--panel);fill:var(--ink)}
.ghost{color:var(--plan);fill:none;stroke:var(--plan)}
.plate-ghost{fill:var(--paper);fill-opacity:.82;stroke:var(--plan);stroke-width:.12;stroke-dasharray:.4 .24}
.chevron-ghost{fill:var(--plan);stroke:none}
.zone-deployment{fill-opacity:.07;stroke-width:.08;stroke-dasharray:.6 .3}
.zone-near{fill:var(--plan);fill-opacity:.075;stroke:var(--plan);stroke-width:.08}
.zone-far{fill:var(--plan);fill-opacity:.03;stroke:var(--plan);stroke-width:.08;stroke-dasharray:.5 .3}
.zone-far-hatch{fill:none;stroke:var(--plan);stroke-width:.045;opacity:.35}
.zone-swept{fill:var(--plan);fill-opacity:.13;stroke:var(--plan);stroke-width:.05;stroke-dasharray:.14 .14}
.zone-template{fill:var(--plan);fill-opacity:.14;stroke:var(--plan);stroke-width:.12}
.zone-landed{fill:var(--ink);fill-opacity:.2;stroke:var(--ink);stroke-width:.12}
.zone-passed{fill:var(--ink);fill-opacity:.05;stroke:var(--ink);stroke-width:.06;stroke-dasharray:.3 .24}
.zone-reach{fill:none;stroke:var(--plan);stroke-width:.08;stroke-dasharray:.08 .2;stroke-linecap:round}
.tag{fill:var(--panel);stroke:var(--plan);stroke-width:.06}
.tag-text{font-size:.84px;font-weight:600;text-anchor:middle;fill:var(--plan)}
"""
_MAP: Final = _packed((_FOLDER / "map.css").read_text("utf-8"))


def style(theme: Theme = "both") -> str:
    """The CSS of a drawn table, for a `<style>` element."""
    if theme == "both":
        variables = {name: f"var(--table-{name})" for name in _LIGHT}
        light, dark = _declarations(_LIGHT), _declarations(_DARK)
        return (
            f".table{{{light}}}\n"
            f"@media (prefers-color-scheme:dark){{:root:not(.light) .table{{{dark}}}}}\n"
            f":root.dark .table,.table.dark{{{dark}}}\n" + _rules(variables)
        )
    return _rules(_LIGHT if theme == "light" else _DARK)


def themes() -> str:
    """The colours as CSS, for a page without a table: dark where the system asks for it."""
    light, dark = _declarations(_LIGHT, "--"), _declarations(_DARK, "--")
    return f":root{{{light}}}\n@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n"


def side_class(colour: str) -> str:
    """The class that paints an army; an unknown colour is drawn grey rather than written into the picture."""
    return colour if colour in SIDES else "grey"


def _declarations(palette: dict[str, str], prefix: str = "--table-") -> str:
    return "".join(f"{prefix}{name}:{colour};" for name, colour in palette.items())


def _rules(colours: dict[str, str]) -> str:
    units = [*_UNITS.strip().splitlines(), *(rule for side in SIDES for rule in _side(side))]
    written = {**_FONTS, **colours}
    rules = "\n".join((_MAP, *(f".table {rule}" for rule in units)))
    return re.sub(r"var\(--([\w-]+)\)", lambda found: written[found[1]], rules)


def _side(side: str) -> tuple[str, ...]:
    """Three paints an army hands down to its figures: fill for bases, stroke for front bands, color for pictograms."""
    base, edge, glyph, fill = (f"var(--{side}{part})" for part in ("", "-edge", "-glyph", "-fill"))
    return (
        f".{side}.solid{{fill:{base};stroke:{edge};color:{glyph}}}",
        f".{side}.open{{fill:{fill};stroke:{base};color:{base}}}",
        f".{side} .loose{{color:{base}}}",
        f".{side} .cloth{{fill:{base}}}",
        f".{side} .pole{{stroke:{edge}}}",
        f".{side} .side-line{{stroke:{base}}}",
        f".{side}.solid .chevron{{stroke:none}}",
        f".{side}.solid .chip{{stroke:{base}}}",
        f".{side} .tag.tag-side{{stroke:{base}}}",
        f".{side} .tag-text.tag-side{{fill:{base}}}",
        f".{side} .zone-deployment{{fill:{base};stroke:{base}}}",
    )
