import * as z from 'zod/mini';

/**
 * A reply or message of the service has a member that the interface does not name, lacks one that it names, or has a member
 * of another type.
 */
export const DRIFT_KINDS = ['undocumented', 'missing', 'retyped'] as const;
export type DriftKind = (typeof DRIFT_KINDS)[number];

/** A difference between the interface and the service, without any value of a reply. Times are ms since 1970. */
export const Drift = z.object({
  /** Method and path of an endpoint, or the topic of a message. */
  source: z.string(),
  kind: z.enum(DRIFT_KINDS),
  /** `_entries[].Auto.Traccion`; `*` is any member. */
  path: z.string(),
  /** Type by the interface; null: `undocumented`. */
  expected: z.nullable(z.string()),
  /** Kind and length of the newest value, such as `text(12)`; null if the member is missing. */
  example: z.nullable(z.string()),
  firstAt: z.number(),
  lastAt: z.number(),
  /** Replies with it, of those `compared` since it was first seen. */
  replies: z.number(),
  compared: z.number(),
});
export type Drift = z.infer<typeof Drift>;

/** A line for a ticket at the service's support. */
export const formatDrift = ({ source, kind, path, expected, example, ...counts }: Drift): string =>
  [
    `${source}: ${kind} ${path}`,
    ...(expected === null ? [] : [`expected ${expected}`]),
    ...(example === null ? [] : [`got ${example}`]),
    `${counts.replies} of ${counts.compared} replies`,
    `${new Date(counts.firstAt).toISOString()} to ${new Date(counts.lastAt).toISOString()}`,
  ].join(', ');
