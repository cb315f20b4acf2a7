import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import type { AgencyHours } from '#contract/desk/hours.ts';
import type { Hours } from '#contract/hours.ts';
import { Failure } from '#console/api/failure.ts';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import parts from '#console/ui/parts.module.css';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { UndoNotice } from '#console/ui/UndoNotice.tsx';
import { UnsavedChangesPrompt } from '#console/forms/UnsavedChangesPrompt.tsx';
import { Examples } from './Examples.tsx';
import { HolidaysInput } from './HolidaysInput.tsx';
import { HoursInput, inOrder, inputOf, inputsOf, sameHours, useHoursForm } from './hours-form.ts';
import css from './hours.module.css';
import { holdHours, readHours, setHours } from './hours-queries.ts';
import { HoursVersions } from './HoursVersions.tsx';
import { UsualHours } from './UsualHours.tsx';
import { WeekInputs } from './WeekInputs.tsx';
import { ZoneInput } from './ZoneInput.tsx';

interface Props {
  agencia: string;
  held: AgencyHours;
  onUnsaved: (unsaved: boolean) => void;
}

interface Change {
  hours: Hours;
  version: number;
  /** What undoing writes; none for an undoing itself. */
  former: Hours | undefined;
}

/** Hours of an agency, against the version that was read. */
export function EditHoursForm({ agencia, held, onUnsaved }: Props) {
  // The form object changes in place, and inputs are registered again after a reset.
  'use no memo';
  const { t } = useLingui();
  const client = useQueryClient();
  const [start, setStart] = useState(held);
  const form = useHoursForm(inputsOf(held.hours));
  const [theirs, setTheirs] = useState<AgencyHours>();
  const [saved, setSaved] = useState<{ version: number; former: Hours | undefined }>();

  const actions = useRef<HTMLFieldSetElement>(null);
  const takeOver = (read: AgencyHours) => {
    // What was pressed there goes, or cannot be pressed any more.
    const { activeElement } = document;
    if (activeElement === document.body || actions.current?.contains(activeElement))
      actions.current?.focus({ preventScroll: true });
    holdHours(client, agencia, read);
    setStart(read);
    setTheirs(undefined);
    form.reset(inputsOf(read.hours));
  };
  const save = useMutation({
    mutationFn: ({ hours, version }: Change) => setHours(agencia, { hours, version }),
    onSuccess: (changed, { hours, former }) => {
      if (former && !sameHours(form.getValues(), inputsOf(hours))) {
        // Who went on changing them while they were saved goes on.
        holdHours(client, agencia, changed);
        setStart(changed);
        setTheirs(undefined);
      } else takeOver(changed);
      setSaved({ version: changed.version, former });
    },
    onError: async (error, { hours }) => {
      setFormErrors(error, form.setError, ['zone', 'target', 'warning'], inputOf);
      if (!(error instanceof Failure) || error.code !== 'changed-meanwhile') return;
      const read = await readHours(agencia);
      if (sameHours(inputsOf(hours), inputsOf(read.hours))) takeOver(read);
      else setTheirs(read);
    },
  });
  const write = (hours: Hours, version: number) => {
    setSaved(undefined);
    save.mutate({ hours, version, former: (theirs ?? start).hours });
  };
  const typed = { ...inputsOf(start.hours), ...useWatch({ control: form.control }) } as HoursInput;
  const unsaved = !sameHours(typed, inputsOf(start.hours));
  useEffect(() => onUnsaved(unsaved), [onUnsaved, unsaved]);
  useEffect(() => () => onUnsaved(false), [onUnsaved]);
  const submit = (version: number) => {
    // Times may be given in any order.
    form.setValue('week', form.getValues('week').map(inOrder));
    return form.handleSubmit((hours) => write(hours, version))();
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void submit(start.version);
  };
  const { errors } = form.formState;
  // Undoing fills the inputs anew, and would take along what was typed since.
  const former = unsaved ? undefined : saved?.former;
  const conflict = theirs !== undefined;

  return (
    <Stack
      component="form"
      noValidate
      spacing={3}
      className={`${parts.section} ${css.width}`}
      onSubmit={onSubmit}
    >
      {start.version === 0 && <UsualHours />}
      {theirs && (
        <HoursVersions
          mine={typed}
          theirs={inputsOf(theirs.hours)}
          pending={save.isPending}
          onMine={() => void submit(theirs.version)}
          onTheirs={() => takeOver(theirs)}
        />
      )}
      {errors.root && save.error && !conflict && (
        <FormAlert error={save.error} serviceMessage={errors.root.message} />
      )}
      <WeekInputs form={form} />
      <ZoneInput form={form} />
      <HolidaysInput form={form} zone={typed.zone} />
      <fieldset className={css.group}>
        <legend>
          <Trans>Tiempo para responder</Trans>
        </legend>
        <p className={parts.small}>
          <Trans>En minutos de atención: los que la agencia está abierta.</Trans>
        </p>
        <div className={css.minutes}>
          <TextField
            label={t`Responder en (minutos)`}
            error={Boolean(errors.target)}
            helperText={errors.target ? t`Escribí entre 1 y 10080 minutos.` : t`Después se pone en rojo.`}
            slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'off' } }}
            {...form.register('target')}
          />
          <TextField
            label={t`Avisar a los (minutos)`}
            error={Boolean(errors.warning)}
            helperText={
              errors.warning
                ? errors.warning.message === 'after the target'
                  ? t`No puede ser después de los minutos para responder.`
                  : t`Escribí entre 0 y 10080 minutos.`
                : t`Desde ahí se pone en amarillo.`
            }
            slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'off' } }}
            {...form.register('warning')}
          />
        </div>
      </fieldset>
      <Examples hours={z.safeParse(HoursInput, { ...typed, week: typed.week.map(inOrder) }).data} />
      <fieldset className={parts.actions} aria-label={t`Cambios`} ref={actions} tabIndex={-1}>
        <Button type="submit" variant="contained" disabled={!unsaved} loading={save.isPending}>
          <Trans>Guardar</Trans>
        </Button>
        {unsaved && (
          <Button color="inherit" onClick={() => takeOver(held)}>
            <Trans>Descartar cambios</Trans>
          </Button>
        )}
      </fieldset>
      <UnsavedChangesPrompt unsaved={unsaved} />
      <UndoNotice
        done={saved && t`Se guardaron los horarios.`}
        onUndo={
          former &&
          (() => save.mutate({ hours: former, version: saved?.version ?? start.version, former: undefined }))
        }
        onClose={() => setSaved(undefined)}
      />
    </Stack>
  );
}
