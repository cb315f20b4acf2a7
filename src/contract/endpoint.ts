import type * as z from 'zod/mini';

type Schema = z.core.$ZodType;
type ObjectSchema = z.ZodMiniObject;

/** An endpoint of a contract table. `errors` are exactly the statuses that the interface lists for it. */
export interface Endpoint<
  Params extends ObjectSchema = ObjectSchema,
  Query extends ObjectSchema = ObjectSchema,
  Body extends Schema | undefined = Schema | undefined,
  Reply extends Schema | undefined = Schema | undefined,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with `{name}` for each path parameter. */
  path: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Full representation; undefined: the success reply has no body. */
  reply?: Reply;
  /** Reference representation, if it exists. */
  ref?: Schema;
  success: 200 | 201 | 202 | 204;
  errors: readonly (400 | 401 | 403 | 404 | 409 | 422 | 429)[];
  /** Size limit of the body, if it is larger than that of others. */
  maxBodyBytes?: number;
  /** Replies have an `ETag`; matching requests get 304. */
  cached?: true;
}

/** Defines an endpoint with its exact types. */
export function endpoint<
  const Params extends ObjectSchema = z.ZodMiniObject<Record<never, never>>,
  const Query extends ObjectSchema = z.ZodMiniObject<Record<never, never>>,
  const Body extends Schema | undefined = undefined,
  const Reply extends Schema | undefined = undefined,
>(row: Endpoint<Params, Query, Body, Reply>): Endpoint<Params, Query, Body, Reply> {
  return row;
}

/** Names its endpoints by their members; names are unique among both tables. */
type NamedEndpoints<Rows, Table> = {
  readonly [Name in keyof Rows]: Rows[Name] & { readonly name: Name; readonly table: Table };
};

/** Defines endpoints of the public interface. */
export function v3Endpoints<const Rows extends Record<string, Endpoint>>(
  rows: Rows,
): NamedEndpoints<Rows, 'v3'> {
  return nameEndpoints(rows, 'v3');
}

/** Defines endpoints between console and gateway. */
export function deskEndpoints<const Rows extends Record<string, Endpoint>>(
  rows: Rows,
): NamedEndpoints<Rows, 'desk'> {
  return nameEndpoints(rows, 'desk');
}

function nameEndpoints<Rows extends Record<string, Endpoint>, Table>(rows: Rows, table: Table) {
  return Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [name, { ...row, name, table }]),
  ) as NamedEndpoints<Rows, Table>;
}

export type ParamsOf<E> = E extends Endpoint<infer P, infer _Q, infer _B, infer _R> ? z.output<P> : never;
export type QueryOf<E> = E extends Endpoint<infer _P, infer Q, infer _B, infer _R> ? z.output<Q> : never;
export type BodyOf<E> =
  E extends Endpoint<infer _P, infer _Q, infer B, infer _R>
    ? B extends Schema
      ? z.output<B>
      : undefined
    : never;
export type ReplyOf<E> =
  E extends Endpoint<infer _P, infer _Q, infer _B, infer R>
    ? R extends Schema
      ? z.output<R>
      : undefined
    : never;

/** Names of the path parameters, in order. */
export function pathParams(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
}

/** Query parameters; an array repeats the parameter. */
export type QueryValues = Record<string, string | number | boolean | readonly string[] | undefined>;

/**
 * Builds the path of an endpoint with its query, percent-encoded; undefined parameters are omitted. `@` is not encoded,
 * as in the interface's examples.
 */
export function addressOf(
  { path }: Pick<Endpoint, 'path'>,
  params: Record<string, string | number> = {},
  query?: QueryValues,
): string {
  const pathname = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name]).toWellFormed()).replace(/%40/g, '@'),
  );
  if (!query) return pathname;
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const item of Array.isArray(value) ? (value as readonly string[]) : [value])
      if (item !== undefined) search.append(name, String(item));
  return search.size > 0 ? `${pathname}?${search}` : pathname;
}
