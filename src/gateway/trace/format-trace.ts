import type {
  Forecast,
  Station,
  Trace,
  TraceCause,
  TracedCopy,
  TraceOutcome,
  TraceRemedy,
  TraceStation,
  TraceVerdict,
} from '#contract/desk/trace.ts';
import { ATTEMPT_CAUSES } from '#contract/attempts.ts';
import { ATTEMPT_CAUSE_TEXTS } from '#gateway/attempts/cause-texts.ts';

const attemptCauses = Object.fromEntries(
  ATTEMPT_CAUSES.map((cause) => [cause, ATTEMPT_CAUSE_TEXTS[cause].en]),
) as Record<(typeof ATTEMPT_CAUSES)[number], string>;

const CAUSES: Record<TraceCause, string> = {
  ...attemptCauses,
  'topic-missing': 'the webhook of inquiries is not configured',
  'topic-off': 'the webhook is suspended',
  'topic-elsewhere': 'the webhook goes to another address',
  suspended: 'the service suspended the webhook after many failed attempts',
  signature: 'the signature does not match',
  age: 'the clocks differ by more than 5 minutes',
  topic: 'the message is of a topic that does not come here',
  malformed: 'the message cannot be read',
  'no-secret': 'no secret is stored to verify the signature',
  'before-agency': 'the inquiry is older than the association of the agency',
  'never-registered': 'the agency did not finish its registration',
  'not-associated': 'the agency is not associated',
  disassociated: 'the agency was disassociated',
  erased: 'the data of the buyer was erased on request',
  hidden: 'the service does not return the inquiry any more',
  'past-retention': 'the inquiry is older than what is kept',
  'sweep-failing': 'the lists of the service cannot be loaded',
  'sweep-pending': 'the inquiry is newer than the last list that was loaded',
  'not-at-service': 'the service does not have the inquiry',
};

const OUTCOMES: Record<TraceOutcome, string> = {
  arrived: 'It arrived by webhook',
  late: 'It arrived late',
  found: 'It is in the inbox, and no webhook brought it',
  waiting: 'It may still come',
  missing: 'It is not in the inbox',
  unknown: 'It is not in the inbox, and the service does not say whether it has it',
};

const NOTES: Record<TraceVerdict['notes'][number], string> = {
  repeated: 'Its message came several times, and was stored once.',
  limited: 'Not every seller of the agency sees it.',
};

const UNKNOWNS: Record<TraceVerdict['unknown'][number], string> = {
  service: 'The service does not say more.',
  'topic-then': 'The state of the webhook at that time is not known.',
  attempts: 'The service does not list its attempts.',
};

const REMEDIES: Record<TraceRemedy, string> = {
  none: 'Nothing has to be done.',
  wait: 'Wait some minutes.',
  'configure-topic': 'Configure the webhook in Avisos.',
  'switch-on': 'Switch the webhook on in Avisos.',
  'point-here': 'Give the webhook the address of this console in Avisos.',
  'set-secret': 'Save the webhook with a new secret in Avisos.',
  'check-clock': 'Compare the clock of this machine with that of the service.',
  'check-callback': 'Look at PUBLIC_URL, the proxy and its certificate: npm run doctor.',
  'check-connection': 'Look at the connection with the service: npm run doctor.',
  invite: 'Invite the agency.',
  remind: 'Send the invitation of the agency again.',
  'ask-service': 'Ask the support of the service.',
};

const STATIONS: Record<TraceStation, string> = {
  made: 'made',
  agency: 'agency',
  topic: 'webhook',
  attempts: 'attempts of the service',
  receiver: 'arrival here',
  relay: 'relayed',
  index: 'inbox',
  crm: "mail to the agency's CRM",
  shown: 'shown to',
  opened: 'first opened',
  touched: 'first answer',
};

const STATES: Record<Station['state'], string> = {
  reached: 'done',
  broken: 'failed',
  skipped: 'no',
  unknown: 'not known',
};

const WAYS: Record<NonNullable<Station['way']>, string> = {
  webhook: 'by webhook',
  list: 'by a list of the service',
  single: 'when somebody opened it',
};

const FORECASTS: Record<Forecast['way'], string> = {
  webhook: 'An inquiry made now would come at once, by webhook',
  list: 'An inquiry made now would come minutes later, by a list of the service',
  none: 'An inquiry made now would not come',
  unknown: 'It is not known whether an inquiry made now would come',
};

const formatTime = (at: number | null) => (at === null ? '' : new Date(at).toISOString());

const formatSentence = (text: string, causes: readonly TraceCause[], conjunction: string) =>
  causes.length === 0
    ? `${text}.`
    : `${text}: ${causes.map((cause) => CAUSES[cause]).join(`, ${conjunction} `)}.`;

/** Formats a trace as text. */
export function formatTrace({ agency, lead, verdict, stations, forecast, remedy }: Trace): string {
  return [
    [lead?.person, lead?.sid, agency.adminMail, formatTime(lead?.at ?? null)].filter(Boolean).join(' · '),
    ...(verdict ? formatVerdict(verdict) : []),
    ...stations.flatMap(formatStation),
    formatSentence(FORECASTS[forecast.way], forecast.causes, 'and'),
    ...(remedy === 'none' ? [] : [REMEDIES[remedy]]),
  ].join('\n');
}

const formatVerdict = ({ outcome, causes, notes, unknown, remedy }: TraceVerdict): string[] => [
  formatSentence(OUTCOMES[outcome], causes, 'or'),
  ...notes.map((note) => NOTES[note]),
  ...unknown.map((fact) => UNKNOWNS[fact]),
  REMEDIES[remedy],
];

function formatStation({ name, state, cause, at, count, code, host, way, by, copies, ...sellers }: Station) {
  const facts = [
    cause && CAUSES[cause],
    code,
    host,
    way && WAYS[way],
    by,
    count === null ? null : `count ${count}`,
    ...sellers.shownTo.map((seller) => seller.name),
    ...sellers.hiddenFrom.map((seller) => `hidden from ${seller.name}`),
  ].filter(Boolean);
  const columns = [STATIONS[name].padEnd(23), STATES[state].padEnd(9), formatTime(at).padEnd(24)];
  return [`  ${columns.join(' ')} ${facts.join(', ')}`.trimEnd(), ...copies.map(formatCopy)];
}

const formatCopy = ({ host, outcome, at, code }: TracedCopy) =>
  `    ${[host, outcome, formatTime(at), code].filter(Boolean).join(', ')}`;
