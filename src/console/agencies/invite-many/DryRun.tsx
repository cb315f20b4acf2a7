import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MatchedValue } from '#contract/desk/matching.ts';
import { agencyListQuery } from '#console/agency-select/agency-queries.ts';
import { invitationListQuery } from '#console/agencies/invitation-queries.ts';
import { useSession } from '#console/session/session.ts';
import type { Table } from '#console/table-file/header.ts';
import { TableSkeleton } from '#console/ui/DataTable.tsx';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { Section } from '#console/ui/Section.tsx';
import { UndoNotice } from '#console/ui/UndoNotice.tsx';
import { BucketTabs } from './BucketTabs.tsx';
import { cityMatchesQuery } from './bulk-invitation-queries.ts';
import { type Bucket, checkRows } from './check-rows.ts';
import type { Mends } from './checked-value.ts';
import { FaultList } from './FaultList.tsx';
import type { Mapping } from './members.ts';
import { CheckedRowsTable } from './CheckedRowsTable.tsx';
import { SendButton } from './SendButton.tsx';
import { useInviteManyText } from './invite-many-text.ts';

interface Props {
  table: Table;
  fileName: string;
  mapping: Mapping;
  mends: Mends;
  onMend: (mends: Mends) => void;
  onSent: () => void;
}

const NO_CITIES: ReadonlyMap<string, MatchedValue> = new Map();

export function DryRun({ table, fileName, mapping, mends, onMend, onSent }: Props) {
  const { t } = useLingui();
  const { regionsKnown } = useSession();
  const text = useInviteManyText();
  const [shown, setShown] = useState<Bucket>();
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
  return (
    <Section
      title={t`Revisión`}
      actions={
        <SendButton
          rows={rows}
          columns={table.columns}
          fileName={fileName}
          isChecking={cities.isFetching}
          onSent={onSent}
        />
      }
    >
      {cities.error && !cities.isFetching && (
        <FailureAlert
          error={cities.error}
          title={t`No se pudieron buscar las ciudades en el catálogo`}
          onRetry={() => void cities.refetch()}
        />
      )}
      <BucketTabs rows={rows} hasMended={groups.length > 0} current={current} onChange={setShown}>
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
