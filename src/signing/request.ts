import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

// Authentication of the calling app: field notes 1.1–1.3 and decisions, "Authentication of the calling app".

const ALGORITHMS = { 'sha-256': 'sha256', 'sha-512': 'sha512' } as const;
type Algorithm = keyof typeof ALGORITHMS;

export interface Credentials {
  key: string;
  secret: string;
}

/** The parts of a request that its signature covers. */
export interface RequestToSign {
  method: string;
  /** Path and query exactly as sent, percent-encoded. */
  path: string;
  /** Header values by lower-case name. */
  headers: Record<string, string | string[] | undefined>;
}

/** The text to sign (field notes 1.2). `prefix` is VENDOR_PREFIX, `SVC` by default. */
export function canonicalString({ method, path, headers }: RequestToSign, prefix: string): string {
  const headerPrefix = `x-${prefix.toLowerCase()}-`;
  const values = new Map(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), joinValues(value).trim()]],
    ),
  );
  const vendor = [...values.keys()]
    .filter((name) => name.startsWith(headerPrefix))
    .toSorted()
    .map((name) => `${name}:${values.get(name)}`);
  return [method.toUpperCase(), joinValues(headers.digest), joinValues(headers.date), ...vendor, path].join(
    '\n',
  );
}

/** HMAC-SHA256 of the canonical string in Base64; the key is the secret as UTF-8. */
export function computeHmac(canonical: string, secret: string): string {
  return createHmac('sha256', secret).update(canonical, 'utf8').digest('base64');
}

/** `Digest` header of a body. */
export function computeDigest(body: string | Uint8Array, algorithm: Algorithm = 'sha-256'): string {
  return `${algorithm}=${createHash(ALGORITHMS[algorithm]).update(body).digest('base64')}`;
}

/**
 * Returns true if a `Digest` header has a known algorithm and every digest of a known algorithm matches the
 * body.
 */
export function isDigestValid(header: string, body: Uint8Array): boolean {
  const digests = header
    .split(',')
    .map((part) => /^\s*([\w-]+)=(.*?)\s*$/.exec(part))
    .flatMap((match) => {
      const [, name = '', value = ''] = match ?? [];
      const algorithm = name.toLowerCase();
      return isAlgorithm(algorithm) ? [{ algorithm, value }] : [];
    });
  return (
    digests.length > 0 &&
    digests.every(({ algorithm, value }) =>
      equalsInConstantTime(`${algorithm}=${value}`, computeDigest(body, algorithm)),
    )
  );
}

function isAlgorithm(name: string): name is Algorithm {
  return Object.hasOwn(ALGORITHMS, name);
}

/** Compares secrets in constant time. */
export function equalsInConstantTime(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * Headers of one signed attempt. Sign every attempt again, with a new nonce: a repeated HMAC is refused (field notes
 * 1.4).
 */
export function signRequest(
  request: { method: string; path: string; body?: string | Uint8Array | undefined },
  { key, secret }: Credentials,
  { prefix, now, nonce }: { prefix: string; now: number; nonce: string },
): Record<string, string> {
  const headers = {
    date: new Date(now).toUTCString(),
    [`x-${prefix.toLowerCase()}-nonce`]: nonce,
    ...(request.body !== undefined && { digest: computeDigest(request.body) }),
  };
  const hmac = computeHmac(canonicalString({ ...request, headers }, prefix), secret);
  return { ...headers, authorization: `${prefix}-HMAC ${key}:${hmac}` };
}

/** Parses `Authorization: SVC-HMAC {key}:{hmac}`; undefined if malformed. */
export function parseAuthorization(
  header: string | undefined,
  prefix: string,
): { key: string; hmac: string } | undefined {
  const [, scheme, key, hmac] = /^([\w-]+) ([^:\s]+):([^\s]+)$/.exec(header ?? '') ?? [];
  const isOurs = scheme?.toUpperCase() === `${prefix.toUpperCase()}-HMAC`;
  return isOurs && key && hmac ? { key, hmac } : undefined;
}

/** Parses an HTTP-date, or ISO 8601 with or without fractions, to ms since 1970; undefined if it is neither. */
export function parseTimestamp(text: string): number | undefined {
  const format =
    /^(?:[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT|\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2}))$/;
  const at = format.test(text.trim()) ? Date.parse(text.trim()) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

function joinValues(value: string | string[] | undefined): string {
  return Array.isArray(value) ? value.join(', ') : (value ?? '');
}
