import { expect, it } from 'vitest';
import type { Role } from '#contract/desk/sessions.ts';
import { signNotification } from '#signing/webhook.ts';
import { CONSOLE, json, openWorld } from '#testing/gateway-world.ts';

const SECRET = '96d0300081d644d3bdceae8fbfc77955';
const TOPIC = 'consulta-recibida';
const BODY = '{"Momento":"2026-03-05T11:00:00-03:00"}';

async function open(role: Role = 'partner') {
  const settings = { Callback: 'https://a.example/x', _links: {} };
  const world = await openWorld({ answer: json(settings, 201) });
  const cookie = await world.signIn(role);
  const call = (url: string, payload: object) =>
    world.call(url, { method: 'POST', headers: { cookie, ...CONSOLE }, payload });
  await call(`/v3/appnotificaciones/${TOPIC}`, { Callback: settings.Callback, Secret: SECRET });
  world.upstream.answer = json({ _entries: [{ Topic: TOPIC, Configurado: true }] });
  const desk = (await world.call('/desk/webhooks', { headers: { cookie } })).json();
  const signed = signNotification({ id: 'hook-1', topic: TOPIC, body: BODY, at: world.clock.now }, SECRET);
  const headers = Object.entries(signed)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
  return {
    world,
    headers,
    receive: () =>
      world.call(new URL(desk.topics[0].receiver).pathname, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...signed },
        payload: BODY,
      }),
    read: async (url: string) => (await world.call(url, { headers: { cookie } })).body,
    test: (payload: object) => call('/desk/signature-tests', payload),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

it('a pasted message is tested with the secret that is kept, which is not returned', async () => {
  await using it = await open();
  const reply = await it.test({ headers: it.headers, body: BODY });
  expect(reply.json()).toEqual({
    refusal: null,
    findings: [
      { style: 'notification', outcome: 'valid' },
      { style: 'standard', outcome: 'valid' },
    ],
    difference: null,
  });
  expect(reply.body).not.toContain(SECRET);
});

it('with a secret that is pasted that one is tested, and appears nowhere', async () => {
  await using it = await open();
  const secret = 'a secret that is wrong';
  const reply = await it.test({ headers: it.headers, body: BODY, secret });
  expect(reply.json()).toMatchObject({ refusal: 'signature', findings: [{ outcome: 'secret' }, {}] });
  expect(reply.body).not.toContain(secret);
  const audit = await it.read('/desk/audit');
  expect(audit).toContain('createWebhook');
  expect(audit).not.toContain('testSignature');
});

it('the body is compared with the one that arrived with the same id', async () => {
  await using it = await open();
  expect((await it.receive()).statusCode).toBe(204);
  const reply = await it.test({ headers: it.headers, body: BODY.replace('Momento', 'Momenta') });
  expect(reply.json()).toMatchObject({
    findings: [{ outcome: 'valid' }, { outcome: 'body', change: 'kept' }],
    difference: { offset: 8, line: 1, column: 9 },
  });
});

it('the comparison shows nothing of the stored body to people who may not see contacts', async () => {
  await using it = await open('support');
  await it.receive();
  const reply = await it.test({ headers: it.headers, body: BODY.replace('Momento', 'Momenta') });
  expect(reply.json()).toMatchObject({
    findings: [{}, { outcome: 'body', change: 'kept' }],
    difference: null,
  });
});

it('without a topic that is known, or with none, the answer is that of the receiver', async () => {
  await using it = await open();
  expect((await it.test({ headers: 'a: b', body: '' })).json()).toMatchObject({ refusal: 'topic' });
  expect((await it.test({ headers: '', body: '' })).statusCode).toBe(400);
});
