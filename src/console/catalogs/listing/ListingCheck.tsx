import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { type MatchedEntry, type MatchedValue } from '#contract/desk/matching.ts';
import { getCertainty } from '#matching/matcher.ts';
import type { Decision, Decisions } from '#console/catalogs/column/column-answers.ts';
import { MatchProgress } from '#console/catalogs/column/MatchProgress.tsx';
import { regionMatcher } from '#console/catalogs/regions.ts';
import { AcceptAbove } from '#console/table-file/AcceptAbove.tsx';
import { ColumnMapping } from '#console/table-file/ColumnMapping.tsx';
import type { Table } from '#console/table-file/header.ts';
import { useLookUp } from '#console/table-file/look-up.ts';
import { Section } from '#console/ui/Section.tsx';
import { listingLookUp } from './listing-queries.ts';
import {
  LISTING_FIELDS,
  type ListingColumns,
  type ListingValue,
  type RegionMatch,
  checkListings,
  groupListings,
  listListingValues,
  suggestListingColumns,
} from './listing-rows.ts';
import { useListingText } from './listing-text.ts';
import { ListingActions } from './ListingActions.tsx';
import { ListingsContext, ListingsTable } from './ListingsTable.tsx';

function matchRegion(text: string): RegionMatch {
  const ranked = regionMatcher.ranked(text);
  return {
    name: ranked[0]?.candidate.names[0],
    certainty: getCertainty(ranked.map(({ score }) => score)),
  };
}

interface CheckProps {
  table: Table;
  columns?: ListingColumns;
  fileName: string;
  onSaved?: (isSaved: boolean) => void;
}

export function ListingCheck({ table, columns: fixedColumns, fileName, onSaved }: CheckProps) {
  const { t } = useLingui();
  const text = useListingText();
  const [chosen, setChosen] = useState<ListingColumns>();
  const [decisions, setDecisions] = useState<Decisions>(new Map<string, Decision>());
  const [edited, setEdited] = useState<{ number: number; key: string }>();
  const columns = fixedColumns ?? chosen ?? suggestListingColumns(table);
  const grouped = groupListings(table, columns);
  const values = listListingValues(grouped);
  const lookUp = useLookUp<ListingValue, MatchedValue>();
  const { results, isRunning, hasStopped } = lookUp;
  const missing = values.length - results.size;
  const listings = hasStopped
    ? checkListings(table, columns, { grouped, results, decisions, matchRegion })
    : [];
  const change = (next: Decisions) => {
    setDecisions(next);
    onSaved?.(false);
  };
  const count = table.rows.length;
  const open = values.flatMap(({ key }) => {
    const result = results.get(key);
    const isOpen = result?.certainty === 'doubtful' && !result.answer && !decisions.has(key);
    return isOpen ? [{ key, candidates: result.candidates }] : [];
  });
  return (
    <ListingsContext
      value={{
        results,
        decisions,
        edited,
        edit: setEdited,
        decide: (key: string, entry: MatchedEntry) =>
          change(new Map(decisions).set(key, { entry, by: 'hand' })),
      }}
    >
      <Section title={t`Qué se revisa`}>
        {!fixedColumns && (
          <ColumnMapping
            table={table}
            fields={LISTING_FIELDS}
            names={text.field}
            mapping={columns}
            onChange={(next) => {
              setChosen(next);
              setDecisions(new Map());
              lookUp.reset();
            }}
          />
        )}
        {values.length === 0 && (
          <Alert severity="warning" variant="outlined">
            <Trans>Elegí al menos la columna de la marca, la carrocería, el color o la ciudad.</Trans>
          </Alert>
        )}
        <Box>
          <Button
            variant="contained"
            disabled={values.length === 0 || isRunning}
            onClick={() => {
              setChosen(columns);
              setDecisions(new Map());
              lookUp.start(listingLookUp(values));
            }}
          >
            {t`Revisar ${plural(count, { one: '# publicación', other: '# publicaciones' })}`}
          </Button>
        </Box>
        {(isRunning || hasStopped) && (
          <MatchProgress matching={lookUp} totalCount={values.length} missingCount={missing} />
        )}
      </Section>
      {hasStopped && (
        <Section
          title={t`Publicaciones`}
          actions={
            <ListingActions
              table={table}
              columns={columns}
              name={fileName.replace(/\.[^.]+$/, '') || t`publicaciones`}
              listings={listings}
              values={values}
              decisions={decisions}
              isRunning={isRunning}
              onSaved={() => onSaved?.(true)}
            />
          }
        >
          {open.length > 1 && (
            <AcceptAbove
              items={open}
              onAccept={(items) =>
                change(
                  new Map<string, Decision>([
                    ...decisions,
                    ...items.map(({ item, entry }) => [item.key, { entry, by: 'threshold' }] as const),
                  ]),
                )
              }
            />
          )}
          {columns.model !== undefined && (
            <Typography variant="body2" color="textSecondary">
              {text.describe({ field: 'model', code: 'no-catalog', value: '' })}
            </Typography>
          )}
          <ListingsTable listings={listings} />
        </Section>
      )}
    </ListingsContext>
  );
}
