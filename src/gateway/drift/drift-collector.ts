import type { Drift } from '#contract/desk/drift.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { Consulta } from '#contract/inquiries.ts';
import { INQUIRY_TOPIC, REGISTRATION_TOPIC } from '#contract/topics.ts';
import { AgenciaRegistrada } from '#contract/webhooks.ts';
import { findDrift } from './find-drift.ts';

type Schema = Parameters<typeof findDrift>[0];

/** Payloads of messages by topic. */
const PAYLOADS: Readonly<Record<string, Schema>> = {
  [INQUIRY_TOPIC]: Consulta,
  [REGISTRATION_TOPIC]: AgenciaRegistrada,
};
/** Differences that are kept in memory until they are saved. */
const MAX_PENDING = 100;

/** Counts since they were last saved. */
export interface DriftCounts {
  differences: Omit<Drift, 'compared'>[];
  /** Replies that were compared, by source. */
  compared: ReadonlyMap<string, number>;
}

/** Counts in memory how replies and messages of the service differ from the interface. */
export class DriftCollector {
  readonly #now: () => number;
  #differences = new Map<string, DriftCounts['differences'][number]>();
  #compared = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  compareReply(
    { method, path, reply, ref }: Pick<Endpoint, 'method' | 'path' | 'reply' | 'ref'>,
    value: unknown,
    { isRef }: { isRef: boolean },
  ): void {
    const schema = isRef ? ref : reply;
    if (schema) this.#compare(`${method} ${path}${isRef ? ' (ref)' : ''}`, schema, value);
  }

  compareMessage(topic: string, payload: unknown): void {
    const schema = Object.hasOwn(PAYLOADS, topic) ? PAYLOADS[topic] : undefined;
    if (schema) this.#compare(topic, schema, payload);
  }

  #compare(source: string, schema: Schema, value: unknown): void {
    this.#compared.set(source, (this.#compared.get(source) ?? 0) + 1);
    const at = this.#now();
    for (const difference of findDrift(schema, value)) {
      const key = `${source} ${difference.kind} ${difference.path}`;
      const known = this.#differences.get(key);
      if (known) Object.assign(known, difference, { lastAt: at, replies: known.replies + 1 });
      else if (this.#differences.size < MAX_PENDING)
        this.#differences.set(key, { source, ...difference, firstAt: at, lastAt: at, replies: 1 });
    }
  }

  /** Returns the counts, and begins anew. */
  takeCounts(): DriftCounts {
    const counts = { differences: [...this.#differences.values()], compared: this.#compared };
    this.#differences = new Map();
    this.#compared = new Map();
    return counts;
  }
}
