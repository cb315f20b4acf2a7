import { Trans, useLingui } from '@lingui/react/macro';
import { useFailureMessage } from '#console/api/failure-message.ts';
import { RefreshIcon } from './icons.tsx';
import css from './Freshness.module.css';
import { useTimeZone } from './time-zone.ts';
import { useFormats, useNow } from './use-formats.ts';

interface Props {
  /** When what is shown was read, ms; 0: nothing is shown yet. */
  at: number;
  busy: boolean;
  /** Why it could not be read again; what was read before stays. */
  error: Error | null;
  onRefresh: () => void;
}

const RECENT_MS = 60_000;

/** How old is what is shown, and a way to read it again. */
export function Freshness({ at, busy, error, onRefresh }: Props) {
  const { t } = useLingui();
  const timeZone = useTimeZone();
  const format = useFormats(timeZone);
  const now = useNow();
  if (at === 0) return null;
  const read = new Date(at).toISOString();
  const age = format.age(read, Math.max(now, at));
  return (
    <div className={css.freshness}>
      {error && <NotRead error={error} />}
      <time dateTime={read} title={format.exact(read)}>
        {now - at < RECENT_MS ? <Trans>actualizado recién</Trans> : <Trans>actualizado {age}</Trans>}
      </time>
      <button
        type="button"
        className={`button quiet ${css.again}`}
        aria-label={t`Actualizar`}
        title={t`Actualizar`}
        aria-busy={busy}
        onClick={onRefresh}
      >
        <RefreshIcon />
      </button>
    </div>
  );
}

function NotRead({ error }: { error: Error }) {
  const { what } = useFailureMessage(error);
  return (
    <span className={css.notRead} role="alert">
      <Trans>No se pudo actualizar: {what}</Trans>
    </span>
  );
}
