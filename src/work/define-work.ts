import type { RawBuilder, SqlBool } from 'kysely';
import { type Clock, repeatTimer } from '#system/clock.ts';
import type { ClaimColumns, Claims } from './claims.ts';
import { type Piece, type Work, WorkStoppedError } from './work.ts';

interface WorkDefinition<Name extends string, Row extends ClaimColumns> {
  name: Name;
  claims: Omit<Claims<Row>, 'isOwn'>;
  /**
   * Does the work of a claimed row, and stores what became of it: it deletes the row, or changes its due time. Where it changes
   * neither, it is repeated after a second. If it throws, the row stays due, and claimed until its lease ends.
   */
  run: (row: Row, signal: AbortSignal) => Promise<unknown>;
  clock: Clock;
  concurrency: number;
  /** Default: `claims.maxWaitMs`. */
  maxWaitMs?: number;
  timeoutMs: number;
  /** True if nothing may be sent now. */
  isHeld?: (() => Promise<boolean>) | undefined;
  /** Is called for each row that was claimed, when nothing works on it any more. */
  onEnd?: (row: Row) => void;
}

interface ClaimingWork<Name extends string> extends Work<Name> {
  /** Claims at most `limit` due rows, of those that meet a condition. */
  claim(limit: number, only?: RawBuilder<SqlBool>): Promise<readonly Piece[]>;
}

/** A process on hold checks at this interval if it may send. */
const HOLD_POLL_MS = 2000;

/**
 * Creates work whose pieces are rows: claimed, renewed while `run` works on them, and released at its end. `run` is aborted when
 * its claim was lost to another process.
 */
export function defineWork<Name extends string, Row extends ClaimColumns>({
  name,
  claims,
  run,
  clock,
  isHeld = async () => false,
  onEnd = () => {},
  ...limits
}: WorkDefinition<Name, Row>): ClaimingWork<Name> {
  /** Renews the claim until it is lost or `signal` aborts: another process may then do what does not end. */
  function keepClaim(row: Row, lost: AbortController, signal: AbortSignal): () => void {
    const renew = async () => {
      // A renewal that fails is tried again at the next one.
      const isOwn = await claims.renew(row).catch(() => true);
      if (!isOwn) lost.abort(new Error('The claim was lost'));
    };
    const stop = repeatTimer(clock, () => void (signal.aborted ? stop() : renew()), claims.renewMs);
    return stop;
  }

  const toPiece =
    (row: Row): Piece =>
    async (signal) => {
      const lost = new AbortController();
      const stopRenewals = keepClaim(row, lost, signal);
      try {
        signal.throwIfAborted();
        await run(row, AbortSignal.any([signal, lost.signal]));
        await claims.finish(row);
      } catch (error) {
        // Pieces that a stop cut short are begun anew by the next process; other failures wait for the end of the claim.
        if (signal.reason instanceof WorkStoppedError) await claims.release(row);
        else claims.forget(row);
        throw error;
      } finally {
        stopRenewals();
        onEnd(row);
      }
    };

  return {
    name,
    maxWaitMs: claims.maxWaitMs,
    ...limits,
    async claim(limit, only) {
      if (await isHeld()) return [];
      return (await claims.claim(limit, only)).map(toPiece);
    },
    fetchBacklog: () => claims.fetchBacklog(),
    findNextDueAt: async () => ((await isHeld()) ? clock.now() + HOLD_POLL_MS : claims.findNextDueAt()),
  };
}
