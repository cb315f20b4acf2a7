// The base only fills in an origin: URLs of other origins are rejected.
const BASE = 'http://console.invalid';

/**
 * Parses the parameter `next`: path, search and fragment to open after sign-in. Undefined unless it is a path of this
 * origin (prevents open redirects).
 */
export function parseNextPath(next: string | null | undefined): string | undefined {
  // Browsers read backslashes as slashes and drop control characters.
  if (!next?.startsWith('/') || /[\\\p{Cc}]/u.test(next)) return undefined;
  const url = URL.parse(next, BASE);
  // `//host` may remain after resolving dots, and would be parsed as another host.
  if (url?.origin !== BASE || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search + url.hash;
}
