import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { focusInquiry } from '#console/inquiries/focus-inquiry.ts';
import type { InquiryKey } from '#console/inquiries/inquiry-queries.ts';
import { useSession } from '#console/session/session.ts';
import { FailureNotice } from '#console/ui/FailureNotice.tsx';
import { useShortcuts } from '#console/ui/keyboard-shortcuts.ts';
import { SlowNotice } from '#console/ui/SlowNotice.tsx';
import { FollowUpProvider } from './follow-up-context.tsx';
import { followUpQuery } from './follow-up-queries.ts';
import css from './FollowUpSection.module.css';
import { NoteForm } from './NoteForm.tsx';
import { Timeline } from './Timeline.tsx';

interface Props extends InquiryKey {
  operator: string | null | undefined;
  mask: ((text: string) => string) | undefined;
}

export function FollowUpSection({ adminMail, sid, operator, mask }: Props) {
  const { t } = useLingui();
  const { may } = useSession();
  const { data, error, refetch } = useQuery(followUpQuery({ adminMail, sid }));
  const canChange = may.includes('changeFollowUp');
  const noteField = useRef<HTMLTextAreaElement>(null);
  const isNoteRequested = useRef(false);
  const isErased = data?.erasedAt !== undefined;
  useShortcuts(
    t`Seguimiento`,
    canChange
      ? [
          {
            keys: 'n',
            label: t`Escribir una nota`,
            disabledReason: isErased ? t`Sus datos se borraron: no se guardan notas` : undefined,
            run: () => {
              noteField.current?.focus();
              isNoteRequested.current = !data;
            },
          },
        ]
      : [],
  );
  useEffect(() => {
    // It runs once the follow-up is loaded.
    if (!isNoteRequested.current || !data) return;
    isNoteRequested.current = false;
    noteField.current?.focus();
  }, [data]);
  if (error && !data)
    return (
      <FailureNotice
        moveFocus={focusInquiry}
        error={error}
        title={t`No se pudo cargar el seguimiento.`}
        onRetry={() => void refetch()}
      />
    );
  if (!data)
    return (
      <div className={css.loading}>
        <output>{t`Cargando el seguimiento`}</output>
        <SlowNotice />
      </div>
    );
  return (
    <FollowUpProvider inquiryKey={{ adminMail, sid }}>
      {isErased && (
        <p className="secondary">
          <Trans>
            Los datos de quien consultó se borraron de acá. Lo que se ve es lo que tiene el servicio; sobre
            esta consulta no se guardan notas.
          </Trans>
        </p>
      )}
      {canChange && !isErased && <NoteForm field={noteField} operator={operator} />}
      <Timeline detail={data} mask={mask} />
    </FollowUpProvider>
  );
}
