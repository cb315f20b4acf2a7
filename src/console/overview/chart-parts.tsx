import { useLingui } from '@lingui/react/macro';

interface Props {
  id: string;
  color: string;
}

export const SERIES_COLORS = [1, 2, 3, 4, 5, 6].map((number) => `var(--mui-palette-series-${number})`);

const createPattern = (size: number, path: string) =>
  function Pattern({ id, color }: Props) {
    return (
      <pattern id={id} width={size} height={size} patternUnits="userSpaceOnUse">
        <rect width={size} height={size} fill={color} />
        <path d={path} stroke="var(--mui-palette-background-paper)" strokeWidth="1.5" fill="none" />
      </pattern>
    );
  };

export const PATTERNS = [
  createPattern(8, ''),
  createPattern(6, 'M-1 7L7 -1M-1 1L1 -1M5 7L7 5'),
  createPattern(6, 'M3 2.2V3.8'),
  createPattern(6, 'M0 3H6'),
  createPattern(6, 'M-1 -1L7 7M5 -1L7 1M-1 5L1 7'),
  createPattern(6, 'M0 3H6M3 0V6'),
];

/** MUI X has no Spanish texts for charts. */
export function useChartTexts() {
  const { t } = useLingui();
  return { loading: t`Cargando`, noData: t`Sin datos`, a11yNoValue: t`sin dato` };
}
