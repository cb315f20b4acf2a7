import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import { useMutation } from '@tanstack/react-query';
import { useForm, useFormState } from 'react-hook-form';
import { Digest } from '#contract/desk/notifications.ts';
import { Form } from '#console/forms/Form.tsx';
import { FormFailure } from '#console/forms/FormFailure.tsx';
import { FormSelect } from '#console/forms/FormSelect.tsx';
import { FormSwitch } from '#console/forms/FormSwitch.tsx';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { useSession } from '#console/session/session.ts';
import { zoneName } from '#console/ui/zone-name.ts';
import { saveDigest } from './digest-queries.ts';

const DIGEST_HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: hour,
  label: `${String(hour).padStart(2, '0')}:00`,
}));
const LANGUAGES = [
  { value: 'es', label: 'Español', lang: 'es' },
  { value: 'en', label: 'English', lang: 'en' },
] as const satisfies { value: Digest['language']; label: string; lang: string }[];

export function DigestForm({ saved }: { saved: Digest }) {
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
  const { control } = form;
  const { isDirty } = useFormState({ control });
  return (
    <Form
      onSubmit={form.handleSubmit((values) => save.mutate(values))}
      onChange={save.reset}
      failure={
        <>
          <FormFailure control={control} error={save.error} />
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
      <FormSwitch control={control} name="on" label={t`Recibir el resumen por correo, una vez por día`} />
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2}>
        <FormSelect
          control={control}
          name="hour"
          label={t`Desde qué hora`}
          options={DIGEST_HOURS}
          helperText={t`Hora de ${zone}.`}
          sx={{ flex: 1 }}
        />
        <FormSelect
          control={control}
          name="language"
          label={t`En qué idioma`}
          options={LANGUAGES}
          sx={{ flex: 1 }}
        />
      </Stack>
    </Form>
  );
}
