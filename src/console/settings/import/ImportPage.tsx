import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import MenuItem from '@mui/material/MenuItem';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type ImportMatch, MAX_IMPORTED } from '#contract/desk/follow-up-import.ts';
import { REGIONS } from '#contract/regions.ts';
import { indexStateQuery } from '#console/agency-select/agency-queries.ts';
import { AgencyAutocomplete } from '#console/agency-select/AgencyAutocomplete.tsx';
import { type NamedAgency, useAgencies } from '#console/agency-select/use-agencies.ts';
import { paths } from '#console/paths.ts';
import { isOwnExport, readExportZone } from '#console/table-file/column-names.ts';
import { ColumnMapping } from '#console/table-file/ColumnMapping.tsx';
import { useLookUp } from '#console/table-file/look-up.ts';
import { LookUpProgress } from '#console/table-file/LookUpProgress.tsx';
import { RowLimitAlert } from '#console/table-file/RowLimitAlert.tsx';
import { type OpenTable, TablePage } from '#console/table-file/TablePage.tsx';
import { Section } from '#console/ui/Section.tsx';
import { useTimeZone } from '#console/ui/time-zone.ts';
import { IMPORT_FIELDS, type ImportColumns, hasAnswerDates, suggestImportColumns } from './import-columns.ts';
import { type ImportClue, importLookUp, toImportBody } from './import-queries.ts';
import { type ImportChoices, MATCH_RULES, type MatchRule, readImportRows, sortRows } from './import-rows.ts';
import { useImportText } from './import-text.ts';
import { ImportRowsTable, PicksContext } from './ImportRowsTable.tsx';
import { StartImport } from './StartImport.tsx';
import { StatusesSection } from './StatusesSection.tsx';

function ImportPage() {
  const { t } = useLingui();
  return (
    <TablePage
      title={t`Importar seguimiento`}
      help="import"
      description={
        <Trans>
          Pegá la planilla de tu otro sistema, o elegí un archivo: el teléfono, el correo o el id de cada
          consulta, y su estado, su nota y su fecha.
        </Trans>
      }
      label={t`Tabla`}
    >
      {(open) => <FollowUpImport {...open} />}
    </TablePage>
  );
}

const NO_PICKS: ReadonlyMap<number, ImportMatch> = new Map();

