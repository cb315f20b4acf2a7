import { Readable, finished } from 'node:stream';
import { finished as ended } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuditAsked, AuditGiven } from '#contract/desk/audit.ts';
import type { DeskName } from '#contract/desk/desk.ts';
import type { MissingDays } from '#contract/desk/export.ts';
import { gatewayCode } from '#contract/problem.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { refusalOf } from '#gateway/problems.ts';
import { subjectOf } from './recording.ts';
import { type Outcome, completeEntry, writeEntry } from './store.ts';

/** Of what is missing, so much is written down by its days: an entry is not to be as long as its export. */
const MOST_MISSING = 20;

/** A part of an export's text. */
export interface ExportPiece {
  text: string;
  /** In the export, with this piece. */
  rows: number;
  /** Of the last piece, and of no other: what is not in the export. */
  missing?: readonly MissingDays[];
}

/**
 * An export as a stream, and its one entry: begun before anything of it is read, and completed before the last piece is
 * given out, so that nobody has a whole export of which the audit does not know; or else when it breaks off.
 * `piecesOf` is told when nobody waits for it any more.
 */
export async function recordedExport(
  { db, now }: Gateway,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { action, asked }: { action: DeskName; asked: AuditAsked },
  piecesOf: (signal: AbortSignal) => AsyncIterable<ExportPiece>,
): Promise<Readable> {
  const { person } = request.audit;
  const subject = subjectOf(request);
  const entry = await writeEntry(db, { person, address: request.address, action, ...subject, asked }, now());
  Object.assign(request.audit, { entry, goesOn: true });

  const gone = new AbortController();
  let rows = 0;
  let isEnded = false;
  /** Why it broke off while somebody waited for it: what that tears down is no going away. */
  let broken: { error: unknown } | undefined;

  /** Once: a whole export stays one, also where its last piece does not arrive. */
  async function end(outcome: Omit<Outcome, 'status' | 'given'>, missing: readonly MissingDays[] = []) {
    if (isEnded) return;
    isEnded = true;
    const given: AuditGiven = {
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
      for await (const { text, rows: sofar, missing } of piecesOf(gone.signal)) {
        if (gone.signal.aborted) return;
        rows = sofar;
        if (missing)
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
  const { openExports } = request.server;
  const open = ended(stream).then(over, over);
  openExports.add(open);
  void open.then(() => openExports.delete(open));
  finished(reply.raw, () => {
    gone.abort();
    stream.destroy();
  });
  return stream;
}
