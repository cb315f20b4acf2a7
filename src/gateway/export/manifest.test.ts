import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { EXPORT_COLUMNS, ExportManifest } from '#contract/desk/export.ts';
import { FILE_DAYS } from '#contract/desk/jobs.ts';
import { DAY_MS } from '#contract/durations.ts';
import { installationToken, callWith, outcomeOf } from '#testing/api-tokens.ts';
import { onEachEngine } from '#testing/engines.ts';
import { consulta, openExportWorld, sidAt } from '#testing/export-world.ts';
import { OWN, json } from '#testing/gateway-world.ts';

const manifestPath = (id: string) => `/desk/jobs/${id}/manifest`;

onEachEngine((engine) => {
  describe('the manifest of an export', () => {
    it.each(['csv', 'xlsx', 'json'])(
      'has the facts of a file of %s, and the SHA-256 of its bytes',
      async (format) => {
        await using desk = await openExportWorld(engine);
        const partner = await desk.as('partner');
        const search = `format=${format}&masked=1&columns=sid,Momento&desde=2026-03-01&zone=UTC&marca=Ford`;
        const { id, name, bytes } = await partner.file(search);
        const answer = await partner.get(manifestPath(id));
        expect(answer.headers).toMatchObject({
          'content-type': expect.stringMatching(/^application\/json/),
          'content-disposition': `attachment; filename="${name}.manifest.json"`,
          'cache-control': 'private, no-store',
        });
        const { by, createdAt, finishedAt } = await partner.fetchJob(id);
        expect(ExportManifest.parse(answer.json())).toEqual({
          file: {
            name,
            format,
            bytes: bytes.length,
            sha256: createHash('sha256').update(bytes).digest('hex'),
          },
          job: id,
          by,
          startedAt: new Date(createdAt).toISOString(),
          finishedAt: new Date(finishedAt ?? 0).toISOString(),
          zone: 'UTC',
          agencies: [OWN],
          ownInquiriesIn: [],
          filters: { desde: '2026-03-01', marca: 'Ford' },
          columns: ['sid', 'Momento'],
          masked: true,
          expected: 3,
          rows: 3,
          missing: [],
          isComplete: true,
        });
      },
    );

    it('is not complete where another number was read than matched at the start', async () => {
      await using desk = await openExportWorld(engine);
      const partner = await desk.as('partner');
      const { id } = await partner.file();
      const { input } = await desk.db
        .selectFrom('job')
        .select('input')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const read = async () => ExportManifest.parse((await partner.get(manifestPath(id))).json());
      expect(await read()).toMatchObject({ columns: EXPORT_COLUMNS, filters: {}, masked: false });
      for (const [expected, isComplete] of [
        [2, false],
        [3, true],
        [4, false],
        // A file of an earlier version.
        [undefined, true],
      ] as const) {
        const parsed = JSON.parse(input) as { file: object };
        const changed = JSON.stringify({ ...parsed, file: { ...parsed.file, expected } });
        await desk.db.updateTable('job').set({ input: changed }).where('id', '=', id).execute();
        expect(await read()).toMatchObject({ expected: expected ?? null, rows: 3, isComplete });
        expect((await partner.fetchJob(id)).file?.expected).toBe(expected ?? null);
      }
    });

    it('names the days that the file may lack', async () => {
      await using desk = await openExportWorld(engine);
      const partner = await desk.as('partner');
      desk.world.clock.now += 60_000;
      desk.world.upstream.answer = json({}, 400);
      const { id, missing } = await partner.file();
      expect(missing).not.toEqual([]);
      expect((await partner.get(manifestPath(id))).json()).toMatchObject({ missing, isComplete: false });
    });

    it('is only had with the rights, and as long, as the file', async () => {
      await using desk = await openExportWorld(engine);
      const [seller, partner] = [await desk.as('seller'), await desk.as('partner')];
      const { id } = await seller.file();
      const statusOf = async (client = seller) => (await client.get(manifestPath(id))).statusCode;
      expect([await statusOf(), await statusOf(partner)]).toEqual([200, 403]);
      expect((await desk.world.call(manifestPath(id))).statusCode).toBe(401);
      expect(await statusOf(await desk.as('support'))).toBe(404);
      const { secret } = await installationToken(desk.world);
      expect(outcomeOf(await callWith(desk.world, secret, manifestPath(id)))).toEqual([
        403,
        'not-for-tokens',
      ]);

      await desk.db.updateTable('person_agency').set({ own_inquiries_only: 1 }).execute();
      expect(await statusOf()).toBe(403);
      await desk.db.updateTable('person_agency').set({ own_inquiries_only: 0 }).execute();
      expect(await statusOf()).toBe(200);

      const { finishedAt } = await seller.fetchJob(id);
      desk.world.clock.now = (finishedAt ?? 0) + FILE_DAYS * DAY_MS;
      expect(await statusOf(await desk.as('seller'))).toBe(404);
    });

    it('404: before the file is ready, and of a job that makes none', async () => {
      await using desk = await openExportWorld(engine);
      const partner = await desk.as('partner');
      const service = desk.holdService();
      const id = await partner.start();
      await service.called;
      expect((await partner.get(manifestPath(id))).statusCode).toBe(404);
      service.release();
      await partner.waitForEnd(id);
      expect((await partner.get(manifestPath(id))).statusCode).toBe(200);
      await desk.db.updateTable('job').set({ kind: 'import' }).where('id', '=', id).execute();
      expect((await partner.get(manifestPath(id))).statusCode).toBe(404);
    });

    it('has the number that matched also where there are several parts', async () => {
      await using desk = await openExportWorld(engine, []);
      await desk.index(Array.from({ length: 1200 }, (_, at) => consulta(at)));
      const partner = await desk.as('partner');
      const { id, bytes } = await partner.file('columns=sid');
      const { file, expected, rows } = ExportManifest.parse((await partner.get(manifestPath(id))).json());
      expect([expected, rows, file.bytes]).toEqual([1200, 1200, bytes.length]);
      expect(bytes.toString()).toContain(sidAt(1199));
    });
  });
});
