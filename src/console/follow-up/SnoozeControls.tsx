import { Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import type { FollowUp } from '#contract/desk/follow-up.ts';
import { isSnoozeActive, isSnoozeExpired } from '#contract/follow-up/follow-up-state.ts';
import { useFollowUpContext } from './follow-up-context.tsx';
import css from './FollowUpSection.module.css';
import { SaveFailure } from './SaveFailure.tsx';
import { SnoozeForm, SnoozePanel } from './SnoozePanel.tsx';
import { usePendingChanges } from './change-store.ts';

interface Props {
  followUp: FollowUp;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

export function SnoozeControls({ followUp, isOpen, onToggle }: Props) {
  const { t } = useLingui();
  const { inquiryKey, hours, zone, now, text } = useFollowUpContext();
  const changes = usePendingChanges(inquiryKey, 'snooze');
  const snoozeButton = useRef<HTMLButtonElement>(null);
  const moveFocus = () => snoozeButton.current?.focus({ preventScroll: true });
  const preloadForm = () => void SnoozeForm.preload();
  const isActive = isSnoozeActive(followUp, now);
  const isExpired = isSnoozeExpired(followUp, now);
  return (
    <div className={css.control}>
      <div className={css.row}>
        <button
          ref={snoozeButton}
          type="button"
          className="button"
          aria-expanded={isOpen}
          data-hint={t`Posponer (s)`}
          onPointerEnter={preloadForm}
          onFocus={preloadForm}
          onClick={() => onToggle(!isOpen)}
        >
          {isActive ? <Trans>Posponer hasta…</Trans> : <Trans>Posponer…</Trans>}
        </button>
        {(isActive || isExpired) && (
          <button
            type="button"
            className="button"
            onClick={() => {
              moveFocus();
              void changes.save({ kind: 'snooze', until: null });
            }}
          >
            {isActive ? <Trans>Traerla de vuelta</Trans> : <Trans>Ya la vi</Trans>}
          </button>
        )}
      </div>
      {isOpen && (
        <SnoozePanel
          hours={hours}
          zone={zone}
          now={now}
          onSubmit={(until) => {
            onToggle(false);
            void changes.save({ kind: 'snooze', until });
          }}
          onClose={() => onToggle(false)}
        />
      )}
      <SaveFailure
        changes={changes}
        description={changes.failed && text.changeResult(changes.failed.change, null)}
        moveFocus={moveFocus}
      />
    </div>
  );
}
