import { createHash } from 'node:crypto';
import type { Caller } from './apps/store.ts';

/** Strong ETag of a body for one app and media type. */
export function createEntityTag({ key }: Caller, type: string, bytes: Buffer): string {
  const hash = createHash('sha256').update(`${key}\n${type}\n`).update(bytes).digest('base64url');
  return `"${hash.slice(0, 27)}"`;
}

/**
 * Returns true if `If-None-Match` contains the tag, by weak comparison; `*` matches any (RFC 9110, 13.1.2).
 */
export function matchesIfNoneMatch(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag);
}
