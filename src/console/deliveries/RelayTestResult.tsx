import { useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import type { RelayTest } from '#contract/desk/relay.ts';
import { AttemptOutcome } from './AttemptOutcome.tsx';

export function RelayTestResult({ test: { status, error, durationMs } }: { test: RelayTest }) {
  const { t } = useLingui();
  const isTaken = status !== null && status >= 200 && status < 300;
  return (
    <Box component="output">
      <AttemptOutcome
        attempt={{ outcome: isTaken ? 'delivered' : 'given-up', status, error, durationMs }}
        label={isTaken ? t`Lo aceptó` : t`No lo aceptó`}
      />
    </Box>
  );
}
