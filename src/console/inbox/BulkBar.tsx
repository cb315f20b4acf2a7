import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router';
import { MAX_SELECTED } from '#contract/desk/bulk-follow-up.ts';
import { MAX_JOB_ROWS } from '#contract/desk/jobs.ts';
import type { BulkChange } from '#contract/follow-up/change-kinds.ts';
import { useStore } from '#console/api/store.ts';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { focusInquiry } from '#console/inquiries/focus-inquiry.ts';
import type { IndexRequest } from '#console/inquiries/inbox-address.ts';
import type { InquiryListResult } from '#console/inquiries/inquiry-list-result.ts';
import { listTotalQuery } from '#console/inquiries/index-queries.ts';
import { useJobText } from '#console/jobs/job-text.ts';
import { useReasonCounts } from '#console/jobs/row-reason.ts';
import { paths } from '#console/paths.ts';
import { FailureNotice } from '#console/ui/FailureNotice.tsx';
import { CloseIcon } from '#console/ui/icons.tsx';
import { useShortcuts } from '#console/ui/keyboard-shortcuts.ts';
import { UndoNotice } from '#console/ui/UndoNotice.tsx';
import { useFormats } from '#console/ui/use-formats.ts';
import { BulkActions } from './BulkActions.tsx';
import css from './BulkBar.module.css';
import {
  getPageIds,
  getSelectedRows,
  selectPage,
  selectWholeList,
  NO_SELECTION,
  useIsSelecting,
  useSelectionStore,
  type Selection,
} from './selection.ts';
import { useBulkChange } from './use-bulk-change.ts';

interface Props {
  list: InquiryListResult;
  /** Keys act on the inquiry that is open. */
  isOpen: boolean;
}

/** Shows the selection of the list and the changes that it offers for it. */
export function BulkBar({ list, isOpen }: Props) {
  const { t } = useLingui();
  const format = useFormats();
  const store = useSelectionStore();
  const selection = useStore(store);
  const isSelecting = useIsSelecting(store);
  const bar = useRef<HTMLElement>(null);
  const bulk = useBulkChange();
  const rows = list.rows ?? [];
  const selectedRows = getSelectedRows(selection, rows);
  const { total, indexRequest: request } = list;
  const { isWholeList, result } = selection;
  const count = isWholeList ? (total ?? 0) : selectedRows.length;
  const counted = format.number(count);
  const pageCount = getPageIds(rows).length;
  const limit = isWholeList ? MAX_JOB_ROWS : MAX_SELECTED;
  const selectedText =
    count > 0
      ? t`${plural(count, { one: '# elegida', other: `${counted} elegidas` })}`
      : t`Elegí consultas de la lista.`;
  const leaveBar = () => {
    if (bar.current?.contains(document.activeElement)) focusRow(selection.anchor);
  };
  const clear = () => {
    leaveBar();
    bulk.reset();
    store.set(NO_SELECTION);
  };
  const start = (change: BulkChange, expected = count) => {
    leaveBar();
    bulk.start({
      change,
      inquiries: isWholeList
        ? { list: { ...request, agencia: request.agencia && [...request.agencia] }, expected }
        : selectedRows.map(({ adminMail, sid = '', followUp }) => ({
            adminMail,
            sid,
            version: followUp?.version ?? 0,
          })),
    });
  };
  const isOldView = request.vista === 'viejas';
  const isShown = isSelecting || bulk.isPending || bulk.error !== null || result !== undefined;
  return (
    <>
      {/* Screen readers announce changes of an element that was there before. */}
      <output className="visually-hidden">{isSelecting && count > 0 && selectedText}</output>
      {isShown && (
        <section className={css.bar} aria-label={t`Consultas elegidas`} ref={bar}>
          <BarShortcuts onClear={clear} />
          <div className={css.head}>
            <p aria-hidden="true">
              <b>{selectedText}</b>
            </p>
            <div className={css.choices}>
              {pageCount > 0 && (isWholeList || count !== pageCount) && (
                <button
                  type="button"
                  className="button quiet"
                  onClick={() => store.set(selectPage(store.get(), rows))}
                >
                  {t`${plural(pageCount, { one: 'Elegir la que está en pantalla', other: 'Las # en pantalla' })}`}
                </button>
              )}
              {total !== undefined && total > pageCount && !isWholeList && (
                <button
                  type="button"
                  className="button quiet"
                  onClick={() => store.set(selectWholeList(store.get()))}
                >
                  {t`Las ${format.number(total)} de la vista`}
                </button>
              )}
            </div>
            <button
              type="button"
              className="button quiet"
              aria-label={t`Quitar la selección`}
              data-hint={t`Quitar la selección (Esc)`}
              onClick={clear}
            >
              <CloseIcon />
            </button>
          </div>
          {result && <FailedRows result={result} onUndo={bulk.undoable && bulk.undo} />}
          {bulk.isListChanged ? (
            <ChangedList
              request={request}
              attemptId={bulk.attempted?.id ?? ''}
              onConfirm={(expected) => bulk.attempted && start(bulk.attempted.change, expected)}
            />
          ) : (
            bulk.error && (
              <FailureNotice
                error={bulk.error}
                title={bulk.isUndoError ? <Trans>No se deshizo.</Trans> : <Trans>No se guardó.</Trans>}
                onRetry={bulk.isUndoError ? undefined : bulk.retry}
              />
            )
          )}
          {bulk.isPending && <progress className={css.progress} aria-label={t`Guardando…`} />}
          {count > limit && (
            <p role="alert">
              {isWholeList
                ? t`Son demasiadas para un solo cambio: hasta ${format.number(limit)}. Acotá la vista.`
                : t`De a una se pueden elegir hasta ${format.number(limit)}: dejá algunas, o elegí todas las de la vista.`}
            </p>
          )}
          {count > 0 && (
            <BulkActions
              key={String(isWholeList)}
              isClosing={isOldView && isWholeList}
              rows={isWholeList ? rows : selectedRows}
              hours={list.hours}
              isDisabled={bulk.isPending || count > limit}
              hasShortcuts={!isOpen}
              onChange={start}
            />
          )}
        </section>
      )}
      {isOldView && !isShown && total !== undefined && total > 0 && (
        <div className={css.closing}>
          <p>
            <Trans>Vencieron hace más de 7 días y nadie las tocó.</Trans>
          </p>
          <button
            type="button"
            className="button strong"
            onClick={() => store.set(selectWholeList(store.get()))}
          >
            {t`${plural(total, { one: 'Cerrar la única…', other: `Cerrar las ${format.number(total)}…` })}`}
          </button>
        </div>
      )}
      <BulkUndoNotice bulk={bulk} isInBar={result !== undefined} />
    </>
  );
}

