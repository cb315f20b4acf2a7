import { useLingui } from '@lingui/react/macro';
import { type Channel, ContactActions } from '#console/answering/ContactActions.tsx';
import { ContactedButton } from '#console/follow-up/ContactedButton.tsx';
import { SaveFailure } from '#console/follow-up/SaveFailure.tsx';
import { usePendingChanges } from '#console/follow-up/change-store.ts';
import type { InquiryKey } from '#console/inquiries/inquiry-queries.ts';
import type { Inquiry } from '#console/inquiries/row.ts';
import { useSession } from '#console/session/session.ts';

interface Props extends InquiryKey {
  inquiry: Inquiry;
}

export function InquiryContact({ adminMail, sid, inquiry }: Props) {
  const { t } = useLingui();
  const canRecord = useSession().may.includes('changeFollowUp');
  const changes = usePendingChanges({ adminMail, sid }, 'contact');
  const recordTouch = (how: Channel, template?: string, onRecorded?: () => void) => {
    if (canRecord) void changes.save({ kind: 'touch', how, ...(template && { template }) }, null, onRecorded);
    else onRecorded?.();
  };
  return (
    <ContactActions
      adminMail={adminMail}
      sid={sid}
      inquiry={inquiry}
      onTouch={recordTouch}
      buttons={canRecord && <ContactedButton inquiryKey={{ adminMail, sid }} />}
    >
      <SaveFailure
        changes={changes}
        title={t`No se pudo anotar en el seguimiento.`}
        discardLabel={t`No anotarlo`}
      />
    </ContactActions>
  );
}
