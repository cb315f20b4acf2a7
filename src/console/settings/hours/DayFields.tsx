import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { useController } from 'react-hook-form';
import type { OpenInterval } from '#contract/hours.ts';
import { PlusIcon } from '#console/ui/icons.tsx';
import { type HoursForm, findInvalidTimes, suggestInterval } from './hours-form.ts';
import { IntervalFields } from './IntervalFields.tsx';

const MAX_INTERVALS = 6;

interface Props {
  form: HoursForm;
  name: string;
  weekday: number;
  children: ReactNode;
}

export function DayFields({ form, name, weekday, children }: Props) {
  const { t } = useLingui();
  const { field, fieldState } = useController({ control: form.control, name: `week.${weekday}` });
  const day = field.value;
  const invalidTimes = fieldState.invalid ? findInvalidTimes(day) : [];
  const hasOverlap = fieldState.invalid && invalidTimes.every((time) => !time);
  const change = (changed: OpenInterval[]) => {
    field.onChange(changed);
    form.clearErrors(`week.${weekday}`);
  };
  const nameId = useId();
  return (
    <Box
      component="fieldset"
      aria-labelledby={nameId}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: '96px minmax(0, 1fr) auto' },
        alignItems: 'start',
        columnGap: 2,
        py: 1,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Typography id={nameId} sx={{ minHeight: 40, alignContent: 'center', fontWeight: 500 }}>
        {name}
      </Typography>
      <Stack
        direction="row"
        sx={{
          flexWrap: 'wrap',
          columnGap: 2.5,
          rowGap: 0.5,
          gridColumn: { xs: '1 / -1', sm: 'auto' },
          gridRow: { xs: 2, sm: 'auto' },
        }}
      >
        {day.length === 0 && (
          <Typography color="textSecondary" sx={{ minHeight: 40, alignContent: 'center' }}>
            <Trans>Cerrado</Trans>
          </Typography>
        )}
        {day.map((interval, index) => (
          <IntervalFields
            // oxlint-disable-next-line react/no-array-index-key -- intervals have no other key
            key={index}
            dayName={name}
            number={index + 1}
            interval={interval}
            invalidTime={invalidTimes[index]}
            onChange={(changed) => change(day.with(index, changed))}
            onRemove={() => change(day.toSpliced(index, 1))}
          />
        ))}
        {hasOverlap && (
          <FormHelperText error role="alert" sx={{ flexBasis: '100%' }}>
            <Trans>Hay horarios que se pisan.</Trans>
          </FormHelperText>
        )}
      </Stack>
      {day.length < MAX_INTERVALS && (
        <Button
          size="small"
          color="inherit"
          startIcon={<PlusIcon />}
          aria-label={t`Agregar un horario: ${name}`}
          onClick={() => change([...day, suggestInterval(day)])}
        >
          <Trans>Agregar</Trans>
        </Button>
      )}
      {children && (
        <Box sx={{ gridColumn: { xs: '1 / -1', sm: '2 / -1' }, justifySelf: 'start' }}>{children}</Box>
      )}
    </Box>
  );
}
