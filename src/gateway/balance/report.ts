import type { Kysely } from 'kysely';
import { type Balance, type DifferingDays, countUnexplained } from '#contract/desk/balance.ts';
import { addDays, dayAt } from '#contract/window.ts';
import type { GatewayConfig } from '#gateway/config.ts';
import { ServicePace } from '#gateway/forward/service-pace.ts';
import { openUpstream } from '#gateway/forward/upstream.ts';
import { mailKey } from '#gateway/people/store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { loadWebhookReceiver } from '#gateway/webhook-receiver/receiver.ts';
import { createNameLookup } from '#http/name-resolver.ts';
import { ignoreProblem } from '#http/problem-error.ts';
import type { Clock } from '#system/clock.ts';
import type { Random } from '#system/random.ts';
import { fetchBalance } from './balance.ts';
import { searchDifferingDays } from './differing-days.ts';

interface BalanceReport {
  balance: Balance;
  differing: {
    adminMail: string;
    absent: number;
    surplus: number;
    /** undefined: the service did not say. */
    days: DifferingDays[] | undefined;
  }[];
}

/** The balance of the last days, and by calls of the service the days that differ, for a process without a server. */
export async function fetchBalanceReport(
  db: Kysely<GatewayTables>,
  config: GatewayConfig,
  { dayCount, agency }: { dayCount: number; agency: string | undefined },
  { clock, random }: { clock: Clock; random: Random },
): Promise<BalanceReport> {
  const { timeZone: zone } = config;
  const seams = { clock, random, lookup: createNameLookup() };
  const { url: receiverUrl } = await loadWebhookReceiver(db, config.publicUrl, seams);
  const { now } = clock;
  const to = dayAt(now(), zone);
  const query = { from: addDays(to, 1 - dayCount), to, agency };
  const balance = await fetchBalance(db, query, { now: now(), zone, receiverUrl });
  const upstream = openUpstream(config, seams);
  const pace = new ServicePace(db, clock, config);
  const { signal } = new AbortController();
  const awaitTurn = () => pace.awaitTurn('sweeps', signal);
  const differing: BalanceReport['differing'] = [];
  try {
    for (const { adminMail, reading } of balance.agencies) {
      if (!reading || countUnexplained(reading) === 0) continue;
      const days = await searchDifferingDays(
        { db, now, config, upstream, awaitTurn, signal },
        { agency_key: mailKey(adminMail), admin_mail: adminMail },
      ).catch(ignoreProblem);
      differing.push({ adminMail, absent: reading.absent, surplus: reading.surplus, days });
    }
  } finally {
    await upstream.close();
  }
  return { balance, differing };
}
