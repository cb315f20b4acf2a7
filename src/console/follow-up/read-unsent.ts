import * as z from 'zod/mini';
import { ChangeFollowUp, TimelineEntry } from '#contract/desk/follow-up.ts';
import { Failure } from '#console/api/failure.ts';
import type { Sent } from './change-queue.ts';

const { by: By } = TimelineEntry.shape;
const { id, change } = ChangeFollowUp.shape;

const KeptFailure = z.object({
  kind: z.enum(['network', 'broken', 'problem', 'code', 'outdated']),
  request: z.string(),
  status: z.number(),
  code: z.optional(z.string()),
  errors: z.record(z.string(), z.array(z.string())),
  fields: z.array(z.string()),
});

const Kept = z.object({
  adminMail: z.string(),
  sid: z.string(),
  number: z.number(),
  id,
  change,
  at: z.number(),
  by: By,
  to: z.nullable(By),
  from: z.string(),
  version: z.optional(z.int()),
  state: z.enum(['waiting', 'failed', 'conflict']),
  failure: z.optional(z.unknown()),
});

/** What was kept of one inquiry. */
export interface Unsent {
  adminMail: string;
  sid: string;
  /** As they were asked for. */
  sent: Sent[];
}

/** The changes that were kept (`unsentText`) by inquiry; whatever cannot be read is left out. */
export function readUnsent(texts: readonly string[]): Unsent[] {
  const kept = texts.flatMap((text) => z.safeParse(Kept, jsonIn(text)).data ?? []);
  // Those of two tabs may have the same numbers: each tab's own stay in order.
  kept.sort((one, other) => one.number - other.number || one.at - other.at);
  const inquiries = new Map<string, Unsent>();
  for (const one of kept) {
    const { adminMail, sid } = one;
    const key = `${adminMail} ${sid}`.toLowerCase();
    const inquiry = inquiries.get(key) ?? { adminMail, sid, sent: [] };
    inquiry.sent.push(sentOf(one));
    inquiries.set(key, inquiry);
  }
  return [...inquiries.values()];
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function sentOf({ id, change, at, by, to, from, version, state, failure }: z.infer<typeof Kept>): Sent {
  return {
    id,
    change,
    at,
    by,
    to,
    from,
    version,
    state,
    failure: state === 'failed' ? failureIn(failure) : undefined,
  };
}

function failureIn(kept: unknown): Error {
  const { data } = z.safeParse(KeptFailure, kept);
  if (!data) return new Error('It failed on an earlier page');
  const { kind, request, status, code, errors, fields } = data;
  return new Failure(kind, request, {
    status,
    fields,
    problem: { ...(code && { Type: `/problems/${code}` }), Errors: errors },
  });
}
