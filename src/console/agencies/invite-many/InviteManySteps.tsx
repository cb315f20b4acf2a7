import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import { useState } from 'react';
import { MAX_INVITATION_COLUMNS, MAX_INVITED } from '#contract/desk/bulk-invitations.ts';
import { useSession } from '#console/session/session.ts';
import type { Table } from '#console/table-file/header.ts';
import { Section } from '#console/ui/Section.tsx';
import { AGENCY_COLUMNS_PREFIX } from '#console/session/browser-storage.ts';
import type { Mends } from './checked-value.ts';
import { ColumnMapping } from './ColumnMapping.tsx';
import { DryRun } from './DryRun.tsx';
import { MEMBERS, type Mapping, type Member } from './members.ts';
import { type RememberedColumns, rememberMapping, suggestMapping } from './suggest-mapping.ts';

const MAX_REMEMBERED_COLUMNS = 300;

function readRememberedColumns(personId: string): RememberedColumns {
  try {
    const entries = JSON.parse(localStorage.getItem(AGENCY_COLUMNS_PREFIX + personId) ?? '[]') as [
      string,
      Member[],
    ][];
    return new Map(
      entries.map(([key, members]) => [key, members.filter((member) => MEMBERS.includes(member))]),
    );
  } catch {
    return new Map();
  }
}

function saveRememberedColumns(personId: string, columns: RememberedColumns): void {
  localStorage.setItem(
    AGENCY_COLUMNS_PREFIX + personId,
    JSON.stringify([...columns].slice(-MAX_REMEMBERED_COLUMNS)),
  );
}

interface Props {
  table: Table;
  hasNames: boolean;
  fileName: string;
  mends: Mends;
  onMend: (mends: Mends) => void;
  onSent: () => void;
}

export function InviteManySteps({ table, hasNames, fileName, mends, onMend, onSent }: Props) {
  const { t } = useLingui();
  const { id } = useSession().person;
  const [mapping, setMapping] = useState(() =>
    suggestMapping(table, hasNames ? readRememberedColumns(id) : new Map()),
  );
  const change = (next: Mapping) => {
    setMapping(next);
    if (hasNames) saveRememberedColumns(id, rememberMapping(table, next, readRememberedColumns(id)));
  };
  if (table.rows.length > MAX_INVITED)
    return (
      <Alert severity="warning" variant="outlined">
        {t`Se pueden invitar hasta ${plural(MAX_INVITED, { one: '# agencia', other: '# agencias' })} por vez. Dividí el archivo.`}
      </Alert>
    );
  if (table.columns.length > MAX_INVITATION_COLUMNS)
    return (
      <Alert severity="warning" variant="outlined">
        {t`Tiene más de ${MAX_INVITATION_COLUMNS} columnas. Dejá solo las que hacen falta.`}
      </Alert>
    );
  return (
    <>
      <Section title={t`Columnas`}>
        <ColumnMapping table={table} mapping={mapping} onChange={change} />
      </Section>
      {mapping.AdminMail === undefined ? (
        <Alert severity="info" variant="outlined">
          {t`Elegí la columna con el correo de quien administra cada agencia.`}
        </Alert>
      ) : (
        <DryRun
          table={table}
          fileName={fileName}
          mapping={mapping}
          mends={mends}
          onMend={onMend}
          onSent={onSent}
        />
      )}
    </>
  );
}
