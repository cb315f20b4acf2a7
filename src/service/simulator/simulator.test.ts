import { expect, it } from 'vitest';
import { Agencia } from '#contract/agencies.ts';
import { Consulta } from '#contract/inquiries.ts';
import { onEachEngine } from '#testing/engines.ts';
import { NOON, openServiceWorld } from '#testing/service-world.ts';

const MAIL = 'ventas@a.example';
const URL_PATH = `/simulator/consultas/${MAIL}`;

onEachEngine((engine) => {
  const simulate = (world: Awaited<ReturnType<typeof openServiceWorld>>, body?: unknown, url = URL_PATH) =>
    world.app.inject({
      method: 'POST',
      url,
      ...(body !== undefined && {
        payload: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    });

  it('makes up an inquiry of now, and says where it is', async () => {
    await using world = await openServiceWorld(engine);
    await world.agency(MAIL);
    const reply = await simulate(world);
    expect([reply.statusCode, reply.body]).toEqual([201, '']);
    const made = Consulta.parse((await world.call(String(reply.headers.location))).json());
    expect(Date.parse(made.Momento)).toBe(NOON);
    expect(made._links.self?.href).toBe(reply.headers.location);
  });

  it('keeps what is given, and makes up the rest', async () => {
    await using world = await openServiceWorld(engine);
    await world.agency(MAIL);
    const given = {
      Momento: '2026-11-18T23:30:00-03:00',
      OrigenLead: 'Señales de humo',
      Auto: { Marca: 'Toyota', Precio: null },
      Interesado: { Nombre: 'Zoé', Comentario: '<b>hola</b>' },
      OperadorResponsable: 'Nueva@a.example',
      Inesperado: { a: 1 },
      _links: { self: { href: '/otra' } },
    };
    const { headers } = await simulate(world, given);
    const made = (await world.call(String(headers.location))).json<Consulta>();
    const { _links, ...rest } = given;
    expect(made).toMatchObject(rest);
    expect(made._links).not.toMatchObject(_links);
    expect(made.Auto.Modelo.length * made.Interesado.Apellido.length).toBeGreaterThan(0);
    const agency = Agencia.parse((await world.call(`/v3/agencias/${MAIL}`)).json());
    expect(agency.Operadores.map(({ Email }) => Email)).toContain('Nueva@a.example');
  });

  it.each([
    ['{', ['_']],
    ['', ['_']],
    ['[]', ['_']],
    [{ Momento: 'ayer' }, ['Momento']],
    [{ Momento: '2026-11-18' }, ['Momento']],
    [{ Auto: { VersionYear: 'mucho' } }, ['Auto.VersionYear']],
    [{ Interesado: { Nombre: null } }, ['Interesado.Nombre']],
    [{ Auto: { ExternalId: '\0' } }, ['Auto.ExternalId']],
    [{ OperadorResponsable: 'nadie' }, ['OperadorResponsable']],
  ])('400: %j', async (body, names) => {
    await using world = await openServiceWorld(engine);
    await world.agency(MAIL);
    const reply = await simulate(world, body);
    expect(reply.statusCode).toBe(400);
    expect(Object.keys(reply.json<{ Errors: object }>().Errors)).toEqual(names);
  });

  it('404: an agency that does not exist, or has only been invited', async () => {
    await using world = await openServiceWorld(engine);
    await world.agency('invitada@a.example', { registered_at: null });
    for (const mail of ['nadie@a.example', 'invitada@a.example', '%00', '%zz'])
      expect((await simulate(world, {}, `/simulator/consultas/${mail}`)).statusCode).toBe(404);
  });

  it('completes a registration as the invited person would, once', async () => {
    await using world = await openServiceWorld(engine);
    await world.agency(MAIL, { registered_at: null });
    const register = (mail: string) =>
      world.app.inject({ method: 'POST', url: `/simulator/agencias/${mail}/registro` });
    const reply = await register(MAIL.toUpperCase());
    expect([reply.statusCode, reply.body]).toEqual([204, '']);
    const { Estado, Operadores } = Agencia.parse((await world.call(`/v3/agencias/${MAIL}`)).json());
    expect([Estado, Operadores[0]?.Nombre?.length]).toEqual(['Registrada', expect.any(Number)]);
    for (const mail of [MAIL, 'nadie@a.example', '%00']) expect((await register(mail)).statusCode).toBe(404);
  });

  it('is there only when it is switched on, and for this machine', async () => {
    await using world = await openServiceWorld(engine);
    await world.agency(MAIL);
    const remote = await world.app.inject({ method: 'POST', url: URL_PATH, remoteAddress: '192.0.2.7' });
    expect(remote.statusCode).toBe(403);
    for (const host of [
      'evil.example',
      'evil.example:4001',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      '10.0.0.1',
    ]) {
      const rebound = await world.app.inject({ url: '/simulator/correos', headers: { host } });
      expect([host, rebound.statusCode]).toEqual([host, 403]);
    }
    for (const host of ['localhost:4001', '127.0.0.1:4001', '[::1]:4001'])
      expect((await world.app.inject({ url: '/simulator/correos', headers: { host } })).statusCode).toBe(200);
    const page = await world.app.inject({ method: 'POST', url: URL_PATH, headers: { origin: 'null' } });
    expect(page.statusCode).toBe(403);
    await using without = await openServiceWorld(engine, { simulator: false });
    await without.agency(MAIL);
    expect((await simulate(without)).statusCode).toBe(404);
  });
});
