import { fetchEverybody } from '#gateway/people/commands.ts';
import { fetchLockOuts } from '#gateway/sessions/lock-outs.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { readDatabaseTargets } from '#server/configuration.ts';
import { systemClock } from '#system/clock.ts';
import { formatLockOut } from './format-lock-out.ts';
import { readOptions, runCommand } from './run-command.ts';

const USAGE = 'npm run person:list\n\nLists everybody, and who cannot sign in now after too many attempts.';

const formatSeenAt = (at: number | null) => (at === null ? 'never' : new Date(at).toISOString());

async function main(): Promise<void> {
  readOptions({});
  await using database = await openGatewayDatabase(readDatabaseTargets().gateway);
  const now = systemClock.now();
  for (const { mail, role, state, secondFactor, seenAt, agencies } of await fetchEverybody(database.db, now))
    console.log(
      [
        state,
        role,
        mail,
        secondFactor ? 'second factor' : 'no second factor',
        `last seen: ${formatSeenAt(seenAt)}`,
        agencies.map(({ adminMail }) => adminMail).join(', '),
      ]
        .filter(Boolean)
        .join('  '),
    );
  for (const lockOut of await fetchLockOuts(database.db, now)) console.log(formatLockOut(lockOut));
}

await runCommand(main, USAGE);
