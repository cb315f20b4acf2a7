import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { UseMutationResult } from '@tanstack/react-query';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { useSession } from '#console/session/session.ts';
import { ExportButton } from '#console/ui/ExportButton.tsx';

interface Props {
  unsavedCount: number;
  isRunning: boolean;
  save: Pick<UseMutationResult<unknown, Error, void>, 'error' | 'isPending' | 'mutate'>;
  download: Pick<UseMutationResult<unknown, Error, void>, 'isPending' | 'mutate'>;
}

/** Buttons that save answers in the dictionary and export the results. */
export function AnswerActions({ unsavedCount: count, isRunning, save, download }: Props) {
  const { t } = useLingui();
  const { may } = useSession();
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      {save.error && <FormAlert error={save.error} />}
      {may.includes('saveAnswers') && count > 0 && (
        <Button
          variant="outlined"
          color="inherit"
          loading={save.isPending}
          onClick={() => save.mutate()}
          sx={{ whiteSpace: 'normal' }}
        >
          {t`Guardar ${plural(count, { one: '# respuesta', other: '# respuestas' })} en el diccionario`}
        </Button>
      )}
      <ExportButton disabled={isRunning} loading={download.isPending} onClick={() => download.mutate()} />
    </Stack>
  );
}
