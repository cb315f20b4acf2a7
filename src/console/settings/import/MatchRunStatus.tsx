import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { indexStateQuery } from '#console/agency-select/agency-queries.ts';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import type { useMatchRun } from './use-match-run.ts';

interface Props {
  run: ReturnType<typeof useMatchRun>;
  agencies: readonly string[];
}

export function MatchRunStatus({ run, agencies }: Props) {
  const { t } = useLingui();
  const { isRunning, matches, foundCount, error } = run;
  const state = useQuery({ ...indexStateQuery(), enabled: run.isStarted });
  const keys = agencies.map((agency) => agency.toLowerCase());
  const incompleteCount = (state.data?.agencies ?? []).filter(
    ({ adminMail, complete }) => !complete && (keys.length === 0 || keys.includes(adminMail.toLowerCase())),
  ).length;
  const total = matches.length;
  const missing = total - foundCount;
  return (
    <>
      {isRunning && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
          <LinearProgress
            variant="determinate"
            aria-label={t`Filas buscadas`}
            value={(100 * foundCount) / Math.max(1, total)}
            sx={{ flex: '1 1 200px', height: 8, borderRadius: 4 }}
          />
          <Typography component="output">
            <Trans>
              {foundCount} de {total}
            </Trans>
          </Typography>
        </Stack>
      )}
      {error && !isRunning && (
        <FailureAlert error={error} onRetry={run.retry}>
          <p>
            {t`No es un «no»: no se sabe si ${plural(missing, { one: '# fila tiene', other: '# filas tienen' })} una consulta.`}
          </p>
        </FailureAlert>
      )}
      {incompleteCount > 0 && (
        <Alert severity="info" variant="outlined">
          {t`${plural(incompleteCount, {
            one: 'Todavía no se cargaron todas las consultas de # agencia',
            other: 'Todavía no se cargaron todas las consultas de # agencias',
          })}: puede faltar alguna coincidencia.`}
        </Alert>
      )}
    </>
  );
}
