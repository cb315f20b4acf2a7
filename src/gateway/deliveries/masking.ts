/** Replaces masked text. */
export const MASK = '…';
const MAX_HEADERS = 60;
const MAX_HEADER_VALUE_LENGTH = 500;

/** Headers that are not stored: those of the connection and of our own proxy, and credentials. */
const OMITTED_HEADERS =
  /^(authorization|proxy-.*|cookie|host|connection|keep-alive|transfer-encoding|x-forwarded-.*|forwarded)$/;
const SECRET_NAME = /auth|token|secret|passw|signature|cookie|credential|key/;

/** Headers of a message for storage: names in lower case, values of possible secrets masked. */
export function maskHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !OMITTED_HEADERS.test(name))
      .slice(0, MAX_HEADERS)
      .map(([name, value]) => [
        name,
        SECRET_NAME.test(name) ? MASK : [value].flat().join(', ').slice(0, MAX_HEADER_VALUE_LENGTH),
      ]),
  );
}

/** Masks user, password and all query values of a URL, and drops its fragment; undefined: not a URL. */
export function maskUrl(text: string, mask = MASK): string | undefined {
  const url = URL.parse(text);
  if (!url) return undefined;
  const credentials = url.username || url.password ? `${mask}@` : '';
  const pairs = url.search === '' ? [] : url.search.slice(1).split('&');
  // A part without a name is a value.
  const maskedPairs = pairs.map((part) => (part.includes('=') ? part.replace(/=.*/, `=${mask}`) : mask));
  const query = maskedPairs.length > 0 ? `?${maskedPairs.join('&')}` : '';
  return `${url.protocol}//${credentials}${url.host}${url.pathname}${query}`;
}
