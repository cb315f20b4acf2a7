import { editDistance } from '#matching/edit-distance.ts';

/**
 * What a person may want to look at twice before a callback is saved:
 * - `not-https`: what is sent can be read on the way;
 * - `private`: only computers of one network reach it;
 * - `credentials`: a password is part of the address, and addresses are written down everywhere;
 * - `nearly`: it is almost the address of another topic, as a typing slip would be.
 */
export type CallbackWarning = 'not-https' | 'private' | 'credentials' | 'nearly';

/** Fewest letters that are another address on purpose. */
const SLIP = 2;

export function callbackWarnings(
  callback: string,
  { receiver, others }: { receiver: string | undefined; others: readonly string[] },
): CallbackWarning[] {
  const given = callback.trim();
  const url = URL.parse(given);
  if (!url || given === receiver) return [];
  const warnings: CallbackWarning[] = [];
  if (url.protocol !== 'https:') warnings.push('not-https');
  if (isPrivate(url.hostname)) warnings.push('private');
  if (url.username || url.password || [...url.searchParams.keys()].some(isSecretName))
    warnings.push('credentials');
  if (others.some((other) => other !== given && isSlip(other, given))) warnings.push('nearly');
  return warnings;
}

function isSecretName(name: string): boolean {
  return /^(api[-_]?key|key|token|access[-_]?token|secret|password|pass|pwd|clave)$/i.test(name);
}

/** Whether the address can be seen to be of a private network; a name that resolves to one cannot be seen here. */
function isPrivate(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (/(^|\.)(localhost|local|internal|lan|home\.arpa)$/i.test(host)) return true;
  if (host.includes(':')) return /^(::1?$|f[cd]|fe[89ab]|::ffff:(0?a|7f|c0a8|ac1))/i.test(host);
  const [a = Number.NaN, b = Number.NaN] = /^\d+\.\d+\.\d+\.\d+$/.test(host)
    ? host.split('.').map(Number)
    : [];
  return (
    a === 0 ||
    a === 10 ||
    a === 127 ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b <= 31) ||
    (a === 192 && b === 168) ||
    (a === 100 && b >= 64 && b <= 127)
  );
}

/** Whether one becomes the other by at most two typed letters, case and a final slash apart. */
function isSlip(a: string, b: string): boolean {
  const [one, other] = [a, b].map((text) => text.toLowerCase().replace(/\/+$/, '')) as [string, string];
  return editDistance(one, other, SLIP) <= SLIP;
}
