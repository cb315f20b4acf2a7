import type * as z from 'zod/mini';
import type { Drift } from '#contract/desk/drift.ts';
import { marksOf } from '#contract/reading.ts';

type Schema = z.core.$ZodType;
export type Difference = Pick<Drift, 'kind' | 'path' | 'expected' | 'example'>;

/** Entries of a list, or members of a record, that are compared: its first and its last ones. */
const SAMPLE_SIZE = 6;
/** Differences of a reply that are listed. */
export const MAX_DIFFERENCES = 20;
const MAX_EXAMPLE_MEMBERS = 8;
const MAX_EXAMPLE_DEPTH = 3;

/**
 * Compares a parsed reply with its schema, in a time that does not grow with the length of lists. Members whose type the
 * interface does not state may have any; null instead of a value is documented (brief 2.2), except of guaranteed members.
 */
export function findDrift(schema: Schema, value: unknown): Difference[] {
  const found = new Map<string, Difference>();
  const add = (difference: Difference) => {
    if (found.size < MAX_DIFFERENCES) found.set(`${difference.kind} ${difference.path}`, difference);
  };
  compare(schema, value, { path: '', add });
  return [...found.values()];
}

interface Place {
  path: string;
  add: (difference: Difference) => void;
}

function compare(schema: Schema, value: unknown, place: Place): void {
  if (marksOf(schema).decided) return;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'optional' || def.type === 'nullable') {
    if (value !== null && value !== undefined) compare(def.innerType, value, place);
    return;
  }
  const expected = typeBySchema(schema);
  if (expected === undefined) return;
  if (typeOf(value) !== expected)
    place.add({ kind: 'retyped', path: place.path, expected, example: describeShape(value) });
  else if (def.type === 'array') compareEach(def.element, value as unknown[], `${place.path}[]`, place);
  else if (def.type === 'record')
    compareEach(def.valueType, Object.values(value as object), join(place.path, '*'), place);
  else if (def.type === 'object') compareMembers(def.shape, value as Record<string, unknown>, place);
}

function compareEach(schema: Schema, values: readonly unknown[], path: string, { add }: Place): void {
  const half = SAMPLE_SIZE / 2;
  const sample = values.length <= SAMPLE_SIZE ? values : [...values.slice(0, half), ...values.slice(-half)];
  for (const value of sample) compare(schema, value, { path, add });
}

function compareMembers(
  shape: Readonly<Record<string, Schema>>,
  value: Record<string, unknown>,
  { path, add }: Place,
): void {
  for (const [name, schema] of Object.entries(shape)) {
    const at = join(path, name);
    const isNamed = Object.hasOwn(value, name);
    if (!isNamed && schema._zod.def.type !== 'optional')
      add({ kind: 'missing', path: at, expected: typeBySchema(schema) ?? null, example: null });
    const isWithoutValue = value[name] === null && !marksOf(schema).guaranteed;
    if (isNamed && !isWithoutValue) compare(schema, value[name], { path: at, add });
  }
  for (const name in value)
    if (Object.hasOwn(value, name) && !Object.hasOwn(shape, name))
      add({
        kind: 'undocumented',
        path: join(path, maskName(name)),
        expected: null,
        example: describeShape(value[name]),
      });
}

const join = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);

/** Names that may be data, as a mail or a phone number that a value is kept by. */
const maskName = (name: string) => (/^(?!.*\d{4})[a-z_$][\w-]{0,39}$/i.test(name) ? name : '*');

/** Type of the values of a schema; undefined: any. */
function typeBySchema(schema: Schema): string | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
      return typeBySchema(def.innerType);
    case 'object':
    case 'record':
      return 'object';
    case 'array':
      return 'list';
    case 'string':
    case 'enum':
      return 'text';
    case 'number':
    case 'boolean':
    case 'null':
      return def.type;
    default:
      return undefined;
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string') return 'text';
  // Numbers that a double cannot hold are objects after `parseExactJson`.
  return JSON.isRawJSON(value) ? 'number' : typeof value;
}

const TEXT_KINDS: readonly [string, RegExp][] = [
  ['mail', /^[^\s@]+@[^\s@]+$/],
  ['date', /^\d{4}-\d\d-\d\d(?:T|$)/],
  ['address', /^(?:https?:\/)?\/\S*$/],
  ['digits', /^[+\d][\d .()-]*$/],
];

/** Types and lengths of a value, and nothing of what it says. */
export function describeShape(value: unknown, depth = 0): string {
  const type = typeOf(value);
  if (typeof value === 'string') {
    const kind = TEXT_KINDS.find(([, pattern]) => pattern.test(value.slice(0, 300)))?.[0] ?? 'text';
    return `${kind}(${value.length})`;
  }
  if (typeof value !== 'object' || value === null || type === 'number') return type;
  const isTooDeep = depth >= MAX_EXAMPLE_DEPTH;
  if (Array.isArray(value))
    return value.length === 0 || isTooDeep
      ? `list(${value.length})`
      : `list(${value.length}) of ${describeShape(value[0], depth + 1)}`;
  const members = Object.entries(value);
  if (isTooDeep) return `object(${members.length})`;
  const shown = members
    .slice(0, MAX_EXAMPLE_MEMBERS)
    .map(([name, member]) => `${maskName(name)}: ${describeShape(member, depth + 1)}`);
  return `{ ${[...shown, ...(members.length > shown.length ? ['…'] : [])].join(', ')} }`;
}
