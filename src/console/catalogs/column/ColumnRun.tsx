import { useLingui } from '@lingui/react/macro';
import { type MatchRun, isMatchKind } from '#contract/desk/match-runs.ts';
import { CATALOGS } from '#console/catalogs/catalogs.ts';
import { useColumnText } from '#console/catalogs/match-text.ts';
import { getFileStem, toRunTable } from '#console/catalogs/runs/run-table.ts';
import { RunSection } from '#console/catalogs/runs/RunSection.tsx';
import { useRun } from '#console/catalogs/runs/use-run.ts';
import { formatCsv } from '#console/table-file/format-csv.ts';
import type { Table } from '#console/table-file/header.ts';
import { saveCsv } from '#console/ui/save-file.ts';
import { type RowState, buildRecords } from './column-records.ts';
import { ValuesTable } from './ValuesTable.tsx';

interface Props {
  run: MatchRun;
  table: Table | undefined;
}

export function ColumnRun({ run, table }: Props) {
  const { t, i18n } = useLingui();
  const text = useColumnText();
  const state = useRun(run.columns, run);
  const { grouped, values, decisions, results } = state;
  const exportResults = async () => {
    const catalog = run.columns.map(({ field }) => field).find(isMatchKind);
    const column = catalog && grouped[catalog];
    if (!column) return;
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
    const matched = { catalog, grouped: column, results, decisions };
    const records = buildRecords(table ?? toRunTable(run.columns), matched, { heads, states });
    const name = getFileStem(run) || t`columna`;
    saveCsv(`${name} ${prefix}`, await formatCsv(records, i18n.locale));
  };
  return (
    <RunSection title={t`Respuestas`} state={state} onExport={exportResults}>
      <ValuesTable values={values} />
    </RunSection>
  );
}
