import { randomUUID } from 'node:crypto';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { desk } from '#contract/desk/desk.ts';
import { WebhooksDesk } from '#contract/desk/webhooks.ts';
import { type Endpoint, addressOf } from '#contract/endpoint.ts';
import { Consultas } from '#contract/inquiries.ts';
import { sidOf } from '#contract/sid.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { v3 } from '#contract/v3.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { readKeylessConfiguration } from '#server/configuration.ts';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { notificationHeaders } from '#signing/webhook.ts';
import { freePort, readDemoPeople, spawnServer } from '#testing/server-process.ts';
import { type CrashTarget, type Verification, countMissing } from './crash-target.ts';
import { randomBelow } from './numbers.ts';
import { signIn } from './sign-in.ts';

/** A repeat, among new messages. */
const REPEATED_SHARE = 0.2;

/**
 * The gateway, with a service that stays: a seller writes notes, a partner admin invites people, and webhook messages
 * arrive, some of them again, and some with a bad signature. Notes and invitations have their audit entries.
 */
export async function prepareGateway(): Promise<CrashTarget> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'vitrina-crash-'));
  const [port, servicePort] = [String(await freePort()), String(await freePort())];
  const url = `http://localhost:${port}`;
  const environment = {
    DATA_DIR: folder.path,
    PORT: port,
    SERVICE_PORT: servicePort,
    DEMO: '1',
    RATE_LIMIT: '1000000000',
  };
  const service = await spawnServer('service.ts', environment);
  const start = () =>
    spawnServer('start.ts', { ...environment, UPSTREAM_URL: `http://localhost:${servicePort}` });
  const { seller, partner, sids, receiver, secret } = await prepare();
  const notes = new Set<string>();
  const mails = new Set<string>();
  const messages = new Set<string>();
  /** Sent, and not answered: sent again after the next start. */
  const unanswered: string[] = [];
  const forgeries = new Set<string>();

  return {
    start,
    async write() {
      const id = randomUUID();
      await call(seller, desk.changeFollowUp, {
        params: { adminMail: BUSY_AGENCY, sid: sids[randomBelow(sids.length)] ?? '' },
        body: { id, version: 0, change: { kind: 'note', text: 'Llamar a la tarde', contact: false } },
      });
      notes.add(id);

      const mail = `${randomUUID()}@a.example`;
      await call(partner, desk.invitePerson, {
        body: { mail, name: 'Alguien', role: 'support', agencies: [] },
      });
      mails.add(mail);

      const repeated = Math.random() < REPEATED_SHARE ? [...messages].at(-1) : undefined;
      const message = unanswered.pop() ?? repeated ?? randomUUID();
      unanswered.push(message);
      await notify(message, secret, 204);
      unanswered.splice(unanswered.indexOf(message), 1);
      messages.add(message);

      const forgery = randomUUID();
      forgeries.add(forgery);
      await notify(forgery, randomUUID(), 401);
    },
    verify,
    async [Symbol.asyncDispose]() {
      await service.stop();
      await folder.remove();
    },
  };

  async function prepare() {
    await using _gateway = await start();
    const people = await readDemoPeople(folder.path);
    const [seller, partner, support] = await Promise.all(
      [people.seller, people.partner, people.support].map(
        async (person) => (await signIn(url, person)).headers,
      ),
    );
    if (!seller || !partner || !support) throw new Error('The demo has no people');
    const secret = randomUUID();
    const { topics } = WebhooksDesk.parse(await call(support, desk.listWebhooksDesk));
    const receiver = topics.find(({ topic }) => topic === INQUIRY_TOPIC)?.receiver ?? '';
    await call(support, v3.createWebhook, {
      params: { topic: INQUIRY_TOPIC },
      body: { Callback: receiver, Secret: secret },
    });
    const list = await call(seller, v3.listInquiries, { params: { adminMail: BUSY_AGENCY } });
    const sids = Consultas.parse(list)._entries.map((entry) => sidOf(entry) ?? '');
    return { seller, partner, sids, receiver, secret };
  }

  async function call(
    headers: Record<string, string>,
    { method, path, success }: Endpoint,
    { params, body }: { params?: Record<string, string>; body?: object } = {},
  ): Promise<unknown> {
    const text = body === undefined ? null : JSON.stringify(body);
    const response = await fetch(url + addressOf({ path }, params), { method, headers, body: text });
    const reply = await response.text();
    if (response.status !== success)
      throw new Error(`${method} ${path} was answered ${response.status}: ${reply}`);
    return reply && JSON.parse(reply);
  }

  async function notify(id: string, secret: string, expected: number): Promise<void> {
    const body = JSON.stringify({ Momento: new Date().toISOString(), Comentario: 'á'.repeat(400) });
    const signed = notificationHeaders({ id, topic: INQUIRY_TOPIC, body, at: Date.now() }, secret);
    const headers = { ...signed, 'content-type': 'application/json' };
    const response = await fetch(receiver, { method: 'POST', headers, body });
    await response.arrayBuffer();
    if (response.status !== expected) throw new Error(`A message was answered ${response.status}`);
  }

  async function verify(): Promise<Verification> {
    const { db, close } = await openGatewayDatabase(readKeylessConfiguration(environment).gateway.database);
    const entries = await db.selectFrom('follow_up_entry').select('id').execute();
    const people = await db.selectFrom('person').select('mail').where('accepted_at', 'is', null).execute();
    const received = await db
      .selectFrom('delivery')
      .select('hook_id')
      .where('outcome', '=', 'received')
      .where('hook_id', 'is not', null)
      .execute();
    const audit = await db.selectFrom('audit').select('action').execute();
    const links = await db.selectFrom('link').select('person_id').execute();
    await close();
    const stored = received.map(({ hook_id }) => hook_id ?? '');
    const countAudited = (name: string) => audit.filter(({ action }) => action === name).length;
    return {
      acknowledged: notes.size + mails.size + messages.size,
      lost:
        countMissing(
          notes,
          entries.map(({ id }) => id),
        ) +
        countMissing(
          mails,
          people.map(({ mail }) => mail),
        ) +
        countMissing(messages, stored),
      incomplete:
        Math.max(0, entries.length - countAudited('changeFollowUp')) +
        Math.max(0, people.length - countAudited('invitePerson')) +
        Math.abs(people.length - links.length) +
        (stored.length - new Set(stored).size) +
        stored.filter((id) => forgeries.has(id)).length,
    };
  }
}
