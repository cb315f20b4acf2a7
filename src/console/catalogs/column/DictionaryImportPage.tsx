import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MATCH_KINDS, MAX_ANSWERS, type MatchKind, type MatchedValue } from '#contract/desk/matching.ts';
import { CATALOGS } from '#console/catalogs/catalogs.ts';
import { CatalogTabs } from '#console/catalogs/CatalogTabs.tsx';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { paths } from '#console/paths.ts';
import { BucketTable } from '#console/table-file/BucketTabs.tsx';
import { formatEntry } from '#console/table-file/candidates.ts';
import { ColumnMapping } from '#console/table-file/ColumnMapping.tsx';
import { useLookUp } from '#console/table-file/look-up.ts';
import { LookUpProgress } from '#console/table-file/LookUpProgress.tsx';
import { RowLimitAlert } from '#console/table-file/RowLimitAlert.tsx';
import { type OpenTable, TablePage } from '#console/table-file/TablePage.tsx';
import { Caption } from '#console/ui/Caption.tsx';
import type { Column } from '#console/ui/DataTable.tsx';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { Section } from '#console/ui/Section.tsx';
import { StatusChip, type Tone } from '#console/ui/StatusChip.tsx';
import { answerListQuery, matchLookUp, saveAnswers } from './column-queries.ts';
import {
  ANSWER_FIELDS,
  type AnswerColumns,
  type AnswerFault,
  type AnswerField,
  type AnswerRow,
  type AnswerState,
  type CheckedAnswer,
  checkAnswers,
  listEntriesToFind,
  listNewAnswers,
  readAnswerRows,
  suggestAnswerColumns,
} from './dictionary-import.ts';

function DictionaryImportPage() {
  const { t } = useLingui();
  return (
    <TablePage
      title={t`Importar al diccionario`}
      tab={[t`Importar al diccionario`, t`Catálogos`]}
      tabs={<CatalogTabs />}
      help="matching"
      description={
        <Trans>
          Elegí el archivo que exportaste del diccionario, o pegá una tabla con el valor y el id o el nombre
          de su entrada. Sin id ni nombre, la respuesta es «ninguna».
        </Trans>
      }
      label={t`Tabla de respuestas`}
    >
      {(open) => <AnswerImport {...open} />}
    </TablePage>
  );
}

function AnswerImport({ table, leave }: OpenTable) {
  const { t, i18n } = useLingui();
  const text = useAnswerImportText();
  const [catalog, setCatalog] = useState<MatchKind>('make');
  const [columns, setColumns] = useState<AnswerColumns>(() => suggestAnswerColumns(table));
  const [leavesOut, setLeavesOut] = useState(false);
  const saved = useQuery(answerListQuery(catalog));
  const lookUp = useLookUp<AnswerRow, MatchedValue>();
  const rows = readAnswerRows(table, columns);
  const toFind = listEntriesToFind(rows);
  const missing = toFind.length - lookUp.results.size;
  const isChecked = lookUp.hasStopped && saved.data !== undefined;
  const checked = isChecked ? checkAnswers(catalog, rows, lookUp.results, saved.data) : [];
  const answers = listNewAnswers(checked);
  const wrongCount = checked.filter(({ state }) => state === 'wrong').length;
  const isUnchecked = checked.some(({ state }) => state === 'unchecked');
  const isTooLong = rows.length > MAX_ANSWERS;
  const save = useMutation({
    ...saveAnswers,
    onSuccess: () => leave(`${paths.dictionary()}?catalogo=${catalog}`),
  });
  const reset = () => {
    setLeavesOut(false);
    lookUp.reset();
  };
  return (
    <>
      <Section title={t`Columnas`}>
        {isTooLong && <RowLimitAlert limit={MAX_ANSWERS} />}
        <TextField
          select
          label={t`Catálogo`}
          value={catalog}
          onChange={({ target }) => {
            setCatalog(target.value as MatchKind);
            reset();
          }}
          sx={{ maxWidth: { sm: 240 } }}
        >
          {MATCH_KINDS.map((kind) => (
            <MenuItem key={kind} value={kind}>
              {i18n._(CATALOGS[kind].title)}
            </MenuItem>
          ))}
        </TextField>
        <ColumnMapping
          table={table}
          fields={ANSWER_FIELDS.filter((field) => field !== 'province' || catalog === 'city')}
          names={text.field}
          mapping={columns}
          required="value"
          onChange={(next) => {
            setColumns({ ...columns, ...next });
            reset();
          }}
        />
        <Box>
          <Button
            variant={isChecked ? 'outlined' : 'contained'}
            disabled={isTooLong || columns.value === undefined || lookUp.isRunning}
            onClick={() => lookUp.start(matchLookUp(catalog, toFind))}
          >
            {t`Probar ${plural(rows.length, { one: '# fila', other: '# filas' })}`}
          </Button>
        </Box>
        {lookUp.isStarted && (
          <LookUpProgress
            label={t`Filas probadas`}
            lookUp={lookUp}
            totalCount={toFind.length}
            unknownText={t`No es un «no»: no se sabe si ${plural(missing, { one: 'la entrada de # fila está', other: 'las entradas de # filas están' })} en el catálogo.`}
            onResume={lookUp.resume}
          />
        )}
        {saved.error && <FailureAlert error={saved.error} onRetry={() => void saved.refetch()} />}
      </Section>
      {isChecked && (
        <Section
          title={t`Prueba`}
          description={<Trans>Hasta que importes no cambia nada. Se guardan todas juntas, o ninguna.</Trans>}
        >
          <AnswersTable checked={checked} />
          {save.error && <FormAlert error={save.error} />}
          {wrongCount > 0 && answers.length > 0 && (
            <FormControlLabel
              label={t`Dejar afuera ${plural(wrongCount, { one: '# fila con error', other: '# filas con errores' })}`}
              control={<Checkbox checked={leavesOut} onChange={(_event, isOn) => setLeavesOut(isOn)} />}
            />
          )}
          <Box>
            <Button
              variant="contained"
              disabled={answers.length === 0 || isUnchecked || (wrongCount > 0 && !leavesOut)}
              loading={save.isPending}
              onClick={() => save.mutate({ catalog, answers })}
            >
              {answers.length === 0
                ? t`No hay respuestas nuevas`
                : t`Importar ${plural(answers.length, { one: '# respuesta', other: '# respuestas' })}`}
            </Button>
          </Box>
        </Section>
      )}
    </>
  );
}

