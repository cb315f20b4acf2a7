import * as z from 'zod/mini';

// Schemas describe our own service exactly. The marks `guaranteed` and `decided` say how other deployments may differ;
// `tolerant()` derives the schema that parses replies from them.

type Schema = z.core.$ZodType;
interface Marks {
  guaranteed?: true;
  decided?: true;
}
const marks = z.registry<Marks>();

/** Marks of a schema by which other deployments may differ. */
export const marksOf = (schema: Schema): Marks => marks.get(schema) ?? {};

interface Guaranteed {
  readonly _guaranteed: true;
}
interface Decided {
  readonly _decided: true;
}

/** Marks a required member: a reply without it, or with null, is invalid. */
export function guaranteed<S extends Schema>(schema: S): S & Guaranteed {
  marks.add(schema, { guaranteed: true });
  return schema as S & Guaranteed;
}

/** Marks a member whose type the interface does not state (decisions, rule 1): replies may have any value. */
export function decided<S extends Schema>(schema: S): S & Decided {
  marks.add(schema, { decided: true });
  return schema as S & Decided;
}

/** Output type of `tolerant(S)`. */
export type Tolerant<S> = S extends Decided
  ? unknown
  : S extends z.ZodMiniObject<infer Shape>
    ? TolerantObject<Shape>
    : S extends z.ZodMiniArray<infer Item>
      ? Tolerant<Item>[]
      : S extends z.ZodMiniNullable<infer Inner>
        ? Tolerant<Inner> | null
        : S extends z.ZodMiniOptional<infer Inner>
          ? Tolerant<Inner> | undefined
          : S extends z.ZodMiniRecord<infer Key, infer Value>
            ? Key extends Schema
              ? Record<string, Tolerant<Value>>
              : never
            : S extends z.ZodMiniEnum
              ? string
              : S extends Schema
                ? z.output<S>
                : never;

type TolerantObject<Shape> = {
  [K in keyof Shape as Shape[K] extends Guaranteed ? K : never]: Tolerant<Shape[K]>;
} & {
  [K in keyof Shape as Shape[K] extends Guaranteed ? never : K]?: Tolerant<Shape[K]> | null;
};

/**
 * Derives the schema for parsing replies: unknown members are kept, members that are not guaranteed may be null or absent,
 * and limits and enum values are not checked. Wrong documented types still fail.
 */
export function tolerant<S extends Schema>(schema: S): z.ZodMiniType<Tolerant<S>> {
  return deriveSchema(schema) as unknown as z.ZodMiniType<Tolerant<S>>;
}

function deriveSchema(schema: Schema): z.ZodMiniType {
  if (marks.get(schema)?.decided) return z.unknown();
  const def = (schema as z.core.$ZodTypes)._zod.def;
  switch (def.type) {
    case 'object':
      return z.looseObject(
        Object.fromEntries(Object.entries(def.shape).map(([key, member]) => [key, deriveMember(member)])),
      );
    case 'array':
      return z.array(deriveSchema(def.element));
    case 'record':
      return z.record(z.string(), deriveSchema(def.valueType));
    case 'nullable':
      return z.nullable(deriveSchema(def.innerType));
    case 'optional':
      return z.optional(deriveSchema(def.innerType));
    case 'union':
      return z.union(def.options.map(deriveSchema));
    case 'string':
    case 'enum':
      return z.string();
    case 'number':
      return z.number();
    case 'boolean':
      return z.boolean();
    case 'literal':
    case 'null':
    case 'unknown':
      return z.unknown();
    default:
      throw new Error(`No tolerant form for a ${def.type} schema`);
  }
}

function deriveMember(schema: Schema): z.ZodMiniType {
  const derived = deriveSchema(schema);
  return marks.get(schema)?.guaranteed ? derived : z.optional(z.nullable(derived));
}

/** A member that is not in the contract, with its path: `Auto.Traccion`. */
export interface UnknownMember {
  path: string;
  value: unknown;
}

/** Lists members of a reply that are not in the contract; `_links` may have any relation. */
export function unknownMembers(schema: Schema, value: unknown, path: string[] = []): UnknownMember[] {
  const def = (schema as z.core.$ZodTypes)._zod.def;
  if (def.type === 'nullable' || def.type === 'optional') return unknownMembers(def.innerType, value, path);
  if (def.type !== 'object' || typeof value !== 'object' || value === null || marks.get(schema)?.decided)
    return [];
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const memberSchema = Object.hasOwn(def.shape, name) ? def.shape[name] : undefined;
    const at = [...path, name];
    return memberSchema ? unknownMembers(memberSchema, member, at) : [{ path: at.join('.'), value: member }];
  });
}
