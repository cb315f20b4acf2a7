import { type Database, countOtherClients } from '#database/database.ts';
import { lockDatabase } from '#database/lock-database.ts';
import { listGatewaySecrets } from '#gateway/sealed-secrets.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { readKeyChange } from '#server/configuration.ts';
import type { ChangedKey } from '#server/configuration/key-change.ts';
import { listServiceSecrets } from '#service/apps/sealed-secrets.ts';
import { openServiceDatabase } from '#service/store.ts';
import { type StoredSecret, resealSecrets } from '#signing/reseal-secrets.ts';
import { createSecretBox } from '#signing/secret-box.ts';
import { systemRandom } from '#system/random.ts';
import { CommandError, UsageError, readOptions, runCommand } from './run-command.ts';

const USAGE = `npm run key:change

Seals all kept secrets with CONSOLE_KEY, and with SERVICE_KEY, that CONSOLE_KEY_PREVIOUS and SERVICE_KEY_PREVIOUS open (or the files of …_FILE).
Stop every process first, and start them with the new keys afterwards.`;

interface SealedDatabase<Tables> {
  variable: string;
  open: (target: ChangedKey['database']) => Promise<Database<Tables>>;
  listSecrets: (db: Database<Tables>['db']) => Promise<StoredSecret[]>;
}

async function changeKey<Tables>(
  { database: target, previous, current }: ChangedKey,
  { variable, open, listSecrets }: SealedDatabase<Tables>,
): Promise<void> {
  using _lock = lockDatabase(target);
  await using database = await open(target);
  const others = await countOtherClients(database);
  if (others > 0) throw new CommandError(`${others} processes use the database: stop them first.`);
  const former = createSecretBox(previous, systemRandom);
  const next = createSecretBox(current, systemRandom);
  const { resealed, unreadable } = await database.db
    .transaction()
    .execute(async (db) => resealSecrets(await listSecrets(db), former, next));
  console.log(`${variable}: ${resealed} secrets were sealed with the new key.`);
  if (unreadable === 0) return;
  console.error(`${variable}: ${unreadable} secrets are opened by neither key and stayed as they were.`);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  readOptions({});
  const { gateway, service } = readKeyChange();
  if (!gateway && !service)
    throw new UsageError('Give the former key in CONSOLE_KEY_PREVIOUS or SERVICE_KEY_PREVIOUS.');
  if (gateway)
    await changeKey(gateway, {
      variable: 'CONSOLE_KEY',
      open: openGatewayDatabase,
      listSecrets: listGatewaySecrets,
    });
  if (service)
    await changeKey(service, {
      variable: 'SERVICE_KEY',
      open: openServiceDatabase,
      listSecrets: listServiceSecrets,
    });
}

await runCommand(main, USAGE);
