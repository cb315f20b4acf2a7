import * as z from 'zod/mini';

// Schemas are written once, exact. The two marks below say what another deployment of the service may do
// differently; `tolerant()` derives from them the schema that reads a reply.

type Schema = z.core.$ZodType;
const marks = z.registry<{ guaranteed?: true; decided?: true }>();

interface Guaranteed {
  readonly _guaranteed: true;
}
interface Decided {
  readonly _decided: true;
}

/** Marks a member without which the reply has no meaning: absent or null is a broken reply. */
export function guaranteed<S extends Schema>(schema: S): S & Guaranteed {
  marks.add(schema, { guaranteed: true });
  return schema as S & Guaranteed;
}

/** Marks a member whose type the interface does not state (decisions, rule 1): any value is kept on reading. */
export function decided<S extends Schema>(schema: S): S & Decided {
  marks.add(schema, { decided: true });
  return schema as S & Decided;
}

/** What reading a reply with `tolerant(S)` yields. */
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
 * Derives the schema that reads a reply: unknown members are kept, whatever is not guaranteed may be null or
 * absent, limits and enumerations of values are not judged; a documented type that is broken still fails.
 */
export function tolerant<S extends Schema>(schema: S): z.ZodMiniType<Tolerant<S>> {
  return derive(schema) as unknown as z.ZodMiniType<Tolerant<S>>;
}

function derive(schema: Schema): z.ZodMiniType {
  if (marks.get(schema)?.decided) return z.unknown();
  const def = (schema as z.core.$ZodTypes)._zod.def;
  switch (def.type) {
    case 'object':
      return z.looseObject(
        Object.fromEntries(Object.entries(def.shape).map(([key, member]) => [key, memberOf(member)])),
      );
    case 'array':
      return z.array(derive(def.element));
    case 'record':
      return z.record(z.string(), derive(def.valueType));
    case 'nullable':
      return z.nullable(derive(def.innerType));
    case 'optional':
      return z.optional(derive(def.innerType));
    case 'union':
      return z.union(def.options.map(derive));
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

function memberOf(schema: Schema): z.ZodMiniType {
  const read = derive(schema);
  return marks.get(schema)?.guaranteed ? read : z.optional(z.nullable(read));
}

/** A member that the contract does not know, with its path: `Auto.Traccion`. */
export interface UnknownMember {
  path: string;
  value: unknown;
}

/** Finds what a reply carries beside the contract. Members of `_links` are relations, not unknown. */
export function unknownMembers(schema: Schema, value: unknown, path: string[] = []): UnknownMember[] {
  const def = (schema as z.core.$ZodTypes)._zod.def;
  if (def.type === 'nullable' || def.type === 'optional') return unknownMembers(def.innerType, value, path);
  if (def.type !== 'object' || typeof value !== 'object' || value === null || marks.get(schema)?.decided)
    return [];
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const known = Object.hasOwn(def.shape, name) ? def.shape[name] : undefined;
    const at = [...path, name];
    return known ? unknownMembers(known, member, at) : [{ path: at.join('.'), value: member }];
  });
}
