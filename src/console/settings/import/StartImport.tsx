import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { ImportFollowUps } from '#contract/desk/follow-up-import.ts';
import { StartJobButton } from '#console/table-file/StartJobButton.tsx';
import { importFollowUps } from './import-queries.ts';
import { useImportText } from './import-text.ts';
import { type ImportBucket, type SortedRow, countBuckets, impliesAnswer } from './import-rows.ts';

interface Props {
  sorted: readonly SortedRow[];
  isRunning: boolean;
  createBody: () => Omit<ImportFollowUps, 'id'>;
  onStarted: (jobId: string) => void;
}

export function StartImport({ sorted, isRunning, createBody, onStarted }: Props) {
  const { t } = useLingui();
  const text = useImportText();
  const counts = countBuckets(sorted);
  const readyCount = counts.get('ready') ?? 0;
  const unknownCount = counts.get('unknown') ?? 0;
  const ready = sorted.filter(({ bucket }) => bucket === 'ready');
  const statusCount = ready.filter(({ status }) => status).length;
  const noteCount = ready.filter(({ note }) => note !== '').length;
  const undatedCount = ready.filter((row) => impliesAnswer(row) && row.answeredAt === undefined).length;
  const buckets = Object.entries(text.bucket) as [ImportBucket, string][];
  const skipped = buckets.filter(([bucket]) => bucket !== 'ready' && counts.has(bucket));
  const action = t`Importar ${plural(readyCount, { one: '# fila', other: '# filas' })}`;
  const reason =
    unknownCount > 0
      ? isRunning
        ? t`Se puede importar cuando se hayan buscado todas las filas.`
        : t`Hay filas sin buscar: reintentá, o no se sabe qué se dejaría afuera.`
      : readyCount === 0
        ? t`Ninguna fila está para importar.`
        : undefined;
  return (
    <StartJobButton
      label={action}
      title={t`¿Importar el seguimiento?`}
      action={action}
      disabled={reason !== undefined}
      reason={reason}
      mutation={importFollowUps}
      createBody={createBody}
      onStarted={onStarted}
    >
      <Stack spacing={1.5} useFlexGap>
        <span>
          {t`${plural(readyCount, {
            one: 'Cambia el seguimiento de # consulta',
            other: 'Cambia el seguimiento de # consultas',
          })}: ${plural(statusCount, { one: '# estado', other: '# estados' })} y ${plural(noteCount, {
            one: '# nota',
            other: '# notas',
          })}.`}
        </span>
        {undatedCount > 0 && (
          <span>
            {t`${plural(undatedCount, {
              one: '# respuesta no tiene su fecha y no cuenta en los tiempos de respuesta.',
              other: '# respuestas no tienen su fecha y no cuentan en los tiempos de respuesta.',
            })}`}
          </span>
        )}
        {skipped.length > 0 && (
          <div>
            <Trans>No se importan:</Trans>
            <Box component="ul" sx={{ my: 0.5, pl: 3 }}>
              {skipped.map(([bucket, name]) => (
                <li key={bucket}>
                  {name}: {counts.get(bucket)}
                </li>
              ))}
            </Box>
          </div>
        )}
        <span>
          <Trans>Después se puede deshacer todo junto.</Trans>
        </span>
      </Stack>
    </StartJobButton>
  );
}
