import { useLingui } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';
import type { MatchRun, RunColumn } from '#contract/desk/match-runs.ts';
import { MATCH_KINDS } from '#contract/desk/matching.ts';
import { getCertainty } from '#matching/matcher.ts';
import { CATALOGS } from '#console/catalogs/catalogs.ts';
import { regionMatcher } from '#console/catalogs/regions.ts';
import { getFileStem, toRunTable } from '#console/catalogs/runs/run-table.ts';
import { RunSection } from '#console/catalogs/runs/RunSection.tsx';
import { useRun } from '#console/catalogs/runs/use-run.ts';
import { formatCsv } from '#console/table-file/format-csv.ts';
import type { Table } from '#console/table-file/header.ts';
import { saveCsv } from '#console/ui/save-file.ts';
import { type RegionMatch, buildListingRecords, checkListings } from './listing-rows.ts';
import { useListingText } from './listing-text.ts';
import { ListingsTable } from './ListingsTable.tsx';

function matchRegion(text: string): RegionMatch {
  const ranked = regionMatcher.ranked(text);
  return {
    name: ranked[0]?.candidate.names[0],
    certainty: getCertainty(ranked.map(({ score }) => score)),
  };
}

interface Props {
  columns: readonly RunColumn[];
  /** undefined: the check is not stored. */
  run?: MatchRun;
  table?: Table | undefined;
}

export function ListingRun({ columns, run, table }: Props) {
  const { t, i18n } = useLingui();
  const text = useListingText();
  const state = useRun(columns, run);
  const { grouped, results, decisions, matching } = state;
  const listings = matching.hasStopped
    ? checkListings(columns, { grouped, results, decisions, matchRegion })
    : [];
  const exportResults = async () => {
    const catalogs = MATCH_KINDS.filter((catalog) => grouped[catalog]);
    const prefixes = new Map(catalogs.map((catalog) => [catalog, i18n._(CATALOGS[catalog].entryTitle)]));
    const city = i18n._(CATALOGS.city.entryTitle);
    const records = buildListingRecords(table ?? toRunTable(columns), listings, catalogs, {
      heads: {
        verdict: t`Veredicto`,
        reasons: t`Motivos`,
        region: t`${city}: provincia`,
        id: (catalog) => `${prefixes.get(catalog)}: id`,
        name: (catalog) => t`${prefixes.get(catalog) ?? ''}: nombre`,
      },
      verdicts: text.verdict,
      describe: text.describe,
    });
    const name = (run && getFileStem(run)) || t`publicaciones`;
    saveCsv(t`${name} revisadas`, await formatCsv(records, i18n.locale));
  };
  return (
    <RunSection title={t`Publicaciones`} state={state} onExport={exportResults}>
      {columns.some(({ field }) => field === 'model') && (
        <Typography variant="body2" color="textSecondary">
          {text.describe({ field: 'model', code: 'no-catalog', value: '' })}
        </Typography>
      )}
      <ListingsTable listings={listings} />
    </RunSection>
  );
}
