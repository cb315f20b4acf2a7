import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { CATALOGS } from '#console/catalogs/catalogs.ts';
import { useColumnText, useSignalText } from '#console/catalogs/match-text.ts';
import { AnswerOrigin } from '#console/catalogs/runs/AnswerOrigin.tsx';
import { useRunContext } from '#console/catalogs/runs/run-context.ts';
import { type RunValue, findAnswer, getJudgement } from '#console/catalogs/runs/value-answers.ts';
import { BucketTable } from '#console/table-file/BucketTabs.tsx';
import { formatEntry, toPoints } from '#console/table-file/candidates.ts';
import { Caption } from '#console/ui/Caption.tsx';
import type { Column } from '#console/ui/DataTable.tsx';
import { getFacet, getScore } from './column-records.ts';
import { EntryAutocomplete } from './EntryAutocomplete.tsx';

const columns: readonly Column<RunValue>[] = [
  { name: 'value', head: msg`Valor`, Cell: ValueCell, lead: true, width: '24%' },
  { name: 'answer', head: msg`Respuesta`, Cell: AnswerCell },
  { name: 'reason', head: msg`Por qué`, Cell: ReasonCell, width: '24%' },
  { name: 'actions', head: msg`Acciones`, Cell: ValueActionsCell, width: '24%' },
];

export function ValuesTable({ values }: { values: readonly RunValue[] }) {
  const { t } = useLingui();
  const text = useColumnText();
  const { results, decisions } = useRunContext();
  return (
    <BucketTable
      tabsLabel={t`Qué valores se ven`}
      names={text.facet}
      always={['sure', 'doubtful', 'none']}
      getBuckets={({ key }) => [getFacet(results.get(key))]}
      facet={{
        label: t`Cómo se decidió`,
        names: text.judgement,
        getValues: ({ key }) => [getJudgement(findAnswer(results.get(key), decisions.get(key)))],
      }}
      search={{ label: t`Buscar un valor`, getTexts: ({ value, province }) => [value, province] }}
      label={t`Valores de la columna`}
      columns={columns}
      rows={values}
      getRowKey={({ key }) => key}
      pagesLabel={t`Páginas de valores`}
      empty={t`Ningún valor acá.`}
      formatTotal={(count) => t`${plural(count, { one: '# valor', other: '# valores' })}`}
    />
  );
}

interface CellProps {
  row: RunValue;
}

function ValueCell({ row: { value, province, rowCount } }: CellProps) {
  const { t } = useLingui();
  return (
    <>
      <bdi>{value}</bdi>
      <Caption>
        {[province, t`${plural(rowCount, { one: '# fila', other: '# filas' })}`].filter(Boolean).join(' · ')}
      </Caption>
    </>
  );
}

function AnswerCell({ row }: CellProps) {
  const { t } = useLingui();
  const { results, isRunning, decisions, edited, edit, decide } = useRunContext();
  const { catalog } = row;
  const result = results.get(row.key);
  const decision = decisions.get(row.key);
  const answer = findAnswer(result, decision);
  const candidates = result?.candidates ?? [];
  if (edited === row.key)
    return (
      <EntryAutocomplete
        catalog={catalog}
        label={t`Entrada para «${row.value}»`}
        candidates={candidates.map(({ entry }) => entry)}
        onChoose={(entry) => {
          decide(row.key, entry);
          edit(undefined);
        }}
        onClose={() => edit(undefined)}
      />
    );
  if (answer)
    return (
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
        {answer.entry ? (
          <span>
            <MuiLink href={CATALOGS[catalog].entryPath(answer.entry.id)} target="_blank">
              {answer.entry.name}
            </MuiLink>{' '}
            {answer.entry.region && (
              <Typography component="span" color="textSecondary">
                {answer.entry.region}
              </Typography>
            )}
          </span>
        ) : (
          <Trans>Ninguna</Trans>
        )}
        <AnswerOrigin source={answer.source} decision={decision} />
      </Stack>
    );
  if (!result) return isRunning ? <Trans>Comparando…</Trans> : <Trans>No se sabe: falta comparar</Trans>;
  const [best] = candidates;
  if (!best) return <Trans>Sin coincidencia</Trans>;
  return (
    <Typography component="span" color="textSecondary">
      ¿{formatEntry(best.entry)}?
    </Typography>
  );
}

function ReasonCell({ row }: CellProps) {
  const { t } = useLingui();
  const { results, decisions } = useRunContext();
  const reasons = useSignalText();
  const result = results.get(row.key);
  const answer = findAnswer(result, decisions.get(row.key));
  const [best, next] = result?.candidates ?? [];
  const shown = answer?.entry
    ? result?.candidates.find(({ entry }) => entry.id === answer.entry?.id)
    : answer
      ? undefined
      : best;
  if (answer?.source === 'dictionary' && result?.answer) {
    const { name } = result.answer.by;
    return <Trans>Lo respondió {name}</Trans>;
  }
  if (!shown) return null;
  const points = toPoints(getScore(result, shown.entry) ?? shown.score);
  const nextName = next && formatEntry(next.entry);
  return (
    <>
      {points} · {reasons[shown.reason]}
      {!answer && next && <Caption>{t`Después: ${nextName}, ${toPoints(next.score)}`}</Caption>}
    </>
  );
}

function ValueActionsCell({ row }: CellProps) {
  const { t } = useLingui();
  const { results, decisions, edited, edit, decide, undecide } = useRunContext();
  const { key, value } = row;
  const result = results.get(key);
  const decision = decisions.get(key);
  const answer = findAnswer(result, decision);
  const [best] = result?.candidates ?? [];
  if (edited === key) return null;
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 0.5 }}>
      {!answer && best && (
        <Button
          size="small"
          variant="outlined"
          aria-label={t`Aceptar ${best.entry.name} para «${value}»`}
          onClick={() => decide(key, best.entry)}
        >
          <Trans>Aceptar</Trans>
        </Button>
      )}
      <Button size="small" aria-label={t`Elegir para «${value}»`} onClick={() => edit(key)}>
        <Trans>Elegir</Trans>
      </Button>
      {(!answer || answer.entry) && (
        <Button
          size="small"
          color="inherit"
          aria-label={t`Ninguna para «${value}»`}
          onClick={() => decide(key, null)}
        >
          <Trans>Ninguna</Trans>
        </Button>
      )}
      {decision && (
        <Button
          size="small"
          color="inherit"
          aria-label={t`Deshacer lo decidido sobre «${value}»`}
          onClick={() => undecide(key)}
        >
          <Trans>Deshacer</Trans>
        </Button>
      )}
    </Stack>
  );
}
