import { setTimeout } from 'node:timers/promises';
import { desk } from '#contract/desk/desk.ts';
import { addressOf } from '#contract/endpoint.ts';
import { type GatewayTables, openGatewayDatabase } from '#gateway/store.ts';
import { openServiceDatabase } from '#service/store.ts';
import type { Kysely } from 'kysely';
import { countMissingSids } from './crash-target.ts';
import type { LivePage, TimeSpan, Work } from './fleet-people.ts';
import { percentile } from './number-options.ts';
import type { GatewaySession } from './sign-in.ts';

export interface FleetRun {
  /** `performance.now()` at which the service acknowledged each inquiry, by sid. */
  arrivals: Map<string, number>;
  /** Kills, upgrades and restarts, `performance.now()` ms. */
  incidents: { at: number; name: string }[];
  /** Spans of `performance.now()` in which PostgreSQL was away. */
  interruptions: TimeSpan[];
  pages: LivePage[];
}

interface Evidence extends FleetRun {
  work: Work;
  mails: Map<string, string[]>;
  sessions: readonly GatewaySession[];
}

/** Compares what was acknowledged with what is stored; prints it, and sets the exit code. */
export async function checkFleet(
  { arrivals, incidents, interruptions, pages, work, mails, sessions }: Evidence,
  { databaseUrl, settleMs, eventMs }: { databaseUrl: string; settleMs: number; eventMs: number },
): Promise<void> {
  const target = { file: '', url: databaseUrl };
  const gateway = await openGatewayDatabase({ ...target, schema: 'gateway' });
  const service = await openServiceDatabase({ ...target, schema: 'service' });
  const sids = [...arrivals.keys()];
  const settled = await waitUntilSettled(settleMs, async () => {
    const received = await fetchReceived(gateway.db);
    return (
      sids.every((sid) => received.has(sid)) &&
      [...work.invited].every((mail) => mails.has(mail)) &&
      pages.every(({ inquiries }) => sids.every((sid) => inquiries.has(sid)))
    );
  });

  const stored = await service.db.selectFrom('inquiries').select('sid').where('sid', 'in', sids).execute();
  const received = await fetchReceived(gateway.db);
  const indexed = await gateway.db.selectFrom('inquiry').select('sid').where('sid', 'in', sids).execute();
  const entries = await gateway.db.selectFrom('follow_up_entry').select('id').execute();
  const people = await gateway.db.selectFrom('person').select('mail').execute();
  await gateway.close();
  await service.close();

  const failures = work.failed.filter(({ at }) => !overlapsAny(interruptions, { from: at, to: at }));
  const delays = pages.flatMap((page) =>
    [...arrivals].map(([sid, at]) => ({ sid, page, at, delay: (page.inquiries.get(sid) ?? Infinity) - at })),
  );
  const late = delays.filter(({ delay }) => delay > eventMs);
  const connected = late.filter(
    ({ page, at, delay }) => !overlapsAny([...page.gaps, ...interruptions], { from: at, to: at + delay }),
  );
  const viewMe = ({ url, headers }: GatewaySession) => fetch(url + addressOf(desk.viewMe), { headers });
  // A kept connection to a process that was killed breaks once.
  const replies = await Promise.all(sessions.map((session) => viewMe(session).catch(() => viewMe(session))));
  const sentMails = [...work.invited].map((mail) => mails.get(mail) ?? []);
  const checks = {
    'notes lost': countMissingSids(
      work.notes,
      entries.map(({ id }) => ({ key: id })),
    ),
    'invitations lost': countMissingSids(
      work.invited,
      people.map(({ mail }) => ({ key: mail })),
    ),
    'inquiries lost by the service': countMissingSids(
      new Set(sids),
      stored.map(({ sid }) => ({ key: sid })),
    ),
    'webhooks lost': sids.filter((sid) => !received.has(sid)).length,
    'webhooks kept twice': [...received.values()].filter((count) => count > 1).length,
    'inquiries not in the index': countMissingSids(
      new Set(sids),
      indexed.map(({ sid }) => ({ key: sid })),
    ),
    'mails never sent': sentMails.filter((ids) => ids.length === 0).length,
    'mails sent twice': sentMails.filter((ids) => new Set(ids).size > 1).length,
    'sessions lost': replies.filter(({ status }) => status === 401).length,
    'replies that ended a session': work.failed.filter(({ status }) => status === 401).length,
    'requests that failed twice in a row': failures.filter(({ attempt }) => attempt > 1).length,
    'events that never came': delays.filter(({ delay }) => delay === Infinity).length,
    [`events after ${eventMs / 1000} s on a connected page`]: connected.length,
  };
  console.log(
    `${work.requests} requests, ${work.notes.size} notes, ${work.invited.size} invitations and ${arrivals.size} inquiries ` +
      `acknowledged${settled ? '' : '; NOT SETTLED'}`,
  );
  console.table(checks);
  console.log(
    `Replies: p50 ${percentile(work.times, 0.5).toFixed(0)} ms, p95 ${percentile(work.times, 0.95).toFixed(0)} ms, p99 ` +
      `${percentile(work.times, 0.99).toFixed(0)} ms. Failed once: ${failures.filter(({ attempt }) => attempt === 1).length}; ` +
      `while PostgreSQL was away: ${work.failed.length - failures.length}, at most ${maxAttempt(work)} in a row. ` +
      `Mails sent again with the same id: ${sentMails.filter((ids) => ids.length > new Set(ids).size).length}. ` +
      `Events: p50 ${percentile(
        delays.map(({ delay }) => delay),
        0.5,
      ).toFixed(0)} ms, p99 ${percentile(
        delays.map(({ delay }) => delay),
        0.99,
      ).toFixed(0)} ms; ${late.length} of ${delays.length} after ${eventMs / 1000} s`,
  );
  const kinds = Map.groupBy(
    failures,
    ({ endpoint, status, attempt }) => `${endpoint} ${status} (${attempt})`,
  );
  for (const [kind, failed] of kinds) console.log(`  ${failed.length} × ${kind}`);
  for (const [sid, events] of Map.groupBy(connected, (event) => event.sid)) {
    const at = arrivals.get(sid) ?? 0;
    const incident = incidents.findLast((candidate) => candidate.at < at + eventMs);
    const times = events.map(({ delay }) => Math.round(delay));
    console.log(
      `  ${sid} came to ${events.length} pages after ${Math.min(...times)} to ${Math.max(...times)} ms; ` +
        `it was acknowledged ${Math.round(at - (incident?.at ?? 0))} ms after ${incident?.name}`,
    );
  }
  if (!settled || Object.values(checks).some((count) => count > 0)) process.exitCode = 1;
}

const overlapsAny = (spans: readonly TimeSpan[], { from, to }: TimeSpan) =>
  spans.some((span) => span.from <= to && span.to >= from);

const maxAttempt = ({ failed }: Work) => Math.max(0, ...failed.map(({ attempt }) => attempt));

/** Counts the stored webhooks of each inquiry. */
async function fetchReceived(db: Kysely<GatewayTables>): Promise<Map<string | null, number>> {
  const rows = await db
    .selectFrom('delivery')
    .select(['sid', ({ fn }) => fn.countAll<number>().as('count')])
    .where('outcome', '=', 'received')
    .groupBy('sid')
    .execute();
  return new Map(rows.map(({ sid, count }) => [sid, count]));
}

async function waitUntilSettled(timeoutMs: number, isSettled: () => Promise<boolean>): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  while (performance.now() < end) {
    if (await isSettled()) return true;
    await setTimeout(1000);
  }
  return false;
}
