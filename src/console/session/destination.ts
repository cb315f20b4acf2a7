import { paths } from '#console/paths.ts';

/** A path of this origin, or home: an address from outside never leads elsewhere. */
export function destination(next: string | null): string {
  if (!next?.startsWith('/') || /[\\\p{Cc}]/u.test(next)) return paths.home();
  const url = new URL(next, location.origin);
  return url.origin === location.origin ? url.pathname + url.search + url.hash : paths.home();
}