const STATE_TONES: Record<AnswerState, Tone> = {
  new: 'good',
  replaces: 'caution',
  same: 'none',
  wrong: 'bad',
  unchecked: 'caution',
};

function useAnswerImportText() {
  const { t } = useLingui();
  const field: Record<AnswerField, string> = {
    value: t`Valor`,
    province: t`Provincia`,
    id: t`Id de la entrada`,
    name: t`Nombre de la entrada`,
  };
  const state: Record<AnswerState, string> = {
    new: t`Nuevas`,
    replaces: t`Reemplazan otra`,
    same: t`Ya están`,
    wrong: t`Con errores`,
    unchecked: t`Sin comprobar`,
  };
  const describe = ({ row, fault, known, state: name, other }: CheckedAnswer): string => {
    const faults: Record<AnswerFault, string> = {
      'no-value': t`Falta el valor.`,
      long: t`Un dato tiene más de 200 letras.`,
      'unknown-id': t`El id «${row.id}» no está en el catálogo.`,
      'unknown-name': t`«${row.name}» no es el nombre de una sola entrada del catálogo.`,
      'other-name': t`El id «${row.id}» no es de «${row.name}».`,
      twice: t`La fila ${other ?? 0} tiene otra respuesta para el mismo valor.`,
    };
    if (fault) return faults[fault];
    if (name !== 'replaces' || !known) return '';
    const old = known.entry ? formatEntry(known.entry) : t`Ninguna`;
    return t`Antes: ${old}`;
  };
  return { field, state, describe };
}

const answerColumns: readonly Column<CheckedAnswer>[] = [
  { name: 'value', head: msg`Valor`, Cell: ValueCell, lead: true },
  { name: 'entry', head: msg`Respuesta`, Cell: EntryCell },
  { name: 'state', head: msg`Resultado`, Cell: StateCell, width: '34%' },
];

function AnswersTable({ checked }: { checked: readonly CheckedAnswer[] }) {
  const { t } = useLingui();
  const text = useAnswerImportText();
  return (
    <BucketTable
      tabsLabel={t`Qué respuestas se ven`}
      names={text.state}
      getBuckets={({ state }) => [state]}
      label={t`Respuestas del archivo`}
      columns={answerColumns}
      rows={checked}
      getRowKey={({ row }) => row.key}
      pagesLabel={t`Páginas de respuestas`}
      empty={t`Ninguna respuesta acá.`}
      formatTotal={(count) => t`${plural(count, { one: '# respuesta', other: '# respuestas' })}`}
    />
  );
}

interface CellProps {
  row: CheckedAnswer;
}

function ValueCell({ row: { row } }: CellProps) {
  return (
    <>
      <bdi>{row.value || '—'}</bdi>
      <Caption>
        <Trans>Fila {row.number}</Trans>
        {row.province && (
          <>
            {' · '}
            <bdi>{row.province}</bdi>
          </>
        )}
      </Caption>
    </>
  );
}

function EntryCell({ row: { row, entry, state } }: CellProps) {
  if (entry) return formatEntry(entry);
  if (state === 'wrong' || state === 'unchecked') return <bdi>{row.name || row.id}</bdi>;
  return <Trans>Ninguna</Trans>;
}

function StateCell({ row }: CellProps) {
  const text = useAnswerImportText();
  const description = text.describe(row);
  return (
    <>
      <StatusChip tone={STATE_TONES[row.state]}>{text.state[row.state]}</StatusChip>
      {description && <Caption>{description}</Caption>}
    </>
  );
}

export { DictionaryImportPage as Component };
