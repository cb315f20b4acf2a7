import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import type { ExportedFile, Job } from '#contract/desk/jobs.ts';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { useSession } from '#console/session/session.ts';
import { FactRow, FactRows } from '#console/ui/FactRows.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { Section } from '#console/ui/Section.tsx';
import { FileFailureAlert } from './FileFailureAlert.tsx';
import { MissingDaysAlert } from './MissingDaysAlert.tsx';

interface Props {
  job: Job;
  file: ExportedFile;
}

export function ExportedFileSection({ job: { state, name, by }, file }: Props) {
  const { t } = useLingui();
  const { person } = useSession();
  const { format, masked, missing, failure, until } = file;
  return (
    <Section title={t`Archivo`} actions={<HelpLink topic="export" />}>
      {failure !== null && <FileFailureAlert code={failure} />}
      {missing !== null && missing.length > 0 && <MissingDaysAlert missing={missing} />}
      {state === 'done' && failure === null && until === null && (
        <Alert severity="info" variant="outlined">
          <Trans>El archivo ya se borró. Podés exportar las consultas de nuevo.</Trans>
        </Alert>
      )}
      <FactRows>
        {name && (
          <FactRow name={t`Nombre`}>
            <span style={{ overflowWrap: 'anywhere' }}>{name}</span>
          </FactRow>
        )}
        <FactRow name={t`Formato`}>{format.toUpperCase()}</FactRow>
        <FactRow name={t`Datos de contacto`}>{masked ? t`Enmascarados` : t`Completos`}</FactRow>
        {until !== null && (
          <FactRow name={t`Se borra`}>
            <Moment at={until} />
          </FactRow>
        )}
        {until !== null && by.id !== person.id && (
          <FactRow name={t`Descarga`}>
            <Trans>Solo quien la pidió.</Trans>
          </FactRow>
        )}
      </FactRows>
    </Section>
  );
}
