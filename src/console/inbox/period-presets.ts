import { useLingui } from '@lingui/react/macro';

export interface Period {
  desde: string | undefined;
  hasta: string | undefined;
}

/** Relative periods of the filter bar. */
export function usePeriodPresets(): (Period & { label: string })[] {
  const { t } = useLingui();
  return [
    { label: t`Hoy`, desde: 'hoy', hasta: undefined },
    { label: t`Ayer`, desde: 'ayer', hasta: 'ayer' },
    { label: t`7 días`, desde: '-7d', hasta: undefined },
    { label: t`30 días`, desde: '-30d', hasta: undefined },
    { label: t`90 días`, desde: '-90d', hasta: undefined },
  ];
}
