import * as z from 'zod/mini';
import type { Trace } from '#contract/desk/trace.ts';
import { AdminMail } from '#contract/values.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { formatTrace } from '#gateway/trace/format-trace.ts';
import { fetchTraceReport } from '#gateway/trace/report.ts';
import { readGatewayConfiguration } from '#server/configuration.ts';
import { systemClock } from '#system/clock.ts';
import { systemRandom } from '#system/random.ts';
import { UsageError, readOptions, runCommand } from './run-command.ts';

const USAGE = `npm run explain -- --phone 3515551234
npm run explain -- --find TEXT
npm run explain -- --agency ADMINMAIL [--sid SID]

Says what happened to an inquiry from the service to its first answer, and why it did not arrive. Of an agency alone it says
whether an inquiry made now would arrive. --find takes a name, mail, listing, sid or hook id. Ends with 1 when something is
amiss.`;

const ExplainArguments = z.object({
  phone: z.optional(z.string().check(z.minLength(4))),
  find: z.optional(z.string().check(z.minLength(2))),
  agency: z.optional(AdminMail),
  sid: z.optional(z.string()),
});

async function main(): Promise<void> {
  const text = { type: 'string' } as const;
  const { data } = ExplainArguments.safeParse(
    readOptions({ phone: text, find: text, agency: text, sid: text }),
  );
  const find = data?.find ?? data?.phone;
  const agency = data?.agency;
  const question = find !== undefined ? { find } : agency !== undefined && { agency, sid: data?.sid };
  if (!question) throw new UsageError('say what to explain: --phone, --find, or --agency');
  const { gateway: config } = readGatewayConfiguration();
  await using database = await openGatewayDatabase(config.database);
  const seams = { clock: systemClock, random: systemRandom };
  const { leadCount, traces } = await fetchTraceReport(database.db, config, question, seams);
  if (leadCount === 0) {
    console.log(
      'No inquiry in the inbox has that: neither a message nor a reading of the lists brought it. --agency ADMINMAIL says why the ' +
        "messages of an agency are refused or stay away; one that the service refused is in the service's log, with the status of " +
        'its publisher.',
    );
    process.exitCode = 1;
  }
  if (leadCount > traces.length) console.log(`${leadCount} found, the newest ${traces.length}:`);
  for (const trace of traces) console.log(formatTrace(trace));
  if (traces.some(isAmiss)) process.exitCode = 1;
}

const isAmiss = ({ verdict, remedy }: Trace) => remedy !== 'none' || (verdict?.causes.length ?? 0) > 0;

await runCommand(main, USAGE);
