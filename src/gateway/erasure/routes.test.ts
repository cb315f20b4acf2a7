import { randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { BuyerData, type BuyerRequest } from '#contract/desk/buyers.ts';
import type { Role } from '#contract/desk/sessions.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { signNotification } from '#signing/webhook.ts';
import { listAudit, recordedEntries } from '#testing/audit-entries.ts';
import { onEachEngine } from '#testing/engines.ts';
import { CONSOLE, OWN, SID, type WorldOptions, json, openWorld } from '#testing/gateway-world.ts';

const SECRET = '96d0300081d644d3bdceae8fbfc77955';
const TOPIC = 'consulta-recibida';
const PHONE = '0351 15-555-0111';
const MAIL = 'zulema.quiroz@x.example';
const CANARY = /zulema|quiroz|555.?0111/i;
const INQUIRY = {
  Momento: '2026-03-05T11:00:00-03:00',
  Auto: { Marca: 'Ford' },
  Interesado: {
    Nombre: 'Zulema',
    Apellido: 'Quiroz',
    Telefono: PHONE,
    Email: MAIL,
    Comentario: 'Soy Zulema',
  },
  OperadorResponsable: null,
  _links: { self: { href: `/v3/consultas/${OWN}/${SID}` } },
};
const NOTHING = { inquiries: 0, departed: 0, notes: 0, payloads: 0, jobRows: 0, texts: 0, files: 0 };
const ACTS = ['searches', 'exports', 'erasures'] as const;
const CONFIGURED = { Callback: 'https://a.example/x', _links: {} };

/** A gateway with the topic of inquiries. */
async function open(options: WorldOptions = {}) {
  const world = await openWorld({ answer: json(CONFIGURED, 201), ...options });
  const database = await openGatewayDatabase(world.config.database);
  const cookies = new Map<Role, string>();
  const cookieOf = async (role: Role) => {
    const cookie = cookies.get(role) ?? (await world.signIn(role));
    cookies.set(role, cookie);
    return cookie;
  };
  const call = async (
    method: 'POST' | 'PUT' | 'GET',
    url: string,
    payload?: object,
    role: Role = 'partner',
  ) =>
    world.call(url, {
      method,
      headers: { ...CONSOLE, cookie: await cookieOf(role) },
      ...(payload && { payload }),
    });
  return {
    world,
    db: database.db,
    call,
    cookieOf,
    act: (act: (typeof ACTS)[number], body: BuyerRequest, role?: Role) =>
      call('POST', `/desk/buyers/${act}`, body, role),
    find: async (body: BuyerRequest) =>
      BuyerData.parse((await call('POST', '/desk/buyers/searches', body)).json()),
    /** Sends the message of the inquiry as the service does. */
    async receive() {
      world.upstream.answer = json(CONFIGURED, 201);
      await call(
        'POST',
        `/v3/appnotificaciones/${TOPIC}`,
        { Callback: CONFIGURED.Callback, Secret: SECRET },
        'support',
      );
      world.upstream.answer = json({ _entries: [{ Topic: TOPIC, Configurado: true }] });
      const { topics } = (await call('GET', '/desk/webhooks', undefined, 'support')).json();
      const body = JSON.stringify(INQUIRY);
      const signed = signNotification({ id: randomUUID(), topic: TOPIC, body, at: world.clock.now }, SECRET);
      const headers = { 'content-type': 'application/json', ...signed };
      const path = new URL(topics[0].receiver as string).pathname;
      expect((await world.call(path, { method: 'POST', headers, payload: body })).statusCode).toBe(204);
    },
    async [Symbol.asyncDispose]() {
      await database.close();
      await world[Symbol.asyncDispose]();
    },
  };
}

onEachEngine((engine) => {
  it('what is held of a buyer is found, handed out and erased, and nothing brings it back', async () => {
    await using it = await open({ engine, sweeps: true });
    const { world, db } = it;
    await it.receive();
    const change = {
      id: randomUUID(),
      version: 0,
      change: { kind: 'note', text: 'Zulema vive en Salta', contact: false },
    };
    world.upstream.answer = json(INQUIRY);
    const noted = await it.call('POST', `/desk/follow-up/${OWN}/${SID}/changes`, change);
    expect(noted.statusCode).toBe(200);
    const counts = { ...NOTHING, inquiries: 1, notes: 1, payloads: 1 };
    const request = { phone: '+54 9 351 555 0111', reference: 'Expediente 7' };
    expect(await it.find(request)).toEqual({
      counts,
      inquiries: [{ adminMail: OWN, sid: SID, at: Date.parse(INQUIRY.Momento), isIndexed: true }],
      auditEntries: 0,
      auditDays: world.config.auditDays,
      unreachable: 0,
    });

    const file = await it.act('exports', { mail: MAIL.toUpperCase() });
    expect(file.headers['content-disposition']).toBe('attachment; filename="datos-personales.json"');
    expect(file.headers['cache-control']).toBe('private, no-store');
    expect(file.json()).toMatchObject({
      Generado: new Date(world.clock.now).toISOString(),
      Buscado: { Telefono: null, Email: MAIL, DocIdentidad: null },
      Consultas: [
        {
          AdminMail: OWN,
          Sid: SID,
          Momento: '2026-03-05T14:00:00.000Z',
          Consulta: { Interesado: INQUIRY.Interesado },
          Seguimiento: [{ Cambio: 'Nota', Detalle: 'Zulema vive en Salta', Deshecho: false }],
          Avisos: [{ Topico: TOPIC, Contenido: { Interesado: INQUIRY.Interesado } }],
          Procesos: [],
        },
      ],
    });

    const erased = await it.act('erasures', request);
    expect([erased.statusCode, erased.json()]).toEqual([200, counts]);

    // It is sent again, somebody opens it, and the sweep of a new process lists it.
    await it.receive();
    world.upstream.answer = (incoming, response) => {
      const { url = '' } = incoming;
      if (url.startsWith('/v3/agencias'))
        json({ _links: {}, _entries: [{ AdminMail: OWN }] })(incoming, response);
      else if (url.includes(SID)) json(INQUIRY)(incoming, response);
      else json({ _links: {}, _entries: [INQUIRY] })(incoming, response);
    };
    expect((await it.call('GET', `/v3/consultas/${OWN}/${SID}`)).statusCode).toBe(200);
    await db
      .updateTable('indexed_agency')
      .set({ swept_at: null, due_at: 0, claimed_by: null, claimed_until: null })
      .execute();
    world.clock.now += 60_000;
    await world.restart();
    await vi.waitFor(
      async () => {
        const swept = await db.selectFrom('indexed_agency').select('swept_at').execute();
        expect(swept.filter(({ swept_at }) => swept_at === null)).toEqual([]);
        expect(swept).not.toEqual([]);
      },
      { timeout: 10_000, interval: 50 },
    );
    expect(await it.find(request)).toMatchObject({ counts: NOTHING, inquiries: [] });
    expect((await it.act('erasures', request)).json()).toEqual(NOTHING);

    // Counts and the reference are recorded, and nothing of the buyer.
    const { entries } = await listAudit(world, await it.cookieOf('partner'));
    const acts = entries.filter(({ action }) => action.endsWith('BuyerData')).toReversed();
    expect(acts.map(({ action, changes }) => [action, changes])).toEqual([
      [
        'findBuyerData',
        expect.arrayContaining([
          { field: 'inquiries', to: '1' },
          { field: 'reference', to: 'Expediente 7' },
        ]),
      ],
      ['exportBuyerData', expect.arrayContaining([{ field: 'payloads', to: '1' }])],
      ['eraseBuyerData', expect.arrayContaining([{ field: 'notes', to: '1' }])],
      [
        'findBuyerData',
        [
          { field: 'inquiries', to: '0' },
          { field: 'reference', to: 'Expediente 7' },
        ],
      ],
      [
        'eraseBuyerData',
        [
          { field: 'inquiries', to: '0' },
          { field: 'reference', to: 'Expediente 7' },
        ],
      ],
    ]);
    expect(JSON.stringify(acts)).not.toMatch(CANARY);
  });
});

it.each(ACTS)('%s of a buyer are for partners only', async (act) => {
  await using it = await open();
  const body = { phone: PHONE };
  for (const role of ['seller', 'support'] as const)
    expect((await it.act(act, body, role)).statusCode).toBe(403);
  const url = `/desk/buyers/${act}`;
  expect((await it.world.call(url, { method: 'POST', headers: CONSOLE, payload: body })).statusCode).toBe(
    401,
  );
  expect((await it.act(act, body)).statusCode).toBe(200);
});

it.each([
  [{}, { _: ['invalid'] }],
  [{ reference: 'x' }, { _: ['invalid'] }],
  [{ phone: '555' }, { phone: ['invalid'] }],
  [
    { phone: '1111111111', document: '12' },
    { phone: ['invalid'], document: ['invalid'] },
  ],
  [{ mail: ' ' }, { mail: ['invalid'] }],
  [{ name: 'Zulema', mail: MAIL }, { _: ['invalid'] }],
  [{ mail: MAIL, reference: 'x'.repeat(61) }, { reference: ['invalid'] }],
  [{ mail: MAIL, phone: PHONE, reference: 'Llamó del 351 5550111' }, { reference: ['names-buyer'] }],
  [{ mail: MAIL, reference: `De ${MAIL}` }, { reference: ['names-buyer'] }],
])('a request that is not valid is refused before anything is done: %j', async (body, errors) => {
  await using it = await open();
  for (const act of ACTS) {
    const answer = await it.act(act, body);
    expect([answer.statusCode, answer.json().Errors]).toEqual([400, errors]);
  }
  expect(await it.db.selectFrom('erased_buyer').selectAll().execute()).toEqual([]);
  const entries = await recordedEntries(it.world, await it.cookieOf('partner'));
  expect(entries.map(([, , , , outcome]) => outcome)).toEqual(['refused', 'refused', 'refused']);
  expect(JSON.stringify(entries)).not.toMatch(CANARY);
});

it('two erasures of a buyer at once are counted once', async () => {
  await using it = await open();
  await it.receive();
  const erased = await Promise.all([1, 2].map(() => it.act('erasures', { phone: PHONE })));
  const counts = erased.map((answer) => answer.json().inquiries as number);
  expect(counts.toSorted((a, b) => a - b)).toEqual([0, 1]);
});
