import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { desk } from './desk/desk.ts';
import type { Endpoint } from './endpoint.ts';
import { publisher } from './publisher.ts';
import { v3 } from './v3.ts';

// Every schema of what callers send, walked down to its parts.

type Schema = z.core.$ZodType;

const inputs = Object.entries<Endpoint>({ ...v3, ...publisher, ...desk }).flatMap(([name, row]) =>
  (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = row[part];
    return schema ? [{ path: `${name}.${part}`, schema }] : [];
  }),
);

interface Part {
  path: string;
  schema: Schema;
  /** Schema that reads the same value, with what a pipe does to it. */
  whole?: Schema;
}

function listParts({ path, schema, whole = schema }: Part): Part[] {
  const { def } = schema._zod as unknown as z.core.$ZodTypes['_zod'];
  const part = (name: string, inner: Schema) => listParts({ path: `${path}.${name}`, schema: inner });
  const own = { path, schema, whole };
  switch (def.type) {
    case 'object':
      return [own, ...Object.entries(def.shape).flatMap(([name, member]) => part(name, member))];
    case 'array':
      return [own, ...part('0', def.element)];
    case 'union':
      return [own, ...def.options.flatMap((option, at) => part(`|${at}`, option))];
    case 'pipe':
      return [own, ...listParts({ path, schema: def.in, whole }), ...part('out', def.out)];
    case 'record':
      return [own, ...part('key', def.keyType), ...part('value', def.valueType)];
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return listParts({ path, schema: def.innerType });
    default:
      return [own];
  }
}

const parts = inputs.flatMap(listParts);
const typeOf = ({ schema }: Part) => schema._zod.def.type;

it('the walk reaches arrays, texts and objects of each contract', () => {
  for (const type of ['array', 'string', 'object'])
    expect(parts.filter((part) => typeOf(part) === type).length).toBeGreaterThan(5);
});

/** Largest length that a schema accepts by its checks; undefined: any. */
function findMaxLength({ schema }: Part): number | undefined {
  const { checks = [] } = schema._zod.def as { checks?: z.core.$ZodCheck[] };
  return checks
    .map(({ _zod }) => _zod.def as { check: string; maximum?: number; length?: number })
    .find(({ check }) => check === 'max_length' || check === 'length_equals')?.maximum;
}

describe('of what callers send', () => {
  const arrays = parts.filter((part) => typeOf(part) === 'array');
  it.each(arrays)('the length of $path is limited, and checked before its elements', (part) => {
    const maximum = findMaxLength(part) ?? 100_000;
    const tooLong = Array.from({ length: maximum + 1 }, () => Symbol('no element'));
    const { error } = z.safeParse(part.schema, tooLong);
    expect(error?.issues.slice(0, 3).map(({ code }) => code)).toEqual(['too_big']);
  });

  // Patterns and formats limit a length too: they refuse each of these.
  const LONG = 'a1-+.é '
    .split('')
    .map((character) => character.repeat(5000))
    .concat(`2026-03-05T10:00:00.${'1'.repeat(5000)}Z`, `${'a'.repeat(5000)}@mail.example`);
  it('the length of every text is limited', () => {
    const unlimited = parts.filter(
      (part) =>
        typeOf(part) === 'string' &&
        findMaxLength(part) === undefined &&
        LONG.some((text) => z.safeParse(part.whole ?? part.schema, text).success),
    );
    expect(unlimited.map(({ path }) => path)).toEqual([]);
  });

  it('no member takes any value or any names', () => {
    const open = new Set([
      'record',
      'unknown',
      'any',
      'custom',
      'map',
      'set',
      'tuple',
      'intersection',
      'lazy',
    ]);
    expect(parts.filter((part) => open.has(typeOf(part))).map(({ path }) => path)).toEqual([]);
  });
});
