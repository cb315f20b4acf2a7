import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type InviteAgencies, MAX_INVITATION_COLUMNS } from '#contract/desk/bulk-invitations.ts';
import type { MatchedValue } from '#contract/desk/matching.ts';
import { agencyListQuery } from '#console/agency-select/agency-queries.ts';
import { invitationListQuery } from '#console/agencies/agency-page-queries.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { BucketTabs } from '#console/table-file/BucketTabs.tsx';
import type { Mapping } from '#console/table-file/guess-columns.ts';
import { StartJobButton } from '#console/table-file/StartJobButton.tsx';
import type { OpenTable } from '#console/table-file/TablePage.tsx';
import { Caption } from '#console/ui/Caption.tsx';
import { type Column, TableSkeleton } from '#console/ui/DataTable.tsx';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { PagedTable } from '#console/ui/PagedTable.tsx';
import { Section } from '#console/ui/Section.tsx';
import { UndoNotice } from '#console/ui/UndoNotice.tsx';
import { cityMatchesQuery, inviteAgencies } from './bulk-invitation-queries.ts';
import { type CheckedRow, type InvitationBucket, checkRows, toAgency } from './check-rows.ts';
import { FaultList } from './FaultList.tsx';
import { useInviteManyText } from './invite-many-text.ts';
import type { Member, Mends } from './members.ts';

interface Props {
  open: OpenTable;
  mapping: Mapping<Member>;
  mends: Mends;
  onMend: (mends: Mends) => void;
}

const CHECKED_PAGE_SIZE = 50;
// The gateway refuses longer cells.
const MAX_SENT_CELL_LENGTH = 1000;
const MAX_SENT_NAME_LENGTH = 200;

const columns: readonly Column<CheckedRow>[] = [
  { name: 'number', head: msg`Fila`, Cell: NumberCell, width: '72px', sortBy: ({ number }) => number },
  { name: 'agency', head: msg`Agencia`, Cell: CheckedAgencyCell, lead: true },
  { name: 'place', head: msg`Lugar`, Cell: CheckedPlaceCell, width: '26%' },
  { name: 'reason', head: msg`Motivo`, Cell: CheckedReasonCell, width: '34%' },
];

const readyColumns = columns.filter(({ name }) => name !== 'reason');

const NO_CITIES: ReadonlyMap<string, MatchedValue> = new Map();

export function DryRun({ open, mapping, mends, onMend }: Props) {
  const { t } = useLingui();
  const { table } = open;
  const { regionsKnown } = useSession();
  const text = useInviteManyText();
  const [shown, setShown] = useState<InvitationBucket>();
  const [accepted, setAccepted] = useState<{ count: number; before: Mends }>();
  const agencies = useQuery({ ...agencyListQuery(), staleTime: 0 });
  const invitations = useQuery(invitationListQuery());
  const known = agencies.data && invitations.data;
  const context = {
    mends,
    agencies: agencies.data?._entries ?? [],
    invitations: invitations.data?.invitations ?? [],
    regionsKnown,
  };
  const { requests } = checkRows(table.rows, mapping, { ...context, cities: NO_CITIES });
  const cities = useQuery({
    ...cityMatchesQuery(requests),
    enabled: known !== undefined && requests.length > 0,
    placeholderData: keepPreviousData,
  });
  const { rows, groups } = checkRows(table.rows, mapping, {
    ...context,
    cities: requests.length > 0 ? (cities.data ?? NO_CITIES) : NO_CITIES,
  });
  const error = agencies.error ?? invitations.error;
  if (!known)
    return (
      <Section title={t`Revisión`}>
        {error ? (
          <FailureAlert
            error={error}
            title={t`No se pudo mirar quiénes ya están invitadas o asociadas`}
            onRetry={() => {
              if (agencies.error) void agencies.refetch();
              if (invitations.error) void invitations.refetch();
            }}
          />
        ) : (
          <TableSkeleton label={t`Mirando quiénes ya están invitadas o asociadas`} />
        )}
      </Section>
    );
  const openGroups = groups.filter(({ kind }) => kind !== undefined);
  const current = shown ?? (openGroups.length > 0 ? 'malformed' : 'ready');
  const buckets = (Object.entries(text.bucket) as [InvitationBucket, string][])
    .map(([bucket, name]) => ({ bucket, name, count: rows.filter((row) => row.bucket === bucket).length }))
    .filter(
      ({ bucket, count }) =>
        count > 0 ||
        bucket === 'ready' ||
        bucket === current ||
        (bucket === 'malformed' && groups.length > 0),
    );
  return (
    <Section
      title={t`Revisión`}
      actions={<SendButton open={open} rows={rows} isChecking={cities.isFetching} />}
    >
      {cities.error && !cities.isFetching && (
        <FailureAlert
          error={cities.error}
          title={t`No se pudieron buscar las ciudades en el catálogo`}
          onRetry={() => void cities.refetch()}
        />
      )}
      <BucketTabs
        label={t`Filas por lo que pasa con ellas`}
        buckets={buckets}
        current={current}
        onChange={setShown}
      >
        <p>{text.bucketMeaning[current]}</p>
        {current === 'malformed' ? (
          <FaultList
            groups={groups}
            rows={rows}
            isLookingUp={cities.isFetching}
            onMend={(added) => {
              if (added.length > 1) setAccepted({ count: added.length, before: mends });
              onMend(new Map([...mends, ...added]));
            }}
            onRestore={(key) => onMend(new Map([...mends].filter(([other]) => other !== key)))}
          />
        ) : (
          <CheckedRowsTable key={current} rows={rows.filter(({ bucket }) => bucket === current)} />
        )}
      </BucketTabs>
      <UndoNotice
        done={accepted && t`Se aceptaron las mejores coincidencias.`}
        onUndo={() => {
          if (accepted) onMend(accepted.before);
          setAccepted(undefined);
        }}
        onClose={() => setAccepted(undefined)}
      />
    </Section>
  );
}

