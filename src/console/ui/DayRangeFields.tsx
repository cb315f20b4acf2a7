import { useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import type { SxProps } from '@mui/material/styles';
import { type ReactNode, useState } from 'react';
import { addDays } from '#contract/window.ts';
import { DateField } from './DateField.tsx';

export interface DayRange {
  from: string;
  to: string;
}

export type DayRangeErrors = Partial<Record<keyof DayRange, ReactNode>>;

interface Props {
  range: DayRange;
  min?: string;
  max?: string;
  maxDays?: number;
  errors?: DayRangeErrors;
  fieldSx: SxProps;
  onChange: (changed: Partial<DayRange>) => void;
}

/** Days that do not fit together are reported and not applied; none changes the other. */
export function DayRangeFields({ range, min, max, maxDays, errors, fieldSx, onChange }: Props) {
  const { t } = useLingui();
  const [rejected, setRejected] = useState<Partial<DayRange>>({});
  const [rejectedOf, setRejectedOf] = useState(range);
  if (rejectedOf.from !== range.from || rejectedOf.to !== range.to) {
    setRejectedOf(range);
    setRejected({});
  }
  const findProblem = ({ from, to }: DayRange) => {
    if (!from || !to) return undefined;
    if (from > to) return t`Desde no puede ser después de Hasta.`;
    if (maxDays !== undefined && to >= addDays(from, maxDays)) return t`Elegí hasta ${maxDays} días.`;
    return undefined;
  };
  const apply = (changed: Partial<DayRange>) => {
    const isProblem = findProblem({ ...range, ...changed }) !== undefined;
    setRejected(isProblem ? changed : {});
    if (!isProblem) onChange(changed);
  };
  const shown = { ...range, ...rejected };
  const problem = findProblem(shown);
  const fields = [
    { name: 'from', label: t`Desde` },
    { name: 'to', label: t`Hasta` },
  ] as const;
  return fields.map(({ name, label }) => {
    const ownProblem = rejected[name] === undefined ? undefined : problem;
    return (
      <Box key={name} sx={fieldSx}>
        <DateField
          label={label}
          value={shown[name]}
          {...(min && { min })}
          {...(max && { max })}
          error={Boolean(ownProblem ?? errors?.[name])}
          helperText={ownProblem ? <span role="alert">{ownProblem}</span> : errors?.[name]}
          onChange={(day) => apply({ ...rejected, [name]: day })}
        />
      </Box>
    );
  });
}
