import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { InvitePerson, Person } from '#contract/desk/people.ts';
import { Failure } from '#console/api/failure.ts';
import { paths } from '#console/paths.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { useSession } from '#console/session/session.ts';
import { ConfirmDialog } from '#console/ui/ConfirmDialog.tsx';
import parts from '#console/ui/parts.module.css';
import { UndoNotice } from '#console/ui/UndoNotice.tsx';
import { UnsavedChangesPrompt } from '#console/forms/UnsavedChangesPrompt.tsx';
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx';
import { editPerson, holdPerson, readPerson } from './people-queries.ts';
import { inputsOf, rightsOf, sameRights, showRefusal, usePersonForm } from './person-form.ts';
import { PersonInputs } from './PersonInputs.tsx';

interface Change {
  values: InvitePerson;
  version: number;
  /** What undoing writes; none for an undoing itself. */
  former: InvitePerson | undefined;
}

/** Name, role and agencies, against the version that was read. */
export function EditPersonForm({ person }: { person: Person }) {
  // The form object changes in place, and inputs are registered again after a reset.
  'use no memo';
  const { t } = useLingui();
  const client = useQueryClient();
  const own = useSession().person.id === person.id;
  const form = usePersonForm(inputsOf(person));
  // What the inputs began as; a newer version with the same rights differs in access alone, and is no conflict.
  const [start, setStart] = useState(person);
  const version = sameRights(inputsOf(start), inputsOf(person)) ? person.version : start.version;
  const [theirs, setTheirs] = useState<Person>();
  const [asked, setAsked] = useState<InvitePerson>();
  const [saved, setSaved] = useState<{ version: number; former: InvitePerson | undefined }>();

  const takeOver = (read: Person) => {
    holdPerson(client, read);
    setStart(read);
    setTheirs(undefined);
    form.reset(inputsOf(read));
  };
  const save = useMutation({
    mutationFn: ({ values, version }: Change) => editPerson(person.id, { ...rightsOf(values), version }),
    onSuccess: (changed, { former }) => {
      takeOver(changed);
      setAsked(undefined);
      setSaved({ version: changed.version, former });
      // What this page may show is another person's to say now.
      if (own && changed.role !== person.role) location.replace(paths.home());
    },
    onError: async (error, { values }) => {
      setAsked(undefined);
      if (!(error instanceof Failure) || error.code !== 'changed-meanwhile') return showRefusal(error, form);
      const read = await readPerson(person.id);
      if (sameRights(values, inputsOf(read))) takeOver(read);
      else setTheirs(read);
    },
  });
  const write = (values: InvitePerson, against: number) => {
    setSaved(undefined);
    save.mutate({ values, version: against, former: inputsOf(theirs ?? start) });
  };
  const typed = useWatch({ control: form.control });
  const unsaved = !sameRights({ ...inputsOf(start), ...typed } as InvitePerson, inputsOf(start));
  const onSubmit = form.handleSubmit((values) => {
    if (own && values.role !== start.role) setAsked(values);
    else write(values, version);
  });
  const { errors } = form.formState;
  const { name } = person;
  const { former } = saved ?? {};

  return (
    <Stack component="form" noValidate spacing={2} onSubmit={(event) => void onSubmit(event)}>
      {theirs && (
        <ChangedMeanwhile
          mine={form.getValues()}
          theirs={inputsOf(theirs)}
          pending={save.isPending}
          onMine={() => write(form.getValues(), theirs.version)}
          onTheirs={() => takeOver(theirs)}
        />
      )}
      {errors.root && save.error && <FormAlert focusOnMount error={save.error} />}
      <PersonInputs form={form} mailKnown />
      <div className={parts.actions}>
        <Button type="submit" variant="contained" disabled={!unsaved} loading={save.isPending && !asked}>
          <Trans>Guardar</Trans>
        </Button>
        {unsaved && (
          <Button color="inherit" onClick={() => form.reset(inputsOf(start))}>
            <Trans>Descartar cambios</Trans>
          </Button>
        )}
      </div>
      <UnsavedChangesPrompt unsaved={unsaved} />
      <UndoNotice
        done={saved && t`Se guardó lo de ${name}.`}
        onUndo={
          former &&
          (() => save.mutate({ values: former, version: saved?.version ?? version, former: undefined }))
        }
        onClose={() => setSaved(undefined)}
      />
      {asked && (
        <ConfirmDialog
          title={t`¿Dejar la administración?`}
          action={t`Cambiar mi rol`}
          pending={save.isPending}
          failure={null}
          onConfirm={() => write(asked, version)}
          onClose={() => setAsked(undefined)}
        >
          <Trans>
            Ya no vas a poder invitar personas ni cambiar permisos, tampoco los tuyos. Otra persona que
            administre puede devolvértelos.
          </Trans>
        </ConfirmDialog>
      )}
    </Stack>
  );
}
