import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import type { InvitationFunnel, InviteAgencies } from '#contract/desk/bulk-invitations.ts';
import type { Job, JobRow } from '#contract/desk/jobs.ts';
import { HOUR_MS } from '#contract/durations.ts';
import { type Engine, openDatabase } from '#database/database.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { onEachEngine } from '#testing/engines.ts';
import { CONSOLE, json, openWorld } from '#testing/gateway-world.ts';

/** A service that knows who it has invited, and a partner admin. */
async function open(engine: Engine) {
  const sessions = { idleMs: 30 * 24 * HOUR_MS, absoluteMs: 30 * 24 * HOUR_MS };
  const world = await openWorld({
    engine,
    config: { sessions },
    answer: (request, response) => void answer(request, response),
  });
  /** Sends by mail; what the service says to each. */
  const mails: string[] = [];
  const replies = new Map<string, number>();
  const state = {
    isAway: false,
    losesReplies: false,
    /** Called with the number of mails before the reply to the last one. */
    onMail: undefined as ((count: number) => Promise<void>) | undefined,
  };

  async function answer(request: IncomingMessage, response: Parameters<ReturnType<typeof json>>[1]) {
    if (state.isAway) return response.destroy();
    const [, mail] = /^\/v3\/agencias\/([^/?]+)$/.exec(decodeURIComponent(request.url ?? '')) ?? [];
    if (request.method === 'GET')
      return mail && mails.includes(mail)
        ? json({ AdminMail: mail, Estado: replies.get(mail) === 1 ? 'Registrada' : 'Invitada' })(
            request,
            response,
          )
        : response.writeHead(404).end();
    let text = '';
    for await (const bytes of request) text += String(bytes);
    const { AdminMail } = JSON.parse(text) as { AdminMail: string };
    const status = replies.get(AdminMail) ?? 202;
    if (status >= 400)
      return json(
        {
          Type: 'x',
          Title: 'x',
          Status: status,
          Detail: 'No se puede.',
          Errors: { AdminMail: ['ya está registrado'] },
        },
        status,
        'application/problem+json',
      )(request, response);
    mails.push(AdminMail);
    await state.onMail?.(mails.length);
    if (state.losesReplies) return response.destroy();
    return response.writeHead(202, { location: `/v3/agencias/${AdminMail}` }).end();
  }

  const cookie = await world.signIn('partner');
  const database = await openDatabase<GatewayTables>(world.config.database);
  const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
    world.call(url, { method, headers: { ...CONSOLE, cookie }, ...(payload && { payload }) });
  const jobOf = async (id: string) => (await call('GET', `/desk/jobs/${id}`)).json<Job>();
  return {
    world,
    call,
    mails,
    replies,
    state,
    db: database.db,
    jobOf,
    invite: async (rows: InviteAgencies['rows'], id = randomUUID()) =>
      call('POST', '/desk/invitation-jobs', { id, name: 'agencias.csv', columns: ['Mail'], rows }),
    until: (id: string, expected: Partial<Job>) =>
      vi.waitFor(
        async () => {
          const job = await jobOf(id);
          expect(job).toMatchObject(expected);
          return job;
        },
        { timeout: 15_000 },
      ),
    /** Waits until no attempt is on its way: one that ended after `later` would be postponed from the later time. */
    untilPostponed: (attempts: number) =>
      vi.waitFor(
        async () => {
          const rows = await database.db.selectFrom('job_row').select('attempts').execute();
          expect(rows.every((one) => one.attempts === attempts)).toBe(true);
        },
        { timeout: 15_000 },
      ),
    rows: async (id: string) => (await call('GET', `/desk/jobs/${id}/rows`)).json<{ rows: JobRow[] }>().rows,
    /** Advances the clock and restarts, so that the workers run. */
    later: async (ms: number) => {
      world.clock.now += ms;
      await world.restart();
    },
    async [Symbol.asyncDispose]() {
      await database.close();
      await world[Symbol.asyncDispose]();
    },
  };
}

const row = (name: string): InviteAgencies['rows'][number] => ({
  cells: [`${name}@x.example`],
  agency: { AdminMail: `${name}@x.example`, Nombre: `Agencia ${name}` },
});

