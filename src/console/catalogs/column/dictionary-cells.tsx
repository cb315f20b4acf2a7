import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { MatchKind, SavedAnswer } from '#contract/desk/matching.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { useSession } from '#console/session/session.ts';
import { Caption } from '#console/ui/Caption.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { UndoNotice } from '#console/ui/UndoNotice.tsx';
import { ENTRY_PATHS } from './column-text.ts';
import { EntryAutocomplete } from './EntryAutocomplete.tsx';
import { deleteAnswer, invalidateAnswers, saveAnswers } from './column-queries.ts';

export interface DictionaryRow {
  catalog: MatchKind;
  answer: SavedAnswer;
}

export function AnswerValueCell({ row: { answer } }: { row: DictionaryRow }) {
  const { value, province } = answer;
  return (
    <>
      <bdi>{value}</bdi>
      {province && <Caption>{province}</Caption>}
    </>
  );
}

export function EntryCell({ row: { catalog, answer } }: { row: DictionaryRow }) {
  const { t } = useLingui();
  const { may } = useSession();
  const [isEditing, setIsEditing] = useState(false);
  const { value, province, entry } = answer;
  const save = useMutation(saveAnswers);
  if (isEditing)
    return (
      <EntryAutocomplete
        catalog={catalog}
        label={t`Entrada para «${value}»`}
        candidates={[]}
        onChoose={({ id }) => {
          save.mutate({ catalog, answers: [{ value, province, entryId: id }] });
          setIsEditing(false);
        }}
        onClose={() => setIsEditing(false)}
      />
    );
  return (
    <>
      {entry ? (
        <MuiLink href={ENTRY_PATHS[catalog](entry.id)}>
          {entry.name}
          {entry.region && ` (${entry.region})`}
        </MuiLink>
      ) : (
        <Trans>Ninguna</Trans>
      )}{' '}
      {may.includes('saveAnswers') && (
        <Button
          size="small"
          loading={save.isPending}
          aria-label={t`Cambiar la respuesta para «${value}»`}
          onClick={() => setIsEditing(true)}
        >
          <Trans>Cambiar</Trans>
        </Button>
      )}
      {save.error && <FormAlert error={save.error} />}
    </>
  );
}

export function ByCell({ row: { answer } }: { row: DictionaryRow }) {
  const { by, at } = answer;
  return (
    <>
      {by.name}
      <Caption>
        <Moment at={at} />
      </Caption>
    </>
  );
}

export function AnswerActionsCell({ row: { catalog, answer } }: { row: DictionaryRow }) {
  const { t } = useLingui();
  const { may } = useSession();
  const { id, value, province, entry } = answer;
  const [isDeleted, setIsDeleted] = useState(false);
  const remove = useMutation({
    ...deleteAnswer,
    onSuccess: () => setIsDeleted(true),
  });
  const restore = useMutation(saveAnswers);
  if (!may.includes('deleteAnswer')) return null;
  return (
    <>
      <Button
        size="small"
        color="error"
        disabled={isDeleted}
        loading={remove.isPending}
        aria-label={t`Borrar la respuesta para «${value}»`}
        onClick={() => remove.mutate({ catalog, id })}
      >
        <Trans>Borrar</Trans>
      </Button>
      {(remove.error ?? restore.error) && <FormAlert error={(remove.error ?? restore.error) as Error} />}
      <UndoNotice
        id={id}
        done={isDeleted ? t`Se borró la respuesta para «${value}»` : undefined}
        onUndo={() => {
          setIsDeleted(false);
          restore.mutate({ catalog, answers: [{ value, province, entryId: entry?.id ?? null }] });
        }}
        onClose={() => invalidateAnswers(catalog)}
      />
    </>
  );
}
