import type { CheckState } from '#contract/desk/doctor.ts';
import type { GatewayConfig } from '#gateway/config.ts';
import { ConnectionMonitor } from '#gateway/connection/connection-monitor.ts';
import { openUpstream } from '#gateway/forward/upstream.ts';
import { OpenIdProvider } from '#gateway/openid/provider.ts';
import type { openGatewayDatabase } from '#gateway/store.ts';
import { loadWebhookReceiver } from '#gateway/webhook-receiver/receiver.ts';
import { createNameLookup } from '#http/name-resolver.ts';
import { createMailer } from '#mail/mailer.ts';
import { createSecretBox } from '#signing/secret-box.ts';
import type { Clock } from '#system/clock.ts';
import type { Random } from '#system/random.ts';
import { openSendingHold } from '#work/sending-hold.ts';
import { CHECKS } from './checks.ts';
import { createMachine } from './machine.ts';
import { runCheck } from './run-check.ts';
import { fetchDoctor } from './states.ts';

interface Seams {
  clock: Clock;
  random: Random;
}

type GatewayDatabase = Awaited<ReturnType<typeof openGatewayDatabase>>;

/** A check that ran now; what the background work found before says since when, and who ignores it. */
export type CheckReport = Pick<
  CheckState,
  'id' | 'severity' | 'why' | 'remedy' | 'findings' | 'since' | 'ignored'
>;

/** Runs all checks, for a process without a server, and stores nothing. A service that is away is a finding, no error. */
export async function runAllChecks(
  database: GatewayDatabase,
  config: GatewayConfig,
  { clock, random }: Seams,
): Promise<CheckReport[]> {
  const { db } = database;
  const lookup = createNameLookup();
  const upstream = openUpstream(config, { clock, random, lookup });
  const mailer = createMailer(config.mail, { clock, lookup });
  const openId =
    config.openId &&
    new OpenIdProvider(config.openId, { publicUrl: config.publicUrl, lookup, now: clock.now });
  try {
    const receiver = await loadWebhookReceiver(db, config.publicUrl, { clock, random, lookup });
    const connection = new ConnectionMonitor({
      db,
      upstream,
      config,
      receiver,
      sendingHold: await openSendingHold(database, { PUBLIC_URL: config.publicUrl }),
      secrets: createSecretBox(config.consoleKey, random),
      now: clock.now,
    });
    const { checks: stored } = await fetchDoctor(db, clock.now());
    const context = {
      database,
      reads: db,
      config,
      connection,
      receiver,
      mailer,
      openId,
      machine: createMachine({ clock, lookup }),
      fetchBacklogs: undefined,
      now: clock.now,
    };
    const reports: CheckReport[] = [];
    for (const check of CHECKS) {
      if (check.applies?.(config) === false) continue;
      const findings = await runCheck(check, context, clock);
      const state = stored.find(({ id }) => id === check.id);
      const { since = null, ignored = null } = state ?? {};
      reports.push({ ...check, findings, since, ignored });
    }
    return reports;
  } finally {
    mailer.close();
    await openId?.close();
    await upstream.close();
  }
}

/** True for findings that somebody should hear of. */
export const isReported = ({ findings, ignored }: CheckReport): boolean =>
  findings.length > 0 && ignored === null;

/** Formats reports as text. */
export function formatReports(reports: readonly CheckReport[]): string {
  return reports.flatMap((report) => [...formatReport(report)]).join('\n');
}

function* formatReport({
  id,
  severity,
  findings,
  since,
  ignored,
  why,
  remedy,
}: CheckReport): Generator<string> {
  if (findings.length === 0) {
    yield `ok  ${id}`;
    return;
  }
  yield `${ignored ? 'ignored' : severity}  ${id}`;
  for (const finding of findings) yield `  ${finding.en}`;
  if (ignored) {
    yield `  Ignored by ${ignored.by ?? '?'}: ${ignored.reason}`;
    return;
  }
  if (since !== null) yield `  Since ${new Date(since).toISOString()}.`;
  yield `  Why it matters: ${why.en}`;
  yield `  ${remedy.text.en}`;
  if (remedy.command !== undefined) yield `  $ ${remedy.command}`;
  if (remedy.page) yield `  Page: ${remedy.page.path}`;
}
