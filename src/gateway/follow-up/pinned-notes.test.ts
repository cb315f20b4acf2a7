import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { onEachEngine } from '#testing/engines.ts';
import { CLAIM, INVALID, NOTE, OTHER_SID, openFollowUpWorld } from '#testing/follow-up-world.ts';
import { OWN } from '#testing/gateway-world.ts';

onEachEngine((engine) => {
  describe('a pinned note', () => {
    it('200: is read with every page of the timeline, and replaced by another one', async () => {
      await using desk = await openFollowUpWorld(engine);
      const seller = await desk.signedIn('seller');
      const [first, second] = [randomUUID(), randomUUID()];
      await seller.change({ ...NOTE, text: 'Paga al contado' }, { id: first });
      await seller.change(NOTE, { id: second });
      const pinned = await seller.change({ kind: 'pin', note: first });
      expect([pinned.statusCode, pinned.json()]).toMatchObject([
        200,
        {
          followUp: { pinnedNote: first, version: 0, notes: 2 },
          pinned: { id: first, change: { text: 'Paga al contado' }, by: { name: 'Valeria Sosa' } },
          entries: 3,
        },
      ]);
      for (let count = 0; count < 30; count += 1) await seller.change(NOTE, { version: 0 });
      const zoe = await (await desk.zoe()).view();
      expect(zoe.timeline.some(({ id }) => id === first)).toBe(false);
      expect(zoe.pinned?.id).toBe(first);
      await seller.change({ kind: 'pin', note: second });
      expect((await seller.view()).pinned?.id).toBe(second);
      await seller.change({ kind: 'pin', note: null });
      const none = await seller.view();
      expect([none.followUp.pinnedNote, none.pinned]).toEqual([null, undefined]);
    });

    it('an undo brings the note back that was pinned before, and an undone note is not shown', async () => {
      await using desk = await openFollowUpWorld(engine);
      const seller = await desk.signedIn('seller');
      const [first, second, pin] = [randomUUID(), randomUUID(), randomUUID()];
      for (const id of [first, second]) await seller.change(NOTE, { id });
      await seller.change({ kind: 'pin', note: first });
      await seller.change({ kind: 'pin', note: second }, { id: pin });
      await seller.change({ kind: 'undo', entry: pin });
      expect((await seller.view()).pinned?.id).toBe(first);
      await seller.change({ kind: 'undo', entry: first });
      expect((await seller.view()).pinned).toBeUndefined();
    });

    it('400: what is no note of the inquiry, or was undone', async () => {
      await using desk = await openFollowUpWorld(engine);
      const seller = await desk.signedIn('seller');
      const [note, claim, elsewhere] = [randomUUID(), randomUUID(), randomUUID()];
      await seller.change(NOTE, { id: note });
      await seller.change({ kind: 'undo', entry: note });
      await seller.change(CLAIM, { id: claim });
      const other = { id: elsewhere, version: 0, change: NOTE };
      const url = `/desk/follow-up/${OWN}/${OTHER_SID}/changes`;
      expect((await seller.ask('POST', url, other)).statusCode).toBe(200);
      for (const id of [note, claim, elsewhere, randomUUID()]) {
        const refused = await seller.change({ kind: 'pin', note: id });
        expect([refused.statusCode, refused.json().Errors]).toEqual([400, { 'change.note': ['invalid'] }]);
      }
      const malformed = await seller.change({ kind: 'pin', note: 'x' });
      expect([malformed.statusCode, malformed.json().Type]).toEqual([400, INVALID]);
      expect((await seller.view()).followUp.pinnedNote).toBeNull();
    });

    it('403: is not pinned by support', async () => {
      await using desk = await openFollowUpWorld(engine);
      const id = randomUUID();
      await (await desk.signedIn('seller')).change(NOTE, { id });
      const support = await desk.signedIn('support');
      const refused = await support.change({ kind: 'pin', note: id }, { version: 0 });
      expect([refused.statusCode, refused.json().Type]).toEqual([403, '/problems/forbidden']);
    });
  });
});
