import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { FollowUpDetail } from '#contract/desk/follow-up.ts';
import { canMarkContacted, isSnoozeActive, isSnoozeExpired } from '#contract/follow-up/follow-up-state.ts';
import { computeResponseClock } from '#contract/response-clock.ts';
import { useStore } from '#console/api/store.ts';
import { focusInquiry } from '#console/inquiries/focus-inquiry.ts';
import { type InquiryKey, inquiryId } from '#console/inquiries/inquiry-queries.ts';
import type { Inquiry } from '#console/inquiries/row.ts';
import { useSession } from '#console/session/session.ts';
import { agencyHoursQuery } from '#console/settings/hours/hours-queries.ts';
import { useShortcuts } from '#console/ui/keyboard-shortcuts.ts';
import { lazyWithRetry } from '#console/ui/lazy-with-retry.tsx';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import { changeStore, usePendingChanges } from './change-store.ts';
import { ClaimControls } from './ClaimControls.tsx';
import { computeClockChip } from './clock-chip.ts';
import { FollowUpProvider, useFollowUpContext } from './follow-up-context.tsx';
import { followUpQuery } from './follow-up-queries.ts';
import css from './FollowUpSection.module.css';
import { clockText } from './ResponseClockStatus.tsx';
import { PendingChangesBanner } from './PendingChangesBanner.tsx';
import { NudgeControls } from './NudgeControls.tsx';
import { SnoozeControls } from './SnoozeControls.tsx';
import { StatusControls } from './StatusControls.tsx';
import { formatShortTime } from './times.ts';

const ConflictPanel = lazyWithRetry(() =>
  import('./ConflictPanel.tsx').then((module) => module.ConflictPanel),
);

interface Props extends InquiryKey {
  inquiry: Inquiry;
}

export function ClockChip({ adminMail, sid, inquiry: { Momento } }: Props) {
  const { i18n, t } = useLingui();
  const format = useFormats();
  const followUp = useQuery(followUpQuery({ adminMail, sid })).data?.followUp;
  const hours = useQuery(agencyHoursQuery(adminMail)).data?.hours;
  const momento = Date.parse(Momento);
  const now = Math.max(useNow(), momento);
  if (!followUp || Number.isNaN(momento)) return null;
  if (isSnoozeExpired(followUp, now))
    return (
      <span className={css.chip} data-kind="back">
        <Trans>volvió</Trans>
      </span>
    );
  if (!hours) return null;
  const clock = computeResponseClock(momento, followUp, hours, now);
  if (clock.state === 'none') return null;
  const { chip } = computeClockChip(momento, followUp, { hours, now, format, i18n });
  const due = clock.state === 'fine' && formatShortTime(clock.dueAt, now, hours.zone, i18n.locale);
  const inTime = clock.state === 'answered' && clock.inTime;
  const { text } = clockText(clock, { momento, status: followUp.status, hours, now, language: i18n.locale });
  return (
    <span className={css.chip} data-kind={chip?.kind} title={i18n._(text)}>
      {chip?.text ?? (due ? t`vence ${due}` : inTime ? t`respondida a tiempo` : t`respondida tarde`)}
    </span>
  );
}

export function FollowUpSummary({ adminMail, sid }: InquiryKey) {
  const { data } = useQuery(followUpQuery({ adminMail, sid }));
  return (
    <p className={css.summary}>
      {data && (
        <FollowUpProvider inquiryKey={{ adminMail, sid }}>
          <SummaryText followUp={data.followUp} />
        </FollowUpProvider>
      )}
    </p>
  );
}

function SummaryText({ followUp }: Pick<FollowUpDetail, 'followUp'>) {
  const { person } = useSession();
  const { inquiryKey, now, canChange, text } = useFollowUpContext();
  const { isSaving } = usePendingChanges(inquiryKey, 'status');
  const { claimedBy } = followUp;
  const name = claimedBy?.name ?? '';
  const when = text.time(followUp.snoozedUntil ?? 0);
  return (
    <>
      {/* The pressed button says it, without the reason of a loss. */}
      <span className={canChange && followUp.status !== 'lost' ? css.statusText : undefined}>
        <Trans>Estado:</Trans> <strong>{text.statusWithReason(followUp)}</strong>
      </span>
      <span aria-busy={isSaving('claim', 'hand-over')}>
        {!claimedBy && <Trans>Nadie la tomó</Trans>}
        {claimedBy && claimedBy.id === person.id && <Trans>La tenés vos</Trans>}
        {claimedBy && claimedBy.id !== person.id && <Trans>La tiene {name}</Trans>}
      </span>
      {isSnoozeActive(followUp, now) && (
        <span aria-busy={isSaving('snooze')}>
          <Trans>Pospuesta hasta {when}</Trans>
        </span>
      )}
      {isSnoozeExpired(followUp, now) && (
        <span>
          <Trans>estaba pospuesta hasta {when}</Trans>
        </span>
      )}
    </>
  );
}

