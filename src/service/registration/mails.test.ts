import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { onBothEngines } from '#testing/engines.ts';
import { type ServiceWorld, openServiceWorld } from '#testing/service-world.ts';
import { createMailQueue } from '#outbox/mail-queue.ts';

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
    await world.mails.step();
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
    const queue = createMailQueue(world.database, {
      now: () => world.clock.now,
      keepSent: true,
      mailer: {
        send: async ({ id }) => {
          tries.push(id);
          if (tries.length < 3) throw new Error('busy');
        },
        close: () => {},
      },
    });
    await invite(world, 'una@a.example');
    expect(await queue.step()).toBe(world.clock.now + 5000);
    world.clock.now += 5000;
    expect(await queue.step()).toBe(world.clock.now + 60_000);
    world.clock.now += 60_000;
    expect(await queue.step()).toBeUndefined();
    world.clock.now += 86_400_000;
    await queue.step();
    expect([tries.length, new Set(tries).size]).toEqual([3, 1]);
    expect(await shown(world)).toHaveLength(1);
  });

  it('an invitation is sent once by two that look at the same moment, and again after one died with it', async () => {
    await using world = await openServiceWorld(engine);
    const sent: string[] = [];
    const mailer = { send: async ({ id }: { id: string }) => void sent.push(id), close: () => {} };
    const queue = createMailQueue(world.database, { now: () => world.clock.now, keepSent: true, mailer });
    await invite(world, 'una@a.example');
    await Promise.all([queue.step(), queue.step()]);
    expect(sent).toHaveLength(1);

    await invite(world, 'dos@a.example');
    // The claim of a killed process.
    const claimed = { due_at: world.clock.now + 60_000, attempts: 1 };
    await world.database.db.updateTable('mail').set(claimed).where('sent_at', 'is', null).execute();
    await queue.step();
    expect(sent).toHaveLength(1);
    world.clock.now += 60_000;
    await queue.step();
    expect(sent).toHaveLength(2);
  });

  it('an invitation is sent at once by one that starts alone on its database, though one that died had claimed it', async () => {
    await using world = await openServiceWorld(engine);
    const sent: string[] = [];
    const mailer = { send: async ({ id }: { id: string }) => void sent.push(id), close: () => {} };
    await invite(world, 'una@a.example');
    const claimed = { due_at: world.clock.now + 60_000, attempts: 1 };
    await world.database.db.updateTable('mail').set(claimed).execute();
    const queue = createMailQueue(world.database, { now: () => world.clock.now, keepSent: true, mailer });
    queue.start();
    // Another instance may still own the claim on PostgreSQL.
    await vi.waitFor(() => expect(sent).toHaveLength(engine === 'sqlite' ? 1 : 0));
    await queue.stop();
  });
});
