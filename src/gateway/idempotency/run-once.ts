import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { IDEMPOTENCY_HEADER, IDEMPOTENCY_KEY_PATTERN } from '#contract/desk/idempotency.ts';
import { DAY_MS, MINUTE_MS } from '#contract/durations.ts';
import { ignoreDiskFull } from '#database/disk-full-error.ts';
import { createProblem } from '#gateway/problems.ts';
import type { ActiveSession } from '#gateway/sessions/store.ts';
import { ProblemError } from '#http/problem-error.ts';
import { sha256 } from '#signing/sha256.ts';

export interface IdempotencyTables {
  /** Keys of writes by their caller: a token, or a person. Times are milliseconds since 1970. */
  idempotency_key: {
    owner: string;
    key: string;
    /** Hash of the request. */
    fingerprint: string;
    at: number;
    /** 0: not done yet; 1: done, or refused with `problem`. */
    done: 0 | 1;
    /** JSON of a `ProblemError` that the write was refused with. */
    problem: string | null;
  };
}

/** Keys are known for so long. */
export const KEY_LIFETIME_MS = DAY_MS;
/** A write that takes longer was interrupted, and can be done again. */
const LEASE_MS = MINUTE_MS;

interface IdempotentCall {
  caller: Pick<ActiveSession, 'id' | 'person' | 'token'>;
  request: FastifyRequest;
}

/**
 * Does a write once for each key of its caller, which the header `Idempotency-Key` has; without it always. The write must be
 * safe to do again after a crash. A repeat of a refused one is refused in the same way.
 * @throws ProblemError `invalid-request`; `key-reused` for another request; `key-in-use` while the first one is in flight
 */
export async function runOnce(
  { db, now }: { db: Kysely<IdempotencyTables>; now: () => number },
  { caller, request }: IdempotentCall,
  write: () => Promise<void>,
): Promise<void> {
  const header = request.headers[IDEMPOTENCY_HEADER.toLowerCase()];
  if (header === undefined) return write();
  const [, quoted, bare] = IDEMPOTENCY_KEY_PATTERN.exec(String(header)) ?? [];
  const key = quoted ?? bare;
  if (key === undefined)
    throw createProblem('invalid-request', { errors: { [IDEMPOTENCY_HEADER]: ['invalid'] } });
  const owner = caller.token ? caller.id : caller.person.id;
  const fingerprint = sha256(JSON.stringify([request.method, request.url.toLowerCase(), request.body]));
  const stored = await acquireKey(db, { owner, key, fingerprint }, now());
  if (stored) {
    if (stored.fingerprint !== fingerprint) throw createProblem('key-reused');
    if (!stored.done) throw createProblem('key-in-use');
    if (stored.problem !== null) throw toProblemError(stored.problem);
    return;
  }
  try {
    await write();
  } catch (error) {
    const isFinal =
      error instanceof ProblemError && error.problem.Status < 500 && !error.headers['retry-after'];
    await (isFinal ? completeKey(db, { owner, key }, toText(error)) : releaseKey(db, { owner, key }));
    throw error;
  }
  await completeKey(db, { owner, key }, null);
}

/** Reserves a key. @returns its row when it is reserved or done */
async function acquireKey(
  db: Kysely<IdempotencyTables>,
  row: { owner: string; key: string; fingerprint: string },
  now: number,
): Promise<IdempotencyTables['idempotency_key'] | undefined> {
  const { owner, key } = row;
  const acquired = await db
    .insertInto('idempotency_key')
    .values({ ...row, at: now, done: 0, problem: null })
    .onConflict((conflict) =>
      conflict
        .columns(['owner', 'key'])
        .doUpdateSet({ fingerprint: row.fingerprint, at: now, done: 0, problem: null })
        .where((eb) =>
          eb.or([
            eb('idempotency_key.at', '<=', now - KEY_LIFETIME_MS),
            eb.and([
              eb('idempotency_key.done', '=', 0),
              eb('idempotency_key.at', '<=', now - LEASE_MS),
              eb('idempotency_key.fingerprint', '=', row.fingerprint),
            ]),
          ]),
        ),
    )
    .returning('key')
    .executeTakeFirst();
  if (acquired) return undefined;
  return db
    .selectFrom('idempotency_key')
    .selectAll()
    .where((eb) => eb.and({ owner, key }))
    .executeTakeFirstOrThrow();
}

async function completeKey(
  db: Kysely<IdempotencyTables>,
  { owner, key }: { owner: string; key: string },
  problem: string | null,
): Promise<void> {
  await ignoreDiskFull(
    db
      .updateTable('idempotency_key')
      .set({ done: 1, problem })
      .where((eb) => eb.and({ owner, key }))
      .execute(),
  );
}

async function releaseKey(
  db: Kysely<IdempotencyTables>,
  { owner, key }: { owner: string; key: string },
): Promise<void> {
  await db
    .deleteFrom('idempotency_key')
    .where((eb) => eb.and({ owner, key }))
    .execute();
}

const toText = ({ problem, headers }: ProblemError) => JSON.stringify({ problem, headers });

function toProblemError(text: string): ProblemError {
  const { problem, headers } = JSON.parse(text) as Pick<ProblemError, 'problem' | 'headers'>;
  return new ProblemError(problem, headers);
}
