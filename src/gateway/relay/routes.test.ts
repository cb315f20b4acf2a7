import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { MAX_RELAY_TARGETS } from '#contract/desk/relay.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { onEachEngine } from '#testing/engines.ts';
import { SID } from '#testing/gateway-world.ts';
import { TARGET_SECRET, TARGET_URL, inquiryMessage, openRelayWorld } from '#testing/relay-world.ts';

const settings = { url: TARGET_URL, topics: [INQUIRY_TOPIC], active: true };

onEachEngine((engine) => {
  it('a target is added once, with its figures and without its secret', async () => {
    await using it = await openRelayWorld(engine);
    const target = { id: randomUUID(), ...settings, topics: ['Consulta-Recibida'], secret: TARGET_SECRET };
    for (const _ of [1, 2]) {
      const added = await it.call('POST', '/desk/relay', target);
      expect(added.statusCode).toBe(201);
      expect(added.json()).toEqual({
        id: target.id,
        ...settings,
        version: 1,
        waiting: 0,
        oldestAt: null,
        lastDeliveredAt: null,
        lastFailure: null,
        failingSince: null,
      });
    }
    const other = await it.call('POST', '/desk/relay', { ...target, url: 'https://b.example/' });
    expect(other.statusCode).toBe(409);
    const row = await it.db.selectFrom('relay_target').select('secret').executeTakeFirstOrThrow();
    expect(row.secret).toMatch(/^v1\./);
  });

  it('a list has what waits and what failed', async () => {
    await using it = await openRelayWorld(engine);
    await it.addTarget();
    it.reply.mockReturnValueOnce({ status: 204 }).mockReturnValue({ status: 500 });
    await it.receive(inquiryMessage(SID, '1'));
    await it.drain();
    const deliveredAt = it.world.clock.now;
    it.pass(1000);
    for (const text of ['2', '3']) await it.receive(inquiryMessage(SID, text));
    await it.drain();
    const { targets } = (await it.call('GET', '/desk/relay')).json();
    expect(targets).toMatchObject([
      {
        waiting: 2,
        oldestAt: deliveredAt + 1000,
        lastDeliveredAt: deliveredAt,
        lastFailure: { at: deliveredAt + 1000, status: 500, error: null },
        failingSince: deliveredAt + 1000,
      },
    ]);
  });

  it('addresses that must not be called are refused', async () => {
    await using it = await openRelayWorld(engine);
    const receiver = it.world.gateway.receiverUrl;
    const faults = {
      [receiver]: 'own-receiver',
      [receiver.replace('localhost', '127.0.0.1')]: 'own-receiver',
      'https://10.0.0.1/': 'private-address',
      'https://[fd00::1]/': 'private-address',
      'http://crm.example/': 'invalid',
      'https://ana:clave@crm.example/': 'invalid',
      'no es una url': 'invalid',
    };
    for (const [url, fault] of Object.entries(faults)) {
      const refused = await it.call('POST', '/desk/relay', {
        id: randomUUID(),
        ...settings,
        url,
        secret: TARGET_SECRET,
      });
      expect([refused.statusCode, refused.json().Errors]).toEqual([400, { url: [fault] }]);
    }
    const { id, version } = await it.addTarget();
    const edited = await it.call('PUT', `/desk/relay/${id}`, { ...settings, url: receiver, version });
    expect(edited.statusCode).toBe(400);
  });

  it(`there are ${MAX_RELAY_TARGETS} targets at most`, async () => {
    await using it = await openRelayWorld(engine);
    for (let count = 0; count < MAX_RELAY_TARGETS; count += 1) expect((await it.addTarget()).waiting).toBe(0);
    const target = { id: randomUUID(), ...settings, secret: TARGET_SECRET };
    const refused = await it.call('POST', '/desk/relay', target);
    expect([refused.statusCode, refused.json().Type]).toEqual([409, '/problems/too-many-saved']);
  });

  it('an edit keeps the secret unless it has another, and sends what waits', async () => {
    await using it = await openRelayWorld(engine);
    const { id, version } = await it.addTarget();
    it.reply.mockReturnValueOnce({ status: 500 });
    await it.receive(inquiryMessage(SID));
    await it.drain();
    const before = await it.db.selectFrom('relay_target').select('secret').executeTakeFirstOrThrow();
    const url = 'https://nuevo.example/';
    const edited = await it.call('PUT', `/desk/relay/${id}`, { ...settings, url, version });
    expect(edited.json()).toMatchObject({ url, version: version + 1 });
    await it.drain();
    expect(it.requests.map((request) => request.url)).toEqual([TARGET_URL, url]);
    expect(await it.db.selectFrom('relay_target').select('secret').executeTakeFirstOrThrow()).toEqual(before);
    const outdated = await it.call('PUT', `/desk/relay/${id}`, { ...settings, url, version });
    expect(outdated.statusCode).toBe(409);
    const secret = 'otro-secreto-de-copias';
    await it.call('PUT', `/desk/relay/${id}`, { ...settings, url, secret, version: version + 1 });
    expect(await it.db.selectFrom('relay_target').select('secret').executeTakeFirstOrThrow()).not.toEqual(
      before,
    );
    const { entries } = (await it.call('GET', '/desk/audit?action=editRelayTarget')).json();
    expect(entries[0].changes).toEqual([{ field: 'secret' }]);
    expect(JSON.stringify(entries)).not.toContain(secret);
  });

  it('a deleted target takes what waits with it', async () => {
    await using it = await openRelayWorld(engine);
    const { id } = await it.addTarget();
    it.reply.mockReturnValue({ status: 500 });
    await it.receive(inquiryMessage(SID));
    await it.drain();
    expect((await it.call('DELETE', `/desk/relay/${id}`)).statusCode).toBe(204);
    expect(await it.waiting()).toEqual([]);
    expect(await it.db.selectFrom('relay_attempt').select('id').execute()).toEqual([]);
    for (const [method, path, body] of [
      ['DELETE', '', undefined],
      ['PUT', '', { ...settings, version: 1 }],
      ['PUT', '/active', { active: true }],
      ['POST', '/tests', undefined],
      ['GET', '/attempts', undefined],
      ['POST', '/resends', { attempt: '01JCXXXXXXXXXXXXXXXXXXXXXX' }],
    ] as const)
      expect((await it.call(method, `/desk/relay/${id}${path}`, body)).statusCode).toBe(404);
  });

  it('a test says what the target answered, and stores nothing', async () => {
    await using it = await openRelayWorld(engine);
    const { id } = await it.addTarget();
    it.reply.mockReturnValueOnce({ status: 401 }).mockImplementationOnce(() => {
      throw Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
    });
    const test = () => it.call('POST', `/desk/relay/${id}/tests`);
    expect((await test()).json()).toMatchObject({ status: 401, error: null });
    expect((await test()).json()).toMatchObject({ status: null, error: 'ECONNREFUSED' });
    expect(it.requests[0]?.headers['notification-topic']).toBe('prueba');
    expect(await it.db.selectFrom('relay_attempt').select('id').execute()).toEqual([]);
  });

  it('a message is sent again after those that wait, or at once where it waits itself', async () => {
    await using it = await openRelayWorld(engine);
    const { id } = await it.addTarget();
    await it.receive(inquiryMessage(SID, '1'));
    await it.drain();
    it.reply.mockReturnValueOnce({ status: 500 });
    await it.receive(inquiryMessage(SID, '2'));
    await it.drain();
    const list = async () => (await it.call('GET', `/desk/relay/${id}/attempts`)).json().attempts;
    const attempts = await list();
    const resend = (attempt: string) => it.call('POST', `/desk/relay/${id}/resends`, { attempt });
    const first = attempts.find(({ outcome }: { outcome: string }) => outcome === 'delivered').id;
    const second = attempts.find(({ outcome }: { outcome: string }) => outcome === 'retried').id;
    expect((await resend(first)).json()).toMatchObject({ waiting: 2 });
    expect((await resend(second)).json()).toMatchObject({ waiting: 2 });
    await it.drain();
    expect(it.texts()).toEqual(['1', '2', '2', '1']);
    await it.db.updateTable('delivery').set({ payload: null }).execute();
    expect((await list()).map(({ isStored }: { isStored: boolean }) => isStored)).not.toContain(true);
    expect((await resend(first)).statusCode).toBe(404);
    expect((await resend('01JCXXXXXXXXXXXXXXXXXXXXXX')).statusCode).toBe(404);
    expect((await it.call('POST', `/desk/relay/${id}/resends`, {})).statusCode).toBe(400);
  });

  it('the log names the inquiry, newest first, by pages', async () => {
    await using it = await openRelayWorld(engine);
    const { id } = await it.addTarget();
    for (let at = 0; at < 52; at += 1) {
      await it.receive(inquiryMessage(SID, String(at)));
      it.pass(1000);
    }
    await it.drain();
    const first = (await it.call('GET', `/desk/relay/${id}/attempts`)).json();
    expect([first.attempts.length, first.more]).toEqual([50, true]);
    expect(first.attempts[0]).toMatchObject({
      outcome: 'delivered',
      topic: INQUIRY_TOPIC,
      sid: SID,
      person: 'Ana Paz',
    });
    const last = first.attempts.at(-1).id;
    const second = (await it.call('GET', `/desk/relay/${id}/attempts?before=${last}`)).json();
    expect([second.attempts.length, second.more]).toEqual([2, false]);
  });

  it('support looks, tests, sends again and switches, and changes nothing else; sellers do nothing', async () => {
    await using it = await openRelayWorld(engine);
    const { id, version } = await it.addTarget();
    await it.receive(inquiryMessage(SID));
    await it.drain();
    const [{ id: attempt }] = (await it.call('GET', `/desk/relay/${id}/attempts`)).json().attempts;
    const calls = [
      ['GET', '/desk/relay', undefined, 200],
      ['GET', `/desk/relay/${id}/attempts`, undefined, 200],
      ['POST', `/desk/relay/${id}/tests`, undefined, 200],
      ['POST', `/desk/relay/${id}/resends`, { attempt }, 200],
      ['PUT', `/desk/relay/${id}/active`, { active: true }, 200],
      ['PUT', `/desk/relay/${id}`, { ...settings, version }, 403],
      ['POST', '/desk/relay', { id: randomUUID(), ...settings, secret: TARGET_SECRET }, 403],
      ['DELETE', `/desk/relay/${id}`, undefined, 403],
    ] as const;
    const support = await it.world.signIn('support');
    const seller = await it.world.signIn('seller');
    for (const [method, url, body, status] of calls) {
      expect((await it.call(method, url, body, support)).statusCode).toBe(status);
      expect((await it.call(method, url, body, seller)).statusCode).toBe(403);
      expect((await it.call(method, url, body, '')).statusCode).toBe(401);
    }
  });
});
