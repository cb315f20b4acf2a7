import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { PassThrough } from 'node:stream';
import type { Archive } from './archive.ts';
import { type Secrets, openSecrets } from './sealed-secrets.ts';

/** Reads the secrets of a backup; undefined: it has none, or there is no passphrase. @throws BackupError with another one */
export async function extractSecrets(
  archive: Archive,
  passphrase: string | undefined,
): Promise<Secrets | undefined> {
  const { secrets: part } = archive.manifest;
  if (part === undefined || passphrase === undefined) return undefined;
  const output = new PassThrough();
  const [sealed] = await Promise.all([text(output), archive.extract(part, output)]);
  return openSecrets(sealed, passphrase);
}

/**
 * Writes secrets into the files of a folder that a start reads. Other files with these names are kept in `previous`.
 * @returns the files that were written
 */
export async function writeSecrets(
  { appKey, appSecret, consoleKey, serviceKey }: Secrets,
  { dataDir, previous }: { dataDir: string; previous: string },
): Promise<string[]> {
  const files: [string, string | undefined][] = [
    ['app-credentials.json', JSON.stringify({ key: appKey, secret: appSecret })],
    ['console-key', consoleKey],
    ['service-key', serviceKey],
  ];
  const written: string[] = [];
  for (const [name, contents] of files) {
    const file = join(dataDir, name);
    const stored = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    if (contents === undefined || stored?.trim() === contents) continue;
    await mkdir(previous, { recursive: true, mode: 0o700 });
    if (stored !== undefined) await rename(file, join(previous, name));
    await writeFile(file, contents, { mode: 0o600 });
    written.push(file);
  }
  return written;
}
