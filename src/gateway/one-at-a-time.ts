/** Does work of one key after another, in the order it was asked for; work of other keys goes on beside it. */
export class OneAtATime {
  /** The end of the last work asked for, by key. */
  readonly #ends = new Map<string, Promise<void>>();

  async do<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#ends.get(key);
    const { promise: end, resolve: ended } = Promise.withResolvers<void>();
    this.#ends.set(key, end);
    try {
      await before;
      return await work();
    } finally {
      ended();
      if (this.#ends.get(key) === end) this.#ends.delete(key);
    }
  }
}
