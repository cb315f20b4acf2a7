import type { Kysely } from 'kysely';
import type { GatewayConfig } from '#gateway/config.ts';
import { type DemoPerson, ensureDemoPeople } from '#gateway/people/demo.ts';
import { hasPeople } from '#gateway/people/store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import type { Stamp } from '#system/random.ts';
import { prepareStory } from './story.ts';
import { type StoryCast, storeHours } from './story-agencies.ts';

/** Prepares the people of the demo, and what they did before its first start. */
export async function prepareDemo(
  db: Kysely<GatewayTables>,
  config: Pick<GatewayConfig, 'timeZone' | 'dataDir'>,
  { demoAgency, demoCast }: { demoAgency?: string | undefined; demoCast?: StoryCast },
  stamp: Stamp,
): Promise<DemoPerson[] | undefined> {
  if (!(await hasPeople(db))) {
    await prepareStory(db, stamp.now);
    if (demoCast) await storeHours(db, demoCast, config.timeZone);
  }
  return ensureDemoPeople(db, { dataDir: config.dataDir, agency: demoAgency, ...stamp });
}
