import { PLACEHOLDERS, type Placeholder } from '#contract/desk/templates.ts';

/** What stands for each placeholder; one without a value leaves a gap. */
export type Filling = Record<Placeholder, string | undefined>;

/** A piece of a reply: plain text, or a gap that somebody has yet to fill. */
export interface Piece {
  /** Where it begins. */
  at: number;
  text: string;
  gap: boolean;
}

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;
// decided: a gap is written `[precio]`, in whatever language the reply is, and can be found again once it was edited.
const GAP = new RegExp(String.raw`\[(?:${PLACEHOLDERS.join('|')})\]|\{\{[^{}]*\}\}`, 'g');

/**
 * Puts values in the place of placeholders, upper case, blanks and accents or not. One without a value becomes a gap;
 * one that is not known stays as it is, and is a gap too.
 */
export function fill(template: string, filling: Filling): { text: string; gaps: string[] } {
  let text = template;
  // Again as long as braces around braces make new placeholders: every one that goes takes its braces along.
  for (let before; before !== text;) {
    before = text;
    text = text.replaceAll(PLACEHOLDER, (whole, name: string) => {
      const known = knownAs(name);
      return known ? plain(filling[known]) || `[${known}]` : whole;
    });
  }
  return { text, gaps: gapsOf(text) };
}

/** Names of the gaps in a text, each once. */
export function gapsOf(text: string): string[] {
  return [...new Set(piecesOf(text).flatMap((piece) => (piece.gap ? [piece.text] : [])))];
}

/** The text in pieces, gaps apart. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: gap, index } of text.matchAll(GAP)) {
    if (index > end) pieces.push({ at: end, text: text.slice(end, index), gap: false });
    pieces.push({ at: index, text: gap, gap: true });
    end = index + gap.length;
  }
  if (end < text.length) pieces.push({ at: end, text: text.slice(end), gap: false });
  return pieces;
}

function knownAs(name: string): Placeholder | undefined {
  const folded = name.normalize('NFD').replaceAll(/\p{M}/gu, '').trim().toLowerCase();
  return PLACEHOLDERS.find((placeholder) => placeholder === folded);
}

/** A value in one line, that can be taken neither for a placeholder nor for a gap. */
function plain(value: string | undefined): string {
  return (value ?? '').replaceAll(/\s+/g, ' ').replaceAll(/[{[]/g, '(').replaceAll(/[}\]]/g, ')').trim();
}
