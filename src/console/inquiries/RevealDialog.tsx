import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useForm, useFormState } from 'react-hook-form';
import { MAX_PURPOSE_LENGTH, RevealContacts } from '#contract/desk/contacts.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { FormDialog } from '#console/forms/FormDialog.tsx';
import { FormTextField } from '#console/forms/FormTextField.tsx';
import { useFieldErrorText } from '#console/forms/field-error-text.ts';
import { setFormErrors } from '#console/forms/set-form-errors.ts';

interface Props<Reply> {
  mutation: UseMutationOptions<Reply, Error, string>;
  onReveal: (reply: Reply) => void;
  onClose: () => void;
}

export function RevealDialog<Reply>({ mutation, onReveal, onClose }: Props<Reply>) {
  const { t } = useLingui();
  const getErrorText = useFieldErrorText();
  const form = useForm({ resolver: zodResolver(RevealContacts), defaultValues: { purpose: '' } });
  const { control } = form;
  const { isDirty, errors } = useFormState({ control });
  const reveal = useMutation({
    ...mutation,
    gcTime: 0,
    onSuccess: (reply) => {
      onReveal(reply);
      onClose();
    },
    onError: (error) => setFormErrors(error, form.setError, ['purpose']),
  });
  const purposes = [
    t`La agencia dice que no le llegó`,
    t`El comprador pidió ayuda`,
    t`Comprobar que llegó bien al sistema de la agencia`,
  ];
  return (
    <FormDialog
      title={t`Mostrar el contacto`}
      maxWidth="sm"
      onSubmit={form.handleSubmit(({ purpose }) => reveal.mutate(purpose))}
      failure={errors.root && reveal.error && <FormAlert error={reveal.error} />}
      submitLabel={t`Mostrar contacto`}
      isPending={reveal.isPending}
      hasUnsavedChanges={isDirty}
      onEntered={() => form.setFocus('purpose')}
      onClose={onClose}
    >
      <Typography>
        <Trans>Se ve hasta que salgas de acá. En la auditoría queda que lo viste vos, y para qué.</Trans>
      </Typography>
      <FormTextField
        control={control}
        name="purpose"
        label={t`Para qué lo necesitás`}
        required
        errorText={({ type, message }) =>
          (type === 'gateway' ? getErrorText(message) : undefined) ??
          t`Escribí para qué, en hasta ${MAX_PURPOSE_LENGTH} letras.`
        }
        helperText={t`Sin datos de la persona: ni su apellido, ni su teléfono, ni su correo.`}
      />
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        {purposes.map((purpose) => (
          <Chip
            key={purpose}
            label={purpose}
            variant="outlined"
            sx={{ height: 'auto', minHeight: 32, '& .MuiChip-label': { whiteSpace: 'normal', py: 0.5 } }}
            onClick={() => form.setValue('purpose', purpose, { shouldDirty: true, shouldValidate: true })}
          />
        ))}
      </Stack>
    </FormDialog>
  );
}
