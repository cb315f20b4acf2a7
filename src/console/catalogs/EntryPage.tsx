import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import { unknownMembers } from '#contract/reading.ts';
import { paths } from '#console/paths.ts';
import { FactRow, FactRows } from '#console/ui/FactRows.tsx';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { TableSkeleton } from '#console/ui/DataTable.tsx';
import { OtherFacts, Value, WholeReply } from '#console/ui/Facts.tsx';
import { Freshness } from '#console/ui/Freshness.tsx';
import { Page } from '#console/ui/Page.tsx';
import css from './entry.module.css';
import type { Entry } from './entries.ts';
import { Swatch } from './Swatch.tsx';
import { useRegions } from './regions.ts';

interface Props {
  schema: Parameters<typeof unknownMembers>[0];
  entry: UseQueryResult<Entry>;
  /** Its catalog. */
  back: { to: string; label: string };
}

/** One entry with everything that the service sent of it, ready to be copied. */
export function EntryPage({ schema, entry, back }: Props) {
  const { t } = useLingui();
  const { data, error, isPending, isFetching, refetch, dataUpdatedAt } = entry;
  return (
    <Page
      title={data?.name ?? back.label}
      tab={[data?.name, back.label]}
      back={back}
      narrow
      actions={
        data && (
          <Freshness at={dataUpdatedAt} busy={isFetching} error={error} onRefresh={() => void refetch()} />
        )
      }
    >
      {isPending && <TableSkeleton label={t`Cargando el catálogo`} />}
      {error && !data && (
        <FailureAlert error={error} onRetry={() => void refetch()}>
          <Link className="button" to={back.to}>
            <Trans>Volver a la lista</Trans>
          </Link>
        </FailureAlert>
      )}
      {data && (
        <>
          <Known entry={data} />
          <div className={css.folds}>
            <OtherFacts members={unknownMembers(schema, data.sent)} />
            <WholeReply reply={data.sent} />
          </div>
        </>
      )}
    </Page>
  );
}

function Known({ entry: { id, path, codes, region, htmlColor, sent } }: { entry: Entry }) {
  const { t } = useLingui();
  const known = useRegions().find(({ name }) => name === region);
  return (
    <FactRows>
      {htmlColor !== null && (
        <FactRow name={t`Muestra`} copied={htmlColor}>
          <span className={css.sample}>
            <Swatch htmlColor={htmlColor} large /> <code>{htmlColor}</code>
          </span>
        </FactRow>
      )}
      {'Region' in sent && (
        <FactRow name={t`Provincia`}>
          {known ? (
            <Link to={paths.cities(`region=${known.id}`)}>{known.name}</Link>
          ) : (
            <Value value={region} />
          )}
        </FactRow>
      )}
      <FactRow name={t`Id`} copied={id}>
        {id === '' ? <Value value={undefined} /> : <code>{id}</code>}
      </FactRow>
      <FactRow name={t`Ruta`} copied={path}>
        {path === '' ? <Value value={undefined} /> : <code>{path}</code>}
      </FactRow>
      {codes.map((code) => (
        <FactRow key={code} name={t`Código`} copied={code}>
          <code>{code}</code>
        </FactRow>
      ))}
    </FactRows>
  );
}
