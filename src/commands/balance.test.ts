import { expect, it } from 'vitest';
import { defaultHours } from '#contract/hours.ts';
import { dayAt } from '#contract/window.ts';
import { syncAgencies } from '#gateway/inquiries/absent-agencies.ts';
import { updateIndexedAgency } from '#gateway/inquiries/agencies.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { OWN, SID, json, openWorld, type World } from '#testing/gateway-world.ts';
import { runGatewayCommand } from '#testing/run-gateway-command.ts';

const runBalance = (world: World, args: string[]) => runGatewayCommand(world, 'balance.ts', args);

it('balance prints the days, and ends with 1 and the days that differ when something is unexplained', async () => {
  await using world = await openWorld();
  const database = await openGatewayDatabase(world.config.database);
  const { db } = database;
  const at = Date.now() - 60_000;
  const today = dayAt(at, world.config.timeZone);
  const entry = {
    Momento: new Date(at).toISOString(),
    Auto: {},
    Interesado: {},
    _links: { self: { href: `/v3/consultas/${OWN}/${SID}` } },
  };
  await syncAgencies(db, [{ adminMail: OWN, name: null }], at);
  const source = { agency: OWN, discoverySource: 'webhook', hours: defaultHours('UTC'), now: at } as const;
  await upsertInquiries(db, [entry], source);
  const counts = { swept_at: at, index_count: 1, arriving_count: 0, missing_count: 0, erased_count: 0 };
  await updateIndexedAgency(db, OWN, { ...counts, service_count: 1 });
  // Two days: a minute ago may be yesterday.
  const closes = await runBalance(world, ['--since', '2d']);
  expect(closes.code).toBe(0);
  expect(closes.output).toContain(`${today}  1 (1 webhook)  missed: 0  median 0 s, `);
  expect(closes.output).toMatch(/\n1 made, 1 in the inbox, 0 unexplained; .*\n$/);
  await updateIndexedAgency(db, OWN, { ...counts, service_count: 2 });
  world.upstream.answer = (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://service');
    const Total = (searchParams.get('hasta') ?? '') >= today ? 2 : 0;
    json({ Total, PerPagina: 25, _links: {}, _entries: [] })(request, response);
  };
  const differs = await runBalance(world, ['--agency', OWN]);
  expect(differs.code).toBe(1);
  expect(differs.output).toContain(`1 unexplained`);
  expect(differs.output).toMatch(
    new RegExp(`\n${OWN}: 1 not in the inbox, 0 only there\n {2}${today}: 2 made, 1 in the inbox\n$`),
  );
  await database.close();
});

it.runIf(process.env.TEST_FULL).each(['0d', '93d', '30', 'x'])(
  'balance refuses --since %s',
  async (since) => {
    await using world = await openWorld();
    const { code, output } = await runBalance(world, ['--since', since]);
    expect(code).toBe(1);
    expect(output).toMatch(/give --since as a number of days, 1d to 92d.*npm run balance/s);
  },
);
