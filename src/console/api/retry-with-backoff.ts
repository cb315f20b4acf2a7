const PAUSES_MS = [500, 1000, 2000, 4000];
/** A call or a file that takes longer than this counts as lost, ms. */
export const TIMEOUT_MS = 20_000;

/** No answer within `TIMEOUT_MS`. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

/**
 * Runs an attempt up to five times with growing pauses; a pause ends early when the connection is back. What timed out,
 * or what `isFinal` says, is not attempted again.
 */
export async function retryWithBackoff<T>(
  attempt: () => Promise<T>,
  isFinal: () => Promise<boolean> = () => Promise.resolve(false),
): Promise<T> {
  for (let failures = 0; ; failures++)
    try {
      return await withTimeout(attempt());
    } catch (error) {
      const pause = PAUSES_MS[failures];
      if (pause === undefined || error instanceof TimeoutError || (await isFinal())) throw error;
      await onlineOrAfter(pause);
    }
}

function withTimeout<T>(pending: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimeoutError('No answer in time')), TIMEOUT_MS);
  });
  return Promise.race([pending, timeout]).finally(() => clearTimeout(timer));
}

function onlineOrAfter(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
  });
}
