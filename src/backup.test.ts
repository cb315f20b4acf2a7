import { copyFile, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { createBackup } from '#backup/create-backup.ts';
import { restoreBackup } from '#backup/restore-backup.ts';
import { verifyBackup } from '#backup/verify-backup.ts';
import type { BackupProgram } from '#backup/program.ts';
import { type Engine, countOtherClients, openDatabase } from '#database/database.ts';
import { lockDatabase } from '#database/lock-database.ts';
import { defaultHours } from '#contract/hours.ts';
import { createGatewayProgram } from '#gateway/backup/program.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import { createPeople } from '#gateway/people/store.ts';
import { createSession } from '#gateway/sessions/store.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { createAppStore } from '#service/apps/store.ts';
import { createServiceProgram } from '#service/backup/program.ts';
import { openServiceDatabase } from '#service/store.ts';
import { createSecretBox } from '#signing/secret-box.ts';
import { systemClock as clock } from '#system/clock.ts';
import { systemRandom as random } from '#system/random.ts';
import { stampAt } from '#testing/clocks.ts';
import { cloneDatabase, onBothEngines } from '#testing/engines.ts';
import { openSendingHold } from '#work/sending-hold.ts';

const AGENCY = 'ventas@ruta9.example';
const NOW = Date.parse('2026-11-20T12:00:00-03:00');
const PASSPHRASE = 'una frase muy larga';
const SECRETS = {
  appKey: 'a'.repeat(32),
  appSecret: 'secret-of-the-app-0123456789',
  consoleKey: Buffer.alloc(32, 7).toString('base64'),
  serviceKey: Buffer.alloc(32, 8).toString('base64'),
};

/** Databases of both programs with a few rows; `options` are those of a backup into `file`. */
async function openInstallation(engine: Engine) {
  await using opened = new AsyncDisposableStack();
  const clones = await Promise.all(
    (['gateway', 'service'] as const).map((name) => cloneDatabase(engine, name)),
  );
  for (const clone of clones) opened.use(clone);
  const [gatewayClone, serviceClone] = clones;
  if (!gatewayClone || !serviceClone) throw new Error('There are no databases');
  const { folder } = gatewayClone;
  const programs: BackupProgram[] = [
    createGatewayProgram(gatewayClone.target),
    createServiceProgram(serviceClone.target),
  ];
  const gateway = await openGatewayDatabase(gatewayClone.target);
  await createPeople(
    gateway.db,
    [{ role: 'partner', agencies: [], password: 'una clave bien larga', name: 'Ana', mail: 'ana@x.example' }],
    stampAt(NOW),
  );
  await openSendingHold(gateway, {});
  await addInquiry(gateway, 1);
  await gateway.close();
  const service = await openServiceDatabase(serviceClone.target);
  const box = createSecretBox(Buffer.from(SECRETS.serviceKey, 'base64'), random);
  await createAppStore(service.db, box).upsert(
    { key: SECRETS.appKey, secret: SECRETS.appSecret },
    'Vitrina',
    NOW,
  );
  await service.close();
  const file = join(folder, 'backup.tar');
  const disposables = opened.move();
  return {
    folder,
    file,
    programs,
    gatewayTarget: gatewayClone.target,
    back: (options: Partial<Parameters<typeof createBackup>[0]> = {}) =>
      createBackup({ programs, file, version: '1.2.3', clock, random, ...options }),
    verify: () => verifyBackup(file, { programs, clock, random }),
    /** PostgreSQL notices a closed connection a moment later. */
    async waitForClients() {
      await using database = await openDatabase(gatewayClone.target);
      await vi.waitUntil(async () => (await countOtherClients(database)) === 0);
    },
    restore: (passphrase?: string) => restoreBackup(file, { programs, dataDir: folder, passphrase, clock }),
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  };
}

type Gateway = Awaited<ReturnType<typeof openGatewayDatabase>>;

const addInquiry = ({ db }: Pick<Gateway, 'db'>, number: number) =>
  upsertInquiries(
    db,
    [
      {
        Momento: '2026-11-20T11:00:00-03:00',
        Interesado: {},
        Auto: {},
        _links: { self: { href: `/v3/consultas/${AGENCY}/01JC${String(number).padStart(22, '0')}` } },
      },
    ],
    { agency: AGENCY, discoverySource: 'list', hours: defaultHours('UTC'), now: NOW },
  );

const countInquiries = ({ db }: Pick<Gateway, 'db'>) =>
  db
    .selectFrom('inquiry')
    .select('sid')
    .execute()
    .then(({ length }) => length);

onBothEngines((engine) => {
  describe('a backup', () => {
    it('that was made while inquiries arrive is proved, and restores what it says', async () => {
      await using installation = await openInstallation(engine);
      const gateway = await openGatewayDatabase(installation.gatewayTarget);
      const backedUp = new AbortController();
      let number = 1;
      const write = async () => {
        while (!backedUp.signal.aborted) {
          await addInquiry(gateway, ++number);
          await clock.sleep(1);
        }
      };
      const writing = write();
      const { programs } = await installation.back();
      backedUp.abort();
      await writing;
      await gateway.close();
      await installation.waitForClients();
      expect(await installation.verify()).toMatchObject({ problems: [] });
      await installation.restore();
      const restored = await openGatewayDatabase(installation.gatewayTarget);
      expect(await countInquiries(restored)).toBe(programs[0]?.rows.inquiry);
      await restored.close();
      expect((await readdir(installation.folder)).filter((name) => /partial|^\./.test(name))).toEqual([]);
    }, 60_000);

    it('is restored without sessions, sends nothing by itself, and what was there is kept', async () => {
      await using installation = await openInstallation(engine);
      const before = await openGatewayDatabase(installation.gatewayTarget);
      const { id } = await before.db.selectFrom('person').select('id').executeTakeFirstOrThrow();
      const client = { address: '127.0.0.1', userAgent: '' };
      await createSession(before.db, { personId: id, stage: 'in', ...client }, stampAt(NOW));
      await before.close();
      await installation.back();
      const later = await openGatewayDatabase(installation.gatewayTarget);
      await addInquiry(later, 2);
      await later.close();
      await installation.waitForClients();

      const { previous, restored } = await installation.restore();

      expect(restored).toEqual(['gateway', 'service']);
      await using database = await openGatewayDatabase(installation.gatewayTarget);
      expect(await countInquiries(database)).toBe(1);
      expect(await database.db.selectFrom('session').select('id').execute()).toEqual([]);
      const hold = await openSendingHold(database, {});
      expect(await hold.isHeld()).toBe(true);
      expect(await hold.fetchChanges()).toEqual([
        { name: 'database', stored: expect.stringMatching(/^backup of 20/), current: expect.any(String) },
      ]);
      await hold.release();
      expect(await hold.isHeld()).toBe(false);
      const [kept = ''] = previous;
      await using old = await openDatabase<{ inquiry: { sid: string } }>(
        engine === 'sqlite'
          ? { ...installation.gatewayTarget, file: join(kept, 'gateway.db') }
          : { ...installation.gatewayTarget, schema: kept },
      );
      expect(await old.db.selectFrom('inquiry').select('sid').execute()).toHaveLength(2);
    }, 60_000);

    it('does not undo an erasure that was made after it', async () => {
      await using installation = await openInstallation(engine);
      await installation.back();
      const later = await openGatewayDatabase(installation.gatewayTarget);
      const { agency_key, sid } = await later.db
        .selectFrom('inquiry')
        .select(['agency_key', 'sid'])
        .executeTakeFirstOrThrow();
      const erased = { agency_key, sid, at: NOW, momento: null };
      await later.db.insertInto('erased_inquiry').values(erased).execute();
      await later.db.insertInto('erased_buyer').values({ key_hash: 'hash of a phone', at: NOW }).execute();
      await later.close();
      await installation.waitForClients();

      expect(await installation.restore()).toMatchObject({ erasedAgain: 1 });

      await using database = await openGatewayDatabase(installation.gatewayTarget);
      const rows = await database.db.selectFrom('inquiry').select(['data', 'erased_at']).execute();
      expect(rows).toEqual([{ data: '{}', erased_at: NOW }]);
      expect(await database.db.selectFrom('erased_buyer').selectAll().execute()).toEqual([
        { key_hash: 'hash of a phone', at: NOW },
      ]);
    }, 60_000);

    it('is not restored while a server runs', async () => {
      await using installation = await openInstallation(engine);
      await installation.back();
      using _lock = lockDatabase(installation.gatewayTarget);
      await using server = await openGatewayDatabase(installation.gatewayTarget);
      await addInquiry(server, 2);
      await expect(installation.restore()).rejects.toThrow(
        engine === 'sqlite' ? /Another server is using/ : /1 processes still use the schema gateway/,
      );
      expect(await countInquiries(server)).toBe(2);
    }, 60_000);

    it('whose follow-up differs from its entries is not proved', async () => {
      await using installation = await openInstallation(engine);
      const database = await openGatewayDatabase(installation.gatewayTarget);
      await sql`insert into follow_up (agency_key, sid, momento, status) values (${AGENCY}, 'X', 1, 'won')`.execute(
        database.db,
      );
      await sql`update inquiry set status = 'lost'`.execute(database.db);
      await sql`insert into inquiry_count (agency_key, change) values ('other@x.example', 1)`.execute(
        database.db,
      );
      await database.close();
      await installation.back();
      expect((await installation.verify()).problems).toEqual([
        `gateway: 1 follow-ups differ from their entries: ${AGENCY} X`,
        `gateway: 1 inquiries differ from their follow-up: ${AGENCY} 01JC${'1'.padStart(22, '0')}`,
        'gateway: 1 agencies have another number of inquiries than was counted: other@x.example',
      ]);
    }, 60_000);

    it('of a schema that this version cannot open is refused, and says who can', async () => {
      await using installation = await openInstallation(engine);
      const database = await openGatewayDatabase(installation.gatewayTarget);
      await sql`insert into kysely_migration (name, timestamp) values ('9999-drop-needs-9998', '')`.execute(
        database.db,
      );
      await database.close();
      await installation.back();
      await expect(installation.restore()).rejects.toThrow(
        /made by Vitrina 1\.2\.3, and this version cannot open .*9999-drop-needs-9998/,
      );
    });

    it('has no secrets, unless they are asked for and sealed', async () => {
      await using installation = await openInstallation(engine);
      const texts = Object.values(SECRETS);
      await installation.back();
      expect(await readParts(installation.file)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(new RegExp(texts.slice(1).join('|')))]),
      );
      const sealed = join(installation.folder, 'sealed.tar');
      await installation.back({ file: sealed, secrets: { values: SECRETS, passphrase: PASSPHRASE } });
      const parts = await readParts(sealed);
      expect(parts).toHaveLength(4);
      expect(parts.filter((part) => texts.slice(1).some((text) => part.includes(text)))).toEqual([]);
      await copyFile(sealed, installation.file);
      await installation.waitForClients();
      await expect(installation.restore('another phrase')).rejects.toThrow(/BACKUP_PASSPHRASE is not/);
      const { secrets } = await installation.restore(PASSPHRASE);
      expect(secrets.map((path) => path.slice(installation.folder.length + 1))).toEqual([
        'app-credentials.json',
        'console-key',
        'service-key',
      ]);
      expect(await readFile(join(installation.folder, 'console-key'), 'utf8')).toBe(SECRETS.consoleKey);
    }, 60_000);
  });
});

