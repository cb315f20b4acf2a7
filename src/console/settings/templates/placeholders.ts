import { fold } from '#contract/search.ts';
import { PLACEHOLDERS, type Placeholder } from '#contract/desk/templates.ts';

/** A placeholder without a value becomes a gap. */
export type PlaceholderValues = Record<Placeholder, string | undefined>;

interface TextSegment {
  start: number;
  text: string;
  isGap: boolean;
}

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;
// decided: a gap is written `[precio]` in replies of any language, and is recognized again after editing.
const GAP = new RegExp(String.raw`\[(?:${PLACEHOLDERS.join('|')})\]|\{\{[^{}]*\}\}`, 'g');

export function fillPlaceholders(
  template: string,
  values: PlaceholderValues,
): { text: string; gaps: string[] } {
  let text = template;
  // Nested braces form new placeholders; each round removes braces, so it ends.
  for (let previous; previous !== text;) {
    previous = text;
    text = text.replaceAll(PLACEHOLDER, (whole, name: string) => {
      const placeholder = PLACEHOLDERS.find((known) => known === fold(name).trim());
      return placeholder ? sanitize(values[placeholder]) || `[${placeholder}]` : whole;
    });
  }
  return { text, gaps: findGaps(text) };
}

export function findGaps(text: string): string[] {
  return [...new Set(splitAtGaps(text).flatMap((segment) => (segment.isGap ? [segment.text] : [])))];
}

export function splitAtGaps(text: string): TextSegment[] {
  const segments: TextSegment[] = [];
  let end = 0;
  for (const { 0: gap, index } of text.matchAll(GAP)) {
    if (index > end) segments.push({ start: end, text: text.slice(end, index), isGap: false });
    segments.push({ start: index, text: gap, isGap: true });
    end = index + gap.length;
  }
  if (end < text.length) segments.push({ start: end, text: text.slice(end), isGap: false });
  return segments;
}

function sanitize(value: string | undefined): string {
  return (value ?? '').replaceAll(/\s+/g, ' ').replaceAll(/[{[]/g, '(').replaceAll(/[}\]]/g, ')').trim();
}
