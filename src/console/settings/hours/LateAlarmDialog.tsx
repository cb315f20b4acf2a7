import { zodResolver } from '@hookform/resolvers/zod';
import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Controller, useForm, useFormState } from 'react-hook-form';
import * as z from 'zod/mini';
import { type AgencyLateAlarm, LateAlarm } from '#contract/desk/notifications.ts';
import { FormDialog } from '#console/forms/FormDialog.tsx';
import { FormFailure } from '#console/forms/FormFailure.tsx';
import { FormSwitch } from '#console/forms/FormSwitch.tsx';
import { FormTextField } from '#console/forms/FormTextField.tsx';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { saveLateAlarm } from './late-alarm-queries.ts';
import { RecipientsField } from './RecipientsField.tsx';

interface Props {
  agencia: string;
  agencyAlarm: AgencyLateAlarm;
  onClose: () => void;
}

const AlarmValues = z.pipe(
  z.transform(({ minutes, ...alarm }: Omit<LateAlarm, 'minutes'> & { minutes: string }) => ({
    ...alarm,
    minutes: minutes.trim() === '' ? Number.NaN : Number(minutes),
  })),
  LateAlarm,
);

export function LateAlarmDialog({ agencia, agencyAlarm, onClose }: Props) {
  const { t } = useLingui();
  const { alarm, version, people } = agencyAlarm;
  const form = useForm({
    resolver: zodResolver(AlarmValues),
    defaultValues: { ...alarm, minutes: String(alarm.minutes) },
  });
  const { control } = form;
  const { isDirty } = useFormState({ control });
  const save = useMutation({
    ...saveLateAlarm,
    onSuccess: onClose,
    // Saving again after a conflict writes over what somebody else saved; the section behind shows that.
    onError: (error) => setFormErrors(error, form.setError, ['minutes', 'recipients'], toFieldName),
  });
  return (
    <FormDialog
      title={t`Alarma de consultas tarde`}
      maxWidth="sm"
      onSubmit={form.handleSubmit((values) => save.mutate({ adminMail: agencia, alarm: values, version }))}
      failure={<FormFailure control={control} error={save.error} />}
      submitLabel={t`Guardar la alarma`}
      isPending={save.isPending}
      hasUnsavedChanges={isDirty}
      onClose={onClose}
    >
      <FormSwitch control={control} name="on" label={t`Avisar`} />
      <FormTextField
        control={control}
        name="minutes"
        label={t`Minutos de atención después del plazo`}
        errorText={t`Escribí entre 0 y 2400 minutos.`}
        helperText={t`Con la agencia cerrada no corren. 0: al pasar el plazo.`}
        htmlInput={{ inputMode: 'numeric' }}
      />
      <Controller
        control={control}
        name="recipients"
        render={({ field, fieldState: { error } }) => (
          <RecipientsField
            agencia={agencia}
            people={people}
            hasMore={agencyAlarm.more}
            initialIds={alarm.recipients}
            onChange={field.onChange}
            inputRef={field.ref}
            error={
              error &&
              (error.message === 'nobody'
                ? t`Elegí a quién avisar.`
                : t`A alguien ya no se le puede avisar: sacalo de la lista.`)
            }
          />
        )}
      />
      <FormSwitch control={control} name="mail" label={t`También por correo, sin datos de quien consulta`} />
    </FormDialog>
  );
}

/** The gateway names fields by their path in the request body. */
function toFieldName(path: string): string {
  return path.replace(/^alarm\./, '').replace(/\.\d+$/, '');
}