type Panel = 'lost' | 'snooze' | 'hand-over' | 'nudge';

export function FollowUpControls({ adminMail, sid, inquiry }: Props) {
  const { t } = useLingui();
  const { data } = useQuery(followUpQuery({ adminMail, sid }));
  const [isMarkRequested, setMarkRequested] = useState(false);
  const [openPanel, setOpenPanel] = useState<Panel>();
  const requestPanel = (panel: Panel | undefined) => {
    setMarkRequested(false);
    setOpenPanel(panel);
  };
  useShortcuts(t`Seguimiento`, [
    {
      keys: 'e',
      label: t`Marcar como contactada`,
      disabledReason:
        data && !canMarkContacted(data.followUp)
          ? data.followUp.status === 'contacted'
            ? t`Ya figura como contactada`
            : t`Su estado ya está más adelante que «Contactada»`
          : undefined,
      run: () => {
        if (!data) requestPanel(undefined);
        setMarkRequested(true);
      },
    },
    { keys: 's', label: t`Posponer`, run: () => requestPanel('snooze') },
    { keys: 'a', label: t`Pasarla a otra persona`, run: () => requestPanel('hand-over') },
  ]);
  return (
    <section className={css.controls} aria-label={t`Seguimiento`} data-print="hidden">
      {data && (
        <FollowUpProvider inquiryKey={{ adminMail, sid }}>
          <Controls
            inquiry={inquiry}
            detail={data}
            isMarkRequested={isMarkRequested}
            onMarked={() => setMarkRequested(false)}
            openPanel={openPanel}
            setOpenPanel={setOpenPanel}
          />
        </FollowUpProvider>
      )}
    </section>
  );
}

interface ControlsProps {
  inquiry: Inquiry;
  detail: FollowUpDetail;
  isMarkRequested: boolean;
  onMarked: () => void;
  openPanel: Panel | undefined;
  setOpenPanel: (panel: Panel | undefined) => void;
}

function Controls({ inquiry, detail, isMarkRequested, onMarked, openPanel, setOpenPanel }: ControlsProps) {
  const { inquiryKey } = useFollowUpContext();
  const { followUp } = detail;
  const statusGroup = useRef<HTMLFieldSetElement>(null);
  const focusStatus = () => (statusGroup.current ? statusGroup.current.focus() : focusInquiry());
  const changes = usePendingChanges(inquiryKey, 'status');
  const panelProps = (panel: Panel) => ({
    isOpen: openPanel === panel,
    onToggle: (isOpen: boolean) => setOpenPanel(isOpen ? panel : undefined),
  });
  useEffect(() => {
    if (!isMarkRequested) return;
    onMarked();
    if (canMarkContacted(followUp)) void changes.save({ kind: 'status', status: 'contacted' });
  });
  return (
    <>
      <PendingChangesBanner open={inquiryKey} />
      <ConflictChoice focusStatus={focusStatus} />
      <StatusControls
        followUp={followUp}
        changes={changes}
        group={statusGroup}
        moveFocus={focusStatus}
        {...panelProps('lost')}
      />
      <ClaimControls
        operator={inquiry.OperadorResponsable}
        claimedBy={followUp.claimedBy}
        allowsNotes={detail.erasedAt === undefined}
        {...panelProps('hand-over')}
      />
      <NudgeControls
        followUp={followUp}
        allowsText={detail.erasedAt === undefined}
        {...panelProps('nudge')}
      />
      <SnoozeControls followUp={followUp} {...panelProps('snooze')} />
    </>
  );
}

function ConflictChoice({ focusStatus }: { focusStatus: () => void }) {
  const { inquiryKey } = useFollowUpContext();
  const conflict = useStore(changeStore.state).inquiries.get(inquiryId(inquiryKey))?.conflict;
  if (!conflict) return null;
  const queue = changeStore.getQueue(inquiryKey);
  return (
    <ConflictPanel
      conflict={conflict}
      onOverwrite={() => {
        focusStatus();
        void queue.overwrite(() => crypto.randomUUID(), Date.now());
      }}
      onAcceptTheirs={() => {
        focusStatus();
        queue.acceptTheirs();
      }}
    />
  );
}
