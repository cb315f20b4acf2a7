import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { WINDOW_DAYS, addDays, dayAt } from '#contract/window.ts';
import { type InquiryPage, servicePageQuery } from '#console/inquiries/inquiries-queries.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { Moment } from '#console/ui/Moment.tsx';
import parts from '#console/ui/parts.module.css';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import css from './agencies.module.css';
import { type Agency } from '#console/agency-select/agencies-queries.ts';
import { agencyPackage, agencyPeople } from './agency-queries.ts';
import { useAgenciesText } from './agencies-text.ts';
import { counted } from './counted.ts';
import { usedOf } from './package.ts';
import { PackageGauge } from './PackageGauge.tsx';

/** What would be lost, read now: each number leads to the list behind it. */
export function Rehearsal({ of: { AdminMail: adminMail, Operadores } }: { of: Agency }) {
  const { t } = useLingui();
  const text = useAgenciesText();
  const { may, timeZone } = useSession();
  const today = dayAt(useNow(), timeZone);
  const since = (days: number) => ({
    operador: undefined,
    externalid: undefined,
    desde: addDays(today, -days),
    hasta: today,
    pagina: undefined,
  });
  const week = useQuery({ ...servicePageQuery(adminMail, since(7)), staleTime: 0 });
  const window = useQuery({ ...servicePageQuery(adminMail, since(WINDOW_DAYS)), staleTime: 0 });
  const held = useQuery({ ...agencyPackage(adminMail), staleTime: 0 });
  const people = useQuery({ ...agencyPeople(adminMail), enabled: may.includes('listAgencyPeople') });
  const inbox = (days: number) =>
    paths.inquiries(String(new URLSearchParams({ agencia: adminMail, desde: `-${days}d`, hasta: 'hoy' })));
  const operators = Operadores ?? [];
  return (
    <dl className={css.rehearsal}>
      <Line name={t`Consultas de los últimos 7 días`} read={week}>
        {(page) => <Count of={page} to={inbox(7)} />}
      </Line>
      <Line name={t`Consultas de los últimos ${WINDOW_DAYS} días`} read={window}>
        {(page) => <Count of={page} to={inbox(WINDOW_DAYS)} />}
      </Line>
      <Line name={t`Última consulta`} read={window}>
        {({ _entries }) => {
          const last = _entries.map(({ Momento }) => Momento).toSorted(latestFirst)[0];
          return last ? <Moment at={last} /> : <Trans>ninguna en {WINDOW_DAYS} días</Trans>;
        }}
      </Line>
      <Line name={t`Paquete`} read={held}>
        {({ Paquete, Productos }) => {
          const products = Productos ?? [];
          if (!Paquete && products.length === 0) return <Trans>sin paquete</Trans>;
          return (
            <ul className={css.gauges}>
              {products.map((product, index) => {
                const use = usedOf([product]);
                const exposure = text.exposure(product.Exposicion ?? '');
                return (
                  use && (
                    // oxlint-disable-next-line react/no-array-index-key -- products have no other name
                    <li key={index}>
                      {exposure}
                      <PackageGauge of={use} label={exposure} />
                    </li>
                  )
                );
              })}
            </ul>
          );
        }}
      </Line>
      <div>
        <dt>
          <Trans>Operadores</Trans>
        </dt>
        <dd>
          {t`${plural(operators.length, { one: '# persona', other: '# personas' })}`}
          {operators.length > 0 && (
            <span className={parts.small}>{operators.map(({ Email }) => Email).join(', ')}</span>
          )}
        </dd>
      </div>
      {may.includes('listAgencyPeople') && (
        <Line name={t`Quiénes la atienden en Vitrina`} read={people}>
          {({ people: bound }) =>
            bound.length === 0 ? (
              <Trans>Nadie la tiene asignada.</Trans>
            ) : (
              <ul>
                {bound.map(({ name, mail }) => (
                  <li key={mail}>
                    {name} <span className={parts.small}>{mail}</span>
                  </li>
                ))}
              </ul>
            )
          }
        </Line>
      )}
    </dl>
  );
}

function latestFirst(a: string, b: string): number {
  return Date.parse(b) - Date.parse(a);
}

function Line<Data>({
  name,
  read,
  children,
}: {
  name: string;
  read: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}) {
  const { data, isError, refetch } = read;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {data !== undefined && children(data)}
        {data === undefined && !isError && (
          <span className={parts.soft}>
            <Trans>preguntando…</Trans>
          </span>
        )}
        {data === undefined && isError && (
          <>
            <Trans>No se pudo saber.</Trans>{' '}
            <button type="button" className="button" onClick={() => void refetch()}>
              <Trans>Preguntar otra vez</Trans>
            </button>
          </>
        )}
      </dd>
    </div>
  );
}

function Count({ of: page, to }: { of: InquiryPage; to: string }) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const { count, more } = counted(page);
  const told = format.number(count);
  return <Link to={to}>{more ? t`más de ${told}` : told}</Link>;
}
