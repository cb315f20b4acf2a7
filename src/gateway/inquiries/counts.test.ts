import { expect, it } from 'vitest';
import { defaultHours } from '#contract/hours.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { cloneDatabase, onBothEngines } from '#testing/engines.ts';
import { parseBuyerKeys } from '#gateway/erasure/buyer-keys.ts';
import { eraseBuyerData } from '#gateway/erasure/erase-buyer.ts';
import { hideDisassociatedAgency } from './absent-agencies.ts';
import { fetchInquiryCounts, mergeInquiryCounts } from './counts.ts';
import { hideInquiries, hideMissing, noteAsked, restoreInquiries } from './missing.ts';
import { deleteInquiries } from './removal.ts';
import { upsertInquiries } from './store.ts';

const NOW = Date.parse('2026-11-16T12:00:00-03:00');
const HOUR = 3_600_000;
const AGENCIES = ['ventas@ruta9.example', 'ventas@otra.example'] as const;
const [OWN, OTHER] = AGENCIES;
const SELLER = 'ana@ruta9.example';
const sidAt = (index: number) => `01JCINQUIRY${String(index).padStart(15, '0')}`;

onBothEngines((engine) => {
  it('the count of an agency equals its inquiries after every kind of change', async () => {
    await using clone = await cloneDatabase(engine, 'gateway');
    const { db, close } = await openGatewayDatabase(clone.target);
    const add = (agency: string, count: number, make = 'Ford') =>
      upsertInquiries(
        db,
        Array.from({ length: count }, (_, index) => ({
          Momento: new Date(NOW - index * HOUR).toISOString(),
          Auto: { Marca: make },
          Interesado: { Nombre: 'Ana', Telefono: `11 4444 ${1000 + index}` },
          OperadorResponsable: index % 3 === 0 ? SELLER : null,
          _links: { self: { href: `/v3/consultas/${agency}/${sidAt(index)}` } },
        })),
        { agency, discoverySource: 'list', hours: defaultHours('America/Argentina/Buenos_Aires'), now: NOW },
      );
    const missed = { agency_key: OWN, sid: sidAt(3) };
    const { keys } = parseBuyerKeys({ phone: '11 4444 1004' });
    const merge = async (agency: string) => {
      while ((await mergeInquiryCounts(db, agency, 7)) > 0);
    };
    const changes: (() => Promise<unknown>)[] = [
      () => add(OWN, 20),
      () => add(OTHER, 5),
      () => add(OWN, 30, 'Fiat'),
      () => noteAsked(db, missed, { isThere: false, now: NOW }),
      () => hideMissing(db, OWN, { from: 0, since: NOW, before: NOW, acceptedAt: 0, now: NOW }),
      () => merge(OWN),
      () => add(OWN, 4, 'Fiat'),
      () => eraseBuyerData(db, keys, NOW),
      () => hideInquiries(db, OWN, NOW + 1),
      () => restoreInquiries(db, OWN, NOW + 1),
      () => deleteInquiries(db, { before: NOW - 20 * HOUR }, 100),
      () => merge(OWN),
      () => hideDisassociatedAgency(db, OTHER, NOW),
      () => deleteInquiries(db, { goneBefore: NOW + 1 }, 100),
      () => add(OTHER, 2),
      () => merge(OTHER),
    ];
    for (const change of changes) {
      await change();
      for (const ownInquiriesIn of [[], [OWN]]) {
        const counts = await fetchInquiryCounts(db, {
          agencies: undefined,
          ownInquiriesIn,
          operator: SELLER,
        });
        for (const agency of AGENCIES) {
          const rows = await db
            .selectFrom('inquiry')
            .select('operator_key')
            .where('agency_key', '=', agency)
            .where('gone_at', 'is', null)
            .execute();
          const own = rows.filter(({ operator_key }) => operator_key === SELLER);
          const isLimited = ownInquiriesIn.some((key) => key === agency);
          expect(counts.get(agency) ?? 0).toBe(isLimited ? own.length : rows.length);
        }
      }
    }
    expect(
      await db.selectFrom('inquiry_count').selectAll().where('agency_key', '=', OWN).execute(),
    ).toHaveLength(1);
    await close();
  });
});
