import { Trans } from '@lingui/react/macro';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { Link as RouterLink } from 'react-router';
import type { Job } from '#contract/desk/jobs.ts';
import { paths } from '#console/paths.ts';
import { StatusChip, type Tone } from '#console/ui/StatusChip.tsx';
import { useJobText } from './job-text.ts';

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
          {text.state[state]}
        </StatusChip>
      )}
      {undoneBy !== null && (
        <Link component={RouterLink} to={paths.job(undoneBy)} variant="body2">
          <Trans>Deshecha por otra tarea</Trans>
        </Link>
      )}
    </Stack>
  );
}
