import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useMutation } from '@tanstack/react-query';
import { runMutation } from '#console/api/endpoint-mutation.ts';
import { saveAnswers } from '#console/catalogs/column/column-queries.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { useSession } from '#console/session/session.ts';
import { runLookUp } from '#console/table-file/look-up.ts';
import { ExportButton } from '#console/ui/ExportButton.tsx';
import { valueLookUp } from './run-queries.ts';
import type { RunState } from './use-run.ts';
import { listUnsavedAnswers } from './value-answers.ts';

interface Props {
  state: RunState;
  onExport: () => Promise<void>;
}

export function RunActions({ state: { values, matching, results, isRunning, decisions }, onExport }: Props) {
  const { t } = useLingui();
  const { may } = useSession();
  const unsaved = listUnsavedAnswers(values, results, decisions);
  const count = unsaved.length;
  const save = useMutation({
    mutationFn: async () => {
      for (const [catalog, items] of Map.groupBy(unsaved, ({ value }) => value.catalog)) {
        const answers = items.map(({ value: { value, province }, entry }) => ({
          value,
          province,
          entryId: entry?.id ?? null,
        }));
        await runMutation(saveAnswers, { catalog, answers });
      }
      const next = new Map(results);
      const request = valueLookUp(unsaved.map(({ value }) => value));
      await runLookUp(request, new AbortController().signal, (batch) => {
        for (const [key, result] of batch) next.set(key, result);
      });
      return next;
    },
    onSuccess: matching.setResults,
  });
  const download = useMutation({ mutationFn: onExport });
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
