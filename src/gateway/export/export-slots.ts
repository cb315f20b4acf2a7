import { createProblem } from '#gateway/problems.ts';

/** Allows one export at a time per person. */
export class ExportSlots {
  readonly #holders = new Map<string, symbol>();

  /**
   * @throws ProblemError `too-many-requests` while the person has a running export
   * @returns the release function; idempotent
   */
  acquire(personId: string): () => void {
    if (this.#holders.has(personId))
      throw createProblem('too-many-requests', { headers: { 'retry-after': '5' } });
    const holder = Symbol(personId);
    this.#holders.set(personId, holder);
    return () => {
      if (this.#holders.get(personId) === holder) this.#holders.delete(personId);
    };
  }
}
