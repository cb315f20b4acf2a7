import { useLingui } from '@lingui/react/macro';
import { type IndexRequest, type InboxAddress, isServiceList } from '#console/inquiries/inbox-address.ts';
import type { ServicePage } from '#console/inquiries/inquiry-queries.ts';
import { useSession } from '#console/session/session.ts';
import { useFormats } from '#console/ui/use-formats.ts';
import css from './InquiryList.module.css';
import { usePeriodFormat } from './period-text.ts';

interface Props {
  page: ServicePage | undefined;
  address: InboxAddress;
  /** With the days of the address resolved. */
  request: Pick<IndexRequest, 'desde' | 'hasta' | 'vista'>;
}

export function ListPeriod({ page, address, request: { desde, hasta, vista } }: Props) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const formatPeriod = usePeriodFormat();
  if (isServiceList(address) && page?.Desde && page.Hasta) {
    const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ');
    return (
      <p
        className={css.period}
        title={t`Días según la hora de ${place}. Ventana que informó el servicio: ${page.Desde} a ${page.Hasta}`}
      >
        {format.days(page.Desde, page.Hasta)}
      </p>
    );
  }
  const isAnyDay = !isServiceList(address) && vista !== 'hoy';
  return (
    <p className={css.period}>{formatPeriod({ desde, hasta }) ?? (isAnyDay && t`De cualquier fecha`)}</p>
  );
}
