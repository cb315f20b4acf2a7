import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { DeskName } from '#contract/desk/desk.ts';
import type { V3Name } from '#contract/v3.ts';
import { addressKey } from '#gateway/client-address.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { perMinute } from '#gateway/per-minute.ts';
import { refusalOf } from '#gateway/problems.ts';
import { type Actor, completeEntry, writeEntry } from './store.ts';

declare module 'fastify' {
  interface FastifyRequest {
    audit: Recorded;
  }
  interface FastifyInstance {
    /** Each until its entry says how it ended. */
    openExports: Set<Promise<void>>;
    /** Aborts when a stop was asked for. */
    stopping: AbortSignal;
  }
}

/** What is known of a call so far. */
export interface Recorded {
  /** Who does it, or, where nobody is signed in, whose mail or link was given. */
  person?: Actor | undefined;
  agency?: string | undefined;
  target?: string | undefined;
  /** The gateway's code, where it refused. */
  code?: string | undefined;
  /** The entry that was begun. */
  entry?: string;
  /** It goes on after its answer has begun, and is completed by whoever knows how it ended. */
  goesOn?: true;
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Reads of which one asks later who did them, and calls that change nothing though they are no GET. */
const NOTED_READS: ReadonlySet<string> = new Set<DeskName>(['exportAudit', 'exportInquiries']);
// decided: a mark that an inquiry was opened is reading; an entry for each would hide what people did among what they saw.
const NOT_NOTED: ReadonlySet<string> = new Set<DeskName>([
  'viewLink',
  'reportPolicy',
  'noteSeen',
  'noteLooking',
  'endLooking',
]);
// decided: whoever is not signed in is refused without end; of that, so much is written down, by address and in all.
const STRANGERS_REFUSALS_A_MINUTE = 60;
const ALL_STRANGERS_REFUSALS_A_MINUTE = 600;
/** Refusals of a right. */
const RIGHTS: ReadonlySet<string> = new Set(['forbidden', 'foreign-agency', 'not-yours', 'cross-site']);

/**
 * Records, for every route of the contract tables and without the rooms' doing: each write, each try to sign in, and
 * each refusal of a right. A write of somebody who is signed in is there before it is done (`beginEntry`).
 */
export function recordAudit(app: FastifyInstance, { db, now }: Gateway): void {
  const mayFill = perMinute(STRANGERS_REFUSALS_A_MINUTE, now);
  const mayFillAll = perMinute(ALL_STRANGERS_REFUSALS_A_MINUTE, now);
  app.decorateRequest('audit');
  const openExports = new Set<Promise<void>>();
  app.decorate('openExports', openExports);
  const stop = new AbortController();
  app.decorate('stopping', stop.signal);
  app.addHook('preClose', async () => stop.abort());
  app.addHook('onClose', async () => {
    await Promise.all(openExports);
  });
  app.addHook('onRequest', async (request) => {
    request.audit = {};
  });
  app.addHook('onSend', async (request, reply) => {
    const { endpoint } = request.routeOptions.config;
    if (!endpoint || !isNoted(request, endpoint, reply.statusCode)) return;
    const { entry, person, code, goesOn } = request.audit;
    if (goesOn && reply.statusCode < 400) return;
    const outcome = { status: reply.statusCode, code };
    const refusedStranger = !request.admitted && reply.statusCode >= 400;
    if (refusedStranger && !(mayFill(addressKey(request.address)) && mayFillAll(''))) return;
    const subject = subjectOf(request);
    try {
      if (entry !== undefined) await completeEntry(db, entry, outcome, subject);
      else
        await writeEntry(
          db,
          { person, address: request.address, action: endpoint, ...subject },
          now(),
          outcome,
        );
    } catch (error) {
      request.log.error({ err: error }, 'the audit could not be written');
      // What was begun stays begun; what is not in the audit at all was not done.
      if (entry === undefined && reply.statusCode < 400) throw refusalOf(error);
    }
  });
}

/** Writes that a person is about to do something: if it is never answered, that much is known. */
export async function beginEntry(
  { db, now }: Gateway,
  request: FastifyRequest,
  endpoint: V3Name | DeskName,
  person: Actor,
): Promise<void> {
  request.audit.person = person;
  if (READS.has(request.method) || NOT_NOTED.has(endpoint)) return;
  const entry = { person, address: request.address, action: endpoint, ...subjectOf(request) };
  request.audit.entry = await writeEntry(db, entry, now());
}

function isNoted({ method, audit }: FastifyRequest, endpoint: string, status: number): boolean {
  if (audit.entry !== undefined || RIGHTS.has(audit.code ?? '')) return true;
  if (NOT_NOTED.has(endpoint)) return false;
  // Whoever is not signed in or slowed down has done nothing yet: writing it down would let anybody fill the audit.
  if (status === 429 || audit.code === 'sign-in-required') return false;
  // Of a HEAD nothing is exported.
  return (NOTED_READS.has(endpoint) && method === 'GET') || !READS.has(method);
}

/** The agency and the thing that the address names, or what the room said that it is about. */
export function subjectOf({ params, audit }: FastifyRequest): Pick<Recorded, 'agency' | 'target'> {
  const { adminMail, sid, topic, id } = (params ?? {}) as Record<string, string | undefined>;
  return { agency: audit.agency ?? adminMail, target: audit.target ?? sid ?? topic ?? id };
}
