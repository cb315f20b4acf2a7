import { isLimitedIn } from '#gateway/permissions/own-inquiries.ts';
import * as z from 'zod/mini';
import { AgenciaProductos } from '#contract/agencies.ts';
import type { AgencySummary } from '#contract/desk/agencies.ts';
import { type Endpoint, addressOf } from '#contract/endpoint.ts';
import { Consultas } from '#contract/inquiries.ts';
import { tolerant } from '#contract/reading.ts';
import { v3 } from '#contract/v3.ts';
import type { Upstream } from '#gateway/forward/upstream.ts';
import { type Person, mailKey } from '#gateway/people/store.ts';
import { refusal } from '#gateway/problems.ts';

const KEPT_MS = 5 * 60_000;
const MOST_KEPT = 4000;
const AT_ONCE = 4;

const ListRead = tolerant(Consultas);
const PackageRead = tolerant(AgenciaProductos);

/** What was answered, undefined where the service refused, and when. */
interface Answer {
  body: unknown;
  at: number;
}
interface Kept {
  until: number;
  answer: Promise<Answer>;
}

/** What lists show of agencies beside their data: asked gently, kept for a while, shared by all who ask. */
export class Summaries {
  readonly #upstream: Upstream;
  readonly #now: () => number;
  readonly #kept = new Map<string, Kept>();
  readonly #waiting: (() => void)[] = [];
  #asking = 0;

  constructor(upstream: Upstream, now: () => number) {
    this.#upstream = upstream;
    this.#now = now;
  }

  /**
   * A person limited to their own inquiries there is told of those alone. `asks` counts each call of the service, and
   * throws where there is no room for it.
   * @throws ProblemError when the service does not answer
   */
  async of(
    person: Pick<Person, 'mail' | 'ownInquiriesIn'>,
    adminMail: string,
    asks: () => void,
  ): Promise<AgencySummary> {
    const agency = mailKey(adminMail);
    const operador = isLimitedIn(person, adminMail) ? person.mail : undefined;
    const [inquiries, products] = await Promise.all([
      this.#ask(v3.listInquiries, addressOf(v3.listInquiries, { adminMail: agency }, { operador }), asks),
      this.#ask(v3.viewPackage, addressOf(v3.viewPackage, { adminMail: agency }), asks),
    ]);
    const list = inquiries.body === undefined ? undefined : read(ListRead, inquiries.body);
    return {
      lastInquiry: list?._entries[0]?.Momento ?? null,
      total: list?.Total ?? null,
      package:
        products.body === undefined ? null : read(z.pipe(PackageRead, z.looseObject({})), products.body),
      askedAt: Math.min(inquiries.at, products.at),
    };
  }

  async #ask(endpoint: Endpoint, path: string, asks: () => void): Promise<Answer> {
    const known = this.#kept.get(path);
    if (known && this.#now() < known.until) return known.answer;
    asks();
    const answer = this.#inTurn(async () => {
      const reply = await this.#upstream.call({ endpoint, path });
      const body: unknown = reply.status === endpoint.success ? JSON.parse(reply.body ?? '') : undefined;
      return { body, at: this.#now() };
    });
    this.#keep(path, { until: this.#now() + KEPT_MS, answer });
    answer.catch(() => {
      if (this.#kept.get(path)?.answer === answer) this.#kept.delete(path);
    });
    return answer;
  }

  #keep(path: string, kept: Kept): void {
    // What was asked longest ago comes first, and is the first to be forgotten.
    this.#kept.delete(path);
    this.#kept.set(path, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }

  async #inTurn<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#asking === AT_ONCE)
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    else this.#asking += 1;
    try {
      return await ask();
    } finally {
      // The place goes to the next in line, who is counted already.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#asking -= 1;
    }
  }
}

/** @throws ProblemError where a reply breaks the documented part */
function read<T>(schema: z.ZodMiniType<T>, body: unknown): T {
  const parsed = z.safeParse(schema, body);
  if (!parsed.success) throw refusal('upstream-broken');
  return parsed.data;
}
