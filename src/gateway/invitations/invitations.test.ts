import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import type { Invitation } from '#contract/desk/invitations.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { onEachEngine } from '#testing/engines.ts';
import { CONSOLE, type World, json, openWorld } from '#testing/gateway-world.ts';

const MAIL = 'Hola@Nueva.example';
const KEY = 'hola@nueva.example';
const LOCATION = `/v3/agencias/${KEY}`;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const accepted: Answer = (_, response) => response.writeHead(202, { location: LOCATION }).end();
const problem = (status: number) =>
  json({ Type: 'x', Title: 'x', Status: status, Errors: {} }, status, 'application/problem+json');
const unknown: Answer = (_, response) => response.writeHead(404).end();
const agency = (more: object) => json({ AdminMail: KEY, Estado: 'Invitada', FechaRegistro: null, ...more });
const registered = agency({ Estado: 'Registrada', FechaRegistro: '2026-03-05T12:00:00-03:00' });

/** A partner session; `invite` and `view` are the service's replies. */
async function open(engine: 'sqlite' | 'postgres') {
  const sessions = { idleMs: 30 * 24 * HOUR, absoluteMs: 30 * 24 * HOUR };
  const world = await openWorld({ engine, config: { sessions } });
  const upstream: { invite: Answer; view: Answer } = { invite: accepted, view: agency({}) };
  world.upstream.answer = (request, response) =>
    upstream[request.method === 'POST' ? 'invite' : 'view'](request, response);
  const cookie = await world.signIn('partner');
  const invite = (body: object = { AdminMail: MAIL, Nombre: 'Nueva' }) =>
    world.call('/v3/agencias', { method: 'POST', headers: { cookie, ...CONSOLE }, payload: body });
  const list = async (): Promise<Invitation[]> =>
    (await world.call('/desk/invitations', { headers: { cookie } })).json().invitations;
  const only = async (): Promise<Invitation> => {
    const [one, ...others] = await list();
    if (!one || others.length > 0) throw new Error('There is not one invitation');
    return one;
  };
  const check = (id: string) =>
    world.call(`/desk/invitations/${id}/check`, { method: 'POST', headers: { cookie, ...CONSOLE } });
  const disposed = () => world[Symbol.asyncDispose]();
  return { world, upstream, cookie, invite, list, only, check, [Symbol.asyncDispose]: disposed };
}

/** Restarts take longer than the default second on a busy machine. */
const waitFor = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 8000 });

/** Advances the clock and restarts, so that the workers run. */
async function later(world: World, ms: number): Promise<void> {
  world.clock.now += ms;
  await world.restart();
}

