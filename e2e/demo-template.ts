import { type DisposableTempDir, cp, mkdtemp, mkdtempDisposable, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, request } from '@playwright/test';
import { desk } from '#contract/desk/desk.ts';
import { startVitrina } from '#testing/server-process.ts';
import { GatewayClient } from './gateway-client.ts';

/** Workers read the path of the template's folder from this variable. */
const VARIABLE = 'DEMO_TEMPLATE';
const INDEX_TIMEOUT_MS = 60_000;

/**
 * Makes the demo's data once, with every inquiry in the gateway's index and what its people did before. Each worker starts on a copy.
 * @returns how to delete it after the last test
 */
export default async function makeDemoTemplate(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrina-template-'));
  await fillDemo(folder);
  letCopiesSend(folder);
  process.env[VARIABLE] = folder;
  return () => rm(folder, { recursive: true });
}

async function fillDemo(folder: string): Promise<void> {
  await using vitrina = await startVitrina({ DATA_DIR: folder });
  const requests = await request.newContext({ baseURL: vitrina.url });
  const partner = await new GatewayClient(requests, vitrina.url).signIn(vitrina.people.partner);
  const complete = async () => {
    const { agencies } = await partner.call(desk.viewIndexState);
    if (agencies.length === 0 || agencies.some((agency) => !agency.complete)) return false;
    // The refused messages are the end of the story.
    const { deliveries } = await partner.call(desk.listDeliveries, { query: { outcome: 'refused' } });
    return deliveries.length > 0;
  };
  await expect.poll(complete, { timeout: INDEX_TIMEOUT_MS }).toBe(true);
  await requests.dispose();
}

/** Forgets which installation sends from the data: each copy is one of its own, and not one that a copy may feed. */
function letCopiesSend(folder: string): void {
  for (const name of ['gateway.db', 'service.db']) {
    using database = new DatabaseSync(join(folder, name));
    database.exec("delete from setting where name like 'SENDS_%'");
  }
}

/** A copy of the template to start on. */
export async function copyDemoTemplate(): Promise<DisposableTempDir> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'vitrina-'));
  // Each server allocates a disk reserve of its own.
  await cp(process.env[VARIABLE] ?? '', folder.path, {
    recursive: true,
    filter: (file) => !file.endsWith('.reserve'),
  });
  return folder;
}
