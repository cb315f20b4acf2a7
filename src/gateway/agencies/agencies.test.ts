import { expect, it } from 'vitest';
import type { AgencyHealth } from '#contract/desk/agencies.ts';
import type { Engine } from '#database/database.ts';
import { createPeople } from '#gateway/people/store.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { stampAt } from '#testing/clocks.ts';
import { onEachEngine } from '#testing/engines.ts';
import { FOREIGN, OWN, json, openWorld } from '#testing/gateway-world.ts';
import { DAY, openOverviewWorld } from '#testing/overview-world.ts';
import { recordPackage } from './package-readings.ts';

const LIST = { Total: 41, _entries: [{ Momento: '2026-03-05T11:00:00-03:00', Auto: {}, Interesado: {} }] };
const DAY_MINUTES = 24 * 60;

/** A reply of the service with a package of so many used publications. */
const createPackage = (Utilizadas: number | null) => ({
  status: 200,
  body: JSON.stringify({ Productos: [{ Contratadas: 20, Utilizadas }], _links: {} }),
});

async function openHealth(engine: Engine) {
  // Eight inquiries in eight weeks are one a week: more than five are missed after forty days.
  const ago = [40, 41, 42, 43, 44, 45, 46, 47].map((days) => ({ ago: days * DAY_MINUTES }));
  const it = await openOverviewWorld(engine, [...ago, { agency: FOREIGN, ago: DAY_MINUTES }]);
  await it.db.updateTable('indexed_agency').set({ swept_at: it.world.clock.now }).execute();
  const partner = await it.as('partner');
  const view = async (query = '') =>
    (await partner.call(`/desk/agencies/health${query}`)).json<{ agencies: AgencyHealth[] }>().agencies;
  return { ...it, view, partner, [Symbol.asyncDispose]: () => it[Symbol.asyncDispose]() };
}

onEachEngine((engine) => {
  it('the health of agencies has the same silence as the overview, and what is usual', async () => {
    await using world = await openHealth(engine);
    const { now } = world.world.clock;
    const agencies = await world.view();
    expect(agencies).toHaveLength(2);
    expect(agencies).toContainEqual({
      adminMail: OWN,
      lastAt: now - 40 * DAY,
      last24Hours: 0,
      perDay: 8 / 56,
      isSilent: true,
      package: null,
    });
    expect(agencies).toContainEqual({
      adminMail: FOREIGN,
      lastAt: now - DAY,
      last24Hours: 0,
      perDay: null,
      isSilent: false,
      package: null,
    });
    expect((await world.partner.now()).silent?.map(({ adminMail }) => adminMail)).toEqual([OWN]);
    expect(await world.view(`?agencia=${FOREIGN.toUpperCase()}`)).toMatchObject([{ adminMail: FOREIGN }]);
  });

  it('inquiries of the last 24 hours are those of their list, until they are older', async () => {
    const ago = [0, 60, DAY_MINUTES - 1, DAY_MINUTES].map((minutes) => ({ ago: minutes }));
    await using world = await openOverviewWorld(engine, [...ago, { agency: FOREIGN, ago: 10 }]);
    const { clock } = world.world;
    const partner = await world.as('partner');
    const read = async () => {
      const { agencies } = (await partner.call('/desk/agencies/health')).json<{ agencies: AgencyHealth[] }>();
      for (const { adminMail, last24Hours } of agencies)
        expect([adminMail, last24Hours]).toEqual([
          adminMail,
          await partner.listed(`agencia=${adminMail}&cifra=ultimas-24-h:`),
        ]);
      return agencies.map(({ last24Hours }) => last24Hours).toSorted((a, b) => b - a);
    };
    expect(await read()).toEqual([3, 1]);
    clock.now += 60_000;
    expect(await read()).toEqual([2, 1]);
  });

  it('a package has its last reading, and the day on which it runs out', async () => {
    await using world = await openHealth(engine);
    const record = (day: string, used: number | null) =>
      recordPackage(world.db, { agency_key: OWN, day }, createPackage(used));
    await record('2026-03-01', 10);
    expect((await world.view(`?agencia=${OWN}`))[0]?.package).toEqual({
      used: 10,
      contracted: 20,
      day: '2026-03-01',
      forecast: null,
    });
    await record('2026-03-05', 13);
    // The last reading of a day counts; a package without figures is none.
    await record('2026-03-05', 14);
    await record('2026-03-05', null);
    expect((await world.view(`?agencia=${OWN}`))[0]?.package).toEqual({
      used: 14,
      contracted: 20,
      day: '2026-03-05',
      forecast: { runsOutOn: '2026-03-11', baseDays: 4 },
    });
    expect((await world.view(`?agencia=${FOREIGN}`))[0]?.package).toBeNull();
  });

  it('people bound to an agency are listed by name, with those limited to their own inquiries', async () => {
    await using world = await openWorld({ engine, answer: json(LIST) });
    const one = { role: 'seller' as const, agencies: [OWN], password: 'una clave bien larga' };
    const database = await openGatewayDatabase(world.config.database);
    await createPeople(
      database.db,
      [
        { ...one, name: 'Zoe', mail: 'zoe@ruta9.example' },
        { ...one, name: 'Álvaro', mail: 'alvaro@ruta9.example' },
        { ...one, name: 'Bruno', mail: 'bruno@ruta9.example', agencies: [FOREIGN] },
      ],
      stampAt(1),
    );
    const set = database.db.updateTable('person_agency').set({ own_inquiries_only: 1 });
    const zoe = database.db.selectFrom('person').select('id').where('name', '=', 'Zoe');
    await set.where('person_id', '=', zoe).execute();
    await database.close();

    const cookie = await world.signIn('partner');
    const { people } = (await world.call(`/desk/agencies/${OWN}/people`, { headers: { cookie } })).json();
    const demo = world.gateway.demoPeople?.find(({ role }) => role === 'seller');
    expect(people).toHaveLength(3);
    expect(people).toContainEqual({
      name: 'Zoe',
      mail: 'zoe@ruta9.example',
      role: 'seller',
      ownInquiriesOnly: true,
    });
    expect(people[0]).toMatchObject({ name: 'Álvaro', ownInquiriesOnly: false });
    expect(people.map(({ mail }: { mail: string }) => mail)).toContain(demo?.mail);
  });
});
