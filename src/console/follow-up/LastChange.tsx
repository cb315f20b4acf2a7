import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { inquiryQuery } from '#console/inquiries/inquiries-queries.ts';
import { useSession } from '#console/session/session.ts';
import { useShortcuts } from '#console/ui/keys.ts';
import { UndoNotice } from '#console/ui/UndoNotice.tsx';
import { useElapsed } from '#console/ui/use-elapsed.ts';
import { useNow } from '#console/ui/use-formats.ts';
import { useLastChange } from './change.ts';
import { focusOnWork } from './focus.ts';
import { agencyHours } from './follow-up-queries.ts';
import { useFollowUpText } from './follow-up-text.ts';

/** What is not confirmed after this long is not told as done, ms. */
const UNCONFIRMED_MS = 300;

interface Props {
  agencia: string;
  /** The inquiry that is open. */
  open: { adminMail: string; sid: string } | undefined;
}

/** What was done last, to be taken back by a second write: by its button or `z`, also when the next inquiry is open, or none. */
export function LastChange({ agencia, open }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { may, timeZone } = useSession();
  const { data } = useQuery({ ...agencyHours(agencia), enabled: may.includes('viewHours') });
  const now = useNow();
  const text = useFollowUpText(data?.hours.zone ?? timeZone, now);
  const { done, isSaving, isOf, undo, forget } = useLastChange();
  const isUnconfirmed = useElapsed(isSaving, UNCONFIRMED_MS);
  const [undone, setUndone] = useState(false);
  const takeBack = async () => {
    if (!done) return;
    setUndone(await undo());
  };
  useShortcuts(t`Seguimiento`, [{ keys: 'z', label: t`Deshacer lo último`, run: () => void takeBack() }]);
  const what = done && text.done(done.change, done.to);
  const said = what && isUnconfirmed ? t`Guardando: ${what}` : what;
  const elsewhere = !open || !isOf(open);
  const person = done && client.getQueryData(inquiryQuery(done.adminMail, done.sid).queryKey)?.Interesado;
  const whose = [person?.Nombre, person?.Apellido].filter(Boolean).join(' ') || t`Otra consulta`;
  if (undone && !done) return <UndoNotice done={t`Deshecho`} onClose={() => setUndone(false)} />;
  return (
    <UndoNotice
      id={done?.entry}
      done={elsewhere && said ? `${whose}: ${said}` : said}
      onUndo={() => {
        // The button goes.
        focusOnWork();
        void takeBack();
      }}
      onClose={forget}
    />
  );
}
