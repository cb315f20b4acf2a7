import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import type { WebhookChange } from '#contract/desk/webhooks.ts';
import { onEachEngine } from '#testing/engines.ts';
import { canonicalString, computeDigest, computeHmac, parseAuthorization } from '#signing/request.ts';
import { openGateway } from '#gateway/app.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { CONSOLE, SECRET as APP_SECRET, json, openWorld } from '#testing/gateway-world.ts';

const TOPIC = 'consulta-recibida';
const PATH = `/v3/appnotificaciones/${TOPIC}`;
const SECRET = '96d0300081d644d3bdceae8fbfc77955';
const SETTINGS = {
  Callback: 'https://a.example/x',
  Description: 'Uno',
  Activo: true,
  HeaderCustom01: { Name: 'X-A', Value: 'b' },
  HeaderCustom02: null,
  HeaderCustom03: null,
};
const off = { ...SETTINGS, Activo: false };

/** A service with one topic; stores settings and never returns the secret. */
class Topic {
  kept: Record<string, unknown> | undefined;
  /** Calls received. */
  sent: { method: string; body: string; headers: IncomingMessage['headers']; url: string }[] = [];
  /** Status of a refusal. */
  refuses: number | undefined;

  answer = (request: IncomingMessage, response: ServerResponse): void => {
    void text(request).then((body) => this.#answer(request, body)(request, response));
  };

  #answer({ method = '', headers, url = '' }: IncomingMessage, body: string) {
    if (url.endsWith('/appnotificaciones'))
      return json({ _entries: [{ Topic: TOPIC, Configurado: this.kept !== undefined }] });
    if (method === 'GET')
      return this.kept ? json({ ...this.kept, Secret: null, _links: {} }) : json(null, 404, 'text/json');
    this.sent.push({ method, body, headers, url });
    if (this.refuses !== undefined)
      return json({ Type: 'x', Errors: { Callback: ['no'] } }, this.refuses, 'application/problem+json');
    if (method === 'DELETE') {
      this.kept = undefined;
      return (_: IncomingMessage, response: ServerResponse) => response.writeHead(204).end();
    }
    const given = JSON.parse(body) as Record<string, unknown>;
    this.kept = { ...given, ...(given.Secret === undefined && { Secret: this.kept?.Secret ?? null }) };
    return json({ ...this.kept, Secret: null, _links: {} }, method === 'POST' ? 201 : 200);
  }

  /** Secrets in the bodies received; undefined: omitted. */
  secrets(): unknown[] {
    return this.sent.map(({ body }) => (body ? (JSON.parse(body) as { Secret?: unknown }).Secret : 'none'));
  }
}

async function open(engine: 'sqlite' | 'postgres') {
  const topic = new Topic();
  const world = await openWorld({ engine, answer: topic.answer });
  const cookie = await world.signIn('support');
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    world.call(url, { method, headers: { cookie, ...CONSOLE }, ...(payload && { payload }) });
  const history = async (): Promise<WebhookChange[]> =>
    (await call('GET', `/desk/webhooks/${TOPIC}/history`)).json().changes;
  const desk = async () => (await call('GET', '/desk/webhooks')).json().topics;
  const restore = (change: string) => call('POST', `/desk/webhooks/${TOPIC}/restorations`, { change });
  const disposed = () => world[Symbol.asyncDispose]();
  return { world, topic, call, history, desk, restore, [Symbol.asyncDispose]: disposed };
}

