import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { lazyWithRetry } from '#console/ui/lazy-with-retry.tsx';
import css from './InquiryPanel.module.css';

const ResendInquiry = lazyWithRetry(() =>
  import('#console/deliveries/ResendInquiry.tsx').then((module) => module.ResendInquiry),
);

export function WebhookResend({ adminMail, sid }: { adminMail: string; sid: string }) {
  const { may } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (!may.includes('resendInquiry')) return null;
  return (
    <details className={css.resend} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Trans>Su webhook</Trans>
      </summary>
      {isOpen && (
        <>
          <ResendInquiry adminMail={adminMail} sid={sid} />
          {may.includes('listDeliveries') && (
            <Link to={paths.deliveries(`id=${sid}`)}>
              <Trans>Sus entregas</Trans>
            </Link>
          )}
        </>
      )}
    </details>
  );
}
