import { describe, expect, it } from 'vitest';
import type { Engine } from '#database/database.ts';
import { stampAt } from '#testing/clocks.ts';
import { onEachEngine } from '#testing/engines.ts';
import { findLinkToken } from '#testing/gateway-world.ts';
import { NOON, openGatewayStore } from '#testing/gateway-store.ts';
import { type LinkKind, consumeLink, findLink, sendLink } from './store.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

async function open(engine: Engine) {
  const it = await openGatewayStore(engine);
  const { db } = it;
  const read = new Set<string>();
  return {
    ...it,
    /** Sends a link. @returns its token */
    send: async (kind: LinkKind, person = it.ana) => {
      await db
        .transaction()
        .execute((transaction) =>
          sendLink(
            transaction,
            { person, kind, inviter: 'Bea', publicUrl: 'https://x.example' },
            stampAt(NOON),
          ),
        );
      const mails = await db.selectFrom('mail').selectAll().execute();
      const mail = mails.find(({ id, recipient }) => recipient === person.mail && !read.has(id));
      if (mail) read.add(mail.id);
      return findLinkToken(mail?.text);
    },
    consume: (token: string, now: number) =>
      db.transaction().execute((transaction) => consumeLink(transaction, token, now)),
    [Symbol.asyncDispose]: () => it[Symbol.asyncDispose](),
  };
}

onEachEngine((engine) => {
  describe('a link', () => {
    it.each([
      ['invitation', 72 * HOUR],
      ['recovery', HOUR],
    ] as const)('of %s works for %i ms, and once', async (kind, lifetime) => {
      await using it = await open(engine);
      const token = await it.send(kind);
      expect(await findLink(it.db, token, NOON + lifetime - 1)).toMatchObject({ kind, id: it.ana.id });
      expect(await findLink(it.db, token, NOON + lifetime)).toBeUndefined();
      expect(await it.consume(token, NOON + lifetime)).toBeUndefined();
      expect(await it.consume(token, NOON + lifetime - 1)).toEqual({ person_id: it.ana.id, kind });
      expect(await it.consume(token, NOON)).toBeUndefined();
      expect(await findLink(it.db, token, NOON)).toBeUndefined();
    });

    it('of a clock ahead works from five minutes before it was sent', async () => {
      await using it = await open(engine);
      const token = await it.send('recovery');
      for (const [before, works] of [
        [5 * MINUTE + 1, false],
        [5 * MINUTE, true],
      ] as const) {
        expect((await findLink(it.db, token, NOON - before)) !== undefined).toBe(works);
        expect((await it.consume(token, NOON - before)) !== undefined).toBe(works);
      }
    });

    it('replaces those of its person, and of nobody else', async () => {
      await using it = await open(engine);
      const others = await it.send('recovery', it.bea);
      const first = await it.send('invitation');
      const second = await it.send('recovery');
      expect(await findLink(it.db, first, NOON)).toBeUndefined();
      expect(await findLink(it.db, second, NOON)).toBeDefined();
      expect(await findLink(it.db, others, NOON)).toMatchObject({ id: it.bea.id });
      expect(await findLink(it.db, `${second}x`, NOON)).toBeUndefined();
    });

    it('of a person who is disabled leads nowhere', async () => {
      await using it = await open(engine);
      const token = await it.send('recovery');
      await it.db.updateTable('person').set({ disabled_at: NOON }).where('id', '=', it.ana.id).execute();
      expect(await findLink(it.db, token, NOON)).toBeUndefined();
    });
  });
});
