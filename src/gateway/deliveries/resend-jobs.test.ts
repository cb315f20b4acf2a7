import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { DAY_MS, HOUR_MS } from '#contract/durations.ts';
import { defaultHours } from '#contract/hours.ts';
import type { FollowUpDetail } from '#contract/desk/follow-up.ts';
import type { Job, JobRow } from '#contract/desk/jobs.ts';
import type { Engine } from '#database/database.ts';
import { syncAgencies } from '#gateway/inquiries/absent-agencies.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import { openDeliveryWorld } from '#testing/delivery-world.ts';
import { onEachEngine } from '#testing/engines.ts';
import { CONSOLE, OWN, SID, json } from '#testing/gateway-world.ts';

const sidAt = (number: number) => `${SID.slice(0, -1)}${number}`;

/** Inquiries made an hour ago without a message, and a service that counts what it is asked to resend. */
async function open(engine: Engine, numbers: readonly number[]) {
  const it = await openDeliveryWorld(engine);
  const { world, db } = it;
  const { now } = world.clock;
  const asked: string[] = [];
  world.upstream.answer = (request, response) => {
    const [, sid] = /\/([^/]+)\/resendwebhook$/.exec(request.url ?? '') ?? [];
    if (sid !== undefined) asked.push(sid);
    json({}, 202)(request, response);
  };
  await syncAgencies(db, [{ adminMail: OWN, name: null }], now - 60 * DAY_MS);
  const index = (number: number, at: number) =>
    upsertInquiries(
      db,
      [
        {
          Momento: new Date(at).toISOString(),
          Interesado: {},
          Auto: {},
          _links: { self: { href: `/v3/consultas/${OWN}/${sidAt(number)}` } },
        },
      ],
      { agency: OWN, discoverySource: 'list', hours: defaultHours('UTC'), now },
    );
  for (const number of numbers) await index(number, now - HOUR_MS);
  const headers = { cookie: it.cookie, ...CONSOLE };
  const span = { since: now - 2 * HOUR_MS, until: now };
  const resend = async (again = false) => {
    const id = randomUUID();
    const { statusCode } = await world.call('/desk/missed/resends', {
      method: 'POST',
      headers,
      payload: { id, ...span, again },
    });
    if (statusCode !== 200) return { statusCode, id: '', job: undefined, rows: [] };
    return { statusCode, id, ...(await end(id)) };
  };
  const end = async (id: string) => {
    const job = await vi.waitFor(
      async () => {
        const current = (await it.read(`/desk/jobs/${id}`)) as Job;
        expect(current.state).toBe('done');
        return current;
      },
      { timeout: 10_000 },
    );
    const { rows } = (await it.read(`/desk/jobs/${id}/rows`)) as { rows: JobRow[] };
    return { job, rows };
  };
  const count = () => it.read(`/desk/missed?since=${span.since - 40 * DAY_MS}&until=${span.until}`);
  return { ...it, it, now, asked, index, resend, end, count };
}

onEachEngine((engine) => {
  describe('a resend of what was missed', () => {
    it('asks for each inquiry once, and again only for whoever says so', async () => {
      const world = await open(engine, [1, 2]);
      await using _ = world.it;
      await world.index(3, world.now - 40 * DAY_MS);
      expect(await world.count()).toEqual({ fresh: 2, resent: 0, old: 1 });
      const first = await world.resend();
      expect(first.job).toMatchObject({ kind: 'resend', rows: 2, done: 2, failed: 0 });
      expect(world.asked.toSorted()).toEqual([sidAt(1), sidAt(2)]);
      expect(await world.count()).toEqual({ fresh: 0, resent: 2, old: 1 });
      const { resends } = (await world.it.read(`/desk/follow-up/${OWN}/${sidAt(1)}`)) as FollowUpDetail;
      const source = { kind: 'job', jobKind: 'resend', rows: 2, id: first.id };
      expect(resends).toMatchObject([{ isTest: false, source }]);
      expect(await world.resend()).toMatchObject({ statusCode: 409 });
      world.world.clock.now += 1000;
      expect((await world.resend(true)).job).toMatchObject({ done: 2 });
      expect(world.asked).toHaveLength(4);
    });

    it('leaves out an inquiry whose message came, and says why the service refuses one', async () => {
      const world = await open(engine, [1, 2]);
      await using _ = world.it;
      await world.it.keep(world.now, world.message('came', { sid: sidAt(1) }));
      world.world.upstream.answer = json(
        { Type: 'x', Title: 'x', Status: 400, Detail: 'x', Errors: { _: ['no está activa'] } },
        400,
        'application/problem+json',
      );
      const { job, rows } = await world.resend();
      expect(job).toMatchObject({ rows: 1, failed: 1 });
      expect(rows).toMatchObject([{ sid: sidAt(2), code: 'refused', detail: 'no está activa' }]);
      expect(await world.count()).toMatchObject({ fresh: 1, resent: 0 });
    });

    it('asks for none twice after a crash, and says of which it is not known', async () => {
      const world = await open(engine, [1, 2, 3]);
      await using _ = world.it;
      const { db } = world;
      const { id } = await world.resend();
      // A process ended after the service had replied about 1, while it was called about 2, and before it was called about 3.
      const sids = [sidAt(1), sidAt(2), sidAt(3)] as const;
      await db.updateTable('delivery').set({ status: null }).where('sid', '=', sids[1]).execute();
      await db.deleteFrom('delivery').where('sid', '=', sids[2]).execute();
      await db.updateTable('job').set({ state: 'running', finished_at: null, done: 0, due_at: 1 }).execute();
      await db.updateTable('job_row').set({ state: 'pending', started: 1 }).execute();
      world.asked.length = 0;
      world.world.clock.now += 60_000;
      await world.world.restart();
      const { job, rows } = await world.end(id);
      expect(job).toMatchObject({ done: 2, failed: 1, canRetry: false });
      expect(rows.find(({ sid }) => sid === sids[1])).toMatchObject({ code: 'outcome-unknown' });
      expect(world.asked).toEqual([sids[2]]);
    });
  });
});
