import * as z from 'zod/mini';
import { Flag, Int32 } from './values.ts';

// Schemas of the contract as JSON Schemas of an OpenAPI document.

type Schema = z.core.$ZodType;
export type Json = Record<string, unknown>;

const createSchemaUri = (name: string) => `#/components/schemas/${name}`;

export const createSchemaRef = (name: string): Json => ({ $ref: createSchemaUri(name) });

/** JSON Schemas of schemas by their names, which refer to each other. */
export function createJsonSchemas(
  schemas: ReadonlyMap<Schema, string>,
  io: 'input' | 'output',
): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of schemas) registry.add(schema, { id });
  const jsonSchemas = z.toJSONSchema(registry, { ...OPTIONS, io, uri: createSchemaUri }).schemas;
  return Object.fromEntries(
    Object.entries(jsonSchemas).map(([name, { $schema: _schema, $id: _id, ...json }]) => [name, json]),
  );
}

/** JSON Schema of a parameter's parsed value. */
export function createParameterSchema(schema: Schema): Json {
  const { $schema: _schema, ...json } = z.toJSONSchema(schema, { ...OPTIONS, io: 'output' });
  return json;
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
