import { Trans, useLingui } from '@lingui/react/macro';
import type { RefObject } from 'react';
import { type FollowUp } from '#contract/desk/follow-up.ts';
import { LOST_REASONS, STATUSES, type Status } from '#contract/follow-up/follow-up-state.ts';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { useShortcuts } from '#console/ui/keyboard-shortcuts.ts';
import { useFollowUpContext } from './follow-up-context.tsx';
import css from './FollowUpSection.module.css';
import { InlinePanel } from './InlinePanel.tsx';
import { SaveFailure } from './SaveFailure.tsx';
import type { usePendingChanges } from './change-store.ts';

interface Props {
  followUp: FollowUp;
  changes: ReturnType<typeof usePendingChanges>;
  group: RefObject<HTMLFieldSetElement | null>;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  moveFocus: () => void;
}

export function StatusControls({ followUp, changes, group, isOpen, onToggle, moveFocus }: Props) {
  const { t } = useLingui();
  const { text } = useFollowUpContext();
  const isSaving = changes.isSaving('status');
  const chooseStatus = (status: Status) => {
    if (status === 'lost') return onToggle(!isOpen);
    onToggle(false);
    if (status !== followUp.status) void changes.save({ kind: 'status', status });
  };
  useShortcuts(
    t`Seguimiento`,
    STATUSES.filter((status) => status !== followUp.status && status !== 'contacted').map((status) => {
      const name = text.status[status];
      return { keys: undefined, label: t`Estado: ${name}`, run: () => chooseStatus(status) };
    }),
  );
  return (
    <div className={css.control}>
      <fieldset className={css.statuses} aria-label={t`Estado`} ref={group} tabIndex={-1}>
        {STATUSES.map((status) => (
          <button
            key={status}
            type="button"
            className="button"
            aria-pressed={followUp.status === status}
            aria-busy={isSaving && followUp.status === status}
            {...(status === 'lost' && { 'aria-expanded': isOpen })}
            data-hint={status === 'contacted' ? t`Contactada (e)` : undefined}
            onClick={() => chooseStatus(status)}
          >
            {text.status[status]}
          </button>
        ))}
      </fieldset>
      {isOpen && (
        <InlinePanel label={t`Por qué se perdió`} onClose={() => onToggle(false)}>
          <p className="secondary">
            <Trans>¿Por qué se perdió?</Trans>
          </p>
          <div className={css.row}>
            {LOST_REASONS.map((lostReason) => (
              <button
                key={lostReason}
                type="button"
                className="button"
                aria-pressed={followUp.lostReason === lostReason}
                onClick={() => {
                  onToggle(false);
                  void changes.save({ kind: 'status', status: 'lost', lostReason });
                }}
              >
                {text.reason[lostReason]}
              </button>
            ))}
            <button type="button" className="button quiet" onClick={() => onToggle(false)}>
              <Trans>Cancelar</Trans>
            </button>
            <HelpLink topic="status" />
          </div>
        </InlinePanel>
      )}
      <SaveFailure
        changes={changes}
        description={changes.failed && text.changeResult(changes.failed.change, null)}
        moveFocus={moveFocus}
      />
    </div>
  );
}