onEachEngine((engine) => {
  describe('an invitation', () => {
    it('is in the ledger before it goes out, and its answer after', async () => {
      await using it = await open(engine);
      let during: Invitation | undefined;
      it.upstream.invite = (request, response) => {
        void it.only().then((known) => {
          during = known;
          return accepted(request, response);
        });
      };
      expect((await it.invite()).statusCode).toBe(202);
      const sentAt = it.world.clock.now;
      expect(during).toMatchObject({
        state: 'sending',
        location: null,
        sends: [{ at: sentAt, status: null }],
      });
      const known = await it.only();
      expect(known).toMatchObject({
        adminMail: MAIL,
        name: 'Nueva',
        state: 'sent',
        location: LOCATION,
        checkedAt: null,
        nextCheckAt: sentAt + MINUTE,
        registeredAt: null,
        note: '',
        noteBy: null,
        version: 1,
      });
      expect(known.sends).toEqual([{ at: sentAt, by: expect.stringMatching(/\S/) as string, status: 202 }]);
    });

    it.each([409, 400, 403, 429])(
      'an invitation answered with %i is refused, and stays in the ledger',
      async (status) => {
        await using it = await open(engine);
        it.upstream.invite = problem(status);
        expect((await it.invite()).statusCode).toBe(status);
        expect(await it.only()).toMatchObject({
          state: 'refused',
          nextCheckAt: null,
          sends: [{ status }],
        });
      },
    );

    it('an invitation without a reply stays in sending until its state is fetched', async () => {
      await using it = await open(engine);
      it.upstream.invite = (_, response) => response.destroy();
      expect((await it.invite()).statusCode).toBe(503);
      expect(await it.only()).toMatchObject({ state: 'sending', sends: [{ status: null }] });

      await later(it.world, MINUTE);
      await waitFor(async () => expect(await it.only()).toMatchObject({ state: 'sent' }));
    });

    it('is not there for a body that invites nobody', async () => {
      await using it = await open(engine);
      it.upstream.invite = problem(400);
      for (const body of [{}, { AdminMail: 'x' }, { AdminMail: [MAIL] }, []]) await it.invite(body);
      expect(await it.list()).toEqual([]);
    });

    it('sent again is the same one, in any case, each time noted', async () => {
      await using it = await open(engine);
      await it.invite();
      it.world.clock.now += HOUR;
      await it.invite({ AdminMail: KEY });
      const known = await it.only();
      expect(known).toMatchObject({ state: 'sent', name: 'Nueva' });
      expect(known.sends.map(({ at }) => at)).toEqual([it.world.clock.now, it.world.clock.now - HOUR]);
    });

    it('the state of a sent invitation is fetched at once when a repeat is refused', async () => {
      await using it = await open(engine);
      await it.invite();
      it.upstream.invite = problem(409);
      it.upstream.view = registered;
      it.world.clock.now += HOUR;
      await it.invite();
      await waitFor(async () => expect(await it.only()).toMatchObject({ state: 'registered' }));
      expect((await it.only()).sends.map(({ status }) => status)).toEqual([409, 202]);
      // A registered invitation stays registered.
      await it.invite();
      expect(await it.only()).toMatchObject({ state: 'registered', nextCheckAt: null });
    });
  });

  describe('what became of it', () => {
    it('is asked by itself, less and less often, on the Location that came with the answer', async () => {
      await using it = await open(engine);
      await it.invite();
      for (const [wait, next] of [
        [MINUTE, 5 * MINUTE],
        [5 * MINUTE, 15 * MINUTE],
        [15 * MINUTE, HOUR],
        [HOUR, 6 * HOUR],
        [6 * HOUR, 24 * HOUR],
        [24 * HOUR, 24 * HOUR],
      ] as const) {
        const asked = it.world.upstreamRequests.length;
        await later(it.world, wait);
        await waitFor(async () =>
          expect(await it.only()).toMatchObject({
            state: 'sent',
            checkedAt: it.world.clock.now,
            nextCheckAt: it.world.clock.now + next,
          }),
        );
        expect(it.world.upstreamRequests.slice(asked).map(({ url }) => url)).toEqual([LOCATION]);
      }
    });

    it('is asked again after the same wait when the service did not answer', async () => {
      await using it = await open(engine);
      await it.invite();
      it.upstream.view = (_, response) => response.destroy();
      await later(it.world, MINUTE);
      await waitFor(async () =>
        expect(await it.only()).toMatchObject({ checkedAt: null, nextCheckAt: it.world.clock.now + MINUTE }),
      );
    });

    it('a check is aborted when the gateway stops, and repeated by the next gateway', async () => {
      await using it = await open(engine);
      await it.invite();
      const { promise: asked, resolve: reached } = Promise.withResolvers<undefined>();
      it.upstream.view = () => reached(undefined);
      await later(it.world, MINUTE);
      await asked;
      await it.world.gateway.close();
      it.upstream.view = agency({});
      await later(it.world, 5 * MINUTE);
      await waitFor(async () =>
        expect(await it.only()).toMatchObject({ checkedAt: it.world.clock.now, state: 'sent' }),
      );
    });

    it('is asked at once by the process after one that was killed', async () => {
      await using it = await open(engine);
      await it.invite();
      const { now } = it.world.clock;
      const claimedUntil = now + MINUTE;
      const claim = { due_at: now, claimed_until: claimedUntil, claimed_by: 'a killed process' };
      const { db, close } = await openGatewayDatabase(it.world.config.database);
      await db.updateTable('invitation').set(claim).execute();
      await db
        .insertInto('rate_limit')
        .values({ name: 'resend', key: 'x', count: 1, ends_at: claimedUntil, retry_at: claimedUntil })
        .execute();
      await later(it.world, 1);
      await waitFor(async () => expect(await it.only()).toMatchObject({ checkedAt: it.world.clock.now }));
      // Nothing says on PostgreSQL who resends.
      const slots = await db.selectFrom('rate_limit').select('key').where('name', '=', 'resend').execute();
      expect(slots).toEqual(engine === 'sqlite' ? [] : [{ key: 'x' }]);
      await close();
    });

    it('is known at once when a person asks', async () => {
      await using it = await open(engine);
      await it.invite();
      const { id } = await it.only();
      it.upstream.view = registered;
      const answer = await it.check(id);
      expect(answer.json()).toMatchObject({
        id,
        state: 'registered',
        registeredAt: Date.parse('2026-03-05T15:00:00Z'),
        nextCheckAt: null,
        checkedAt: it.world.clock.now,
      });
      it.upstream.view = unknown;
      // It may err: it is asked once more, and not again.
      expect((await it.check(id)).json()).toMatchObject({
        state: 'ended',
        nextCheckAt: expect.any(Number) as number,
      });
      expect((await it.check(id)).json()).toMatchObject({ state: 'ended', nextCheckAt: null });
      it.upstream.view = agency({});
      expect((await it.check(id)).json()).toMatchObject({ state: 'sent' });
    });

    it('is not guessed when the service does not say', async () => {
      await using it = await open(engine);
      await it.invite();
      const { id } = await it.only();
      it.upstream.view = json({ other: true });
      expect((await it.check(id)).json()).toMatchObject({ Type: '/problems/upstream-broken' });
      expect(await it.only()).toMatchObject({ state: 'sent', checkedAt: null });
      for (const status of [400, 403, 409, 410, 429, 500, 503]) {
        it.upstream.view = problem(status);
        expect((await it.check(id)).statusCode).toBeGreaterThanOrEqual(400);
        expect(await it.only()).toMatchObject({ state: 'sent', checkedAt: null });
      }
      expect((await it.check('nobody')).statusCode).toBe(404);
    });

    it('is asked of no more than four at a time', async () => {
      await using it = await open(engine);
      for (let count = 0; count < 11; count++) await it.invite({ AdminMail: `a${count}@nueva.example` });
      let [asking, most] = [0, 0];
      it.upstream.view = (request, response) => {
        asking += 1;
        most = Math.max(most, asking);
        setImmediate(() => {
          asking -= 1;
          agency({})(request, response);
        });
      };
      await later(it.world, MINUTE);
      await waitFor(async () =>
        expect((await it.list()).every(({ checkedAt }) => checkedAt === it.world.clock.now)).toBe(true),
      );
      expect(most).toBeLessThanOrEqual(4);
    });

    it('is the end when the agency is disassociated from here', async () => {
      await using it = await open(engine);
      await it.invite();
      it.world.upstream.answer = (_, response) => response.writeHead(204).end();
      const answer = await it.world.call(`/v3/agencias/${MAIL}/desasociar`, {
        method: 'PATCH',
        headers: { cookie: it.cookie, ...CONSOLE },
      });
      expect(answer.statusCode).toBe(204);
      expect(await it.only()).toMatchObject({ state: 'ended', nextCheckAt: null });
    });
  });

  it('an invitation keeps a note, and refuses one made on another that is not the last', async () => {
    await using it = await open(engine);
    await it.invite();
    const { id, version } = await it.only();
    const write = (body: object) =>
      it.world.call(`/desk/invitations/${id}/note`, {
        method: 'PUT',
        headers: { cookie: it.cookie, ...CONSOLE },
        payload: body,
      });
    expect((await write({ note: 'Llamar el lunes', version })).json()).toMatchObject({
      note: 'Llamar el lunes',
      noteBy: expect.stringMatching(/\S/) as string,
      version: version + 1,
    });
    expect((await write({ note: 'Otra', version })).json()).toMatchObject({
      Type: '/problems/changed-meanwhile',
    });
    expect((await write({ note: 'x'.repeat(1001), version: version + 1 })).statusCode).toBe(400);
    expect(await it.only()).toMatchObject({ note: 'Llamar el lunes' });
    // Checks do not change the note's version.
    await it.check(id);
    expect((await write({ note: '', version: version + 1 })).statusCode).toBe(200);
  });
});
