// Ground of a scenario's own: each kind does what a kind of the book does, under a name of its own.

import type { GroundNote, OwnGround, Palette, PaletteKind } from "../../../api/generated";
import { keyFor } from "../convert/sheet";
import type { Made, Piece } from "./shapes";

type Kinds = Readonly<Record<string, OwnGround>>;

export function withOwnKinds(palette: Palette, kinds: Kinds): Palette {
  const own = Object.entries(kinds).flatMap(([kind, ground]): PaletteKind[] => {
    const found = palette.kinds.find((one) => one.kind === ground.like && (one.form === "area" || one.form === "strip"));
    return found ? [{ ...found, kind, title: `${ground.name} (house)`, notes: [...ownNotes(ground, found), ...found.notes] }] : [];
  });
  return own.length ? { ...palette, kinds: [...palette.kinds, ...own] } : palette;
}

const SAID = { pace: "An inch in it, by house rule", loss: "To go into it, over it or up it, by house rule" };

/** Its own numbers, beside those of the book that they take the place of. */
function ownNotes(ground: OwnGround, like: PaletteKind): GroundNote[] {
  return like.numbers.flatMap(({ number, usual, rule }) => {
    const own = ground[number];
    return own === null || own === undefined ? [] : [{ what: SAID[number], effect: `${own}″ and not ${Math.round(usual * 100) / 100}″`, rule }];
  });
}

/** A piece as its book draws it. */
export function asBook(piece: Piece, kinds: Kinds): Piece {
  const own = "kind" in piece ? kinds[piece.kind] : undefined;
  return own ? ({ ...piece, kind: own.like } as Piece) : piece;
}

export function withKind(made: Made, name: string, like: string, taken: readonly string[]): Made {
  const kinds = made.kinds ?? {};
  return { ...made, kinds: { ...kinds, [keyFor(name, [...taken, ...Object.keys(kinds)])]: { like, name, description: "" } } };
}

/** Without it: its pieces are of the kind it was like. */
export function withoutKind(made: Made, key: string): Made {
  const kinds = made.kinds ?? {};
  const { [key]: gone, ...rest } = kinds;
  if (!gone) return made;
  return { ...made, kinds: rest, terrain: made.terrain.map((piece) => ("kind" in piece && piece.kind === key ? asBook(piece, kinds) : piece)) as Made["terrain"] };
}