function CheckedRowsTable({ rows }: { rows: readonly CheckedRow[] }) {
  const { t } = useLingui();
  const [page, setPage] = useState(1);
  return (
    <PagedTable
      label={t`Filas`}
      columns={rows[0]?.bucket === 'ready' ? readyColumns : columns}
      rows={rows}
      getRowKey={({ number }) => String(number)}
      pageSize={CHECKED_PAGE_SIZE}
      page={page}
      onPageChange={setPage}
      pagesLabel={t`Páginas de filas`}
      empty={t`Ninguna fila acá.`}
    />
  );
}

function NumberCell({ row: { number } }: { row: CheckedRow }) {
  return number;
}

function CheckedAgencyCell({ row: { values } }: { row: CheckedRow }) {
  const { AdminMail = '', Nombre = '' } = values;
  return (
    <>
      <bdi>{Nombre || AdminMail}</bdi>
      {Nombre !== '' && <Caption>{AdminMail}</Caption>}
    </>
  );
}

function CheckedPlaceCell({ row: { values } }: { row: CheckedRow }) {
  return [values.Ciudad, values.Region].filter(Boolean).join(', ');
}

function CheckedReasonCell({ row }: { row: CheckedRow }) {
  return useInviteManyText().reason(row);
}

interface SendProps {
  open: OpenTable;
  rows: readonly CheckedRow[];
  isChecking: boolean;
}

function SendButton({ open: { table, fileName, leave }, rows, isChecking }: SendProps) {
  const { t } = useLingui();
  const text = useInviteManyText();
  const count = (bucket: InvitationBucket) => rows.filter((row) => row.bucket === bucket).length;
  const ready = count('ready');
  const skipped = rows.length - ready;
  return (
    <StartJobButton
      label={t`Invitar a ${plural(ready, { one: '# agencia', other: '# agencias' })}…`}
      title={t`¿Invitar a ${plural(ready, { one: '# agencia', other: '# agencias' })}?`}
      action={t`Invitar`}
      disabled={ready === 0 || count('unchecked') > 0 || isChecking}
      mutation={inviteAgencies}
      createBody={() => ({
        name: fileName.slice(0, MAX_SENT_NAME_LENGTH),
        columns: table.columns
          .slice(0, MAX_INVITATION_COLUMNS)
          .map((name) => name.slice(0, MAX_SENT_NAME_LENGTH)),
        rows: rows.map((row) => toJobRow(row, text.reason(row))),
      })}
      onStarted={(id) => leave(paths.invitationJob(id))}
    >
      <p>
        <Trans>El servicio le envía un correo a cada una, y no se puede deshacer.</Trans>
      </p>
      {skipped > 0 && (
        <p>
          {t`${plural(skipped, {
            one: '# fila no se envía; después se puede descargar con su motivo.',
            other: '# filas no se envían; después se pueden descargar con sus motivos.',
          })}`}
        </p>
      )}
    </StartJobButton>
  );
}

function toJobRow(
  { cells: original, bucket, values }: CheckedRow,
  reason: string,
): InviteAgencies['rows'][number] {
  const cells = original.slice(0, MAX_INVITATION_COLUMNS).map((cell) => cell.slice(0, MAX_SENT_CELL_LENGTH));
  if (bucket === 'ready' || bucket === 'unchecked') return { cells, agency: toAgency(values) };
  return { cells, skipped: bucket, detail: reason.slice(0, MAX_SENT_CELL_LENGTH) };
}
