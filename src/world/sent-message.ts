import { sidOf } from '#contract/sid.ts';

/** A message of a webhook as the service sends it. */
export interface SentMessage {
  topic: string;
  hookId: string;
  /** Upper-case; undefined: it is about no inquiry. */
  sid: string | undefined;
  at: number;
  /** Time of the reply that says that it was received. */
  acknowledgedAt: number | undefined;
}

export function readMessage(
  { headers, body }: { headers: Record<string, string>; body: string },
  at: number,
): SentMessage {
  return {
    topic: headers['notification-topic'] ?? '',
    hookId: headers['notification-hook-id'] ?? '',
    sid: sidOf(JSON.parse(body) as Parameters<typeof sidOf>[0])?.toUpperCase(),
    at,
    acknowledgedAt: undefined,
  };
}
