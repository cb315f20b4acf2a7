import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';

interface Props<Value extends string> {
  label: string;
  value: Value | null;
  options: Record<Value, string>;
  onChange: (value: Value) => void;
}

export function ToggleChoice<Value extends string>({
  label,
  value,
  options,
  onChange,
  fullWidth = false,
  wraps = false,
}: Props<Value> & { fullWidth?: boolean; wraps?: boolean }) {
  const isLong = wraps || Object.keys(options).length > 4;
  return (
    <ToggleButtonGroup
      exclusive
      fullWidth={fullWidth}
      size="small"
      aria-label={label}
      value={value}
      onChange={(_event, option: Value | null) => option && onChange(option)}
      sx={
        isLong
          ? {
              flexWrap: 'wrap',
              gap: 1,
              '& .MuiToggleButtonGroup-grouped': {
                m: 0,
                border: 1,
                borderColor: 'divider',
                borderRadius: 1,
              },
            }
          : {}
      }
    >
      {Object.entries<string>(options).map(([option, text]) => (
        <ToggleButton
          key={option}
          value={option}
          color="primary"
          sx={
            fullWidth
              ? {}
              : {
                  minHeight: 40,
                  px: 1.25,
                  '&:not(.Mui-selected)': { color: 'text.primary' },
                  whiteSpace: 'nowrap',
                }
          }
        >
          {text}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

export function LabelledToggleChoice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: Props<Value>) {
  return (
    <div>
      <Typography variant="body2" color="textSecondary" aria-hidden sx={{ mb: 0.5 }}>
        {label}
      </Typography>
      <ToggleChoice fullWidth {...{ label, value, options, onChange }} />
    </div>
  );
}
