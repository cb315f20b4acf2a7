import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openGatewayDatabase } from '#gateway/store.ts';
import { openServiceDatabase } from '#service/store.ts';
import { createDatabase, startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databases: {
      /** Folder with a migrated SQLite file per program. */
      folder: string;
      /** Temporary PostgreSQL cluster; null: PostgreSQL is not installed, its tests are skipped. */
      postgresUrl: string | null;
    };
  }
}

const PROGRAMS = { gateway: openGatewayDatabase, service: openServiceDatabase };

/** Vitest global setup: migrates a template database per program and engine, which tests clone. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrina-templates-'));
  const postgres = await startPostgres();
  if (!postgres) process.stderr.write('\nPostgreSQL was not found: the tests on PostgreSQL are SKIPPED.\n\n');
  for (const [program, open] of Object.entries(PROGRAMS)) {
    const file = join(folder, `${program}.db`);
    await (await open({ file, url: undefined, schema: program, synchronous: 'off' })).close();
    if (postgres) await (await open(await createTemplateDatabase(postgres.url, program))).close();
  }
  project.provide('databases', { folder, postgresUrl: postgres?.url ?? null });
  return async () => {
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

async function createTemplateDatabase(server: string, program: string) {
  return { file: '', url: await createDatabase(server, `template_${program}`), schema: program };
}
