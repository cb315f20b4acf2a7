import { useEffect } from 'react';
import { matchPath, useLocation } from 'react-router';
import { patterns } from '#console/paths.ts';
import { lazyWithRetry } from '#console/ui/lazy-with-retry.tsx';
import { lateInquiries, useLateInquiries } from './late-inquiries.ts';

const LateSnackbar = lazyWithRetry(() => import('./LateSnackbar.tsx').then((module) => module.LateSnackbar), {
  floats: true,
  fallback: () => null,
});

export function LateNotice() {
  const inquiries = useLateInquiries();
  const { adminMail, sid } = matchPath(patterns.inbox, useLocation().pathname)?.params ?? {};
  useEffect(() => {
    if (adminMail && sid) lateInquiries.remove({ adminMail, sid });
  }, [adminMail, sid]);
  return inquiries.length > 0 && <LateSnackbar inquiries={inquiries} onClose={lateInquiries.clear} />;
}
