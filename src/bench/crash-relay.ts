import { randomUUID } from 'node:crypto';
import { mkdtempDisposable } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { RelayTargets } from '#contract/desk/relay.ts';
import { desk } from '#contract/desk/desk.ts';
import { WebhooksDesk } from '#contract/desk/webhooks.ts';
import { addressOf } from '#contract/endpoint.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { v3 } from '#contract/v3.ts';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { signNotification } from '#signing/webhook.ts';
import { freePort, readDemoPeople, spawnServer } from '#testing/server-process.ts';
import { callEndpoint } from './call-endpoint.ts';
import { parseNumberOptions } from './number-options.ts';
import { signIn } from './sign-in.ts';

// `kill -9` of a gateway that relays messages to a receiver of which a fifth of the requests fail. Each message must arrive,
// and those of an inquiry in their order.

const { messages, kills } = parseNumberOptions({ messages: 10_000, kills: 5 });
const PER_INQUIRY = 20;
const SENDERS = 8;
const FAILURE_RATE = 0.2;
const RETRY_MS = 1000;

const SECRET = randomUUID();
const inquiries = Math.ceil(messages / PER_INQUIRY);
const sidOf = (inquiry: number) => `01JC${String(inquiry).padStart(22, '0')}`;

/** Numbers of the messages that arrived, by sid, in their order. */
const arrivals = new Map<string, number[]>();
let requests = 0;
await using receiver = await openReceiver();
await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrina-crash-'));
const [port, servicePort] = [String(await freePort()), String(await freePort())];
const environment = { DATA_DIR: folder.path, PORT: port, SERVICE_PORT: servicePort, DEMO: '1' };
await using _service = await spawnServer('service.ts', environment);
const start = () =>
  spawnServer('start.ts', {
    ...environment,
    UPSTREAM_URL: `http://localhost:${servicePort}`,
    ALLOW_LOCAL_CALLBACKS: '1',
  });
let gateway = await start();
await using stack = new AsyncDisposableStack();
stack.defer(async () => void (await gateway.stop()));
const people = await readDemoPeople(folder.path);
const partner = await signIn(`http://localhost:${port}`, people.partner);
const { topics } = WebhooksDesk.parse(await callEndpoint(partner, desk.listWebhooksDesk));
const hook = topics.find(({ topic }) => topic === INQUIRY_TOPIC)?.receiver ?? '';
await callEndpoint(partner, v3.createWebhook, {
  params: { topic: INQUIRY_TOPIC },
  body: { Callback: hook, Secret: SECRET },
});
const settings = { url: receiver.url, topics: [INQUIRY_TOPIC], active: true };
const id = randomUUID();
await callEndpoint(partner, desk.addRelayTarget, { body: { id, ...settings, secret: SECRET } });

const startedAt = performance.now();
let acknowledged = 0;
const sending = Promise.all(Array.from({ length: SENDERS }, (_, sender) => sendAll(sender)));
for (let kill = 1; kill <= kills; kill += 1) {
  await waitForAcknowledged((kill * messages) / (kills + 1));
  await gateway.stop('SIGKILL');
  gateway = await start();
}
await sending;
let waiting = Infinity;
while (waiting > 0) {
  const [target] = RelayTargets.parse(await callEndpoint(partner, desk.listRelayTargets)).targets;
  waiting = target?.waiting ?? 0;
  // Saved settings make what waits due, as a person does after a repair.
  if (target && waiting > 0)
    await callEndpoint(partner, desk.editRelayTarget, {
      params: { id },
      body: { ...settings, version: target.version },
    });
  await setTimeout(RETRY_MS);
}

const seconds = Math.round((performance.now() - startedAt) / 1000);
let lost = 0;
let misplaced = 0;
for (let inquiry = 0; inquiry < inquiries; inquiry += 1) {
  const arrived = [...new Set(arrivals.get(sidOf(inquiry)))];
  lost += PER_INQUIRY - arrived.length;
  misplaced += arrived.filter((number, at) => number !== at).length;
}
console.log(
  `The relay, ${kills} times kill -9: ${acknowledged} acknowledged, ${requests} requests, ${lost} lost, ${misplaced} out of order, in ${seconds} s`,
);
if (lost + misplaced > 0) process.exitCode = 1;

async function waitForAcknowledged(count: number): Promise<void> {
  for (;;) {
    if (acknowledged >= count) return;
    await setTimeout(5);
  }
}

/** Sends the messages of every eighth inquiry one after the other, each until it is acknowledged. */
async function sendAll(sender: number): Promise<void> {
  for (let number = 0; number < PER_INQUIRY; number += 1)
    for (let inquiry = sender; inquiry < inquiries; inquiry += SENDERS) {
      const body = JSON.stringify({
        Momento: new Date().toISOString(),
        Texto: String(number),
        _links: {
          self: { href: addressOf(v3.viewInquiry, { adminMail: BUSY_AGENCY, sid: sidOf(inquiry) }) },
        },
      });
      const messageId = randomUUID();
      while (!(await notify(messageId, body))) await setTimeout(50);
      acknowledged += 1;
    }
}

async function notify(messageId: string, body: string): Promise<boolean> {
  const signed = signNotification({ id: messageId, topic: INQUIRY_TOPIC, body, at: Date.now() }, SECRET);
  const headers = { ...signed, 'content-type': 'application/json' };
  try {
    const response = await fetch(hook, { method: 'POST', headers, body });
    await response.arrayBuffer();
    return response.status === 204;
  } catch (error) {
    // `fetch` throws a TypeError when the connection breaks.
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Half of the failures are refusals, the other half messages whose reply is lost. */
async function openReceiver(): Promise<AsyncDisposable & { url: string }> {
  const server: Server = createServer(async (request, response) => {
    const body = await text(request);
    requests += 1;
    const draw = Math.random();
    if (draw < FAILURE_RATE / 2) return response.writeHead(500).end();
    const sid = /01JC\d{22}/.exec(body)?.[0] ?? '';
    const { Texto } = JSON.parse(body) as { Texto: string };
    arrivals.set(sid, [...(arrivals.get(sid) ?? []), Number(Texto)]);
    return draw < FAILURE_RATE ? response.destroy() : response.writeHead(204).end();
  });
  const receiverPort = await freePort();
  await new Promise<void>((resolve) => server.listen(receiverPort, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${receiverPort}/copias`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
