import { createProblem } from '#gateway/problems.ts';

// Each hash takes 19 MiB and a thread.
const MAX_CONCURRENT_HASHES = 2;
// decided: about half a second of work; further calls are refused as `busy`.
const MAX_QUEUED = 50;
const RETRY_AFTER_S = '2';

interface Waiter {
  resume: () => void;
  refuse: (reason: Error) => void;
}

let running = 0;
let queued = 0;
/** Waiting calls by client, in the order of the clients' turns. */
const waiters = new Map<string, Waiter[]>();

/**
 * Runs at most `MAX_CONCURRENT_HASHES` hashes; of the waiting ones each client has one in turn. When the queue is full, a client
 * with fewer in it displaces the newest of the one with most.
 * @param client network or person that the hash is computed for
 * @throws ProblemError `busy`
 */
export async function runHash<T>(client: string, compute: () => Promise<T>): Promise<T> {
  if (running < MAX_CONCURRENT_HASHES) running += 1;
  else await waitForTurn(client);
  try {
    return await compute();
  } finally {
    // The slot passes to the next in the queue, which is counted already.
    const next = takeNext();
    if (next) next.resume();
    else running -= 1;
  }
}

function waitForTurn(client: string): Promise<void> {
  const own = waiters.get(client) ?? [];
  if (queued >= MAX_QUEUED && !displace(own.length)) throw createBusyProblem();
  return new Promise((resume, refuse) => {
    queued += 1;
    own.push({ resume, refuse });
    waiters.set(client, own);
  });
}

/** Refuses the newest call of the client with most of them. @returns false: it has no more than the asking one would have */
function displace(ownCount: number): boolean {
  const longest = [...waiters.values()].reduce((most, queue) => (queue.length > most.length ? queue : most));
  if (longest.length <= ownCount + 1) return false;
  longest.pop()?.refuse(createBusyProblem());
  queued -= 1;
  return true;
}

function takeNext(): Waiter | undefined {
  const [turn] = waiters;
  if (!turn) return undefined;
  const [client, queue] = turn;
  const next = queue.shift();
  queued -= 1;
  waiters.delete(client);
  if (queue.length > 0) waiters.set(client, queue);
  return next;
}

function createBusyProblem(): Error {
  return createProblem('busy', { headers: { 'retry-after': RETRY_AFTER_S } });
}
