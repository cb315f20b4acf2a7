import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

// Authentication of the calling app: field notes 1.1–1.3 and decisions, "Authentication of the calling app".

const ALGORITHMS = { 'sha-256': 'sha256', 'sha-512': 'sha512' } as const;
type Algorithm = keyof typeof ALGORITHMS;

export interface Credentials {
  key: string;
  secret: string;
}

/** A request as it goes over the wire. */
export interface SignedParts {
  method: string;
  /** Path and query exactly as sent, percent-encoded. */
  path: string;
  /** Header values by lower-case name. */
  headers: Record<string, string | string[] | undefined>;
}

/** The text that is signed (field notes 1.2). `prefix` is the brand's, `SVC` unless configured. */
export function canonicalString({ method, path, headers }: SignedParts, prefix: string): string {
  const own = `x-${prefix.toLowerCase()}-`;
  const vendor = Object.entries(headers)
    .filter(([name, value]) => name.toLowerCase().startsWith(own) && value !== undefined)
    .map(([name, value]) => [name.toLowerCase().trim(), single(value).trim()] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}:${value}`);
  return [method.toUpperCase(), single(headers.digest), single(headers.date), ...vendor, path].join('\n');
}

/** HMAC-SHA256 of the canonical string, Base64; the key is the secret's own text. */
export function hmacOf(canonical: string, secret: string): string {
  return createHmac('sha256', secret).update(canonical, 'utf8').digest('base64');
}

/** `Digest` header of a body. */
export function digestOf(body: string | Uint8Array, algorithm: Algorithm = 'sha-256'): string {
  return `${algorithm}=${createHash(ALGORITHMS[algorithm]).update(body).digest('base64')}`;
}

/** Every digest of a known algorithm must match the bytes received, and at least one must be known. */
export function digestMatches(header: string, body: Uint8Array): boolean {
  const known = header
    .split(',')
    .map((part) => /^\s*([\w-]+)=(.*?)\s*$/.exec(part))
    .flatMap((match) => {
      const algorithm = match?.[1]?.toLowerCase();
      return algorithm && isAlgorithm(algorithm) ? [{ algorithm, value: match?.[2] ?? '' }] : [];
    });
  return (
    known.length > 0 &&
    known.every(({ algorithm, value }) => sameText(`${algorithm}=${value}`, digestOf(body, algorithm)))
  );
}

function isAlgorithm(name: string): name is Algorithm {
  return Object.hasOwn(ALGORITHMS, name);
}

/** Comparison in constant time. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * Headers that sign one try of a request. The nonce makes two equal requests differ; each try is signed anew, since
 * a repeated HMAC is refused (field notes 1.4).
 */
export function signRequest(
  request: { method: string; path: string; body?: string | Uint8Array | undefined },
  { key, secret }: Credentials,
  { prefix, now, nonce }: { prefix: string; now: number; nonce: string },
): Record<string, string> {
  const headers = {
    date: new Date(now).toUTCString(),
    [`x-${prefix.toLowerCase()}-nonce`]: nonce,
    ...(request.body !== undefined && { digest: digestOf(request.body) }),
  };
  const hmac = hmacOf(canonicalString({ ...request, headers }, prefix), secret);
  return { ...headers, authorization: `${prefix}-HMAC ${key}:${hmac}` };
}

/** Reads `Authorization: SVC-HMAC {key}:{hmac}`; undefined when it has another form. */
export function readAuthorization(
  header: string | undefined,
  prefix: string,
): { key: string; hmac: string } | undefined {
  const match = /^([\w-]+) ([^:\s]+):([^\s]+)$/.exec(header ?? '');
  if (match?.[1]?.toUpperCase() !== `${prefix.toUpperCase()}-HMAC`) return undefined;
  return { key: match[2] ?? '', hmac: match[3] ?? '' };
}

/** Instant of a time header: an HTTP-date, or ISO 8601 with or without fractions; undefined when it is neither. */
export function readTime(text: string): number | undefined {
  const form =
    /^(?:[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT|\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2}))$/;
  const at = form.test(text.trim()) ? Date.parse(text.trim()) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

function single(value: string | string[] | undefined): string {
  return Array.isArray(value) ? value.join(', ') : (value ?? '');
}
