import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { MATCH_KINDS } from '#contract/desk/matching.ts';
import { runMutation } from '#console/api/endpoint-mutation.ts';
import { CATALOGS } from '#console/catalogs/catalogs.ts';
import { AnswerActions } from '#console/catalogs/column/AnswerActions.tsx';
import type { Decisions } from '#console/catalogs/column/column-answers.ts';
import { saveAnswers } from '#console/catalogs/column/column-queries.ts';
import { formatCsv } from '#console/table-file/format-csv.ts';
import type { Table } from '#console/table-file/header.ts';
import { saveCsv } from '#console/ui/save-file.ts';
import {
  type CheckedListing,
  type ListingColumns,
  type ListingValue,
  buildListingRecords,
} from './listing-rows.ts';
import { useListingText } from './listing-text.ts';

interface ActionsProps {
  table: Table;
  columns: ListingColumns;
  name: string;
  listings: readonly CheckedListing[];
  values: readonly ListingValue[];
  decisions: Decisions;
  isRunning: boolean;
  onSaved: () => void;
}

export function ListingActions({
  table,
  columns,
  name,
  listings,
  values,
  decisions,
  isRunning,
  onSaved,
}: ActionsProps) {
  const { t, i18n } = useLingui();
  const text = useListingText();
  const [saved, setSaved] = useState<Decisions>(new Map());
  const unsaved = values.flatMap((value) => {
    const decision = decisions.get(value.key);
    return decision?.by === 'hand' && saved.get(value.key) !== decision ? [{ ...value, decision }] : [];
  });
  const remember = useMutation({
    mutationFn: async () => {
      for (const [catalog, items] of Map.groupBy(unsaved, (value) => value.catalog)) {
        const answers = items.map(({ value, province, decision }) => ({
          value,
          province,
          entryId: decision.entry?.id ?? null,
        }));
        await runMutation(saveAnswers, { catalog, answers });
      }
      return decisions;
    },
    onSuccess: setSaved,
  });
  const download = useMutation({
    mutationFn: async () => {
      const catalogs = MATCH_KINDS.filter((catalog) => columns[catalog] !== undefined);
      const prefixes = new Map(catalogs.map((catalog) => [catalog, i18n._(CATALOGS[catalog].entryTitle)]));
      const city = i18n._(CATALOGS.city.entryTitle);
      const records = buildListingRecords(table, listings, catalogs, {
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
      saveCsv(t`${name} revisadas`, await formatCsv(records, i18n.locale));
    },
    onSuccess: onSaved,
  });
  return <AnswerActions {...{ isRunning, download }} unsavedCount={unsaved.length} save={remember} />;
}
