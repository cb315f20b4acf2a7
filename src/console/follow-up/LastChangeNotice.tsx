import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isReminder } from '#contract/follow-up/change-kinds.ts';
import { personName } from '#contract/inquiry-names.ts';
import { useStore } from '#console/api/store.ts';
import { focusInquiry } from '#console/inquiries/focus-inquiry.ts';
import { type InquiryKey, inquiryQuery, inquiryId } from '#console/inquiries/inquiry-queries.ts';
import { useSession } from '#console/session/session.ts';
import { agencyHoursQuery } from '#console/settings/hours/hours-queries.ts';
import { useShortcuts } from '#console/ui/keyboard-shortcuts.ts';
import { UndoNotice } from '#console/ui/UndoNotice.tsx';
import { useElapsed } from '#console/ui/use-elapsed.ts';
import { useNow } from '#console/ui/use-formats.ts';
import { useFollowUpText } from './follow-up-text.ts';
import { changeStore } from './change-store.ts';

const SHOW_SAVING_AFTER_MS = 300;

/** @param open the inquiry that is shown: only another one is named */
export function LastChangeNotice({ open }: { open: InquiryKey | undefined }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { may, timeZone } = useSession();
  const { lastChange, isSaving, undo, clear } = useLastChange();
  const { data } = useQuery({
    ...agencyHoursQuery(lastChange?.adminMail ?? ''),
    enabled: lastChange !== undefined && may.includes('viewHours'),
  });
  const text = useFollowUpText(data?.hours.zone ?? timeZone, useNow());
  const isSlow = useElapsed(isSaving, SHOW_SAVING_AFTER_MS);
  const [isUndone, setIsUndone] = useState(false);
  const isUndoable = lastChange !== undefined && !isReminder(lastChange.change);
  const undoChange = async () => {
    if (isUndoable) setIsUndone(await undo());
  };
  useShortcuts(t`Seguimiento`, [
    {
      keys: 'z',
      label: t`Deshacer lo último`,
      disabledReason: isUndoable ? undefined : t`No hay nada para deshacer`,
      run: () => void undoChange(),
    },
  ]);
  if (isUndone && !lastChange) return <UndoNotice done={t`Deshecho`} onClose={() => setIsUndone(false)} />;

  const what = lastChange && text.changeResult(lastChange.change, lastChange.to);
  const sentence = what && isSlow ? t`Guardando: ${what}` : what;
  const isElsewhere = lastChange && (!open || inquiryId(open) !== inquiryId(lastChange));
  const buyer =
    lastChange && client.getQueryData(inquiryQuery(lastChange.adminMail, lastChange.sid).queryKey);
  const name = (buyer && personName(buyer.Interesado)) || t`Otra consulta`;
  return (
    <UndoNotice
      id={lastChange?.entryId}
      done={isElsewhere && sentence ? `${name}: ${sentence}` : sentence}
      onUndo={
        isUndoable
          ? () => {
              focusInquiry();
              void undoChange();
            }
          : undefined
      }
      onClose={clear}
    />
  );
}

function useLastChange() {
  const { id, name } = useSession().person;
  const { inquiries, lastChange } = useStore(changeStore.state);
  const changes = lastChange && inquiries.get(inquiryId(lastChange))?.changes;
  return {
    lastChange,
    isSaving: changes?.some((one) => one.id === lastChange?.entryId && one.state === 'queued') ?? false,
    undo: () => changeStore.undoLastChange({ id, name }),
    clear: () => changeStore.clearLastChange(),
  };
}
