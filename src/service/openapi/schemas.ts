import * as z from 'zod/mini';
import * as attempts from '#contract/attempts.ts';
import * as agencies from '#contract/agencies.ts';
import * as catalogs from '#contract/catalogs.ts';
import * as collection from '#contract/collection.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import * as entryPoints from '#contract/entry-points.ts';
import * as inquiries from '#contract/inquiries.ts';
import * as problem from '#contract/problem.ts';
import * as publisher from '#contract/publisher.ts';
import { Flag, Int32 } from '#contract/values.ts';
import * as webhooks from '#contract/webhooks.ts';

type Schema = z.core.$ZodType;
export type Json = Record<string, unknown>;

/** Export name of every schema of the contract. */
const SCHEMA_NAMES = new Map<Schema, string>();
for (const module of [
  agencies,
  attempts,
  catalogs,
  collection,
  entryPoints,
  inquiries,
  problem,
  publisher,
  webhooks,
])
  for (const [name, value] of Object.entries(module) as [string, unknown][])
    if (value instanceof z.core.$ZodType && !SCHEMA_NAMES.has(value)) SCHEMA_NAMES.set(value, name);

const createSchemaUri = (name: string) => `#/components/schemas/${name}`;

/** `$ref` of an exported schema of the contract. @throws Error if it is not exported */
export function createRef(schema: Schema): Json {
  const name = SCHEMA_NAMES.get(schema);
  if (name === undefined) throw new Error('A schema of the table is not exported by the contract');
  return { $ref: createSchemaUri(name) };
}

/** JSON Schemas of all replies and bodies of the endpoints. */
export function createComponents(rows: readonly Endpoint[]): Record<string, Json> {
  const replies = [
    problem.Problem,
    problem.ValidationProblem,
    ...rows.flatMap(({ reply, ref }) => [reply, ref]),
  ];
  const bodies = rows.map(({ body }) => body);
  return { ...createSchemas(replies, 'output'), ...createSchemas(bodies, 'input') };
}

/** JSON Schema of a parameter's parsed value. */
export function createParameterSchema(schema: Schema): Json {
  const { $schema: _schema, ...json } = z.toJSONSchema(schema, { ...OPTIONS, io: 'output' });
  return json;
}

function createSchemas(schemas: readonly (Schema | undefined)[], io: 'input' | 'output') {
  const registry = z.registry<{ id: string }>();
  for (const schema of schemas) {
    const id = schema && SCHEMA_NAMES.get(schema);
    if (schema && id !== undefined && !registry.has(schema)) registry.add(schema, { id });
  }
  const jsonSchemas = z.toJSONSchema(registry, { ...OPTIONS, io, uri: createSchemaUri }).schemas;
  return Object.fromEntries(
    Object.entries(jsonSchemas).map(([name, { $schema: _schema, $id: _id, ...json }]) => [name, json]),
  );
}

const OPTIONS = {
  target: 'draft-2020-12',
  unrepresentable: 'any',
  override({ zodSchema, jsonSchema }: { zodSchema: Schema; jsonSchema: z.core.JSONSchema.BaseSchema }) {
    if (zodSchema === Int32) Object.assign(jsonSchema, { type: 'integer', format: 'int32' });
    if (zodSchema === Flag) Object.assign(jsonSchema, { type: 'boolean', default: false });
    const { def } = (zodSchema as z.core.$ZodTypes)._zod;
    // Only strict objects reject unknown members.
    if (def.type === 'object' && !def.catchall) delete jsonSchema.additionalProperties;
  },
} as const;
