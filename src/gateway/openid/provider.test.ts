import { expect, it } from 'vitest';
import { createNameLookup } from '#http/name-resolver.ts';
import { systemClock } from '#system/clock.ts';
import { startTestProvider } from '#testing/openid-provider.ts';
import { OpenIdProvider } from './provider.ts';

const PUBLIC_URL = 'http://localhost:4000';

it('a fault of the provider is found without a person', async () => {
  await using test = await startTestProvider();
  const find = async (changes: Partial<typeof test.config> = {}) => {
    const options = { publicUrl: PUBLIC_URL, lookup: createNameLookup(), now: systemClock.now };
    const provider = new OpenIdProvider({ ...test.config, ...changes }, options);
    try {
      return (await provider.findFault())?.fault;
    } finally {
      await provider.close();
    }
  };
  test.serve(PUBLIC_URL);
  expect(await find()).toBeUndefined();
  expect(await find({ clientSecret: 'otro' })).toBe('credentials');
  expect(await find({ clientId: 'otra' })).toBe('credentials');
  expect(await find({ issuer: test.config.issuer.replace('127.0.0.1', 'localhost') })).toBe('issuer');
  expect(await find({ issuer: `${test.config.issuer}/realm` })).toBe('metadata');
  test.isAway = true;
  expect(await find()).toBe('unreachable');
});
