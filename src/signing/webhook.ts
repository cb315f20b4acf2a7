import { createHmac } from 'node:crypto';

// Signatures of webhook messages, both styles (field notes 4; decisions, Webhooks).

export interface SignedMessage {
  /** Hook id, the same over retries. */
  id: string;
  topic: string;
  body: string;
  /** Of this attempt, in milliseconds since 1970. */
  at: number;
}

/** Headers of one attempt; without a secret nothing is signed. */
export function notificationHeaders(message: SignedMessage, secret: string | null): Record<string, string> {
  const { id, topic, at } = message;
  const timestamp = new Date(at).toISOString();
  const headers = {
    'notification-hook-id': id,
    'notification-timestamp': timestamp,
    'notification-topic': topic,
  };
  if (secret === null) return headers;
  return {
    ...headers,
    // decided: joined by line feeds, Base64.
    'notification-signature': base64Hmac(secret, [id, timestamp, topic].join('\n')),
    ...standardHeaders(message, secret),
  };
}

/** Standard Webhooks: these sign the body too. A secret that begins with `whsec_` holds the key in Base64. */
function standardHeaders({ id, body, at }: SignedMessage, secret: string): Record<string, string> {
  const seconds = String(Math.floor(at / 1000));
  const key = secret.startsWith('whsec_')
    ? Buffer.from(secret.slice('whsec_'.length), 'base64')
    : Buffer.from(secret);
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${base64Hmac(key, [id, seconds, body].join('.'))}`,
  };
}

function base64Hmac(key: string | Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64');
}
