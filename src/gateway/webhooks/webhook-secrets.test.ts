import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { onEachEngine } from '#testing/engines.ts';
import { canonicalString, computeDigest, computeHmac, parseAuthorization } from '#signing/request.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { SECRET as APP_SECRET } from '#testing/gateway-world.ts';
import { TOPIC, PATH, SECRET, SETTINGS, off, openTopicWorld } from '#testing/topic-world.ts';

onEachEngine((engine) => {
  describe('the secret of a topic', () => {
    it('goes again with every change that leaves it out, signed as it is sent', async () => {
      await using it = await openTopicWorld(engine);
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
      await using it = await openTopicWorld(engine);
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
      await using it = await openTopicWorld(engine);
      await it.call('POST', PATH, { ...SETTINGS, Secret: SECRET });
      await it.call('PUT', PATH, { ...SETTINGS, Secret: null });
      expect(await it.desk()).toMatchObject([{ topic: TOPIC, secret: 'none' }]);
      await it.call('PUT', PATH, off);
      expect(it.topic.secrets()).toEqual([SECRET, null, undefined]);
    });

    it('set elsewhere is unknown, and left to the service', async () => {
      await using it = await openTopicWorld(engine);
      expect(await it.desk()).toMatchObject([{ topic: TOPIC, secret: 'none', lastHeardAt: null }]);
      it.topic.kept = { ...SETTINGS, Secret: SECRET };
      expect(await it.desk()).toMatchObject([{ secret: 'unknown' }]);
      await it.call('PUT', PATH, off);
      expect(it.topic.secrets()).toEqual([undefined]);
      expect(it.topic.kept).toMatchObject({ Secret: SECRET });
      expect(await it.desk()).toMatchObject([{ secret: 'unknown' }]);
    });

    it('is not with settings made anew without one, and dies with a deletion', async () => {
      await using it = await openTopicWorld(engine);
      await it.call('POST', PATH, { ...SETTINGS, Secret: SECRET });
      await it.call('DELETE', PATH);
      await it.call('POST', PATH, SETTINGS);
      expect(it.topic.secrets()).toEqual([SECRET, 'none', undefined]);
      expect(await it.desk()).toMatchObject([{ secret: 'none' }]);
    });

    it('a secret whose reply was lost is sent with the next change', async () => {
      await using it = await openTopicWorld(engine);
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
      await using it = await openTopicWorld(engine);
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
      await using it = await openTopicWorld(engine);
      const { db, ...database } = await openGatewayDatabase(it.world.config.database);
      it.topic.refuses = 400;
      await it.call('POST', PATH, { ...SETTINGS, Secret: SECRET });
      expect(await db.selectFrom('webhook_secret').selectAll().execute()).toEqual([]);
      await database.close();
    });

    it('is of one change at a time: the next one waits for the answer', async () => {
      await using it = await openTopicWorld(engine);
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
      await using it = await openTopicWorld(engine);
      await it.call('POST', PATH, { ...SETTINGS, Secret: SECRET });
      it.world.config.consoleKey = Buffer.alloc(32, 8);
      await it.world.restart();
      expect(await it.desk()).toMatchObject([{ secret: 'unknown' }]);
      expect(await it.history()).toMatchObject([{ settings: { secret: 'unknown' } }]);
      await it.call('PUT', PATH, off);
      expect(it.topic.secrets()).toEqual([SECRET, undefined]);
    });

    it('is readable nowhere in the database, and in no answer', async () => {
      await using it = await openTopicWorld(engine);
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
});
