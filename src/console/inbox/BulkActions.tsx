import { Trans, useLingui } from '@lingui/react/macro';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkChange } from '#contract/follow-up/change-kinds.ts';
import { LOST_REASONS, STATUSES } from '#contract/follow-up/follow-up-state.ts';
import type { Hours } from '#contract/hours.ts';
import { colleaguesQuery } from '#console/follow-up/follow-up-queries.ts';
import { useFollowUpText } from '#console/follow-up/follow-up-text.ts';
import { HandOverForm } from '#console/follow-up/HandOverForm.tsx';
import { InlinePanel } from '#console/follow-up/InlinePanel.tsx';
import { SnoozePanel } from '#console/follow-up/SnoozePanel.tsx';
import type { Row } from '#console/inquiries/row.ts';
import { useSession } from '#console/session/session.ts';
import { useShortcuts } from '#console/ui/keyboard-shortcuts.ts';
import { useNow } from '#console/ui/use-formats.ts';
import css from './BulkBar.module.css';
import { BULK_NOTE_DRAFT } from './use-bulk-change.ts';

interface Props {
  rows: readonly Row[];
  hours: Readonly<Record<string, Hours>>;
  isDisabled: boolean;
  hasShortcuts: boolean;
  /** The choice of a reason to close them is open at first. */
  isClosing: boolean;
  onChange: (change: BulkChange) => void;
}

type Panel = 'status' | 'snooze' | 'hand-over';

export function BulkActions({ rows, hours, isDisabled, hasShortcuts, isClosing, onChange }: Props) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const now = useNow();
  const [openPanel, setOpenPanel] = useState<Panel | undefined>(isClosing ? 'status' : undefined);
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
      {openPanel === 'status' && <StatusPanel isClosing={isClosing} onChange={change} onClose={close} />}
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

interface StatusPanelProps extends Pick<Props, 'isClosing'> {
  onChange: (change: BulkChange) => void;
  onClose: () => void;
}

function StatusPanel({ isClosing, onChange, onClose }: StatusPanelProps) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const text = useFollowUpText(timeZone, useNow());
  const [isLost, setLost] = useState(isClosing);
  return (
    <InlinePanel label={t`Estado`} onClose={onClose}>
      {!isClosing && (
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
      )}
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

interface HandOverProps {
  rows: readonly Row[];
  onChange: (change: BulkChange) => void;
  onClose: () => void;
}

const BY_AGENCY = 'by-agency';
/** decided: an inquiry of a further agency fails by itself if the recipient may not see it. */
const MAX_COMPARED_AGENCIES = 20;

export function BulkHandOver({ rows, onChange, onClose }: HandOverProps) {
  const { t } = useLingui();
  const { person } = useSession();
  const [search, setSearch] = useState('');
  const agencies = [...Map.groupBy(rows, ({ adminMail }) => adminMail.toLowerCase())];
  const queries = useQueries({
    queries: agencies.slice(0, MAX_COMPARED_AGENCIES).map(([adminMail, own]) => {
      const operators = new Set(own.map(({ inquiry }) => inquiry.OperadorResponsable ?? null));
      const [operator = null] = operators;
      // People who see all inquiries are common to several operators; others are not.
      return colleaguesQuery(adminMail, operators.size === 1 ? operator : null, search.trim());
    }),
  });
  const lists = queries.flatMap(({ data }) => (data ? [data.colleagues] : []));
  const [first = [], ...others] = lists;
  const recipients = [
    ...(agencies.length > 1 && search === '' ? [{ id: BY_AGENCY, name: t`Quien atiende cada agencia` }] : []),
    ...first.filter(
      ({ id }) => id !== person.id && others.every((list) => list.some((other) => other.id === id)),
    ),
  ];
  return (
    <HandOverForm
      label={t`Pasar las consultas`}
      submitLabel={t`Pasarlas`}
      emptyText={t`No hay otra persona que vea todas estas consultas y trabaje en ellas.`}
      recipients={lists.length === queries.length ? recipients : undefined}
      hasMore={queries.some(({ data }) => data?.more)}
      search={search}
      onSearch={setSearch}
      error={queries.find(({ error }) => error)?.error ?? null}
      onRetry={() => {
        for (const query of queries) if (query.error) void query.refetch();
      }}
      draftName={BULK_NOTE_DRAFT}
      allowsNote
      onSubmit={({ id }, note) =>
        onChange({
          ...(id === BY_AGENCY ? { kind: 'hand-over-by-agency' } : { kind: 'hand-over', to: id }),
          ...(note && { note }),
        })
      }
      onClose={onClose}
    />
  );
}
