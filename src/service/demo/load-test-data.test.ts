import { expect, it } from 'vitest';
import { onEachEngine } from '#testing/engines.ts';
import { openServiceWorld } from '#testing/service-world.ts';
import { fillDemo } from './fill-demo.ts';
import { fillLoadTestData, findRealAgency, loadTestAgencyMail } from './load-test-data.ts';

onEachEngine((engine) => {
  it('a database with an agency that is no demo’s is found', async () => {
    await using world = await openServiceWorld(engine);
    const { db } = world.database;
    expect(await findRealAgency(db)).toBeUndefined();
    const { clock, credentials, config } = world;
    await fillDemo(db, credentials, { now: clock.now, timeZone: config.timeZone });
    const few = { agencies: 1, inquiries: 1, now: clock.now, timeZone: config.timeZone };
    await fillLoadTestData(db, credentials, few);
    expect(await findRealAgency(db)).toBeUndefined();
    await world.agency('ventas@real.example');
    expect(await findRealAgency(db)).toBe('ventas@real.example');
  });

  it('gives each agency its share, inside the window, and nothing more the second time', async () => {
    await using world = await openServiceWorld(engine);
    const many = { agencies: 3, inquiries: 100, now: world.clock.now, timeZone: world.config.timeZone };
    for (let time = 0; time < 2; time++) await fillLoadTestData(world.database.db, world.credentials, many);
    const totals = [1, 2, 3].map(async (number) => {
      const reply = await world.call(`/v3/consultas/${loadTestAgencyMail(number)}`);
      return reply.json<{ Total: number }>().Total;
    });
    expect(await Promise.all(totals)).toEqual([34, 33, 33]);
  });
});
