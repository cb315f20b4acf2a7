import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Delivery } from '#contract/desk/deliveries.ts';
import type { FailureMeanings } from '#console/api/failure-message.ts';
import { BACKGROUND } from '#console/api/query-client.ts';
import { deliveryPageQuery, resendInquiry } from './delivery-queries.ts';

const DELIVERY_POLL_MS = 2000;

export function useResend(adminMail: string, sid: string, { isTest = false } = {}) {
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
    mutate: () => resend.mutate({ adminMail, sid, isTest }),
    times,
    outcome: last?.outcome,
    arrival: findArrival(last, deliveries),
    isExpected,
    canResend: !resend.isPending && !isExpected && !isPending,
  };
}

const RESEND_OUTCOMES = new Set<Delivery['outcome']>(['caused', 'arrived', 'unseen', 'elsewhere']);

export function findLastResend(deliveries: readonly Delivery[]): Delivery | undefined {
  return deliveries.find(({ outcome }) => RESEND_OUTCOMES.has(outcome));
}

export interface Arrival {
  id: string;
  tookMs: number;
  bodySigned: boolean | null;
}

export function findArrival(
  resend: Delivery | undefined,
  deliveries: readonly Delivery[],
): Arrival | undefined {
  const message = deliveries.find(({ id }) => id === resend?.pairedId);
  if (!resend || !message) return undefined;
  return { id: message.id, tookMs: Math.max(0, message.at - resend.at), bodySigned: message.bodySigned };
}

/** Says why the service does not send the notification of an inquiry again. */
export function useResendMeanings(): FailureMeanings {
  const { t } = useLingui();
  const advice = '';
  return {
    400: {
      what: t`El servicio no la reenvía: tiene más de 30 días, o el aviso de consultas nuevas no está encendido`,
      advice,
    },
    403: { what: t`La agencia ya no está asociada a esta aplicación: de ella no se reenvía nada`, advice },
    404: { what: t`El servicio ya no tiene esta consulta`, advice },
    429: { what: t`El servicio pide esperar un momento antes de reenviar otra vez`, advice },
  };
}
