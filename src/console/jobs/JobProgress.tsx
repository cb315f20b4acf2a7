import { useLingui } from '@lingui/react/macro';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Job } from '#contract/desk/jobs.ts';
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
