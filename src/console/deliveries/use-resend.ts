import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BACKGROUND } from '#console/api/query-client.ts';
import { deliveryPageQuery, resendInquiry } from './delivery-queries.ts';
import { findArrival, findLastResend } from './resend.ts';

const DELIVERY_POLL_MS = 2000;

export function useResend(adminMail: string, sid: string) {
  const [times, setTimes] = useState<{ requested: number; accepted?: number }>();
  const accepted = times?.accepted;
  const isCurrent = (fetchedAt: number) => accepted === undefined || fetchedAt > accepted;
  const { data, dataUpdatedAt, isPending } = useQuery({
    ...deliveryPageQuery({ id: sid }),
    meta: BACKGROUND,
    refetchInterval: ({ state }) =>
      !isCurrent(state.dataUpdatedAt) || findLastResend(state.data?.deliveries ?? [])?.outcome === 'caused'
        ? DELIVERY_POLL_MS
        : false,
  });
  const resend = useMutation({
    ...resendInquiry,
    onMutate: () => setTimes({ requested: Date.now() }),
    onSuccess: () => setTimes((current) => current && { ...current, accepted: Date.now() }),
  });
  const deliveries = data?.deliveries ?? [];
  const last = isCurrent(dataUpdatedAt) ? findLastResend(deliveries) : undefined;
  const isExpected = !isCurrent(dataUpdatedAt) || last?.outcome === 'caused';
  return {
    ...resend,
    mutate: () => resend.mutate({ adminMail, sid }),
    times,
    outcome: last?.outcome,
    arrival: findArrival(last, deliveries),
    isExpected,
    canResend: !resend.isPending && !isExpected && !isPending,
  };
}
