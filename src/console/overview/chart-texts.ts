import { useLingui } from '@lingui/react/macro';

export const CHART_HEIGHT = 280;

/** The texts of MUI X for charts, which has none in Spanish. */
export function useChartTexts() {
  const { t } = useLingui();
  return { loading: t`Cargando`, noData: t`Sin datos`, a11yNoValue: t`sin dato` };
}
