import { Agent, request } from 'undici';
import { PrivateAddress, type Resolve, isPrivateHost, publicLookup } from './addresses.ts';

export interface Post {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Gives the attempt up. */
  signal: AbortSignal;
}

/** Posts to callbacks and gives the status of the answer, whose body nobody reads. */
export interface Poster {
  /** @throws Error when there was no answer, or the address is not to be called */
  post(post: Post): Promise<number>;
  close(): Promise<void>;
}

/** 15 s for the headers of the answer, from the beginning (decisions, Webhooks). */
export const ANSWER_MS = 15_000;
const IGNORED_BODY_BYTES = 16 * 1024;

/** Unless local callbacks are allowed, every address is checked as the connection to it is made. */
export function createPoster({
  allowLocal,
  resolve,
  answerMs = ANSWER_MS,
}: {
  allowLocal: boolean;
  resolve?: Resolve | undefined;
  answerMs?: number;
}): Poster {
  const agent = new Agent({
    allowH2: false,
    connect: { timeout: answerMs, ...(!allowLocal && { lookup: publicLookup(resolve) }) },
  });
  return {
    async post({ url, headers, body, signal }) {
      // A literal address is connected to without a look-up.
      const { hostname } = new URL(url);
      if (!allowLocal && isPrivateHost(hostname)) throw new PrivateAddress(hostname);
      const answer = await request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        dispatcher: agent,
        signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
      });
      answer.body.dump({ limit: IGNORED_BODY_BYTES }).catch(() => {});
      return answer.statusCode;
    },
    close: () => agent.destroy(),
  };
}
