import { expect, it } from 'vitest';
import { Agencia } from '#contract/agencies.ts';
import { DAY_MS } from '#contract/durations.ts';
import { onEachEngine } from '#testing/engines.ts';
import { type ServiceWorld, openServiceWorld } from '#testing/service-world.ts';

const MAIL = 'nueva@a.example';
const PATH = `/v3/agencias/${MAIL}`;

/** Invites an agency and returns the path of the link in its mail. */
async function invited(world: ServiceWorld, name?: string): Promise<string> {
  const body = JSON.stringify({ AdminMail: MAIL, ...(name && { Nombre: name }) });
  await world.call('/v3/agencias', { method: 'POST', body });
  const { text } = await world.database.db
    .selectFrom('mail')
    .select('text')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return /\/registro\/[\w-]{43}/.exec(text)?.[0] ?? '';
}

const complete = (
  world: ServiceWorld,
  url: string,
  form: Record<string, string> = { Nombre: 'Ana', Apellido: 'Núñez' },
) =>
  world.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });

const agency = async (world: ServiceWorld) => Agencia.parse((await world.call(PATH)).json());

onEachEngine((engine) => {
  it('shows a form that runs no script, and uses nothing up by that', async () => {
    await using world = await openServiceWorld(engine);
    const url = await invited(world, '<b>Ñandú</b> & Cía');
    for (const method of ['GET', 'HEAD', 'GET'] as const) {
      const page = await world.app.inject({ method, url });
      expect(page.statusCode).toBe(200);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
      expect(page.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
      expect(page.body.includes('&lt;b&gt;Ñandú&lt;/b&gt; &amp; Cía')).toBe(method === 'GET');
      expect(page.body).not.toContain('<b>');
    }
    expect((await agency(world)).Estado).toBe('Invitada');
  });

  it('is done by the link of the latest invitation alone', async () => {
    await using world = await openServiceWorld(engine);
    const first = await invited(world);
    world.clock.now += 1000;
    const second = await invited(world);
    expect(second).not.toBe(first);
    expect((await complete(world, first)).statusCode).toBe(410);
    expect((await agency(world)).Estado).toBe('Invitada');
    expect((await complete(world, second)).statusCode).toBe(200);
  });

  it('leaves one link that works when the agency is invited several times at the same moment', async () => {
    await using world = await openServiceWorld(engine);
    const body = JSON.stringify({ AdminMail: MAIL });
    const invite = () => world.call('/v3/agencias', { method: 'POST', body });
    for (let round = 0; round < 10; round += 1) {
      const replies = await Promise.all([invite(), invite(), invite()]);
      expect(replies.map(({ statusCode }) => statusCode)).toEqual([202, 202, 202]);
      const alive = await world.database.db
        .selectFrom('invitations')
        .select('token_hash')
        .where('ended_at', 'is', null)
        .execute();
      expect(alive).toHaveLength(1);
    }
  });

  it('completes the registration, and tells the app in the same moment', async () => {
    await using world = await openServiceWorld(engine);
    await world.call('/v3/appnotificaciones/agencia-registrada', {
      method: 'POST',
      body: JSON.stringify({ Callback: 'https://a.example/' }),
    });
    const url = await invited(world);
    const page = await complete(world, url, { Nombre: ' Ana ', Apellido: 'Núñez' });
    expect([page.statusCode, page.body.includes('Registro completo')]).toEqual([200, true]);
    expect(await agency(world)).toMatchObject({
      Estado: 'Registrada',
      FechaRegistro: '2026-11-20T12:00:00-03:00',
      Operadores: [{ Nombre: 'Ana', Apellido: 'Núñez', Email: MAIL, EsAdministradorAgencia: true }],
    });
    const told = await world.database.db.selectFrom('deliveries').select(['topic', 'body']).execute();
    expect(told.map(({ topic, body }) => [topic, JSON.parse(body)])).toEqual([
      [
        'agencia-registrada',
        { AdminMail: MAIL, Momento: '2026-11-20T12:00:00-03:00', _links: { agencia: { href: PATH } } },
      ],
    ]);
    for (const answer of [await complete(world, url), await world.app.inject(url)])
      expect(answer.statusCode).toBe(410);
  });

  it('registers once when two send the form at the same moment', async () => {
    await using world = await openServiceWorld(engine);
    const url = await invited(world);
    const answers = await Promise.all([complete(world, url), complete(world, url)]);
    expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '410']);
  });

  it('400: shows the form again with what is wrong, and what was written', async () => {
    await using world = await openServiceWorld(engine);
    const url = await invited(world);
    for (const [form, said] of [
      [{}, 'Falta este dato.'],
      [{ Nombre: '  ', Apellido: 'x' }, 'Falta este dato.'],
      [{ Nombre: '"><script>', Apellido: 'x'.repeat(51) }, 'value="&quot;&gt;&lt;script&gt;"'],
      [{ Nombre: 'a\0b', Apellido: 'x' }, 'Contiene caracteres que no se pueden usar.'],
    ] as const) {
      const page = await complete(world, url, form);
      expect(page.statusCode).toBe(400);
      expect(page.body).toContain(said);
    }
    expect((await agency(world)).Estado).toBe('Invitada');
  });

  it('404: an address that was never sent', async () => {
    await using world = await openServiceWorld(engine);
    for (const token of ['x', 'A'.repeat(43), '%00'])
      for (const answer of [
        await world.app.inject(`/registro/${token}`),
        await complete(world, `/registro/${token}`),
      ])
        expect(answer.statusCode).toBe(404);
  });

  it('410: after 14 days', async () => {
    await using world = await openServiceWorld(engine);
    const url = await invited(world);
    world.clock.now += 14 * DAY_MS - 1;
    expect((await world.app.inject(url)).statusCode).toBe(200);
    world.clock.now += 1;
    expect((await world.app.inject(url)).statusCode).toBe(410);
    expect((await complete(world, url)).statusCode).toBe(410);
    expect((await agency(world)).Estado).toBe('Invitada');
  });

  it('410: after disassociation, also when the agency is invited anew', async () => {
    await using world = await openServiceWorld(engine);
    const old = await invited(world);
    await world.call(`${PATH}/desasociar`, { method: 'PATCH' });
    expect((await complete(world, old)).statusCode).toBe(410);
    world.clock.now += 1000;
    const fresh = await invited(world);
    expect((await complete(world, old)).statusCode).toBe(410);
    expect((await complete(world, fresh)).statusCode).toBe(200);
  });

  it('keeps no token in the database once the mail has gone', async () => {
    await using world = await openServiceWorld(engine, { simulator: false });
    const token = (await invited(world)).slice('/registro/'.length);
    await world.mails.drain();
    const kept = await world.database.db.selectFrom('invitations').selectAll().execute();
    expect(JSON.stringify(kept)).not.toContain(token);
    expect(await world.database.db.selectFrom('mail').selectAll().execute()).toEqual([]);
  });
});
