import { describe, expect, it } from 'vitest';
import { REMINDER_INTERVAL_MS } from '#contract/desk/bulk-invitations.ts';
import type { Engine } from '#database/database.ts';
import type { UpstreamCall } from '#gateway/forward/upstream.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { createTestClock, stampAt } from '#testing/clocks.ts';
import { onEachEngine } from '#testing/engines.ts';
import { NOON, openGatewayStore } from '#testing/gateway-store.ts';
import { createInvitationJob, createReminderJob, invitationJobHandler } from './bulk-invitations.ts';
import { recordSend, recordSendReply } from './store.ts';

const MAIL = 'a@x.example';
const AGENCY = { AdminMail: MAIL };

/** Rows of invitations whose service answers with the given statuses. */
async function open(engine: Engine, { invites = 202, knows = 404 } = {}) {
  const it = await openGatewayStore(engine);
  const { db, ana } = it;
  const invited: string[] = [];
  const upstream = {
    call: async ({ body, path }: UpstreamCall) => {
      if (body) invited.push(path);
      return { status: body ? invites : knows, body: '', location: undefined };
    },
    toLocalPath: () => undefined,
  };
  const gateway = {
    db,
    upstream,
    clock: createTestClock(() => NOON),
    stamp: () => stampAt(NOON),
    now: () => NOON,
    wake() {},
  } as unknown as Gateway;
  const job = {
    id: 'j',
    kind: 'invitations' as const,
    rows: 1,
    createdAt: NOON,
    input: {},
    person: ana,
    address: '',
    signal: AbortSignal.any([]),
  };
  return {
    ...it,
    invited,
    /** An invitation that was sent, in this state now. */
    send: async (state: 'sending' | 'sent' | 'registered' | 'refused' | 'ended', at = NOON) => {
      const sent = await recordSend(db, ana.id, { adminMail: MAIL, name: null }, stampAt(at));
      await recordSendReply(db, sent, { status: 202, location: undefined }, at);
      await db.updateTable('invitation').set({ state }).execute();
    },
    /** Does a row. @returns the code of its failure; null: it is done */
    run: async ({ isRepeated = false, isReminder = false } = {}): Promise<unknown> => {
      const row = { number: 1, adminMail: MAIL, sid: '', input: { agency: AGENCY, isReminder }, isRepeated };
      return Promise.resolve(invitationJobHandler.run(gateway, job, row)).then(
        () => null,
        (error: { code?: string; problem?: { Type: string } }) => error.code ?? error.problem?.Type,
      );
    },
    [Symbol.asyncDispose]: () => it[Symbol.asyncDispose](),
  };
}

onEachEngine((engine) => {
  describe('a row of invitations', () => {
    it.each([
      [202, null],
      [429, '/problems/busy'],
      [409, 'already-registered'],
      [400, 'refused'],
      [422, 'refused'],
    ])('that the service answers with %i ends as %s', async (invites, outcome) => {
      await using it = await open(engine, { invites });
      expect(await it.run()).toBe(outcome);
      expect(it.invited).toHaveLength(1);
    });

    it.each([
      ['sending', 'already-invited'],
      ['sent', 'already-invited'],
      ['registered', 'already-invited'],
      ['refused', null],
      ['ended', null],
    ] as const)('of an agency whose invitation is %s ends as %s', async (state, outcome) => {
      await using it = await open(engine);
      await it.send(state);
      expect(await it.run()).toBe(outcome);
      expect(it.invited).toHaveLength(outcome === null ? 1 : 0);
      expect(await it.run({ isReminder: true })).toBeNull();
    });

    it.each([
      [200, null, 0],
      [404, null, 1],
      [403, null, 1],
      [500, '/problems/upstream-broken', 0],
      [429, '/problems/upstream-broken', 0],
    ])(
      'that is repeated asks whether its mail arrived, and with %i ends as %s',
      async (knows, outcome, mails) => {
        await using it = await open(engine, { knows });
        await it.send('sending');
        expect(await it.run({ isRepeated: true })).toBe(outcome);
        expect(it.invited).toHaveLength(mails);
      },
    );

    it('that may have sent a reminder sends no second one', async () => {
      await using it = await open(engine);
      expect(await it.run({ isRepeated: true, isReminder: true })).toBe('outcome-unknown');
      expect(it.invited).toEqual([]);
    });
  });

  it.each([
    [REMINDER_INTERVAL_MS - 1, 'sent', 0],
    [REMINDER_INTERVAL_MS, 'sent', 1],
    [REMINDER_INTERVAL_MS, 'registered', 0],
  ] as const)(
    '%i ms after it was sent an invitation that is %s is due for %i reminders',
    async (later, state, count) => {
      await using it = await open(engine);
      const author = (id: string) => ({ id, person: it.ana, address: '' });
      const rows = [{ cells: ['a'], agency: AGENCY }];
      await createInvitationJob(it.db, author('j1'), { id: 'j1', name: 'x', columns: ['a'], rows }, NOON);
      await it.db.updateTable('job_row').set({ state: 'done' }).execute();
      await it.send(state);
      const reminders = await createReminderJob(
        it.db,
        author('j2'),
        { id: 'j1', name: 'y' },
        NOON + later,
      ).then(
        () => 1,
        () => 0,
      );
      expect(reminders).toBe(count);
      expect(
        await it.db.selectFrom('job_row').select('number').where('job_id', '=', 'j2').execute(),
      ).toHaveLength(count);
    },
  );
});
