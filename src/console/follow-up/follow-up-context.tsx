import { type ReactNode, createContext, use } from 'react';
import type { InquiryKey } from '#console/inquiries/inquiries-queries.ts';
import { useNow } from '#console/ui/use-formats.ts';
import { useFollowUpText } from './follow-up-text.ts';

interface FollowUpScope {
  inquiry: InquiryKey;
  /** IANA name of the zone in which times are shown. */
  zone: string;
  now: number;
  canChange: boolean;
  text: ReturnType<typeof useFollowUpText>;
}

const FollowUpContext = createContext<FollowUpScope | null>(null);

interface Props extends Pick<FollowUpScope, 'inquiry' | 'zone' | 'canChange'> {
  children: ReactNode;
}

export function FollowUpProvider({ inquiry, zone, canChange, children }: Props) {
  const now = useNow();
  const text = useFollowUpText(zone, now);
  const scope = { inquiry, zone, now, canChange, text };
  // oxlint-disable-next-line react/jsx-no-constructed-context-values -- the React Compiler memoizes it
  return <FollowUpContext value={scope}>{children}</FollowUpContext>;
}

/** The inquiry whose follow-up is shown, and how. */
export function useFollowUpScope(): FollowUpScope {
  const scope = use(FollowUpContext);
  if (!scope) throw new Error('No FollowUpProvider');
  return scope;
}
