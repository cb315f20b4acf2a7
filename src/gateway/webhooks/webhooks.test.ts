import { describe, expect, it } from 'vitest';
import { onEachEngine } from '#testing/engines.ts';
import { openGateway } from '#gateway/app.ts';
import { PATH, SECRET, SETTINGS, off, openTopicWorld } from '#testing/topic-world.ts';

onEachEngine((engine) => {
  it('has a history that knows which settings would keep its secret', async () => {
    await using it = await openTopicWorld(engine);
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
    await using it = await openTopicWorld(engine);
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

  describe('a change', () => {
    it('is in the history with who made it, and without the secret', async () => {
      await using it = await openTopicWorld(engine);
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
      await using it = await openTopicWorld(engine);
      it.topic.refuses = 400;
      for (const body of [[], {}, { Callback: 'x' }, { ...SETTINGS, Otro: 1 }, SETTINGS])
        expect((await it.call('POST', PATH, body)).statusCode).toBe(400);
      expect(it.topic.sent.map(({ body }) => JSON.parse(body) as unknown)).toHaveLength(5);
      expect(await it.history()).toEqual([]);
    });
  });

  describe('a restoration', () => {
    it('writes settings again as they were, secret included, and says what reads otherwise', async () => {
      await using it = await openTopicWorld(engine);
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
      await using it = await openTopicWorld(engine);
      await it.call('POST', PATH, { ...SETTINGS, Secret: SECRET });
      const created = (await it.history()).at(-1)?.id ?? '';
      await it.call('DELETE', PATH);
      expect((await it.restore(created)).statusCode).toBe(200);
      expect(it.topic.sent.at(-1)?.method).toBe('POST');
      expect(it.topic.kept).toMatchObject({ Secret: SECRET });
    });

    it('names the members that read otherwise, and passes a refusal on as it came', async () => {
      await using it = await openTopicWorld(engine);
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
      await using it = await openTopicWorld(engine);
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
    await using it = await openTopicWorld(engine);
    const [{ receiver }] = await it.desk();
    expect(receiver).toMatch(/^http:\/\/localhost:4000\/hooks\/[\w-]{32}$/);
    await using other = await openTopicWorld(engine);
    expect((await other.desk())[0].receiver).not.toBe(receiver);
    await it.world.gateway.close();
    const again = await openGateway(it.world.config);
    await again.close();
  });
});