function BarShortcuts({ onClear }: { onClear: () => void }) {
  const { t } = useLingui();
  useShortcuts(t`Elegir varias`, [{ keys: 'Escape', label: t`Quitar la selección`, run: onClear }]);
  return null;
}

interface ChangedListProps {
  request: IndexRequest;
  attemptId: string;
  onConfirm: (total: number) => void;
}

/** The list has another number of inquiries than the person was shown. */
function ChangedList({ request, attemptId, onConfirm }: ChangedListProps) {
  const { t } = useLingui();
  const format = useFormats();
  const { data: total } = useQuery(listTotalQuery(request, attemptId));
  const count = total === undefined ? '…' : format.number(total);
  return (
    <div className="failure" role="alert">
      <p>
        <Trans>La lista cambió mientras tanto: no se guardó nada. Ahora son {count}.</Trans>
      </p>
      {total !== undefined && total > 0 && (
        <button type="button" className="button" onClick={() => onConfirm(total)}>
          {t`Cambiar las ${count}`}
        </button>
      )}
    </div>
  );
}

interface UndoProps {
  bulk: ReturnType<typeof useBulkChange>;
  /** The bar offers the undo, since the notice would cover the bar on a phone. */
  isInBar: boolean;
}

function BulkUndoNotice({ bulk, isInBar }: UndoProps) {
  const { t } = useLingui();
  const text = useJobText();
  const { undoable, undo, keep } = bulk;
  const count = undoable && text.count({ ...undoable, rows: undoable.done });
  useShortcuts(t`Seguimiento`, undoable ? [{ keys: 'z', label: t`Deshacer lo último`, run: undo }] : []);
  if (bulk.isUndone && !undoable) return <UndoNotice done={t`Deshecho`} onClose={bulk.closeUndone} />;
  return (
    <UndoNotice
      id={undoable?.id}
      done={undoable && !isInBar ? `${count}: ${text.title(undoable)}` : undefined}
      onUndo={() => {
        focusInquiry();
        undo();
      }}
      onClose={keep}
    />
  );
}

/** It is the row that was selected last, else the first. */
function focusRow(id: string | undefined): void {
  const sid = id?.split(' ')[1] ?? '';
  const links = [...document.querySelectorAll<HTMLElement>('[data-row] a[href]')];
  const link = links.find(
    (one) => one.closest<HTMLElement>('[data-row]')?.dataset.sid?.toUpperCase() === sid,
  );
  (link ?? links[0])?.focus({ preventScroll: true });
}

interface FailedRowsProps {
  result: NonNullable<Selection['result']>;
  onUndo: (() => void) | undefined;
}

function FailedRows({ result: { job, codes }, onUndo }: FailedRowsProps) {
  const { t } = useLingui();
  const format = useFormats();
  const getReasonCounts = useReasonCounts();
  const [failed, all] = [job.failed, job.rows].map((count) => format.number(count));
  return (
    <div className="failure" role="alert">
      <p>
        <b>
          {job.kind === 'undo'
            ? t`${plural(job.failed, { one: `# de ${all} no se pudo deshacer.`, other: `${failed} de ${all} no se pudieron deshacer.` })}`
            : t`${plural(job.failed, { one: `# de ${all} no cambió, y sigue elegida.`, other: `${failed} de ${all} no cambiaron, y siguen elegidas.` })}`}
        </b>
      </p>
      <ul>
        {getReasonCounts(codes, job.change?.kind).map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      {onUndo && (
        <button type="button" className="button quiet" onClick={onUndo}>
          {t`${plural(job.done, { one: 'Deshacer la que cambió', other: 'Deshacer las # que cambiaron' })}`}
        </button>
      )}
      <Link className="button quiet" to={paths.job(job.id, 'filas=failed')}>
        <Trans>Ver el proceso</Trans>
      </Link>
      <HelpLink topic="bulk" />
    </div>
  );
}
