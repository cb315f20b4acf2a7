import { lookup } from 'node:dns';
import { Agent, request } from 'undici';
import { isLoopback } from '#http/loopback.ts';
import { readTime } from '#signing/request.ts';
import { PrivateAddress, type Resolve, checkedLookup, isPrivateHost, isPublicAddress } from './addresses.ts';

export interface Post {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Gives the attempt up. */
  signal: AbortSignal;
}

/** What a callback answered; its body nobody reads. */
export interface Answer {
  status: number;
  /** `Retry-After`, as it was sent. */
  retryAfter?: string | undefined;
}

export interface Poster {
  /** @throws Error when there was no answer, or the address is not to be called */
  post(post: Post): Promise<Answer>;
  close(): Promise<void>;
}

/** 15 s for the headers of the answer, from the beginning (decisions, Webhooks). */
export const ANSWER_MS = 15_000;
const IGNORED_BODY_BYTES = 16 * 1024;

/** Every address is checked as the connection to it is made. */
export function createPoster({
  allowLocal,
  resolve = lookup,
  isPublic = isPublicAddress,
  answerMs = ANSWER_MS,
}: {
  allowLocal: boolean;
  resolve?: Resolve | undefined;
  isPublic?: (address: string) => boolean;
  answerMs?: number;
}): Poster {
  const agent = new Agent({
    allowH2: false,
    connect: {
      timeout: answerMs,
      lookup: checkedLookup(resolve, (address) => isPublic(address) || (allowLocal && isLoopback(address))),
    },
  });
  return {
    async post({ url, headers, body, signal }) {
      // A literal address is connected to without a look-up.
      const { hostname } = new URL(url);
      if (isPrivateHost(hostname, allowLocal)) throw new PrivateAddress(hostname);
      const answer = await request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        dispatcher: agent,
        signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
      });
      answer.body.dump({ limit: IGNORED_BODY_BYTES }).catch(() => {});
      const retryAfter = [answer.headers['retry-after']].flat()[0];
      return { status: answer.statusCode, retryAfter };
    },
    close: () => agent.destroy(),
  };
}

/** No callback is left alone for longer. */
const LONGEST_ASKED_MS = 86_400_000;

/** Until when a callback that is busy asks to be left alone; undefined when it does not say. */
// decided: `Retry-After` of a 429 or a 503 is honoured where it is later than the schedule, for up to 24 h.
export function askedUntil({ status, retryAfter }: Answer, now: number): number | undefined {
  if (retryAfter === undefined || (status !== 429 && status !== 503)) return undefined;
  const at = /^\s*\d+\s*$/.test(retryAfter) ? now + 1000 * Number(retryAfter) : readTime(retryAfter);
  return at === undefined ? undefined : Math.min(at, now + LONGEST_ASKED_MS);
}
