import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BACKGROUND } from '#console/api/query-client.ts';
import { deliveryPage, resendInquiry } from './deliveries-queries.ts';
import { arrivalOf, lastResend } from './resend.ts';

const POLL_MS = 2000;

/** Resends an inquiry and follows the last resend until the gateway knows what became of it. */
export function useResend(adminMail: string, sid: string) {
  const client = useQueryClient();
  /** By this browser's clock, ms. */
  const [times, setTimes] = useState<{ requested: number; accepted?: number }>();
  const accepted = times?.accepted;
  // What was read before the service accepted it is about earlier resends.
  const isCurrent = (readAt: number) => accepted === undefined || readAt > accepted;
  const known = useQuery({
    ...deliveryPage({ id: sid }),
    meta: BACKGROUND,
    refetchInterval: ({ state }) =>
      !isCurrent(state.dataUpdatedAt) || lastResend(state.data?.deliveries ?? [])?.outcome === 'caused'
        ? POLL_MS
        : false,
  });
  const resend = useMutation({
    mutationFn: () => resendInquiry(adminMail, sid),
    onMutate: () => setTimes({ requested: Date.now() }),
    onSuccess: () => setTimes((held) => held && { ...held, accepted: Date.now() }),
    onSettled: () => client.invalidateQueries({ queryKey: ['deliveries'] }),
  });
  const deliveries = known.data?.deliveries ?? [];
  const last = isCurrent(known.dataUpdatedAt) ? lastResend(deliveries) : undefined;
  const isExpected = !isCurrent(known.dataUpdatedAt) || last?.outcome === 'caused';
  return {
    ...resend,
    times,
    outcome: last?.outcome,
    arrival: arrivalOf(last, deliveries),
    /** It was accepted, and may still arrive here. */
    isExpected,
    canResend: !resend.isPending && !isExpected && !known.isPending,
  };
}
