import { randomUUID } from 'node:crypto';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { desk } from '#contract/desk/desk.ts';
import { WebhooksDesk } from '#contract/desk/webhooks.ts';
import { Consultas } from '#contract/inquiries.ts';
import { sidOf } from '#contract/sid.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { v3 } from '#contract/v3.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { readDatabaseTargets } from '#server/configuration.ts';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { signNotification } from '#signing/webhook.ts';
import { freePort, readDemoPeople, spawnServer } from '#testing/server-process.ts';
import { callEndpoint } from './call-endpoint.ts';
import { type CrashTarget, type Verification, countMissingSids } from './crash-target.ts';
import { randomBelow } from './number-options.ts';
import { signIn } from './sign-in.ts';

/**
 * Crash target: the gateway, while its service keeps running. A seller writes notes, a partner admin invites people, and
 * webhook messages arrive. Notes and invitations must have audit entries.
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
  /** Messages without a response, sent again after the next start. */
  const unanswered: string[] = [];

  return {
    start,
    async write() {
      const id = randomUUID();
      await callEndpoint(seller, desk.changeFollowUp, {
        params: { adminMail: BUSY_AGENCY, sid: sids[randomBelow(sids.length)] ?? '' },
        body: { id, version: 0, change: { kind: 'note', text: 'Llamar a la tarde', contact: false } },
      });
      notes.add(id);

      const mail = `${randomUUID()}@a.example`;
      await callEndpoint(partner, desk.invitePerson, {
        body: { mail, name: 'Alguien', role: 'support', agencies: [] },
      });
      mails.add(mail);

      const message = unanswered.pop() ?? randomUUID();
      try {
        await notify(message);
      } catch (error) {
        unanswered.push(message);
        throw error;
      }
      messages.add(message);
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
    const seller = await signIn(url, people.seller);
    const partner = await signIn(url, people.partner);
    const support = await signIn(url, people.support);
    const secret = randomUUID();
    const { topics } = WebhooksDesk.parse(await callEndpoint(support, desk.listWebhooksDesk));
    const receiver = topics.find(({ topic }) => topic === INQUIRY_TOPIC)?.receiver ?? '';
    await callEndpoint(support, v3.createWebhook, {
      params: { topic: INQUIRY_TOPIC },
      body: { Callback: receiver, Secret: secret },
    });
    const list = await callEndpoint(seller, v3.listInquiries, { params: { adminMail: BUSY_AGENCY } });
    const sids = Consultas.parse(list)._entries.map((entry) => sidOf(entry) ?? '');
    return { seller, partner, sids, receiver, secret };
  }

  async function notify(id: string): Promise<void> {
    const body = JSON.stringify({ Momento: new Date().toISOString(), Comentario: 'á'.repeat(400) });
    const signed = signNotification({ id, topic: INQUIRY_TOPIC, body, at: Date.now() }, secret);
    const headers = { ...signed, 'content-type': 'application/json' };
    const response = await fetch(receiver, { method: 'POST', headers, body });
    await response.arrayBuffer();
    if (response.status !== 204) throw new Error(`A message was answered ${response.status}`);
  }

  async function verify(): Promise<Verification> {
    const { db, ...database } = await openGatewayDatabase(readDatabaseTargets(environment).gateway);
    const entries = await db.selectFrom('follow_up_entry').select('id as key').execute();
    const people = await db
      .selectFrom('person')
      .select('mail as key')
      .where('accepted_at', 'is', null)
      .execute();
    const received = await db
      .selectFrom('delivery')
      .select('hook_id as key')
      .where('outcome', '=', 'received')
      .execute();
    const links = await db.selectFrom('link').select('person_id').execute();
    const audit = await db.selectFrom('audit').select('action').execute();
    await database.close();
    const countAudited = (name: string) => audit.filter(({ action }) => action === name).length;
    return {
      acknowledged: notes.size + mails.size + messages.size,
      lost:
        countMissingSids(notes, entries) +
        countMissingSids(mails, people) +
        countMissingSids(messages, received),
      incomplete:
        Math.max(0, entries.length - countAudited('changeFollowUp')) +
        Math.max(0, people.length - countAudited('invitePerson')) +
        Math.abs(people.length - links.length) +
        (received.length - new Set(received.map(({ key }) => key)).size),
    };
  }
}
