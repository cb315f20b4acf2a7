import { Readable, finished } from 'node:stream';
import { finished as streamFinished } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuditExportRequest, AuditExportResult } from '#contract/desk/audit.ts';
import type { DeskName } from '#contract/desk/desk.ts';
import { gatewayCode } from '#contract/problem.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { toProblem } from '#gateway/problems.ts';
import { fetchRightsVersions } from '#gateway/sessions/store.ts';
import { getSubject } from './audit-hooks.ts';
import { type EntryOutcome, completeEntry, insertEntry } from './store.ts';

/** A client may take this time to read the end of its export after shutdown begins. */
const SHUTDOWN_READ_MS = 3000;

/** Part of an export's text. */
export interface ExportChunk {
  text: string;
  /** Rows of the export so far, this chunk included. */
  rows: number;
  /** The last chunk: the export is whole, or was interrupted. */
  end?: 'whole' | 'broken';
}

export interface ExportSignals {
  /** Aborts when the client disconnects or the server shuts down. */
  signal: AbortSignal;
  /** Aborts when the server shuts down: the export then ends with a note that it is incomplete. */
  shutdownSignal: AbortSignal;
}

/** Version of the rights of a session; undefined: the session has ended. Exports stop when it changes. */
export async function fetchRightsVersion(
  { db, config, now }: Pick<Gateway, 'db' | 'config' | 'now'>,
  session: string,
): Promise<number | undefined> {
  return (await fetchRightsVersions(db, config, now(), [session])).get(session);
}

/**
 * Streams an export and records it as one audit entry. The entry is created before the first read and completed before
 * the last chunk is sent: no complete export is missing in the audit.
 */
export async function createAuditedExport(
  { db, now, clock, createAuditId }: Gateway,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { action, exportRequest }: { action: DeskName; exportRequest: AuditExportRequest },
  generateChunks: (signals: ExportSignals) => AsyncIterable<ExportChunk>,
): Promise<Readable> {
  const { person } = request.audit;
  const subject = getSubject(request);
  const entry = await insertEntry(
    db,
    { person, address: request.address, action, ...subject, request: exportRequest },
    { now: now(), createAuditId },
  );
  Object.assign(request.audit, { entry, isCompletedLater: true });

  const disconnected = new AbortController();
  const { openExports, shutdownSignal } = request.server;
  let rows = 0;
  let isCompleted = false;
  /** Error while the client was connected; distinguishes failures from disconnects. */
  let failure: { error: unknown } | undefined;

  /** Completes the entry; only the first call counts. */
  async function complete(outcome: Omit<EntryOutcome, 'status' | 'result'>) {
    if (isCompleted) return;
    isCompleted = true;
    const result: AuditExportResult = { rows, missing: [], moreMissing: 0 };
    try {
      await completeEntry(db, entry, { ...outcome, status: 200, result }, subject);
    } catch (error) {
      // The entry stays without an outcome.
      request.log.error({ err: error }, 'the audit could not be written');
    }
  }

  async function* generateTexts(): AsyncGenerator<string> {
    try {
      const signal = AbortSignal.any([disconnected.signal, shutdownSignal]);
      for await (const { text, rows: rowsSoFar, end } of generateChunks({ signal, shutdownSignal })) {
        if (disconnected.signal.aborted) return;
        rows = rowsSoFar;
        if (end) await complete({ code: undefined, outcome: end === 'broken' ? 'failed' : undefined });
        yield text;
      }
    } catch (error) {
      // The client has disconnected.
      if (disconnected.signal.aborted) return;
      failure = { error };
      throw error;
    }
  }

  async function onClose(): Promise<void> {
    // decided: cancelling, leaving the page and losing the connection are indistinguishable here.
    if (!failure) return complete({ code: undefined, outcome: 'cancelled' });
    const { error } = failure;
    const { problem } = toProblem(error, request.session?.person.role);
    const isFailure = problem.Status >= 500;
    if (isFailure && !isCompleted) request.log.error({ err: error }, 'an export was aborted');
    return complete({ code: gatewayCode(problem.Type), outcome: isFailure ? 'failed' : 'refused' });
  }

  const stream = Readable.from(generateTexts(), { objectMode: false, highWaterMark: 1 });
  const completion = streamFinished(stream).then(onClose, onClose);
  openExports.add(completion);
  void completion.then(() => openExports.delete(completion));
  const disconnectLater = () => {
    const cancel = clock.setTimer(() => {
      failure ??= { error: new Error('The server stops, and the export was not read to its end') };
      reply.raw.destroy();
    }, SHUTDOWN_READ_MS);
    void completion.then(cancel);
  };
  shutdownSignal.addEventListener('abort', disconnectLater, { once: true });
  finished(reply.raw, () => {
    shutdownSignal.removeEventListener('abort', disconnectLater);
    disconnected.abort();
    stream.destroy();
  });
  return stream;
}
