import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from '@playwright/test';
import { desk } from '#contract/desk/desk.ts';
import { HOUR_MS, MINUTE_MS } from '#contract/durations.ts';
import { v3 } from '#contract/v3.ts';
import type { Vitrina } from '#testing/server-process.ts';
import type { GatewayClient } from './gateway-client.ts';

/** Its message would have come by now. */
export const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS).toISOString();

/** Lets an agency be known here for an hour: what was made before counts as missed by nobody. */
export async function makeKnownForAnHour({ dataDir }: Vitrina, adminMail: string): Promise<void> {
  const age = () => {
    using database = new DatabaseSync(join(dataDir, 'gateway.db'), { timeout: 5000 });
    return database
      .prepare('update indexed_agency set added_at = added_at - ? where agency_key = ?')
      .run(HOUR_MS, adminMail).changes;
  };
  await expect.poll(age).toBe(1);
}

/** Reads the list of an agency's inquiries, which brings them into the index. */
export const indexInquiries = (client: GatewayClient, adminMail: string) =>
  client.call(v3.listInquiries, { params: { adminMail } });

/** Messages and resends of an inquiry. */
export async function listOutcomes(client: GatewayClient, sid: string): Promise<string[]> {
  const { deliveries } = await client.call(desk.listDeliveries, { query: { id: sid } });
  return deliveries.map(({ outcome }) => outcome).toSorted();
}
