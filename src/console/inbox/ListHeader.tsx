import { Trans, useLingui } from '@lingui/react/macro';
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useRequestExport } from '#console/export/export-request.ts';
import type { InboxAddress } from '#console/inquiries/inbox-address.ts';
import type { InquiryListResult } from '#console/inquiries/inquiry-list-result.ts';
import { useSession } from '#console/session/session.ts';
import { useDensity } from '#console/ui/density.ts';
import { DownloadIcon, Icon, RefreshIcon } from '#console/ui/icons.tsx';
import { lazyWithRetry } from '#console/ui/lazy-with-retry.tsx';
import { useFormats } from '#console/ui/use-formats.ts';
import css from './InquiryList.module.css';
import { NO_SELECTION, useIsSelecting, useSelectionStore } from './selection.ts';
import { usePeriodFormat } from './period-text.ts';

const LiveStatus = lazyWithRetry(() => import('./LiveStatus.tsx').then((module) => module.LiveStatus), {
  fallback: ({ period }) => <div className={css.about}>{period}</div>,
});

interface Props {
  address: InboxAddress;
  list: InquiryListResult;
  isPainted: boolean;
  onFirstPage: () => void;
  onShowRow: (sid: string) => void;
}

export function ListHeader({ list, isPainted, ...props }: Props) {
  const { t } = useLingui();
  const { may, person } = useSession();
  const requestExport = useRequestExport();
  const [search] = useSearchParams();
  const [density, setDensity] = useDensity(person.id);
  const { address } = props;
  const isCompact = density === 'compact';
  const period = <ListPeriod list={list} />;
  return (
    <div className={css.head}>
      <h1 className={css.title}>
        <Trans>Consultas</Trans>
      </h1>
      {isPainted && may.includes('streamEvents') ? (
        <LiveStatus
          {...{ address, list, period }}
          onFirstPage={props.onFirstPage}
          onShowRow={props.onShowRow}
        />
      ) : (
        <div className={css.about}>{period}</div>
      )}
      {may.includes('changeFollowUps') && <SelectButton />}
      <ToolButton
        label={t`Filas compactas`}
        data-narrow="hide"
        aria-pressed={isCompact}
        onClick={() => setDensity(isCompact ? 'comfortable' : 'compact')}
      >
        <DensityIcon />
      </ToolButton>
      {/* `disabled` would lose the focus. */}
      <ToolButton
        label={t`Actualizar`}
        aria-disabled={list.isFetching}
        onClick={() => list.isFetching || list.refresh()}
      >
        <RefreshIcon />
      </ToolButton>
      {may.includes('exportInquiries') && (
        <ToolButton
          label={t`Exportar`}
          aria-haspopup="dialog"
          onClick={() => requestExport({ agencias: address.agencias, search: search.toString() })}
        >
          <DownloadIcon />
        </ToolButton>
      )}
    </div>
  );
}

/** Touch screens have no pointer that shows checkboxes, so selecting begins here. */
function SelectButton() {
  const { t } = useLingui();
  const { get, set } = useSelectionStore();
  const isSelecting = useIsSelecting(useSelectionStore());
  return (
    <ToolButton
      label={t`Elegir varias`}
      aria-pressed={isSelecting}
      onClick={() => set(isSelecting ? NO_SELECTION : { ...get(), isOn: true })}
    >
      <SelectIcon />
    </ToolButton>
  );
}

interface ToolButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  label: string;
  children: ReactNode;
}

const ToolButton = ({ label, ...props }: ToolButtonProps) => (
  <button type="button" className="button quiet" aria-label={label} {...props} />
);

const SelectIcon = () => (
  <Icon>
    <path d="M4 4h16v16H4zM8 12l3 3 5-6" />
  </Icon>
);

const DensityIcon = () => (
  <Icon>
    <path d="M4 5h16M4 10h16M4 14h16M4 19h16" />
  </Icon>
);

function ListPeriod({ list }: { list: InquiryListResult }) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats();
  const formatPeriod = usePeriodFormat();
  if (list.listedDays) {
    const { from, to } = list.listedDays;
    const days = format.days(from, to);
    const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ');
    return (
      <p className={css.period} title={t`Ventana que informó el servicio: ${from} a ${to}, hora de ${place}`}>
        {t`${days}, hora de ${place}`}
      </p>
    );
  }
  return (
    <p className={css.period}>
      {formatPeriod(list.indexRequest) ?? (list.isOfAnyDay && t`De cualquier fecha`)}
    </p>
  );
}
