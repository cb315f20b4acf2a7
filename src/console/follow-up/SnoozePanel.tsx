import { useLingui } from '@lingui/react/macro';
import type { Hours } from '#contract/hours.ts';
import { lazyWithRetry } from '#console/ui/lazy-with-retry.tsx';
import { useFollowUpText } from './follow-up-text.ts';
import css from './FollowUpSection.module.css';
import { InlinePanel } from './InlinePanel.tsx';
import { type SnoozeOption, snoozeOptions } from './snooze.ts';
import { formatTime } from './times.ts';

export const SnoozeForm = lazyWithRetry(() => import('./SnoozeForm.tsx').then((module) => module.SnoozeForm));

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
      </div>
      <SnoozeForm zone={zone} now={now} onSubmit={onSubmit} onClose={onClose} />
    </InlinePanel>
  );
}
