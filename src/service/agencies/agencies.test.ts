import { expect, it } from 'vitest';
import { Agencia, Agencias, AgenciasRef } from '#contract/agencies.ts';
import { Reference } from '#contract/collection.ts';
import { onEachEngine } from '#testing/engines.ts';
import { NOON, openRefusalWorld, openServiceWorld } from '#testing/service-world.ts';
import type { Credentials } from '#signing/request.ts';

const FULL = ['application/json', 'text/json', 'application/vnd.service.entry+json'];
const REF = 'application/vnd.service.ref+json';

onEachEngine((engine) => {
  it('200: lists the agencies of the app, by name, then mail', async () => {
    await using world = await openServiceWorld(engine);
    await world.agency('z@a.example', { name: 'Ñandú' });
    await world.agency('b@a.example', { name: 'Nube' });
    await world.agency('a@a.example', { name: 'Óptimo' });
    await world.agency('c@a.example', { name: 'Nube' });
    await world.agency('d@a.example', { name: null });
    const reply = await world.call('/V3/Agencias/');
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'private, no-store',
    });
    const list = Agencias.parse(reply.json());
    expect(list._entries.map(({ AdminMail }) => AdminMail[0])).toEqual(['b', 'c', 'z', 'a', 'd']);
    expect(list._links).toEqual({ self: { href: '/v3/agencias' } });
  });

  it('200: filters by operator, the administrator included, whatever the case', async () => {
    await using world = await openServiceWorld(engine);
    await world.agency('uno@a.example', {}, ['Vende@A.example']);
    await world.agency('dos@a.example', {}, ['vende@a.example']);
    const mailsFor = async (operador: string) =>
      Agencias.parse((await world.call(`/v3/agencias?operador=${operador}`)).json())._entries.map(
        ({ AdminMail }) => AdminMail,
      );
    expect(await mailsFor('VENDE@a.example')).toEqual(['dos@a.example', 'uno@a.example']);
    expect(await mailsFor('UNO@a.example')).toEqual(['uno@a.example']);
    expect(await mailsFor('nadie@a.example')).toEqual([]);
  });

  it('200: an agency whole, with what can be done with it', async () => {
    await using world = await openServiceWorld(engine);
    await world.agency('Jefa@A.example', { name: 'Ágil', invited_at: NOON, registered_at: NOON + 1500 }, [
      'otro@a.example',
    ]);
    const reply = await world.call('/v3/agencias/jefa@a.EXAMPLE');
    expect(reply.statusCode).toBe(200);
    const self = '/v3/agencias/Jefa@A.example';
    expect(Agencia.parse(reply.json())).toMatchObject({
      AdminMail: 'Jefa@A.example',
      Nombre: 'Ágil',
      RazonSocial: null,
      Estado: 'Registrada',
      FechaInvitacion: '2026-11-20T12:00:00-03:00',
      FechaRegistro: '2026-11-20T12:00:01.500-03:00',
      Operadores: [
        { Email: 'Jefa@A.example', EsAdministradorAgencia: true },
        { Email: 'otro@a.example', EsAdministradorAgencia: false },
      ],
      Consultas: { _links: { self: { href: '/v3/consultas/Jefa@A.example' } } },
      _links: {
        self: { href: self },
        editar: { href: self, method: 'PUT' },
        desasociar: { href: `${self}/desasociar`, method: 'PATCH' },
      },
    });
  });

  it('200: an invited agency', async () => {
    await using world = await openServiceWorld(engine);
    await world.agency('nueva@a.example', { registered_at: null });
    const agency = Agencia.parse((await world.call('/v3/agencias/nueva@a.example')).json());
    expect(agency).toMatchObject({ Estado: 'Invitada', FechaRegistro: null });
  });

  it('200: reference forms, titled by name and mail, or the mail alone', async () => {
    await using world = await openServiceWorld(engine);
    await world.agency('a@a.example', { name: 'Ágil' });
    await world.agency('b@a.example', { name: null });
    const reply = await world.call('/v3/agencias', { headers: { accept: REF } });
    expect(reply.headers['content-type']).toBe(REF);
    expect(AgenciasRef.parse(reply.json())._entries).toEqual([
      { href: '/v3/agencias/a@a.example', title: 'Ágil (a@a.example)' },
      { href: '/v3/agencias/b@a.example', title: 'b@a.example' },
    ]);
    const one = await world.call('/v3/agencias/a@a.example', { headers: { accept: REF } });
    expect(Reference.parse(one.json()).title).toBe('Ágil (a@a.example)');
  });

  it.each(FULL)('200: as %s', async (type) => {
    await using world = await openServiceWorld(engine);
    await world.agency('a@a.example');
    for (const path of ['/v3/agencias', '/v3/agencias/a@a.example']) {
      const reply = await world.call(path, { headers: { accept: type } });
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, type]);
    }
  });

  let other: Credentials;
  const refusing = openRefusalWorld(engine, async (world) => {
    other = await world.otherApp();
    await world.agencies.add({ key: other.key }, [
      { agency: agencyRow('ajena@a.example'), operators: [nameless('ajena@a.example')] },
    ]);
    await world.agency('ex@a.example');
    await world.database.db
      .updateTable('agencies')
      .set({ disassociated_at: NOON })
      .where('mail_key', '=', 'ex@a.example')
      .execute();
  });

  it.each([
    ['operador=', 'operador'],
    ['operador=nadie', 'operador'],
    ['operador=a%40a.example&operador=b%40a.example', 'operador'],
    ['x=1&x=2', 'x'],
    ['operador=a%00%40a.example', 'operador'],
  ])('400: %s', async (search, name) => {
    const reply = await refusing().call(`/v3/agencias?${search}`);
    expect(reply.statusCode).toBe(400);
    expect(Object.keys(reply.json<{ Errors: object }>().Errors)).toEqual([name]);
  });

  it.each([
    'nadie@a.example',
    'ajena@a.example',
    'ex@a.example',
    'no-es-mail',
    `${'a'.repeat(50)}@a.example`,
    '%00',
  ])('404 without a body: %s', async (mail) => {
    const world = refusing();
    for (const method of ['GET', 'HEAD', 'OPTIONS'] as const) {
      const reply = await world.call(`/v3/agencias/${mail}`, { method });
      expect([reply.statusCode, reply.body]).toEqual([404, '']);
    }
    expect(Agencias.parse((await world.call('/v3/agencias')).json())._entries).toEqual([]);
    const theirs = await world.call(`/v3/agencias/${mail}`, { as: other });
    expect(theirs.statusCode).toBe(mail === 'ajena@a.example' ? 200 : 404);
  });
});

const nameless = (mail: string) => ({ mail, first_name: null, last_name: null });

function agencyRow(mail: string) {
  const unknown = { legal_name: null, tax_id: null, phone: null, whatsapp: null, region: null, city: null };
  return { mail, invited_at: NOON, registered_at: NOON, name: null, street: null, ...unknown };
}
