import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { personName } from '#contract/inquiry-names.ts';
import { useStore } from '#console/api/store.ts';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { focusInquiry } from '#console/inquiries/focus-inquiry.ts';
import { type InquiryKey, inquiryId, inquiryQuery } from '#console/inquiries/inquiry-queries.ts';
import { paths } from '#console/paths.ts';
import { scrollIntoView } from '#console/ui/scroll-into-view.ts';
import { changeStore } from './change-store.ts';
import css from './FollowUpSection.module.css';

/** The card of the open inquiry shows its own unsaved changes. */
export function PendingChangesBanner({ open }: { open: InquiryKey | undefined }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const elsewhere = useUnsavedElsewhere(open);
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  if (!elsewhere) return null;
  const { adminMail, sid } = elsewhere.inquiry;
  const person = client.getQueryData(inquiryQuery(adminMail, sid).queryKey)?.Interesado;
  const name = person && personName(person);
  return (
    <div
      className="failure"
      role="alert"
      ref={(banner) => {
        // An inquiry that is opened while there is a banner starts at its top.
        if (isMounted.current) scrollIntoView(banner);
      }}
    >
      <p>
        {open ? (
          <Trans>Hay algo sin guardar en otra consulta.</Trans>
        ) : (
          <Trans>Hay algo sin guardar en una consulta.</Trans>
        )}{' '}
        {name && <bdi>{name}</bdi>}
      </p>
      <div className={css.row}>
        {elsewhere.canRetry && (
          <button
            type="button"
            className="button"
            onClick={() => {
              focusInquiry();
              elsewhere.retry();
            }}
          >
            {t`Reintentar`}
          </button>
        )}
        <Link className="button" to={paths.inquiry(adminMail, sid)}>
          <Trans>Ir a verla</Trans>
        </Link>
        <HelpLink topic="offline" />
      </div>
    </div>
  );
}

function useUnsavedElsewhere(open: InquiryKey | undefined) {
  const openId = open && inquiryId(open);
  const elsewhere = [...useStore(changeStore.state).inquiries].find(
    ([id, { changes }]) => id !== openId && changes.some(({ state }) => state !== 'queued'),
  )?.[1];
  return (
    elsewhere && {
      inquiry: elsewhere.inquiry,
      canRetry: elsewhere.changes.some(({ state }) => state === 'failed'),
      retry: () => void changeStore.getQueue(elsewhere.inquiry).retry(),
    }
  );
}
