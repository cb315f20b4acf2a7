import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { MAX_INVITATION_COLUMNS, MAX_INVITED } from '#contract/desk/bulk-invitations.ts';
import { paths } from '#console/paths.ts';
import { AGENCY_COLUMNS_PREFIX } from '#console/session/browser-storage.ts';
import { useSession } from '#console/session/session.ts';
import { ColumnMapping } from '#console/table-file/ColumnMapping.tsx';
import type { Mapping } from '#console/table-file/guess-columns.ts';
import { type OpenTable, TablePage } from '#console/table-file/TablePage.tsx';
import { Section } from '#console/ui/Section.tsx';
import { DryRun } from './DryRun.tsx';
import { useInviteManyText } from './invite-many-text.ts';
import { MEMBERS, type Member, type Mends } from './members.ts';
import { type RememberedColumns, rememberMapping, suggestMapping } from './suggest-mapping.ts';

const MAX_REMEMBERED_COLUMNS = 300;

function InviteManyPage() {
  const { t } = useLingui();
  // Mends stay while the table changes, since a corrected file needs the same ones.
  const [mends, setMends] = useState<Mends>(new Map());
  return (
    <TablePage
      title={t`Invitar a muchas agencias`}
      tab={[t`Invitar a muchas agencias`, t`Agencias`]}
      back={{ to: paths.agencies(), label: t`Agencias` }}
      description={
        <Trans>
          Pegá las filas de tu planilla, o elegí un archivo. Nada se envía hasta que lo confirmes.
        </Trans>
      }
      label={t`Agencias, una por fila`}
    >
      {(open) => <InviteManySteps open={open} mends={mends} onMend={setMends} />}
    </TablePage>
  );
}

interface StepsProps {
  open: OpenTable;
  mends: Mends;
  onMend: (mends: Mends) => void;
}

function InviteManySteps({ open, mends, onMend }: StepsProps) {
  const { t } = useLingui();
  const text = useInviteManyText();
  const { id } = useSession().person;
  const { table, hasNames } = open;
  const [mapping, setMapping] = useState(() =>
    suggestMapping(table, hasNames ? readRememberedColumns(id) : new Map()),
  );
  const change = (next: Mapping<Member>) => {
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
  const used = new Set(Object.values(mapping));
  const unused = table.columns.filter((_, column) => !used.has(column)).join(', ');
  return (
    <>
      <Section title={t`Columnas`}>
        <ColumnMapping
          table={table}
          fields={MEMBERS}
          names={text.member}
          mapping={mapping}
          required="AdminMail"
          none={t`Ninguna`}
          emptyText={t`Esta columna está vacía.`}
          onChange={change}
        />
        <Typography variant="body2" color="textSecondary">
          <Trans>Lo que elijas se recuerda para el próximo archivo con estos nombres.</Trans>{' '}
          {unused !== '' && <Trans>Sin usar: {unused}.</Trans>}
        </Typography>
      </Section>
      {mapping.AdminMail === undefined ? (
        <Alert severity="info" variant="outlined">
          {t`Elegí la columna con el correo de quien administra cada agencia.`}
        </Alert>
      ) : (
        <DryRun open={open} mapping={mapping} mends={mends} onMend={onMend} />
      )}
    </>
  );
}

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

export { InviteManyPage as Component };