onEachEngine((engine) => {
  it('has a history that knows which settings would keep its secret', async () => {
    await using it = await open(engine);
    const keep = async () => {
      it.world.clock.now += 1;
      return (await it.history()).map(({ keepsSecret }) => keepsSecret);
    };
    await it.call('POST', PATH, { ...SETTINGS, Secret: SECRET });
    expect(await keep()).toEqual([true]);
    await it.call('PUT', PATH, off);
    expect(await keep()).toEqual([true, true]);
    await it.call('PUT', PATH, { ...off, Secret: SECRET.toUpperCase() });
    expect(await keep()).toEqual([true, false, false]);
    await it.call('PUT', PATH, { ...off, Secret: null });
    expect(await keep()).toEqual([true, false, false, false]);
    await it.call('DELETE', PATH);
    expect(await keep()).toEqual([false, true, false, false, false]);
  });

  it('is known as it was last switched from here', async () => {
    await using it = await open(engine);
    const lastActive = async () => {
      it.world.clock.now += 1;
      return (await it.desk())[0].lastActive;
    };
    expect(await lastActive()).toBeNull();
    await it.call('POST', PATH, SETTINGS);
    expect(await lastActive()).toBe(true);
    await it.call('PUT', PATH, off);
    expect(await lastActive()).toBe(false);
    await it.call('DELETE', PATH);
    expect(await lastActive()).toBeNull();
  });

  describe('the secret of a topic', () => {
    it('goes again with every change that leaves it out, signed as it is sent', async () => {
      await using it = await open(engine);
      await it.call('POST', PATH, { ...SETTINGS, Secret: SECRET });
      const before = it.topic.kept;
      await it.call('PUT', PATH, off);
      await it.call('PUT', PATH.replace(TOPIC, TOPIC.toUpperCase()), SETTINGS);
      expect(it.topic.secrets()).toEqual([SECRET, SECRET, SECRET]);
      expect(it.topic.kept).toEqual(before);
      const edited = it.topic.sent[1];
      if (!edited) throw new Error('Nothing was edited');
      const { body, headers, url } = edited;
      expect(headers.digest).toBe(computeDigest(body));
      expect(parseAuthorization(headers.authorization, 'SVC')?.hmac).toBe(
        computeHmac(canonicalString({ method: 'PUT', path: url, headers }, 'SVC'), APP_SECRET),
      );
    });

    it('is the one given last that the service took', async () => {
      await using it = await open(engine);
      const second = 'y'.repeat(16);
      await it.call('POST', PATH, { ...SETTINGS, Secret: SECRET });
      it.topic.refuses = 400;
      await it.call('PUT', PATH, { ...SETTINGS, Secret: second });
      it.topic.refuses = undefined;
      await it.call('PUT', PATH, off);
      expect(it.topic.secrets().at(-1)).toBe(SECRET);
      await it.call('PUT', PATH, { ...SETTINGS, Secret: second });
      await it.call('PUT', PATH, off);
      expect(it.topic.secrets().at(-1)).toBe(second);
    });

    it('removed with null is gone, and known to be', async () => {
      await using it = await open(engine);
      await it.call('POST', PATH, { ...SETTINGS, Secret: SECRET });
      await it.call('PUT', PATH, { ...SETTINGS, Secret: null });
      expect(await it.desk()).toMatchObject([{ topic: TOPIC, secret: 'none' }]);
      await it.call('PUT', PATH, off);
      expect(it.topic.secrets()).toEqual([SECRET, null, undefined]);
    });

    it('set elsewhere is unknown, and left to the service', async () => {
      await using it = await open(engine);
      expect(await it.desk()).toMatchObject([{ topic: TOPIC, secret: 'none', lastHeardAt: null }]);
      it.topic.kept = { ...SETTINGS, Secret: SECRET };
      expect(await it.desk()).toMatchObject([{ secret: 'unknown' }]);
      await it.call('PUT', PATH, off);
      expect(it.topic.secrets()).toEqual([undefined]);
      expect(it.topic.kept).toMatchObject({ Secret: SECRET });
      expect(await it.desk()).toMatchObject([{ secret: 'unknown' }]);
    });

    it('is not with settings made anew without one, and dies with a deletion', async () => {
      await using it = await open(engine);
      await it.call('POST', PATH, { ...SETTINGS, Secret: SECRET });
      await it.call('DELETE', PATH);
      await it.call('POST', PATH, SETTINGS);
      expect(it.topic.secrets()).toEqual([SECRET, 'none', undefined]);
      expect(await it.desk()).toMatchObject([{ secret: 'none' }]);
    });

    it('a secret whose reply was lost is sent with the next change', async () => {
      await using it = await open(engine);
      it.world.upstream.answer = (_, response) => response.destroy();
      await it.call('POST', PATH, { ...SETTINGS, Secret: SECRET });
      it.world.upstream.answer = it.topic.answer;
      await it.call('POST', PATH, { ...SETTINGS, Secret: SECRET });
      const renewed = 'y'.repeat(16);
      it.world.upstream.answer = (_, response) => response.destroy();
      await it.call('PUT', PATH, { ...SETTINGS, Secret: renewed });
      it.world.upstream.answer = it.topic.answer;
      await it.call('PUT', PATH, off);
      expect(it.topic.secrets()).toEqual([SECRET, renewed]);
    });

    it('a secret whose reply was lost stays known when the service refuses another', async () => {
      await using it = await open(engine);
      const lost = 'z'.repeat(16);
      await it.call('POST', PATH, { ...SETTINGS, Secret: SECRET });
      it.world.upstream.answer = (_, response) => response.destroy();
      await it.call('PUT', PATH, { ...SETTINGS, Secret: lost });
      it.world.upstream.answer = it.topic.answer;
      it.topic.refuses = 400;
      await it.call('PUT', PATH, { ...SETTINGS, Secret: 'y'.repeat(16) });
      it.topic.refuses = undefined;
      await it.call('PUT', PATH, off);
      expect(it.topic.secrets().at(-1)).toBe(lost);
    });

    it('a refused change leaves no record of an unknown topic', async () => {
      await using it = await open(engine);
      const { db, ...database } = await openGatewayDatabase(it.world.config.database);
      it.topic.refuses = 400;
      await it.call('POST', PATH, { ...SETTINGS, Secret: SECRET });
      expect(await db.selectFrom('webhook_secret').selectAll().execute()).toEqual([]);
      await database.close();
    });

    it('is of one change at a time: the next one waits for the answer', async () => {
      await using it = await open(engine);
      await it.call('POST', PATH, { ...SETTINGS, Secret: SECRET });
      const answers: (() => void)[] = [];
      it.world.upstream.answer = (request, response) =>
        void answers.push(() => it.topic.answer(request, response));
      const [first, second] = ['x'.repeat(16), 'y'.repeat(16)];
      const both = [
        it.call('PUT', PATH, { ...SETTINGS, Secret: first }),
        it.call('PUT', PATH.replace(TOPIC, TOPIC.toUpperCase()), { ...SETTINGS, Secret: second }),
      ];
      await vi.waitFor(() => expect(answers).toHaveLength(1));
      it.world.upstream.answer = it.topic.answer;
      expect(it.topic.secrets()).toEqual([SECRET]);
      answers[0]?.();
      expect((await Promise.all(both)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
      const last = it.topic.kept?.Secret;
      expect([first, second]).toContain(last);
      await it.call('PUT', PATH, off);
      expect(it.topic.secrets().at(-1)).toBe(last);
    });

    it('is unknown after CONSOLE_KEY changed, and nothing breaks', async () => {
      await using it = await open(engine);
      await it.call('POST', PATH, { ...SETTINGS, Secret: SECRET });
      it.world.config.consoleKey = Buffer.alloc(32, 8);
      await it.world.restart();
      expect(await it.desk()).toMatchObject([{ secret: 'unknown' }]);
      expect(await it.history()).toMatchObject([{ settings: { secret: 'unknown' } }]);
      await it.call('PUT', PATH, off);
      expect(it.topic.secrets()).toEqual([SECRET, undefined]);
    });

    it('is readable nowhere in the database, and in no answer', async () => {
      await using it = await open(engine);
      await it.call('POST', PATH, { ...SETTINGS, Secret: SECRET });
      const answers = await Promise.all([it.call('PUT', PATH, off), it.desk(), it.history()]);
      expect(
        JSON.stringify(answers.map((answer) => ('body' in answer ? answer.body : answer))),
      ).not.toContain(SECRET);
      const { db, ...database } = await openGatewayDatabase(it.world.config.database);
      const results = await Promise.all(
        ['webhook_secret', 'webhook_change'].map((table) =>
          sql`select * from ${sql.table(table)}`.execute(db),
        ),
      );
      expect(results.flatMap(({ rows }) => rows)).toHaveLength(3);
      expect(JSON.stringify(results)).not.toContain(SECRET);
      await database.close();
    });
  });

  describe('a change', () => {
    it('is in the history with who made it, and without the secret', async () => {
      await using it = await open(engine);
      await it.call('POST', PATH, { ...SETTINGS, Secret: SECRET });
      it.world.clock.now += 1000;
      await it.call('PUT', PATH, { Callback: 'https://b.example/y' });
      it.world.clock.now += 1000;
      await it.call('DELETE', PATH);
      const changes = await it.history();
      expect(changes.map(({ action }) => action)).toEqual(['deleted', 'edited', 'created']);
      expect(changes[0]?.settings).toBeNull();
      expect(changes[1]?.settings).toEqual({
        callback: 'https://b.example/y',
        description: null,
        active: true,
        headers: [null, null, null],
        secret: 'kept',
      });
      expect(changes[2]).toMatchObject({
        at: it.world.clock.now - 2000,
        by: expect.stringMatching(/\S/) as string,
        settings: { description: 'Uno', headers: [{ Name: 'X-A', Value: 'b' }, null, null] },
      });
    });

    it('an invalid or refused change is not recorded', async () => {
      await using it = await open(engine);
      it.topic.refuses = 400;
      for (const body of [[], {}, { Callback: 'x' }, { ...SETTINGS, Otro: 1 }, SETTINGS])
        expect((await it.call('POST', PATH, body)).statusCode).toBe(400);
      expect(it.topic.sent.map(({ body }) => JSON.parse(body) as unknown)).toHaveLength(5);
      expect(await it.history()).toEqual([]);
    });
  });

  describe('a restoration', () => {
    it('writes settings again as they were, secret included, and says what reads otherwise', async () => {
      await using it = await open(engine);
      await it.call('POST', PATH, { ...SETTINGS, Secret: SECRET });
      const before = it.topic.kept;
      it.world.clock.now += 1000;
      await it.call('PUT', PATH, { Callback: 'https://b.example/y', Secret: null });
      it.world.clock.now += 1000;
      const created = (await it.history()).at(-1)?.id ?? '';
      const answer = await it.restore(created);
      expect(answer.json()).toEqual({
        settings: {
          callback: 'https://a.example/x',
          description: 'Uno',
          active: true,
          headers: [{ Name: 'X-A', Value: 'b' }, null, null],
          secret: 'kept',
        },
        differing: [],
      });
      expect(it.topic.kept).toEqual(before);
      expect(it.topic.sent.at(-1)?.method).toBe('PUT');
      expect((await it.history()).map(({ action }) => action)).toEqual(['restored', 'edited', 'created']);
    });

    it('configures a topic that is not configured any more', async () => {
      await using it = await open(engine);
      await it.call('POST', PATH, { ...SETTINGS, Secret: SECRET });
      const created = (await it.history()).at(-1)?.id ?? '';
      await it.call('DELETE', PATH);
      expect((await it.restore(created)).statusCode).toBe(200);
      expect(it.topic.sent.at(-1)?.method).toBe('POST');
      expect(it.topic.kept).toMatchObject({ Secret: SECRET });
    });

    it('names the members that read otherwise, and passes a refusal on as it came', async () => {
      await using it = await open(engine);
      await it.call('POST', PATH, SETTINGS);
      const [{ id } = { id: '' }] = await it.history();
      const { answer } = it.topic;
      it.world.upstream.answer = (request, response) => {
        if (request.method === 'GET' && it.topic.kept)
          it.topic.kept = { ...it.topic.kept, Activo: false, HeaderCustom01: null };
        answer(request, response);
      };
      expect((await it.restore(id)).json()).toMatchObject({ differing: ['Activo', 'HeaderCustom01'] });
      it.topic.refuses = 400;
      const refused = await it.restore(id);
      expect(refused.statusCode).toBe(400);
      expect(refused.json()).toMatchObject({ Type: 'x', Errors: { Callback: ['no'] } });
    });

    it('is of a change that there was, and wrote something', async () => {
      await using it = await open(engine);
      await it.call('POST', PATH, SETTINGS);
      await it.call('DELETE', PATH);
      const deletion = (await it.history()).find(({ action }) => action === 'deleted')?.id ?? '';
      expect((await it.restore(deletion)).statusCode).toBe(404);
      expect((await it.restore('nobody')).statusCode).toBe(404);
      expect((await it.restore('x'.repeat(27))).statusCode).toBe(400);
      expect(it.topic.sent).toHaveLength(2);
    });
  });

  it('makes the receiver at the first start, and the same for two that start together', async () => {
    await using it = await open(engine);
    const [{ receiver }] = await it.desk();
    expect(receiver).toMatch(/^http:\/\/localhost:4000\/hooks\/[\w-]{32}$/);
    await using other = await open(engine);
    expect((await other.desk())[0].receiver).not.toBe(receiver);
    await it.world.gateway.close();
    const again = await openGateway(it.world.config);
    await again.close();
  });
});
