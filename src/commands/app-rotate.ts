import { ConfigurationError, readAppTarget } from '#server/configuration.ts';
import { generateCredential } from '#server/credentials.ts';
import { createAppStore } from '#service/apps/store.ts';
import { openServiceDatabase } from '#service/store.ts';
import { createSecretBox } from '#signing/secret-box.ts';
import { systemRandom } from '#system/random.ts';
import { UsageError, readOptions, runCommand } from './run-command.ts';

const USAGE =
  'npm run app:rotate -- --key KEY [--drop [--yes]]\n\nMakes another secret for an app and prints it once; both are accepted until --drop ends the previous one.';

/** A previous secret that was used this recently is dropped with --yes only. */
const RECENT_MINUTES = 15;

function readAppRotateOptions(): { key: string; isDrop: boolean; isConfirmed: boolean } {
  const { key, drop, yes } = readOptions({
    key: { type: 'string' },
    drop: { type: 'boolean', default: false },
    yes: { type: 'boolean', default: false },
  });
  if (!key) throw new UsageError('--key: give the key of the app');
  return { key, isDrop: drop, isConfirmed: yes };
}

async function main(): Promise<void> {
  const { key, isDrop, isConfirmed } = readAppRotateOptions();
  const target = readAppTarget();
  if (!target) throw new ConfigurationError(['UPSTREAM_URL: apps of another deployment are kept there']);
  await using database = await openServiceDatabase(target.database);
  const apps = createAppStore(database.db, createSecretBox(target.secretKey, systemRandom));
  const app = await apps.find(key);
  if (!app) throw new UsageError(`--key: there is no app ${key}`);
  if (!isDrop) {
    const secret = generateCredential();
    await apps.adoptSecret({ key, secret }, Date.now());
    console.log(secret);
    console.error('Both secrets are accepted now. When the app uses this one: --drop');
    return;
  }
  if (app.previous_used_at === null) throw new UsageError('--drop: the app has one secret only');
  console.log(`The previous secret was last used at ${new Date(app.previous_used_at).toISOString()}.`);
  if (Date.now() - app.previous_used_at < RECENT_MINUTES * 60_000 && !isConfirmed)
    throw new UsageError(
      `--drop: it was used in the last ${RECENT_MINUTES} minutes; whoever uses it would be refused. Say --yes to drop it`,
    );
  await apps.dropPreviousSecret(key);
  console.log('It was dropped. A service that is given it as APP_SECRET does not start.');
}

await runCommand(main, USAGE);
