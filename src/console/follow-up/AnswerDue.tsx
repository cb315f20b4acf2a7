import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { computeResponseClock } from '#contract/response-clock.ts';
import { agencyHoursQuery } from '#console/settings/hours/hours-queries.ts';
import { Moment } from '#console/ui/Moment.tsx';
import { useNow } from '#console/ui/use-formats.ts';
import css from './AnswerDue.module.css';
import { clockText } from './ResponseClockStatus.tsx';

/** Time that is left to answer an inquiry, or since when it is late; without the agency's hours, when it arrived. */
export function AnswerDue({ adminMail, momento }: { adminMail: string; momento: string }) {
  const { i18n } = useLingui();
  const now = useNow();
  const hours = useQuery(agencyHoursQuery(adminMail)).data?.hours;
  const at = Date.parse(momento);
  const clock = hours && !Number.isNaN(at) ? computeResponseClock(at, undefined, hours, now) : undefined;
  if (!hours || !clock || clock.state === 'none') return <Moment at={momento} />;
  const options = { momento: at, status: 'new', hours, now, language: i18n.locale } as const;
  const { tone, text } = clockText(clock, options);
  return (
    <span className={css.due} data-tone={tone}>
      {i18n._(text)}
    </span>
  );
}
