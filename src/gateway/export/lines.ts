import { isAskedFor } from '#contract/asked-for.ts';
import {
  EXPORT_COLUMNS,
  type ExportColumn,
  type ExportLine,
  type MissingDays,
} from '#contract/desk/export.ts';
import { type About, arrange } from '#contract/queue.ts';
import { NARROWING, bySidOf } from '#contract/queue-names.ts';
import { sidOf } from '#contract/sid.ts';
import { dayAt } from '#contract/window.ts';
import { csvOf } from '#gateway/csv.ts';
import { followUpsBySid, mineOf, seenAmong, snoozedOf } from '#gateway/follow-up/store.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { hoursOf } from '#gateway/hours/store.ts';
import { type Writing, cellOf, headOf } from './cells.ts';
import type { Asked, Inquiry, Reading } from './reading.ts';
import { type SidStep, walkSids } from './sids.ts';
import { walkDays } from './walk.ts';

/** The file, a page at a time, and how it ended. */
export async function* exported(
  gateway: Gateway,
  reading: Reading,
  asked: Asked,
): AsyncGenerator<ExportLine> {
  const { db, now, config } = gateway;
  const { timeZone } = config;
  const { adminMail, query, caller } = asked;
  const { zone = timeZone, locale = 'es', bom, vista } = query;
  const writing: Writing = { zone, locale };
  const columns = (query.columns?.split(',') as ExportColumn[] | undefined) ?? EXPORT_COLUMNS;
  const { hours } = await hoursOf(db, adminMail, timeZone);
  // Views and clocks stand on one moment, however long it takes.
  const began = now();
  const narrowing = Object.fromEntries(NARROWING.map((name) => [name, query[name]]));
  const csv = (records: string[][]) => csvOf(records, locale === 'es' ? ';' : ',');

  const heads = columns.map((column) => headOf(column, writing));
  const start = (bom === '1' ? '\uFEFF' : '') + csv([heads]);
  yield { kind: 'rows', text: start, rows: 0, read: 0, pages: 0, total: null };
  const seen = new Set<string>();
  const missing: MissingDays[] = [];
  let [rows, gone, pages] = [0, 0, 0];
  let total: number | null | undefined;
  for await (const step of stepsOf()) {
    // What was not asked for any more is not the service's fault.
    if ('missing' in step)
      missing.push(asked.stopping.aborted ? { ...step.missing, reason: 'stopped' } : step.missing);
    if ('gone' in step) gone += 1;
    if (!('page' in step)) continue;
    pages += 1;
    // Of the first walk: it is of all the days.
    total ??= step.page.total;
    const records = await recordsOf(step.page.entries.filter((inquiry) => isNew(inquiry, seen)));
    rows += records.length;
    const text = records.length > 0 ? csv(records) : '';
    yield { kind: 'rows', text, rows, read: seen.size, pages, total: total ?? null };
  }
  const notes = missing.map((part) => [noteOf(part, locale)]);
  yield {
    kind: 'end',
    text: notes.length > 0 ? csv(notes) : '',
    rows,
    read: seen.size,
    gone,
    name: nameOf(asked, dayAt(began, timeZone), missing.length > 0),
    missing,
  };

  async function* stepsOf(): AsyncGenerator<SidStep<Inquiry>> {
    const bySid = bySidOf(vista);
    if (!bySid) {
      yield* walkDays((days, page) => reading.page(asked, days, page), asked.days);
      return;
    }
    const { person } = caller;
    const inquiries =
      bySid === 'mine' ? await mineOf(db, person, adminMail) : await snoozedOf(db, person, adminMail, began);
    yield* walkSids((sid) => reading.one(asked, sid), inquiries, timeZone);
  }

  /** Of those that the address shows. */
  async function recordsOf(inquiries: readonly Inquiry[]): Promise<string[][]> {
    const sids = inquiries.flatMap((inquiry) => sidOf(inquiry) ?? []);
    const followUps = await followUpsBySid(db, adminMail, sids);
    const opened = query.seguimiento ? await seenAmong(db, caller.person, adminMail, sids) : new Set();
    const beside = {
      followUp: (sid: string) => followUps.get(sid.toUpperCase()),
      isSeen: (sid: string) => opened.has(sid.toUpperCase()),
    };
    const about: About = { beside, me: caller.person.id, now: began, hours, zone: timeZone };
    const asIs = inquiries.filter((inquiry) => !bySidOf(vista) || isAskedFor(inquiry, query, timeZone));
    const { entries } = arrange(asIs, { narrowing, view: vista }, about);
    // Of a page too the service's order stays: the file is not to have the view's order in pieces.
    const shown = new Set(entries);
    return asIs
      .filter((inquiry) => shown.has(inquiry))
      .map((inquiry) => {
        const sid = sidOf(inquiry);
        const row = { inquiry, sid, followUp: sid ? beside.followUp(sid) : undefined, hours, now: began };
        return columns.map((column) => cellOf(column, row, writing));
      });
  }
}

/** By its sid; without one, by all that it says. */
function isNew(inquiry: Inquiry, seen: Set<string>): boolean {
  const key = sidOf(inquiry)?.toUpperCase() ?? JSON.stringify(inquiry);
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}

const NOTES: Record<Writing['locale'], Record<MissingDays['reason'], string>> = {
  es: {
    failed: 'el servicio no las dio',
    stopped: 'Vitrina se detuvo',
    'too-many': 'hay más de lo que el servicio muestra',
  },
  en: {
    failed: 'the service did not give them',
    stopped: 'Vitrina stopped',
    'too-many': 'there is more than the service shows',
  },
};

function noteOf({ desde, hasta, reason }: MissingDays, locale: Writing['locale']): string {
  const why = NOTES[locale][reason];
  return locale === 'es'
    ? `PARCIAL: faltan consultas del ${desde} al ${hasta}: ${why}`
    : `PARTIAL: inquiries are missing from ${desde} to ${hasta}: ${why}`;
}

/** Those that are read one by one are of the day on which they are read. */
function nameOf({ adminMail, query: { vista }, days }: Asked, today: string, partial: boolean): string {
  const agency = adminMail.replace(/[^\w.@-]/g, '_');
  const about = vista && bySidOf(vista) ? [vista, today] : [vista, days.desde, days.hasta];
  const parts = ['consultas', agency, ...about, partial && 'parcial'];
  return `${parts.filter(Boolean).join('-')}.csv`;
}
