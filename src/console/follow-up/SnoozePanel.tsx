import { useLingui } from '@lingui/react/macro';
import { lazyWithRetry } from '#console/ui/lazy-with-retry.tsx';
import { useFollowUpContext } from './follow-up-context.tsx';
import css from './FollowUpSection.module.css';
import { InlinePanel } from './InlinePanel.tsx';
import { type SnoozeOption, snoozeOptions } from './snooze.ts';
import { formatTime } from './times.ts';

export const SnoozeForm = lazyWithRetry(() => import('./SnoozeForm.tsx').then((module) => module.SnoozeForm));

interface Props {
  onSubmit: (until: number) => void;
  onClose: () => void;
}

export function SnoozePanel({ onSubmit, onClose }: Props) {
  const { t } = useLingui();
  const { hours, zone, now, text } = useFollowUpContext();

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
      <SnoozeForm onSubmit={onSubmit} onClose={onClose} />
    </InlinePanel>
  );
}
