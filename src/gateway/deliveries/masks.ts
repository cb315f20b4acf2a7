/** What stands for something that nobody is shown. */
export const MASK = '…';
const MOST_HEADERS = 60;
const LONGEST_VALUE = 500;

/** Headers that nobody is shown: how our own edge was reached, and what may open something. */
const LEFT_OUT =
  /^(authorization|proxy-.*|cookie|host|connection|keep-alive|transfer-encoding|x-forwarded-.*|forwarded)$/;
const SECRET = /auth|token|secret|passw|signature|cookie|credential|key/;

/** Headers of a message as they may be kept: names lower-case, values of whatever may be a secret masked. */
export function keptHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !LEFT_OUT.test(name))
      .slice(0, MOST_HEADERS)
      .map(([name, value]) => [
        name,
        SECRET.test(name) ? MASK : [value].flat().join(', ').slice(0, LONGEST_VALUE),
      ]),
  );
}

/**
 * An address without what may open it: user, password, fragment and every value of its query are masked. undefined: it
 * is no address.
 */
export function maskedAddress(address: string, mask = MASK): string | undefined {
  const url = URL.parse(address);
  if (!url) return undefined;
  const user = url.username || url.password ? `${mask}@` : '';
  const parts = url.search === '' ? [] : url.search.slice(1).split('&');
  // Without a name, it is the value.
  const masked = parts.map((part) => (part.includes('=') ? part.replace(/=.*/, `=${mask}`) : mask));
  const query = masked.length > 0 ? `?${masked.join('&')}` : '';
  return `${url.protocol}//${user}${url.host}${url.pathname}${query}`;
}
