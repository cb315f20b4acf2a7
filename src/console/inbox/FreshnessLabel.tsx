import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { ALL_AGENCIES } from '#contract/inbox-filter-names.ts';
import { indexStateQuery } from '#console/agency-select/agency-queries.ts';
import { useFailureMessage } from '#console/api/failure-message.ts';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { useIsLive } from '#console/live/event-handling.ts';
import { useFormats } from '#console/ui/use-formats.ts';
import { useOnline } from '#console/ui/use-online.ts';
import css from './FreshnessLabel.module.css';

const STEP_MS = 5000;

interface Props {
  readAt: number;
  confirmedAt: number;
  failure: Error | undefined;
  failingMs: number | undefined;
  isComplete: boolean;
  agencias: readonly string[];
}

export function FreshnessLabel({ readAt, confirmedAt, failure, failingMs, isComplete, agencias }: Props) {
  const id = useId();
  const { t } = useLingui();
  const format = useFormats();
  const isLive = useIsLive();
  const isOnline = useOnline();
  const now = Math.max(useSteppedNow(), confirmedAt);
  const freshness = computeFreshness({ isLive, confirmedAt, failingMs, isOnline, isComplete, now });
  const progress = useFillProgress(agencias, freshness === 'partial');
  const failureSentence = useFailureMessage(failure ?? new Error('no failure'));
  const isConfirmed = freshness === 'live' || freshness === 'polled' || freshness === 'partial';
  const since = isConfirmed ? readAt : confirmedAt;
  const age = useAge(now - since);
  const reason = isOnline ? failureSentence.what : t`Sin conexión`;
  const label = {
    live: t`al día`,
    polled: age,
    partial: t`${age} · incompleta`,
    stale: age,
    late: t`${age} · reintentando`,
    lost: t`${reason} · ${age}`,
  }[freshness];
  const exact = format.exact(new Date(since).toISOString());
  const explanation = {
    live: t`Las nuevas llegan solas. Lista leída: ${exact}`,
    polled: t`Se actualiza cada 30 segundos. Lista leída: ${exact}`,
    partial: `${t`Todavía faltan consultas anteriores: se están leyendo. Lista leída: ${exact}`}. ${progress}`,
    stale: t`No se sabe si llegaron otras. Lista leída: ${exact}`,
    late: t`No se sabe si llegaron otras. Lista leída: ${exact}`,
    lost: t`${reason}. No se sabe si llegaron otras. Lista leída: ${exact}`,
  }[freshness];
  return (
    <>
      <p className={css.label} data-freshness={freshness}>
        <button type="button" popoverTarget={id}>
          {label}
        </button>
      </p>
      <div className={css.explanation} id={id} popover="auto">
        {explanation} <HelpLink topic="freshness" />
      </div>
      {/* Screen readers would read the age whenever it changes. */}
      <output className="visually-hidden">
        {freshness === 'lost'
          ? t`${reason}. La lista puede no estar al día.`
          : freshness === 'late' || freshness === 'partial'
            ? t`La lista puede no estar al día.`
            : ''}
      </output>
    </>
  );
}

function useFillProgress(agencias: readonly string[], isFilling: boolean): string {
  const { t, i18n } = useLingui();
  const { data } = useQuery({ ...indexStateQuery(), enabled: isFilling, refetchInterval: STEP_MS });
  const mails = new Set(agencias.map((mail) => mail.toLowerCase()));
  const states = data?.agencies.filter(
    ({ adminMail }) => mails.has(ALL_AGENCIES) || mails.has(adminMail.toLowerCase()),
  );
  if (!states?.length) return '';
  const [count, done, all] = [
    states.reduce((sum, { inquiries }) => sum + inquiries, 0),
    states.filter(({ complete }) => complete).length,
    states.length,
  ].map((number) => i18n.number(number));
  return states.length > 1
    ? t`Van ${count} leídas, con ${done} de ${all} agencias completas.`
    : t`Van ${count} leídas.`;
}

function useAge(ms: number): string {
  const { t, i18n } = useLingui();
  const step = STEP_MS / 1000;
  const seconds = Math.floor(ms / 1000 / step) * step;
  if (seconds < step) return t`recién`;
  const relative = new Intl.RelativeTimeFormat(i18n.locale === 'en' ? 'en-GB' : 'es-AR', {
    numeric: 'always',
    style: 'short',
  });
  if (seconds < 60) return relative.format(-seconds, 'second');
  if (seconds < 3600) return relative.format(-Math.floor(seconds / 60), 'minute');
  return relative.format(-Math.floor(seconds / 3600), 'hour');
}

function useSteppedNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), STEP_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** `live`: inquiries are pushed; `partial`: incomplete index; `stale`: not confirmed in time; `late`, `lost`: polls fail. */
export type Freshness = 'live' | 'polled' | 'partial' | 'stale' | 'late' | 'lost';

const POLL_MS = 30_000;
/** Polls find what was not pushed, and the gateway sweeps polled agencies more often. */
const LIVE_POLL_MS = 60_000;
const POLL_RETRY_MS = 10_000;
const LATE_MS = 2 * POLL_MS + 15_000;
const LOST_MS = 25_000;

interface FreshnessInput {
  isLive: boolean;
  confirmedAt: number;
  failingMs: number | undefined;
  isOnline: boolean;
  isComplete: boolean;
  now: number;
}

export function computeFreshness({
  isLive,
  confirmedAt,
  failingMs,
  isOnline,
  isComplete,
  now,
}: FreshnessInput): Freshness {
  if (!isOnline || (failingMs ?? 0) >= LOST_MS) return 'lost';
  if (failingMs !== undefined) return 'late';
  if (!isComplete) return 'partial';
  if (now - confirmedAt > LATE_MS + (isLive ? LIVE_POLL_MS : 0)) return 'stale';
  return isLive ? 'live' : 'polled';
}

/** `failingMs`: undefined where the last poll did not fail. The longer it fails, the longer it waits. */
export function pollDelay(isLive: boolean, failingMs: number | undefined, retryAfterS = 0): number {
  if (failingMs !== undefined)
    return Math.max(POLL_RETRY_MS, Math.min(failingMs / 6, LIVE_POLL_MS), retryAfterS * 1000);
  return isLive ? LIVE_POLL_MS : POLL_MS;
}
