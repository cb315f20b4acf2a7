import type { Member } from './template.ts';

/** An inquiry that the service took. */
export interface PublishedInquiry {
  agency: string;
  id: string;
  sid: string;
  at: number;
  operator: string | null;
  phone: string;
  mail: string;
}

/** A change of the follow-up that the gateway acknowledged. */
export interface AcknowledgedChange {
  id: string;
  agency: string;
  sid: string;
  at: number;
}

/** Record of what was acknowledged to people, publishers and partners. The programs do not see it. */
export class Ledger {
  readonly inquiries = new Map<string, PublishedInquiry>();
  readonly changes: AcknowledgedChange[] = [];
  readonly invited = new Map<string, number>();
  /** Requests for a new password, also those without a reply. */
  readonly recoveries: { mail: string; at: number; isAcknowledged: boolean }[] = [];
  /** Times until which a person's digest, or an agency's alarm, may have been set another way, by mail. */
  readonly settings = new Map<string, number>();
  readonly erased: { agency: string; sid: string; at: number }[] = [];
  readonly jobs: { id: string; rows: number; by: string }[] = [];
  readonly exports: { id: string; by: Member; isMasked: boolean; at: number }[] = [];
  /** Inquiries, by upper-case sid, of which somebody asked for another message. */
  readonly resent = new Set<string>();
  /** Addresses that guessed a password wrong several times, and whether the right one let them in then. */
  readonly guesses: { address: string; isLetIn: boolean }[] = [];
  /** Times in which a topic was switched off. */
  readonly silences: { topic: string; from: number; to: number }[] = [];
  /** People whose rights somebody is changing, by mail. */
  readonly changingRights = new Set<string>();
  /** Broken laws that were seen while people looked. */
  readonly seen: { law: string; what: string }[] = [];
  /** Durations of stops, ms. */
  readonly stops: { program: string; tookMs: number }[] = [];
  /** Agencies that the partner ended, at a time. */
  readonly disassociated = new Map<string, number>();

  /** Notes a broken law that somebody saw. */
  see(law: string, what: string): void {
    if (this.seen.length < 20) this.seen.push({ law, what });
  }
}
