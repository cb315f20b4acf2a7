const MASK = '…';
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

/** An address without what may open it: user, password and the values of its query are masked. */
export function maskedAddress(address: string): string {
  const url = URL.parse(address);
  if (!url) return MASK;
  const user = url.username || url.password ? `${MASK}@` : '';
  const query = [...url.searchParams.keys()].map((name) => `${encodeURIComponent(name)}=${MASK}`).join('&');
  return `${url.protocol}//${user}${url.host}${url.pathname}${query && `?${query}`}`;
}
