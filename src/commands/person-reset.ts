import { resetPersonByCommand } from '#gateway/people/commands.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { readDatabaseTargets } from '#server/configuration.ts';
import { systemClock } from '#system/clock.ts';
import { systemRandom } from '#system/random.ts';
import { parsePersonMail } from './person-options.ts';
import { readOptions, runCommand } from './run-command.ts';

const USAGE =
  'npm run person:reset -- --mail M [--second-factor]\n\nPrints another password once, ends all sessions of the person and lifts lock-outs. With --second-factor it also removes a lost second factor: authenticator app, passkeys and recovery codes. With OIDC_ONLY the password signs in for a day, at /sign-in?password.';

async function main(): Promise<void> {
  const { mail, 'second-factor': removeSecondFactor } = readOptions({
    mail: { type: 'string' },
    'second-factor': { type: 'boolean', default: false },
  });
  const parsedMail = parsePersonMail(mail);
  await using database = await openGatewayDatabase(readDatabaseTargets().gateway);
  const stamp = { now: systemClock.now(), random: systemRandom };
  const password = await resetPersonByCommand(database.db, parsedMail, { removeSecondFactor }, stamp);
  console.log(`All sessions of ${parsedMail} ended. The password, shown this once:\n${password}`);
}

await runCommand(main, USAGE);
