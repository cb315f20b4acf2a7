import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useMutation } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { Digest } from '#contract/desk/notifications.ts';
import { Form } from '#console/forms/Form.tsx';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { useSession } from '#console/session/session.ts';
import { zoneName } from '#console/ui/zone-name.ts';
import { saveDigest } from './digest-queries.ts';

const DIGEST_HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const LANGUAGE_NAMES: Record<Digest['language'], string> = { es: 'Español', en: 'English' };

export function DigestForm({ saved }: { saved: Digest }) {
  // react-hook-form mutates the form object.
  'use no memo';
  const { t } = useLingui();
  const { person, timeZone } = useSession();
  const { mail } = person;
  const zone = zoneName(timeZone);
  const form = useForm({ resolver: zodResolver(Digest), defaultValues: saved });
  const save = useMutation({
    ...saveDigest,
    onSuccess: (_reply, digest) => form.reset(digest),
    onError: (error) => setFormErrors(error, form.setError, ['on', 'hour', 'language']),
  });
  const { errors, isDirty } = form.formState;
  return (
    <Form
      onSubmit={form.handleSubmit((values) => save.mutate(values))}
      onChange={save.reset}
      failure={
        <>
          {save.error && <FormAlert error={save.error} serviceMessage={errors.root?.message} />}
          {save.isSuccess && (
            <Alert severity="success" variant="outlined">
              {save.variables.on ? (
                <Trans>Se guardó. El resumen llega a {mail}.</Trans>
              ) : (
                <Trans>Se guardó. No llega ningún resumen.</Trans>
              )}
            </Alert>
          )}
        </>
      }
      submitLabel={t`Guardar el resumen`}
      isPending={save.isPending}
      canSubmit={isDirty}
    >
      <Controller
        control={form.control}
        name="on"
        render={({ field: { value, onChange, ref } }) => (
          <FormControlLabel
            sx={{ minHeight: 'var(--touch)', alignSelf: 'start' }}
            control={
              <Switch
                checked={value}
                slotProps={{ input: { ref } }}
                onChange={(_event, isOn) => onChange(isOn)}
              />
            }
            label={t`Recibir el resumen por correo, una vez por día`}
          />
        )}
      />
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2}>
        <Controller
          control={form.control}
          name="hour"
          render={({ field: { ref, ...field } }) => (
            <TextField
              select
              label={t`Desde qué hora`}
              inputRef={ref}
              error={Boolean(errors.hour)}
              helperText={t`Hora de ${zone}.`}
              sx={{ flex: 1 }}
              // oxlint-disable-next-line react/jsx-props-no-spreading -- connects the input with its form
              {...field}
            >
              {DIGEST_HOURS.map((hour) => (
                <MenuItem key={hour} value={hour}>
                  {String(hour).padStart(2, '0')}:00
                </MenuItem>
              ))}
            </TextField>
          )}
        />
        <Controller
          control={form.control}
          name="language"
          render={({ field: { ref, ...field } }) => (
            <TextField
              select
              label={t`En qué idioma`}
              inputRef={ref}
              error={Boolean(errors.language)}
              sx={{ flex: 1 }}
              // oxlint-disable-next-line react/jsx-props-no-spreading -- connects the input with its form
              {...field}
            >
              {Object.entries(LANGUAGE_NAMES).map(([language, name]) => (
                <MenuItem key={language} value={language} lang={language}>
                  {name}
                </MenuItem>
              ))}
            </TextField>
          )}
        />
      </Stack>
    </Form>
  );
}
