// Only the origin of this base matters: an address that leaves it is not ours.
const BASE = 'http://console.invalid';

/**
 * The path, search and fragment that a person was on the way to; undefined unless it is a path of this origin
 * in plain form.
 */
export function nextPath(next: string | null): string | undefined {
  // Backslashes and control characters are read by browsers as slashes, or as nothing.
  if (!next?.startsWith('/') || /[\\\p{Cc}]/u.test(next)) return undefined;
  const url = URL.parse(next, BASE);
  if (url?.origin !== BASE || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search + url.hash;
}
