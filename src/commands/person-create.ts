import { ROLES } from '#contract/desk/sessions.ts';
import { createPersonByCommand } from '#gateway/people/commands.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { readDatabaseTargets } from '#server/configuration.ts';
import { systemClock } from '#system/clock.ts';
import { systemRandom } from '#system/random.ts';
import { parsePersonOptions } from './person-options.ts';
import { readOptions, runCommand } from './run-command.ts';

const USAGE = `npm run person:create -- --mail M --role ${ROLES.join('|')} [--agency A]… [--name N]`;

async function main(): Promise<void> {
  const { mail, role, agency, name } = parsePersonOptions(
    readOptions({
      mail: { type: 'string' },
      role: { type: 'string' },
      agency: { type: 'string', multiple: true },
      name: { type: 'string' },
    }),
  );
  await using database = await openGatewayDatabase(readDatabaseTargets().gateway);
  const person = { mail, role, agencies: agency, name: name ?? mail };
  const password = await createPersonByCommand(database.db, person, {
    now: systemClock.now(),
    random: systemRandom,
  });
  console.log(`${mail} can sign in now (${role}). The password, shown this once:\n${password}`);
}

await runCommand(main, USAGE);
