import { zodResolver } from '@hookform/resolvers/zod';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useForm, useFormState } from 'react-hook-form';
import * as z from 'zod/mini';
import { type CheckState, IGNORE_DAYS, IgnoreCheck, MAX_IGNORE_REASON } from '#contract/desk/doctor.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { FormDialog } from '#console/forms/FormDialog.tsx';
import { FormSelect } from '#console/forms/FormSelect.tsx';
import { FormTextField } from '#console/forms/FormTextField.tsx';
import { ignoreCheck } from './doctor-queries.ts';

const FOREVER = 'always';

const IgnoreValues = z.object({
  reason: IgnoreCheck.shape.reason,
  days: z.union([z.enum([FOREVER]), ...IGNORE_DAYS.map((days) => z.literal(days))]),
});

interface Props {
  check: Pick<CheckState, 'id'>;
  problem: string;
  onClose: () => void;
}

export function IgnoreCheckDialog({ check: { id }, problem, onClose }: Props) {
  const { t } = useLingui();
  const form = useForm({
    resolver: zodResolver(IgnoreValues),
    defaultValues: { reason: '', days: IGNORE_DAYS[0] as (typeof IGNORE_DAYS)[number] | typeof FOREVER },
  });
  const { control } = form;
  const { isDirty } = useFormState({ control });
  const ignore = useMutation({ ...ignoreCheck, onSuccess: onClose });
  return (
    <FormDialog
      title={t`Ignorar este problema`}
      onSubmit={(event) =>
        void form.handleSubmit(({ reason, days }) =>
          ignore.mutate({ id, reason, days: days === FOREVER ? null : days }),
        )(event)
      }
      failure={ignore.error && <FormAlert error={ignore.error} />}
      submitLabel={t`Ignorar`}
      isPending={ignore.isPending}
      hasUnsavedChanges={isDirty}
      onEntered={() => form.setFocus('reason')}
      onClose={onClose}
    >
      <Typography>{problem}</Typography>
      <FormTextField
        control={control}
        name="reason"
        label={t`Motivo`}
        errorText={t`Escribí un motivo de hasta ${MAX_IGNORE_REASON} letras.`}
        helperText={t`Lo lee quien administre después. Queda en la auditoría quién lo ignoró.`}
        multiline
      />
      <FormSelect
        control={control}
        name="days"
        label={t`Por cuánto tiempo`}
        options={[
          ...IGNORE_DAYS.map((days) => ({
            value: days,
            label: t`${plural(days, { one: '# día', other: '# días' })}`,
          })),
          { value: FOREVER, label: t`Hasta que alguien lo saque` },
        ]}
      />
    </FormDialog>
  );
}
