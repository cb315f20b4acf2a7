import * as z from 'zod/mini';
import * as attempts from '#contract/attempts.ts';
import * as agencies from '#contract/agencies.ts';
import * as catalogs from '#contract/catalogs.ts';
import * as collection from '#contract/collection.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import * as entryPoints from '#contract/entry-points.ts';
import * as inquiries from '#contract/inquiries.ts';
import { type Json, createJsonSchemas, createSchemaRef } from '#contract/json-schemas.ts';
import * as problem from '#contract/problem.ts';
import * as publisher from '#contract/publisher.ts';
import * as webhooks from '#contract/webhooks.ts';

type Schema = z.core.$ZodType;

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

/** `$ref` of an exported schema of the contract. @throws Error if it is not exported */
export function createRef(schema: Schema): Json {
  const name = SCHEMA_NAMES.get(schema);
  if (name === undefined) throw new Error('A schema of the table is not exported by the contract');
  return createSchemaRef(name);
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

function createSchemas(schemas: readonly (Schema | undefined)[], io: 'input' | 'output') {
  const named = new Map<Schema, string>();
  for (const schema of schemas) {
    const name = schema && SCHEMA_NAMES.get(schema);
    if (schema && name !== undefined) named.set(schema, name);
  }
  return createJsonSchemas(named, io);
}
