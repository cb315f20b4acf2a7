import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import Link from '@mui/material/Link';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router';
import type { OverviewNow } from '#contract/desk/overview.ts';
import { personName, vehicleName } from '#contract/inquiry-names.ts';
import { AnswerDue } from '#console/follow-up/AnswerDue.tsx';
import { type IndexPage, indexListQuery } from '#console/inquiries/inquiry-queries.ts';
import { paths } from '#console/paths.ts';
import { Section } from '#console/ui/Section.tsx';
import css from './AttentionSection.module.css';

const MAX_NEXT = 5;

interface Props {
  now: OverviewNow;
  agencias: readonly string[];
}

/** The inquiries that a seller answers next, those late today first, and what they answered today. */
export function NextSection({ now, agencias }: Props) {
  const { t } = useLingui();
  const agencia = agencias.length > 0 && { agencia: [...agencias] };
  const late = useInfiniteQuery({
    ...indexListQuery({ vista: 'tarde', seguimiento: 'tarde-hoy', ...agencia }),
    enabled: now.lateToday > 0,
  });
  const waiting = useInfiniteQuery(indexListQuery({ vista: 'esperando', ...agencia }));
  const lateRows = listRows(late.data?.pages[0]);
  const others = listRows(waiting.data?.pages[0]).filter(
    ({ sid }) => sid === null || !lateRows.some((row) => row.sid === sid),
  );
  const rows = late.isLoading ? [] : [...lateRows, ...others].slice(0, MAX_NEXT);
  return (
    <Section
      title={t`Las próximas`}
      description={t`${plural(now.answeredToday, {
        0: 'Hoy todavía no respondiste ninguna.',
        one: 'Hoy respondiste #.',
        other: 'Hoy respondiste #.',
      })}`}
    >
      {rows.length > 0 && (
        <ol className={css.tasks} aria-label={t`Las próximas`}>
          {rows.map(({ adminMail, sid, followUp, hours, inquiry: { Interesado, Auto, Momento } }) => (
            <li key={`${adminMail} ${sid}`} className={css.task}>
              <div>
                {sid ? (
                  <Link component={RouterLink} to={paths.inquiry(adminMail, sid, 'vista=esperando')}>
                    <bdi>{personName(Interesado) || t`Sin nombre`}</bdi>
                  </Link>
                ) : (
                  <bdi>{personName(Interesado) || t`Sin nombre`}</bdi>
                )}{' '}
                <bdi className={css.details}>{vehicleName(Auto)}</bdi>
              </div>
              <AnswerDue momento={Momento} followUp={followUp ?? undefined} hours={hours} />
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

function listRows(page: IndexPage | undefined) {
  return page?.rows.map((row) => ({ ...row, hours: page.hours[row.adminMail.toLowerCase()] })) ?? [];
}
