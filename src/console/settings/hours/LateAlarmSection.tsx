import { zodResolver } from '@hookform/resolvers/zod';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ListItemText from '@mui/material/ListItemText';
import TextField from '@mui/material/TextField';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { Controller, useForm, useFormState } from 'react-hook-form';
import * as z from 'zod/mini';
import { type AgencyLateAlarm, LateAlarm, type Recipient } from '#contract/desk/notifications.ts';
import { suggest } from '#matching/suggest.ts';
import { FormDialog } from '#console/forms/FormDialog.tsx';
import { FormFailure } from '#console/forms/FormAlert.tsx';
import { FormSwitch } from '#console/forms/FormSwitch.tsx';
import { FormTextField } from '#console/forms/FormTextField.tsx';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { FactRow, FactRows } from '#console/ui/FactRows.tsx';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { Section } from '#console/ui/Section.tsx';
import { parseMinutes } from './hours-form.ts';
import { lateAlarmQuery, recipientsQuery, saveLateAlarm } from './late-alarm-queries.ts';

export function LateAlarmSection({ agencia }: { agencia: string }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(lateAlarmQuery(agencia));
  const [isOpen, setOpen] = useState(false);
  return (
    <Section
      title={t`Alarma de consultas tarde`}
      description={
        <Trans>
          Avisa una vez por consulta que nadie respondió. La callan una respuesta, posponerla o cerrarla.
        </Trans>
      }
      actions={
        data && (
          <div>
            <HelpLink topic="notifications" />
            <Button variant="outlined" color="inherit" onClick={() => setOpen(true)}>
              <Trans>Cambiar la alarma</Trans>
            </Button>
          </div>
        )
      }
    >
      {data && <LateAlarmFacts agencyAlarm={data} />}
      {!data && error && <FailureAlert error={error} onRetry={() => void refetch()} />}
      {data && isOpen && (
        <LateAlarmDialog agencia={agencia} agencyAlarm={data} onClose={() => setOpen(false)} />
      )}
    </Section>
  );
}

function LateAlarmFacts({ agencyAlarm: { alarm, people } }: { agencyAlarm: AgencyLateAlarm }) {
  const { t, i18n } = useLingui();
  const { on, minutes, recipients, mail } = alarm;
  if (!on) return <Trans>Está apagada.</Trans>;
  const names = recipients.map((id) => people.find((person) => person.id === id)?.name ?? id);
  const channels = mail ? t`En Vitrina y por correo` : t`En Vitrina`;
  return (
    <Box sx={{ '--names': { xs: '112px', sm: '160px' } }}>
      <FactRows>
        <FactRow name={t`Cuándo`}>
          {minutes === 0
            ? t`Al pasar el plazo`
            : t`${plural(minutes, {
                one: '# minuto de atención después del plazo',
                other: '# minutos de atención después del plazo',
              })}`}
        </FactRow>
        <FactRow name={t`A quién`}>{new Intl.ListFormat(i18n.locale).format(names)}</FactRow>
        <FactRow name={t`Cómo`}>{channels}</FactRow>
      </FactRows>
    </Box>
  );
}

interface LateAlarmDialogProps {
  agencia: string;
  agencyAlarm: AgencyLateAlarm;
  onClose: () => void;
}

const AlarmValues = z.pipe(
  z.transform(({ minutes, ...alarm }: Omit<LateAlarm, 'minutes'> & { minutes: string }) => ({
    ...alarm,
    minutes: parseMinutes(minutes),
  })),
  LateAlarm,
);

function LateAlarmDialog({ agencia, agencyAlarm, onClose }: LateAlarmDialogProps) {
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
    onError: (error) =>
      setFormErrors(error, form.setError, ['minutes', 'recipients'], (path) =>
        path.replace(/^alarm\./, '').replace(/\.\d+$/, ''),
      ),
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

interface RecipientsFieldProps {
  agencia: string;
  people: readonly Recipient[];
  hasMore: boolean;
  initialIds: readonly string[];
  onChange: (ids: string[]) => void;
  inputRef: Ref<HTMLInputElement>;
  error: string | undefined;
}

function RecipientsField({
  agencia,
  people,
  hasMore,
  initialIds,
  onChange,
  inputRef,
  error,
}: RecipientsFieldProps) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  // The array stays the same until somebody else is chosen: Autocomplete clears the text whenever its value
  // is another one.
  const [chosen, setChosen] = useState(() =>
    initialIds.flatMap((id) => people.find((person) => person.id === id) ?? []),
  );
  const search = useQuery({ ...recipientsQuery(agencia, text.trim()), enabled: hasMore });
  return (
    <Autocomplete
      multiple
      autoHighlight
      disableCloseOnSelect
      disablePortal
      slotProps={{ popper: { popperOptions: { strategy: 'fixed' } } }}
      options={(hasMore && search.data) || people}
      value={chosen}
      onChange={(_event, next) => {
        setChosen(next);
        onChange(next.map(({ id }) => id));
      }}
      onInputChange={(_event, next) => setText(next.slice(0, 100))}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      getOptionKey={({ id }) => id}
      getOptionLabel={({ name }) => name}
      filterOptions={(offered, { inputValue }) =>
        suggest(offered, inputValue, ({ name, mail }) => [name, mail])
      }
      noOptionsText={t`Nadie coincide.`}
      renderOption={({ key, ...props }, { name, mail }) => (
        <li key={key} {...props}>
          <ListItemText primary={name} secondary={mail} sx={{ my: 0, overflowWrap: 'anywhere' }} />
        </li>
      )}
      renderInput={(props) => (
        <TextField
          {...props}
          inputRef={inputRef}
          label={t`A quién avisar`}
          error={error !== undefined}
          helperText={error ?? t`Quienes venden en la agencia y quienes administran.`}
        />
      )}
    />
  );
}
