import * as z from 'zod/mini';
import type { Station, Trace } from '#contract/desk/trace.ts';
import { AdminMail } from '#contract/values.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
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

const formatTime = (at: number | null) => (at === null ? '' : new Date(at).toISOString());

function printStation({
  name,
  state,
  cause,
  at,
  count,
  code,
  host,
  way,
  by,
  copies,
  ...sellers
}: Station): void {
  const shownTo = sellers.shownTo.map((seller) => seller.name);
  const hiddenFrom = sellers.hiddenFrom.map((seller) => `hidden from ${seller.name}`);
  const total = count === null ? null : `count ${count}`;
  const facts = [cause, code, host, way, by, total, ...shownTo, ...hiddenFrom].filter(Boolean);
  console.log(
    `  ${name.padEnd(9)} ${state.padEnd(8)} ${formatTime(at).padEnd(25)} ${facts.join(', ')}`.trimEnd(),
  );
  for (const copy of copies)
    console.log(
      `    ${[copy.host, copy.outcome, formatTime(copy.at), copy.code].filter(Boolean).join(', ')}`,
    );
}

function printTrace({ agency, lead, verdict, stations, forecast, remedy }: Trace): void {
  console.log(
    [lead?.person, lead?.sid, agency.adminMail, formatTime(lead?.at ?? null)].filter(Boolean).join(' · '),
  );
  if (verdict) {
    const { outcome, causes, notes, unknown } = verdict;
    const facts = [...causes, ...notes, ...unknown.map((fact) => `not known: ${fact}`)];
    console.log(`${outcome}${facts.length > 0 ? `: ${facts.join(', ')}` : ''}; remedy: ${verdict.remedy}`);
  }
  for (const station of stations) printStation(station);
  console.log(
    `now: by ${forecast.way}${forecast.causes.map((cause) => `, ${cause}`).join('')}; remedy: ${remedy}`,
  );
}

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
  if (leadCount === 0) console.log('No inquiry in the inbox has that.');
  if (leadCount > traces.length) console.log(`${leadCount} found, the newest ${traces.length}:`);
  for (const trace of traces) printTrace(trace);
  if (traces.some(isAmiss)) process.exitCode = 1;
}

const isAmiss = ({ verdict, remedy }: Trace) => remedy !== 'none' || (verdict?.causes.length ?? 0) > 0;

await runCommand(main, USAGE);
