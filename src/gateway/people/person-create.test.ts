import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { OWN, type World, openWorld, signIn } from '#testing/gateway-world.ts';

const COMMAND = resolve(import.meta.dirname, '../../commands/person-create.ts');

/** Runs the command on a world's data; `said` is its output. */
async function personCreate(world: World, args: string[]): Promise<{ ok: boolean; said: string }> {
  const env = { PATH: process.env.PATH, DATA_DIR: world.config.dataDir, NODE_NO_WARNINGS: '1' };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, ...args], { env });
    return { ok: true, said: stdout };
  } catch (error) {
    return { ok: false, said: error instanceof Error && 'stderr' in error ? String(error.stderr) : '' };
  }
}

describe('person:create', () => {
  it('makes a person beside a running gateway, who can sign in with the password it prints', async () => {
    await using world = await openWorld();
    const args = [
      '--mail',
      'Nueva@x.example',
      '--role',
      'seller',
      '--agency',
      OWN.toUpperCase(),
      '--name',
      'Nueva',
    ];
    const { said } = await personCreate(world, args);
    const password = /^[\w-]{20,}$/m.exec(said)?.[0] ?? '';
    const answer = await signIn(world.call, { mail: 'nueva@x.example', password });
    expect(answer.json()).toMatchObject({
      next: 'in',
      session: { person: { name: 'Nueva', role: 'seller' }, agencies: [OWN] },
    });

    const again = await personCreate(world, args);
    expect(again).toEqual({ ok: false, said: 'There is already a person with the mail Nueva@x.example.\n' });
  });

  it('says what is missing, with the usage', async () => {
    await using world = await openWorld();
    const { ok, said } = await personCreate(world, []);
    expect(ok).toBe(false);
    expect(said).toMatch(
      /--mail: give an e-mail.*--role: give one of seller, partner, support.*npm run person:create/s,
    );
    expect(said).not.toMatch(/^\s+at /m);
  });
});
