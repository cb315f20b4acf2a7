import { useLingui } from '@lingui/react/macro';
import { HOUR_MS, MINUTE_MS } from '#contract/durations.ts';
import { type Hours, nextOpening } from '#contract/hours.ts';
import { toInstant } from '#contract/wall-time.ts';
import { addDays, dayAt, startOfDay } from '#contract/window.ts';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { lazyWithRetry } from '#console/ui/lazy-with-retry.tsx';
import { useFollowUpText } from './follow-up-text.ts';
import css from './FollowUpSection.module.css';
import { InlinePanel } from './InlinePanel.tsx';
import { formatTime } from './times.ts';

export const SnoozeForm = lazyWithRetry(() => import('./SnoozeForm.tsx').then((module) => module.SnoozeForm));

const EVENING_MINUTE = 20 * 60;

interface Props {
  hours: Hours | undefined;
  zone: string;
  now: number;
  onSubmit: (until: number) => void;
  onClose: () => void;
}

export function SnoozePanel({ hours, zone, now, onSubmit, onClose }: Props) {
  const { t } = useLingui();
  const text = useFollowUpText(zone, now);

  const optionLabel = ({ kind, until }: SnoozeOption) => {
    const when = text.time(until);
    const clock = formatTime(until, zone);
    const labels: Record<SnoozeOption['kind'], string> = {
      hour: t`En 1 hora (${when})`,
      tonight: t`Esta noche (${clock})`,
      tomorrow: t`Mañana al abrir (${clock})`,
      opening: t`Al abrir (${when})`,
    };
    return labels[kind];
  };

  return (
    <InlinePanel label={t`Posponer`} onClose={onClose}>
      <div className={css.row}>
        {snoozeOptions(now, hours).map((option) => (
          <button key={option.kind} type="button" className="button" onClick={() => onSubmit(option.until)}>
            {optionLabel(option)}
          </button>
        ))}
        <HelpLink topic="snooze" />
      </div>
      <SnoozeForm zone={zone} now={now} onSubmit={onSubmit} onClose={onClose} />
    </InlinePanel>
  );
}

interface SnoozeOption {
  kind: 'hour' | 'tonight' | 'tomorrow' | 'opening';
  until: number;
}

export function snoozeOptions(now: number, hours: Hours | undefined): SnoozeOption[] {
  const inAnHour = Math.ceil((now + HOUR_MS) / MINUTE_MS) * MINUTE_MS;
  const options: SnoozeOption[] = [{ kind: 'hour', until: inAnHour }];
  if (!hours) return options;
  const today = dayAt(now, hours.zone);
  const tonight = toInstant(today, EVENING_MINUTE, hours.zone);
  if (tonight > now) options.push({ kind: 'tonight', until: tonight });
  const tomorrow = addDays(today, 1);
  const opening = nextOpening(startOfDay(tomorrow, hours.zone), hours);
  if (opening !== undefined)
    options.push({ kind: dayAt(opening, hours.zone) === tomorrow ? 'tomorrow' : 'opening', until: opening });
  return options;
}
