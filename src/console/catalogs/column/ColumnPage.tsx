import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { UnsavedChangesPrompt } from '#console/forms/UnsavedChangesPrompt.tsx';
import { CatalogTabs } from '#console/catalogs/CatalogTabs.tsx';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { TableInput } from '#console/table-file/TableInput.tsx';
import { useTableInput } from '#console/table-file/use-table-input.ts';
import { Page } from '#console/ui/Page.tsx';
import { Section } from '#console/ui/Section.tsx';
import { ColumnMatching } from './ColumnMatching.tsx';

// decided: the address has nothing of this page, since a table does not fit into it.
function ColumnPage() {
  const { t } = useLingui();
  const input = useTableInput();
  const { table, tableKey, file } = input;
  const [savedKey, setSavedKey] = useState<string>();
  return (
    <Page title={t`Comparar una columna`} tab={[t`Comparar una columna`, t`Catálogos`]}>
      <CatalogTabs />
      <Section
        title={t({ context: 'table', message: 'Datos' })}
        actions={<HelpLink topic="matching" />}
        description={
          <Trans>
            Pegá una columna o una tabla de tu planilla, o elegí un archivo. Cada valor se compara con el
            catálogo, y el mismo valor recibe la misma respuesta.
          </Trans>
        }
      >
        <TableInput label={t`Columna o tabla`} input={input} />
      </Section>
      {table && (
        <ColumnMatching
          key={tableKey}
          table={table}
          tableKey={tableKey}
          name={file?.name.replace(/\.[^.]+$/, '') ?? t`columna`}
          onSavedChange={(isSaved) => setSavedKey(isSaved ? tableKey : undefined)}
        />
      )}
      <UnsavedChangesPrompt hasUnsavedChanges={input.hasContent && savedKey !== tableKey} />
    </Page>
  );
}

export { ColumnPage as Component };
