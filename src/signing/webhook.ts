import { createHmac } from 'node:crypto';
import { equalsInConstantTime, parseTimestamp } from './request.ts';

// Signatures of webhook messages: the interface's notification signature and Standard Webhooks (field notes 4;
// decisions, Webhooks).

export interface MessageToSign {
  /** Hook id, the same on every attempt. */
  id: string;
  topic: string;
  body: string;
  /** Time of this attempt, ms since 1970. */
  at: number;
}

/** Headers of one attempt; unsigned without a secret. */
export function signNotification(message: MessageToSign, secret: string | null): Record<string, string> {
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
    'notification-signature': computeBase64Hmac(secret, [id, timestamp, topic].join('\n')),
    ...signStandard(message, secret),
  };
}

/** Standard Webhooks headers, which sign the body too; none if the secret holds no valid key. */
function signStandard({ id, body, at }: MessageToSign, secret: string): Record<string, string> {
  const key = parseStandardKey(secret);
  if (!key) return {};
  const seconds = String(Math.floor(at / 1000));
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${computeBase64Hmac(key, [id, seconds, body].join('.'))}`,
  };
}

const STANDARD_PREFIX = 'whsec_';
const MIN_KEY_BYTES = 24;

/** Returns true if a secret can sign by Standard Webhooks. */
export const isStandardSecret = (secret: string): boolean => parseStandardKey(secret) !== undefined;

/** Key of a secret: strict Base64 after `whsec_`, else its text. Undefined: not a valid key after `whsec_`. */
function parseStandardKey(secret: string): Buffer | undefined {
  if (!secret.startsWith(STANDARD_PREFIX)) return Buffer.from(secret);
  const text = secret.slice(STANDARD_PREFIX.length);
  const key = Buffer.from(text, 'base64');
  return key.length >= MIN_KEY_BYTES && key.toString('base64') === text ? key : undefined;
}

/** A received message; header values by lower-case name. */
export interface ReceivedMessage {
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

export interface VerificationOptions {
  now: number;
  /** Accepted clock difference in either direction, ms. */
  toleranceMs: number;
  /** Separator of the values that the notification signature covers. */
  join: string;
}

export type VerificationResult =
  | { id: string; bodySigned: boolean; refused?: never }
  | { refused: 'malformed' | 'age' | 'signature' };

const MAX_ID_LENGTH = 128;

/**
 * Verifies a received message: at least one signature is present, every signature present (of either style) is valid, and
 * every signed timestamp is within the tolerance.
 */
export function verifyNotification(
  message: ReceivedMessage,
  secret: string,
  { now, toleranceMs, join }: VerificationOptions,
): VerificationResult {
  const header = (name: string) => [message.headers[name]].flat()[0];
  const id = header('notification-hook-id') ?? '';
  const timestamp = header('notification-timestamp') ?? '';
  const at = parseInstant(timestamp);
  if (id === '' || id.length > MAX_ID_LENGTH || at === undefined) return { refused: 'malformed' };

  const isRecent = (time: number) => Math.abs(now - time) <= toleranceMs;
  const topic = header('notification-topic');
  const notification = header('notification-signature');
  const values = [id, timestamp, ...(topic === undefined ? [] : [topic])];
  const standard = findStandardParts(header);
  if (notification === undefined && standard === undefined) return { refused: 'signature' };
  if (notification !== undefined && !isValidHmac(notification, secret, values.join(join)))
    return { refused: 'signature' };
  if (standard && !isValidStandard(standard, { id, body: message.body, secret }))
    return { refused: 'signature' };
  if (!isRecent(at) || (standard && !isRecent(Number(standard.timestamp) * 1000))) return { refused: 'age' };
  // decided: the notification signature alone is accepted although it does not cover the body; the interface documents
  // no other.
  return { id, bodySigned: standard !== undefined };
}

interface StandardParts {
  id: string;
  timestamp: string;
  signatures: string;
}

function findStandardParts(header: (name: string) => string | undefined): StandardParts | undefined {
  const signatures = header('webhook-signature');
  if (signatures === undefined) return undefined;
  return { id: header('webhook-id') ?? '', timestamp: header('webhook-timestamp') ?? '', signatures };
}

function isValidStandard(
  { id, timestamp, signatures }: StandardParts,
  message: { id: string; body: string; secret: string },
): boolean {
  const key = parseStandardKey(message.secret);
  if (!key) return false;
  const expected = `v1,${computeBase64Hmac(key, [id, timestamp, message.body].join('.'))}`;
  return (
    id === message.id &&
    /^\d{1,12}$/.test(timestamp) &&
    signatures.split(' ').some((signature) => equalsInConstantTime(signature, expected))
  );
}

/** decided: Base64, as our service sends it, or hexadecimal. */
function isValidHmac(signature: string, secret: string, text: string): boolean {
  const base64 = computeBase64Hmac(secret, text);
  const hex = Buffer.from(base64, 'base64').toString('hex');
  return equalsInConstantTime(signature, base64) || equalsInConstantTime(signature.toLowerCase(), hex);
}

/** decided: ISO 8601, an HTTP-date, or seconds or milliseconds since 1970. */
export function parseInstant(text: string): number | undefined {
  if (/^\d{10}$/.test(text)) return Number(text) * 1000;
  return /^\d{13}$/.test(text) ? Number(text) : parseTimestamp(text);
}

function computeBase64Hmac(key: string | Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64');
}
