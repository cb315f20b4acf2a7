const DELAYS_MS = [500, 1000, 2000, 4000];
export const TIMEOUT_MS = 20_000;

export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

/** Makes up to five attempts with growing delays; a timeout or `isFinal` ends them. */
export async function retryWithBackoff<T>(
  attempt: () => Promise<T>,
  isFinal: () => Promise<boolean> = () => Promise.resolve(false),
): Promise<T> {
  for (let failures = 0; ; failures++)
    try {
      return await withTimeout(attempt());
    } catch (error) {
      const delay = DELAYS_MS[failures];
      if (delay === undefined || error instanceof TimeoutError || (await isFinal())) throw error;
      await waitForDelayOrOnline(delay);
    }
}

function withTimeout<T>(pending: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimeoutError('No response in time')), TIMEOUT_MS);
  });
  return Promise.race([pending, timeout]).finally(() => clearTimeout(timer));
}

function waitForDelayOrOnline(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      removeEventListener('online', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    addEventListener('online', finish);
  });
}
