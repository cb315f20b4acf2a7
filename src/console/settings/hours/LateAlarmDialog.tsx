import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useMutation } from '@tanstack/react-query';
import { type Ref, type SubmitEvent, useId } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { type AgencyLateAlarm, LateAlarm } from '#contract/desk/notifications.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { saveLateAlarm } from './late-alarm-queries.ts';
import { RecipientsField } from './RecipientsField.tsx';

interface Props {
  agencia: string;
  agencyAlarm: AgencyLateAlarm;
  onClose: () => void;
}

export function LateAlarmDialog({ agencia, agencyAlarm, onClose }: Props) {
  // react-hook-form mutates the form object.
  'use no memo';
  const { t } = useLingui();
  const titleId = useId();
  const { alarm, version, people } = agencyAlarm;
  const form = useForm({ resolver: zodResolver(LateAlarm), defaultValues: alarm });
  const save = useMutation({
    ...saveLateAlarm,
    onSuccess: onClose,
    // Saving again after a conflict writes over what somebody else saved; the section behind shows that.
    onError: (error) => setFormErrors(error, form.setError, ['minutes', 'recipients'], toFieldName),
  });
  const { errors } = form.formState;
  const handleSubmit = (event: SubmitEvent) => {
    // Dialogs are children of the page's forms in React's tree.
    event.stopPropagation();
    void form.handleSubmit((values) => save.mutate({ adminMail: agencia, alarm: values, version }))(event);
  };
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={titleId}>
      <form noValidate onSubmit={handleSubmit}>
        <DialogTitle id={titleId}>
          <Trans>Alarma de consultas tarde</Trans>
        </DialogTitle>
        <DialogContent>
          <Stack spacing={2} sx={{ pt: 1 }}>
            {errors.root && save.error && (
              <FormAlert error={save.error} serviceMessage={errors.root.message} />
            )}
            <Controller
              control={form.control}
              name="on"
              render={({ field: { value, onChange, ref } }) => (
                <LabelledSwitch label={t`Avisar`} inputRef={ref} checked={value} onChange={onChange} />
              )}
            />
            <TextField
              label={t`Minutos de atención después del plazo`}
              error={Boolean(errors.minutes)}
              helperText={
                errors.minutes
                  ? t`Escribí entre 0 y 2400 minutos.`
                  : t`Con la agencia cerrada no corren. 0: al pasar el plazo.`
              }
              slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'off' } }}
              // oxlint-disable-next-line react/jsx-props-no-spreading -- connects the input with its form
              {...form.register('minutes', { setValueAs: parseMinutes })}
            />
            <Controller
              control={form.control}
              name="recipients"
              render={({ field }) => (
                <RecipientsField
                  agencia={agencia}
                  people={people}
                  hasMore={agencyAlarm.more}
                  initialIds={alarm.recipients}
                  onChange={field.onChange}
                  inputRef={field.ref}
                  error={
                    errors.recipients &&
                    (errors.recipients.message === 'nobody'
                      ? t`Elegí a quién avisar.`
                      : t`A alguien ya no se le puede avisar: sacalo de la lista.`)
                  }
                />
              )}
            />
            <Controller
              control={form.control}
              name="mail"
              render={({ field: { value, onChange, ref } }) => (
                <LabelledSwitch
                  label={t`También por correo, sin datos de quien consulta`}
                  inputRef={ref}
                  checked={value}
                  onChange={onChange}
                />
              )}
            />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            <Trans>Cancelar</Trans>
          </Button>
          <Button type="submit" variant="contained" loading={save.isPending}>
            <Trans>Guardar la alarma</Trans>
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface SwitchProps {
  label: string;
  inputRef: Ref<HTMLInputElement>;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function LabelledSwitch({ label, inputRef, checked, onChange }: SwitchProps) {
  return (
    // `Stack` would override the margins of the label.
    <div>
      <FormControlLabel
        sx={{ minHeight: 'var(--touch)' }}
        control={
          <Switch
            checked={checked}
            slotProps={{ input: { ref: inputRef } }}
            onChange={(_event, isOn) => onChange(isOn)}
          />
        }
        label={label}
      />
    </div>
  );
}

/** The gateway names fields by their path in the request body. */
function toFieldName(path: string): string {
  return path.replace(/^alarm\./, '').replace(/\.\d+$/, '');
}

function parseMinutes(value: string | number): number {
  return String(value).trim() === '' ? Number.NaN : Number(value);
}
