import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { type BulkChange } from '#contract/follow-up/change-kinds.ts';
import { LOST_REASONS, STATUSES } from '#contract/follow-up/follow-up-state.ts';
import type { Hours } from '#contract/hours.ts';
import { useFollowUpText } from '#console/follow-up/follow-up-text.ts';
import { InlinePanel } from '#console/follow-up/InlinePanel.tsx';
import { SnoozePanel } from '#console/follow-up/SnoozePanel.tsx';
import type { Row } from '#console/inquiries/inquiry-queries.ts';
import { useSession } from '#console/session/session.ts';
import { useShortcuts } from '#console/ui/keyboard-shortcuts.ts';
import { useNow } from '#console/ui/use-formats.ts';
import css from './BulkBar.module.css';
import { BulkHandOver } from './BulkHandOver.tsx';

interface Props {
  rows: readonly Row[];
  hours: Readonly<Record<string, Hours>>;
  isDisabled: boolean;
  hasShortcuts: boolean;
  onChange: (change: BulkChange) => void;
}

type Panel = 'status' | 'snooze' | 'hand-over';

export function BulkActions({ rows, hours, isDisabled, hasShortcuts, onChange }: Props) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const now = useNow();
  const [openPanel, setOpenPanel] = useState<Panel>();
  const agencies = new Set(rows.map(({ adminMail }) => adminMail.toLowerCase()));
  const [agency = ''] = agencies;
  const agencyHours = agencies.size === 1 ? hours[agency] : undefined;
  const close = () => setOpenPanel(undefined);
  const change = (one: BulkChange) => {
    close();
    if (!isDisabled) onChange(one);
  };
  const markContacted = () => change({ kind: 'status', status: 'contacted' });
  useShortcuts(
    t`Con consultas elegidas`,
    hasShortcuts
      ? [
          { keys: 'e', label: t`Marcar como contactada`, run: markContacted },
          { keys: 's', label: t`Posponer`, run: () => setOpenPanel('snooze') },
          { keys: 'a', label: t`Pasarla a otra persona`, run: () => setOpenPanel('hand-over') },
        ]
      : [],
  );
  const panelButton = (panel: Panel, label: string) => (
    <button
      type="button"
      className="button"
      aria-expanded={openPanel === panel}
      aria-disabled={isDisabled}
      onClick={() => isDisabled || setOpenPanel(openPanel === panel ? undefined : panel)}
    >
      {label}
    </button>
  );
  const claimButton = (claimed: boolean, label: string) => (
    <button
      type="button"
      className="button"
      aria-disabled={isDisabled}
      onClick={() => change({ kind: 'claim', claimed })}
    >
      {label}
    </button>
  );
  return (
    <>
      {openPanel === 'status' && <StatusPanel onChange={change} onClose={close} />}
      {openPanel === 'snooze' && (
        <SnoozePanel
          hours={agencyHours}
          zone={agencyHours?.zone ?? timeZone}
          now={now}
          onSubmit={(until) => change({ kind: 'snooze', until })}
          onClose={close}
        />
      )}
      {openPanel === 'hand-over' && <BulkHandOver rows={rows} onChange={change} onClose={close} />}
      <fieldset className={css.row} aria-label={t`Qué hacer con las elegidas`}>
        {panelButton('status', t`Estado…`)}
        {panelButton('snooze', t`Posponer…`)}
        {claimButton(true, t`Tomarlas`)}
        {claimButton(false, t`Soltarlas`)}
        {panelButton('hand-over', t`Pasarlas a…`)}
      </fieldset>
    </>
  );
}

interface StatusPanelProps {
  onChange: (change: BulkChange) => void;
  onClose: () => void;
}

function StatusPanel({ onChange, onClose }: StatusPanelProps) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const text = useFollowUpText(timeZone, useNow());
  const [isLost, setLost] = useState(false);
  return (
    <InlinePanel label={t`Estado`} onClose={onClose}>
      <div className={css.row}>
        {STATUSES.map((status) => (
          <button
            key={status}
            type="button"
            className="button"
            {...(status === 'lost' && { 'aria-expanded': isLost })}
            onClick={() => (status === 'lost' ? setLost(!isLost) : onChange({ kind: 'status', status }))}
          >
            {text.status[status]}
          </button>
        ))}
      </div>
      {isLost && (
        <fieldset className={css.row} aria-label={t`Por qué se perdieron`}>
          <p>
            <Trans>¿Por qué se perdieron?</Trans>
          </p>
          {LOST_REASONS.map((lostReason) => (
            <button
              key={lostReason}
              type="button"
              className="button"
              onClick={() => onChange({ kind: 'status', status: 'lost', lostReason })}
            >
              {text.reason[lostReason]}
            </button>
          ))}
        </fieldset>
      )}
    </InlinePanel>
  );
}
