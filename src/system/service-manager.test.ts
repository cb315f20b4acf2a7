import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createManualClock } from '#testing/manual-clock.ts';
import { connectToServiceManager } from './service-manager.ts';

/** A program like that of systemd, which writes down what it is told. */
function openSystemd() {
  const folder = mkdtempSync(join(tmpdir(), 'vitrina-notify-'));
  const log = join(folder, 'notify');
  writeFileSync(log, '');
  writeFileSync(join(folder, 'systemd-notify'), '#!/bin/sh\necho "$1" >> "$NOTIFY_SOCKET"\n', {
    mode: 0o755,
  });
  return {
    variables: { NOTIFY_SOCKET: log, PATH: `${folder}:${process.env.PATH}` },
    readMessages: () => readFileSync(log, 'utf8').split('\n').filter(Boolean),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

it('systemd hears that the process is ready, that its event loop turns, and that it stops', async () => {
  using systemd = openSystemd();
  const clock = createManualClock();
  const notify = connectToServiceManager({ ...systemd.variables, WATCHDOG_USEC: '30000000' }, clock);
  const expectMessages = (...messages: string[]) =>
    vi.waitFor(() => expect(systemd.readMessages()).toEqual(messages));
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
  using systemd = openSystemd();
  const clock = createManualClock();
  const notify = connectToServiceManager(systemd.variables, clock);
  notify('ready');
  await vi.waitFor(() => expect(systemd.readMessages()).toEqual(['READY=1']));
  expect(clock.waiting).toBe(0);
});

it.each([undefined, '', '/nowhere/notify'])(
  'a process goes on without systemd: %s',
  async (NOTIFY_SOCKET) => {
    const notify = connectToServiceManager({ NOTIFY_SOCKET, WATCHDOG_USEC: '1000' }, createManualClock());
    expect(() => notify('ready')).not.toThrow();
  },
);
