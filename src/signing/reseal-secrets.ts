import { type SecretBox, openStoredSecret } from './secret-box.ts';

/** A secret in a column of a database. */
export interface StoredSecret {
  stored: string;
  use: string;
  /** Writes another text in the place of `stored`, unless it was changed meanwhile. */
  replace: (text: string) => Promise<unknown>;
}

export interface ResealCounts {
  resealed: number;
  /** Secrets that neither key opens. */
  unreadable: number;
}

/** Encrypts secrets with another key. Skips those that are encrypted with it already, and those that neither key opens. */
export async function resealSecrets(
  stored: readonly StoredSecret[],
  former: SecretBox,
  current: SecretBox,
): Promise<ResealCounts> {
  const counts: ResealCounts = { resealed: 0, unreadable: 0 };
  for (const { stored: text, use, replace } of stored) {
    if (text.startsWith(current.prefix)) continue;
    const secret = openStoredSecret(former, text, use);
    if (typeof secret !== 'string') counts.unreadable += 1;
    else {
      await replace(current.seal(secret, use));
      counts.resealed += 1;
    }
  }
  return counts;
}
