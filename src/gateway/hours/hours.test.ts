import { expect, it } from 'vitest';
import { AgencyHours } from '#contract/desk/hours.ts';
import { type Hours, defaultHours } from '#contract/hours.ts';
import type { Role } from '#contract/desk/sessions.ts';
import type { Engine } from '#database/database.ts';
import { onEachEngine } from '#testing/engines.ts';
import { CONSOLE, FOREIGN, OWN, openWorld } from '#testing/gateway-world.ts';

/** Day of the world's clock. */
const TODAY = '2026-03-05';
const ZONE = 'America/Argentina/Buenos_Aires';
const HOURS: Hours = {
  ...defaultHours(ZONE),
  zone: 'America/Santiago',
  holidays: ['2026-12-25'],
  target: 20,
  warning: 10,
};

async function open(engine: Engine) {
  const world = await openWorld({ engine });
  const as = async (role: Role) => {
    const cookie = await world.signIn(role);
    return {
      view: (agency = OWN) => world.call(`/desk/hours/${agency}`, { headers: { cookie } }),
      set: (payload: object, agency = OWN) =>
        world.call(`/desk/hours/${agency}`, { method: 'PUT', headers: { ...CONSOLE, cookie }, payload }),
      compare: (hours: object, agency = OWN) =>
        world.call(`/desk/hours/${agency}/effect`, {
          method: 'POST',
          headers: { ...CONSOLE, cookie },
          payload: { hours },
        }),
    };
  };
  return { world, as, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

onEachEngine((engine) => {
  it('200: the usual ones until a partner admin sets others, of each agency', async () => {
    await using desk = await open(engine);
    const [seller, partner] = [await desk.as('seller'), await desk.as('partner')];
    expect(AgencyHours.parse((await seller.view()).json())).toEqual({
      hours: defaultHours(ZONE),
      version: 0,
    });
    const answer = await partner.set({ hours: HOURS, version: 0 }, OWN.toUpperCase());
    // The usual ones hold before today.
    const stored = { ...HOURS, past: [{ ...defaultHours(ZONE), until: TODAY }] };
    expect([answer.statusCode, answer.json()]).toEqual([200, { hours: stored, version: 1 }]);
    expect((await seller.view()).json()).toEqual({ hours: stored, version: 1 });
    expect((await (await desk.as('support')).view()).json().version).toBe(1);
    expect((await partner.view(FOREIGN)).json().version).toBe(0);
  });

  it('409: of two who set them at once one is told; the same again is no change', async () => {
    await using desk = await open(engine);
    const partner = await desk.as('partner');
    for (const version of [0, 1]) {
      const tries = [30, 40].map((target) => ({ hours: { ...HOURS, target: target + version }, version }));
      const answers = await Promise.all(tries.map((body) => partner.set(body)));
      expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
      const won = tries[answers.findIndex(({ statusCode }) => statusCode === 200)] ?? {};
      const again = await partner.set(won);
      expect([again.statusCode, again.json()]).toEqual([200, (await partner.view()).json()]);
      expect(again.json().version).toBe(version + 1);
    }
    const ahead = await partner.set({ hours: HOURS, version: 9 });
    expect([ahead.statusCode, ahead.json().Type]).toEqual([409, '/problems/changed-meanwhile']);
  });

  it('200: hours hold from a day on, today at the earliest, and replace what was planned', async () => {
    await using desk = await open(engine);
    const partner = await desk.as('partner');
    const past = async () =>
      AgencyHours.parse((await partner.view()).json()).hours.past?.map(({ target, until }) => [
        target,
        until,
      ]);
    const set = async (target: number, day: string, version: number) =>
      expect((await partner.set({ hours: { ...HOURS, target }, day, version })).statusCode).toBe(200);
    await set(40, '2026-03-10', 0);
    expect(await past()).toEqual([[30, '2026-03-10']]);
    await set(50, '2026-03-20', 1);
    expect(await past()).toEqual([
      [30, '2026-03-10'],
      [40, '2026-03-20'],
    ]);
    // The same hours from an earlier day on are no repeat.
    const otherDay = { hours: { ...HOURS, target: 50 }, day: '2026-03-15', version: 1 };
    expect((await partner.set(otherDay)).statusCode).toBe(409);
    await set(60, '2026-01-01', 2);
    expect(await past()).toEqual([[30, TODAY]]);
  });

  it('400: what is no set of hours', async () => {
    await using desk = await open(engine);
    const partner = await desk.as('partner');
    const overlap = [
      { from: '09:00', to: '13:00' },
      { from: '12:00', to: '14:00' },
    ];
    for (const [wrong, field] of [
      [{ zone: 'America/Nowhere' }, 'hours.zone'],
      [{ week: HOURS.week.slice(1) }, 'hours.week'],
      [{ week: HOURS.week.with(2, overlap) }, 'hours.week.2'],
      [{ week: HOURS.week.with(0, [{ from: '13:00', to: '09:00' }]) }, 'hours.week.0.0.to'],
      [{ holidays: ['2026-02-30'] }, 'hours.holidays.0'],
      [{ target: 0, warning: 0 }, 'hours.target'],
      [{ warning: 21 }, 'hours.warning'],
      [{ closed: true }, 'hours'],
    ] as const) {
      const answer = await partner.set({ hours: { ...HOURS, ...wrong }, version: 0 });
      expect([wrong, answer.statusCode, answer.json().Errors]).toEqual([
        wrong,
        400,
        { [field]: ['invalid'] },
      ]);
    }
    expect((await partner.view()).json().version).toBe(0);
  });

  it('a comparison with other hours changes nothing', async () => {
    await using desk = await open(engine);
    const partner = await desk.as('partner');
    const compared = await partner.compare(HOURS);
    expect([compared.statusCode, compared.json()]).toEqual([200, { answered: 0, inTime: 0, inTimeWith: 0 }]);
    expect((await partner.compare({ ...HOURS, target: 0 })).statusCode).toBe(400);
    expect((await partner.compare(HOURS, 'x')).statusCode).toBe(404);
    for (const role of ['seller', 'support'] as const)
      expect((await (await desk.as(role)).compare(HOURS)).statusCode).toBe(403);
    expect((await partner.view()).json().version).toBe(0);
  });

  it('403 and 404: others read, sellers of their agencies', async () => {
    await using desk = await open(engine);
    const [seller, partner] = [await desk.as('seller'), await desk.as('partner')];
    for (const role of ['seller', 'support'] as const)
      expect((await (await desk.as(role)).set({ hours: HOURS, version: 0 })).json().Type).toBe(
        '/problems/forbidden',
      );
    expect((await seller.view(FOREIGN)).json().Type).toBe('/problems/foreign-agency');
    expect((await partner.view('x')).statusCode).toBe(404);
    expect((await partner.set({ hours: HOURS, version: 0 }, 'x')).statusCode).toBe(404);
    expect(desk.world.upstreamRequests).toHaveLength(0);
  });
});
