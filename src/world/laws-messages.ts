import { DAY_MS } from '#contract/durations.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import type { Law } from './law.ts';

/** Time in which a message may still be on its way, and in which a restored service forgets. */
const MARGIN_MS = 60_000;

/** Laws about messages of the service, and files. */
export const MESSAGE_LAWS: Law[] = [
  {
    name: 'webhooks arrive',
    sentence:
      'Once the faults ended, the service has sent a message of each inquiry that it took, or will soon.',
    when: 'end',
    settleMs: 20 * MARGIN_MS,
    *check({ databases, ledger, restores, topicsSavedAt }) {
      const [webhook] = databases.service.all<{ active: number }>(
        'select active from webhooks where topic = ?',
        INQUIRY_TOPIC,
      );
      if (webhook?.active !== 1 || topicsSavedAt === undefined || restores.length > 0) return;
      if (ledger.silences.length > 0) return;
      const received = new Set(
        databases.gateway
          .all<{ sid: string }>(
            `select sid from delivery where outcome = 'received' and topic = ?`,
            INQUIRY_TOPIC,
          )
          .map(({ sid }) => sid),
      );
      const ended = new Set(
        databases.service
          .all<{ mail_key: string }>('select mail_key from agencies where disassociated_at is not null')
          .map((row) => row.mail_key),
      );
      const waiting = new Set(
        databases.service
          .all<{ body: string }>('select body from deliveries')
          .flatMap(({ body }) => body.match(/\b[0-9A-Z]{26}\b/gi) ?? []),
      );
      for (const { agency, sid, at } of ledger.inquiries.values())
        if (
          at > topicsSavedAt + MARGIN_MS &&
          !received.has(sid.toUpperCase()) &&
          !waiting.has(sid) &&
          !ended.has(agency) &&
          !ledger.erased.some((erased) => erased.sid === sid)
        )
          yield `no message of inquiry ${sid} of ${agency} arrived`;
    },
  },
  {
    name: 'a message keeps its id',
    sentence: 'A message that is sent again has the id that it had.',
    when: 'quiet',
    *check({ databases, ledger }) {
      for (const { sid, count } of databases.gateway.all<{ sid: string; count: number }>(
        `select sid, count(distinct hook_id) as count from delivery
         where outcome = 'received' and topic = ? and sid is not null group by sid having count(distinct hook_id) > 1`,
        INQUIRY_TOPIC,
      ))
        if (!ledger.resent.has(sid)) yield `inquiry ${sid} arrived under ${count} ids`;
    },
  },
  {
    name: 'the topic is known',
    sentence: 'Once the faults ended, the console knows whether the service sends the messages of inquiries.',
    when: 'end',
    settleMs: 20 * MARGIN_MS,
    *check({ databases, now }) {
      const [webhook] = databases.service.all<{ active: number }>(
        'select active from webhooks where topic = ?',
        INQUIRY_TOPIC,
      );
      const [known] = databases.gateway.all<{ active: number }>(
        `select active from (
           select at, coalesce(settings like '%"active":true%', 0) as active from webhook_change where topic = ?
           union all select at, state <> 'off' from topic_reading where topic = ?)
         where at <= ? order by at desc limit 1`,
        INQUIRY_TOPIC,
        INQUIRY_TOPIC,
        now,
      );
      if (known?.active !== (webhook?.active ?? 0))
        yield `the console takes the topic for ${known?.active}, and it is ${webhook?.active}`;
    },
  },
  {
    name: 'messages are relayed in order',
    sentence:
      "A received message reached the partner's own system, waits or was given up; those of an inquiry in order.",
    when: 'quiet',
    *check({ databases, network, setting }) {
      const arrivals = new Map(network.relayed.map((hookId, at) => [hookId, at] as const).toReversed());
      const last = new Map<string, number>();
      for (const { hookId, sid, isOpen } of databases.gateway.all<{
        hookId: string;
        sid: string;
        isOpen: 0 | 1;
      }>(
        `select hook_id as hookId, sid,
           exists (select 1 from relay where delivery_id = delivery.id)
           or exists (select 1 from relay_attempt where delivery_id = delivery.id and outcome = 'given-up') as isOpen
         from delivery
         where hook_id is not null and outcome = 'received' and topic = ? and sid is not null
           and payload is not null and at > ? order by rowid`,
        INQUIRY_TOPIC,
        setting.startsAt - DAY_MS,
      )) {
        const at = arrivals.get(hookId);
        if (at === undefined && isOpen === 0) yield `message ${hookId} of inquiry ${sid} was not relayed`;
        if (at !== undefined && at < (last.get(sid) ?? -1))
          yield `message ${hookId} of inquiry ${sid} was relayed before an earlier one`;
        if (at !== undefined) last.set(sid, at);
      }
    },
  },
  {
    name: 'changes of follow-ups are relayed in order',
    sentence:
      "A change of a follow-up reached the partner's own system, waits or was given up; those of an inquiry in order.",
    when: 'quiet',
    *check({ databases, network, setting }) {
      const arrivals = new Map(network.relayed.map((id, at) => [id, at] as const).toReversed());
      const last = new Map<string, number>();
      for (const { id, sid, isOpen } of databases.gateway.all<{ id: string; sid: string; isOpen: 0 | 1 }>(
        `select id, sid,
           exists (select 1 from relay where delivery_id = entry.id)
           or exists (select 1 from relay_attempt where delivery_id = entry.id and outcome = 'given-up') as isOpen
         from follow_up_entry as entry
         where at > ? and not exists (select 1 from erased_inquiry as erased
           where erased.agency_key = entry.agency_key and erased.sid = entry.sid)
         order by agency_key, sid, number`,
        setting.startsAt,
      )) {
        const at = arrivals.get(id);
        if (at === undefined && isOpen === 0) yield `change ${id} of inquiry ${sid} was not relayed`;
        if (at !== undefined && at < (last.get(sid) ?? -1))
          yield `change ${id} of inquiry ${sid} was relayed before an earlier one`;
        if (at !== undefined) last.set(sid, at);
      }
    },
  },
];
