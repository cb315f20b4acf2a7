import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type { FollowUpDetail } from '#contract/desk/follow-up.ts';
import type { Inquiry } from '#console/inquiries/inquiries-queries.ts';
import { useSession } from '#console/session/session.ts';
import { useShortcuts } from '#console/ui/keys.ts';
import { SlowNotice } from '#console/ui/SlowNotice.tsx';
import { useNow } from '#console/ui/use-formats.ts';
import { useConflict, useFollowUpChange, useUnconfirmed } from './change.ts';
import { ClaimLine } from './ClaimLine.tsx';
import { ClockLine } from './ClockLine.tsx';
import { ConflictPanel } from './ConflictPanel.tsx';
import { focusOnWork } from './focus.ts';
import css from './FollowUpSection.module.css';
import { agencyHours, followUpOf } from './follow-up-queries.ts';
import { useFollowUpText } from './follow-up-text.ts';
import { NoteForm } from './NoteForm.tsx';
import { NotRead } from './NotRead.tsx';
import { NotSaved } from './NotSaved.tsx';
import { SnoozeLine } from './SnoozeLine.tsx';
import { isBeforeContact } from './standing.ts';
import { StatusChoice } from './StatusChoice.tsx';
import { Timeline } from './Timeline.tsx';
import { UnsavedElsewhere } from './UnsavedElsewhere.tsx';

interface Props {
  adminMail: string;
  sid: string;
  inquiry: Inquiry;
}

/** What is asked about the inquiry below its lines. */
type Panel = 'lost' | 'snooze' | 'hand-over';
/** What a key asks for besides. */
type Wanted = 'contacted' | 'note';

/** What is done about an inquiry: its status, who has it, when it comes back, notes, and everything so far. */
export function FollowUpSection({ adminMail, sid, inquiry }: Props) {
  const { t } = useLingui();
  const { may } = useSession();
  const heading = useId();
  const { data, error, refetch } = useQuery(followUpOf(adminMail, sid));
  const mayChange = may.includes('changeFollowUp');
  // A key that is pressed before it is known how the inquiry stands is carried out then.
  const [wanted, setWanted] = useState<Wanted>();
  const [open, setOpen] = useState<Panel>();
  const ask = (panel: Panel) => {
    setWanted(undefined);
    setOpen(panel);
  };
  const want = (what: Wanted) => {
    setWanted(what);
    if (!data) setOpen(undefined);
  };
  useShortcuts(
    t`Seguimiento`,
    mayChange
      ? [
          { keys: 'e', label: t`Marcar como contactada`, run: () => want('contacted') },
          { keys: 's', label: t`Posponer`, run: () => ask('snooze') },
          { keys: 'n', label: t`Escribir una nota`, run: () => want('note') },
          { keys: 'a', label: t`Pasarla a otra persona`, run: () => ask('hand-over') },
        ]
      : [],
  );
  return (
    <section className={css.section} aria-labelledby={heading}>
      <div>
        <h3 className={css.head} id={heading}>
          <Trans>Seguimiento</Trans>
        </h3>
        <p className={css.soft}>
          <Trans>El seguimiento se guarda en Vitrina: en el servicio no cambia nada.</Trans>
        </p>
      </div>
      {error && !data && (
        <NotRead error={error} what={t`No se pudo cargar el seguimiento.`} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <div className={css.waiting}>
          <output>{t`Cargando el seguimiento`}</output>
          <SlowNotice />
        </div>
      )}
      {data && (
        <Followed
          adminMail={adminMail}
          sid={sid}
          inquiry={inquiry}
          detail={data}
          mayChange={mayChange}
          wanted={wanted}
          onTaken={() => setWanted(undefined)}
          open={open}
          setOpen={setOpen}
        />
      )}
    </section>
  );
}

function Followed({
  adminMail,
  sid,
  inquiry,
  detail,
  mayChange,
  wanted,
  onTaken,
  open,
  setOpen,
}: Props & {
  detail: FollowUpDetail;
  mayChange: boolean;
  wanted: Wanted | undefined;
  onTaken: () => void;
  open: Panel | undefined;
  setOpen: (panel: Panel | undefined) => void;
}) {
  const { timeZone } = useSession();
  const { data } = useQuery(agencyHours(adminMail));
  const now = useNow();
  const hours = data?.hours;
  const zone = hours?.zone ?? timeZone;
  const text = useFollowUpText(zone, now);
  const { followUp, timeline } = detail;
  const one = { adminMail, sid };
  const toggle = (what: Panel) => (opened: boolean) => setOpen(opened ? what : undefined);
  const note = useRef<HTMLTextAreaElement>(null);
  const statuses = useRef<HTMLFieldSetElement>(null);
  // What was pressed goes, and where the inquiry stands is what it was about.
  const focusStatus = () => (statuses.current ? statuses.current.focus() : focusOnWork());
  const status = useFollowUpChange(adminMail, sid, 'status');
  const { isSaving } = useUnconfirmed(adminMail, sid);
  const { conflict } = useConflict(adminMail, sid);
  useEffect(() => {
    if (!wanted) return;
    onTaken();
    if (wanted === 'note') note.current?.focus();
    else if (isBeforeContact(followUp)) void status.send({ kind: 'status', status: 'contacted' });
  });

  return (
    <>
      <UnsavedElsewhere open={one} />
      <ClockLine adminMail={adminMail} momento={Date.parse(inquiry.Momento)} followUp={followUp} />
      {conflict && <ConflictPanel {...one} zone={zone} now={now} onChosen={focusStatus} />}
      {mayChange ? (
        <StatusChoice
          group={statuses}
          followUp={followUp}
          zone={zone}
          now={now}
          saving={isSaving('status')}
          asking={open === 'lost'}
          onAsk={toggle('lost')}
          onChange={(change) => void status.send(change)}
        />
      ) : (
        <p className={css.said}>
          <Trans>Estado:</Trans> <strong>{text.standing(followUp)}</strong>
        </p>
      )}
      {status.failure && (
        <NotSaved
          error={status.failure}
          of={status.asked && text.done(status.asked, null)}
          onRetry={() => {
            focusStatus();
            void status.retry();
          }}
        />
      )}
      <ClaimLine
        {...one}
        operator={inquiry.OperadorResponsable}
        claimedBy={followUp.claimedBy}
        zone={zone}
        now={now}
        mayChange={mayChange}
        handing={open === 'hand-over'}
        onHand={toggle('hand-over')}
      />
      <SnoozeLine
        {...one}
        followUp={followUp}
        hours={hours}
        zone={zone}
        now={now}
        mayChange={mayChange}
        choosing={open === 'snooze'}
        onChoose={toggle('snooze')}
      />
      {mayChange && <NoteForm {...one} timeline={timeline} field={note} />}
      <Timeline {...one} detail={detail} zone={zone} now={now} mayChange={mayChange} />
    </>
  );
}
