import type { Clock } from '#system/clock.ts';
import type { Claims } from './claims.ts';
import type { Piece, Work } from './work.ts';

/** A claim is renewed so often during its lease. */
const RENEWALS_PER_LEASE = 3;

interface WorkDefinition<Name extends string, Row> {
  name: Name;
  claims: Pick<Claims<Row>, 'claim' | 'renew' | 'release' | 'forget' | 'findNextDueAt'>;
  /** Does the work of a claimed row, and stores what became of it. If it throws, the row stays due, and claimed until its lease ends. */
  run: (row: Row, signal: AbortSignal) => Promise<unknown>;
  clock: Clock;
  leaseMs: number;
  concurrency: number;
  maxWaitMs: number;
  timeoutMs: number;
  /** True if nothing may be sent now. */
  isHeld?: () => Promise<boolean>;
}

/** A process on hold checks at this interval if it may send. */
const HOLD_POLL_MS = 2000;

/** Creates work whose pieces are rows: claimed, renewed while `run` works on them, and released at its end. */
export function defineWork<Name extends string, Row>({
  name,
  claims,
  run,
  clock,
  leaseMs,
  isHeld = async () => false,
  ...limits
}: WorkDefinition<Name, Row>): Work<Name> {
  const toPiece =
    (row: Row): Piece =>
    async (signal) => {
      const lost = new AbortController();
      let cancelRenewal = scheduleRenewal();
      function scheduleRenewal(): () => void {
        return clock.setTimer(() => {
          cancelRenewal = scheduleRenewal();
          // A renewal that fails is tried again; what was lost to another process is not continued.
          claims.renew(row).then(
            (isRenewed) => isRenewed || lost.abort(new Error('The claim was lost')),
            () => {},
          );
        }, leaseMs / RENEWALS_PER_LEASE);
      }
      try {
        await run(row, AbortSignal.any([signal, lost.signal]));
        await claims.release(row);
      } catch (error) {
        // What a stop cut short is begun anew by the next process; other failures wait for the end of the claim.
        await (signal.aborted ? claims.release(row) : claims.forget(row));
        throw error;
      } finally {
        cancelRenewal();
      }
    };
  return {
    name,
    ...limits,
    async claim(limit) {
      if (await isHeld()) return [];
      return (await claims.claim(limit)).map(toPiece);
    },
    findNextDueAt: async () =>
      (await isHeld()) ? clock.now() + HOLD_POLL_MS : claims.findNextDueAt(),
  };
}
