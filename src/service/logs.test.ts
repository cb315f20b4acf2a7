import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { buildService } from './app.ts';
import { systemRandom } from '#system/random.ts';
import { createTestClock } from '#testing/clocks.ts';
import { createSignedRequest, openServiceWorld } from '#testing/service-world.ts';

const CANARIES = [
  'canario@a.example',
  'operador-canario@a.example',
  'Nombre-Canario',
  '+54 11 5555-7777',
  'secreto-canario-123',
];

it('the log has a line with an id for each request, and nothing of who or what was asked for', async () => {
  await using world = await openServiceWorld('sqlite');
  let log = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      log += String(chunk);
      done();
    },
  });
  const { database, replays, clock, config, credentials } = world;
  const app = buildService(config, {
    database,
    replays,
    clock: createTestClock(() => clock.now),
    random: systemRandom,
    logger: { level: 'trace', stream },
  });
  const [mail, operator, name, phone, secret] = CANARIES;
  const json = JSON.stringify;
  const send = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: string) => {
    const request = createSignedRequest(path, { method, body, as: credentials, now: clock.now });
    return (await app.inject(request)).statusCode;
  };
  const statuses = [
    await send('POST', '/v3/agencias', json({ AdminMail: mail, Nombre: name, Telefono: phone })),
    await send('GET', `/v3/agencias/${mail}`),
    await send('GET', `/v3/consultas/${mail}?operador=${operator}&externalid=${secret}`),
    await send('GET', `/v3/consultas/${mail}?operador=${operator}&pagina=x`),
    await send('PUT', `/v3/agencias/${mail}`, json({ Nombre: name, Otro: secret })),
    await send(
      'POST',
      '/v3/appnotificaciones/consulta-recibida',
      json({ Callback: 'http://127.0.0.1:9/', Secret: secret }),
    ),
    await send('GET', `/v3/${secret}/%zz`),
    (
      await app.inject({
        url: `/v3/agencias/${mail}`,
        headers: { authorization: `SVC-HMAC ${credentials.key}:x` },
      })
    ).statusCode,
  ];
  await app.close();
  expect(statuses).toEqual([202, 200, 200, 400, 400, 201, 404, 401]);
  const answered = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string; reqId?: string; status?: number })
    .filter(({ msg }) => msg === 'answered');
  expect(answered.map(({ status }) => status)).toEqual(statuses);
  expect(new Set(answered.map(({ reqId }) => reqId)).size).toBe(statuses.length);
  for (const canary of [
    ...CANARIES,
    encodeURIComponent(CANARIES[0] ?? ''),
    credentials.secret,
    credentials.key,
  ])
    expect(log).not.toContain(canary);
});
