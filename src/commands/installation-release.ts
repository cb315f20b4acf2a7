import type { Kysely } from 'kysely';
import { countRows } from '#database/count-rows.ts';
import type { MailTables } from '#work/mail-table.ts';
import { openSendingHold } from '#work/sending-hold.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { readGatewayConfiguration, readServiceConfiguration } from '#server/configuration.ts';
import { getSendingAddresses } from '#service/app.ts';
import { openServiceDatabase } from '#service/store.ts';
import { readOptions, runCommand } from './run-command.ts';

const USAGE =
  'npm run installation:release -- [--yes]\n\nLets an installation send mails and webhooks whose data another one used before. Without --yes it only shows what differs.';

const countQueuedMails = (db: Kysely<MailTables>) =>
  countRows(db.selectFrom('mail').where('due_at', 'is not', null));

async function main(): Promise<void> {
  const { yes: isConfirmed } = readOptions({ yes: { type: 'boolean', default: false } });
  const { gateway } = readGatewayConfiguration();
  await using gatewayDatabase = await openGatewayDatabase(gateway.database);
  const service = gateway.embeddedService ? readServiceConfiguration().service : undefined;
  await using serviceDatabase = service && (await openServiceDatabase(service.database));
  const holds = [
    await openSendingHold(gatewayDatabase, { PUBLIC_URL: gateway.publicUrl }),
    ...(serviceDatabase ? [await openSendingHold(serviceDatabase, getSendingAddresses(service, true))] : []),
  ];
  const changes = (await Promise.all(holds.map((hold) => hold.fetchChanges()))).flat();
  for (const line of new Set(changes.map(({ name, stored, current }) => `${name}: ${stored} -> ${current}`)))
    console.log(line);
  const mails =
    (await countQueuedMails(gatewayDatabase.db)) +
    (serviceDatabase ? await countQueuedMails(serviceDatabase.db) : 0);
  const webhooks = serviceDatabase ? await countRows(serviceDatabase.db.selectFrom('deliveries')) : 0;
  const waiting = `${mails} mails and ${webhooks} webhooks wait.`;
  if (changes.length === 0) console.log('Nothing is held: this installation sends.');
  else if (isConfirmed) {
    for (const hold of holds) await hold.release();
    console.log(`Released: what waits is sent within seconds. ${waiting}`);
  } else
    console.log(
      `${waiting} Nothing was changed. Say --yes to send them from here, and only if nobody else works with this data.`,
    );
}

await runCommand(main, USAGE);
