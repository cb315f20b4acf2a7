import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import type { MatchRun, RunColumn, RunKind } from '#contract/desk/match-runs.ts';
import { MAX_VALUE_LENGTH } from '#contract/desk/matching.ts';
import { CatalogTabs } from '#console/catalogs/CatalogTabs.tsx';
import type { Table } from '#console/table-file/header.ts';
import { type OpenTable, TablePage } from '#console/table-file/TablePage.tsx';
import { DetailPage } from '#console/ui/DetailPage.tsx';
import { RecentRuns } from './RecentRuns.tsx';
import { addMatchRun, matchRunQuery, readRunId, runPath } from './run-queries.ts';

export interface StartProps extends OpenTable {
  start: (columns: RunColumn[]) => void;
  isStarting: boolean;
  error: Error | null;
}

interface Props {
  kind: RunKind;
  title: string;
  tab: string[];
  tabs?: ReactNode;
  description: ReactNode;
  label: string;
  another: { to: string; label: string };
  loadingLabel: string;
  renderStart: (props: StartProps) => ReactNode;
  /** `table` is the one that the columns are from; undefined: another tab had it. */
  renderRun: (run: MatchRun, table: Table | undefined) => ReactNode;
}

export function RunPage({
  kind,
  title,
  tab,
  tabs,
  another,
  loadingLabel,
  renderStart,
  renderRun,
  ...input
}: Props) {
  const [search] = useSearchParams();
  const id = readRunId(kind, search);
  const query = useQuery({ ...matchRunQuery(id), enabled: id !== '' });
  const run = id === '' ? undefined : query.data;
  // The gateway has the compared columns alone; the tab that compared them exports the whole table.
  const [tables, setTables] = useState<ReadonlyMap<string, Table>>(new Map());
  const table = tables.get(id);
  if (run && run.kind !== kind) return <Navigate to={runPath(run)} replace />;
  const name = run && (run.kind === 'column' ? run.columns[0]?.name : run.name);
  const page = { title, tab: [name || undefined, ...tab] };
  const section = run && <Fragment key={id}>{renderRun(run, table)}</Fragment>;
  if (id !== '' && !table)
    return (
      <DetailPage
        {...page}
        freshness={query}
        actions={
          <Button component={Link} to={another.to} variant="outlined" color="inherit">
            {another.label}
          </Button>
        }
        loadingLabel={loadingLabel}
        query={query}
      >
        {() => (
          <>
            <CatalogTabs />
            {section}
          </>
        )}
      </DetailPage>
    );
  return (
    <TablePage
      {...page}
      {...input}
      tabs={
        <>
          <CatalogTabs />
          {tabs}
        </>
      }
      help="matching"
      after={id === '' ? <RecentRuns kind={kind} /> : section}
    >
      {(open) => (
        <StartRun
          kind={kind}
          open={open}
          onStarted={(started) => setTables((previous) => new Map(previous).set(started, open.table))}
          renderStart={renderStart}
        />
      )}
    </TablePage>
  );
}

interface StartRunProps extends Pick<Props, 'kind' | 'renderStart'> {
  open: OpenTable;
  onStarted: (id: string) => void;
}

function StartRun({ kind, open, onStarted, renderStart }: StartRunProps) {
  const add = useMutation({
    ...addMatchRun,
    onSuccess: (_reply, run) => {
      onStarted(run.id);
      open.leave(runPath(run));
    },
  });
  return renderStart({
    ...open,
    start: (columns) => {
      const name = open.fileName.slice(-MAX_VALUE_LENGTH).toWellFormed();
      add.mutate({ id: crypto.randomUUID(), kind, name, columns });
    },
    isStarting: add.isPending,
    error: add.error,
  });
}
