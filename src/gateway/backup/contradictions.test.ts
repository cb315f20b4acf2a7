import { expect, it } from 'vitest';
import { defaultHours } from '#contract/hours.ts';
import { eraseInquiry } from '#gateway/erasure/erase-inquiry.ts';
import { syncAgencies } from '#gateway/inquiries/absent-agencies.ts';
import { updateIndexedAgency } from '#gateway/inquiries/agencies.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { cloneDatabase, onBothEngines } from '#testing/engines.ts';
import { OWN, SID } from '#testing/gateway-world.ts';
import { findContradictions } from './contradictions.ts';

const NOW = Date.parse('2026-11-20T12:00:00-03:00');

onBothEngines((engine) => {
  it('finds agencies with fewer inquiries than their balance had, but for those that were erased since', async () => {
    await using clone = await cloneDatabase(engine, 'gateway');
    const database = await openGatewayDatabase(clone.target);
    const { db } = database;
    await syncAgencies(db, [{ adminMail: OWN, name: null }], NOW);
    const other = `${SID.slice(0, -1)}Z`;
    const entries = [SID, other].map((sid) => ({
      Momento: new Date(NOW).toISOString(),
      Auto: {},
      Interesado: {},
      _links: { self: { href: `/v3/consultas/${OWN}/${sid}` } },
    }));
    await upsertInquiries(db, entries, {
      agency: OWN,
      discoverySource: 'list',
      hours: defaultHours('UTC'),
      now: NOW,
    });
    await eraseInquiry(db, { agency_key: OWN, sid: other, at: NOW }, NOW + 1);
    const counts = { swept_at: NOW, service_count: 2, arriving_count: 0, missing_count: 0, erased_count: 0 };
    await updateIndexedAgency(db, OWN, { ...counts, index_count: 2 });
    expect(await findContradictions(db)).toEqual([]);
    await updateIndexedAgency(db, OWN, { ...counts, index_count: 3 });
    expect(await findContradictions(db)).toEqual([
      `1 agencies have fewer inquiries than their balance had: ${OWN}`,
    ]);
    await database.close();
  });
});
