import { Trans, useLingui } from '@lingui/react/macro';
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import { VIEW_CONTACTS } from '#contract/desk/rights.ts';
import { personName } from '#contract/inquiry-names.ts';
import { useFailureMessage } from '#console/api/failure-message.ts';
import { InquiryToolbar, PrintFooter } from '#console/answering/InquiryToolbar.tsx';
import { usePrint } from '#console/answering/use-print.ts';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { useSession } from '#console/session/session.ts';
import { FailurePanel } from '#console/ui/FailurePanel.tsx';
import { runAfterPaint, useAfterPaint } from '#console/ui/scheduling.ts';
import { lazyWithRetry } from '#console/ui/lazy-with-retry.tsx';
import { SlowNotice } from '#console/ui/SlowNotice.tsx';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import { useTitle } from '#console/ui/title.ts';
import { indexedInquiryQuery } from '#console/inquiries/index-queries.ts';
import { inquiryQuery } from '#console/inquiries/inquiry-queries.ts';
import type { Inquiry } from '#console/inquiries/row.ts';
import { paths } from '#console/paths.ts';
import { Failure } from '#console/api/failure.ts';
import { retryDelay } from '#console/inquiries/inquiry-list-result.ts';
import css from './InquiryPanel.module.css';
import { InquiryLead, InquiryMessage } from './InquiryCard.tsx';
import { InquiryFacts } from './InquiryFacts.tsx';

interface Options {
  initialInquiry: Inquiry | undefined;
  initialInquiryAt: number;
  enabled: boolean;
}

const isRefusal = (error: Error | null) => error instanceof Failure && [403, 404].includes(error.status);

function useInquiry(adminMail: string, sid: string, { initialInquiry, initialInquiryAt, enabled }: Options) {
  const { may } = useSession();
  const query = useQuery({
    ...inquiryQuery(adminMail, sid),
    enabled,
    ...(initialInquiry && { initialData: initialInquiry, initialDataUpdatedAt: initialInquiryAt }),
    refetchInterval: ({ state }) => state.data === undefined && retryDelay(state.error),
  });
  const { data, error } = query;
  const copyQuery = useQuery({
    ...indexedInquiryQuery(adminMail, sid),
    enabled: (!data || (error !== null && !isRefusal(error))) && may.includes('viewIndexedInquiry'),
  });
  const copy = isRefusal(error) || isRefusal(copyQuery.error) ? undefined : copyQuery.data;
  const inquiry = data ?? copy?.inquiry;
  return {
    inquiry,
    error,
    isCached: data !== undefined,
    copyAsOf: copy?.asOf,
    isWaiting: !inquiry && !isRefusal(error) && (query.isPending || copyQuery.isLoading),
    refetch: () => void query.refetch(),
  };
}

const ResendInquiry = lazyWithRetry(() =>
  import('#console/deliveries/ResendInquiry.tsx').then((module) => module.ResendInquiry),
);

function WebhookResend({ adminMail, sid }: { adminMail: string; sid: string }) {
  const { may } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (!may.includes('resendInquiry')) return null;
  return (
    <>
      {may.includes('traceLead') && (
        <Link className={css.trace} data-print="hidden" to={paths.trace(adminMail, sid)}>
          <Trans>Cómo llegó</Trans>
        </Link>
      )}
      <details
        className={css.fold}
        data-print="hidden"
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
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
    </>
  );
}

const InquiryContact = lazyWithRetry(() =>
  import('./InquiryContact.tsx').then((module) => module.InquiryContact),
);
const MaskedContact = lazyWithRetry(() =>
  import('#console/answering/MaskedContact.tsx').then((module) => module.MaskedContact),
);
const ClockChip = lazyWithRetry(
  () => import('#console/follow-up/FollowUpHead.tsx').then((module) => module.ClockChip),
  { fallback: () => null },
);
const FollowUpSummary = lazyWithRetry(
  () => import('#console/follow-up/FollowUpHead.tsx').then((module) => module.FollowUpSummary),
  { fallback: () => null },
);
const FollowUpControls = lazyWithRetry(() =>
  import('#console/follow-up/FollowUpHead.tsx').then((module) => module.FollowUpControls),
);
const FollowUpSection = lazyWithRetry(() =>
  import('#console/follow-up/FollowUpSection.tsx').then((module) => module.FollowUpSection),
);
const ResponseClockStatus = lazyWithRetry(
  () => import('#console/follow-up/ResponseClockStatus.tsx').then((module) => module.ResponseClockStatus),
  { fallback: () => null },
);
const BuyerInquiries = lazyWithRetry(
  () => import('#console/follow-up/BuyerInquiries.tsx').then((module) => module.BuyerInquiries),
  { fallback: () => null },
);
const BuyerErasure = lazyWithRetry(
  () => import('#console/follow-up/BuyerErasure.tsx').then((module) => module.BuyerErasure),
  { fallback: () => null },
);
void InquiryContact.preload();
void FollowUpControls.preload();
void FollowUpSection.preload();
void BuyerInquiries.preload();

const PresenceIndicator = lazyWithRetry(() =>
  import('#console/live/PresenceIndicator.tsx').then((module) => module.PresenceIndicator),
);

export interface Props {
  adminMail: string;
  sid: string;
  initialInquiry: Inquiry | undefined;
  initialInquiryAt: number;
  previous?: string | undefined;
  next?: string | undefined;
  position?: string | undefined;
  isOpen: boolean;
  onClose: () => void;
}

