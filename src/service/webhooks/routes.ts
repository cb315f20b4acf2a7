import type { Links } from '#contract/collection.ts';
import { addressOf } from '#contract/endpoint.ts';
import { v3 } from '#contract/v3.ts';
import type { AppWebhook, AppWebhookUpsert } from '#contract/webhooks.ts';
import { type Mounted, answering } from '#service/endpoint.ts';
import { NotFound, conflict, forbidden, invalid } from '#service/problems.ts';
import { callbackProblem } from './callback.ts';
import type { Topic, Webhook, WebhookStore } from './store.ts';

export function webhookEndpoints(
  webhooks: WebhookStore,
  { allowLocalCallbacks, configured }: { allowLocalCallbacks: boolean; configured: () => void },
): Mounted[] {
  const judgeCallback = ({ Callback }: AppWebhookUpsert) => {
    const problem = callbackProblem(Callback, allowLocalCallbacks);
    if (problem !== undefined) throw invalid({ Callback: [problem] });
  };

  return [
    answering(v3.listWebhooks, {
      async answer({ caller }) {
        const topics = await webhooks.list(caller);
        const _links = { self: { href: addressOf(v3.listWebhooks) } };
        return { body: { _links, _entries: topics.map(entry) } };
      },
    }),
    answering(v3.viewWebhook, {
      async answer({ caller, params }) {
        const found = await webhooks.find(caller, params.topic);
        if (!found) throw new NotFound();
        return { body: full(found) };
      },
    }),
    answering(v3.createWebhook, {
      async scope(caller, { topic }) {
        if (!(await webhooks.isAvailable(caller, topic)))
          throw forbidden('El tópico no está disponible para la aplicación.');
      },
      async answer({ caller, params, body }) {
        judgeCallback(body);
        const made = await webhooks.create(caller, params.topic, body);
        if (!made)
          throw conflict('La creación provocaría un duplicado.', {
            _: ['la notificación ya está configurada; para modificarla usá PUT'],
          });
        return { body: full(made), headers: { location: addressOfWebhook(made) } };
      },
    }),
    answering(v3.editWebhook, {
      async scope(caller, { topic }) {
        if (!(await webhooks.isAvailable(caller, topic))) throw new NotFound();
      },
      async answer({ caller, params, body }) {
        judgeCallback(body);
        const edited = await webhooks.replace(caller, params.topic, body);
        if (!edited) throw new NotFound();
        configured();
        return { body: full(edited) };
      },
    }),
    answering(v3.deleteWebhook, {
      async answer({ caller, params }) {
        if (!(await webhooks.remove(caller, params.topic))) throw new NotFound();
        return {};
      },
    }),
  ];
}

const addressOfWebhook = ({ topic }: { topic: string }) => addressOf(v3.viewWebhook, { topic });

function links(topic: { topic: string }, configured: boolean): Links {
  const self = addressOfWebhook(topic);
  return {
    self: { href: self },
    ...(configured
      ? { modificar: { href: self, method: 'PUT' }, eliminar: { href: self, method: 'DELETE' } }
      : { configurar: { href: self, method: 'POST' } }),
  };
}

function entry(topic: Topic) {
  const configured = topic.active !== null;
  return {
    Topic: topic.topic,
    Description: topic.description,
    Configurado: configured,
    Activo: configured ? topic.active === 1 : null,
    _links: links(topic, configured),
  };
}

function full(webhook: Webhook): AppWebhook {
  const [first = null, second = null, third = null] = webhook.headers;
  return {
    Callback: webhook.callback,
    Secret: null,
    Description: webhook.description,
    Activo: webhook.active,
    HeaderCustom01: first,
    HeaderCustom02: second,
    HeaderCustom03: third,
    _links: links(webhook, true),
  };
}
