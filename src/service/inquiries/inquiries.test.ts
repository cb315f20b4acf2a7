import { decodeTime, ulid } from 'ulid';
import { expect, it } from 'vitest';
import { Reference } from '#contract/collection.ts';
import { type Consulta, Consultas, ConsultasRef } from '#contract/inquiries.ts';
import { ValidationProblem } from '#contract/problem.ts';
import { onEachEngine } from '#testing/engines.ts';
import {
  type ServiceWorld,
  createInquiry,
  openRefusalWorld,
  openServiceWorld,
} from '#testing/service-world.ts';
import type { InquiryContent } from './store.ts';

const MAIL = 'ventas@a.example';
const LIST = `/v3/consultas/${MAIL}`;
const REF = 'application/vnd.service.ref+json';

/** Saves inquiries of the agency. @returns their sids */
async function receive(
  world: ServiceWorld,
  consultas: readonly InquiryContent[],
  mail = MAIL,
  publishedBy: string | null = null,
): Promise<string[]> {
  const agency = await world.agencies.findRegistered(mail);
  if (!agency) throw new Error('No such agency');
  const stored = consultas.map((consulta) => ({
    sid: ulid(Date.parse(consulta.Momento)),
    consulta,
    publishedBy,
  }));
  await world.inquiries.receive(agency, stored, 0);
  return stored.map(({ sid }) => sid);
}

const list = async (world: ServiceWorld, search = '') =>
  Consultas.parse((await world.call(LIST + search)).json());

