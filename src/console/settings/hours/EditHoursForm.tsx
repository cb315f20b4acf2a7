import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import type { AgencyHours } from '#contract/desk/hours.ts';
import { Form } from '#console/forms/Form.tsx';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { useVersionedForm } from '#console/forms/use-versioned-form.ts';
import { Section } from '#console/ui/Section.tsx';
import { UndoNotice } from '#console/ui/UndoNotice.tsx';
import { DefaultHoursNotice } from './DefaultHoursNotice.tsx';
import { HolidaysField } from './HolidaysField.tsx';
import { HoursInput, isSameHours, sortWeek, toFieldName, toFormValues, useHoursForm } from './hours-form.ts';
import { cacheHours, fetchHours, saveHours } from './hours-queries.ts';
import { HoursColumns } from './HoursColumns.tsx';
import { HoursConflictAlert } from './HoursConflictAlert.tsx';
import { HoursExamples } from './HoursExamples.tsx';
import { ResponseTimeFields } from './ResponseTimeFields.tsx';
import { TimeZoneField } from './TimeZoneField.tsx';
import { WeekFields } from './WeekFields.tsx';

interface Props {
  agencia: string;
  agencyHours: AgencyHours;
  onDirtyChange: (isDirty: boolean) => void;
}

export function EditHoursForm({ agencia, agencyHours, onDirtyChange }: Props) {
  // react-hook-form mutates the form object.
  'use no memo';
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useHoursForm(toFormValues(agencyHours.hours));
  const edit = useVersionedForm({
    form,
    current: agencyHours,
    toValues: ({ hours }) => toFormValues(hours),
    isEqual: isSameHours,
    save: (values, version) => saveHours(agencia, { hours: z.parse(HoursInput, values), version }),
    fetchCurrent: () => fetchHours(agencia),
    onSaved: (saved) => cacheHours(client, agencia, saved),
    onError: (error) => setFormErrors(error, form.setError, ['zone', 'target', 'warning'], toFieldName),
  });
  const { isDirty, values } = edit;
  useEffect(() => {
    onDirtyChange(isDirty);
    return () => onDirtyChange(false);
  }, [onDirtyChange, isDirty]);
  const submit = (write: (values: HoursInput) => void) => {
    form.setValue('week', sortWeek(form.getValues()).week);
    return form.handleSubmit(() => write(form.getValues()))();
  };
  const { root } = form.formState.errors;

  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        return submit(edit.save);
      }}
      failure={
        <>
          {edit.base.version === 0 && <DefaultHoursNotice />}
          {edit.conflict && (
            <HoursConflictAlert
              mine={values}
              theirs={toFormValues(edit.conflict.hours)}
              isPending={edit.isPending}
              onSaveMine={() => void submit(edit.overwrite)}
              onKeepTheirs={edit.discard}
            />
          )}
          {root && edit.error && <FormAlert error={edit.error} serviceMessage={root.message} />}
        </>
      }
      submitLabel={t`Guardar`}
      isPending={edit.isPending}
      canSubmit={isDirty}
      hasUnsavedChanges={isDirty}
      actions={
        isDirty && (
          <Button color="inherit" onClick={edit.discard}>
            <Trans>Descartar cambios</Trans>
          </Button>
        )
      }
    >
      <HoursColumns
        aside={
          <>
            <Section
              title={t`Tiempo para responder`}
              description={<Trans>En minutos de atención: los que la agencia está abierta.</Trans>}
            >
              <ResponseTimeFields form={form} />
            </Section>
            <HoursExamples hours={z.safeParse(HoursInput, sortWeek(values)).data} />
            <Section title={t`Feriados`}>
              <HolidaysField form={form} zone={values.zone} />
            </Section>
          </>
        }
      >
        <Section title={t`Semana`}>
          <WeekFields form={form} />
          <TimeZoneField form={form} />
        </Section>
      </HoursColumns>
      <UndoNotice
        done={edit.isSaved ? t`Se guardaron los horarios.` : undefined}
        onUndo={edit.undo}
        onClose={edit.dismissSaved}
      />
    </Form>
  );
}
