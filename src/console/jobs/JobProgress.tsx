import { Trans, useLingui } from '@lingui/react/macro';
import LinearProgress from '@mui/material/LinearProgress';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router';
import type { Job } from '#contract/desk/jobs.ts';
import { paths } from '#console/paths.ts';
import { StatusChip, type Tone } from '#console/ui/StatusChip.tsx';
import { useJobText } from './job-text.ts';

export function JobProgress({ job }: { job: Job }) {
  const { t } = useLingui();
  const text = useJobText();
  const { done, failed, rows, state, file } = job;
  // An export first reads the newest inquiries; until then it is not known how many there are.
  const isCounted = !file || file.missing !== null;
  const progress = text.progress(job);
  return (
    <Stack sx={{ gap: 0.5, minWidth: 120 }}>
      <Typography component="span" variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {progress}
        {job.finishedAt !== null && failed > 0 && (
          <>
            {' ('}
            <Link component={RouterLink} to={paths.job(job.id, 'filas=failed')}>
              <Trans>por qué</Trans>
            </Link>
            )
          </>
        )}
      </Typography>
      {job.finishedAt === null && (
        <LinearProgress
          variant={isCounted || state !== 'running' ? 'determinate' : 'indeterminate'}
          color={state === 'running' ? 'primary' : 'inherit'}
          value={Math.floor(((done + failed) / Math.max(rows, 1)) * 100)}
          aria-label={t`Avance`}
          aria-valuetext={progress}
        />
      )}
    </Stack>
  );
}

const JOB_TONES: Record<Job['state'], Tone> = {
  running: 'waiting',
  paused: 'caution',
  done: 'good',
  cancelled: 'none',
};

export function JobState({ job: { state, failed, undoneBy, file } }: { job: Job }) {
  const text = useJobText();
  const isPartial = (file?.missing?.length ?? 0) > 0;
  return (
    <Stack sx={{ alignItems: 'start', gap: 0.5 }}>
      {file?.failure ? (
        <StatusChip tone="bad">
          <Trans>Se cortó</Trans>
        </StatusChip>
      ) : (
        <StatusChip tone={state === 'done' && (failed > 0 || isPartial) ? 'caution' : JOB_TONES[state]}>
          {state === 'done' && failed > 0 ? <Trans>Terminado con fallas</Trans> : text.state[state]}
        </StatusChip>
      )}
      {undoneBy !== null && (
        <Link component={RouterLink} to={paths.job(undoneBy)} variant="body2">
          <Trans>Deshecho por otro proceso</Trans>
        </Link>
      )}
    </Stack>
  );
}
