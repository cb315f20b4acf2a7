import { expect, it } from 'vitest';
import { onBothEngines } from '#testing/engines.ts';
import { NOON, type ServiceWorld, createSignedRequest, openServiceWorld } from '#testing/service-world.ts';
import { createAppStore } from './store.ts';

const LIST = '/v3/agencias';
const NEW = 'n'.repeat(32);
const THIRD = 't'.repeat(32);

const statusWith = async (world: ServiceWorld, secret: string) => {
  const as = { ...world.credentials, secret };
  return (await world.app.inject(createSignedRequest(LIST, { as, now: world.clock.now }))).statusCode;
};

onBothEngines((engine) => {
  /** An app, and starts of services with a secret. */
  async function open() {
    const world = await openServiceWorld(engine);
    const { key, secret: old } = world.credentials;
    const apps = createAppStore(world.database.db, world.secrets);
    return {
      world,
      apps,
      key,
      old,
      start: (secret: string) => apps.upsert({ key, secret }, 'Vitrina', world.clock.now),
      accepted: async () => {
        const secrets = [old, NEW, THIRD];
        const statuses = await Promise.all(secrets.map((secret) => statusWith(world, secret)));
        return secrets.filter((_, at) => statuses[at] === 200);
      },
      [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
    };
  }

  it('an app accepts both secrets from the first start with a new one on, in whatever order services start', async () => {
    await using it = await open();
    expect(await it.accepted()).toEqual([it.old]);
    for (const secret of [NEW, it.old, NEW, NEW, it.old]) {
      await it.start(secret);
      expect(await it.accepted()).toEqual([it.old, NEW]);
    }
    expect((await it.apps.find(it.key))?.secret).toBe(NEW);
  });

  it('starts at the same time make one change of the secret', async () => {
    await using it = await open();
    await Promise.all([NEW, it.old, NEW, it.old].map((secret) => it.start(secret)));
    expect(await it.accepted()).toEqual([it.old, NEW]);
  });

  it('an app refuses a third secret, and one that was dropped, for good', async () => {
    await using it = await open();
    await it.start(NEW);
    await expect(it.start(THIRD)).rejects.toThrow(/has two others/);
    expect(await it.accepted()).toEqual([it.old, NEW]);
    expect(await it.apps.dropPreviousSecret(it.key)).toBe(true);
    expect(await it.accepted()).toEqual([NEW]);
    await expect(it.start(it.old)).rejects.toThrow(/was dropped/);
    expect(await it.apps.dropPreviousSecret(it.key)).toBe(false);
    await it.start(THIRD);
    expect(await it.accepted()).toEqual([NEW, THIRD]);
  });

  it('an app knows when its previous secret was last used', async () => {
    await using it = await open();
    await it.start(NEW);
    const usedAt = async () => (await it.apps.find(it.key))?.previous_used_at;
    expect(await usedAt()).toBe(NOON);
    it.world.clock.now += 59_999;
    await statusWith(it.world, it.old);
    expect(await usedAt()).toBe(NOON);
    await statusWith(it.world, NEW);
    it.world.clock.now += 1;
    await statusWith(it.world, it.old);
    expect(await usedAt()).toBe(NOON + 60_000);
  });
});
