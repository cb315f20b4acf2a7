import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useForm, useFormState } from 'react-hook-form';
import { Digest, LANGUAGES } from '#contract/desk/notifications.ts';
import { Form } from '#console/forms/Form.tsx';
import { FormFailure } from '#console/forms/FormAlert.tsx';
import { FormSelect } from '#console/forms/FormSelect.tsx';
import { FormSwitch } from '#console/forms/FormSwitch.tsx';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { LANGUAGE_NAMES } from '#console/locales/preferred-language.ts';
import { useSession } from '#console/session/session.ts';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { zoneName } from '#console/ui/zone-name.ts';
import { digestQuery, saveDigest } from './me-queries.ts';

const DEFAULT_HOUR = 8;

export function DigestSettings() {
  const { i18n } = useLingui();
  const { data, error, refetch } = useQuery(digestQuery());
  if (!data) return error && <FailureAlert error={error} onRetry={() => void refetch()} />;
  const language = i18n.locale === 'en' ? 'en' : 'es';
  return <DigestForm saved={data.digest ?? { on: false, hour: DEFAULT_HOUR, language }} />;
}

const DIGEST_HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: hour,
  label: `${String(hour).padStart(2, '0')}:00`,
}));
const LANGUAGE_OPTIONS = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value], lang: value }));

function DigestForm({ saved }: { saved: Digest }) {
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
          options={LANGUAGE_OPTIONS}
          sx={{ flex: 1 }}
        />
      </Stack>
    </Form>
  );
}
