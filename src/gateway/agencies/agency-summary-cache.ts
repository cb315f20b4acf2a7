import { isLimitedToOwnInquiries } from '#gateway/permissions/own-inquiries.ts';
import * as z from 'zod/mini';
import { AgenciaProductos } from '#contract/agencies.ts';
import type { AgencySummary } from '#contract/desk/agencies.ts';
import { type Endpoint, addressOf } from '#contract/endpoint.ts';
import { Consultas } from '#contract/inquiries.ts';
import { tolerant } from '#contract/reading.ts';
import { v3 } from '#contract/v3.ts';
import { parseExactJson } from '#gateway/forward/exact-json.ts';
import type { Upstream } from '#gateway/forward/upstream.ts';
import { type Person, mailKey } from '#gateway/people/store.ts';
import { createProblem } from '#gateway/problems.ts';

const SUMMARY_TTL_MS = 5 * 60_000;
const MAX_CACHED_SUMMARIES = 4000;
const MAX_CONCURRENT_SUMMARIES = 4;

const InquiryListSchema = tolerant(Consultas);
const AgencyPackageSchema = tolerant(AgenciaProductos);

/** `body` is undefined where the service replied with another status than success; `at`: ms since 1970. */
interface CachedReply {
  body: unknown;
  at: number;
}
interface CacheEntry {
  expiresAt: number;
  reply: Promise<CachedReply>;
}

/** Caches summaries of agencies for all people; at most `MAX_CONCURRENT_SUMMARIES` calls run at once. */
export class AgencySummaryCache {
  readonly #upstream: Upstream;
  readonly #now: () => number;
  readonly #cache = new Map<string, CacheEntry>();
  readonly #queue: (() => void)[] = [];
  #running = 0;

  constructor(upstream: Upstream, now: () => number) {
    this.#upstream = upstream;
    this.#now = now;
  }

  /**
   * The summary of an agency; counts only own inquiries for a person limited to them. `consumeCall` runs before each
   * call of the service and may throw.
   * @throws ProblemError when the service does not reply
   */
  async get(
    person: Pick<Person, 'mail' | 'ownInquiriesIn'>,
    adminMail: string,
    consumeCall: () => Promise<void>,
  ): Promise<AgencySummary> {
    const agency = mailKey(adminMail);
    const operador = isLimitedToOwnInquiries(person, adminMail) ? person.mail : undefined;
    const [inquiries, products] = await Promise.all([
      this.#fetch(
        v3.listInquiries,
        addressOf(v3.listInquiries, { adminMail: agency }, { operador }),
        consumeCall,
      ),
      this.#fetch(v3.viewPackage, addressOf(v3.viewPackage, { adminMail: agency }), consumeCall),
    ]);
    const list =
      inquiries.body === undefined ? undefined : parseSummaryBody(InquiryListSchema, inquiries.body);
    return {
      lastInquiry: list?._entries[0]?.Momento ?? null,
      total: list?.Total ?? null,
      package:
        products.body === undefined
          ? null
          : parseSummaryBody(z.pipe(AgencyPackageSchema, z.looseObject({})), products.body),
      askedAt: Math.min(inquiries.at, products.at),
    };
  }

  async #fetch(endpoint: Endpoint, path: string, consumeCall: () => Promise<void>): Promise<CachedReply> {
    const isCurrent = (entry: CacheEntry | undefined) => entry && this.#now() < entry.expiresAt;
    if (!isCurrent(this.#cache.get(path))) await consumeCall();
    const cached = this.#cache.get(path);
    if (cached && isCurrent(cached)) return cached.reply;
    const reply = this.#withSlot(async () => {
      const { status, body: text } = await this.#upstream.call({ endpoint, path });
      const body: unknown = status === endpoint.success ? parseExactJson(text ?? '') : undefined;
      return { body, at: this.#now() };
    });
    this.#store(path, { expiresAt: this.#now() + SUMMARY_TTL_MS, reply });
    reply.catch(() => {
      if (this.#cache.get(path)?.reply === reply) this.#cache.delete(path);
    });
    return reply;
  }

  #store(path: string, entry: CacheEntry): void {
    // Maps iterate in insertion order: the first entry is the oldest.
    this.#cache.delete(path);
    this.#cache.set(path, entry);
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > MAX_CACHED_SUMMARIES && oldest !== undefined) this.#cache.delete(oldest);
  }

  async #withSlot<T>(call: () => Promise<T>): Promise<T> {
    if (this.#running === MAX_CONCURRENT_SUMMARIES)
      await new Promise<void>((resolve) => {
        this.#queue.push(resolve);
      });
    else this.#running += 1;
    try {
      return await call();
    } finally {
      // The slot passes to the next waiting call, which is counted already.
      const next = this.#queue.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}

/** @throws ProblemError where the body breaks the contract */
function parseSummaryBody<T>(schema: z.ZodMiniType<T>, body: unknown): T {
  const parsed = z.safeParse(schema, body);
  if (!parsed.success) throw createProblem('upstream-broken');
  return parsed.data;
}