/** Contents of the entries of a backup, as Latin-1. */
async function readParts(file: string): Promise<string[]> {
  const tar = await readFile(file);
  const parts: string[] = [];
  for (let at = 0; tar[at] !== 0;) {
    const bytes = Number.parseInt(tar.toString('latin1', at + 124, at + 136), 8);
    const contents = tar.subarray(at + 512, at + 512 + bytes);
    const isCompressed = contents.readUInt32LE(0) === 0xfd2fb528;
    parts.push((isCompressed ? zstdDecompressSync(contents) : contents).toString('latin1'));
    at += 512 + Math.ceil(bytes / 512) * 512;
  }
  return parts;
}

it('a backup with a flipped byte is refused, wherever it is', async () => {
  await using installation = await openInstallation('sqlite');
  await installation.back();
  const bytes = await readFile(installation.file);
  const manifestAt = bytes.lastIndexOf('manifest.json');
  const last = bytes.length - 1;
  const positions = [
    0,
    124,
    300,
    511,
    512,
    600,
    manifestAt,
    manifestAt + 148,
    manifestAt + 512,
    manifestAt + 700,
  ];
  positions.push(last, last - 1, last - 64, last - 71, last - 72, last - 600, last - 1100);
  for (const part of [3, 5, 7]) positions.push(Math.floor((bytes.length * part) / 10));
  const refused: number[] = [];
  for (const position of positions) {
    const damaged = Buffer.from(bytes);
    damaged[position] = (damaged[position] ?? 0) ^ 1;
    await writeFile(installation.file, damaged);
    const isRefused = await installation.verify().then(
      () => false,
      (error: unknown) => /is damaged, cut off, or no backup/.test(String(error)),
    );
    if (isRefused) refused.push(position);
  }
  expect(refused).toEqual(positions);
  expect(new Set(positions).size).toBe(20);
  await writeFile(installation.file, bytes);
  expect((await installation.verify()).problems).toEqual([]);
}, 60_000);
