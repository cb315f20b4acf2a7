import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/durations.ts';
import { INDEXED_MS } from './laws-index.ts';
import type { Law } from './law.ts';
import type { World } from './world.ts';

interface SidRow {
  agency_key: string;
  sid: string;
}

/** Inquiries that the index had at the last check. */
const lastIndexed = new WeakMap<World, ReadonlySet<string>>();

const toKey = ({ agency_key, sid }: SidRow) => `${agency_key} ${sid}`;

/** Names, numbers, addresses and documents of buyers, as publishers write them. */
const CONTACT_DATA = /Núñez \d+|351 5\d+|comprador\d+@|DNI \d+/;

/** Laws about what is kept, what is erased, and what is told. */
export const KEPT_LAWS: Law[] = [
  {
    name: 'the index keeps what it has',
    sentence: 'An inquiry stays in the index while the service has it and nobody erased it.',
    when: 'quiet',
    *check(world) {
      const { databases, restores } = world;
      const indexed = new Set(
        databases.gateway.all<SidRow>('select agency_key, sid from inquiry').map(toKey),
      );
      const before = lastIndexed.get(world) ?? new Set();
      lastIndexed.set(world, indexed);
      if (restores.length > 0) return;
      for (const row of databases.service.all<SidRow>(
        `select inquiries.agency_key, sid from inquiries join agencies on mail_key = inquiries.agency_key
         where disassociated_at is null and momento > ?`,
        world.now - INDEXED_MS,
      ))
        if (before.has(toKey(row)) && !indexed.has(toKey(row)))
          yield `inquiry ${row.sid} of ${row.agency_key} left the index`;
    },
  },
  {
    name: 'jobs are kept',
    sentence: 'A job that was acknowledged is in the database for its 90 days.',
    when: 'quiet',
    *check({ databases, ledger }) {
      const ids = new Set(databases.gateway.all<{ id: string }>('select id from job').map(({ id }) => id));
      for (const { id } of [...ledger.jobs, ...ledger.exports])
        if (!ids.has(id)) yield `job ${id} is not there`;
    },
  },
  {
    name: 'payloads are kept',
    sentence: 'The payload of a message is kept for its days, unless its inquiry was erased.',
    when: 'quiet',
    *check({ databases, now }) {
      for (const { sid, at } of databases.gateway.all<{ sid: string; at: number }>(
        `select sid, at from delivery where outcome = 'received' and payload is null and at > ? and not exists
           (select 1 from erased_inquiry where erased_inquiry.agency_key = delivery.agency_key
             and erased_inquiry.sid = delivery.sid)`,
        now - 6 * DAY_MS,
      ))
        yield `the message of ${sid} at ${new Date(at).toISOString()} has no payload`;
    },
  },
  {
    name: 'what was erased stays erased',
    sentence: 'Of an erased inquiry no data, payload or note is left, and of earlier exports no file.',
    when: 'quiet',
    *check({ databases, ledger }) {
      for (const { agency, sid, at } of ledger.erased) {
        const copies = databases.gateway.all<{ place: string }>(
          `select 'its data' as place from inquiry where agency_key = ?1 and sid = ?2 and data <> '{}'
           union all select 'a payload' from delivery where agency_key = ?1 and sid = ?2 and payload is not null
           union all select 'a note' from follow_up_entry where agency_key = ?1 and sid = ?2 and change like '%"Nota %'`,
          agency.toLowerCase(),
          sid.toUpperCase(),
        );
        for (const { place } of copies) yield `${sid} was erased, except ${place}`;
        const earlier = new Set(
          ledger.exports.filter((file) => file.at < at - 2 * HOUR_MS).map(({ id }) => id),
        );
        const parts = databases.gateway.all<{ job_id: string }>('select distinct job_id from export_part');
        for (const { job_id } of parts)
          if (earlier.has(job_id)) yield `file ${job_id} is older than the erasure of ${sid}`;
      }
    },
  },
  {
    name: 'files are whole',
    sentence: 'A file has each inquiry of its list once.',
    when: 'quiet',
    *check({ databases, ledger, machines, now }) {
      const recent = ledger.exports.filter(({ at }) => at > now - 13 * HOUR_MS);
      for (const { id, by } of recent) {
        const [job] = databases.gateway.all<{ created_at: number }>(
          `select created_at from job where id = ? and state = 'done'`,
          id,
        );
        const text = databases.gateway
          .all<{ text: string }>('select text from export_part where job_id = ? order by number', id)
          .map((part) => part.text)
          .join('');
        if (!job || text === '') continue;
        const { rows } = JSON.parse(text) as { rows: { sid: string; Agencia: string }[] };
        const listed = rows.map(({ sid, Agencia }) => `${Agencia.toLowerCase()} ${sid.toUpperCase()}`);
        const keys = new Set<string>();
        for (const key of listed) {
          if (keys.has(key)) yield `file ${id} has ${key} twice`;
          keys.add(key);
        }
        if (by.role === 'seller' || machines.gateway.wasWrong) continue;
        for (const row of databases.gateway.all<SidRow>(
          'select agency_key, sid from inquiry where gone_at is null and first_seen_at < ?',
          job.created_at - MINUTE_MS,
        ))
          // A restored service brings back an agency that had left before the file was made.
          if (!keys.has(toKey(row)) && !ledger.disassociated.has(row.agency_key))
            yield `file ${id} lacks ${toKey(row)}`;
      }
    },
  },
  {
    name: 'masked files have masks',
    sentence: 'A file that was asked for with masks has no surname, number, address or document of a buyer.',
    when: 'quiet',
    *check({ databases, ledger }) {
      const masked = new Set(ledger.exports.filter(({ isMasked }) => isMasked).map(({ id }) => id));
      for (const { job_id, text } of databases.gateway.all<{ job_id: string; text: string }>(
        'select job_id, text from export_part',
      )) {
        const [shown] = (masked.has(job_id) && CONTACT_DATA.exec(text)) || [];
        if (shown !== undefined) yield `file ${job_id} shows ${shown}`;
      }
    },
  },
  {
    name: 'changes are told',
    sentence: 'Open pages hear of each change of the follow-up that somebody made of one inquiry.',
    when: 'quiet',
    *check({ databases, ledger }) {
      const events = databases.gateway.all<{ id: number; data: string }>(
        `select id, data from live_event where kind = 'follow-up'`,
      );
      // The oldest of many events are deleted.
      if ((databases.gateway.all<{ last: number }>('select last from live_counter')[0]?.last ?? 0) > 9000)
        return;
      const eventsBySid = Map.groupBy(events, ({ data }) => (JSON.parse(data) as { sid: string }).sid);
      const made = Map.groupBy(ledger.changes, ({ sid }) => sid.toUpperCase());
      for (const [sid, changes] of made)
        if (changes.length > (eventsBySid.get(sid)?.length ?? 0))
          yield `${changes.length} changes of ${sid} made ${eventsBySid.get(sid)?.length ?? 0} events`;
    },
  },
  {
    name: 'presence ends',
    sentence: 'Whose page is gone is shown as gone, in the database and in the last event about it.',
    when: 'end',
    *check({ databases, now }) {
      const present = databases.gateway.all<SidRow & { expires_at: number }>(
        'select agency_key, sid, expires_at from presence',
      );
      for (const row of present)
        if (row.expires_at < now - 5 * MINUTE_MS) yield `somebody still looks at ${row.sid}`;
      const last = new Map<string, string>();
      for (const { data } of databases.gateway.all<{ data: string }>(
        `select data from live_event where kind = 'looking' order by id`,
      ))
        last.set((JSON.parse(data) as { sid: string }).sid, data);
      for (const [sid, data] of last)
        if (!present.some((row) => row.sid === sid) && !data.includes('"people":[]'))
          yield `open pages still show somebody at ${sid}`;
    },
  },
  {
    name: 'guesses are limited',
    sentence: 'After several wrong guesses at a password, the right one lets nobody in for a while.',
    when: 'quiet',
    *check({ ledger }) {
      for (const { address, isLetIn } of ledger.guesses) if (isLetIn) yield `${address} was let in`;
    },
  },
  {
    name: 'what is switched off is silent',
    sentence: 'No message is sent for a topic that was switched off.',
    when: 'quiet',
    *check({ ledger, network }) {
      for (const { topic, from, to } of ledger.silences)
        for (const message of network.messages)
          if (message.topic === topic && message.at > from + MINUTE_MS && message.at < to)
            yield `a message of ${topic} was sent at ${new Date(message.at).toISOString()}`;
    },
  },
  {
    name: 'stops cut nothing short',
    sentence: 'A stop gives what it finds two seconds to end.',
    when: 'quiet',
    *check({ network }) {
      for (const { program, afterMs } of network.cuts)
        if (afterMs < 1900) yield `${program} cut off a callback ${afterMs} ms after its stop began`;
    },
  },
];
