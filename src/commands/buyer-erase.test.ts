import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { COMMAND_ADDRESS } from '#contract/desk/audit.ts';
import { defaultHours } from '#contract/hours.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { OWN, openWorld, type World } from '#testing/gateway-world.ts';

const COMMAND = resolve(import.meta.dirname, 'buyer-erase.ts');

async function buyerErase(world: World, args: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, DATA_DIR: world.config.dataDir, NODE_NO_WARNINGS: '1' };
  const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, ...args], { env });
  return stdout;
}

describe('buyer:erase', () => {
  it('shows what would be erased, and erases it once that is said', async () => {
    await using world = await openWorld();
    const database = await openGatewayDatabase(world.config.database);
    const { db } = database;
    const inquiry = (index: number, phone: string) => ({
      Momento: new Date(world.clock.now).toISOString(),
      Auto: {},
      Interesado: { Nombre: 'Ana', Telefono: phone },
      _links: { self: { href: `/v3/consultas/${OWN}/${`01JCINQUIRY${index}`.padEnd(26, '0')}` } },
    });
    await upsertInquiries(db, [inquiry(1, '0351 15-555-0111'), inquiry(2, '11 4444 3333')], {
      agency: OWN,
      discoverySource: 'list',
      hours: defaultHours('America/Argentina/Buenos_Aires'),
      now: world.clock.now,
    });
    const left = () => db.selectFrom('inquiry').select('sid').where('erased_at', 'is', null).execute();

    const at = new Date(world.clock.now).toISOString();
    const line = `${at}  ${OWN}  ${'01JCINQUIRY1'.padEnd(26, '0')}`;
    const shown = await buyerErase(world, ['--phone', '+54 9 351 555 0111']);
    expect(shown).toBe(`${line}  Ana\nInquiries that would be erased here: 1. Say --yes to erase them.\n`);
    expect(await left()).toHaveLength(2);
    const erased = await buyerErase(world, ['--phone', '+54 9 351 555 0111', '--yes']);
    expect(erased.split('\n')).toEqual([
      line,
      expect.stringMatching(
        /^Erased here: inquiries 1, outside the index 0, notes 0, payloads of webhooks 0/,
      ),
      expect.stringMatching(/^Marks hold what was written until now/),
      '',
    ]);
    expect(await left()).toHaveLength(1);
    const entries = await db
      .selectFrom('audit')
      .select(['action', 'address', 'changes'])
      .orderBy('id')
      .execute();
    expect(entries.filter(({ address }) => address === COMMAND_ADDRESS)).toEqual(
      ['findBuyerData', 'eraseBuyerData'].map((action) => ({
        action,
        address: COMMAND_ADDRESS,
        changes: JSON.stringify([{ field: 'inquiries', to: '1' }]),
      })),
    );
    await database.close();
  });

  it.runIf(process.env.TEST_FULL).each([
    [[], /give at least one.*npm run buyer:erase/s],
    [['--phone', '555'], /--phone: too short/],
    [['--mail', ' '], /--mail|empty/],
    [['--name', 'Ana'], /Unknown option '--name'/],
    [['--mail', 'ana@x.example', '--reference', 'De ana@x.example'], /--reference: it is recorded/],
  ])('says what is missing: %j', async (args, sentence) => {
    await using world = await openWorld();
    const failed = await buyerErase(world, args).catch((error: { stderr?: string }) => error.stderr);
    expect(failed).toMatch(sentence);
    expect(failed).not.toMatch(/^\s+at /m);
  });
});
