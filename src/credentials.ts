import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import type { Credentials } from '#signing/request.ts';

/** Key and secret of the app that the gateway calls as. */
export type AppCredentials = Credentials;

const File = z.object({ key: z.string(), secret: z.string() });

/** A file of the data folder that does not hold what it should. */
export class UnreadableFile extends Error {}

/** 32 lower-case hexadecimal characters, as the interface's credentials are. */
export function newCredential(): string {
  return randomBytes(16).toString('hex');
}

/** The credentials given, else those kept in the data folder, made there at the first call. */
export function appCredentials(
  dataDir: string,
  key: string | undefined,
  secret: string | undefined,
): AppCredentials {
  if (key && secret) return { key, secret };
  const file = join(dataDir, 'app-credentials.json');
  const text = keptText(file, () => JSON.stringify({ key: newCredential(), secret: newCredential() }));
  try {
    return File.parse(JSON.parse(text));
  } catch (error) {
    throw new UnreadableFile(`${file} cannot be read as credentials; move it away to have new ones made`, {
      cause: error,
    });
  }
}

/** Base64 of 32 bytes, which is how a key is given and kept. */
export const KEY_TEXT = /^[\w+/-]{43}=?$/;

/** The key given, else the one kept in the data folder, made there at the first call. */
export function consoleKey(dataDir: string, given: string | undefined): Buffer {
  const file = join(dataDir, 'console-key');
  const text = given ?? keptText(file, () => randomBytes(32).toString('base64')).trim();
  if (!KEY_TEXT.test(text))
    throw new UnreadableFile(
      `${file} cannot be read as a key: secrets kept with it cannot be read without it. Put a backup in its place`,
    );
  return Buffer.from(text, 'base64');
}

/**
 * The text of a file, made at the first call (mode 600). Two programs that start together on an empty folder end up
 * with the same text: linking fails for the second.
 */
function keptText(file: string, make: () => string): string {
  const kept = read(file);
  if (kept !== undefined) return kept;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, make(), { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const made = read(file);
  if (made === undefined) throw new Error(`${file} could not be made`);
  return made;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
