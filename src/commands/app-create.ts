import { parseArgs } from 'node:util';
import { ConfigurationError, readDatabaseTargets } from '#server/configuration.ts';
import { generateCredential } from '#server/credentials.ts';
import { createAppStore } from '#service/apps/store.ts';
import { openServiceDatabase } from '#service/store.ts';
import { isExpectedError } from './run-until-stopped.ts';

const USAGE = 'npm run app:create -- --name NAME [--publisher]';

class UsageError extends Error {}

function readOptions(): { name: string; isPublisher: boolean } {
  try {
    const { name = '', publisher: isPublisher = false } = parseArgs({
      options: { name: { type: 'string' }, publisher: { type: 'boolean' } },
    }).values;
    if (name.trim().length > 0 && name.length <= 100) return { name: name.trim(), isPublisher };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  throw new UsageError('--name: give 1 to 100 characters');
}

/** Creates a calling app and prints its key and secret, which are not shown again. */
async function main(): Promise<void> {
  const { name, isPublisher } = readOptions();
  const { service } = readDatabaseTargets();
  if (!service) throw new ConfigurationError(['UPSTREAM_URL: apps of another deployment are made there']);
  const database = await openServiceDatabase(service);
  try {
    const credentials = { key: generateCredential(), secret: generateCredential() };
    await createAppStore(database.db).upsert(credentials, name, Date.now(), { isPublisher });
    console.log(`${credentials.key}\n${credentials.secret}`);
  } finally {
    await database.close();
  }
}

try {
  await main();
} catch (error) {
  if (error instanceof UsageError) console.error(`${error.message}\nUsage: ${USAGE}`);
  else if (isExpectedError(error)) console.error(error.message);
  else throw error;
  process.exitCode = 1;
}
