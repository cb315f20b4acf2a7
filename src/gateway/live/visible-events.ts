import type { Kysely } from 'kysely';
import type { LiveData } from '#contract/desk/live.ts';
import type { InquiryTables } from '#gateway/inquiries/tables.ts';
import type { Person } from '#gateway/people/store.ts';
import { isLimitedToOwnInquiries } from '#gateway/permissions/own-inquiries.ts';
import { isAllowed } from '#gateway/permissions/permissions.ts';
import type { LoggedEvent } from './event-log.ts';

/** An event is sent to people who may call the endpoint that reads its subject. */
const READ_ENDPOINTS = {
  inquiry: 'viewInquiry',
  agency: 'viewAgency',
  webhook: 'viewWebhook',
  'follow-up': 'viewFollowUp',
  'follow-ups': 'viewFollowUp',
  late: 'viewFollowUp',
  mention: 'viewFollowUp',
  nudge: 'viewFollowUp',
  looking: 'viewInquiry',
  job: 'viewJob',
  missed: 'viewBalance',
  canary: 'viewCanary',
  incident: 'listIncidents',
} as const;

interface InquiryKey {
  adminMail: string;
  sid: string;
}

/** Returns the text of an event as a person may see it; undefined: not at all. */
export type EventFormatter = (person: Person) => string | undefined;

/** Prepares events for people; those limited to their own inquiries are judged by the operators that the index has now. */
export async function createEventFormatters(
  db: Kysely<InquiryTables>,
  events: readonly LoggedEvent[],
  people: readonly Person[],
): Promise<EventFormatter[]> {
  const limitedAgencies = new Set(people.flatMap(({ ownInquiriesIn }) => ownInquiriesIn));
  const operators = await fetchOperators(db, events.flatMap(toInquiries), limitedAgencies);
  return events.map((event) => createFormatter(event, operators));
}

function toInquiries({ kind, data }: LoggedEvent): InquiryKey[] {
  if (kind === 'follow-ups') return (JSON.parse(data) as LiveData<'follow-ups'>).inquiries;
  return isAboutInquiry(kind) ? [JSON.parse(data) as InquiryKey] : [];
}

const isAboutInquiry = (kind: LoggedEvent['kind']) =>
  !['job', 'agency', 'webhook', 'missed', 'canary', 'incident'].includes(kind);

const toId = ({ adminMail, sid }: InquiryKey) => `${adminMail} ${sid}`;

async function fetchOperators(
  db: Kysely<InquiryTables>,
  inquiries: readonly InquiryKey[],
  agencies: ReadonlySet<string>,
): Promise<Map<string, string | null>> {
  const operators = new Map<string, string | null>();
  const sids = Map.groupBy(
    inquiries.filter(({ adminMail }) => agencies.has(adminMail)),
    ({ adminMail }) => adminMail,
  );
  for (const [adminMail, ofAgency] of sids) {
    const rows = await db
      .selectFrom('inquiry')
      .select(['sid', 'operator_key'])
      .where('agency_key', '=', adminMail)
      .where('sid', 'in', [...new Set(ofAgency.map(({ sid }) => sid))])
      .execute();
    for (const { sid, operator_key } of rows) operators.set(toId({ adminMail, sid }), operator_key);
  }
  return operators;
}

function createFormatter(event: LoggedEvent, operators: ReadonlyMap<string, string | null>): EventFormatter {
  const { kind, agency_key, operator_key } = event;
  const text = formatEvent(event, event.data);
  const isVisible = (person: Person, inquiry: InquiryKey) => {
    if (!isAllowed(person, READ_ENDPOINTS[kind], inquiry.adminMail)) return false;
    if (!isLimitedToOwnInquiries(person, inquiry.adminMail)) return true;
    const id = toId(inquiry);
    return (operators.has(id) ? operators.get(id) : operator_key) === person.mail;
  };
  if (kind === 'follow-ups') {
    const data = JSON.parse(event.data) as LiveData<'follow-ups'>;
    return (person) => {
      const inquiries = data.inquiries.filter((inquiry) => isVisible(person, inquiry));
      if (inquiries.length === data.inquiries.length) return text;
      return inquiries.length === 0 ? undefined : formatEvent(event, JSON.stringify({ ...data, inquiries }));
    };
  }
  if (kind === 'job') {
    const { by } = JSON.parse(event.data) as LiveData<'job'>;
    return (person) =>
      isAllowed(person, READ_ENDPOINTS.job, undefined) && (person.role === 'partner' || by === person.id)
        ? text
        : undefined;
  }
  if (kind === 'missed' || kind === 'canary') {
    const { to } = JSON.parse(event.data) as LiveData<'missed' | 'canary'>;
    return (person) =>
      isAllowed(person, READ_ENDPOINTS[kind], undefined) && to.includes(person.id) ? text : undefined;
  }
  // Visible to all who may read the agency, topic or incidents.
  if (kind === 'agency' || kind === 'webhook' || kind === 'incident')
    return (person) => (isAllowed(person, READ_ENDPOINTS[kind], agency_key ?? undefined) ? text : undefined);
  if (kind === 'late' || kind === 'mention' || kind === 'nudge') {
    const inquiry = JSON.parse(event.data) as LiveData<'late' | 'mention' | 'nudge'>;
    return (person) => (isVisible(person, inquiry) && inquiry.to.includes(person.id) ? text : undefined);
  }
  const inquiry = JSON.parse(event.data) as InquiryKey;
  return (person) => (isVisible(person, inquiry) ? text : undefined);
}

function formatEvent({ id, kind }: LoggedEvent, data: string): string {
  return `id: ${id}\nevent: ${kind}\ndata: ${data}\n\n`;
}
