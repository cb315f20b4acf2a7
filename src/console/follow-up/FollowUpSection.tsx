import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type { FollowUpDetail } from '#contract/desk/follow-up.ts';
import { useStore } from '#console/api/store.ts';
import { focusInquiry } from '#console/inquiries/focus-inquiry.ts';
import { type InquiryKey, inquiryId } from '#console/inquiries/inquiry-queries.ts';
import type { Inquiry } from '#console/inquiries/row.ts';
import { useSession } from '#console/session/session.ts';
import { agencyHoursQuery } from '#console/settings/hours/hours-queries.ts';
import { FailureNotice } from '#console/ui/FailureNotice.tsx';
import { useShortcuts } from '#console/ui/keyboard-shortcuts.ts';
import { SlowNotice } from '#console/ui/SlowNotice.tsx';
import { changeStore, usePendingChanges } from './change-store.ts';
import { ClaimControls } from './ClaimControls.tsx';
import { FollowUpProvider, useFollowUpContext } from './follow-up-context.tsx';
import { followUpQuery } from './follow-up-queries.ts';
import { lazyWithRetry } from '#console/ui/lazy-with-retry.tsx';
import css from './FollowUpSection.module.css';
import { NoteForm } from './NoteForm.tsx';
import { PendingChangesBanner } from './PendingChangesBanner.tsx';
import { ResponseClockStatus } from './ResponseClockStatus.tsx';
import { SnoozeControls } from './SnoozeControls.tsx';
import { StatusControls } from './StatusControls.tsx';
import { Timeline } from './Timeline.tsx';
import { canMarkContacted } from '#contract/follow-up/follow-up-state.ts';
import { HelpLink } from '#console/help/HelpLink.tsx';

const ConflictPanel = lazyWithRetry(() =>
  import('./ConflictPanel.tsx').then((module) => module.ConflictPanel),
);

interface Props extends InquiryKey {
  inquiry: Inquiry;
}

type Panel = 'lost' | 'snooze' | 'hand-over';
/** A shortcut that was pressed runs once the follow-up is loaded. */
type ShortcutAction = 'contacted' | 'note';

