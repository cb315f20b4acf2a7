import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useSession } from '#console/session/session.ts';
import { useFormats, useNow } from '#console/ui/formats.ts';
import css from './InquiryRow.module.css';
import type { Inquiry } from './inquiries-queries.ts';
import { firstLine, personName, vehicleName } from './inquiry-text.ts';

interface Props {
  entry: Inquiry;
  sid: string | undefined;
  /** Address of the inquiry; missing when it has no identifier. */
  to: string | undefined;
  open: boolean;
}

/** One inquiry in two lines. The name is a link that covers the row. */
export function InquiryRow({ entry, sid, to, open }: Props) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const now = useNow();
  const { Interesado: person, Auto: vehicle } = entry;
  const operation = person.InfoOperacion;
  const marks = [
    operation?.EntregaVehiculo && t`Permuta`,
    operation?.FinanciacionDeseada && t`Financia`,
    operation?.QuiereCotizacionSeguro === true && t`Seguro`,
  ].filter(Boolean);
  const name = personName(person) || t`Sin nombre`;
  return (
    <li className={css.row} data-row="" data-sid={sid} data-open={open}>
      <div className={css.line}>
        {to ? (
          <Link className={css.name} to={to} aria-current={open ? 'true' : undefined}>
            <bdi>{name}</bdi>
          </Link>
        ) : (
          <span className={css.name} title={t`El servicio no mandó su identificador: no se puede abrir.`}>
            <bdi>{name}</bdi>
          </span>
        )}
        <bdi className={css.vehicle}>{vehicleName(vehicle)}</bdi>
        <time className={css.age} dateTime={entry.Momento} title={format.exact(entry.Momento)}>
          {format.age(entry.Momento, now)}
        </time>
      </div>
      <div className={css.line}>
        <bdi className={css.comment}>{firstLine(person.Comentario) || <Trans>Sin comentario</Trans>}</bdi>
        {marks.map((mark) => (
          <span key={String(mark)} className={css.mark}>
            {mark}
          </span>
        ))}
        {entry.OrigenLead && <span className={css.origin}>{entry.OrigenLead}</span>}
      </div>
    </li>
  );
}
