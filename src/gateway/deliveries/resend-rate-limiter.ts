import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { createProblem } from '#gateway/problems.ts';

export interface ResendPaceTables {
  /** Inquiries with a resend that is pending or was accepted a moment ago. */
  resend_pace: {
    inquiry: string;
    available_at: number;
    /** Latest end of a pending resend; 0: none is pending. */
    pending_until: number;
  };
}

/** decided: time between accepted resends of one inquiry. */
const INTERVAL_MS = 1000;
/** Longer than a resend takes: it ends the slot of a gateway that crashed. */
const LEASE_MS = 30_000;

/** Allows one resend per inquiry at a time on all gateways, with a pause between accepted ones. */
export class ResendRateLimiter {
  readonly #db: Kysely<ResendPaceTables>;
  readonly #now: () => number;

  constructor(db: Kysely<ResendPaceTables>, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /**
   * Waits until the pause after the last resend is over.
   * @throws ProblemError `too-many-requests` while another resend is pending
   * @returns the release function, to be called with whether the service accepted the resend
   */
  async acquire(inquiry: string): Promise<(isAccepted: boolean) => Promise<void>> {
    const now = this.#now();
    const slot = await this.#db
      .insertInto('resend_pace')
      .values({ inquiry, available_at: now, pending_until: now + LEASE_MS })
      .onConflict((conflict) =>
        conflict
          .column('inquiry')
          .doUpdateSet({ pending_until: now + LEASE_MS })
          .where((eb) =>
            eb.or([
              eb('resend_pace.pending_until', '<=', now),
              // Stored while the clock was wrong.
              eb('resend_pace.pending_until', '>', now + 2 * LEASE_MS),
            ]),
          ),
      )
      .returning('available_at')
      .executeTakeFirst();
    if (!slot) throw createProblem('too-many-requests', { headers: { 'retry-after': '1' } });
    await pause(Math.min(Math.max(0, slot.available_at - now), INTERVAL_MS));
    return (isAccepted) => this.#release(inquiry, isAccepted);
  }

  /** Ends the slots of earlier processes. */
  async endLeases(): Promise<void> {
    await this.#db
      .updateTable('resend_pace')
      .set({ pending_until: 0 })
      .where('pending_until', '>', 0)
      .execute();
  }

  async #release(inquiry: string, isAccepted: boolean): Promise<void> {
    const now = this.#now();
    await this.#db
      .updateTable('resend_pace')
      .set({ available_at: isAccepted ? now + INTERVAL_MS : now, pending_until: 0 })
      .where('inquiry', '=', inquiry)
      .execute();
    await this.#db
      .deleteFrom('resend_pace')
      .where('available_at', '<=', now)
      .where('pending_until', '<=', now)
      .execute();
  }
}
