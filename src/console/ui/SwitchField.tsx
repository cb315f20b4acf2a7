import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Switch from '@mui/material/Switch';
import { type ReactNode, type Ref, useId } from 'react';

interface Props {
  label: string;
  description?: ReactNode;
  checked: boolean;
  disabled?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  onChange: (checked: boolean) => void;
}

export function SwitchField({ label, description, checked, disabled = false, inputRef, onChange }: Props) {
  const descriptionId = useId();
  return (
    // `Stack` would override the margins of the label.
    <div>
      <FormControlLabel
        sx={{ minHeight: 'var(--touch)' }}
        control={
          <Switch
            checked={checked}
            disabled={disabled}
            slotProps={{
              input: { ref: inputRef, 'aria-describedby': description ? descriptionId : undefined },
            }}
            onChange={(_event, isOn) => onChange(isOn)}
          />
        }
        label={label}
      />
      {description && (
        <FormHelperText id={descriptionId} sx={{ mt: 0 }}>
          {description}
        </FormHelperText>
      )}
    </div>
  );
}
