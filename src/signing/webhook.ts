import { createHmac } from 'node:crypto';
import { readTime, sameText } from './request.ts';

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

/** Standard Webhooks: these sign the body too. None where the secret holds no key. */
function standardHeaders({ id, body, at }: SignedMessage, secret: string): Record<string, string> {
  const key = standardKey(secret);
  if (!key) return {};
  const seconds = String(Math.floor(at / 1000));
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${base64Hmac(key, [id, seconds, body].join('.'))}`,
  };
}

const STANDARD_PREFIX = 'whsec_';
const LEAST_KEY_BYTES = 24;

/** A secret that begins with `whsec_` holds the key in Base64, strictly read; undefined: what follows is no such key. */
function standardKey(secret: string): Buffer | undefined {
  if (!secret.startsWith(STANDARD_PREFIX)) return Buffer.from(secret);
  const text = secret.slice(STANDARD_PREFIX.length);
  const key = Buffer.from(text, 'base64');
  return key.length >= LEAST_KEY_BYTES && key.toString('base64') === text ? key : undefined;
}

/** A message as it arrived; header values by lower-case name. */
export interface ReceivedMessage {
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

export interface Verification {
  now: number;
  /** How far the message's time may be off, in either direction, milliseconds. */
  toleranceMs: number;
  /** What stands between the three values of the notification signature. */
  join: string;
}

export type Verdict =
  | { id: string; bodySigned: boolean; refused?: never }
  | { refused: 'malformed' | 'age' | 'signature' };

const MAX_ID = 128;

/**
 * Verifies a received message: every signature that it carries, of either style, must be right, at least one must be
 * there, and each time that is signed must be near now.
 */
export function verifyNotification(
  message: ReceivedMessage,
  secret: string,
  { now, toleranceMs, join }: Verification,
): Verdict {
  const header = (name: string) => [message.headers[name]].flat()[0];
  const id = header('notification-hook-id') ?? '';
  const timestamp = header('notification-timestamp') ?? '';
  const at = instantOf(timestamp);
  if (id === '' || id.length > MAX_ID || at === undefined) return { refused: 'malformed' };

  const near = (time: number) => Math.abs(now - time) <= toleranceMs;
  const topic = header('notification-topic');
  const notification = header('notification-signature');
  const values = [id, timestamp, ...(topic === undefined ? [] : [topic])];
  const standard = standardOf(header);
  if (notification === undefined && standard === undefined) return { refused: 'signature' };
  if (notification !== undefined && !isHmac(notification, secret, values.join(join)))
    return { refused: 'signature' };
  if (standard && !isStandard(standard, { id, body: message.body, secret })) return { refused: 'signature' };
  if (!near(at) || (standard && !near(Number(standard.timestamp) * 1000))) return { refused: 'age' };
  // decided: the notification signature alone is accepted, though it does not cover the body: it is all that the
  // interface documents.
  return { id, bodySigned: standard !== undefined };
}

interface StandardParts {
  id: string;
  timestamp: string;
  signatures: string;
}

function standardOf(header: (name: string) => string | undefined): StandardParts | undefined {
  const signatures = header('webhook-signature');
  if (signatures === undefined) return undefined;
  return { id: header('webhook-id') ?? '', timestamp: header('webhook-timestamp') ?? '', signatures };
}

function isStandard(
  { id, timestamp, signatures }: StandardParts,
  message: { id: string; body: string; secret: string },
): boolean {
  const key = standardKey(message.secret);
  if (!key) return false;
  const right = `v1,${base64Hmac(key, [id, timestamp, message.body].join('.'))}`;
  return (
    id === message.id &&
    /^\d{1,12}$/.test(timestamp) &&
    signatures.split(' ').some((signature) => sameText(signature, right))
  );
}

/** decided: in Base64, as our service writes it, or hexadecimal. */
function isHmac(signature: string, secret: string, text: string): boolean {
  const base64 = base64Hmac(secret, text);
  const hex = Buffer.from(base64, 'base64').toString('hex');
  return sameText(signature, base64) || sameText(signature.toLowerCase(), hex);
}

/** decided: ISO 8601 or an HTTP-date, or seconds or milliseconds since 1970. */
function instantOf(text: string): number | undefined {
  if (/^\d{10}$/.test(text)) return Number(text) * 1000;
  return /^\d{13}$/.test(text) ? Number(text) : readTime(text);
}

function base64Hmac(key: string | Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64');
}
