import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { type MatchRun, isMatchKind } from '#contract/desk/match-runs.ts';
import { CATALOGS } from '#console/catalogs/catalogs.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { AcceptAbove } from '#console/table-file/AcceptAbove.tsx';
import { CopyButton } from '#console/ui/CopyButton.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { Section } from '#console/ui/Section.tsx';
import { UndoNotice } from '#console/ui/UndoNotice.tsx';
import { MatchProgress } from './MatchProgress.tsx';
import { RunContext } from './run-context.ts';
import { runPath } from './run-queries.ts';
import { RunActions } from './RunActions.tsx';
import type { RunState } from './use-run.ts';
import { findAnswer } from './value-answers.ts';

interface Props {
  title: string;
  state: RunState;
  onExport: () => Promise<void>;
  children: ReactNode;
}

export function RunSection({ title, state, onExport, children }: Props) {
  const { t } = useLingui();
  const { run, values, matching, results, decisions, error, accept, accepted, takeBack, notice } = state;
  const { hasStopped } = matching;
  const openValues = values.flatMap((value) => {
    const result = results.get(value.key);
    const answer = findAnswer(result, decisions.get(value.key));
    return answer ? [] : [{ ...value, candidates: result?.candidates }];
  });
  return (
    <RunContext value={state}>
      <Section
        title={title}
        description={run && <RunDescription run={run} />}
        actions={
          <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
            {run && (
              <CopyButton text={`${location.origin}${runPath(run)}`} label={t`Copiar el enlace`}>
                {t`Copiar el enlace`}
              </CopyButton>
            )}
            {hasStopped && <RunActions state={state} onExport={onExport} />}
          </Stack>
        }
      >
        <MatchProgress
          matching={matching}
          totalCount={values.length}
          missingCount={values.length - results.size}
        />
        {error && <FormAlert error={error} />}
        {hasStopped && (
          <>
            {run && <AcceptAbove items={openValues} onAccept={accept} />}
            <UndoAccepted {...accepted} onUndo={takeBack} />
            {children}
          </>
        )}
      </Section>
      <UndoNotice {...notice} />
    </RunContext>
  );
}

function RunDescription({ run: { kind, name, columns, by, at } }: { run: MatchRun }) {
  const { t, i18n } = useLingui();
  const compared = columns.flatMap(({ field, ...column }) =>
    isMatchKind(field) ? [{ column: column.name, title: i18n._(CATALOGS[field].title) }] : [],
  );
  const [first] = compared;
  const parts =
    kind === 'column' && first
      ? [t`Columna «${first.column}»`, name, t`catálogo ${first.title}`]
      : [name, compared.map(({ title }) => title).join(', ')];
  return (
    <>
      {[...parts, by.name].filter(Boolean).join(' · ')} · <Moment at={at} />.{' '}
      <Trans>Quien abra el enlace ve los mismos valores y respuestas, y puede responder.</Trans>
    </>
  );
}

type Accepted = RunState['accepted'];

function UndoAccepted({ all, last, onUndo }: Accepted & { onUndo: RunState['takeBack'] }) {
  if (all.length === 0) return null;
  const lastCount = last.length;
  const count = all.length;
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
      {lastCount < count && (
        <Button variant="outlined" color="inherit" onClick={() => onUndo(last)}>
          <Trans>Deshacer lo último aceptado ({lastCount})</Trans>
        </Button>
      )}
      <Button variant="outlined" color="inherit" onClick={() => onUndo(all)}>
        <Trans>Deshacer todo lo aceptado ({count})</Trans>
      </Button>
    </Stack>
  );
}
