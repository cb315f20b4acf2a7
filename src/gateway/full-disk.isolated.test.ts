import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, rmSync, rmdirSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { CONSOLE, OWN, SID, cookieOf, json, openWorld, signIn } from '#testing/gateway-world.ts';

// A file system that is really full: mounting one needs root.

const MIB = 1024 * 1024;
const disk = mountDisk();

afterAll(() => {
  if (disk === undefined) return;
  execFileSync('umount', [disk]);
  rmdirSync(disk);
});

/** Mounts a file system of 120 MiB in memory; undefined: this user may not. */
function mountDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'vitrina-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=120m', 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmdirSync(folder);
    return undefined;
  }
}

/** Writes a file until nothing more fits. */
function fillDisk(): void {
  const file = openSync(join(disk ?? '', 'filling'), 'a');
  for (const size of [MIB, 4096])
    try {
      for (;;) writeSync(file, Buffer.alloc(size, 1));
    } catch {
      // There is no room left.
    }
  closeSync(file);
}

const INQUIRY = {
  OperadorResponsable: null,
  Momento: '2026-03-05T10:00:00-03:00',
  Auto: {},
  Interesado: {},
  _links: { self: { href: `/v3/consultas/${OWN}/${SID}` } },
};

async function open() {
  vi.stubEnv('TMPDIR', disk);
  const world = await openWorld({ answer: json({ ...INQUIRY, _entries: [] }) });
  await world.gateway.allocateReserve();
  const { mail, password } = { mail: world.mail('seller'), password: world.password('seller') };
  let version = 0;
  return {
    world,
    readyz: async () => (await world.call('/readyz')).statusCode,
    cookie: await world.signIn('seller'),
    signIn: () => signIn(world.call, { mail, password }),
    async note(cookie: string) {
      const answer = await world.call(`/desk/follow-up/${OWN}/${SID}/changes`, {
        method: 'POST',
        headers: { ...CONSOLE, cookie },
        payload: {
          id: randomUUID(),
          version,
          change: { kind: 'note', text: 'x'.repeat(200), contact: false },
        },
      });
      if (answer.statusCode === 200) version = answer.json().followUp.version;
      return answer.statusCode;
    },
    /** Statuses of reads that note something besides, a while after the previous ones. */
    async read(cookie: string) {
      world.clock.now += 2 * 60_000;
      const urls = [
        '/desk/session',
        `/v3/consultas/${OWN}`,
        `/v3/consultas/${OWN}/${SID}`,
        '/desk/inquiries',
      ];
      const statuses: number[] = [];
      for (const url of urls) statuses.push((await world.call(url, { headers: { cookie } })).statusCode);
      for (const noted of ['seen', 'looking']) {
        const url = `/desk/follow-up/${OWN}/${SID}/${noted}`;
        const answer = await world.call(url, { method: 'PUT', headers: { ...CONSOLE, cookie } });
        statuses.push(answer.statusCode);
      }
      return statuses;
    },
    async [Symbol.asyncDispose]() {
      rmSync(join(disk ?? '', 'filling'), { force: true });
      await world[Symbol.asyncDispose]();
      vi.unstubAllEnvs();
    },
  };
}

const READ = [200, 200, 200, 200, 204, 200];

describe.skipIf(disk === undefined)('on a full disk', () => {
  it('people sign in, write and read from the reserve, and it is made again when there is room', async () => {
    await using at = await open();
    fillDisk();
    for (let round = 0; round < 5; round++) {
      const signedIn = await at.signIn();
      expect([signedIn.statusCode, await at.note(cookieOf(signedIn))]).toEqual([200, 200]);
      expect(await at.read(at.cookie)).toEqual(READ);
    }
    expect(await at.readyz()).toBe(503);
    rmSync(join(disk ?? '', 'filling'));
    await vi.waitFor(async () => expect(await at.readyz()).toBe(200), { timeout: 5000 });
  });

  it('reading goes on when the reserve is used up, and what cannot be stored is refused with a sentence', async () => {
    await using at = await open();
    await vi.waitFor(async () => {
      fillDisk();
      expect(await at.note(at.cookie)).toBe(503);
    });
    expect(await at.read(at.cookie)).toEqual(READ);
    await vi.waitFor(async () => {
      fillDisk();
      const refused = await at.signIn();
      expect([refused.statusCode, refused.json().Type]).toEqual([503, '/problems/storage-full']);
    });
  });
});
