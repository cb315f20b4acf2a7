import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type Attempt, findAttemptCause } from '#contract/attempts.ts';
import type { ListedAttempt } from '#contract/desk/attempts.ts';
import { StatusChip, type Tone } from '#console/ui/StatusChip.tsx';
import { capitalize } from '#console/ui/formats.ts';
import { useDurationFormat } from '#console/ui/use-duration-format.ts';
import { useCauseText } from './cause-text.ts';

const ATTEMPT_OUTCOME_TONES: Record<Attempt['outcome'], Tone> = {
  delivered: 'good',
  retried: 'caution',
  'given-up': 'bad',
  suspended: 'bad',
};

export const ATTEMPT_OUTCOME_TEXTS: Record<Attempt['outcome'], MessageDescriptor> = {
  delivered: msg`Entregado`,
  retried: msg`Se reintenta`,
  'given-up': msg`Abandonado`,
  suspended: msg`Aviso suspendido`,
};

export function AttemptOutcome({
  attempt: { outcome, status, error, durationMs, refusal = null, isAnswerLost = false },
  label,
}: {
  attempt: Pick<Attempt, 'outcome' | 'status' | 'error' | 'durationMs'> &
    Partial<Pick<ListedAttempt, 'refusal' | 'isAnswerLost'>>;
  label?: string;
}) {
  const { t, i18n } = useLingui();
  const duration = useDurationFormat()(durationMs);
  const { describePast } = useCauseText();
  const cause = refusal ?? findAttemptCause({ status, error });
  return (
    <Stack sx={{ alignItems: 'start', gap: 0.5 }}>
      <StatusChip tone={ATTEMPT_OUTCOME_TONES[outcome]}>
        {label ?? i18n._(ATTEMPT_OUTCOME_TEXTS[outcome])}
      </StatusChip>
      <Typography variant="body2" color="textSecondary">
        {outcome === 'delivered'
          ? t`Respondió ${status} en ${duration}`
          : isAnswerLost
            ? t`Llegó, y se perdió la respuesta · ${duration}`
            : `${capitalize(describePast(cause, error ?? status?.toString() ?? null))} · ${duration}`}
      </Typography>
    </Stack>
  );
}
