import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Mailer } from '#mail/mailer.ts';
import { createTestClock } from '#testing/clocks.ts';
import { onBothEngines } from '#testing/engines.ts';
import { type ServiceWorld, createQuietWorker, openServiceWorld } from '#testing/service-world.ts';
import { createMails } from '#work/mails.ts';

const invite = (world: ServiceWorld, AdminMail: string, Nombre?: string) =>
  world.call('/v3/agencias', { method: 'POST', body: JSON.stringify({ AdminMail, Nombre: Nombre ?? null }) });
const shown = async (world: ServiceWorld) =>
  (await world.app.inject('/simulator/correos')).json<
    { To: string; Subject: string; Text: string; Momento: string }[]
  >();

onBothEngines((engine) => {
  it('an invitation is sent, and the simulator shows it, newest first', async () => {
    await using world = await openServiceWorld(engine);
    await invite(world, 'una@a.example', 'Ñandú <b>');
    world.clock.now += 1000;
    await invite(world, 'dos@a.example');
    expect(await shown(world)).toEqual([]);
    await world.mails.drain();
    const [newest, oldest] = await shown(world);
    expect([newest?.To, oldest?.To]).toEqual(['dos@a.example', 'una@a.example']);
    expect(oldest).toMatchObject({
      Subject: 'Invitación para registrar Ñandú <b>',
      Momento: '2026-11-20T12:00:01-03:00',
    });
    const link = /http:\/\/localhost:4001(\/registro\/[\w-]{43})\n/.exec(oldest?.Text ?? '')?.[1] ?? '';
    expect((await world.app.inject(link)).statusCode).toBe(200);

    const files = await readdir(world.config.mail.outboxDir);
    expect(files).toHaveLength(2);
    const raw = await readFile(join(world.config.mail.outboxDir, files.toSorted()[0] ?? ''), 'utf8');
    expect(raw).toMatch(/^To: una@a\.example\r$/m);
    expect(raw.replaceAll('=\r\n', '')).toContain('&lt;b&gt;');
  });

  it('an invitation is tried again until the server takes it, and is sent once', async () => {
    await using world = await openServiceWorld(engine);
    const tries: string[] = [];
    const queue = createQueue(world, async ({ id }) => {
      tries.push(id);
      if (tries.length < 3) throw new Error('busy');
    });
    await invite(world, 'una@a.example');
    for (const wait of [0, 5000, 60_000, 86_400_000]) {
      world.clock.now += wait - 1;
      await queue.drain();
      world.clock.now += 1;
      await queue.drain();
    }
    expect([tries.length, new Set(tries).size]).toEqual([3, 1]);
    expect(await shown(world)).toHaveLength(1);
  });

  it('an invitation is sent once by two that look at the same moment, and again after one died with it', async () => {
    await using world = await openServiceWorld(engine);
    const sent: string[] = [];
    const send = async ({ id }: { id: string }) => void sent.push(id);
    await invite(world, 'una@a.example');
    await Promise.all([createQueue(world, send), createQueue(world, send)].map((queue) => queue.drain()));
    expect(sent).toHaveLength(1);

    await invite(world, 'dos@a.example');
    const claimed = { claimed_by: 'a killed process', claimed_until: world.clock.now + 60_000 };
    await world.database.db.updateTable('mail').set(claimed).where('sent_at', 'is', null).execute();
    const queue = createQueue(world, send);
    await queue.drain();
    // Another process may be without a connection for a moment on PostgreSQL.
    expect(sent).toHaveLength(engine === 'sqlite' ? 2 : 1);
    world.clock.now += 5000;
    await queue.drain();
    expect(sent).toHaveLength(2);
  });
});

function createQueue(world: ServiceWorld, send: Mailer['send']) {
  const clock = createTestClock(() => world.clock.now);
  return createQuietWorker(createMails(world.database, { clock, keepSent: true, mailer: { send } }));
}
