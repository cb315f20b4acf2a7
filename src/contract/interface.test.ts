import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { tolerant } from './reading.ts';

// All that the modules of this folder export besides functions, as text: endpoints, schemas with their limits, figures.

type Schema = z.core.$ZodType;

const modules = Object.entries(
  import.meta.glob<Record<string, unknown>>(['./**/*.ts', '!./**/*.test.ts'], { eager: true }),
).map(([path, exports]) => ({ path: path.slice(2), values: Object.entries(exports) }));

/** Names of what is exported, by value; endpoints of a table by their own. */
const names = new Map<unknown, string>();
for (const { values } of modules)
  for (const [name, value] of values) {
    if (typeof value === 'object' && !names.has(value)) names.set(value, name);
    if (name.endsWith('Endpoints'))
      for (const row of Object.values(value as object)) names.set(row, row.name);
  }

it('the interface is the one described in interface.txt', async () => {
  const described = modules.map(({ path, values }) => {
    const lines = values
      .flatMap((entry) => (entry[0].endsWith('Endpoints') ? Object.entries(entry[1] as object) : [entry]))
      .flatMap(([name, value]: [string, unknown]) =>
        typeof value === 'function' ? [] : [`${name}: ${describeMembers(value)}`],
      );
    return `# ${path}\n\n${lines.toSorted().join('\n')}\n`;
  });
  await expect(described.join('\n')).toMatchFileSnapshot('interface.txt');
});

function describe(value: unknown): string {
  const name = names.get(value);
  return name ? `<${name}>` : describeMembers(value);
}

function describeMembers(value: unknown): string {
  if (isSchema(value)) return describeSchema(value);
  if (value instanceof RegExp) return String(value);
  if (value instanceof Map || value instanceof Set) return describe([...value]);
  if (Array.isArray(value)) return `[${value.map((item) => describe(item)).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return block(Object.entries(value).map(([name, member]) => `${name}: ${describe(member)}`));
  return typeof value === 'function' ? 'function' : JSON.stringify(value);
}

function describeSchema(schema: Schema): string {
  const { def } = schema._zod as unknown as z.core.$ZodTypes['_zod'];
  const checks = [def, ...(def.checks ?? [])].map((check) => describeCheck(check)).join('');
  switch (def.type) {
    case 'object': {
      const members = Object.entries(def.shape).map(
        ([name, member]) => `${name}${describeTolerance(schema, name)}: ${describe(member)}`,
      );
      return block(def.catchall ? [...members, `…: ${describe(def.catchall)}`] : members) + checks;
    }
    case 'array':
      return `array of ${describe(def.element)}${checks}`;
    case 'union':
      return `union of ${def.options.map((option) => describe(option)).join(' | ')}${checks}`;
    case 'pipe':
      return `${describe(def.in)} → ${describe(def.out)}${checks}`;
    case 'record':
      return `record of ${describe(def.keyType)}: ${describe(def.valueType)}${checks}`;
    case 'enum':
      return `enum ${Object.values(def.entries).join(' | ')}${checks}`;
    case 'literal':
      return `literal ${def.values.join(' | ')}${checks}`;
    case 'optional':
    case 'nullable':
    case 'nonoptional':
    case 'readonly':
      return `${def.type} ${describe(def.innerType)}${checks}`;
    case 'default':
    case 'prefault':
      return `${def.type} ${JSON.stringify(def.defaultValue)} ${describe(def.innerType)}${checks}`;
    default:
      return def.type + checks;
  }
}

/** Marks a member that replies have always, or with any value. */
function describeTolerance(schema: Schema, name: string): string {
  const member = deriveShape(schema)?.[name];
  if (!member) return '';
  if (member._zod.def.type !== 'optional') return '!';
  return z.safeParse(member, Symbol('any value')).success ? '?' : '';
}

function deriveShape(schema: Schema): Record<string, Schema> | undefined {
  try {
    return (tolerant(schema)._zod.def as unknown as z.core.$ZodObjectDef).shape;
  } catch {
    return undefined;
  }
}

/** A check of a schema, or its own: `(max_length 20)`. */
function describeCheck(check: object): string {
  const def = ('_zod' in check ? (check._zod as { def: object }).def : check) as Record<string, unknown>;
  if (typeof def.check !== 'string') return '';
  const { minimum, maximum, length, value, inclusive, format, pattern, path, tx } = def;
  const values = [minimum, maximum, length, value, inclusive, format, path].filter(
    (part) => part !== undefined,
  );
  const shown = [def.check, ...values.map((part) => JSON.stringify(part))];
  if (format === 'regex') shown.push(String(pattern));
  if (typeof tx === 'function') shown.push(JSON.stringify((tx as (text: string) => unknown)(' Aé ')));
  return ` (${shown.join(' ')})`;
}

function block(lines: readonly string[]): string {
  return lines.length > 0
    ? `{\n${lines.map((line) => `  ${line.replaceAll('\n', '\n  ')}`).join('\n')}\n}`
    : '{}';
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && '_zod' in value;
}
