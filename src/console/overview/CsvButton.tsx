import { useLingui } from '@lingui/react/macro';
import { IconAction } from '#console/ui/IconAction.tsx';
import { DownloadIcon } from '#console/ui/icons.tsx';
import { saveCsv } from '#console/ui/save-csv.ts';
import { type CsvValue, formatFiguresCsv } from './csv.ts';
import { usePeriod } from './period-context.ts';

interface Props {
  title: string;
  getRecords: () => CsvValue[][];
}

export function CsvButton({ title, getRecords }: Props) {
  const { t, i18n } = useLingui();
  const { desde, hasta } = usePeriod();
  return (
    <IconAction
      label={t`Descargar «${title}» en CSV`}
      data-print="hidden"
      onClick={() => saveCsv(`${title} ${desde} ${hasta}`, formatFiguresCsv(getRecords(), i18n.locale))}
    >
      <DownloadIcon />
    </IconAction>
  );
}
