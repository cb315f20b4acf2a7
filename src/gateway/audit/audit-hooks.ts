import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AuditChange } from '#contract/desk/audit.ts';
import type { DeskName } from '#contract/desk/desk.ts';
import type { V3Name } from '#contract/v3.ts';
import { addressKey } from '#gateway/client-address.ts';
import { SAFE_METHODS } from '#gateway/cross-site-requests.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { toProblem } from '#gateway/problems.ts';
import { RateLimiter } from '#http/rate-limiter.ts';
import { type Actor, completeEntry, insertEntry } from './store.ts';

declare module 'fastify' {
  interface FastifyRequest {
    audit: AuditContext;
  }
  interface FastifyInstance {
    /** Running exports; each settles when its audit entry is completed. */
    openExports: Set<Promise<void>>;
    /** Aborts when shutdown begins. */
    shutdownSignal: AbortSignal;
  }
}

/** Collected during a request for its audit entry. */
export interface AuditContext {
  /** The signed-in person, otherwise the owner of the given mail or link. */
  person?: Actor | undefined;
  /** Id of the token that was sent. */
  token?: string | undefined;
  /** True if a token was sent and refused. */
  hasRefusedToken?: true;
  agency?: string | undefined;
  target?: string | undefined;
  /** Problem code of a refusal by the gateway. */
  code?: string | undefined;
  /** Recorded if the call succeeds. */
  changes?: readonly AuditChange[];
  /** Id of the entry created by `beginEntry`. */
  entry?: string;
  /** A stream or a job goes on after the reply, and completes the entry. */
  isCompletedLater?: true;
}

/** Reads that are recorded like writes. */
const RECORDED_READS: ReadonlySet<string> = new Set<DeskName>(['exportAudit']);
/** Their handlers create the entry, with what is asked for. */
const BEGUN_BY_HANDLER: ReadonlySet<string> = new Set<DeskName>(['exportInquiries']);
// decided: opening an inquiry is a read, although it is stored: an entry for each would bury the writes.
const NOT_RECORDED: ReadonlySet<string> = new Set<DeskName>([
  'matchImport',
  'compareHours',
  'findDifferingDays',
  'viewLink',
  'beginOpenIdSignIn',
  'beginPasskeySignIn',
  'beginPasskeyProof',
  'reportPolicy',
  'reportPageLatencies',
  'noteSeen',
  'noteLooking',
  'endLooking',
  // Changes nothing; a column of values takes many calls.
  'matchValues',
  // decided: each answer names its person in the run, and an entry for each would bury other writes.
  'saveRunAnswers',
  // Changes nothing, and what is pasted belongs in no log.
  'testSignature',
]);
// decided: refusals of anonymous clients are recorded up to these limits, per address and in total.
const ANONYMOUS_REFUSALS_PER_MINUTE = 60;
const ALL_ANONYMOUS_REFUSALS_PER_MINUTE = 600;
/** Codes of authorization failures. */
const AUTHORIZATION_CODES: ReadonlySet<string> = new Set([
  'forbidden',
  'foreign-agency',
  'not-yours',
  'cross-site',
  'token-refused',
  'scope-missing',
  'not-for-tokens',
]);

/**
 * Records writes, sign-in attempts and authorization failures for every route of the contract tables. Writes of signed-in
 * people are recorded before they run (`beginEntry`).
 */
export function registerAuditHooks(app: FastifyInstance, { db, now, createAuditId }: Gateway): void {
  const addressLimiter = new RateLimiter({ limit: ANONYMOUS_REFUSALS_PER_MINUTE, now });
  const totalLimiter = new RateLimiter({ limit: ALL_ANONYMOUS_REFUSALS_PER_MINUTE, now });
  app.decorateRequest('audit');
  const openExports = new Set<Promise<void>>();
  app.decorate('openExports', openExports);
  const shutdown = new AbortController();
  app.decorate('shutdownSignal', shutdown.signal);
  app.addHook('preClose', async () => shutdown.abort());
  app.addHook('onClose', async () => {
    await Promise.all(openExports);
  });
  app.addHook('onRequest', async (request) => {
    request.audit = {};
  });
  app.addHook('onSend', async (request, reply) => {
    const { endpoint } = request.routeOptions.config;
    if (!endpoint || !isRecorded(request, endpoint, reply.statusCode)) return;
    const { entry, person, token, code, changes, isCompletedLater } = request.audit;
    if (isCompletedLater && reply.statusCode < 400) return;
    const outcome = { status: reply.statusCode, code, ...(reply.statusCode < 400 && { changes }) };
    const isAnonymousRefusal = !request.session && reply.statusCode >= 400;
    if (
      isAnonymousRefusal &&
      !(addressLimiter.consume(addressKey(request.address)).isAllowed && totalLimiter.consume('').isAllowed)
    )
      return;
    const subject = getSubject(request);
    try {
      if (entry !== undefined) await completeEntry(db, entry, outcome, subject);
      else
        await insertEntry(
          db,
          { person, token, address: request.address, action: endpoint, ...subject },
          { now: now(), createAuditId },
          outcome,
        );
    } catch (error) {
      request.log.error({ err: error }, 'the audit could not be written');
      // An entry from `beginEntry` stays without an outcome; a successful call without any entry must fail.
      if (entry === undefined && reply.statusCode < 400) throw toProblem(error);
    }
  });
}

/** Creates the entry of a write before it runs, so that a crash leaves a trace. */
export async function beginEntry(
  { db, now, createAuditId }: Gateway,
  request: FastifyRequest,
  endpoint: V3Name | DeskName,
  person: Actor,
): Promise<void> {
  request.audit.person = person;
  if (SAFE_METHODS.has(request.method) || NOT_RECORDED.has(endpoint) || BEGUN_BY_HANDLER.has(endpoint))
    return;
  const { token } = request.audit;
  const entry = { person, token, address: request.address, action: endpoint, ...getSubject(request) };
  request.audit.entry = await insertEntry(db, entry, { now: now(), createAuditId });
}

/** Completes the entry of a write before its reply is sent, so that no reply is without it. */
export async function completeEntryBeforeReply(
  { db }: Gateway,
  request: FastifyRequest,
  changes: readonly AuditChange[],
): Promise<void> {
  const { entry } = request.audit;
  if (entry === undefined) throw new Error('The call has no audit entry');
  await completeEntry(db, entry, { status: 200, code: undefined, changes }, getSubject(request));
  request.audit.isCompletedLater = true;
}

function isRecorded({ method, audit }: FastifyRequest, endpoint: string, status: number): boolean {
  if (audit.entry !== undefined || AUTHORIZATION_CODES.has(audit.code ?? '')) return true;
  if (NOT_RECORDED.has(endpoint)) return false;
  // Anonymous and rate-limited calls have no effect, and recording them would let anybody fill the audit.
  if (status === 429 || audit.code === 'sign-in-required') return false;
  // HEAD exports nothing.
  return (RECORDED_READS.has(endpoint) && method === 'GET') || !SAFE_METHODS.has(method);
}

/** Agency and target of a call: as set by its handler, otherwise from the path. */
export function getSubject({ params, audit }: FastifyRequest): Pick<AuditContext, 'agency' | 'target'> {
  const { adminMail, sid, topic, id } = (params ?? {}) as Record<string, string | undefined>;
  return { agency: audit.agency ?? adminMail, target: audit.target ?? sid ?? topic ?? id };
}
