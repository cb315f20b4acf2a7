import type * as z from 'zod/mini';

type Schema = z.core.$ZodType;
type ObjectSchema = z.ZodMiniObject;

/** One row of a contract table. `errors` are the statuses that the interface lists for it, and no others. */
export interface Endpoint<
  Params extends ObjectSchema = ObjectSchema,
  Query extends ObjectSchema = ObjectSchema,
  Body extends Schema | undefined = Schema | undefined,
  Reply extends Schema | undefined = Schema | undefined,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `{name}` for each path parameter. */
  path: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Full form; none where the success reply has no body. */
  reply?: Reply;
  /** Reference form, where it exists. */
  ref?: Schema;
  success: 200 | 201 | 202 | 204;
  errors: readonly (400 | 401 | 403 | 404 | 409 | 429)[];
  /** The answer carries an `ETag`, and a request with it is answered 304. */
  cached?: true;
}

/** Keeps the exact types of a row. */
export function endpoint<
  const Params extends ObjectSchema = z.ZodMiniObject<Record<never, never>>,
  const Query extends ObjectSchema = z.ZodMiniObject<Record<never, never>>,
  const Body extends Schema | undefined = undefined,
  const Reply extends Schema | undefined = undefined,
>(row: Endpoint<Params, Query, Body, Reply>): Endpoint<Params, Query, Body, Reply> {
  return row;
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

/** Members of a query; a list is one member for each of its values. */
export type QueryValues = Record<string, string | number | boolean | readonly string[] | undefined>;

/**
 * Fills the path parameters and appends the query, percent-encoded; what is undefined is left out.
 * A mail keeps its `@`, as the interface writes it.
 */
export function addressOf(
  { path }: Pick<Endpoint, 'path'>,
  params: Record<string, string | number> = {},
  query?: QueryValues,
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name]).toWellFormed()).replace(/%40/g, '@'),
  );
  if (!query) return filled;
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? (value as readonly string[]) : [value])
      if (one !== undefined) search.append(name, String(one));
  return search.size > 0 ? `${filled}?${search}` : filled;
}
