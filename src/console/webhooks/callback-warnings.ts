import { editDistance } from '#matching/edit-distance.ts';

/** A URL with `credentials` ends up in logs; a `similar` one is probably a typo. */
export type CallbackWarning = 'not-https' | 'private' | 'credentials' | 'similar';

const MAX_TYPO_DISTANCE = 2;

const SECRET_PARAMETER = /^(api[-_]?key|key|token|access[-_]?token|secret|password|pass|pwd|clave)$/i;
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|lan|home\.arpa)$/i;
const PRIVATE_IPV4 =
  /^(0|10|127|169\.254|172\.(1[6-9]|2\d|3[01])|192\.168|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./;
const PRIVATE_IPV6 = /^(::1?$|f[cd]|fe[89ab]|::ffff:(0?a|7f|c0a8|ac1))/i;

export function callbackWarnings(
  callback: string,
  { receiver, others }: { receiver: string | undefined; others: readonly string[] },
): CallbackWarning[] {
  const address = callback.trim();
  const url = URL.parse(address);
  if (!url || address === receiver) return [];
  const hasSecretParameter = [...url.searchParams.keys()].some((name) => SECRET_PARAMETER.test(name));
  const warnings: CallbackWarning[] = [];
  if (url.protocol !== 'https:') warnings.push('not-https');
  if (isPrivateHost(url.hostname)) warnings.push('private');
  if (url.username || url.password || hasSecretParameter) warnings.push('credentials');
  if (others.some((other) => other !== address && looksLikeTypo(other, address))) warnings.push('similar');
  return warnings;
}

/** The text alone is checked: a public name that resolves to a private address is not recognized. */
function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (host.includes(':')) return PRIVATE_IPV6.test(host);
  return PRIVATE_NAME.test(host) || (/^\d+(\.\d+){3}$/.test(host) && PRIVATE_IPV4.test(host));
}

function looksLikeTypo(a: string, b: string): boolean {
  const normalize = (text: string) => text.toLowerCase().replace(/\/+$/, '');
  return editDistance(normalize(a), normalize(b), MAX_TYPO_DISTANCE) <= MAX_TYPO_DISTANCE;
}
