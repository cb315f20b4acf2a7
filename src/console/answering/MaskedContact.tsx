import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { contactEndpoints } from '#contract/desk/contacts.ts';
import { endpointMutation } from '#console/api/endpoint-mutation.ts';
import type { InquiryKey } from '#console/inquiries/inquiry-queries.ts';
import type { Inquiry } from '#console/inquiries/row.ts';
import { useSession } from '#console/session/session.ts';
import { lazyWithRetry } from '#console/ui/lazy-with-retry.tsx';
import css from './ContactActions.module.css';

const RevealDialog = lazyWithRetry(
  () =>
    import('#console/inquiries/RevealDialog.tsx').then(
      (module) => module.RevealDialog<{ buyer: Record<string, unknown> }>,
    ),
  { floats: true, fallback: () => null },
);

const revealContacts = ({ adminMail, sid }: InquiryKey) =>
  endpointMutation(
    contactEndpoints.revealContacts,
    (purpose: string) => ({ params: { adminMail, sid }, body: { purpose } }),
    { invalidates: ['listAudit'] },
  );

interface Props extends InquiryKey {
  onReveal: (buyer: Inquiry['Interesado']) => void;
}

export function MaskedContact({ adminMail, sid, onReveal }: Props) {
  const { t } = useLingui();
  const { may } = useSession();
  const [isOpen, setOpen] = useState(false);
  const canReveal = may.includes('revealContacts');
  return (
    <div className={css.actions}>
      {canReveal && (
        <fieldset className={css.bar} aria-label={t`Contactar`}>
          <button
            type="button"
            className="button"
            aria-haspopup="dialog"
            onPointerEnter={() => void RevealDialog.preload()}
            onClick={() => setOpen(true)}
          >
            <Trans>Mostrar contacto</Trans>
          </button>
        </fieldset>
      )}
      <div className={css.notes}>
        <p>
          {canReveal ? (
            <Trans>El contacto está tapado. Para verlo se dice para qué.</Trans>
          ) : (
            <Trans>Tu rol ve el contacto tapado.</Trans>
          )}
        </p>
      </div>
      {isOpen && (
        <RevealDialog
          mutation={revealContacts({ adminMail, sid })}
          onReveal={({ buyer }) => onReveal(buyer)}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
