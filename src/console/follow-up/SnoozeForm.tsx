import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type FieldError, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { SnoozeEnd } from '#contract/follow-up/snooze-change.ts';
import { parseWallTime, wallTimeAt } from '#contract/wall-time.ts';
import { FormDate } from '#console/forms/FormDate.tsx';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import { PickersLocale } from '#console/ui/PickersLocale.tsx';
import { DAY_MS } from '#contract/durations.ts';

interface Props {
  zone: string;
  now: number;
  onSubmit: (until: number) => void;
  onClose: () => void;
}

/** decided: a longer snooze is a mistyped year. */
const MAX_SNOOZE_MS = 366 * DAY_MS;

const Until = SnoozeEnd.check(
  z.refine((until) => until > Date.now(), 'past'),
  z.refine((until) => until <= Date.now() + MAX_SNOOZE_MS, 'far'),
);

const snoozeValues = (zone: string) =>
  z.object({
    until: z.pipe(
      z.pipe(
        z.string(),
        z.transform((text) => parseWallTime(text, zone)),
      ),
      Until,
    ),
  });

export function SnoozeForm({ zone, now, onSubmit, onClose }: Props) {
  const { t } = useLingui();
  const form = useForm({
    resolver: zodResolver(snoozeValues(zone)),
    defaultValues: { until: wallTimeAt(now + DAY_MS, zone) },
  });
  const submit = form.handleSubmit(({ until }) => onSubmit(until));
  const errorText = ({ message }: FieldError) => {
    if (message === 'past') return t`Elegí un momento que no haya pasado.`;
    if (message === 'far') return t`Elegí un momento dentro de los próximos 12 meses.`;
    return t`Elegí el día y la hora.`;
  };
  return (
    <MuiRoot>
      <PickersLocale zone={zone}>
        <Stack
          component="form"
          noValidate
          direction="row"
          sx={{ flexWrap: 'wrap', alignItems: 'start', gap: 1 }}
          onSubmit={(event) => void submit(event)}
        >
          <FormDate
            control={form.control}
            name="until"
            label={t`Otro momento, hora de la agencia`}
            disablePast
            errorText={errorText}
          />
          <Button type="submit" variant="outlined" color="inherit">
            <Trans>Posponer</Trans>
          </Button>
          <Button color="inherit" onClick={onClose}>
            <Trans>Cancelar</Trans>
          </Button>
        </Stack>
      </PickersLocale>
    </MuiRoot>
  );
}
