import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { toPoints } from '#console/catalogs/ScoredEntry.tsx';
import { useSignalText } from '#console/catalogs/signal-text.ts';
import { Caption } from '#console/ui/Caption.tsx';
import { StatusChip, type Tone } from '#console/ui/StatusChip.tsx';
import { useColumn } from './column-context.ts';
import { ENTRY_PATHS, useColumnText } from './column-text.ts';
import type { ColumnValue } from './column-values.ts';
import { type AnswerSource, findAnswer, getScore } from './decisions.ts';
import { EntryAutocomplete } from './EntryAutocomplete.tsx';

interface Props {
  row: ColumnValue;
}

export function ValueCell({ row: { value, province, rowCount } }: Props) {
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

const ANSWER_TONES: Record<AnswerSource, Tone> = {
  sure: 'good',
  dictionary: 'good',
  threshold: 'waiting',
  hand: 'waiting',
};

export function AnswerCell({ row }: Props) {
  const { t } = useLingui();
  const { catalog, results, decisions, isRunning, editedKey, setEditedKey, decide } = useColumn();
  const { source } = useColumnText();
  const result = results.get(row.key);
  const answer = findAnswer(result, decisions.get(row.key));
  const candidates = result?.candidates ?? [];
  if (editedKey === row.key)
    return (
      <EntryAutocomplete
        catalog={catalog}
        label={t`Entrada para «${row.value}»`}
        candidates={candidates.map(({ entry }) => entry)}
        onChoose={(entry) => {
          decide(row.key, entry);
          setEditedKey(undefined);
        }}
        onClose={() => setEditedKey(undefined)}
      />
    );
  if (answer)
    return (
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
        {answer.entry ? (
          <span>
            <MuiLink href={ENTRY_PATHS[catalog](answer.entry.id)} target="_blank">
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
        <StatusChip tone={ANSWER_TONES[answer.source]}>{source[answer.source]}</StatusChip>
      </Stack>
    );
  if (!result) return isRunning ? <Trans>Comparando…</Trans> : <Trans>No se sabe: falta comparar</Trans>;
  const [best] = candidates;
  if (!best) return <Trans>Sin coincidencia</Trans>;
  return (
    <Typography component="span" color="textSecondary">
      ¿{best.entry.name}
      {best.entry.region && ` (${best.entry.region})`}?
    </Typography>
  );
}

export function ReasonCell({ row }: Props) {
  const { t } = useLingui();
  const { results, decisions } = useColumn();
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
  const nextName =
    next && (next.entry.region ? `${next.entry.name} (${next.entry.region})` : next.entry.name);
  return (
    <>
      {points} · {reasons[shown.reason]}
      {!answer && next && <Caption>{t`Después: ${nextName}, ${toPoints(next.score)}`}</Caption>}
    </>
  );
}

export function ValueActionsCell({ row }: Props) {
  const { t } = useLingui();
  const { results, decisions, editedKey, setEditedKey, decide, undecide } = useColumn();
  const { key, value } = row;
  const result = results.get(key);
  const decision = decisions.get(key);
  const answer = findAnswer(result, decision);
  const [best] = result?.candidates ?? [];
  if (editedKey === key) return null;
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
      <Button size="small" aria-label={t`Elegir para «${value}»`} onClick={() => setEditedKey(key)}>
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
