import { Readable, finished } from 'node:stream';
import { finished as ended } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuditExportRequest, AuditExportResult } from '#contract/desk/audit.ts';
import type { DeskName } from '#contract/desk/desk.ts';
import type { MissingDays } from '#contract/desk/export.ts';
import { gatewayCode } from '#contract/problem.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { refusal, refusalOf } from '#gateway/problems.ts';
import { openSessions } from '#gateway/sessions/store.ts';
import { subjectOf } from './recording.ts';
import { type Outcome, completeEntry, writeEntry } from './store.ts';

/** Of what is missing, so much is written down by its days: an entry is not to be as long as its export. */
const MOST_MISSING = 20;

/** After a stop was asked for, a client may take so long to read the end of its export. */
const LAST_READ_MS = 3000;

/** A part of an export's text. */
export interface ExportPiece {
  text: string;
  /** In the export, with this piece. */
  rows: number;
  /** Of the last piece, and of no other: what is not in the export. */
  missing?: readonly MissingDays[];
  /** The last piece, and it says that the export broke off. */
  isBroken?: true;
}

export interface ExportSignals {
  /** Nobody waits for the export any more, or the server stops. */
  signal: AbortSignal;
  /** The server stops: the export says in its end that it is not whole. */
  stopping: AbortSignal;
}

/** Sessions that have an export going on. */
export class ExportSlots {
  readonly #taken = new Map<string, symbol>();

  /**
   * @throws ProblemError `too-many-requests` when the session has one going on
   * @returns the release; another may have been taken since
   */
  take(session: string): () => void {
    if (this.#taken.has(session)) throw refusal('too-many-requests', { headers: { 'retry-after': '5' } });
    const mine = Symbol(session);
    this.#taken.set(session, mine);
    return () => {
      if (this.#taken.get(session) === mine) this.#taken.delete(session);
    };
  }
}

/** Of the rights of a session, which an export outlives no more than the session itself; undefined: it has ended. */
export async function rightsVersion(
  { db, config, now }: Pick<Gateway, 'db' | 'config' | 'now'>,
  session: string,
): Promise<number | undefined> {
  return (await openSessions(db, config, now(), session)).get(session);
}

/**
 * An export as a stream, and its one entry: begun before anything of it is read, and completed before the last piece is
 * given out, so that nobody has a whole export of which the audit does not know; or else when it breaks off.
 */
export async function recordedExport(
  { db, now }: Gateway,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { action, asked }: { action: DeskName; asked: AuditExportRequest },
  piecesOf: (signals: ExportSignals) => AsyncIterable<ExportPiece>,
): Promise<Readable> {
  const { person } = request.audit;
  const subject = subjectOf(request);
  const entry = await writeEntry(db, { person, address: request.address, action, ...subject, asked }, now());
  Object.assign(request.audit, { entry, goesOn: true });

  const gone = new AbortController();
  const { openExports, stopping } = request.server;
  let rows = 0;
  let isEnded = false;
  /** Why it broke off while somebody waited for it: what that tears down is no going away. */
  let broken: { error: unknown } | undefined;

  /** Once: a whole export stays one, also where its last piece does not arrive. */
  async function end(outcome: Omit<Outcome, 'status' | 'given'>, missing: readonly MissingDays[] = []) {
    if (isEnded) return;
    isEnded = true;
    const given: AuditExportResult = {
      rows,
      missing: missing.slice(0, MOST_MISSING),
      moreMissing: Math.max(missing.length - MOST_MISSING, 0),
    };
    try {
      await completeEntry(db, entry, { ...outcome, status: 200, given }, subject);
    } catch (error) {
      // What was begun stays begun.
      request.log.error({ err: error }, 'the audit could not be written');
    }
  }

  async function* texts(): AsyncGenerator<string> {
    try {
      const signal = AbortSignal.any([gone.signal, stopping]);
      for await (const { text, rows: sofar, missing, isBroken } of piecesOf({ signal, stopping })) {
        if (gone.signal.aborted) return;
        rows = sofar;
        if (isBroken) await end({ code: undefined, ending: 'failed' });
        else if (missing)
          await end({ code: undefined, ending: missing.length > 0 ? 'partial' : undefined }, missing);
        yield text;
      }
    } catch (error) {
      // Whoever went away is told nothing.
      if (gone.signal.aborted) return;
      broken = { error };
      throw error;
    }
  }

  async function over(): Promise<void> {
    // decided: that the person cancels, leaves the page, or loses the connection looks the same from here.
    if (!broken) return end({ code: undefined, ending: 'cancelled' });
    const { error } = broken;
    const { problem } = refusalOf(error, request.admitted?.person.role);
    const failed = problem.Status >= 500;
    if (failed && !isEnded) request.log.error({ err: error }, 'an export broke off');
    return end({ code: gatewayCode(problem.Type), ending: failed ? 'failed' : 'refused' });
  }

  const stream = Readable.from(texts(), { objectMode: false, highWaterMark: 1 });
  const open = ended(stream).then(over, over);
  openExports.add(open);
  void open.then(() => openExports.delete(open));
  const giveUp = () => {
    const timer = setTimeout(() => {
      broken ??= { error: new Error('The server stops, and the export was not read to its end') };
      reply.raw.destroy();
    }, LAST_READ_MS);
    void open.then(() => clearTimeout(timer));
  };
  stopping.addEventListener('abort', giveUp, { once: true });
  finished(reply.raw, () => {
    stopping.removeEventListener('abort', giveUp);
    gone.abort();
    stream.destroy();
  });
  return stream;
}
