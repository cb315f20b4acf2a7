import { useQuery } from '@tanstack/react-query';
import { type ReactNode, createContext, use } from 'react';
import type { Hours } from '#contract/hours.ts';
import type { InquiryKey } from '#console/inquiries/inquiry-queries.ts';
import { useSession } from '#console/session/session.ts';
import { agencyHoursQuery } from '#console/settings/hours/hours-queries.ts';
import { useNow } from '#console/ui/use-formats.ts';
import { useFollowUpText } from './follow-up-text.ts';

interface FollowUpScope {
  inquiryKey: InquiryKey;
  hours: Hours | undefined;
  zone: string;
  now: number;
  canChange: boolean;
  text: ReturnType<typeof useFollowUpText>;
}

const FollowUpContext = createContext<FollowUpScope | null>(null);

export function FollowUpProvider({ inquiryKey, children }: { inquiryKey: InquiryKey; children: ReactNode }) {
  const { timeZone, may } = useSession();
  const canChange = may.includes('changeFollowUp');
  const hours = useQuery(agencyHoursQuery(inquiryKey.adminMail)).data?.hours;
  const zone = hours?.zone ?? timeZone;
  const now = useNow();
  const text = useFollowUpText(zone, now);
  const scope = { inquiryKey, hours, zone, now, canChange, text };
  // oxlint-disable-next-line react/jsx-no-constructed-context-values -- the React Compiler memoizes it
  return <FollowUpContext value={scope}>{children}</FollowUpContext>;
}

export function useFollowUpContext(): FollowUpScope {
  const scope = use(FollowUpContext);
  if (!scope) throw new Error('No FollowUpProvider');
  return scope;
}
