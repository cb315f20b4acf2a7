import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { type ThreadReply, makeScheduledBackup } from '#backup/scheduled-backup.ts';
import { PACKAGE_VERSION } from '#http/server.ts';
import { systemClock } from '#system/clock.ts';
import { systemRandom } from '#system/random.ts';
import { type BackupConfiguration, listPrograms, readSecrets } from './configuration/backups.ts';

// The thread of a scheduled backup: SQLite copies and checks a database without giving way.

const configuration = workerData as BackupConfiguration;
// Linux applies the priority to this thread, and to the programs that it starts: requests come first.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

async function run(): Promise<ThreadReply> {
  const { dir, keep, passphrase } = configuration;
  const values = passphrase === undefined ? undefined : readSecrets(configuration);
  try {
    return {
      backup: await makeScheduledBackup({
        dir,
        keep,
        programs: listPrograms(configuration),
        version: PACKAGE_VERSION,
        clock: systemClock,
        random: systemRandom,
        ...(passphrase !== undefined && values && { secrets: { values, passphrase } }),
      }),
    };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.postMessage(await run(), []);
