import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { ExportQuery } from '#contract/desk/export.ts';
import { type Endpoint, addressOf } from '#contract/endpoint.ts';
import { Consulta, Consultas } from '#contract/inquiries.ts';
import { type Tolerant, tolerant } from '#contract/reading.ts';
import { v3 } from '#contract/v3.ts';
import { type ExportSignals, rightsVersion } from '#gateway/audit/exports.ts';
import type { UpstreamReply } from '#gateway/forward/upstream.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { Person } from '#gateway/people/store.ts';
import { isLimitedIn, isTheirs } from '#gateway/permissions/own-inquiries.ts';
import { refusal } from '#gateway/problems.ts';
import type { FoundSession } from '#gateway/sessions/store.ts';
import { ProblemError } from '#http/problem.ts';
import type { Days, WalkedPage } from './walk.ts';

/** decided: between two reads, so that an export leaves the person half of their rate. */
const PAUSE_MS = 100;
const RATE_PAUSE_MS = 1000;
/** Of what the service asks to wait for. */
const TRIES = 4;
const LONGEST_WAIT_S = 30;

const ReadPage = tolerant(Consultas);
const ReadOne = tolerant(Consulta);
/** As the service sent it. */
export type Inquiry = Tolerant<typeof Consulta>;

export interface Asked extends ExportSignals {
  caller: FoundSession;
  /** Of the rights that it began with. */
  version: number | undefined;
  adminMail: string;
  query: ExportQuery;
  days: Days;
}

/** Reads for an export: as soon as the session's rate and the service have room, and as long as the session holds. */
export interface Reading {
  /** One page of the list; undefined: it is not to be had. */
  page(asked: Asked, days: Days, page: number): Promise<WalkedPage<Inquiry> | undefined>;
  /** One inquiry; `gone`: the service has it no more, or the person may not know of it. */
  one(asked: Asked, sid: string): Promise<Inquiry | 'gone' | undefined>;
}

export function readingOf(gateway: Gateway): Reading {
  const { upstream, rates } = gateway;

  /** undefined: there is no answer to be had, also since the gateway stops. */
  async function read(asked: Asked, endpoint: Endpoint, path: string): Promise<UpstreamReply | undefined> {
    if (asked.stopping.aborted) return undefined;
    try {
      return await readInTurn(asked, endpoint, path);
    } catch (error) {
      if (asked.stopping.aborted) return undefined;
      throw error;
    }
  }

  async function readInTurn(
    asked: Asked,
    endpoint: Endpoint,
    path: string,
  ): Promise<UpstreamReply | undefined> {
    const { caller, version, signal } = asked;
    for (let tries = 1; tries <= TRIES; tries++) {
      await pause(PAUSE_MS, undefined, { signal });
      while (!rates.mayForward(caller.id)) await pause(RATE_PAUSE_MS, undefined, { signal });
      // A stream outlives neither its session nor the rights it began with.
      if (version === undefined || (await rightsVersion(gateway, caller.id)) !== version)
        throw refusal('sign-in-required');
      const reply = await answered(endpoint, path, signal);
      if (reply?.status !== 429) return reply;
      const wait = Math.min(Math.max(Number(reply.retryAfter) || 1, 1), LONGEST_WAIT_S);
      await pause(wait * 1000, undefined, { signal });
    }
    return undefined;
  }

  async function answered(
    endpoint: Endpoint,
    path: string,
    signal: AbortSignal,
  ): Promise<UpstreamReply | undefined> {
    try {
      return await upstream.call({ endpoint, path, signal });
    } catch (error) {
      // Whoever waits for the file is told which days are not in it.
      if (error instanceof ProblemError && !signal.aborted) return undefined;
      throw error;
    }
  }

  return {
    async page(asked, days, page) {
      const { caller, adminMail, query } = asked;
      const limited = isLimitedIn(caller.person, adminMail);
      const operador = limited ? caller.person.mail : query.operador;
      const { externalid } = query;
      const path = addressOf(
        v3.listInquiries,
        { adminMail },
        { operador, externalid, ...days, pagina: page > 1 ? page : undefined },
      );
      const reply = await read(asked, v3.listInquiries, path);
      const found = reply && pageIn(reply);
      return limited ? found && ownOf(found, caller.person) : found;
    },
    async one(asked, sid) {
      const { caller, adminMail } = asked;
      const reply = await read(asked, v3.viewInquiry, addressOf(v3.viewInquiry, { adminMail, sid }));
      if (reply?.status === 404) return 'gone';
      if (reply?.status !== v3.viewInquiry.success) return undefined;
      if (isLimitedIn(caller.person, adminMail) && !isTheirs(caller.person, reply.body)) return 'gone';
      return z.safeParse(ReadOne, JSON.parse(reply.body ?? 'null')).data;
    },
  };
}

/** The service was asked for these alone; what it sends besides is not passed on. */
function ownOf(page: WalkedPage<Inquiry>, person: Person): WalkedPage<Inquiry> {
  return { ...page, entries: page.entries.filter((inquiry) => isTheirs(person, JSON.stringify(inquiry))) };
}

function pageIn({ status, body }: UpstreamReply): WalkedPage<Inquiry> | undefined {
  if (status !== v3.listInquiries.success) return undefined;
  const { data } = z.safeParse(ReadPage, JSON.parse(body ?? 'null'));
  if (!data) return undefined;
  const { _entries: entries, _links: links, Total, PerPagina } = data;
  const size = PerPagina ?? entries.length;
  const counts = typeof Total === 'number' && Total >= entries.length;
  const more = links?.next !== undefined;
  return {
    entries,
    size,
    full: entries.length >= size,
    // What is no more than a page, with another to come, counts the page.
    total: counts && !(more && Total <= size) ? Total : null,
    more,
  };
}
