import type { Kysely } from 'kysely';
import { isLoopback } from '#http/is-loopback.ts';
import type { GatewayConfig } from './config.ts';

export interface InstallationTables {
  setting: { name: string; value: string };
}

export class OtherInstallation extends Error {
  constructor(setting: string, kept: string, given: string) {
    super(
      `This data belongs to ${setting} ${kept}, and ${given} was given. ` +
        'Use the former again, or choose another DATA_DIR (or database) for the latter.',
    );
    this.name = 'OtherInstallation';
  }
}

/**
 * One gateway, one app, one upstream: remembers both at the first start.
 * @throws OtherInstallation when the data was made with another one.
 */
export async function rememberInstallation(
  db: Kysely<InstallationTables>,
  { credentials, upstreamUrl }: Pick<GatewayConfig, 'credentials' | 'upstreamUrl'>,
): Promise<void> {
  await remember(db, 'APP_KEY', credentials.key);
  // The embedded service is the same upstream at any loopback address.
  const upstream = isLoopback(new URL(upstreamUrl).hostname) ? 'loopback' : upstreamUrl;
  await remember(db, 'UPSTREAM_URL', upstream);
}

async function remember(db: Kysely<InstallationTables>, name: string, value: string): Promise<void> {
  await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value: kept } = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  if (kept !== value) throw new OtherInstallation(name, kept, value);
}
