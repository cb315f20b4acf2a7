import { describe, expect, it } from 'vitest';
import type { Engine } from '#database/database.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { stampAt } from '#testing/clocks.ts';
import { cloneDatabase, onEachEngine } from '#testing/engines.ts';
import {
  type InvitationRow,
  markEnded,
  markRegistered,
  postponeCheck,
  recordCheckResult,
  recordSend,
  recordSendReply,
  updateNote,
} from './store.ts';

const NOW = Date.parse('2026-11-20T12:00:00-03:00');
const MINUTE = 60_000;
const MAIL = 'ventas@a.example';

async function open(engine: Engine) {
  const clone = await cloneDatabase(engine, 'gateway');
  const database = await openGatewayDatabase(clone.target);
  const { db } = database;
  const row = (): Promise<InvitationRow> =>
    db.selectFrom('invitation').selectAll().where('agency_key', '=', MAIL).executeTakeFirstOrThrow();
  return {
    db,
    row,
    /** Sends an invitation, and the reply of the service with this status. */
    async send(status?: number, { at = NOW, mail = MAIL, location = undefined as string | undefined } = {}) {
      const sent = await recordSend(db, 'p1', { adminMail: mail, name: null }, stampAt(at));
      if (status !== undefined) await recordSendReply(db, sent, { status, location }, at);
      return sent;
    },
    set: (values: Partial<InvitationRow>) =>
      db.updateTable('invitation').set(values).where('agency_key', '=', MAIL).execute(),
    async [Symbol.asyncDispose]() {
      await database.close();
      await clone[Symbol.asyncDispose]();
    },
  };
}

onEachEngine((engine) => {
  describe('the reply to an invitation', () => {
    it.each([
      [202, 'sent', NOW + MINUTE],
      [200, 'refused', null],
      [400, 'refused', null],
      [409, 'refused', null],
      [429, 'refused', null],
      [500, 'refused', null],
    ] as const)('%i makes a new one %s, checked at %s', async (status, state, due_at) => {
      await using it = await open(engine);
      await it.send(status);
      expect(await it.row()).toMatchObject({ state, due_at, checks: 0 });
    });

    it.each([
      ['sent', { state: 'sent', due_at: NOW + 1 }],
      ['registered', { state: 'registered', due_at: null }],
      ['refused', { state: 'refused', due_at: null }],
      ['ended', { state: 'refused', due_at: null }],
    ] as const)('that refuses one that was %s leaves it %j', async (state, after) => {
      await using it = await open(engine);
      await it.send(202);
      await it.set({ state, due_at: NOW + 9 * MINUTE, checks: 3 });
      await it.send(409, { at: NOW + 1 });
      expect(await it.row()).toMatchObject(after);
    });

    it('keeps the earlier Location where it has none, and changes nothing that was decided meanwhile', async () => {
      await using it = await open(engine);
      await it.send(202, { location: '/v3/agencias/x' });
      await it.send(202);
      expect((await it.row()).location).toBe('/v3/agencias/x');
      const late = await it.send();
      await markRegistered(it.db, MAIL.toUpperCase(), NOW);
      await recordSendReply(it.db, late, { status: 202, location: undefined }, NOW);
      expect(await it.row()).toMatchObject({ state: 'registered', registered_at: NOW, due_at: null });
      await markEnded(it.db, MAIL);
      expect(await it.row()).toMatchObject({ state: 'ended', due_at: null });
    });

    it('is noted with its own send', async () => {
      await using it = await open(engine);
      await it.send(409);
      await it.send(202, { at: NOW + 1 });
      await it.send(undefined, { at: NOW + 2 });
      const sends = await it.db.selectFrom('invitation_send').select('status').orderBy('at').execute();
      expect(sends.map(({ status }) => status)).toEqual([409, 202, null]);
    });
  });

  describe('the check of an invitation', () => {
    it('is repeated after 1, 5 and 15 min, 1 and 6 h, and then every day', async () => {
      await using it = await open(engine);
      await it.send(202);
      for (const minutes of [5, 15, 60, 360, 1440, 1440, 1440]) {
        await recordCheckResult(it.db, await it.row(), { state: 'sent' }, NOW);
        expect(((await it.row()).due_at ?? 0) - NOW).toBe(minutes * MINUTE);
      }
      await it.set({ checks: 2 });
      await postponeCheck(it.db, await it.row(), NOW);
      expect(await it.row()).toMatchObject({ checks: 2, due_at: NOW + 15 * MINUTE });
      await it.set({ due_at: null });
      await postponeCheck(it.db, await it.row(), NOW);
      expect((await it.row()).due_at).toBeNull();
    });

    it.each([
      ['sent', 'ended', true],
      ['registered', 'ended', true],
      ['ended', 'ended', false],
      ['sending', 'sending', true],
      ['refused', 'refused', false],
    ] as const)(
      'that does not know one that was %s makes it %s, checked again: %s',
      async (state, next, again) => {
        await using it = await open(engine);
        await it.send(202);
        await it.set({ state, checks: 0 });
        await recordCheckResult(it.db, await it.row(), { state: 'unknown' }, NOW);
        expect(await it.row()).toMatchObject({
          state: next,
          checks: 1,
          checked_at: NOW,
          due_at: again ? NOW + 5 * MINUTE : null,
        });
      },
    );

    it('ends with the registration, and shows again what had ended', async () => {
      await using it = await open(engine);
      await it.send(202);
      await it.set({ state: 'ended' });
      await recordCheckResult(it.db, await it.row(), { state: 'registered', at: NOW - 5 }, NOW);
      expect(await it.row()).toMatchObject({
        state: 'registered',
        registered_at: NOW - 5,
        due_at: null,
      });
    });

    it('whose state changed meanwhile has no effect', async () => {
      await using it = await open(engine);
      await it.send(202);
      const before = await it.row();
      await markRegistered(it.db, MAIL, NOW);
      await recordCheckResult(it.db, before, { state: 'unknown' }, NOW);
      expect(await it.row()).toMatchObject({ state: 'registered', checks: 0, checked_at: null });
    });
  });

  it('a note is kept by whoever saw the last one', async () => {
    await using it = await open(engine);
    const { id } = await it.send(202);
    const write = (note: string, version: number, invitation = id) =>
      updateNote(it.db, 'p1', invitation, { note, version });
    await write('a', 1);
    expect(await it.row()).toMatchObject({ note: 'a', note_by: 'p1', version: 2 });
    for (const version of [1, 3])
      await expect(write('b', version)).rejects.toMatchObject({
        problem: { Type: '/problems/changed-meanwhile' },
      });
    await expect(write('b', 2, 'none')).rejects.toMatchObject({ problem: { Type: '/problems/not-found' } });
    expect(await it.row()).toMatchObject({ note: 'a', version: 2 });
  });
});
