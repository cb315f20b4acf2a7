import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ImportFollowUps } from '#contract/desk/follow-up-import.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { ConfirmDialog, useConfirmDialogPreload } from '#console/forms/ConfirmDialog.tsx';
import { importFollowUps } from './import-queries.ts';
import { useImportText } from './import-text.ts';
import { BUCKETS, type SortedRow, countBuckets, impliesAnswer } from './sort-rows.ts';

interface Props {
  sorted: readonly SortedRow[];
  isRunning: boolean;
  createBody: () => Omit<ImportFollowUps, 'id'>;
  onStarted: (jobId: string) => void;
}

export function StartImport({ sorted, isRunning, createBody, onStarted }: Props) {
  useConfirmDialogPreload();
  const { t } = useLingui();
  const text = useImportText();
  const [isConfirming, setIsConfirming] = useState(false);
  /** The same request again has the same id: the job is stored once. */
  const lastRequest = useRef({ id: '', text: '' });
  const counts = countBuckets(sorted);
  const readyCount = counts.get('ready') ?? 0;
  const unknownCount = counts.get('unknown') ?? 0;
  const ready = sorted.filter(({ bucket }) => bucket === 'ready');
  const statusCount = ready.filter(({ status }) => status).length;
  const noteCount = ready.filter(({ note }) => note !== '').length;
  const undatedCount = ready.filter((row) => impliesAnswer(row) && row.answeredAt === undefined).length;
  const skipped = BUCKETS.filter((bucket) => bucket !== 'ready' && counts.has(bucket));
  const start = useMutation({
    ...importFollowUps,
    onSuccess: (job) => onStarted(job.id),
  });
  const handleConfirm = () => {
    const body = createBody();
    const requestText = JSON.stringify(body);
    if (lastRequest.current.text !== requestText)
      lastRequest.current = { id: crypto.randomUUID(), text: requestText };
    start.mutate({ id: lastRequest.current.id, ...body });
  };
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
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Button
          variant="contained"
          disabled={reason !== undefined}
          onClick={() => {
            start.reset();
            setIsConfirming(true);
          }}
        >
          {action}
        </Button>
        {reason && (
          <Typography variant="body2" color="textSecondary">
            {reason}
          </Typography>
        )}
      </Box>
      {isConfirming && (
        <ConfirmDialog
          title={t`¿Importar el seguimiento?`}
          action={action}
          pending={start.isPending}
          failure={start.error && <FormAlert error={start.error} focusOnMount />}
          onClose={() => setIsConfirming(false)}
          onConfirm={handleConfirm}
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
                  {skipped.map((bucket) => (
                    <li key={bucket}>
                      {text.bucket[bucket]}: {counts.get(bucket)}
                    </li>
                  ))}
                </Box>
              </div>
            )}
            <span>
              <Trans>Después se puede deshacer todo junto.</Trans>
            </span>
          </Stack>
        </ConfirmDialog>
      )}
    </>
  );
}
