import { useLingui } from '@lingui/react/macro';
import type { IndexRequest } from '#console/inquiries/inbox-address.ts';
import type { ServicePage } from '#console/inquiries/inquiries-queries.ts';
import { useSession } from '#console/session/session.ts';
import { useFormats } from '#console/ui/use-formats.ts';
import css from './InquiryList.module.css';
import { usePeriodFormat } from './period-text.ts';

interface Props {
  page: ServicePage | undefined;
  request: Pick<IndexRequest, 'desde' | 'hasta' | 'vista'>;
  isPaged: boolean;
}

export function ListPeriod({ page, request: { desde, hasta, vista }, isPaged }: Props) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const formatPeriod = usePeriodFormat();
  if (isPaged && page?.Desde && page.Hasta) {
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
  const isAnyDay = !isPaged && vista !== 'hoy';
  return (
    <p className={css.period}>{formatPeriod({ desde, hasta }) ?? (isAnyDay && t`De cualquier fecha`)}</p>
  );
}
