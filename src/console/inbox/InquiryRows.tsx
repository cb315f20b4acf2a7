import { useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type CSSProperties, type ComponentProps, type SyntheticEvent, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import type { Hours } from '#contract/hours.ts';
import { isSameSid } from '#contract/sid.ts';
import { useAgencies } from '#console/agency-select/use-agencies.ts';
import { loadCode } from '#console/api/load-code.ts';
import { InquiryRow } from '#console/inquiries/InquiryRow.tsx';
import { ensureAgencies, hasSeveralAgencies } from '#console/inquiries/inbox-address.ts';
import type { InquiryListResult } from '#console/inquiries/inquiry-list-result.ts';
import { type Row, toRowContent } from '#console/inquiries/row.ts';
import type { Language } from '#console/locales/preferred-language.ts';
import { useSession } from '#console/session/session.ts';
import { useDensity } from '#console/ui/density.ts';
import { type Formats, formatsFor } from '#console/ui/formats.ts';
import type { Density } from '#console/ui/stored-density.ts';
import { lazyWithRetry } from '#console/ui/lazy-with-retry.tsx';
import { usePlainClick } from '#console/ui/plain-click.ts';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import css from './InquiryList.module.css';
import type * as LateRowParts from './late-row-parts.tsx';
import { useRowKeys } from './row-keys.ts';
import { useIsSelecting, useSelectionStore } from './selection.ts';

export const VirtualRows = lazyWithRetry(() =>
  import('./VirtualRows.tsx').then((module) => module.VirtualRows),
);

export const ROW_HEIGHT: Record<Density, number> = { comfortable: 58, compact: 46 };
const MAX_RENDERED_ROWS = 100;

/** The status and checkbox of rows load after them, as a query since loading may fail. */
const lateRowPartsQuery = queryOptions({
  queryKey: ['code', 'late row parts'],
  queryFn: () => loadCode(() => import('./late-row-parts.tsx')),
  staleTime: Infinity,
  gcTime: Infinity,
  structuralSharing: false,
});

interface Props {
  agencias: readonly string[];
  rows: readonly Row[];
  hours: InquiryListResult['hours'];
  total: number;
  isPlaceholder: boolean;
  openSid: string | undefined;
  lastSid: string | undefined;
  isPainted: boolean;
  scroller: HTMLElement | null;
}

export function InquiryRows({ agencias, rows, openSid, lastSid, isPainted, scroller, ...props }: Props) {
  const { hours, total } = props;
  const { t } = useLingui();
  const noLinkReason = t`El servicio no envió su identificador: no se puede abrir.`;
  const [search] = useSearchParams();
  const { may, agencies, person } = useSession();
  const format = useFormats();
  const now = useNow();
  const onClick = usePlainClick();
  const [density] = useDensity(person.id);
  const { data: lateParts } = useQuery({
    ...lateRowPartsQuery,
    enabled: isPainted && may.includes('listFollowUps'),
  });
  const { setRows } = useSelectionStore();
  const isSelecting = useIsSelecting(useSelectionStore());
  useEffect(() => {
    setRows(rows);
  }, [setRows, rows]);
  const rowSearch = ensureAgencies(search, agencias);
  const showsAgency = hasSeveralAgencies(agencias) && agencies?.length !== 1;
  const listedAgencies = useAgencies(showsAgency && isPainted);
  const agencyNames = new Map(listedAgencies.map(({ mail, name }) => [mail.toLowerCase(), name]));
  const keys = useRowKeys(rows);
  const indexOf = (sid: string | undefined) => rows.findIndex((row) => isSameSid(row.sid, sid));

  // Titles are set for the row under the pointer or focus only.
  const setTitle = ({ target }: SyntheticEvent) => {
    const row = (target as Element).closest<HTMLElement>('[data-row]');
    const moment = row?.querySelector('time')?.dateTime;
    if (row && moment)
      row.title = [format.exact(moment), row.querySelector('.description')?.textContent]
        .filter(Boolean)
        .join('\n');
  };
  const renderRow = (index: number, style?: CSSProperties) => {
    const row = rows[index];
    if (!row) return null;
    const agency = row.adminMail.toLowerCase();
    return (
      <ListRow
        key={keys[index]}
        {...{ row, format, now, noLinkReason }}
        search={rowSearch}
        hours={hours[agency]}
        computeRowStatus={lateParts?.computeRowStatus}
        Checkbox={may.includes('changeFollowUps') ? lateParts?.RowCheckbox : undefined}
        agency={showsAgency ? (agencyNames.get(agency) ?? row.adminMail) : undefined}
        isOpen={isSameSid(row.sid, openSid)}
        isLastOpened={isSameSid(row.sid, lastSid) && !openSid}
        place={style || total > rows.length ? { index, count: total, style } : undefined}
      />
    );
  };
  const handlers = {
    onClick,
    onPointerOver: setTitle,
    onFocus: setTitle,
    'data-selecting': isSelecting,
  };

  if (rows.length > MAX_RENDERED_ROWS)
    return (
      <VirtualRows
        className={css.rows}
        count={rows.length}
        height={ROW_HEIGHT[density]}
        scroller={scroller}
        pinnedIndexes={[indexOf(openSid), indexOf(lastSid)]}
        renderRow={renderRow}
        {...handlers}
      />
    );
  return (
    // The links are the controls; the list only delegates their clicks.
    <ol className={css.rows} data-turning={props.isPlaceholder} {...handlers}>
      {rows.map((_, index) => renderRow(index))}
    </ol>
  );
}

interface ListRowProps extends Pick<
  ComponentProps<typeof InquiryRow>,
  'noLinkReason' | 'agency' | 'isOpen' | 'isLastOpened' | 'place'
> {
  row: Row;
  search: string;
  format: Formats;
  now: number;
  hours: Hours | undefined;
  computeRowStatus: typeof LateRowParts.computeRowStatus | undefined;
  Checkbox: typeof LateRowParts.RowCheckbox | undefined;
}

/** The compiler memoizes it: opening another inquiry renders two rows. */
function ListRow({ row, search, format, now, hours, computeRowStatus, Checkbox, ...rest }: ListRowProps) {
  const { i18n } = useLingui();
  const { person, timeZone } = useSession();
  const content = toRowContent(row, { search, language: i18n.locale as Language, format, now });
  const zone = hours?.zone ?? timeZone;
  const status =
    row.sid !== undefined && row.seen !== undefined
      ? computeRowStatus?.(row, {
          hours,
          personId: person.id,
          now,
          zone,
          format: formatsFor(i18n.locale, zone),
          i18n,
        })
      : undefined;
  const checkbox = Checkbox && <Checkbox row={row} name={content.name} />;
  return <InquiryRow {...{ content, status, checkbox }} {...rest} />;
}
