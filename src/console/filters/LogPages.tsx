import { Trans } from '@lingui/react/macro';
import { Link, useSearchParams } from 'react-router';
import { BackIcon, NextIcon } from '#console/ui/icons.tsx';
import css from './filters.module.css';
import { type LogAddress, changedLogSearch } from './log-address.ts';

interface Props {
  label: string;
  address: LogAddress;
  /** Whether there are older ones. */
  more: boolean;
  /** The oldest on this page. */
  last: string | undefined;
}

/** From one page of a log to the older one, and back to the newest. */
export function LogPages({ label, address, more, last }: Props) {
  const [search] = useSearchParams();
  const { before } = address.asked;
  const go = (to: string | undefined) => ({ search: changedLogSearch(search, { before: to }) });
  if (!before && !more) return null;
  return (
    <nav className={css.pages} aria-label={label}>
      {before && (
        <Link className="button" to={go(undefined)}>
          <BackIcon /> <Trans>Las más nuevas</Trans>
        </Link>
      )}
      {more && last && (
        <Link className={`button ${css.older}`} to={go(last)}>
          <Trans>Más antiguas</Trans> <NextIcon />
        </Link>
      )}
    </nav>
  );
}
