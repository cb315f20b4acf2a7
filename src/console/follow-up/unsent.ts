import { Failure } from '#console/api/failure.ts';
import { loadCode } from '#console/api/load-code.ts';
import { PERSON_KEY } from '#console/session/browser-storage.ts';
import type { Sent } from './change-queue.ts';

// Changes that are not there yet, kept in this browser until they are, or are given up, or the person signs out
// (`session/kept.ts`). Each has a key of its own, by its id: tabs keep and erase only what they hold, and where two hold
// the same, after a reload while the first still sends, the gateway makes it once. `read-unsent.ts` reads them.

const PREFIX = 'vitrina-unsent:';

/** How a change is kept; `number` is its place among those of its inquiry. Whoever was to hear of it is not kept. */
export function unsentText(one: { adminMail: string; sid: string }, number: number, sent: Sent): string {
  const { failure } = sent;
  const told = failure instanceof Failure ? failureText(failure) : undefined;
  return JSON.stringify({ ...one, ...sent, number, failure: told, onMade: undefined });
}

function failureText({ kind, request, status, code, errors, fields }: Failure) {
  return { kind, request, status, code, errors, fields };
}

/** Gives what keeps the changes of an inquiry as they are at each moment. */
export function unsentKeeper(one: { adminMail: string; sid: string }): (sent: readonly Sent[]) => void {
  const kept = new Map<string, string>();
  return (sent) => {
    for (const id of kept.keys())
      if (!sent.some((left) => left.id === id)) {
        kept.delete(id);
        localStorage.removeItem(PREFIX + id);
      }
    for (const [number, change] of sent.entries()) {
      const text = unsentText(one, number, change);
      if (kept.get(change.id) === text) continue;
      kept.set(change.id, text);
      keep(change, text);
    }
  };
}

function keep({ id, by }: Sent, text: string): void {
  // An answer that comes after signing out, or once somebody else is here, leaves nothing behind.
  if (localStorage.getItem(PERSON_KEY) !== by.id) return;
  try {
    localStorage.setItem(PREFIX + id, text);
  } catch {
    // A browser that keeps nothing still sends what was asked.
  }
}

const keysOfUnsent = () => Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));

/** What of this browser's person is kept, as it was written. */
export function unsentTexts(): string[] {
  return keysOfUnsent().flatMap((key) => localStorage.getItem(key) ?? []);
}

/**
 * Sends on what an earlier page could not, and again what nobody answered; the code that does is loaded only for it.
 */
export function sendUnsent(): void {
  if (keysOfUnsent().length === 0) return;
  const sent = loadCode(() => import('./change.ts')).then(({ sendUnanswered }) => sendUnanswered());
  sent.catch(() => {
    // It stays stored, and the parts of the page that show it load the same code and say that they could not.
  });
}
