export const RATE_WINDOW_MS = 60_000;
const MAX_LIMITED_KEYS = 10_000;
/** Windows that end later began while the clock was wrong. The clocks of instances differ by less than a window. */
const MAX_RATE_WINDOW_AHEAD_MS = 2 * RATE_WINDOW_MS;

export interface RateLimitResult {
  isAllowed: boolean;
  /** Calls left in the window. With several instances, those that others have reserved are not among them. */
  remaining: number;
  /** Seconds until the window ends, at least 1. */
  secondsLeft: number;
}

export interface RateWindow {
  /** Milliseconds since 1970. */
  endsAt: number;
  /** Calls that all instances have reserved. */
  reserved: number;
  /** Calls reserved by this instance and not consumed. */
  available: number;
}

/** Rate limiter per key with windows of a minute, which begin with the first call, in this process. */
export class RateLimiter {
  readonly #limit: number;
  readonly #now: () => number;
  /** The least recently used key, which is first, is evicted, so that no client is refused because of others. */
  readonly #windows = new Map<string, RateWindow>();

  constructor({ limit, now }: { limit: number; now: () => number }) {
    this.#limit = limit;
    this.#now = now;
  }

  /** Consumes one call, if there is one left. */
  consume(key: string): RateLimitResult {
    for (;;) {
      const result = this.consumeReserved(key);
      if (result) return result;
      this.open(key, { endsAt: this.#now() + RATE_WINDOW_MS, reserved: this.#limit, available: this.#limit });
    }
  }

  /** Undoes `consume`. */
  refund(key: string): void {
    const window = this.#windows.get(key);
    if (window) window.available += 1;
  }

  /** Consumes a call of the current window; undefined: there is no window, or more can be reserved in it. */
  consumeReserved(key: string): RateLimitResult | undefined {
    const now = this.#now();
    const window = this.#windows.get(key);
    if (!window || window.endsAt <= now || window.endsAt > now + MAX_RATE_WINDOW_AHEAD_MS) return undefined;
    const isAllowed = window.available > 0;
    if (!isAllowed && window.reserved < this.#limit) return undefined;
    if (isAllowed) window.available -= 1;
    this.#windows.delete(key);
    this.#windows.set(key, window);
    return {
      isAllowed,
      remaining: this.#limit - window.reserved + window.available,
      secondsLeft: Math.max(1, Math.ceil((window.endsAt - now) / 1000)),
    };
  }

  /** Opens a window in which calls were reserved. */
  open(key: string, window: RateWindow): void {
    this.#windows.delete(key);
    const [leastRecentlyUsed] = this.#windows.keys();
    if (this.#windows.size >= MAX_LIMITED_KEYS && leastRecentlyUsed !== undefined)
      this.#windows.delete(leastRecentlyUsed);
    this.#windows.set(key, window);
  }
}
