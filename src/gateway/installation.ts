import type { Kysely } from 'kysely';
import { isLoopback } from '#http/is-loopback.ts';
import type { GatewayConfig } from './config.ts';

export interface InstallationTables {
  setting: { name: string; value: string };
}

export class InstallationMismatchError extends Error {
  constructor(setting: string, stored: string, current: string) {
    super(
      `This data belongs to ${setting} ${stored}, and ${current} was given. ` +
        'Use the former again, or choose another DATA_DIR (or database) for the latter.',
    );
    this.name = 'InstallationMismatchError';
  }
}

/**
 * Saves the app key and the upstream at the first start, and compares them at later ones.
 * @throws InstallationMismatchError when the database belongs to another app or upstream
 */
export async function verifyInstallation(
  db: Kysely<InstallationTables>,
  {
    credentials,
    upstreamUrl,
    embeddedService,
  }: Pick<GatewayConfig, 'credentials' | 'upstreamUrl' | 'embeddedService'>,
): Promise<void> {
  await verifySetting(db, 'APP_KEY', credentials.key);
  // Our own service may move to another address.
  const isOwn = embeddedService || isLoopback(new URL(upstreamUrl).hostname);
  const upstream = isOwn ? 'loopback' : upstreamUrl;
  await verifySetting(db, 'UPSTREAM_URL', upstream);
}

async function verifySetting(db: Kysely<InstallationTables>, name: string, value: string): Promise<void> {
  await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value: stored } = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  if (stored !== value) throw new InstallationMismatchError(name, stored, value);
}
