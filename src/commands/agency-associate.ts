import { ConfigurationError, readDatabaseTargets } from '#server/configuration.ts';
import { createAgencyStore } from '#service/agencies/store.ts';
import { openServiceDatabase } from '#service/store.ts';
import { UsageError, readOptions, runCommand } from './run-command.ts';

const USAGE =
  'npm run agency:associate -- --agency MAIL --key KEY [--all]\n\nAssociates a registered agency with one more app, or changes what an app of the agency sees: the inquiries that its own publications received, with --all every inquiry.';

/**
 * Stands in for a decision of the agency: the interface lets an app invite an agency, and only the agency
 * enables it for more.
 */
async function main(): Promise<void> {
  const { agency, key, all } = readOptions({
    agency: { type: 'string' },
    key: { type: 'string' },
    all: { type: 'boolean', default: false },
  });
  if (!agency) throw new UsageError('--agency: give the AdminMail of the agency');
  if (!key) throw new UsageError('--key: give the key of the app');
  const { service } = readDatabaseTargets();
  if (!service)
    throw new ConfigurationError(['UPSTREAM_URL: agencies of another deployment are associated there']);
  await using database = await openServiceDatabase(service);
  if (!(await createAgencyStore(database.db).associate(key, agency, all)))
    throw new UsageError(`There is no registered agency ${agency}, or no app ${key}`);
  console.log(
    all
      ? 'The app sees every inquiry of the agency.'
      : 'The app sees the inquiries of the agency that its own publications received.',
  );
}

await runCommand(main, USAGE);
