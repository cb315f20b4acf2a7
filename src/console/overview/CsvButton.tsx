import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { BACKGROUND } from '#console/api/query-client.ts';
import { IconAction } from '#console/ui/IconAction.tsx';
import { DownloadIcon } from '#console/ui/icons.tsx';
import { type CsvValue, formatCsv, saveCsv } from './csv.ts';
import { usePeriod } from './period-context.ts';

interface Props {
  /** Title of the section. */
  title: string;
  getRecords: () => CsvValue[][];
}

/** Saves the figures of a section as a file. */
export function CsvButton({ title, getRecords }: Props) {
  const { t, i18n } = useLingui();
  const { desde, hasta } = usePeriod();
  const download = useMutation({
    mutationFn: async () => saveCsv(`${title} ${desde} ${hasta}`, await formatCsv(getRecords(), i18n.locale)),
    // No call of the gateway: nothing is waiting to be confirmed.
    meta: BACKGROUND,
  });
  return (
    <IconAction
      label={
        download.isError ? t`No se pudo descargar «${title}»: reintentar` : t`Descargar «${title}» en CSV`
      }
      data-print="hidden"
      color={download.isError ? 'error' : 'inherit'}
      onClick={() => download.mutate()}
    >
      <DownloadIcon />
    </IconAction>
  );
}
