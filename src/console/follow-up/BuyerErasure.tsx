import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { buyerInquiriesQuery } from '#console/inquiries/index-queries.ts';
import { type InquiryKey } from '#console/inquiries/inquiry-queries.ts';
import { ConfirmDialog } from '#console/forms/ConfirmDialog.tsx';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { removeDrafts } from '#console/ui/drafts.ts';
import { draftNames } from './change-storage.ts';
import { eraseBuyer } from './follow-up-queries.ts';
import css from './BuyerInquiries.module.css';

export function BuyerErasure({ adminMail, sid }: InquiryKey) {
  const { t } = useLingui();
  const [isConfirming, setIsConfirming] = useState(false);
  const { data } = useQuery(buyerInquiriesQuery(adminMail, sid));
  const erase = useMutation({
    ...eraseBuyer,
    onSuccess: () => {
      setIsConfirming(false);
      removeDrafts(...Object.values(draftNames({ adminMail, sid })));
    },
  });
  const count = (data?.inquiries.length ?? 0) + 1;
  return (
    <details className={css.erasure}>
      <summary>
        <Trans>Sus datos personales</Trans>
      </summary>
      <p>
        <Trans>
          Si la persona pide que se borren: acá se borran sus consultas, las notas sobre ellas y lo que
          trajeron sus webhooks. El servicio conserva los suyos, y hay que pedírselo a él.
        </Trans>{' '}
        <HelpLink topic="erasure" />
      </p>
      {erase.data && (
        <output>
          {t`${plural(erase.data.inquiries, {
            one: 'Se borró # consulta de acá.',
            other: 'Se borraron # consultas de acá.',
          })}`}
        </output>
      )}
      <button type="button" className="button" onClick={() => setIsConfirming(true)}>
        <Trans>Borrar sus datos…</Trans>
      </button>
      {isConfirming && (
        <ConfirmDialog
          dangerous
          title={t`¿Borrar los datos de esta persona?`}
          action={t`Borrar`}
          typed={t`borrar`}
          pending={erase.isPending}
          failure={erase.error && <FormAlert error={erase.error} />}
          onConfirm={() => erase.mutate({ adminMail, sid })}
          onClose={() => !erase.isPending && setIsConfirming(false)}
        >
          {t`${plural(count, {
            one: 'Se borran de acá esta consulta y sus notas. No se puede deshacer.',
            other:
              'Se borran de acá las # consultas con su teléfono, correo o documento, y sus notas. No se puede deshacer.',
          })}`}
        </ConfirmDialog>
      )}
    </details>
  );
}
