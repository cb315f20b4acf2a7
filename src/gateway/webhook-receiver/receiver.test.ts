import { expect, it, vi } from 'vitest';
import { openGatewayDatabase } from '#gateway/store.ts';
import type { NameLookup } from '#http/name-resolver.ts';
import { systemClock } from '#system/clock.ts';
import { systemRandom } from '#system/random.ts';
import { cloneDatabase } from '#testing/engines.ts';
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
