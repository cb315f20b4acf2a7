import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/** Mails to somebody, oldest first: files in the data folder. */
function readMails(dataDir: string, to: string): string[] {
  const outbox = join(dataDir, 'outbox');
  if (!existsSync(outbox)) return [];
  return readdirSync(outbox)
    .filter((file) => file.endsWith('.eml'))
    .toSorted()
    .map((file) => readFileSync(join(outbox, file), 'utf8').replaceAll('=\r\n', ''))
    .filter((mail) => mail.includes(`To: ${to}`));
}

export const hasMail = (dataDir: string, to: string, subject: string) =>
  readMails(dataDir, to).some((mail) => mail.includes(`Subject: ${subject}`));

/** Addresses of the links that were mailed to somebody, oldest first. */
const mailedLinks = (dataDir: string, to: string) =>
  readMails(dataDir, to).flatMap(
    (mail) => /https?:\/\/[^\s"<]+\/(?:welcome|recover)\/[\w-]+/.exec(mail)?.[0] ?? [],
  );

/** The link of the `count`th mail to somebody, once it is there. */
export async function mailedLink(dataDir: string, to: string, count = 1): Promise<string> {
  await expect
    .poll(() => mailedLinks(dataDir, to).length, { message: `mails to ${to}`, intervals: [50] })
    .toBe(count);
  return mailedLinks(dataDir, to).at(-1) ?? '';
}
