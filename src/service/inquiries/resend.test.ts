import { ulid } from 'ulid';
import { expect, it } from 'vitest';
import { Consulta } from '#contract/inquiries.ts';
import { isoInZone } from '#contract/window.ts';
import { onEachEngine } from '#testing/engines.ts';
import { openCallbackReceiver } from '#testing/callback-receiver.ts';
import { NOON, type ServiceWorld, ZONE, createInquiry, openServiceWorld } from '#testing/service-world.ts';

const MAIL = 'ventas@a.example';
const TOPIC = '/v3/appnotificaciones/consulta-recibida';
const LIMIT_MS = 30 * 24 * 3_600_000;

async function received(world: ServiceWorld, momento: number): Promise<string> {
  const sid = ulid(momento);
  const agency = await world.agencies.find(world.credentials, MAIL);
  if (!agency) throw new Error('The agency was not made');
  await world.inquiries.receive(
    agency,
    [{ sid, consulta: createInquiry({ Momento: isoInZone(momento, ZONE) }), publishedBy: null }],
    momento,
  );
  return `/v3/consultas/${MAIL}/${sid}`;
}

const configure = (world: ServiceWorld, Callback: string, Activo = true) =>
  world.call(TOPIC, { method: 'POST', body: JSON.stringify({ Callback, Activo }) });
const resend = (world: ServiceWorld, path: string) => world.call(`${path}/resendwebhook`, { method: 'POST' });

onEachEngine((engine) => {
  it('202: sends the inquiry again, by a new hook id each time', async () => {
    await using world = await openServiceWorld(engine);
    await using receiver = await openCallbackReceiver();
    await world.agency(MAIL);
    await configure(world, `${receiver.url}?a=1`);
    const path = await received(world, NOON - LIMIT_MS);
    for (const _ of [1, 2]) {
      const reply = await resend(world, path);
      expect([reply.statusCode, reply.headers.location]).toEqual([202, `${receiver.url}?a=1`]);
      expect(Consulta.parse(reply.json())).toEqual((await world.call(path)).json());
      await world.worker.drain();
      expect(JSON.parse(receiver.requests.at(-1)?.body ?? '')).toEqual(reply.json());
    }
    expect(new Set(receiver.requests.map(({ headers }) => headers['notification-hook-id'])).size).toBe(2);
  });

  it('400: older than 30 × 24 h, or nothing configured and active', async () => {
    await using world = await openServiceWorld(engine);
    await world.agency(MAIL);
    const [old, recent] = [await received(world, NOON - LIMIT_MS - 1), await received(world, NOON)];
    const refused = async (path: string) => {
      const reply = await resend(world, path);
      expect([reply.statusCode, Object.keys(reply.json<{ Errors: object }>().Errors)]).toEqual([400, ['_']]);
    };
    await refused(recent);
    await configure(world, 'https://a.example/', false);
    await refused(recent);
    await world.call(TOPIC, { method: 'DELETE' });
    await configure(world, 'https://a.example/');
    await refused(old);
    expect(await world.database.db.selectFrom('deliveries').selectAll().execute()).toEqual([]);
  });

  it('403, 404 and 400 by what the address names', async () => {
    await using world = await openServiceWorld(engine);
    await world.agency(MAIL);
    const sid = ulid(NOON);
    const of = async (mail: string, one: string) =>
      (await resend(world, `/v3/consultas/${mail}/${one}`)).statusCode;
    expect(await of('nadie@a.example', sid)).toBe(403);
    expect(await of(MAIL, sid)).toBe(404);
    expect(await of(MAIL, 'x'.repeat(20))).toBe(404);
    expect(await of(MAIL, 'corto')).toBe(400);
    expect(await of('no', sid)).toBe(400);
  });

  it('sends nothing about an agency that is disassociated at the same moment', async () => {
    await using world = await openServiceWorld(engine);
    await configure(world, 'https://a.example/');
    for (let round = 0; round < 10; round += 1) {
      await world.database.db.updateTable('agencies').set({ disassociated_at: null }).execute();
      await world.agency(MAIL);
      const path = await received(world, NOON);
      const [sent, left] = await Promise.all([
        resend(world, path),
        world.call(`/v3/agencias/${MAIL}/desasociar`, { method: 'PATCH' }),
      ]);
      expect(left.statusCode).toBe(204);
      expect([202, 403]).toContain(sent.statusCode);
      expect(await world.database.db.selectFrom('deliveries').selectAll().execute()).toEqual([]);
    }
  });
});
