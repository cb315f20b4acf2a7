import { afterEach, beforeEach, expect, it } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { v3 } from '#contract/v3.ts';
import { appendEvent } from '#gateway/live/event-log.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { OWN, SID, json, openWorld } from '#testing/gateway-world.ts';

const uncaught: unknown[] = [];
const collect = (error: unknown) => void uncaught.push(error);
beforeEach(() => {
  uncaught.length = 0;
  process.on('uncaughtException', collect);
});
afterEach(() => {
  process.off('uncaughtException', collect);
});

const ENDPOINTS: [string, Endpoint][] = [...Object.entries(v3), ...Object.entries(desk)];
const READS = ENDPOINTS.filter(([, { method }]) => method === 'GET');

function addressIn({ path }: Endpoint): string {
  return path
    .replace('{adminMail}', OWN)
    .replace('{sid}', SID)
    .replace(/\{\w+\}/g, '1');
}

it('HEAD of each endpoint of both tables is answered by its head alone, and nothing goes on after it', async () => {
  await using world = await openWorld({ answer: json({ OperadorResponsable: null, _entries: [] }) });
  const origin = await world.gateway.app.listen({
    host: '127.0.0.1',
    port: 0,
    listenTextResolver: () => '',
  });
  const cookie = await world.signIn('partner');
  for (const [name, row] of READS) {
    const answer = await fetch(`${origin}${addressIn(row)}`, { method: 'HEAD', headers: { cookie } });
    expect([name, await answer.text()]).toEqual([name, '']);
    expect([name, answer.status < 500]).toEqual([name, true]);
  }
  const stream = await fetch(`${origin}/desk/events`, { method: 'HEAD', headers: { cookie } });
  expect([stream.status, stream.headers.get('content-type')]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
  ]);
  expect(world.gateway.app.openExports.size).toBe(0);

  // Later events reach this listener only.
  const listener = await fetch(`${origin}/desk/events`, { headers: { cookie } });
  const reader = listener.body?.pipeThrough(new TextDecoderStream()).getReader();
  const database = await openGatewayDatabase(world.config.database);
  await database.db.transaction().execute((transaction) =>
    appendEvent(transaction, {
      kind: 'inquiry',
      agency_key: OWN,
      operator_key: null,
      data: { adminMail: OWN, sid: SID },
    }),
  );
  await database.close();
  let text = '';
  while (!text.includes('event: inquiry')) text += (await reader?.read())?.value ?? '';
  await reader?.cancel();
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  expect(uncaught).toEqual([]);
});
