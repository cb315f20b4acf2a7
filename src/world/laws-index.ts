import { DAY_MS, MINUTE_MS } from '#contract/durations.ts';
import { type DayCounts, reconcileCounts } from '#gateway/balance/reconcile-counts.ts';
import { gatewayConfig } from './configuration.ts';
import type { Law } from './law.ts';
import type { PublishedInquiry } from './ledger.ts';

/** Inquiries whose moment is younger are in the index, and their messages are kept. */
export const INDEXED_MS = (gatewayConfig('UTC').inquiryDays - 3) * DAY_MS;

/** Laws about inquiries and the index. */
export const INDEX_LAWS: Law[] = [
  {
    name: 'nothing acknowledged is lost',
    sentence: 'What a program acknowledged is in its database, unless that was restored from a backup.',
    when: 'quiet',
    *check({ databases, ledger, restores }) {
      const stored = new Set(
        databases.service.all<{ sid: string }>('select sid from inquiries').map((row) => row.sid),
      );
      for (const { sid, agency, at } of ledger.inquiries.values())
        if (!stored.has(sid) && !restores.some(({ from, to }) => at >= from - 60_000 && at <= to))
          yield `the service lost inquiry ${sid} of ${agency}`;
      const entries = new Set(
        databases.gateway.all<{ id: string }>('select id from follow_up_entry').map((row) => row.id),
      );
      for (const { id, sid } of ledger.changes)
        if (!entries.has(id)) yield `the gateway lost change ${id} of ${sid}`;
      const people = new Set(
        databases.gateway.all<{ mail: string }>('select mail from person').map((row) => row.mail),
      );
      for (const mail of ledger.invited.keys())
        if (!people.has(mail)) yield `the gateway lost ${mail}, who was invited`;
    },
  },
  {
    name: 'nothing is hidden that is there',
    sentence: 'The index hides no inquiry that the service has and nobody erased.',
    when: 'quiet',
    *check({ databases, restores }) {
      if (restores.length > 0) return;
      const stored = new Set(
        databases.service
          .all<{ sid: string }>(
            `select sid from inquiries join agencies on mail_key = inquiries.agency_key
             where disassociated_at is null`,
          )
          .map((row) => row.sid),
      );
      for (const { agency_key, sid } of databases.gateway.all<{ agency_key: string; sid: string }>(
        `select agency_key, sid from inquiry where gone_at is not null and not exists
           (select 1 from erased_inquiry where erased_inquiry.agency_key = inquiry.agency_key
             and erased_inquiry.sid = inquiry.sid)`,
      ))
        if (stored.has(sid)) yield `inquiry ${sid} of ${agency_key} is hidden`;
    },
  },
  {
    name: 'the index is true',
    sentence: 'After the faults end the index has what the lists of the service have.',
    when: 'end',
    settleMs: 20 * MINUTE_MS,
    *check({ databases, now }) {
      const oldest = now - INDEXED_MS;
      const listed = databases.service.all<{ agency_key: string; sid: string }>(
        `select inquiries.agency_key, sid from inquiries join agencies on mail_key = inquiries.agency_key
         where disassociated_at is null and momento >= ?`,
        oldest,
      );
      const indexed = new Set(
        databases.gateway
          .all<{ agency_key: string; sid: string }>(
            'select agency_key, sid from inquiry where gone_at is null',
          )
          .map((row) => `${row.agency_key} ${row.sid}`),
      );
      const erased = new Set(
        databases.gateway
          .all<{ agency_key: string; sid: string }>('select agency_key, sid from erased_inquiry')
          .map((row) => `${row.agency_key} ${row.sid}`),
      );
      for (const { agency_key, sid } of listed)
        if (!indexed.has(`${agency_key} ${sid}`) && !erased.has(`${agency_key} ${sid}`))
          yield `inquiry ${sid} of ${agency_key} is not in the index`;
    },
  },
  {
    name: 'the balance closes',
    sentence:
      'After the faults end the service counts as many inquiries of each agency as the index explains.',
    when: 'end',
    settleMs: 20 * MINUTE_MS,
    *check({ databases, network, restores }) {
      // Moments that were distorted, and inquiries that a restored service forgot, wait for the full read of the day.
      if (network.hasDistorted || restores.length > 0) return;
      for (const { agency_key, service, ...counts } of databases.gateway.all<
        Omit<DayCounts, 'service'> & { agency_key: string; service: number | null }
      >(
        `select agency_key, service_count as service, index_count as "index", arriving_count as arriving,
           missing_count as missing, erased_count as erased
         from indexed_agency where gone_at is null and failure is null and full_read_at is not null`,
      )) {
        if (service === null) {
          yield `${agency_key} was not compared`;
          continue;
        }
        const { made, inbox, absent, surplus } = reconcileCounts({ service, ...counts });
        if (absent + surplus > 0)
          yield `the service has ${made} inquiries of ${agency_key}, and the index ${inbox}: ${absent} absent, ${surplus} surplus`;
      }
    },
  },
  {
    name: 'every lead is shown as it came',
    sentence:
      "The index has each inquiry with its buyer's number and address, and its operator, as they were published.",
    when: 'end',
    *check({ databases, ledger, network }) {
      if (network.hasDistorted) return;
      for (const { sid, phone, mail, operator } of databases.gateway.all<
        Pick<PublishedInquiry, 'sid' | 'phone' | 'mail' | 'operator'>
      >(
        `select sid, data ->> '$.Interesado.Telefono' as phone, data ->> '$.Interesado.Email' as mail,
           data ->> '$.OperadorResponsable' as operator from inquiry where data <> '{}'`,
      )) {
        const lead = ledger.inquiries.get(sid);
        if (
          lead &&
          (lead.phone !== phone || lead.mail !== mail || (lead.operator ?? lead.agency) !== operator)
        )
          yield `inquiry ${sid} of ${lead.agency} has ${phone} ${mail} ${operator}`;
      }
    },
  },
  {
    name: 'the way in is known',
    sentence: 'An inquiry that came by a message has that message, and no later one.',
    when: 'quiet',
    *check({ databases, now }) {
      for (const { agency_key, sid } of databases.gateway.all<{ agency_key: string; sid: string }>(
        `select agency_key, sid from inquiry where discovery_source = 'webhook' and first_seen_at > ?
           and not exists (select 1 from delivery where delivery.sid = inquiry.sid and outcome = 'received'
             and delivery.at <= first_seen_at + 1000)`,
        now - INDEXED_MS,
      ))
        yield `no message brought inquiry ${sid} of ${agency_key}`;
    },
  },
];