function FollowUpImport({ table, fileName, leave }: OpenTable) {
  const { t } = useLingui();
  const text = useImportText();
  const serviceZone = useTimeZone();
  const [columns, setColumns] = useState(() => suggestImportColumns(table));
  const [agencies, setAgencies] = useState<readonly string[]>([]);
  const [chosenTexts, setChosenTexts] = useState<Pick<ImportChoices, 'statuses' | 'lostReasons'>>({
    statuses: new Map(),
    lostReasons: new Map(),
  });
  const [chosenRule, setChosenRule] = useState<MatchRule>();
  const [chosenAnswerDates, setChosenAnswerDates] = useState<boolean>();
  const [picks, setPicks] = useState(NO_PICKS);
  const [chosenRegion, setChosenRegion] = useState<string>();
  const knownAgencies = useAgencies(true);
  const region = chosenRegion ?? findOnlyRegion(knownAgencies, agencies);
  const run = useLookUp<ImportClue, readonly ImportMatch[]>();
  const state = useQuery({ ...indexStateQuery(), enabled: run.isStarted });

  const zone =
    (columns.date !== undefined && readExportZone(table.columns[columns.date] ?? '')) || serviceZone;
  const hasDate = columns.date !== undefined;
  // decided: without a date nobody but the person can say which inquiry is meant.
  const rule = chosenRule ?? (hasDate ? 'day' : 'hand');
  const answerDates =
    chosenAnswerDates ?? (columns.date !== undefined && hasAnswerDates(table.columns[columns.date] ?? ''));
  const isOwn = isOwnExport(table.columns);
  const choices: ImportChoices = {
    ...chosenTexts,
    rule,
    hasAnswerDates: answerDates,
    isOwnExport: isOwn,
    picks,
  };
  const rows = readImportRows(table, columns);
  const sorted = run.isStarted ? sortRows(rows, run.results, choices, zone) : [];
  const rowCount = rows.length;
  const missing = rowCount - run.results.size;
  const mails = agencies.map((agency) => agency.toLowerCase());
  const incompleteCount = (state.data?.agencies ?? []).filter(
    ({ adminMail, complete }) => !complete && (mails.length === 0 || mails.includes(adminMail.toLowerCase())),
  ).length;
  const isTooLong = rowCount > MAX_IMPORTED;
  const hasClue = [columns.phone, columns.mail, columns.sid].some((column) => column !== undefined);
  const hasContent = [columns.status, columns.note].some((column) => column !== undefined);
  const hasSeveral = sorted.some(({ candidates }) => candidates.length > 1);

  const reset = () => {
    run.reset();
    setPicks(NO_PICKS);
  };
  const changeColumns = (next: ImportColumns) => {
    setColumns(next);
    if (next.date !== columns.date) setChosenAnswerDates(undefined);
    if (next.date === undefined && chosenRule === 'day') setChosenRule(undefined);
    reset();
  };
  const pick = (row: number, match: ImportMatch | undefined) => {
    const others = [...picks].filter(([number]) => number !== row);
    setPicks(new Map(match ? [...others, [row, match]] : others));
  };
  return (
    <PicksContext value={{ picks, pick }}>
      <Section
        title={t`Columnas`}
        description={<Trans>Qué hay en cada columna. Lo que se reconoce ya está elegido.</Trans>}
      >
        {isOwn && (
          <Alert severity="info" variant="outlined">
            <Trans>
              Es un archivo que exportó Vitrina: se importan los estados y motivos que difieren de los de acá,
              y las notas de una columna que hayas agregado. Lo demás no cambia nada.
            </Trans>
          </Alert>
        )}
        {isTooLong && <RowLimitAlert limit={MAX_IMPORTED} />}
        <ColumnMapping
          table={table}
          fields={IMPORT_FIELDS}
          names={text.field}
          mapping={columns}
          onChange={changeColumns}
        />
        {columns.date !== undefined && columns.status !== undefined && (
          <div>
            <FormControlLabel
              label={t`La fecha es de cuando se respondió`}
              control={
                <Checkbox checked={answerDates} onChange={(_event, isOn) => setChosenAnswerDates(isOn)} />
              }
            />
            <Typography variant="body2" color="textSecondary">
              {answerDates
                ? t`Los tiempos de respuesta la cuentan en esa fecha.`
                : t`Las respuestas que se importen no cuentan en los tiempos de respuesta.`}
            </Typography>
          </div>
        )}
        <AgencyAutocomplete
          multiple
          value={[...agencies]}
          onChange={(_event, chosen) => {
            setAgencies(chosen);
            reset();
          }}
          label={t`Agencias en las que se busca`}
          helperText={agencies.length === 0 ? t`Todas.` : undefined}
        />
        {columns.phone !== undefined && (
          <TextField
            select
            label={t`Provincia de los teléfonos sin característica`}
            value={region}
            onChange={({ target }) => {
              setChosenRegion(target.value);
              reset();
            }}
            helperText={t`«4555-1234» se busca con las características de esta provincia.`}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
            sx={{ maxWidth: { sm: 420 } }}
          >
            <MenuItem value="">{t`Ninguna: se buscan como están`}</MenuItem>
            {REGIONS.map(({ iso, name }) => (
              <MenuItem key={iso} value={iso}>
                {name}
              </MenuItem>
            ))}
          </TextField>
        )}
        {!hasClue && (
          <Alert severity="warning" variant="outlined">
            {t`Elegí la columna del teléfono, del correo o del id: por ella se encuentra la consulta.`}
          </Alert>
        )}
        {!hasContent && (
          <Alert severity="warning" variant="outlined">
            {t`Elegí la columna del estado o de la nota: es lo que se importa.`}
          </Alert>
        )}
      </Section>
      <StatusesSection
        rows={rows}
        choices={choices}
        onChange={(change) => setChosenTexts({ ...chosenTexts, ...change })}
      />
      <Section
        title={t`Prueba`}
        description={
          <Trans>
            Busca las consultas de cada fila entre las que guarda Vitrina. Hasta que confirmes no cambia nada.
          </Trans>
        }
        actions={
          <Button
            variant={run.isStarted ? 'outlined' : 'contained'}
            disabled={isTooLong || !hasClue || !hasContent}
            loading={run.isRunning}
            onClick={() => {
              setPicks(NO_PICKS);
              run.start(importLookUp(rows, { agencies, region }));
            }}
          >
            {t`Buscar las consultas de ${plural(rowCount, { one: '# fila', other: '# filas' })}`}
          </Button>
        }
      >
        <LookUpProgress
          label={t`Filas buscadas`}
          lookUp={run}
          totalCount={rowCount}
          unknownText={t`No es un «no»: no se sabe si ${plural(missing, { one: '# fila tiene', other: '# filas tienen' })} una consulta.`}
          onResume={run.resume}
        />
        {incompleteCount > 0 && (
          <Alert severity="info" variant="outlined">
            {t`${plural(incompleteCount, {
              one: 'Todavía no se cargaron todas las consultas de # agencia',
              other: 'Todavía no se cargaron todas las consultas de # agencias',
            })}: puede faltar alguna coincidencia.`}
          </Alert>
        )}
        {run.isStarted && (
          <>
            {hasSeveral && <RuleChoice rule={rule} hasDate={hasDate} onChange={setChosenRule} />}
            <ImportRowsTable sorted={sorted} />
            <StartImport
              sorted={sorted}
              isRunning={run.isRunning}
              createBody={() => toImportBody(table, columns, sorted, fileName, text.describe)}
              onStarted={(id) => leave(paths.job(id))}
            />
          </>
        )}
      </Section>
    </PicksContext>
  );
}

function findOnlyRegion(all: readonly NamedAgency[], chosen: readonly string[]): string {
  const names = new Set(
    all.filter(({ mail }) => chosen.length === 0 || chosen.includes(mail)).map((agency) => agency.region),
  );
  const [name] = names;
  return (names.size === 1 && REGIONS.find((known) => known.name === name)?.iso) || '';
}

interface RuleChoiceProps {
  rule: MatchRule;
  hasDate: boolean;
  onChange: (rule: MatchRule) => void;
}

function RuleChoice({ rule, hasDate, onChange }: RuleChoiceProps) {
  const { t } = useLingui();
  const text = useImportText();
  const id = useId();
  return (
    <FormControl>
      <FormLabel id={id}>{t`Cuando varias consultas coinciden`}</FormLabel>
      <RadioGroup
        row
        aria-labelledby={id}
        value={rule}
        onChange={(_event, value) => onChange(value as MatchRule)}
      >
        {MATCH_RULES.filter((value) => hasDate || value !== 'day').map((value) => (
          <FormControlLabel key={value} value={value} label={text.rule[value]} control={<Radio />} />
        ))}
      </RadioGroup>
    </FormControl>
  );
}

export { ImportPage as Component };