export function FollowUpSection({ adminMail, sid, inquiry }: Props) {
  const { t } = useLingui();
  const { may } = useSession();
  const headingId = useId();
  const { data, error, refetch } = useQuery(followUpQuery({ adminMail, sid }));
  const hours = useQuery(agencyHoursQuery(adminMail)).data?.hours;
  const canChange = may.includes('changeFollowUp');
  const [action, setAction] = useState<ShortcutAction>();
  const [openPanel, setOpenPanel] = useState<Panel>();
  const requestPanel = (panel: Panel) => {
    setAction(undefined);
    setOpenPanel(panel);
  };
  const requestAction = (requested: ShortcutAction) => {
    setAction(requested);
    if (!data) setOpenPanel(undefined);
  };
  useShortcuts(
    t`Seguimiento`,
    canChange
      ? [
          {
            keys: 'e',
            label: t`Marcar como contactada`,
            disabledReason:
              data && !canMarkContacted(data.followUp)
                ? data.followUp.status === 'contacted'
                  ? t`Ya figura como contactada`
                  : t`Su estado ya está más adelante que «Contactada»`
                : undefined,
            run: () => requestAction('contacted'),
          },
          { keys: 's', label: t`Posponer`, run: () => requestPanel('snooze') },
          {
            keys: 'n',
            label: t`Escribir una nota`,
            disabledReason:
              data?.erasedAt === undefined ? undefined : t`Sus datos se borraron: no se guardan notas`,
            run: () => requestAction('note'),
          },
          { keys: 'a', label: t`Pasarla a otra persona`, run: () => requestPanel('hand-over') },
        ]
      : [],
  );
  return (
    <section className={css.section} aria-labelledby={headingId}>
      <div>
        <h3 className={css.heading} id={headingId}>
          <Trans>Seguimiento</Trans>
        </h3>
        <p className="secondary">
          <Trans>El seguimiento se guarda en Vitrina: en el servicio no cambia nada.</Trans>{' '}
          <HelpLink topic="touch" />
        </p>
      </div>
      {error && !data && (
        <FailureNotice
          moveFocus={focusInquiry}
          error={error}
          title={t`No se pudo cargar el seguimiento.`}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && (
        <div className={css.loading}>
          <output>{t`Cargando el seguimiento`}</output>
          <SlowNotice />
        </div>
      )}
      {data && (
        <FollowUpProvider inquiryKey={{ adminMail, sid }} hours={hours} canChange={canChange}>
          <FollowUpContent
            inquiry={inquiry}
            detail={data}
            action={action}
            onActionDone={() => setAction(undefined)}
            openPanel={openPanel}
            setOpenPanel={setOpenPanel}
          />
        </FollowUpProvider>
      )}
    </section>
  );
}

interface ContentProps {
  inquiry: Inquiry;
  detail: FollowUpDetail;
  action: ShortcutAction | undefined;
  onActionDone: () => void;
  openPanel: Panel | undefined;
  setOpenPanel: (panel: Panel | undefined) => void;
}

function FollowUpContent({ inquiry, detail, action, onActionDone, openPanel, setOpenPanel }: ContentProps) {
  const { inquiryKey, canChange, text } = useFollowUpContext();
  const { followUp } = detail;
  const noteField = useRef<HTMLTextAreaElement>(null);
  const statusGroup = useRef<HTMLFieldSetElement>(null);
  const focusStatus = () => (statusGroup.current ? statusGroup.current.focus() : focusInquiry());
  const changes = usePendingChanges(inquiryKey, 'status');
  const conflict = useStore(changeStore.state).inquiries.get(inquiryId(inquiryKey))?.conflict;
  const panelProps = (panel: Panel) => ({
    isOpen: openPanel === panel,
    onToggle: (isOpen: boolean) => setOpenPanel(isOpen ? panel : undefined),
  });
  useEffect(() => {
    if (!action) return;
    onActionDone();
    if (action === 'note') noteField.current?.focus();
    else if (canMarkContacted(followUp)) void changes.save({ kind: 'status', status: 'contacted' });
  });

  return (
    <>
      <PendingChangesBanner open={inquiryKey} />
      <ResponseClockStatus
        adminMail={inquiryKey.adminMail}
        momento={Date.parse(inquiry.Momento)}
        followUp={followUp}
      />
      {conflict && (
        <ConflictPanel
          conflict={conflict}
          onOverwrite={() => {
            focusStatus();
            void changeStore.getQueue(inquiryKey).overwrite(() => crypto.randomUUID(), Date.now());
          }}
          onAcceptTheirs={() => {
            focusStatus();
            changeStore.getQueue(inquiryKey).acceptTheirs();
          }}
        />
      )}
      {canChange ? (
        <StatusControls
          followUp={followUp}
          changes={changes}
          group={statusGroup}
          moveFocus={focusStatus}
          {...panelProps('lost')}
        />
      ) : (
        <p className={css.value}>
          <Trans>Estado:</Trans> <strong>{text.statusWithReason(followUp)}</strong>
        </p>
      )}
      <ClaimControls
        operator={inquiry.OperadorResponsable}
        claimedBy={followUp.claimedBy}
        allowsNotes={detail.erasedAt === undefined}
        {...panelProps('hand-over')}
      />
      <SnoozeControls followUp={followUp} {...panelProps('snooze')} />
      {detail.erasedAt !== undefined && (
        <p className="secondary">
          <Trans>
            Los datos de quien consultó se borraron de acá. Lo que se ve es lo que tiene el servicio; sobre
            esta consulta no se guardan notas.
          </Trans>
        </p>
      )}
      {canChange && detail.erasedAt === undefined && <NoteForm field={noteField} />}
      <Timeline detail={detail} />
    </>
  );
}
