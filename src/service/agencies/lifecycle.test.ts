import type { LightMyRequestResponse } from 'fastify';
import { expect, it } from 'vitest';
import { Agencia, AgenciaProductos } from '#contract/agencies.ts';
import { onEachEngine } from '#testing/engines.ts';
import { NOON, type ServiceWorld, openRefusalWorld, openServiceWorld } from '#testing/service-world.ts';
import type { Credentials } from '#signing/request.ts';

const MAIL = 'nueva@a.example';
const PATH = `/v3/agencias/${MAIL}`;

const invite = (world: ServiceWorld, body: object, as?: Credentials) =>
  world.call('/v3/agencias', { method: 'POST', body: JSON.stringify(body), ...(as && { as }) });
const edit = (world: ServiceWorld, body: object, path = PATH) =>
  world.call(path, { method: 'PUT', body: JSON.stringify(body) });
const leave = (world: ServiceWorld, path = PATH) => world.call(`${path}/desasociar`, { method: 'PATCH' });
const register = (world: ServiceWorld, mail = MAIL) =>
  world.app.inject({ method: 'POST', url: `/simulator/agencias/${mail}/registro` });
const mails = (world: ServiceWorld) => world.database.db.selectFrom('mail').selectAll().execute();
const names = (reply: LightMyRequestResponse) => Object.keys(reply.json<{ Errors: object }>().Errors);

