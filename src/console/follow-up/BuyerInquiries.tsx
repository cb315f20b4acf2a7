import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { BUYER_REASONS } from '#contract/desk/inquiries.ts';
import { vehicleName } from '#contract/inquiry-names.ts';
import { Failure } from '#console/api/failure.ts';
import { buyerInquiriesQuery } from '#console/inquiries/index-queries.ts';
import type { Inquiry } from '#console/inquiries/row.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import css from './BuyerInquiries.module.css';
import { useFollowUpText } from './follow-up-text.ts';

export function BuyerInquiries({ adminMail, sid }: { adminMail: string; sid: string }) {
  const { t, i18n } = useLingui();
  const { timeZone } = useSession();
  const [search] = useSearchParams();
  const format = useFormats();
  const now = useNow();
  const text = useFollowUpText(timeZone, now);
  const { data, error, refetch } = useQuery(buyerInquiriesQuery(adminMail, sid));
  const reason: Record<(typeof BUYER_REASONS)[number], string> = {
    phone: t`mismo teléfono`,
    mail: t`mismo correo`,
    document: t`mismo documento`,
  };
  if (error && !(error instanceof Failure && error.isNotFound))
    return (
      <output className={css.failure}>
        <Trans>No se pudo ver si consultó antes.</Trans>{' '}
        <button type="button" className="button quiet" onClick={() => void refetch()}>
          <Trans>Reintentar</Trans>
        </button>
      </output>
    );
  if (!data || data.inquiries.length === 0) return null;
  const count = data.inquiries.length;
  return (
    <details className={css.inquiries}>
      <summary>
        {t`${plural(count, {
          one: 'Otra consulta de la misma persona: #',
          other: 'Otras consultas de la misma persona: #',
        })}`}
      </summary>
      <ul>
        {data.inquiries.map((other) => {
          const { Momento, Auto } = other.inquiry as Inquiry;
          const status = text.status[other.followUp?.status ?? 'new'];
          const isElsewhere = other.adminMail.toLowerCase() !== adminMail.toLowerCase();
          return (
            <li key={`${other.adminMail} ${other.sid}`}>
              <Link to={paths.inquiry(other.adminMail, other.sid, search.toString())}>
                <bdi>{vehicleName(Auto) || t`Sin vehículo`}</bdi>
              </Link>{' '}
              <time dateTime={Momento}>{format.age(Momento, now)}</time>
              <span className={css.status}>
                {status} ·{' '}
                {new Intl.ListFormat(i18n.locale).format(other.reasons.map((name) => reason[name]))}
                {isElsewhere && (
                  <>
                    {' · '}
                    <bdi>{other.adminMail}</bdi>
                  </>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
