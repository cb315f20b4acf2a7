import type { Mailer } from '#mail/mailer.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import type { Timeline } from './timeline.ts';

export const MAIL_FAULTS = ['slow', 'refuse', 'hang', 'reply-lost', 'refuse-some'] as const;
export type MailFault = (typeof MAIL_FAULTS)[number];

/** A mail that the server took. */
export interface SentMail {
  id: string;
  to: string;
  subject: string;
  text: string;
  at: number;
  process: SimulatedProcess;
  /** When the sender was told so; undefined: it never was. */
  acknowledgedAt: number | undefined;
}

/** The mail server of a world. */
export class PostOffice {
  readonly #timeline: Timeline;
  readonly #random: SeededRandom;
  readonly mails: SentMail[] = [];
  fault: { kind: MailFault; probability: number } | undefined;
  /** Addresses that do not exist: their mails are refused for ever. */
  readonly unknown = new Set<string>();

  constructor(timeline: Timeline, random: SeededRandom) {
    this.#timeline = timeline;
    this.#random = random;
  }

  createMailer(process: SimulatedProcess): Mailer {
    const sleep = (ms: number, signal: AbortSignal | undefined) => process.clock.sleep(ms, signal);
    return {
      verify: async () => {},
      close: () => {},
      send: async ({ id, to, subject, text }, signal) => {
        const fault = this.fault && this.#random.chance(this.fault.probability) ? this.fault.kind : undefined;
        if (fault) this.#timeline.note(`${process.name}: a mail meets ${fault}`);
        if (fault === 'hang') await sleep(600_000, signal);
        await sleep(
          fault === 'slow' ? this.#random.between(2000, 9000) : this.#random.between(20, 300),
          signal,
        );
        if (this.unknown.has(to))
          throw Object.assign(new Error('550 no such user'), { code: 'EENVELOPE', responseCode: 550 });
        // Some are refused for now: it follows from the address whose.
        if (fault === 'refuse' || (fault === 'refuse-some' && to.length % 2 === 0))
          throw Object.assign(new Error('421 try later'), { code: 'EENVELOPE', responseCode: 421 });
        const { now } = this.#timeline;
        const mail: SentMail = { id, to, subject, text, at: now, process, acknowledgedAt: undefined };
        this.mails.push(mail);
        this.#timeline.note(`mail to ${to}: ${subject}`);
        if (fault === 'reply-lost')
          throw Object.assign(new Error('Connection closed'), { code: 'ECONNECTION' });
        await process.step(() => {});
        await sleep(this.#random.between(1, 50), signal);
        mail.acknowledgedAt = this.#timeline.now;
      },
    };
  }
}
