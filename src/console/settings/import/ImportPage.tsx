import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { UnsavedChangesPrompt } from '#console/forms/UnsavedChangesPrompt.tsx';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { paths } from '#console/paths.ts';
import { TableInput } from '#console/table-file/TableInput.tsx';
import { useTableInput } from '#console/table-file/use-table-input.ts';
import { Page } from '#console/ui/Page.tsx';
import { Section } from '#console/ui/Section.tsx';
import { FollowUpImport } from './FollowUpImport.tsx';

// decided: the address has nothing of this page, since a table does not fit into it.
function ImportPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const input = useTableInput();
  const { table, tableKey, file } = input;
  const [jobId, setJobId] = useState<string>();
  // The navigation waits for an effect, when the prompt for unsaved changes is off.
  useEffect(() => {
    if (jobId) void navigate(paths.job(jobId));
  }, [jobId, navigate]);
  return (
    <Page title={t`Importar seguimiento`}>
      <Section
        title={t({ context: 'table', message: 'Datos' })}
        actions={<HelpLink topic="import" />}
        description={
          <Trans>
            Pegá la planilla de tu otro sistema, o elegí un archivo: el teléfono, el correo o el sid de cada
            consulta, y su estado, su nota y su fecha.
          </Trans>
        }
      >
        <TableInput label={t`Tabla`} input={input} />
      </Section>
      {table && <FollowUpImport key={tableKey} table={table} name={file?.name ?? ''} onStarted={setJobId} />}
      <UnsavedChangesPrompt hasUnsavedChanges={input.hasContent && !jobId} />
    </Page>
  );
}

export { ImportPage as Component };
