import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { UnsavedChangesPrompt } from '#console/forms/UnsavedChangesPrompt.tsx';
import { paths } from '#console/paths.ts';
import { TableInput } from '#console/table-file/TableInput.tsx';
import { useTableInput } from '#console/table-file/use-table-input.ts';
import { Page } from '#console/ui/Page.tsx';
import { Section } from '#console/ui/Section.tsx';
import type { Mends } from './checked-value.ts';
import { InviteManySteps } from './InviteManySteps.tsx';

function InviteManyPage() {
  const { t } = useLingui();
  const input = useTableInput();
  // Mends stay while the table changes, since a corrected file needs the same ones.
  const [mends, setMends] = useState<Mends>(new Map());
  const [isSent, setIsSent] = useState(false);
  const { table, tableKey, file } = input;
  return (
    <Page
      title={t`Invitar a muchas agencias`}
      tab={[t`Invitar a muchas agencias`, t`Agencias`]}
      back={{ to: paths.agencies(), label: t`Agencias` }}
    >
      <Section
        title={t({ context: 'table', message: 'Datos' })}
        description={
          <Trans>
            Pegá las filas de tu planilla, o elegí un archivo. Nada se envía hasta que lo confirmes.
          </Trans>
        }
      >
        <TableInput label={t`Agencias, una por fila`} input={input} />
      </Section>
      {table && (
        <InviteManySteps
          key={tableKey}
          table={table}
          hasNames={input.withHeader}
          fileName={file?.name ?? ''}
          mends={mends}
          onMend={setMends}
          onSent={() => setIsSent(true)}
        />
      )}
      <UnsavedChangesPrompt hasUnsavedChanges={input.hasContent && !isSent} />
    </Page>
  );
}

export { InviteManyPage as Component };
