import { expect, it } from 'vitest';
import type { InquiryPage } from '#contract/desk/inquiries.ts';
import type { OverviewPeriod } from '#contract/desk/overview.ts';
import type { Role } from '#contract/desk/sessions.ts';
import { ANSWER_BANDS, FUNNEL_STEPS, computeFirstAnswer, findPercentile } from '#contract/overview.ts';
import { sidOf } from '#contract/sid.ts';
import { addDays, startOfDay } from '#contract/window.ts';
import { toFirstAnswer } from '#gateway/follow-up/state-columns.ts';
import { syncAgencies } from '#gateway/inquiries/absent-agencies.ts';
import { selectFacts } from './roll-ups.ts';
import { onEachEngine } from '#testing/engines.ts';
import { systemClock } from '#system/clock.ts';
import { CONSOLE, FOREIGN, OWN } from '#testing/gateway-world.ts';
import { ZONE, hours, openOverviewWorld, call } from '#testing/overview-world.ts';

onEachEngine((engine) => {
  it('200: figures of a period, of what a person may see', async () => {
    await using it = await openOverviewWorld(engine, [
      { ago: 10, make: 'Ford', operator: 'vendedora@x.example' },
      { ago: 20, make: 'FORD', origin: 'WhatsApp' },
      { ago: 24 * 60, make: 'Fiat' },
      { ago: 60, agency: FOREIGN },
      { ago: 8 * 24 * 60 },
      { ago: 30 * 24 * 60 },
    ]);
    const [partner, support, seller] = [
      await it.as('partner'),
      await it.as('support'),
      await it.as('seller'),
    ];
    await it.db
      .updateTable('inquiry')
      .set({ operator_key: it.world.mail('seller') })
      .where('operator_key', 'is not', null)
      .execute();
    await seller.change(0, call);
    await partner.change(1, { kind: 'status', status: 'won' });
    await partner.change(2, { kind: 'status', status: 'lost', lostReason: 'price' });
    await partner.change(3, { kind: 'note', text: 'Hablamos', contact: true });

    const period = await partner.period();
    expect(period).toMatchObject({
      before: {
        desde: '2026-02-20',
        hasta: '2026-02-26',
        totals: { inquiries: 1, answered: 0, medianMinutes: null },
      },
      totals: {
        inquiries: 4,
        answered: 3,
        inTime: 2,
        medianMinutes: 20,
        p90Minutes: 60,
        channels: { call: 1, mail: 0, whatsapp: 0, other: 0, contact: 2 },
        funnel: { contacted: 2, appointment: 1, won: 1, lost: 1 },
        lostReasons: { price: 1, other: 0 },
      },
      ranksPeople: false,
      readAt: it.world.clock.now,
      complete: false,
      failure: null,
    });
    expect(period.days).toHaveLength(7);
    expect(period.days.at(-1)).toMatchObject({
      day: '2026-03-05',
      inquiries: 3,
      origins: { Formulario: 2, WhatsApp: 1 },
    });
    expect(
      period.agencies.map(({ adminMail, name, before, inquiries, days }) => [
        adminMail,
        name,
        before,
        inquiries,
        days.at(-1),
      ]),
    ).toEqual([
      [OWN, 'Ruta 9', 1, 3, 2],
      [FOREIGN, null, 0, 1, 1],
    ]);
    expect(period.breakdowns.make).toEqual([
      { value: 'Ford', count: 3 },
      { value: 'Fiat', count: 1 },
    ]);
    expect(period.breakdowns.price).toEqual([{ value: 'USD 10000-20000', count: 4 }]);
    expect(period.breakdowns.province).toEqual([{ value: null, count: 4 }]);
    expect(period.arrivals.all[3]?.[11]).toBe(2);
    const names = (people: OverviewPeriod['people']) => people.map(({ answered }) => answered);
    expect(names(period.people).toSorted((a, b) => a - b)).toEqual([1, 2]);
    expect(await support.period()).toEqual(period);

    const own = await seller.period();
    expect(own.totals).toMatchObject({ inquiries: 3, answered: 2 });
    expect(own.agencies.map(({ adminMail }) => adminMail)).toEqual([OWN]);
    expect(own.people).toMatchObject([{ inquiries: 1, answered: 1, inTime: 1, medianMinutes: 10 }]);

    await it.limitSeller();
    const limited = await seller.period();
    expect(limited.totals).toMatchObject({ inquiries: 1, answered: 1 });
    expect(limited.agencies).toMatchObject([{ adminMail: OWN, inquiries: 1, before: 0 }]);
    expect(limited.people).toEqual(own.people);
    expect(JSON.stringify(limited)).not.toContain('WhatsApp');
  });

  it('200: every figure of a period, and each median, is that of its list', async () => {
    await using it = await openOverviewWorld(engine, [
      { ago: 10, make: 'Ford' },
      { ago: 45, make: 'Fiat' },
      { ago: 20 * 60 },
      { ago: 24 * 60 },
      { ago: 3 * 24 * 60 },
      { ago: 60, agency: FOREIGN },
      { ago: 70, agency: FOREIGN },
    ]);
    const [partner, seller] = [await it.as('partner'), await it.as('seller')];
    for (const index of [0, 1]) await seller.change(index, call);
    await partner.change(2, { kind: 'status', status: 'won' });
    await partner.change(3, { kind: 'note', text: 'Hablamos', contact: true });
    await partner.change(5, call);
    const period = await partner.period();
    const days = { desde: period.desde, hasta: period.hasta };
    const facts = new Map((await selectFacts(it.db).select('i.sid').execute()).map((row) => [row.sid, row]));
    /** Number of inquiries of a list, and the median of their answers. */
    const list = async (filters: Record<string, string>) => {
      const query = new URLSearchParams({ ...days, ...filters });
      const { rows } = (await partner.call(`/desk/inquiries?${query}`)).json<InquiryPage>();
      const minutes = new Map<number, number>();
      for (const { inquiry } of rows) {
        const fact = facts.get(sidOf(inquiry) ?? '');
        const answer =
          fact &&
          computeFirstAnswer({ at: fact.at, dueAt: fact.due_at, ...toFirstAnswer(fact) }, hours)?.minutes;
        if (answer !== undefined) minutes.set(answer, (minutes.get(answer) ?? 0) + 1);
      }
      return { count: rows.length, medianMinutes: findPercentile(minutes, 0.5) };
    };
    const expectLists = async (
      {
        inquiries,
        answered,
        inTime,
        medianMinutes,
      }: Pick<OverviewPeriod['totals'], 'inquiries' | 'answered' | 'inTime' | 'medianMinutes'>,
      filters: Record<string, string>,
    ) => {
      expect(await list(filters)).toEqual({ count: inquiries, medianMinutes });
      expect(await list({ ...filters, cifra: 'respondidas:' })).toEqual({ count: answered, medianMinutes });
      expect((await list({ ...filters, cifra: 'respondidas:a-tiempo' })).count).toBe(inTime);
    };
    expect(period.totals).toMatchObject({ inquiries: 7, answered: 5, inTime: 1 });
    await expectLists(period.totals, {});
    for (const day of period.days) await expectLists(day, { desde: day.day, hasta: day.day });
    for (const agency of period.agencies) await expectLists(agency, { agencia: agency.adminMail });
    for (const { id, answered, inTime, medianMinutes } of period.people) {
      expect(await list({ cifra: `persona:${id}` })).toEqual({ count: answered, medianMinutes });
      expect((await list({ cifra: `persona-a-tiempo:${id}` })).count).toBe(inTime);
    }
    for (const band of ANSWER_BANDS)
      for (const step of FUNNEL_STEPS)
        expect((await list({ cifra: `demora:${band} ${step}` })).count).toBe(
          period.totals.delays[band][step],
        );
    const medians = [...period.mediansByHour.flat().entries()].filter(([, median]) => median !== null);
    expect(medians.length).toBeGreaterThan(2);
    let answered = 0;
    for (const [hour, medianMinutes] of medians) {
      const listed = await list({ cifra: `llegada-respondida:${hour}` });
      expect([hour, listed.medianMinutes]).toEqual([hour, medianMinutes]);
      answered += listed.count;
    }
    expect(answered).toBe(period.totals.answered);
  });

  it('200: people are by name, by their answers where the partner allows it, and not of many agencies', async () => {
    await using it = await openOverviewWorld(engine, [{ ago: 10 }, { ago: 20 }, { ago: 30 }]);
    const [partner, seller] = [await it.as('partner'), await it.as('seller')];
    const setName = (role: Role, name: string) =>
      it.db.updateTable('person').set({ name }).where('mail', '=', it.world.mail(role)).execute();
    await setName('seller', 'Zoe');
    await setName('partner', 'Árbol');
    await seller.change(0, call);
    await seller.change(1, call);
    await partner.change(2, call);
    const names = async () => (await partner.period()).people.map(({ name }) => name);
    expect(await names()).toEqual(['Árbol', 'Zoe']);
    for (const ranksPeople of [true, true])
      expect((await partner.rank({ ranksPeople })).statusCode).toBe(204);
    expect(await names()).toEqual(['Zoe', 'Árbol']);
    expect((await seller.period()).ranksPeople).toBe(true);
    await partner.rank({ ranksPeople: false });
    expect(await names()).toEqual(['Árbol', 'Zoe']);
    const others = Array.from({ length: 19 }, (_, index) => `otra${index}@x.example`);
    for (const [count, people] of [
      [20, 2],
      [21, 0],
    ] as const) {
      const mails = [OWN, FOREIGN, ...others].slice(0, count);
      await syncAgencies(
        it.db,
        mails.map((adminMail) => ({ adminMail })),
        it.world.clock.now,
      );
      const many = await partner.period();
      expect([many.people.length, many.agencies.length, many.totals.answered]).toEqual([people, count, 3]);
    }
    expect((await partner.period(`agencia=${OWN}&${partner.days}`)).people).toHaveLength(2);
  });

  it('200: figures are complete if the index is, unless bringing them up to date takes too long', async () => {
    const now = Date.parse('2026-03-05T14:30:00Z');
    const clock = {
      ...systemClock,
      now: () => now,
      timeout: (ms: number) => (ms === 2000 ? AbortSignal.abort() : systemClock.timeout(ms)),
    };
    await using it = await openOverviewWorld(engine, [{ ago: 10 }, { ago: 24 * 60 }], { clock });
    await it.db.updateTable('indexed_agency').set({ full_read_at: now, swept_at: now }).execute();
    const partner = await it.as('partner');
    // Only the second finds nothing to compute.
    for (const complete of [false, true])
      expect(await partner.period()).toMatchObject({ complete, totals: { inquiries: 2 } });
  });

  it('200: since when figures are whole, of what the index has and what it keeps', async () => {
    await using it = await openOverviewWorld(engine, [{ ago: 10 }, { ago: 20, agency: FOREIGN }]);
    const [partner, seller] = [await it.as('partner'), await it.as('seller')];
    const set = (agency: string, day: string) =>
      it.db
        .updateTable('indexed_agency')
        .set({ complete_since: startOfDay(day, ZONE) })
        .where('agency_key', '=', agency)
        .execute();
    const since = async (query = '') => (await partner.period(`${partner.days}${query}`)).wholeSince;
    expect(await since()).toBeNull();
    await set(OWN, '2025-12-10');
    expect(await since()).toBeNull();
    await set(FOREIGN, '2025-11-02');
    expect(await since()).toBe('2025-12-10');
    expect(await since(`&agencia=${FOREIGN}`)).toBe('2025-11-02');
    expect((await seller.period()).wholeSince).toBe('2025-12-10');
    // The morning of a partly retained day is gone: it is 11:30.
    await set(FOREIGN, '2024-01-01');
    expect(await since(`&agencia=${FOREIGN}`)).toBe(addDays('2026-03-05', -399));
  });

  it('400: days that are none, the wrong way round or too many, and settings that are none', async () => {
    await using it = await openOverviewWorld(engine, []);
    const partner = await it.as('partner');
    for (const [query, field] of [
      ['desde=2026-02-30&hasta=2026-03-01', 'desde'],
      ['desde=2026-03-01&hasta=hoy', 'hasta'],
      ['desde=0000-01-01&hasta=0000-01-02', 'desde'],
      ['desde=2026-03-02&hasta=2026-03-01', 'hasta'],
      ['desde=2025-03-01&hasta=2026-03-02', 'hasta'],
      ['desde=2026-03-01', 'hasta'],
      ['desde=2026-03-01&hasta=2026-03-01&agencia=x', 'agencia'],
      ['desde=2026-03-01&hasta=2026-03-01&otra=1', '_'],
    ] as const) {
      const answer = await partner.call(`/desk/overview?${query}`);
      expect([query, answer.statusCode, Object.keys(answer.json().Errors)[0]]).toEqual([query, 400, field]);
    }
    expect((await partner.call('/desk/overview?desde=2025-03-01&hasta=2026-03-01')).statusCode).toBe(200);
    expect((await partner.call('/desk/overview/now?agencia=x')).statusCode).toBe(400);
    for (const wrong of [{}, { ranksPeople: 1 }, { ranksPeople: true, more: 1 }])
      expect((await partner.rank(wrong)).statusCode).toBe(400);
  });

  it('404: agencies that the service does not list, once it was asked', async () => {
    await using it = await openOverviewWorld(engine, [{ ago: 10 }]);
    const [partner, seller] = [await it.as('partner'), await it.as('seller')];
    const paths = ['/desk/overview/now?', `/desk/overview?${partner.days}&`];
    for (const path of paths) {
      expect((await partner.call(`${path}agencia=${OWN.toUpperCase()}`)).statusCode).toBe(200);
      for (const unknown of ['agencia=otra@x.example', `agencia=${OWN}&agencia=otra@x.example`]) {
        const answer = await partner.call(`${path}${unknown}`);
        expect([answer.statusCode, answer.json().Type]).toEqual([404, '/problems/not-found']);
        // The reply does not reveal to a seller if a foreign agency exists.
        expect((await seller.call(`${path}${unknown}`)).statusCode).toBe(403);
      }
    }
    await it.db.deleteFrom('indexed_agency').execute();
    for (const path of paths) {
      const answer = await partner.call(`${path}agencia=otra@x.example`);
      expect([answer.statusCode, answer.json().complete]).toEqual([200, false]);
    }
  });

  it('401 and 403: nobody’s, foreign agencies, and settings of a partner', async () => {
    await using it = await openOverviewWorld(engine, [{ ago: 10, agency: FOREIGN }]);
    const seller = await it.as('seller');
    for (const path of ['/desk/overview/now', `/desk/overview?${seller.days}`]) {
      expect((await it.world.call(path, { headers: CONSOLE })).statusCode).toBe(401);
      const foreign = await seller.call(
        `${path}${path.includes('?') ? '&' : '?'}agencia=${OWN}&agencia=${FOREIGN}`,
      );
      expect([foreign.statusCode, foreign.json().Type]).toEqual([403, '/problems/foreign-agency']);
    }
    for (const role of ['seller', 'support'] as const) {
      const refused = await (await it.as(role)).rank({ ranksPeople: true });
      expect([refused.statusCode, refused.json().Type]).toEqual([403, '/problems/forbidden']);
    }
    expect((await (await it.as('partner')).period()).ranksPeople).toBe(false);
  });
});
