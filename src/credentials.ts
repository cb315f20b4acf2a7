import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import type { Credentials } from '#signing/request.ts';
import { getErrorCode } from '#system/error-code.ts';

/** Key and secret of the app that the gateway calls as. */
export type AppCredentials = Credentials;

export const CredentialsFile = z.object({ key: z.string(), secret: z.string() });

export const CREDENTIALS_FILE = 'app-credentials.json';

/** A file in DATA_DIR that cannot be read, parsed or made. */
export class UnreadableFileError extends Error {}

/** Random 32 lower-case hexadecimal characters, the interface's format of credentials. */
export function generateCredential(): string {
  return randomBytes(16).toString('hex');
}

/** The given credentials, else those in DATA_DIR, which the first call creates. @throws UnreadableFileError */
export function loadAppCredentials(
  dataDir: string,
  key: string | undefined,
  secret: string | undefined,
): AppCredentials {
  if (key && secret) return { key, secret };
  const file = join(dataDir, CREDENTIALS_FILE);
  const text = readOrCreateFile(file, () =>
    JSON.stringify({ key: generateCredential(), secret: generateCredential() }),
  );
  try {
    return CredentialsFile.parse(JSON.parse(text));
  } catch (error) {
    throw new UnreadableFileError(
      `${file} cannot be read as credentials; move it away to have new ones made`,
      {
        cause: error,
      },
    );
  }
}

/** Base64 of 32 bytes. */
export const KEY_PATTERN = /^[\w+/-]{43}=?$/;

/** The given key, else the one in a file of DATA_DIR, which the first call creates. @throws UnreadableFileError */
export function loadKey(
  dataDir: string,
  name: 'console-key' | 'service-key',
  given: string | undefined,
): Buffer {
  const file = join(dataDir, name);
  const text = given ?? readOrCreateFile(file, () => randomBytes(32).toString('base64')).trim();
  if (!KEY_PATTERN.test(text))
    throw new UnreadableFileError(
      `${file} cannot be read as a key: secrets kept with it cannot be read without it. Put a backup in its place`,
    );
  return Buffer.from(text, 'base64');
}

/**
 * Reads a file, or creates it (mode 600) with the text that `make` returns. Concurrent programs get the same text: linking
 * fails for the second.
 */
function readOrCreateFile(file: string, make: () => string): string {
  try {
    return readOrCreate(file, make);
  } catch (error) {
    const code = getErrorCode(error);
    if (code === undefined) throw error;
    throw new UnreadableFileError(
      `${file} can neither be read nor made (${code}); check DATA_DIR, its owner and mode`,
      { cause: error },
    );
  }
}

function readOrCreate(file: string, make: () => string): string {
  const existing = readCredentialsFile(file);
  if (existing !== undefined) return existing;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, make(), { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (getErrorCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const created = readCredentialsFile(file);
  if (created === undefined) throw new Error(`${file} could not be made`);
  return created;
}

/** Text of a file; undefined: there is none. */
export function readCredentialsFile(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
