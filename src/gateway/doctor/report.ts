import { fetchSetting } from '#database/settings.ts';
import type { GatewayConfig } from '#gateway/config.ts';
import { ConnectionMonitor } from '#gateway/connection/connection-monitor.ts';
import { fetchDrift } from '#gateway/drift/store.ts';
import { openUpstream } from '#gateway/forward/upstream.ts';
import { getInstallationSettings } from '#gateway/installation.ts';
import type { openGatewayDatabase } from '#gateway/store.ts';
import { loadWebhookReceiver } from '#gateway/webhook-receiver/receiver.ts';
import { createNameLookup } from '#http/name-resolver.ts';
import { createSecretBox } from '#signing/secret-box.ts';
import type { Clock } from '#system/clock.ts';
import type { Random } from '#system/random.ts';
import { countRefusedMails } from '#work/mail-table.ts';
import { openSendingHold } from '#work/sending-hold.ts';
import { CHECKS, type Facts } from './checks.ts';

type GatewayDatabase = Awaited<ReturnType<typeof openGatewayDatabase>>;

/** Runs all checks, for a process without a server. A service that is away is a finding, no error. */
export async function runChecks(
  database: GatewayDatabase,
  config: GatewayConfig,
  { clock, random }: { clock: Clock; random: Random },
) {
  const facts = await fetchFacts(database, config, { clock, random });
  return CHECKS.map((check) => ({ check, findings: check.run(facts) }));
}

async function fetchFacts(
  database: GatewayDatabase,
  config: GatewayConfig,
  { clock, random }: { clock: Clock; random: Random },
): Promise<Facts> {
  const { db } = database;
  const seams = { clock, random, lookup: createNameLookup() };
  const mismatches: { name: string; stored: string; current: string }[] = [];
  for (const [name, current] of getInstallationSettings(config)) {
    const stored = await fetchSetting(db, name);
    if (stored !== undefined && stored !== current) mismatches.push({ name, stored, current });
  }
  const upstream = openUpstream(config, seams);
  try {
    const monitor = new ConnectionMonitor({
      db,
      upstream,
      config,
      receiver: await loadWebhookReceiver(db, config.publicUrl, seams),
      sendingHold: await openSendingHold(database, { PUBLIC_URL: config.publicUrl }),
      secrets: createSecretBox(config.consoleKey, random),
      now: clock.now,
    });
    return {
      connection: await monitor.getStatus(),
      mismatches,
      refusedMails: await countRefusedMails(db),
      drift: await fetchDrift(db),
    };
  } finally {
    await upstream.close();
  }
}
