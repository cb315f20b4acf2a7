import type { Kysely } from 'kysely';
import type { Trace } from '#contract/desk/trace.ts';
import type { GatewayConfig } from '#gateway/config.ts';
import { openUpstream } from '#gateway/forward/upstream.ts';
import { EVERYTHING } from '#gateway/inquiries/scope.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { loadWebhookReceiver } from '#gateway/webhook-receiver/receiver.ts';
import { fetchTopicStates } from '#gateway/webhooks/topic-states.ts';
import { createNameLookup } from '#http/name-resolver.ts';
import { ignoreProblem } from '#http/problem-error.ts';
import { createSecretBox } from '#signing/secret-box.ts';
import type { Clock } from '#system/clock.ts';
import type { Random } from '#system/random.ts';
import { findLeads } from './find.ts';
import { traceLead } from './trace.ts';

/** decided: more are found with more letters. */
const MAX_EXPLAINED = 5;

interface TraceReport {
  /** Inquiries that were found; more than are explained. */
  leadCount: number;
  traces: Trace[];
}

/** Traces for a process without a server: of the newest inquiries that a search finds, or of an agency or one of its inquiries. */
export async function fetchTraceReport(
  db: Kysely<GatewayTables>,
  config: GatewayConfig,
  question: { find: string } | { agency: string; sid: string | undefined },
  { clock, random }: { clock: Clock; random: Random },
): Promise<TraceReport> {
  const seams = { clock, random, lookup: createNameLookup() };
  const receiver = await loadWebhookReceiver(db, config.publicUrl, seams);
  const upstream = openUpstream(config, seams);
  const { now } = clock;
  const secrets = createSecretBox(config.consoleKey, random);
  const options = {
    db,
    upstream,
    receiver,
    config,
    now,
    fetchService: async () => {
      const topics = await fetchTopicStates({ db, upstream, secrets, receiver, now }).catch(ignoreProblem);
      return { state: null, clockAheadMs: null, topics: topics ?? [] };
    },
  };
  const context = { me: '', now: now(), zone: config.timeZone };
  try {
    if ('agency' in question) {
      const { agency: adminMail, sid } = question;
      const trace = await traceLead(options, sid === undefined ? { adminMail } : { adminMail, sid });
      return { leadCount: 1, traces: [trace] };
    }
    const leads = await findLeads(db, { scope: EVERYTHING, context }, question.find);
    const traces: Trace[] = [];
    for (const { agency, sid } of leads.slice(0, MAX_EXPLAINED))
      traces.push(await traceLead(options, { adminMail: agency, sid }));
    return { leadCount: leads.length, traces };
  } finally {
    await upstream.close();
  }
}
