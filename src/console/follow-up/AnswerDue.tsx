import { Trans, useLingui } from '@lingui/react/macro';
import type { FollowUp } from '#contract/desk/follow-up.ts';
import { isSnoozeExpired } from '#contract/follow-up/follow-up-state.ts';
import type { Hours } from '#contract/hours.ts';
import { computeResponseClock } from '#contract/response-clock.ts';
import { Moment } from '#console/ui/Moment.tsx';
import { useNow } from '#console/ui/use-formats.ts';
import css from './AnswerDue.module.css';
import { clockText } from './ResponseClockStatus.tsx';

interface Props {
  momento: string;
  followUp: FollowUp | undefined;
  /** Opening hours of the agency. */
  hours: Hours | undefined;
}

/** Says how long an inquiry may still wait, since when it is late, or when it returned; without a clock, when it arrived. */
export function AnswerDue({ momento, followUp, hours }: Props) {
  const { i18n } = useLingui();
  const now = useNow();
  const at = Date.parse(momento);
  if (followUp?.snoozedUntil && isSnoozeExpired(followUp, now))
    return (
      <span>
        <Trans>
          Volvió: <Moment at={followUp.snoozedUntil} />
        </Trans>
      </span>
    );
  const clock = hours && !Number.isNaN(at) ? computeResponseClock(at, followUp, hours, now) : undefined;
  if (!hours || !clock || clock.state === 'none') return <Moment at={momento} />;
  const status = followUp?.status ?? 'new';
  const { tone, text } = clockText(clock, { momento: at, status, hours, now, language: i18n.locale });
  return (
    <span className={css.due} data-tone={tone}>
      {i18n._(text)}
    </span>
  );
}
