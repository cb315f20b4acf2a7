import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { type World, json, openWorld } from '#testing/gateway-world.ts';

const COMMAND = resolve(import.meta.dirname, 'installation-move.ts');

async function installationMove(world: World, env: Record<string, string>, args: string[] = []) {
  const { dataDir, upstreamUrl, credentials } = world.config;
  const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, ...args], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      UPSTREAM_URL: upstreamUrl,
      APP_KEY: credentials.key,
      APP_SECRET: credentials.secret,
      NODE_NO_WARNINGS: '1',
      ...env,
    },
  });
  return stdout;
}

it.runIf(process.env.TEST_FULL)(
  'installation:move shows what moving means, and moves once that is said',
  async () => {
    await using world = await openWorld({ answer: json({ _entries: [], _links: {} }) });
    const env = { APP_KEY: 'f'.repeat(32) };
    await expect(installationMove(world, env)).rejects.toThrow(/Another server is using/);
    await world.gateway.close();
    const shown = await installationMove(world, env);
    expect(shown).toMatch(/^APP_KEY: \S+ -> f{32}\n {2}- .*accepts APP_KEY.*\n(.*\n)*Nothing was changed/);
    expect(await installationMove(world, env, ['--yes'])).toMatch(/Moved/);
    expect(await installationMove(world, env)).toMatch(/belongs to this APP_KEY and UPSTREAM_URL already/);
    world.upstream.answer = json({ Detail: 'La AppKey es desconocida.' }, 401, 'application/problem+json');
    await expect(installationMove(world, {}, ['--yes'])).rejects.toThrow(/Nothing was changed: .*status 401/);
  },
);
