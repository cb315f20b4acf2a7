// Only the origin of this base matters: an address that leaves it is not ours.
const BASE = 'http://console.invalid';

/**
 * The path, search and fragment to go to after signing in, as `next` asks; undefined unless it is a path of this
 * origin in plain form.
 */
export function parseNextPath(next: string | null | undefined): string | undefined {
  // Browsers read backslashes as slashes and drop control characters.
  if (!next?.startsWith('/') || /[\\\p{Cc}]/u.test(next)) return undefined;
  const url = URL.parse(next, BASE);
  // A path that begins with two slashes once dots are resolved names a host when it is parsed again.
  if (url?.origin !== BASE || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search + url.hash;
}
