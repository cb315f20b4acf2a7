import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useMutation } from '@tanstack/react-query';
import { CATALOGS } from '#console/catalogs/catalogs.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { runMutation } from '#console/api/endpoint-mutation.ts';
import { useSession } from '#console/session/session.ts';
import { formatCsv } from '#console/table-file/format-csv.ts';
import type { Table } from '#console/table-file/header.ts';
import { runLookUp } from '#console/table-file/look-up.ts';
import { DownloadIcon } from '#console/ui/icons.tsx';
import { saveCsv } from '#console/ui/save-csv.ts';
import {
  type GroupedColumn,
  type Results,
  type RowState,
  buildRecords,
  listUnsavedAnswers,
} from './column-answers.ts';
import { matchLookUp, saveAnswers } from './column-queries.ts';
import { useColumnText } from '#console/catalogs/match-text.ts';
import { useColumn } from './ValuesTable.tsx';

interface Props {
  table: Table;
  name: string;
  grouped: GroupedColumn;
  onSaved: () => void;
  onRemembered: (results: Results) => void;
}

export function ResultActions({ table, name, grouped, onSaved, onRemembered }: Props) {
  const { t, i18n } = useLingui();
  const { may } = useSession();
  const text = useColumnText();
  const { catalog, results, decisions, isRunning } = useColumn();
  const unsaved = listUnsavedAnswers(grouped.values, results, decisions);
  const remember = useMutation({
    mutationFn: async () => {
      const answers = unsaved.map(({ value: { value, province }, entry }) => ({
        value,
        province,
        entryId: entry?.id ?? null,
      }));
      await runMutation(saveAnswers, { catalog, answers });
      const next = new Map(results);
      const request = matchLookUp(
        catalog,
        unsaved.map(({ value }) => value),
      );
      await runLookUp(request, new AbortController().signal, (batch) => {
        for (const [key, result] of batch) next.set(key, result);
      });
      return next;
    },
    onSuccess: onRemembered,
  });
  const download = useMutation({
    mutationFn: async () => {
      const prefix = i18n._(CATALOGS[catalog].entryTitle);
      const states: Record<RowState, string> = {
        ...text.source,
        undecided: t`sin decidir`,
        none: t`sin coincidencia`,
        missing: t`sin comparar: no se sabe`,
        empty: t`celda vacía`,
      };
      const heads = {
        id: t`${prefix}: id`,
        name: t`${prefix}: nombre`,
        region: t`${prefix}: provincia`,
        link: t`${prefix}: enlace`,
        score: t`${prefix}: puntaje`,
        state: t`${prefix}: estado`,
      };
      const records = buildRecords(table, { catalog, grouped, results, decisions }, { heads, states });
      saveCsv(`${name} ${prefix}`, await formatCsv(records, i18n.locale));
    },
    onSuccess: onSaved,
  });
  const count = unsaved.length;
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      {remember.error && <FormAlert error={remember.error} />}
      {may.includes('saveAnswers') && count > 0 && (
        <Button
          variant="outlined"
          color="inherit"
          loading={remember.isPending}
          onClick={() => remember.mutate()}
        >
          {t`Guardar ${plural(count, { one: '# respuesta', other: '# respuestas' })} en el diccionario`}
        </Button>
      )}
      <Button
        variant="contained"
        startIcon={<DownloadIcon />}
        disabled={isRunning}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        <Trans>Descargar CSV</Trans>
      </Button>
    </Stack>
  );
}
