import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DgramSocket } from 'node-unix-socket';
import { expect, it, vi } from 'vitest';
import { createManualClock } from '#testing/manual-clock.ts';
import { connectToServiceManager } from './service-manager.ts';

/** A socket like that of systemd. */
function openSocket() {
  const folder = mkdtempSync(join(tmpdir(), 'vitrina-notify-'));
  const path = join(folder, 'notify');
  const messages: string[] = [];
  const socket = new DgramSocket();
  socket.on('data', (bytes: Buffer) => messages.push(String(bytes)));
  socket.bind(path);
  return {
    path,
    messages,
    [Symbol.dispose]() {
      socket.close();
      rmSync(folder, { recursive: true });
    },
  };
}

it('systemd hears that the process is ready, that its event loop turns, and that it stops', async () => {
  using systemd = openSocket();
  const clock = createManualClock();
  const notify = await connectToServiceManager(
    { NOTIFY_SOCKET: systemd.path, WATCHDOG_USEC: '30000000' },
    clock,
  );
  const expectMessages = (...messages: string[]) =>
    vi.waitFor(() => expect(systemd.messages).toEqual(messages));
  await clock.advance(60_000);
  notify('ready');
  await expectMessages('READY=1');
  await clock.advance(14_999);
  await expectMessages('READY=1');
  await clock.advance(1);
  await expectMessages('READY=1', 'WATCHDOG=1');
  await clock.advance(15_000);
  await expectMessages('READY=1', 'WATCHDOG=1', 'WATCHDOG=1');
  notify('stopping');
  await expectMessages('READY=1', 'WATCHDOG=1', 'WATCHDOG=1', 'STOPPING=1');
});

it('without a watchdog systemd only hears of the start and the stop', async () => {
  using systemd = openSocket();
  const clock = createManualClock();
  const notify = await connectToServiceManager({ NOTIFY_SOCKET: systemd.path }, clock);
  notify('ready');
  await vi.waitFor(() => expect(systemd.messages).toEqual(['READY=1']));
  expect(clock.waiting).toBe(0);
});

it.each([undefined, '', '/nowhere/notify'])(
  'a process goes on without systemd: %s',
  async (NOTIFY_SOCKET) => {
    const notify = await connectToServiceManager(
      { NOTIFY_SOCKET, WATCHDOG_USEC: '1000' },
      createManualClock(),
    );
    expect(() => notify('ready')).not.toThrow();
  },
);
