import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { WINDOW_DAYS, addDays, dayAt } from '#contract/window.ts';
import type { Agency } from '#console/agency-select/agency-queries.ts';
import { servicePageQuery } from '#console/inquiries/inquiry-queries.ts';
import type { ServicePage } from '#console/inquiries/row.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { Caption } from '#console/ui/Caption.tsx';
import { FactRow, FactRows } from '#console/ui/FactRows.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import { agencyPackageQuery, agencyPeopleQuery } from './agency-page-queries.ts';
import { PackageUsageList } from './PackageUsage.tsx';

export function DisassociationImpact({ agency }: { agency: Agency }) {
  const { t } = useLingui();
  const { AdminMail: adminMail, Operadores } = agency;
  const { may, timeZone } = useSession();
  const today = dayAt(useNow(), timeZone);
  const lastDays = (days: number) => ({
    ...servicePageQuery({ adminMail, query: { desde: addDays(today, 1 - days), hasta: today } }),
    staleTime: 0,
  });
  const week = useQuery(lastDays(7));
  const window = useQuery(lastDays(WINDOW_DAYS));
  const contract = useQuery({ ...agencyPackageQuery(adminMail), staleTime: 0 });
  const people = useQuery({ ...agencyPeopleQuery(adminMail), enabled: may.includes('listAgencyPeople') });
  const operators = Operadores ?? [];
  return (
    <FactRows>
      <QueryRow name={t`Consultas de los últimos 7 días`} query={week}>
        {(page) => <InquiryCount page={page} adminMail={adminMail} days={7} />}
      </QueryRow>
      <QueryRow name={t`Consultas de los últimos ${WINDOW_DAYS} días`} query={window}>
        {(page) => <InquiryCount page={page} adminMail={adminMail} days={WINDOW_DAYS} />}
      </QueryRow>
      <QueryRow name={t`Última consulta`} query={window}>
        {({ _entries }) => {
          const [latest] = _entries
            .map(({ Momento }) => Momento)
            .toSorted((a, b) => Date.parse(b) - Date.parse(a));
          return latest ? <Moment at={latest} /> : <Trans>ninguna en {WINDOW_DAYS} días</Trans>;
        }}
      </QueryRow>
      <QueryRow name={t`Paquete`} query={contract}>
        {({ Paquete, Productos }) =>
          Paquete || Productos?.length ? (
            <PackageUsageList products={Productos ?? []} />
          ) : (
            <Trans>sin paquete</Trans>
          )
        }
      </QueryRow>
      <FactRow name={t`Operadores`}>
        {t`${plural(operators.length, { one: '# persona', other: '# personas' })}`}
        <Caption>{operators.map(({ Email }) => Email).join(', ')}</Caption>
      </FactRow>
      {may.includes('listAgencyPeople') && (
        <QueryRow name={t`Quiénes la atienden en Vitrina`} query={people}>
          {({ people: assigned }) =>
            assigned.length === 0 ? (
              <Trans>Nadie la tiene asignada.</Trans>
            ) : (
              assigned.map(({ name, mail }) => (
                <div key={mail}>
                  {name} <Caption>{mail}</Caption>
                </div>
              ))
            )
          }
        </QueryRow>
      )}
    </FactRows>
  );
}

interface RowProps<Data> {
  name: string;
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}

function QueryRow<Data>({ name, query: { data, isError, refetch }, children }: RowProps<Data>) {
  return (
    <FactRow name={name}>
      {data !== undefined ? (
        children(data)
      ) : isError ? (
        <>
          <Trans>No se pudo saber.</Trans>{' '}
          <Button onClick={() => void refetch()}>
            <Trans>Preguntar otra vez</Trans>
          </Button>
        </>
      ) : (
        <Skeleton width={96} />
      )}
    </FactRow>
  );
}

function InquiryCount({ page, adminMail, days }: { page: ServicePage; adminMail: string; days: number }) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const { count, hasMore } = inquiryCount(page);
  const figure = format.number(count);
  const search = new URLSearchParams({ agencia: adminMail, desde: `-${days - 1}d`, hasta: 'hoy' });
  return (
    <MuiLink component={Link} to={paths.inquiries(String(search))} sx={{ fontWeight: 600 }}>
      {hasMore ? t`más de ${figure}` : figure}
    </MuiLink>
  );
}

export function inquiryCount({ Total, _entries, _links }: ServicePage): { count: number; hasMore: boolean } {
  const pageLength = _entries.length;
  if (!_links?.next) return { count: pageLength, hasMore: false };
  return typeof Total === 'number' && Total > pageLength
    ? { count: Total, hasMore: false }
    : { count: pageLength, hasMore: true };
}
