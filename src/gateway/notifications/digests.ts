import { setImmediate } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { ExpressionBuilder } from 'kysely';
import { addDays } from '#contract/window.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { findPersonById } from '#gateway/people/store.ts';
import { enqueueMail } from '#work/mails.ts';
import { type Work, every } from '#work/work.ts';
import { buildDigestMail } from './digest-mail.ts';
import { fetchDigestFigures } from './figures.ts';
import { clockAt } from './store.ts';
import type { NotificationTables } from './tables.ts';

const DIGEST_INTERVAL_MS = 60_000;
/** Longer than the digests of one hour take; those that are left then are due a minute later. */
const DIGEST_TIMEOUT_MS = 10 * 60_000;
/** People per read. */
const PEOPLE_PER_READ = 100;

type Dependencies = Pick<Gateway, 'db' | 'readAs' | 'now' | 'random' | 'wake'> & {
  config: Pick<Gateway['config'], 'timeZone' | 'publicUrl'>;
};

/** Sends the daily digests. */
export function createDigests(gateway: Gateway, log: Pick<FastifyBaseLogger, 'error'>): Work<'digests'> {
  const onError = (error: unknown) => log.error({ err: error }, 'a daily digest could not be sent');
  return every(DIGEST_INTERVAL_MS, {
    name: 'digests',
    clock: gateway.clock,
    timeoutMs: DIGEST_TIMEOUT_MS,
    run: (signal) => sendDueDigests(gateway, onError, signal),
  });
}

/** Sends the digests that are due; one that fails keeps no other from being sent. */
export async function sendDueDigests(
  dependencies: Dependencies,
  onError: (error: unknown) => void,
  signal?: AbortSignal,
): Promise<void> {
  const { db, config, now } = dependencies;
  const clock = clockAt(now(), config.timeZone);
  let after: string | undefined = '';
  while (after !== undefined) {
    const people = await db
      .selectFrom('digest')
      .innerJoin('person', 'person.id', 'digest.person_id')
      .select('person_id')
      .where('person.disabled_at', 'is', null)
      .where(isDigestDue(clock))
      .where('person_id', '>', after)
      .orderBy('person_id')
      .limit(PEOPLE_PER_READ)
      .execute();
    for (const { person_id } of people) {
      if (signal?.aborted) return;
      await sendDigest(dependencies, person_id, clock).catch(onError);
      // Requests are answered between two people.
      await setImmediate();
    }
    after = people.length < PEOPLE_PER_READ ? undefined : people.at(-1)?.person_id;
  }
}

/** After downtime, only the digest of yesterday is due. */
function isDigestDue({ day, hour }: ReturnType<typeof clockAt>) {
  return (eb: ExpressionBuilder<NotificationTables, 'digest'>) =>
    eb.and([
      eb('enabled', '=', 1),
      eb('hour', '<=', hour),
      eb.or([
        eb('last_sent_day', 'is', null),
        eb('last_sent_day', '<', day),
        // Sent while the clock was wrong. A clock that is set back a little sends nothing again.
        eb('last_sent_day', '>', addDays(day, 1)),
      ]),
    ]);
}

async function sendDigest(
  { db, readAs, config, now, random, wake }: Dependencies,
  personId: string,
  clock: ReturnType<typeof clockAt>,
): Promise<void> {
  const person = await findPersonById(db, personId);
  if (!person) return;
  const { timeZone: zone, publicUrl } = config;
  // Counted before the transaction, which would keep others from writing meanwhile.
  const reads = readAs({ key: 'digests', isLong: true });
  const figures = await fetchDigestFigures({ db, reads }, person, {
    day: addDays(clock.day, -1),
    now: now(),
    zone,
  });
  const isQueued = await db.transaction().execute(async (transaction) => {
    // The update claims the digest: of several gateways one finds it due.
    const claimed = await transaction
      .updateTable('digest')
      .set({ last_sent_day: clock.day })
      .where('person_id', '=', person.id)
      .where(isDigestDue(clock))
      .returning('language')
      .executeTakeFirst();
    if (!claimed) return false;
    const mail = buildDigestMail(person, figures, { ...claimed, publicUrl });
    await enqueueMail(transaction, mail, { kind: 'digest', now: now(), random });
    return true;
  });
  if (isQueued) wake('mails');
}
