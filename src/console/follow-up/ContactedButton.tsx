import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { InquiryKey } from '#console/inquiries/inquiry-queries.ts';
import { useSession } from '#console/session/session.ts';
import { Icon } from '#console/ui/icons.tsx';
import { followUpQuery } from './follow-up-queries.ts';
import css from './FollowUpSection.module.css';
import { canMarkContacted } from '#contract/follow-up/follow-up-state.ts';
import { usePendingChanges } from './change-store.ts';

export function ContactedButton({ inquiryKey }: { inquiryKey: InquiryKey }) {
  const { may } = useSession();
  const { save, isSaving } = usePendingChanges(inquiryKey, 'contact');
  const { data, refetch } = useQuery({ ...followUpQuery(inquiryKey), enabled: may.includes('viewFollowUp') });
  const isContacted = data !== undefined && !canMarkContacted(data.followUp);
  const markContacted = async () => {
    const detail = data ?? (await refetch({ cancelRefetch: false })).data;
    if (detail && canMarkContacted(detail.followUp)) await save({ kind: 'status', status: 'contacted' });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- it has text
    <button
      type="button"
      className={`button ${css.contacted}`}
      aria-pressed={isContacted}
      aria-busy={isContacted && isSaving('status')}
      aria-disabled={isContacted}
      onClick={() => void markContacted()}
    >
      <Icon>
        <path d="M5 12l5 5 9-10" />
      </Icon>
      <span>
        <Trans>Contactada</Trans>
      </span>
    </button>
  );
}