export function InquiryPanel({ adminMail, sid, initialInquiry, initialInquiryAt, isOpen, ...props }: Props) {
  const { t } = useLingui();
  const { may } = useSession();
  const isPainted = useAfterPaint();
  const { inquiry, error, refetch, copyAsOf, isCached, isWaiting } = useInquiry(adminMail, sid, {
    initialInquiry,
    initialInquiryAt,
    enabled: isPainted || !initialInquiry,
  });
  const [masks, print] = usePrint();
  const [revealedBuyer, setRevealedBuyer] = useState<Inquiry['Interesado']>();
  useEffect(() => () => setRevealedBuyer(undefined), []);
  const known = inquiry && revealedBuyer ? { ...inquiry, Interesado: revealedBuyer } : inquiry;
  const shown = known && masks ? masks.maskInquiry(known) : known;
  const isContactMasked = !may.includes(VIEW_CONTACTS) && !revealedBuyer;
  const heading = useFocusedHeading(inquiry !== undefined && isOpen);
  useTitle(shown && isOpen ? personName(shown.Interesado) : undefined, t`Consultas`);
  const followsUp = may.includes('viewFollowUp');
  const canChange = may.includes('changeFollowUp');

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- delegated from the fields
    <article className={css.sheet} onFocus={scrollFieldIntoView}>
      <div className={`printed ${css.panel}`}>
        <div className={css.top}>
          <header className={css.head}>
            <InquiryToolbar
              {...{ adminMail, sid, ...props }}
              onPrint={print}
              presence={
                inquiry &&
                isOpen &&
                isPainted &&
                may.includes('noteLooking') && <PresenceIndicator adminMail={adminMail} sid={sid} />
              }
            />
            <div className={css.title}>
              <h2 className={css.name} ref={heading} tabIndex={-1}>
                <bdi>{shown ? personName(shown.Interesado) || t`Sin nombre` : t`Consulta`}</bdi>
              </h2>
              {shown && isPainted && followsUp && <ClockChip {...{ adminMail, sid }} inquiry={shown} />}
            </div>
            {shown && <InquiryLead inquiry={shown} />}
            {shown && followsUp && <FollowUpSummary {...{ adminMail, sid }} />}
          </header>
          {shown && isPainted && canChange && <FollowUpControls {...{ adminMail, sid }} inquiry={shown} />}
        </div>
        {error && copyAsOf !== undefined && (
          <div className={isCached ? css.narrowOnly : undefined}>
            <CopyNotice error={error} asOf={copyAsOf} onRetry={refetch} />
          </div>
        )}
        {isWaiting && (
          <div className={css.waiting}>
            <output>
              <Trans>Cargando la consulta</Trans>
            </output>
            <SlowNotice />
          </div>
        )}
        {error && !inquiry && !isWaiting && (
          <FailurePanel error={error} onRetry={refetch}>
            <button type="button" className="button" onClick={props.onClose}>
              <Trans>Volver a la lista</Trans>
            </button>
            <HelpLink topic="missing" />
          </FailurePanel>
        )}
        {shown && (
          <div className={css.body}>
            <div className={css.main}>
              <InquiryMessage inquiry={shown} />
              <div className={css.contact} data-print="hidden">
                {isContactMasked ? (
                  <MaskedContact adminMail={adminMail} sid={sid} onReveal={setRevealedBuyer} />
                ) : (
                  <InquiryContact adminMail={adminMail} sid={sid} inquiry={shown} />
                )}
              </div>
              {isPainted && !canChange && <WebhookResend adminMail={adminMail} sid={sid} />}
              {isPainted && may.includes('listOfBuyer') && <BuyerInquiries adminMail={adminMail} sid={sid} />}
              {isPainted && followsUp && (
                <FollowUpSection
                  {...{ adminMail, sid }}
                  operator={shown.OperadorResponsable}
                  mask={masks?.maskText}
                />
              )}
            </div>
            {isPainted && (
              <div className={css.facts}>
                <InquiryFacts inquiry={shown}>
                  {followsUp && <ResponseClockStatus adminMail={adminMail} sid={sid} inquiry={shown} />}
                </InquiryFacts>
                {canChange && <WebhookResend adminMail={adminMail} sid={sid} />}
                {may.includes('eraseBuyer') && <BuyerErasure adminMail={adminMail} sid={sid} />}
              </div>
            )}
            <PrintFooter adminMail={adminMail} sid={sid} />
          </div>
        )}
      </div>
    </article>
  );
}

function useFocusedHeading(isReady: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Focusing before the first paint would compute the layout twice.
  useEffect(
    () => (isReady ? runAfterPaint(() => heading.current?.focus({ preventScroll: true })) : undefined),
    [isReady],
  );
  return heading;
}

function CopyNotice({ error, asOf, onRetry }: { error: Error; asOf: number; onRetry: () => void }) {
  const format = useFormats();
  const now = useNow();
  const { what } = useFailureMessage(error);
  const readAt = new Date(asOf).toISOString();
  const age = format.age(readAt, now);
  return (
    <div className={css.copy}>
      <output title={format.exact(readAt)}>
        <Trans>
          {what}. Última lectura: {age}
        </Trans>
      </output>
      <button type="button" className="button quiet" onClick={onRetry}>
        <Trans>Reintentar</Trans>
      </button>
    </div>
  );
}

/** Browsers do not scroll to a focused field in view, even when the undo notice covers it. */
function scrollFieldIntoView({ target }: FocusEvent): void {
  if (target.matches(':focus-visible:not([tabindex="-1"])')) target.scrollIntoView({ block: 'nearest' });
}
