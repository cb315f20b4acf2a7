import { sidOf } from '#contract/sid.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Ways in which a true list, or a true inquiry, is changed on its way. */
export const ODD_REPLIES = ['odd-dates', 'odd-values', 'listed-twice', 'wrong-total', 'wrong-type'] as const;
export type OddReply = (typeof ODD_REPLIES)[number];

const ODD_DATES = [
  '0001-01-01T00:00:00',
  '+275760-09-13T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '1970-01-01T00:00:00Z',
  '2027-02-30T10:00:00Z',
  '',
  'ayer',
];
const ODD_VALUES = [
  '',
  '\uD800',
  '\uDC00\u0000',
  '2'.repeat(5000),
  null,
  2 ** 53 + 2,
  -1,
  1e308,
  true,
  [],
  {},
];
const ODD_TOTALS = [0, 1, -1, 3, 1_000_000, 2 ** 53, 1e300, null, '7'];

type Members = Record<string, unknown>;

/** Changes the JSON of a reply. Its links stay as they are: an inquiry is known by them. */
export function distort(text: string, kind: OddReply, draw: SeededRandom): string {
  const reply = parse(text);
  if (!reply) return text;
  const entries = Array.isArray(reply['_entries']) ? (reply['_entries'] as Members[]) : undefined;
  switch (kind) {
    case 'odd-dates':
      for (const entry of entries ?? [reply]) if ('Momento' in entry) entry['Momento'] = draw.pick(ODD_DATES);
      break;
    case 'odd-values':
      for (const entry of entries ?? [reply])
        for (const part of [entry, entry['Auto'], entry['Interesado']])
          if (isObject(part)) changeMember(part, draw);
      break;
    case 'listed-twice':
      entries?.push(...entries.slice(0, draw.pick([1, 30])));
      break;
    case 'wrong-total':
      if ('Total' in reply) reply['Total'] = draw.pick(ODD_TOTALS);
      break;
    case 'wrong-type':
      return text;
  }
  return JSON.stringify(reply);
}

/** Leaves out some entries of a list, the same ones each time. */
export function leaveOut(text: string): string {
  const list = parse(text);
  const entries = list?.['_entries'];
  if (!Array.isArray(entries)) return text;
  const isListed = (entry: Parameters<typeof sidOf>[0]) => !/[5T]$/i.test(sidOf(entry) ?? '');
  return JSON.stringify({ ...list, _entries: entries.filter(isListed) });
}

function changeMember(part: Members, draw: SeededRandom): void {
  const names = Object.keys(part).filter((name) => !['_links', 'Momento', 'AdminMail'].includes(name));
  if (names.length > 0) part[draw.pick(names)] = draw.pick(ODD_VALUES);
}

function parse(text: string): Members | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
