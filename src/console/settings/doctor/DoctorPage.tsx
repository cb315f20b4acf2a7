import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type CheckState, type Doctor, isProblem } from '#contract/desk/doctor.ts';
import { BACKGROUND, queryClient } from '#console/api/query-client.ts';
import { useSession } from '#console/session/session.ts';
import { DetailPage } from '#console/ui/DetailPage.tsx';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { Section } from '#console/ui/Section.tsx';
import { StatusChip } from '#console/ui/StatusChip.tsx';
import { CheckProblem, TestMailButton } from './CheckProblem.tsx';
import { doctorQuery, runChecks } from './doctor-queries.ts';
import { RunCheckButton } from './RunCheckButton.tsx';
import { useText } from './use-text.ts';

const REFETCH_MS = 15_000;
const REFETCH_WHILE_DUE_MS = 1000;

function DoctorPage() {
  const { t } = useLingui();
  const { may } = useSession();
  const query = useQuery({
    ...doctorQuery(),
    refetchInterval: ({ state: { data } }) => (data && isRunning(data) ? REFETCH_WHILE_DUE_MS : REFETCH_MS),
    meta: BACKGROUND,
  });
  const run = useMutation(runChecks);
  return (
    <DetailPage
      title={t`Diagnóstico`}
      freshness={query}
      loadingLabel={t`Cargando el diagnóstico`}
      query={query}
      actions={
        may.includes('runChecks') && (
          <Button
            variant="contained"
            loading={run.isPending || (query.data !== undefined && isRunning(query.data))}
            onClick={() => run.mutate()}
          >
            <Trans>Revisar ahora</Trans>
          </Button>
        )
      }
    >
      {({ checks, lateSince }) => (
        <>
          {run.error && <FailureAlert error={run.error} />}
          <Summary checks={checks} />
          {lateSince !== null && (
            <Alert severity="error" variant="outlined">
              <Trans>
                Nadie hace las revisiones desde <Moment at={lateSince} />: no corre ningún proceso con el rol
                worker. Lo que sigue es de antes.
              </Trans>
            </Alert>
          )}
          {checks.filter(isProblem).map((check) => (
            <CheckProblem key={check.id} check={check} />
          ))}
          <IgnoredChecks checks={checks.filter(isIgnoredProblem)} />
          <OtherChecks checks={checks.filter(({ outcome }) => outcome !== 'failed')} />
        </>
      )}
    </DetailPage>
  );
}

const isIgnoredProblem = (check: CheckState) => check.outcome === 'failed' && !isProblem(check);

const isRunning = ({ checks, lateSince }: Doctor) => lateSince === null && checks.some(({ isDue }) => isDue);

function Summary({ checks }: Pick<Doctor, 'checks'>) {
  const { t } = useLingui();
  const problems = checks.filter(isProblem);
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const warnings = problems.length - errors;
  const isComplete = checks.length > 0 && checks.every(({ outcome }) => outcome !== 'pending');
  const retried = checks.filter(({ outcome }) => outcome === 'retrying').length;
  if (problems.length === 0 && retried > 0)
    return (
      <Alert severity="info" variant="outlined">
        {t`${plural(retried, { one: '# revisión encontró algo y se repite antes de contar.', other: '# revisiones encontraron algo y se repiten antes de contar.' })}`}
      </Alert>
    );
  if (problems.length === 0)
    return isComplete ? (
      <Alert severity="success" variant="outlined">
        <Trans>Todo bien: ninguna revisión encontró un problema.</Trans>
      </Alert>
    ) : (
      <Alert severity="info" variant="outlined">
        <Trans>Revisando por primera vez…</Trans>
      </Alert>
    );
  return (
    <Typography variant="h2">
      {[
        ...(errors > 0 ? [t`${plural(errors, { one: '# cosa no anda', other: '# cosas no andan' })}`] : []),
        ...(warnings > 0 ? [t`${plural(warnings, { one: '# para mirar', other: '# para mirar' })}`] : []),
      ].join(' · ')}
    </Typography>
  );
}

function IgnoredChecks({ checks }: Pick<Doctor, 'checks'>) {
  const { t } = useLingui();
  if (checks.length === 0) return null;
  return (
    <Section title={t`Ignorados`}>
      {checks.map((check) => (
        <CheckProblem key={check.id} check={check} />
      ))}
    </Section>
  );
}

function OtherChecks({ checks }: Pick<Doctor, 'checks'>) {
  const { t } = useLingui();
  const { may } = useSession();
  const hasMailServer = checks.some(({ id }) => id === 'mail-server');
  return (
    <Section
      title={t`Sin problemas`}
      actions={may.includes('sendTestMail') && hasMailServer && <TestMailButton />}
    >
      <Stack component="ul" spacing={1.5} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {checks.map((check) => (
          <CheckLine key={check.id} check={check} />
        ))}
      </Stack>
    </Section>
  );
}

function CheckLine({ check }: { check: CheckState }) {
  const { title, why, findings, outcome, checkedAt } = check;
  const text = useText();
  return (
    <Stack component="li" direction="row" spacing={1.5} sx={{ alignItems: 'center' }}>
      <Stack sx={{ flex: 1, minWidth: 0 }}>
        <span>{text(title)}</span>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {outcome === 'retrying' ? findings.map(text).join(' ') : text(why)}
        </Typography>
      </Stack>
      <Stack
        sx={{
          flex: 'none',
          flexDirection: { xs: 'column-reverse', sm: 'row' },
          alignItems: { xs: 'end', sm: 'center' },
        }}
      >
        {outcome === 'retrying' && (
          <StatusChip tone="waiting">
            <Trans>Se repite</Trans>
          </StatusChip>
        )}
        {checkedAt !== null && (
          <Typography variant="body2" color="textSecondary">
            <Moment at={checkedAt} />
          </Typography>
        )}
        <RunCheckButton check={check} />
      </Stack>
    </Stack>
  );
}

export const loader = () => queryClient.ensureQueryData(doctorQuery());

export { DoctorPage as Component };
