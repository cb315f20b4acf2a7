import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { WebhookChange } from '#contract/desk/webhooks.ts';
import { CONSOLE, json, openWorld } from './gateway-world.ts';

export const TOPIC = 'consulta-recibida';

export const PATH = `/v3/appnotificaciones/${TOPIC}`;

export const SECRET = '96d0300081d644d3bdceae8fbfc77955';

export const SETTINGS = {
  Callback: 'https://a.example/x',
  Description: 'Uno',
  Activo: true,
  HeaderCustom01: { Name: 'X-A', Value: 'b' },
  HeaderCustom02: null,
  HeaderCustom03: null,
};

export const off = { ...SETTINGS, Activo: false };

/** A service with one topic; stores settings and never returns the secret. */
class Topic {
  kept: Record<string, unknown> | undefined;
  /** Calls received. */
  sent: { method: string; body: string; headers: IncomingMessage['headers']; url: string }[] = [];
  /** Status of a refusal. */
  refuses: number | undefined;

  answer = (request: IncomingMessage, response: ServerResponse): void => {
    void text(request).then((body) => this.#answer(request, body)(request, response));
  };

  #answer({ method = '', headers, url = '' }: IncomingMessage, body: string) {
    if (url.endsWith('/appnotificaciones'))
      return json({ _entries: [{ Topic: TOPIC, Configurado: this.kept !== undefined }] });
    if (method === 'GET')
      return this.kept ? json({ ...this.kept, Secret: null, _links: {} }) : json(null, 404, 'text/json');
    this.sent.push({ method, body, headers, url });
    if (this.refuses !== undefined)
      return json({ Type: 'x', Errors: { Callback: ['no'] } }, this.refuses, 'application/problem+json');
    if (method === 'DELETE') {
      this.kept = undefined;
      return (_: IncomingMessage, response: ServerResponse) => response.writeHead(204).end();
    }
    const given = JSON.parse(body) as Record<string, unknown>;
    this.kept = { ...given, ...(given.Secret === undefined && { Secret: this.kept?.Secret ?? null }) };
    return json({ ...this.kept, Secret: null, _links: {} }, method === 'POST' ? 201 : 200);
  }

  /** Secrets in the bodies received; undefined: omitted. */
  secrets(): unknown[] {
    return this.sent.map(({ body }) => (body ? (JSON.parse(body) as { Secret?: unknown }).Secret : 'none'));
  }
}

export async function openTopicWorld(engine: 'sqlite' | 'postgres') {
  const topic = new Topic();
  const world = await openWorld({ engine, answer: topic.answer });
  const cookie = await world.signIn('support');
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    world.call(url, { method, headers: { cookie, ...CONSOLE }, ...(payload && { payload }) });
  const history = async (): Promise<WebhookChange[]> =>
    (await call('GET', `/desk/webhooks/${TOPIC}/history`)).json().changes;
  const desk = async () => (await call('GET', '/desk/webhooks')).json().topics;
  const restore = (change: string) => call('POST', `/desk/webhooks/${TOPIC}/restorations`, { change });
  const disposed = () => world[Symbol.asyncDispose]();
  return { world, topic, call, history, desk, restore, [Symbol.asyncDispose]: disposed };
}