onEachEngine((engine) => {
  describe('a file of agencies', () => {
    it('is sent row by row; what the service refuses, and what was left out, is told with the reason', async () => {
      await using it = await open(engine);
      it.replies.set('b@x.example', 409).set('c@x.example', 400);
      const left: InviteAgencies['rows'][number] = {
        cells: ['?'],
        skipped: 'malformed',
        detail: 'No es un correo',
      };
      const { id } = (await it.invite([row('a'), row('b'), left, row('c'), row('d')])).json<Job>();
      const job = await it.until(id, { state: 'done' });
      expect(job).toMatchObject({ kind: 'invitations', rows: 5, done: 2, failed: 3, columns: ['Mail'] });
      expect(it.mails).toEqual(['a@x.example', 'd@x.example']);
      expect(await it.rows(id)).toMatchObject([
        { state: 'done', cells: ['a@x.example'] },
        { state: 'failed', code: 'already-registered', detail: 'AdminMail: ya está registrado' },
        { state: 'failed', code: 'malformed', detail: 'No es un correo', cells: ['?'] },
        { state: 'failed', code: 'refused' },
        { state: 'done' },
      ]);
      const { invitations } = (await it.call('GET', '/desk/invitations')).json<{ invitations: object[] }>();
      expect(invitations).toHaveLength(4);
      // Only rows that the service refused can be retried.
      it.replies.clear();
      await it.call('POST', `/desk/jobs/${id}/retry`);
      expect(await it.until(id, { state: 'done' })).toMatchObject({ done: 4, failed: 1 });
    });

    it.each([
      ['is disabled', { disabled_at: 1 }],
      ['loses the right to invite', { role: 'support' as const }],
    ])('stops at the row at which its author %s', async (_, change) => {
      await using it = await open(engine);
      it.state.onMail = async (count) => {
        if (count === 2)
          await it.db.updateTable('person').set(change).where('role', '=', 'partner').execute();
      };
      const rows = Array.from({ length: 30 }, (__, number) => row(`a${number}`));
      const { id } = (await it.invite(rows)).json<Job>();
      await vi.waitFor(
        async () => {
          const job = await it.db.selectFrom('job').select('state').where('id', '=', id).executeTakeFirst();
          expect(job?.state).toBe('cancelled');
        },
        { timeout: 15_000 },
      );
      expect(it.mails).toEqual(['a0@x.example', 'a1@x.example']);
    });

    it('sends no second mail to an agency that is invited, also when it stands twice in the file', async () => {
      await using it = await open(engine);
      const { id } = (await it.invite([row('a'), row('a')])).json<Job>();
      expect(await it.until(id, { state: 'done' })).toMatchObject({ done: 1, failed: 1 });
      const { id: again } = (await it.invite([row('a')])).json<Job>();
      await it.until(again, { state: 'done' });
      expect(await it.rows(again)).toMatchObject([{ code: 'already-invited' }]);
      expect(it.mails).toEqual(['a@x.example']);
    });

    it('waits for a service that is away, and asks it about mails whose reply was lost', async () => {
      await using it = await open(engine);
      it.state.isAway = true;
      const { id } = (await it.invite([row('a'), row('b')])).json<Job>();
      await it.untilPostponed(1);
      const attempt = { code: 'upstream-unreachable' };
      expect(await it.rows(id)).toMatchObject([attempt, attempt]);
      expect(await it.jobOf(id)).toMatchObject({ state: 'running', done: 0, failed: 0 });
      it.state.isAway = false;
      it.state.losesReplies = true;
      await it.later(HOUR_MS);
      await it.untilPostponed(2);
      expect(it.mails).toHaveLength(2);
      it.state.losesReplies = false;
      await it.later(HOUR_MS);
      expect(await it.until(id, { state: 'done' })).toMatchObject({ done: 2 });
      expect(it.mails).toEqual(['a@x.example', 'b@x.example']);
    });

    it('goes on after a crash in the middle of a row', async () => {
      await using it = await open(engine);
      const { id } = (await it.invite([row('a'), row('b'), row('c')])).json<Job>();
      await it.until(id, { state: 'done' });
      // Restores the state of a process that ended after the mail to b and before that to c.
      it.mails.pop();
      await it.db.deleteFrom('invitation_send').execute();
      await it.db.deleteFrom('invitation').where('agency_key', '=', 'c@x.example').execute();
      await it.db
        .updateTable('job')
        .set({ state: 'running', finished_at: null, done: 1, due_at: 1 })
        .execute();
      await it.db
        .updateTable('job_row')
        .set({ state: 'pending', started: 1 })
        .where('number', '>', 1)
        .execute();
      await it.later(1);
      expect(await it.until(id, { state: 'done' })).toMatchObject({ done: 3, failed: 0 });
      expect(it.mails).toEqual(['a@x.example', 'b@x.example', 'c@x.example']);
    });

    it('is refused whole when a row breaks the contract, and may be large', async () => {
      await using it = await open(engine);
      const bad = { cells: [], agency: { AdminMail: 'no mail' } };
      expect((await it.invite([row('a'), bad as never])).statusCode).toBe(400);
      expect((await it.invite([])).statusCode).toBe(400);
      const long = Array.from({ length: 400 }, (_, number) => ({
        cells: ['x'.repeat(900)],
        skipped: 'twice' as const,
        detail: String(number),
      }));
      const { id } = (await it.invite(long)).json<Job>();
      expect(await it.until(id, { state: 'done' })).toMatchObject({ failed: 400 });
      expect(it.mails).toEqual([]);
    });
  });

  describe('the funnel of a file', () => {
    it('counts what was sent and who registered, and reminds the others once a day', async () => {
      await using it = await open(engine);
      const { id } = (await it.invite([row('a'), row('b')])).json<Job>();
      await it.until(id, { state: 'done' });
      const remind = () => it.call('POST', `/desk/jobs/${id}/reminders`, { id: randomUUID() });
      expect((await remind()).statusCode).toBe(409);
      await it.db
        .updateTable('invitation')
        .set({ state: 'registered', registered_at: 5, due_at: null })
        .where('agency_key', '=', 'a@x.example')
        .execute();
      await it.later(24 * HOUR_MS);
      const reminders = (await remind()).json<Job>();
      expect(reminders).toMatchObject({ reminderOf: id, rows: 1 });
      await it.until(reminders.id, { state: 'done' });
      expect(it.mails).toEqual(['a@x.example', 'b@x.example', 'b@x.example']);
      const { agencies } = (await it.call('GET', `/desk/jobs/${id}/funnel`)).json<InvitationFunnel>();
      expect(agencies).toMatchObject([
        { adminMail: 'a@x.example', isRegistered: true, registeredAt: 5, sends: 1, firstInquiryAt: null },
        { adminMail: 'b@x.example', isRegistered: false, sends: 2 },
      ]);
    });

    it('exists for jobs of invitations only', async () => {
      await using it = await open(engine);
      expect((await it.call('GET', `/desk/jobs/${randomUUID()}/funnel`)).statusCode).toBe(404);
      expect(
        (await it.call('POST', `/desk/jobs/${randomUUID()}/reminders`, { id: randomUUID() })).statusCode,
      ).toBe(404);
    });
  });
});
