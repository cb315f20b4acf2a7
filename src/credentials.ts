import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Credentials } from '#signing/request.ts';

/** Key and secret of the app that the gateway calls as. */
export type AppCredentials = Credentials;

const File = z.object({ key: z.string(), secret: z.string() });

/** 32 lower-case hexadecimal characters, as the interface's credentials are. */
export function newCredential(): string {
  return randomBytes(16).toString('hex');
}

/**
 * The credentials given, else those kept in the data folder, made there at the first call (mode 600). Two programs
 * that start together on an empty folder end up with the same pair: linking fails for the second.
 */
export function appCredentials(
  dataDir: string,
  key: string | undefined,
  secret: string | undefined,
): AppCredentials {
  if (key && secret) return { key, secret };
  const file = join(dataDir, 'app-credentials.json');
  const kept = read(file);
  if (kept) return kept;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify({ key: newCredential(), secret: newCredential() }), { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const made = read(file);
  if (!made) throw new Error(`${file} could not be made`);
  return made;
}

function read(file: string): AppCredentials | undefined {
  try {
    return File.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw new Error(`${file} cannot be read as credentials; move it away to have new ones made`, {
      cause: error,
    });
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
