import { ConfigurationError, readAppTarget } from '#server/configuration.ts';
import { generateCredential } from '#server/credentials.ts';
import { createAppStore } from '#service/apps/store.ts';
import { openServiceDatabase } from '#service/store.ts';
import { createSecretBox } from '#signing/secret-box.ts';
import { systemRandom } from '#system/random.ts';
import { UsageError, readOptions, runCommand } from './run-command.ts';

const USAGE = 'npm run app:create -- --name NAME [--publisher]';

function readAppCreateOptions(): { name: string; isPublisher: boolean } {
  const { name, publisher } = readOptions({
    name: { type: 'string', default: '' },
    publisher: { type: 'boolean', default: false },
  });
  if (name.trim().length === 0 || name.length > 100) throw new UsageError('--name: give 1 to 100 characters');
  return { name: name.trim(), isPublisher: publisher };
}

/** Creates a calling app and prints its key and secret, which are not shown again. */
async function main(): Promise<void> {
  const { name, isPublisher } = readAppCreateOptions();
  const target = readAppTarget();
  if (!target) throw new ConfigurationError(['UPSTREAM_URL: apps of another deployment are made there']);
  await using database = await openServiceDatabase(target.database);
  const credentials = { key: generateCredential(), secret: generateCredential() };
  await createAppStore(database.db, createSecretBox(target.secretKey, systemRandom)).upsert(
    credentials,
    name,
    Date.now(),
    { isPublisher },
  );
  console.log(`key: ${credentials.key}\nsecret: ${credentials.secret}`);
}

await runCommand(main, USAGE);
