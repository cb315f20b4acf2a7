import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import {
  EXPORT_COLUMNS,
  type ExportColumn,
  type ExportLine,
  type ExportQuery,
  type MissingDays,
} from '#contract/desk/export.ts';
import { addressOf } from '#contract/endpoint.ts';
import { Consultas } from '#contract/inquiries.ts';
import { tolerant } from '#contract/reading.ts';
import { sidOf } from '#contract/sid.ts';
import { v3 } from '#contract/v3.ts';
import { inquiryWindow } from '#contract/window.ts';
import { invalid, serveDesk } from '#gateway/endpoint.ts';
import { followUpsBySid } from '#gateway/follow-up/store.ts';
import type { UpstreamReply } from '#gateway/forward/upstream.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { hoursOf } from '#gateway/hours/store.ts';
import type { Person } from '#gateway/people/store.ts';
import { isLimitedIn, isTheirs } from '#gateway/permissions/own-inquiries.ts';
import { refusal } from '#gateway/problems.ts';
import { type FoundSession, openSessions } from '#gateway/sessions/store.ts';
import { ProblemError } from '#http/problem.ts';
import { type Writing, cellOf, headOf } from './cells.ts';
import { type Days, type WalkedPage, walkDays } from './walk.ts';

/** decided: between two pages, so that an export leaves the person half of their rate. */
const PAUSE_MS = 100;
const RATE_PAUSE_MS = 1000;
/** Of pages that the service asks to wait for. */
const TRIES = 4;
const LONGEST_WAIT_S = 30;

const Read = tolerant(Consultas);
type Inquiry = z.infer<typeof Read>['_entries'][number];

interface Asked {
  caller: FoundSession;
  /** Of the rights that it began with. */
  version: number | undefined;
  adminMail: string;
  query: ExportQuery;
  days: Days;
  signal: AbortSignal;
}

/** Inquiries with what people did about them as a file, page after page of the service's list. */
export function exportRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, upstream, rates, now, config } = gateway;
  const { timeZone } = config;
  /** Sessions that have one going on. */
  const going = new Set<string>();

  serveDesk(app, gateway, {
    async exportInquiries({ caller, params: { adminMail }, query, request, reply }) {
      const asked = inquiryWindow(query, now(), timeZone);
      if ('errors' in asked)
        throw invalid(Object.fromEntries(Object.keys(asked.errors).map((name) => [name, 'invalid'])));
      if (going.has(caller.id)) throw refusal('too-many-requests', { headers: { 'retry-after': '5' } });
      void reply
        .header('cache-control', 'private, no-store, no-transform')
        .type('application/x-ndjson; charset=utf-8');
      if (request.method === 'HEAD') return '';
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      going.add(caller.id);
      try {
        const { desde, hasta } = asked.window;
        const version = await versionOf(caller.id);
        const all = { caller, version, adminMail, query, days: { desde, hasta }, signal: gone.signal };
        await reply.send(Readable.from(linesOf(all), { objectMode: false, highWaterMark: 1 }));
      } finally {
        going.delete(caller.id);
      }
      return '';
    },
  });

  async function* linesOf(asked: Asked): AsyncGenerator<string> {
    for await (const line of exported(asked)) yield `${JSON.stringify(line)}\n`;
  }

  async function* exported(asked: Asked): AsyncGenerator<ExportLine> {
    const { adminMail, query, days } = asked;
    const { zone = timeZone, locale = 'es', bom } = query;
    const writing: Writing = { zone, locale };
    const columns = (query.columns?.split(',') as ExportColumn[] | undefined) ?? EXPORT_COLUMNS;
    const { hours } = await hoursOf(db, adminMail, timeZone);
    const csv = (records: string[][]) =>
      stringify(records, {
        delimiter: locale === 'es' ? ';' : ',',
        // A cell that a spreadsheet would take for a formula becomes text.
        escape_formulas: true,
        quoted_match: /[\r\n]/,
      });

    const heads = columns.map((column) => headOf(column, writing));
    yield {
      kind: 'rows',
      text: (bom === '1' ? '\uFEFF' : '') + csv([heads]),
      rows: 0,
      pages: 0,
      total: null,
    };
    const seen = new Set<string>();
    const missing: MissingDays[] = [];
    let pages = 0;
    let total: number | null | undefined;
    for await (const step of walkDays((part, page) => pageOf(asked, part, page), days)) {
      if ('missing' in step) {
        missing.push(step.missing);
        continue;
      }
      pages += 1;
      // Of the first walk: it is of all the days.
      total ??= step.page.total;
      const fresh = step.page.entries.filter((inquiry) => isNew(inquiry, seen));
      const followUps = await followUpsBySid(
        db,
        adminMail,
        fresh.flatMap((inquiry) => sidOf(inquiry) ?? []),
      );
      const records = fresh.map((inquiry) => {
        const sid = sidOf(inquiry);
        const row = { inquiry, sid, followUp: followUps.get(sid?.toUpperCase() ?? ''), hours, now: now() };
        return columns.map((column) => cellOf(column, row, writing));
      });
      yield {
        kind: 'rows',
        text: records.length > 0 ? csv(records) : '',
        rows: seen.size,
        pages,
        total: total ?? null,
      };
    }
    const notes = missing.map((part) => [noteOf(part, locale)]);
    yield {
      kind: 'end',
      text: notes.length > 0 ? csv(notes) : '',
      rows: seen.size,
      name: nameOf(adminMail, days, missing.length > 0),
      missing,
    };
  }

  /** One page, as soon as the session's rate and the service have room for it; undefined: it is not to be had. */
  async function pageOf(asked: Asked, days: Days, page: number): Promise<WalkedPage<Inquiry> | undefined> {
    const { caller, version, adminMail, query, signal } = asked;
    const limited = isLimitedIn(caller.person, adminMail);
    const operador = limited ? caller.person.mail : query.operador;
    const { externalid } = query;
    const path = addressOf(
      v3.listInquiries,
      { adminMail },
      { operador, externalid, ...days, pagina: page > 1 ? page : undefined },
    );
    for (let tries = 1; tries <= TRIES; tries++) {
      await pause(PAUSE_MS, undefined, { signal });
      while (!rates.mayForward(caller.id)) await pause(RATE_PAUSE_MS, undefined, { signal });
      // A stream outlives neither its session nor the rights it began with.
      if (version === undefined || (await versionOf(caller.id)) !== version)
        throw refusal('sign-in-required');
      const reply = await answered(path, signal);
      if (reply?.status !== 429) {
        const read = reply && readPage(reply);
        return limited ? read && ownOf(read, caller.person) : read;
      }
      const wait = Math.min(Math.max(Number(reply.retryAfter) || 1, 1), LONGEST_WAIT_S);
      await pause(wait * 1000, undefined, { signal });
    }
    return undefined;
  }

  async function answered(path: string, signal: AbortSignal): Promise<UpstreamReply | undefined> {
    try {
      return await upstream.call({ endpoint: v3.listInquiries, path, signal });
    } catch (error) {
      // Whoever waits for the file is told which days are not in it.
      if (error instanceof ProblemError && !signal.aborted) return undefined;
      throw error;
    }
  }

  /** Of the rights of a session; undefined: it has ended. */
  async function versionOf(session: string): Promise<number | undefined> {
    return (await openSessions(db, config.sessions, now(), session)).get(session);
  }
}

