import { expect, it, vi } from 'vitest';
import { openGatewayDatabase } from '#gateway/store.ts';
import type { NameLookup } from '#http/name-resolver.ts';
import { systemClock } from '#system/clock.ts';
import { systemRandom } from '#system/random.ts';
import { cloneDatabase } from '#testing/engines.ts';
import { createManualClock } from '#testing/manual-clock.ts';
import { loadWebhookReceiver } from './receiver.ts';

it.each([
  [['10.0.0.5'], true],
  [['8.8.8.8', 'fd00::5'], true],
  [['8.8.8.8'], false],
  [['127.0.0.1'], false],
  [[], false],
])('a receiver whose name leads to %j: private is %s', async (addresses, expected) => {
  await using clone = await cloneDatabase('sqlite', 'gateway');
  const database = await openGatewayDatabase(clone.target);
  const lookup = vi.fn<NameLookup>((_host, _options, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    ),
  );
  const receiver = await loadWebhookReceiver(database.db, 'https://consola.example', {
    clock: systemClock,
    random: systemRandom,
    lookup,
  });
  expect([receiver.isPrivate(), receiver.isPrivate()]).toEqual([expected, expected]);
  expect(lookup).toHaveBeenCalledOnce();
  await database.close();
});

it('the address is looked up again after a minute, and stays known while that fails', async () => {
  await using clone = await cloneDatabase('sqlite', 'gateway');
  const database = await openGatewayDatabase(clone.target);
  let error: Error | null = null;
  let address = '10.0.0.5';
  const lookup = vi.fn<NameLookup>((_host, _options, done) => done(error, [{ address, family: 4 }]));
  const clock = createManualClock();
  const receiver = await loadWebhookReceiver(database.db, 'https://consola.example', {
    clock,
    random: systemRandom,
    lookup,
  });
  address = '8.8.8.8';
  await clock.advance(59_999);
  expect([receiver.isPrivate(), lookup.mock.calls.length]).toEqual([true, 1]);
  error = new Error('away');
  await clock.advance(1);
  expect([receiver.isPrivate(), lookup.mock.calls.length]).toEqual([true, 2]);
  error = null;
  await clock.advance(60_000);
  expect([receiver.isPrivate(), lookup.mock.calls.length]).toEqual([false, 3]);
  await database.close();
});

it('an IPv6 address is looked up without its brackets', async () => {
  await using clone = await cloneDatabase('sqlite', 'gateway');
  const database = await openGatewayDatabase(clone.target);
  const lookup = vi.fn<NameLookup>();
  const options = { clock: systemClock, random: systemRandom, lookup };
  const { url } = await loadWebhookReceiver(database.db, 'https://[fd00::5]:8443', options);
  expect(new URL(url).host).toBe('[fd00::5]:8443');
  expect(lookup.mock.calls.map(([host]) => host)).toEqual(['fd00::5']);
  await database.close();
});
