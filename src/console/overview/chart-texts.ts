import { useLingui } from '@lingui/react/macro';

export const CHART_HEIGHT = 280;

/** MUI X has no Spanish texts for charts. */
export function useChartTexts() {
  const { t } = useLingui();
  return { loading: t`Cargando`, noData: t`Sin datos`, a11yNoValue: t`sin dato` };
}
