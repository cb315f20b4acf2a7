import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState, useSyncExternalStore } from 'react';
import { ALL_AGENCIES } from '#contract/queue-names.ts';
import { indexState } from '#console/inquiries/inquiries-queries.ts';
import { useFailureMessage } from '#console/api/failure-message.ts';
import { useSession } from '#console/session/session.ts';
import { useFormats } from '#console/ui/use-formats.ts';
import css from './FreshnessLabel.module.css';
import { freshnessOf } from './freshness.ts';
import { useIsLive } from './live.ts';

/** What is shown of the seconds moves this often, ms. */
const STEP_MS = 5000;

interface Props {
  /** When what is shown was read, ms since 1970. */
  readAt: number;
  /** When it was known last whether others arrived, ms since 1970. */
  at: number;
  /** What it could not be asked by, and for how long, ms. */
  failure: Error | undefined;
  failingMs: number | undefined;
  /** The index has all inquiries. */
  isComplete: boolean;
  /** Whose inquiries these are. */
  agencias: readonly string[];
}

/** Since when what is shown is known to be complete, and why it is not known now. */
export function FreshnessLabel({ readAt, at, failure, failingMs, isComplete, agencias }: Props) {
  const id = useId();
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const live = useIsLive();
  const online = useOnline();
  const now = Math.max(useSteps(), at);
  const { is } = freshnessOf({ live, at, failingMs, online, whole: isComplete, now });
  const progress = useFillProgress(agencias, is === 'part');
  const why = useFailureMessage(failure ?? new Error('nothing failed'));
  const since = is === 'late' || is === 'lost' ? at : readAt;
  const age = useAge(now - since);
  const reason = online ? why.what : t`Sin conexión`;
  const text = {
    live: t`al día`,
    asked: age,
    part: t`${age} · incompleta`,
    late: failure ? t`${age} · reintentando` : t`${age} · sin confirmar`,
    lost: t`${reason} · ${age}`,
  }[is];
  const exact = format.exact(new Date(since).toISOString());
  const inFull = {
    live: t`Las nuevas llegan solas. Lista leída: ${exact}`,
    asked: t`Se actualiza cada 30 segundos. Lista leída: ${exact}`,
    part: `${t`Todavía faltan consultas anteriores: se están leyendo. Lista leída: ${exact}`}. ${progress}`,
    late: t`No se sabe si llegaron otras. Lista leída: ${exact}`,
    lost: t`${reason}. No se sabe si llegaron otras. Lista leída: ${exact}`,
  }[is];
  return (
    <>
      <p className={css.label} data-is={is === 'part' ? 'late' : is}>
        <button type="button" title={inFull} popoverTarget={id}>
          {text}
        </button>
      </p>
      <div className={css.inFull} id={id} popover="auto">
        {inFull}
      </div>
      {/* Seconds are for the eye. */}
      <output className="visually-hidden">
        {is === 'lost'
          ? t`${reason}. La lista puede no estar al día.`
          : is === 'late' || is === 'part'
            ? t`La lista puede no estar al día.`
            : ''}
      </output>
    </>
  );
}

/** How far the first read of some agencies has come, in words. */
function useFillProgress(agencias: readonly string[], isFilling: boolean): string {
  const { t, i18n } = useLingui();
  const { data } = useQuery({ ...indexState(), enabled: isFilling, refetchInterval: STEP_MS });
  const keys = new Set(agencias.map((mail) => mail.toLowerCase()));
  const read = data?.agencies.filter(
    ({ adminMail }) => keys.has(ALL_AGENCIES) || keys.has(adminMail.toLowerCase()),
  );
  if (!read?.length) return '';
  const [count, done, all] = [
    read.reduce((sum, { inquiries }) => sum + inquiries, 0),
    read.filter(({ complete }) => complete).length,
    read.length,
  ].map((number) => i18n.number(number));
  return read.length > 1
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

/** The present, moving every few seconds. */
function useSteps(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), STEP_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      addEventListener('online', listener);
      addEventListener('offline', listener);
      return () => {
        removeEventListener('online', listener);
        removeEventListener('offline', listener);
      };
    },
    () => navigator.onLine,
  );
}
