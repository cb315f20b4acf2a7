import { useLingui } from '@lingui/react/macro';
import { useSyncExternalStore } from 'react';
import { inquiryId } from '#console/inquiries/inquiry-queries.ts';
import type { Row } from '#console/inquiries/row.ts';
import { useRowReason } from '#console/jobs/row-reason.ts';
import css from './RowCheckbox.module.css';
import { useSelectionStore, isSelectable, isSelected, toggleRange, toggleRow } from './selection.ts';

export function RowCheckbox({ row, name }: { row: Row; name: string }) {
  const { t } = useLingui();
  const getReason = useRowReason();
  const { get, set, subscribe, getRows } = useSelectionStore();
  const id = inquiryId(row);
  const isChecked = useSyncExternalStore(subscribe, () => isSelected(get(), id));
  const failure = useSyncExternalStore(subscribe, () => get().failures.get(id));
  if (!isSelectable(row)) return null;
  const reason = failure && getReason(failure);
  return (
    <input
      type="checkbox"
      className={css.checkbox}
      checked={isChecked}
      aria-label={t`Elegir la consulta de ${name}`}
      aria-invalid={reason !== undefined}
      title={reason}
      onChange={({ nativeEvent }) => {
        const toggle = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey ? toggleRange : toggleRow;
        set(toggle(get(), getRows(), id));
      }}
    />
  );
}

export { computeRowStatus } from './row-status.ts';
