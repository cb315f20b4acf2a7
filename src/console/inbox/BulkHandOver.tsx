import { useLingui } from '@lingui/react/macro';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkChange } from '#contract/follow-up/change-kinds.ts';
import { colleaguesQuery } from '#console/follow-up/follow-up-queries.ts';
import { HandOverForm } from '#console/follow-up/HandOverForm.tsx';
import type { Row } from '#console/inquiries/inquiry-queries.ts';
import { useSession } from '#console/session/session.ts';
import { BULK_NOTE_DRAFT } from './use-bulk-change.ts';

interface Props {
  rows: readonly Row[];
  onChange: (change: BulkChange) => void;
  onClose: () => void;
}

/** decided: an inquiry of a further agency fails by itself if the recipient may not see it. */
const MAX_COMPARED_AGENCIES = 20;

export function BulkHandOver({ rows, onChange, onClose }: Props) {
  const { t } = useLingui();
  const { person } = useSession();
  const [search, setSearch] = useState('');
  const agencies = [...Map.groupBy(rows, ({ adminMail }) => adminMail.toLowerCase())];
  const queries = useQueries({
    queries: agencies.slice(0, MAX_COMPARED_AGENCIES).map(([adminMail, own]) => {
      const operators = new Set(own.map(({ inquiry }) => inquiry.OperadorResponsable ?? null));
      const [operator = null] = operators;
      // People who see all inquiries are common to several operators; others are not.
      return colleaguesQuery(adminMail, operators.size === 1 ? operator : null, search.trim());
    }),
  });
  const lists = queries.flatMap(({ data }) => (data ? [data.colleagues] : []));
  const [first = [], ...others] = lists;
  const recipients = first.filter(
    ({ id }) => id !== person.id && others.every((list) => list.some((other) => other.id === id)),
  );
  return (
    <HandOverForm
      label={t`Pasar las consultas`}
      submitLabel={t`Pasarlas`}
      emptyText={t`No hay otra persona que vea todas estas consultas y trabaje en ellas.`}
      recipients={lists.length === queries.length ? recipients : undefined}
      hasMore={queries.some(({ data }) => data?.more)}
      search={search}
      onSearch={setSearch}
      error={queries.find(({ error }) => error)?.error ?? null}
      onRetry={() => {
        for (const query of queries) if (query.error) void query.refetch();
      }}
      draftName={BULK_NOTE_DRAFT}
      allowsNote
      onSubmit={(to, note) => onChange({ kind: 'hand-over', to: to.id, ...(note && { note }) })}
      onClose={onClose}
    />
  );
}
