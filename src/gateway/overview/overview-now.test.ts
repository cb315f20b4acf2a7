import { expect, it } from 'vitest';
import type { Counts } from '#contract/desk/inquiries.ts';
import { addOpenMinutes } from '#contract/hours.ts';
import { addDays, dayAt, startOfDay } from '#contract/window.ts';
import { saveRefused } from '#gateway/deliveries/store.ts';
import { syncAgencies } from '#gateway/inquiries/absent-agencies.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import { recordSend } from '#gateway/invitations/store.ts';
import { stampAt } from '#testing/clocks.ts';
import { onEachEngine } from '#testing/engines.ts';
import { FOREIGN, OWN, json } from '#testing/gateway-world.ts';
import { ZONE, MINUTE, DAY, hours, sidAt, openOverviewWorld, call } from '#testing/overview-world.ts';

onEachEngine((engine) => {
  it('200: every number of now is that of its list', async () => {
    await using it = await openOverviewWorld(engine, [
      { ago: 10 },
      { ago: 25 },
      { ago: 31 },
      { ago: 200 },
      { ago: 5 * 60, agency: FOREIGN },
      { ago: 2 * 24 * 60 },
      { ago: 3 * 24 * 60 },
      { ago: 4 * 24 * 60 },
      { ago: 20 * 24 * 60 },
      { ago: 21 * 24 * 60 },
    ]);
    const partner = await it.as('partner');
    const seller = await it.as('seller');
    await partner.change(5, { kind: 'snooze', until: it.world.clock.now + MINUTE });
    await partner.change(6, { kind: 'snooze', until: it.world.clock.now + 10 * DAY });
    await partner.change(3, call);
    await seller.see(0);
    // Answered by a colleague: it is not unread.
    await seller.see(3);
    it.world.clock.now += 2 * MINUTE;

    const lists = {
      waiting: 'vista=esperando',
      overdue: 'vista=tarde',
      dueSoon: 'vista=esperando&seguimiento=por-vencer',
      unread: 'seguimiento=sin-leer',
      snoozed: 'vista=pospuestas',
      returned: 'vista=pospuestas&seguimiento=volvio',
      lateToday: 'vista=tarde&seguimiento=tarde-hoy',
      lateThisWeek: 'vista=tarde&seguimiento=tarde-semana',
      lateOld: 'vista=viejas',
    } as const;
    for (const [person, query] of [
      [partner, ''],
      [partner, `agencia=${FOREIGN}`],
      [partner, `agencia=${OWN}&agencia=${FOREIGN}`],
      [seller, ''],
    ] as const) {
      const figures = await person.now(`?${query}`);
      for (const [name, list] of Object.entries(lists) as [keyof typeof lists, string][])
        expect([name, query, figures[name]]).toEqual([name, query, await person.listed(`${list}&${query}`)]);
    }
    const boards = {
      arrivedToday: 'hoy',
      waiting: 'esperando',
      overdue: 'tarde',
      snoozed: 'pospuestas',
    } as const;
    for (const person of [partner, seller]) {
      const { agencies } = await person.now();
      for (const agency of agencies)
        for (const [name, vista] of Object.entries(boards) as [keyof typeof boards, string][])
          expect([agency.adminMail, name, agency[name]]).toEqual([
            agency.adminMail,
            name,
            await person.listed(`agencia=${agency.adminMail}&vista=${vista}`),
          ]);
    }
    const { agencies: board } = await partner.now();
    expect(board).toEqual([
      { adminMail: OWN, name: 'Ruta 9', arrivedToday: 4, waiting: 5, overdue: 3, snoozed: 2 },
      { adminMail: FOREIGN, name: null, arrivedToday: 1, waiting: 1, overdue: 1, snoozed: 0 },
    ]);
    expect((await seller.now()).agencies.map(({ adminMail }) => adminMail)).toEqual([OWN]);
    expect((await partner.now(`?agencia=${FOREIGN}`)).agencies).toEqual(board.slice(1));
    const { today, ...late } = await partner.now();
    expect(late).toMatchObject({ lateToday: 2, lateThisWeek: 2, lateOld: 2 });
    expect(today).toEqual({
      worstDueAt: addOpenMinutes(it.world.clock.now - (5 * 60 + 2) * MINUTE, hours.target, hours),
      agencies: [
        { adminMail: FOREIGN, name: null, count: 1 },
        { adminMail: OWN, name: 'Ruta 9', count: 1 },
      ],
    });
    expect((await seller.now()).today.agencies).toEqual([{ adminMail: OWN, name: 'Ruta 9', count: 1 }]);
    expect(await partner.now()).toMatchObject({ waiting: 6, overdue: 4, dueSoon: 2, unread: 9, returned: 1 });
    expect(await seller.now()).toMatchObject({ waiting: 5, overdue: 3, dueSoon: 2, unread: 7, returned: 1 });
    // Between an hour before the due time and the due time.
    const due = addOpenMinutes(it.world.clock.now - 12 * MINUTE, hours.target, hours) ?? 0;
    it.world.clock.now = due;
    expect((await partner.now(`?agencia=${OWN}`)).dueSoon).toBe(0);
  });

  it('200: agencies are silent that are missed, and only where one looks after them', async () => {
    // FOREIGN receives one at 10 each day, and none for five days and a half; OWN one a week.
    const daily = Array.from({ length: 40 }, (_, index) => ({
      agency: FOREIGN,
      ago: (index + 6) * 24 * 60 + 90,
    }));
    const weekly = Array.from({ length: 6 }, (_, index) => ({ ago: (index + 1) * 7 * 24 * 60 + 90 }));
    await using it = await openOverviewWorld(engine, [...daily, ...weekly]);
    const partner = await it.as('partner');
    expect((await partner.now()).silent).toEqual([]);
    const read = (ago: number) =>
      it.db
        .updateTable('indexed_agency')
        .set({ swept_at: it.world.clock.now - ago })
        .execute();
    await read(2 * DAY);
    expect((await partner.now()).silent).toEqual([]);
    await read(MINUTE);
    const { silent } = await partner.now();
    // The weeks before the last inquiry had no more than 40.
    expect(silent).toEqual([
      {
        adminMail: FOREIGN,
        name: null,
        lastAt: it.world.clock.now - (6 * 24 * 60 + 90) * MINUTE,
        expected: expect.any(Number),
      },
    ]);
    expect(silent?.[0]?.expected).toBeGreaterThanOrEqual(5);
    expect(silent?.[0]?.expected).toBeLessThan(6);
    expect((await partner.now(`?agencia=${OWN}`)).silent).toEqual([]);
    expect((await (await it.as('support')).now()).silent).toHaveLength(1);
    expect(await (await it.as('seller')).now()).toMatchObject({
      silent: null,
      incidents: null,
      failingTopics: null,
      stoppedTopics: null,
      unansweredInvitations: null,
    });
  });

  it('200: mails that the mail server refused, and agencies without a publication left', async () => {
    await using it = await openOverviewWorld(engine, [{ ago: 10 }, { ago: 10, agency: FOREIGN }]);
    const today = dayAt(it.world.clock.now, ZONE);
    const read = (agency_key: string, used: number, day = today) =>
      it.db.insertInto('package_reading').values({ agency_key, day, used, contracted: 10 }).execute();
    await read(OWN, 10, addDays(today, -1));
    await read(FOREIGN, 9);
    await read(FOREIGN, 10, addDays(today, -1));
    const mail = { recipient: 'a@x.example', subject: '', text: '', html: '', created_at: 0, priority: 0 };
    await it.db
      .insertInto('mail')
      .values([
        { ...mail, id: 'refused', due_at: it.world.clock.now + MINUTE, attempts: 1 },
        { ...mail, id: 'new', due_at: it.world.clock.now + MINUTE, attempts: 0 },
        { ...mail, id: 'given up', due_at: null, attempts: 10 },
      ])
      .execute();
    const partner = await it.as('partner');
    const agency = { adminMail: OWN, name: 'Ruta 9' };
    expect(await partner.now()).toMatchObject({ refusedMails: 1, spentPackages: [agency] });
    expect((await partner.now(`?agencia=${FOREIGN}`)).spentPackages).toEqual([]);
    const seller = await it.as('seller');
    expect(await seller.now()).toMatchObject({ refusedMails: null, spentPackages: null, balance: null });
    expect((await partner.now()).balance).toMatchObject({ made: 0, compared: 0, readAt: null });
    await read(OWN, 9);
    expect((await partner.now()).spentPackages).toEqual([]);
    await it.db.deleteFrom('package_reading').execute();
    await read(OWN, 10, addDays(today, -15));
    expect((await partner.now()).spentPackages).toEqual([]);
  });

  it('200: answers of today are those of the person, whenever the inquiry arrived', async () => {
    await using it = await openOverviewWorld(engine, [
      { ago: 10 },
      { ago: 9 * 24 * 60 },
      { ago: 25 },
      { ago: 30 },
    ]);
    const [partner, seller] = [await it.as('partner'), await it.as('seller')];
    // Sessions end meanwhile.
    const today = () =>
      Promise.all(
        (['partner', 'seller'] as const).map(async (role) => (await (await it.as(role)).now()).answeredToday),
      );
    await partner.change(0, { kind: 'note', text: 'x', contact: false });
    expect(await today()).toEqual([0, 0]);
    await partner.change(0, call);
    await partner.change(1, { kind: 'status', status: 'contacted' });
    await seller.change(2, call);
    await partner.change(0, call);
    expect(await today()).toEqual([2, 1]);
    expect((await partner.now(`?agencia=${FOREIGN}`)).answeredToday).toBe(0);
    it.world.clock.now = startOfDay(addDays(dayAt(it.world.clock.now, ZONE), 1), ZONE) - 1;
    expect(await today()).toEqual([2, 1]);
    it.world.clock.now += 1;
    expect(await today()).toEqual([0, 0]);
  });

  it('200: numbers of now over many agencies, of which some are not listed', async () => {
    await using it = await openOverviewWorld(engine, []);
    const { now } = it.world.clock;
    const mails = Array.from({ length: 120 }, (_, index) => `a${String(index).padStart(3, '0')}@x.example`);
    await syncAgencies(
      it.db,
      mails.slice(5, -5).map((adminMail) => ({ adminMail })),
      now,
    );
    for (const [index, agency] of mails.entries()) {
      const entry = {
        Momento: new Date(now - index * MINUTE).toISOString(),
        Auto: {},
        Interesado: {},
        _links: { self: { href: `/v3/consultas/${agency}/${sidAt(index)}` } },
      };
      await upsertInquiries(it.db, [entry], { agency, discoverySource: 'list', hours, now });
    }
    const partner = await it.as('partner');
    for (const [query, waiting] of [
      ['', 120],
      [
        `?${mails
          .slice(5, -5)
          .map((mail) => `agencia=${mail}`)
          .join('&')}`,
        110,
      ],
    ] as const) {
      const { builtIn } = (await partner.call(`/desk/inquiries/counts${query}`)).json<Counts>();
      expect(await partner.now(query)).toMatchObject({
        waiting,
        unread: waiting,
        overdue: builtIn.tarde,
        dueSoon: waiting - builtIn.tarde,
      });
      expect(builtIn.esperando).toBe(waiting);
    }
  });

  it('200: refused messages, stopped topics and unanswered invitations', async () => {
    await using it = await openOverviewWorld(engine, []);
    const { now } = it.world.clock;
    const partner = await it.as('partner');
    expect(await partner.now()).toMatchObject({
      incidents: [],
      failingTopics: [],
      oldestInvitationAt: null,
      stoppedTopics: 0,
      unansweredInvitations: 0,
    });
    const yesterday = startOfDay(addDays(dayAt(now, ZONE), -1), ZONE);
    for (const [at, reason] of [
      [yesterday - 1, 'topic'],
      [yesterday - 1, 'topic'],
      [yesterday, 'signature'],
      [now, 'age'],
      [now, 'signature'],
    ] as const)
      await saveRefused(it.db, { topic: 'x', hookId: null, reason, size: 1, headers: {} }, stampAt(at));
    const { id } = await it.db.selectFrom('person').select('id').limit(1).executeTakeFirstOrThrow();
    const invite = (adminMail: string, daysAgo: number) =>
      recordSend(it.db, id, { adminMail, name: null }, stampAt(now - daysAgo * DAY));
    await invite('una@x.example', 8);
    await invite('dos@x.example', 6);
    await invite('otra@x.example', 9);
    await invite('otra@x.example', 2);
    await invite('ya@x.example', 9);
    await it.db
      .updateTable('invitation')
      .set({ state: 'registered' })
      .where('agency_key', '=', 'ya@x.example')
      .execute();
    it.world.clock.now += MINUTE;
    const topic = (Topic: string, Configurado: boolean, Activo: boolean | null) => ({
      Topic,
      Configurado,
      Activo,
      Description: null,
      _links: {},
    });
    it.world.upstream.answer = (request, response) =>
      json({
        _links: {},
        _entries: [
          topic('a', true, true),
          topic('b', true, false),
          topic('c', false, null),
          topic('d', true, null),
        ],
        Callback: 'https://x.example',
      })(request, response);
    expect(await partner.now()).toMatchObject({
      incidents: [
        { topic: 'x', reason: 'age', count: 1, state: 'open' },
        { topic: 'x', reason: 'signature', count: 1, state: 'open' },
        { topic: 'x', reason: 'signature', count: 1, state: 'quiet' },
        { topic: 'x', reason: 'topic', count: 2, state: 'quiet' },
      ],
      oldestInvitationAt: now - 8 * DAY,
      stoppedTopics: 1,
      unansweredInvitations: 1,
    });
    it.world.clock.now += MINUTE;
    it.world.upstream.answer = (request) => request.socket.destroy();
    expect((await partner.now()).stoppedTopics).toBeNull();
    // The figures do not wait for a slow service.
    it.world.clock.now += MINUTE;
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    let isAsked = false;
    it.world.upstream.answer = (_, response) => {
      isAsked = true;
      response.on('close', () => (isAsked = false));
      resolve();
    };
    const slow = partner.now();
    await asked;
    it.world.clock.now += 1000;
    expect((await slow).stoppedTopics).toBeNull();
    expect(isAsked).toBe(true);
  });

  it('200: agencies are silent by the figures of eight weeks, which are brought up to date', async () => {
    const given = Array.from({ length: 10 }, (_, index) => ({
      agency: FOREIGN,
      ago: (46 + index) * 24 * 60 + 90,
    }));
    await using it = await openOverviewWorld(engine, given);
    await it.db.updateTable('indexed_agency').set({ swept_at: it.world.clock.now }).execute();
    const partner = await it.as('partner');
    expect((await partner.now()).silent).toMatchObject([{ adminMail: FOREIGN }]);
  });
});
