import { ConfigurationError, readDatabaseTargets } from '#server/configuration.ts';
import { openServiceDatabase } from '#service/store.ts';
import { retryWaiting } from '#service/webhooks/store.ts';
import { UsageError, readOptions, runCommand } from './run-command.ts';

const USAGE =
  'npm run webhooks:retry -- [--topic TOPIC]\n\nMakes the webhook messages that wait for their next attempt due now.';

// decided: the interface has no call for this; an app that saves its webhook again does the same for its own messages.
async function main(): Promise<void> {
  const { topic } = readOptions({ topic: { type: 'string' } });
  const { service } = readDatabaseTargets();
  if (!service) throw new ConfigurationError(['UPSTREAM_URL: webhooks of another deployment are sent there']);
  await using database = await openServiceDatabase(service);
  const count = await retryWaiting(database.db, topic, Date.now());
  if (count === 0)
    throw new UsageError(
      topic === undefined ? 'There is no active webhook' : 'There is no active webhook of this topic',
    );
  console.log('What waits is tried within a minute.');
}

await runCommand(main, USAGE);