/** The service was asked for these alone; what it sends besides is not passed on. */
function ownOf(page: WalkedPage<Inquiry>, person: Person): WalkedPage<Inquiry> {
  return { ...page, entries: page.entries.filter((inquiry) => isTheirs(person, JSON.stringify(inquiry))) };
}

function readPage({ status, body }: UpstreamReply): WalkedPage<Inquiry> | undefined {
  if (status !== v3.listInquiries.success) return undefined;
  const { data } = z.safeParse(Read, JSON.parse(body ?? 'null'));
  if (!data) return undefined;
  const { _entries: entries, _links: links, Total, PerPagina } = data;
  const counts = typeof Total === 'number' && Total >= entries.length;
  const more = links?.next !== undefined;
  return {
    entries,
    // What is no more than a page, with another to come, counts the page.
    total: counts && !(more && Total <= (PerPagina ?? entries.length)) ? Total : null,
    more,
  };
}

/** By its sid; without one, by all that it says. */
function isNew(inquiry: Inquiry, seen: Set<string>): boolean {
  const key = sidOf(inquiry)?.toUpperCase() ?? JSON.stringify(inquiry);
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}

function noteOf({ desde, hasta, reason }: MissingDays, locale: Writing['locale']): string {
  const spanish = reason === 'failed' ? 'el servicio no las dio' : 'hay más de lo que el servicio muestra';
  const english =
    reason === 'failed' ? 'the service did not give them' : 'there is more than the service shows';
  return locale === 'es'
    ? `PARCIAL: faltan consultas del ${desde} al ${hasta}: ${spanish}`
    : `PARTIAL: inquiries are missing from ${desde} to ${hasta}: ${english}`;
}

function nameOf(adminMail: string, { desde, hasta }: Days, partial: boolean): string {
  const agency = adminMail.replace(/[^\w.@-]/g, '_');
  return `consultas-${agency}-${desde}-${hasta}${partial ? '-parcial' : ''}.csv`;
}
