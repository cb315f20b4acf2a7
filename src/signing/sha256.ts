import { createHash } from 'node:crypto';

/** SHA-256 of a text in UTF-8, in hexadecimal digits where no encoding is given. */
export function sha256(text: string, encoding: 'hex' | 'base64' = 'hex'): string {
  return createHash('sha256').update(text).digest(encoding);
}
