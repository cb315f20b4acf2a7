import { createProblem } from '#gateway/problems.ts';

/** Allows one export at a time per session. */
export class ExportSlots {
  readonly #holders = new Map<string, symbol>();

  /**
   * @throws ProblemError `too-many-requests` while the session has a running export
   * @returns the release function; idempotent
   */
  acquire(session: string): () => void {
    if (this.#holders.has(session))
      throw createProblem('too-many-requests', { headers: { 'retry-after': '5' } });
    const holder = Symbol(session);
    this.#holders.set(session, holder);
    return () => {
      if (this.#holders.get(session) === holder) this.#holders.delete(session);
    };
  }
}
