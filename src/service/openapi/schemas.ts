import * as z from 'zod/mini';
import * as agencies from '#contract/agencies.ts';
import * as catalogs from '#contract/catalogs.ts';
import * as collection from '#contract/collection.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import * as entryPoints from '#contract/entry-points.ts';
import * as inquiries from '#contract/inquiries.ts';
import * as problem from '#contract/problem.ts';
import { Flag, Int32 } from '#contract/values.ts';
import * as webhooks from '#contract/webhooks.ts';

type Schema = z.core.$ZodType;
export type Json = Record<string, unknown>;

/** Every schema of the contract by the name it is exported with. */
const NAMES = new Map<Schema, string>();
for (const module of [agencies, catalogs, collection, entryPoints, inquiries, problem, webhooks])
  for (const [name, value] of Object.entries(module) as [string, unknown][])
    if (value instanceof z.core.$ZodType && !NAMES.has(value)) NAMES.set(value, name);

const byName = (name: string) => `#/components/schemas/${name}`;

/** `$ref` of a schema that the contract names. */
export function refOf(schema: Schema): Json {
  const name = NAMES.get(schema);
  if (name === undefined) throw new Error('A schema of the table is not exported by the contract');
  return { $ref: byName(name) };
}

/** JSON Schema of everything that the rows answer and take. */
export function componentsOf(rows: readonly Endpoint[]): Record<string, Json> {
  const written = [
    problem.Problem,
    problem.ValidationProblem,
    ...rows.flatMap(({ reply, ref }) => [reply, ref]),
  ];
  const taken = rows.map(({ body }) => body);
  return { ...named(written, 'output'), ...named(taken, 'input') };
}

/** JSON Schema of one parameter, as the value it stands for. */
export function parameterSchema(schema: Schema): Json {
  const { $schema: _schema, ...json } = z.toJSONSchema(schema, { ...OPTIONS, io: 'output' });
  return json;
}

function named(schemas: readonly (Schema | undefined)[], io: 'input' | 'output'): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  for (const schema of schemas) {
    const id = schema && NAMES.get(schema);
    if (schema && id !== undefined && !registry.has(schema)) registry.add(schema, { id });
  }
  const made = z.toJSONSchema(registry, { ...OPTIONS, io, uri: byName }).schemas;
  return Object.fromEntries(
    Object.entries(made).map(([name, { $schema: _schema, $id: _id, ...json }]) => [name, json]),
  );
}

const OPTIONS = {
  target: 'draft-2020-12',
  unrepresentable: 'any',
  override({ zodSchema, jsonSchema }: { zodSchema: Schema; jsonSchema: z.core.JSONSchema.BaseSchema }) {
    if (zodSchema === Int32) Object.assign(jsonSchema, { type: 'integer', format: 'int32' });
    if (zodSchema === Flag) Object.assign(jsonSchema, { type: 'boolean', default: false });
    const { def } = (zodSchema as z.core.$ZodTypes)._zod;
    // Only a strict object refuses members that it does not name.
    if (def.type === 'object' && !def.catchall) delete jsonSchema.additionalProperties;
  },
} as const;
