import type { RefusalReason } from '#contract/desk/deliveries.ts';
import type { INVITATION_STATES } from '#contract/desk/invitations.ts';
import type { TracedSeller } from '#contract/desk/trace.ts';
import type { RELAY_OUTCOMES } from '#contract/desk/relay.ts';
import type { DiscoverySource } from '#gateway/inquiries/tables.ts';
import type { TopicPeriod } from '#gateway/webhooks/topic-periods.ts';

// Facts about an inquiry and its agency. All times are ms since 1970.

/** An attempt of the service to deliver a message of the inquiry. */
export interface AttemptFact {
  at: number;
  outcome: 'delivered' | 'retried' | 'given-up' | 'suspended';
  status: number | null;
  error: string | null;
  hookId: string;
  /** It went to our callback. */
  isHere: boolean;
  host: string;
}

export interface AgencyFacts {
  /** The index has it, and the service lists it. */
  isListed: boolean;
  /** When the index added it; null: not known, or not indexed. */
  addedAt: number | null;
  /** It is hidden since then. */
  goneAt: number | null;
  /** Last complete read of its newest inquiries. */
  sweptAt: number | null;
  failingSince: number | null;
  invitation: (typeof INVITATION_STATES)[number] | null;
}

/** Settings of the topic of inquiries at the service; null there: not configured. */
export interface TopicFacts {
  settings: { isActive: boolean; isHere: boolean; host: string } | null;
  /** `Activo` that the console set last. */
  lastActive: boolean | null;
  /** Newest verified message and newest refused one. */
  lastHeardAt: number | null;
  lastRefusal: { at: number; reason: RefusalReason } | null;
  /** Newest attempt of the topic; null: none, not known, or its message arrived all the same. */
  lastAttempt: AttemptFact | null;
}

/** A target that messages of the inquiry were relayed to. */
export interface RelayFact {
  target: string;
  host: string;
  /** A message waits for it. */
  isWaiting: boolean;
  /** Oldest first. */
  attempts: readonly {
    at: number;
    outcome: (typeof RELAY_OUTCOMES)[number];
    status: number | null;
    error: string | null;
  }[];
}

/** The mail of the inquiry to the CRM of its agency. */
export interface CrmFact {
  outcome: 'accepted' | 'waiting' | 'given-up';
  /** Time at which it was accepted or given up; of one that waits, at which it was queued. */
  at: number;
  /** Answer of the mail server to the last attempt that failed, or the code of the error. */
  failure: string | null;
}

export interface InquiryFacts {
  /** Momento; null: nobody has the inquiry. */
  at: number | null;
  /** The service has it; null: it did not say. */
  isAtService: boolean | null;
  index: {
    firstSeenAt: number;
    source: DiscoverySource;
    goneAt: number | null;
  } | null;
  isErased: boolean;
  /** State of the topic at `at`; undefined: no time. */
  topicThen: TopicPeriod['state'];
  /** Oldest first; null: the service does not list attempts of that time. */
  attempts: readonly AttemptFact[] | null;
  /** Verified messages of the inquiry, oldest first. */
  messages: readonly { id: string; at: number; hookId: string | null; receivedCount: number }[];
  /** Refused messages from `at` on, without those that were accepted later, oldest first. */
  refusals: readonly { id: string; at: number; hookId: string | null; reason: RefusalReason }[];
  /** Targets that the messages were relayed to. */
  relays: readonly RelayFact[];
  /** null: it was not mailed, or that is not known any more. */
  crm: CrmFact | null;
  /** Sellers of the agency who see it, and who do not, as they are limited to their own inquiries. */
  audience: { shown: readonly TracedSeller[]; hidden: readonly TracedSeller[] };
  opened: { at: number; by: string } | null;
  touched: { at: number; by: string } | null;
}

export interface LeadFacts {
  now: number;
  /** The first instant that retention keeps. */
  keptSince: number;
  /** Its clock and ours differ so much that it refuses our calls, and we its messages. */
  isClockOff: boolean;
  agency: AgencyFacts;
  /** null: the service did not say. */
  topic: TopicFacts | null;
  /** null: the agency alone is asked about. */
  inquiry: InquiryFacts | null;
}
