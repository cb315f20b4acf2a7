import { Trans } from '@lingui/react/macro';
import { Link, useSearchParams } from 'react-router';
import { updateSearch } from '#console/inquiries/inbox-address.ts';
import type { RestOfList } from '#console/inquiries/split-days.ts';
import css from './InquiryList.module.css';
import { usePeriodFormat } from './period-text.ts';

export function LastPageNote({ rest }: { rest: RestOfList | undefined }) {
  const [search] = useSearchParams();
  const formatPeriod = usePeriodFormat();
  return (
    <p className={css.note}>
      {rest ? (
        <Trans>
          El servicio entrega hasta 99 páginas de una lista. Esta sigue con{' '}
          <Link to={{ search: updateSearch(search, { ...rest }) }}>{formatPeriod(rest)}</Link>.
        </Trans>
      ) : (
        <Trans>
          La página 99 es la última que el servicio entrega de un día. Las demás de ese día están en{' '}
          <Link to={{ search: updateSearch(search, { copia: '1' }) }}>las que Vitrina tiene</Link>.
        </Trans>
      )}
    </p>
  );
}
