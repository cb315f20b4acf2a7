import { DEMO_FAULTS, type DemoFault } from '#contract/desk/demo-faults.ts';
import { lockDatabase } from '#database/lock-database.ts';
import { readServiceConfiguration } from '#server/configuration.ts';
import { createSecretBox } from '#signing/secret-box.ts';
import { createAppStore } from '#service/apps/store.ts';
import { fillLoadTestData, findRealAgency } from '#service/demo/load-test-data.ts';
import { openServiceDatabase } from '#service/store.ts';
import { systemRandom } from '#system/random.ts';
import { CommandError, UsageError, readOptions, runCommand } from './run-command.ts';
import { runServer } from './run-server.ts';

const USAGE = `npm run demo -- --fault list
npm run demo -- --inquiries 1000000 --agencies 200`;

/** A sentence about each fault, for the person who starts the demo. */
const FAULTS: Record<DemoFault, string> = {
  'wrong-secret': 'the service signs its messages with another secret, and the console refuses them',
  'topic-off': 'somebody switched the inquiry webhook off at the service',
  'callback-gone': 'the inquiry webhook is sent to an address where nobody listens',
  'callback-failing': 'this console answers messages of webhooks with an error',
  'callback-slow': 'this console answers messages of webhooks too late',
  'certificate-expired': 'the certificate of the address that takes messages of webhooks has expired',
  'receiver-down': 'this console answers no messages of webhooks',
  'message-repeated': 'this console takes messages of webhooks, and its answers are lost',
  'service-down': 'the service answers 503',
  'clock-wrong': 'the clock of this server is 25 minutes behind, and the service refuses its calls',
  'service-slow': 'the service takes seconds to answer',
  'mail-down': 'the mail server refuses connections, and mails wait',
  'package-spent': 'an agency has used all publications of its package',
  'agency-left': 'an agency was disassociated after it received an inquiry',
  'never-registered': 'an agency was invited and does not register',
  'seller-limited': 'the sellers of an agency see only the inquiries that are their own',
};

/**
 * Starts a demo with a fault, or fills DATA_DIR, or DATABASE_URL, with agencies and inquiries for load tests.
 */
async function main(): Promise<void> {
  const options = readOptions({
    fault: { type: 'string' },
    inquiries: { type: 'string', default: '1000000' },
    agencies: { type: 'string', default: '200' },
  });
  if (options.fault === 'list') {
    for (const [name, text] of Object.entries(FAULTS)) console.log(`${name.padEnd(19)} ${text}`);
    return;
  }
  if (options.fault !== undefined) {
    const fault = DEMO_FAULTS.find((name) => name === options.fault);
    if (!fault) throw new UsageError(`--fault: there is no ${options.fault}; "list" lists them`);
    return runServer(process.env, fault);
  }
  const [inquiries, agencies] = [Number(options.inquiries), Number(options.agencies)];
  if (![inquiries, agencies].every((number) => Number.isSafeInteger(number) && number > 0))
    throw new UsageError('--inquiries, --agencies: give whole numbers above 0');
  const { service, credentials } = readServiceConfiguration();
  using _lock = lockDatabase(service.database);
  await using database = await openServiceDatabase(service.database);
  const realAgency = await findRealAgency(database.db);
  if (realAgency !== undefined)
    throw new CommandError(
      `Nothing was changed: ${realAgency} in this database is no demo's. Choose an empty DATA_DIR or DATABASE_URL.`,
    );
  const apps = createAppStore(database.db, createSecretBox(service.secretKey, systemRandom));
  const caller = await apps.upsert(credentials, 'Vitrina', Date.now());
  const started = performance.now();
  await fillLoadTestData(database.db, caller, {
    agencies,
    inquiries,
    now: Date.now(),
    timeZone: service.timeZone,
  });
  const seconds = (performance.now() - started) / 1000;
  console.log(
    `${inquiries} inquiries over ${agencies} agencies in ${seconds.toFixed(1)} s: ${Math.round(inquiries / seconds)} a second`,
  );
}

await runCommand(main, USAGE);
