import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { RestoredWebhook, WebhookDesk, WebhookSettings } from '#contract/desk/webhooks.ts';
import { ValidationProblem } from '#contract/problem.ts';
import { tolerant } from '#contract/reading.ts';
import { CUSTOM_HEADERS } from '#contract/webhooks.ts';
import { signalsOf } from '#gateway/deliveries/reading.ts';
import { serveDesk } from '#gateway/endpoint.ts';
import type { UpstreamReply } from '#gateway/forward/upstream.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { refusal } from '#gateway/problems.ts';
import { ProblemError } from '#http/problem-error.ts';
import { passSettings } from './passing.ts';
import { type Settings, bodyOf, topicKey, webhookStore } from './store.ts';
import { readWebhook, topicsOf, writeWebhook } from './upstream.ts';

/** What the gateway knows of topics beside the service: secrets, changes, and what was heard. */
export function webhookRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, upstream, receiver, now } = gateway;
  const store = webhookStore(db, gateway.secrets);

  async function desk(topic: string, configured: boolean): Promise<WebhookDesk> {
    const [{ state }, change] = await Promise.all([store.secretOf(topic), store.lastChange(topic)]);
    return {
      topic,
      secret: configured ? state : 'none',
      receiver: receiver.url,
      ...(await signalsOf(db, topic, { receiver: receiver.masked, now: now() })),
      lastActive: change?.settings?.active ?? null,
    };
  }

  serveDesk(app, gateway, {
    async listWebhooksDesk() {
      const [there, here] = await Promise.all([topicsOf(upstream), store.topics()]);
      const others = here.filter((topic) => !there.some((one) => topicKey(one.topic) === topic));
      const all = [...there, ...others.map((topic) => ({ topic, configured: false }))];
      return { topics: await Promise.all(all.map(({ topic, configured }) => desk(topic, configured))) };
    },

    viewWebhookHistory: async ({ params }) => ({ changes: await store.history(params.topic) }),

    async restoreWebhook({ caller, params: { topic }, body }) {
      const written = await store.writtenBy(topic, body.change);
      if (!written) throw refusal('not-found');
      const replaces = (await readWebhook(upstream, topic)) !== undefined;
      const given = bodyOf(written.settings, written.secret);
      const answer = await passSettings(
        gateway,
        { topic, personId: caller.person.id, action: 'restored', replaces },
        given,
        (changed) =>
          writeWebhook(upstream, { topic, replaces, body: changed ?? Buffer.from(JSON.stringify(given)) }),
      );
      if (answer.status >= 300) throw refusalIn(answer);
      const read = await readWebhook(upstream, topic);
      if (!read) throw refusal('upstream-broken');
      return compared(written.settings, read, (await store.secretOf(topic)).state);
    },
  });
}

const Refused = tolerant(ValidationProblem);

/** The service's own words, where it refuses; it answers 404 without any. */
function refusalIn({ status, body }: UpstreamReply): ProblemError {
  const read = z.safeParse(Refused, body === undefined ? undefined : JSON.parse(body));
  if (!read.success) return refusal(status === 404 ? 'not-found' : 'upstream-broken');
  const { Type, Title, Detail, Errors } = read.data;
  return new ProblemError({
    Type: Type ?? '',
    Title: Title ?? '',
    Status: status,
    Detail: Detail ?? '',
    ...(Errors && { Errors }),
  });
}

/** The members that read otherwise than they were written, by their names in the interface. */
function compared(written: Settings, read: Settings, secret: WebhookSettings['secret']): RestoredWebhook {
  const pairs: [string, unknown, unknown][] = [
    ['Callback', written.callback, read.callback],
    ['Description', written.description, read.description],
    ['Activo', written.active, read.active],
    ...CUSTOM_HEADERS.map((slot, at): [string, unknown, unknown] => [
      slot,
      headerText(written, at),
      headerText(read, at),
    ]),
  ];
  return {
    settings: { ...read, secret },
    differing: pairs.filter(([, a, b]) => a !== b).map(([name]) => name),
  };
}

function headerText({ headers }: Settings, at: number): string {
  const header = headers[at];
  return header ? `${header.Name}: ${header.Value}` : '';
}
