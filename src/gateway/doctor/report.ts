import type { GatewayConfig } from '#gateway/config.ts';
import { fetchBackupState } from '#gateway/backup/store.ts';
import { fetchCanary } from '#gateway/canary/store.ts';
import { ConnectionMonitor } from '#gateway/connection/connection-monitor.ts';
import { fetchDrift } from '#gateway/drift/store.ts';
import { openUpstream } from '#gateway/forward/upstream.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { fetchChangedSettings } from '#gateway/installation.ts';
import type { openGatewayDatabase } from '#gateway/store.ts';
import { loadWebhookReceiver } from '#gateway/webhook-receiver/receiver.ts';
import { createNameLookup } from '#http/name-resolver.ts';
import { createSecretBox } from '#signing/secret-box.ts';
import type { Clock } from '#system/clock.ts';
import type { Random } from '#system/random.ts';
import { countRefusedMails } from '#work/mail-table.ts';
import { openSendingHold } from '#work/sending-hold.ts';
import { CHECKS, type InstallationState } from './checks.ts';

interface Seams {
  clock: Clock;
  random: Random;
}

type GatewayDatabase = Awaited<ReturnType<typeof openGatewayDatabase>>;

/** Runs all checks, for a process without a server. A service that is away is a finding, no error. */
export async function runChecks(database: GatewayDatabase, config: GatewayConfig, { clock, random }: Seams) {
  const { db } = database;
  const seams = { clock, random, lookup: createNameLookup() };
  const upstream = openUpstream(config, seams);
  try {
    const connection = new ConnectionMonitor({
      db,
      upstream,
      config,
      receiver: await loadWebhookReceiver(db, config.publicUrl, seams),
      sendingHold: await openSendingHold(database, { PUBLIC_URL: config.publicUrl }),
      secrets: createSecretBox(config.consoleKey, random),
      now: clock.now,
    });
    return await runGatewayChecks({ db, config, connection, now: clock.now });
  } finally {
    await upstream.close();
  }
}

/** Runs all checks in a gateway. */
export async function runGatewayChecks({
  db,
  config,
  connection,
  now,
}: Pick<Gateway, 'db' | 'config' | 'connection' | 'now'>) {
  const state: InstallationState = {
    connection: await connection.getStatus(),
    changedSettings: await fetchChangedSettings(db, config),
    refusedMails: await countRefusedMails(db),
    drift: await fetchDrift(db),
    backupEveryMs: config.backupEveryMs,
    backup: { ...(await fetchBackupState(db)), now: now() },
    canary: await fetchCanary(db, { now: now(), zone: config.timeZone }),
  };
  return CHECKS.map((check) => ({ check, findings: check.run(state) }));
}
