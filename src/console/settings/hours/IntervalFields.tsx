import { useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import { useId } from 'react';
import type { OpenInterval } from '#contract/hours.ts';
import { IconAction } from '#console/ui/IconAction.tsx';
import { CloseIcon } from '#console/ui/icons.tsx';
import { TimeField } from '#console/ui/TimeField.tsx';
import type { IntervalTime } from './hours-form.ts';

interface Props {
  dayName: string;
  number: number;
  interval: OpenInterval;
  invalidTime: IntervalTime | undefined;
  onChange: (interval: OpenInterval) => void;
  onRemove: () => void;
}

export function IntervalFields({ dayName, number, interval, invalidTime, onChange, onRemove }: Props) {
  const { t } = useLingui();
  const errorId = useId();
  const labels = {
    from: t`${dayName}, horario ${number}, desde`,
    to: t`${dayName}, horario ${number}, hasta`,
  };
  const renderTime = (time: IntervalTime) => (
    <TimeField
      label={labels[time]}
      hideLabel
      value={interval[time]}
      error={invalidTime === time}
      describedBy={invalidTime && errorId}
      onChange={(value) => onChange({ ...interval, [time]: value })}
    />
  );
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 122px) auto minmax(0, 122px) auto',
        alignItems: 'center',
        gap: 0.5,
      }}
    >
      {renderTime('from')}
      <span aria-hidden="true">–</span>
      {renderTime('to')}
      <IconAction label={t`Quitar ${dayName}, horario ${number}`} onClick={onRemove}>
        <CloseIcon />
      </IconAction>
      {invalidTime && (
        <FormHelperText error id={errorId} sx={{ gridColumn: '1 / -1' }}>
          {invalidTime === 'from'
            ? t`Indicá desde qué hora.`
            : t`Tiene que terminar después de empezar; 00:00 es el fin del día.`}
        </FormHelperText>
      )}
    </Box>
  );
}
