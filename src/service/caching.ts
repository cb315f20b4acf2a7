import { createHash } from 'node:crypto';
import type { Caller } from './apps/store.ts';

/** A strong tag of what one app gets in one media type. */
export function entityTag({ key }: Caller, type: string, bytes: Buffer): string {
  const hash = createHash('sha256').update(`${key}\n${type}\n`).update(bytes).digest('base64url');
  return `"${hash.slice(0, 27)}"`;
}

/** Does `If-None-Match` name the tag? Compared weakly; `*` names any (RFC 9110, 13.1.2). */
export function isUnchanged(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((given) => given.trim().replace(/^W\//, '') === tag);
}