onEachEngine((engine) => {
  it('200: the newest first, equal moments by sid, with the whole count and the real bounds', async () => {
    await using world = await openServiceWorld(engine);
    await world.agency(MAIL);
    const moments = ['2026-11-19T10:00:00-03:00', '2026-11-20T09:00:00-03:00', '2026-11-19T13:00:00Z'];
    const [first = '', , second = ''] = await receive(
      world,
      moments.map((Momento) => createInquiry({ Momento })),
    );
    const page = await list(world);
    expect(page).toMatchObject({
      Desde: '2026-08-22T00:00:00-03:00',
      Hasta: '2026-11-20T23:59:59.999-03:00',
      Pagina: 1,
      Total: 3,
      PerPagina: 25,
    });
    expect(page._entries.map((entry) => entry.Momento)[0]).toBe('2026-11-20T09:00:00-03:00');
    expect(page._entries.slice(1).map(({ _links }) => _links.self?.href)).toEqual(
      [first, second].toSorted((a, b) => (a < b ? 1 : -1)).map((sid) => `${LIST}/${sid}`),
    );
    expect(decodeTime(first)).toBe(decodeTime(second));
  });

  it('200: pages and their links, up to page 99 and past the end', async () => {
    await using world = await openServiceWorld(engine);
    await world.agency(MAIL);
    const start = Date.parse('2026-11-01T00:00:00Z');
    await receive(
      world,
      Array.from({ length: 2500 }, (_, at) =>
        createInquiry({ Momento: new Date(start + at * 1000).toISOString() }),
      ),
    );
    const href = (pagina: number) => ({ href: `${LIST}?desde=2026-10-01&pagina=${pagina}` });
    const second = await list(world, '?desde=2026-10-01&pagina=2');
    expect(second._links).toEqual({
      self: href(2),
      first: href(1),
      prev: href(1),
      next: href(3),
      last: href(99),
      find: { href: `${LIST}{?operador,externalid,desde,hasta,pagina}`, templated: true },
    });
    const last = await list(world, '?pagina=99');
    expect(last._entries).toHaveLength(25);
    expect(last._entries[0]?.Momento).toBe(new Date(start + (2499 - 98 * 25) * 1000).toISOString());
    expect(Object.keys(last._links)).toEqual(['self', 'first', 'prev', 'last', 'find']);

    const past = await list(world, '?hasta=2026-10-30&pagina=7');
    expect(past).toMatchObject({ Total: 0, Pagina: 7, _entries: [] });
    expect(past._links.prev?.href).toBe(`${LIST}?hasta=2026-10-30&pagina=1`);
    expect(past._links).not.toHaveProperty('next');
  });

  it('200: the window keeps the first and the last millisecond, and nothing around them', async () => {
    await using world = await openServiceWorld(engine);
    await world.agency(MAIL);
    const inside = ['2026-11-10T00:00:00-03:00', '2026-11-11T23:59:59.999-03:00'];
    const outside = ['2026-11-09T23:59:59.999-03:00', '2026-11-12T00:00:00-03:00'];
    await receive(
      world,
      [...inside, ...outside].map((Momento) => createInquiry({ Momento })),
    );
    const page = await list(world, '?desde=2026-11-10&hasta=2026-11-11');
    expect(page._entries.map(({ Momento }) => Momento)).toEqual(inside.toReversed());
  });

  it('200: the administrator sees all, a collaborator the own ones, somebody else none', async () => {
    await using world = await openServiceWorld(engine);
    await world.agency(MAIL, {}, ['Vende@a.example']);
    await receive(
      world,
      [null, MAIL, 'VENDE@a.example', 'vende@a.example', 'otra@a.example'].map((OperadorResponsable) =>
        createInquiry({ OperadorResponsable }),
      ),
    );
    const totals = [];
    for (const operador of [MAIL.toUpperCase(), 'vende@A.example', 'otra@a.example', 'nadie@a.example'])
      totals.push((await list(world, `?operador=${operador}`)).Total);
    expect(totals).toEqual([5, 2, 1, 0]);
  });

  it('200: the administrator is responsible when nobody was named, also of those kept before that', async () => {
    await using world = await openServiceWorld(engine);
    await world.agency('Ventas@A.example');
    const [sid = ''] = await receive(
      world,
      [null, '  '].map((OperadorResponsable) => createInquiry({ OperadorResponsable })),
    );
    const rows = () => world.database.db.selectFrom('inquiries').select(['body', 'operator_key']).execute();
    for (const { body, operator_key } of await rows()) {
      expect(JSON.parse(body)).toMatchObject({ OperadorResponsable: 'Ventas@A.example' });
      expect(operator_key).toBe('ventas@a.example');
    }
    const body = JSON.stringify({ ...createInquiry(), OperadorResponsable: null });
    await world.database.db.updateTable('inquiries').set({ body, operator_key: null }).execute();
    const responsible = (await list(world))._entries.map(({ OperadorResponsable }) => OperadorResponsable);
    expect(responsible).toEqual(['Ventas@A.example', 'Ventas@A.example']);
    expect((await world.call(`${LIST}/${sid}`)).json()).toMatchObject({
      OperadorResponsable: 'Ventas@A.example',
    });
  });

  it('200: externalid ignores case, and goes together with operador', async () => {
    await using world = await openServiceWorld(engine);
    await world.agency(MAIL);
    const of = (ExternalId: string, OperadorResponsable: string | null = null) =>
      createInquiry({ Auto: { ...createInquiry().Auto, ExternalId }, OperadorResponsable });
    await receive(world, [of('AbÑ-1'), of('abñ-1', 'v@a.example'), of('ab-2'), of('')]);
    expect((await list(world, `?externalid=${encodeURIComponent('ABñ-1')}`)).Total).toBe(2);
    expect((await list(world, `?externalid=${encodeURIComponent('ABñ-1')}&operador=v@a.example`)).Total).toBe(
      1,
    );
    expect((await list(world, '?externalid=x%27%20or%201%3D1')).Total).toBe(0);
  });

  it('200: keeps members and values that the contract does not know', async () => {
    await using world = await openServiceWorld(engine);
    await world.agency(MAIL);
    const odd = { ...createInquiry({ OrigenLead: 'Paloma' }), Nuevo: { a: [1] } };
    const [sid = ''] = await receive(world, [odd]);
    const reply = await world.call(`${LIST}/${sid.toLowerCase()}`);
    const { _links, ...received } = reply.json<Consulta>();
    expect(received).toEqual({ ...odd, OperadorResponsable: MAIL });
    expect(_links).toEqual({
      self: { href: `${LIST}/${sid}` },
      agencia: { href: `/v3/agencias/${MAIL}` },
      resendwebhook: { href: `${LIST}/${sid}/resendwebhook`, method: 'POST' },
    });
  });

  it('200: one inquiry at any age, which the list leaves out', async () => {
    await using world = await openServiceWorld(engine);
    await world.agency(MAIL);
    const [sid] = await receive(world, [createInquiry({ Momento: '2020-01-01T00:00:00Z' })]);
    expect((await world.call(`${LIST}/${sid}`)).statusCode).toBe(200);
    expect((await list(world)).Total).toBe(0);
  });

  it('200: reference forms', async () => {
    await using world = await openServiceWorld(engine);
    await world.agency(MAIL);
    const [sid] = await receive(world, [createInquiry()]);
    const title = 'Ana Núñez: Fiat Cronos';
    const page = await world.call(LIST, { headers: { accept: REF } });
    expect(page.headers['content-type']).toBe(REF);
    expect(ConsultasRef.parse(page.json())).toMatchObject({ Total: 1, _entries: [{ title }] });
    const one = await world.call(`${LIST}/${sid}`, { headers: { accept: REF } });
    expect(Reference.parse(one.json())).toEqual({ href: `${LIST}/${sid}`, title });
  });

  const refusing = openRefusalWorld(engine, (world) => world.agency(MAIL));

  it.each([
    ['pagina=0', ['pagina']],
    ['pagina=100', ['pagina']],
    ['pagina=1.5', ['pagina']],
    ['pagina=', ['pagina']],
    ['pagina=01', ['pagina']],
    ['pagina=99999999999', ['pagina']],
    ['desde=2026-08-21', ['desde']],
    ['desde=2026-11-21', ['desde']],
    ['desde=2026-02-30', ['desde']],
    ['desde=', ['desde']],
    ['hasta=2026-11-21', ['hasta']],
    ['hasta=2026-08-21', ['hasta']],
    ['hasta=20-11-2026', ['hasta']],
    ['desde=2026-11-12&hasta=2026-11-11', ['desde']],
    ['operador=x', ['operador']],
    ['externalid=', ['externalid']],
    ['externalid=%00', ['externalid']],
    [`externalid=${'x'.repeat(256)}`, ['externalid']],
    ['pagina=1&pagina=1', ['pagina']],
    ['desde=x&pagina=x', ['desde', 'pagina']],
  ])('400: %s, also before the agency is looked for', async (search, names) => {
    const world = refusing();
    for (const mail of [MAIL, 'nadie@a.example']) {
      const reply = await world.call(`/v3/consultas/${mail}?${search}`);
      expect(reply.statusCode).toBe(400);
      expect(reply.headers['content-type']).toBe('application/problem+json');
      const problem = ValidationProblem.parse(reply.json());
      expect(Object.keys(problem.Errors).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(names);
      expect(problem).toMatchObject({
        Type: 'https://httpstatuses.com/400',
        Title: 'Validación de información esperada fallida',
        Instance: `/v3/consultas/${mail}`,
      });
    }
  });

  it.each([
    ['no-es-mail', 'adminMail'],
    [`${'a'.repeat(45)}@a.example`, 'adminMail'],
    ['%zz', 'adminMail'],
    ['%ff@a.example', 'adminMail'],
    ['a'.repeat(4000), 'adminMail'],
    [`${MAIL}/corto`, 'sid'],
    [`${MAIL}/${'0'.repeat(31)}`, 'sid'],
  ])('400: %s', async (rest, name) => {
    const world = refusing();
    const reply = await world.call(`/v3/consultas/${rest}`);
    expect(reply.statusCode).toBe(400);
    expect(Object.keys(ValidationProblem.parse(reply.json()).Errors)).toEqual([name]);
  });

  // Brief 8: a value beyond the limit is 400; at the limit the request is valid.
  it.each([
    [`${'a'.repeat(40)}@a.example`, 404],
    [`${'a'.repeat(41)}@a.example`, 400],
    [`${MAIL}/${'0'.repeat(19)}`, 400],
    [`${MAIL}/${'0'.repeat(20)}`, 404],
    [`${MAIL}/${'0'.repeat(30)}`, 404],
    [`${MAIL}/${'0'.repeat(31)}`, 400],
    [`${MAIL}?pagina=99`, 200],
    [`${MAIL}?pagina=100`, 400],
    [`${MAIL}?desde=2026-08-22`, 200],
    [`${MAIL}?desde=2026-08-21`, 400],
  ])('the limits of the brief: %s is %i', async (rest, status) => {
    expect((await refusing().call(`/v3/consultas/${rest}`)).statusCode).toBe(status);
  });

  it('404 without a body: agencies and inquiries that do not exist for the app', async () => {
    await using world = await openServiceWorld(engine);
    await world.agency(MAIL);
    await world.agency('otra@a.example');
    const [sid = ''] = await receive(world, [createInquiry()]);
    const other = await world.otherApp();
    for (const [path, as] of [
      ['/v3/consultas/nadie@a.example', world.credentials],
      [`/v3/consultas/nadie@a.example/${sid}`, world.credentials],
      [`/v3/consultas/otra@a.example/${sid}`, world.credentials],
      [`${LIST}/${ulid()}`, world.credentials],
      [`${LIST}/${encodeURIComponent('ñ'.repeat(20))}`, world.credentials],
      [`${LIST}/${'%00'.repeat(26)}`, world.credentials],
      [LIST, other],
      [`${LIST}/${sid}`, other],
    ] as const) {
      const reply = await world.call(path, { as });
      expect([path, reply.statusCode, reply.body]).toEqual([path, 404, '']);
    }
  });
});
