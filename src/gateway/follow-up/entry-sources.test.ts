import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { FollowUpDetail } from '#contract/desk/follow-up.ts';
import type { Job } from '#contract/desk/jobs.ts';
import { LOST } from '#testing/bulk-changes.ts';
import { callWith, installationToken, personalToken } from '#testing/api-tokens.ts';
import { onEachEngine } from '#testing/engines.ts';
import { ONE, inquiryReply } from '#testing/follow-up-world.ts';
import { OWN, openWorld } from '#testing/gateway-world.ts';
import { at, openJobWorld } from '#testing/job-world.ts';
import { inDatabase } from '#testing/session-database.ts';

const note = (text: string) => ({
  id: randomUUID(),
  version: 0,
  change: { kind: 'note', text, contact: false },
});

onEachEngine((engine) => {
  describe('an entry of a timeline', () => {
    it('names the token that it was made with, also after that was deleted', async () => {
      await using world = await openWorld({ engine, answer: inquiryReply() });
      const personal = await personalToken(world, 'seller');
      const shared = await installationToken(world, { role: 'seller', agencies: [OWN] });
      const send = (secret: string, text: string) =>
        callWith(world, secret, `${ONE}/changes`, { method: 'POST', payload: note(text) });
      await send(personal.secret, 'Uno');
      await inDatabase(world, (db) => db.deleteFrom('api_token').where('kind', '=', 'personal').execute());
      const { timeline } = FollowUpDetail.parse((await send(shared.secret, 'Dos')).json());
      expect(timeline).toMatchObject([
        { by: { name: 'Tablero' }, source: { kind: 'token', name: 'Tablero' } },
        { by: personal.token.createdBy, source: { kind: 'token', name: 'CRM' } },
      ]);
    });

    it('names the job that made it, with a link for who may open it as long as it is there', async () => {
      await using it = await openJobWorld(engine, 2);
      const [seller, partner, support] = [
        await it.signedIn('seller'),
        await it.signedIn('partner'),
        await it.signedIn('support'),
      ];
      const { id } = (await seller.change(LOST, [at(0), at(1)])).json<Job>();
      const source = { kind: 'job', jobKind: 'follow-up', rows: 2 };
      for (const [reader, seen] of [
        [seller, id],
        [partner, id],
        [support, null],
      ] as const)
        expect((await reader.timeline(0))[0]?.source).toEqual({ ...source, id: seen });

      const undo = (await partner.call('POST', `/desk/jobs/${id}/undo`, { id: randomUUID() })).json<Job>();
      const undone = { kind: 'job', jobKind: 'undo', rows: 2 };
      expect((await seller.timeline(0)).map(({ source }) => source)).toEqual([
        { ...undone, id: null },
        { ...source, id },
      ]);
      expect((await partner.timeline(1))[0]?.source).toEqual({ ...undone, id: undo.id });

      await it.db.deleteFrom('job_row').execute();
      await it.db.deleteFrom('job').execute();
      expect((await partner.timeline(0)).map(({ source }) => source)).toEqual([
        { ...undone, id: null },
        { ...source, id: null },
      ]);
    });

    it('names an import, and nothing where it was made by hand', async () => {
      await using it = await openJobWorld(engine, 1);
      const partner = await it.signedIn('partner');
      await partner.call('POST', `/desk/follow-up/${OWN}/${at(0).sid}/changes`, note('A mano'));
      const { id } = (
        await partner.call('POST', '/desk/follow-up-imports', {
          id: randomUUID(),
          name: 'viejo.csv',
          columns: ['Teléfono'],
          rows: [{ ...at(0), cells: ['1'], note: 'Llamar' }],
        })
      ).json<Job>();
      const [imported, byHand] = await partner.timeline(0);
      expect(imported?.source).toEqual({ kind: 'job', jobKind: 'import', rows: 1, id });
      expect(byHand).toMatchObject({ change: { text: 'A mano' } });
      expect(byHand).not.toHaveProperty('source');
    });
  });
});
