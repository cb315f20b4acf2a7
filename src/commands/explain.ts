import * as z from 'zod/mini';
import type { Station, Trace } from '#contract/desk/trace.ts';
import { AdminMail } from '#contract/values.ts';
import { createHttpTransport } from '#gateway/forward/transport.ts';
import { Upstream } from '#gateway/forward/upstream.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { findLeads } from '#gateway/trace/find.ts';
import { type TraceOptions, traceLead } from '#gateway/trace/trace.ts';
import { loadWebhookReceiver } from '#gateway/webhook-receiver/receiver.ts';
import { fetchTopicStates } from '#gateway/webhooks/topic-states.ts';
import { createNameLookup } from '#http/name-resolver.ts';
import { ProblemError } from '#http/problem-error.ts';
import { readGatewayConfiguration } from '#server/configuration.ts';
import { createSecretBox } from '#signing/secret-box.ts';
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

const EVERYTHING = { agencies: undefined, ownInquiriesIn: [], operator: '' };
/** More are named by their number alone. */
const MAX_EXPLAINED = 5;

const formatTime = (at: number | null) => (at === null ? '' : new Date(at).toISOString());

function printStation({ name, state, cause, at, count, detail, by }: Station): void {
  const facts = [cause, detail, by, count === null ? null : `count ${count}`].filter(Boolean);
  console.log(
    `  ${name.padEnd(9)} ${state.padEnd(8)} ${formatTime(at).padEnd(25)} ${facts.join(', ')}`.trimEnd(),
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
  const sought = data?.find ?? data?.phone;
  if (!data || (sought === undefined && data.agency === undefined))
    throw new UsageError('say what to explain');
  const { gateway: config } = readGatewayConfiguration();
  await using database = await openGatewayDatabase(config.database);
  const { db } = database;
  const lookup = createNameLookup();
  const seams = { clock: systemClock, random: systemRandom, lookup };
  const receiver = await loadWebhookReceiver(db, config.publicUrl, seams);
  const upstream = new Upstream(config, {
    ...seams,
    transport: createHttpTransport(config.upstreamUrl, lookup),
  });
  const { now } = systemClock;
  const secrets = createSecretBox(config.consoleKey, systemRandom);
  const options: TraceOptions = {
    db,
    upstream,
    receiver,
    config,
    now,
    fetchTopics: () => fetchTopicStates({ db, upstream, secrets, receiver, now }).catch(ignoreProblem),
    isMasked: false,
  };
  try {
    const context = { me: '', now: now(), zone: config.timeZone };
    const leads = sought === undefined ? [] : await findLeads(db, { scope: EVERYTHING, context }, sought);
    const asked = leads.slice(0, MAX_EXPLAINED).map(({ agency, sid }) => ({ adminMail: agency, sid }));
    if (sought !== undefined && leads.length === 0) console.log('No inquiry in the inbox has that.');
    if (leads.length > asked.length) console.log(`${leads.length} found, the newest ${asked.length}:`);
    if (data.agency !== undefined && sought === undefined)
      asked.push({
        adminMail: data.agency,
        ...(data.sid !== undefined && { sid: data.sid }),
      } as (typeof asked)[0]);
    for (const one of asked) {
      const trace = await traceLead(options, one);
      printTrace(trace);
      if (trace.remedy !== 'none' || (trace.verdict?.causes.length ?? 0) > 0) process.exitCode = 1;
    }
  } finally {
    await upstream.close();
  }
}

/** The service did not say. */
function ignoreProblem(error: unknown): [] {
  if (!(error instanceof ProblemError)) throw error;
  return [];
}

await runCommand(main, USAGE);
