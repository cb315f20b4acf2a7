import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { inquiry } from '#console/inquiries/inquiries-queries.ts';
import { useShortcuts } from '#console/ui/keys.ts';
import { UndoNotice } from '#console/ui/UndoNotice.tsx';
import { useLastChange } from './change.ts';
import { useFollowUpText } from './follow-up-text.ts';

interface Props {
  /** The inquiry that is open. */
  adminMail: string;
  sid: string;
  zone: string;
  now: number;
}

/** What was done last, to be taken back by a second write: by its button or `z`, also when the next inquiry is open. */
export function LastChange({ adminMail, sid, zone, now }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const text = useFollowUpText(zone, now);
  const { done, undo, forget } = useLastChange();
  const [undone, setUndone] = useState(false);
  const takeBack = async () => {
    if (!done) return;
    setUndone(await undo());
  };
  useShortcuts(t`Seguimiento`, [{ keys: 'z', label: t`Deshacer lo último`, run: () => void takeBack() }]);
  const said = done && text.done(done.change, done.to);
  const elsewhere = done && (done.sid !== sid || done.adminMail !== adminMail);
  const person = done && client.getQueryData(inquiry(done.adminMail, done.sid).queryKey)?.Interesado;
  const whose = [person?.Nombre, person?.Apellido].filter(Boolean).join(' ') || t`Otra consulta`;
  if (undone && !done) return <UndoNotice done={t`Deshecho`} onClose={() => setUndone(false)} />;
  return (
    <UndoNotice
      id={done?.entry}
      done={elsewhere && said ? `${whose}: ${said}` : said}
      onUndo={() => void takeBack()}
      onClose={forget}
    />
  );
}
