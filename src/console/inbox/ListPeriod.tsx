import { useLingui } from '@lingui/react/macro';
import type { IndexRequest } from '#console/inquiries/inbox-address.ts';
import type { InquiryPage } from '#console/inquiries/inquiries-queries.ts';
import { useSession } from '#console/session/session.ts';
import { useFormats } from '#console/ui/use-formats.ts';
import css from './InquiryList.module.css';

interface Props {
  /** The service's page; undefined in a list of the index. */
  page: InquiryPage | undefined;
  request: Pick<IndexRequest, 'desde' | 'hasta' | 'vista'>;
  isPaged: boolean;
}

/** The days of the list: those that the service applied, or those of the address. */
export function ListPeriod({ page, request: { desde, hasta, vista }, isPaged }: Props) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  if (isPaged && page?.Desde && page.Hasta) {
    const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ');
    return (
      <p
        className={css.window}
        title={t`Días según la hora de ${place}. Ventana que informó el servicio: ${page.Desde} a ${page.Hasta}`}
      >
        {format.days(page.Desde, page.Hasta)}
      </p>
    );
  }
  const formatDays = (first: string, last = first) => format.days(`${first}T12:00:00Z`, `${last}T12:00:00Z`);
  const getText = () => {
    if (desde && hasta) return formatDays(desde, hasta);
    const day = formatDays(desde ?? hasta ?? '1970-01-01');
    if (desde) return t`Desde el ${day}`;
    if (hasta) return t`Hasta el ${day}`;
    return isPaged || vista === 'hoy' ? '' : t`De cualquier fecha`;
  };
  return <p className={css.window}>{getText()}</p>;
}
