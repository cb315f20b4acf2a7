import { setAccessByCommand } from '#gateway/people/commands.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { readDatabaseTargets } from '#server/configuration.ts';
import { systemClock } from '#system/clock.ts';
import { systemRandom } from '#system/random.ts';
import { readPersonMail } from './person-options.ts';
import { runCommand } from './run-command.ts';

const USAGE = 'npm run person:disable -- --mail M';

async function main(): Promise<void> {
  const mail = readPersonMail();
  await using database = await openGatewayDatabase(readDatabaseTargets().gateway);
  const stamp = { now: systemClock.now(), random: systemRandom };
  const person = await setAccessByCommand(database.db, mail, false, stamp);
  console.log(`${person.mail} cannot sign in any more, and their sessions ended.`);
}

await runCommand(main, USAGE);