onEachEngine((engine) => {
  it('202: invites, with the agency at its Location', async () => {
    await using world = await openServiceWorld(engine);
    const reply = await invite(world, {
      AdminMail: 'Nueva@a.example',
      Nombre: 'Ñandú',
      RazonSocial: '',
      Region: 'AR-X',
      Ciudad: 'cordoba',
      Telefono: null,
    });
    expect([reply.statusCode, reply.body]).toEqual([202, '']);
    expect(reply.headers.location).toBe('/v3/agencias/Nueva@a.example');
    const read = await world.call(String(reply.headers.location));
    expect(Agencia.parse(read.json())).toMatchObject({
      AdminMail: 'Nueva@a.example',
      Nombre: 'Ñandú',
      RazonSocial: '',
      Region: 'Córdoba',
      Ciudad: 'Córdoba',
      Telefono: null,
      Estado: 'Invitada',
      FechaInvitacion: '2026-11-20T12:00:00-03:00',
      FechaRegistro: null,
      Operadores: [{ Nombre: null, Email: 'Nueva@a.example', EsAdministradorAgencia: true }],
    });
    expect(await mails(world)).toMatchObject([{ recipient: 'Nueva@a.example' }]);
  });

  it('202 again for an agency that this app invited: the mail is sent again', async () => {
    await using world = await openServiceWorld(engine);
    await invite(world, { AdminMail: MAIL, Nombre: 'Una' });
    const again = await invite(world, { AdminMail: MAIL.toUpperCase(), Nombre: 'Otra' });
    expect([again.statusCode, again.headers.location]).toEqual([202, PATH]);
    expect(await mails(world)).toHaveLength(2);
    expect(Agencia.parse((await world.call(PATH)).json()).Nombre).toBe('Una');
  });

  it('409: registered, even disassociated since, or invited by another app', async () => {
    await using world = await openServiceWorld(engine);
    const as = await world.otherApp();
    await invite(world, { AdminMail: MAIL });
    const other = await invite(world, { AdminMail: MAIL }, as);
    expect([other.statusCode, names(other)]).toEqual([409, ['AdminMail']]);
    await register(world);
    expect((await invite(world, { AdminMail: MAIL })).statusCode).toBe(409);
    await leave(world);
    expect((await invite(world, { AdminMail: MAIL })).statusCode).toBe(409);
    expect((await invite(world, { AdminMail: MAIL }, as)).statusCode).toBe(409);
    expect(await mails(world)).toHaveLength(1);
  });

  it('202 once more after an invitation ended by disassociation, for any app', async () => {
    await using world = await openServiceWorld(engine);
    const as = await world.otherApp();
    await invite(world, { AdminMail: MAIL, Nombre: 'Una', Telefono: '+54 11 5555-0101' });
    expect((await leave(world)).statusCode).toBe(204);
    world.clock.now += 1000;
    expect((await invite(world, { AdminMail: MAIL, Nombre: 'Dos' }, as)).statusCode).toBe(202);
    expect((await world.call(PATH)).statusCode).toBe(404);
    const theirs = Agencia.parse((await world.call(PATH, { as })).json());
    expect(theirs).toMatchObject({ Nombre: 'Dos', Telefono: null, Estado: 'Invitada' });
  });

  it('202 and 409: one of two apps that invite at the same moment', async () => {
    await using world = await openServiceWorld(engine);
    const as = await world.otherApp();
    for (let round = 0; round < 10; round += 1) {
      const AdminMail = `a${round}@a.example`;
      const replies = await Promise.all([invite(world, { AdminMail }), invite(world, { AdminMail }, as)]);
      expect(replies.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['202', '409']);
    }
  });

  it('200: edits; what is left out is kept, null clears', async () => {
    await using world = await openServiceWorld(engine);
    await world.agency(MAIL, { name: 'Una', phone: '+54 11 5555-0101', region: 'Córdoba', city: 'Córdoba' });
    const reply = await edit(world, { Nombre: 'Dos', Telefono: null, Direccion: 'Bv. San Juan 845' });
    expect(reply.statusCode).toBe(200);
    expect(Agencia.parse(reply.json())).toMatchObject({
      Nombre: 'Dos',
      Telefono: null,
      Region: 'Córdoba',
      Ciudad: 'Córdoba',
      Direccion: 'Bv. San Juan 845',
    });
    expect(Agencia.parse((await world.call(PATH)).json())).toEqual(reply.json());
    expect((await edit(world, {})).json()).toEqual(reply.json());
    const cleared = Agencia.parse((await edit(world, { Region: null, Ciudad: null })).json());
    expect([cleared.Region, cleared.Ciudad]).toEqual([null, null]);
    const ref = await world.call(PATH, {
      method: 'PUT',
      body: '{}',
      headers: { accept: 'application/vnd.service.ref+json' },
    });
    expect(ref.json()).toEqual({ href: PATH, title: `Dos (${MAIL})` });
  });

  it('204, then 403: disassociates once, also when two ask at the same moment', async () => {
    await using world = await openServiceWorld(engine);
    await world.agency(MAIL);
    const replies = await Promise.all([leave(world), leave(world)]);
    expect(replies.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['204', '403']);
    expect((await world.call(PATH)).statusCode).toBe(404);
    expect((await edit(world, {})).statusCode).toBe(403);
  });

  it('200: the package, or none', async () => {
    await using world = await openServiceWorld(engine);
    await world.agency(MAIL);
    const links = { self: { href: `${PATH}/productos` }, agencia: { href: PATH } };
    const without = await world.call(`${PATH}/productos`);
    expect(AgenciaProductos.parse(without.json())).toEqual({
      Paquete: null,
      Desde: null,
      Hasta: null,
      Productos: [],
      _links: links,
    });
    const agency = await world.agencies.find(world.credentials, MAIL);
    if (!agency) throw new Error('The agency was not made');
    const products = [{ Exposicion: 'Alta' as const, Contratadas: 10, Utilizadas: 3 }];
    await world.agencies.addPackage(agency, {
      name: 'Inicial',
      since: '2026-01-01',
      until: '2026-12-31',
      products,
    });
    expect((await world.call(`${PATH}/productos`)).json()).toMatchObject({
      Paquete: 'Inicial',
      Desde: '2026-01-01',
      Hasta: '2026-12-31',
      Productos: [{ Exposicion: 'Alta', Contratadas: 10, Utilizadas: 3, Disponibles: 7 }],
    });
  });

  const refusing = openRefusalWorld(engine, (world) => world.agency(MAIL));

  it.each([
    [{ Nombre: 'x' }, ['Nombre']],
    [{ Nombre: 'x'.repeat(101) }, ['Nombre']],
    [{ Nombre: 'a\u0000b' }, ['Nombre']],
    [{ RazonSocial: 'x'.repeat(101) }, ['RazonSocial']],
    [{ IdentificacionFiscal: 'x'.repeat(21) }, ['IdentificacionFiscal']],
    [{ Telefono: '1234567' }, ['Telefono']],
    [{ WhatsApp: '(011) 5555-0101' }, ['WhatsApp']],
    [{ Direccion: 'x'.repeat(201) }, ['Direccion']],
    [{ Region: 'Atlántida' }, ['Region']],
    [{ Region: 'Córdoba', Ciudad: 'Atlántida' }, ['Ciudad']],
    [{ Ciudad: 'Córdoba' }, ['Ciudad']],
    [{ Otro: 1 }, ['Otro']],
  ])('400: %j', async (body, expected) => {
    const put = await edit(refusing(), body);
    expect([put.statusCode, names(put)]).toEqual([400, expected]);
    const post = await invite(refusing(), { AdminMail: 'x@a.example', ...body });
    expect([post.statusCode, names(post)]).toEqual([400, expected]);
    expect(await mails(refusing())).toEqual([]);
  });

  it.each([
    [{}, ['AdminMail']],
    [{ AdminMail: 'no' }, ['AdminMail']],
    [{ AdminMail: 'a@a.example, b@a.example' }, ['AdminMail']],
    [{ AdminMail: 'a@a.example\r\nBcc: b@a.example' }, ['AdminMail']],
    [{ AdminMail: `${'a'.repeat(50)}@a.example` }, ['AdminMail']],
  ])('400: inviting %j', async (body, expected) => {
    const post = await invite(refusing(), body);
    expect([post.statusCode, names(post)]).toEqual([400, expected]);
  });

  it('403 and 404: an agency of nobody or with a malformed mail', async () => {
    const nobody = '/v3/agencias/nadie@a.example';
    expect((await edit(refusing(), {}, nobody)).statusCode).toBe(403);
    expect((await leave(refusing(), nobody)).statusCode).toBe(403);
    expect((await refusing().call(`${nobody}/productos`)).statusCode).toBe(404);
    expect((await edit(refusing(), {}, '/v3/agencias/no')).statusCode).toBe(400);
    expect((await leave(refusing(), '/v3/agencias/no')).statusCode).toBe(403);
    expect((await refusing().call('/v3/agencias/no/productos')).statusCode).toBe(400);
  });

  it('invited, then registered, as GET and OPTIONS of the Location tell, with the dates', async () => {
    await using world = await openServiceWorld(engine);
    const location = String((await invite(world, { AdminMail: MAIL })).headers.location);
    // Brief 3: without notifications the app reads the state at the Location.
    const options = await world.call(location, { method: 'OPTIONS' });
    expect([options.statusCode, options.headers.allow]).toEqual([204, 'GET, HEAD, PUT, OPTIONS']);
    expect(Agencia.parse((await world.call(location)).json()).Estado).toBe('Invitada');
    world.clock.now = NOON + 60_000;
    expect((await register(world)).statusCode).toBe(204);
    expect(Agencia.parse((await world.call(PATH)).json())).toMatchObject({
      Estado: 'Registrada',
      FechaInvitacion: '2026-11-20T12:00:00-03:00',
      FechaRegistro: '2026-11-20T12:01:00-03:00',
    });
    expect((await register(world)).statusCode).toBe(404);
  });
});
