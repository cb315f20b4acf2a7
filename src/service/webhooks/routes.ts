import type { Links } from '#contract/collection.ts';
import { addressOf } from '#contract/endpoint.ts';
import { v3 } from '#contract/v3.ts';
import type { AppWebhook, AppWebhookUpsert } from '#contract/webhooks.ts';
import { type EndpointRoute, defineRoute } from '#service/endpoint.ts';
import { NotFoundError, conflict, forbidden, validationFailed } from '#service/problems.ts';
import type { Service } from '#service/service.ts';
import { getCallbackRules, leadsToForbiddenAddress } from '#http/callback-addresses.ts';
import { validateCallback } from '#http/validate-callback.ts';
import type { Topic, Webhook } from './store.ts';

export function createWebhookRoutes({ config, webhooks, lookup, now, wake }: Service): EndpointRoute[] {
  const rules = getCallbackRules(config);
  const checkCallback = async ({ Callback }: AppWebhookUpsert) => {
    const problem = validateCallback(Callback, rules);
    if (problem !== undefined) throw validationFailed({ Callback: [problem] });
    if (await leadsToForbiddenAddress(lookup, new URL(Callback).hostname, rules))
      throw validationFailed({
        Callback: [
          'su nombre lleva a una dirección privada o local, a la que el servicio no llama; quien lo opera puede permitirla',
        ],
      });
  };

  return [
    defineRoute(v3.listWebhooks, {
      async handle({ caller }) {
        const topics = await webhooks.list(caller);
        const _links = { self: { href: addressOf(v3.listWebhooks) } };
        return { body: { _links, _entries: topics.map(formatTopic) } };
      },
    }),
    defineRoute(v3.viewWebhook, {
      exists: ({ caller, params }) => webhooks.isAvailable(caller, params.topic),
      async handle({ caller, params }) {
        const webhook = await webhooks.find(caller, params.topic);
        if (!webhook) throw new NotFoundError();
        return { body: formatWebhook(webhook) };
      },
    }),
    defineRoute(v3.createWebhook, {
      async authorize(caller, { topic }) {
        if (!(await webhooks.isAvailable(caller, topic)))
          throw forbidden('El tópico no está disponible para la aplicación.');
      },
      async handle({ caller, params, body }) {
        await checkCallback(body);
        const created = await webhooks.create(caller, params.topic, body);
        if (!created)
          throw conflict('La creación provocaría un duplicado.', {
            _: ['la notificación ya está configurada; para modificarla usá PUT'],
          });
        return { body: formatWebhook(created), headers: { location: webhookPath(created) } };
      },
    }),
    defineRoute(v3.editWebhook, {
      async authorize(caller, { topic }) {
        if (!(await webhooks.isAvailable(caller, topic))) throw new NotFoundError();
      },
      async handle({ caller, params, body }) {
        await checkCallback(body);
        const edited = await webhooks.replace(caller, params.topic, body, now());
        if (!edited) throw new NotFoundError();
        wake('deliveries');
        return { body: formatWebhook(edited) };
      },
    }),
    defineRoute(v3.deleteWebhook, {
      async handle({ caller, params }) {
        if (!(await webhooks.remove(caller, params.topic))) throw new NotFoundError();
        return {};
      },
    }),
  ];
}

const webhookPath = ({ topic }: { topic: string }) => addressOf(v3.viewWebhook, { topic });

function formatLinks(topic: { topic: string }, configured: boolean): Links {
  const self = webhookPath(topic);
  return {
    self: { href: self },
    ...(configured
      ? { modificar: { href: self, method: 'PUT' }, eliminar: { href: self, method: 'DELETE' } }
      : { configurar: { href: self, method: 'POST' } }),
  };
}

function formatTopic(topic: Topic) {
  const configured = topic.active !== null;
  return {
    Topic: topic.topic,
    Description: topic.description,
    Configurado: configured,
    Activo: configured ? topic.active === 1 : null,
    _links: formatLinks(topic, configured),
  };
}

function formatWebhook(webhook: Webhook): AppWebhook {
  const [first = null, second = null, third = null] = webhook.headers;
  return {
    Callback: webhook.callback,
    Secret: null,
    Description: webhook.description,
    Activo: webhook.active,
    HeaderCustom01: first,
    HeaderCustom02: second,
    HeaderCustom03: third,
    _links: formatLinks(webhook, true),
  };
}
